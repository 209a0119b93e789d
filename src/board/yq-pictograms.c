/* The pictures of the pieces: a few strokes each, in a square from -100 to 100, y down, looking left.
 *
 * A shape is written like the path of an SVG picture, in whole numbers: M and L with a point, C with
 * three, O with a circle's centre and radius, Z.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "yq-pictograms.h"

#include <math.h>
#include <stdlib.h>

typedef enum
{
  END,
  FILL,  /* an area of ink */
  CUT,   /* an area without */
  LINE,  /* a line of ink */
  SCORE, /* a line without */
} How;

typedef struct
{
  How how;
  int width; /* of a line */
  const char *path;
} Shape;

/* clang-format off */
static const Shape captain[] = {
  { FILL, 0, "M -80 -46 L -38 6 L 0 -68 L 38 6 L 80 -46 L 62 44 L -62 44 Z" },
  { FILL, 0, "O -80 -52 12 O 0 -76 13 O 80 -52 12" },
  { FILL, 0, "M -62 56 L 62 56 L 62 78 L -62 78 Z" },
  { CUT, 0, "O -32 27 6 O 0 27 6 O 32 27 6" },
  { END },
};

static const Shape guard[] = {
  { FILL, 0, "M 0 -92 C 24 -74 48 -68 74 -68 C 80 12 56 66 0 94 C -56 66 -80 12 -74 -68 C -48 -68 -24 -74 0 -92 Z" },
  { CUT, 0, "M 0 -68 C 18 -56 36 -51 56 -50 C 57 10 40 50 0 72 Z" },
  { END },
};

static const Shape elephant[] = {
  { FILL, 0, "M -62 -34 C -54 -72 -14 -74 4 -60 C 40 -74 88 -58 90 -6 L 90 76 L 58 76 L 56 34 C 40 42 22 42 8 36"
             " L 8 76 L -26 76 L -26 24 C -38 28 -46 26 -52 18 C -54 48 -60 70 -80 70 C -94 70 -99 56 -95 42"
             " L -82 44 C -82 52 -78 54 -75 48 C -70 34 -74 -6 -62 -34 Z" },
  { SCORE, 8, "M -22 -52 C 12 -58 20 -14 -2 8 C -18 12 -26 -4 -26 -18" },
  { CUT, 0, "O -46 -24 7" },
  { END },
};

static const Shape horse[] = {
  { FILL, 0, "M -54 88 L 64 88 C 72 30 66 -16 46 -48 C 34 -66 16 -78 0 -80 L -8 -99 L -24 -76 C -36 -68 -42 -58 -48 -46"
             " L -82 2 C -88 16 -84 28 -74 33 C -66 37 -57 35 -50 29 C -40 20 -26 22 -12 16 C -8 40 -52 46 -54 88 Z" },
  { SCORE, 9, "M 10 -60 C 34 -38 44 0 42 46" },
  { CUT, 0, "O -30 -42 8 O -70 14 5" },
  { END },
};

static const Shape car[] = {
  { FILL, 0, "M -66 -58 C -58 -72 -30 -86 0 -94 C 30 -86 58 -72 66 -58 L 58 -50 C 20 -60 -20 -60 -58 -50 Z" },
  { LINE, 9, "M 0 -70 L 0 -20 M -40 -56 L -40 -20 M 40 -56 L 40 -20" },
  { FILL, 0, "M -66 -24 L 66 -24 L 58 14 L -58 14 Z" },
  { LINE, 11, "M -56 4 L -96 -6" },
  { CUT, 0, "O 0 40 58" },
  { LINE, 14, "O 0 40 43" },
  { LINE, 8, "M -43 40 L 43 40 M 0 -3 L 0 83 M -30 10 L 30 70 M -30 70 L 30 10" },
  { FILL, 0, "O 0 40 14" },
  { END },
};

static const Shape cannon[] = {
  { LINE, 17, "M 0 34 L 84 82" },
  { FILL, 0, "M -98 -50 L -78 -92 L -58 -82 L -62 -72 L 58 -16 C 78 -6 86 12 78 28 C 70 44 50 50 32 42 L -82 -18"
             " L -86 -44 Z" },
  { FILL, 0, "O 82 30 14" },
  { CUT, 0, "O -8 46 52" },
  { LINE, 15, "O -8 46 36" },
  { FILL, 0, "O -8 46 15" },
  { END },
};

