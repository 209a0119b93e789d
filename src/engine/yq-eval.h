/* What a position is worth when nothing is forced: a guess, in hundredths of a soldier at home.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "yq-position.h"

/* The worth of pieces by where they stand, for the side that owns them, unfolded once a game. */
typedef struct
{
  int16_t worth[32][YQ_SQUARES];          /* by YqPiece: material and place */
  int8_t near[YQ_SQUARES][YQ_SQUARES];    /* being so near to the other side's captain */
  int16_t value[YQ_N_TYPES];              /* material alone */
  bool attacks[YQ_N_TYPES];               /* it can give check, and is no captain */
  bool faces;                             /* captains take each other along an open file */
} YqEval;

/* The weights of a game; built in ones, and for any other from how far its pieces reach. */
void yq_eval_init (YqEval *eval, const YqGeometry *geometry);

/* The sum of worth over the board, red's less blue's: kept up by the caller from move to move. */
int yq_eval_sum (const YqEval *eval, const YqPosition *pos);
static inline int
yq_eval_change (const YqEval *eval, const YqPosition *pos, YqMove move)
{
  YqPiece piece = pos->squares[move.from], captured = pos->squares[move.to];
  int change = eval->worth[piece][move.to] - eval->worth[piece][move.from];

  if (captured != YQ_EMPTY)
    change += eval->worth[captured][move.to];
  return yq_piece_side (piece) == YQ_RED ? change : -change;
}

/* The worth of the position for the side to move; sum is yq_eval_sum() of it. */
int yq_eval_position (const YqEval *eval, const YqPosition *pos, int sum);
