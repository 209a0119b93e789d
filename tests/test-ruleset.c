/* The rule tables are the only place where a rule stands: every line of both games beside the slow
 * generator, and a third game, made up here from a table alone.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tap.h"

#include "rules-help.h"
#include "yq-geometry-private.h"

/* The made-up game has all that the two games have in other mixtures, and what neither has: a camel that
 * leaps over nothing, a lancer that only goes forward from its own half, a duck beside a captain that must
 * not be left attacked, hops with two legs that share points, a cannon that also hops, and a car that
 * stays on its own half. */
static const char own_half[] = "........."
                               "........."
                               "........."
                               "........."
                               "........."
                               "xxxxxxxxx"
                               "xxxxxxxxx"
                               "xxxxxxxxx"
                               "xxxxxxxxx"
                               "xxxxxxxxx";
static const YqHop captain[] = { { .to = { 1, 0 } }, { .to = { 2, 1 }, .empty = { { 1, 1 } } } };
static const YqHop camel[] = { { .to = { 3, 1 } } };
static const YqHop elephant[] = { { .to = { 2, 2 }, .empty = { { 1, 1 } } }, { .to = { 1, 0 } } };
static const YqHop horse[] = { { .to = { 2, 1 }, .empty = { { 1, 0 } } }, { .to = { 2, 1 }, .empty = { { 1, 1 } } } };
static const YqHop duck[] = { { .to = { 3, 2 }, .empty = { { 1, 0 }, { 2, 1 } } } };
static const YqHop cannon[] = { { .to = { 1, 1 } } };
static const YqHop lancer[] = {
  { .to = { 1, 0 } },
  { .to = { 2, 1 }, .empty = { { 1, 0 } }, .from = own_half },
  { .to = { 1, -1 } },
};

static const YqRuleset made_up = {
  .id = "made-up",
  .start = "rcbakabnr/9/d7d/p1p1p1p1p/9/9/P1P1P1P1P/D7D/9/RCBAKABNR",
  .side_names = { "red", "blue" },
  .piece_names = { [YQ_CAPTAIN] = "captain", [YQ_GUARD] = "camel", [YQ_ELEPHANT] = "elephant", [YQ_HORSE] = "horse",
                   [YQ_CAR] = "car", [YQ_CANNON] = "cannon", [YQ_DUCK] = "duck", [YQ_SOLDIER] = "lancer" },
  .letters = "\0KABNRCDP",
  .captains_face = true,
  .movers = {
    [YQ_CAPTAIN] = { YQ_HOPS (captain), .turned = true },
    [YQ_GUARD] = { YQ_HOPS (camel), .turned = true },
    [YQ_ELEPHANT] = { YQ_HOPS (elephant), .turned = true },
    [YQ_HORSE] = { YQ_HOPS (horse), .turned = true },
    [YQ_CAR] = { .ride = YQ_RIDE_SLIDE, .stands = own_half },
    [YQ_CANNON] = { YQ_HOPS (cannon), .turned = true, .ride = YQ_RIDE_CANNON },
    [YQ_DUCK] = { YQ_HOPS (duck), .turned = true },
    [YQ_SOLDIER] = { YQ_HOPS (lancer) },
  },
};

/* Xiangqi with one more line in its table, an eighth kind of piece; with a general that leaps over legs; and with
 * one that rides through its palace. */
static YqRuleset with_ducks, with_leaps, with_rides;

static YqGeometry geometry;

/* Each piece alone on the board, from each point, beside brute force. */
static void
test_lines (const YqRuleset *ruleset)
{
  bool same = true;

  yq_geometry_unfold (&geometry, ruleset);
  for (unsigned side = YQ_RED; side <= YQ_BLUE; side++)
    for (unsigned type = 1; type < YQ_N_TYPES; type++)
      for (YqSquare from = 0; from < YQ_SQUARES && ruleset->piece_names[type] != NULL; from++)
        {
          YqMove slow[YQ_MAX_MOVES], fast[YQ_MAX_MOVES];
          SlowBoard board;
          YqPosition pos;
          size_t n;

          yq_position_clear (&pos, &geometry);
          yq_position_put (&pos, from, yq_piece (side, type));
          yq_position_set_turn (&pos, side);
          board = slow_board (&pos);
          n = slow_moves (&board, slow);
          same &= n == yq_position_moves (&pos, YQ_MOVES_ALL, fast) && memcmp (slow, fast, n * sizeof *slow) == 0;
        }
  tap_ok (same, "%s: each piece from each point", ruleset->id);
}

static void
test_games (const YqRuleset *ruleset)
{
  YqPosition pos;

  yq_geometry_unfold (&geometry, ruleset);
  yq_position_start (&pos, &geometry);
  tap_ok (yq_position_check (&pos) && help_compare (&pos) == NULL, "%s: the start", ruleset->id);
  tap_ok (help_compare_games (&geometry, 3000) == 0, "%s: games", ruleset->id);
}

int
main (void)
{
  with_ducks = yq_ruleset_xiangqi;
  with_ducks.id = "xiangqi with ducks";
  with_ducks.start = "rnbakabnr/9/1c2d2c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2D2C1/9/RNBAKABNR";
  with_ducks.piece_names[YQ_DUCK] = "duck";
  with_ducks.letters = "\0KABNRCDP";
  with_ducks.movers[YQ_DUCK] = (YqMover){ YQ_HOPS (duck), .turned = true };

  with_leaps = with_ducks;
  with_leaps.id = "xiangqi with ducks and a leaping general";
  with_leaps.movers[YQ_GENERAL] = (YqMover){ YQ_HOPS (captain), .turned = true };

  with_rides = yq_ruleset_xiangqi;
  with_rides.id = "xiangqi with riding generals";
  with_rides.movers[YQ_GENERAL].n_hops = 0;
  with_rides.movers[YQ_GENERAL].ride = YQ_RIDE_SLIDE;

  test_lines (&yq_ruleset_duck);
  test_lines (&yq_ruleset_xiangqi);
  test_lines (&made_up);
  test_games (&made_up);
  test_games (&with_ducks);
  test_games (&with_leaps);
  test_games (&with_rides);
  tap_ok (yq_ruleset_by_id ("duck") == &yq_ruleset_duck && yq_ruleset_by_id ("xiangqi") == &yq_ruleset_xiangqi
            && yq_ruleset_by_id ("chess") == NULL,
          "games by name");
  return tap_done ();
}
