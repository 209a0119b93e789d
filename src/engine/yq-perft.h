/* Counting lines of play with several threads and a table of positions already counted.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stddef.h>

#include "yq-moves.h"

typedef struct
{
  uint64_t total;
  size_t n;                      /* first moves, in the order of yq_position_moves() */
  YqMove moves[YQ_MAX_MOVES];
  uint64_t counts[YQ_MAX_MOVES]; /* the sequences that begin with the move; their sum is the total */
} YqPerft;

/* Counts the move sequences of exactly depth plies. threads: 0 or 1 = the caller's alone. megabytes: of
 * the table, 0 = none; it takes positions with equal 64-bit keys for equal. False when there is not so
 * much memory (then nothing was counted). */
bool yq_perft (const YqPosition *pos, unsigned depth, unsigned threads, unsigned megabytes, YqPerft *perft);
