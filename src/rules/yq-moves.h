/* Moves of a position: listed, counted, judged one by one, and who attacks what.
 *
 * For search and solver: captures, quiet moves and checks are made directly, not picked from all moves;
 * in check, every kind holds evasions only and is made without playing a move. Listing costs about a
 * fifth of a microsecond, counting and has_move less, in_check and is_legal some ten nanoseconds;
 * gives_check copies the position, so ask YQ_MOVES_CHECKS for many.
 *
 * Every function is reentrant, allocates nothing, and works on any position, also one that cannot
 * be (no captain, two captains): there, a side without a captain is never in check.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stddef.h>

#include "yq-position.h"

/* Room that any list needs (no position of either game, however made up, has more moves). */
enum
{
  YQ_MAX_MOVES = 512 * 3
};

typedef enum
{
  YQ_MOVES_ALL,      /* all legal moves */
  YQ_MOVES_CAPTURES, /* those that take a piece */
  YQ_MOVES_QUIET,    /* those that take none */
  YQ_MOVES_CHECKS,   /* those after which the other side's captain is attacked */
} YqMoveKind;

/* Why a move is refused, in the order in which the reasons are looked for. The first six are the
 * words of the duck chess document; the rest are xiangqi's. */
typedef enum
{
  YQ_LEGAL = 0,
  YQ_REFUSED_GAME_OVER,        /* a captain was taken; xiangqi: no legal move */
  YQ_REFUSED_OFF_BOARD,        /* from or to is YQ_SQUARE_NONE or beyond */
  YQ_REFUSED_NO_OWN_PIECE,     /* empty, or the other side's */
  YQ_REFUSED_OWN_PIECE_THERE,  /* on the target */
  YQ_REFUSED_NO_REACH,         /* this piece does not go so (palace, river and cannon without screen included) */
  YQ_REFUSED_BLOCKED,          /* it would, but a point that must be empty is not: place.square */
  YQ_REFUSED_GENERALS_FACE,    /* would leave the generals facing each other: place = the other general */
  YQ_REFUSED_IN_CHECK,         /* the mover's general could be taken: place = the first attacker */
} YqRefusal;

/* Lists the legal moves of the side to move; returns how many. Order: by from, then to. A finished
 * game has none. Duck chess: every reach is legal. */
size_t yq_position_moves (const YqPosition *pos, YqMoveKind kind, YqMove moves[YQ_MAX_MOVES]);
/* Lists the legal moves from one square. */
size_t yq_position_moves_from (const YqPosition *pos, YqSquare from, YqMove moves[YQ_MAX_MOVES]);
/* How many legal moves, without listing them. */
size_t yq_position_count (const YqPosition *pos);
bool yq_position_has_move (const YqPosition *pos);

/* YQ_LEGAL or the first reason that applies; *place (may be NULL) gets the point the reason names,
 * else YQ_SQUARE_NONE. Any bytes are allowed in move. */
YqRefusal yq_position_refusal (const YqPosition *pos, YqMove move, YqSquare *place);
/* The same without asking whether the game is over: what is wrong with each move of a side that is mated. */
YqRefusal yq_position_refusal_in_play (const YqPosition *pos, YqMove move, YqSquare *place);
bool yq_position_is_legal (const YqPosition *pos, YqMove move);

/* Would the other side's captain be attacked after this legal move? */
bool yq_position_gives_check (const YqPosition *pos, YqMove move);
/* Is this side's captain attacked now (xiangqi: facing generals included)? */
bool yq_position_in_check (const YqPosition *pos, YqSide side);
/* Do the captains face each other along an open file, in a game where that means something? */
bool yq_position_facing (const YqPosition *pos);
/* The pieces of a side that could take on this point in one move, were it theirs to move and a piece
 * of the other side there. Xiangqi: a facing general attacks the other general. Pins do not count. */
size_t yq_position_attackers (const YqPosition *pos, YqSquare square, YqSide by, YqSquare from[YQ_SQUARES]);

/* Number of move sequences of exactly depth plies. */
uint64_t yq_position_perft (YqPosition *pos, unsigned depth);
/* The same number the way a search goes: moves are listed in every position, played and taken back. With
 * `to_the_end` also those of the last ply, else the list of the last ply only gives its length. */
uint64_t yq_position_perft_listed (YqPosition *pos, unsigned depth, bool to_the_end);
