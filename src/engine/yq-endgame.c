/* Every position that can arise from one with few pieces, solved at once.
 *
 * A state is a place for each piece, or «taken», with one side to move; its number is written in
 * mixed radix, identical pieces as a combination. The states that differ only in the place of one
 * piece, the runner, form a row; the other pieces are the base of the row. Sets of states of a row
 * are bits of two words, so that all work but the runner's own moves is done for a whole row at
 * once: a move of a base piece leads from row to row, for all places of the runner where it is not
 * in the way.
 *
 * Both games are played as if captains were taken. Where the rules forbid to leave the captain to
 * be taken, a position in which the attacker could take it counts as won in no move; a defender
 * without a legal move is then one all of whose moves lead to such positions, and he who can take
 * the attacker's captain always has a way out.
 *
 * Source of the idea: Thompson, «Retrograde analysis of certain endgames» (1986).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "yq-endgame.h"

#include <stdlib.h>
#include <string.h>

#include "yq-mate-table.h"
#include "yq-mate.h"
#include "yq-moves.h"
#include "yq-reach.h"

enum
{
  MAX_PIECES = 32,
  MAX_DIGITS = YQ_SQUARES + 1, /* the last place is «taken» */
  NO_DIGIT = 255,
  NOBODY = 255,
  UNKNOWN = 255,     /* not won by the attacker, as far as is known */
  WORD = 64,         /* bits */
  PART = 32,         /* bits: sets of a row are kept in as few parts as they need */
  ROWS_A_LOOK = 128, /* rows between two looks at the clock: well below a millisecond */
};

/* Sets of places of the runner, by digit. */
typedef struct
{
  uint64_t word[2];
} Bits;

/* How a kind of piece goes. */
typedef struct
{
  YqPiece piece;
  bool faces;     /* takes the other captain along an open file */
  bool symmetric; /* goes to the left as to the right */
  YqRide ride;
  bool stands[YQ_SQUARES];
  uint16_t first[2][YQ_SQUARES + 1]; /* of the hops from a point, and of those back from it */
  YqHopReach *hops[2];               /* owned */
} Kind;

/* Pieces of a kind that are told apart by nothing, with one digit of the number for all of them. */
typedef struct
{
  const Kind *kind;
  unsigned first, n; /* pieces[first] and the next n - 1 */
  unsigned n_squares, n_digits;
  YqSquare squares[MAX_DIGITS];   /* by digit */
  uint8_t digits[YQ_SQUARES + 1]; /* by square, of YQ_SQUARE_NONE: taken; NO_DIGIT = never there */
  uint64_t radix;
  size_t stride;                 /* rows between two values; 0 of the runner */
  size_t places[MAX_DIGITS];      /* what the largest digit adds to the row */
} Group;

struct YqEndgame
{
  const YqGeometry *geometry;
  YqSide attacker;
  bool by_capture; /* the game ends when the captain is taken */
  YqEndgameCost cost;

  unsigned n_kinds, n_groups;
  Kind kinds[MAX_PIECES];
  Group groups[MAX_PIECES]; /* the last one is the runner */
  const Group *runner;
  unsigned folded_group; /* of a captain that is never kept on the right; n_groups = none */
  unsigned folded;       /* that captain */
  Bits mirrors[2][8][256]; /* the mirror image of each byte of a set */
  uint8_t group_of[MAX_PIECES];
  const Kind *kind_of[MAX_PIECES];
  Bits points[YQ_SQUARES + 1]; /* the runner's digit there */
  Bits absent; /* the runner's digit when it is not on the board, were it to be taken */
  Bits all;
  Bits edges[2]; /* where no step along a rank to the right, to the left ends */
  uint64_t combinations[MAX_DIGITS + MAX_PIECES]
                       [MAX_PIECES + 1]; /* n over k; UINT64_MAX = too many */
  uint8_t ray_lengths[YQ_SQUARES][4];
  YqSquare rays[YQ_SQUARES][4][YQ_RANKS];

  /* The table: borrowed memory. */
  size_t n_rows;
  unsigned n_parts;   /* of the sets of a row */
  uint32_t *known;    /* attacker to move: won in as many moves as have been looked at; a set a row */
  uint32_t *doubtful; /* defender to move: to be looked at, perhaps mated; a set a row */
  uint64_t *fresh;    /* a bit a row: some states are won in one move more than is known */
  uint64_t *stale;    /* a bit a row: some states are doubtful */
  uint8_t *values;    /* attacker to move: least number of moves */
  bool cut;           /* there may be longer mates */

  /* The base of the row at hand. */
  size_t row;
  size_t places[MAX_PIECES]; /* what each group adds to the row */
  YqSquare at[MAX_PIECES];
  uint8_t who[YQ_SQUARES + 1]; /* 1 + piece there; 0 = none */
  Bits open;                   /* where the runner can be */
  bool has_taken[2];           /* the side has taken a piece that belongs to the base */
};

/* Sets. */

static inline Bits
both (Bits a, Bits b)
{
  return (Bits){ { a.word[0] & b.word[0], a.word[1] & b.word[1] } };
}

static inline Bits
either (Bits a, Bits b)
{
  return (Bits){ { a.word[0] | b.word[0], a.word[1] | b.word[1] } };
}

static inline Bits
without (Bits a, Bits b)
{
  return (Bits){ { a.word[0] & ~b.word[0], a.word[1] & ~b.word[1] } };
}

static inline Bits
complement (Bits a)
{
  return (Bits){ { ~a.word[0], ~a.word[1] } };
}

static inline bool
is_empty (Bits a)
{
  return (a.word[0] | a.word[1]) == 0;
}

