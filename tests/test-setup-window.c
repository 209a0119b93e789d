/* «Check Position» from inside: where the keyboard is while a mate is looked for, what is shown on the way through a
 * solution, and that no solution is lost. The real program is driven by tests/app.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "yq-ply-cell.h"
#include "yq-setup-window-private.h"

#define MATE_IN_3 "4k4/3P2P2/b2N2R2/7r1/2b6/9/9/3n5/4p3r/2R2K3 w"
#define MATE_IN_8 "4ka3/3P1R3/5P2b/6P1N/1R4b1c/2n6/8C/5A3/4AK3/1r4r2 w"
#define AFTER_1 "4k4/3P2P2/b2NR4/7r1/2b6/9/9/3n5/4p3r/2R2K3 b"
#define NO_MATE "4k4/9/9/9/9/9/9/9/N8/3K5 w"
#define START "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"

static YqApplication *application;

static void
turn (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static void
set_position (YqSetupWindow *window, const char *text)
{
  YqFen fen;
  YqFenFault fault;

  g_assert_true (yq_fen_read (text, strlen (text), &yq_ruleset_xiangqi, &fen, &fault));
  yq_setup_window_set_position (window, &fen.position);
}

static gboolean
shows (YqSetupWindow *window, const char *text)
{
  YqFen fen;
  YqFenFault fault;

  g_assert_true (yq_fen_read (text, strlen (text), &yq_ruleset_xiangqi, &fen, &fault));
  return yq_position_equal (yq_setup_window_get_shown (window), &fen.position);
}

/* The window, on the page «Find Mate». */
static YqSetupWindow *
open_window (const char *text)
{
  YqSetupWindow *window = NULL;

  yq_setup_window_present (application, NULL);
  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (application)); l != NULL; l = l->next)
    if (YQ_IS_SETUP_WINDOW (l->data))
      window = l->data;
  g_assert_nonnull (window);
  gtk_stack_set_visible_child_name (window->stack, "mate");
  set_position (window, text);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
  return window;
}

static void
close_window (YqSetupWindow *window)
{
  gtk_window_close (GTK_WINDOW (window));
  turn ();
}

static GtkWidget *
get_focus (YqSetupWindow *window)
{
  return gtk_window_get_focus (GTK_WINDOW (window));
}

static void
act (YqSetupWindow *window, const char *action)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), action, NULL));
}

static gboolean
is_running (YqSetupWindow *window)
{
  gboolean running;

  g_object_get (window->solver, "running", &running, NULL);
  return running;
}

static void
wait_for_result (YqSetupWindow *window)
{
  while (is_running (window))
    g_main_context_iteration (NULL, TRUE);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
}

static void
find_mate (YqSetupWindow *window)
{
  act (window, "setup.find-mate");
  wait_for_result (window);
}

static gboolean
is_walking_at (YqSetupWindow *window, guint step)
{
  return yq_game_get_cursor (window->solution_game)->ply == step;
}

static gboolean
has_solution (YqSetupWindow *window)
{
  return gtk_widget_get_visible (GTK_WIDGET (window->log_view))
         && g_list_model_get_n_items (yq_game_get_rows (window->solution_game)) > 0;
}

/* The keyboard goes to «Cancel» and then to the solution, or back; but it is not taken away from elsewhere. */
static void
test_focus (void)
{
  YqSetupWindow *window = open_window (MATE_IN_3);

  gtk_widget_grab_focus (window->find_button);
  act (window, "setup.find-mate");
  g_assert_true (get_focus (window) == window->cancel_button);
  wait_for_result (window);
  g_assert_true (has_solution (window));
  g_assert_true (YQ_IS_PLY_CELL (get_focus (window)));

  set_position (window, NO_MATE);
  g_assert_true (gtk_widget_is_ancestor (get_focus (window), GTK_WIDGET (window->board)));
  find_mate (window);
  g_assert_cmpstr (gtk_label_get_label (window->mate_verdict), ==, "Red has no mate by checks alone");
  g_assert_true (get_focus (window) == window->find_button);
  gtk_test_accessible_assert_property (window->find_button, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                       "Red has no mate by checks alone");

  set_position (window, START);
  gtk_drop_down_set_selected (window->mate_kind, 1);
  act (window, "setup.find-mate");
  g_assert_true (get_focus (window) == window->cancel_button);
  act (window, "setup.stop");
  wait_for_result (window);
  g_assert_true (get_focus (window) == window->find_button);
  g_assert_true (g_str_has_prefix (gtk_label_get_label (window->mate_verdict), "Undecided"));

  act (window, "setup.find-mate");
  gtk_widget_grab_focus (GTK_WIDGET (window->entry));
  act (window, "setup.cancel-mate");
  wait_for_result (window);
  g_assert_true (gtk_widget_is_ancestor (get_focus (window), GTK_WIDGET (window->entry)));
  gtk_drop_down_set_selected (window->mate_kind, 0);
  close_window (window);
}

