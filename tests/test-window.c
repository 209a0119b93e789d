/* The windows of the application, from inside: every template is whole, actions are on when they
 * should be, moves and refusals reach the labels, and a closed window is gone. The real program is
 * driven by tests/app.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gstdio.h>

#include "yq-comment-dialog.h"
#include "yq-help.h"
#include "yq-log-list.h"
#include "yq-picture.h"
#include "yq-preferences.h"
#include "yq-window-private.h"

static YqApplication *application;

static void
turn (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static YqWindow *
open_window (void)
{
  YqWindow *window = yq_window_new (application);

  gtk_window_present (GTK_WINDOW (window));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
  return window;
}

static void
close_window (YqWindow *window)
{
  gtk_window_destroy (GTK_WINDOW (window));
  turn ();
}

static void
type (YqWindow *window, const char *move)
{
  g_signal_emit_by_name (window->board, "typed", move);
}

/* A button is sensitive while the action that it would activate is on. */
static gboolean
is_on (YqWindow *window, const char *action)
{
  GtkWidget *button = gtk_button_new ();
  gboolean on;

  gtk_widget_set_parent (button, GTK_WIDGET (window->log_view));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  on = gtk_widget_get_sensitive (button);
  gtk_widget_unparent (button);
  return on;
}

static void
test_window_is_gone (void)
{
  YqWindow *window = open_window ();

  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &window);
  type (window, "a0a1");
  turn ();
  close_window (window);
  g_assert_null (window);
}

static void
test_moves (void)
{
  YqWindow *window = open_window ();

  g_assert_cmpstr (gtk_label_get_label (window->status_label), ==, "Red to move");
  type (window, "a0a1");
  g_assert_cmpstr (gtk_label_get_label (window->status_label), ==, "Blue to move");
  g_assert_true (g_str_has_prefix (gtk_window_get_title (GTK_WINDOW (window)), "• Duck Chess"));
  type (window, "a9a4");
  g_assert_true (gtk_widget_get_visible (window->notice));
  g_assert_cmpstr (gtk_label_get_label (window->notice_label), ==,
                   "The car is blocked: row 7 column 0 on its way is occupied");
  g_assert_cmpuint (window->blocking, ==, yq_square_at (7, 0));
  type (window, "a9a8");
  g_assert_false (gtk_widget_get_visible (window->notice));
  type (window, "xxxx");
  g_assert_true (gtk_widget_get_visible (window->notice));
  close_window (window);
}

/* Moves and refusals are spoken, as descriptions of the point that has the focus. */
static void
test_announcements (void)
{
  YqWindow *window;
  GtkWidget *point;

  if (gtk_get_minor_version () >= 14)
    {
      g_test_skip ("from GTK 4.14 on announcements go past the descriptions");
      return;
    }
  window = open_window ();
  gtk_widget_grab_focus (GTK_WIDGET (window->board));
  type (window, "a3a4");
  point = gtk_window_get_focus (GTK_WINDOW (window));
  gtk_test_accessible_assert_property (
      point, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
      "row 3 column 0, red soldier, to row 4 column 0, empty. Blue to move");
  type (window, "a9a8");
  type (window, "a8a9");
  point = gtk_window_get_focus (GTK_WINDOW (window));
  gtk_test_accessible_assert_property (point, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                       "There is no red piece there, and it is red's turn");
  close_window (window);
}

static void
test_actions (void)
{
  static const char *const at_start[]
      = { "win.undo",       "win.redo",    "win.go-first",    "win.go-back",
          "win.go-forward", "win.go-last", "win.delete-move", "win.promote" };
  YqWindow *window = open_window ();

  for (size_t i = 0; i < G_N_ELEMENTS (at_start); i++)
    g_assert_false (is_on (window, at_start[i]));
  g_assert_true (is_on (window, "win.resign"));
  type (window, "a0a1");
  g_assert_true (is_on (window, "win.undo"));
  g_assert_true (is_on (window, "win.delete-move"));
  g_assert_false (is_on (window, "win.promote"));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.undo", NULL);
  g_assert_true (is_on (window, "win.redo"));
  type (window, "i0i1");
  g_assert_true (is_on (window, "win.promote"));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.promote", NULL);
  g_assert_false (is_on (window, "win.promote"));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.delete-move", NULL);
  g_assert_cmpuint (yq_game_get_cursor (window->game)->ply, ==, 0);
  close_window (window);
}

