/* The fast core: reach by tables, legality by one look from the captain, counting without listing.
 *
 * Both games and all pieces run through the same code; what differs lies in the geometry. Compiled
 * once for any machine and once for those with bit instructions, see yq-core.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "yq-core.h"

#include <string.h>

#include "yq-lines.h"

#ifndef YQ_CORE
#define YQ_CORE yq_core_any
#endif

/* The innermost functions become part of each loop around them. */
#define INNER static inline __attribute__ ((always_inline))

/* Bits. */

static inline unsigned
count_bits (uint64_t bits)
{
#if defined __POPCNT__ || !(defined __x86_64__ || defined __i386__)
  return (unsigned) __builtin_popcountll (bits);
#else
  bits -= bits >> 1 & 0x5555555555555555u;
  bits = (bits & 0x3333333333333333u) + (bits >> 2 & 0x3333333333333333u);
  bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0fu;
  return (unsigned) (bits * 0x0101010101010101u >> 56);
#endif
}

static inline unsigned
first_bit (unsigned bits)
{
  return (unsigned) __builtin_ctz (bits);
}

static inline unsigned
last_bit (unsigned bits)
{
  return 31u - (unsigned) __builtin_clz (bits);
}

static inline unsigned
set_count (YqSet set)
{
  return count_bits (set.half[0]) + count_bits (set.half[1]);
}

/* Bits of a rank or of a file as a set. */
static inline YqSet
set_of_rank (unsigned bits, unsigned rank)
{
  return rank < YQ_RANKS / 2 ? (YqSet){ { (uint64_t) bits << rank * YQ_FILES, 0 } }
                             : (YqSet){ { 0, (uint64_t) bits << (rank - YQ_RANKS / 2) * YQ_FILES } };
}

/* Five bits, nine places apart: the product holds bit i at i + 8 k for each k, and the mask picks k = i. */
static inline uint64_t
spread (unsigned bits)
{
  return (uint64_t) bits * 0x101010101u & 0x1008040201u;
}

static inline YqSet
set_of_file (unsigned bits, unsigned file)
{
  return (YqSet){ { spread (bits & 31) << file, spread (bits >> 5) << file } };
}

static const YqSet whole_board = { { ((uint64_t) 1 << YQ_HALF) - 1, ((uint64_t) 1 << YQ_HALF) - 1 } };

static inline bool
is_whole_board (YqSet set)
{
  return set.half[0] == whole_board.half[0] && set.half[1] == whole_board.half[1];
}

/* Reach. */

/* What a rider reaches along its rank and along its file, as bits of these lines. */
INNER unsigned
rank_ride (const YqPosition *pos, const YqGeometry *geometry, unsigned ride, YqSide side, YqSquare square)
{
  uint64_t line = pos->ranks[yq_square_rank (square) + 1];
  uint32_t rides = geometry->rank_rides[yq_square_file (square)][yq_lane_occupied (line)];

  return (rides & 0x3ff) | (rides >> 10 * ride & yq_lane (line, 1u - side));
}

INNER unsigned
file_ride (const YqPosition *pos, const YqGeometry *geometry, unsigned ride, YqSide side, YqSquare square)
{
  uint64_t line = pos->files[yq_square_file (square)];
  uint32_t rides = geometry->file_rides[yq_square_rank (square)][yq_lane_occupied (line)];

  return (rides & 0x3ff) | (rides >> 10 * ride & yq_lane (line, 1u - side));
}

INNER bool
is_open (const YqPosition *pos, const YqReach *reach)
{
  return pos->squares[reach->empty[0]] == YQ_EMPTY && pos->squares[reach->empty[1]] == YQ_EMPTY;
}

/* Where a piece may hop, own pieces' points included. */
INNER YqSet
hops (const YqPosition *pos, const YqGeometry *geometry, YqPiece piece, YqSquare square)
{
  YqSet set = { { 0, 0 } };

  switch ((YqForm) geometry->form[piece])
    {
    case YQ_FORM_NONE:
      break;
    case YQ_FORM_FREE:
      set = geometry->free_reach[piece][square];
      break;
    case YQ_FORM_LEGGED:
      {
        unsigned file = yq_square_file (square), slot = geometry->legged[piece];
        const uint64_t *rank = &pos->ranks[yq_square_rank (square)];
        unsigned around = (yq_lane_occupied (rank[0]) << 1 >> file & 7)
                          | (yq_lane_occupied (rank[1]) << 1 >> file & 7) << 3
                          | (yq_lane_occupied (rank[2]) << 1 >> file & 7) << 6;

        set = geometry->leg_reach[slot][square][geometry->legs[slot][around]];
        break;
      }
    case YQ_FORM_ANY:
      {
        const YqReach *reach = &geometry->reaches[geometry->first[piece][square]];

        for (unsigned i = geometry->n[piece][square]; i-- > 0; reach++)
          if (is_open (pos, reach))
            set = yq_set_or (set, reach->to);
        break;
      }
    }
  return set;
}

