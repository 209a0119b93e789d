/* «Check Position»: binds a position being set up to a board, a tray and the explanation.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "yq-setup-window-private.h"

#include <glib/gi18n.h>

#include "yq-choice-row.h"
#include "yq-compat.h"
#include "yq-window.h"

G_DEFINE_FINAL_TYPE (YqSetupWindow, yq_setup_window, GTK_TYPE_APPLICATION_WINDOW)

static const YqMove no_move = { YQ_SQUARE_NONE, YQ_SQUARE_NONE };

/* What the board shows. */

const YqPosition *
yq_setup_window_get_shown (YqSetupWindow *self)
{
  return yq_setup_window_is_walking (self) ? yq_game_get_position (self->solution_game)
                                           : yq_setup_get_position (self->setup);
}

static void
update_marks (YqSetupWindow *self)
{
  const YqPosition *pos = yq_setup_window_get_shown (self);
  const YqExamination *examination = yq_setup_get_examination (self->setup);
  YqMarks marks = YQ_MARKS_NONE;

  marks.selected = self->selected;
  if (yq_setup_window_is_walking (self))
    marks.last = yq_game_get_cursor (self->solution_game)->move;
  for (gsize i = 0; i < examination->n_faults; i++)
    if (examination->faults[i].square != YQ_SQUARE_NONE)
      yq_square_set_add (&marks.faults, examination->faults[i].square);
  for (YqSide side = YQ_RED; side <= YQ_BLACK; side++)
    if (pos->captain[side] != YQ_SQUARE_NONE && yq_position_in_check (pos, side))
      yq_square_set_add (&marks.attacked, pos->captain[side]);
  yq_board_set_marks (self->board, &marks);
}

/* The line under the pointer, else the chosen one. */
static void
update_arrows (YqSetupWindow *self)
{
  YqSetupLine *line = self->pointed;
  YqArrow arrows[2];
  YqMove move, capture;
  size_t n = 0;

  if (line == NULL && self->selection != NULL)
    line = gtk_single_selection_get_selected_item (self->selection);
  if (line != NULL && !yq_setup_window_is_walking (self))
    {
      yq_setup_line_get_moves (line, &move, &capture);
      if (move.from != YQ_SQUARE_NONE)
        arrows[n++] = (YqArrow){ move, YQ_ARROW_MOVE };
      if (capture.from != YQ_SQUARE_NONE)
        arrows[n++] = (YqArrow){ capture, YQ_ARROW_ATTACK };
    }
  yq_board_set_arrows (self->board, arrows, n);
}

static const char *
verdict_class (const YqExamination *examination)
{
  static const char *const classes[] = {
    [YQ_VERDICT_NONE] = "none",
    [YQ_VERDICT_CHECK] = "check",
    [YQ_VERDICT_CHECKMATE] = "checkmate",
    [YQ_VERDICT_STALEMATE] = "stalemate",
  };

  return examination->n_faults > 0 ? "impossible" : classes[examination->verdict];
}

static void
update_verdict (YqSetupWindow *self)
{
  const YqPosition *pos = yq_setup_window_get_shown (self);
  g_autofree char *verdict = NULL;
  YqExamination examination;
  const char *classes[] = { "verdict", NULL, NULL };

  yq_examine (pos, &examination);
  verdict = yq_setup_verdict_text (pos, &examination);
  gtk_label_set_label (self->verdict_label, verdict);
  classes[1] = verdict_class (&examination);
  gtk_widget_set_css_classes (self->verdict_box, classes);
}

/* Whose move it is can be chosen; within the solution that place says where the board is. */
static void
update_turn (YqSetupWindow *self)
{
  gboolean red = yq_setup_get_position (self->setup)->turn == YQ_RED;
  guint step = yq_game_get_cursor (self->solution_game)->ply;

  gtk_toggle_button_set_active (red ? self->red_button : self->black_button, TRUE);
  if (step > 0)
    {
      /* translators: the board shows the solution of a problem, after so many moves of so many, counting both sides' */
      g_autofree char *text
        = g_strdup_printf (_("Solution, step %u of %u"), step, yq_game_count_line (self->solution_game));

      gtk_label_set_label (self->step_label, text);
    }
  gtk_stack_set_visible_child_name (self->turn_stack, step > 0 ? "step" : "turn");
}