static inline bool
meet (Bits a, Bits b)
{
  return !is_empty (both (a, b));
}

static inline Bits
bit (unsigned digit)
{
  return digit < WORD ? (Bits){ { (uint64_t)1 << digit, 0 } }
                      : (Bits){ { 0, (uint64_t)1 << (digit - WORD) } };
}

/* Takes the first digit out of a set that has one. */
static inline unsigned
take_digit (Bits *set)
{
  unsigned w = set->word[0] == 0;
  unsigned digit = w * WORD + (unsigned)__builtin_ctzll (set->word[w]);

  set->word[w] &= set->word[w] - 1;
  return digit;
}

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
  for (unsigned n = 0; n < MAX_DIGITS + MAX_PIECES; n++)
    for (unsigned k = 0; k <= MAX_PIECES; k++)
      self->combinations[n][k]
          = k == 0   ? 1
            : n == 0 ? 0
                     : plus (self->combinations[n - 1][k - 1], self->combinations[n - 1][k]);
}

/* The number of a combination of digits, which may be equal, in any order; sorts them. */
static size_t
rank_digits (const YqEndgame *self, uint8_t *digits, unsigned n)
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
    rank += self->combinations[digits[i] + i][i + 1];
  return (size_t)rank;
}

static void
unrank_digits (const YqEndgame *self, size_t rank, uint8_t *digits, unsigned n)
{
  unsigned above = MAX_DIGITS;

  for (unsigned i = n; i-- > 0;)
    {
      unsigned digit = 0;

      /* The largest one that is not too large. */
      while (digit + 1 < above)
        {
          unsigned middle = (digit + above) / 2;

          if (self->combinations[middle + i][i + 1] <= rank)
            digit = middle;
          else
            above = middle;
        }
      digits[i] = (uint8_t)digit;
      rank -= (size_t)self->combinations[digit + i][i + 1];
      above = digit + 1;
    }
}

/* Laying out. */

static inline YqSide
side_of (const Kind *kind)
{
  return yq_piece_side (kind->piece);
}

static inline bool
is_captain (const Kind *kind)
{
  return yq_piece_type (kind->piece) == YQ_CAPTAIN;
}

/* The point on the other side of the middle file; taken pieces stay so. */
static inline YqSquare
mirror_square (YqSquare square)
{
  return square == YQ_SQUARE_NONE
           ? square
           : (YqSquare) (square - yq_square_file (square) + YQ_FILES - 1 - yq_square_file (square));
}

static inline bool
is_right (YqSquare square)
{
  return square != YQ_SQUARE_NONE && yq_square_file (square) > YQ_FILES / 2;
}

static bool
has_mirrored_hop (const Kind *kind, YqSquare from, const YqHopReach *hop)
{
  YqSquare mirror = mirror_square (from);

  for (unsigned i = kind->first[0][mirror]; i < kind->first[0][mirror + 1]; i++)
    if (kind->hops[0][i].to == mirror_square (hop->to)
        && kind->hops[0][i].empty[0] == mirror_square (hop->empty[0])
        && kind->hops[0][i].empty[1] == mirror_square (hop->empty[1]))
      return true;
  return false;
}

static bool
is_symmetric_kind (const Kind *kind)
{
  for (YqSquare from = 0; from < YQ_SQUARES; from++)
    {
      if (kind->stands[from] != kind->stands[mirror_square (from)])
        return false;
      for (unsigned i = kind->first[0][from]; i < kind->first[0][from + 1]; i++)
        if (!has_mirrored_hop (kind, from, &kind->hops[0][i]))
          return false;
    }
  return true;
}

