/* A move in the log: its text, the judge's report below, a click goes there.
 *
 * One widget that draws its text itself: GTK keeps the widgets of two hundred rows of a long game.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "yq-ply.h"

G_BEGIN_DECLS

#define YQ_TYPE_PLY_CELL (yq_ply_cell_get_type ())
G_DECLARE_FINAL_TYPE (YqPlyCell, yq_ply_cell, YQ, PLY_CELL, GtkWidget)

GtkWidget *yq_ply_cell_new (void);

/* NULL: an empty place, which does not show. */
void yq_ply_cell_set_ply (YqPlyCell *self, YqPly *ply);
YqPly *yq_ply_cell_get_ply (YqPlyCell *self);

void yq_ply_cell_set_reports (YqPlyCell *self, gboolean reports);

G_END_DECLS
