/* The main window: binds one game to a board, the move log and a file. It holds no game state.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "yq-window-private.h"

#include <glib/gi18n.h>

#include "yq-compat.h"
#include "yq-describe.h"

G_DEFINE_FINAL_TYPE (YqWindow, yq_window, GTK_TYPE_APPLICATION_WINDOW)

static const YqMove no_move = { YQ_SQUARE_NONE, YQ_SQUARE_NONE };

/* What the board shows. */

static void
mark_attackers (YqMarks *marks, const YqPosition *pos, YqSquare captain)
{
  YqSquare from[YQ_SQUARES];
  YqSide side = yq_piece_side (pos->squares[captain]);
  size_t n = yq_position_attackers (pos, captain, yq_side_other (side), from);

  for (size_t i = 0; i < n; i++)
    yq_square_set_add (&marks->attackers, from[i]);
}

static void
update_marks (YqWindow *self)
{
  const YqPosition *pos = yq_game_get_position (self->game);
  const YqNode *cursor = yq_game_get_cursor (self->game);
  YqMarks marks = YQ_MARKS_NONE;

  if (cursor->parent != NULL)
    marks.last = cursor->move;
  if (self->picker.selected != YQ_SQUARE_NONE)
    {
      YqMove moves[YQ_MAX_MOVES];
      size_t n = yq_position_moves_from (pos, self->picker.selected, moves);

      marks.selected = self->picker.selected;
      for (size_t i = 0; i < n; i++)
        yq_square_set_add (&marks.reach, moves[i].to);
    }
  for (YqSide side = YQ_RED; side <= YQ_BLUE; side++)
    if (pos->captain[side] != YQ_SQUARE_NONE && pos->captain[yq_side_other (side)] != YQ_SQUARE_NONE
        && yq_position_in_check (pos, side))
      {
        yq_square_set_add (&marks.attacked, pos->captain[side]);
        if (self->hover == pos->captain[side])
          mark_attackers (&marks, pos, self->hover);
      }
  if (self->blocking != YQ_SQUARE_NONE)
    yq_square_set_add (self->refusal == YQ_REFUSED_BLOCKED ? &marks.blocking : &marks.attackers, self->blocking);
  yq_board_set_marks (self->board, &marks);
}

void
yq_window_notify (YqWindow *self, const char *text)
{
  gtk_widget_set_visible (self->notice, text != NULL);
  gtk_label_set_label (self->notice_label, text != NULL ? text : "");
  if (text != NULL)
    yq_announce (self->board, text);
}

void
yq_window_report (YqWindow *self, char *text)
{
  gtk_label_set_label (self->error_label, text);
  gtk_widget_set_visible (GTK_WIDGET (self->error_bar), TRUE);
  yq_announce (self->board, text);
  g_free (text);
}

/* Presses become moves. */

static gboolean
is_own_piece (YqWindow *self, YqSquare square)
{
  const YqPosition *pos = yq_game_get_position (self->game);

  return square < YQ_SQUARES && pos->squares[square] != YQ_EMPTY
         && yq_piece_side (pos->squares[square]) == pos->turn;
}

static void
play (YqWindow *self, YqMove move)
{
  g_autoptr(GError) error = NULL;

  if (yq_game_play (self->game, move, &self->blocking, &error))
    return;
  self->refusal = (YqRefusal) error->code;
  yq_window_notify (self, error->message);
  update_marks (self);
}

static void
take_pick (YqWindow *self, YqPick pick)
{
  self->blocking = YQ_SQUARE_NONE;
  if (pick.action == YQ_PICK_MOVE)
    {
      play (self, pick.move);
      return;
    }
  yq_window_notify (self, NULL);
  update_marks (self);
}

static void
board_activate_cb (YqWindow *self, guint square)
{
  YqSquare selected = self->picker.selected;
  YqPick pick
      = yq_picker_press (&self->picker, (YqSquare) square, is_own_piece (self, (YqSquare) square));

  take_pick (self, pick);
  /* Nothing was in the hand, and this piece cannot be taken up: say so. */
  if (selected == YQ_SQUARE_NONE && pick.action == YQ_PICK_NOTHING
      && yq_game_get_position (self->game)->squares[square] != YQ_EMPTY)
    play (self, (YqMove){ (YqSquare) square, (YqSquare) square });
}

static gboolean
board_drag_begin_cb (YqWindow *self, guint square)
{
  if (!is_own_piece (self, (YqSquare) square))
    return FALSE;
  if (self->picker.selected != square)
    {
      yq_picker_cancel (&self->picker);
      take_pick (self, yq_picker_press (&self->picker, (YqSquare) square, TRUE));
    }
  return TRUE;
}