static void
test_settings (void)
{
  YqWindow *window = open_window ();
  GSettings *settings = yq_application_get_settings (application);
  int notation;
  gboolean flipped;

  g_settings_set_boolean (settings, "show-panel", FALSE);
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (window->log_view)));
  g_settings_reset (settings, "show-panel");
  g_settings_set_string (settings, "notation", "iccs");
  g_object_get (window->game, "notation", &notation, NULL);
  g_assert_cmpint (notation, ==, YQ_NOTATION_ICCS);
  g_settings_reset (settings, "notation");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.flip", NULL);
  g_object_get (window->board, "flipped", &flipped, NULL);
  g_assert_true (flipped);
  close_window (window);
}

/* The first move that the log shows. */
static GtkWidget *
find_cell (GtkWidget *widget)
{
  GtkWidget *cell = YQ_IS_PLY_CELL (widget) && gtk_widget_get_visible (widget) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && cell == NULL;
       child = gtk_widget_get_next_sibling (child))
    cell = find_cell (child);
  return cell;
}

static int
height_at (GtkWidget *cell, int width)
{
  int height;

  gtk_widget_measure (cell, GTK_ORIENTATION_VERTICAL, width, &height, NULL, NULL, NULL);
  return height;
}

/* A move in the log is one widget that says all there is to it; a report that is too long for its
 * place goes on below. */
static void
test_log_cells (void)
{
  YqWindow *window = open_window ();
  GSettings *settings = yq_application_get_settings (application);
  int least;
  GtkWidget *cell;

  type (window, "a0a1");
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
  cell = find_cell (GTK_WIDGET (window->log_view));
  g_assert_nonnull (cell);
  gtk_test_accessible_assert_role (cell, GTK_ACCESSIBLE_ROLE_BUTTON);
  gtk_test_accessible_assert_property (cell, GTK_ACCESSIBLE_PROPERTY_LABEL, "a0a1");
  gtk_test_accessible_assert_state (cell, GTK_ACCESSIBLE_STATE_SELECTED, 1);
  gtk_widget_measure (cell, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  g_assert_cmpint (height_at (cell, least), ==, height_at (cell, 1000));
  g_settings_set_boolean (settings, "reports", TRUE);
  gtk_test_accessible_assert_property (cell, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                       "red car;NA;no;no");
  g_assert_cmpint (height_at (cell, least), >, height_at (cell, 1000));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.undo", NULL);
  gtk_test_accessible_assert_state (cell, GTK_ACCESSIBLE_STATE_SELECTED, 0);
  gtk_widget_activate_action (cell, "ply.go", NULL);
  g_assert_cmpuint (yq_game_get_cursor (window->game)->ply, ==, 1);
  g_settings_reset (settings, "reports");
  close_window (window);
}

static GtkWidget *
find_log_list (GtkWidget *widget)
{
  GtkWidget *list = YQ_IS_LOG_LIST (widget) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && list == NULL;
       child = gtk_widget_get_next_sibling (child))
    list = find_log_list (child);
  return list;
}

