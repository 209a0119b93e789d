/* What a position or a game means: the report of a ply, check, mate, stalemate, repetition; who has
 * won and why.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stddef.h>

#include "yq-moves.h"

/* The contest's four facts about a legal move (duck chess; true of xiangqi as well). */
typedef struct
{
  YqPiece moved;
  YqPiece captured; /* YQ_EMPTY when nothing was taken */
  bool check;       /* a piece of either side could take the other side's captain; false when over */
  bool over;        /* a captain was taken (xiangqi: the side to move has no legal move) */
} YqReport;

/* Plays a legal move on pos and reports it. */
YqReport yq_judge_play (YqPosition *pos, YqMove move, YqUndo *undo);

/* The verdict on a xiangqi position for the side to move; its words are those of `yaqi-cli check`. */
typedef enum
{
  YQ_VERDICT_NONE,      /* not in check, has a move */
  YQ_VERDICT_CHECK,     /* in check, has a move */
  YQ_VERDICT_CHECKMATE, /* in check, no move: lost */
  YQ_VERDICT_STALEMATE, /* not in check, no move: lost too */
} YqVerdict;

YqVerdict yq_judge_verdict (const YqPosition *pos);

/* Has a captain lost that stands alone against these n pieces of the other side, on points that all
 * differ, and is to move? It has when it can neither move to where it could not be taken nor take the
 * other captain at once. The same as asking a position, but without one and much faster. */
bool yq_judge_lone_captain_lost (const YqGeometry *geometry, YqPlaced captain, const YqPlaced *enemies,
                                 unsigned n);

/* What makes a position impossible, each fault with its point. */
typedef enum
{
  YQ_FAULT_NO_GENERAL,        /* side */
  YQ_FAULT_BAD_POINT,         /* square: a piece where it can never stand */
  YQ_FAULT_TOO_MANY,          /* square: a piece of its kind over the limit (also another general) */
  YQ_FAULT_FACING,            /* square: the general of the side to move, which could take the other */
  YQ_FAULT_OPPONENT_IN_CHECK, /* square: the general that could be taken at once; by: the first attacker */
} YqFaultKind;

typedef struct
{
  YqFaultKind kind;
  YqSide side;
  YqPiece piece;
  YqSquare square, by; /* YQ_SQUARE_NONE where the kind has none */
} YqFault;

enum
{
  YQ_MAX_FAULTS = YQ_SQUARES * 2 + 4
};
/* All faults, in the order of the kinds above, then of squares; 0 = the position can be played.
 * Duck chess: only missing or several captains and more than 16 pieces... of a kind than the start has. */
size_t yq_position_faults (const YqPosition *pos, YqFault faults[YQ_MAX_FAULTS]);

/* How a game ended or may end. */
typedef enum
{
  YQ_END_NONE,
  YQ_END_CAPTAIN_TAKEN,
  YQ_END_CHECKMATE,
  YQ_END_STALEMATE,       /* xiangqi: a loss. Duck chess: no move at all: a loss, too */
  YQ_END_PERPETUAL_CHECK, /* the checking side loses */
  YQ_END_PERPETUAL_CHASE, /* the chasing side loses */
  YQ_END_REPETITION,      /* draw */
  YQ_END_REPEATED_JUDGE,  /* repeated, but the rule set leaves it open: people judge */
  YQ_END_MOVE_LIMIT,      /* draw: so many moves without a capture */
  YQ_END_BARE,            /* draw offered: neither army can win */
} YqEndReason;

typedef enum
{
  YQ_OUTCOME_OPEN,
  YQ_OUTCOME_RED_WINS,
  YQ_OUTCOME_BLUE_WINS, /* black, in xiangqi */
  YQ_OUTCOME_DRAW,
} YqOutcome;

typedef struct
{
  YqOutcome outcome;
  YqEndReason reason;
} YqEnding;

typedef enum
{
  YQ_ADJUDICATE_NONE,
  YQ_ADJUDICATE_PERPETUAL_CHECK,
  YQ_ADJUDICATE_ASIAN,
} YqAdjudication;

typedef struct
{
  YqAdjudication repetition;
  unsigned move_limit; /* moves of both sides without capture that draw the game; 0 = off */
} YqJudgeRules;

/* The ending after moves[0..n) played from start, judged by the last position and the whole line.
 * quiet_plies: plies without a capture before start (the FEN's counter). Duck chess ignores rules.
 * A position that has occurred three times ends the game by rules->repetition (YQ_ADJUDICATE_NONE: never).
 * Open outcomes that name a reason: YQ_END_REPEATED_JUDGE, YQ_END_BARE. */
YqEnding yq_judge_game (const YqPosition *start, unsigned quiet_plies, const YqMove *moves, size_t n,
                        const YqJudgeRules *rules);
