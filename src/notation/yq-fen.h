/* A position as one line of text: FEN in every dialect met in the wild, and as we write it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stddef.h>

#include "yq-judge.h"

/* What a FEN says beside the board. */
typedef struct
{
  YqPosition position;
  unsigned quiet_plies; /* since the last capture, 0 when missing */
  unsigned move_number; /* from 1, 1 when missing */
} YqFen;

typedef enum
{
  YQ_FEN_OK,
  YQ_FEN_EMPTY,      /* nothing there */
  YQ_FEN_LETTER,     /* a character that is no piece of this game: column, found */
  YQ_FEN_RANK_SHORT, /* rank (9..0) has too few points: count */
  YQ_FEN_RANK_LONG,  /* rank has too many: count */
  YQ_FEN_RANKS,      /* not ten ranks: count */
  YQ_FEN_SIDE,       /* side to move is not w, r or b: found */
  YQ_FEN_COUNTER,    /* a counter that is no number or too large: found */
  YQ_FEN_MOVE,       /* a move behind the word «moves» that cannot be played: found */
  YQ_FEN_TRAILING,   /* text after the end: found */
} YqFenError;

typedef struct
{
  YqFenError error;
  unsigned column; /* from 1, in characters of the text: where the fault is */
  unsigned rank;   /* as players number it, 9 = first in the text */
  unsigned count;  /* points found in the rank, or ranks found */
  char found[96];  /* the character or word at fault, fit for a message; "" when there is none */
} YqFenFault;

/* Reads text[0..length) (NUL bytes are just bad characters). On an error nothing but *fault is
 * written. Positions that cannot be played are read; yq_position_faults() says what is wrong with
 * them. Dialects: letters H or N, E or B, G for K (or, beside a K, A), M for B (or, beside a B or
 * E, A); board alone, missing or dashed fields; side w, r, b in either case, also glued to the
 * board with a dash; underscores for blanks; [] after the board; digits of one run that add up; a
 * whole engine command («position fen … moves …», the moves are played; «startpos»). */
bool yq_fen_read (const char *text, size_t length, const YqRuleset *ruleset, YqFen *fen,
                  YqFenFault *fault);

/* The start position of a game, counters 0 and 1. */
void yq_fen_start (YqFen *fen, const YqRuleset *ruleset);

enum
{
  YQ_FEN_MAX = 160
};
typedef enum
{
  YQ_FEN_LETTERS_NB, /* horse n, elephant b: what we write */
  YQ_FEN_LETTERS_HE, /* horse h, elephant e: WXF, XBoard */
} YqFenLetters;
/* Six fields, side w or b. Returns the length. */
size_t yq_fen_write (const YqFen *fen, YqFenLetters letters, char text[YQ_FEN_MAX]);

/* One English sentence without full stop, e.g. «rank 7: 10 points, expected 9 (column 21)». */
void yq_fen_fault_text (const YqFenFault *fault, char *text, size_t size);