/* The hops of a kind in both directions. */
static bool
make_kind (Kind *kind, const YqGeometry *geometry, YqPiece piece)
{
  const YqRuleset *ruleset = yq_geometry_ruleset (geometry);
  YqHopReach hops[YQ_MAX_HOP_REACHES];
  uint16_t n[2][YQ_SQUARES] = { 0 }, n_all = 0;

  *kind = (Kind){
    .piece = piece,
    .ride = ruleset->movers[yq_piece_type (piece)].ride,
    .faces = yq_piece_type (piece) == YQ_CAPTAIN && ruleset->captains_face,
  };
  for (YqSquare from = 0; from < YQ_SQUARES; from++)
    {
      kind->stands[from] = yq_reach_stands (geometry, piece, from);
      n[0][from] = (uint16_t)yq_reach_hops (geometry, piece, from, hops);
      for (unsigned i = 0; i < n[0][from]; i++)
        n[1][hops[i].to]++;
    }
  for (unsigned back = 0; back < 2; back++)
    {
      n_all = 0;
      for (YqSquare square = 0; square < YQ_SQUARES; square++)
        {
          kind->first[back][square] = n_all;
          n_all = (uint16_t)(n_all + n[back][square]);
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
          YqSquare square = yq_square_at ((long)yq_square_rank (from) + i * ranks[way],
                                          (long)yq_square_file (from) + i * files[way]);

          if (square == YQ_SQUARE_NONE)
            break;
          self->rays[from][way][self->ray_lengths[from][way]++] = square;
        }
}

/* Adds to the points all that the kind can ever reach from them. */
static void
close_points (const YqEndgame *self, const Kind *kind, bool points[YQ_SQUARES])
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
make_group (const YqEndgame *self, Group *group, const Kind *kind, unsigned n,
            const bool points[YQ_SQUARES])
{
  *group = (Group){ .kind = kind, .n = n };
  memset (group->digits, NO_DIGIT, sizeof group->digits);
  for (YqSquare square = 0; square < YQ_SQUARES; square++)
    if (points[square])
      {
        group->squares[group->n_squares] = square;
        group->digits[square] = (uint8_t)group->n_squares++;
      }
  group->n_digits = group->n_squares;
  if (yq_piece_type (kind->piece) != YQ_CAPTAIN)
    {
      group->squares[group->n_digits] = YQ_SQUARE_NONE;
      group->digits[YQ_SQUARE_NONE] = (uint8_t)group->n_digits++;
    }
  group->radix = self->combinations[group->n_digits + n - 1][n];
}

static void
merge_groups (const YqEndgame *self, Group *merged, const Group *a, const Group *b)
{
  bool points[YQ_SQUARES];

  for (YqSquare square = 0; square < YQ_SQUARES; square++)
    points[square] = a->digits[square] != NO_DIGIT || b->digits[square] != NO_DIGIT;
  make_group (self, merged, a->kind, a->n + b->n, points);
}

/* Makes one group of two as long as that makes fewer states. */
static unsigned
merge_all (const YqEndgame *self, Group *groups, unsigned n)
{
  bool merged = true;

  while (merged)
    {
      merged = false;
      for (unsigned i = 0; i < n; i++)
        for (unsigned j = n; --j > i;)
          if (groups[i].kind == groups[j].kind)
            {
              Group one;

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
is_symmetric_group (const Group *group)
{
  for (YqSquare square = 0; square < YQ_SQUARES; square++)
    if ((group->digits[square] == NO_DIGIT) != (group->digits[mirror_square (square)] == NO_DIGIT))
      return false;
  return group->kind->symmetric;
}

/* When left and right are alike in everything, only positions with one captain of the base on the left
 * or on the middle file are kept. Returns the group of that captain, n when there is none. */
static unsigned
fold (const YqEndgame *self, Group *groups, unsigned n)
{
  bool points[YQ_SQUARES];
  unsigned folded = 0;

  for (unsigned i = 0; i < n; i++)
    if (!is_symmetric_group (&groups[i]))
      return n;
  while (folded + 1 < n && (!is_captain (groups[folded].kind) || groups[folded].n > 1))
    folded++;
  if (folded + 1 == n)
    return n;
  for (YqSquare square = 0; square < YQ_SQUARES; square++)
    points[square] = groups[folded].digits[square] != NO_DIGIT && !is_right (square);
  make_group (self, &groups[folded], groups[folded].kind, 1, points);
  return folded;
}

static unsigned
parts_of (const Group *runner)
{
  return (runner->n_digits + PART - 1) / PART;
}

/* What a table of these groups takes, the last of which runs. */
static YqEndgameCost
cost_of (const Group *groups, unsigned n)
{
  const double seconds_a_state = 25e-9;
  const Group *runner = &groups[n - 1];
  uint64_t rows = 1, row_bytes = runner->n_digits + 2 * parts_of (runner) * sizeof (uint32_t);
  YqEndgameCost cost;

  for (unsigned i = 0; i + 1 < n; i++)
    rows = times (rows, groups[i].radix);
  cost.states = times (times (rows, runner->n_digits), 2);
  cost.bytes = plus (times (rows, row_bytes), (rows / WORD + 1) * 2 * sizeof (uint64_t));
  cost.seconds = (double)cost.states * seconds_a_state;
  return cost;
}

/* About how many moves the pieces of a group have. */
static unsigned
mobility (const Group *group)
{
  const Kind *kind = group->kind;
  unsigned rides = kind->ride == YQ_RIDE_NONE ? 0 : YQ_RANKS + YQ_FILES;

  return group->n * (rides + kind->first[0][YQ_SQUARES] / YQ_SQUARES);
}

/* Those with the most moves first: rows that are near each other then are near each other in memory. */
static int
compare_groups (const void *a, const void *b)
{
  const Group *x = a, *y = b;
  unsigned x_moves = mobility (x), y_moves = mobility (y);

  return (x_moves < y_moves) - (x_moves > y_moves);
}

/* Chooses the runner, and which pieces are told apart, so that the table is smallest. */
static void
lay_out (YqEndgame *self, const Group *singles, unsigned n)
{
  self->cost.bytes = UINT64_MAX;
  for (unsigned i = 0; i < n; i++)
    {
      Group groups[MAX_PIECES];
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
              || (cost.bytes == self->cost.bytes && side_of (singles[i].kind) == self->attacker)))
        {
          self->cost = cost;
          self->n_groups = n_groups;
          self->folded_group = folded;
          memcpy (self->groups, groups, n_groups * sizeof *groups);
        }
    }
}

/* Numbers rows and pieces, the runner last. */
static void
number (YqEndgame *self)
{
  size_t stride = 1;
  unsigned n = 0;

  for (unsigned i = 0; i < self->n_groups; i++)
    {
      Group *group = &self->groups[i];

      group->first = n;
      n += group->n;
      if (i + 1 == self->n_groups)
        break;
      group->stride = stride;
      for (unsigned digit = 0; digit < group->n_digits; digit++)
        group->places[digit] = stride * (size_t) self->combinations[digit + group->n - 1][group->n];
      stride *= (size_t)group->radix;
    }
  self->n_rows = stride;
  self->runner = &self->groups[self->n_groups - 1];
  self->n_parts = parts_of (self->runner);
  for (unsigned square = 0; square <= YQ_SQUARES; square++)
    if (square != YQ_SQUARE_NONE && self->runner->digits[square] != NO_DIGIT)
      self->points[square] = bit (self->runner->digits[square]);
  self->absent = bit (self->runner->n_squares);
  for (unsigned digit = 0; digit < self->runner->n_digits; digit++)
    self->all = either (self->all, bit (digit));
  for (unsigned i = 0; i < self->n_groups; i++)
    for (unsigned j = 0; j < self->groups[i].n; j++)
      {
        self->group_of[self->groups[i].first + j] = (uint8_t)i;
        self->kind_of[self->groups[i].first + j] = self->groups[i].kind;
      }
  self->folded = self->folded_group < self->n_groups ? self->groups[self->folded_group].first : NOBODY;
  for (unsigned digit = 0; self->folded != NOBODY && digit <= self->runner->n_squares; digit++)
    {
      YqSquare square = digit < self->runner->n_squares ? mirror_square (self->runner->squares[digit]) : YQ_SQUARE_NONE;
      Bits mirror = square == YQ_SQUARE_NONE ? self->absent : self->points[square];

      for (unsigned byte = 0; byte < 256; byte++)
        if (byte >> digit % 8 & 1)
          self->mirrors[digit / WORD][digit % WORD / 8][byte]
            = either (self->mirrors[digit / WORD][digit % WORD / 8][byte], mirror);
    }
  for (YqSquare rank = 0; rank < YQ_RANKS; rank++)
    {
      self->edges[0] = either (self->edges[0], self->points[rank * YQ_FILES]);
      self->edges[1] = either (self->edges[1], self->points[rank * YQ_FILES + YQ_FILES - 1]);
    }
}

/* The base. */

static void
put (YqEndgame *self, unsigned piece, YqSquare square)
{
  self->at[piece] = square;
  if (square != YQ_SQUARE_NONE)
    self->who[square] = (uint8_t)(piece + 1);
}

/* Sets up the base of a row. False when two pieces would stand on one point: there are no such
 * positions. */
static bool
set_up (YqEndgame *self, size_t row)
{
  uint32_t rest = (uint32_t) row; /* divides faster */

  memset (self->who, 0, sizeof self->who);
  self->row = row;
  self->open = self->all;
  self->has_taken[0] = self->has_taken[1] = false;
  for (unsigned i = 0; i + 1 < self->n_groups; i++)
    {
      const Group *group = &self->groups[i];
      uint8_t digits[MAX_PIECES];
      uint32_t rank = rest % (uint32_t) group->radix;

      self->places[i] = rank * group->stride;
      rest /= (uint32_t) group->radix;
      if (group->n == 1)
        digits[0] = (uint8_t)rank;
      else
        unrank_digits (self, rank, digits, group->n);
      for (unsigned j = 0; j < group->n; j++)
        {
          YqSquare square = group->squares[digits[j]];

          if (self->who[square] != 0)
            return false;
          if (square == YQ_SQUARE_NONE)
            self->has_taken[yq_side_other (side_of (group->kind))] = true;
          put (self, group->first + j, square);
          self->open = without (self->open, self->points[square]);
        }
    }
  return true;
}

/* The row that differs from `row` by this piece of the base being on another point, or taken. */
static inline size_t
row_after (const YqEndgame *self, size_t row, unsigned piece, YqSquare to)
{
  unsigned number = self->group_of[piece];
  const Group *group = &self->groups[number];
  unsigned digit = group->digits[to];
  uint8_t digits[MAX_PIECES];

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
  return row + group->stride * rank_digits (self, digits, group->n);
}

static inline unsigned
n_base (const YqEndgame *self)
{
  return self->runner->first;
}

/* A step of a base piece from a point, or (back) to it: where to, for which places of the runner it
 * goes there without taking (go) and for which it takes there (take); face: nothing but a captain.
 * Returns whether to go on. */
typedef bool (*Visit) (void *data, YqSquare square, Bits go, Bits take, bool face);

#define ALWAYS_INLINE static inline __attribute__ ((always_inline))

/* Visits the steps of a piece. Inlined, so that visits cost no calls. */
ALWAYS_INLINE void
walk (const YqEndgame *self, const Kind *kind, YqSquare from, bool back, Visit visit, void *data)
{
  const Bits none = { { 0, 0 } };
  bool jumps = kind->ride == YQ_RIDE_CANNON;

  for (unsigned i = kind->first[back][from]; i < kind->first[back][from + 1]; i++)
    {
      const YqHopReach *hop = &kind->hops[back][i];
      Bits free;

      if ((self->who[hop->empty[0]] | self->who[hop->empty[1]]) != 0)
        continue;
      free = complement (either (self->points[hop->empty[0]], self->points[hop->empty[1]]));
      if (!visit (data, hop->to,
                  self->who[hop->to] != 0 ? none : without (free, self->points[hop->to]), free,
                  false))
        return;
    }
  for (unsigned way = 0; kind->ride != YQ_RIDE_NONE && way < 4; way++)
    {
      Bits passed = none;
      unsigned met = 0;

      for (unsigned i = 0; i < self->ray_lengths[from][way] && met < 1u + jumps; i++)
        {
          YqSquare square = self->rays[from][way][i];
          bool occupied = self->who[square] != 0;
          Bits free = complement (passed);

          /* A cannon takes over a piece of the base, or over the runner. */
          if (kind->stands[square]
              && !visit (data, square,
                         occupied || met > 0 ? none : without (free, self->points[square]),
                         jumps && met == 0 ? passed : free, false))
            return;
          met += occupied;
          passed = either (passed, self->points[square]);
        }
    }
  /* A captain came from nowhere along a file. */
  for (unsigned way = 2; kind->faces && !back && way < 4; way++)
    {
      Bits passed = none;
      bool occupied = false;

      for (unsigned i = 0; i < self->ray_lengths[from][way] && !occupied; i++)
        {
          YqSquare square = self->rays[from][way][i];

          occupied = self->who[square] != 0;
          if (!visit (data, square, none, complement (passed), true))
            return;
          passed = either (passed, self->points[square]);
        }
    }
}

/* The runner. */

static inline Bits
shifted (Bits set, int by)
{
  if (by > 0)
    return (Bits){ { set.word[0] << by, set.word[1] << by | set.word[0] >> (WORD - by) } };
  return (Bits){ { set.word[0] >> -by | set.word[1] << (WORD + by), set.word[1] >> -by } };
}

/* Whence it rides over open points to one of these. A rider that runs stands everywhere: its digits
 * are the points. */
static Bits
ridden_from (const YqEndgame *self, Bits targets)
{
  static const int ways[4] = { 1, -1, YQ_FILES, -YQ_FILES };
  Bits board = without (self->open, self->absent), all = { { 0, 0 } };

  for (unsigned way = 0; way < 4; way++)
    {
      Bits free = way < 2 ? without (board, self->edges[way]) : board;

      for (Bits front = both (shifted (targets, ways[way]), free); !is_empty (front);
           front = both (shifted (front, ways[way]), free))
        all = either (all, front);
    }
  return all;
}

static inline unsigned
count (Bits set)
{
  return (unsigned)(__builtin_popcountll (set.word[0]) + __builtin_popcountll (set.word[1]));
}

static inline bool
is_way_free (const YqEndgame *self, const YqHopReach *hop)
{
  return (self->who[hop->empty[0]] | self->who[hop->empty[1]] | self->who[hop->to]) == 0;
}

/* Those of some open places from which it goes to one of these without taking. */
static Bits
gone_from (const YqEndgame *self, Bits targets, Bits places)
{
  const Group *runner = self->runner;
  const Kind *kind = runner->kind;
  Bits from = { { 0, 0 } };

  targets = without (targets, self->absent);
  places = without (places, self->absent);
  if (kind->ride != YQ_RIDE_NONE)
    from = ridden_from (self, targets);
  if (kind->first[0][YQ_SQUARES] > 0)
    {
      bool back = count (places) > count (targets);

      for (Bits left = back ? targets : places; !is_empty (left);)
        {
          YqSquare square = runner->squares[take_digit (&left)];

          for (unsigned i = kind->first[back][square]; i < kind->first[back][square + 1]; i++)
            {
              const YqHopReach *hop = &kind->hops[back][i];

              if (!is_way_free (self, hop))
                continue;
              if (back)
                from = either (from, self->points[hop->to]);
              else if (meet (targets, self->points[hop->to]))
                {
                  from = either (from, self->points[square]);
                  break;
                }
            }
        }
    }
  return both (from, places);
}

/* From where it takes what is on this point. */
static Bits
taken_from (const YqEndgame *self, YqSquare square, bool captain)
{
  const Kind *kind = self->runner->kind;
  Bits from = { { 0, 0 } };
  bool jumps = kind->ride == YQ_RIDE_CANNON;

  for (unsigned i = kind->first[1][square]; i < kind->first[1][square + 1]; i++)
    if (is_way_free (self, &kind->hops[1][i]))
      from = either (from, self->points[kind->hops[1][i].to]);
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
            from = either (from, self->points[place]);
        }
    }
  return both (from, self->open);
}

