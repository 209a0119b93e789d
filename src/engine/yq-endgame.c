/* Every position that can arise from one with few pieces, solved at once.
 *
 * Work is done for a whole row at once (yq-endgame-private.h): a move of a base piece leads from
 * row to row, for all places of the runner where it is not in the way.
 *
 * Both games are played as if captains were taken. Where the rules forbid to leave the captain to
 * be taken, a position in which the attacker could take it counts as won in no move; a defender
 * without a legal move is then one all of whose moves lead to such positions, and he who can take
 * the attacker's captain always has a way out.
 *
 * Source of the idea: Thompson, «Retrograde analysis of certain endgames» (1986).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "yq-endgame-private.h"

#include <string.h>

#include "yq-mate.h"

/* The base. */

bool
yq_endgame_set_up (YqEndgame *self, size_t row)
{
  uint32_t rest = (uint32_t) row; /* divides faster */

  memset (self->who, 0, sizeof self->who);
  self->row = row;
  self->open = self->all;
  self->has_taken[0] = self->has_taken[1] = false;
  for (unsigned i = 0; i + 1 < self->n_groups; i++)
    {
      const YqEndgameGroup *group = &self->groups[i];
      uint8_t digits[YQ_ENDGAME_PIECES];
      uint32_t rank = rest % (uint32_t) group->radix;

      self->places[i] = rank * group->stride;
      rest /= (uint32_t) group->radix;
      if (group->n == 1)
        digits[0] = (uint8_t) rank;
      else
        yq_endgame_unrank (self, group, rank, digits);
      for (unsigned j = 0; j < group->n; j++)
        {
          YqSquare square = group->squares[digits[j]];

          if (self->who[square] != 0)
            return false;
          self->at[group->first + j] = square;
          if (square == YQ_SQUARE_NONE)
            self->has_taken[yq_side_other (yq_endgame_side (group->kind))] = true;
          else
            self->who[square] = (uint8_t) (group->first + j + 1);
          self->open = yq_bits_without (self->open, self->points[square]);
        }
    }
  return true;
}

/* The row that differs from `row` by this piece of the base being on another point, or taken. */
static inline size_t
row_after (const YqEndgame *self, size_t row, unsigned piece, YqSquare to)
{
  unsigned number = self->group_of[piece];
  const YqEndgameGroup *group = &self->groups[number];
  unsigned digit = group->digits[to];
  uint8_t digits[YQ_ENDGAME_PIECES];

  row -= self->places[number];
  if (group->n == 1)
    return row + group->places[digit];
  if (group->n == 2)
    {
      unsigned other = group->digits[self->at[2 * group->first + 1 - piece]];

      return digit > other ? row + group->places[digit] + other * group->stride
                           : row + group->places[other] + digit * group->stride;
    }
  for (unsigned i = 0; i < group->n; i++)
    digits[i] = group->digits[self->at[group->first + i]];
  digits[piece - group->first] = (uint8_t) digit;
  return row + group->stride * yq_endgame_rank (self, digits, group->n);
}

static inline unsigned
n_base (const YqEndgame *self)
{
  return self->runner->first;
}

/* A step of a base piece from a point, or (back) to it: where to, for which places of the runner it
 * goes there without taking (go) and for which it takes there (take); face: nothing but a captain.
 * Returns whether to go on. */
typedef bool (*Visit) (void *data, YqSquare square, YqBits go, YqBits take, bool face);

#define ALWAYS_INLINE static inline __attribute__ ((always_inline))

