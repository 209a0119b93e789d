/* A move in the log: its text, the judge's report below, a click goes there.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "yq-ply.h"

G_BEGIN_DECLS

#define YQ_TYPE_PLY_BUTTON (yq_ply_button_get_type ())
G_DECLARE_FINAL_TYPE (YqPlyButton, yq_ply_button, YQ, PLY_BUTTON, GtkButton)

/* NULL: an empty place. */
void yq_ply_button_set_ply (YqPlyButton *self, YqPly *ply);
YqPly *yq_ply_button_get_ply (YqPlyButton *self);

void yq_ply_button_set_reports (YqPlyButton *self, gboolean reports);

G_END_DECLS