/* Captains to and fro, with comments of any length and lines that replace a move. */
static YqRecord *
remarkable_game (guint n_plies)
{
  static const char *const moves[] = { "e0e1", "e9e8", "e1e0", "e8e9" };
  g_autoptr(GString) text = g_string_new ("[Variant \"Duck Chess\"]\n\n{Here we go} ");
  YqRecordFault fault;

  for (guint i = 0; i < n_plies; i++)
    {
      g_string_append_printf (text, "%s ", moves[i % 4]);
      if (g_test_rand_int_range (0, 6) == 0)
        {
          g_string_append (text, "{");
          for (int words = g_test_rand_int_range (1, 60); words > 0; words--)
            g_string_append (text, "remark ");
          g_string_append (text, "} ");
        }
      if (i % 4 == 0 && g_test_rand_int_range (0, 6) == 0)
        g_string_append (text, "(a0a1 a9a8 a1a0 a8a9) ");
    }
  g_string_append (text, "*\n");
  return yq_record_read (text->str, text->len, &yq_ruleset_duck, &fault);
}

/* What a list of rows shows: one below the other, without gaps, from edge to edge. */
static void
check_log_list (GtkWidget *list, gboolean shows_current)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (list));
  double value = gtk_adjustment_get_value (adjustment);
  double upper = gtk_adjustment_get_upper (adjustment);
  int height = gtk_widget_get_height (list), covered = -1;
  gboolean current = FALSE;
  guint n_rows = 0;

  g_assert_cmpfloat (value, >=, 0);
  g_assert_cmpfloat (value, <=, MAX (upper - height, 0) + 1);
  for (GtkWidget *row = gtk_widget_get_first_child (list); row != NULL;
       row = gtk_widget_get_next_sibling (row), n_rows++)
    {
      graphene_rect_t box;
      double top, bottom;

      g_assert_true (gtk_widget_compute_bounds (row, list, &box));
      top = box.origin.y;
      bottom = top + box.size.height;
      if (bottom <= 0 || top >= height)
        continue;
      if (covered < 0)
        g_assert_cmpfloat (top, <=, 0);
      else
        g_assert_cmpfloat (top, ==, covered);
      covered = (int) bottom;
      for (GtkWidget *cell = gtk_widget_get_first_child (row); cell != NULL;
           cell = gtk_widget_get_next_sibling (cell))
        current |= YQ_IS_PLY_CELL (cell) && gtk_widget_get_visible (cell)
                   && gtk_widget_has_css_class (cell, "current") && top >= 0 && bottom <= height;
    }
  g_assert_cmpint (covered, >=, MIN (height, (int) upper));
  g_assert_cmpuint (n_rows, <, 60);
  if (shows_current)
    g_assert_true (current);
}

/* Whatever happens to a long game, and wherever one looks, the log shows rows from edge to edge,
 * few of them are widgets, and the move that is gone to is in view. */
static void
test_log_rows (void)
{
  YqWindow *window = open_window ();
  GSettings *settings = yq_application_get_settings (application);
  GtkWidget *list = find_log_list (GTK_WIDGET (window->log_view));
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (list));

  yq_window_set_record (window, remarkable_game (1000), NULL, NULL, YQ_FORMAT_PGN);
  gtk_test_widget_wait_for_draw (list);
  check_log_list (list, FALSE);
  yq_game_go_last (window->game);
  gtk_test_widget_wait_for_draw (list);
  check_log_list (list, TRUE);
  for (int step = 0; step < 30; step++)
    {
      int what = g_test_rand_int_range (0, 10);
      YqNode *cursor = yq_game_get_cursor (window->game), *node = cursor;

      if (what < 4)
        gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment)
                                                  + g_test_rand_double_range (-900, 900));
      else if (what == 4)
        gtk_adjustment_set_value (
          adjustment, g_test_rand_double_range (0, gtk_adjustment_get_upper (adjustment)));
      else if (what < 7)
        {
          for (int back = g_test_rand_int_range (1, 400); back > 0 && node->parent != NULL; back--)
            node = node->parent;
          yq_game_go_to (window->game, node);
        }
      else if (what == 7)
        yq_game_go_last (window->game);
      else if (what == 8)
        g_settings_set_boolean (settings, "reports", !g_settings_get_boolean (settings, "reports"));
      else if (g_test_rand_bit () && node->parent != NULL && node->ply > 900)
        yq_game_delete (window->game, node);
      else
        yq_game_set_comment (window->game, node, g_test_rand_bit () ? "A remark" : NULL);
      gtk_test_widget_wait_for_draw (list);
      check_log_list (list, what >= 5 && what < 8 && yq_game_get_cursor (window->game) != cursor
                                && yq_game_get_cursor (window->game)->parent != NULL);
    }
  g_settings_reset (settings, "reports");
  yq_window_set_record (window, yq_record_new (&yq_ruleset_duck), NULL, NULL, YQ_FORMAT_PGN);
  gtk_test_widget_wait_for_draw (list);
  g_assert_null (gtk_widget_get_first_child (list));
  close_window (window);
}

