/* How a piece goes on an otherwise empty board, for those who look at moves from behind or at all
 * boards at once. What the rules floor plays by, read out of the same tables.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stddef.h>

#include "yq-geometry.h"

/* A hop to this point, possible while the points at empty hold no piece (YQ_SQUARE_NONE: no such
 * condition). */
typedef struct
{
  YqSquare to;
  YqSquare empty[2];
} YqHopReach;

enum
{
  YQ_MAX_HOP_REACHES = 64, /* of a piece from one point */
};

/* The hops of a piece from a point; returns how many. Rides are none: the ruleset says whether and
 * how the piece rides. */
size_t yq_reach_hops (const YqGeometry *geometry, YqPiece piece, YqSquare from,
                      YqHopReach hops[YQ_MAX_HOP_REACHES]);
/* Whether the piece can stand on the point at all. */
bool yq_reach_stands (const YqGeometry *geometry, YqPiece piece, YqSquare square);
/* Whether the piece, wherever it stands, may attack the other side's captain (by facing him it does not). */
bool yq_reach_checks (const YqGeometry *geometry, YqPiece piece);
