/* Games on disk. One thread a file: it reads and parses, or writes, and ends.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "yq-store.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>

#include "yq-contest-list.h"
#include "yq-disk.h"
#include "yq-faults.h"

G_DEFINE_QUARK (yq-store-error-quark, yq_store_error)

enum
{
  MAX_BYTES = 64 << 20,
  CHUNK = 1 << 16,
};

/* Loading */

typedef struct
{
  GFile *file;
  const YqRuleset *fallback;
  /* The answer */
  YqRecord *record;
  char *etag;
  YqFormat format;
} Load;

static void
load_free (gpointer data)
{
  Load *self = data;

  g_object_unref (self->file);
  yq_record_free (self->record);
  g_free (self->etag);
  g_free (self);
}

/* Only what has an end can be read: a pipe might never give a byte, /dev/zero never stops. */
static gboolean
check_type (GFileInfo *info, GError **error)
{
  switch (g_file_info_get_file_type (info))
    {
    case G_FILE_TYPE_REGULAR:
    case G_FILE_TYPE_UNKNOWN:
    case G_FILE_TYPE_SYMBOLIC_LINK: /* one that leads to no file */
      return TRUE;
    case G_FILE_TYPE_DIRECTORY:
      g_set_error_literal (error, YQ_STORE_ERROR, YQ_STORE_ERROR_NOT_A_FILE,
                           _("This is a folder, not a file"));
      return FALSE;
    default:
      g_set_error_literal (error, YQ_STORE_ERROR, YQ_STORE_ERROR_NOT_A_FILE,
                           _("This is not an ordinary file"));
      return FALSE;
    }
}

static gboolean
check_size (goffset size, GError **error)
{
  if (size <= MAX_BYTES)
    return TRUE;
  g_set_error_literal (error, YQ_STORE_ERROR, YQ_STORE_ERROR_TOO_LARGE,
                       _("The file is larger than 64 MiB, too large for a game"));
  return FALSE;
}

static char *
find_etag (GFile *file, GCancellable *cancellable)
{
  g_autoptr(GFileInfo) info = g_file_query_info (file, G_FILE_ATTRIBUTE_ETAG_VALUE,
                                                  G_FILE_QUERY_INFO_NONE, cancellable, NULL);

  return info != NULL ? g_strdup (g_file_info_get_etag (info)) : NULL;
}

/* All bytes of the file, and its etag from before the first was read: a file that changes meanwhile
 * is another one than was opened. */
static GByteArray *
read_bytes (GFile *file, char **etag, GCancellable *cancellable, GError **error)
{
  g_autoptr(GFileInfo) info
    = g_file_query_info (file,
                         G_FILE_ATTRIBUTE_STANDARD_TYPE "," G_FILE_ATTRIBUTE_STANDARD_SIZE
                                                        "," G_FILE_ATTRIBUTE_ETAG_VALUE,
                         G_FILE_QUERY_INFO_NONE, cancellable, error);
  g_autoptr(GFileInputStream) stream = NULL;
  g_autoptr(GByteArray) bytes = g_byte_array_new ();
  guint used = 0;
  gssize n;

  if (info == NULL || !check_type (info, error) || !check_size (g_file_info_get_size (info), error))
    return NULL;
  *etag = g_strdup (g_file_info_get_etag (info));
  stream = g_file_read (file, cancellable, error);
  if (stream == NULL)
    return NULL;
  do
    {
      g_byte_array_set_size (bytes, used + CHUNK);
      n = g_input_stream_read (G_INPUT_STREAM (stream), bytes->data + used, CHUNK, cancellable,
                               error);
      if (n < 0)
        return NULL;
      used += (guint) n;
      if (!check_size (used, error))
        return NULL;
    }
  while (n > 0);
  g_byte_array_set_size (bytes, used);
  return g_steal_pointer (&bytes);
}

static void
load_run (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Load *self = data;
  g_autoptr(GError) error = NULL;
  g_autoptr(GByteArray) bytes = read_bytes (self->file, &self->etag, cancellable, &error);
  const char *text;
  YqRecordFault fault;

  if (bytes == NULL)
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }
  if (g_task_return_error_if_cancelled (task))
    return;
  text = (const char *) bytes->data;
  if (yq_contest_looks_like (text, bytes->len))
    {
      self->format = YQ_FORMAT_CONTEST;
      self->record = yq_contest_read (text, bytes->len, &fault);
    }
  else
    {
      self->record = yq_record_read (text, bytes->len, self->fallback, &fault);
      self->format = yq_record_count (text, bytes->len) > 1 ? YQ_FORMAT_SEVERAL : YQ_FORMAT_PGN;
    }
  if (self->record == NULL)
    {
      g_autofree char *message = yq_faults_record_text (&fault);

      g_task_return_new_error (task, YQ_STORE_ERROR, YQ_STORE_ERROR_UNREADABLE, "%s", message);
    }
  else
    g_task_return_boolean (task, TRUE);
}

