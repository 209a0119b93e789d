/* Unpacks the outlines of yq-glyphs-outlines.h into cairo paths.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "yq-glyphs.h"

#include <stdlib.h>

typedef struct
{
  uint32_t code;
  int16_t x0, y0, x1, y1; /* box of the ink, 1/1000 em, y up */
  uint16_t length;
  const signed char *path;
} YqOutline;

#include "yq-glyphs-outlines.h"

static int
outline_compare (const void *key, const void *member)
{
  uint32_t code = *(const uint32_t *) key, other = ((const YqOutline *) member)->code;

  return (code > other) - (code < other);
}

/* One difference: a byte, or -128 and a little-endian int16. */
static int
read_delta (const signed char **at)
{
  const signed char *p = *at;

  if (*p != -128)
    {
      *at = p + 1;
      return *p;
    }
  *at = p + 3;
  return p[2] * 256 + (unsigned char) p[1];
}

bool
yq_glyph_path (cairo_t *cr, uint32_t code, double x, double y, double em, YqGlyphPlace place)
{
  const YqOutline *outline = bsearch (&code, outlines, sizeof outlines / sizeof *outlines,
                                      sizeof *outlines, outline_compare);
  const signed char *at, *end;
  double scale = em / 1000, left, base;
  int px = 0, py = 0;

  if (outline == NULL)
    return false;

  left = x - (outline->x0 + outline->x1) / 2.0 * scale;
  base = place == YQ_GLYPH_CENTRED ? y + (outline->y0 + outline->y1) / 2.0 * scale : y;

  for (at = outline->path, end = at + outline->length; at < end;)
    {
      char op = (char) *at++;
      double xs[2] = { 0 }, ys[2] = { 0 };
      int n = op == 'Z' ? 0 : op == 'Q' ? 2 : 1;

      for (int i = 0; i < n; i++)
        {
          px += read_delta (&at);
          py += read_delta (&at);
          xs[i] = left + px * scale;
          ys[i] = base - py * scale;
        }
      if (op == 'M')
        cairo_move_to (cr, xs[0], ys[0]);
      else if (op == 'L')
        cairo_line_to (cr, xs[0], ys[0]);
      else if (op == 'Q')
        {
          double x0, y0;

          /* The same curve as a cubic: its control points lie two thirds of the way to the one of
           * the quadratic. */
          cairo_get_current_point (cr, &x0, &y0);
          cairo_curve_to (cr, (x0 + 2 * xs[0]) / 3, (y0 + 2 * ys[0]) / 3, (xs[1] + 2 * xs[0]) / 3,
                          (ys[1] + 2 * ys[0]) / 3, xs[1], ys[1]);
        }
      else
        cairo_close_path (cr);
    }
  return true;
}
