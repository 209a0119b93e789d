/* Unfolds the rule tables.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "yq-lines.h"

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

/* Hops. */

static void
add_reach (YqGeometry *geometry, YqPiece piece, YqSquare from, YqSquare to, const YqSquare empty[2])
{
  YqReach *list = &geometry->reaches[geometry->first[piece][from]];
  unsigned n = geometry->n[piece][from], i = 0;

  while (i < n && (list[i].empty[0] != empty[0] || list[i].empty[1] != empty[1]))
    i++;
  if (i == n)
    {
      assert (geometry->n_reaches < YQ_MAX_HOPS);
      list[i] = (YqReach){ { { 0, 0 } }, { empty[0], empty[1] } };
      geometry->n[piece][from]++;
      geometry->n_reaches++;
    }
  list[i].to = yq_set_or (list[i].to, yq_set_of (to));
}

static void
unfold_hop (YqGeometry *geometry, YqSide side, YqPieceType type, const YqHop *hop, YqSquare from)
{
  const YqMover *mover = &geometry->ruleset->movers[type];

  if (!in_zone (hop->from, side, from))
    return;
  for (unsigned way = 0; way < (mover->turned ? 8 : 1); way++)
    {
      YqSquare to = offset_from (side, from, turned (hop->to, way));
      YqSquare empty[2] = { YQ_SQUARE_NONE, YQ_SQUARE_NONE };

      if (to == YQ_SQUARE_NONE || !in_zone (mover->stands, side, to))
        continue;
      for (unsigned i = 0; i < 2; i++)
        if (hop->empty[i].forward != 0 || hop->empty[i].right != 0)
          empty[i] = offset_from (side, from, turned (hop->empty[i], way));
      add_reach (geometry, yq_piece (side, type), from, to, empty);
    }
}

/* Which of the nine points around `from`, itself the fifth, is this? -1 = none. */
static int
neighbour (YqSquare from, YqSquare square)
{
  int ranks = (int) yq_square_rank (square) - (int) yq_square_rank (from) + 1;
  int files = (int) yq_square_file (square) - (int) yq_square_file (from) + 1;

  return ranks < 0 || ranks > 2 || files < 0 || files > 2 ? -1 : ranks * 3 + files;
}

/* Which of the nine points around are legs of the piece, as bits; -1 when its hops are of another form. */
static int
legs_of (const YqGeometry *geometry, YqPiece piece)
{
  int legs = 0;

  for (YqSquare from = 0; from < YQ_SQUARES; from++)
    for (unsigned i = 0; i < geometry->n[piece][from]; i++)
      {
        const YqReach *reach = &geometry->reaches[geometry->first[piece][from] + i];
        int leg = reach->empty[0] == YQ_SQUARE_NONE ? -1 : neighbour (from, reach->empty[0]);

        if (leg < 0 || reach->empty[1] != YQ_SQUARE_NONE)
          return -1;
        legs |= 1 << leg;
      }
  return legs;
}

/* Makes the table by legs. */
static void
unfold_legs (YqGeometry *geometry, YqPiece piece, unsigned slot, int legs)
{
  unsigned number[9] = { 0 }, n = 0;

  for (unsigned leg = 0; leg < 9; leg++)
    if (legs >> leg & 1)
      number[leg] = n++;
  for (unsigned around = 0; around < 512; around++)
    for (unsigned leg = 0; leg < 9; leg++)
      if (legs >> leg & around >> leg & 1)
        geometry->legs[slot][around] |= (uint8_t) (1u << number[leg]);
  for (YqSquare from = 0; from < YQ_SQUARES; from++)
    for (unsigned i = 0; i < geometry->n[piece][from]; i++)
      {
        const YqReach *reach = &geometry->reaches[geometry->first[piece][from] + i];
        unsigned leg = number[neighbour (from, reach->empty[0])];

        for (unsigned taken = 0; taken < 16; taken++)
          if (!(taken >> leg & 1))
            geometry->leg_reach[slot][from][taken]
              = yq_set_or (geometry->leg_reach[slot][from][taken], reach->to);
      }
}

/* Is there never anything in the way of the piece? Then its reach from each point is one set. */
static bool
unfold_free (YqGeometry *geometry, YqPiece piece)
{
  for (YqSquare from = 0; from < YQ_SQUARES; from++)
    for (unsigned i = 0; i < geometry->n[piece][from]; i++)
      {
        const YqReach *reach = &geometry->reaches[geometry->first[piece][from] + i];

        if (reach->empty[0] != YQ_SQUARE_NONE || reach->empty[1] != YQ_SQUARE_NONE)
          return false;
        geometry->free_reach[piece][from] = reach->to;
      }
  return true;
}