static void
board_dropped_cb (YqWindow *self, guint from, guint to)
{
  take_pick (self, yq_picker_drag (&self->picker, (YqMove){ (YqSquare) from, (YqSquare) to }));
}

static void
board_cancel_cb (YqWindow *self)
{
  take_pick (self, yq_picker_cancel (&self->picker));
}

static void
board_typed_cb (YqWindow *self, const char *text)
{
  YqMove move = no_move;

  yq_picker_cancel (&self->picker);
  self->blocking = YQ_SQUARE_NONE;
  switch (yq_move_read (yq_game_get_position (self->game), text, strlen (text), FALSE, &move))
    {
    case YQ_MOVE_OK:
    case YQ_MOVE_ILLEGAL: /* the game says why */
      play (self, move);
      break;
    default:
      {
        g_autofree char *notice
            = g_strdup_printf (_("“%s” is not a move; type two points, such as a0a3"), text);

        yq_window_notify (self, notice);
        update_marks (self);
      }
    }
}

static void
board_hover_cb (YqWindow *self, guint square)
{
  self->hover = (YqSquare) square;
  update_marks (self);
}

/* The game tells. */

void
yq_window_update_title (YqWindow *self)
{
  g_autofree char *title = NULL, *shown = NULL, *window_title = NULL;
  gboolean modified;

  g_object_get (self->game, "title", &title, "modified", &modified, NULL);
  if (title == NULL && self->file != NULL)
    {
      g_autofree char *base = g_file_get_basename (self->file);

      title = g_filename_display_name (base);
    }
  if (title == NULL)
    title = g_strdup (yq_game_get_ruleset (self->game) == &yq_ruleset_duck ? _("Duck Chess")
                                                                           : _("Xiangqi"));
  shown = modified ? g_strdup_printf ("• %s", title) : g_strdup (title);
  gtk_label_set_label (self->title_label, shown);
  /* Translators: the title of a window: a game and the program's name */
  window_title = g_strdup_printf (_("%s – Yaqi"), shown);
  gtk_window_set_title (GTK_WINDOW (self), window_title);
}

static void
update_turn_mark (YqWindow *self)
{
  const char *classes[] = { "turn-mark", NULL, NULL };
  int turn, outcome;

  g_object_get (self->game, "turn", &turn, "outcome", &outcome, NULL);
  if (outcome == YQ_OUTCOME_RED_WINS)
    turn = YQ_RED;
  else if (outcome == YQ_OUTCOME_BLUE_WINS)
    turn = YQ_BLUE;
  if (turn == YQ_RED)
    classes[1] = "red";
  else
    classes[1] = yq_game_get_ruleset (self->game) == &yq_ruleset_duck ? "blue" : "black";
  gtk_widget_set_css_classes (self->turn_mark, classes);
  gtk_widget_set_visible (self->turn_mark, outcome != YQ_OUTCOME_DRAW);
}

/* "row 3 column 2, red soldier, to row 4 column 2, empty. Blue to move" */
static void
announce_move (YqWindow *self, YqGameChange change, YqMove move)
{
  g_autofree char *status = NULL, *text = NULL;

  g_object_get (self->game, "status", &status, NULL);
  if (change == YQ_GAME_PLAYED)
    {
      const YqRuleset *ruleset = yq_game_get_ruleset (self->game);
      g_autofree char *from = NULL, *to = NULL;
      gboolean from_one;
      YqPosition before;

      g_object_get (self->board, "from-one", &from_one, NULL);
      yq_record_position (yq_game_get_record (self->game), yq_game_get_cursor (self->game)->parent,
                          &before);
      from = yq_describe_point (ruleset, move.from, before.squares[move.from], 0, from_one);
      to = yq_describe_point (ruleset, move.to, before.squares[move.to], 0, from_one);
      /* Translators: spoken after a move: the point that was left and its piece, the point that was
         reached and what stood there ("empty", "blue horse"), then whose turn it is or how the game
         ended */
      text = g_strdup_printf (_("%s, to %s. %s"), from, to, status);
    }
  else if (change == YQ_GAME_TAKEN_BACK)
    /* Translators: spoken after a step back: whose turn it is */
    text = g_strdup_printf (_("Back. %s"), status);
  yq_announce (self->board, text != NULL ? text : status);
}