void
yq_setup_window_show_position (YqSetupWindow *self, YqMove glide)
{
  self->selected = YQ_SQUARE_NONE;
  yq_board_set_position (self->board, yq_setup_window_get_shown (self), glide);
  update_marks (self);
  update_arrows (self);
  update_verdict (self);
  update_turn (self);
  yq_setup_window_update_text (self);
  yq_setup_window_update_actions (self);
}

void
yq_setup_window_set_position (YqSetupWindow *self, const YqPosition *pos)
{
  yq_setup_window_leave_solution (self);
  yq_setup_set_position (self->setup, pos);
}

void
yq_setup_window_notify (YqSetupWindow *self, const char *text)
{
  gtk_label_set_label (self->notice_label, text != NULL ? text : "");
  gtk_widget_set_visible (self->notice, text != NULL);
  if (text != NULL)
    yq_announce (self->board, text);
}

void
yq_setup_window_update_actions (YqSetupWindow *self)
{
  GtkWidget *widget = GTK_WIDGET (self), *focus = gtk_window_get_focus (GTK_WINDOW (self));
  /* Keys that edit belong to the text that is being edited. */
  gboolean editing = GTK_IS_EDITABLE (focus);
  gboolean can_undo, can_redo, possible;

  if (self->setup == NULL) /* the window goes, and its focus before it */
    return;
  possible = yq_setup_get_examination (self->setup)->n_faults == 0;
  if (yq_setup_window_is_walking (self))
    g_object_get (self->solution_game, "can-go-back", &can_undo, "can-go-forward", &can_redo, NULL);
  else
    g_object_get (self->setup, "can-undo", &can_undo, "can-redo", &can_redo, NULL);
  gtk_widget_action_set_enabled (widget, "win.undo", can_undo && !editing);
  gtk_widget_action_set_enabled (widget, "win.redo", can_redo && !editing);
  gtk_widget_action_set_enabled (widget, "win.paste", !editing);
  gtk_widget_action_set_enabled (widget, "win.copy-position", !editing);
  gtk_widget_action_set_enabled (widget, "setup.play", possible);
  yq_setup_window_update_mate_actions (self);
}

static void
setup_changed_cb (YqSetupWindow *self)
{
  yq_setup_window_notify (self, NULL);
  yq_setup_window_follow_position (self);
  yq_setup_window_show_position (self, no_move);
  yq_announce (self->board, gtk_label_get_label (self->verdict_label));
}

/* Pieces come, go and move. */

static void
put (YqSetupWindow *self, YqSquare square, YqPiece piece)
{
  self->selected = YQ_SQUARE_NONE;
  yq_setup_put (self->setup, square, piece);
  update_marks (self);
}

static void
move (YqSetupWindow *self, YqMove step)
{
  self->selected = YQ_SQUARE_NONE;
  yq_setup_move (self->setup, step);
  update_marks (self);
}

/* Within a solution the board only shows. */
static gboolean
can_edit (YqSetupWindow *self)
{
  if (!yq_setup_window_is_walking (self))
    return TRUE;
  yq_setup_window_notify (self, _("The board shows the solution; press Escape to go back and move pieces"));
  return FALSE;
}

static void
board_activate_cb (YqSetupWindow *self, guint square)
{
  YqPiece hand = yq_setup_tray_get_hand (self->tray);

  if (!can_edit (self))
    return;
  if (hand != YQ_EMPTY)
    put (self, (YqSquare) square, hand);
  else if (self->selected != YQ_SQUARE_NONE && self->selected != square)
    move (self, (YqMove){ self->selected, (YqSquare) square });
  else
    {
      gboolean takes = self->selected == YQ_SQUARE_NONE
                       && yq_setup_get_position (self->setup)->squares[square] != YQ_EMPTY;

      self->selected = takes ? (YqSquare) square : YQ_SQUARE_NONE;
      update_marks (self);
    }
}

