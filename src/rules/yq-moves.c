/* Moves: reach, legality, attack.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "yq-moves.h"

#include "yq-geometry-private.h"

static bool
is_empty (const YqPosition *pos, YqSquare square)
{
  return square == YQ_SQUARE_NONE || pos->squares[square] == YQ_EMPTY;
}

/* How a piece reaches a point, were a piece that it may take there (taking) or none. */
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
    if (!is_empty (pos, (YqSquare) square) && ++found > needed)
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
  const YqReach *reach = geometry->reaches[piece][from];
  Reaching result = NO_REACH;

  if (geometry->stands[piece][to])
    result = ride (pos, geometry->ruleset->movers[yq_piece_type (piece)].ride, from, to, taking, place);
  for (unsigned i = 0; i < geometry->n_reaches[piece][from] && result != REACHES; i++)
    if (reach[i].to == to)
      {
        if (is_empty (pos, reach[i].empty[0]) && is_empty (pos, reach[i].empty[1]))
          return REACHES;
        if (result == NO_REACH)
          *place = is_empty (pos, reach[i].empty[0]) ? reach[i].empty[1] : reach[i].empty[0];
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

static bool
attacks (const YqPosition *pos, YqSquare from, YqSquare to)
{
  YqSquare place;

  return reaching (pos, pos->squares[from], from, to, true, &place) == REACHES;
}

size_t
yq_position_attackers (const YqPosition *pos, YqSquare square, YqSide by, YqSquare from[YQ_SQUARES])
{
  bool face = square == pos->captain[yq_side_other (by)] && yq_position_facing (pos);
  size_t n = 0;

  for (YqSquare s = 0; s < YQ_SQUARES; s++)
    if (s != square && pos->squares[s] != YQ_EMPTY && yq_piece_side (pos->squares[s]) == by
        && (attacks (pos, s, square) || (face && s == pos->captain[by])))
      from[n++] = s;
  return n;
}

bool
yq_position_in_check (const YqPosition *pos, YqSide side)
{
  YqSquare from[YQ_SQUARES];

  return pos->captain[side] != YQ_SQUARE_NONE
         && yq_position_attackers (pos, pos->captain[side], yq_side_other (side), from) > 0;
}

static bool
captain_taken (const YqPosition *pos)
{
  return pos->geometry->ruleset->captain_may_be_taken
         && (pos->captain[YQ_RED] == YQ_SQUARE_NONE || pos->captain[YQ_BLUE] == YQ_SQUARE_NONE);
}

/* The reasons that follow once both points are known to be on the board and the game is not over. */
static YqRefusal
refusal (const YqPosition *pos, YqMove move, YqSquare *place)
{
  YqPiece piece = pos->squares[move.from], target = pos->squares[move.to];
  YqPosition after = *pos;
  YqSquare from[YQ_SQUARES];
  YqUndo undo;

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
  if (pos->geometry->ruleset->captain_may_be_taken)
    return YQ_LEGAL;
  yq_position_play (&after, move, &undo);
  if (yq_position_facing (&after))
    {
      *place = after.captain[after.turn];
      return YQ_REFUSED_GENERALS_FACE;
    }
  if (after.captain[pos->turn] != YQ_SQUARE_NONE
      && yq_position_attackers (&after, after.captain[pos->turn], after.turn, from) > 0)
    {
      *place = from[0];
      return YQ_REFUSED_IN_CHECK;
    }
  return YQ_LEGAL;
}

YqRefusal
yq_position_refusal_in_play (const YqPosition *pos, YqMove move, YqSquare *place)
{
  YqSquare ignored;

  if (place == NULL)
    place = &ignored;
  *place = YQ_SQUARE_NONE;
  if (move.from >= YQ_SQUARES || move.to >= YQ_SQUARES)
    return YQ_REFUSED_OFF_BOARD;
  return refusal (pos, move, place);
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
  YqSquare place;

  return move.from < YQ_SQUARES && move.to < YQ_SQUARES && !captain_taken (pos)
         && refusal (pos, move, &place) == YQ_LEGAL;
}

size_t
yq_position_moves_from (const YqPosition *pos, YqSquare from, YqMove moves[YQ_MAX_MOVES])
{
  size_t n = 0;

  if (from >= YQ_SQUARES || pos->squares[from] == YQ_EMPTY)
    return 0;
  for (YqSquare to = 0; to < YQ_SQUARES; to++)
    if (yq_position_is_legal (pos, (YqMove){ from, to }))
      moves[n++] = (YqMove){ from, to };
  return n;
}

static bool
is_of_kind (const YqPosition *pos, YqMove move, YqMoveKind kind)
{
  switch (kind)
    {
    case YQ_MOVES_CAPTURES:
      return pos->squares[move.to] != YQ_EMPTY;
    case YQ_MOVES_QUIET:
      return pos->squares[move.to] == YQ_EMPTY;
    case YQ_MOVES_CHECKS:
      return yq_position_gives_check (pos, move);
    case YQ_MOVES_ALL:
      break;
    }
  return true;
}

size_t
yq_position_moves (const YqPosition *pos, YqMoveKind kind, YqMove moves[YQ_MAX_MOVES])
{
  size_t n = 0;

  for (YqSquare from = 0; from < YQ_SQUARES; from++)
    {
      size_t end = n + yq_position_moves_from (pos, from, moves + n), kept = n;

      for (size_t i = n; i < end; i++)
        if (is_of_kind (pos, moves[i], kind))
          moves[kept++] = moves[i];
      n = kept;
    }
  return n;
}

size_t
yq_position_count (const YqPosition *pos)
{
  YqMove moves[YQ_MAX_MOVES];

  return yq_position_moves (pos, YQ_MOVES_ALL, moves);
}

bool
yq_position_has_move (const YqPosition *pos)
{
  YqMove moves[YQ_MAX_MOVES];
  bool found = false;

  for (YqSquare from = 0; from < YQ_SQUARES && !found; from++)
    found = yq_position_moves_from (pos, from, moves) > 0;
  return found;
}

bool
yq_position_gives_check (const YqPosition *pos, YqMove move)
{
  YqPosition after = *pos;
  YqUndo undo;

  yq_position_play (&after, move, &undo);
  return yq_position_in_check (&after, after.turn);
}

uint64_t
yq_position_perft (YqPosition *pos, unsigned depth)
{
  YqMove moves[YQ_MAX_MOVES];
  uint64_t total = 0;
  size_t n;

  if (depth == 0)
    return 1;
  if (depth == 1)
    return yq_position_count (pos);
  n = yq_position_moves (pos, YQ_MOVES_ALL, moves);
  for (size_t i = 0; i < n; i++)
    {
      YqUndo undo;

      yq_position_play (pos, moves[i], &undo);
      total += yq_position_perft (pos, depth - 1);
      yq_position_take_back (pos, moves[i], &undo);
    }
  return total;
}
