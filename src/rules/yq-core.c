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

  if (geometry->ride[piece] == YQ_RIDE_SLIDE)
    return geometry->plain_rider[piece] || yq_set_has (&geometry->stands[piece], to);
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
  rides = line->is_file ? geometry->file_rides[line->place][occupied] : geometry->rank_rides[line->place][occupied];
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

/* Looks along one half of a line. What can happen: a slider sees the captain, or sees it behind one own
 * piece; a cannon sees it with no piece between (then none may land there), with one (then it gives check,
 * and an own one may also leave), or with two (then neither may leave, nor take the other). */
static void
look_along (const YqPosition *pos, const YqGeometry *geometry, Look *look, const Line *line, unsigned ahead,
            bool up)
{
  YqSquare captain = look->captain;
  YqSide side = yq_piece_side (pos->squares[captain]);
  unsigned riders = yq_lane (line->lanes, 3u - side), place[3], n = 0;

  if ((riders & ahead) == 0)
    return;
  for (ahead &= yq_lane_occupied (line->lanes); ahead != 0 && n < 3; ahead ^= 1u << place[n++])
    place[n] = up ? first_bit (ahead) : last_bit (ahead);
  for (unsigned i = 0; i < n; i++)
    {
      YqSquare at = on_line (line, captain, place[i]);
      unsigned way = between (line->place, place[i]), to = way | 1u << place[i];
      bool slider = slides (pos, geometry, at, captain, line->is_file);
      bool cannon = shoots (pos, geometry, at, captain);

      if (!(riders >> place[i] & 1) || !(slider || cannon))
        continue;
      if (i == 0 && slider)
        {
          demand (look, set_of_line (line, captain, to), YQ_SQUARE_NONE, whole_board);
          look->check = true;
        }
      else if (i == 0)
        demand (look, yq_set_without (whole_board, set_of_line (line, captain, way)), YQ_SQUARE_NONE,
                whole_board);
      else if (i == 1)
        {
          YqSquare first = on_line (line, captain, place[0]);
          bool own = yq_piece_side (pos->squares[first]) == side;

          if (slider && own)
            demand (look, whole_board, first, set_of_line (line, captain, to));
          if (cannon)
            {
              demand (look, set_of_line (line, captain, to & ~(1u << place[0])), own ? first : YQ_SQUARE_NONE,
                      yq_set_without (whole_board, set_of_line (line, captain, way)));
              look->check = true;
            }
        }
      else if (cannon)
        for (unsigned j = 0; j < 2; j++)
          {
            YqSquare screen = on_line (line, captain, place[j]);

            if (yq_piece_side (pos->squares[screen]) == side)
              demand (look, whole_board, screen, set_of_line (line, captain, to & ~(1u << place[1 - j])));
          }
    }
}

