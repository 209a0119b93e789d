/* The board: kept render nodes, gestures, keys and focus.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "yq-board.h"

#include <math.h>
#include <glib/gi18n-lib.h>

#include "yq-describe.h"
#include "yq-point.h"
#include "yq-ruleset.h"

#define GLIDE_MS 150
#define TYPING_MS 4000
#define MIN_CELL 28
#define NATURAL_CELL 56

/* A piece on its way to its point, and what fades there meanwhile. */
typedef struct
{
  guint tick;        /* 0: nothing moves */
  gint64 start;      /* frame time of the first frame, 0 before it */
  double progress;   /* 0 … 1 */
  double x, y;       /* where it began */
  YqSquare to;
  YqPiece captured;  /* fades out at to */
  YqSquare returned; /* a taken piece that is back on the board and fades in, or YQ_SQUARE_NONE */
} Glide;

struct _YqBoard
{
  GtkWidget parent_instance;

  YqPosition position;
  YqMarks marks;
  YqStyle style;
  YqBoardMetrics metrics;
  YqSquare cursor;
  YqSquare hovered;
  Glide glide;

  /* A press, and the drag that may come of it. */
  YqSquare pressed;
  gboolean dragging;
  double drag_x, drag_y;
  YqMove dropped; /* while the signal "dropped" runs */

  char typed[5];
  guint typing_timeout;

  /* Owned */
  GtkGesture *drag;
  GArray *arrows; /* YqArrow */
  GtkWidget *points[YQ_SQUARES];
  guint32 spoken[YQ_SQUARES]; /* what the name of each point was made of, so that few are made again */

  /* Owned: nodes, kept until the size or the look changes */
  GskRenderNode *grid_node;
  GskRenderNode *piece_nodes[2][YQ_N_TYPES];
  GskRenderNode *lifted_node;
  GskRenderNode *mark_nodes[YQ_N_MARKS];
  GskRenderNode *arrows_node;
};

G_DEFINE_ENUM_TYPE (YqFaces, yq_faces, G_DEFINE_ENUM_VALUE (YQ_FACES_CHARACTERS, "characters"),
                    G_DEFINE_ENUM_VALUE (YQ_FACES_PICTOGRAMS, "pictograms"))
G_DEFINE_ENUM_TYPE (YqBoardTheme, yq_board_theme, G_DEFINE_ENUM_VALUE (YQ_THEME_WOOD, "wood"),
                    G_DEFINE_ENUM_VALUE (YQ_THEME_PLAIN, "plain"))
G_DEFINE_FINAL_TYPE (YqBoard, yq_board, GTK_TYPE_WIDGET)

enum
{
  PROP_FLIPPED = 1,
  PROP_FACES,
  PROP_THEME,
  PROP_COORDINATES,
  PROP_NUMERALS,
  PROP_TYPING,
  N_PROPS
};
static GParamSpec *properties[N_PROPS];

enum
{
  SIGNAL_ACTIVATE,
  SIGNAL_DRAG_BEGIN,
  SIGNAL_DROPPED,
  SIGNAL_REMOVE,
  SIGNAL_CANCEL,
  SIGNAL_TYPED,
  SIGNAL_HOVER,
  N_SIGNALS
};
static guint signals[N_SIGNALS];

static const YqRuleset *
get_ruleset (YqBoard *self)
{
  return yq_geometry_ruleset (self->position.geometry);
}

/* --- nodes ---------------------------------------------------------------------------------------- */

