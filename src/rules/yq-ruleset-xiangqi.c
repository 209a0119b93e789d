/* Xiangqi as a table.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "yq-ruleset.h"

static const char palace[] = "........."
                             "........."
                             "........."
                             "........."
                             "........."
                             "........."
                             "........."
                             "...xxx..."
                             "...xxx..."
                             "...xxx...";
static const char advisor_points[] = "........."
                                     "........."
                                     "........."
                                     "........."
                                     "........."
                                     "........."
                                     "........."
                                     "...x.x..."
                                     "....x...."
                                     "...x.x...";
static const char elephant_points[] = "........."
                                      "........."
                                      "........."
                                      "........."
                                      "........."
                                      "..x...x.."
                                      "........."
                                      "x...x...x"
                                      "........."
                                      "..x...x..";
static const char soldier_points[] = "xxxxxxxxx"
                                     "xxxxxxxxx"
                                     "xxxxxxxxx"
                                     "xxxxxxxxx"
                                     "xxxxxxxxx"
                                     "x.x.x.x.x"
                                     "x.x.x.x.x"
                                     "........."
                                     "........."
                                     ".........";
static const char over_the_river[] = "xxxxxxxxx"
                                     "xxxxxxxxx"
                                     "xxxxxxxxx"
                                     "xxxxxxxxx"
                                     "xxxxxxxxx"
                                     "........."
                                     "........."
                                     "........."
                                     "........."
                                     ".........";

static const YqHop general[] = { { .to = { 1, 0 } } };
static const YqHop advisor[] = { { .to = { 1, 1 } } };
static const YqHop elephant[] = { { .to = { 2, 2 }, .empty = { { 1, 1 } } } };
static const YqHop horse[] = { { .to = { 2, 1 }, .empty = { { 1, 0 } } } };
static const YqHop soldier[] = {
  { .to = { 1, 0 } },
  { .to = { 0, 1 }, .from = over_the_river },
  { .to = { 0, -1 }, .from = over_the_river },
};

#define BIT(type) (1u << (type))

const YqRuleset yq_ruleset_xiangqi = {
  .id = "xiangqi",
  .start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR",
  .side_names = { "red", "black" },
  .piece_names = {
    [YQ_GENERAL] = "general",
    [YQ_ADVISOR] = "advisor",
    [YQ_ELEPHANT] = "elephant",
    [YQ_HORSE] = "horse",
    [YQ_CHARIOT] = "chariot",
    [YQ_CANNON] = "cannon",
    [YQ_SOLDIER] = "soldier",
  },
  .letters = "\0KABNRC\0P",
  .captains_face = true,
  .movers = {
    [YQ_GENERAL] = { YQ_HOPS (general), .turned = true, .stands = palace, .idle = true },
    [YQ_ADVISOR] = { YQ_HOPS (advisor), .turned = true, .stands = advisor_points,
                     .may_chase_guarded = BIT (YQ_CHARIOT) | BIT (YQ_HORSE) | BIT (YQ_CANNON) },
    [YQ_ELEPHANT] = { YQ_HOPS (elephant), .turned = true, .stands = elephant_points,
                      .may_chase_guarded = BIT (YQ_CHARIOT) | BIT (YQ_HORSE) | BIT (YQ_CANNON) },
    [YQ_HORSE] = { YQ_HOPS (horse), .turned = true, .chases_guarded = BIT (YQ_CHARIOT) },
    [YQ_CHARIOT] = { .ride = YQ_RIDE_SLIDE },
    [YQ_CANNON] = { .ride = YQ_RIDE_CANNON, .chases_guarded = BIT (YQ_CHARIOT) },
    [YQ_SOLDIER] = { YQ_HOPS (soldier), .stands = soldier_points, .idle = true, .prey = over_the_river },
  },
};