static void
look_at_lines (const YqPosition *pos, const YqGeometry *geometry, Look *look)
{
  unsigned rank = yq_square_rank (look->captain), file = yq_square_file (look->captain);
  Line lines[2] = { { pos->ranks[rank + 1], file, false }, { pos->files[file], rank, true } };

  for (unsigned i = 0; i < 2; i++)
    {
      unsigned below = (1u << lines[i].place) - 1;

      look_along (pos, geometry, look, &lines[i], below, false);
      look_along (pos, geometry, look, &lines[i], ~(below << 1 | 1), true);
    }
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

static inline void
look_around (const YqPosition *pos, const YqGeometry *geometry, YqSide side, Look *look)
{
  bool care = !geometry->ruleset->captain_may_be_taken;

  look->over = !care && (pos->n_captains[YQ_RED] == 0 || pos->n_captains[YQ_BLUE] == 0);
  look->test_all = care && (pos->n_captains[YQ_RED] > 1 || pos->n_captains[YQ_BLUE] > 1);
  look->captain = care ? pos->captain[side] : YQ_SQUARE_NONE;
  look->plain = true;
  look->check = false;
  look->common = whole_board;
  look->names = (YqSet){ { 0, 0 } };
  look->n_named = 0;
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

/* All moves but the captain's. */
static unsigned
count_others (const YqPosition *pos, const YqGeometry *geometry, const Look *look, YqSide side)
{
  YqSet own = pos->sides[side];
  YqSet special = look->names;
  unsigned n = 0;

  if (look->captain != YQ_SQUARE_NONE)
    own = yq_set_without (own, yq_set_of (look->captain));
  if (!is_whole_board (look->common))
    special = own;
  own = yq_set_without (own, special);
  while (!yq_set_is_empty (special))
    {
      YqSquare square = yq_set_take (&special);

      n += set_count (yq_set_and (reach_of (pos, geometry, square), landing_of (look, square)));
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

/* What the surroundings of the other side's captain are wanted for. */
typedef enum
{
  AROUND_ATTACK, /* whether the captain is attacked */
  AROUND_LOOK,   /* that, and what else a look from the captain says */
  AROUND_STEPS,  /* which of its steps are attacked */
} Around;

/* Only a move that comes from or goes to one of these points may change it. */
typedef struct
{
  Around what;
  YqSquare captain;
  YqSet near;      /* the points, and what may stand in the way of hops onto them: from and to */
  YqSet vacated;   /* from */
  YqSet filled;    /* to, for any piece */
  YqSet coming[3]; /* to, for a rider (YqRide) */
  YqSet facing;    /* to, for a captain that faces the other one */
} Surroundings;

/* One half of a line from a point. A slider there matters as long as it is the n-th piece at most, a cannon
 * as the (n + 1)-th; one farther on may come to matter when a piece before it goes. */
static inline void
surround_half (const YqPosition *pos, const YqGeometry *geometry, const Line *line, YqSquare square, YqSide by,
               unsigned half, bool up, unsigned n, Surroundings *around)
{
  unsigned ahead = yq_lane_occupied (line->lanes) & half, riders = yq_lane (line->lanes, 2u + by) & half;
  unsigned filled = 0, vacated = 0, as_slider = half, as_cannon = half, open = half, before = 0;

  for (unsigned i = 1; ahead != 0 && i <= n + 2; i++)
    {
      unsigned place = up ? first_bit (ahead) : last_bit (ahead);
      unsigned to = half & (up ? (2u << place) - 1 : ~((1u << place) - 1));

      ahead ^= 1u << place;
      if (i == n)
        as_slider = to;
      if (i == n + 1)
        as_cannon = to;
      if (i == 1)
        open = to;
      if (riders >> place & 1)
        {
          unsigned last = n + (geometry->ride[pos->squares[on_line (line, square, place)]] == YQ_RIDE_CANNON);

          if (i <= last)
            filled = vacated = to;
          else if (i == last + 1)
            vacated = before;
        }
      else if (riders == 0 && i > n)
        break;
      before = to;
    }
  /* A cannon with nothing before it attacks nothing, but a look from the captain has to see it. */
  if (around->what != AROUND_LOOK)
    as_cannon &= ~open;
  around->coming[YQ_RIDE_SLIDE] = yq_set_or (around->coming[YQ_RIDE_SLIDE], set_of_line (line, square, as_slider));
  around->coming[YQ_RIDE_CANNON] = yq_set_or (around->coming[YQ_RIDE_CANNON], set_of_line (line, square, as_cannon));
  if (line->is_file)
    around->facing = yq_set_or (around->facing, set_of_line (line, square, as_slider));
  if (vacated != 0)
    {
      around->filled = yq_set_or (around->filled, set_of_line (line, square, filled));
      around->vacated = yq_set_or (around->vacated, set_of_line (line, square, vacated));
    }
}

static inline void
surround_point (const YqPosition *pos, const YqGeometry *geometry, YqSide by, YqSquare square,
                Surroundings *around)
{
  unsigned rank = yq_square_rank (square), file = yq_square_file (square);
  YqSquare vacated = square == around->captain ? YQ_SQUARE_NONE : around->captain;
  Line lines[2] = { { rank_without (pos, geometry, square, vacated), file, false },
                    { file_without (pos, geometry, square, vacated), rank, true } };
  unsigned n = around->what == AROUND_LOOK ? 2 : 1;

  for (unsigned i = 0; i < 2; i++)
    {
      unsigned below = (1u << lines[i].place) - 1, above = (lines[i].is_file ? 0x3ff : 0x1ff) & ~(below << 1 | 1);

      surround_half (pos, geometry, &lines[i], square, by, below, false, n, around);
      surround_half (pos, geometry, &lines[i], square, by, above, true, n, around);
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

/* The surroundings of the captain that `by` attacks. */
static void
surround (const YqPosition *pos, const YqGeometry *geometry, YqSide by, Around what, Surroundings *around)
{
  YqSide side = yq_side_other (by);
  YqSquare captain = pos->captain[side];
  YqSet points = what == AROUND_STEPS ? geometry->steps[side][captain] : yq_set_of (captain);
  YqSet hoppers = yq_set_and (geometry->all_threats[by][captain], pos->sides[by]);

  *around = (Surroundings){ .what = what, .captain = captain, .near = points };
  while (!yq_set_is_empty (hoppers))
    around->near = yq_set_or (around->near, legs_towards (pos, geometry, yq_set_take (&hoppers), points));
  if (what == AROUND_STEPS)
    {
      around->near = yq_set_or (around->near, legs_towards (pos, geometry, captain, points));
      points = yq_set_without (points, pos->sides[side]);
    }
  while (!yq_set_is_empty (points))
    surround_point (pos, geometry, by, yq_set_take (&points), around);
}

/* Those of the moves of the piece on `from` that may change what is wanted. */
static inline YqSet
touchy_moves (const YqPosition *pos, const YqGeometry *geometry, const Surroundings *around, YqSquare from,
              YqSet targets)
{
  YqPiece piece = pos->squares[from];
  YqSet touchy = yq_set_or (around->near, around->what == AROUND_STEPS
                                            ? geometry->step_threats[piece][around->captain]
                                            : geometry->hoppers[piece][around->captain]);
  YqSet vacated = yq_set_or (touchy, around->vacated);

  if (yq_set_has (&vacated, from))
    return targets;
  touchy = yq_set_or (touchy, yq_set_or (around->filled, around->coming[geometry->ride[piece]]));
  if (yq_piece_type (piece) == YQ_CAPTAIN && geometry->ruleset->captains_face)
    touchy = yq_set_or (touchy, around->facing);
  return yq_set_and (targets, touchy);
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
  Surroundings around;
  size_t n = 0;

  if (pos->captain[other] == YQ_SQUARE_NONE)
    return 0;
  surround (pos, geometry, side, AROUND_ATTACK, &around);
  while (!yq_set_is_empty (own))
    {
      YqSquare from = yq_set_take (&own);
      YqSet targets = legal_moves (pos, geometry, look, from);

      if (!all)
        targets = touchy_moves (pos, geometry, &around, from, targets);
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

/* Counting two plies at once. A move that is not touchy for the other side's captain changes the number
 * of replies only by what stands in the way of what: so the replies are counted once, as if the other
 * side were to move, and with them how the count changes when a point is vacated or filled. */

typedef struct
{
  int total;
  YqSet moved;                    /* the mover's pieces whose going changes something */
  uint8_t own[YQ_SQUARES];        /* replies of the piece there */
  int16_t change[YQ_SQUARES + 1]; /* when the mover's piece there goes, or one of its pieces comes there */
  int16_t by_rank[YQ_SQUARES];    /* the part of it that riders along the rank make */
  int16_t by_file[YQ_SQUARES];
} Replies;

static inline void
change (Replies *replies, int16_t *part, int square, int by)
{
  part[square] = (int16_t) (part[square] + by);
  replies->change[square] = (int16_t) (replies->change[square] + by);
}

/* A line as its rider sees it, in bits: where pieces stand, which of them are the mover's, and where the
 * rider may land if it gets there. */
typedef struct
{
  int16_t *part; /* by_rank or by_file */
  int square, stride;
  unsigned place, length, occupied, movers, landing;
} Sight;

/* Counts what a rider reaches along one half of a line, and what would change it. */
INNER int
replies_along (Replies *replies, const Sight *sight, YqRide ride, bool up)
{
  unsigned below = (1u << sight->place) - 1, whole = (1u << sight->length) - 1;
  unsigned half = up ? whole & ~(below << 1 | 1) : below, ahead = sight->occupied & half;
  unsigned piece[3] = { 0, 0, 0 };           /* the first three pieces */
  unsigned before[3] = { half, half, half }; /* the places this side of them */
  int taken[3], at[2];                       /* whether the rider may take them; how far they are */
  int step = up ? sight->stride : -sight->stride, quiet, rest, beyond;

  for (unsigned i = 0; i < 3; i++)
    {
      if (ahead != 0)
        {
          piece[i] = up ? ahead & -ahead : 1u << last_bit (ahead);
          before[i] = half & (up ? piece[i] - 1 : ~((piece[i] << 1) - 1));
          ahead ^= piece[i];
        }
      taken[i] = (piece[i] & sight->movers & sight->landing) != 0;
    }
  at[0] = (int) count_bits (before[0]) + 1;
  at[1] = (int) count_bits (before[1]) + 1;
  quiet = rest = (int) count_bits (before[0] & sight->landing);
  beyond = (int) count_bits (before[1] & ~(before[0] | piece[0]) & sight->landing);
  if (piece[0] & sight->movers)
    {
      replies->moved = yq_set_or (replies->moved, yq_set_of ((YqSquare) (sight->square + at[0] * step)));
      if (ride == YQ_RIDE_SLIDE)
        change (replies, sight->part, sight->square + at[0] * step, beyond + taken[1]);
      else
        change (replies, sight->part, sight->square + at[0] * step, taken[0] + beyond + taken[2] - taken[1]);
    }
  if (ride == YQ_RIDE_CANNON && piece[1] & sight->movers)
    {
      replies->moved = yq_set_or (replies->moved, yq_set_of ((YqSquare) (sight->square + at[1] * step)));
      change (replies, sight->part, sight->square + at[1] * step, taken[2] - taken[1]);
    }
  for (int i = 1; i < at[0]; i++)
    {
      int lands = sight->landing >> (up ? sight->place + (unsigned) i : sight->place - (unsigned) i) & 1;

      if (ride == YQ_RIDE_SLIDE)
        change (replies, sight->part, sight->square + i * step, lands - rest - taken[0]);
      else
        change (replies, sight->part, sight->square + i * step, taken[0] - rest - taken[1]);
      rest -= lands;
    }
  if (ride == YQ_RIDE_SLIDE)
    return quiet + taken[0];
  for (int i = at[0] + 1; i < at[1]; i++)
    {
      int lands = sight->landing >> (up ? sight->place + (unsigned) i : sight->place - (unsigned) i) & 1;

      change (replies, sight->part, sight->square + i * step, lands - taken[1]);
    }
  return quiet + taken[1];
}

/* A set as bits of a rank or file. */
static inline unsigned
rank_of_set (YqSet set, unsigned rank)
{
  return (unsigned) (rank < YQ_RANKS / 2 ? set.half[0] >> rank * YQ_FILES
                                         : set.half[1] >> (rank - YQ_RANKS / 2) * YQ_FILES) & 0x1ff;
}

static inline unsigned
file_of_set (YqSet set, unsigned file)
{
  unsigned bits = 0;

  for (unsigned rank = 0; rank < YQ_RANKS; rank++)
    bits |= (unsigned) (set.half[rank >= YQ_RANKS / 2] >> (rank % (YQ_RANKS / 2) * YQ_FILES + file) & 1) << rank;
  return bits;
}

INNER int
rider_replies (const YqPosition *pos, Replies *replies, YqRide ride, YqSquare square, YqSide side,
               const YqSet *landing)
{
  unsigned rank = yq_square_rank (square), file = yq_square_file (square);
  uint64_t line = pos->ranks[rank + 1];
  Sight sight = { replies->by_rank, square, 1, file, YQ_FILES, yq_lane_occupied (line), yq_lane (line, 1u - side),
                  landing != NULL ? rank_of_set (*landing, rank) : 0x3ff };
  int n = replies_along (replies, &sight, ride, true) + replies_along (replies, &sight, ride, false);

  line = pos->files[file];
  sight = (Sight){ replies->by_file, square, YQ_FILES, rank, YQ_RANKS, yq_lane_occupied (line),
                   yq_lane (line, 1u - side), landing != NULL ? file_of_set (*landing, file) : 0x3ff };
  return n + replies_along (replies, &sight, ride, true) + replies_along (replies, &sight, ride, false);
}

static inline int
hopper_replies (const YqPosition *pos, const YqGeometry *geometry, Replies *replies, YqSquare square,
                YqSet landing)
{
  YqPiece piece = pos->squares[square];
  YqSide side = yq_piece_side (piece);
  const YqReach *reach = &geometry->reaches[geometry->first[piece][square]];
  int total = 0;

  landing = yq_set_without (landing, pos->sides[side]);
  for (unsigned i = geometry->n[piece][square]; i-- > 0; reach++)
    {
      int n = (int) set_count (yq_set_and (reach->to, landing));
      YqPiece first = pos->squares[reach->empty[0]], second = pos->squares[reach->empty[1]];

      if (first == YQ_EMPTY && second == YQ_EMPTY)
        {
          total += n;
          replies->change[reach->empty[0]] = (int16_t) (replies->change[reach->empty[0]] - n);
          replies->change[reach->empty[1]] = (int16_t) (replies->change[reach->empty[1]] - n);
        }
      else if ((first == YQ_EMPTY) != (second == YQ_EMPTY) && yq_piece_side (first | second) != side)
        {
          YqSquare blocker = reach->empty[first == YQ_EMPTY];

          replies->change[blocker] = (int16_t) (replies->change[blocker] + n);
          replies->moved = yq_set_or (replies->moved, yq_set_of (blocker));
        }
    }
  return total;
}

/* Counts the replies of the side that looked. */
static void
count_replies (const YqPosition *pos, const YqGeometry *geometry, const Look *look, YqSide side,
               Replies *replies)
{
  YqSet own = pos->sides[side];

  memset (replies, 0, sizeof *replies);
  while (!yq_set_is_empty (own))
    {
      YqSquare square = yq_set_take (&own);
      YqPiece piece = pos->squares[square];
      int n;

      if (square == look->captain)
        n = (int) set_count (safe_steps (pos, geometry, square));
      else if (geometry->ride[piece] == YQ_RIDE_NONE)
        n = hopper_replies (pos, geometry, replies, square, landing_of (look, square));
      else
        {
          YqSet landing = landing_of (look, square);
          const YqSet *limits = look->plain ? NULL : &landing;

          if (geometry->ride[piece] == YQ_RIDE_SLIDE)
            n = rider_replies (pos, replies, YQ_RIDE_SLIDE, square, side, limits);
          else
            n = rider_replies (pos, replies, YQ_RIDE_CANNON, square, side, limits);
        }
      replies->own[square] = (uint8_t) n;
      replies->total += n;
    }
}

/* How many pieces of the side that looked, but the captain, could retake on a point. */
static unsigned
count_guards (const YqPosition *pos, const YqGeometry *geometry, const Look *look, YqSide side, YqSquare square)
{
  YqSet guards = attackers_of (pos, geometry, square, side, false, YQ_SQUARE_NONE);
  unsigned n = 0;

  if (look->captain != YQ_SQUARE_NONE)
    guards = yq_set_without (guards, yq_set_of (look->captain));
  if (look->plain)
    return set_count (guards);
  while (!yq_set_is_empty (guards))
    {
      YqSet landing = landing_of (look, yq_set_take (&guards));

      n += yq_set_has (&landing, square);
    }
  return n;
}

/* How a move along a line changes what riders of the side that looked reach along it. */
static int
change_along (const YqPosition *pos, const YqGeometry *geometry, const Look *look, YqMove move, YqSide side,
              bool is_file)
{
  unsigned rank = yq_square_rank (move.from), file = yq_square_file (move.from);
  uint64_t line = is_file ? pos->files[file] : pos->ranks[rank + 1];
  unsigned occupied = yq_lane_occupied (line), movers = yq_lane (line, 1u - side);
  unsigned moved = is_file ? 1u << rank | 1u << yq_square_rank (move.to)
                           : 1u << file | 1u << yq_square_file (move.to);
  int change = 0;

  for (unsigned riders = yq_lane (line, 2u + side); riders != 0; riders &= riders - 1)
    {
      unsigned place = first_bit (riders), landing = 0x3ff;
      YqSquare square = is_file ? on_file (move.from, place) : on_rank (move.from, place);
      unsigned ride = geometry->ride[pos->squares[square]];
      const uint32_t *rides = is_file ? geometry->file_rides[place] : geometry->rank_rides[place];
      uint32_t before = rides[occupied], after = rides[occupied ^ moved];

      if (!look->plain)
        landing = is_file ? file_of_set (landing_of (look, square), file) : rank_of_set (landing_of (look, square), rank);
      if (ride == YQ_RIDE_NONE) /* a captain that faces the other one */
        continue;
      change += (int) count_bits (((after & 0x3ff) | (after >> 10 * ride & (movers ^ moved))) & landing);
      change -= (int) count_bits (((before & 0x3ff) | (before >> 10 * ride & movers)) & landing);
    }
  return change;
}

/* Plays each move and counts. */
static uint64_t
count_after (YqPosition *pos, YqSquare from, YqSet targets)
{
  uint64_t total = 0;

  while (!yq_set_is_empty (targets))
    {
      YqMove move = { from, yq_set_take (&targets) };
      YqUndo undo;

      yq_board_play (pos, move, &undo);
      total += count (pos);
      yq_board_take_back (pos, move, &undo);
    }
  return total;
}

/* Plays each move and counts only the captain's safe steps. */
static uint64_t
count_steps_after (YqPosition *pos, YqSquare captain, YqSquare from, YqSet targets)
{
  uint64_t total = 0;

  while (!yq_set_is_empty (targets))
    {
      YqMove move = { from, yq_set_take (&targets) };
      YqPiece captured = yq_board_move (pos, move);

      total += set_count (safe_steps (pos, pos->geometry, captain));
      yq_board_move_back (pos, move, captured);
    }
  return total;
}

/* The moves of the piece on `from` for which the changes do not just add up: captures that also free the
 * way for something, and moves between two points in the way of one hop. */
static inline YqSet
entangled_moves (const YqPosition *pos, const YqGeometry *geometry, const Replies *replies, YqSquare from,
                 YqSet targets)
{
  if (!yq_set_has (&replies->moved, from))
    return (YqSet){ { 0, 0 } };
  return yq_set_and (targets, yq_set_or (pos->sides[1 - pos->turn], geometry->twins[from]));
}

/* The replies to moves of one piece, of which none is entangled, by adding up. */
static uint64_t
add_replies (const YqPosition *pos, const YqGeometry *geometry, const Look *look, const Replies *replies,
             YqSquare from, YqSet targets)
{
  YqSide other = yq_side_other (pos->turn);
  YqSet captures = yq_set_and (targets, pos->sides[other]);
  uint64_t total = 0;

  targets = yq_set_without (targets, captures);
  while (!yq_set_is_empty (captures))
    {
      YqSquare to = yq_set_take (&captures);

      if (to != pos->captain[other]) /* else the game is over */
        total += (uint64_t) (replies->total - replies->own[to]) + count_guards (pos, geometry, look, other, to);
    }
  if (yq_set_has (&replies->moved, from))
    {
      YqSet along_rank = yq_set_and (targets, set_of_rank (0x1ff, yq_square_rank (from)));
      YqSet along_file = yq_set_and (targets, set_of_file (0x3ff, yq_square_file (from)));

      /* Two points of one ride do not add up either, but that line is soon counted anew. */
      targets = yq_set_without (targets, yq_set_or (along_rank, along_file));
      while (!yq_set_is_empty (along_rank))
        {
          YqMove move = { from, yq_set_take (&along_rank) };

          total += (uint64_t) (replies->total + replies->change[from] - replies->by_rank[from]
                               + replies->change[move.to] - replies->by_rank[move.to]
                               + change_along (pos, geometry, look, move, other, false));
        }
      while (!yq_set_is_empty (along_file))
        {
          YqMove move = { from, yq_set_take (&along_file) };

          total += (uint64_t) (replies->total + replies->change[from] - replies->by_file[from]
                               + replies->change[move.to] - replies->by_file[move.to]
                               + change_along (pos, geometry, look, move, other, true));
        }
    }
  while (!yq_set_is_empty (targets))
    total += (uint64_t) (replies->total + replies->change[from] + replies->change[yq_set_take (&targets)]);
  return total;
}

static bool
same_look (const Look *a, const Look *b)
{
  if (a->plain || b->plain)
    return a->plain && b->plain;
  if (a->check != b->check || a->n_named != b->n_named || memcmp (&a->common, &b->common, sizeof a->common) != 0)
    return false;
  for (unsigned i = 0; i < a->n_named; i++)
    if (a->named[i].square != b->named[i].square
        || memcmp (&a->named[i].landing, &b->named[i].landing, sizeof a->named[i].landing) != 0)
      return false;
  return true;
}

/* The replies to moves that may touch the captain, some also its steps: it looks around after each, and
 * only if it then sees something new are they counted one by one. */
static uint64_t
look_and_add_replies (YqPosition *pos, const YqGeometry *geometry, const Look *look, const Replies *replies,
                      YqSquare from, YqSet targets, YqSet step_touchy)
{
  YqSide other = yq_side_other (pos->turn);
  YqSet same = { { 0, 0 } };
  uint64_t total = 0;

  while (!yq_set_is_empty (targets))
    {
      YqMove move = { from, yq_set_take (&targets) };
      YqPiece captured = yq_board_move (pos, move);
      unsigned steps = replies->own[look->captain];
      Look after;

      look_around (pos, geometry, other, &after);
      if (yq_set_has (&step_touchy, move.to))
        steps = set_count (safe_steps (pos, geometry, look->captain));
      total += steps;
      if (same_look (look, &after))
        {
          total -= replies->own[look->captain];
          same = yq_set_or (same, yq_set_of (move.to));
        }
      else
        total += count_others (pos, geometry, &after, other);
      yq_board_move_back (pos, move, captured);
    }
  return total + add_replies (pos, geometry, look, replies, from, same);
}

static uint64_t
count_two (YqPosition *pos)
{
  const YqGeometry *geometry = pos->geometry;
  YqSide side = pos->turn, other = yq_side_other (side);
  YqSet own = pos->sides[side];
  uint64_t total = 0;
  Look look, theirs;
  Replies replies;
  Surroundings captain, steps;
  bool adds_up, care;

  look_around (pos, geometry, side, &look);
  if (look.over)
    return 0;
  look_around (pos, geometry, other, &theirs);
  care = theirs.captain != YQ_SQUARE_NONE;
  adds_up = geometry->adds_up && !look.test_all && !look.check && !theirs.check && pos->n_captains[other] <= 1;
  if (adds_up)
    count_replies (pos, geometry, &theirs, other, &replies);
  if (adds_up && care)
    {
      surround (pos, geometry, side, AROUND_LOOK, &captain);
      surround (pos, geometry, side, AROUND_STEPS, &steps);
    }
  while (!yq_set_is_empty (own))
    {
      YqSquare from = yq_set_take (&own);
      YqSet targets = legal_moves (pos, geometry, &look, from), part = targets;

      if (adds_up)
        part = entangled_moves (pos, geometry, &replies, from, targets);
      total += count_after (pos, from, part);
      targets = yq_set_without (targets, part);
      if (adds_up && care)
        {
          YqSet step_touchy = touchy_moves (pos, geometry, &steps, from, targets);

          part = touchy_moves (pos, geometry, &captain, from, targets);
          total += look_and_add_replies (pos, geometry, &theirs, &replies, from, part, step_touchy);
          targets = yq_set_without (targets, part);
          part = yq_set_without (step_touchy, part);
          total += count_steps_after (pos, theirs.captain, from, part);
          total -= (uint64_t) set_count (part) * replies.own[theirs.captain];
        }
      if (adds_up)
        total += add_replies (pos, geometry, &theirs, &replies, from, targets);
    }
  return total;
}

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