/* The table. */

static inline Bits
load (const YqEndgame *self, const uint32_t *sets, size_t row)
{
  const uint32_t *parts = sets + self->n_parts * row;
  Bits set = { { parts[0], 0 } };

  if (self->n_parts > 1)
    set.word[0] |= (uint64_t) parts[1] << PART;
  if (self->n_parts > 2)
    set.word[1] = parts[2];
  return set;
}

static inline void
store (const YqEndgame *self, uint32_t *sets, size_t row, Bits set)
{
  uint32_t *parts = sets + self->n_parts * row;

  parts[0] = (uint32_t) set.word[0];
  if (self->n_parts > 1)
    parts[1] = (uint32_t) (set.word[0] >> PART);
  if (self->n_parts > 2)
    parts[2] = (uint32_t) set.word[1];
}

static inline void
add (const YqEndgame *self, uint32_t *sets, size_t row, Bits set)
{
  store (self, sets, row, either (load (self, sets, row), set));
}

static inline uint8_t *
values_of (const YqEndgame *self, size_t row)
{
  return self->values + row * self->runner->n_digits;
}

static inline void
mark (uint64_t *rows, size_t row)
{
  rows[row / WORD] |= (uint64_t)1 << row % WORD;
}

/* Mirror images: only where the folded captain crosses the middle file. */

