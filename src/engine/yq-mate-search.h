/* Depth-first proof-number search for forced mates: the working part of yq-mate.
 *
 * A node is a position with one side attacking: at an attack node the attacker is to move and one
 * move must do, at a defence node every move must be answered. Lengths count the attacker's moves
 * that are left; at a defence node they include the move that has just led there, so that a length
 * is handed from an attack to its defence unchanged.
 *
 * Mate means: the defender has no legal move, or (duck chess) his captain was taken. That a line
 * may not repeat a position is a matter of the path, but whether a mate can be forced at all is
 * not: a shortest mate never repeats. So proofs always are facts, and so are refutations within a
 * given length (a bounded search never looks for repetitions, the length runs out by itself). Only
 * the unbounded search refutes by repetition, and there a refutation is a fact when it rests on no
 * position before its own root; else it is kept for that path alone.
 *
 * Under barred (any moves, unbounded, xiangqi) the attacker also wins when play never ends and the
 * defender, but not the attacker, gives check with every move from some point on. That is a parity
 * game: a quiet move of the defender is the worst that can come again and again, then a quiet move
 * of the attacker the best, else he fails. So the first repetition on a path decides as well as all
 * that could follow, and proofs by repetition are treated as refutations are: one that rests on no
 * position before its own root is a fact, any other is kept for its path alone. (Ehrenfeucht and
 * Mycielski, «Positional strategies for mean payoff games» (1979), on first cycles; parity games as
 * such: Emerson and Jutla, «Tree automata, mu-calculus and determinacy» (1991).) Such facts are
 * kept apart from those of mates; lengths say little there. Each has an age, so that what it was
 * proven from can be told from what was proven by means of it (yq_mate_search_trace()).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdatomic.h>

#include "yq-endgame.h"
#include "yq-mate-table.h"
#include "yq-moves.h"

enum
{
  YQ_MATE_MAX_PLIES = 400,
  YQ_MATE_ARENA = 1 << 15,
};

#define YQ_EFFORT_INFINITE UINT32_MAX

/* What is known of a node. */
typedef struct
{
  YqEffort effort; /* proof 0: mate; disproof 0: none; at the bound searched */
  uint8_t proven;  /* as in the table */
  uint8_t refuted;
  uint8_t won;    /* what rests on the path is a win within so many moves; 0 = a refutation */
  uint16_t rests; /* decided by a repetition of the position at this ply of the path, and of none
                     before; YQ_RESTS_NOWHERE */
} YqMateValue;

enum
{
  YQ_RESTS_NOWHERE = UINT16_MAX,
};

typedef struct
{
  YqMove move;
  YqMateValue value;
} YqMateChild;

typedef struct
{
  YqMateTable table;
  YqPosition position;
  YqSide attacker;
  bool checks_only; /* every move of the attacker must attack the captain */
  bool barred;      /* who checks for ever loses. Only for unbounded searches of any moves */
  uint32_t n_won;   /* facts proven under barred so far: the age of the next */
  uint32_t older;   /* only those older than this count; UINT32_MAX = all */
  bool checks[YQ_N_TYPES]; /* the defender's pieces of this kind can give check */
  bool by_capture;  /* the game ends when the captain is taken (duck chess) */
  const YqEndgame *endgame; /* knows all of any moves; borrowed; NULL = none */

  /* Limits. The clock and the flag are looked at every few positions. */
  uint64_t nodes;            /* positions looked at so far */
  uint64_t max_nodes;        /* stop there */
  double deadline;           /* of yq_mate_clock(); 0 = none */
  atomic_bool *stop;         /* borrowed; may be NULL */
  void (*tick) (void *data); /* called now and then; may be NULL */
  void *tick_data;
  bool interrupted; /* by the clock or the flag: nothing more will be learnt */
  bool halted;      /* interrupted, or out of nodes */
  uint64_t next_look;

  /* The path from the root of a search. */
  unsigned ply;
  uint64_t path_keys[YQ_MATE_MAX_PLIES + 1];
  uint64_t path_hashes[YQ_MATE_MAX_PLIES + 1];
  uint16_t irreversible[YQ_MATE_MAX_PLIES + 1]; /* the ply after the last capture */
  uint16_t quiet[YQ_MATE_MAX_PLIES + 1][2];     /* under barred: the ply after the last move of the
                                                   attacker, of the defender that gave no check */
  YqMateChild *arena; /* children of the nodes on the path; YQ_MATE_ARENA of them */
  unsigned n_arena;
} YqMateSearch;

