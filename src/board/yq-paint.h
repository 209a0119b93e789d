/* Grid, pieces and marks with cairo alone: the same code draws the screen, pictures and golden
 * tests.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>
#include <stddef.h>

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

/* How things look; light or dark and contrast follow the system (high contrast knows no wood). */
typedef struct
{
  YqBoardTheme theme;
  YqFaces faces;
  bool dark;
  bool high_contrast;
  bool coordinates; /* along the edges; the same as was given to yq_metrics_fit() */
  bool from_one;    /* xiangqi: ranks count from 1 to 10, not from 0 to 9 */
  bool numerals;    /* xiangqi: file numerals 一…九 and 1…9 in place of letters and ranks */
} YqStyle;

/* What is marked on the points. Sets are two words of 45 points: bit square % 45 of word square
 * / 45. */
typedef struct
{
  uint64_t bits[2];
} YqSquareSet;

typedef struct
{
  YqSquare selected;     /* the piece picked up */
  YqMove last;           /* the last move; from = YQ_SQUARE_NONE when none */
  YqSquareSet reach;     /* dot on an empty point, ring on a piece that can be captured */
  YqSquareSet attacked;  /* captains under attack: glow */
  YqSquareSet attackers; /* shown on hover */
  YqSquareSet blocking;  /* the point that blocked a refused move */
  YqSquareSet faults;    /* set-up: pieces that cannot stand there */
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

#define YQ_MARKS_NONE                                                                              \
  ((YqMarks){ .selected = YQ_SQUARE_NONE, .last = { YQ_SQUARE_NONE, YQ_SQUARE_NONE } })

/* What can be drawn on one point, from the lowest to the highest; each has a shape of its own. */
typedef enum
{
  YQ_MARK_LAST_FROM, /* tinted square with nothing on it */
  YQ_MARK_LAST_TO,   /* tinted square around the piece */
  YQ_MARK_ATTACKED,  /* glow, with rays */
  YQ_MARK_REACH,     /* dot */
  YQ_MARK_CAPTURE,   /* ring around the piece */
  YQ_MARK_SELECTED,  /* four corners */
  YQ_MARK_ATTACKER,  /* four darts at the piece */
  YQ_MARK_BLOCKING,  /* cross */
  YQ_MARK_FAULT,     /* badge with an exclamation mark */
  YQ_MARK_CURSOR,    /* frame; of the keyboard, therefore not in YqMarks */
  YQ_N_MARKS,
  YQ_MARK_FIRST_ABOVE = YQ_MARK_CAPTURE, /* from here on above the pieces */
} YqMark;

/* The marks of a point as a set: bit 1 << YqMark. */
unsigned yq_marks_at (const YqMarks *marks, const YqPosition *pos, YqSquare square);

/* Arrows explain: a move, what takes the general then, a hint. They differ in shape as well as in
 * colour. */
typedef enum
{
  YQ_ARROW_MOVE,   /* broad */
  YQ_ARROW_ATTACK, /* dashed */
  YQ_ARROW_HINT,   /* hollow */
  YQ_N_ARROWS,
} YqArrowKind;

typedef struct
{
  YqMove move;
  YqArrowKind kind;
} YqArrow;

/* The background, the grid and the coordinates, at their place in the area; outside the board
 * nothing. River, palaces, coordinates and colours are those of the game. */
void yq_paint_board (cairo_t *cr, const YqBoardMetrics *metrics, const YqRuleset *ruleset,
                     const YqStyle *style);
/* One piece around the origin. lifted: off the board, in the hand; larger, with a wider shadow. */
void yq_paint_piece (cairo_t *cr, const YqBoardMetrics *metrics, const YqRuleset *ruleset,
                     const YqStyle *style, YqPiece piece, bool lifted);
/* The two parts of it: what all pieces of a side share, and what tells one from another. */
void yq_paint_blank (cairo_t *cr, const YqBoardMetrics *metrics, const YqRuleset *ruleset,
                     const YqStyle *style, YqSide side, bool lifted);
void yq_paint_face (cairo_t *cr, const YqBoardMetrics *metrics, const YqRuleset *ruleset,
                    const YqStyle *style, YqPiece piece, bool lifted);
/* One mark around the origin. */
void yq_paint_mark (cairo_t *cr, const YqBoardMetrics *metrics, const YqStyle *style, YqMark mark);
/* How far from the origin pieces and marks reach at most, whole units. */
int yq_paint_radius (const YqBoardMetrics *metrics);
/* The same for a piece that is not lifted. */
int yq_paint_piece_radius (const YqBoardMetrics *metrics);
/* One arrow, at its place in the area; nothing when either end is no point. */
void yq_paint_arrow (cairo_t *cr, const YqBoardMetrics *metrics, const YqStyle *style,
                     YqArrow arrow);
/* All of it, for pictures. marks and arrows may be NULL. */
void yq_paint_picture (cairo_t *cr, const YqBoardMetrics *metrics, const YqStyle *style,
                       const YqPosition *pos, const YqMarks *marks, const YqArrow *arrows,
                       size_t n_arrows);
