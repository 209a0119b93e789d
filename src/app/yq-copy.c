/* What is put into the clipboard of a game.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "yq-copy.h"

void
yq_copy_position (GtkWidget *widget, YqGame *game)
{
  YqFen fen = yq_record_fen (yq_game_get_record (game), yq_game_get_cursor (game));
  char text[YQ_FEN_MAX];

  yq_fen_write (&fen, YQ_FEN_LETTERS_NB, text);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

void
yq_copy_game (GtkWidget *widget, YqGame *game)
{
  int notation;
  char *text;

  g_object_get (game, "notation", &notation, NULL);
  text = yq_record_write (yq_game_get_record (game), (YqNotation) notation, NULL);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
  free (text);
}