static GtkWidget *
find_button (GtkWidget *widget, const char *action)
{
  GtkWidget *found = NULL;

  if (GTK_IS_BUTTON (widget) && g_strcmp0 (gtk_actionable_get_action_name (GTK_ACTIONABLE (widget)), action) == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_button (child, action);
  return found;
}

/* The keyboard follows the moves. */
static void
test_walk_focus (void)
{
  YqSetupWindow *window = open_window (MATE_IN_3);

  find_mate (window);
  for (guint step = 1; step <= 5; step++)
    {
      act (window, "win.go-forward");
      gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
      g_assert_true (YQ_IS_PLY_CELL (get_focus (window)));
      g_assert_true (yq_ply_get_node (yq_ply_cell_get_ply (YQ_PLY_CELL (get_focus (window))))
                     == yq_game_get_cursor (window->solution_game));
    }
  act (window, "win.go-first");
  g_assert_true (YQ_IS_PLY_CELL (get_focus (window)));
  /* A button that leads no further lets it go. */
  g_assert_true (gtk_widget_grab_focus (find_button (GTK_WIDGET (window->log_view), "win.go-last")));
  act (window, "win.go-last");
  g_assert_true (YQ_IS_PLY_CELL (get_focus (window)));
  act (window, "win.go-first");
  /* Who comes back does so to the move that the board shows. */
  act (window, "win.go-forward");
  act (window, "win.go-forward");
  gtk_widget_grab_focus (window->find_button);
  g_assert_true (yq_log_view_take_focus (window->log_view));
  g_assert_true (yq_ply_get_node (yq_ply_cell_get_ply (YQ_PLY_CELL (get_focus (window))))
                 == yq_game_get_cursor (window->solution_game));
  close_window (window);
}

/* Verdict, text and whose move it is follow the board through the solution and back. */
static void
test_walk_shows (void)
{
  YqSetupWindow *window = open_window (MATE_IN_3);

  g_assert_cmpstr (gtk_label_get_label (window->verdict_label), ==, "No check: red has 32 moves");
  find_mate (window);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (window->turn_stack), ==, "turn");
  act (window, "win.go-forward");
  g_assert_cmpstr (gtk_stack_get_visible_child_name (window->turn_stack), ==, "step");
  g_assert_cmpstr (gtk_label_get_label (window->step_label), ==, "Solution, step 1 of 5");
  g_assert_cmpstr (gtk_label_get_label (window->verdict_label), ==, "Black is in check, not mate: 1 way out");
  g_assert_true (gtk_widget_has_css_class (window->verdict_box, "check"));
  g_assert_true (g_str_has_prefix (gtk_editable_get_text (window->entry), AFTER_1));
  act (window, "win.go-last");
  g_assert_cmpstr (gtk_label_get_label (window->step_label), ==, "Solution, step 5 of 5");
  g_assert_cmpstr (gtk_label_get_label (window->verdict_label), ==, "CHECKMATE: black has lost");
  g_assert_true (gtk_widget_has_css_class (window->verdict_box, "checkmate"));
  act (window, "setup.stop");
  g_assert_cmpstr (gtk_stack_get_visible_child_name (window->turn_stack), ==, "turn");
  g_assert_true (gtk_toggle_button_get_active (window->red_button));
  g_assert_cmpstr (gtk_label_get_label (window->verdict_label), ==, "No check: red has 32 moves");
  g_assert_true (g_str_has_prefix (gtk_editable_get_text (window->entry), MATE_IN_3));
  /* The other pages are about the position set up. */
  act (window, "win.go-last");
  gtk_stack_set_visible_child_name (window->stack, "explanation");
  g_assert_cmpstr (gtk_label_get_label (window->verdict_label), ==, "No check: red has 32 moves");
  act (window, "win.go-forward");
  g_assert_true (is_walking_at (window, 0));
  gtk_stack_set_visible_child_name (window->stack, "mate");
  act (window, "win.go-forward");
  g_assert_true (is_walking_at (window, 1));
  close_window (window);
}

