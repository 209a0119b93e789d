/* The move log: the moves of a game in two columns, variations indented, comments below their move.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "yq-game.h"
#include "yq-ply-button.h"

G_BEGIN_DECLS

#define YQ_TYPE_LOG_VIEW (yq_log_view_get_type ())
G_DECLARE_FINAL_TYPE (YqLogView, yq_log_view, YQ, LOG_VIEW, GtkWidget)

/* Shows a game; once. */
void yq_log_view_set_game (YqLogView *self, YqGame *game);

/* What the rows ask of the view. */
void yq_log_view_go_to (YqLogView *self, YqPly *ply);
/* Goes to the button's move and offers there what can be done with it. */
void yq_log_view_show_menu (YqLogView *self, YqPlyButton *button);

G_END_DECLS