static void
drop_nodes (YqBoard *self)
{
  g_clear_pointer (&self->grid_node, gsk_render_node_unref);
  for (int side = 0; side < 2; side++)
    for (int type = 0; type < YQ_N_TYPES; type++)
      g_clear_pointer (&self->piece_nodes[side][type], gsk_render_node_unref);
  g_clear_pointer (&self->lifted_node, gsk_render_node_unref);
  for (int mark = 0; mark < YQ_N_MARKS; mark++)
    g_clear_pointer (&self->mark_nodes[mark], gsk_render_node_unref);
  g_clear_pointer (&self->arrows_node, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* A node for something that is drawn around a point. Its origin is the corner of a cell, a whole number,
 * so that it stays sharp wherever it is put. */
static GskRenderNode *
new_node_around (YqBoard *self, cairo_t **cr)
{
  float radius = (float) yq_paint_radius (&self->metrics), side = 2 * radius + (float) self->metrics.cell;
  double centre = yq_metrics_centre (&self->metrics);
  GskRenderNode *node = gsk_cairo_node_new (&GRAPHENE_RECT_INIT (-radius, -radius, side, side));

  *cr = gsk_cairo_node_get_draw_context (node);
  cairo_translate (*cr, centre, centre);
  return node;
}

static GskRenderNode *
get_grid_node (YqBoard *self)
{
  if (self->grid_node == NULL)
    {
      const YqBoardMetrics *m = &self->metrics;
      cairo_t *cr;

      self->grid_node = gsk_cairo_node_new (
        &GRAPHENE_RECT_INIT ((float) m->x, (float) m->y, (float) m->width, (float) m->height));
      cr = gsk_cairo_node_get_draw_context (self->grid_node);
      yq_paint_board (cr, m, get_ruleset (self), &self->style);
      cairo_destroy (cr);
    }
  return self->grid_node;
}

static GskRenderNode *
get_piece_node (YqBoard *self, YqPiece piece, gboolean lifted)
{
  GskRenderNode **node = lifted ? &self->lifted_node
                                : &self->piece_nodes[yq_piece_side (piece)][yq_piece_type (piece)];

  if (*node == NULL)
    {
      cairo_t *cr;

      *node = new_node_around (self, &cr);
      yq_paint_piece (cr, &self->metrics, get_ruleset (self), &self->style, piece, lifted);
      cairo_destroy (cr);
    }
  return *node;
}

static GskRenderNode *
get_mark_node (YqBoard *self, YqMark mark)
{
  if (self->mark_nodes[mark] == NULL)
    {
      cairo_t *cr;

      self->mark_nodes[mark] = new_node_around (self, &cr);
      yq_paint_mark (cr, &self->metrics, &self->style, mark);
      cairo_destroy (cr);
    }
  return self->mark_nodes[mark];
}

static GskRenderNode *
get_arrows_node (YqBoard *self)
{
  if (self->arrows_node == NULL)
    {
      const YqBoardMetrics *m = &self->metrics;
      cairo_t *cr;

      self->arrows_node = gsk_cairo_node_new (
        &GRAPHENE_RECT_INIT ((float) m->x, (float) m->y, (float) m->width, (float) m->height));
      cr = gsk_cairo_node_get_draw_context (self->arrows_node);
      for (guint i = 0; i < self->arrows->len; i++)
        yq_paint_arrow (cr, m, &self->style, g_array_index (self->arrows, YqArrow, i));
      cairo_destroy (cr);
    }
  return self->arrows_node;
}

static void
append_at (GtkSnapshot *snapshot, GskRenderNode *node, double x, double y)
{
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) x, (float) y));
  gtk_snapshot_append_node (snapshot, node);
  gtk_snapshot_restore (snapshot);
}

static void
append_faded (GtkSnapshot *snapshot, GskRenderNode *node, double x, double y, double opacity)
{
  gtk_snapshot_push_opacity (snapshot, opacity);
  append_at (snapshot, node, x, y);
  gtk_snapshot_pop (snapshot);
}

static void
snapshot_marks (YqBoard *self, GtkSnapshot *snapshot, const unsigned *marks, unsigned first, unsigned end)
{
  unsigned present = 0;

  for (YqSquare square = 0; square < YQ_SQUARES; square++)
    present |= marks[square];
  for (unsigned mark = first; mark < end; mark++)
    for (YqSquare square = 0; present >> mark & 1 && square < YQ_SQUARES; square++)
      if (marks[square] >> mark & 1)
        {
          int x, y;

          yq_metrics_cell (&self->metrics, square, &x, &y);
          append_at (snapshot, get_mark_node (self, (YqMark) mark), x, y);
        }
}

static void
snapshot_pieces (YqBoard *self, GtkSnapshot *snapshot)
{
  const Glide *glide = &self->glide;
  gboolean moving = glide->tick != 0;

  for (YqSquare square = 0; square < YQ_SQUARES; square++)
    {
      YqPiece piece = self->position.squares[square];
      int x, y;

      yq_metrics_cell (&self->metrics, square, &x, &y);
      if (moving && square == glide->to)
        {
          if (glide->captured != YQ_EMPTY)
            append_faded (snapshot, get_piece_node (self, glide->captured, FALSE), x, y, 1 - glide->progress);
        }
      else if (moving && square == glide->returned && piece != YQ_EMPTY)
        append_faded (snapshot, get_piece_node (self, piece, FALSE), x, y, glide->progress);
      else if (piece != YQ_EMPTY && self->dragging && square == self->pressed)
        append_faded (snapshot, get_piece_node (self, piece, FALSE), x, y, 0.35);
      else if (piece != YQ_EMPTY)
        append_at (snapshot, get_piece_node (self, piece, FALSE), x, y);
    }
}

