/* A table of endgames from inside: how its states are numbered. For yq-endgame*.c alone.
 *
 * A state is a place for each piece, or «taken», with one side to move; its number is written in
 * mixed radix, identical pieces as a combination. The states that differ only in the place of one
 * piece, the runner, form a row; the other pieces are the base of the row. Sets of states of a row
 * are bits of two words.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "yq-endgame.h"
#include "yq-reach.h"

enum
{
  YQ_ENDGAME_PIECES = 32,
  YQ_ENDGAME_DIGITS = YQ_SQUARES + 1, /* the last place is «taken» */
  YQ_NO_DIGIT = 255, /* it is never there */
  YQ_NOBODY = 255,  /* no piece */
  YQ_NOT_WON = 255, /* not won by the attacker, as far as is known */
  YQ_SUPPOSED = 254, /* perhaps won because the defender may not check for ever */
  YQ_ENDGAME_END = 249, /* no state has a larger value */
  YQ_BITS_WORD = 64,
  YQ_BITS_PART = 32, /* sets of a row are kept in as few parts as they need */
};

/* Sets of places of the runner, by digit. */
typedef struct
{
  uint64_t word[2];
} YqBits;

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
} YqEndgameKind;

/* Pieces of a kind that are told apart by nothing: together they have one value. */
typedef struct
{
  const YqEndgameKind *kind;
  unsigned first, n; /* pieces[first] and the next n - 1 */
  unsigned n_squares, n_digits;
  YqSquare squares[YQ_ENDGAME_DIGITS]; /* by digit */
  uint8_t digits[YQ_SQUARES + 1];      /* by point; of YQ_SQUARE_NONE: taken */
  uint64_t radix;                      /* how many values the pieces have together */
  size_t stride;                       /* rows between two values; 0 of the runner */
  size_t places[YQ_ENDGAME_DIGITS];    /* what the largest digit adds to the row */
} YqEndgameGroup;

/* What is done with the states from which moves lead to others. */
typedef enum
{
  YQ_ENDGAME_SOLVES,   /* they are won, or to be looked at */
  YQ_ENDGAME_SUPPOSES, /* they are perhaps won where the attacker is in check */
  YQ_ENDGAME_SIFTS,    /* their rows are to be looked at again */
} YqEndgamePhase;

struct YqEndgame
{
  YqSide attacker;
  bool by_capture; /* the game ends when the captain is taken */
  YqEndgameCost cost;
  uint64_t rule_bytes; /* see yq_endgame_rule_bytes() */

  unsigned n_kinds, n_groups;
  YqEndgameKind kinds[YQ_ENDGAME_PIECES];
  YqEndgameGroup groups[YQ_ENDGAME_PIECES]; /* the last one is the runner */
  const YqEndgameGroup *runner;
  unsigned folded_group;     /* of a captain that is never kept on the right; n_groups = none */
  unsigned folded;           /* that captain */
  YqBits mirrors[2][8][256]; /* the mirror image of each byte of a set */
  uint8_t group_of[YQ_ENDGAME_PIECES];
  const YqEndgameKind *kind_of[YQ_ENDGAME_PIECES];
  YqBits points[YQ_SQUARES + 1]; /* the runner's digit there */
  YqBits absent; /* the runner's digit when it is not on the board, were it to be taken */
  YqBits all;
  YqBits edges[2]; /* where no step along a rank to the right, to the left ends */
  /* n over k; UINT64_MAX = too many. */
  uint64_t combinations[YQ_ENDGAME_DIGITS][YQ_ENDGAME_PIECES + 1];
  uint8_t ray_lengths[YQ_SQUARES][4];
  YqSquare rays[YQ_SQUARES][4][YQ_RANKS];

