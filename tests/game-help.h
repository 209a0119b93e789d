/* Small words for the moves of a game, for tests.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "yq-game.h"

static YqMove
move_of (const char *text)
{
  return (YqMove) {
    yq_square_at (text[1] - '0', text[0] - 'a'),
    yq_square_at (text[3] - '0', text[2] - 'a'),
  };
}

/* Plays moves, «a3a4 a6a5», each of which must be legal. */
static void
play (YqGame *game, const char *moves)
{
  g_auto(GStrv) words = g_strsplit (moves, " ", -1);

  for (guint i = 0; words[i] != NULL; i++)
    {
      g_autoptr(GError) error = NULL;

      yq_game_play (game, move_of (words[i]), NULL, &error);
      g_assert_no_error (error);
    }
}

/* The cursor's line so far, «a3a4 a6a5». */
static char *
line_text (YqGame *game)
{
  GString *text = g_string_new (NULL);

  for (YqNode *node = yq_game_get_cursor (game); node->parent != NULL; node = node->parent)
    {
      g_autofree char *move = yq_game_move_text (game, node);

      if (text->len > 0)
        g_string_prepend_c (text, ' ');
      g_string_prepend (text, move);
    }
  return g_string_free (text, FALSE);
}