static void
game_changed_cb (YqWindow *self, YqGameChange change, guint move_number)
{
  YqMove move = no_move, glide = no_move;

  if (change != YQ_GAME_EDITED)
    {
      if (move_number != G_MAXUINT)
        move = (YqMove){ move_number & 0xff, move_number >> 8 };
      glide = change == YQ_GAME_TAKEN_BACK ? (YqMove){ move.to, move.from } : move;
      yq_picker_init (&self->picker);
      self->blocking = YQ_SQUARE_NONE;
      yq_window_notify (self, NULL);
      yq_board_set_position (self->board, yq_game_get_position (self->game), glide);
      update_marks (self);
      update_turn_mark (self);
      announce_move (self, change, move);
    }
  yq_window_update_actions (self);
}

/* What is recovered is one game in our own format: it must not be saved over anything else. */
void
yq_window_update_journal (YqWindow *self)
{
  if (self->format == YQ_FORMAT_PGN)
    yq_journal_set_file (self->journal, self->file, self->etag);
  else
    yq_journal_set_file (self->journal, NULL, NULL);
}

void
yq_window_set_record (YqWindow *self, YqRecord *record, GFile *file, char *etag, YqFormat format)
{
  g_set_object (&self->file, file);
  g_free (self->etag);
  self->etag = etag;
  self->format = format;
  yq_window_update_journal (self);
  gtk_widget_set_visible (GTK_WIDGET (self->error_bar), FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->newcomer_bar),
                          record->ruleset == &yq_ruleset_duck
                              && g_settings_get_boolean (self->settings, "newcomer"));
  yq_game_set_record (self->game, record);
  yq_window_update_title (self);
}

gboolean
yq_window_shows (YqWindow *self, GFile *file)
{
  g_return_val_if_fail (YQ_IS_WINDOW (self), FALSE);
  g_return_val_if_fail (G_IS_FILE (file), FALSE);

  return self->file != NULL && g_file_equal (self->file, file);
}

gboolean
yq_window_is_idle (YqWindow *self)
{
  gboolean modified;

  g_return_val_if_fail (YQ_IS_WINDOW (self), FALSE);

  g_object_get (self->game, "modified", &modified, NULL);
  return !modified && self->asking == 0 && self->loading == 0
         && g_queue_is_empty (&self->waiting) && self->file == NULL
         && yq_game_get_record (self->game)->root->child == NULL;
}

/* Bars above the board. */

static void
recover_response_cb (YqWindow *self, int response)
{
  yq_window_answer_recovery (self, response == GTK_RESPONSE_ACCEPT);
}

static void
error_response_cb (YqWindow *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self->error_bar), FALSE);
}

static void
newcomer_response_cb (YqWindow *self, int response)
{
  if (response != GTK_RESPONSE_CLOSE)
    return;
  gtk_widget_set_visible (GTK_WIDGET (self->newcomer_bar), FALSE);
  g_settings_set_boolean (self->settings, "newcomer", FALSE);
}

/* What is remembered of the window, and its end. */

/* The end of the paned's range leaves the panel its least width. */
static void
place_panel_cb (YqWindow *self)
{
  int end, least;

  g_object_get (self->paned, "max-position", &end, NULL);
  if (self->panel_placed || end <= 0 || end == G_MAXINT)
    return;
  self->panel_placed = TRUE;
  gtk_widget_measure (GTK_WIDGET (self->log_view), GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL,
                      NULL, NULL);
  gtk_paned_set_position (self->paned,
                          end + least - g_settings_get_int (self->settings, "panel-width"));
}

static void
remember_size (YqWindow *self)
{
  int width, height, panel = gtk_widget_get_width (GTK_WIDGET (self->log_view));

  gtk_window_get_default_size (GTK_WINDOW (self), &width, &height);
  g_settings_set (self->settings, "window-size", "(ii)", width, height);
  g_settings_set_boolean (self->settings, "maximized", gtk_window_is_maximized (GTK_WINDOW (self)));
  if (panel > 0 && gtk_widget_get_visible (GTK_WIDGET (self->log_view)))
    g_settings_set_int (self->settings, "panel-width", panel);
}

static void
close_now (YqWindow *self, gpointer data)
{
  self->closing = TRUE;
  gtk_window_close (GTK_WINDOW (self));
}

static gboolean
yq_window_close_request (GtkWindow *window)
{
  YqWindow *self = YQ_WINDOW (window);

  /* When nothing is to be asked close_now() runs at once, and gtk_window_close() does nothing in
   * here. A dialog that is open has to go first. */
  if (!self->closing)
    {
      gboolean asking = self->asking > 0;

      yq_window_let_go (self, close_now, NULL, NULL);
      if (asking)
        g_cancellable_cancel (self->question);
    }
  if (!self->closing)
    return GDK_EVENT_STOP;
  remember_size (self);
  yq_journal_forget (self->journal);
  return GTK_WINDOW_CLASS (yq_window_parent_class)->close_request (window);
}