static gboolean
board_drag_begin_cb (YqSetupWindow *self, guint square)
{
  return can_edit (self) && yq_setup_get_position (self->setup)->squares[square] != YQ_EMPTY;
}

static void
board_dropped_cb (YqSetupWindow *self, guint from, guint to)
{
  move (self, (YqMove){ (YqSquare) from, (YqSquare) to });
}

static gboolean
board_remove_cb (YqSetupWindow *self, guint square)
{
  if (!can_edit (self))
    return TRUE;
  if (yq_setup_get_position (self->setup)->squares[square] == YQ_EMPTY)
    return FALSE;
  put (self, (YqSquare) square, YQ_EMPTY);
  return TRUE;
}

static void
board_cancel_cb (YqSetupWindow *self)
{
  /* Who lets go of a piece does not mean to end a search. */
  if (self->selected == YQ_SQUARE_NONE && yq_setup_tray_get_hand (self->tray) == YQ_EMPTY)
    gtk_widget_activate_action (GTK_WIDGET (self), "setup.stop", NULL);
  yq_setup_window_leave_solution (self);
  self->selected = YQ_SQUARE_NONE;
  yq_setup_tray_set_hand (self->tray, YQ_EMPTY);
  update_marks (self);
}

static void
hand_changed_cb (YqSetupWindow *self)
{
  if (yq_setup_tray_get_hand (self->tray) == YQ_EMPTY)
    return;
  self->selected = YQ_SQUARE_NONE;
  update_marks (self);
}

static gboolean
piece_dropped_cb (YqSetupWindow *self, const GValue *value, double x, double y)
{
  YqSquare square = yq_board_pick_at (self->board, x, y);

  if (square == YQ_SQUARE_NONE || !can_edit (self))
    return FALSE;
  put (self, square, (YqPiece) g_value_get_uint (value));
  return TRUE;
}

/* A letter puts its piece on the cursor's point: upper case red, lower case black, as in a FEN. */
static gboolean
board_key_cb (YqSetupWindow *self, guint key, guint code, GdkModifierType state)
{
  static const char synonyms[] = { 'H', 'N', 'E', 'B', '\0' };
  const char *letters = yq_ruleset_xiangqi.letters;
  char letter;

  if ((state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK)) != 0 || key > 0x7f
      || !g_ascii_isalpha ((char) key))
    return GDK_EVENT_PROPAGATE;
  letter = g_ascii_toupper ((char) key);
  for (const char *synonym = synonyms; *synonym != '\0'; synonym += 2)
    if (letter == synonym[0])
      letter = synonym[1];
  for (int type = YQ_NO_TYPE + 1; type < YQ_N_TYPES; type++)
    if (letters[type] == letter && can_edit (self))
      put (self, yq_board_get_cursor (self->board),
           yq_piece (g_ascii_isupper ((char) key) ? YQ_RED : YQ_BLACK, (YqPieceType) type));
  /* No other letter is the beginning of a typed move here. */
  return GDK_EVENT_STOP;
}

static void
turn_toggled_cb (YqSetupWindow *self)
{
  yq_setup_set_turn (self->setup, gtk_toggle_button_get_active (self->red_button) ? YQ_RED : YQ_BLACK);
}

/* The explanation. */

static void
show_line (GtkListItem *item)
{
  YqSetupWindow *self = YQ_SETUP_WINDOW (gtk_widget_get_root (gtk_list_item_get_child (item)));

  gtk_single_selection_set_selected (self->selection, gtk_list_item_get_position (item));
}

static void
line_pointed_cb (GtkListItem *item, gboolean over)
{
  YqSetupWindow *self = YQ_SETUP_WINDOW (gtk_widget_get_root (gtk_list_item_get_child (item)));

  if (over)
    g_set_object (&self->pointed, gtk_list_item_get_item (item));
  else if (self->pointed == gtk_list_item_get_item (item))
    g_clear_object (&self->pointed);
  update_arrows (self);
}

