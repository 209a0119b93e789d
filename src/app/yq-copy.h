/* What is put into the clipboard of a game.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "yq-game.h"

G_BEGIN_DECLS

/* The position at the cursor, with its counters, as FEN. */
void yq_copy_position (GtkWidget *widget, YqGame *game);
/* The whole game as PGN, in the game's notation. */
void yq_copy_game (GtkWidget *widget, YqGame *game);

G_END_DECLS
