/* The board widget: shows a position and marks, says which point was pressed. It decides no rule.
 *
 * Signals (all squares are YqSquare as guint):
 *   "activate" (guint square)            a point was clicked, or entered by keyboard or accessibility action
 *   "drag-begin" (guint square) → gboolean  may what stands here be dragged?
 *   "dropped" (guint from, guint to)     a piece was dragged to a point; to = YQ_SQUARE_NONE: off the board
 *   "cancel" ()                          right click or Escape
 *   "typed" (const char *move)           four characters typed on the board, e.g. "h2e2"
 *   "hover" (guint square)               the pointer is over a point, YQ_SQUARE_NONE = over none
 * Properties: "flipped" (boolean), "faces" (YqFaces), "theme" (YqBoardTheme), "coordinates" (boolean).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "yq-paint.h"
#include "yq-position.h"

G_BEGIN_DECLS

#define YQ_TYPE_BOARD (yq_board_get_type ())
G_DECLARE_FINAL_TYPE (YqBoard, yq_board, YQ, BOARD, GtkWidget)

GtkWidget *yq_board_new (void);

/* Shows a position (copied). glide: the move that led here, drawn as a glide of 150 ms where the system
 * allows animations; from = YQ_SQUARE_NONE: none. A move to a square and its reverse (taking back) both work. */
void yq_board_set_position (YqBoard *self, const YqPosition *pos, YqMove glide);
/* The marks on top (copied); they change what the points are called, too. */
void yq_board_set_marks (YqBoard *self, const YqMarks *marks);
/* Moves the keyboard cursor (and the focus, when the board has it). */
void yq_board_set_cursor (YqBoard *self, YqSquare square);
/* Speaks a sentence to a screen reader. */
void yq_board_announce (YqBoard *self, const char *text);

G_END_DECLS
