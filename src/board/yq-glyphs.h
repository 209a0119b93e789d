/* Characters as outlines that ship with the program: no font is needed, and pictures are the same
 * everywhere.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>
#include <stdbool.h>
#include <stdint.h>

typedef enum
{
  YQ_GLYPH_CENTRED,  /* the ink is centred on the point, for characters that stand alone */
  YQ_GLYPH_BASELINE, /* the ink is centred across only; y is the baseline, for letters in a row */
} YqGlyphPlace;

/* Adds the outline of a character (a Unicode code point) to the current path; fill it with the
 * winding rule. em is the size of the em square. FALSE, and nothing added, when there is no such
 * outline. */
bool yq_glyph_path (cairo_t *cr, uint32_t code, double x, double y, double em, YqGlyphPlace place);
