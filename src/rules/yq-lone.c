/* A captain alone: has it lost? The question of the xiangqi contest, asked a million times a second.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "yq-judge.h"

#include <string.h>

#include "yq-lines.h"

/* What this takes of a position: for each line what is occupied, where sliders stand, and where cannons,
 * in lanes of 16 bits. */
typedef struct
{
  uint64_t ranks[YQ_RANKS];
  uint64_t files[YQ_FILES];
} Lines;

enum
{
  SLIDERS = 16,
  CANNONS = 32,
};

static const uint64_t lanes[] = {
  [YQ_RIDE_NONE] = 1,
  [YQ_RIDE_SLIDE] = 1 | (uint64_t) 1 << SLIDERS,
  [YQ_RIDE_CANNON] = 1 | (uint64_t) 1 << CANNONS,
};

/* The riders that take something on a place of a line, by what rides from there reach. */
static inline unsigned
takers (uint64_t line, uint32_t rides)
{
  return (rides >> 10 & (unsigned) (line >> SLIDERS) & 0x3ff) | (rides >> 20 & (unsigned) (line >> CANNONS));
}

static inline unsigned
rider_takers (const YqGeometry *geometry, const Lines *lines, YqSquare square)
{
  unsigned rank = yq_square_rank (square), file = yq_square_file (square);
  uint64_t on_rank = lines->ranks[rank], on_file = lines->files[file];

  return takers (on_rank, geometry->rank_rides[file][on_rank & 0x1ff])
         | takers (on_file, geometry->file_rides[rank][on_file & 0x3ff]);
}

static inline bool
is_occupied (const Lines *lines, YqSquare square)
{
  return square != YQ_SQUARE_NONE && lines->ranks[yq_square_rank (square)] >> yq_square_file (square) & 1;
}

/* Does a captain see the other one along its file? */
static inline bool
is_facing (const YqGeometry *geometry, const Lines *lines, YqSquare captain, YqSquare other)
{
  unsigned file = yq_square_file (captain);
  unsigned seen = geometry->file_rides[yq_square_rank (captain)][lines->files[file] & 0x3ff] >> 10;

  return file == yq_square_file (other) && seen >> yq_square_rank (other) & 1;
}

/* Where a piece hops. */
static inline YqSet
hops (const YqGeometry *geometry, const Lines *lines, YqPlaced placed)
{
  const YqReach *reach = &geometry->reaches[geometry->first[placed.piece][placed.square]];
  YqSet set = { { 0, 0 } };

  for (unsigned i = geometry->n[placed.piece][placed.square]; i-- > 0; reach++)
    if (!is_occupied (lines, reach->empty[0]) && !is_occupied (lines, reach->empty[1]))
      set = yq_set_or (set, reach->to);
  return set;
}

/* The same by the rules of the whole board, for games with pieces that the lines cannot tell apart. */
static bool
is_lost_on_board (const YqGeometry *geometry, YqPlaced captain, const YqPlaced *enemies, unsigned n)
{
  YqSide side = yq_piece_side (captain.piece);
  YqPosition pos;

  yq_position_set_up (&pos, geometry, side, enemies, n);
  yq_position_put (&pos, captain.square, captain.piece);
  return !yq_position_has_move (&pos) && !yq_position_in_check (&pos, yq_side_other (side));
}

bool
yq_judge_lone_captain_lost (const YqGeometry *geometry, YqPlaced captain, const YqPlaced *enemies, unsigned n)
{
  YqSide side = yq_piece_side (captain.piece);
  YqPiece other = yq_piece (yq_side_other (side), YQ_CAPTAIN);
  bool faces = geometry->ruleset->captains_face;
  YqSet steps = geometry->steps[side][captain.square];
  Lines lines;
  unsigned near[YQ_SQUARES], n_near = 0;
  YqSquare target = YQ_SQUARE_NONE;

  if (!geometry->adds_up || geometry->ruleset->captain_may_be_taken
      || geometry->form[captain.piece] != YQ_FORM_FREE || geometry->ride[captain.piece] != YQ_RIDE_NONE)
    return is_lost_on_board (geometry, captain, enemies, n);

  /* One by one, so that the compiler takes a few wide stores instead of a slow string instruction. */
  memset (lines.ranks, 0, sizeof lines.ranks);
  memset (lines.files, 0, sizeof lines.files);
  /* The captain itself is on no line: it is in nobody's way once it has moved. */
  for (unsigned i = 0; i < n; i++)
    {
      YqSquare square = enemies[i].square;
      YqPiece piece = enemies[i].piece;
      unsigned rank = yq_square_rank (square), file = yq_square_file (square), ride = geometry->ride[piece];

      lines.ranks[rank] |= lanes[ride] << file;
      lines.files[file] |= lanes[faces && piece == other ? YQ_RIDE_SLIDE : ride] << rank;
      target = piece == other ? square : target;
      near[n_near] = i;
      n_near += yq_set_has (&geometry->step_threats[piece][captain.square], square);
    }

  /* It takes the other one. */
  if (target != YQ_SQUARE_NONE
      && (yq_set_has (&steps, target) || (faces && is_facing (geometry, &lines, captain.square, target))))
    return false;

  for (unsigned i = 0; i < n_near; i++)
    steps = yq_set_without (steps, hops (geometry, &lines, enemies[near[i]]));
  for (unsigned half = 0; half < 2; half++)
    for (uint64_t left = steps.half[half]; left != 0; left &= left - 1)
      if (rider_takers (geometry, &lines, (YqSquare) (__builtin_ctzll (left) + (int) half * YQ_HALF)) == 0)
        return false;
  return true;
}