/* Where a piece may go, were there no captain to care for. */
INNER YqSet
reach_of (const YqPosition *pos, const YqGeometry *geometry, YqSquare square)
{
  YqPiece piece = pos->squares[square];
  YqSide side = yq_piece_side (piece);
  unsigned ride = geometry->ride[piece];
  YqSet set = yq_set_without (hops (pos, geometry, piece, square), pos->sides[side]);

  if (ride != YQ_RIDE_NONE)
    {
      unsigned along_rank = rank_ride (pos, geometry, ride, side, square);
      unsigned along_file = file_ride (pos, geometry, ride, side, square);

      set = yq_set_or (set, set_of_rank (along_rank, yq_square_rank (square)));
      set = yq_set_or (set, set_of_file (along_file, yq_square_file (square)));
      set = yq_set_and (set, geometry->stands[piece]);
    }
  return set;
}

/* The number of points in reach_of(). */
INNER unsigned
reach_count (const YqPosition *pos, const YqGeometry *geometry, YqSquare square)
{
  YqPiece piece = pos->squares[square];

  if (geometry->plain_rider[piece])
    {
      YqSide side = yq_piece_side (piece);
      unsigned ride = geometry->ride[piece];

      return count_bits (rank_ride (pos, geometry, ride, side, square)
                         | file_ride (pos, geometry, ride, side, square) << 16);
    }
  return set_count (reach_of (pos, geometry, square));
}

/* Attack. */

/* Does the piece on `from` hop onto `to`, with one more point taken for empty? */
static bool
hops_onto (const YqPosition *pos, const YqGeometry *geometry, YqSquare from, YqSquare to, YqSquare vacated)
{
  YqPiece piece = pos->squares[from];
  const YqReach *reach = &geometry->reaches[geometry->first[piece][from]];

  if (!yq_set_has (&geometry->hoppers[piece][to], from))
    return false;
  for (unsigned i = geometry->n[piece][from]; i-- > 0; reach++)
    if (yq_set_has (&reach->to, to)
        && (pos->squares[reach->empty[0]] == YQ_EMPTY || reach->empty[0] == vacated)
        && (pos->squares[reach->empty[1]] == YQ_EMPTY || reach->empty[1] == vacated))
      return true;
  return false;
}

static inline YqSquare
on_rank (YqSquare square, unsigned place)
{
  return (YqSquare) (square - yq_square_file (square) + place);
}

static inline YqSquare
on_file (YqSquare square, unsigned place)
{
  return (YqSquare) (yq_square_file (square) + place * YQ_FILES);
}

/* Does the piece on `from` take on a point from afar, over empty points? `facing`: along a file, a captain. */
static inline bool
slides (const YqPosition *pos, const YqGeometry *geometry, YqSquare from, YqSquare to, bool facing)
{
  YqPiece piece = pos->squares[from];

  if (geometry->ride[piece] == YQ_RIDE_SLIDE && (geometry->plain_rider[piece] || yq_set_has (&geometry->stands[piece], to)))
    return true;
  return facing && geometry->ruleset->captains_face && pos->captain[yq_piece_side (piece)] == from;
}

/* Over one piece? */
static inline bool
shoots (const YqPosition *pos, const YqGeometry *geometry, YqSquare from, YqSquare to)
{
  YqPiece piece = pos->squares[from];

  return geometry->ride[piece] == YQ_RIDE_CANNON
         && (geometry->plain_rider[piece] || yq_set_has (&geometry->stands[piece], to));
}

/* A line and a place on it. */
typedef struct
{
  uint64_t lanes;
  unsigned place;
  bool is_file;
} Line;

static inline YqSquare
on_line (const Line *line, YqSquare square, unsigned place)
{
  return line->is_file ? on_file (square, place) : on_rank (square, place);
}

static inline YqSet
set_of_line (const Line *line, YqSquare square, unsigned bits)
{
  return line->is_file ? set_of_file (bits, yq_square_file (square)) : set_of_rank (bits, yq_square_rank (square));
}

/* What rides from its place reach when these places of the line are occupied (YqGeometry). */
static inline uint32_t
line_rides (const YqGeometry *geometry, const Line *line, unsigned occupied)
{
  return line->is_file ? geometry->file_rides[line->place][occupied] : geometry->rank_rides[line->place][occupied];
}

/* One half of a line and the first three pieces along it, as bits; 0 = there is none. */
typedef struct
{
  unsigned half, first, second, third;
} Ahead;

/* The next piece beyond one along it; 0 = there is none. */
INNER unsigned
next_piece (unsigned occupied, const Ahead *ahead, unsigned piece, bool up)
{
  unsigned beyond = occupied & ahead->half & (up ? -(piece << 1) : piece - 1);

  return up ? beyond & -beyond : beyond != 0 ? 1u << last_bit (beyond) : 0;
}

INNER Ahead
look_ahead (const Line *line, unsigned occupied, uint32_t rides, bool up)
{
  unsigned below = (1u << line->place) - 1, whole = line->is_file ? 0x3ff : 0x1ff;
  Ahead ahead = { .half = up ? whole & ~(below << 1 | 1) : below };

  ahead.first = rides >> 10 & ahead.half;
  ahead.second = rides >> 20 & ahead.half;
  if (ahead.second != 0)
    ahead.third = next_piece (occupied, &ahead, ahead.second, up);
  return ahead;
}

/* The riders of a side that take a piece (a captain) on a square along a line, as bits of the line; one is
 * enough for `any`. */