/* Visits the steps of a piece. Inlined, so that visits cost no calls. */
ALWAYS_INLINE void
walk (const YqEndgame *self, const YqEndgameKind *kind, YqSquare from, bool back, Visit visit,
      void *data)
{
  const YqBits none = { { 0, 0 } };
  bool jumps = kind->ride == YQ_RIDE_CANNON;

  for (unsigned i = kind->first[back][from]; i < kind->first[back][from + 1]; i++)
    {
      const YqHopReach *hop = &kind->hops[back][i];
      YqBits free;

      if ((self->who[hop->empty[0]] | self->who[hop->empty[1]]) != 0)
        continue;
      free = yq_bits_complement (
          yq_bits_either (self->points[hop->empty[0]], self->points[hop->empty[1]]));
      if (!visit (data, hop->to,
                  self->who[hop->to] != 0 ? none : yq_bits_without (free, self->points[hop->to]),
                  free, false))
        return;
    }
  for (unsigned way = 0; kind->ride != YQ_RIDE_NONE && way < 4; way++)
    {
      YqBits passed = none;
      unsigned met = 0;

      for (unsigned i = 0; i < self->ray_lengths[from][way] && met < 1u + jumps; i++)
        {
          YqSquare square = self->rays[from][way][i];
          bool occupied = self->who[square] != 0;
          YqBits free = yq_bits_complement (passed);

          /* A cannon takes over a piece of the base, or over the runner. */
          if (kind->stands[square]
              && !visit (data, square,
                         occupied || met > 0 ? none : yq_bits_without (free, self->points[square]),
                         jumps && met == 0 ? passed : free, false))
            return;
          met += occupied;
          passed = yq_bits_either (passed, self->points[square]);
        }
    }
  /* A captain came from nowhere along a file. */
  for (unsigned way = 2; kind->faces && !back && way < 4; way++)
    {
      YqBits passed = none;
      bool occupied = false;

      for (unsigned i = 0; i < self->ray_lengths[from][way] && !occupied; i++)
        {
          YqSquare square = self->rays[from][way][i];

          occupied = self->who[square] != 0;
          if (!visit (data, square, none, yq_bits_complement (passed), true))
            return;
          passed = yq_bits_either (passed, self->points[square]);
        }
    }
}

/* The runner. */

static inline YqBits
shifted (YqBits set, int by)
{
  uint64_t low = set.word[0], high = set.word[1];

  if (by > 0)
    return (YqBits){ { low << by, high << by | low >> (YQ_BITS_WORD - by) } };
  return (YqBits){ { low >> -by | high << (YQ_BITS_WORD + by), high >> -by } };
}

/* Whence it rides over open points to one of these. A rider that runs stands everywhere: its digits
 * are the points. */
static YqBits
ridden_from (const YqEndgame *self, YqBits targets)
{
  static const int ways[4] = { 1, -1, YQ_FILES, -YQ_FILES };
  YqBits board = yq_bits_without (self->open, self->absent), all = { { 0, 0 } };

  for (unsigned way = 0; way < 4; way++)
    {
      YqBits free = way < 2 ? yq_bits_without (board, self->edges[way]) : board;

      for (YqBits front = yq_bits_both (shifted (targets, ways[way]), free);
           !yq_bits_is_empty (front); front = yq_bits_both (shifted (front, ways[way]), free))
        all = yq_bits_either (all, front);
    }
  return all;
}

static inline unsigned
count (YqBits set)
{
  return (unsigned) (__builtin_popcountll (set.word[0]) + __builtin_popcountll (set.word[1]));
}

static inline bool
is_way_free (const YqEndgame *self, const YqHopReach *hop)
{
  return (self->who[hop->empty[0]] | self->who[hop->empty[1]] | self->who[hop->to]) == 0;
}

/* Those of some open places from which it goes to one of these without taking. */
static YqBits
gone_from (const YqEndgame *self, YqBits targets, YqBits places)
{
  const YqEndgameGroup *runner = self->runner;
  const YqEndgameKind *kind = runner->kind;
  YqBits from = { { 0, 0 } };

  targets = yq_bits_without (targets, self->absent);
  places = yq_bits_without (places, self->absent);
  if (kind->ride != YQ_RIDE_NONE)
    from = ridden_from (self, targets);
  if (kind->first[0][YQ_SQUARES] > 0)
    {
      bool back = count (places) > count (targets);

      for (YqBits left = back ? targets : places; !yq_bits_is_empty (left);)
        {
          YqSquare square = runner->squares[yq_bits_take (&left)];

          for (unsigned i = kind->first[back][square]; i < kind->first[back][square + 1]; i++)
            {
              const YqHopReach *hop = &kind->hops[back][i];

              if (!is_way_free (self, hop))
                continue;
              if (back)
                from = yq_bits_either (from, self->points[hop->to]);
              else if (yq_bits_meet (targets, self->points[hop->to]))
                {
                  from = yq_bits_either (from, self->points[square]);
                  break;
                }
            }
        }
    }
  return yq_bits_both (from, places);
}