static void
setup_line_cb (YqSetupWindow *self, GtkListItem *item)
{
  GtkWidget *row = yq_choice_row_new ();

  g_signal_connect_swapped (row, "chosen", G_CALLBACK (show_line), item);
  g_signal_connect_swapped (row, "pointed", G_CALLBACK (line_pointed_cb), item);
  gtk_list_item_set_child (item, row);
}

static void
bind_line_cb (YqSetupWindow *self, GtkListItem *item)
{
  static const struct
  {
    const char *icon, *kind;
  } looks[] = {
    [YQ_SETUP_LINE_FAULT] = { "dialog-warning-symbolic", "fault" },
    [YQ_SETUP_LINE_ATTACKER] = { "dialog-warning-symbolic", "attacker" },
    [YQ_SETUP_LINE_REPLY] = { "emblem-ok-symbolic", "reply" },
    [YQ_SETUP_LINE_REFUSED] = { "action-unavailable-symbolic", "refused" },
  };
  YqSetupLine *line = gtk_list_item_get_item (item);
  YqSetupLineKind kind = yq_setup_line_get_kind (line);
  g_autofree char *text = NULL;

  g_object_get (line, "text", &text, NULL);
  yq_choice_row_set (YQ_CHOICE_ROW (gtk_list_item_get_child (item)), looks[kind].icon, looks[kind].kind, text, NULL);
}

static void
unbind_line_cb (YqSetupWindow *self, GtkListItem *item)
{
  if (self->pointed != gtk_list_item_get_item (item))
    return;
  g_clear_object (&self->pointed);
  update_arrows (self);
}

/* Actions. */

/* The steps through the solution come after those that set its position up, and are gone back first. */
static void
undo_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  YqSetupWindow *self = YQ_SETUP_WINDOW (widget);

  if (yq_setup_window_is_walking (self))
    yq_game_go_back (self->solution_game);
  else
    yq_setup_undo (self->setup);
}

static void
redo_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  YqSetupWindow *self = YQ_SETUP_WINDOW (widget);

  if (yq_setup_window_is_walking (self))
    gtk_widget_activate_action (widget, "win.go-forward", NULL);
  else
    yq_setup_redo (self->setup);
}

/* «setup.change» with the number of a YqSetupChange. */
static void
change_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  YqSetupWindow *self = YQ_SETUP_WINDOW (widget);

  yq_setup_window_leave_solution (self);
  yq_setup_change (self->setup, (YqSetupChange) g_variant_get_int32 (parameter));
}

static void
close_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gtk_window_close (GTK_WINDOW (widget));
}

static void
play_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  YqSetupWindow *self = YQ_SETUP_WINDOW (widget);

  yq_window_play_from (YQ_APPLICATION (gtk_window_get_application (GTK_WINDOW (self))),
                       yq_setup_window_get_shown (self));
}

/* What is remembered of the window, and its end. */

static void
remember_position (YqSetupWindow *self)
{
  YqFen fen = { .position = *yq_setup_get_position (self->setup), .move_number = 1 };
  char text[YQ_FEN_MAX];

  yq_fen_write (&fen, YQ_FEN_LETTERS_NB, text);
  g_settings_set_string (self->settings, "setup-position", text);
}

static gboolean
yq_setup_window_close_request (GtkWindow *window)
{
  YqSetupWindow *self = YQ_SETUP_WINDOW (window);
  int width, height;

  remember_position (self);
  gtk_window_get_default_size (window, &width, &height);
  g_settings_set (self->settings, "setup-window-size", "(ii)", width, height);
  /* What waits for their results keeps the window until then. */
  yq_solver_stop (self->solver);
  yq_batch_cancel (self->batch);
  return GTK_WINDOW_CLASS (yq_setup_window_parent_class)->close_request (window);
}

