/* Every position that can arise from one with few pieces, solved at once: a table of how far each
 * is from mate.
 *
 * A mate is what it is for the solver (yq-mate.h): the defender has no legal move, or, where
 * captains may be taken, his is. Repetition never wins, so the values are the least that satisfy «a
 * mating move exists» and «every defence is answered», found backwards from the mates, one move
 * after the other.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stddef.h>

#include "yq-position.h"

typedef struct YqEndgame YqEndgame;

/* What a table takes. */
typedef struct
{
  uint64_t states; /* it has so many; UINT64_MAX = more than can be counted */
  uint64_t bytes;
  double seconds; /* of a processor of our days, roughly */
} YqEndgameCost;

/* A table of the positions that can arise from this one, which has no faults, not yet built. NULL
 * when out of memory. */
YqEndgame *yq_endgame_new (const YqPosition *root, YqSide attacker);
void yq_endgame_free (YqEndgame *self);
YqEndgameCost yq_endgame_cost (const YqEndgame *self);

/* Solves all of it. memory: of the table's cost, aligned for any type, all zero, borrowed until the
 * table is freed. go_on is asked about every millisecond. False when it refused: then the table
 * knows nothing. */
bool yq_endgame_build (YqEndgame *self, void *memory, bool (*go_on) (void *data), void *data);

/* After that, where captains are not taken: finds what else is won because the defender may not check
 * for ever, until the position `wanted` is known to be won. memory: rule_bytes more, as above,
 * borrowed for the call. False when it refused, or mates are too long: then the table knows of mates alone.
 */
uint64_t yq_endgame_rule_bytes (const YqEndgame *self);
bool yq_endgame_build_rule (YqEndgame *self, const YqPosition *wanted, void *memory,
                            bool (*go_on) (void *data), void *data);

/* Facts about a position with either side to move, as the mate search counts them: lengths in moves
 * of the attacker, at a defence with the move that has just led there; proven YQ_LENGTH_UNBOUNDED
 * when there is no mate, refuted YQ_LENGTH_UNBOUNDED when there never is one. Mates longer than
 * YQ_MATE_LONGEST are not told from longer ones or none: refuted is that length then. False when
 * the table has no such position.
 *
 * barred: of wins by that rule as well. Their lengths say no more than which of two was found first, and
 * refuted is 0 or YQ_LENGTH_UNBOUNDED. */
bool yq_endgame_look (const YqEndgame *self, const YqPosition *pos, bool barred, uint8_t *proven,
                      uint8_t *refuted);
/* The attacker's move in a position that he wins, perhaps by the rule: all that follows is won. Where
 * it is followed always and play never ends, the defender goes on checking for ever, but not the
 * attacker. False when it is not known to be won. */
bool yq_endgame_move (const YqEndgame *self, const YqPosition *pos, YqMove *move);