/* From where it takes what is on this point. */
static YqBits
taken_from (const YqEndgame *self, YqSquare square, bool captain)
{
  const YqEndgameKind *kind = self->runner->kind;
  YqBits from = { { 0, 0 } };
  bool jumps = kind->ride == YQ_RIDE_CANNON;

  for (unsigned i = kind->first[1][square]; i < kind->first[1][square + 1]; i++)
    if (is_way_free (self, &kind->hops[1][i]))
      from = yq_bits_either (from, self->points[kind->hops[1][i].to]);
  for (unsigned way = 0; way < 4; way++)
    {
      unsigned met = 0;

      if (kind->ride == YQ_RIDE_NONE && !(captain && kind->faces && way >= 2))
        continue;
      for (unsigned i = 0; i < self->ray_lengths[square][way] && met < 1u + jumps; i++)
        {
          YqSquare place = self->rays[square][way][i];

          if (self->who[place] != 0)
            met++;
          else if (met == jumps)
            from = yq_bits_either (from, self->points[place]);
        }
    }
  return yq_bits_both (from, self->open);
}

/* Mirror images: only where the folded captain crosses the middle file. */

static YqBits
mirrored (const YqEndgame *self, YqBits set)
{
  YqBits image = { { 0, 0 } };

  for (unsigned w = 0; w < 2; w++)
    for (unsigned i = 0; i < YQ_BITS_WORD / 8; i++)
      image = yq_bits_either (image, self->mirrors[w][i][set.word[w] >> 8 * i & 255]);
  return image;
}

/* The row of the mirror image of the base as it is. */
static size_t
mirrored_row (const YqEndgame *self)
{
  size_t row = 0;

  for (unsigned i = 0; i + 1 < self->n_groups; i++)
    {
      const YqEndgameGroup *group = &self->groups[i];
      uint8_t digits[YQ_ENDGAME_PIECES];

      for (unsigned j = 0; j < group->n; j++)
        digits[j] = group->digits[yq_endgame_mirror (self->at[group->first + j])];
      row += group->stride * yq_endgame_rank (self, digits, group->n);
    }
  return row;
}

/* Forward. */

static __attribute__ ((noinline)) YqBits
closed_in_mirror (YqEndgame *self, const uint32_t *closed, unsigned piece, YqSquare to, unsigned taken)
{
  YqSquare at = self->at[piece], taken_at = YQ_SQUARE_NONE;
  size_t row;

  self->at[piece] = to;
  if (taken != YQ_NOBODY)
    {
      taken_at = self->at[taken];
      self->at[taken] = YQ_SQUARE_NONE;
    }
  row = mirrored_row (self);
  self->at[piece] = at;
  if (taken != YQ_NOBODY)
    self->at[taken] = taken_at;
  return mirrored (self, yq_endgame_load (self, closed, row));
}

/* Which states of the row at hand are in the set `closed` after a piece of the base has gone to a
 * point, and perhaps taken another one of the base. */
static inline YqBits
closed_after (YqEndgame *self, const uint32_t *closed, unsigned piece, YqSquare to, unsigned taken)
{
  size_t row;

  if (piece == self->folded && yq_endgame_is_right (to))
    return closed_in_mirror (self, closed, piece, to, taken);
  row = row_after (self, self->row, piece, to);
  if (taken != YQ_NOBODY)
    row = row_after (self, row, taken, YQ_SQUARE_NONE);
  return yq_endgame_load (self, closed, row);
}