static Bits
mirrored (const YqEndgame *self, Bits set)
{
  Bits image = { { 0, 0 } };

  for (unsigned w = 0; w < 2; w++)
    for (unsigned i = 0; i < WORD / 8; i++)
      image = either (image, self->mirrors[w][i][set.word[w] >> 8 * i & 255]);
  return image;
}

/* The row of the mirror image of the base as it is. */
static size_t
mirrored_row (const YqEndgame *self)
{
  size_t row = 0;

  for (unsigned i = 0; i + 1 < self->n_groups; i++)
    {
      const Group *group = &self->groups[i];
      uint8_t digits[MAX_PIECES];

      for (unsigned j = 0; j < group->n; j++)
        digits[j] = group->digits[mirror_square (self->at[group->first + j])];
      row += group->stride * rank_digits (self, digits, group->n);
    }
  return row;
}

/* Forward. */

static __attribute__ ((noinline)) Bits
known_in_mirror (YqEndgame *self, unsigned piece, YqSquare to, unsigned taken)
{
  YqSquare at = self->at[piece], taken_at = YQ_SQUARE_NONE;
  size_t row;

  self->at[piece] = to;
  if (taken != NOBODY)
    {
      taken_at = self->at[taken];
      self->at[taken] = YQ_SQUARE_NONE;
    }
  row = mirrored_row (self);
  self->at[piece] = at;
  if (taken != NOBODY)
    self->at[taken] = taken_at;
  return mirrored (self, load (self, self->known, row));
}