INNER unsigned
riders_along (const YqPosition *pos, const YqGeometry *geometry, YqSquare square, YqSide by, const Line *line,
              bool captain, bool any)
{
  unsigned riders = yq_lane (line->lanes, 2u + by), occupied = yq_lane_occupied (line->lanes), found = 0;
  uint32_t rides;

  if (riders == 0)
    return 0;
  rides = line_rides (geometry, line, occupied);
  for (unsigned hit = rides >> 10 & riders; hit != 0 && !(any && found != 0); hit &= hit - 1)
    if (slides (pos, geometry, on_line (line, square, first_bit (hit)), square, captain && line->is_file))
      found |= hit & -hit;
  for (unsigned hit = rides >> 20 & riders; hit != 0 && !(any && found != 0); hit &= hit - 1)
    if (shoots (pos, geometry, on_line (line, square, first_bit (hit)), square))
      found |= hit & -hit;
  return found;
}

/* The rank and the file of a square, with the piece on `vacated` (YQ_SQUARE_NONE = none) taken off. */
static inline uint64_t
rank_without (const YqPosition *pos, const YqGeometry *geometry, YqSquare square, YqSquare vacated)
{
  uint64_t line = pos->ranks[yq_square_rank (square) + 1];

  if (vacated != YQ_SQUARE_NONE && yq_square_rank (square) == yq_square_rank (vacated))
    line ^= geometry->rank_lanes[pos->squares[vacated]] << yq_square_file (vacated);
  return line;
}

static inline uint64_t
file_without (const YqPosition *pos, const YqGeometry *geometry, YqSquare square, YqSquare vacated)
{
  uint64_t line = pos->files[yq_square_file (square)];

  if (vacated != YQ_SQUARE_NONE && yq_square_file (square) == yq_square_file (vacated))
    line ^= geometry->file_lanes[pos->squares[vacated]] << yq_square_rank (vacated);
  return line;
}

/* The pieces of a side that take a piece (a captain) on the square, with one more point taken for empty. */
static YqSet
attackers_of (const YqPosition *pos, const YqGeometry *geometry, YqSquare square, YqSide by, bool captain,
              YqSquare vacated)
{
  YqSet near = yq_set_and (geometry->origins[by][square], pos->sides[by]), found;
  Line rank = { rank_without (pos, geometry, square, vacated), yq_square_file (square), false };
  Line file = { file_without (pos, geometry, square, vacated), yq_square_rank (square), true };

  found = yq_set_or (set_of_line (&rank, square, riders_along (pos, geometry, square, by, &rank, captain, false)),
                     set_of_line (&file, square, riders_along (pos, geometry, square, by, &file, captain, false)));
  while (!yq_set_is_empty (near))
    {
      YqSquare from = yq_set_take (&near);

      if (hops_onto (pos, geometry, from, square, vacated))
        found = yq_set_or (found, yq_set_of (from));
    }
  return found;
}

/* Are there any? */
INNER bool
is_attacked (const YqPosition *pos, const YqGeometry *geometry, YqSquare square, YqSide by, bool captain,
             YqSquare vacated)
{
  YqSet near = yq_set_and (geometry->origins[by][square], pos->sides[by]);
  Line rank = { rank_without (pos, geometry, square, vacated), yq_square_file (square), false };
  Line file = { file_without (pos, geometry, square, vacated), yq_square_rank (square), true };

  if (riders_along (pos, geometry, square, by, &rank, captain, true) != 0
      || riders_along (pos, geometry, square, by, &file, captain, true) != 0)
    return true;
  while (!yq_set_is_empty (near))
    if (hops_onto (pos, geometry, yq_set_take (&near), square, vacated))
      return true;
  return false;
}

static bool
in_check (const YqPosition *pos, YqSide side)
{
  return pos->captain[side] != YQ_SQUARE_NONE
         && is_attacked (pos, pos->geometry, pos->captain[side], yq_side_other (side), true, YQ_SQUARE_NONE);
}

/* One look from the captain of the side to move. It says, for each piece but the captain, on which
 * points it may land so that the captain cannot be taken afterwards. */

typedef struct
{
  YqSquare square;
  YqSet landing;
} Named;

typedef struct
{
  YqSquare captain; /* whose moves need a test each; YQ_SQUARE_NONE = there is none, or it needs no care */
  bool over;        /* a captain was taken: no moves */
  bool test_all;    /* several captains: each move must be played and tested */
  bool plain;       /* nothing below says anything */
  bool check;
  YqSet common;     /* for pieces that are not named */
  YqSet names;
  unsigned n_named;
  Named named[YQ_SQUARES]; /* pinned pieces, and pieces over which a cannon gives check */
} Look;

/* Only landing on `others` keeps the captain safe; for the piece on `square` (YQ_SQUARE_NONE = none),
 * which may itself be what matters, only landing on `own` does. */
static void
demand (Look *look, YqSet others, YqSquare square, YqSet own)
{
  bool known = false;

  for (unsigned i = 0; i < look->n_named; i++)
    {
      bool same = look->named[i].square == square;

      look->named[i].landing = yq_set_and (look->named[i].landing, same ? own : others);
      known |= same;
    }
  if (square != YQ_SQUARE_NONE && !known)
    {
      look->named[look->n_named++] = (Named){ square, yq_set_and (look->common, own) };
      look->names = yq_set_or (look->names, yq_set_of (square));
    }
  look->common = yq_set_and (look->common, others);
  look->plain = false;
}

