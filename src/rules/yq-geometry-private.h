/* The unfolded tables themselves; only the rules floor and its tests look inside.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "yq-geometry.h"

enum
{
  YQ_MAX_HOPS = 16, /* of one piece from one point */
  YQ_PIECES = 32,   /* values of YqPiece */
};

/* One way to go from a given point. */
typedef struct
{
  YqSquare to, empty[2]; /* YQ_SQUARE_NONE = no such condition */
} YqReach;

struct YqGeometry
{
  const YqRuleset *ruleset;
  uint8_t n_reaches[YQ_PIECES][YQ_SQUARES];
  YqReach reaches[YQ_PIECES][YQ_SQUARES][YQ_MAX_HOPS]; /* ordered by .to */
  bool stands[YQ_PIECES][YQ_SQUARES];
  bool prey[YQ_PIECES][YQ_SQUARES]; /* it can be chased there */
  uint8_t limit[YQ_N_TYPES]; /* pieces of a kind that a side can have */
  uint64_t keys[YQ_PIECES][YQ_SQUARES], turn_key;
};

/* Unfolds a ruleset into tables that the caller owns (for games that are not built in). */
void yq_geometry_unfold (YqGeometry *geometry, const YqRuleset *ruleset);
