/* A small window for what is known about a game: who played, where and when.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "yq-game.h"

G_BEGIN_DECLS

#define YQ_TYPE_DETAILS_DIALOG (yq_details_dialog_get_type ())
G_DECLARE_FINAL_TYPE (YqDetailsDialog, yq_details_dialog, YQ, DETAILS_DIALOG, GtkWindow)

/* Opens it over parent. It shows the tags of the game and, when it is confirmed, sets those that
 * were changed. */
GtkWindow *yq_details_dialog_present (GtkWindow *parent, YqGame *game);

G_END_DECLS
