/* Many positions: read in a thread, listed, filtered, cancelled, exported.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "yq-batch.h"

#include <glib/gstdio.h>
#include <string.h>

#include "yq-ruleset.h"

static const char mixture[] = "3k5/9/9/9/9/3R5/9/9/9/4K4 b\n"
                              "# a remark\n"
                              "4k4/9/9/4N4/9/9/4C4/9/9/4K4 b - - 0 1\r\n"
                              "3k5/4P4/9/9/9/9/9/9/9/4K4 b\n"
                              "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w\n"
                              "\n"
                              "4k4/9/9/9/9/9/9/9/9/4K4 w\n"
                              "4k4/9/9/9/9/9/9/9/4K4 w\n"
                              "2 1 4\nG 10 5\nR 6 4\n"
                              "3 1 5 / H 4 5 / G 10 5 / C 7 5\n"
                              "0 0 0\n";

static void
end_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GError **error = user_data;

  if (yq_batch_read_finish (YQ_BATCH (source), result, error))
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CLOSED, "read");
}

/* Waits for the end; returns its code, G_IO_ERROR_CLOSED when all was read. */
static int
wait_for (GError **error)
{
  int code;

  while (*error == NULL)
    g_main_context_iteration (NULL, TRUE);
  code = (*error)->code;
  g_clear_error (error);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  return code;
}

static void
read_text (YqBatch *batch, const char *text, gsize length)
{
  g_autoptr(GBytes) bytes = g_bytes_new (text, length);
  GError *error = NULL;

  yq_batch_read_async (batch, bytes, end_cb, &error);
  g_assert_cmpint (wait_for (&error), ==, G_IO_ERROR_CLOSED);
}

static void
set_filter (YqBatch *batch, YqBatchKind kind)
{
  g_object_set (batch, "filter", (int) kind, NULL);
}

static void
test_mixture (void)
{
  static const struct
  {
    YqBatchKind kind;
    guint line;
  } rows[] = {
    { YQ_BATCH_CHECKMATE, 1 }, { YQ_BATCH_CHECK, 3 },      { YQ_BATCH_STALEMATE, 4 }, { YQ_BATCH_NONE, 5 },
    { YQ_BATCH_IMPOSSIBLE, 7 }, { YQ_BATCH_UNREADABLE, 8 }, { YQ_BATCH_CHECKMATE, 9 }, { YQ_BATCH_CHECK, 12 },
  };
  g_autoptr(YqBatch) batch = yq_batch_new (&yq_ruleset_xiangqi);
  GListModel *list = G_LIST_MODEL (batch);
  gboolean reading;
  double progress;

  read_text (batch, mixture, strlen (mixture));
  g_object_get (batch, "reading", &reading, "progress", &progress, NULL);
  g_assert_false (reading);
  g_assert_cmpfloat (progress, ==, 1);
  g_assert_cmpuint (g_list_model_get_n_items (list), ==, G_N_ELEMENTS (rows));
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr(YqBatchItem) item = g_list_model_get_item (list, i);
      YqBatchKind kind = yq_batch_item_get_kind (item);

      g_assert_cmpint (kind, ==, rows[i].kind);
      g_assert_cmpuint (yq_batch_item_get_line (item), ==, rows[i].line);
      g_assert_cmpint (yq_batch_item_get_fault (item) != NULL, ==,
                       kind == YQ_BATCH_UNREADABLE || kind == YQ_BATCH_IMPOSSIBLE);
      g_assert_cmpint (yq_batch_item_get_position (item) != NULL, ==, kind != YQ_BATCH_UNREADABLE);
    }
  {
    g_autoptr(YqBatchItem) faulty = g_list_model_get_item (list, 5), judge = g_list_model_get_item (list, 6);

    g_assert_cmpstr (yq_batch_item_get_fault (faulty), ==,
                     "Line 8, column 22: the position cannot be read: ranks: 9 instead of 10");
    g_assert_cmpstr (yq_batch_item_get_text (judge), ==, "2 1 4 / G 10 5 / R 6 4");
    g_assert_cmpuint (yq_batch_item_get_position (judge)->squares[yq_square_at (4, 3)], ==,
                      yq_piece (YQ_RED, YQ_CHARIOT));
  }

  set_filter (batch, YQ_BATCH_CHECK);
  g_assert_cmpuint (g_list_model_get_n_items (list), ==, 2);
  g_assert_cmpuint (yq_batch_count (batch, YQ_BATCH_CHECK), ==, 2);
  g_assert_cmpuint (yq_batch_count (batch, YQ_BATCH_ALL), ==, G_N_ELEMENTS (rows));
  {
    g_autoptr(YqBatchItem) last = g_list_model_get_item (list, 1);

    g_assert_cmpuint (yq_batch_item_get_line (last), ==, 12);
  }
  g_assert_null (g_list_model_get_item (list, 2));
  /* Another text under the same filter. */
  read_text (batch, mixture, strlen (mixture));
  g_assert_cmpuint (g_list_model_get_n_items (list), ==, 2);
  set_filter (batch, YQ_BATCH_ALL);
  g_assert_cmpuint (g_list_model_get_n_items (list), ==, G_N_ELEMENTS (rows));
}