  /* The table: borrowed memory. */
  size_t n_rows;
  unsigned n_parts; /* of the sets of a row */
  uint32_t *known;  /* attacker to move: won in as many moves as have been looked at; a set a row */
  uint32_t *doubtful; /* defender to move: to be looked at, perhaps mated; a set a row */
  uint64_t *fresh;    /* a bit a row: some states are won in one move more than is known */
  uint64_t *stale;    /* a bit a row: some states are doubtful */
  uint8_t *values;    /* attacker to move: least number of moves; beyond n_mates: see
                         yq-endgame-rule.c */
  unsigned n_values;  /* the least value that no state has */
  unsigned n_mates;   /* the same when only mates were looked for */
  bool cut;           /* there may be longer mates */

  /* For the rule against perpetual check; NULL = not now. */
  uint32_t *held; /* attacker to move: known, or he is in check; a set a row */
  uint32_t *near; /* defender to move, not mated: all that is not known after his moves is held */
  YqEndgamePhase phase;
  const uint8_t *wanted; /* a value: when it is found that is enough; NULL = none */
  bool rule;             /* the values beyond those of mates count */
  bool rule_complete;    /* nothing else is won */

  /* The base of the row at hand. */
  size_t row;
  size_t places[YQ_ENDGAME_PIECES]; /* what each group adds to the row */
  YqSquare at[YQ_ENDGAME_PIECES];
  uint8_t who[YQ_SQUARES + 1]; /* 1 + piece there; 0 = none */
  YqBits open;                 /* where the runner can be */
  bool has_taken[2];           /* the side has taken a piece that belongs to the base */
};

static inline YqBits
yq_bits_both (YqBits a, YqBits b)
{
  return (YqBits){ { a.word[0] & b.word[0], a.word[1] & b.word[1] } };
}

static inline YqBits
yq_bits_either (YqBits a, YqBits b)
{
  return (YqBits){ { a.word[0] | b.word[0], a.word[1] | b.word[1] } };
}

static inline YqBits
yq_bits_without (YqBits a, YqBits b)
{
  return (YqBits){ { a.word[0] & ~b.word[0], a.word[1] & ~b.word[1] } };
}

static inline YqBits
yq_bits_complement (YqBits a)
{
  return (YqBits){ { ~a.word[0], ~a.word[1] } };
}

static inline bool
yq_bits_is_empty (YqBits a)
{
  return (a.word[0] | a.word[1]) == 0;
}

static inline bool
yq_bits_meet (YqBits a, YqBits b)
{
  return !yq_bits_is_empty (yq_bits_both (a, b));
}

static inline YqBits
yq_bits_of (unsigned digit)
{
  return digit < YQ_BITS_WORD ? (YqBits){ { (uint64_t) 1 << digit, 0 } }
                              : (YqBits){ { 0, (uint64_t) 1 << (digit - YQ_BITS_WORD) } };
}

/* Takes the first digit out of a set that has one. */
static inline unsigned
yq_bits_take (YqBits *set)
{
  unsigned w = set->word[0] == 0;
  unsigned digit = w * YQ_BITS_WORD + (unsigned) __builtin_ctzll (set->word[w]);

  set->word[w] &= set->word[w] - 1;
  return digit;
}

static inline YqSide
yq_endgame_side (const YqEndgameKind *kind)
{
  return yq_piece_side (kind->piece);
}

static inline bool
yq_endgame_is_captain (const YqEndgameKind *kind)
{
  return yq_piece_type (kind->piece) == YQ_CAPTAIN;
}

/* The point on the other side of the middle file; taken pieces stay so. */
static inline YqSquare
yq_endgame_mirror (YqSquare square)
{
  if (square == YQ_SQUARE_NONE)
    return square;
  return yq_square_at (yq_square_rank (square), YQ_FILES - 1 - (long) yq_square_file (square));
}

static inline bool
yq_endgame_is_right (YqSquare square)
{
  return square != YQ_SQUARE_NONE && yq_square_file (square) > YQ_FILES / 2;
}

/* The value of a group of n pieces with these digits, in any order; sorts them. Only the last digit,
 * «taken», may occur more than once. */
