/* Find mate: the search under way, its result, and the walk through the solution.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "yq-setup-window-private.h"

#include <glib/gi18n.h>

#include "yq-clipboard.h"
#include "yq-compat.h"
#include "yq-store.h"

static const YqMove no_move = { YQ_SQUARE_NONE, YQ_SQUARE_NONE };

gboolean
yq_setup_window_is_walking (YqSetupWindow *self)
{
  return self->solution_game != NULL && yq_game_get_cursor (self->solution_game)->parent != NULL;
}

void
yq_setup_window_leave_solution (YqSetupWindow *self)
{
  if (yq_setup_window_is_walking (self))
    yq_game_go_first (self->solution_game);
}

static gboolean
is_running (YqSetupWindow *self)
{
  gboolean running;

  g_object_get (self->solver, "running", &running, NULL);
  return running;
}

static gboolean
has_tree (YqSetupWindow *self)
{
  return self->shown_solution != NULL && yq_solution_mates (self->shown_solution);
}

/* Where the walk goes on when the solution shows elsewhere what follows; NULL when it does not. */
static YqNode *
find_elsewhere (YqSetupWindow *self)
{
  YqNode *cursor = yq_game_get_cursor (self->solution_game), *place;

  if (!has_tree (self) || cursor->child != NULL)
    return NULL;
  place = yq_solution_find_elsewhere (self->shown_solution, cursor);
  return place != NULL ? place->child : NULL;
}

/* The other pages are about the position set up. */
static gboolean
is_on_page (YqSetupWindow *self)
{
  return g_strcmp0 (gtk_stack_get_visible_child_name (self->stack), "mate") == 0;
}

void
yq_setup_window_update_mate_actions (YqSetupWindow *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  gboolean walks = is_on_page (self) && !GTK_IS_EDITABLE (gtk_window_get_focus (GTK_WINDOW (self)));
  const YqExamination *examination = yq_setup_get_examination (self->setup);
  gboolean running = is_running (self), can_go_back, can_go_forward, can_go_on;

  g_object_get (self->solution_game, "can-go-back", &can_go_back, "can-go-forward", &can_go_forward, NULL);
  can_go_on = can_go_forward || find_elsewhere (self) != NULL;
  gtk_widget_action_set_enabled (widget, "win.go-first", can_go_back && walks);
  gtk_widget_action_set_enabled (widget, "win.go-back", can_go_back && walks);
  gtk_widget_action_set_enabled (widget, "win.go-forward", can_go_on && walks);
  gtk_widget_action_set_enabled (widget, "win.go-last", can_go_forward && walks);
  gtk_widget_action_set_enabled (widget, "setup.find-mate",
                                 !running && examination->n_faults == 0 && examination->n_replies > 0);
  gtk_widget_action_set_enabled (widget, "setup.export-mate", has_tree (self));
}

/* What was found. */

void
yq_setup_window_update_facts (YqSetupWindow *self)
{
  const YqExamination *examination = yq_setup_get_examination (self->setup);
  int notation = g_settings_get_enum (self->settings, "notation");
  g_autofree char *facts = NULL;

  if (self->shown_solution != NULL)
    facts = yq_solution_facts (self->shown_solution, notation);
  else if (examination->n_faults > 0)
    facts = yq_setup_fault_text (yq_setup_get_position (self->setup), &examination->faults[0],
                                 notation == YQ_NOTATION_UCI);
  gtk_label_set_label (self->mate_facts, facts != NULL ? facts : "");
  gtk_widget_set_visible (GTK_WIDGET (self->mate_facts), facts != NULL);
}

static void
show_solution (YqSetupWindow *self, YqSolution *solution /* (nullable) */)
{
  g_autofree char *verdict = NULL;
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  self->shown_solution = solution;
  if (solution != NULL)
    verdict = yq_solution_verdict (solution);
  else if (focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self->log_view)))
    gtk_widget_grab_focus (GTK_WIDGET (self->board));
  gtk_label_set_label (self->mate_verdict, verdict != NULL ? verdict : "");
  /* What the keyboard comes to then says it, too. */
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->find_button), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  gtk_label_get_label (self->mate_verdict), -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->log_view), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  gtk_label_get_label (self->mate_verdict), -1);
  gtk_widget_set_visible (GTK_WIDGET (self->mate_verdict), verdict != NULL);
  yq_setup_window_update_facts (self);
  gtk_widget_set_visible (GTK_WIDGET (self->log_view), has_tree (self));
  yq_game_set_record (self->solution_game,
                      has_tree (self) ? yq_solution_record (solution) : yq_record_new (&yq_ruleset_xiangqi));
  if (verdict != NULL)
    yq_announce (self->board, verdict);
}