/* What is known of the states of the row at hand after a piece of the base has gone to a point, and
 * perhaps taken another one of the base. */
static inline Bits
known_after (YqEndgame *self, unsigned piece, YqSquare to, unsigned taken)
{
  size_t row;

  if (piece == self->folded && is_right (to))
    return known_in_mirror (self, piece, to, taken);
  row = row_after (self, self->row, piece, to);
  if (taken != NOBODY)
    row = row_after (self, row, taken, YQ_SQUARE_NONE);
  return load (self, self->known, row);
}

typedef struct
{
  YqEndgame *self;
  YqSide side;
  bool any;
  unsigned piece;
  Bits set;
} Escape;

ALWAYS_INLINE bool
leave_out_escape (void *data, YqSquare square, Bits go, Bits take, bool face)
{
  Escape *escape = data;
  YqEndgame *self = escape->self;
  const Kind *runner = self->runner->kind;
  unsigned other = self->who[square];
  Bits out = { { 0, 0 } };

  if (other != 0)
    {
      const Kind *target = self->kind_of[other - 1];

      if (side_of (target) == escape->side || !meet (escape->set, take))
        return true;
      if (is_captain (target))
        out = take;
      else if (escape->any && !face)
        out = without (take, known_after (self, escape->piece, square, other - 1));
    }
  else
    {
      Bits here = both (both (escape->set, take), self->points[square]);

      if (side_of (runner) == escape->side)
        here = (Bits){ { 0, 0 } };
      if (is_captain (runner))
        out = here;
      if (escape->any && !face && !(is_empty (here) && !meet (escape->set, go)))
        {
          Bits known = known_after (self, escape->piece, square, NOBODY);

          out = either (out, without (go, known));
          if (!meet (known, self->absent))
            out = either (out, here);
        }
    }
  escape->set = without (escape->set, out);
  return !is_empty (escape->set);
}

/* Of these states of the row at hand those in which no move of the side to move is a way out.
 * Without `any`, only taking the captain is one; with it, also each move to a state that is not
 * known. */
ALWAYS_INLINE Bits
without_way_out (YqEndgame *self, YqSide side, bool any, Bits set)
{
  Escape escape = { .self = self, .side = side, .any = any, .set = set };

  for (unsigned piece = 0; piece < n_base (self) && !is_empty (escape.set); piece++)
    if (side_of (self->kind_of[piece]) == side && self->at[piece] != YQ_SQUARE_NONE)
      {
        escape.piece = piece;
        walk (self, self->kind_of[piece], self->at[piece], false, leave_out_escape, &escape);
      }
  if (side_of (self->runner->kind) != side || is_empty (escape.set))
    return escape.set;
  for (unsigned piece = 0; piece < n_base (self); piece++)
    {
      const Kind *kind = self->kind_of[piece];
      YqSquare at = self->at[piece];

      if (side_of (kind) == side || at == YQ_SQUARE_NONE)
        continue;
      if (is_captain (kind)
          || (any
              && !meet (
                  self->points[at],
                  load (self, self->known, row_after (self, self->row, piece, YQ_SQUARE_NONE)))))
        escape.set = without (escape.set, taken_from (self, at, is_captain (kind)));
    }
  if (any && !is_empty (escape.set))
    {
      Bits unknown = without (self->open, load (self, self->known, self->row));

      escape.set = without (escape.set, gone_from (self, unknown, escape.set));
    }
  return escape.set;
}

/* Backward. */

/* Attacker to move: these states of a row are won in so many moves, unless they are in fewer. */
static inline void
win (const YqEndgame *self, size_t row, Bits set, unsigned value)
{
  uint8_t *values = values_of (self, row);

  set = without (set, load (self, self->known, row));
  while (!is_empty (set))
    {
      unsigned digit = take_digit (&set);

      if (values[digit] == UNKNOWN)
        {
          values[digit] = (uint8_t)value;
          mark (self->fresh, row);
        }
    }
}

/* What comes to this set of states of a row by a move of the attacker is won in so many moves; what
 * comes to it by a move of the defender is to be looked at. */
static inline void
come_from (const YqEndgame *self, YqSide side, size_t row, Bits set, unsigned value)
{
  if (side == self->attacker)
    win (self, row, set, value);
  else
    {
      add (self, self->doubtful, row, set);
      mark (self->stale, row);
    }
}

/* The same when a piece of the other side was taken on the point. in_mirror: not in this row but in that
 * of the mirror image of the base. */
