/* Games to and from the disk, and everything that goes wrong there.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <fcntl.h>
#include <glib.h>
#include <glib/gstdio.h>
#include <grp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "yq-store.h"

static const char *program;
static char *folder; /* of this run */

static char *
path_of (const char *name)
{
  return g_build_filename (folder, name, NULL);
}

static void
put (const char *path, const char *text)
{
  g_autoptr(GError) error = NULL;

  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
}

static void
assert_content (const char *path, const char *expected)
{
  g_autofree char *text = NULL;
  g_autoptr(GError) error = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (text, ==, expected);
}

/* Nothing but the file itself: no half-written companion is left. */
static void
assert_alone (const char *in)
{
  g_autoptr(GDir) dir = g_dir_open (in, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    g_assert_false (g_str_has_prefix (name, ".yaqi"));
}

static void
done_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  GAsyncResult **slot = data;

  *slot = g_object_ref (result);
}

static YqRecord *
load (const char *path, GCancellable *cancellable, char **etag, YqFormat *format, GError **error)
{
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GAsyncResult) result = NULL;

  yq_store_load_async (file, &yq_ruleset_xiangqi, cancellable, done_cb, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return yq_store_load_finish (result, etag, format, error);
}

static gboolean
save (const YqRecord *record, YqFormat format, const char *path, const char *etag,
      GCancellable *cancellable, char **new_etag, GError **error)
{
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GAsyncResult) result = NULL;

  yq_store_save_async (record, format, YQ_NOTATION_CHINESE, file, etag, cancellable, done_cb,
                       &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return yq_store_save_finish (result, new_etag, error);
}

/* A small duck chess game with everything in it. */
static YqRecord *
record_new (void)
{
  YqRecord *record = yq_record_new (&yq_ruleset_duck);
  YqNode *node
    = yq_node_add (record->root, (YqMove) { yq_square_at (3, 0), yq_square_at (4, 0) }, NULL);

  yq_record_set_tag (record, "Red", "红方");
  yq_node_set_comment (node, "a comment");
  yq_node_add (record->root, (YqMove) { yq_square_at (3, 2), yq_square_at (4, 2) }, NULL);
  yq_node_add (node, (YqMove) { yq_square_at (6, 0), yq_square_at (5, 0) }, NULL);
  return record;
}

static char *
text_of (const YqRecord *record)
{
  char *text = yq_record_write (record, YQ_NOTATION_CHINESE, NULL);
  char *copy = g_strdup (text);

  free (text);
  return copy;
}

static void
test_round_trip (void)
{
  g_autofree char *path = path_of ("round.pgn"), *etag = NULL, *etag_read = NULL, *text = NULL,
                  *text_read = NULL;
  g_autoptr(GError) error = NULL;
  YqRecord *record = record_new (), *back;
  YqFormat format;
  struct stat info;
  mode_t mask = umask (022);

  g_assert_true (save (record, YQ_FORMAT_PGN, path, NULL, NULL, &etag, &error));
  g_assert_no_error (error);
  g_assert_nonnull (etag);
  g_assert_cmpint (stat (path, &info), ==, 0);
  g_assert_cmpint (info.st_mode & 07777, ==, 0644);
  umask (mask);
  back = load (path, NULL, &etag_read, &format, &error);
  g_assert_no_error (error);
  g_assert_cmpint (format, ==, YQ_FORMAT_PGN);
  g_assert_cmpstr (etag, ==, etag_read);
  text = text_of (record);
  text_read = text_of (back);
  g_assert_cmpstr (text, ==, text_read);
  yq_record_free (record);
  yq_record_free (back);
  assert_alone (folder);
}