/* The keyboard enters the log at the move that the board shows and walks row by row, also beyond
 * what is in view; it stays where it is when one looks elsewhere, and Tab leaves the log. */
static void
test_log_keyboard (void)
{
  YqWindow *window = open_window ();
  GtkWidget *list = find_log_list (GTK_WIDGET (window->log_view)), *focus;
  YqNode *node;

  yq_window_set_record (window, remarkable_game (60), NULL, NULL, YQ_FORMAT_PGN);
  yq_game_go_first (window->game);
  yq_game_go_forward (window->game);
  gtk_test_widget_wait_for_draw (list);
  g_assert_true (gtk_widget_child_focus (list, GTK_DIR_TAB_FORWARD));
  for (guint ply = 1;; ply += 2)
    {
      focus = gtk_window_get_focus (GTK_WINDOW (window));
      g_assert_true (YQ_IS_PLY_CELL (focus));
      node = yq_ply_get_node (yq_ply_cell_get_ply (YQ_PLY_CELL (focus)));
      g_assert_true (node->parent != NULL);
      gtk_test_widget_wait_for_draw (list);
      check_log_list (list, FALSE);
      if (!gtk_widget_child_focus (list, GTK_DIR_DOWN))
        break;
      g_assert_cmpuint (ply, <, 1000);
    }
  g_assert_cmpuint (node->ply, >=, 59);
  g_assert_false (gtk_widget_child_focus (list, GTK_DIR_TAB_FORWARD));
  gtk_adjustment_set_value (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (list)), 0);
  gtk_test_widget_wait_for_draw (list);
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (window)) == focus);
  g_assert_true (yq_ply_get_node (yq_ply_cell_get_ply (YQ_PLY_CELL (focus))) == node);
  yq_game_delete (window->game, node->parent->parent);
  gtk_test_widget_wait_for_draw (list);
  g_assert_true (YQ_IS_PLY_CELL (gtk_window_get_focus (GTK_WINDOW (window))));
  close_window (window);
}

/* Two files never share a window; the one on a new game takes the first. */
static void
test_open_several (void)
{
  YqWindow *window = open_window ();
  g_autoptr(GFile) a
      = g_file_new_for_path (g_test_get_filename (G_TEST_DIST, "data", "no such file", NULL));
  GFile *files[] = { a, a };
  GList *windows;

  g_application_open (G_APPLICATION (application), files, 2, "");
  windows = g_list_copy (gtk_application_get_windows (GTK_APPLICATION (application)));
  g_assert_cmpuint (g_list_length (windows), ==, 2);
  while (!gtk_widget_get_visible (GTK_WIDGET (window->error_bar)))
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (yq_window_is_idle (window));
  for (GList *l = windows; l != NULL; l = l->next)
    close_window (l->data);
  g_list_free (windows);
}

/* A file with a game of so many plies, for tests to open. */
static GFile *
make_file (const char *name, guint n_plies)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), name, NULL);
  g_autofree char *text = g_strconcat ("[Variant \"Duck Chess\"]\n\n", n_plies > 0 ? "d0c1 " : "",
                                       n_plies > 1 ? "e9e8 " : "", "*\n", NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return g_file_new_for_path (path);
}

