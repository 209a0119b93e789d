/* A board: set up, play, take back.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "yq-position.h"

#include <string.h>

#include "yq-lines.h"

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

YqSquare
yq_board_first_captain (const YqPosition *pos, YqSide side)
{
  YqSquare square = 0;

  while (square < YQ_SQUARES && pos->squares[square] != yq_piece (side, YQ_CAPTAIN))
    square++;
  return square;
}

void
yq_position_put (YqPosition *pos, YqSquare square, YqPiece piece)
{
  YqPiece old = pos->squares[square];

  if (old != YQ_EMPTY)
    yq_board_toggle (pos, pos->geometry, old, square);
  if (piece != YQ_EMPTY)
    yq_board_toggle (pos, pos->geometry, piece, square);
  pos->key ^= pos->geometry->keys[old][square] ^ pos->geometry->keys[piece][square];
  pos->squares[square] = piece;
  if (yq_piece_type (old) == YQ_CAPTAIN)
    yq_board_captain_left (pos, yq_piece_side (old));
  if (yq_piece_type (piece) == YQ_CAPTAIN)
    yq_board_captain_came (pos, yq_piece_side (piece), square);
}

void
yq_position_set_turn (YqPosition *pos, YqSide turn)
{
  if (pos->turn != turn)
    pos->key ^= pos->geometry->turn_key;
  pos->turn = (uint8_t) turn;
}

void
yq_position_set_up (YqPosition *pos, const YqGeometry *geometry, YqSide turn, const YqPlaced *placed, unsigned n)
{
  yq_position_clear (pos, geometry);
  yq_position_set_turn (pos, turn);
  for (unsigned i = 0; i < n; i++)
    {
      YqPiece piece = placed[i].piece;

      yq_board_toggle (pos, geometry, piece, placed[i].square);
      pos->key ^= geometry->keys[piece][placed[i].square];
      pos->squares[placed[i].square] = piece;
      if (yq_piece_type (piece) == YQ_CAPTAIN)
        yq_board_captain_came (pos, yq_piece_side (piece), placed[i].square);
    }
}

void
yq_position_play (YqPosition *pos, YqMove move, YqUndo *undo)
{
  yq_board_play (pos, move, undo);
}

void
yq_position_take_back (YqPosition *pos, YqMove move, const YqUndo *undo)
{
  yq_board_take_back (pos, move, undo);
}

uint64_t
yq_position_key_after (const YqPosition *pos, YqMove move)
{
  const YqGeometry *geometry = pos->geometry;
  YqPiece piece = pos->squares[move.from];

  return pos->key ^ geometry->keys[piece][move.from] ^ geometry->keys[piece][move.to]
         ^ geometry->keys[pos->squares[move.to]][move.to] ^ geometry->turn_key;
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
  YqPosition again;

  yq_position_clear (&again, pos->geometry);
  for (YqSquare square = 0; square < YQ_SQUARES; square++)
    if (pos->squares[square] != YQ_EMPTY)
      yq_position_put (&again, square, pos->squares[square]);
  yq_position_set_turn (&again, pos->turn);
  return pos->turn <= YQ_BLUE && pos->squares[YQ_SQUARES] == YQ_EMPTY && pos->key == again.key
         && memcmp (pos->captain, again.captain, sizeof pos->captain) == 0
         && memcmp (pos->n_captains, again.n_captains, sizeof pos->n_captains) == 0
         && memcmp (pos->sides, again.sides, sizeof pos->sides) == 0
         && memcmp (pos->ranks, again.ranks, sizeof pos->ranks) == 0
         && memcmp (pos->files, again.files, sizeof pos->files) == 0;
}