/* Who walks through the solution in the tree hears what each move comes to; what was left is silent again. */
static void
test_walk_describes (void)
{
  YqSetupWindow *window = open_window (MATE_IN_3);
  GtkWidget *first;

  find_mate (window);
  act (window, "win.go-forward");
  first = get_focus (window);
  gtk_test_accessible_assert_property (first, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                       "mate in 3. Black is in check, not mate: 1 way out");
  act (window, "win.go-forward");
  g_assert_true (get_focus (window) != first);
  gtk_test_accessible_assert_property (first, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "");
  gtk_test_accessible_assert_property (get_focus (window), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                       "then mate in 2. No check: red has 23 moves");
  act (window, "win.go-last");
  gtk_test_accessible_assert_property (get_focus (window), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                       "CHECKMATE: black has lost");
  close_window (window);
}

/* Steps are spoken where the keyboard is on the board. */
static void
test_walk_speaks (void)
{
  YqSetupWindow *window;

  if (gtk_get_minor_version () >= 14)
    {
      g_test_skip ("from GTK 4.14 on announcements go past the descriptions");
      return;
    }
  window = open_window (MATE_IN_3);
  find_mate (window);
  gtk_widget_grab_focus (GTK_WIDGET (window->board));
  act (window, "win.go-forward");
  gtk_test_accessible_assert_property (get_focus (window), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                       "R3=5. Black is in check, not mate: 1 way out");
  act (window, "win.go-back");
  gtk_test_accessible_assert_property (get_focus (window), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                       "No check: red has 32 moves");
  close_window (window);
}

/* The first node whose comment ends so, NULL when there is none. */
static YqNode *
find_comment (YqNode *node, const char *end)
{
  YqNode *found = node->comment != NULL && g_str_has_suffix (node->comment, end) ? node : NULL;

  for (YqNode *child = node->child; child != NULL && found == NULL; child = child->next)
    found = find_comment (child, end);
  return found;
}

/* Where the solution says «as shown elsewhere», the way leads there and to the mate. */
static void
test_walk_goes_on (void)
{
  YqSetupWindow *window = open_window (MATE_IN_8);
  YqGame *game = window->solution_game;
  YqNode *node;
  YqPosition before;
  guint n;

  find_mate (window);
  node = find_comment (yq_game_get_record (game)->root, ", as shown elsewhere");
  g_assert_nonnull (node);
  yq_game_go_to (game, node);
  before = *yq_setup_window_get_shown (window);
  act (window, "win.go-forward");
  g_assert_true (yq_game_get_cursor (game)->parent != node);
  yq_position_play (&before, yq_game_get_cursor (game)->move, &(YqUndo){ 0 });
  g_assert_true (yq_position_equal (yq_setup_window_get_shown (window), &before));
  for (n = 0; yq_game_get_cursor (game)->child != NULL; n++)
    act (window, "win.redo");
  g_assert_cmpuint (n, >, 0);
  g_assert_cmpstr (gtk_label_get_label (window->verdict_label), ==, "CHECKMATE: black has lost");
  close_window (window);
}