static void
notation_changed_cb (YqSetupWindow *self)
{
  int notation = g_settings_get_enum (self->settings, "notation");

  g_object_set (self->setup, "notation", notation, NULL);
  g_object_set (self->solution_game, "notation", notation, NULL);
  g_object_set (self->board, "from-one", notation == YQ_NOTATION_UCI, NULL);
  g_object_set (self->batch, "from-one", notation == YQ_NOTATION_UCI, NULL);
  yq_setup_window_update_facts (self);
}

static void
bind_settings (YqSetupWindow *self)
{
  g_autofree char *text = g_settings_get_string (self->settings, "setup-position");
  YqFen fen;
  YqFenFault fault;
  int width, height;

  g_settings_bind (self->settings, "coordinates", self->board, "coordinates", G_SETTINGS_BIND_GET);
  g_settings_bind (self->settings, "theme", self->board, "theme", G_SETTINGS_BIND_GET);
  g_settings_bind (self->settings, "faces", self->board, "faces", G_SETTINGS_BIND_GET);
  g_signal_connect_object (self->settings, "changed::notation", G_CALLBACK (notation_changed_cb), self,
                           G_CONNECT_SWAPPED);
  notation_changed_cb (self);
  g_settings_get (self->settings, "setup-window-size", "(ii)", &width, &height);
  gtk_window_set_default_size (GTK_WINDOW (self), width, height);
  if (yq_fen_read (text, strlen (text), &yq_ruleset_xiangqi, &fen, &fault))
    yq_setup_begin (self->setup, &fen.position);
}

static void
yq_setup_window_dispose (GObject *object)
{
  YqSetupWindow *self = YQ_SETUP_WINDOW (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->pointed);
  g_clear_object (&self->selection);
  if (self->batch != NULL)
    yq_batch_cancel (self->batch);
  g_clear_object (&self->solver);
  self->shown_solution = NULL;
  g_clear_pointer (&self->solution, yq_solution_free);
  g_clear_object (&self->solution_game);
  g_clear_object (&self->batch_selection);
  g_clear_object (&self->batch);
  g_clear_object (&self->setup);
  g_clear_object (&self->settings);
  g_clear_object (&self->cancellable);
  G_OBJECT_CLASS (yq_setup_window_parent_class)->dispose (object);
}

static void
yq_setup_window_class_init (YqSetupWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = yq_setup_window_dispose;
  GTK_WINDOW_CLASS (klass)->close_request = yq_setup_window_close_request;

  g_type_ensure (YQ_TYPE_BOARD);
  g_type_ensure (YQ_TYPE_SETUP_TRAY);
  g_type_ensure (YQ_TYPE_LOG_VIEW);
  gtk_widget_class_set_template_from_resource (widget_class, YAQI_RESOURCE_PATH "/yq-setup-window.ui");
  gtk_widget_class_bind_template_child (widget_class, YqSetupWindow, board);
  gtk_widget_class_bind_template_child (widget_class, YqSetupWindow, tray);
  gtk_widget_class_bind_template_child (widget_class, YqSetupWindow, turn_stack);
  gtk_widget_class_bind_template_child (widget_class, YqSetupWindow, red_button);
  gtk_widget_class_bind_template_child (widget_class, YqSetupWindow, black_button);
  gtk_widget_class_bind_template_child (widget_class, YqSetupWindow, step_label);
  gtk_widget_class_bind_template_child (widget_class, YqSetupWindow, entry);
  gtk_widget_class_bind_template_child (widget_class, YqSetupWindow, notice);
  gtk_widget_class_bind_template_child (widget_class, YqSetupWindow, notice_label);
  gtk_widget_class_bind_template_child (widget_class, YqSetupWindow, verdict_label);
  gtk_widget_class_bind_template_child (widget_class, YqSetupWindow, verdict_box);
  gtk_widget_class_bind_template_child (widget_class, YqSetupWindow, stack);
  gtk_widget_class_bind_template_child (widget_class, YqSetupWindow, lines);
  gtk_widget_class_bind_template_child (widget_class, YqSetupWindow, judge_menu);
  gtk_widget_class_bind_template_callback (widget_class, board_activate_cb);
  gtk_widget_class_bind_template_callback (widget_class, board_drag_begin_cb);
  gtk_widget_class_bind_template_callback (widget_class, board_dropped_cb);
  gtk_widget_class_bind_template_callback (widget_class, board_remove_cb);
  gtk_widget_class_bind_template_callback (widget_class, board_cancel_cb);
  gtk_widget_class_bind_template_callback (widget_class, hand_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, turn_toggled_cb);
  gtk_widget_class_bind_template_callback (widget_class, setup_line_cb);
  gtk_widget_class_bind_template_callback (widget_class, bind_line_cb);
  gtk_widget_class_bind_template_callback (widget_class, unbind_line_cb);
  /* Named as in the main window, so that they have the same keys. */
  gtk_widget_class_install_action (widget_class, "win.undo", NULL, undo_action);
  gtk_widget_class_install_action (widget_class, "win.redo", NULL, redo_action);
  gtk_widget_class_install_action (widget_class, "win.close", NULL, close_action);
  gtk_widget_class_install_action (widget_class, "setup.change", "i", change_action);
  gtk_widget_class_install_action (widget_class, "setup.play", NULL, play_action);
  yq_setup_window_class_add_text (widget_class);
  yq_setup_window_class_add_list (widget_class);
  yq_setup_window_class_add_mate (widget_class);
}

