/* The move log: the moves of a game in two columns, variations indented, comments below their move.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "yq-game.h"
#include "yq-ply-cell.h"

G_BEGIN_DECLS

/* Properties: "menu-model" (GMenuModel): what can be done with a move; "header" (boolean): there is a heading
 * above them; "walks" (boolean): a click takes the keyboard to the move, too, and the arrow keys go from move to move. Without, the
 * keyboard stays on the board, where moves are typed. */
#define YQ_TYPE_LOG_VIEW (yq_log_view_get_type ())
G_DECLARE_FINAL_TYPE (YqLogView, yq_log_view, YQ, LOG_VIEW, GtkWidget)

/* Lengths in the font of the moves, pixels: asked for by hundreds of rows, worked out once. */
typedef struct
{
  int number_width; /* of a turn's number */
  int move_width;   /* of any move */
  int letter_width; /* of any small letter, amply */
  int line_height;
} YqLogMetrics;

/* Shows a game; once. */
void yq_log_view_set_game (YqLogView *self, YqGame *game);

/* The keyboard comes to the move that the board shows, else to the first; FALSE when there is none. */
gboolean yq_log_view_take_focus (YqLogView *self);

/* What the rows and cells ask of the view that they are in, found from one of them. */
YqLogView *yq_log_view_of (GtkWidget *descendant);
const YqLogMetrics *yq_log_view_get_metrics (YqLogView *self);
void yq_log_view_go_to (YqLogView *self, YqPly *ply);
/* Goes to the cell's move and offers there what can be done with it. */
void yq_log_view_show_menu (YqLogView *self, YqPlyCell *cell);

G_END_DECLS