/* Bits strictly between two places. */
static inline unsigned
between (unsigned a, unsigned b)
{
  return a < b ? (1u << b) - (2u << a) : (1u << a) - (2u << b);
}

/* Looks along a line. What can happen on either half: a slider sees the captain, or sees it behind one own
 * piece; a cannon sees it with no piece between (then none may land there), with one (then it gives check,
 * and an own one may also leave), or with two (then neither may leave, nor take the other). */
INNER void
look_along (const YqPosition *pos, const YqGeometry *geometry, Look *look, const Line *line)
{
  YqSquare captain = look->captain;
  YqSide side = yq_piece_side (pos->squares[captain]);
  unsigned occupied = yq_lane_occupied (line->lanes), own = yq_lane (line->lanes, side);
  unsigned riders = yq_lane (line->lanes, 3u - side);
  uint32_t rides;

  if (riders == 0)
    return;
  rides = line_rides (geometry, line, occupied);
  for (unsigned up = 0; up < 2; up++)
    {
      Ahead ahead = look_ahead (line, occupied, rides, up);
      unsigned first = ahead.first, second = ahead.second, third = ahead.third;

      if ((riders & ahead.half) == 0)
        continue;
      if (first & riders)
        {
          YqSquare at = on_line (line, captain, first_bit (first));
          YqSet way = set_of_line (line, captain, between (line->place, first_bit (first)));

          if (slides (pos, geometry, at, captain, line->is_file))
            {
              demand (look, yq_set_or (way, yq_set_of (at)), YQ_SQUARE_NONE, whole_board);
              look->check = true;
            }
          if (shoots (pos, geometry, at, captain))
            demand (look, yq_set_without (whole_board, way), YQ_SQUARE_NONE, whole_board);
        }
      if (second & riders)
        {
          YqSquare at = on_line (line, captain, first_bit (second));
          YqSquare screen = first & own ? on_line (line, captain, first_bit (first)) : YQ_SQUARE_NONE;
          unsigned way = between (line->place, first_bit (second));

          if (screen != YQ_SQUARE_NONE && slides (pos, geometry, at, captain, line->is_file))
            demand (look, whole_board, screen, set_of_line (line, captain, way | second));
          if (shoots (pos, geometry, at, captain))
            {
              demand (look, set_of_line (line, captain, (way | second) & ~first), screen,
                      yq_set_without (whole_board, set_of_line (line, captain, way)));
              look->check = true;
            }
        }
      if (third & riders && shoots (pos, geometry, on_line (line, captain, first_bit (third)), captain))
        {
          unsigned to = between (line->place, first_bit (third)) | third;

          if (first & own)
            demand (look, whole_board, on_line (line, captain, first_bit (first)),
                    set_of_line (line, captain, to & ~second));
          if (second & own)
            demand (look, whole_board, on_line (line, captain, first_bit (second)),
                    set_of_line (line, captain, to & ~first));
        }
    }
}

static inline void
look_at_lines (const YqPosition *pos, const YqGeometry *geometry, Look *look)
{
  unsigned rank = yq_square_rank (look->captain), file = yq_square_file (look->captain);
  Line along_rank = { pos->ranks[rank + 1], file, false }, along_file = { pos->files[file], rank, true };

  look_along (pos, geometry, look, &along_rank);
  look_along (pos, geometry, look, &along_file);
}

/* A hop onto the captain gives check when nothing is in its way; a single own piece in its way is pinned. */
static void
look_at_hops (const YqPosition *pos, const YqGeometry *geometry, Look *look)
{
  YqSide side = yq_piece_side (pos->squares[look->captain]), by = yq_side_other (side);
  YqSet near = yq_set_and (geometry->origins[by][look->captain], pos->sides[by]);

  while (!yq_set_is_empty (near))
    {
      YqSquare from = yq_set_take (&near);
      YqPiece piece = pos->squares[from];
      const YqReach *reach = &geometry->reaches[geometry->first[piece][from]];

      for (unsigned i = geometry->n[piece][from]; i-- > 0; reach++)
        if (yq_set_has (&reach->to, look->captain))
          {
            YqSet ends = yq_set_of (from);
            YqSquare blocker = YQ_SQUARE_NONE;
            unsigned n = 0;

            for (unsigned j = 0; j < 2; j++)
              if (reach->empty[j] != YQ_SQUARE_NONE)
                {
                  ends = yq_set_or (ends, yq_set_of (reach->empty[j]));
                  if (pos->squares[reach->empty[j]] != YQ_EMPTY)
                    blocker = reach->empty[j], n++;
                }
            if (n == 0)
              {
                demand (look, ends, YQ_SQUARE_NONE, whole_board);
                look->check = true;
              }
            if (n == 1 && yq_piece_side (pos->squares[blocker]) == side)
              demand (look, whole_board, blocker, ends);
          }
    }
}

/* Is there one captain to care for, that may not be left where it can be taken? */
static inline bool
needs_care (const YqPosition *pos, const YqGeometry *geometry)
{
  return !geometry->ruleset->captain_may_be_taken && pos->n_captains[YQ_RED] <= 1 && pos->n_captains[YQ_BLUE] <= 1;
}