typedef struct
{
  YqEndgame *self;
  YqSide side;
  const uint32_t *closed;
  unsigned piece;
  YqBits set;
} Escape;

ALWAYS_INLINE bool
leave_out_escape (void *data, YqSquare square, YqBits go, YqBits take, bool face)
{
  Escape *escape = data;
  YqEndgame *self = escape->self;
  const YqEndgameKind *runner = self->runner->kind;
  unsigned other = self->who[square];
  YqBits out = { { 0, 0 } };

  if (other != 0)
    {
      const YqEndgameKind *target = self->kind_of[other - 1];

      if (yq_endgame_side (target) == escape->side || !yq_bits_meet (escape->set, take))
        return true;
      if (yq_endgame_is_captain (target))
        out = take;
      else if (escape->closed != NULL && !face)
        out = yq_bits_without (take, closed_after (self, escape->closed, escape->piece, square, other - 1));
    }
  else
    {
      /* The runner on that point, to be taken. */
      YqBits here = yq_bits_both (yq_bits_both (escape->set, take), self->points[square]);

      if (yq_endgame_side (runner) == escape->side)
        here = (YqBits){ { 0, 0 } };
      if (yq_endgame_is_captain (runner))
        out = here;
      if (escape->closed != NULL && !face && (!yq_bits_is_empty (here) || yq_bits_meet (escape->set, go)))
        {
          YqBits closed = closed_after (self, escape->closed, escape->piece, square, YQ_NOBODY);

          out = yq_bits_either (out, yq_bits_without (go, closed));
          if (!yq_bits_meet (closed, self->absent))
            out = yq_bits_either (out, here);
        }
    }
  escape->set = yq_bits_without (escape->set, out);
  return !yq_bits_is_empty (escape->set);
}

ALWAYS_INLINE YqBits
without_way_out (YqEndgame *self, YqSide side, const uint32_t *closed, YqBits set)
{
  Escape escape = { .self = self, .side = side, .closed = closed, .set = set };

  for (unsigned piece = 0; piece < n_base (self) && !yq_bits_is_empty (escape.set); piece++)
    if (yq_endgame_side (self->kind_of[piece]) == side && self->at[piece] != YQ_SQUARE_NONE)
      {
        escape.piece = piece;
        walk (self, self->kind_of[piece], self->at[piece], false, leave_out_escape, &escape);
      }
  if (yq_endgame_side (self->runner->kind) != side || yq_bits_is_empty (escape.set))
    return escape.set;
  for (unsigned piece = 0; piece < n_base (self); piece++)
    {
      const YqEndgameKind *kind = self->kind_of[piece];
      YqSquare at = self->at[piece];

      if (yq_endgame_side (kind) == side || at == YQ_SQUARE_NONE)
        continue;
      if (yq_endgame_is_captain (kind)
          || (closed != NULL
              && !yq_bits_meet (
                  self->points[at],
                  yq_endgame_load (self, closed, row_after (self, self->row, piece, YQ_SQUARE_NONE)))))
        escape.set
            = yq_bits_without (escape.set, taken_from (self, at, yq_endgame_is_captain (kind)));
    }
  if (closed != NULL && !yq_bits_is_empty (escape.set))
    {
      YqBits ways = yq_bits_without (self->open, yq_endgame_load (self, closed, self->row));

      escape.set = yq_bits_without (escape.set, gone_from (self, ways, escape.set));
    }
  return escape.set;
}

/* Backward. */

/* Attacker to move: these states of a row are won in so many moves, unless they are in fewer. */
static inline void
win (const YqEndgame *self, size_t row, YqBits set, unsigned value)
{
  uint8_t *values = yq_endgame_values (self, row);

  set = yq_bits_without (set, yq_endgame_load (self, self->known, row));
  while (!yq_bits_is_empty (set))
    {
      unsigned digit = yq_bits_take (&set);

      if (values[digit] == YQ_NOT_WON)
        {
          values[digit] = (uint8_t) value;
          yq_endgame_mark (self->fresh, row);
        }
    }
}

