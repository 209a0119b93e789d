/* A game as a table: start, pieces and how they go, and the few rules that differ between games.
 * The tables (yq-ruleset-duck.c, yq-ruleset-xiangqi.c) are the only place where a rule stands.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "yq-types.h"

typedef struct YqRuleset YqRuleset;

extern const YqRuleset yq_ruleset_duck;
extern const YqRuleset yq_ruleset_xiangqi;

/* The built-in game of this id ("duck", "xiangqi"); NULL when there is none. */
const YqRuleset *yq_ruleset_by_id (const char *id);

/* What the other floors read (the whole struct is for the rules floor to lay out). */
struct YqRuleset
{
  const char *id;                       /* "duck" */
  const char *start;                    /* board part of the FEN */
  const char *side_names[2];            /* "red", "blue" */
  const char *piece_names[YQ_N_TYPES];  /* "captain"...; NULL = no such piece in this game */
  const char *letters;                  /* FEN letters by type, upper case, '\0' where none: letters[YQ_HORSE] == 'N' */
  bool captain_may_be_taken;            /* check need not be answered, the game ends by capture */
};
