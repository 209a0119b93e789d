/* The help window: the rules of both games, with each piece's reach on a small living board.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "yq-help.h"

#include <glib/gi18n.h>

#include "yq-board.h"
#include "yq-compat.h"
#include "yq-fen.h"

#define STEP_MS 1100 /* between two moves of a demonstration */

struct _YqHelp
{
  GtkWindow parent_instance;

  /* Owned */
  GSettings *settings;

  /* The demonstration: a piece goes to each point that it reaches, and back */
  const YqRuleset *ruleset; /* NULL: none is shown */
  YqPosition position;
  YqSquare from;
  YqMove moves[YQ_MAX_MOVES];
  size_t n_moves, next_move;
  gboolean away;
  guint timer;

  /* Template children */
  GtkListBox *list;
  GtkLabel *title_label;
  GtkLabel *text_label;
  YqBoard *board;
};

G_DEFINE_FINAL_TYPE (YqHelp, yq_help, GTK_TYPE_WINDOW)

/* One page. board: the board part of a FEN; the piece that is shown is red's on the middle file
 * (NULL: the start position, without a demonstration; no ruleset: no board). Duck chess needs both
 * captains: without one the game is over. */
typedef struct
{
  const YqRuleset *ruleset;
  const char *board;
  const char *heading; /* of the list, before the page; NULL mostly */
  const char *title;
  const char *text;
} Topic;

static const Topic topics[] = {
  { &yq_ruleset_duck, NULL, N_("Duck Chess"), N_("The Game"),
    N_("Red and blue move in turn, red first; a turn is one move of one piece. A piece may go "
       "anywhere on the board: there is no river and no palace. A move onto a piece of the "
       "other side takes it.\n\n"
       "Whoever takes the other captain wins at once. A captain under attack is marked, but "
       "need not be saved: leaving it there is allowed, at your own risk. Captains that face "
       "each other mean nothing.") },
  { &yq_ruleset_duck, "8k/9/9/9/9/4K4/9/9/9/9", NULL, N_("Captain"),
    N_("One point forward, back or sideways, anywhere on the board. Lose it, and the game is "
       "lost.") },
  { &yq_ruleset_duck, "8k/9/9/9/9/4A4/9/9/9/K8", NULL, N_("Guard"),
    N_("One point diagonally, anywhere on the board.") },
  { &yq_ruleset_duck, "8k/9/9/9/5p3/4B4/9/9/9/K8", NULL, N_("Elephant"),
    N_("Two points diagonally. The point in between, its eye, must be empty: the soldier here "
       "blocks one way.") },
  { &yq_ruleset_duck, "8k/9/9/9/4p4/4N4/9/9/9/K8", NULL, N_("Horse"),
    N_("One point straight, then one diagonally onward. The first point, its leg, must be "
       "empty: the soldier here blocks both ways ahead.") },
  { &yq_ruleset_duck, "8k/9/4p4/9/9/4R2P1/9/9/9/K8", NULL, N_("Car"),
    N_("Any number of points forward, back or sideways, as far as the way is empty. It takes "
       "the first piece of the other side that it meets.") },
  { &yq_ruleset_duck, "8k/9/9/3p5/9/4D4/9/9/9/K8", NULL, N_("Duck"),
    N_("Three points along and two aside: first one straight, then two diagonally onward. "
       "Both points on the way must be empty. The soldier here stands on the second point of "
       "one leap; straight ahead it would block two.") },
  { &yq_ruleset_duck, "8k/9/9/9/9/4P4/9/9/9/K8", NULL, N_("Soldier"),
    N_("One point in any of the eight directions, from the start, back and sideways too.") },

  { &yq_ruleset_xiangqi, NULL, N_("Xiangqi"), N_("The Game"),
    N_("Red and black move in turn, red first. A general that is attacked must be saved at "
       "once, no move may leave it attacked, and the two generals must never face each other "
       "on an open file.\n\n"
       "A side that has no legal move has lost, in check or not. Whoever gives check for ever "
       "must change or loses; the preferences say how strictly repeated positions are judged.") },
  { &yq_ruleset_xiangqi, "9/9/9/9/9/9/9/9/4K4/9", NULL, N_("General"),
    N_("One point forward, back or sideways, inside its palace.") },
  { &yq_ruleset_xiangqi, "9/9/9/9/9/9/9/9/4A4/9", NULL, N_("Advisor"),
    N_("One point diagonally, inside the palace.") },
  { &yq_ruleset_xiangqi, "9/9/9/9/9/9/9/3p5/4B4/9", NULL, N_("Elephant"),
    N_("Two points diagonally, never across the river. The point in between must be empty.") },
  { &yq_ruleset_xiangqi, "9/9/9/9/4p4/4N4/9/9/9/9", NULL, N_("Horse"),
    N_("One point straight, then one diagonally onward. The first point must be empty.") },
  { &yq_ruleset_xiangqi, "9/9/4p4/9/9/4R2P1/9/9/9/9", NULL, N_("Chariot"),
    N_("Any number of points forward, back or sideways, as far as the way is empty.") },
  { &yq_ruleset_xiangqi, "9/4n4/9/4p4/9/4C2P1/9/9/9/9", NULL, N_("Cannon"),
    N_("Moves as the chariot does, but takes only by leaping over exactly one piece of either "
       "side.") },
  { &yq_ruleset_xiangqi, "9/9/9/9/4P4/9/9/9/9/9", NULL, N_("Soldier"),
    N_("One point forward; beyond the river also sideways. Never back.") },

  { NULL, NULL, N_("Using Yaqi"), N_("Mouse and Keyboard"),
    N_("Click a piece and then a marked point, or drag the piece there. A dot is an empty "
       "point, a ring a piece that can be taken. Escape or a right click puts the piece back. "
       "When a move is impossible, the line under the board says why, and a cross marks the "
       "piece that stands in the way.\n\n"
       "With the keyboard: the arrows move the cursor, Enter picks up and puts down. Or type "
       "the move: the point it leaves and the point it goes to, such as a0a3. Where "
       "moves are shown as UCI writes them, ranks count from 1, and 0 is the key of the tenth.\n\n"
       "Page Up and Page Down walk through the game, Home and End go to its ends. A different "
       "move in the middle of a game makes a variation; nothing is thrown away, and "
       "everything can be undone.") },
  { NULL, NULL, NULL, N_("Check Position"),
    N_("Set up any position of xiangqi: click a piece of the tray and then points of the board, "
       "or drag it there. A right click takes a piece away, and so does dragging it off the "
       "board. With the keyboard: the arrows move the cursor, the letters K A B N R C P put a "
       "red piece, small letters a black one, Delete takes it away.\n\n"
       "The line on the right is the verdict: checkmate, check, stalemate, or what makes the "
       "position impossible. Below it stands every reply, and what would take the general after "
       "each one that is none; point at a line to see it on the board.\n\n"
       "Paste or open positions as FEN or as the judge’s text; several at once become a list.") },
  { NULL, NULL, NULL, N_("Find Mate"),
    N_("Find Mate, a page of Check Position, proves the shortest forced mate of the side to move, or that there is none: "
       "by checks only, or by any moves, and then also a win because the other side may not check for ever. It says "
       "whether other first moves mate, too, and which pieces change nothing. Escape ends a search.\n\n"
       "The solution shows every defence, longest resistance first. Below the first move and below each defence "
       "stands in how many moves of the winning side the mate follows; “at most”: a faster one is not ruled out. "
       "“Also”: another move that mates, whose continuation is not shown. “As shown elsewhere”: the same position comes "
       "up at another place of the solution, and the next step leads there.\n\n"
       "Click a move to see it on the board, or walk with the arrow keys: left and right along the line, up and down "
       "into the other defences; Page Up, Page Down, Home and End work while the keyboard is on the board, too. The "
       "verdict, the text and what is copied follow the board. Escape goes back to the position that was set up; only "
       "there pieces can be moved. An edit hides the solution, and undoing it brings it back.") },
};