/* What moves is above everything else. */
static void
snapshot_moving (YqBoard *self, GtkSnapshot *snapshot)
{
  const Glide *glide = &self->glide;

  if (glide->tick != 0 && self->position.squares[glide->to] != YQ_EMPTY)
    {
      double t = 1 - pow (1 - glide->progress, 3); /* quick, then slower */
      int x, y;

      yq_metrics_cell (&self->metrics, glide->to, &x, &y);
      append_at (snapshot, get_piece_node (self, self->position.squares[glide->to], FALSE),
                 glide->x + (x - glide->x) * t, glide->y + (y - glide->y) * t);
    }
  if (self->dragging)
    {
      double centre = yq_metrics_centre (&self->metrics);

      append_at (snapshot, get_piece_node (self, self->position.squares[self->pressed], TRUE),
                 round (self->drag_x - centre), round (self->drag_y - centre));
    }
}

static void
yq_board_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  YqBoard *self = YQ_BOARD (widget);
  GtkStateFlags focus = gtk_widget_get_state_flags (self->points[self->cursor]);
  unsigned marks[YQ_SQUARES];

  for (YqSquare square = 0; square < YQ_SQUARES; square++)
    marks[square] = yq_marks_at (&self->marks, &self->position, square);
  if ((focus & GTK_STATE_FLAG_FOCUSED) != 0 && (focus & GTK_STATE_FLAG_FOCUS_VISIBLE) != 0)
    marks[self->cursor] |= 1u << YQ_MARK_CURSOR;

  gtk_snapshot_append_node (snapshot, get_grid_node (self));
  snapshot_marks (self, snapshot, marks, 0, YQ_MARK_FIRST_ABOVE);
  snapshot_pieces (self, snapshot);
  snapshot_marks (self, snapshot, marks, YQ_MARK_FIRST_ABOVE, YQ_N_MARKS);
  if (self->arrows->len > 0)
    gtk_snapshot_append_node (snapshot, get_arrows_node (self));
  snapshot_moving (self, snapshot);
}

/* --- gliding -------------------------------------------------------------------------------------- */

static void
end_glide (YqBoard *self)
{
  if (self->glide.tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->glide.tick);
  self->glide = (Glide){ .to = YQ_SQUARE_NONE, .returned = YQ_SQUARE_NONE };
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static gboolean
glide_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  YqBoard *self = YQ_BOARD (widget);
  gint64 now = gdk_frame_clock_get_frame_time (clock);

  if (self->glide.start == 0)
    self->glide.start = now;
  self->glide.progress = (double) (now - self->glide.start) / (GLIDE_MS * 1000);
  if (self->glide.progress >= 1)
    {
      end_glide (self);
      return G_SOURCE_REMOVE;
    }
  gtk_widget_queue_draw (widget);
  return G_SOURCE_CONTINUE;
}

static gboolean
animations_enabled (YqBoard *self)
{
  gboolean enabled = FALSE;

  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    g_object_get (gtk_widget_get_settings (GTK_WIDGET (self)), "gtk-enable-animations", &enabled, NULL);
  return enabled;
}

/* Lets the piece on a point come from a place (the left upper corner of its cell then). */
static void
begin_glide (YqBoard *self, double x, double y, YqSquare to)
{
  end_glide (self);
  self->glide.x = x;
  self->glide.y = y;
  self->glide.to = to;
  self->glide.tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), glide_cb, NULL, NULL);
}

/* --- names ---------------------------------------------------------------------------------------- */

static void
update_names (YqBoard *self)
{
  const YqRuleset *ruleset = get_ruleset (self);

  for (YqSquare square = 0; square < YQ_SQUARES; square++)
    {
      YqPiece piece = self->position.squares[square];
      unsigned marks = yq_marks_at (&self->marks, &self->position, square);
      /* The top bit tells an empty point from one that was never named, the next one the games. */
      guint32 spoken = UINT32_C (1) << 31 | (guint32) (ruleset == &yq_ruleset_xiangqi) << 30 | marks << 8 | piece;
      g_autofree char *name = NULL;

      if (self->spoken[square] == spoken)
        continue;
      self->spoken[square] = spoken;
      name = yq_describe_point (ruleset, square, piece, marks);
      yq_point_set_name (YQ_POINT (self->points[square]), name, (marks >> YQ_MARK_SELECTED & 1) != 0);
    }
}

