/* A position: a board you copy with =, play on, take back, and compare by key.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "yq-geometry.h"
#include "yq-types.h"

/* A set of points: bit square % 45 of half square / 45, so that each half of the board is one word. */
typedef struct
{
  uint64_t half[2];
} YqSet;

/* Read the named fields; change them only through the functions below. The rest is the rules floor's own. */
typedef struct YqPosition
{
  const YqGeometry *geometry;
  YqPiece squares[YQ_SQUARES + 1]; /* the last one is off the board and always empty */
  uint8_t turn;                    /* YqSide */
  YqSquare captain[2];             /* of each side; YQ_SQUARE_NONE when it is missing */
  uint64_t key;                    /* Zobrist key of pieces and turn */

  /* The rules floor's own; the engine reads sides and files. */
  uint8_t n_captains[2];
  YqSet sides[2]; /* the points each side stands on */
  /* The same by lines, four lanes of 16 bits in a word: red's pieces, blue's, red's riders, blue's
   * (on files also the captains, where they face each other). A rank outside the board is empty. */
  uint64_t ranks[YQ_RANKS + 2]; /* rank r at [r + 1], a bit per file */
  uint64_t files[YQ_FILES];     /* a bit per rank */
} YqPosition;

/* What yq_position_play() leaves for yq_position_take_back(). */
typedef struct
{
  YqPiece captured; /* YQ_EMPTY when nothing was taken */
  /* The rules floor's own: what the move changed, from before it. */
  uint64_t key;
  uint64_t from_rank, from_file, to_rank, to_file;
  YqSet sides[2];
} YqUndo;

/* An empty board, red to move. */
void yq_position_clear (YqPosition *pos, const YqGeometry *geometry);
/* The start position of the game. */
void yq_position_start (YqPosition *pos, const YqGeometry *geometry);

/* Set-up, any piece on any point, legal or not. Not for the inner loop. With several captains of a
 * side, captain[] names the first one in square order. */
void yq_position_put (YqPosition *pos, YqSquare square, YqPiece piece);
void yq_position_set_turn (YqPosition *pos, YqSide turn);

/* A piece on a point. */
typedef struct
{
  YqSquare square;
  YqPiece piece;
} YqPlaced;

/* A whole position at once, which is faster: n pieces on points that all differ. */
void yq_position_set_up (YqPosition *pos, const YqGeometry *geometry, YqSide turn, const YqPlaced *placed, unsigned n);

/* Plays a move that is known to be legal (or pseudo-legal, in a position under test). */
void yq_position_play (YqPosition *pos, YqMove move, YqUndo *undo);
void yq_position_take_back (YqPosition *pos, YqMove move, const YqUndo *undo);

/* The key of the position after a move that could be played. */
uint64_t yq_position_key_after (const YqPosition *pos, YqMove move);
/* Same board, same turn, same game (the exact comparison behind the key). */
bool yq_position_equal (const YqPosition *a, const YqPosition *b);
/* All invariants hold: for asserts and tests. */
bool yq_position_check (const YqPosition *pos);