static gboolean
drop_cb (YqWindow *self, const GValue *value)
{
  const GSList *files = g_value_get_boxed (value);

  if (files == NULL)
    return FALSE;
  yq_window_open (self, files->data);
  for (const GSList *other = files->next; other != NULL; other = other->next)
    {
      GFile *file = other->data;

      g_application_open (G_APPLICATION (gtk_window_get_application (GTK_WINDOW (self))), &file, 1,
                          "");
    }
  return TRUE;
}

/* A move can be typed wherever in the window the focus is. */
static gboolean
key_pressed_cb (YqWindow *self, guint key, guint code, GdkModifierType state,
                GtkEventControllerKey *controller)
{
  return gtk_event_controller_key_forward (controller, GTK_WIDGET (self->board));
}

static void
adjudication_changed_cb (YqWindow *self)
{
  YqJudgeRules rules = {
    .repetition = g_settings_get_enum (self->settings, "adjudication"),
    .move_limit = g_settings_get_uint (self->settings, "move-limit"),
  };

  yq_game_set_judge_rules (self->game, &rules);
}

static void
notation_changed_cb (YqWindow *self)
{
  int notation = g_settings_get_enum (self->settings, "notation");

  g_object_set (self->game, "notation", notation, NULL);
  /* Those two name files by numerals, the others by letters, and one counts ranks from 1; so does
   * the edge of the board. */
  g_object_set (self->board,
                "numerals", notation == YQ_NOTATION_CHINESE || notation == YQ_NOTATION_WXF,
                "from-one", notation == YQ_NOTATION_UCI,
                NULL);
}

static void
bind_settings (YqWindow *self)
{
  static const char *const keys[] = { "show-panel", "reports" };
  g_autoptr(GPropertyAction) flip = g_property_action_new ("flip", self->board, "flipped");
  int width, height;

  self->settings_actions = g_simple_action_group_new ();
  for (size_t i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_autoptr(GAction) action = g_settings_create_action (self->settings, keys[i]);

      g_action_map_add_action (G_ACTION_MAP (self->settings_actions), action);
    }
  gtk_widget_insert_action_group (GTK_WIDGET (self), "settings",
                                  G_ACTION_GROUP (self->settings_actions));
  g_action_map_add_action (G_ACTION_MAP (self), G_ACTION (flip));

  g_settings_bind (self->settings, "show-panel", self->log_view, "visible", G_SETTINGS_BIND_GET);
  g_settings_bind (self->settings, "coordinates", self->board, "coordinates", G_SETTINGS_BIND_GET);
  g_settings_bind (self->settings, "theme", self->board, "theme", G_SETTINGS_BIND_GET);
  g_settings_bind (self->settings, "faces", self->board, "faces", G_SETTINGS_BIND_GET);
  g_settings_bind (self->settings, "reports", self->game, "reports", G_SETTINGS_BIND_GET);
  g_signal_connect_object (self->settings, "changed::notation", G_CALLBACK (notation_changed_cb),
                           self, G_CONNECT_SWAPPED);
  notation_changed_cb (self);
  g_signal_connect_object (self->settings, "changed::adjudication",
                           G_CALLBACK (adjudication_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->settings, "changed::move-limit",
                           G_CALLBACK (adjudication_changed_cb), self, G_CONNECT_SWAPPED);
  adjudication_changed_cb (self);

  g_settings_get (self->settings, "window-size", "(ii)", &width, &height);
  gtk_window_set_default_size (GTK_WINDOW (self), width, height);
  if (g_settings_get_boolean (self->settings, "maximized"))
    gtk_window_maximize (GTK_WINDOW (self));
  gtk_widget_set_visible (GTK_WIDGET (self->newcomer_bar),
                          g_settings_get_boolean (self->settings, "newcomer"));
}

static gboolean
offer_recovery_cb (gpointer user_data)
{
  yq_window_offer_recovery (user_data);
  return G_SOURCE_REMOVE;
}

static void
yq_window_dispose (GObject *object)
{
  YqWindow *self = YQ_WINDOW (object);

  g_cancellable_cancel (self->cancellable);
  yq_window_forget_pending (self);
  if (self->asking > 0)
    g_cancellable_cancel (self->question);
  g_clear_object (&self->question);
  g_clear_object (&self->journal);
  g_clear_object (&self->game);
  g_clear_object (&self->file);
  g_clear_object (&self->settings);
  g_clear_object (&self->settings_actions);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->etag, g_free);
  G_OBJECT_CLASS (yq_window_parent_class)->dispose (object);
}