/* As long as nothing is seen. */
static inline void
see_nothing (Look *look, YqSquare captain)
{
  look->captain = captain;
  look->over = look->test_all = look->check = false;
  look->plain = true;
  look->common = whole_board;
  look->names = (YqSet){ { 0, 0 } };
  look->n_named = 0;
}

static inline void
look_around (const YqPosition *pos, const YqGeometry *geometry, YqSide side, Look *look)
{
  bool care = !geometry->ruleset->captain_may_be_taken;

  see_nothing (look, care ? pos->captain[side] : YQ_SQUARE_NONE);
  look->over = !care && (pos->n_captains[YQ_RED] == 0 || pos->n_captains[YQ_BLUE] == 0);
  look->test_all = care && (pos->n_captains[YQ_RED] > 1 || pos->n_captains[YQ_BLUE] > 1);
  if (look->captain != YQ_SQUARE_NONE && !look->test_all)
    {
      look_at_lines (pos, geometry, look);
      look_at_hops (pos, geometry, look);
    }
}

/* Legal moves. */

static inline YqSet
landing_of (const Look *look, YqSquare square)
{
  if (yq_set_has (&look->names, square))
    for (unsigned i = 0; i < look->n_named; i++)
      if (look->named[i].square == square)
        return look->named[i].landing;
  return look->common;
}

/* Where the captain may go without being taken there. */
static YqSet
safe_steps (const YqPosition *pos, const YqGeometry *geometry, YqSquare captain)
{
  YqSide by = yq_side_other (yq_piece_side (pos->squares[captain]));
  YqSet steps = reach_of (pos, geometry, captain), safe = steps;

  while (!yq_set_is_empty (steps))
    {
      YqSquare to = yq_set_take (&steps);

      if (is_attacked (pos, geometry, to, by, true, captain))
        safe = yq_set_without (safe, yq_set_of (to));
    }
  return safe;
}

/* Each move played and tested: only for boards with several captains of a side. */
static YqSet
tested_moves (const YqPosition *pos, const YqGeometry *geometry, YqSquare from)
{
  YqSet targets = reach_of (pos, geometry, from), legal = targets;
  YqSide side = yq_piece_side (pos->squares[from]);

  while (!yq_set_is_empty (targets))
    {
      YqPosition after = *pos;
      YqMove move = { from, yq_set_take (&targets) };
      YqUndo undo;

      yq_board_play (&after, move, &undo);
      if (in_check (&after, side))
        legal = yq_set_without (legal, yq_set_of (move.to));
    }
  return legal;
}

/* Where the piece on `from`, of the side that looked, may legally go. */
INNER YqSet
legal_moves (const YqPosition *pos, const YqGeometry *geometry, const Look *look, YqSquare from)
{
  if (look->test_all)
    return tested_moves (pos, geometry, from);
  if (from == look->captain)
    return safe_steps (pos, geometry, from);
  if (look->plain)
    return reach_of (pos, geometry, from);
  return yq_set_and (reach_of (pos, geometry, from), landing_of (look, from));
}

/* The pieces, but the captain, that may not land everywhere. */
static inline YqSet
limited_pieces (const YqPosition *pos, const Look *look, YqSide side)
{
  if (is_whole_board (look->common))
    return look->names;
  if (look->captain == YQ_SQUARE_NONE)
    return pos->sides[side];
  return yq_set_without (pos->sides[side], yq_set_of (look->captain));
}

/* All moves but the captain's. */
static unsigned
count_others (const YqPosition *pos, const YqGeometry *geometry, const Look *look, YqSide side)
{
  YqSet limited = limited_pieces (pos, look, side), own = yq_set_without (pos->sides[side], limited);
  unsigned n = 0;

  if (look->captain != YQ_SQUARE_NONE)
    own = yq_set_without (own, yq_set_of (look->captain));
  while (!yq_set_is_empty (limited))
    {
      YqSquare square = yq_set_take (&limited);
      YqSet landing = yq_set_and (landing_of (look, square), geometry->span[pos->squares[square]][square]);

      if (!yq_set_is_empty (landing))
        n += set_count (yq_set_and (reach_of (pos, geometry, square), landing));
    }
  while (!yq_set_is_empty (own))
    n += reach_count (pos, geometry, yq_set_take (&own));
  return n;
}

static unsigned
count_moves (const YqPosition *pos, const YqGeometry *geometry, const Look *look, YqSide side)
{
  YqSet own = pos->sides[side];
  unsigned n = 0;

  if (look->over)
    return 0;
  if (!look->test_all)
    return count_others (pos, geometry, look, side)
           + (look->captain != YQ_SQUARE_NONE ? set_count (safe_steps (pos, geometry, look->captain)) : 0);
  while (!yq_set_is_empty (own))
    n += set_count (tested_moves (pos, geometry, yq_set_take (&own)));
  return n;
}

static size_t
count (const YqPosition *pos)
{
  Look look;

  look_around (pos, pos->geometry, pos->turn, &look);
  return count_moves (pos, pos->geometry, &look, pos->turn);
}

