/* The running game survives its program: kills, second programs, damaged files.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "yq-journal.h"

#include "game-help.h"

static const char *program;

static void
iterate (guint ms)
{
  gint64 end = g_get_monotonic_time () + ms * 1000;

  while (g_get_monotonic_time () < end)
    {
      g_main_context_iteration (NULL, FALSE);
      g_usleep (1000);
    }
}

static guint
count_files (const char *folder, const char *suffix)
{
  g_autoptr(GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n = 0;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    n += g_str_has_suffix (name, suffix);
  return n;
}

static char *
folder_new (void)
{
  char *folder = g_dir_make_tmp ("yaqi-journal-XXXXXX", NULL);

  g_assert_nonnull (folder);
  return folder;
}

static void
folder_free (char *folder)
{
  g_autoptr(GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_remove (path);
    }
  g_rmdir (folder);
  g_free (folder);
}

/* What a child does: a game with a variation, the cursor inside of it, then it waits to be killed.
 */
G_NORETURN static void
child_main (const char *folder, const char *moves)
{
  g_autoptr(YqJournal) journal = yq_journal_new (folder);
  g_autoptr(YqGame) game = yq_game_new (&yq_ruleset_duck);
  g_autoptr(GFile) file = g_file_new_for_path ("/tmp/a game.pgn");

  yq_journal_set_file (journal, file, "12:34 x");
  yq_journal_watch (journal, game);
  play (game, "a3a4 a6a5");
  yq_game_go_first (game);
  play (game, moves);
  yq_game_set_comment (game, yq_game_get_cursor (game), "here");
  iterate (100); /* as the main loop of a program would */
  yq_journal_flush (journal); /* however slow the disk is just now */
  puts ("ready");
  fflush (stdout);
  for (;;)
    iterate (1000);
}

/* Starts a child and waits until its game should be on the disk. */
static GPid
child_start (const char *folder, const char *moves)
{
  const char *argv[] = { program, "--child", folder, moves, NULL };
  g_autoptr(GError) error = NULL;
  char line[16] = "";
  FILE *stream;
  GPid pid;
  int out;

  g_spawn_async_with_pipes (NULL, (char **) argv, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &pid,
                            NULL, &out, NULL, &error);
  g_assert_no_error (error);
  stream = fdopen (out, "r");
  g_assert_nonnull (fgets (line, sizeof line, stream));
  g_assert_cmpstr (line, ==, "ready\n");
  fclose (stream);
  return pid;
}

static void
child_kill (GPid pid)
{
  int status;

  g_assert_cmpint (kill (pid, SIGKILL), ==, 0);
  g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
  g_assert_true (WIFSIGNALED (status));
}

static void
assert_recovered (YqJournal *journal, const char *line)
{
  g_autoptr(YqGame) game = yq_game_new (&yq_ruleset_xiangqi);
  g_autoptr(GFile) file = NULL;
  g_autofree char *etag = NULL, *path = NULL, *text = NULL;
  YqNode *cursor = NULL;
  YqRecord *record = yq_journal_recover (journal, &cursor, &file, &etag);

  g_assert_nonnull (record);
  yq_game_set_record (game, record);
  yq_game_go_to (game, cursor);
  text = line_text (game);
  g_assert_cmpstr (text, ==, line);
  g_assert_cmpstr (cursor->comment, ==, "here");
  g_assert_true (yq_game_get_ruleset (game) == &yq_ruleset_duck);
  path = g_file_get_path (file);
  g_assert_cmpstr (path, ==, "/tmp/a game.pgn");
  g_assert_cmpstr (etag, ==, "12:34 x");
}

static void
assert_nothing (YqJournal *journal)
{
  YqNode *cursor;
  GFile *file;
  char *etag;

  g_assert_null (yq_journal_recover (journal, &cursor, &file, &etag));
}

static void
test_kill (void)
{
  char *folder = folder_new ();
  GPid pid = child_start (folder, "c3c4 a6a5 e3e4");
  YqJournal *journal = yq_journal_new (folder);

  /* Not while its owner lives. */
  assert_nothing (journal);
  child_kill (pid);
  assert_recovered (journal, "c3c4 a6a5 e3e4");
  /* Once, but a program that dies here leaves it to the next. */
  assert_nothing (journal);
  g_object_unref (journal);
  journal = yq_journal_new (folder);
  assert_recovered (journal, "c3c4 a6a5 e3e4");
  yq_journal_drop_recovered (journal);
  g_object_unref (journal);
  journal = yq_journal_new (folder);
  assert_nothing (journal);
  g_object_unref (journal);
  g_assert_cmpuint (count_files (folder, ""), ==, 0);
  folder_free (folder);
}

/* Two programs run and die; both games are there, the last one first. */
static void
test_two (void)
{
  char *folder = folder_new ();
  GPid first = child_start (folder, "c3c4");
  GPid second = child_start (folder, "e3e4");
  g_autoptr(YqJournal) journal = NULL;

  child_kill (first);
  child_kill (second);
  journal = yq_journal_new (folder);
  assert_recovered (journal, "e3e4");
  assert_recovered (journal, "c3c4");
  assert_nothing (journal);
  yq_journal_drop_recovered (journal);
  g_clear_object (&journal);
  folder_free (folder);
}

