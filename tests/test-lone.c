/* Whether a lone captain has lost, beside the same question asked of a whole position.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "random.h"
#include "tap.h"

#include "yq-judge.h"

static YqSquare
random_point_of (const YqRuleset *ruleset, YqSide side)
{
  unsigned rank = random_below (3), file = 3 + random_below (3);

  if (ruleset->captain_may_be_taken)
    return (YqSquare) random_below (YQ_SQUARES);
  return yq_square_at (side == YQ_RED ? rank : YQ_RANKS - 1 - rank, file);
}

/* Both sides, with and without the other captain, any pieces. */
static void
test_random (const YqRuleset *ruleset)
{
  const YqGeometry *geometry = yq_geometry_of (ruleset);
  unsigned n_lost = 0, n_differ = 0;

  for (unsigned i = 0; i < 50000; i++)
    {
      YqSide side = (YqSide) random_below (2), by = yq_side_other (side);
      YqPlaced captain = { random_point_of (ruleset, side), yq_piece (side, YQ_CAPTAIN) }, enemies[16];
      unsigned n = 0, wanted = random_below (9);
      YqPosition pos;
      bool lost;

      yq_position_clear (&pos, geometry);
      yq_position_set_turn (&pos, side);
      yq_position_put (&pos, captain.square, captain.piece);
      while (n < wanted)
        {
          YqPieceType type = (YqPieceType) (n == 0 ? (unsigned) YQ_CAPTAIN : 2 + random_below (YQ_N_TYPES - 2));
          YqSquare square = type == YQ_CAPTAIN ? random_point_of (ruleset, by) : (YqSquare) random_below (YQ_SQUARES);

          if (ruleset->piece_names[type] == NULL || pos.squares[square] != YQ_EMPTY)
            continue;
          enemies[n] = (YqPlaced){ square, yq_piece (by, type) };
          yq_position_put (&pos, square, enemies[n].piece);
          n++;
        }
      lost = yq_judge_lone_captain_lost (geometry, captain, enemies, n);
      n_lost += lost;
      n_differ += lost != (!yq_position_has_move (&pos) && !yq_position_in_check (&pos, by));
    }
  tap_ok (n_differ == 0, "%s: as the whole position says, 50000 times, %u lost", ruleset->id, n_lost);
  tap_ok (ruleset->captain_may_be_taken || n_lost > 1000, "%s: both answers are given", ruleset->id);
}

int
main (void)
{
  test_random (&yq_ruleset_xiangqi);
  test_random (&yq_ruleset_duck);
  return tap_done ();
}
