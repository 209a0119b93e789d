/* A move as people write it: coordinates, Chinese, WXF.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stddef.h>

#include "yq-moves.h"

typedef enum
{
  YQ_NOTATION_COORDINATES, /* h2e2: file, rank 0-9 from red's side; duck chess has no other */
  YQ_NOTATION_CHINESE,     /* 炮二平五 */
  YQ_NOTATION_WXF,         /* C2=5 */
  YQ_NOTATION_ICCS,        /* H2-E2 */
  YQ_NOTATION_UCI,         /* h3e3: ranks 1-10 (Fairy-Stockfish) */
} YqNotation;

enum
{
  YQ_MOVE_TEXT_MAX = 32
};

/* Writes the move, which must be legal in pos, or refused only because of the mover's general; UTF-8,
 * returns the length in bytes. yq_move_read() reads every text written back as the same move: where a notation has no words for it (four horses
 * on a file, say), coordinates are written. */
size_t yq_move_write (const YqPosition *pos, YqMove move, YqNotation notation,
                      char text[YQ_MOVE_TEXT_MAX]);

typedef enum
{
  YQ_MOVE_OK,
  YQ_MOVE_UNREADABLE, /* not a move in any notation */
  YQ_MOVE_ILLEGAL,    /* a move, but not legal here; *move is what it says where that is certain */
  YQ_MOVE_AMBIGUOUS,  /* fits more than one legal move */
} YqMoveReading;

/* Reads text[0..length) as a move of pos in any notation and dialect; a reading is taken only when
 * exactly one legal move fits. Coordinates with ranks 1-10 are read only when uci10 is true
 * (they collide with 0-9); those with 0-9 only when it is false. Where no move is certain, *move is
 * YQ_SQUARE_NONE twice.
 *
 * Blanks anywhere, full-width signs, upper or lower case and traditional characters do not matter.
 * Duck chess: coordinates, or the contest's four numbers (row, column, row, column), one digit
 * each. Xiangqi: coordinates, Chinese and WXF with all words for tandem pieces, XBoard's short form
 * (Cbe2, Hg7). */
YqMoveReading yq_move_read (const YqPosition *pos, const char *text, size_t length, bool uci10,
                            YqMove *move);

/* The legal moves that the text fits, to be shown when it is ambiguous; returns how many. */
size_t yq_move_fitting (const YqPosition *pos, const char *text, size_t length, bool uci10,
                        YqMove moves[YQ_SQUARES]);

/* Whose move the text is by its words alone: 帅 and Chinese numerals are red's, 将 and full-width
 * digits black's. Many files name the wrong side to move. False when the text says nothing. */
bool yq_move_side (const char *text, size_t length, YqSide *side);

/* Why a move is not legal in pos, in English: «the piece on i0 is in the way». */
enum
{
  YQ_MOVE_REASON_MAX = 64
};
void yq_move_reason (const YqPosition *pos, YqMove move, char text[YQ_MOVE_REASON_MAX]);