static const Shape duck[] = {
  { FILL, 0, "M -70 26 C -70 4 -50 -8 -26 -16 L 6 -26 C 10 -4 34 4 56 -4 C 72 -10 82 -22 90 -38"
             " C 106 14 94 82 18 84 C -42 86 -72 62 -70 26 Z" },
  { FILL, 0, "O -30 -46 40" },
  { FILL, 0, "M -62 -60 C -78 -58 -100 -48 -98 -38 C -92 -26 -74 -24 -58 -28 Z" },
  { CUT, 0, "O -42 -56 8" },
  { SCORE, 9, "M 0 24 C 26 18 50 22 64 10 C 68 42 44 58 20 52 C 6 48 -2 38 0 24 Z" },
  { END },
};

static const Shape soldier[] = {
  { FILL, 0, "M -14 -94 L 52 -36 C 20 -24 -48 -24 -80 -36 Z" },
  { FILL, 0, "M -46 -20 C -46 24 18 24 18 -20 C -2 -15 -26 -15 -46 -20 Z" },
  { FILL, 0, "M -80 84 C -80 40 -56 22 -14 22 C 28 22 50 40 50 84 Z" },
  { SCORE, 9, "M -38 20 L -14 54 L 10 20" },
  { LINE, 10, "M 70 -60 L 70 84" },
  { FILL, 0, "M 70 -90 L 83 -60 L 70 -42 L 57 -60 Z" },
  { END },
};

static const Shape *const pictograms[YQ_N_TYPES] = {
  [YQ_CAPTAIN] = captain, [YQ_GUARD] = guard,   [YQ_ELEPHANT] = elephant, [YQ_HORSE] = horse,
  [YQ_CAR] = car,         [YQ_CANNON] = cannon, [YQ_DUCK] = duck,         [YQ_SOLDIER] = soldier,
};

/* clang-format on */

static void
add_path (cairo_t *cr, const char *path)
{
  while (*path != '\0')
    {
      char op = *path++;
      double v[6];
      int n = op == 'C' ? 6 : op == 'O' ? 3 : op == 'Z' ? 0 : 2;
      char *end;

      for (int i = 0; i < n; i++, path = end)
        v[i] = (double) strtol (path, &end, 10);
      if (op == 'M')
        cairo_move_to (cr, v[0], v[1]);
      else if (op == 'L')
        cairo_line_to (cr, v[0], v[1]);
      else if (op == 'C')
        cairo_curve_to (cr, v[0], v[1], v[2], v[3], v[4], v[5]);
      else if (op == 'O')
        {
          cairo_new_sub_path (cr);
          cairo_arc (cr, v[0], v[1], v[2], 0, 2 * M_PI);
          cairo_close_path (cr);
        }
      else
        cairo_close_path (cr);
      while (*path == ' ')
        path++;
    }
}

void
yq_pictogram_paint (cairo_t *cr, YqPieceType type, double radius, cairo_pattern_t *ink,
                    cairo_pattern_t *ground)
{
  if (pictograms[type] == NULL)
    return;

  for (const Shape *shape = pictograms[type]; shape->how != END; shape++)
    {
      cairo_matrix_t matrix;

      /* The source is set at the scale of the piece, and only the path at that of the picture: a
       * pattern sticks to the scale in force when it becomes the source. */
      cairo_set_source (cr, shape->how == FILL || shape->how == LINE ? ink : ground);
      cairo_get_matrix (cr, &matrix);
      cairo_scale (cr, radius / 100, radius / 100);
      cairo_new_path (cr);
      add_path (cr, shape->path);
      if (shape->how == FILL || shape->how == CUT)
        cairo_fill (cr);
      else
        {
          cairo_set_line_width (cr, shape->width);
          cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
          cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
          cairo_stroke (cr);
        }
      cairo_set_matrix (cr, &matrix);
    }
}
