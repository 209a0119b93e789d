/* Whole files on disk: a new file beside the old one, then the name changes hands.
 *
 * Not g_file_replace(), which writes into the old file itself when it is a symbolic link, has a
 * second name, or stands in a folder that takes no new files: then a full disk would cost the old
 * content.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "yq-disk.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <sys/stat.h>
#include <unistd.h>

enum
{
  MAX_LINKS = 40, /* as many as the kernel follows */
  CHUNK = 1 << 20,
};

/* The file that a path leads to, which need not exist; NULL and errno when it leads in circles. */
static char *
follow_links (const char *path)
{
  char *at = g_strdup (path);

  for (int i = 0; i < MAX_LINKS; i++)
    {
      g_autofree char *link = g_file_read_link (at, NULL);
      g_autofree char *from = g_steal_pointer (&at);
      g_autofree char *folder = g_path_get_dirname (from);

      if (link == NULL)
        return g_steal_pointer (&from);
      at = g_path_is_absolute (link) ? g_strdup (link) : g_build_filename (folder, link, NULL);
    }
  g_free (at);
  errno = ELOOP;
  return NULL;
}

static gboolean
fail (GError **error, const char *words)
{
  int number = errno;

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  g_set_error (error, G_IO_ERROR, g_io_error_from_errno (number), words, g_strerror (number));
#pragma GCC diagnostic pop
  return FALSE;
}

static gboolean
write_all (int fd, const char *data, gsize length, GCancellable *cancellable, GError **error)
{
  while (length > 0)
    {
      ssize_t n = write (fd, data, MIN (length, CHUNK));

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        return fail (error, _("Writing failed: %s"));
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      data += n;
      length -= (gsize) n;
    }
  if (fsync (fd) != 0)
    return fail (error, _("Writing failed: %s"));
  return TRUE;
}

/* The new file belongs to whom the old one did and is open to the same people. Where the owner is not
 * ours to give, it is ours; where the group is not, no other group gets its rights. */
static void
keep_access (int fd, const struct stat *old)
{
  mode_t mode = old->st_mode & 07777;

  if (fchown (fd, old->st_uid, old->st_gid) != 0 && fchown (fd, (uid_t) -1, old->st_gid) != 0)
    mode &= (mode_t) ~(06000 | 0070);
  if (fchmod (fd, mode) != 0)
    g_debug ("permissions not kept: %s", g_strerror (errno));
}

/* A new name is on the disk when its folder is. */
static void
sync_folder (const char *folder)
{
  int fd = open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

  if (fd < 0)
    return;
  fsync (fd);
  close (fd);
}

gboolean
yq_disk_replace (const char *path, const char *data, gsize length, GCancellable *cancellable,
                 GError **error)
{
  g_autofree char *target = follow_links (path);
  g_autofree char *folder = NULL, *beside = NULL;
  struct stat old;
  gboolean exists, ok;
  int fd;

  if (target == NULL)
    return fail (error, _("Writing failed: %s"));
  folder = g_path_get_dirname (target);
  beside = g_build_filename (folder, ".yaqi-XXXXXX", NULL);
  exists = stat (target, &old) == 0;
  fd = g_mkstemp_full (beside, O_WRONLY | O_CLOEXEC, exists ? 0600 : 0666);
  if (fd < 0)
    return fail (error, _("Nothing can be written into this folder: %s"));
  if (exists)
    keep_access (fd, &old);
  ok = write_all (fd, data, length, cancellable, error);
  if (close (fd) != 0 && ok)
    ok = fail (error, _("Writing failed: %s"));
  ok = ok && !g_cancellable_set_error_if_cancelled (cancellable, error);
  if (ok && rename (beside, target) != 0)
    ok = fail (error, _("The old file could not be replaced: %s"));
  if (ok)
    sync_folder (folder);
  else
    g_unlink (beside);
  return ok;
}

typedef struct
{
  GTask *task;
  GTaskThreadFunc func;
} Run;

static gpointer
run (gpointer data)
{
  Run *self = data;

  self->func (self->task, g_task_get_source_object (self->task), g_task_get_task_data (self->task),
              g_task_get_cancellable (self->task));
  g_object_unref (self->task);
  g_free (self);
  return NULL;
}

void
yq_disk_run_task (GTask *task, GTaskThreadFunc func)
{
  GError *error = NULL;
  Run *self = g_new (Run, 1);
  GThread *thread;

  *self = (Run) { g_object_ref (task), func };
  thread = g_thread_try_new ("yaqi-disk", run, self, &error);
  if (thread != NULL)
    {
      g_thread_unref (thread);
      return;
    }
  g_task_return_error (task, error);
  g_object_unref (self->task);
  g_free (self);
}