void
yq_setup_window_follow_position (YqSetupWindow *self)
{
  YqSolution *solution = self->solution;

  yq_solver_stop (self->solver);
  if (solution != NULL
      && !yq_position_equal (&solution->start.position, yq_setup_get_position (self->setup)))
    solution = NULL;
  if (solution != self->shown_solution)
    show_solution (self, solution);
  yq_setup_window_update_facts (self);
}

static void
forget_solution (YqSetupWindow *self)
{
  if (self->shown_solution != NULL)
    show_solution (self, NULL);
  g_clear_pointer (&self->solution, yq_solution_free);
}

static void
solved_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr(YqSetupWindow) self = user_data;
  g_autoptr(YqSolution) solution = yq_solver_solve_finish (result);

  /* Of a position that was changed meanwhile, or a window that is gone, nobody wants to know. */
  if (self->solver == NULL || !yq_position_equal (&solution->start.position, yq_setup_get_position (self->setup)))
    return;
  forget_solution (self);
  self->solution = g_steal_pointer (&solution);
  show_solution (self, self->solution);
}

/* translators: no limit to the length of a mate or the seconds for finding it */
#define NO_LIMIT C_("limit", "any")

static gboolean
limit_output_cb (YqSetupWindow *self, GtkSpinButton *spin)
{
  if (gtk_spin_button_get_value_as_int (spin) > 0)
    return FALSE;
  if (!g_str_equal (gtk_editable_get_text (GTK_EDITABLE (spin)), NO_LIMIT))
    gtk_editable_set_text (GTK_EDITABLE (spin), NO_LIMIT);
  return TRUE;
}

/* The rest is read as numbers are. */
static int
limit_input_cb (YqSetupWindow *self, double *value, GtkSpinButton *spin)
{
  g_autofree char *text = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (spin))));

  *value = 0;
  return g_str_equal (text, "") || g_str_equal (text, NO_LIMIT);
}

/* Also what was typed and not confirmed, as when a key of the button was pressed. */
static guint
get_limit (GtkSpinButton *spin)
{
  gtk_spin_button_update (spin);
  return (guint) gtk_spin_button_get_value_as_int (spin);
}

static void
find_mate_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  YqSetupWindow *self = YQ_SETUP_WINDOW (widget);
  YqFen start = { .position = *yq_setup_get_position (self->setup), .move_number = 1 };
  YqSolverTask task = {
    .checks_only = gtk_drop_down_get_selected (self->mate_kind) == 0,
    .length = get_limit (self->mate_length),
    .seconds = get_limit (self->mate_seconds),
  };

  forget_solution (self);
  yq_solver_solve_async (self->solver, &start, &task, solved_cb, g_object_ref (self));
}

static void
cancel_mate_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  yq_solver_stop (YQ_SETUP_WINDOW (widget)->solver);
}

/* The keyboard goes on before what has it is hidden or made insensitive, so that it is nowhere at no time. */
static void
running_changed_cb (YqSetupWindow *self)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  if (is_running (self))
    {
      gtk_widget_set_visible (self->mate_progress_box, TRUE);
      gtk_widget_grab_focus (self->cancel_button);
      yq_setup_window_update_actions (self);
    }
  else
    {
      yq_setup_window_update_actions (self);
      /* Who went elsewhere meanwhile stays there. */
      if ((focus == NULL || focus == self->cancel_button) && !yq_log_view_take_focus (self->log_view))
        gtk_widget_grab_focus (self->find_button);
      gtk_widget_set_visible (self->mate_progress_box, FALSE);
    }
}

/* How much of the time is used; without a limit, and when other first moves are looked at beyond it, only that it goes
 * on. */
