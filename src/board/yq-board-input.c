/* The board in use: typed moves, the pointer, and how the focus walks.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "yq-board-private.h"

#include <math.h>

#include "yq-ruleset.h"

#define TYPING_MS 4000

/* --- typing ---------------------------------------------------------------------------------- */

static void
set_typed (YqBoard *self, const char *typed)
{
  g_clear_handle_id (&self->typing_timeout, g_source_remove);
  if (g_str_equal (typed, self->typed))
    return;
  g_strlcpy (self->typed, typed, sizeof self->typed);
  g_object_notify_by_pspec (G_OBJECT (self), yq_board_properties[PROP_TYPING]);
}

static gboolean
typing_timeout_cb (gpointer user_data)
{
  YqBoard *self = user_data;

  self->typing_timeout = 0;
  set_typed (self, "");
  return G_SOURCE_REMOVE;
}

/* A letter or digit of a move. What cannot stand at this place is not taken. */
static gboolean
type_cb (GtkWidget *widget, GVariant *args, gpointer user_data)
{
  YqBoard *self = YQ_BOARD (widget);
  size_t n = strlen (self->typed);
  char typed[sizeof self->typed];
  char c = (char) g_variant_get_byte (args);
  gboolean digits = g_ascii_isdigit (n == 0 ? c : self->typed[0]);

  if (digits ? !g_ascii_isdigit (c) || (n % 2 == 1 && c == '9')
             : (n % 2 == 0) != g_ascii_isalpha (c))
    return GDK_EVENT_PROPAGATE;
  if (digits && yq_board_get_ruleset (self) != &yq_ruleset_duck)
    return GDK_EVENT_PROPAGATE;

  g_snprintf (typed, sizeof typed, "%s%c", self->typed, c);
  if (n < 3)
    {
      set_typed (self, typed);
      self->typing_timeout = g_timeout_add (TYPING_MS, typing_timeout_cb, self);
      return GDK_EVENT_STOP;
    }

  set_typed (self, "");
  if (digits)
    {
      /* Row first, as the judge of duck chess writes it. */
      const char move[] = { (char) (typed[1] - '0' + 'a'), typed[0], (char) (typed[3] - '0' + 'a'),
                            typed[2], '\0' };

      memcpy (typed, move, sizeof typed);
    }
  else if (self->style.from_one && yq_board_get_ruleset (self) == &yq_ruleset_xiangqi)
    /* One key a rank: 0 is the tenth. */
    for (int i = 1; i < 4; i += 2)
      typed[i] = typed[i] == '0' ? '9' : (char) (typed[i] - 1);
  g_signal_emit (self, yq_board_signals[SIGNAL_TYPED], 0, typed);
  return GDK_EVENT_STOP;
}

static gboolean
emit_remove (YqBoard *self, YqSquare square)
{
  gboolean handled = FALSE;

  g_signal_emit (self, yq_board_signals[SIGNAL_REMOVE], 0, (guint) square, &handled);
  return handled;
}

/* Takes back the last letter; with none, what Delete does. */
static gboolean
backspace_cb (GtkWidget *widget, GVariant *args, gpointer user_data)
{
  YqBoard *self = YQ_BOARD (widget);
  size_t n = strlen (self->typed);
  char typed[sizeof self->typed];

  if (n == 0)
    return emit_remove (self, self->cursor);
  g_strlcpy (typed, self->typed, n);
  set_typed (self, typed);
  if (n > 1)
    self->typing_timeout = g_timeout_add (TYPING_MS, typing_timeout_cb, self);
  return GDK_EVENT_STOP;
}

static gboolean
delete_cb (GtkWidget *widget, GVariant *args, gpointer user_data)
{
  return emit_remove (YQ_BOARD (widget), YQ_BOARD (widget)->cursor);
}

/* --- pointer --------------------------------------------------------------------------------- */