/* The demonstration. */

static void
show_move (YqHelp *self, gboolean back)
{
  YqMove move = self->moves[self->next_move];
  YqPosition position = self->position;
  YqUndo undo;

  if (!back)
    yq_position_play (&position, move, &undo);
  yq_board_set_position (self->board, &position, back ? (YqMove){ move.to, move.from } : move);
}

static gboolean
step_cb (gpointer user_data)
{
  YqHelp *self = user_data;

  show_move (self, self->away);
  if (self->away)
    self->next_move = (self->next_move + 1) % self->n_moves;
  self->away = !self->away;
  return G_SOURCE_CONTINUE;
}

/* Runs while somebody can see it and the system has animations on. */
static void
update_timer (YqHelp *self)
{
  gboolean animate;

  g_object_get (gtk_widget_get_settings (GTK_WIDGET (self)), "gtk-enable-animations", &animate,
                NULL);
  g_clear_handle_id (&self->timer, g_source_remove);
  if (animate && self->ruleset != NULL && self->n_moves > 0
      && gtk_widget_get_mapped (GTK_WIDGET (self)))
    self->timer = g_timeout_add (STEP_MS, step_cb, self);
}

/* The piece of the page: red's on the middle file. */
static YqSquare
find_piece (const YqPosition *position)
{
  for (YqSquare square = 0; square < YQ_SQUARES; square++)
    if (position->squares[square] != YQ_EMPTY && yq_piece_side (position->squares[square]) == YQ_RED
        && yq_square_file (square) == 4)
      return square;
  return YQ_SQUARE_NONE;
}