/* --- typing --------------------------------------------------------------------------------------- */

static void
set_typed (YqBoard *self, const char *typed)
{
  g_clear_handle_id (&self->typing_timeout, g_source_remove);
  if (g_str_equal (typed, self->typed))
    return;
  g_strlcpy (self->typed, typed, sizeof self->typed);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TYPING]);
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

  if (digits ? !g_ascii_isdigit (c) || (n % 2 == 1 && c == '9') : (n % 2 == 0) != g_ascii_isalpha (c))
    return GDK_EVENT_PROPAGATE;
  if (digits && get_ruleset (self) != &yq_ruleset_duck)
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
      const char move[] = { (char) (typed[1] - '0' + 'a'), typed[0], (char) (typed[3] - '0' + 'a'), typed[2], '\0' };

      memcpy (typed, move, sizeof typed);
    }
  g_signal_emit (self, signals[SIGNAL_TYPED], 0, typed);
  return GDK_EVENT_STOP;
}

static gboolean
emit_remove (YqBoard *self, YqSquare square)
{
  gboolean handled = FALSE;

  g_signal_emit (self, signals[SIGNAL_REMOVE], 0, (guint) square, &handled);
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

/* --- pointer -------------------------------------------------------------------------------------- */

/* Ends a drag; the piece goes back to its point from where it is now. */
static void
put_back (YqBoard *self)
{
  double centre = yq_metrics_centre (&self->metrics);
  YqSquare square = self->pressed;

  self->pressed = YQ_SQUARE_NONE;
  if (!self->dragging)
    return;
  self->dragging = FALSE;
  gtk_widget_set_cursor (GTK_WIDGET (self), NULL);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  if (animations_enabled (self) && self->position.squares[square] != YQ_EMPTY)
    begin_glide (self, self->drag_x - centre, self->drag_y - centre, square);
}

static void
cancel (YqBoard *self)
{
  if (self->pressed != YQ_SQUARE_NONE)
    {
      put_back (self);
      gtk_gesture_set_state (self->drag, GTK_EVENT_SEQUENCE_DENIED);
    }
  g_signal_emit (self, signals[SIGNAL_CANCEL], 0);
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
          || !gtk_drag_check_threshold (GTK_WIDGET (self), (int) x, (int) y, (int) (x + dx), (int) (y + dy)))
        return;
      g_signal_emit (self, signals[SIGNAL_DRAG_BEGIN], 0, (guint) self->pressed, &may_drag);
      if (!may_drag || self->pressed == YQ_SQUARE_NONE)
        return;
      end_glide (self);
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
        g_signal_emit (self, signals[SIGNAL_ACTIVATE], 0, (guint) from);
      return;
    }

  self->drag_x = x + dx;
  self->drag_y = y + dy;
  piece = self->position.squares[from];
  if (to != from)
    {
      self->dropped = (YqMove){ from, to };
      g_signal_emit (self, signals[SIGNAL_DROPPED], 0, (guint) from, (guint) to);
      self->dropped = (YqMove){ YQ_SQUARE_NONE, YQ_SQUARE_NONE };
    }
  /* Still there: the move was refused, or the piece came back to where it was. */
  if (self->position.squares[from] == piece)
    put_back (self);
  self->pressed = YQ_SQUARE_NONE;
  self->dragging = FALSE;
  gtk_widget_set_cursor (GTK_WIDGET (self), NULL);
  gtk_widget_queue_draw (GTK_WIDGET (self));
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
  g_signal_emit (self, signals[SIGNAL_HOVER], 0, (guint) square);
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

/* --- focus ---------------------------------------------------------------------------------------- */

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

static void
yq_board_set_focus_child (GtkWidget *widget, GtkWidget *child)
{
  if (child != NULL)
    YQ_BOARD (widget)->cursor = yq_point_get_square (YQ_POINT (child));
  GTK_WIDGET_CLASS (yq_board_parent_class)->set_focus_child (widget, child);
}