size_t yq_endgame_rank (const YqEndgame *self, uint8_t *digits, unsigned n);
/* The digits of a value, sorted. */
void yq_endgame_unrank (const YqEndgame *self, const YqEndgameGroup *group, size_t rank,
                        uint8_t *digits);
/* Numbers rows and pieces of a table that is going to be built. */
void yq_endgame_number (YqEndgame *self);

static inline uint8_t *
yq_endgame_values (const YqEndgame *self, size_t row)
{
  return self->values + row * self->runner->n_digits;
}

/* Sets of a row. */

static inline YqBits
yq_endgame_load (const YqEndgame *self, const uint32_t *sets, size_t row)
{
  const uint32_t *parts = sets + self->n_parts * row;
  YqBits set = { { parts[0], 0 } };

  if (self->n_parts > 1)
    set.word[0] |= (uint64_t) parts[1] << YQ_BITS_PART;
  if (self->n_parts > 2)
    set.word[1] = parts[2];
  return set;
}

static inline void
yq_endgame_store (const YqEndgame *self, uint32_t *sets, size_t row, YqBits set)
{
  uint32_t *parts = sets + self->n_parts * row;

  parts[0] = (uint32_t) set.word[0];
  if (self->n_parts > 1)
    parts[1] = (uint32_t) (set.word[0] >> YQ_BITS_PART);
  if (self->n_parts > 2)
    parts[2] = (uint32_t) set.word[1];
}

static inline void
yq_endgame_add (const YqEndgame *self, uint32_t *sets, size_t row, YqBits set)
{
  yq_endgame_store (self, sets, row, yq_bits_either (yq_endgame_load (self, sets, row), set));
}

static inline void
yq_endgame_mark (uint64_t *rows, size_t row)
{
  rows[row / YQ_BITS_WORD] |= (uint64_t) 1 << row % YQ_BITS_WORD;
}

static inline void
yq_endgame_give (const YqEndgame *self, size_t row, YqBits set, unsigned value)
{
  uint8_t *values = yq_endgame_values (self, row);

  while (!yq_bits_is_empty (set))
    values[yq_bits_take (&set)] = (uint8_t) value;
}

/* Building. */

typedef struct
{
  bool (*go_on) (void *data);
  void *data;
  unsigned rows; /* since it was asked */
} YqPatience;

static inline bool
yq_endgame_may_go_on (YqPatience *patience)
{
  enum
  {
    ROWS_A_LOOK = 128, /* between two looks at the clock: well below a millisecond */
  };

  if (++patience->rows < ROWS_A_LOOK)
    return true;
  patience->rows = 0;
  return patience->go_on (patience->data);
}

/* Sets up the base of a row. False when two pieces would stand on one point: there are no such
 * positions. */
bool yq_endgame_set_up (YqEndgame *self, size_t row);
/* The next marked row, from *row on, unmarked now. False when there is none. */
bool yq_endgame_next (const YqEndgame *self, uint64_t *rows, size_t *row);
/* The states of the row at hand that have this value. */
YqBits yq_endgame_of_value (const YqEndgame *self, unsigned value);
/* Of these states of the row at hand those in which no move of the side to move is a way out: none
 * takes the captain nor, unless closed is NULL, leads to a state that is not in this set. */
YqBits yq_endgame_without_way_out (YqEndgame *self, YqSide side, const uint32_t *closed, YqBits set);
/* Does with all that comes to these states of the row at hand by a move of the side what the phase
 * says. */
void yq_endgame_retreat (YqEndgame *self, YqSide side, YqBits set);
/* Finds all that is won by what is: fresh rows have states of this value. */
bool yq_endgame_find_more (YqEndgame *self, unsigned value, YqPatience *patience);
/* Where the value of a position with the attacker to move is; NULL when the table has none such. */
uint8_t *yq_endgame_value_at (const YqEndgame *self, const YqPosition *pos);