static void
status_changed_cb (YqSetupWindow *self)
{
  g_autofree char *status = NULL;
  double seconds, limit = gtk_spin_button_get_value (self->mate_seconds);

  g_object_get (self->solver, "status", &status, "seconds", &seconds, NULL);
  gtk_label_set_label (self->mate_status, status);
  if (seconds < limit)
    gtk_progress_bar_set_fraction (self->mate_progress, MIN (seconds / limit, 1));
  else
    gtk_progress_bar_pulse (self->mate_progress);
}

/* Walking. */

/* What the last move comes to, and the verdict on the position; where the keyboard is on the move itself, which is spoken
 * then, as a description of that. */
static void
announce_step (YqSetupWindow *self)
{
  const char *verdict = gtk_label_get_label (self->verdict_label);
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  YqNode *cursor = yq_game_get_cursor (self->solution_game);
  g_autofree char *move = NULL, *text = NULL;

  if (YQ_IS_PLY_CELL (focus) && cursor->parent != NULL)
    {
      if (cursor->comment != NULL)
        text = g_strdup_printf (_("%s. %s"), cursor->comment, verdict);
      gtk_accessible_update_property (GTK_ACCESSIBLE (focus), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                      text != NULL ? text : verdict, -1);
      return;
    }
  if (cursor->parent != NULL)
    {
      move = yq_game_move_text (self->solution_game, cursor);
      /* translators: spoken on the way through a solution: the last move or what it comes to, such as "mate in 3"; then
       * the verdict on the position */
      text = g_strdup_printf (_("%s. %s"), move, verdict);
    }
  yq_announce (self->board, text != NULL ? text : verdict);
}

static void
solution_changed_cb (YqSetupWindow *self, YqGameChange change, guint move_number)
{
  YqMove glide = no_move;

  if (change == YQ_GAME_EDITED)
    return;
  if (move_number != G_MAXUINT)
    glide = (YqMove){ move_number & 0xff, move_number >> 8 };
  if (change == YQ_GAME_TAKEN_BACK)
    glide = (YqMove){ glide.to, glide.from };
  yq_setup_window_notify (self, NULL);
  yq_setup_window_show_position (self, glide);
  announce_step (self);
  /* The button that was pressed may lead no further. */
  if (gtk_window_get_focus (GTK_WINDOW (self)) == NULL)
    yq_log_view_take_focus (self->log_view);
}

static void
page_changed_cb (YqSetupWindow *self)
{
  if (!is_on_page (self))
    yq_setup_window_leave_solution (self);
  yq_setup_window_update_actions (self);
}

static void
go_first_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  yq_game_go_first (YQ_SETUP_WINDOW (widget)->solution_game);
}

static void
go_back_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  yq_game_go_back (YQ_SETUP_WINDOW (widget)->solution_game);
}

static void
go_forward_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  YqSetupWindow *self = YQ_SETUP_WINDOW (widget);
  YqNode *elsewhere = find_elsewhere (self);

  if (elsewhere != NULL)
    yq_game_go_to (self->solution_game, elsewhere);
  else
    yq_game_go_forward (self->solution_game);
}

static void
go_last_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  yq_game_go_last (YQ_SETUP_WINDOW (widget)->solution_game);
}

/* Escape ends what is under way: the search, then the walk. */
static void
stop_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  YqSetupWindow *self = YQ_SETUP_WINDOW (widget);

  if (is_running (self))
    yq_solver_stop (self->solver);
  else
    yq_setup_window_leave_solution (self);
}

/* Copying and exporting. */

static void
copy_solution_position_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  yq_clipboard_copy_position (widget, YQ_SETUP_WINDOW (widget)->solution_game);
}

static void
copy_solution_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  yq_clipboard_copy_game (widget, YQ_SETUP_WINDOW (widget)->solution_game);
}

typedef struct
{
  YqSetupWindow *self; /* a reference */
  GFile *file;
} Saving;

static void
saved_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Saving *saving = user_data;
  g_autoptr(GError) error = NULL;

  yq_store_save_finish (result, NULL, &error);
  yq_setup_window_report_saved (saving->self, saving->file, error);
  g_object_unref (saving->self);
  g_object_unref (saving->file);
  g_free (saving);
}