static char *
fault_of (YqBatch *batch, guint row)
{
  g_autoptr(YqBatchItem) item = g_list_model_get_item (G_LIST_MODEL (batch), row);

  return g_strdup (yq_batch_item_get_fault (item));
}

/* The chosen notation says how ranks are counted; lines end in any way. */
static void
test_words (void)
{
  static const char text[] = "4k4/9/9/9/4R4/9/9/9/9/3K5 w\r2 1 4\rG 10 5\r\nR 6 4\r";
  g_autoptr(YqBatch) batch = yq_batch_new (&yq_ruleset_xiangqi);
  g_autoptr(YqBatchItem) judge = NULL;
  g_autofree char *from_zero = NULL, *from_one = NULL, *again = NULL;

  read_text (batch, text, strlen (text));
  from_zero = fault_of (batch, 0);
  g_object_set (batch, "from-one", TRUE, NULL);
  from_one = fault_of (batch, 0);
  g_object_set (batch, "from-one", FALSE, NULL);
  again = fault_of (batch, 0);
  g_assert_nonnull (strstr (from_zero, "e5"));
  g_assert_nonnull (strstr (from_one, "e6"));
  g_assert_cmpstr (from_zero, ==, again);
  judge = g_list_model_get_item (G_LIST_MODEL (batch), 1);
  g_assert_cmpuint (yq_batch_item_get_line (judge), ==, 2);
  g_assert_cmpstr (yq_batch_item_get_text (judge), ==, "2 1 4 / G 10 5 / R 6 4");
}

/* The list as its listeners know it from items-changed. */
static void
items_changed_cb (GListModel *list, guint position, guint removed, guint added, guint *n)
{
  g_assert_cmpuint (position + removed, <=, *n);
  *n += added - removed;
  g_assert_cmpuint (g_list_model_get_n_items (list), ==, *n);
}

static char *
repeat (guint times, gsize *length)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < times; i++)
    g_string_append_len (text, mixture, (gssize) (strstr (mixture, "0 0 0") - mixture));
  *length = text->len;
  return g_string_free (text, FALSE);
}

static void
test_many (void)
{
  g_autoptr(YqBatch) batch = yq_batch_new (&yq_ruleset_xiangqi);
  gsize length;
  g_autofree char *text = repeat (2500, &length);
  guint n = 0;

  g_signal_connect (batch, "items-changed", G_CALLBACK (items_changed_cb), &n);
  read_text (batch, text, length);
  g_assert_cmpuint (n, ==, 20000);
  g_assert_cmpuint (yq_batch_count (batch, YQ_BATCH_CHECKMATE), ==, 5000);
  g_assert_cmpuint (yq_batch_count (batch, YQ_BATCH_UNREADABLE), ==, 2500);
  set_filter (batch, YQ_BATCH_STALEMATE);
  g_assert_cmpuint (n, ==, 2500);
  set_filter (batch, YQ_BATCH_NONE);
  g_assert_cmpuint (n, ==, 2500);
  read_text (batch, "", 0);
  g_assert_cmpuint (n, ==, 0);
}