/* On the way through a solution nothing is edited by the way; undo and redo walk. */
static void
test_walk_keeps (void)
{
  YqSetupWindow *window = open_window (MATE_IN_3);

  find_mate (window);
  act (window, "win.go-forward");
  act (window, "win.go-forward");
  yq_setup_tray_set_hand (window->tray, yq_piece (YQ_RED, YQ_CHARIOT));
  g_signal_emit_by_name (window->board, "activate", (guint) yq_square_at (4, 4));
  g_assert_true (gtk_widget_get_visible (window->notice));
  yq_setup_tray_set_hand (window->tray, YQ_EMPTY);
  g_signal_emit_by_name (window->entry, "activate");
  g_assert_true (is_walking_at (window, 2));
  act (window, "win.undo");
  g_assert_true (is_walking_at (window, 1));
  act (window, "win.redo");
  g_assert_true (is_walking_at (window, 2));
  g_signal_emit_by_name (window->board, "cancel");
  g_assert_true (is_walking_at (window, 0));
  g_assert_true (has_solution (window));
  g_assert_true (shows (window, MATE_IN_3));
  close_window (window);
}

/* All that names moves does so in the notation chosen last. */
static void
test_notation (void)
{
  YqSetupWindow *window = open_window (MATE_IN_3);
  GSettings *settings = yq_application_get_settings (application);
  g_autofree char *move = NULL;

  find_mate (window);
  g_assert_true (g_str_has_prefix (gtk_label_get_label (window->mate_facts), "R3=5 is the only first move"));
  g_settings_set_string (settings, "notation", "iccs");
  g_assert_true (g_str_has_prefix (gtk_label_get_label (window->mate_facts), "G7-E7 is the only first move"));
  move = yq_game_move_text (window->solution_game, yq_game_get_record (window->solution_game)->root->child);
  g_assert_cmpstr (move, ==, "G7-E7");
  g_settings_reset (settings, "notation");
  close_window (window);
}

/* An edit hides the solution, and what takes it back brings both back. */
static void
test_solution_comes_back (void)
{
  YqSetupWindow *window = open_window (MATE_IN_3);
  YqSetupChange changes[] = { YQ_SETUP_EMPTY, YQ_SETUP_START, YQ_SETUP_MIRROR, YQ_SETUP_SWAP_SIDES };

  find_mate (window);
  yq_setup_tray_set_hand (window->tray, yq_piece (YQ_RED, YQ_CHARIOT));
  g_signal_emit_by_name (window->board, "activate", (guint) yq_square_at (4, 4));
  yq_setup_tray_set_hand (window->tray, YQ_EMPTY);
  g_assert_false (shows (window, MATE_IN_3));
  g_assert_false (has_solution (window));
  g_assert_cmpstr (gtk_label_get_label (window->mate_verdict), ==, "");
  act (window, "win.undo");
  g_assert_true (shows (window, MATE_IN_3));
  g_assert_true (has_solution (window));
  g_assert_cmpstr (gtk_label_get_label (window->mate_verdict), ==, "Red mates in 3, and no faster by checks");

  for (gsize i = 0; i < G_N_ELEMENTS (changes); i++)
    {
      act (window, "win.go-last");
      gtk_widget_activate_action (GTK_WIDGET (window), "setup.change", "i", (int) changes[i]);
      g_assert_true (is_walking_at (window, 0));
      g_assert_false (has_solution (window));
      act (window, "win.undo");
      g_assert_true (has_solution (window));
    }

  /* The position set up, asked for by name, ends the walk. */
  act (window, "win.go-last");
  set_position (window, MATE_IN_3);
  g_assert_true (shows (window, MATE_IN_3));
  g_assert_true (has_solution (window));

  /* One that was looked for elsewhere meanwhile takes its place. */
  set_position (window, NO_MATE);
  find_mate (window);
  act (window, "win.undo");
  g_assert_false (has_solution (window));
  close_window (window);
}

