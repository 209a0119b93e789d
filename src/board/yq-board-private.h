/* What the files of the board widget share; no other file includes this.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "yq-board.h"
#include "yq-point.h"

G_BEGIN_DECLS

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
  YqSquare announced; /* the point whose description is a sentence that was spoken */
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
  /* What the name of each point was made of, so that only few are made again. */
  guint32 spoken[YQ_SQUARES];

  /* Owned: nodes, kept until the size or the look changes */
  int scale; /* pixels of the pictures in the nodes for one of the widget; 0: none yet */
  cairo_surface_t *blanks[2];
  GskRenderNode *grid_node;
  GskRenderNode *piece_nodes[2][YQ_N_TYPES];
  GskRenderNode *lifted_node;
  GskRenderNode *mark_nodes[YQ_N_MARKS];
  GskRenderNode *arrows_node;
};

enum
{
  PROP_FLIPPED = 1,
  PROP_FACES,
  PROP_THEME,
  PROP_COORDINATES,
  PROP_NUMERALS,
  PROP_FROM_ONE,
  PROP_TYPING,
  YQ_BOARD_N_PROPS
};
extern GParamSpec *yq_board_properties[YQ_BOARD_N_PROPS];

enum
{
  SIGNAL_ACTIVATE,
  SIGNAL_DRAG_BEGIN,
  SIGNAL_DROPPED,
  SIGNAL_REMOVE,
  SIGNAL_CANCEL,
  SIGNAL_TYPED,
  SIGNAL_HOVER,
  YQ_BOARD_N_SIGNALS
};
extern guint yq_board_signals[YQ_BOARD_N_SIGNALS];

/* yq-board.c */
const YqRuleset *yq_board_get_ruleset (YqBoard *self);
/* Does the system want animations, and is the board seen at all? */
gboolean yq_board_animates (YqBoard *self);
/* Lets the piece on a point come from a place (the left upper corner of its cell then). */
void yq_board_begin_glide (YqBoard *self, double x, double y, YqSquare to);
void yq_board_end_glide (YqBoard *self);

/* yq-board-input.c */
void yq_board_class_add_input (GtkWidgetClass *widget_class);
void yq_board_add_controllers (YqBoard *self);
void yq_board_point_activated (YqBoard *self, YqPoint *point);
/* Forgets a press and a drag, as if they had never begun. */
void yq_board_end_drag (YqBoard *self);

G_END_DECLS
