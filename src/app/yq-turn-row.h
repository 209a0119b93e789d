/* One row of the log: a turn of two moves, or a comment.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "yq-ply.h"

G_BEGIN_DECLS

#define YQ_TYPE_TURN_ROW (yq_turn_row_get_type ())
G_DECLARE_FINAL_TYPE (YqTurnRow, yq_turn_row, YQ, TURN_ROW, GtkWidget)

GtkWidget *yq_turn_row_new (void);

/* What the row shows; NULL: nothing. */
void yq_turn_row_set_row (YqTurnRow *self, YqLogRow *row);
/* With the judge's reports, a turn's moves stand one below the other: a report is a long line. */
void yq_turn_row_set_reports (YqTurnRow *self, gboolean reports);
/* The keyboard comes to the move that the board shows, else to the first; FALSE in the row of a comment. */
gboolean yq_turn_row_take_focus (YqTurnRow *self);

G_END_DECLS