/* No limit is called so; what was typed counts, and nonsense does not. */
static void
test_limits (void)
{
  YqSetupWindow *window = open_window (MATE_IN_3);
  GtkEditable *length = GTK_EDITABLE (window->mate_length);

  g_assert_cmpstr (gtk_editable_get_text (length), ==, "any");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (window->mate_seconds)), ==, "60");
  gtk_editable_set_text (length, "2");
  find_mate (window);
  g_assert_cmpstr (gtk_label_get_label (window->mate_verdict), ==, "Red has no mate by checks in 2");
  gtk_editable_set_text (length, "99999999999999999999");
  find_mate (window);
  g_assert_cmpstr (gtk_editable_get_text (length), ==, "249");
  g_assert_true (has_solution (window));
  gtk_editable_set_text (length, "nonsense");
  find_mate (window);
  g_assert_true (has_solution (window));
  gtk_editable_set_text (length, "-4");
  find_mate (window);
  g_assert_cmpstr (gtk_editable_get_text (length), ==, "any");
  gtk_spin_button_set_value (window->mate_length, 7);
  gtk_editable_set_text (length, "");
  find_mate (window);
  g_assert_cmpstr (gtk_editable_get_text (length), ==, "any");
  close_window (window);
}

/* Whatever goes on, another position or the end of the window ends it, and a click too many does no harm. */
static void
test_interruptions (void)
{
  YqSetupWindow *window = open_window (START);

  gtk_drop_down_set_selected (window->mate_kind, 1);
  act (window, "setup.find-mate");
  gtk_widget_activate_action (GTK_WIDGET (window), "setup.find-mate", NULL);
  g_assert_true (is_running (window));
  /* Escape on the board lets go of a piece first. */
  yq_setup_tray_set_hand (window->tray, yq_piece (YQ_RED, YQ_CHARIOT));
  g_signal_emit_by_name (window->board, "cancel");
  g_assert_cmpint (yq_setup_tray_get_hand (window->tray), ==, YQ_EMPTY);
  turn ();
  g_assert_true (is_running (window));
  g_signal_emit_by_name (window->board, "cancel");
  wait_for_result (window);
  g_assert_true (g_str_has_prefix (gtk_label_get_label (window->mate_verdict), "Undecided"));
  act (window, "setup.find-mate");
  act (window, "setup.cancel-mate");
  gtk_widget_activate_action (GTK_WIDGET (window), "setup.cancel-mate", NULL);
  set_position (window, MATE_IN_3);
  wait_for_result (window);
  g_assert_cmpstr (gtk_label_get_label (window->mate_verdict), ==, "");
  set_position (window, START);
  act (window, "setup.find-mate");
  gtk_widget_activate_action (GTK_WIDGET (window), "setup.change", "i", YQ_SETUP_EMPTY);
  wait_for_result (window);
  g_assert_false (gtk_widget_get_visible (window->mate_progress_box));
  g_assert_false (gtk_widget_get_sensitive (window->find_button));
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (window->mate_facts)));
  g_assert_cmpstr (gtk_label_get_label (window->mate_facts), ==, "There is no red general");
  act (window, "win.undo");
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (window->mate_facts)));
  act (window, "setup.find-mate");
  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &window);
  close_window (window);
  while (window != NULL)
    g_main_context_iteration (NULL, TRUE);
}

int
main (int argc, char **argv)
{
  int status;

  gtk_test_init (&argc, &argv, NULL);
  application = yq_application_new ();
  g_application_set_flags (G_APPLICATION (application), G_APPLICATION_NON_UNIQUE | G_APPLICATION_HANDLES_OPEN);
  g_application_register (G_APPLICATION (application), NULL, NULL);

  g_test_add_func ("/setup-window/focus", test_focus);
  g_test_add_func ("/setup-window/walk-focus", test_walk_focus);
  g_test_add_func ("/setup-window/walk-shows", test_walk_shows);
  g_test_add_func ("/setup-window/walk-describes", test_walk_describes);
  g_test_add_func ("/setup-window/walk-speaks", test_walk_speaks);
  g_test_add_func ("/setup-window/walk-goes-on", test_walk_goes_on);
  g_test_add_func ("/setup-window/walk-keeps", test_walk_keeps);
  g_test_add_func ("/setup-window/solution-comes-back", test_solution_comes_back);
  g_test_add_func ("/setup-window/notation", test_notation);
  g_test_add_func ("/setup-window/limits", test_limits);
  g_test_add_func ("/setup-window/interruptions", test_interruptions);
  status = g_test_run ();
  g_object_unref (application);
  return status;
}