static void
yq_setup_window_init (YqSetupWindow *self)
{
  GtkDropTarget *piece_drop = gtk_drop_target_new (G_TYPE_UINT, GDK_ACTION_COPY);
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->cancellable = g_cancellable_new ();
  self->selected = YQ_SQUARE_NONE;
  self->setup = yq_setup_new (&yq_ruleset_xiangqi);
  gtk_widget_init_template (GTK_WIDGET (self));
  yq_setup_tray_set_board (self->tray, self->board, &yq_ruleset_xiangqi);

  self->selection = gtk_single_selection_new (g_object_ref (yq_setup_get_lines (self->setup)));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  gtk_single_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);
  gtk_list_view_set_model (self->lines, GTK_SELECTION_MODEL (self->selection));
  g_signal_connect_object (self->selection, "notify::selected-item", G_CALLBACK (update_arrows), self,
                           G_CONNECT_SWAPPED);

  g_signal_connect_swapped (piece_drop, "drop", G_CALLBACK (piece_dropped_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self->board), GTK_EVENT_CONTROLLER (piece_drop));
  /* Before the board takes letters for the beginning of a move. */
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (board_key_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self->board), keys);

  yq_setup_window_init_text (self);
  yq_setup_window_init_list (self);
  yq_setup_window_init_mate (self);
  g_signal_connect_object (self->setup, "changed", G_CALLBACK (setup_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_swapped (self, "notify::focus-widget", G_CALLBACK (yq_setup_window_update_actions), self);
}

static YqSetupWindow *
setup_window_new (YqApplication *application)
{
  YqSetupWindow *self = g_object_new (YQ_TYPE_SETUP_WINDOW, "application", application, NULL);

  self->settings = g_object_ref (yq_application_get_settings (application));
  bind_settings (self);
  setup_changed_cb (self);
  gtk_widget_grab_focus (GTK_WIDGET (self->board));
  return self;
}

void
yq_setup_window_present (YqApplication *application, const YqPosition *pos)
{
  YqSetupWindow *self = NULL;

  g_return_if_fail (YQ_IS_APPLICATION (application));

  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (application)); l != NULL; l = l->next)
    if (YQ_IS_SETUP_WINDOW (l->data))
      self = l->data;
  if (self == NULL)
    self = setup_window_new (application);
  if (pos != NULL)
    yq_setup_window_set_position (self, pos);
  gtk_window_present (GTK_WINDOW (self));
}
