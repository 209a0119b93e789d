/* Everything that is to be said about a position at once: its faults, or its verdict with the attackers,
 * the replies, and what would take the general after each reply that is none.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "yq-judge.h"

/* A reply that the side to move does not have, and the piece that would take its general after it. */
typedef struct
{
  YqMove move;
  YqSquare taker;
} YqRefusedReply;

typedef struct
{
  size_t n_faults; /* when there are any, the rest is not looked for */
  YqFault faults[YQ_MAX_FAULTS];
  YqVerdict verdict;
  size_t n_attackers, n_replies, n_refused;
  YqSquare attackers[YQ_SQUARES]; /* of the general to move */
  YqMove replies[YQ_MAX_MOVES];   /* the legal ones */
  YqRefusedReply refused[YQ_MAX_MOVES]; /* filled by yq_examine_refused() */
} YqExamination;

/* All but the refused replies (about a microsecond). */
void yq_examine (const YqPosition *pos, YqExamination *examination);
/* Adds the refused replies; slower, so for positions that people look at. */
void yq_examine_refused (const YqPosition *pos, YqExamination *examination);
