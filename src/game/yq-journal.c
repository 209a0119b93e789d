/* The running game on disk.
 *
 * In the folder, NAME.game is a game and NAME.lock says whose: its owner holds a lock (flock) on
 * it, which the kernel takes away when the owner dies, however it dies. Names are made once and
 * never used again.
 *
 * The main thread looks at the game a moment after a change and makes its text; a thread of our own
 * puts it on the disk. Text that is overtaken by newer text is never written.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "yq-journal.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "yq-disk.h"

#define FIRST_LINE "Yaqi journal 1"
#define GAME_SUFFIX ".game"
#define LOCK_SUFFIX ".lock"
#define DAMAGED_SUFFIX ".damaged"

enum
{
  DELAY = 40, /* ms; within it changes share one write */
  MAX_BYTES = 80 << 20,
};

/* A name in the folder that we hold. */
typedef struct
{
  char *game, *lock; /* owned paths */
  int fd;            /* of the lock */
} Claim;

struct _YqJournal
{
  GObject parent_instance;

  /* Owned */
  char *folder;
  Claim *own;           /* NULL when the folder is of no use */
  GPtrArray *recovered; /* (owned) Claim: given out by yq_journal_recover() */
  YqGame *game;
  GFile *file;
  char *etag;
  GThread *thread;

  guint timer;

  /* Shared with the thread */
  GMutex mutex;
  GCond cond;
  GBytes *text; /* owned; what is to be on the disk, NULL = nothing */
  gboolean pending, busy, stop;
};

G_DEFINE_FINAL_TYPE (YqJournal, yq_journal, G_TYPE_OBJECT)

/* Names and locks */

static void
claim_free (gpointer data)
{
  Claim *claim = data;

  if (claim == NULL)
    return;
  close (claim->fd);
  g_free (claim->game);
  g_free (claim->lock);
  g_free (claim);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Claim, claim_free)

/* Takes the lock at a path (ending in LOCK_SUFFIX), if nobody has it. Takes fd. */
static Claim *
claim_new (const char *lock, int fd)
{
  struct stat ours, there;
  Claim *claim;

  /* Between opening and locking another program may have swept the file away. */
  if (fd < 0 || flock (fd, LOCK_EX | LOCK_NB) != 0 || fstat (fd, &ours) != 0
      || stat (lock, &there) != 0 || ours.st_ino != there.st_ino || ours.st_dev != there.st_dev)
    {
      if (fd >= 0)
        close (fd);
      return NULL;
    }
  claim = g_new (Claim, 1);
  claim->lock = g_strdup (lock);
  claim->game
    = g_strdup_printf ("%.*s" GAME_SUFFIX, (int) (strlen (lock) - strlen (LOCK_SUFFIX)), lock);
  claim->fd = fd;
  return claim;
}

/* A name of our own. NULL when the folder is of no use. */
static Claim *
claim_own (const char *folder)
{
  Claim *claim = NULL;
  int fd = 0;

  if (g_mkdir_with_parents (folder, 0700) != 0)
    return NULL;
  while (claim == NULL && fd >= 0)
    {
      g_autofree char *lock = g_build_filename (folder, "XXXXXX" LOCK_SUFFIX, NULL);

      fd = g_mkstemp_full (lock, O_RDWR | O_CLOEXEC, 0600);
      claim = claim_new (lock, fd);
    }
  return claim;
}