static void
drop (YqWindow *window, GSList *files)
{
  g_autoptr(GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (window));
  g_auto(GValue) value = G_VALUE_INIT;
  gboolean taken = FALSE;

  g_value_init (&value, GDK_TYPE_FILE_LIST);
  g_value_set_boxed (&value, files);
  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr(GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_DROP_TARGET (controller))
        g_signal_emit_by_name (controller, "drop", &value, 10., 10., &taken);
    }
  g_assert_true (taken);
}

/* The window that shows a file, as soon as there is one. */
static YqWindow *
wait_for_file (GFile *file)
{
  for (;; g_main_context_iteration (NULL, TRUE))
    for (GList *l = gtk_application_get_windows (GTK_APPLICATION (application)); l != NULL;
         l = l->next)
      if (YQ_IS_WINDOW (l->data) && yq_window_shows (l->data, file))
        return l->data;
}

/* Files dropped on the window are opened, each in a window; a file that is open is not opened
 * again. */
static void
test_drop (void)
{
  YqWindow *window = open_window (), *other;
  g_autoptr(GFile) file = make_file ("dropped.pgn", 2);
  g_autoptr(GFile) second = make_file ("second.pgn", 1);
  GSList files[] = { { .data = file, .next = &files[1] }, { .data = second } };

  drop (window, files);
  g_assert_true (wait_for_file (file) == window);
  g_assert_cmpuint (yq_game_get_cursor (window->game)->ply, ==, 2);
  g_assert_true (g_str_has_prefix (gtk_window_get_title (GTK_WINDOW (window)), "dropped.pgn"));
  other = wait_for_file (second);
  g_assert_true (other != window);
  close_window (other);
  g_application_open (G_APPLICATION (application), &file, 1, "");
  g_assert_null (gtk_application_get_windows (GTK_APPLICATION (application))->next);
  close_window (window);
  g_file_delete (file, NULL, NULL);
  g_file_delete (second, NULL, NULL);
}

/* The window of keys belongs to it as well. */
static GtkWindow *
find_dialog (YqWindow *window)
{
  g_autoptr(GList) toplevels = gtk_window_list_toplevels ();

  for (GList *l = toplevels; l != NULL; l = l->next)
    if (gtk_window_get_transient_for (l->data) == GTK_WINDOW (window)
        && !GTK_IS_SHORTCUTS_WINDOW (l->data))
      return l->data;
  return NULL;
}

/* A dialog about a game keeps it: a file that is opened meanwhile goes elsewhere, and one that is
 * dropped on the window waits for the dialog's end, however that comes. */
static void
test_dialogs_keep_the_game (void)
{
  static const struct
  {
    const char *open, *end;
  } dialogs[] = {
    { "win.edit-comment", "comment.save" },
    { "win.edit-details", "details.save" },
    { "win.edit-comment", "window.close" },
  };
  g_autoptr(GFile) file = make_file ("other.pgn", 2), dropped = make_file ("dropped.pgn", 1);
  GSList files = { .data = dropped };

  for (size_t i = 0; i < G_N_ELEMENTS (dialogs); i++)
    {
      YqWindow *window = open_window (), *other;

      g_assert_true (yq_window_is_idle (window));
      gtk_widget_activate_action (GTK_WIDGET (window), dialogs[i].open, NULL);
      g_assert_false (yq_window_is_idle (window));
      g_application_open (G_APPLICATION (application), &file, 1, "");
      other = wait_for_file (file);
      g_assert_true (other != window);
      drop (window, &files);
      while (window->loading > 0)
        g_main_context_iteration (NULL, TRUE);
      g_assert_null (window->file);
      gtk_widget_activate_action (GTK_WIDGET (find_dialog (window)), dialogs[i].end, NULL);
      g_assert_true (wait_for_file (dropped) == window);
      close_window (other);
      close_window (window);
    }
  g_file_delete (file, NULL, NULL);
  g_file_delete (dropped, NULL, NULL);
}

