/* Counts the replies to all moves at once, playing few of them. Part of yq-core.c, which includes it after
 * the functions that it needs.
 *
 * A move changes the number of replies by what stands in the way of what. So the replies are counted once, as
 * if the other side were to move, and with them how the count changes when a point is vacated or filled
 * (Replies). What the captain of the replying side forbids its pieces is taken off (View); moves that change
 * what it sees are watched for (Watch), and it looks around after each. Its own steps are counted apart, each by
 * what attacks it (Steps).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The replies of all but the captain. */
typedef struct
{
  int total;
  YqSet moved;                    /* the mover's pieces whose going changes something */
  int16_t change[YQ_SQUARES + 1]; /* when the mover's piece there goes, or one of its pieces comes there */
  int16_t by_rank[YQ_SQUARES];    /* the part of it that riders along the rank make */
  int16_t by_file[YQ_SQUARES];
} Replies;

/* What the captain of the replying side sees, and the replies it then has. */
typedef struct
{
  Look look;
  Replies replies;
} View;

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
  int sign; /* -1 takes the replies off again */
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
        change (replies, sight->part, sight->square + at[0] * step, sight->sign * (beyond + taken[1]));
      else
        change (replies, sight->part, sight->square + at[0] * step,
                sight->sign * (taken[0] + beyond + taken[2] - taken[1]));
    }
  if (ride == YQ_RIDE_CANNON && piece[1] & sight->movers)
    {
      replies->moved = yq_set_or (replies->moved, yq_set_of ((YqSquare) (sight->square + at[1] * step)));
      change (replies, sight->part, sight->square + at[1] * step, sight->sign * (taken[2] - taken[1]));
    }
  for (int i = 1; i < at[0]; i++)
    {
      int lands = sight->landing >> (up ? sight->place + (unsigned) i : sight->place - (unsigned) i) & 1;

      if (ride == YQ_RIDE_SLIDE)
        change (replies, sight->part, sight->square + i * step, sight->sign * (lands - rest - taken[0]));
      else
        change (replies, sight->part, sight->square + i * step, sight->sign * (taken[0] - rest - taken[1]));
      rest -= lands;
    }
  if (ride == YQ_RIDE_SLIDE)
    return sight->sign * (quiet + taken[0]);
  for (int i = at[0] + 1; i < at[1]; i++)
    {
      int lands = sight->landing >> (up ? sight->place + (unsigned) i : sight->place - (unsigned) i) & 1;

      change (replies, sight->part, sight->square + i * step, sight->sign * (lands - taken[1]));
    }
  return sight->sign * (quiet + taken[1]);
}

/* A set as bits of a rank or file. */
static inline unsigned
rank_of_set (YqSet set, unsigned rank)
{
  return (unsigned) (rank < YQ_RANKS / 2 ? set.half[0] >> rank * YQ_FILES
                                         : set.half[1] >> (rank - YQ_RANKS / 2) * YQ_FILES) & 0x1ff;
}

/* The inverse of spread(): the product holds bit 9 k at 32 + k, and nothing else meets it there. */
static inline unsigned
gather (uint64_t half, unsigned file)
{
  return (unsigned) ((half >> file & 0x1008040201u) * 0x101010101u >> 32) & 31;
}

static inline unsigned
file_of_set (YqSet set, unsigned file)
{
  return gather (set.half[0], file) | gather (set.half[1], file) << 5;
}

static inline unsigned
line_of_set (const Line *line, YqSquare square, YqSet set)
{
  return line->is_file ? file_of_set (set, yq_square_file (square)) : rank_of_set (set, yq_square_rank (square));
}