static void
point_activated_cb (YqBoard *self, YqPoint *point)
{
  set_typed (self, "");
  g_signal_emit (self, signals[SIGNAL_ACTIVATE], 0, (guint) yq_point_get_square (point));
}

/* --- size and look -------------------------------------------------------------------------------- */

static void
yq_board_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                  int *minimum_baseline, int *natural_baseline)
{
  YqBoard *self = YQ_BOARD (widget);
  int least[2], best[2], which = orientation == GTK_ORIENTATION_VERTICAL;

  yq_metrics_size (MIN_CELL, self->style.coordinates, &least[0], &least[1]);
  yq_metrics_size (NATURAL_CELL, self->style.coordinates, &best[0], &best[1]);
  *minimum = least[which];
  *natural = best[which];
}

static void
yq_board_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  YqBoard *self = YQ_BOARD (widget);

  self->metrics = yq_metrics_fit (width, height, self->style.coordinates, self->metrics.flipped);
  if (self->glide.tick != 0)
    end_glide (self);
  drop_nodes (self);
  for (YqSquare square = 0; square < YQ_SQUARES; square++)
    {
      GtkAllocation cell = { .width = self->metrics.cell, .height = self->metrics.cell };

      yq_metrics_cell (&self->metrics, square, &cell.x, &cell.y);
      gtk_widget_size_allocate (self->points[square], &cell, -1);
    }
}

static double
luminance (const GdkRGBA *colour)
{
  double channels[] = { colour->red, colour->green, colour->blue };

  for (int i = 0; i < 3; i++)
    channels[i] = channels[i] <= 0.04045 ? channels[i] / 12.92 : pow ((channels[i] + 0.055) / 1.055, 2.4);
  return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2];
}

/* Light or dark, and how strong the contrast: asked of the colours in force, because the name of the theme
 * says neither reliably. A theme for high contrast draws borders that stand out; others do not. */
static void
yq_board_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  YqBoard *self = YQ_BOARD (widget);
  GtkStyleContext *context = gtk_widget_get_style_context (widget);
  gboolean dark, high_contrast = FALSE;
  GdkRGBA text, ground, border;

  GTK_WIDGET_CLASS (yq_board_parent_class)->css_changed (widget, change);

  gtk_style_context_get_color (context, &text);
  dark = luminance (&text) > 0.4;
  if (gtk_style_context_lookup_color (context, "theme_bg_color", &ground)
      && gtk_style_context_lookup_color (context, "borders", &border))
    {
      double a = luminance (&ground) + 0.05, b = luminance (&border) + 0.05;

      high_contrast = fmax (a, b) / fmin (a, b) >= 2;
    }

  if (dark == self->style.dark && high_contrast == self->style.high_contrast)
    return;
  self->style.dark = dark;
  self->style.high_contrast = high_contrast;
  drop_nodes (self);
}

/* --- object --------------------------------------------------------------------------------------- */