static bool
has_move (const YqPosition *pos)
{
  const YqGeometry *geometry = pos->geometry;
  YqSet own = pos->sides[pos->turn];
  Look look;

  /* Most often the captain has a step, and a lone one has nothing else. */
  if (needs_care (pos, geometry) && pos->captain[pos->turn] != YQ_SQUARE_NONE)
    {
      if (!yq_set_is_empty (safe_steps (pos, geometry, pos->captain[pos->turn])))
        return true;
      own = yq_set_without (own, yq_set_of (pos->captain[pos->turn]));
      if (yq_set_is_empty (own))
        return false;
    }
  look_around (pos, geometry, pos->turn, &look);
  if (look.over)
    return false;
  while (!yq_set_is_empty (own))
    if (!yq_set_is_empty (legal_moves (pos, geometry, &look, yq_set_take (&own))))
      return true;
  return false;
}

/* Is the target among reach_of() the origin, which holds a piece? */
static bool
reaches (const YqPosition *pos, const YqGeometry *geometry, YqMove move)
{
  YqPiece piece = pos->squares[move.from], target = pos->squares[move.to];
  YqSide side = yq_piece_side (piece);
  unsigned ride = geometry->ride[piece], rank = yq_square_rank (move.to), file = yq_square_file (move.to);

  if (target != YQ_EMPTY && yq_piece_side (target) == side)
    return false;
  if (ride != YQ_RIDE_NONE && yq_set_has (&geometry->stands[piece], move.to)
      && ((rank == yq_square_rank (move.from) && rank_ride (pos, geometry, ride, side, move.from) >> file & 1)
          || (file == yq_square_file (move.from) && file_ride (pos, geometry, ride, side, move.from) >> rank & 1)))
    return true;
  return hops_onto (pos, geometry, move.from, move.to, YQ_SQUARE_NONE);
}

static bool
is_legal (const YqPosition *pos, YqMove move)
{
  const YqGeometry *geometry = pos->geometry;
  YqPiece piece = pos->squares[move.from];
  YqSet targets;
  Look look;

  if (piece == YQ_EMPTY || yq_piece_side (piece) != pos->turn || !reaches (pos, geometry, move))
    return false;
  look_around (pos, geometry, pos->turn, &look);
  if (look.over || (look.plain && move.from != look.captain && !look.test_all))
    return !look.over;
  if (move.from == look.captain && !look.test_all)
    return !is_attacked (pos, geometry, move.to, yq_side_other (pos->turn), true, move.from);
  targets = legal_moves (pos, geometry, &look, move.from);
  return yq_set_has (&targets, move.to);
}

/* What a move may touch. */

/* Which moves of a side may change what is watched: whether it attacks a point, or what the captain there sees. */
typedef struct
{
  YqSquare square;
  YqSet leaving;   /* those from here */
  YqSet filled;    /* those to here, by any piece */
  YqSet coming[3]; /* those to here, by a rider (YqRide) */
  YqSet facing;    /* those to here, by a captain that faces the other one */
  /* On attack alone: */
  YqSet attackers; /* pieces that attack */
  YqSet legs;      /* in the way of hops; filling them may stop an attack */
  YqSet shut;      /* filling this stops an attacking rider */
  YqSet screens;   /* filling this makes a cannon attack */
} Watch;

/* Is one of these the place of a cannon? */
static inline bool
has_cannon (const YqPosition *pos, const YqGeometry *geometry, const Line *line, YqSquare square, unsigned bit)
{
  return bit != 0 && geometry->ride[pos->squares[on_line (line, square, first_bit (bit))]] == YQ_RIDE_CANNON;
}

/* The places up to the end of a half of a line, or up to a piece on it, that one included. */
static inline unsigned
up_to (const Ahead *ahead, unsigned piece, bool up)
{
  return piece == 0 ? ahead->half : ahead->half & (up ? (piece << 1) - 1 : -piece);
}

/* Where a rider has to come to attack along a line, and which pieces are in whose way. */
INNER void
watch_attack_along (const YqPosition *pos, const YqGeometry *geometry, const Line *line, YqSide by, Watch *watch)
{
  unsigned occupied = yq_lane_occupied (line->lanes), riders = yq_lane (line->lanes, 2u + by);
  uint32_t rides = line_rides (geometry, line, occupied);
  unsigned beyond = 0, attackers = 0, leaving = 0, shut = 0, screens = 0;
  YqSet open = set_of_line (line, watch->square, (rides | rides >> 10) & 0x3ff);

  for (unsigned up = 0; up < 2; up++)
    {
      Ahead ahead = look_ahead (line, occupied, rides, up);
      unsigned first = ahead.first & riders, second = ahead.second & riders, way;

      if (ahead.first == 0)
        continue;
      way = up_to (&ahead, ahead.first, up);
      beyond |= up_to (&ahead, ahead.second, up) & ~way;
      way ^= ahead.first;
      if ((riders & ahead.half) == 0)
        continue;
      if (first != 0)
        {
          leaving |= first;
          if (has_cannon (pos, geometry, line, watch->square, first))
            screens |= way;
          else
            {
              attackers |= first;
              shut |= way;
            }
        }
      if (second != 0)
        {
          leaving |= ahead.first;
          if (has_cannon (pos, geometry, line, watch->square, second))
            {
              leaving |= second;
              attackers |= second;
              shut |= up_to (&ahead, second, up) & ~(ahead.first | second);
            }
        }
      if (has_cannon (pos, geometry, line, watch->square, ahead.third & riders))
        leaving |= ahead.first | ahead.second;
    }
  watch->coming[YQ_RIDE_SLIDE] = yq_set_or (watch->coming[YQ_RIDE_SLIDE], open);
  watch->coming[YQ_RIDE_CANNON] = yq_set_or (watch->coming[YQ_RIDE_CANNON], set_of_line (line, watch->square, beyond));
  if (line->is_file)
    watch->facing = open;
  if (riders != 0)
    {
      watch->attackers = yq_set_or (watch->attackers, set_of_line (line, watch->square, attackers));
      watch->leaving = yq_set_or (watch->leaving, set_of_line (line, watch->square, leaving));
      watch->shut = yq_set_or (watch->shut, set_of_line (line, watch->square, shut));
      watch->screens = yq_set_or (watch->screens, set_of_line (line, watch->square, screens));
    }
}

