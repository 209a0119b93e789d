/* Pictures of the pieces for people who do not read Chinese.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>

#include "yq-types.h"

/* Draws the picture of a piece in ink, centred on the origin, within a circle of this radius. Its
 * gaps are painted in the second colour, which should be the one that is there already. */
void yq_pictogram_paint (cairo_t *cr, YqPieceType type, double radius, cairo_pattern_t *ink,
                         cairo_pattern_t *ground);