static void
yq_window_class_init (YqWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = yq_window_dispose;
  GTK_WINDOW_CLASS (klass)->close_request = yq_window_close_request;

  g_type_ensure (YQ_TYPE_BOARD);
  g_type_ensure (YQ_TYPE_LOG_VIEW);
  gtk_widget_class_set_template_from_resource (widget_class, YAQI_RESOURCE_PATH "/yq-window.ui");
  gtk_widget_class_bind_template_child (widget_class, YqWindow, title_label);
  gtk_widget_class_bind_template_child (widget_class, YqWindow, subtitle_label);
  gtk_widget_class_bind_template_child (widget_class, YqWindow, recent_button);
  gtk_widget_class_bind_template_child (widget_class, YqWindow, recover_bar);
  gtk_widget_class_bind_template_child (widget_class, YqWindow, error_bar);
  gtk_widget_class_bind_template_child (widget_class, YqWindow, error_label);
  gtk_widget_class_bind_template_child (widget_class, YqWindow, newcomer_bar);
  gtk_widget_class_bind_template_child (widget_class, YqWindow, paned);
  gtk_widget_class_bind_template_child (widget_class, YqWindow, board);
  gtk_widget_class_bind_template_child (widget_class, YqWindow, turn_mark);
  gtk_widget_class_bind_template_child (widget_class, YqWindow, status_label);
  gtk_widget_class_bind_template_child (widget_class, YqWindow, typing_label);
  gtk_widget_class_bind_template_child (widget_class, YqWindow, notice);
  gtk_widget_class_bind_template_child (widget_class, YqWindow, notice_label);
  gtk_widget_class_bind_template_child (widget_class, YqWindow, log_view);
  gtk_widget_class_bind_template_callback (widget_class, board_activate_cb);
  gtk_widget_class_bind_template_callback (widget_class, board_drag_begin_cb);
  gtk_widget_class_bind_template_callback (widget_class, board_dropped_cb);
  gtk_widget_class_bind_template_callback (widget_class, board_cancel_cb);
  gtk_widget_class_bind_template_callback (widget_class, board_typed_cb);
  gtk_widget_class_bind_template_callback (widget_class, board_hover_cb);
  gtk_widget_class_bind_template_callback (widget_class, recover_response_cb);
  gtk_widget_class_bind_template_callback (widget_class, error_response_cb);
  gtk_widget_class_bind_template_callback (widget_class, newcomer_response_cb);
  yq_window_install_actions (widget_class);
}

static void
yq_window_init (YqWindow *self)
{
  GtkDropTarget *drop = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->game = yq_game_new (&yq_ruleset_duck);
  self->journal = yq_journal_new (NULL);
  self->cancellable = g_cancellable_new ();
  self->hover = YQ_SQUARE_NONE;
  self->blocking = YQ_SQUARE_NONE;
  yq_picker_init (&self->picker);
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_menu_button_set_create_popup_func (self->recent_button, yq_window_list_recent, NULL, NULL);
  yq_log_view_set_game (self->log_view, self->game);

  g_signal_connect_swapped (drop, "drop", G_CALLBACK (drop_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drop));
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  g_signal_connect_swapped (self->paned, "notify::max-position", G_CALLBACK (place_panel_cb), self);
  g_object_bind_property (self->game, "status", self->status_label, "label", G_BINDING_SYNC_CREATE);
  g_object_bind_property (self->game, "status", self->subtitle_label, "label",
                          G_BINDING_SYNC_CREATE);
  g_object_bind_property (self->board, "typing", self->typing_label, "label",
                          G_BINDING_SYNC_CREATE);
  g_signal_connect_object (self->game, "changed", G_CALLBACK (game_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->game, "notify::title", G_CALLBACK (yq_window_update_title), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->game, "notify::modified", G_CALLBACK (yq_window_update_title),
                           self, G_CONNECT_SWAPPED);
  yq_journal_watch (self->journal, self->game);
}

YqWindow *
yq_window_new (YqApplication *application)
{
  YqWindow *self;

  g_return_val_if_fail (YQ_IS_APPLICATION (application), NULL);

  self = g_object_new (YQ_TYPE_WINDOW, "application", application, NULL);
  self->settings = g_object_ref (yq_application_get_settings (application));
  bind_settings (self);
  yq_board_set_position (self->board, yq_game_get_position (self->game), no_move);
  update_turn_mark (self);
  yq_window_update_title (self);
  yq_window_update_actions (self);
  gtk_widget_grab_focus (GTK_WIDGET (self->board));
  /* After the first frame: reading the folder must not delay it. */
  g_idle_add_full (G_PRIORITY_LOW, offer_recovery_cb, g_object_ref (self), g_object_unref);
  return self;
}
