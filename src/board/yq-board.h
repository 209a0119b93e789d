/* The board widget: shows a position and marks, says which point was pressed. It decides no rule.
 *
 * Signals (all squares are YqSquare as guint):
 *   "activate" (guint square)
 *       a point was clicked, or entered by keyboard or accessibility action
 *   "drag-begin" (guint square) → gboolean
 *       may what stands here be dragged?
 *   "dropped" (guint from, guint to)
 *       a piece was dragged to another point; to = YQ_SQUARE_NONE: off the board
 *   "remove" (guint square) → gboolean
 *       right click on a point, Delete, or Backspace while nothing is typed; TRUE: handled (set-up).
 *       Otherwise a right click goes on to be "cancel"
 *   "cancel" ()
 *       right click or Escape
 *   "typed" (const char *move)
 *       four characters typed on the board, e.g. "h2e2"; in duck chess also four digits, row and
 *       column twice as its judge writes them: the signal has letters and ranks from 0 all the same
 *   "hover" (guint square)
 *       the pointer is over a point, YQ_SQUARE_NONE = over none
 * Properties: "flipped" (boolean), "faces" (YqFaces), "theme" (YqBoardTheme), "coordinates" (boolean),
 * "numerals" (boolean: file numerals along a xiangqi board), "from-one" (boolean: ranks of xiangqi
 * count from 1 to 10, not from 0 to 9, along the board, in names and in what is typed), "typing" (string, read-only: what was
 * typed of a move so far, "" when nothing was).
 *
 * Light or dark and high contrast are read from the colours of the GTK theme.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "yq-paint.h"
#include "yq-position.h"

G_BEGIN_DECLS

#define YQ_TYPE_FACES (yq_faces_get_type ())
GType yq_faces_get_type (void) G_GNUC_CONST;
#define YQ_TYPE_BOARD_THEME (yq_board_theme_get_type ())
GType yq_board_theme_get_type (void) G_GNUC_CONST;

#define YQ_TYPE_BOARD (yq_board_get_type ())
G_DECLARE_FINAL_TYPE (YqBoard, yq_board, YQ, BOARD, GtkWidget)

GtkWidget *yq_board_new (void);

/* Shows a position (copied). glide: the move that led here, drawn as a glide of 150 ms where the
 * system allows animations; from = YQ_SQUARE_NONE: none. A move to a square and its reverse (taking
 * back) both work. A piece that was just dropped there with the mouse does not glide again. */
void yq_board_set_position (YqBoard *self, const YqPosition *pos, YqMove glide);
/* The marks on top (copied); they change what the points are called, too. */
void yq_board_set_marks (YqBoard *self, const YqMarks *marks);
/* The arrows above all (copied); none of them is spoken. */
void yq_board_set_arrows (YqBoard *self, const YqArrow *arrows, size_t n_arrows);
/* Moves the keyboard cursor (and the focus, when the board has it). */
void yq_board_set_cursor (YqBoard *self, YqSquare square);
YqSquare yq_board_get_cursor (YqBoard *self);
/* Speaks a sentence to a screen reader, as the description of the point that has the focus. (From
 * GTK 4.14 gtk_accessible_announce() is better; only the application floor knows which GTK it is.) */
void yq_board_announce (YqBoard *self, const char *text);
/* The point at a place in the coordinates of the widget, for what is dragged in from elsewhere. */
YqSquare yq_board_pick_at (YqBoard *self, double x, double y);
/* The look in force, for pictures. */
void yq_board_get_style (YqBoard *self, YqStyle *style);
/* One piece in the look in force, size × size, sharp at every scale: for a tray of pieces and for the
 * icon of a drag from it. It does not follow when the look changes. (transfer full) */
GdkPaintable *yq_board_draw_piece (YqBoard *self, YqPiece piece, int size);

G_END_DECLS