static void
export_file_chosen_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr(YqSetupWindow) self = user_data;
  g_autoptr(GFile) file = yq_choose_file_finish (result, NULL);
  Saving *saving;

  if (file == NULL || self->shown_solution == NULL)
    return;
  saving = g_new (Saving, 1);
  *saving = (Saving){ g_object_ref (self), g_object_ref (file) };
  yq_store_save_async (yq_game_get_record (self->solution_game), YQ_FORMAT_PGN,
                       g_settings_get_enum (self->settings, "notation"), file, NULL, NULL, saved_cb, saving);
}

static void
export_mate_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  YqSetupWindow *self = YQ_SETUP_WINDOW (widget);
  const YqFileKind kinds[] = {
    { _("Games (*.pgn)"), "pgn" },
    { NULL },
  };

  yq_choose_file_async (GTK_WINDOW (self), YQ_FILE_SAVE, _("Export Solution"), kinds, NULL, _("Solution.pgn"),
                        self->cancellable, export_file_chosen_cb, g_object_ref (self));
}

/* Where it all hangs. */

void
yq_setup_window_class_add_mate (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, YqSetupWindow, mate_kind);
  gtk_widget_class_bind_template_child (widget_class, YqSetupWindow, mate_length);
  gtk_widget_class_bind_template_child (widget_class, YqSetupWindow, mate_seconds);
  gtk_widget_class_bind_template_child (widget_class, YqSetupWindow, find_button);
  gtk_widget_class_bind_template_child (widget_class, YqSetupWindow, cancel_button);
  gtk_widget_class_bind_template_child (widget_class, YqSetupWindow, mate_progress_box);
  gtk_widget_class_bind_template_child (widget_class, YqSetupWindow, mate_progress);
  gtk_widget_class_bind_template_child (widget_class, YqSetupWindow, mate_status);
  gtk_widget_class_bind_template_child (widget_class, YqSetupWindow, mate_verdict);
  gtk_widget_class_bind_template_child (widget_class, YqSetupWindow, mate_facts);
  gtk_widget_class_bind_template_child (widget_class, YqSetupWindow, log_view);
  gtk_widget_class_bind_template_callback (widget_class, limit_output_cb);
  gtk_widget_class_bind_template_callback (widget_class, limit_input_cb);
  gtk_widget_class_install_action (widget_class, "setup.find-mate", NULL, find_mate_action);
  gtk_widget_class_install_action (widget_class, "setup.cancel-mate", NULL, cancel_mate_action);
  gtk_widget_class_install_action (widget_class, "setup.stop", NULL, stop_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "setup.stop", NULL);
  gtk_widget_class_install_action (widget_class, "setup.export-mate", NULL, export_mate_action);
  /* What the menu of a move in the log offers. */
  gtk_widget_class_install_action (widget_class, "setup.copy-solution-position", NULL,
                                   copy_solution_position_action);
  gtk_widget_class_install_action (widget_class, "setup.copy-solution", NULL, copy_solution_action);
  /* The buttons below the log ask for these. */
  gtk_widget_class_install_action (widget_class, "win.go-first", NULL, go_first_action);
  gtk_widget_class_install_action (widget_class, "win.go-back", NULL, go_back_action);
  gtk_widget_class_install_action (widget_class, "win.go-forward", NULL, go_forward_action);
  gtk_widget_class_install_action (widget_class, "win.go-last", NULL, go_last_action);
}

void
yq_setup_window_init_mate (YqSetupWindow *self)
{
  self->solver = yq_solver_new ();
  self->solution_game = yq_game_new (&yq_ruleset_xiangqi);
  yq_log_view_set_game (self->log_view, self->solution_game);
  gtk_spin_button_update (self->mate_length);
  g_signal_connect_object (self->solver, "notify::running", G_CALLBACK (running_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->solver, "notify::status", G_CALLBACK (status_changed_cb), self, G_CONNECT_SWAPPED);
  /* After the log, which takes the keyboard along. */
  g_signal_connect_object (self->solution_game, "changed", G_CALLBACK (solution_changed_cb), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (self->stack, "notify::visible-child", G_CALLBACK (page_changed_cb), self,
                           G_CONNECT_SWAPPED);
}