/* The recovered game goes on under the new program's name: never is it on the disk nowhere. */
static void
test_go_on (void)
{
  char *folder = folder_new ();
  g_autoptr(YqGame) game = yq_game_new (&yq_ruleset_duck);
  YqJournal *journal;
  YqNode *cursor;

  child_kill (child_start (folder, "c3c4"));
  journal = yq_journal_new (folder);
  yq_journal_watch (journal, game);
  yq_game_set_record (game, yq_journal_recover (journal, &cursor, NULL, NULL));
  yq_game_set_saved (game, 0);
  yq_game_go_to (game, cursor);
  yq_journal_drop_recovered (journal);
  g_assert_cmpuint (count_files (folder, ".game"), ==, 1);
  /* A program that ends without saying so leaves the game behind. */
  g_object_unref (journal);
  g_assert_cmpuint (count_files (folder, ".game"), ==, 1);
  journal = yq_journal_new (folder);
  yq_game_set_record (game, yq_journal_recover (journal, &cursor, NULL, NULL));
  g_assert_cmpstr (cursor->comment, ==, "here");
  yq_journal_drop_recovered (journal);
  g_object_unref (journal);
  g_assert_cmpuint (count_files (folder, ""), ==, 0);
  folder_free (folder);
}

/* On the disk while there is something to lose, within 100 ms; gone when it is saved or forgotten.
 */
static void
test_watch (void)
{
  char *folder = folder_new ();
  g_autoptr(YqGame) game = yq_game_new (&yq_ruleset_xiangqi);
  YqJournal *journal = yq_journal_new (folder);

  yq_journal_watch (journal, game);
  iterate (60);
  yq_journal_flush (journal);
  g_assert_cmpuint (count_files (folder, ".game"), ==, 0);
  play (game, "h2e2");
  iterate (60);
  yq_journal_flush (journal);
  g_assert_cmpuint (count_files (folder, ".game"), ==, 1);
  yq_game_set_saved (game, yq_game_get_version (game));
  iterate (60);
  yq_journal_flush (journal);
  g_assert_cmpuint (count_files (folder, ".game"), ==, 0);
  play (game, "h9g7");
  yq_journal_flush (journal);
  g_assert_cmpuint (count_files (folder, ".game"), ==, 1);
  yq_journal_forget (journal);
  g_assert_cmpuint (count_files (folder, ".game"), ==, 0);
  g_object_unref (journal);
  g_assert_cmpuint (count_files (folder, ""), ==, 0);
  folder_free (folder);
}

/* Whatever lies in the folder: it is passed over, and what was meant as a game is kept aside. */
static void
test_damaged (void)
{
  static const char *const texts[] = {
    "",
    "no journal",
    "Yaqi journal 1\nFile: nowhere\nCursor: 99 1:1\n\n1. a0a9 {no move}\n",
    "Yaqi journal 2\nCursor: 0\n\n*\n",
    "Yaqi journal 1\nCursor: 1",
    "\xff\xfe\x01\x02\n\n\n",
  };
  char *folder = folder_new ();
  g_autofree char *subfolder = g_build_filename (folder, "folder.game", NULL);
  g_autofree char *fifo = g_build_filename (folder, "fifo.game", NULL);
  g_autofree char *stale = g_build_filename (folder, "stale.lock", NULL);
  g_autofree char *short_way = g_build_filename (folder, "short.game", NULL);
  const char way[] = "Yaqi journal 1\nCursor: 7 1:5 x:y 3\n\n[Variant \"Duck Chess\"]\n\n1. a3a4 "
                     "(1. c3c4) 1... a6a5 *\n";
  YqRecord *record;
  YqJournal *journal;
  YqNode *cursor;

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *name = g_strdup_printf ("%u.game", i);
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_assert_true (g_file_set_contents (path, texts[i], -1, NULL));
    }
  g_assert_cmpint (g_mkdir (subfolder, 0700), ==, 0);
  g_assert_cmpint (mkfifo (fifo, 0600), ==, 0);
  g_assert_true (g_file_set_contents (stale, "", 0, NULL));
  journal = yq_journal_new (folder);
  assert_nothing (journal);
  assert_nothing (journal);
  g_assert_cmpuint (count_files (folder, ".damaged"), ==, G_N_ELEMENTS (texts) + 2);
  g_assert_cmpuint (count_files (folder, ".game"), ==, 0);
  g_assert_cmpuint (count_files (folder, ".lock"), ==, 1); /* our own */

  /* A way that leads nowhere ends where it must. */
  g_assert_true (g_file_set_contents (short_way, way, -1, NULL));
  record = yq_journal_recover (journal, &cursor, NULL, NULL);
  g_assert_nonnull (record);
  g_assert_cmpuint (cursor->ply, ==, 1);
  yq_record_free (record);
  yq_journal_drop_recovered (journal);
  g_object_unref (journal);
  folder_free (folder);
}

/* A folder that cannot be: the program runs all the same. */
static void
test_no_folder (void)
{
  g_autoptr(YqGame) game = yq_game_new (&yq_ruleset_duck);
  g_autoptr(YqJournal) journal = yq_journal_new ("/dev/null/yaqi");

  yq_journal_watch (journal, game);
  play (game, "a3a4");
  iterate (60);
  yq_journal_flush (journal);
  assert_nothing (journal);
  yq_journal_drop_recovered (journal);
  yq_journal_forget (journal);
}

int
main (int argc, char **argv)
{
  program = argv[0];
  if (argc == 4 && strcmp (argv[1], "--child") == 0)
    child_main (argv[2], argv[3]);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/journal/kill", test_kill);
  g_test_add_func ("/journal/two-programs", test_two);
  g_test_add_func ("/journal/go-on", test_go_on);
  g_test_add_func ("/journal/watch", test_watch);
  g_test_add_func ("/journal/damaged", test_damaged);
  g_test_add_func ("/journal/no-folder", test_no_folder);
  return g_test_run ();
}
