/* The main window: binds one game to a board, the move log and a file. It holds no game state.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "yq-application.h"
#include "yq-position.h"

G_BEGIN_DECLS

#define YQ_TYPE_WINDOW (yq_window_get_type ())
G_DECLARE_FINAL_TYPE (YqWindow, yq_window, YQ, WINDOW, GtkApplicationWindow)

/* A window on a new game of duck chess. */
YqWindow *yq_window_new (YqApplication *application);

/* Opens a file in place of the game on the board, asking first when that game is not saved. A file
 * that cannot be read is reported in the window, and the game stays. */
void yq_window_open (YqWindow *self, GFile *file);

/* Begins a game from a position without faults, in the main window used last, or a new one; asks
 * first when the game there is not saved. */
void yq_window_play_from (YqApplication *application, const YqPosition *pos);

/* Is the game on the board that of this file? */
gboolean yq_window_shows (YqWindow *self, GFile *file);

/* Nothing has been played or opened here yet. */
gboolean yq_window_is_idle (YqWindow *self);

/* The keys of the window's actions; once, at start-up. */
void yq_window_set_accels (GtkApplication *application);

G_END_DECLS