/* The points that may be in the way when a piece hops onto one of a set. */
static inline YqSet
legs_towards (const YqPosition *pos, const YqGeometry *geometry, YqSquare from, YqSet points)
{
  YqPiece piece = pos->squares[from];
  const YqReach *reach = &geometry->reaches[geometry->first[piece][from]];
  YqSet legs = { { 0, 0 } };

  for (unsigned i = geometry->n[piece][from]; i-- > 0; reach++)
    if (!yq_set_is_empty (yq_set_and (reach->to, points)))
      for (unsigned j = 0; j < 2; j++)
        if (reach->empty[j] != YQ_SQUARE_NONE)
          legs = yq_set_or (legs, yq_set_of (reach->empty[j]));
  return legs;
}

static inline void
watch_hops (const YqPosition *pos, const YqGeometry *geometry, YqSide by, YqSquare vacated, Watch *watch)
{
  YqSet hoppers = yq_set_and (geometry->origins[by][watch->square], pos->sides[by]);

  watch->leaving = yq_set_or (watch->leaving, hoppers);
  while (!yq_set_is_empty (hoppers))
    {
      YqSquare from = yq_set_take (&hoppers);

      watch->legs = yq_set_or (watch->legs, legs_towards (pos, geometry, from, yq_set_of (watch->square)));
      if (hops_onto (pos, geometry, from, watch->square, vacated))
        watch->attackers = yq_set_or (watch->attackers, yq_set_of (from));
    }
  watch->leaving = yq_set_or (watch->leaving, watch->legs);
}

/* Watches whether a side attacks a captain on the square, with one more point taken for empty. */
static void
watch_attack (const YqPosition *pos, const YqGeometry *geometry, YqSide by, YqSquare square, YqSquare vacated,
              Watch *watch)
{
  Line rank = { rank_without (pos, geometry, square, vacated), yq_square_file (square), false };
  Line file = { file_without (pos, geometry, square, vacated), yq_square_rank (square), true };

  *watch = (Watch){ .square = square };
  watch_attack_along (pos, geometry, &rank, by, watch);
  watch_attack_along (pos, geometry, &file, by, watch);
  watch_hops (pos, geometry, by, vacated, watch);
  watch->filled = yq_set_or (watch->legs, yq_set_or (watch->shut, watch->screens));
}

/* Where riders see what is watched as soon as they come there. */
static inline YqSet
comings (const YqGeometry *geometry, const Watch *watch, YqPiece piece)
{
  YqSet set = watch->coming[geometry->ride[piece]];

  if (yq_piece_type (piece) == YQ_CAPTAIN && geometry->ruleset->captains_face)
    set = yq_set_or (set, watch->facing);
  return set;
}

/* Where the coming of a piece may change what is watched. */
static inline YqSet
touchy_points (const YqGeometry *geometry, const Watch *watch, YqPiece piece)
{
  return yq_set_or (yq_set_or (watch->filled, geometry->hoppers[piece][watch->square]),
                    comings (geometry, watch, piece));
}

/* Those of the moves of the piece on `from` that may change what is watched. */
static inline YqSet
touchy_moves (const YqPosition *pos, const YqGeometry *geometry, const Watch *watch, YqSquare from, YqSet targets)
{
  if (yq_set_has (&watch->leaving, from))
    return targets;
  return yq_set_and (targets, touchy_points (geometry, watch, pos->squares[from]));
}

/* Watches all that another watches besides. */
static inline void
watch_also (Watch *watch, const Watch *other)
{
  watch->leaving = yq_set_or (watch->leaving, other->leaving);
  watch->filled = yq_set_or (watch->filled, other->filled);
  watch->facing = yq_set_or (watch->facing, other->facing);
  for (unsigned ride = YQ_RIDE_SLIDE; ride <= YQ_RIDE_CANNON; ride++)
    watch->coming[ride] = yq_set_or (watch->coming[ride], other->coming[ride]);
}

/* Lists. */

INNER size_t
put_moves (YqSquare from, YqSet targets, YqMove *moves)
{
  YqMove *move = moves;

  for (uint64_t left = targets.half[0]; left != 0; left &= left - 1)
    *move++ = (YqMove){ from, (YqSquare) __builtin_ctzll (left) };
  for (uint64_t left = targets.half[1]; left != 0; left &= left - 1)
    *move++ = (YqMove){ from, (YqSquare) (YQ_HALF + __builtin_ctzll (left)) };
  return (size_t) (move - moves);
}

