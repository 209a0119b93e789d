/* Refereeing a game of duck chess from its start, command by command, as fast as can be. A YqPosition
 * with yq_judge_play() says the same of each command, and much more.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "yq-judge.h"

enum
{
  YQ_MEN = 16, /* of a side */
  YQ_MAN_NONE = 2 * YQ_MEN,
};

/* A game under way; copy it with =. The fields are the rules floor's own. A man is a piece with a number:
 * red's are 0 to 15, blue's 16 to 31; YQ_MAN_NONE stands for an empty point and is on none. */
typedef struct
{
  uint8_t turn;                      /* YqSide, or another number when the game is over */
  uint8_t men[YQ_SQUARES + 1];       /* by point */
  YqPiece pieces[YQ_MAN_NONE + 1];   /* by man */
  YqSquare squares[YQ_MAN_NONE + 1]; /* by man */
  YqSquare captains[2];
  YqSet occupied;
  uint32_t aims[YQ_MAN_NONE + 1]; /* by man: what must be empty for it to take the other side's captain */
  uint32_t blocked[2];            /* by captain's side: what is not empty, in the same bits */
} YqReferee;

/* The start of the game. */
void yq_referee_start (YqReferee *referee);
/* Carries out a move if it is legal, and reports it; the piece moved is YQ_EMPTY when it was refused.
 * Points may be YQ_SQUARE_NONE. */
YqReport yq_referee_command (YqReferee *referee, YqMove move);