/* The name of somebody who died. The lock may be gone; then it is made anew. */
static Claim *
claim_dead (const char *folder, const char *game)
{
  g_autofree char *lock = g_strdup_printf ("%s/%.*s" LOCK_SUFFIX, folder,
                                           (int) (strlen (game) - strlen (GAME_SUFFIX)), game);

  return claim_new (lock, open (lock, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
}

/* Takes a name off the disk; whoever holds it must let it go afterwards. */
static void
claim_remove (Claim *claim)
{
  g_unlink (claim->game);
  g_unlink (claim->lock);
}

/* The text of a game */

/* Which way leads to the cursor: its ply, then ply:n for each ply that is not the first of its
 * siblings but the n-th after it. */
static void
write_cursor (GString *text, const YqNode *cursor)
{
  g_string_append_printf (text, "Cursor: %u", cursor->ply);
  for (; cursor->parent != NULL; cursor = cursor->parent)
    {
      unsigned n = 0;

      for (const YqNode *other = cursor->parent->child; other != cursor; other = other->next)
        n++;
      if (n > 0)
        g_string_append_printf (text, " %u:%u", cursor->ply, n);
    }
  g_string_append_c (text, '\n');
}

/* Goes as far as the way leads. */
static YqNode *
read_cursor (YqRecord *record, const char *way)
{
  g_autoptr(GHashTable) turns = g_hash_table_new (NULL, NULL);
  g_auto(GStrv) words = g_strsplit (way, " ", -1);
  YqNode *node = record->root;
  guint64 ply;

  if (words[0] == NULL)
    return node;
  ply = g_ascii_strtoull (words[0], NULL, 10);
  for (guint i = 1; words[i] != NULL; i++)
    {
      char *colon = strchr (words[i], ':');

      if (colon != NULL)
        g_hash_table_insert (turns,
                             GUINT_TO_POINTER ((guint) g_ascii_strtoull (words[i], NULL, 10)),
                             GUINT_TO_POINTER ((guint) g_ascii_strtoull (colon + 1, NULL, 10)));
    }
  while (node->ply < ply && node->child != NULL)
    {
      guint n = GPOINTER_TO_UINT (g_hash_table_lookup (turns, GUINT_TO_POINTER (node->ply + 1)));

      for (node = node->child; n > 0 && node->next != NULL; n--)
        node = node->next;
    }
  return node;
}

static GBytes *
write_text (YqJournal *self)
{
  GString *text = g_string_new (FIRST_LINE "\n");
  size_t length;
  char *game = yq_record_write (yq_game_get_record (self->game), YQ_NOTATION_ICCS, &length);

  if (self->file != NULL)
    {
      g_autofree char *uri = g_file_get_uri (self->file);

      g_string_append_printf (text, "File: %s\n", uri);
    }
  if (self->etag != NULL)
    {
      g_autofree char *etag = g_uri_escape_string (self->etag, NULL, FALSE);

      g_string_append_printf (text, "Etag: %s\n", etag);
    }
  write_cursor (text, yq_game_get_cursor (self->game));
  g_string_append_c (text, '\n');
  g_string_append_len (text, game, (gssize) length);
  free (game);
  return g_string_free_to_bytes (text);
}

static YqRecord *
read_text (const char *text, gsize length, YqNode **cursor, GFile **file, char **etag)
{
  const char *end = g_strstr_len (text, (gssize) length, "\n\n");
  g_auto(GStrv) lines = NULL;
  g_autofree char *head = NULL;
  YqRecordFault fault;
  YqRecord *record;

  if (end == NULL)
    return NULL;
  head = g_strndup (text, (gsize) (end - text));
  lines = g_strsplit (head, "\n", -1);
  if (g_strcmp0 (lines[0], FIRST_LINE) != 0)
    return NULL;
  end += 2;
  record = yq_record_read (end, length - (gsize) (end - text), &yq_ruleset_duck, &fault);
  if (record == NULL)
    return NULL;
  *cursor = record->root;
  for (guint i = 1; lines[i] != NULL; i++)
    {
      if (g_str_has_prefix (lines[i], "Cursor: "))
        *cursor = read_cursor (record, lines[i] + strlen ("Cursor: "));
      else if (g_str_has_prefix (lines[i], "File: ") && *file == NULL)
        *file = g_file_new_for_uri (lines[i] + strlen ("File: "));
      else if (g_str_has_prefix (lines[i], "Etag: ") && *etag == NULL)
        *etag = g_uri_unescape_string (lines[i] + strlen ("Etag: "), NULL);
    }
  return record;
}

/* Writing */

static gpointer
write_thread (gpointer data)
{
  YqJournal *self = data; /* which joins this thread before it goes */

  g_mutex_lock (&self->mutex);
  while (self->pending || !self->stop)
    {
      g_autoptr(GBytes) text = NULL;
      g_autoptr(GError) error = NULL;

      if (!self->pending)
        {
          g_cond_wait (&self->cond, &self->mutex);
          continue;
        }
      self->pending = FALSE;
      self->busy = TRUE;
      text = g_steal_pointer (&self->text);
      g_mutex_unlock (&self->mutex);

      if (text == NULL)
        g_unlink (self->own->game);
      else if (!yq_disk_replace (self->own->game, g_bytes_get_data (text, NULL),
                                 g_bytes_get_size (text), NULL, &error))
        g_message ("The running game was not kept: %s", error->message);

      g_mutex_lock (&self->mutex);
      self->busy = FALSE;
      g_cond_broadcast (&self->cond);
    }
  g_mutex_unlock (&self->mutex);
  return NULL;
}

/* Wants a text on the disk (NULL: none). Takes it. */
static void
want (YqJournal *self, GBytes *text)
{
  g_clear_handle_id (&self->timer, g_source_remove);
  g_mutex_lock (&self->mutex);
  g_clear_pointer (&self->text, g_bytes_unref);
  self->text = text;
  self->pending = TRUE;
  g_cond_broadcast (&self->cond);
  g_mutex_unlock (&self->mutex);
}

static void
wait_for_disk (YqJournal *self)
{
  g_mutex_lock (&self->mutex);
  while (self->pending || self->busy)
    g_cond_wait (&self->cond, &self->mutex);
  g_mutex_unlock (&self->mutex);
}

static void
want_game (YqJournal *self)
{
  gboolean modified = FALSE;

  if (self->game != NULL)
    g_object_get (self->game, "modified", &modified, NULL);
  want (self, modified ? write_text (self) : NULL);
}

static gboolean
timer_cb (gpointer data)
{
  YqJournal *self = data;

  self->timer = 0;
  want_game (self);
  return G_SOURCE_REMOVE;
}

static void
want_soon (YqJournal *self)
{
  if (self->own != NULL && self->timer == 0)
    self->timer = g_timeout_add (DELAY, timer_cb, self);
}

void
yq_journal_watch (YqJournal *self, YqGame *game)
{
  g_return_if_fail (YQ_IS_JOURNAL (self));
  if (self->game == game)
    return;
  if (self->game != NULL)
    g_signal_handlers_disconnect_by_data (self->game, self);
  g_set_object (&self->game, game);
  if (game != NULL)
    {
      g_signal_connect_swapped (game, "changed", G_CALLBACK (want_soon), self);
      g_signal_connect_swapped (game, "notify::modified", G_CALLBACK (want_soon), self);
    }
  want_soon (self);
}

void
yq_journal_set_file (YqJournal *self, GFile *file, const char *etag)
{
  g_return_if_fail (YQ_IS_JOURNAL (self));
  g_set_object (&self->file, file);
  if (g_strcmp0 (self->etag, etag) != 0)
    {
      g_free (self->etag);
      self->etag = g_strdup (etag);
    }
  want_soon (self);
}

void
yq_journal_forget (YqJournal *self)
{
  g_return_if_fail (YQ_IS_JOURNAL (self));
  if (self->own == NULL)
    return;
  want (self, NULL);
  wait_for_disk (self);
}

void
yq_journal_flush (YqJournal *self)
{
  g_return_if_fail (YQ_IS_JOURNAL (self));
  if (self->own == NULL)
    return;
  if (self->timer != 0)
    want_game (self);
  wait_for_disk (self);
}

/* Recovery */

static void
keep_aside (const Claim *claim)
{
  g_autofree char *aside = g_strdup_printf (
    "%.*s" DAMAGED_SUFFIX, (int) (strlen (claim->game) - strlen (GAME_SUFFIX)), claim->game);

  g_message ("A game that was left behind cannot be read and is kept as %s", aside);
  if (g_rename (claim->game, aside) == 0)
    g_unlink (claim->lock);
}

static YqRecord *
read_claim (const Claim *claim, YqNode **cursor, GFile **file, char **etag)
{
  g_autofree char *text = NULL;
  gsize length;
  struct stat info;

  /* Only ordinary files can be read to an end. */
  if (stat (claim->game, &info) != 0 || !S_ISREG (info.st_mode) || info.st_size > MAX_BYTES
      || !g_file_get_contents (claim->game, &text, &length, NULL))
    return NULL;
  return read_text (text, length, cursor, file, etag);
}

typedef struct
{
  char *name;
  gint64 time;
} Left;

static int
compare_left (gconstpointer a, gconstpointer b)
{
  const Left *left = a, *right = b;

  return left->time != right->time ? (left->time < right->time ? 1 : -1)
                                   : strcmp (left->name, right->name);
}

static void
left_clear (gpointer data)
{
  g_free (((Left *) data)->name);
}

/* The games in the folder, the last one first. Locks that belong to no game and nobody are swept
 * away. */
static GArray *
list_games (const char *folder)
{
  GArray *games = g_array_new (FALSE, FALSE, sizeof (Left));
  g_autoptr(GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  g_array_set_clear_func (games, left_clear);
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      struct stat info;

      if (g_str_has_suffix (name, LOCK_SUFFIX))
        {
          g_autoptr(Claim) claim = claim_new (path, open (path, O_RDWR | O_CLOEXEC | O_NOFOLLOW));

          if (claim != NULL && !g_file_test (claim->game, G_FILE_TEST_EXISTS))
            claim_remove (claim);
        }
      else if (g_str_has_suffix (name, GAME_SUFFIX) && stat (path, &info) == 0)
        g_array_append_vals (games,
                             &(Left) { g_strdup (name), info.st_mtim.tv_sec * G_USEC_PER_SEC
                                                         + info.st_mtim.tv_nsec / 1000 },
                             1);
    }
  g_array_sort (games, compare_left);
  return games;
}

YqRecord *
yq_journal_recover (YqJournal *self, YqNode **cursor, GFile **file, char **etag)
{
  g_autoptr(GArray) games = NULL;

  g_return_val_if_fail (YQ_IS_JOURNAL (self), NULL);
  games = list_games (self->folder);
  for (guint i = 0; i < games->len; i++)
    {
      g_autoptr(Claim) claim = claim_dead (self->folder, g_array_index (games, Left, i).name);
      g_autoptr(GFile) its_file = NULL;
      g_autofree char *its_etag = NULL;
      YqNode *its_cursor = NULL;
      YqRecord *record;

      if (claim == NULL) /* its owner lives, or it was given out */
        continue;
      if (!g_file_test (claim->game, G_FILE_TEST_EXISTS)) /* its owner ended well in between */
        {
          claim_remove (claim);
          continue;
        }
      record = read_claim (claim, &its_cursor, &its_file, &its_etag);
      if (record == NULL)
        {
          keep_aside (claim);
          continue;
        }
      g_ptr_array_add (self->recovered, g_steal_pointer (&claim));
      if (cursor != NULL)
        *cursor = its_cursor;
      if (file != NULL)
        *file = g_steal_pointer (&its_file);
      if (etag != NULL)
        *etag = g_steal_pointer (&its_etag);
      return record;
    }
  return NULL;
}

void
yq_journal_drop_recovered (YqJournal *self)
{
  g_return_if_fail (YQ_IS_JOURNAL (self));
  yq_journal_flush (self);
  for (guint i = 0; i < self->recovered->len; i++)
    claim_remove (self->recovered->pdata[i]);
  g_ptr_array_set_size (self->recovered, 0);
}

/* The class */

static void
yq_journal_dispose (GObject *object)
{
  YqJournal *self = YQ_JOURNAL (object);

  if (self->thread != NULL)
    {
      yq_journal_flush (self);
      g_mutex_lock (&self->mutex);
      self->stop = TRUE;
      g_cond_broadcast (&self->cond);
      g_mutex_unlock (&self->mutex);
      g_thread_join (g_steal_pointer (&self->thread));
      if (!g_file_test (self->own->game, G_FILE_TEST_EXISTS))
        claim_remove (self->own);
    }
  yq_journal_watch (self, NULL);
  g_clear_handle_id (&self->timer, g_source_remove);
  g_clear_pointer (&self->own, claim_free);
  g_clear_pointer (&self->recovered, g_ptr_array_unref);
  g_clear_object (&self->file);
  G_OBJECT_CLASS (yq_journal_parent_class)->dispose (object);
}

static void
yq_journal_finalize (GObject *object)
{
  YqJournal *self = YQ_JOURNAL (object);

  g_free (self->folder);
  g_free (self->etag);
  g_clear_pointer (&self->text, g_bytes_unref);
  g_mutex_clear (&self->mutex);
  g_cond_clear (&self->cond);
  G_OBJECT_CLASS (yq_journal_parent_class)->finalize (object);
}

static void
yq_journal_class_init (YqJournalClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);

  object_class->dispose = yq_journal_dispose;
  object_class->finalize = yq_journal_finalize;
}

static void
yq_journal_init (YqJournal *self)
{
  self->recovered = g_ptr_array_new_with_free_func (claim_free);
  g_mutex_init (&self->mutex);
  g_cond_init (&self->cond);
}

YqJournal *
yq_journal_new (const char *folder)
{
  YqJournal *self = g_object_new (YQ_TYPE_JOURNAL, NULL);

  self->folder
    = folder != NULL ? g_strdup (folder) : g_build_filename (g_get_user_state_dir (), "yaqi", NULL);
  self->own = claim_own (self->folder);
  if (self->own != NULL)
    self->thread = g_thread_new ("yaqi-journal", write_thread, self);
  else
    g_message ("The running game cannot be kept in %s: %s", self->folder, g_strerror (errno));
  return self;
}