/* Several files that arrive while a question about the game is open come one after the other, and
 * each of them asks about what it would replace. */
static void
test_files_wait (void)
{
  YqWindow *window = open_window ();
  g_autoptr(GFile) first = make_file ("first.pgn", 1), second = make_file ("second.pgn", 2);
  GSList a = { .data = first }, b = { .data = second };

  type (window, "a0a1");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.new-duck", NULL);
  drop (window, &a);
  while (window->loading > 0)
    g_main_context_iteration (NULL, TRUE);
  drop (window, &b);
  while (window->loading > 0)
    g_main_context_iteration (NULL, TRUE);
  for (int answer = 0; answer < 3; answer++)
    {
      GtkWindow *question = find_dialog (window);

      g_assert_nonnull (question);
      g_assert_null (window->file);
      g_assert_cmpuint (yq_game_get_cursor (window->game)->ply, ==, 1);
      /* Keeps the game, and then, when the second file asks, discards it. */
      gtk_dialog_response (GTK_DIALOG (question), answer == 2 ? 1 : GTK_RESPONSE_CANCEL);
      turn ();
    }
  g_assert_true (wait_for_file (second) == window);
  g_assert_null (find_dialog (window));
  close_window (window);
  g_file_delete (first, NULL, NULL);
  g_file_delete (second, NULL, NULL);
}

static GtkWidget *
find_entry (GtkWidget *widget, const char *text)
{
  GtkWidget *entry = GTK_IS_ENTRY (widget)
                             && g_str_equal (gtk_editable_get_text (GTK_EDITABLE (widget)), text)
                         ? widget
                         : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && entry == NULL;
       child = gtk_widget_get_next_sibling (child))
    entry = find_entry (child, text);
  return entry;
}

/* Only what was changed becomes another tag; the title follows, and undo takes it back. */
static void
test_details (void)
{
  static const char game[] = "[Variant \"Duck Chess\"]\n[Event \"?\"]\n[Red \"Ann\"]\n"
                             "[Black \"Bob\"]\n\n1. d0c1 *\n";
  YqWindow *window = open_window ();
  YqRecordFault fault;
  const YqRecord *record;
  GtkWindow *dialog;

  yq_window_set_record (window, yq_record_read (game, strlen (game), &yq_ruleset_duck, &fault),
                        NULL, NULL, YQ_FORMAT_PGN);
  record = yq_game_get_record (window->game);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.edit-details", NULL);
  dialog = find_dialog (window);
  g_assert_nonnull (find_entry (GTK_WIDGET (dialog), "Ann"));
  gtk_editable_set_text (GTK_EDITABLE (find_entry (GTK_WIDGET (dialog), "Bob")), " 鸭 \"B\" ");
  gtk_widget_activate_action (GTK_WIDGET (dialog), "details.save", NULL);
  g_assert_cmpstr (yq_record_tag (record, "Black"), ==, "鸭 \"B\"");
  g_assert_cmpstr (yq_record_tag (record, "Event"), ==, "?");
  g_assert_null (yq_record_tag (record, "Blue"));
  g_assert_null (yq_record_tag (record, "Site"));
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (window)), ==, "• Ann – 鸭 \"B\" – Yaqi");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.undo", NULL);
  g_assert_cmpstr (yq_record_tag (record, "Black"), ==, "Bob");
  close_window (window);
}