static YqForm
unfold_form (YqGeometry *geometry, YqPiece piece)
{
  int legs;

  if (geometry->ruleset->movers[yq_piece_type (piece)].n_hops == 0)
    return YQ_FORM_NONE;
  if (unfold_free (geometry, piece))
    return YQ_FORM_FREE;
  legs = legs_of (geometry, piece);
  if (legs < 0 || __builtin_popcount ((unsigned) legs) > 4 || geometry->n_legged == YQ_MAX_LEGGED)
    return YQ_FORM_ANY;
  geometry->legged[piece] = geometry->n_legged++;
  unfold_legs (geometry, piece, geometry->legged[piece], legs);
  return YQ_FORM_LEGGED;
}

static void
unfold_hops (YqGeometry *geometry, YqPiece piece)
{
  const YqMover *mover = &geometry->ruleset->movers[yq_piece_type (piece)];

  for (YqSquare from = 0; from < YQ_SQUARES; from++)
    {
      geometry->first[piece][from] = (uint16_t) geometry->n_reaches;
      for (unsigned i = 0; i < mover->n_hops; i++)
        unfold_hop (geometry, yq_piece_side (piece), yq_piece_type (piece), &mover->hops[i], from);
    }
  geometry->form[piece] = (uint8_t) unfold_form (geometry, piece);
}

/* Looking back: what can hop onto a point, and what stands in its way. */
static void
unfold_origins (YqGeometry *geometry, YqPiece piece)
{
  YqSide side = yq_piece_side (piece);

  for (YqSquare from = 0; from < YQ_SQUARES; from++)
    for (unsigned i = 0; i < geometry->n[piece][from]; i++)
      {
        const YqReach *reach = &geometry->reaches[geometry->first[piece][from] + i];

        for (YqSet left = reach->to; !yq_set_is_empty (left);)
          {
            YqSet *hoppers = &geometry->hoppers[piece][yq_set_take (&left)];

            *hoppers = yq_set_or (*hoppers, yq_set_of (from));
          }
        if (yq_piece_type (piece) == YQ_CAPTAIN)
          geometry->steps[side][from] = yq_set_or (geometry->steps[side][from], reach->to);
        if (reach->empty[0] != YQ_SQUARE_NONE && reach->empty[1] != YQ_SQUARE_NONE)
          for (unsigned j = 0; j < 2; j++)
            geometry->twins[reach->empty[j]] = yq_set_or (geometry->twins[reach->empty[j]],
                                                          yq_set_of (reach->empty[1 - j]));
      }
  for (YqSquare to = 0; to < YQ_SQUARES; to++)
    geometry->origins[side][to] = yq_set_or (geometry->origins[side][to], geometry->hoppers[piece][to]);
}

/* All points a piece may ever go to. */
static void
unfold_span (YqGeometry *geometry, YqPiece piece)
{
  for (YqSquare from = 0; from < YQ_SQUARES; from++)
    {
      YqSet *span = &geometry->span[piece][from];

      for (unsigned i = 0; i < geometry->n[piece][from]; i++)
        *span = yq_set_or (*span, geometry->reaches[geometry->first[piece][from] + i].to);
      for (YqSquare to = 0; to < YQ_SQUARES && geometry->ride[piece] != YQ_RIDE_NONE; to++)
        if (to != from && yq_set_has (&geometry->stands[piece], to)
            && (yq_square_rank (to) == yq_square_rank (from) || yq_square_file (to) == yq_square_file (from)))
          *span = yq_set_or (*span, yq_set_of (to));
    }
}

static void
unfold_threats (YqGeometry *geometry, YqPiece piece)
{
  YqSide side = yq_piece_side (piece);

  for (YqSquare captain = 0; captain < YQ_SQUARES; captain++)
    {
      YqSet *threats = &geometry->step_threats[piece][captain];
      YqSet steps = geometry->steps[1 - side][captain];

      while (!yq_set_is_empty (steps))
        *threats = yq_set_or (*threats, geometry->hoppers[piece][yq_set_take (&steps)]);
    }
}

/* Rides. */

/* What rides from a place of a line reach when these places are occupied. */
static uint32_t
rides_from (unsigned length, unsigned place, unsigned occupied)
{
  uint32_t rides = 0;

  for (int step = -1; step <= 1; step += 2)
    {
      unsigned met = 0;

      for (int at = (int) place + step; at >= 0 && at < (int) length && met < 2; at += step)
        {
          bool piece = occupied >> at & 1;

          met += piece;
          if (piece || met == 0)
            rides |= (uint32_t) 1 << at << 10 * met;
        }
    }
  return rides;
}

/* Fills in a table by what is occupied. Whether the place itself is does not matter. */
static void
unfold_rides_from (uint32_t *table, unsigned length, unsigned place)
{
  for (unsigned occupied = 0; occupied < 1u << length; occupied++)
    table[occupied] = occupied >> place & 1 ? table[occupied ^ 1u << place] : rides_from (length, place, occupied);
}

