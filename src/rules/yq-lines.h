/* Sets, lines, and the board's innermost steps, as inline functions; only the rules floor includes it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "yq-geometry-private.h"

#define YQ_HALF (YQ_SQUARES / 2)

static inline YqSet
yq_set_of (YqSquare square)
{
  return square < YQ_HALF ? (YqSet){ { (uint64_t) 1 << square, 0 } }
                          : (YqSet){ { 0, (uint64_t) 1 << (square - YQ_HALF) } };
}

static inline bool
yq_set_has (const YqSet *set, YqSquare square)
{
  return square < YQ_HALF ? set->half[0] >> square & 1 : set->half[1] >> (square - YQ_HALF) & 1;
}

static inline YqSet
yq_set_and (YqSet a, YqSet b)
{
  return (YqSet){ { a.half[0] & b.half[0], a.half[1] & b.half[1] } };
}

static inline YqSet
yq_set_or (YqSet a, YqSet b)
{
  return (YqSet){ { a.half[0] | b.half[0], a.half[1] | b.half[1] } };
}

/* What is in a and not in b. */
static inline YqSet
yq_set_without (YqSet a, YqSet b)
{
  return (YqSet){ { a.half[0] & ~b.half[0], a.half[1] & ~b.half[1] } };
}

static inline bool
yq_set_is_empty (YqSet a)
{
  return (a.half[0] | a.half[1]) == 0;
}

/* Takes the first point out of a set that has one. */
__attribute__ ((always_inline)) static inline YqSquare
yq_set_take (YqSet *set)
{
  YqSquare square;

  /* No index here: the set then stays in two registers. */
  if (set->half[0] != 0)
    {
      square = (YqSquare) __builtin_ctzll (set->half[0]);
      set->half[0] &= set->half[0] - 1;
    }
  else
    {
      square = (YqSquare) (YQ_HALF + __builtin_ctzll (set->half[1]));
      set->half[1] &= set->half[1] - 1;
    }
  return square;
}

/* Lanes of a line: 0 red, 1 blue, 2 red's riders, 3 blue's. */
static inline unsigned
yq_lane (uint64_t line, unsigned lane)
{
  return (unsigned) (line >> 16 * lane) & 0x3ff;
}

static inline unsigned
yq_lane_occupied (uint64_t line)
{
  return (unsigned) (line | line >> 16) & 0x3ff;
}

/* Puts the piece onto the square, or takes it off: all but squares[], the captains and the key. */
static inline void
yq_board_toggle (YqPosition *pos, const YqGeometry *geometry, YqPiece piece, YqSquare square)
{
  unsigned rank = yq_square_rank (square), file = yq_square_file (square);
  unsigned half = square >= YQ_HALF;

  pos->ranks[rank + 1] ^= geometry->rank_lanes[piece] << file;
  pos->files[file] ^= geometry->file_lanes[piece] << rank;
  pos->sides[yq_piece_side (piece)].half[half] ^= (uint64_t) 1 << (square - (half ? YQ_HALF : 0));
}

/* Names the first captain of a side by looking at the whole board: for boards with several. */
YqSquare yq_board_first_captain (const YqPosition *pos, YqSide side);

/* A captain of the side went from here to there. */
static inline void
yq_board_captain_moved (YqPosition *pos, YqSide side, YqSquare to)
{
  pos->captain[side] = pos->n_captains[side] == 1 ? to : yq_board_first_captain (pos, side);
}

/* A captain of the side came onto the square. */
static inline void
yq_board_captain_came (YqPosition *pos, YqSide side, YqSquare square)
{
  pos->captain[side] = ++pos->n_captains[side] == 1 ? square : yq_board_first_captain (pos, side);
}

/* A captain of the side left the board. */
static inline void
yq_board_captain_left (YqPosition *pos, YqSide side)
{
  pos->captain[side] = --pos->n_captains[side] == 0 ? YQ_SQUARE_NONE
                                                    : yq_board_first_captain (pos, side);
}

/* The piece goes from one of the points to the other, which is empty: all but squares[], the captains and
 * the key. The same again takes it back. */
static inline void
yq_board_shift (YqPosition *pos, const YqGeometry *geometry, YqPiece piece, YqMove move)
{
  YqSet *own = &pos->sides[yq_piece_side (piece)];

  pos->ranks[yq_square_rank (move.from) + 1] ^= geometry->rank_lanes[piece] << yq_square_file (move.from);
  pos->files[yq_square_file (move.from)] ^= geometry->file_lanes[piece] << yq_square_rank (move.from);
  pos->ranks[yq_square_rank (move.to) + 1] ^= geometry->rank_lanes[piece] << yq_square_file (move.to);
  pos->files[yq_square_file (move.to)] ^= geometry->file_lanes[piece] << yq_square_rank (move.to);
  own->half[0] ^= geometry->points[move.from].half[0] ^ geometry->points[move.to].half[0];
  own->half[1] ^= geometry->points[move.from].half[1] ^ geometry->points[move.to].half[1];
}

/* Plays a move on the board alone, without turn and key, and returns what it took. */
static inline YqPiece
yq_board_move (YqPosition *pos, YqMove move)
{
  const YqGeometry *geometry = pos->geometry;
  YqPiece piece = pos->squares[move.from], captured = pos->squares[move.to];

  if (captured != YQ_EMPTY)
    yq_board_toggle (pos, geometry, captured, move.to);
  yq_board_shift (pos, geometry, piece, move);
  pos->squares[move.from] = YQ_EMPTY;
  pos->squares[move.to] = piece;
  if (yq_piece_type (piece) == YQ_CAPTAIN)
    yq_board_captain_moved (pos, yq_piece_side (piece), move.to);
  if (yq_piece_type (captured) == YQ_CAPTAIN)
    yq_board_captain_left (pos, yq_piece_side (captured));
  return captured;
}

static inline void
yq_board_move_back (YqPosition *pos, YqMove move, YqPiece captured)
{
  const YqGeometry *geometry = pos->geometry;
  YqPiece piece = pos->squares[move.to];

  yq_board_shift (pos, geometry, piece, move);
  if (captured != YQ_EMPTY)
    yq_board_toggle (pos, geometry, captured, move.to);
  pos->squares[move.to] = captured;
  pos->squares[move.from] = piece;
  if (yq_piece_type (piece) == YQ_CAPTAIN)
    yq_board_captain_moved (pos, yq_piece_side (piece), move.from);
  if (yq_piece_type (captured) == YQ_CAPTAIN)
    yq_board_captain_came (pos, yq_piece_side (captured), move.to);
}

static inline void
yq_board_play (YqPosition *pos, YqMove move, YqUndo *undo)
{
  const YqGeometry *geometry = pos->geometry;
  YqPiece piece = pos->squares[move.from];

  undo->key = pos->key;
  undo->captured = yq_board_move (pos, move);
  pos->key = undo->key ^ geometry->turn_key ^ geometry->keys[undo->captured][move.to]
             ^ geometry->keys[piece][move.from] ^ geometry->keys[piece][move.to];
  pos->turn ^= 1;
}

static inline void
yq_board_take_back (YqPosition *pos, YqMove move, const YqUndo *undo)
{
  yq_board_move_back (pos, move, undo->captured);
  pos->key = undo->key;
  pos->turn ^= 1;
}