/* Each opens and closes without a warning, and only once. */
static void
test_other_windows (void)
{
  static const char *const openers[] = { "preferences", "help" };
  YqWindow *window = open_window ();
  GtkApplication *app = GTK_APPLICATION (application);

  for (size_t i = 0; i < G_N_ELEMENTS (openers); i++)
    {
      GtkWindow *other;

      g_action_group_activate_action (G_ACTION_GROUP (application), openers[i], NULL);
      g_action_group_activate_action (G_ACTION_GROUP (application), openers[i], NULL);
      g_assert_cmpuint (g_list_length (gtk_application_get_windows (app)), ==, 2);
      for (GList *l = gtk_application_get_windows (app); l != NULL; l = l->next)
        if (!YQ_IS_WINDOW (l->data))
          other = l->data;
      gtk_test_widget_wait_for_draw (GTK_WIDGET (other));
      g_object_add_weak_pointer (G_OBJECT (other), (gpointer *) &other);
      gtk_window_destroy (other);
      turn ();
      g_assert_null (other);
    }
  yq_comment_dialog_present (GTK_WINDOW (window), window->game);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.show-help-overlay", NULL);
  turn ();
  close_window (window);
}

/* Quitting closes every window once, also those that go with another one. */
static void
test_quit (void)
{
  static const char *const others[] = { "preferences", "help", "check-position" };

  for (size_t i = 0; i < 2 * G_N_ELEMENTS (others); i++)
    {
      YqWindow *window = open_window ();
      const char *other = others[i / 2];

      g_autoptr(GtkWindow) kept = NULL;

      g_action_group_activate_action (G_ACTION_GROUP (application), other, NULL);
      /* As the event does that the keys of quitting come with. */
      kept = g_object_ref (gtk_application_get_active_window (GTK_APPLICATION (application)));
      if (i % 2)
        gtk_window_present (GTK_WINDOW (window));
      turn ();
      g_action_group_activate_action (G_ACTION_GROUP (application), "quit", NULL);
      turn ();
      g_assert_null (gtk_application_get_windows (GTK_APPLICATION (application)));
    }
}

/* A clipboard whose owner promises a text and never gives it. */

#define TEST_TYPE_MISER (test_miser_get_type ())
G_DECLARE_FINAL_TYPE (TestMiser, test_miser, TEST, MISER, GdkContentProvider)
struct _TestMiser
{
  GdkContentProvider parent_instance;

  GTask *task; /* what is asked for */
};
G_DEFINE_FINAL_TYPE (TestMiser, test_miser, GDK_TYPE_CONTENT_PROVIDER)

static GdkContentFormats *
test_miser_ref_formats (GdkContentProvider *provider)
{
  const char *types[] = { "text/plain;charset=utf-8" };

  return gdk_content_formats_new (types, 1);
}

static void
test_miser_write_async (GdkContentProvider *provider, const char *type, GOutputStream *stream,
                        int priority, GCancellable *cancellable, GAsyncReadyCallback callback,
                        gpointer user_data)
{
  TEST_MISER (provider)->task = g_task_new (provider, cancellable, callback, user_data);
}

static gboolean
test_miser_write_finish (GdkContentProvider *provider, GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
test_miser_class_init (TestMiserClass *klass)
{
  GdkContentProviderClass *provider_class = GDK_CONTENT_PROVIDER_CLASS (klass);

  provider_class->ref_formats = test_miser_ref_formats;
  provider_class->write_mime_type_async = test_miser_write_async;
  provider_class->write_mime_type_finish = test_miser_write_finish;
}

static void
test_miser_init (TestMiser *self)
{
}

/* A text that never comes is not waited for in silence, and may come late. */
static void
test_clipboard_never_comes (void)
{
  YqWindow *window = open_window ();
  g_autoptr(TestMiser) miser = g_object_new (TEST_TYPE_MISER, NULL);
  GdkClipboard *clipboard = gtk_widget_get_clipboard (GTK_WIDGET (window));

  gdk_clipboard_set_content (clipboard, GDK_CONTENT_PROVIDER (miser));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.paste", NULL);
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (window->error_bar)));
  while (!gtk_widget_get_visible (GTK_WIDGET (window->error_bar)))
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpstr (gtk_label_get_label (window->error_label), ==,
                   "The program that has the text does not hand it over");
  g_assert_nonnull (miser->task);
  g_task_return_boolean (miser->task, TRUE);
  g_clear_object (&miser->task);
  turn ();
  gdk_clipboard_set_text (clipboard, "3ck4/9/9/9/9/9/9/9/9/3K5 w");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.paste", NULL);
  while (yq_game_get_ruleset (window->game) != &yq_ruleset_xiangqi)
    g_main_context_iteration (NULL, TRUE);
  yq_game_set_saved (window->game, yq_game_get_version (window->game));
  close_window (window);
}

