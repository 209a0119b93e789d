/* How a table of endgames is laid out: which piece runs, which pieces are told apart.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "yq-endgame-private.h"

#include <stdlib.h>
#include <string.h>

/* Numbers. */

static uint64_t
times (uint64_t a, uint64_t b)
{
  return b != 0 && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

static uint64_t
plus (uint64_t a, uint64_t b)
{
  return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

static void
make_combinations (YqEndgame *self)
{
  for (unsigned n = 0; n < YQ_ENDGAME_DIGITS; n++)
    for (unsigned k = 0; k <= YQ_ENDGAME_PIECES; k++)
      self->combinations[n][k]
          = k == 0   ? 1
            : n == 0 ? 0
                     : plus (self->combinations[n - 1][k - 1], self->combinations[n - 1][k]);
}

size_t
yq_endgame_rank (const YqEndgame *self, uint8_t *digits, unsigned n)
{
  uint64_t rank = 0;

  for (unsigned i = 0; i < n; i++)
    for (unsigned j = i; j > 0 && digits[j] < digits[j - 1]; j--)
      {
        uint8_t swap = digits[j];

        digits[j] = digits[j - 1];
        digits[j - 1] = swap;
      }
  for (unsigned i = 0; i < n; i++)
    rank += self->combinations[digits[i]][i + 1];
  return (size_t) rank;
}

void
yq_endgame_unrank (const YqEndgame *self, const YqEndgameGroup *group, size_t rank, uint8_t *digits)
{
  unsigned above = group->n_digits;

  for (unsigned i = group->n; i-- > 0;)
    {
      unsigned digit = 0;

      /* The largest one that is not too large. */
      while (digit + 1 < above)
        {
          unsigned middle = (digit + above) / 2;

          if (self->combinations[middle][i + 1] <= rank)
            digit = middle;
          else
            above = middle;
        }
      digits[i] = (uint8_t) digit;
      rank -= (size_t) self->combinations[digit][i + 1];
      above = digit == group->n_squares ? above : digit;
    }
}

/* Pieces. */

static bool
has_mirrored_hop (const YqEndgameKind *kind, YqSquare from, const YqHopReach *hop)
{
  YqSquare mirror = yq_endgame_mirror (from);

  for (unsigned i = kind->first[0][mirror]; i < kind->first[0][mirror + 1]; i++)
    if (kind->hops[0][i].to == yq_endgame_mirror (hop->to)
        && kind->hops[0][i].empty[0] == yq_endgame_mirror (hop->empty[0])
        && kind->hops[0][i].empty[1] == yq_endgame_mirror (hop->empty[1]))
      return true;
  return false;
}

static bool
is_symmetric_kind (const YqEndgameKind *kind)
{
  for (YqSquare from = 0; from < YQ_SQUARES; from++)
    {
      if (kind->stands[from] != kind->stands[yq_endgame_mirror (from)])
        return false;
      for (unsigned i = kind->first[0][from]; i < kind->first[0][from + 1]; i++)
        if (!has_mirrored_hop (kind, from, &kind->hops[0][i]))
          return false;
    }
  return true;
}

/* The hops of a kind in both directions. */
static bool
make_kind (YqEndgameKind *kind, const YqGeometry *geometry, YqPiece piece)
{
  const YqRuleset *ruleset = yq_geometry_ruleset (geometry);
  YqHopReach hops[YQ_MAX_HOP_REACHES];
  uint16_t n[2][YQ_SQUARES] = { 0 }, n_all = 0;

  *kind = (YqEndgameKind){
    .piece = piece,
    .ride = ruleset->movers[yq_piece_type (piece)].ride,
    .faces = yq_piece_type (piece) == YQ_CAPTAIN && ruleset->captains_face,
  };
  for (YqSquare from = 0; from < YQ_SQUARES; from++)
    {
      kind->stands[from] = yq_reach_stands (geometry, piece, from);
      n[0][from] = (uint16_t) yq_reach_hops (geometry, piece, from, hops);
      for (unsigned i = 0; i < n[0][from]; i++)
        n[1][hops[i].to]++;
    }
  for (unsigned back = 0; back < 2; back++)
    {
      n_all = 0;
      for (YqSquare square = 0; square < YQ_SQUARES; square++)
        {
          kind->first[back][square] = n_all;
          n_all = (uint16_t) (n_all + n[back][square]);
          n[back][square] = 0;
        }
      kind->first[back][YQ_SQUARES] = n_all;
      kind->hops[back] = malloc ((n_all + 1u) * sizeof (YqHopReach));
    }
  if (kind->hops[0] == NULL || kind->hops[1] == NULL)
    return false;
  for (YqSquare from = 0; from < YQ_SQUARES; from++)
    {
      size_t n_hops = yq_reach_hops (geometry, piece, from, hops);

      for (size_t i = 0; i < n_hops; i++)
        {
          YqSquare to = hops[i].to;

          kind->hops[0][kind->first[0][from] + n[0][from]++] = hops[i];
          kind->hops[1][kind->first[1][to] + n[1][to]++]
              = (YqHopReach){ from, { hops[i].empty[0], hops[i].empty[1] } };
        }
    }
  kind->symmetric = is_symmetric_kind (kind);
  return true;
}

static void
make_rays (YqEndgame *self)
{
  static const int ranks[4] = { 0, 0, 1, -1 }, files[4] = { 1, -1, 0, 0 };

  for (YqSquare from = 0; from < YQ_SQUARES; from++)
    for (unsigned way = 0; way < 4; way++)
      for (long i = 1;; i++)
        {
          YqSquare square = yq_square_at ((long) yq_square_rank (from) + i * ranks[way],
                                          (long) yq_square_file (from) + i * files[way]);

          if (square == YQ_SQUARE_NONE)
            break;
          self->rays[from][way][self->ray_lengths[from][way]++] = square;
        }
}

/* Adds to the points all that the kind can ever reach from them. */
static void
close_points (const YqEndgame *self, const YqEndgameKind *kind, bool points[YQ_SQUARES])
{
  YqSquare stack[YQ_SQUARES];
  unsigned n = 0;

  for (YqSquare square = 0; square < YQ_SQUARES; square++)
    if (points[square])
      stack[n++] = square;
  while (n > 0)
    {
      YqSquare from = stack[--n];

      for (unsigned i = kind->first[0][from]; i < kind->first[0][from + 1]; i++)
        if (!points[kind->hops[0][i].to])
          {
            stack[n++] = kind->hops[0][i].to;
            points[kind->hops[0][i].to] = true;
          }
      for (unsigned way = 0; kind->ride != YQ_RIDE_NONE && way < 4; way++)
        for (unsigned i = 0; i < self->ray_lengths[from][way]; i++)
          {
            YqSquare to = self->rays[from][way][i];

            if (!points[to] && kind->stands[to])
              {
                stack[n++] = to;
                points[to] = true;
              }
          }
    }
}

/* A group of n pieces that stand anywhere on these points. */
static void
make_group (const YqEndgame *self, YqEndgameGroup *group, const YqEndgameKind *kind, unsigned n,
            const bool points[YQ_SQUARES])
{
  *group = (YqEndgameGroup){ .kind = kind, .n = n };
  memset (group->digits, YQ_NO_DIGIT, sizeof group->digits);
  for (YqSquare square = 0; square < YQ_SQUARES; square++)
    if (points[square])
      {
        group->squares[group->n_squares] = square;
        group->digits[square] = (uint8_t) group->n_squares++;
      }
  group->n_digits = group->n_squares;
  if (yq_piece_type (kind->piece) != YQ_CAPTAIN)
    {
      group->squares[group->n_digits] = YQ_SQUARE_NONE;
      group->digits[YQ_SQUARE_NONE] = (uint8_t) group->n_digits++;
    }
  /* So many places for all, for all but one, and so on. */
  for (unsigned taken = 0; taken <= (group->n_digits > group->n_squares ? n : 0); taken++)
    group->radix = plus (group->radix, self->combinations[group->n_squares][n - taken]);
}

static void
merge_groups (const YqEndgame *self, YqEndgameGroup *merged, const YqEndgameGroup *a,
              const YqEndgameGroup *b)
{
  bool points[YQ_SQUARES];

  for (YqSquare square = 0; square < YQ_SQUARES; square++)
    points[square] = a->digits[square] != YQ_NO_DIGIT || b->digits[square] != YQ_NO_DIGIT;
  make_group (self, merged, a->kind, a->n + b->n, points);
}

/* Makes one group of two as long as that makes fewer states. */
static unsigned
merge_all (const YqEndgame *self, YqEndgameGroup *groups, unsigned n)
{
  bool merged = true;

  while (merged)
    {
      merged = false;
      for (unsigned i = 0; i < n; i++)
        for (unsigned j = n; --j > i;)
          if (groups[i].kind == groups[j].kind)
            {
              YqEndgameGroup one;

              merge_groups (self, &one, &groups[i], &groups[j]);
              if (one.radix < times (groups[i].radix, groups[j].radix))
                {
                  groups[i] = one;
                  groups[j] = groups[--n];
                  merged = true;
                }
            }
    }
  return n;
}

static bool
is_symmetric_group (const YqEndgameGroup *group)
{
  for (YqSquare square = 0; square < YQ_SQUARES; square++)
    if ((group->digits[square] == YQ_NO_DIGIT)
        != (group->digits[yq_endgame_mirror (square)] == YQ_NO_DIGIT))
      return false;
  return group->kind->symmetric;
}

/* When left and right are alike in everything, only positions with one captain of the base on the
 * left or on the middle file are kept. Returns the group of that captain, n when there is none. */
static unsigned
fold (const YqEndgame *self, YqEndgameGroup *groups, unsigned n)
{
  bool points[YQ_SQUARES];
  unsigned folded = 0;

  for (unsigned i = 0; i < n; i++)
    if (!is_symmetric_group (&groups[i]))
      return n;
  while (folded + 1 < n && !yq_endgame_is_captain (groups[folded].kind))
    folded++;
  if (folded + 1 == n)
    return n;
  for (YqSquare square = 0; square < YQ_SQUARES; square++)
    points[square] = groups[folded].digits[square] != YQ_NO_DIGIT && !yq_endgame_is_right (square);
  make_group (self, &groups[folded], groups[folded].kind, 1, points);
  return folded;
}

static unsigned
parts_of (const YqEndgameGroup *runner)
{
  return (runner->n_digits + YQ_BITS_PART - 1) / YQ_BITS_PART;
}

/* What a table of these groups takes, the last of which runs. Rows are numbered in 32 bits. */
static YqEndgameCost
cost_of (const YqEndgameGroup *groups, unsigned n)
{
  const double seconds_a_state = 20e-9;
  const YqEndgameGroup *runner = &groups[n - 1];
  uint64_t rows = 1, row_bytes = runner->n_digits + 2 * parts_of (runner) * sizeof (uint32_t);
  YqEndgameCost cost;

  for (unsigned i = 0; i + 1 < n; i++)
    rows = times (rows, groups[i].radix);
  if (rows > UINT32_MAX)
    rows = UINT64_MAX;
  cost.states = times (times (rows, runner->n_digits), 2);
  cost.bytes = plus (times (rows, row_bytes), (rows / YQ_BITS_WORD + 1) * 2 * sizeof (uint64_t));
  cost.bytes = plus (cost.bytes, sizeof (uint64_t) - 1) / sizeof (uint64_t) * sizeof (uint64_t);
  cost.seconds = (double) cost.states * seconds_a_state;
  return cost;
}

/* About how many moves the pieces of a group have. */
static unsigned
mobility (const YqEndgameGroup *group)
{
  const YqEndgameKind *kind = group->kind;
  unsigned rides = kind->ride == YQ_RIDE_NONE ? 0 : YQ_RANKS + YQ_FILES;

  return group->n * (rides + kind->first[0][YQ_SQUARES] / YQ_SQUARES);
}

/* Those with the most moves first: rows that are near each other then are near each other in
 * memory. */
static int
compare_groups (const void *a, const void *b)
{
  const YqEndgameGroup *x = a, *y = b;
  unsigned x_moves = mobility (x), y_moves = mobility (y);

  return (x_moves < y_moves) - (x_moves > y_moves);
}

/* Chooses the runner, and which pieces are told apart, so that the table is smallest. */
static void
lay_out (YqEndgame *self, const YqEndgameGroup *singles, unsigned n)
{
  self->cost.bytes = UINT64_MAX;
  for (unsigned i = 0; i < n; i++)
    {
      YqEndgameGroup groups[YQ_ENDGAME_PIECES];
      unsigned n_groups = 0, folded;
      YqEndgameCost cost;

      for (unsigned j = 0; j < n; j++)
        if (j != i)
          groups[n_groups++] = singles[j];
      n_groups = merge_all (self, groups, n_groups);
      qsort (groups, n_groups, sizeof *groups, compare_groups);
      groups[n_groups++] = singles[i];
      folded = fold (self, groups, n_groups);
      cost = cost_of (groups, n_groups);
      if ((singles[i].kind->ride == YQ_RIDE_NONE || singles[i].n_squares == YQ_SQUARES)
          && (cost.bytes < self->cost.bytes
              || (cost.bytes == self->cost.bytes
                  && yq_endgame_side (singles[i].kind) == self->attacker)))
        {
          self->cost = cost;
          /* Two sets a row. */
          self->rule_bytes = cost.states / singles[i].n_digits * parts_of (&singles[i]) * sizeof (uint32_t);
          self->n_groups = n_groups;
          self->folded_group = folded;
          memcpy (self->groups, groups, n_groups * sizeof *groups);
        }
    }
}

/* The mirror images of sets of the runner's places. */
static void
number_mirrors (YqEndgame *self)
{
  const YqEndgameGroup *runner = self->runner;

  for (unsigned digit = 0; digit <= runner->n_squares; digit++)
    {
      YqBits *mirrors = self->mirrors[digit / YQ_BITS_WORD][digit % YQ_BITS_WORD / 8];
      YqBits mirror = digit == runner->n_squares
                          ? self->absent
                          : self->points[yq_endgame_mirror (runner->squares[digit])];

      for (unsigned byte = 0; byte < 256; byte++)
        if (byte >> digit % 8 & 1)
          mirrors[byte] = yq_bits_either (mirrors[byte], mirror);
    }
}

void
yq_endgame_number (YqEndgame *self)
{
  size_t stride = 1;
  unsigned n = 0;

  for (unsigned i = 0; i < self->n_groups; i++)
    {
      YqEndgameGroup *group = &self->groups[i];

      group->first = n;
      n += group->n;
      if (i + 1 == self->n_groups)
        break;
      group->stride = stride;
      for (unsigned digit = 0; digit < group->n_digits; digit++)
        group->places[digit] = stride * (size_t) self->combinations[digit][group->n];
      stride *= (size_t) group->radix;
    }
  self->n_rows = stride;
  self->runner = &self->groups[self->n_groups - 1];
  self->n_parts = parts_of (self->runner);
  for (YqSquare square = 0; square < YQ_SQUARES; square++)
    if (self->runner->digits[square] != YQ_NO_DIGIT)
      self->points[square] = yq_bits_of (self->runner->digits[square]);
  self->absent = yq_bits_of (self->runner->n_squares);
  for (unsigned digit = 0; digit < self->runner->n_digits; digit++)
    self->all = yq_bits_either (self->all, yq_bits_of (digit));
  for (unsigned i = 0; i < self->n_groups; i++)
    for (unsigned j = 0; j < self->groups[i].n; j++)
      {
        self->group_of[self->groups[i].first + j] = (uint8_t) i;
        self->kind_of[self->groups[i].first + j] = self->groups[i].kind;
      }
  self->folded
      = self->folded_group < self->n_groups ? self->groups[self->folded_group].first : YQ_NOBODY;
  if (self->folded != YQ_NOBODY)
    number_mirrors (self);
  for (YqSquare rank = 0; rank < YQ_RANKS; rank++)
    {
      self->edges[0] = yq_bits_either (self->edges[0], self->points[rank * YQ_FILES]);
      self->edges[1]
          = yq_bits_either (self->edges[1], self->points[rank * YQ_FILES + YQ_FILES - 1]);
    }
}

YqEndgame *
yq_endgame_new (const YqPosition *root, YqSide attacker)
{
  YqEndgame *self = calloc (1, sizeof *self);
  YqEndgameGroup singles[YQ_ENDGAME_PIECES];
  unsigned n = 0;

  if (self == NULL)
    return NULL;
  self->attacker = attacker;
  self->by_capture = yq_geometry_ruleset (root->geometry)->captain_may_be_taken;
  self->cost = (YqEndgameCost){ UINT64_MAX, UINT64_MAX, 1e300 };
  make_combinations (self);
  make_rays (self);
  for (YqSquare square = 0; square < YQ_SQUARES; square++)
    {
      YqPiece piece = root->squares[square];
      bool points[YQ_SQUARES] = { false };
      unsigned kind = 0;

      if (piece == YQ_EMPTY)
        continue;
      if (n == YQ_ENDGAME_PIECES)
        return self;
      while (kind < self->n_kinds && self->kinds[kind].piece != piece)
        kind++;
      if (kind == self->n_kinds
          && !make_kind (&self->kinds[self->n_kinds++], root->geometry, piece))
        {
          yq_endgame_free (self);
          return NULL;
        }
      points[square] = true;
      close_points (self, &self->kinds[kind], points);
      make_group (self, &singles[n++], &self->kinds[kind], 1, points);
    }
  lay_out (self, singles, n);
  return self;
}

void
yq_endgame_free (YqEndgame *self)
{
  if (self == NULL)
    return;
  for (unsigned i = 0; i < self->n_kinds; i++)
    for (unsigned back = 0; back < 2; back++)
      free (self->kinds[i].hops[back]);
  free (self);
}

YqEndgameCost
yq_endgame_cost (const YqEndgame *self)
{
  return self->cost;
}
