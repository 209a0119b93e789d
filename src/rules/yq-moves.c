/* Moves: the reasons why one is refused, and the way to the fast core.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "yq-moves.h"

#include "yq-lines.h"

/* How a piece gets to a point where it may take (taking) or go. */
typedef enum
{
  REACHES,
  BLOCKED, /* by the piece on *place */
  NO_REACH,
} Reaching;

static Reaching
ride (const YqPosition *pos, YqRide how, YqSquare from, YqSquare to, bool taking, YqSquare *place)
{
  bool same_rank = yq_square_rank (from) == yq_square_rank (to);
  int step = same_rank ? 1 : YQ_FILES;
  unsigned needed = how == YQ_RIDE_CANNON && taking, found = 0;

  if (how == YQ_RIDE_NONE || from == to
      || (!same_rank && yq_square_file (from) != yq_square_file (to)))
    return NO_REACH;
  if (to < from)
    step = -step;
  for (int square = from + step; square != to; square += step)
    if (pos->squares[square] != YQ_EMPTY && ++found > needed)
      {
        *place = (YqSquare) square;
        return BLOCKED;
      }
  return found == needed ? REACHES : NO_REACH;
}

static Reaching
reaching (const YqPosition *pos, YqPiece piece, YqSquare from, YqSquare to, bool taking, YqSquare *place)
{
  const YqGeometry *geometry = pos->geometry;
  const YqReach *reach = &geometry->reaches[geometry->first[piece][from]];
  Reaching result = NO_REACH;

  if (yq_set_has (&geometry->stands[piece], to))
    result = ride (pos, (YqRide) geometry->ride[piece], from, to, taking, place);
  for (unsigned i = geometry->n[piece][from]; i-- > 0 && result != REACHES; reach++)
    if (yq_set_has (&reach->to, to))
      {
        YqSquare blocker = reach->empty[pos->squares[reach->empty[0]] == YQ_EMPTY];

        if (pos->squares[blocker] == YQ_EMPTY)
          return REACHES;
        if (result == NO_REACH)
          *place = blocker;
        result = BLOCKED;
      }
  return result;
}

bool
yq_position_facing (const YqPosition *pos)
{
  YqSquare place, red = pos->captain[YQ_RED], blue = pos->captain[YQ_BLUE];

  return pos->geometry->ruleset->captains_face && red != YQ_SQUARE_NONE && blue != YQ_SQUARE_NONE
         && yq_square_file (red) == yq_square_file (blue)
         && ride (pos, YQ_RIDE_SLIDE, red, blue, true, &place) == REACHES;
}

/* Why a move that goes by the board but leaves the captain in danger is refused. */
static YqRefusal
danger (const YqPosition *pos, YqMove move, YqSquare *place)
{
  YqPosition after = *pos;
  YqSquare from[YQ_SQUARES];
  YqUndo undo;

  yq_position_play (&after, move, &undo);
  if (yq_position_facing (&after))
    {
      *place = after.captain[after.turn];
      return YQ_REFUSED_GENERALS_FACE;
    }
  yq_position_attackers (&after, after.captain[pos->turn], after.turn, from);
  *place = from[0];
  return YQ_REFUSED_IN_CHECK;
}

YqRefusal
yq_position_refusal_in_play (const YqPosition *pos, YqMove move, YqSquare *place)
{
  YqPiece piece, target;
  YqSquare ignored;

  if (place == NULL)
    place = &ignored;
  *place = YQ_SQUARE_NONE;
  if (move.from >= YQ_SQUARES || move.to >= YQ_SQUARES)
    return YQ_REFUSED_OFF_BOARD;
  piece = pos->squares[move.from];
  target = pos->squares[move.to];
  if (piece == YQ_EMPTY || yq_piece_side (piece) != pos->turn)
    return YQ_REFUSED_NO_OWN_PIECE;
  if (target != YQ_EMPTY && yq_piece_side (target) == pos->turn)
    return YQ_REFUSED_OWN_PIECE_THERE;
  switch (reaching (pos, piece, move.from, move.to, target != YQ_EMPTY, place))
    {
    case NO_REACH:
      return YQ_REFUSED_NO_REACH;
    case BLOCKED:
      return YQ_REFUSED_BLOCKED;
    case REACHES:
      break;
    }
  if (pos->geometry->ruleset->captain_may_be_taken || pos->geometry->core->is_legal (pos, move))
    return YQ_LEGAL;
  return danger (pos, move, place);
}

YqRefusal
yq_position_refusal (const YqPosition *pos, YqMove move, YqSquare *place)
{
  if (yq_position_has_move (pos))
    return yq_position_refusal_in_play (pos, move, place);
  if (place != NULL)
    *place = YQ_SQUARE_NONE;
  return YQ_REFUSED_GAME_OVER;
}

bool
yq_position_is_legal (const YqPosition *pos, YqMove move)
{
  return move.from < YQ_SQUARES && move.to < YQ_SQUARES && pos->geometry->core->is_legal (pos, move);
}

size_t
yq_position_moves_from (const YqPosition *pos, YqSquare from, YqMove moves[YQ_MAX_MOVES])
{
  return from < YQ_SQUARES ? pos->geometry->core->moves_from (pos, from, moves) : 0;
}

size_t
yq_position_moves (const YqPosition *pos, YqMoveKind kind, YqMove moves[YQ_MAX_MOVES])
{
  return pos->geometry->core->moves (pos, kind, moves);
}

size_t
yq_position_count (const YqPosition *pos)
{
  return pos->geometry->core->count (pos);
}

bool
yq_position_has_move (const YqPosition *pos)
{
  return pos->geometry->core->has_move (pos);
}

bool
yq_position_gives_check (const YqPosition *pos, YqMove move)
{
  return pos->geometry->core->gives_check (pos, move);
}

bool
yq_position_in_check (const YqPosition *pos, YqSide side)
{
  return pos->geometry->core->in_check (pos, side);
}

size_t
yq_position_attackers (const YqPosition *pos, YqSquare square, YqSide by, YqSquare from[YQ_SQUARES])
{
  return pos->geometry->core->attackers (pos, square, by, from);
}

uint64_t
yq_position_perft (YqPosition *pos, unsigned depth)
{
  return pos->geometry->core->perft (pos, depth);
}

uint64_t
yq_position_perft_listed (YqPosition *pos, unsigned depth, bool to_the_end)
{
  return pos->geometry->core->perft_listed (pos, depth, to_the_end);
}
