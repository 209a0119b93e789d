/* What a position is worth when nothing is forced.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "yq-eval.h"

#include <stdlib.h>
#include <string.h>

#include "yq-reach.h"

/* Material of xiangqi: a soldier at home is 100 where its crossing is added by place. */
static const int16_t xiangqi_values[YQ_N_TYPES] = {
  [YQ_ADVISOR] = 200, [YQ_ELEPHANT] = 200, [YQ_HORSE] = 430,
  [YQ_CHARIOT] = 950, [YQ_CANNON] = 450,   [YQ_SOLDIER] = 80,
};
/* Of duck chess: as endings of each piece against each other rank them. */
static const int16_t duck_values[YQ_N_TYPES] = {
  [YQ_GUARD] = 250, [YQ_ELEPHANT] = 200, [YQ_HORSE] = 400,
  [YQ_CAR] = 900,   [YQ_DUCK] = 400,     [YQ_SOLDIER] = 450,
};

static unsigned
distance (YqSquare a, YqSquare b)
{
  int ranks = abs ((int) yq_square_rank (a) - (int) yq_square_rank (b));
  int files = abs ((int) yq_square_file (a) - (int) yq_square_file (b));

  return (unsigned) (ranks > files ? ranks : files);
}

/* Xiangqi: what a place adds, seen from the piece's own side. */
static int
place_in_xiangqi (YqPieceType type, unsigned rank, unsigned file)
{
  int middle = 4 - abs ((int) file - 4);

  switch (type)
    {
    case YQ_SOLDIER:
      if (rank < 5)
        return 0;
      if (rank == 9)
        return 20;
      return 70 + 12 * middle + 15 * ((int) rank - 5);
    case YQ_HORSE:
      return 6 * middle + 5 * (rank > 7 ? 14 - (int) rank : (int) rank);
    case YQ_CHARIOT:
      return 3 * middle + 4 * (rank > 6 ? 6 : (int) rank);
    case YQ_CANNON:
      return 5 * middle;
    case YQ_GENERAL:
      return -25 * (int) rank;
    case YQ_ELEPHANT:
      return file == 4 ? 15 : file == 0 || file == 8 ? -10 : 0;
    case YQ_ADVISOR:
      return file == 4 ? 10 : 0;
    default:
      return 0;
    }
}

void
yq_eval_init (YqEval *eval, const YqGeometry *geometry)
{
  const YqRuleset *ruleset = yq_geometry_ruleset (geometry);
  bool xiangqi = ruleset == &yq_ruleset_xiangqi;

  memset (eval, 0, sizeof *eval);
  memcpy (eval->value, xiangqi ? xiangqi_values : duck_values, sizeof eval->value);
  eval->faces = ruleset->captains_face;
  for (unsigned type = YQ_CAPTAIN + 1; type < YQ_N_TYPES; type++)
    eval->attacks[type] = yq_reach_checks (geometry, yq_piece (YQ_RED, (YqPieceType) type));
  for (unsigned side = 0; side < 2; side++)
    for (unsigned type = YQ_CAPTAIN; type < YQ_N_TYPES; type++)
      for (unsigned square = 0; square < YQ_SQUARES; square++)
        {
          unsigned seen = side == YQ_RED ? square : YQ_SQUARES - 1 - square;
          int place = xiangqi ? place_in_xiangqi ((YqPieceType) type, seen / YQ_FILES, seen % YQ_FILES) : 0;

          eval->worth[yq_piece ((YqSide) side, (YqPieceType) type)][square] = (int16_t) (eval->value[type] + place);
        }
  for (unsigned a = 0; a < YQ_SQUARES; a++)
    for (unsigned b = 0; b < YQ_SQUARES; b++)
      {
        unsigned far = distance ((YqSquare) a, (YqSquare) b);

        eval->near[a][b] = (int8_t) (far < 6 ? 8 * (6 - far) : 0);
      }
}

int
yq_eval_sum (const YqEval *eval, const YqPosition *pos)
{
  int sum = 0;

  for (unsigned square = 0; square < YQ_SQUARES; square++)
    if (pos->squares[square] != YQ_EMPTY)
      {
        YqPiece piece = pos->squares[square];
        int worth = eval->worth[piece][square];

        sum += yq_piece_side (piece) == YQ_RED ? worth : -worth;
      }
  return sum;
}

/* Attackers near the other captain, and whether there are any. */
static int
pressure (const YqEval *eval, const YqPosition *pos, YqSide side, bool *attackers)
{
  YqSquare captain = pos->captain[yq_side_other (side)];
  int sum = 0;

  *attackers = false;
  for (unsigned half = 0; half < 2; half++)
    for (uint64_t left = pos->sides[side].half[half]; left != 0; left &= left - 1)
      {
        unsigned square = (unsigned) __builtin_ctzll (left) + half * (YQ_SQUARES / 2);
        YqPieceType type = yq_piece_type (pos->squares[square]);

        if (!eval->attacks[type])
          continue;
        *attackers = true;
        sum += eval->near[square][captain];
      }
  return sum;
}

int
yq_eval_position (const YqEval *eval, const YqPosition *pos, int sum)
{
  bool attackers[2];
  int score = sum;

  if (pos->captain[YQ_RED] == YQ_SQUARE_NONE || pos->captain[YQ_BLUE] == YQ_SQUARE_NONE)
    return 0;
  score += pressure (eval, pos, YQ_RED, &attackers[YQ_RED]);
  score -= pressure (eval, pos, YQ_BLUE, &attackers[YQ_BLUE]);
  /* A captain that holds an open file takes it from the other. */
  for (unsigned side = 0; eval->faces && side < 2; side++)
    {
      unsigned file = yq_square_file (pos->captain[side]);
      uint64_t line = pos->files[file];
      unsigned others = (unsigned) ((line | line >> 16) & 0x3ff) & ~(1u << yq_square_rank (pos->captain[side]));

      if (others == 0)
        score += (side == YQ_RED ? 1 : -1) * (file == 4 ? 50 : 30);
    }
  if ((score > 0 && !attackers[YQ_RED]) || (score < 0 && !attackers[YQ_BLUE]))
    score /= 8;
  return pos->turn == YQ_RED ? score : -score;
}