/* Seconds of a clock that only runs forward. */
double yq_mate_clock (void);

/* A search that uses no more than memory bytes, a few kB at least. False when out of memory. */
bool yq_mate_search_init (YqMateSearch *self, size_t memory);
void yq_mate_search_clear (YqMateSearch *self);

/* Makes pos, with its side to move attacking, the subject; forgets what was learnt of others. */
void yq_mate_search_begin (YqMateSearch *self, const YqPosition *pos, bool checks_only);

/* Looks for a mate of at most this length (YQ_LENGTH_UNBOUNDED: any) from self->position, an attack
 * node when attack. Goes on where an earlier call stopped. Undecided at the bound only when
 * interrupted or out of nodes (or, unbounded, when a line grew too long). */
YqMateValue yq_mate_search_run (YqMateSearch *self, bool attack, unsigned length);
/* The same, but as if nothing were known of self->position itself: so that the moves that make its
 * value are in the table when it returns. */
YqMateValue yq_mate_search_again (YqMateSearch *self, bool attack, unsigned length);
/* Looks at the clock and the flag at once, for work that is done beside the search. Whether to go on. */
bool yq_mate_search_go_on (YqMateSearch *self);
/* What is known of self->position without a search. */
YqMateValue yq_mate_search_look (YqMateSearch *self, bool attack, unsigned length);
/* Whether the attacker, to move in pos, mates by checks alone, as far as so much effort and so many positions show
 * it: in how many moves, 0 = not seen. For searches of other kinds, which may run between two of this one. */
unsigned yq_mate_search_probe (YqMateSearch *self, const YqPosition *pos, uint32_t proof, uint64_t nodes);
/* Takes over what another search has proven: the attacker mates within length in pos, where it is his turn when
 * attack; length counted as everywhere here. */
void yq_mate_search_learn (YqMateSearch *self, const YqPosition *pos, bool attack, unsigned length);
/* Under barred: goes through a proof that the attacker wins self->position, an attack node when
 * attack. */
typedef struct
{
  /* From the position of this key leads a move to the position `to`: of all moves of the defender,
   * and of those of the attacker that do. The proof goes on there, if not before; fact: it was won
   * before, whatever led there, and its own proof is another one that does not rest on this one. */
  void (*step) (void *data, uint64_t from, YqMove move, const YqPosition *to, bool fact);
  void *data;
} YqMateTrace;
/* In how many moves self->position is mate as far as is known, whatever the mode; 0 = not known to
 * be. */
uint8_t yq_mate_search_known_mate (YqMateSearch *self);
/* What the table has forgotten is searched again. False when it is not proven, or not again within
 * the limits. */
bool yq_mate_search_trace (YqMateSearch *self, bool attack, const YqMateTrace *trace);
/* Counts positions another search has looked at, and says whether the limits stop it. */
bool yq_mate_search_count (YqMateSearch *self, uint64_t nodes);
/* The moves that belong to the node self->position is; returns how many. */
size_t yq_mate_search_moves (const YqMateSearch *self, bool attack, YqMove moves[YQ_MAX_MOVES]);

static inline bool
yq_mate_is_proven (const YqMateValue *value, unsigned length)
{
  return value->proven <= length && value->proven != YQ_LENGTH_UNBOUNDED;
}

/* As far as a fact: a refutation that rests on the path is none. */
static inline bool
yq_mate_is_refuted (const YqMateValue *value, unsigned length)
{
  return value->refuted >= length;
}
