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

/* A set of points as its player sees the board: 90 characters, the farthest rank first, 'x' = in the
 * set. The other side's set is this one turned round. */
typedef const char *YqZone;

/* From here to there, as its player sees the board: ranks forward, files to the right. */
typedef struct
{
  int8_t forward, right;
} YqOffset;

/* One way to go: by `to`, while the points at `empty` (none: {0, 0}) hold no piece of either side. */
typedef struct
{
  YqOffset to;
  YqOffset empty[2];
  YqZone from; /* only from these points; NULL = from anywhere */
} YqHop;

/* Going along ranks and files. */
typedef enum
{
  YQ_RIDE_NONE,
  YQ_RIDE_SLIDE,  /* over empty points, onto an empty point or the first enemy */
  YQ_RIDE_CANNON, /* over empty points onto an empty one; takes over exactly one piece of either side */
} YqRide;

/* How a piece goes. */
typedef struct
{
  const YqHop *hops;
  uint8_t n_hops;
  bool turned;     /* each hop also in its other directions: turned and mirrored, up to eight */
  YqRide ride;
  YqZone stands;   /* where it can stand at all; NULL = everywhere */
  bool idle;       /* its attacks are no chase (judge of repeated positions) */
  YqZone prey;     /* it can be chased only on these points; NULL = everywhere */
  uint16_t chases_guarded; /* bit per type: chasing this is a chase even when it is guarded */
  uint16_t may_chase_guarded; /* readings of the rules differ on whether that is one */
} YqMover;

#define YQ_HOPS(array) .hops = (array), .n_hops = sizeof (array) / sizeof (array)[0]

/* What the other floors read, and how the pieces go. */
struct YqRuleset
{
  const char *id;                       /* "duck" */
  const char *start;                    /* board part of the FEN; no side has more pieces of a kind */
  const char *side_names[2];            /* "red", "blue" */
  const char *piece_names[YQ_N_TYPES];  /* "captain"...; NULL = no such piece in this game */
  const char *letters;                  /* FEN letters by type, upper case, '\0' where none: letters[YQ_HORSE] == 'N' */
  bool captain_may_be_taken;            /* check need not be answered, the game ends by capture */
  bool captains_face;                   /* a captain takes the other one along an open file */
  YqMover movers[YQ_N_TYPES];
};
