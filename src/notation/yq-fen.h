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
  YQ_FEN_EMPTY,          /* nothing there */
  YQ_FEN_LETTER,         /* a character that is no piece of this game: column */
  YQ_FEN_RANK_SHORT,     /* rank (9..0) has too few points */
  YQ_FEN_RANK_LONG,      /* rank has too many */
  YQ_FEN_RANKS,          /* not ten ranks: count */
  YQ_FEN_SIDE,           /* side to move is not w, r or b */
  YQ_FEN_COUNTER,        /* a counter that is no number or too large */
  YQ_FEN_TRAILING,       /* text after the end */
} YqFenError;

typedef struct
{
  YqFenError error;
  unsigned column; /* from 1, in characters of the text */
  unsigned rank;   /* as players number it, 9 = first in the text */
  unsigned count;  /* points found in the rank, or ranks found */
} YqFenFault;

/* Reads text[0..length) (NUL bytes are just bad characters). On an error nothing but *fault is written.
 * Positions that cannot be played are read; yq_position_faults() says what is wrong with them. */
bool yq_fen_read (const char *text, size_t length, const YqRuleset *ruleset, YqFen *fen, YqFenFault *fault);

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