static void
test_cancel (void)
{
  g_autoptr(YqBatch) batch = yq_batch_new (&yq_ruleset_xiangqi);
  gsize length;
  g_autofree char *text = repeat (50000, &length);
  g_autoptr(GBytes) bytes = g_bytes_new_static (text, length);
  GError *error = NULL, *other = NULL;
  gboolean reading;
  guint n;

  yq_batch_read_async (batch, bytes, end_cb, &error);
  while (yq_batch_count (batch, YQ_BATCH_ALL) == 0)
    g_main_context_iteration (NULL, TRUE);
  yq_batch_cancel (batch);
  n = yq_batch_count (batch, YQ_BATCH_ALL);
  g_assert_cmpint (wait_for (&error), ==, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (yq_batch_count (batch, YQ_BATCH_ALL), ==, n);
  g_object_get (batch, "reading", &reading, NULL);
  g_assert_false (reading);

  /* A second text takes the place of the first one, which ends. */
  yq_batch_read_async (batch, bytes, end_cb, &error);
  yq_batch_read_async (batch, bytes, end_cb, &other);
  yq_batch_cancel (batch);
  g_assert_cmpint (wait_for (&error), ==, G_IO_ERROR_CANCELLED);
  g_assert_cmpint (wait_for (&other), ==, G_IO_ERROR_CANCELLED);
  read_text (batch, mixture, strlen (mixture));
  g_assert_cmpuint (yq_batch_count (batch, YQ_BATCH_ALL), ==, 8);
}

static void
exported_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr(GError) error = NULL;

  yq_batch_export_finish (YQ_BATCH (source), result, &error);
  g_assert_no_error (error);
  *(gboolean *) user_data = TRUE;
}

static char *
export (YqBatch *batch, const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  gboolean done = FALSE;
  char *content;

  yq_batch_export_async (batch, file, NULL, exported_cb, &done);
  while (!done)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (g_file_get_contents (path, &content, NULL, NULL));
  g_unlink (path);
  return content;
}

static void
test_export (void)
{
  g_autoptr(YqBatch) batch = yq_batch_new (&yq_ruleset_xiangqi);
  g_autofree char *folder = g_dir_make_tmp ("yaqi-XXXXXX", NULL), *text = NULL, *table = NULL, *some = NULL;

  read_text (batch, mixture, strlen (mixture));
  text = export (batch, folder, "list.txt");
  g_assert_true (g_str_has_prefix (text, "3k5/9/9/9/9/3R5/9/9/9/4K4 b\tcheckmate\t\n"
                                         "4k4/9/9/4N4/9/9/4C4/9/9/4K4 b - - 0 1\tcheck\te9d9 e9f9\n"));
  g_assert_nonnull (strstr (text, "4k4/9/9/9/9/9/9/9/9/4K4 w\tillegal\tThe generals face each other, and it is red's turn\n"));

  table = export (batch, folder, "list.csv");
  g_assert_true (g_str_has_prefix (table, "line,position,verdict,replies,fault\n"
                                          "1,3k5/9/9/9/9/3R5/9/9/9/4K4 b,checkmate,,\n"
                                          "3,4k4/9/9/4N4/9/9/4C4/9/9/4K4 b - - 0 1,check,e9d9 e9f9,\n"));
  g_assert_nonnull (strstr (table, "7,4k4/9/9/9/9/9/9/9/9/4K4 w,illegal,,\"The generals face each other, and it is red's turn\"\n"));

  set_filter (batch, YQ_BATCH_STALEMATE);
  some = export (batch, folder, "some.csv");
  g_assert_cmpstr (some, ==, "line,position,verdict,replies,fault\n4,3k5/4P4/9/9/9/9/9/9/9/4K4 b,stalemate,,\n");
  g_rmdir (folder);
}

/* Any bytes are listed. */
static void
test_garbage (void)
{
  g_autoptr(YqBatch) batch = yq_batch_new (&yq_ruleset_xiangqi);

  for (guint i = 0; i < 200; i++)
    {
      char text[300];
      gsize length = (gsize) g_test_rand_int_range (0, sizeof text);

      for (gsize j = 0; j < length; j++)
        text[j] = (char) g_test_rand_int_range (0, 256);
      read_text (batch, text, length);
      for (guint row = 0; row < g_list_model_get_n_items (G_LIST_MODEL (batch)); row++)
        {
          g_autoptr(YqBatchItem) item = g_list_model_get_item (G_LIST_MODEL (batch), row);

          g_assert_true (g_utf8_validate (yq_batch_item_get_text (item), -1, NULL));
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/batch/mixture", test_mixture);
  g_test_add_func ("/batch/words", test_words);
  g_test_add_func ("/batch/many", test_many);
  g_test_add_func ("/batch/cancel", test_cancel);
  g_test_add_func ("/batch/export", test_export);
  g_test_add_func ("/batch/garbage", test_garbage);
  return g_test_run ();
}
