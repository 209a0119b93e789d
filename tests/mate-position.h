/* Positions for the tests of the solver: random ones in which mates are not rare; how a bad one is shown.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "random.h"
#include "tap.h"
#include "yq-fen.h"
#include "yq-judge.h"

/* A position that can be played, with red to move, 1 to so many attackers beside red's captain and
 * up to so many defenders; the attackers stand near, so that mates are not rare. */
static inline YqPosition
random_position (const YqRuleset *ruleset, unsigned max_red, unsigned max_blue)
{
  YqFault faults[YQ_MAX_FAULTS];
  YqPosition pos;

  do
    {
      unsigned n_red = 1 + random_below (max_red), n_blue = random_below (max_blue + 1);

      yq_position_clear (&pos, yq_geometry_of (ruleset));
      for (unsigned i = 0; i < n_red + n_blue + 2; i++)
        {
          YqSide side = i <= n_red ? YQ_RED : YQ_BLUE;
          YqPieceType type = YQ_CAPTAIN;
          YqSquare square;

          if (i != 0 && i != n_red + 1)
            do
              type = (YqPieceType) (2 + random_below (YQ_N_TYPES - 2));
            while (ruleset->letters[type] == '\0');
          square
              = (YqSquare) (side == YQ_RED && i > 0 && random_below (4) > 0 ? 45 + random_below (45)
                                                                            : random_below (90));
          if (type == YQ_CAPTAIN)
            square = (YqSquare) (random_below (3) * YQ_FILES + 3 + random_below (3)
                                 + (side == YQ_RED ? 0 : 63));
          yq_position_put (&pos, square, yq_piece (side, type));
        }
    }
  while (yq_position_faults (&pos, faults) > 0 || !yq_position_has_move (&pos));
  return pos;
}

static inline void
show (const YqPosition *pos, const char *what)
{
  YqFen fen = { .position = *pos, .move_number = 1 };
  char text[YQ_FEN_MAX];

  yq_fen_write (&fen, YQ_FEN_LETTERS_NB, text);
  tap_note ("%s: %s", what, text);
}