INNER int
rider_replies (const YqPosition *pos, Replies *replies, YqRide ride, YqSquare square, YqSide side,
               const YqSet *landing, int sign)
{
  unsigned rank = yq_square_rank (square), file = yq_square_file (square);
  uint64_t line = pos->ranks[rank + 1];
  Sight sight = { replies->by_rank, square, 1, file, YQ_FILES, yq_lane_occupied (line), yq_lane (line, 1u - side),
                  landing != NULL ? rank_of_set (*landing, rank) : 0x3ff, sign };
  int n = replies_along (replies, &sight, ride, true) + replies_along (replies, &sight, ride, false);

  line = pos->files[file];
  sight = (Sight){ replies->by_file, square, YQ_FILES, rank, YQ_RANKS, yq_lane_occupied (line),
                   yq_lane (line, 1u - side), landing != NULL ? file_of_set (*landing, file) : 0x3ff, sign };
  return n + replies_along (replies, &sight, ride, true) + replies_along (replies, &sight, ride, false);
}

INNER int
hopper_replies (const YqPosition *pos, const YqGeometry *geometry, Replies *replies, YqSquare square, YqSide side,
                const YqSet *landing, int sign)
{
  YqPiece piece = pos->squares[square];
  const YqReach *reach = &geometry->reaches[geometry->first[piece][square]];
  YqSet lands = yq_set_without (landing != NULL ? *landing : whole_board, pos->sides[side]);
  int total = 0;

  for (unsigned i = geometry->n[piece][square]; i-- > 0; reach++)
    {
      int n = sign * (int) set_count (yq_set_and (reach->to, lands));
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

/* Adds the replies of the piece on the square that land on some points (NULL = on any), or takes them off. */
INNER void
add_piece (const YqPosition *pos, const YqGeometry *geometry, Replies *replies, YqSquare square, YqSide side,
           const YqSet *landing, int sign)
{
  switch ((YqRide) geometry->ride[pos->squares[square]])
    {
    case YQ_RIDE_NONE:
      replies->total += hopper_replies (pos, geometry, replies, square, side, landing, sign);
      break;
    case YQ_RIDE_SLIDE:
      replies->total += rider_replies (pos, replies, YQ_RIDE_SLIDE, square, side, landing, sign);
      break;
    case YQ_RIDE_CANNON:
      replies->total += rider_replies (pos, replies, YQ_RIDE_CANNON, square, side, landing, sign);
      break;
    }
}

/* All replies but the captain's, were there nothing to see. */
static void
count_replies (const YqPosition *pos, const YqGeometry *geometry, YqSide side, YqSquare captain, Replies *replies)
{
  YqSet own = pos->sides[side];

  memset (replies, 0, sizeof *replies);
  if (captain != YQ_SQUARE_NONE)
    own = yq_set_without (own, yq_set_of (captain));
  while (!yq_set_is_empty (own))
    add_piece (pos, geometry, replies, yq_set_take (&own), side, NULL, 1);
}

/* The points that a piece may ever reach, but may not land on now. */
static inline YqSet
forbidden_to (const YqPosition *pos, const YqGeometry *geometry, const Look *look, YqSquare square)
{
  return yq_set_without (geometry->span[pos->squares[square]][square], landing_of (look, square));
}

/* Makes the replies of a view with a look, from those of a blind one. */
static void
forbid_replies (const YqPosition *pos, const YqGeometry *geometry, YqSide side, const View *blind, View *view)
{
  YqSet limited = limited_pieces (pos, &view->look, side);

  view->replies = blind->replies;
  while (!yq_set_is_empty (limited))
    {
      YqSquare square = yq_set_take (&limited);
      YqSet forbidden = forbidden_to (pos, geometry, &view->look, square);

      if (!yq_set_is_empty (forbidden))
        add_piece (pos, geometry, &view->replies, square, side, &forbidden, -1);
    }
}

/* How many pieces of the side that looked, but the captain, can take on a point. */
static unsigned
count_takers (const YqPosition *pos, const YqGeometry *geometry, const Look *look, YqSide side, YqSquare square)
{
  YqSet takers = attackers_of (pos, geometry, square, side, false, YQ_SQUARE_NONE);
  unsigned n = 0;

  if (look->captain != YQ_SQUARE_NONE)
    takers = yq_set_without (takers, yq_set_of (look->captain));
  if (look->plain)
    return set_count (takers);
  while (!yq_set_is_empty (takers))
    {
      YqSet landing = landing_of (look, yq_set_take (&takers));

      n += yq_set_has (&landing, square);
    }
  return n;
}

/* What riders of the side that looked reach along a line of which these places are changed. */
static inline int
count_along (const YqPosition *pos, const YqGeometry *geometry, const Look *look, YqSide side, YqSquare square,
             const Line *line, unsigned changed)
{
  unsigned occupied = yq_lane_occupied (line->lanes) ^ changed, movers = yq_lane (line->lanes, 1u - side) ^ changed;
  unsigned n = 0;

  for (unsigned riders = yq_lane (line->lanes, 2u + side); riders != 0; riders &= riders - 1)
    {
      unsigned place = first_bit (riders), reach;
      YqSquare at = on_line (line, square, place);
      unsigned ride = geometry->ride[pos->squares[at]];
      uint32_t rides = line->is_file ? geometry->file_rides[place][occupied] : geometry->rank_rides[place][occupied];

      if (ride == YQ_RIDE_NONE) /* a captain that faces the other one */
        continue;
      reach = (rides & 0x3ff) | (rides >> 10 * ride & movers);
      if (!look->plain)
        reach &= line_of_set (line, square, landing_of (look, at));
      n += count_bits (reach);
    }
  return (int) n;
}

/* The replies to quiet moves along a line. On it, vacating and filling do not add up: it is counted anew. */
static uint64_t
add_along (const YqPosition *pos, const YqGeometry *geometry, const View *view, YqSquare from, YqSet targets,
           const Line *line)
{
  const Replies *replies = &view->replies;
  const int16_t *part = line->is_file ? replies->by_file : replies->by_rank;
  const Look *look = &view->look;
  YqSide other = yq_side_other (pos->turn);
  int common = replies->total + replies->change[from] - part[from]
               - count_along (pos, geometry, look, other, from, line, 0);
  uint64_t total = 0;

  for (unsigned left = line_of_set (line, from, targets); left != 0; left &= left - 1)
    {
      YqSquare to = on_line (line, from, first_bit (left));
      unsigned changed = (left & -left) | 1u << line->place;

      total += (uint64_t) (common + replies->change[to] - part[to]
                           + count_along (pos, geometry, look, other, from, line, changed));
    }
  return total;
}

/* Takes a piece off the board for a while, captain or not, and puts it back. */
static inline void
lift (YqPosition *pos, const YqGeometry *geometry, YqSquare square)
{
  yq_board_toggle (pos, geometry, pos->squares[square], square);
  pos->squares[square] = YQ_EMPTY;
}

static inline void
drop (YqPosition *pos, const YqGeometry *geometry, YqPiece piece, YqSquare square)
{
  yq_board_toggle (pos, geometry, piece, square);
  pos->squares[square] = piece;
}

/* The replies to captures: with the capturing piece lifted, what it takes has no moves any more, and what
 * reaches that point may retake. */
static uint64_t
add_captures (YqPosition *pos, const YqGeometry *geometry, const View *view, YqSquare from, YqSet captures)
{
  const Look *look = &view->look;
  YqSide other = yq_side_other (pos->turn);
  YqPiece piece = pos->squares[from];
  uint64_t total = 0;

  lift (pos, geometry, from);
  while (!yq_set_is_empty (captures))
    {
      YqSquare to = yq_set_take (&captures);
      unsigned gone;

      if (to == pos->captain[other]) /* the game is over */
        continue;
      gone = set_count (yq_set_and (reach_of (pos, geometry, to), landing_of (look, to)));
      total += (uint64_t) (view->replies.total + view->replies.change[from]) - gone
               + count_takers (pos, geometry, look, other, to);
    }
  drop (pos, geometry, piece, from);
  return total;
}

/* The replies to moves of one piece, with what the captain sees as in the view. */
static uint64_t
add_replies (YqPosition *pos, const YqGeometry *geometry, const View *view, YqSquare from, YqSet targets)
{
  const Replies *replies = &view->replies;
  YqSide other = yq_side_other (pos->turn);
  YqSet captures = yq_set_and (targets, pos->sides[other]);
  uint64_t total = 0;

  targets = yq_set_without (targets, captures);
  if (!yq_set_is_empty (captures))
    total += add_captures (pos, geometry, view, from, captures);
  if (yq_set_has (&replies->moved, from))
    {
      Line rank = { pos->ranks[yq_square_rank (from) + 1], yq_square_file (from), false };
      Line file = { pos->files[yq_square_file (from)], yq_square_rank (from), true };
      YqSet along = yq_set_and (targets, set_of_line (&rank, from, 0x1ff));

      if (yq_lane (rank.lanes, 2u + other) != 0 && !yq_set_is_empty (along))
        {
          total += add_along (pos, geometry, view, from, along, &rank);
          targets = yq_set_without (targets, along);
        }
      along = yq_set_and (targets, set_of_line (&file, from, 0x3ff));
      if (yq_lane (file.lanes, 2u + other) != 0 && !yq_set_is_empty (along))
        {
          total += add_along (pos, geometry, view, from, along, &file);
          targets = yq_set_without (targets, along);
        }
    }
  while (!yq_set_is_empty (targets))
    total += (uint64_t) (replies->total + replies->change[from] + replies->change[yq_set_take (&targets)]);
  return total;
}

/* The same by playing each move; with the captain's. */
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

/* Quiet moves between two points in the way of one hop: their changes do not add up. */
static inline YqSet
entangled_moves (const YqPosition *pos, const YqGeometry *geometry, const Replies *replies, YqSquare from,
                 YqSet targets)
{
  if (!yq_set_has (&replies->moved, from))
    return (YqSet){ { 0, 0 } };
  return yq_set_without (yq_set_and (targets, geometry->twins[from]), pos->sides[1 - pos->turn]);
}

/* The steps of the captain that replies. */

typedef struct
{
  YqSquare captain;
  YqSet turning; /* moves from or to here may change which steps there are */
  Watch any;     /* all steps in one */
  unsigned n, n_safe;
  Watch step[YQ_SQUARES]; /* with the captain lifted */
} Steps;

static void
watch_steps (const YqPosition *pos, const YqGeometry *geometry, YqSide by, Steps *steps)
{
  YqSide side = yq_side_other (by);
  YqSquare captain = pos->captain[side];
  YqSet all = geometry->steps[side][captain], left = reach_of (pos, geometry, captain);
  Watch *any = &steps->any;

  steps->captain = captain;
  steps->turning = yq_set_or (yq_set_and (all, pos->sides[side]), legs_towards (pos, geometry, captain, all));
  steps->n = steps->n_safe = 0;
  *any = (Watch){ .square = captain, .leaving = steps->turning, .filled = steps->turning };
  while (!yq_set_is_empty (left))
    {
      Watch *step = &steps->step[steps->n++];

      watch_attack (pos, geometry, by, yq_set_take (&left), captain, step);
      steps->n_safe += yq_set_is_empty (step->attackers);
      watch_also (any, step);
    }
}

/* The captain's safe steps after each of the moves of the piece on `from`, in all. A step for which it matters
 * that the piece goes is watched anew without it; then few moves have to be played. */
static uint64_t
count_steps_after (YqPosition *pos, const YqGeometry *geometry, const Steps *steps, YqSquare from, YqSet targets)
{
  YqPiece piece = pos->squares[from];
  YqSide side = yq_piece_side (piece);
  YqSet turning, played, tests[YQ_SQUARES];
  uint64_t total = 0;

  if (!yq_set_has (&steps->any.leaving, from))
    {
      YqSet touchy = yq_set_or (yq_set_or (steps->any.filled, geometry->step_threats[piece][steps->captain]),
                                comings (geometry, &steps->any, piece));

      touchy = yq_set_and (targets, touchy);
      total += (uint64_t) steps->n_safe * set_count (yq_set_without (targets, touchy));
      targets = touchy;
    }
  if (yq_set_is_empty (targets))
    return total;
  turning = yq_set_has (&steps->turning, from) ? targets : yq_set_and (targets, steps->turning);
  played = turning;
  targets = yq_set_without (targets, turning);
  for (unsigned i = 0; i < steps->n; i++)
    {
      const Watch *step = &steps->step[i];
      YqSet open = targets, tested = { { 0, 0 } };
      Watch without;
      unsigned n;

      if (yq_set_has (&step->leaving, from))
        {
          lift (pos, geometry, from);
          watch_attack (pos, geometry, side, step->square, steps->captain, &without);
          drop (pos, geometry, piece, from);
          step = &without;
        }
      /* To be safe, the move must stop all attacks and make none. */
      n = set_count (step->attackers);
      if (n > 0)
        {
          open = n == 1 ? yq_set_and (targets, step->shut) : tested;
          tested = n == 1 ? step->legs : yq_set_or (step->legs, step->shut);
        }
      tested = yq_set_or (tested, yq_set_and (geometry->hoppers[piece][step->square], open));
      tests[i] = tested = yq_set_and (targets, tested);
      open = yq_set_without (open, yq_set_or (tested, yq_set_or (step->screens, comings (geometry, step, piece))));
      total += set_count (open);
      played = yq_set_or (played, tested);
    }
  while (!yq_set_is_empty (played))
    {
      YqMove move = { from, yq_set_take (&played) };
      YqUndo undo;

      yq_board_move (pos, move, &undo);
      if (yq_set_has (&turning, move.to))
        total += set_count (safe_steps (pos, geometry, steps->captain));
      else
        for (unsigned i = 0; i < steps->n; i++)
          if (yq_set_has (&tests[i], move.to))
            total += !is_attacked (pos, geometry, steps->step[i].square, side, true, steps->captain);
      yq_board_move_back (pos, move, &undo);
    }
  return total;
}

/* The moves, of all but the captain, that a look forbids. */
static unsigned
count_forbidden (const YqPosition *pos, const YqGeometry *geometry, const Look *look, YqSide side)
{
  YqSet limited = limited_pieces (pos, look, side);
  unsigned n = 0;

  while (!yq_set_is_empty (limited))
    {
      YqSquare square = yq_set_take (&limited);
      YqSet forbidden = forbidden_to (pos, geometry, look, square);

      if (!yq_set_is_empty (forbidden))
        n += set_count (yq_set_and (reach_of (pos, geometry, square), forbidden));
    }
  return n;
}

/* Which moves change what the captain sees along a line, on which nothing attacks it now: see look_along(). */
INNER void
watch_look_along (const YqPosition *pos, const YqGeometry *geometry, const Line *line, YqSide by, Watch *watch)
{
  unsigned occupied = yq_lane_occupied (line->lanes), riders = yq_lane (line->lanes, 2u + by);
  unsigned own = yq_lane (line->lanes, 1u - by), slider = 0, cannon = 0, leaving = 0, filled = 0;
  uint32_t rides = line_rides (geometry, line, occupied);

  for (unsigned up = 0; up < 2; up++)
    {
      Ahead ahead = look_ahead (line, occupied, rides, up);
      unsigned first = ahead.first, second = ahead.second, third = ahead.third, fourth;
      unsigned to_first = up_to (&ahead, first, up), to_second = up_to (&ahead, second, up);
      bool slider_pins = first & own, cannon_pins = (first | second) & own; /* from behind one, or both */

      slider |= slider_pins ? to_second : to_first;
      cannon |= cannon_pins ? up_to (&ahead, third, up) : to_second;
      if ((riders & ahead.half) == 0)
        continue;
      if (first & riders) /* a cannon, for a slider would attack */
        {
          leaving |= first;
          filled |= to_first;
        }
      if (second & riders) /* a slider, for a cannon would attack */
        {
          leaving |= first;
          if (slider_pins)
            {
              leaving |= second;
              filled |= to_second;
            }
        }
      if (has_cannon (pos, geometry, line, watch->square, third & riders))
        {
          leaving |= first | second;
          if (cannon_pins)
            {
              leaving |= third;
              filled |= up_to (&ahead, third, up);
            }
        }
      else if (third & riders && cannon_pins)
        leaving |= first | second;
      fourth = third != 0 ? next_piece (occupied, &ahead, third, up) : 0;
      if (has_cannon (pos, geometry, line, watch->square, fourth & riders))
        leaving |= first | second | third;
    }
  watch->coming[YQ_RIDE_SLIDE] = yq_set_or (watch->coming[YQ_RIDE_SLIDE], set_of_line (line, watch->square, slider));
  watch->coming[YQ_RIDE_CANNON] = yq_set_or (watch->coming[YQ_RIDE_CANNON], set_of_line (line, watch->square, cannon));
  if (line->is_file)
    watch->facing = set_of_line (line, watch->square, slider);
  if (riders != 0)
    {
      watch->leaving = yq_set_or (watch->leaving, set_of_line (line, watch->square, leaving));
      watch->filled = yq_set_or (watch->filled, set_of_line (line, watch->square, filled));
    }
}

/* Watches what a captain sees. The side `by` does not attack it now. */
static void
watch_look (const YqPosition *pos, const YqGeometry *geometry, YqSide by, YqSquare captain, Watch *watch)
{
  Line rank = { pos->ranks[yq_square_rank (captain) + 1], yq_square_file (captain), false };
  Line file = { pos->files[yq_square_file (captain)], yq_square_rank (captain), true };

  *watch = (Watch){ .square = captain };
  watch_look_along (pos, geometry, &rank, by, watch);
  watch_look_along (pos, geometry, &file, by, watch);
  watch_hops (pos, geometry, by, YQ_SQUARE_NONE, watch);
  watch->filled = yq_set_or (watch->filled, watch->legs);
}

/* What is found out once for a position. */
typedef struct
{
  View blind;      /* were there nothing to see */
  View seen;       /* as it is; the look comes first */
  const View *now; /* one of these */
  bool care;       /* there is a captain to care for; only then what follows */
  Watch look;      /* what it sees */
  Steps steps;
  Watch any;       /* both in one */
} Outlook;

static inline void
look_out (const YqPosition *pos, const YqGeometry *geometry, YqSide side, Outlook *outlook)
{
  YqSide other = yq_side_other (side);
  YqSquare captain = outlook->seen.look.captain;

  see_nothing (&outlook->blind.look, captain);
  count_replies (pos, geometry, other, captain, &outlook->blind.replies);
  outlook->now = &outlook->blind;
  outlook->care = captain != YQ_SQUARE_NONE;
  if (!outlook->care)
    return;
  if (!outlook->seen.look.plain)
    {
      outlook->now = &outlook->seen;
      forbid_replies (pos, geometry, other, &outlook->blind, &outlook->seen);
    }
  watch_look (pos, geometry, side, captain, &outlook->look);
  watch_steps (pos, geometry, side, &outlook->steps);
  outlook->any = outlook->steps.any;
  watch_also (&outlook->any, &outlook->look);
}

/* Does any of the moves matter for the captain or for its steps? */
static inline bool
is_touchy (const YqGeometry *geometry, const Outlook *outlook, YqPiece piece, YqSquare from, YqSet targets)
{
  YqSet touchy = yq_set_or (touchy_points (geometry, &outlook->any, piece),
                            geometry->step_threats[piece][outlook->look.square]);

  return yq_set_has (&outlook->any.leaving, from) || !yq_set_is_empty (yq_set_and (targets, touchy));
}

/* The replies, but the captain's, to moves after which it may see something else. It looks around after each;
 * unless it is in check, they add up but for what it sees. */
static uint64_t
look_and_add (YqPosition *pos, const YqGeometry *geometry, const Outlook *outlook, YqSquare from, YqSet targets)
{
  YqSide other = yq_side_other (pos->turn);
  YqSet rest = targets;
  uint64_t total = 0;

  while (!yq_set_is_empty (targets))
    {
      YqMove move = { from, yq_set_take (&targets) };
      YqUndo undo;
      Look after;

      yq_board_move (pos, move, &undo);
      look_around (pos, geometry, other, &after);
      if (after.check)
        {
          total += count_others (pos, geometry, &after, other);
          rest = yq_set_without (rest, yq_set_of (move.to));
        }
      else if (!after.plain)
        total -= count_forbidden (pos, geometry, &after, other);
      yq_board_move_back (pos, move, &undo);
    }
  return total + add_replies (pos, geometry, &outlook->blind, from, rest);
}

/* The replies to the moves of a piece of which some matter for the captain or its steps. */
static uint64_t
add_touchy (YqPosition *pos, const YqGeometry *geometry, const Outlook *outlook, YqSquare from, YqSet targets)
{
  YqPiece piece = pos->squares[from];
  YqSide side = yq_piece_side (piece), other = yq_side_other (side);
  const View *view = outlook->now;
  YqSet touchy = touchy_moves (pos, geometry, &outlook->look, from, targets);
  uint64_t total = count_steps_after (pos, geometry, &outlook->steps, from, targets);
  View without;
  Watch watch;

  /* Where it matters that the piece goes, the captain looks without it: it sees the same after most of its
   * moves. */
  if (yq_set_has (&outlook->look.leaving, from) && set_count (targets) > 2)
    {
      lift (pos, geometry, from);
      look_around (pos, geometry, other, &without.look);
      if (!without.look.check)
        {
          watch_look (pos, geometry, side, outlook->look.square, &watch);
          touchy = yq_set_and (targets, touchy_points (geometry, &watch, piece));
        }
      drop (pos, geometry, piece, from);
      if (without.look.plain)
        view = &outlook->blind;
      else if (!without.look.check)
        {
          view = &without;
          forbid_replies (pos, geometry, other, &outlook->blind, &without);
        }
    }
  if (!yq_set_is_empty (touchy))
    total += look_and_add (pos, geometry, outlook, from, touchy);
  return total + add_replies (pos, geometry, view, from, yq_set_without (targets, touchy));
}

static inline uint64_t
add_moves (YqPosition *pos, const YqGeometry *geometry, const Outlook *outlook, YqSquare from, YqSet targets)
{
  YqSet played = entangled_moves (pos, geometry, &outlook->blind.replies, from, targets);
  uint64_t total = 0;

  if (!yq_set_is_empty (played))
    {
      total = count_after (pos, from, played);
      targets = yq_set_without (targets, played);
    }
  if (outlook->care)
    {
      if (is_touchy (geometry, outlook, pos->squares[from], from, targets))
        return total + add_touchy (pos, geometry, outlook, from, targets);
      total += (uint64_t) outlook->steps.n_safe * set_count (targets);
    }
  return total + add_replies (pos, geometry, outlook->now, from, targets);
}

/* The replies to all moves of the side to move, which sees this, by playing each. */
static uint64_t
count_each (YqPosition *pos, const YqGeometry *geometry, const Look *look)
{
  YqSet own = pos->sides[pos->turn];
  uint64_t total = 0;

  while (!yq_set_is_empty (own))
    {
      YqSquare from = yq_set_take (&own);

      total += count_after (pos, from, legal_moves (pos, geometry, look, from));
    }
  return total;
}

/* The same at once. */
static uint64_t
count_two (YqPosition *pos)
{
  const YqGeometry *geometry = pos->geometry;
  YqSide side = pos->turn, other = yq_side_other (side);
  YqSet own = pos->sides[side];
  uint64_t total = 0;
  Look look;
  Outlook outlook;

  look_around (pos, geometry, side, &look);
  if (look.over)
    return 0;
  look_around (pos, geometry, other, &outlook.seen.look);
  if (!geometry->adds_up || look.test_all || outlook.seen.look.check || pos->n_captains[other] > 1)
    return count_each (pos, geometry, &look);
  look_out (pos, geometry, side, &outlook);
  while (!yq_set_is_empty (own))
    {
      YqSquare from = yq_set_take (&own);

      total += add_moves (pos, geometry, &outlook, from, legal_moves (pos, geometry, &look, from));
    }
  return total;
}