static void
yq_board_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  YqBoard *self = YQ_BOARD (object);

  switch (id)
    {
    case PROP_FLIPPED:
      g_value_set_boolean (value, self->metrics.flipped);
      break;
    case PROP_FACES:
      g_value_set_enum (value, (int) self->style.faces);
      break;
    case PROP_THEME:
      g_value_set_enum (value, (int) self->style.theme);
      break;
    case PROP_COORDINATES:
      g_value_set_boolean (value, self->style.coordinates);
      break;
    case PROP_NUMERALS:
      g_value_set_boolean (value, self->style.numerals);
      break;
    case PROP_TYPING:
      g_value_set_string (value, self->typed);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
yq_board_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  YqBoard *self = YQ_BOARD (object);
  YqStyle style = self->style;
  gboolean flipped = self->metrics.flipped;

  switch (id)
    {
    case PROP_FLIPPED:
      flipped = g_value_get_boolean (value);
      break;
    case PROP_FACES:
      style.faces = (YqFaces) g_value_get_enum (value);
      break;
    case PROP_THEME:
      style.theme = (YqBoardTheme) g_value_get_enum (value);
      break;
    case PROP_COORDINATES:
      style.coordinates = g_value_get_boolean (value);
      break;
    case PROP_NUMERALS:
      style.numerals = g_value_get_boolean (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
  if (flipped == self->metrics.flipped && memcmp (&style, &self->style, sizeof style) == 0)
    return;

  self->style = style;
  self->metrics.flipped = flipped;
  drop_nodes (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
  g_object_notify_by_pspec (object, pspec);
}

static void
yq_board_dispose (GObject *object)
{
  YqBoard *self = YQ_BOARD (object);

  g_clear_handle_id (&self->typing_timeout, g_source_remove);
  for (int i = 0; i < YQ_SQUARES; i++)
    g_clear_pointer (&self->points[i], gtk_widget_unparent);
  G_OBJECT_CLASS (yq_board_parent_class)->dispose (object);
}

static void
yq_board_finalize (GObject *object)
{
  YqBoard *self = YQ_BOARD (object);

  drop_nodes (self);
  g_array_unref (self->arrows);
  G_OBJECT_CLASS (yq_board_parent_class)->finalize (object);
}

static void
add_keys (GtkWidgetClass *widget_class)
{
  for (char c = 'a'; c <= 'i'; c++)
    gtk_widget_class_add_binding (widget_class, GDK_KEY_a + (guint) (c - 'a'), 0, type_cb, "y", c);
  for (char c = '0'; c <= '9'; c++)
    {
      gtk_widget_class_add_binding (widget_class, GDK_KEY_0 + (guint) (c - '0'), 0, type_cb, "y", c);
      gtk_widget_class_add_binding (widget_class, GDK_KEY_KP_0 + (guint) (c - '0'), 0, type_cb, "y", c);
    }
  gtk_widget_class_add_binding (widget_class, GDK_KEY_BackSpace, 0, backspace_cb, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Delete, 0, delete_cb, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_KP_Delete, 0, delete_cb, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Escape, 0, escape_cb, NULL);
}

static void
yq_board_class_init (YqBoardClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = yq_board_get_property;
  object_class->set_property = yq_board_set_property;
  object_class->dispose = yq_board_dispose;
  object_class->finalize = yq_board_finalize;
  widget_class->snapshot = yq_board_snapshot;
  widget_class->measure = yq_board_measure;
  widget_class->size_allocate = yq_board_size_allocate;
  widget_class->css_changed = yq_board_css_changed;
  widget_class->focus = yq_board_focus;
  widget_class->grab_focus = yq_board_grab_focus;
  widget_class->set_focus_child = yq_board_set_focus_child;

  properties[PROP_FLIPPED] = g_param_spec_boolean ("flipped", NULL, NULL, FALSE, flags);
  properties[PROP_FACES] = g_param_spec_enum ("faces", NULL, NULL, YQ_TYPE_FACES, YQ_FACES_CHARACTERS, flags);
  properties[PROP_THEME] = g_param_spec_enum ("theme", NULL, NULL, YQ_TYPE_BOARD_THEME, YQ_THEME_WOOD, flags);
  properties[PROP_COORDINATES] = g_param_spec_boolean ("coordinates", NULL, NULL, TRUE, flags);
  properties[PROP_NUMERALS] = g_param_spec_boolean ("numerals", NULL, NULL, FALSE, flags);
  properties[PROP_TYPING] = g_param_spec_string ("typing", NULL, NULL, "",
                                                 G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  signals[SIGNAL_ACTIVATE] = g_signal_new ("activate", YQ_TYPE_BOARD, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                           G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[SIGNAL_DRAG_BEGIN] = g_signal_new ("drag-begin", YQ_TYPE_BOARD, G_SIGNAL_RUN_LAST, 0,
                                             g_signal_accumulator_true_handled, NULL, NULL,
                                             G_TYPE_BOOLEAN, 1, G_TYPE_UINT);
  signals[SIGNAL_DROPPED] = g_signal_new ("dropped", YQ_TYPE_BOARD, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                          G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);
  signals[SIGNAL_REMOVE] = g_signal_new ("remove", YQ_TYPE_BOARD, G_SIGNAL_RUN_LAST, 0,
                                         g_signal_accumulator_true_handled, NULL, NULL,
                                         G_TYPE_BOOLEAN, 1, G_TYPE_UINT);
  signals[SIGNAL_CANCEL] = g_signal_new ("cancel", YQ_TYPE_BOARD, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                         G_TYPE_NONE, 0);
  signals[SIGNAL_TYPED] = g_signal_new ("typed", YQ_TYPE_BOARD, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                        G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[SIGNAL_HOVER] = g_signal_new ("hover", YQ_TYPE_BOARD, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                        G_TYPE_NONE, 1, G_TYPE_UINT);

  add_keys (widget_class);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GRID);
  gtk_widget_class_set_css_name (widget_class, "board");
}

static void
yq_board_init (YqBoard *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkGesture *click;
  GtkEventController *motion;

  yq_position_clear (&self->position, yq_geometry_of (&yq_ruleset_duck));
  self->marks = YQ_MARKS_NONE;
  self->style.coordinates = TRUE;
  self->metrics = yq_metrics_fit (0, 0, TRUE, FALSE);
  self->cursor = yq_square_at (0, 4);
  self->hovered = self->pressed = YQ_SQUARE_NONE;
  self->dropped = (YqMove){ YQ_SQUARE_NONE, YQ_SQUARE_NONE };
  self->glide = (Glide){ .to = YQ_SQUARE_NONE, .returned = YQ_SQUARE_NONE };
  self->arrows = g_array_new (FALSE, FALSE, sizeof (YqArrow));

  for (YqSquare square = 0; square < YQ_SQUARES; square++)
    {
      self->points[square] = yq_point_new (square);
      g_signal_connect_swapped (self->points[square], "activated", G_CALLBACK (point_activated_cb), self);
    }
  /* Read aloud from the top, left to right. */
  for (int rank = YQ_RANKS - 1; rank >= 0; rank--)
    for (int file = 0; file < YQ_FILES; file++)
      gtk_widget_set_parent (self->points[yq_square_at (rank, file)], widget);
  update_names (self);
  /* translators: accessible name of the board with the pieces */
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Board"), -1);

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

GtkWidget *
yq_board_new (void)
{
  return g_object_new (YQ_TYPE_BOARD, NULL);
}

void
yq_board_set_position (YqBoard *self, const YqPosition *pos, YqMove glide)
{
  YqPosition before;
  gboolean glides;

  g_return_if_fail (YQ_IS_BOARD (self));
  g_return_if_fail (pos != NULL && pos->geometry != NULL);

  before = self->position;
  self->position = *pos;
  if (before.geometry != pos->geometry)
    drop_nodes (self);
  update_names (self);

  /* Whatever was in the hand belonged to the position before. */
  if (self->dropped.from == YQ_SQUARE_NONE)
    {
      self->dragging = FALSE;
      self->pressed = YQ_SQUARE_NONE;
    }
  end_glide (self);

  glides = glide.from < YQ_SQUARES && glide.to < YQ_SQUARES && glide.from != glide.to
           && pos->squares[glide.to] != YQ_EMPTY && !yq_move_equal (glide, self->dropped);
  if (glides && animations_enabled (self))
    {
      int x, y;

      yq_metrics_cell (&self->metrics, glide.from, &x, &y);
      begin_glide (self, x, y, glide.to);
      if (before.geometry == pos->geometry)
        self->glide.captured = before.squares[glide.to];
      self->glide.returned = glide.from;
    }
}

void
yq_board_set_marks (YqBoard *self, const YqMarks *marks)
{
  g_return_if_fail (YQ_IS_BOARD (self));
  g_return_if_fail (marks != NULL);

  if (memcmp (marks, &self->marks, sizeof *marks) == 0)
    return;
  self->marks = *marks;
  update_names (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
yq_board_set_arrows (YqBoard *self, const YqArrow *arrows, size_t n_arrows)
{
  g_return_if_fail (YQ_IS_BOARD (self));
  g_return_if_fail (arrows != NULL || n_arrows == 0);

  if (n_arrows == 0 && self->arrows->len == 0)
    return;
  g_array_set_size (self->arrows, 0);
  if (n_arrows > 0)
    g_array_append_vals (self->arrows, arrows, (guint) n_arrows);
  g_clear_pointer (&self->arrows_node, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
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
yq_board_announce (YqBoard *self, const char *text)
{
  g_return_if_fail (YQ_IS_BOARD (self));
  g_return_if_fail (text != NULL);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self->points[self->cursor]),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

YqSquare
yq_board_pick_at (YqBoard *self, double x, double y)
{
  g_return_val_if_fail (YQ_IS_BOARD (self), YQ_SQUARE_NONE);
  return yq_metrics_pick (&self->metrics, x, y);
}

void
yq_board_get_style (YqBoard *self, YqStyle *style)
{
  g_return_if_fail (YQ_IS_BOARD (self));
  g_return_if_fail (style != NULL);
  *style = self->style;
}