static void
unfold_rides (YqGeometry *geometry)
{
  for (unsigned file = 0; file < YQ_FILES; file++)
    unfold_rides_from (geometry->rank_rides[file], YQ_FILES, file);
  for (unsigned rank = 0; rank < YQ_RANKS; rank++)
    unfold_rides_from (geometry->file_rides[rank], YQ_RANKS, rank);
}

static void
unfold_lanes (YqGeometry *geometry, YqPiece piece)
{
  unsigned side = yq_piece_side (piece);
  uint64_t occupied = (uint64_t) 1 << 16 * side, rider = (uint64_t) 1 << (16 * side + 32);
  bool rides = geometry->ride[piece] != YQ_RIDE_NONE;
  bool faces = yq_piece_type (piece) == YQ_CAPTAIN && geometry->ruleset->captains_face;

  geometry->rank_lanes[piece] = occupied | (rides ? rider : 0);
  geometry->file_lanes[piece] = occupied | (rides || faces ? rider : 0);
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

static YqSet
unfold_zone (YqZone zone, YqSide side)
{
  YqSet set = { { 0, 0 } };

  for (YqSquare square = 0; square < YQ_SQUARES; square++)
    if (in_zone (zone, side, square))
      set = yq_set_or (set, yq_set_of (square));
  return set;
}

static void
unfold_piece (YqGeometry *geometry, YqSide side, YqPieceType type)
{
  const YqMover *mover = &geometry->ruleset->movers[type];
  YqPiece piece = yq_piece (side, type);

  geometry->stands[piece] = unfold_zone (mover->stands, side);
  geometry->prey[piece] = unfold_zone (mover->prey, side);
  geometry->ride[piece] = (uint8_t) mover->ride;
  geometry->plain_rider[piece] = mover->ride != YQ_RIDE_NONE && mover->n_hops == 0 && mover->stands == NULL;
  geometry->adds_up &= mover->ride == YQ_RIDE_NONE || (geometry->plain_rider[piece] && type != YQ_CAPTAIN);
  unfold_lanes (geometry, piece);
  unfold_hops (geometry, piece);
  unfold_origins (geometry, piece);
  unfold_span (geometry, piece);
}

static const YqCore *
choose_core (void)
{
#ifdef YQ_HAVE_CORE_BITS
  if (__builtin_cpu_supports ("popcnt") && __builtin_cpu_supports ("bmi")
      && __builtin_cpu_supports ("bmi2"))
    return &yq_core_bits;
#endif
  return &yq_core_any;
}

void
yq_geometry_unfold (YqGeometry *geometry, const YqRuleset *ruleset)
{
  uint64_t state = 0;

  memset (geometry, 0, sizeof *geometry);
  geometry->ruleset = ruleset;
  geometry->core = choose_core ();
  geometry->adds_up = true;
  for (YqSquare square = 0; square < YQ_SQUARES; square++)
    geometry->points[square] = yq_set_of (square);
  unfold_limits (geometry);
  unfold_rides (geometry);
  for (unsigned side = YQ_RED; side <= YQ_BLUE; side++)
    for (unsigned type = 1; type < YQ_N_TYPES; type++)
      {
        unfold_piece (geometry, side, type);
        for (YqSquare square = 0; square < YQ_SQUARES; square++)
          geometry->keys[yq_piece (side, type)][square] = mix (&state);
      }
  geometry->turn_key = mix (&state);
  /* Only now are the steps of both captains known. */
  for (unsigned side = YQ_RED; side <= YQ_BLUE; side++)
    for (unsigned type = 1; type < YQ_N_TYPES; type++)
      unfold_threats (geometry, yq_piece (side, type));
}

static YqGeometry duck, xiangqi;

static void
unfold_duck (void)
{
  yq_geometry_unfold (&duck, &yq_ruleset_duck);
}

static void
unfold_xiangqi (void)
{
  yq_geometry_unfold (&xiangqi, &yq_ruleset_xiangqi);
}

const YqGeometry *
yq_geometry_of (const YqRuleset *ruleset)
{
  static pthread_once_t duck_once = PTHREAD_ONCE_INIT, xiangqi_once = PTHREAD_ONCE_INIT;

  if (ruleset == &yq_ruleset_duck)
    {
      pthread_once (&duck_once, unfold_duck);
      return &duck;
    }
  assert (ruleset == &yq_ruleset_xiangqi);
  pthread_once (&xiangqi_once, unfold_xiangqi);
  return &xiangqi;
}

const YqRuleset *
yq_geometry_ruleset (const YqGeometry *geometry)
{
  return geometry->ruleset;
}
