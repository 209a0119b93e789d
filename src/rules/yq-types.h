/* The words of the board: squares, sides, pieces and moves as small numbers.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum
{
  YQ_FILES = 9,
  YQ_RANKS = 10,
  YQ_SQUARES = YQ_FILES * YQ_RANKS,
  YQ_SQUARE_NONE = YQ_SQUARES, /* no point of the board; also "off the board" in a move */
};

/* A point: rank * 9 + file, 0 = the left corner on red's side (a0). */
typedef uint8_t YqSquare;

typedef enum
{
  YQ_RED = 0,
  YQ_BLUE = 1,
  YQ_BLACK = YQ_BLUE, /* the same seat, called so in xiangqi */
} YqSide;

/* What a piece is. Duck chess and xiangqi share all but the duck and the cannon; the second names
 * are xiangqi's. */
typedef enum
{
  YQ_NO_TYPE = 0,
  YQ_CAPTAIN,
  YQ_GUARD,
  YQ_ELEPHANT,
  YQ_HORSE,
  YQ_CAR,
  YQ_CANNON,
  YQ_DUCK,
  YQ_SOLDIER,
  YQ_N_TYPES,

  YQ_GENERAL = YQ_CAPTAIN,
  YQ_ADVISOR = YQ_GUARD,
  YQ_CHARIOT = YQ_CAR,
} YqPieceType;

/* A piece of a side: side << 4 | type; 0 = an empty point. */
typedef uint8_t YqPiece;
enum
{
  YQ_EMPTY = 0
};

typedef struct
{
  YqSquare from, to;
} YqMove;

static inline unsigned
yq_square_rank (YqSquare square)
{
  return square / YQ_FILES;
}

static inline unsigned
yq_square_file (YqSquare square)
{
  return square % YQ_FILES;
}

/* A point as players write it, file letter and rank from red's side: «e3». Returns text. */
static inline const char *
yq_square_text (YqSquare square, char text[3])
{
  text[0] = (char) ('a' + yq_square_file (square));
  text[1] = (char) ('0' + yq_square_rank (square));
  text[2] = '\0';
  return text;
}

/* The same or, when from_one is true, as UCI has it, with ranks from 1 to 10. */
static inline const char *
yq_square_text_from (YqSquare square, bool from_one, char text[4])
{
  unsigned rank = yq_square_rank (square) + from_one;

  yq_square_text (square, text);
  if (from_one)
    {
      text[1] = (char) ('0' + rank % 10);
      if (rank == 10)
        text[1] = '1', text[2] = '0', text[3] = '\0';
    }
  return text;
}

/* The point at rank 0..9 and file 0..8, YQ_SQUARE_NONE when outside the board. */
static inline YqSquare
yq_square_at (long rank, long file)
{
  if (rank < 0 || rank >= YQ_RANKS || file < 0 || file >= YQ_FILES)
    return YQ_SQUARE_NONE;
  return (YqSquare) (rank * YQ_FILES + file);
}

static inline YqPiece
yq_piece (YqSide side, YqPieceType type)
{
  return (YqPiece) ((unsigned) side << 4 | (unsigned) type);
}

/* The side of a piece; the point must not be empty. */
static inline YqSide
yq_piece_side (YqPiece piece)
{
  return (YqSide) (piece >> 4);
}

static inline YqPieceType
yq_piece_type (YqPiece piece)
{
  return (YqPieceType) (piece & 15);
}

static inline YqSide
yq_side_other (YqSide side)
{
  return (YqSide) (1 - (int) side);
}

static inline bool
yq_move_equal (YqMove a, YqMove b)
{
  return a.from == b.from && a.to == b.to;
}