void
yq_board_end_drag (YqBoard *self)
{
  self->pressed = YQ_SQUARE_NONE;
  if (!self->dragging)
    return;
  self->dragging = FALSE;
  gtk_widget_set_cursor (GTK_WIDGET (self), NULL);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Ends a drag; the piece goes back to its point from where it is now. */
static void
put_back (YqBoard *self)
{
  double centre = yq_metrics_centre (&self->metrics);
  YqSquare square = self->pressed;
  gboolean glides =
      self->dragging && yq_board_animates (self) && self->position.squares[square] != YQ_EMPTY;

  yq_board_end_drag (self);
  if (glides)
    yq_board_begin_glide (self, self->drag_x - centre, self->drag_y - centre, square);
}

static void
cancel (YqBoard *self)
{
  if (self->pressed != YQ_SQUARE_NONE)
    {
      put_back (self);
      gtk_gesture_set_state (self->drag, GTK_EVENT_SEQUENCE_DENIED);
    }
  g_signal_emit (self, yq_board_signals[SIGNAL_CANCEL], 0);
}

static gboolean
escape_cb (GtkWidget *widget, GVariant *args, gpointer user_data)
{
  YqBoard *self = YQ_BOARD (widget);

  if (self->typed[0] != '\0')
    set_typed (self, "");
  else
    cancel (self);
  return GDK_EVENT_STOP;
}

static void
drag_begin_cb (GtkGestureDrag *gesture, double x, double y, YqBoard *self)
{
  YqSquare square = yq_metrics_pick (&self->metrics, x, y);

  if (square == YQ_SQUARE_NONE)
    {
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  set_typed (self, "");
  yq_board_set_cursor (self, square);
  gtk_widget_grab_focus (GTK_WIDGET (self));
  /* The frame of the keyboard cursor is for who uses the keyboard. */
  if (GTK_IS_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))))
    gtk_window_set_focus_visible (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), FALSE);
  self->pressed = square;
}

static void
drag_update_cb (GtkGestureDrag *gesture, double dx, double dy, YqBoard *self)
{
  double x, y;

  if (self->pressed == YQ_SQUARE_NONE || !gtk_gesture_drag_get_start_point (gesture, &x, &y))
    return;
  if (!self->dragging)
    {
      gboolean may_drag = FALSE;

      if (self->position.squares[self->pressed] == YQ_EMPTY
          || !gtk_drag_check_threshold (GTK_WIDGET (self), (int) x, (int) y, (int) (x + dx),
                                        (int) (y + dy)))
        return;
      g_signal_emit (self, yq_board_signals[SIGNAL_DRAG_BEGIN], 0, (guint) self->pressed,
                     &may_drag);
      if (!may_drag || self->pressed == YQ_SQUARE_NONE)
        return;
      yq_board_end_glide (self);
      g_clear_pointer (&self->lifted_node, gsk_render_node_unref);
      self->dragging = TRUE;
      gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "grabbing");
    }
  self->drag_x = x + dx;
  self->drag_y = y + dy;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
drag_end_cb (GtkGestureDrag *gesture, double dx, double dy, YqBoard *self)
{
  YqSquare from = self->pressed, to;
  YqPiece piece;
  double x, y;

  if (from == YQ_SQUARE_NONE || !gtk_gesture_drag_get_start_point (gesture, &x, &y))
    return;
  to = yq_metrics_pick (&self->metrics, x + dx, y + dy);
  if (!self->dragging)
    {
      self->pressed = YQ_SQUARE_NONE;
      if (to == from)
        g_signal_emit (self, yq_board_signals[SIGNAL_ACTIVATE], 0, (guint) from);
      return;
    }

  g_object_ref (self); /* whoever hears of the drop may close the window */
  self->drag_x = x + dx;
  self->drag_y = y + dy;
  piece = self->position.squares[from];
  if (to != from)
    {
      self->dropped = (YqMove){ from, to };
      g_signal_emit (self, yq_board_signals[SIGNAL_DROPPED], 0, (guint) from, (guint) to);
      self->dropped = (YqMove){ YQ_SQUARE_NONE, YQ_SQUARE_NONE };
    }
  /* Still there: the move was refused, or the piece came back to where it was. */
  if (self->position.squares[from] == piece)
    put_back (self);
  else
    yq_board_end_drag (self);
  g_object_unref (self);
}

static void
drag_cancel_cb (GtkGesture *gesture, GdkEventSequence *sequence, YqBoard *self)
{
  put_back (self);
}

static void
right_press_cb (GtkGestureClick *gesture, int n_press, double x, double y, YqBoard *self)
{
  YqSquare square = yq_metrics_pick (&self->metrics, x, y);

  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  if (self->pressed == YQ_SQUARE_NONE && square != YQ_SQUARE_NONE && emit_remove (self, square))
    return;
  cancel (self);
}

static void
set_hovered (YqBoard *self, YqSquare square)
{
  if (self->hovered == square)
    return;
  self->hovered = square;
  g_signal_emit (self, yq_board_signals[SIGNAL_HOVER], 0, (guint) square);
}