static bool
gives_check (const YqPosition *pos, YqMove move)
{
  YqPosition after = *pos;
  YqUndo undo;

  yq_board_play (&after, move, &undo);
  return in_check (&after, after.turn);
}

/* The legal moves that leave the other side's captain attacked. */
static size_t
list_checks (const YqPosition *pos, const Look *look, YqMove *moves)
{
  const YqGeometry *geometry = pos->geometry;
  YqSide side = pos->turn, other = yq_side_other (side);
  YqSet own = pos->sides[side];
  YqPosition after = *pos;
  bool all = in_check (pos, other) || pos->n_captains[other] > 1;
  Watch watch;
  size_t n = 0;

  if (pos->captain[other] == YQ_SQUARE_NONE)
    return 0;
  watch_attack (pos, geometry, side, pos->captain[other], YQ_SQUARE_NONE, &watch);
  while (!yq_set_is_empty (own))
    {
      YqSquare from = yq_set_take (&own);
      YqSet targets = legal_moves (pos, geometry, look, from);

      if (!all)
        targets = touchy_moves (pos, geometry, &watch, from, targets);
      while (!yq_set_is_empty (targets))
        {
          YqMove move = { from, yq_set_take (&targets) };
          YqUndo undo;

          yq_board_play (&after, move, &undo);
          if (in_check (&after, other))
            moves[n++] = move;
          yq_board_take_back (&after, move, &undo);
        }
    }
  return n;
}

static size_t
list_moves (const YqPosition *pos, YqMoveKind kind, YqMove *moves)
{
  const YqGeometry *geometry = pos->geometry;
  YqSet own = pos->sides[pos->turn], enemies = pos->sides[1 - pos->turn], wanted = whole_board;
  Look look;
  size_t n = 0;

  look_around (pos, geometry, pos->turn, &look);
  if (look.over)
    return 0;
  if (kind == YQ_MOVES_CHECKS)
    return list_checks (pos, &look, moves);
  if (kind == YQ_MOVES_CAPTURES)
    wanted = enemies;
  if (kind == YQ_MOVES_QUIET)
    wanted = yq_set_without (wanted, enemies);
  /* Most often all pieces but the captain may go wherever they reach, and no move is unwanted. */
  if (kind == YQ_MOVES_ALL && look.plain && !look.test_all)
    {
      while (!yq_set_is_empty (own))
        {
          YqSquare from = yq_set_take (&own);
          YqSet targets = from == look.captain ? safe_steps (pos, geometry, from) : reach_of (pos, geometry, from);

          n += put_moves (from, targets, moves + n);
        }
      return n;
    }
  while (!yq_set_is_empty (own))
    {
      YqSquare from = yq_set_take (&own);

      n += put_moves (from, yq_set_and (legal_moves (pos, geometry, &look, from), wanted), moves + n);
    }
  return n;
}

static size_t
list_moves_from (const YqPosition *pos, YqSquare from, YqMove *moves)
{
  Look look;

  if (!yq_set_has (&pos->sides[pos->turn], from))
    return 0;
  look_around (pos, pos->geometry, pos->turn, &look);
  return look.over ? 0 : put_moves (from, legal_moves (pos, pos->geometry, &look, from), moves);
}

static size_t
list_attackers (const YqPosition *pos, YqSquare square, YqSide by, YqSquare *from)
{
  bool captain = square == pos->captain[1 - by];
  YqSet set = attackers_of (pos, pos->geometry, square, by, captain, YQ_SQUARE_NONE);
  size_t n = 0;

  while (!yq_set_is_empty (set))
    from[n++] = yq_set_take (&set);
  return n;
}

#include "yq-core-replies.h"

/* Perft. */

static uint64_t
perft (YqPosition *pos, unsigned depth)
{
  YqMove moves[YQ_MAX_MOVES];
  uint64_t total = 0;
  size_t n;

  if (depth == 0)
    return 1;
  if (depth == 1)
    return count (pos);
  if (depth == 2)
    return count_two (pos);
  n = list_moves (pos, YQ_MOVES_ALL, moves);
  for (size_t i = 0; i < n; i++)
    {
      YqUndo undo;

      yq_board_play (pos, moves[i], &undo);
      total += perft (pos, depth - 1);
      yq_board_take_back (pos, moves[i], &undo);
    }
  return total;
}

static uint64_t
perft_listed (YqPosition *pos, unsigned depth, bool to_the_end)
{
  YqMove moves[YQ_MAX_MOVES];
  uint64_t total = 0;
  size_t n;

  if (depth == 0)
    return 1;
  n = list_moves (pos, YQ_MOVES_ALL, moves);
  if (depth == 1 && !to_the_end)
    return n;
  for (size_t i = 0; i < n; i++)
    {
      YqUndo undo;

      yq_board_play (pos, moves[i], &undo);
      total += perft_listed (pos, depth - 1, to_the_end);
      yq_board_take_back (pos, moves[i], &undo);
    }
  return total;
}

const YqCore YQ_CORE = {
  .moves = list_moves,
  .moves_from = list_moves_from,
  .count = count,
  .has_move = has_move,
  .is_legal = is_legal,
  .gives_check = gives_check,
  .in_check = in_check,
  .attackers = list_attackers,
  .perft = perft,
  .perft_listed = perft_listed,
};