/* Attacker to move: those of these states of a row in which he is in check are perhaps won. */
static inline void
suppose (const YqEndgame *self, size_t row, YqBits set)
{
  set = yq_bits_without (set, yq_endgame_load (self, self->known, row));
  set = yq_bits_both (set, yq_endgame_load (self, self->held, row));
  if (yq_bits_is_empty (set))
    return;
  yq_endgame_give (self, row, set, YQ_SUPPOSED);
  yq_endgame_mark (self->fresh, row);
}

/* What comes to this set of states of a row by a move of the attacker is won in so many moves; what
 * comes to it by a move of the defender is to be looked at. */
static inline void
come_from (const YqEndgame *self, YqSide side, size_t row, YqBits set, unsigned value)
{
  if (self->phase == YQ_ENDGAME_SIFTS)
    yq_endgame_mark (side == self->attacker ? self->fresh : self->stale, row);
  else if (self->phase == YQ_ENDGAME_SUPPOSES)
    suppose (self, row, set);
  else if (side == self->attacker)
    win (self, row, set, value);
  else
    {
      yq_endgame_add (self, self->doubtful, row, set);
      yq_endgame_mark (self->stale, row);
    }
}

/* The same when a piece of the other side was taken on the point. in_mirror: not in this row but in
 * that of the mirror image of the base. */
static void
come_from_taking (YqEndgame *self, YqSide side, size_t row, bool in_mirror, YqSquare square,
                  YqBits set, unsigned value)
{
  for (unsigned i = 0; i + 1 < self->n_groups; i++)
    {
      const YqEndgameGroup *group = &self->groups[i];
      unsigned piece = group->first, end = piece + group->n;

      if (yq_endgame_side (group->kind) == side || group->digits[square] == YQ_NO_DIGIT)
        continue;
      while (piece < end && self->at[piece] != YQ_SQUARE_NONE)
        piece++;
      if (piece == end)
        continue;
      if (in_mirror)
        {
          self->at[piece] = square;
          come_from (self, side, mirrored_row (self), set, value);
          self->at[piece] = YQ_SQUARE_NONE;
        }
      else
        come_from (self, side, row_after (self, row, piece, square), set, value);
    }
}

typedef struct
{
  YqEndgame *self;
  YqSide side;
  unsigned piece, value;
  YqBits set;
} Retreat;

/* Comes from a row, or (in_mirror) from that of the mirror image of the base, where went and took
 * are the places of the runner when the piece, now on `at`, went there, or took there. */
static inline void
come_from_row (const Retreat *retreat, size_t row, bool in_mirror, YqSquare at, YqBits went,
               YqBits took)
{
  YqEndgame *self = retreat->self;
  const YqEndgameGroup *runner = self->runner;
  bool took_runner = yq_endgame_side (runner->kind) != retreat->side
                     && !yq_endgame_is_captain (runner->kind) && yq_bits_meet (took, self->absent)
                     && runner->digits[at] != YQ_NO_DIGIT;
  YqBits there = self->points[at];

  if (in_mirror)
    {
      went = mirrored (self, went);
      took = mirrored (self, took);
      there = mirrored (self, there);
    }
  if (!yq_bits_is_empty (went))
    come_from (self, retreat->side, row, went, retreat->value);
  if (!yq_bits_is_empty (took) && self->has_taken[retreat->side])
    come_from_taking (self, retreat->side, row, in_mirror, at, took, retreat->value);
  if (took_runner)
    come_from (self, retreat->side, row, there, retreat->value);
}

static __attribute__ ((noinline)) void
come_from_mirror (const Retreat *retreat, YqSquare from, YqBits went, YqBits took)
{
  YqSquare *place = &retreat->self->at[retreat->piece], at = *place;

  *place = from;
  come_from_row (retreat, mirrored_row (retreat->self), true, at, went, took);
  *place = at;
}

