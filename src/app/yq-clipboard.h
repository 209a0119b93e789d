/* Games into the clipboard, and texts out of it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "yq-game.h"

G_BEGIN_DECLS

/* The position at the cursor, with its counters, as FEN. */
void yq_clipboard_copy_position (GtkWidget *widget, YqGame *game);
/* The whole game as PGN, in the game's notation. */
void yq_clipboard_copy_game (GtkWidget *widget, YqGame *game);

/* Reads the text in the clipboard. */
void yq_clipboard_read_async (GtkWidget *widget, GCancellable *cancellable,
                              GAsyncReadyCallback callback, gpointer user_data);
/* (transfer full); NULL when there is none, and with G_IO_ERROR_TIMED_OUT when its owner does not
 * hand it over: a program with GTK 4.8 on X11 may keep back the end of 256 KiB or more for ever.
 * The message is translated. */
char *yq_clipboard_read_finish (GAsyncResult *result, GError **error);

G_END_DECLS
