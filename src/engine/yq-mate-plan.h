/* How to win where the defender may not check for ever: one move of the attacker for each position
 * that can arise, and the proof that they win.
 *
 * Sources: Jurdziński, «Small progress measures for solving parity games» (2000).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "yq-mate-search.h"

typedef struct YqMatePlan YqMatePlan;

/* A plan for search->position, which the search, under barred, has proven to be won. It takes no
 * more than memory bytes. NULL when the limits of the search or the memory do not suffice. */
YqMatePlan *yq_mate_plan_new (YqMateSearch *search, size_t memory);
void yq_mate_plan_free (YqMatePlan *plan);
/* The bytes it takes. */
size_t yq_mate_plan_memory (const YqMatePlan *plan);

/* What to do in a position of the plan with the attacker to move. Returns 0, or, where mate is
 * forced, in how many moves at most; then the mate search knows the way. */
unsigned yq_mate_plan_look (const YqMatePlan *plan, const YqPosition *pos, YqMove *move);