static void
come_from_taking (YqEndgame *self, YqSide side, size_t row, bool in_mirror, YqSquare square, Bits set,
                  unsigned value)
{
  for (unsigned i = 0; i + 1 < self->n_groups; i++)
    {
      const Group *group = &self->groups[i];
      unsigned piece = group->first, end = piece + group->n;

      if (side_of (group->kind) == side || group->digits[square] == NO_DIGIT)
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
  Bits set;
} Retreat;

/* Comes from a row, or (in_mirror) from that of the mirror image of the base, where went and took are
 * the places of the runner when the piece, now on `at`, went there, or took there. */
static inline void
come_from_row (const Retreat *retreat, size_t row, bool in_mirror, YqSquare at, Bits went, Bits took)
{
  YqEndgame *self = retreat->self;
  const Group *runner = self->runner;
  bool took_runner = side_of (runner->kind) != retreat->side && !is_captain (runner->kind)
                     && meet (took, self->absent) && runner->digits[at] != NO_DIGIT;
  Bits there = self->points[at];

  if (in_mirror)
    {
      went = mirrored (self, went);
      took = mirrored (self, took);
      there = mirrored (self, there);
    }
  if (!is_empty (went))
    come_from (self, retreat->side, row, went, retreat->value);
  if (!is_empty (took) && self->has_taken[retreat->side])
    come_from_taking (self, retreat->side, row, in_mirror, at, took, retreat->value);
  if (took_runner)
    come_from (self, retreat->side, row, there, retreat->value);
}

static __attribute__ ((noinline)) void
come_from_mirror (const Retreat *retreat, YqSquare from, Bits went, Bits took)
{
  YqSquare *place = &retreat->self->at[retreat->piece], at = *place;

  *place = from;
  come_from_row (retreat, mirrored_row (retreat->self), true, at, went, took);
  *place = at;
}

ALWAYS_INLINE bool
retreat_to (void *data, YqSquare square, Bits go, Bits take, bool face)
{
  Retreat *retreat = data;
  YqEndgame *self = retreat->self;
  const Group *group = &self->groups[self->group_of[retreat->piece]];
  YqSquare at = self->at[retreat->piece];
  Bits went = both (go, retreat->set);
  Bits took = without (both (take, retreat->set), self->points[square]);

  (void) face;
  if (self->who[square] != 0 || (is_empty (went) && is_empty (took)))
    return true;
  /* From the right: what is kept is the mirror image. From the middle: both are. */
  if (retreat->piece == self->folded && group->digits[mirror_square (square)] != NO_DIGIT
      && yq_square_file (square) >= YQ_FILES / 2 && yq_square_file (at) < YQ_FILES / 2 + (is_right (square) ? 1u : 0u))
    come_from_mirror (retreat, square, went, took);
  if (group->digits[square] != NO_DIGIT)
    come_from_row (retreat, row_after (self, self->row, retreat->piece, square), false, at, went, took);
  return true;
}

/* All that comes to these states of the row at hand by a move of the side. */
ALWAYS_INLINE void
retreat (YqEndgame *self, YqSide side, Bits set, unsigned value)
{
  const Group *runner = self->runner;
  Retreat retreat = { .self = self, .side = side, .value = value, .set = set };
  Bits went;

  for (unsigned piece = 0; piece < n_base (self); piece++)
    if (side_of (self->kind_of[piece]) == side && self->at[piece] != YQ_SQUARE_NONE)
      {
        retreat.piece = piece;
        walk (self, self->kind_of[piece], self->at[piece], true, retreat_to, &retreat);
      }
  if (side_of (runner->kind) != side)
    return;
  went = gone_from (self, set, self->open);
  if (!is_empty (went))
    come_from (self, side, self->row, went, value);
  for (Bits left = self->has_taken[side] ? without (set, self->absent) : (Bits){ { 0, 0 } };
       !is_empty (left);)
    {
      YqSquare at = runner->squares[take_digit (&left)];
      Bits took = taken_from (self, at, false);

      if (!is_empty (took))
        come_from_taking (self, side, self->row, false, at, took, value);
    }
}

/* Building. */

typedef struct
{
  bool (*go_on) (void *data);
  void *data;
  unsigned rows; /* since it was asked */
} Patience;

static bool
may_go_on (Patience *patience)
{
  if (++patience->rows < ROWS_A_LOOK)
    return true;
  patience->rows = 0;
  return patience->go_on (patience->data);
}

/* The next marked row, from *row on, unmarked now. False when there is none. */
static bool
next_marked (const YqEndgame *self, uint64_t *rows, size_t *row)
{
  size_t i = *row / WORD, n = self->n_rows / WORD + 1;

  while (i < n && rows[i] == 0)
    i++;
  if (i == n)
    return false;
  *row = i * WORD + (size_t)__builtin_ctzll (rows[i]);
  rows[i] &= rows[i] - 1;
  return true;
}

/* The states in which the attacker can take the captain: won at once, or impossible. */
static bool
find_captures (YqEndgame *self, Patience *patience)
{
  for (size_t row = 0; row < self->n_rows; row++)
    {
      Bits taken;

      if (!may_go_on (patience))
        return false;
      memset (values_of (self, row), UNKNOWN, self->runner->n_digits);
      if (!set_up (self, row))
        continue;
      taken = without (self->open, without_way_out (self, self->attacker, false, self->open));
      if (self->by_capture)
        win (self, row, taken, 1);
      else
        {
          add (self, self->known, row, taken);
          while (!is_empty (taken))
            values_of (self, row)[take_digit (&taken)] = 0;
        }
    }
  return true;
}

/* Looks for mated states among these of the row at hand, which make others won in so many moves. */
static void
find_mated (YqEndgame *self, Bits candidates, unsigned value)
{
  Bits mated = without_way_out (self, yq_side_other (self->attacker), true, candidates);

  if (!is_empty (mated))
    retreat (self, self->attacker, mated, value);
}

/* What is won in so many moves is known from now on, and what may be mated by that is to be looked
 * at. */
static void
make_known (YqEndgame *self, unsigned value)
{
  const uint8_t *values = values_of (self, self->row), *at = values;
  size_t n = self->runner->n_digits;
  Bits set = { { 0, 0 } };

  while ((at = memchr (at, (int)value, n - (size_t)(at - values))) != NULL)
    set = either (set, bit ((unsigned)(at++ - values)));
  add (self, self->known, self->row, set);
  retreat (self, yq_side_other (self->attacker), set, 0);
}

static bool
find_all (YqEndgame *self, Patience *patience)
{
  bool more = true;

  if (!find_captures (self, patience))
    return false;
  for (size_t row = 0; row < self->n_rows; row++)
    {
      if (!may_go_on (patience))
        return false;
      if (set_up (self, row))
        find_mated (self, self->open, 1);
    }
  for (unsigned value = 1; more && value < YQ_MATE_LONGEST; value++)
    {
      more = false;
      for (size_t row = 0; next_marked (self, self->fresh, &row); more = true)
        {
          if (!may_go_on (patience))
            return false;
          set_up (self, row);
          make_known (self, value);
        }
      for (size_t row = 0; next_marked (self, self->stale, &row);)
        {
          Bits candidates = load (self, self->doubtful, row);

          if (!may_go_on (patience))
            return false;
          set_up (self, row);
          store (self, self->doubtful, row, (Bits){ { 0, 0 } });
          find_mated (self, candidates, value + 1);
        }
    }
  self->cut = more;
  return true;
}

bool
yq_endgame_build (YqEndgame *self, void *memory, bool (*go_on) (void *data), void *data)
{
  Patience patience = { go_on, data, 0 };
  size_t n_marks;

  number (self);
  n_marks = self->n_rows / WORD + 1;
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

YqEndgame *
yq_endgame_new (const YqPosition *root, YqSide attacker)
{
  YqEndgame *self = calloc (1, sizeof *self);
  Group singles[MAX_PIECES];
  unsigned n = 0;

  if (self == NULL)
    return NULL;
  self->geometry = root->geometry;
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
      if (n == MAX_PIECES)
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

/* Looking things up. */

/* A position's pieces on their way to a number. */
typedef struct
{
  unsigned n;
  YqPiece pieces[MAX_PIECES];
  YqSquare squares[MAX_PIECES];
  unsigned used[MAX_PIECES];              /* of each group */
  uint8_t digits[MAX_PIECES][MAX_PIECES]; /* of each group */
} Placing;

/* Finds a place in a group for each piece from this one on: all ways of doing so mean the same. */
static bool
place (const YqEndgame *self, Placing *placing, unsigned piece)
{
  if (piece == placing->n)
    return true;
  for (unsigned i = 0; i < self->n_groups; i++)
    {
      const Group *group = &self->groups[i];

      if (group->kind->piece != placing->pieces[piece] || placing->used[i] == group->n
          || group->digits[placing->squares[piece]] == NO_DIGIT)
        continue;
      placing->digits[i][placing->used[i]++] = group->digits[placing->squares[piece]];
      if (place (self, placing, piece + 1))
        return true;
      placing->used[i]--;
    }
  return false;
}

/* The value of a position with the attacker to move. False when the table has none such. */
static bool
value_of (const YqEndgame *self, const YqPosition *pos, uint8_t *value)
{
  static const YqPiece empty[YQ_FILES];
  Placing placing;
  bool in_mirror = false;
  size_t row = 0;

  placing.n = 0;
  memset (placing.used, 0, sizeof placing.used);
  /* Most of the board is empty: nine points at a time are. */
  for (YqSquare rank = 0; rank < YQ_RANKS; rank++)
    if (memcmp (&pos->squares[rank * YQ_FILES], empty, YQ_FILES) != 0)
      for (YqSquare square = rank * YQ_FILES; square < (rank + 1) * YQ_FILES; square++)
        if (pos->squares[square] != YQ_EMPTY)
          {
            if (placing.n == MAX_PIECES)
              return false;
            placing.pieces[placing.n] = pos->squares[square];
            placing.squares[placing.n++] = square;
            in_mirror |= self->folded != NOBODY && pos->squares[square] == self->kind_of[self->folded]->piece
                         && is_right (square);
          }
  for (unsigned i = 0; in_mirror && i < placing.n; i++)
    placing.squares[i] = mirror_square (placing.squares[i]);
  if (!place (self, &placing, 0))
    return false;
  for (unsigned i = 0; i < self->n_groups; i++)
    {
      const Group *group = &self->groups[i];

      while (placing.used[i] < group->n)
        {
          if (is_captain (group->kind))
            return false;
          placing.digits[i][placing.used[i]++] = group->digits[YQ_SQUARE_NONE];
        }
      if (i + 1 < self->n_groups)
        row += group->stride * rank_digits (self, placing.digits[i], group->n);
    }
  *value = values_of (self, row)[placing.digits[self->n_groups - 1][0]];
  return true;
}

bool
yq_endgame_look (const YqEndgame *self, const YqPosition *pos, uint8_t *proven, uint8_t *refuted)
{
  bool attack = pos->turn == (uint8_t)self->attacker;
  YqMove moves[YQ_MAX_MOVES];
  YqPosition after = *pos;
  unsigned worst = 0;
  uint8_t value;
  size_t n;

  if (self->values == NULL || !value_of (self, pos, &value))
    return false;
  if (attack)
    worst = value;
  else
    {
      /* Defences are not kept: their value follows from where they lead. */
      n = yq_position_moves (pos, YQ_MOVES_ALL, moves);
      for (size_t i = 0; i < n && worst != UNKNOWN; i++)
        {
          YqUndo undo;

          yq_position_play (&after, moves[i], &undo);
          if (!value_of (self, &after, &value))
            value = UNKNOWN; /* the attacker's captain was taken */
          yq_position_take_back (&after, moves[i], &undo);
          worst = value > worst ? value : worst;
        }
      worst += worst != UNKNOWN;
    }
  if (worst == 0)
    return false;
  *proven = worst == UNKNOWN ? YQ_LENGTH_UNBOUNDED : (uint8_t)worst;
  if (worst != UNKNOWN)
    *refuted = (uint8_t)(worst - 1);
  else
    *refuted = self->cut ? YQ_MATE_LONGEST : YQ_LENGTH_UNBOUNDED;
  return true;
}
