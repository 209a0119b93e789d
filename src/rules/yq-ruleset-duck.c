/* Duck chess (THUPC 2019) as a table.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "yq-ruleset.h"

static const YqHop captain[] = { { .to = { 1, 0 } } };
static const YqHop guard[] = { { .to = { 1, 1 } } };
static const YqHop elephant[] = { { .to = { 2, 2 }, .empty = { { 1, 1 } } } };
static const YqHop horse[] = { { .to = { 2, 1 }, .empty = { { 1, 0 } } } };
static const YqHop duck[] = { { .to = { 3, 2 }, .empty = { { 1, 0 }, { 2, 1 } } } };
static const YqHop soldier[] = { { .to = { 1, 0 } }, { .to = { 1, 1 } } };

const YqRuleset yq_ruleset_duck = {
  .id = "duck",
  .start = "rnbakabnr/9/d7d/p1p1p1p1p/9/9/P1P1P1P1P/D7D/9/RNBAKABNR",
  .side_names = { "red", "blue" },
  .piece_names = {
    [YQ_CAPTAIN] = "captain",
    [YQ_GUARD] = "guard",
    [YQ_ELEPHANT] = "elephant",
    [YQ_HORSE] = "horse",
    [YQ_CAR] = "car",
    [YQ_DUCK] = "duck",
    [YQ_SOLDIER] = "soldier",
  },
  .letters = "\0KABNR\0DP",
  .captain_may_be_taken = true,
  .movers = {
    [YQ_CAPTAIN] = { YQ_HOPS (captain), .turned = true },
    [YQ_GUARD] = { YQ_HOPS (guard), .turned = true },
    [YQ_ELEPHANT] = { YQ_HOPS (elephant), .turned = true },
    [YQ_HORSE] = { YQ_HOPS (horse), .turned = true },
    [YQ_CAR] = { .ride = YQ_RIDE_SLIDE },
    [YQ_DUCK] = { YQ_HOPS (duck), .turned = true },
    [YQ_SOLDIER] = { YQ_HOPS (soldier), .turned = true },
  },
};
