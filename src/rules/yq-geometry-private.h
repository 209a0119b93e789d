/* The unfolded tables themselves; only the rules floor and its tests look inside.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "yq-core.h"
#include "yq-geometry.h"
#include "yq-position.h"

enum
{
  YQ_PIECES = 32,      /* values of YqPiece */
  YQ_MAX_HOPS = 16384, /* of all pieces from all points */
  YQ_MAX_LEGGED = 8,   /* pieces whose reach is looked up by their legs */
};

/* The points a piece reaches from a given point while the points at `empty` hold no piece
 * (YQ_SQUARE_NONE = no such condition). */
typedef struct
{
  YqSet to;
  YqSquare empty[2];
} YqReach;

/* How the hops of a piece are looked up. */
typedef enum
{
  YQ_FORM_NONE,   /* it has none */
  YQ_FORM_FREE,   /* nothing can be in their way: one reach */
  YQ_FORM_LEGGED, /* each over one of at most four neighbouring points: table by these */
  YQ_FORM_ANY,    /* reach by reach */
} YqForm;

struct YqGeometry
{
  const YqRuleset *ruleset;
  const YqCore *core; /* the functions for this machine */

  /* Hops. The reaches of a piece from a square: reaches[first[piece][square]] and the next n[][]. */
  uint8_t form[YQ_PIECES]; /* YqForm */
  uint16_t first[YQ_PIECES][YQ_SQUARES];
  uint8_t n[YQ_PIECES][YQ_SQUARES];
  unsigned n_reaches;
  YqReach reaches[YQ_MAX_HOPS];
  YqSet free_reach[YQ_PIECES][YQ_SQUARES]; /* of free pieces */
  /* Legged pieces: from which of the nine points around are occupied to which legs are, to the reach. */
  uint8_t n_legged;
  uint8_t legged[YQ_PIECES];
  uint8_t legs[YQ_MAX_LEGGED][512];
  YqSet leg_reach[YQ_MAX_LEGGED][YQ_SQUARES][16];

  YqSet span[YQ_PIECES][YQ_SQUARES]; /* all points a piece may ever go to from a square */

  /* Rides, by place in the line and by what is occupied there, ten bits each: the empty points up to the
   * first piece, and what a slider and what a cannon would take if it is the other side's. */
  uint8_t ride[YQ_PIECES];      /* YqRide */
  bool plain_rider[YQ_PIECES];  /* it rides and does nothing else, everywhere */
  bool adds_up;                 /* so are all riders, and no captain rides */
  uint32_t rank_rides[YQ_FILES][1 << YQ_FILES];
  uint32_t file_rides[YQ_RANKS][1 << YQ_RANKS];
  uint64_t rank_lanes[YQ_PIECES], file_lanes[YQ_PIECES]; /* of the piece at place 0 of a line */

  /* Looking back from a point. */
  YqSet origins[2][YQ_SQUARES];          /* from where any piece of the side may hop there */
  YqSet hoppers[YQ_PIECES][YQ_SQUARES];  /* from where the piece may */
  YqSet steps[2][YQ_SQUARES];            /* where a captain there may hop */
  YqSet step_threats[YQ_PIECES][YQ_SQUARES]; /* from where it may hop onto the steps of an enemy captain there */
  YqSet twins[YQ_SQUARES];               /* points that with this one stand in the way of one hop */

  YqSet points[YQ_SQUARES]; /* each alone */
  YqSet stands[YQ_PIECES];
  YqSet prey[YQ_PIECES];     /* where it can be chased */
  uint8_t limit[YQ_N_TYPES]; /* pieces of a kind that a side can have */
  uint64_t keys[YQ_PIECES][YQ_SQUARES], turn_key; /* 0 for no piece */
};

/* Unfolds a ruleset into tables that the caller owns (for games that are not built in). */
void yq_geometry_unfold (YqGeometry *geometry, const YqRuleset *ruleset);
