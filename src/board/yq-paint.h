/* Grid, pieces and marks with cairo alone: the same code draws the screen, pictures and golden tests.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>

#include "yq-metrics.h"
#include "yq-position.h"

typedef enum
{
  YQ_FACES_CHARACTERS, /* Chinese characters, from outlines in the program */
  YQ_FACES_PICTOGRAMS, /* for people who do not read Chinese */
} YqFaces;

typedef enum
{
  YQ_THEME_WOOD,
  YQ_THEME_PLAIN,
} YqBoardTheme;

/* How things look; light or dark, contrast and colour follow the system. */
typedef struct
{
  YqBoardTheme theme;
  YqFaces faces;
  bool dark;
  bool high_contrast;
} YqStyle;

/* What is marked on the points. Sets are two words of 45 points: bit square % 45 of word square / 45. */
typedef struct
{
  uint64_t bits[2];
} YqSquareSet;

typedef struct
{
  YqSquare selected;        /* the piece picked up */
  YqMove last;              /* the last move; from = YQ_SQUARE_NONE when none */
  YqSquareSet reach;        /* dot on an empty point, ring on a piece that can be captured */
  YqSquareSet attacked;     /* captains under attack: glow */
  YqSquareSet attackers;    /* shown on hover */
  YqSquareSet blocking;     /* the point that blocked a refused move */
  YqSquareSet faults;       /* set-up: pieces that cannot stand there */
} YqMarks;

static inline void
yq_square_set_add (YqSquareSet *set, YqSquare square)
{
  set->bits[square / 45] |= UINT64_C (1) << square % 45;
}

static inline bool
yq_square_set_has (const YqSquareSet *set, YqSquare square)
{
  return set->bits[square / 45] >> square % 45 & 1;
}

#define YQ_MARKS_NONE ((YqMarks){ .selected = YQ_SQUARE_NONE, .last = { YQ_SQUARE_NONE, YQ_SQUARE_NONE } })