void
yq_store_load_async (GFile *file, const YqRuleset *fallback, GCancellable *cancellable,
                     GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr(GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Load *self = g_new0 (Load, 1);

  g_task_set_source_tag (task, yq_store_load_async);
  self->file = g_object_ref (file);
  self->fallback = fallback;
  g_task_set_task_data (task, self, load_free);
  yq_disk_run_task (task, load_run);
}

YqRecord *
yq_store_load_finish (GAsyncResult *result, char **etag, YqFormat *format, GError **error)
{
  Load *self;

  g_return_val_if_fail (g_async_result_is_tagged (result, yq_store_load_async), NULL);
  if (!g_task_propagate_boolean (G_TASK (result), error))
    return NULL;
  self = g_task_get_task_data (G_TASK (result));
  if (etag != NULL)
    *etag = g_steal_pointer (&self->etag);
  if (format != NULL)
    *format = self->format;
  return g_steal_pointer (&self->record);
}

/* Saving */

typedef struct
{
  GFile *file;
  char *data; /* of malloc() */
  size_t length;
  char *etag;
  /* The answer */
  char *new_etag;
} Save;

static void
save_free (gpointer data)
{
  Save *self = data;

  g_object_unref (self->file);
  free (self->data);
  g_free (self->etag);
  g_free (self->new_etag);
  g_free (self);
}

/* TRUE also when there is no file yet, or none any more: then nothing of anybody is overwritten. */
static gboolean
check_old (Save *self, GCancellable *cancellable, GError **error)
{
  g_autoptr(GFileInfo) info
    = g_file_query_info (self->file, G_FILE_ATTRIBUTE_STANDARD_TYPE "," G_FILE_ATTRIBUTE_ETAG_VALUE,
                         G_FILE_QUERY_INFO_NONE, cancellable, NULL);

  if (info == NULL || g_file_info_get_file_type (info) == G_FILE_TYPE_SYMBOLIC_LINK)
    return TRUE;
  if (!check_type (info, error))
    return FALSE;
  if (self->etag == NULL || g_strcmp0 (self->etag, g_file_info_get_etag (info)) == 0)
    return TRUE;
  g_set_error_literal (error, YQ_STORE_ERROR, YQ_STORE_ERROR_CHANGED,
                       _("The file was changed by another program since it was opened"));
  return FALSE;
}

static void
save_run (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Save *self = data;
  GError *error = NULL;
  g_autofree char *path = g_file_is_native (self->file) ? g_file_get_path (self->file) : NULL;
  gboolean ok;

  if (g_task_return_error_if_cancelled (task))
    return;
  ok = check_old (self, cancellable, &error);
  if (ok && path != NULL)
    ok = yq_disk_replace (path, self->data, self->length, cancellable, &error);
  else if (ok)
    ok = g_file_replace_contents (self->file, self->data, self->length, self->etag, FALSE,
                                  G_FILE_CREATE_NONE, NULL, cancellable, &error);
  if (!ok)
    {
      g_task_return_error (task, error);
      return;
    }
  self->new_etag = find_etag (self->file, NULL);
  g_task_return_boolean (task, TRUE);
}

/* A command list has no words for anything but moves of duck chess from its start. */
static gboolean
is_commands (const YqRecord *record)
{
  YqPosition start;

  yq_position_start (&start, record->start.position.geometry);
  return record->ruleset == &yq_ruleset_duck && yq_position_equal (&start, &record->start.position);
}

void
yq_store_save_async (const YqRecord *record, YqFormat format, YqNotation notation, GFile *file,
                     const char *etag, GCancellable *cancellable, GAsyncReadyCallback callback,
                     gpointer user_data)
{
  g_autoptr(GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Save *self = g_new0 (Save, 1);

  g_task_set_source_tag (task, yq_store_save_async);
  /* Once the file is replaced, it is replaced: who cancels too late hears that it was saved. */
  g_task_set_check_cancellable (task, FALSE);
  self->file = g_object_ref (file);
  self->etag = g_strdup (etag);
  g_task_set_task_data (task, self, save_free);
  switch (format)
    {
    case YQ_FORMAT_SEVERAL:
      g_task_return_new_error (
        task, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
        _("The file holds several games; save this one under another name"));
      return;
    case YQ_FORMAT_CONTEST:
      if (!is_commands (record))
        {
          g_task_return_new_error (
            task, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
            _("A command list can only hold a game of duck chess from its start"));
          return;
        }
      self->data = yq_contest_write (record, &self->length);
      break;
    case YQ_FORMAT_PGN:
    default:
      self->data = yq_record_write (record, notation, &self->length);
    }
  yq_disk_run_task (task, save_run);
}

gboolean
yq_store_save_finish (GAsyncResult *result, char **new_etag, GError **error)
{
  Save *self;

  g_return_val_if_fail (g_async_result_is_tagged (result, yq_store_save_async), FALSE);
  if (!g_task_propagate_boolean (G_TASK (result), error))
    return FALSE;
  self = g_task_get_task_data (G_TASK (result));
  if (new_etag != NULL)
    *new_etag = g_steal_pointer (&self->new_etag);
  return TRUE;
}