static void
test_commands (void)
{
  const char list[] = "2\n0 0 7 0\n3 0 4 0\n";
  g_autofree char *path = path_of ("commands.txt");
  g_autoptr(GError) error = NULL;
  YqFen *start;
  YqFormat format;
  YqRecord *record;

  put (path, list);
  record = load (path, NULL, NULL, &format, &error);
  g_assert_no_error (error);
  g_assert_cmpint (format, ==, YQ_FORMAT_CONTEST);
  g_assert_true (save (record, format, path, NULL, NULL, NULL, &error));
  g_assert_no_error (error);
  assert_content (path, list);

  /* A list cannot say where a game began. */
  start = &record->start;
  yq_position_put (&start->position, yq_square_at (3, 4), YQ_EMPTY);
  g_assert_false (save (record, format, path, NULL, NULL, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED);
  assert_content (path, list);
  yq_record_free (record);
}

/* Several games in a file: the first is read, and a save does not cost the others. */
static void
test_several (void)
{
  const char games[]
    = "[Game \"Chinese Chess\"]\n\n1. h2e2 *\n\n[Game \"Chinese Chess\"]\n\n1. h2d2 *\n";
  g_autofree char *path = path_of ("several.pgn");
  g_autoptr(GError) error = NULL;
  YqFormat format;
  YqRecord *record;

  put (path, games);
  record = load (path, NULL, NULL, &format, &error);
  g_assert_no_error (error);
  g_assert_cmpint (format, ==, YQ_FORMAT_SEVERAL);
  g_assert_false (save (record, format, path, NULL, NULL, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED);
  assert_content (path, games);
  yq_record_free (record);
}

static void
test_unreadable (void)
{
  static const struct
  {
    const char *text, *message;
  } cases[] = {
    { "[Game \"Chinese Chess\"]\n\n1. h2e2 h9g7\n2. a0b1 *\n",
      "Line 4, column 4: “a0b1” cannot be played as ply 3: The chariot does not reach that point" },
    { "1. h2e2 h9g7 (1... xyz) *", "Line 1, column 20: “xyz” is no move; ply 2 was expected" },
    { "1. h2e2 {no end", "Line 1, column 9: the comment that begins here has no end; } was expected" },
    { "[FEN \"9/8/9\"]\n", "Line 1, column *: the position cannot be read: *" },
    { "2\n0 0\nx",
      "Line 3, column 1: “x” is no number; number 3 of command 1 was expected" },
    { "2\n0 0 7 0\n", "Line *, column *: the text ends; command 2 of 2 was expected" },
    { "1 0 0 7 0 9", "Line 1, column 11: “9” stands after command 1, the last; the end was expected" },
    { "", "Line 1, column 1: there is nothing; a game was expected" },
  };
  g_autofree char *path = path_of ("unreadable.pgn");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(GError) error = NULL;

      put (path, cases[i].text);
      g_assert_null (load (path, NULL, NULL, NULL, &error));
      g_assert_error (error, YQ_STORE_ERROR, YQ_STORE_ERROR_UNREADABLE);
      if (!g_pattern_match_simple (cases[i].message, error->message))
        g_error ("«%s» is not like «%s»", error->message, cases[i].message);
    }
}

/* None of these ends by itself when it is read. */
static void
test_no_file (void)
{
  g_autofree char *fifo = path_of ("fifo"), *missing = path_of ("missing/x.pgn"),
                  *large = path_of ("large.pgn");
  const char *paths[] = { fifo, folder, "/dev/zero", "/dev/full" };
  g_autoptr(GError) error = NULL;
  YqRecord *record = record_new ();

  g_assert_cmpint (mkfifo (fifo, 0600), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_assert_null (load (paths[i], NULL, NULL, NULL, &error));
      g_assert_error (error, YQ_STORE_ERROR, YQ_STORE_ERROR_NOT_A_FILE);
      g_clear_error (&error);
      g_assert_false (save (record, YQ_FORMAT_PGN, paths[i], NULL, NULL, NULL, &error));
      g_assert_error (error, YQ_STORE_ERROR, YQ_STORE_ERROR_NOT_A_FILE);
      g_clear_error (&error);
    }
  g_assert_null (load (missing, NULL, NULL, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_false (save (record, YQ_FORMAT_PGN, missing, NULL, NULL, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_clear_error (&error);

  /* A hole costs no disk. */
  put (large, "");
  g_assert_cmpint (truncate (large, (64 << 20) + 1), ==, 0);
  g_assert_null (load (large, NULL, NULL, NULL, &error));
  g_assert_error (error, YQ_STORE_ERROR, YQ_STORE_ERROR_TOO_LARGE);
  yq_record_free (record);
}

static void
test_access (void)
{
  g_autofree char *path = path_of ("access.pgn"), *alias = path_of ("link.pgn"),
                  *dangling = path_of ("dangling.pgn");
  g_autofree char *target = path_of ("new.pgn"), *other = path_of ("hard.pgn"), *text = NULL,
                  *read_link = NULL;
  g_autoptr(GError) error = NULL;
  YqRecord *record = record_new ();
  struct stat info;

  text = text_of (record);
  put (path, "old");
  g_assert_cmpint (chmod (path, 0640), ==, 0);
  g_assert_true (geteuid () != 0 || chown (path, 12, 34) == 0);
  g_assert_cmpint (symlink ("access.pgn", alias), ==, 0);

  /* Through the link: that stays one, the file keeps mode and owner. */
  g_assert_true (save (record, YQ_FORMAT_PGN, alias, NULL, NULL, NULL, &error));
  g_assert_no_error (error);
  read_link = g_file_read_link (alias, NULL);
  g_assert_cmpstr (read_link, ==, "access.pgn");
  assert_content (path, text);
  g_assert_cmpint (lstat (path, &info), ==, 0);
  g_assert_cmpint (info.st_mode, ==, S_IFREG | 0640);
  if (geteuid () == 0)
    {
      g_assert_cmpuint (info.st_uid, ==, 12);
      g_assert_cmpuint (info.st_gid, ==, 34);
    }

  /* A link that leads to no file yet makes one. */
  g_assert_cmpint (symlink (target, dangling), ==, 0);
  g_assert_true (save (record, YQ_FORMAT_PGN, dangling, NULL, NULL, NULL, &error));
  g_assert_no_error (error);
  assert_content (target, text);
  g_assert_cmpint (lstat (dangling, &info), ==, 0);
  g_assert_true (S_ISLNK (info.st_mode));

  /* A second name keeps what it had. */
  put (path, "old");
  g_assert_cmpint (link (path, other), ==, 0);
  g_assert_true (save (record, YQ_FORMAT_PGN, path, NULL, NULL, NULL, &error));
  assert_content (path, text);
  assert_content (other, "old");

  /* A link that bites its tail. */
  g_assert_cmpint (g_remove (alias), ==, 0);
  g_assert_cmpint (symlink ("link.pgn", alias), ==, 0);
  g_assert_false (save (record, YQ_FORMAT_PGN, alias, NULL, NULL, NULL, &error));
  g_assert_nonnull (error);
  yq_record_free (record);
  assert_alone (folder);
}

static void
test_changed (void)
{
  g_autofree char *path = path_of ("changed.pgn"), *etag = NULL, *text = NULL;
  g_autoptr(GError) error = NULL;
  const struct timespec times[2] = { { 1000, 0 }, { 1000, 0 } };
  YqRecord *record = record_new ();

  text = text_of (record);
  g_assert_true (save (record, YQ_FORMAT_PGN, path, NULL, NULL, &etag, &error));
  /* Twice by ourselves is no change. */
  {
    g_autofree char *second = NULL;

    g_assert_true (save (record, YQ_FORMAT_PGN, path, etag, NULL, &second, &error));
    g_assert_no_error (error);
    g_free (etag);
    etag = g_steal_pointer (&second);
  }
  put (path, "theirs");
  g_assert_cmpint (utimensat (AT_FDCWD, path, times, 0), ==, 0);
  g_assert_false (save (record, YQ_FORMAT_PGN, path, etag, NULL, NULL, &error));
  g_assert_error (error, YQ_STORE_ERROR, YQ_STORE_ERROR_CHANGED);
  g_clear_error (&error);
  assert_content (path, "theirs");
  g_assert_true (save (record, YQ_FORMAT_PGN, path, NULL, NULL, NULL, &error));
  assert_content (path, text);
  /* Taken away by somebody: nothing of theirs is lost by writing it again. */
  g_assert_cmpint (g_remove (path), ==, 0);
  g_assert_true (save (record, YQ_FORMAT_PGN, path, etag, NULL, NULL, &error));
  assert_content (path, text);
  yq_record_free (record);
}

static void
test_cancel (void)
{
  g_autofree char *path = path_of ("cancel.pgn");
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GError) error = NULL;
  YqRecord *record = record_new ();

  put (path, "1. h2e2 *");
  g_cancellable_cancel (cancellable);
  g_assert_null (load (path, cancellable, NULL, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  g_assert_false (save (record, YQ_FORMAT_PGN, path, NULL, cancellable, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  assert_content (path, "1. h2e2 *");
  assert_alone (folder);
  yq_record_free (record);
}

static gboolean
fails_full (const char *path)
{
  const struct rlimit limit = { 1024, 1024 };
  g_autoptr(GError) error = NULL;
  YqRecord *record = record_new ();
  g_autofree char *comment = g_strnfill (100000, 'x');

  /* As a full disk: from some byte on nothing can be written. */
  signal (SIGXFSZ, SIG_IGN);
  yq_node_set_comment (record->root, comment);
  return setrlimit (RLIMIT_FSIZE, &limit) == 0
         && !save (record, YQ_FORMAT_PGN, path, NULL, NULL, NULL, &error) && error != NULL;
}

static gboolean
fails_read_only (const char *path)
{
  g_autoptr(GError) error = NULL;
  YqRecord *record = record_new ();

  if (geteuid () == 0 && (setegid (65534) != 0 || seteuid (65534) != 0))
    return FALSE;
  return !save (record, YQ_FORMAT_PGN, path, NULL, NULL, NULL, &error)
         && g_error_matches (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED);
}

/* As somebody else than the owner, in none of its groups, but in a folder open to all. */
static gboolean
saves_as_stranger (const char *path)
{
  g_autoptr(GError) error = NULL;
  YqRecord *record = record_new ();

  return setgroups (0, NULL) == 0 && setegid (65534) == 0 && seteuid (65534) == 0
         && save (record, YQ_FORMAT_PGN, path, NULL, NULL, NULL, &error);
}

static const struct
{
  const char *name;
  gboolean (*func) (const char *path);
} child_tasks[] = {
  { "full", fails_full },
  { "read-only", fails_read_only },
  { "stranger", saves_as_stranger },
};

G_NORETURN static void
child_main (const char *name, const char *path)
{
  gboolean done = FALSE;

  for (gsize i = 0; i < G_N_ELEMENTS (child_tasks); i++)
    if (g_str_equal (child_tasks[i].name, name))
      done = child_tasks[i].func (path);
  _exit (done ? EXIT_SUCCESS : EXIT_FAILURE);
}

/* In a program of its own, because it gives something up. (A fork of this one would lack GLib's threads.) */
static void
in_child (const char *name, const char *path)
{
  char *argv[] = { (char *) program, (char *) "--child", (char *) name, (char *) path, NULL };
  g_autoptr(GError) error = NULL;
  int status;

  g_spawn_sync (NULL, argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, NULL, NULL, &status, &error);
  g_assert_no_error (error);
  g_spawn_check_wait_status (status, &error);
  g_assert_no_error (error);
}

static void
test_stranger (void)
{
  g_autofree char *sub = path_of ("open"), *path = g_build_filename (sub, "game.pgn", NULL);
  struct stat info;

  if (geteuid () != 0)
    {
      g_test_skip ("only root can be somebody else");
      return;
    }
  g_assert_cmpint (g_mkdir (sub, 0700), ==, 0);
  put (path, "old");
  g_assert_cmpint (chmod (path, 0664), ==, 0);
  g_assert_cmpint (chmod (sub, 0777), ==, 0);
  g_assert_cmpint (chmod (folder, 0755), ==, 0);
  in_child ("stranger", path);
  g_assert_cmpint (stat (path, &info), ==, 0);
  g_assert_cmpuint (info.st_uid, ==, 65534);
  g_assert_cmpint (info.st_mode & 07777, ==, 0604);
}

/* A save that fails leaves the old file as it was. */
static void
test_full (void)
{
  g_autofree char *path = path_of ("full.pgn");

  put (path, "old");
  in_child ("full", path);
  assert_content (path, "old");
  assert_alone (folder);
}

static void
test_read_only (void)
{
  g_autofree char *sub = path_of ("read-only"), *path = g_build_filename (sub, "game.pgn", NULL);

  g_assert_cmpint (g_mkdir (sub, 0755), ==, 0);
  put (path, "old");
  g_assert_cmpint (chmod (path, 0666), ==, 0);
  g_assert_cmpint (chmod (sub, 0555), ==, 0);
  g_assert_cmpint (chmod (folder, 0755), ==, 0);
  in_child ("read-only", path);
  assert_content (path, "old");
  assert_alone (sub);
  g_assert_cmpint (chmod (sub, 0755), ==, 0);
}

/* Play goes on while the disk works: what was there when the save began is what is saved. */
static void
test_meanwhile (void)
{
  g_autofree char *path = path_of ("meanwhile.pgn"), *text = NULL;
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;
  YqRecord *record = record_new ();

  text = text_of (record);
  yq_store_save_async (record, YQ_FORMAT_PGN, YQ_NOTATION_CHINESE, file, NULL, NULL, done_cb,
                       &result);
  yq_node_set_comment (record->root, "later");
  yq_record_free (record);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (yq_store_save_finish (result, NULL, &error));
  g_assert_no_error (error);
  assert_content (path, text);
}

/* Every game of the collection opens as a window opens it, and is the same after it has been saved. */
static void
test_collection (void)
{
  const char *cases = g_getenv ("YAQI_CASES");
  g_autofree char *table = NULL, *text = NULL, *path = path_of ("collection.pgn");
  g_auto(GStrv) lines = NULL;
  guint n = 0;

  table = cases != NULL ? g_build_filename (cases, "files", "EXPECTED.tsv", NULL) : NULL;
  if (table == NULL || !g_file_get_contents (table, &text, NULL, NULL))
    {
      g_test_skip ("no collection of files");
      return;
    }
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto(GStrv) columns = g_strsplit (lines[i], "\t", -1);
      g_autofree char *file = NULL, *before = NULL, *after = NULL;
      g_autoptr(GError) error = NULL;
      YqRecord *record, *again;
      guint plies = 0;
      YqFormat format;

      if (g_strv_length (columns) < 10 || !g_str_has_prefix (columns[0], "pgn/") || strcmp (columns[3], "-") == 0)
        continue;
      g_test_message ("%s", columns[0]);
      file = g_build_filename (cases, "files", columns[0], NULL);
      record = load (file, NULL, NULL, &format, &error);
      if (strcmp (columns[9], "-") != 0) /* a move in it is not legal */
        {
          g_assert_error (error, YQ_STORE_ERROR, YQ_STORE_ERROR_UNREADABLE);
          continue;
        }
      g_assert_no_error (error);
      g_assert_cmpint (format, ==, atoi (columns[3]) > 1 ? YQ_FORMAT_SEVERAL : YQ_FORMAT_PGN);
      for (const YqNode *node = record->root->child; node != NULL; node = node->child)
        plies++;
      g_assert_cmpint ((int) plies, ==, atoi (columns[4]));
      g_assert_true (save (record, YQ_FORMAT_PGN, path, NULL, NULL, NULL, &error));
      g_assert_no_error (error);
      again = load (path, NULL, NULL, NULL, &error);
      g_assert_no_error (error);
      before = text_of (record);
      after = text_of (again);
      g_assert_cmpstr (before, ==, after);
      yq_record_free (record);
      yq_record_free (again);
      n++;
    }
  g_assert_cmpuint (n, >, 0);
}

static void
remove_folder (const char *path)
{
  g_autoptr(GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      if (g_file_test (child, G_FILE_TEST_IS_DIR) && !g_file_test (child, G_FILE_TEST_IS_SYMLINK))
        remove_folder (child);
      g_remove (child);
    }
  g_rmdir (path);
}

int
main (int argc, char **argv)
{
  int status;

  program = argv[0];
  if (argc == 4 && g_str_equal (argv[1], "--child"))
    child_main (argv[2], argv[3]);
  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("yaqi-store-XXXXXX", NULL);
  g_test_add_func ("/store/round-trip", test_round_trip);
  g_test_add_func ("/store/commands", test_commands);
  g_test_add_func ("/store/several", test_several);
  g_test_add_func ("/store/unreadable", test_unreadable);
  g_test_add_func ("/store/no-file", test_no_file);
  g_test_add_func ("/store/access", test_access);
  g_test_add_func ("/store/changed", test_changed);
  g_test_add_func ("/store/cancel", test_cancel);
  g_test_add_func ("/store/stranger", test_stranger);
  g_test_add_func ("/store/full", test_full);
  g_test_add_func ("/store/read-only", test_read_only);
  g_test_add_func ("/store/meanwhile", test_meanwhile);
  g_test_add_func ("/store/collection", test_collection);
  status = g_test_run ();
  remove_folder (folder);
  g_free (folder);
  return status;
}
