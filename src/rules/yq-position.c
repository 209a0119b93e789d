/* A board: set up, play, take back.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "yq-position.h"

#include <string.h>

#include "yq-geometry-private.h"

void
yq_position_clear (YqPosition *pos, const YqGeometry *geometry)
{
  memset (pos, 0, sizeof *pos);
  pos->geometry = geometry;
  pos->captain[YQ_RED] = pos->captain[YQ_BLUE] = YQ_SQUARE_NONE;
}

void
yq_position_start (YqPosition *pos, const YqGeometry *geometry)
{
  const YqRuleset *ruleset = geometry->ruleset;
  long rank = YQ_RANKS - 1, file = 0;

  yq_position_clear (pos, geometry);
  for (const char *c = ruleset->start; *c != '\0'; c++)
    if (*c == '/')
      rank--, file = 0;
    else if (*c >= '1' && *c <= '9')
      file += *c - '0';
    else
      {
        YqSide side = *c >= 'a' ? YQ_BLUE : YQ_RED;

        for (unsigned type = 1; type < YQ_N_TYPES; type++)
          if (ruleset->letters[type] == (side == YQ_BLUE ? *c - 'a' + 'A' : *c))
            yq_position_put (pos, yq_square_at (rank, file), yq_piece (side, type));
        file++;
      }
}

/* The first captain of a side in square order. */
static YqSquare
find_captain (const YqPosition *pos, YqSide side)
{
  YqSquare square = 0;

  while (square < YQ_SQUARES && pos->squares[square] != yq_piece (side, YQ_CAPTAIN))
    square++;
  return square;
}

static void
set_square (YqPosition *pos, YqSquare square, YqPiece piece)
{
  YqPiece old = pos->squares[square];

  if (old != YQ_EMPTY)
    pos->key ^= pos->geometry->keys[old][square];
  if (piece != YQ_EMPTY)
    pos->key ^= pos->geometry->keys[piece][square];
  pos->squares[square] = piece;
  for (unsigned side = YQ_RED; side <= YQ_BLUE; side++)
    if (old == yq_piece (side, YQ_CAPTAIN) || piece == yq_piece (side, YQ_CAPTAIN))
      pos->captain[side] = find_captain (pos, side);
}

void
yq_position_put (YqPosition *pos, YqSquare square, YqPiece piece)
{
  set_square (pos, square, piece);
}

void
yq_position_set_turn (YqPosition *pos, YqSide turn)
{
  if (pos->turn != turn)
    pos->key ^= pos->geometry->turn_key;
  pos->turn = (uint8_t) turn;
}

void
yq_position_play (YqPosition *pos, YqMove move, YqUndo *undo)
{
  undo->captured = pos->squares[move.to];
  set_square (pos, move.to, pos->squares[move.from]);
  set_square (pos, move.from, YQ_EMPTY);
  yq_position_set_turn (pos, yq_side_other (pos->turn));
}

void
yq_position_take_back (YqPosition *pos, YqMove move, const YqUndo *undo)
{
  set_square (pos, move.from, pos->squares[move.to]);
  set_square (pos, move.to, undo->captured);
  yq_position_set_turn (pos, yq_side_other (pos->turn));
}

bool
yq_position_equal (const YqPosition *a, const YqPosition *b)
{
  return a->geometry == b->geometry && a->turn == b->turn
         && memcmp (a->squares, b->squares, sizeof a->squares) == 0;
}

bool
yq_position_check (const YqPosition *pos)
{
  uint64_t key = pos->turn == YQ_BLUE ? pos->geometry->turn_key : 0;

  for (YqSquare square = 0; square < YQ_SQUARES; square++)
    if (pos->squares[square] != YQ_EMPTY)
      key ^= pos->geometry->keys[pos->squares[square]][square];
  return key == pos->key && pos->turn <= YQ_BLUE
         && pos->captain[YQ_RED] == find_captain (pos, YQ_RED)
         && pos->captain[YQ_BLUE] == find_captain (pos, YQ_BLUE);
}
