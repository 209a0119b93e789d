/* Unfolds the rule tables.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "yq-geometry-private.h"

#include <assert.h>
#include <pthread.h>
#include <string.h>

const YqRuleset *
yq_ruleset_by_id (const char *id)
{
  static const YqRuleset *const all[] = { &yq_ruleset_duck, &yq_ruleset_xiangqi };

  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
    if (strcmp (all[i]->id, id) == 0)
      return all[i];
  return NULL;
}

/* A point as the side sees it, and back: blue sits opposite. */
static YqSquare
seen_by (YqSide side, YqSquare square)
{
  return side == YQ_RED ? square : (YqSquare) (YQ_SQUARES - 1 - square);
}

static bool
in_zone (YqZone zone, YqSide side, YqSquare square)
{
  YqSquare seen = seen_by (side, square);

  return zone == NULL
         || zone[(YQ_RANKS - 1 - yq_square_rank (seen)) * YQ_FILES + yq_square_file (seen)] == 'x';
}

/* The offset in one of its eight directions. */
static YqOffset
turned (YqOffset offset, unsigned way)
{
  if (way & 1)
    offset.forward = (int8_t) -offset.forward;
  if (way & 2)
    offset.right = (int8_t) -offset.right;
  if (way & 4)
    offset = (YqOffset){ offset.right, offset.forward };
  return offset;
}

static YqSquare
offset_from (YqSide side, YqSquare from, YqOffset offset)
{
  int sign = side == YQ_RED ? 1 : -1;

  return yq_square_at ((long) yq_square_rank (from) + sign * offset.forward,
                       (long) yq_square_file (from) + sign * offset.right);
}

static bool
reach_equal (const YqReach *a, const YqReach *b)
{
  return a->to == b->to && a->empty[0] == b->empty[0] && a->empty[1] == b->empty[1];
}

/* Keeps the reaches of a point ordered by target and free of doubles: {1, 0} has four directions, not eight. */
static void
add_reach (YqGeometry *geometry, YqPiece piece, YqSquare from, YqReach reach)
{
  YqReach *list = geometry->reaches[piece][from];
  unsigned n = geometry->n_reaches[piece][from], at = n;

  for (unsigned i = 0; i < n; i++)
    if (reach_equal (&list[i], &reach))
      return;
  assert (n < YQ_MAX_HOPS);
  for (; at > 0 && list[at - 1].to > reach.to; at--)
    list[at] = list[at - 1];
  list[at] = reach;
  geometry->n_reaches[piece][from] = (uint8_t) (n + 1);
}

static void
unfold_hop (YqGeometry *geometry, YqSide side, YqPieceType type, const YqHop *hop, YqSquare from)
{
  const YqMover *mover = &geometry->ruleset->movers[type];

  if (!in_zone (hop->from, side, from))
    return;
  for (unsigned way = 0; way < (mover->turned ? 8 : 1); way++)
    {
      YqReach reach = { offset_from (side, from, turned (hop->to, way)),
                        { YQ_SQUARE_NONE, YQ_SQUARE_NONE } };

      if (reach.to == YQ_SQUARE_NONE || !in_zone (mover->stands, side, reach.to))
        continue;
      for (unsigned i = 0; i < 2; i++)
        if (hop->empty[i].forward != 0 || hop->empty[i].right != 0)
          reach.empty[i] = offset_from (side, from, turned (hop->empty[i], way));
      add_reach (geometry, yq_piece (side, type), from, reach);
    }
}

/* The well-known mixing function of SplitMix64: keys that are the same on every machine. */
static uint64_t
mix (uint64_t *state)
{
  uint64_t z = *state += 0x9e3779b97f4a7c15u;

  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

static void
unfold_limits (YqGeometry *geometry)
{
  for (const char *c = geometry->ruleset->start; *c != '\0'; c++)
    for (unsigned type = 1; type < YQ_N_TYPES; type++)
      if (geometry->ruleset->letters[type] == *c)
        geometry->limit[type]++;
}

void
yq_geometry_unfold (YqGeometry *geometry, const YqRuleset *ruleset)
{
  uint64_t state = 0;

  memset (geometry, 0, sizeof *geometry);
  geometry->ruleset = ruleset;
  for (unsigned side = YQ_RED; side <= YQ_BLUE; side++)
    for (unsigned type = 1; type < YQ_N_TYPES; type++)
      for (YqSquare from = 0; from < YQ_SQUARES; from++)
        {
          const YqMover *mover = &ruleset->movers[type];

          geometry->stands[yq_piece (side, type)][from] = in_zone (mover->stands, side, from);
          geometry->prey[yq_piece (side, type)][from] = in_zone (mover->prey, side, from);
          geometry->keys[yq_piece (side, type)][from] = mix (&state);
          for (unsigned i = 0; i < mover->n_hops; i++)
            unfold_hop (geometry, side, type, &mover->hops[i], from);
        }
  geometry->turn_key = mix (&state);
  unfold_limits (geometry);
}

static YqGeometry duck, xiangqi;

static void
unfold_built_in (void)
{
  yq_geometry_unfold (&duck, &yq_ruleset_duck);
  yq_geometry_unfold (&xiangqi, &yq_ruleset_xiangqi);
}

const YqGeometry *
yq_geometry_of (const YqRuleset *ruleset)
{
  static pthread_once_t once = PTHREAD_ONCE_INIT;

  assert (ruleset == &yq_ruleset_duck || ruleset == &yq_ruleset_xiangqi);
  pthread_once (&once, unfold_built_in);
  return ruleset == &yq_ruleset_duck ? &duck : &xiangqi;
}

const YqRuleset *
yq_geometry_ruleset (const YqGeometry *geometry)
{
  return geometry->ruleset;
}