static void
show_board (YqHelp *self, const Topic *topic)
{
  YqMarks marks = YQ_MARKS_NONE;

  self->ruleset = topic->ruleset;
  self->n_moves = 0;
  self->next_move = 0;
  self->away = FALSE;
  gtk_widget_set_visible (GTK_WIDGET (self->board), topic->ruleset != NULL);
  if (topic->ruleset == NULL)
    return;

  if (topic->board == NULL)
    yq_position_start (&self->position, yq_geometry_of (topic->ruleset));
  else
    {
      YqFen fen;
      YqFenFault fault;

      if (!yq_fen_read (topic->board, strlen (topic->board), topic->ruleset, &fen, &fault))
        g_assert_not_reached ();
      self->position = fen.position;
      self->from = find_piece (&self->position);
      self->n_moves = yq_position_moves_from (&self->position, self->from, self->moves);
      marks.selected = self->from;
      for (size_t i = 0; i < self->n_moves; i++)
        yq_square_set_add (&marks.reach, self->moves[i].to);
      for (YqSquare to = 0; to < YQ_SQUARES; to++)
        {
          YqSquare place;

          if (yq_position_refusal (&self->position, (YqMove){ self->from, to }, &place)
              == YQ_REFUSED_BLOCKED)
            yq_square_set_add (&marks.blocking, place);
        }
    }
  yq_board_set_position (self->board, &self->position, (YqMove){ YQ_SQUARE_NONE, YQ_SQUARE_NONE });
  yq_board_set_marks (self->board, &marks);
}

/* The list. */

static const Topic *
get_topic (GtkListBoxRow *row)
{
  return &topics[gtk_list_box_row_get_index (row)];
}

static void
row_selected_cb (YqHelp *self, GtkListBoxRow *row)
{
  const Topic *topic;

  if (row == NULL)
    return;
  topic = get_topic (row);
  gtk_label_set_label (self->title_label, _(topic->title));
  gtk_label_set_label (self->text_label, _(topic->text));
  show_board (self, topic);
  update_timer (self);
}

static void
header_cb (GtkListBoxRow *row, GtkListBoxRow *before, gpointer user_data)
{
  const Topic *topic = get_topic (row);

  if (topic->heading != NULL && gtk_list_box_row_get_header (row) == NULL)
    {
      GtkWidget *label = gtk_label_new (_(topic->heading));

      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_widget_add_css_class (label, "heading");
      gtk_list_box_row_set_header (row, label);
    }
}

static void
yq_help_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (yq_help_parent_class)->map (widget);
  update_timer (YQ_HELP (widget));
}

static void
yq_help_unmap (GtkWidget *widget)
{
  g_clear_handle_id (&YQ_HELP (widget)->timer, g_source_remove);
  GTK_WIDGET_CLASS (yq_help_parent_class)->unmap (widget);
}

static void
yq_help_dispose (GObject *object)
{
  YqHelp *self = YQ_HELP (object);

  g_clear_handle_id (&self->timer, g_source_remove);
  g_clear_object (&self->settings);
  G_OBJECT_CLASS (yq_help_parent_class)->dispose (object);
}

static void
yq_help_class_init (YqHelpClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = yq_help_dispose;
  widget_class->map = yq_help_map;
  widget_class->unmap = yq_help_unmap;
  g_type_ensure (YQ_TYPE_BOARD);
  gtk_widget_class_set_template_from_resource (widget_class, YAQI_RESOURCE_PATH "/yq-help.ui");
  gtk_widget_class_bind_template_child (widget_class, YqHelp, list);
  gtk_widget_class_bind_template_child (widget_class, YqHelp, title_label);
  gtk_widget_class_bind_template_child (widget_class, YqHelp, text_label);
  gtk_widget_class_bind_template_child (widget_class, YqHelp, board);
  gtk_widget_class_bind_template_callback (widget_class, row_selected_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
yq_help_init (YqHelp *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  for (size_t i = 0; i < G_N_ELEMENTS (topics); i++)
    {
      GtkWidget *label = gtk_label_new (_(topics[i].title));

      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_list_box_append (self->list, label);
    }
  gtk_list_box_set_header_func (self->list, header_cb, NULL, NULL);
  gtk_list_box_select_row (self->list, gtk_list_box_get_row_at_index (self->list, 0));
}

void
yq_help_present (YqApplication *application)
{
  GtkWindow *parent = gtk_application_get_active_window (GTK_APPLICATION (application));
  YqHelp *self;

  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (application)); l != NULL;
       l = l->next)
    if (YQ_IS_HELP (l->data))
      {
        gtk_window_present (l->data);
        return;
      }
  self = g_object_new (YQ_TYPE_HELP, "application", application, NULL);
  yq_follow_parent (GTK_WINDOW (self), parent);
  self->settings = g_object_ref (yq_application_get_settings (application));
  g_settings_bind (self->settings, "theme", self->board, "theme", G_SETTINGS_BIND_GET);
  g_settings_bind (self->settings, "faces", self->board, "faces", G_SETTINGS_BIND_GET);
  gtk_window_present (GTK_WINDOW (self));
}