ALWAYS_INLINE bool
retreat_to (void *data, YqSquare square, YqBits go, YqBits take, bool face)
{
  Retreat *retreat = data;
  YqEndgame *self = retreat->self;
  const YqEndgameGroup *group = &self->groups[self->group_of[retreat->piece]];
  YqSquare at = self->at[retreat->piece];
  YqBits went = yq_bits_both (go, retreat->set);
  YqBits took = yq_bits_without (yq_bits_both (take, retreat->set), self->points[square]);

  (void) face;
  if (self->who[square] != 0 || (yq_bits_is_empty (went) && yq_bits_is_empty (took)))
    return true;
  /* From the right: what is kept is the mirror image. From the middle: both are. */
  if (retreat->piece == self->folded && group->digits[yq_endgame_mirror (square)] != YQ_NO_DIGIT
      && yq_square_file (square) >= YQ_FILES / 2
      && yq_square_file (at) < YQ_FILES / 2 + (yq_endgame_is_right (square) ? 1u : 0u))
    come_from_mirror (retreat, square, went, took);
  if (group->digits[square] != YQ_NO_DIGIT)
    come_from_row (retreat, row_after (self, self->row, retreat->piece, square), false, at, went,
                   took);
  return true;
}

/* All that comes to these states of the row at hand by a move of the side. */
ALWAYS_INLINE void
retreat (YqEndgame *self, YqSide side, YqBits set, unsigned value)
{
  const YqEndgameGroup *runner = self->runner;
  Retreat retreat = { .self = self, .side = side, .value = value, .set = set };
  YqBits went;

  for (unsigned piece = 0; piece < n_base (self); piece++)
    if (yq_endgame_side (self->kind_of[piece]) == side && self->at[piece] != YQ_SQUARE_NONE)
      {
        retreat.piece = piece;
        walk (self, self->kind_of[piece], self->at[piece], true, retreat_to, &retreat);
      }
  if (yq_endgame_side (runner->kind) != side)
    return;
  went = gone_from (self, set, self->open);
  if (!yq_bits_is_empty (went))
    come_from (self, side, self->row, went, value);
  if (!self->has_taken[side])
    return;
  for (YqBits left = yq_bits_without (set, self->absent); !yq_bits_is_empty (left);)
    {
      YqSquare at = runner->squares[yq_bits_take (&left)];
      YqBits took = taken_from (self, at, false);

      if (!yq_bits_is_empty (took))
        come_from_taking (self, side, self->row, false, at, took, value);
    }
}

YqBits
yq_endgame_without_way_out (YqEndgame *self, YqSide side, const uint32_t *closed, YqBits set)
{
  return without_way_out (self, side, closed, set);
}

void
yq_endgame_retreat (YqEndgame *self, YqSide side, YqBits set)
{
  retreat (self, side, set, 0);
}

/* Building. */

bool
yq_endgame_next (const YqEndgame *self, uint64_t *rows, size_t *row)
{
  size_t i = *row / YQ_BITS_WORD, n = self->n_rows / YQ_BITS_WORD + 1;

  while (i < n && rows[i] == 0)
    i++;
  if (i == n)
    return false;
  *row = i * YQ_BITS_WORD + (size_t) __builtin_ctzll (rows[i]);
  rows[i] &= rows[i] - 1;
  return true;
}

/* The states in which the attacker can take the captain: won at once, or impossible. */
static bool
find_captures (YqEndgame *self, YqPatience *patience)
{
  for (size_t row = 0; row < self->n_rows; row++)
    {
      YqBits taken;

      if (!yq_endgame_may_go_on (patience))
        return false;
      memset (yq_endgame_values (self, row), YQ_NOT_WON, self->runner->n_digits);
      if (!yq_endgame_set_up (self, row))
        continue;
      taken = without_way_out (self, self->attacker, NULL, self->open);
      taken = yq_bits_without (self->open, taken);
      if (self->by_capture)
        win (self, row, taken, 1);
      else
        {
          yq_endgame_add (self, self->known, row, taken);
          while (!yq_bits_is_empty (taken))
            yq_endgame_values (self, row)[yq_bits_take (&taken)] = 0;
        }
    }
  return true;
}

