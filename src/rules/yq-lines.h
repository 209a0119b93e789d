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

/* Plays a move on the board alone, without turn and key. */
static inline void
yq_board_move (YqPosition *pos, YqMove move, YqUndo *undo)
{
  const YqGeometry *geometry = pos->geometry;
  YqPiece piece = pos->squares[move.from], captured = pos->squares[move.to];
  YqSet *own = &pos->sides[yq_piece_side (piece)];
  unsigned from_rank = yq_square_rank (move.from), from_file = yq_square_file (move.from);
  unsigned to_rank = yq_square_rank (move.to), to_file = yq_square_file (move.to);

  undo->captured = captured;
  undo->sides[YQ_RED] = pos->sides[YQ_RED];
  undo->sides[YQ_BLUE] = pos->sides[YQ_BLUE];
  undo->from_rank = pos->ranks[from_rank + 1];
  undo->from_file = pos->files[from_file];
  pos->ranks[from_rank + 1] = undo->from_rank ^ geometry->rank_lanes[piece] << from_file;
  pos->files[from_file] = undo->from_file ^ geometry->file_lanes[piece] << from_rank;
  undo->to_rank = pos->ranks[to_rank + 1];
  undo->to_file = pos->files[to_file];
  pos->ranks[to_rank + 1] = undo->to_rank ^ (geometry->rank_lanes[piece] ^ geometry->rank_lanes[captured]) << to_file;
  pos->files[to_file] = undo->to_file ^ (geometry->file_lanes[piece] ^ geometry->file_lanes[captured]) << to_rank;
  own->half[0] ^= geometry->points[move.from].half[0] ^ geometry->points[move.to].half[0];
  own->half[1] ^= geometry->points[move.from].half[1] ^ geometry->points[move.to].half[1];
  pos->squares[move.from] = YQ_EMPTY;
  pos->squares[move.to] = piece;
  if (captured != YQ_EMPTY)
    {
      YqSet *other = &pos->sides[yq_piece_side (captured)];

      *other = yq_set_without (*other, geometry->points[move.to]);
      if (yq_piece_type (captured) == YQ_CAPTAIN)
        yq_board_captain_left (pos, yq_piece_side (captured));
    }
  if (yq_piece_type (piece) == YQ_CAPTAIN)
    yq_board_captain_moved (pos, yq_piece_side (piece), move.to);
}

static inline void
yq_board_move_back (YqPosition *pos, YqMove move, const YqUndo *undo)
{
  YqPiece piece = pos->squares[move.to];

  /* The other way round: both points may lie on one line. */
  pos->ranks[yq_square_rank (move.to) + 1] = undo->to_rank;
  pos->files[yq_square_file (move.to)] = undo->to_file;
  pos->ranks[yq_square_rank (move.from) + 1] = undo->from_rank;
  pos->files[yq_square_file (move.from)] = undo->from_file;
  pos->sides[YQ_RED] = undo->sides[YQ_RED];
  pos->sides[YQ_BLUE] = undo->sides[YQ_BLUE];
  pos->squares[move.to] = undo->captured;
  pos->squares[move.from] = piece;
  if (yq_piece_type (piece) == YQ_CAPTAIN)
    yq_board_captain_moved (pos, yq_piece_side (piece), move.from);
  if (yq_piece_type (undo->captured) == YQ_CAPTAIN)
    yq_board_captain_came (pos, yq_piece_side (undo->captured), move.to);
}

static inline void
yq_board_play (YqPosition *pos, YqMove move, YqUndo *undo)
{
  const YqGeometry *geometry = pos->geometry;
  YqPiece piece = pos->squares[move.from];

  yq_board_move (pos, move, undo);
  undo->key = pos->key;
  pos->key = undo->key ^ geometry->turn_key ^ geometry->keys[undo->captured][move.to]
             ^ geometry->keys[piece][move.from] ^ geometry->keys[piece][move.to];
  pos->turn ^= 1;
}

static inline void
yq_board_take_back (YqPosition *pos, YqMove move, const YqUndo *undo)
{
  yq_board_move_back (pos, move, undo);
  pos->key = undo->key;
  pos->turn ^= 1;
}