static void
picture_saved_cb (GObject *file, GAsyncResult *result, gpointer answer)
{
  *(GAsyncResult **) answer = g_object_ref (result);
}

/* The name of a picture says what kind it is, and no other file is written. */
static void
test_picture_names (void)
{
  static const struct
  {
    const char *name, *begins; /* NULL: refused */
  } cases[] = {
    { "a.png", "\x89PNG" }, { "a.PNG", "\x89PNG" }, { "a.svg.png", "\x89PNG" },
    { "a.svg", "<?xml" },   { "a.Svg", "<?xml" },    { "a.txt", NULL },
    { "a.pngx", NULL },     { "a", NULL },           { "png", NULL },
    { ".png", NULL },
  };
  g_autofree char *folder = g_dir_make_tmp (NULL, NULL);
  YqPicture picture = { .marks = YQ_MARKS_NONE };

  yq_position_start (&picture.position, yq_geometry_of (&yq_ruleset_duck));
  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(GFile) file = g_file_new_build_filename (folder, cases[i].name, NULL);
      g_autoptr(GAsyncResult) result = NULL;
      g_autoptr(GError) error = NULL;
      g_autofree char *content = NULL;

      yq_picture_save_async (&picture, file, NULL, picture_saved_cb, &result);
      while (result == NULL)
        g_main_context_iteration (NULL, TRUE);
      g_assert_true (yq_picture_save_finish (result, &error) == (cases[i].begins != NULL));
      if (cases[i].begins != NULL)
        {
          g_assert_true (g_file_load_contents (file, NULL, &content, NULL, NULL, NULL));
          g_assert_true (g_str_has_prefix (content, cases[i].begins));
          g_assert_true (g_file_delete (file, NULL, NULL));
        }
      else
        {
          g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_FILENAME);
          g_assert_nonnull (strstr (error->message, ".png"));
          g_assert_false (g_file_query_exists (file, NULL));
        }
    }
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  int status;

  gtk_test_init (&argc, &argv, NULL);
  application = yq_application_new ();
  g_application_set_flags (G_APPLICATION (application),
                           G_APPLICATION_NON_UNIQUE | G_APPLICATION_HANDLES_OPEN);
  g_application_register (G_APPLICATION (application), NULL, NULL);

  g_test_add_func ("/window/is-gone", test_window_is_gone);
  g_test_add_func ("/window/moves", test_moves);
  g_test_add_func ("/window/announcements", test_announcements);
  g_test_add_func ("/window/actions", test_actions);
  g_test_add_func ("/window/settings", test_settings);
  g_test_add_func ("/window/log-cells", test_log_cells);
  g_test_add_func ("/window/log-rows", test_log_rows);
  g_test_add_func ("/window/log-keyboard", test_log_keyboard);
  g_test_add_func ("/window/open-several", test_open_several);
  g_test_add_func ("/window/drop", test_drop);
  g_test_add_func ("/window/dialogs-keep-the-game", test_dialogs_keep_the_game);
  g_test_add_func ("/window/files-wait", test_files_wait);
  g_test_add_func ("/window/details", test_details);
  g_test_add_func ("/window/other-windows", test_other_windows);
  g_test_add_func ("/window/clipboard-never-comes", test_clipboard_never_comes);
  g_test_add_func ("/window/picture-names", test_picture_names);
  g_test_add_func ("/window/quit", test_quit);
  status = g_test_run ();
  g_object_unref (application);
  return status;
}