/* Looks for mated states among these of the row at hand, which make others won in so many moves. */
static void
find_mated (YqEndgame *self, YqBits candidates, unsigned value)
{
  YqSide defender = yq_side_other (self->attacker);
  YqBits mated = candidates;

  if (self->held != NULL)
    {
      mated = without_way_out (self, defender, self->held, candidates);
      yq_endgame_add (self, self->near, self->row, mated);
    }
  mated = without_way_out (self, defender, self->known, mated);
  if (yq_bits_is_empty (mated))
    return;
  if (self->held != NULL)
    yq_endgame_store (self, self->near, self->row,
                      yq_bits_without (yq_endgame_load (self, self->near, self->row), mated));
  retreat (self, self->attacker, mated, value);
}

YqBits
yq_endgame_of_value (const YqEndgame *self, unsigned value)
{
  const uint8_t *values = yq_endgame_values (self, self->row), *at = values;
  size_t n = self->runner->n_digits;
  YqBits set = { { 0, 0 } };

  while ((at = memchr (at, (int) value, n - (size_t) (at - values))) != NULL)
    set = yq_bits_either (set, yq_bits_of ((unsigned) (at++ - values)));
  return set;
}

/* What is won in so many moves is known from now on, and what may be mated by that is to be looked
 * at. */
static void
make_known (YqEndgame *self, unsigned value)
{
  YqBits set = yq_endgame_of_value (self, value);

  yq_endgame_add (self, self->known, self->row, set);
  if (self->held != NULL)
    yq_endgame_add (self, self->held, self->row, set);
  retreat (self, yq_side_other (self->attacker), set, 0);
}

bool
yq_endgame_find_more (YqEndgame *self, unsigned value, YqPatience *patience)
{
  bool more = true;

  for (; value < YQ_ENDGAME_END; value++)
    {
      more = false;
      for (size_t row = 0; yq_endgame_next (self, self->fresh, &row); more = true)
        {
          if (!yq_endgame_may_go_on (patience))
            return false;
          yq_endgame_set_up (self, row);
          make_known (self, value);
        }
      if (!more || (self->wanted != NULL && *self->wanted <= value))
        break;
      for (size_t row = 0; yq_endgame_next (self, self->stale, &row);)
        {
          YqBits candidates = yq_endgame_load (self, self->doubtful, row);

          if (!yq_endgame_may_go_on (patience))
            return false;
          yq_endgame_set_up (self, row);
          yq_endgame_store (self, self->doubtful, row, (YqBits){ { 0, 0 } });
          find_mated (self, candidates, value + 1);
        }
    }
  self->n_values = value;
  return true;
}

static bool
find_all (YqEndgame *self, YqPatience *patience)
{
  const unsigned value = 1;

  if (!find_captures (self, patience))
    return false;
  for (size_t row = 0; row < self->n_rows; row++)
    {
      if (!yq_endgame_may_go_on (patience))
        return false;
      if (yq_endgame_set_up (self, row))
        find_mated (self, self->open, 1);
    }
  if (!yq_endgame_find_more (self, value, patience))
    return false;
  self->cut = self->n_values == YQ_ENDGAME_END;
  self->n_mates = self->n_values + self->cut;
  return true;
}

bool
yq_endgame_build (YqEndgame *self, void *memory, bool (*go_on) (void *data), void *data)
{
  YqPatience patience = { go_on, data, 0 };
  size_t n_marks;

  yq_endgame_number (self);
  n_marks = self->n_rows / YQ_BITS_WORD + 1;
  self->fresh = memory;
  self->stale = self->fresh + n_marks;
  self->known = (uint32_t *) (self->stale + n_marks);
  self->doubtful = self->known + self->n_rows * self->n_parts;
  self->values = (uint8_t *) (self->doubtful + self->n_rows * self->n_parts);
  if (find_all (self, &patience))
    return true;
  self->values = NULL;
  return false;
}