static void
motion_cb (GtkEventControllerMotion *controller, double x, double y, YqBoard *self)
{
  set_hovered (self, yq_metrics_pick (&self->metrics, x, y));
}

static void
leave_cb (GtkEventControllerMotion *controller, YqBoard *self)
{
  set_hovered (self, YQ_SQUARE_NONE);
}

/* --- focus ----------------------------------------------------------------------------------- */

static gboolean
has_focus_within (YqBoard *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self));
}

static gboolean
yq_board_grab_focus (GtkWidget *widget)
{
  YqBoard *self = YQ_BOARD (widget);

  return gtk_widget_grab_focus (self->points[self->cursor]);
}

/* One stop for Tab; the arrows walk, as the board is seen, and stay on it. */
static gboolean
yq_board_focus (GtkWidget *widget, GtkDirectionType direction)
{
  YqBoard *self = YQ_BOARD (widget);
  int file = (int) yq_square_file (self->cursor), rank = (int) yq_square_rank (self->cursor);
  int step = self->metrics.flipped ? -1 : 1;

  if (!has_focus_within (self))
    return gtk_widget_grab_focus (widget);

  switch (direction)
    {
    case GTK_DIR_UP:
      rank += step;
      break;
    case GTK_DIR_DOWN:
      rank -= step;
      break;
    case GTK_DIR_LEFT:
      file -= step;
      break;
    case GTK_DIR_RIGHT:
      file += step;
      break;
    case GTK_DIR_TAB_FORWARD:
    case GTK_DIR_TAB_BACKWARD:
    default:
      return FALSE;
    }
  if (yq_square_at (rank, file) != YQ_SQUARE_NONE)
    yq_board_set_cursor (self, yq_square_at (rank, file));
  return TRUE;
}

void
yq_board_set_cursor (YqBoard *self, YqSquare square)
{
  g_return_if_fail (YQ_IS_BOARD (self));
  g_return_if_fail (square < YQ_SQUARES);

  self->cursor = square;
  if (has_focus_within (self))
    gtk_widget_grab_focus (self->points[square]);
}

YqSquare
yq_board_get_cursor (YqBoard *self)
{
  g_return_val_if_fail (YQ_IS_BOARD (self), YQ_SQUARE_NONE);
  return self->cursor;
}

void
yq_board_point_activated (YqBoard *self, YqPoint *point)
{
  set_typed (self, "");
  g_signal_emit (self, yq_board_signals[SIGNAL_ACTIVATE], 0, (guint) yq_point_get_square (point));
}

/* --- where it all hangs ---------------------------------------------------------------------- */

void
yq_board_class_add_input (GtkWidgetClass *widget_class)
{
  widget_class->focus = yq_board_focus;
  widget_class->grab_focus = yq_board_grab_focus;

  for (char c = 'a'; c <= 'i'; c++)
    gtk_widget_class_add_binding (widget_class, GDK_KEY_a + (guint) (c - 'a'), 0, type_cb, "y", c);
  for (char c = '0'; c <= '9'; c++)
    {
      gtk_widget_class_add_binding (widget_class, GDK_KEY_0 + (guint) (c - '0'), 0, type_cb, "y",
                                    c);
      gtk_widget_class_add_binding (widget_class, GDK_KEY_KP_0 + (guint) (c - '0'), 0, type_cb, "y",
                                    c);
    }
  gtk_widget_class_add_binding (widget_class, GDK_KEY_BackSpace, 0, backspace_cb, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Delete, 0, delete_cb, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_KP_Delete, 0, delete_cb, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Escape, 0, escape_cb, NULL);
}

void
yq_board_add_controllers (YqBoard *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkGesture *click;
  GtkEventController *motion;

  self->drag = gtk_gesture_drag_new ();
  g_signal_connect (self->drag, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  g_signal_connect (self->drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  g_signal_connect (self->drag, "drag-end", G_CALLBACK (drag_end_cb), self);
  g_signal_connect (self->drag, "cancel", G_CALLBACK (drag_cancel_cb), self);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (self->drag), GDK_BUTTON_PRIMARY);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (self->drag));

  click = gtk_gesture_click_new ();
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect (click, "pressed", G_CALLBACK (right_press_cb), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));

  motion = gtk_event_controller_motion_new ();
  g_signal_connect (motion, "enter", G_CALLBACK (motion_cb), self);
  g_signal_connect (motion, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect (motion, "leave", G_CALLBACK (leave_cb), self);
  gtk_widget_add_controller (widget, motion);
}
