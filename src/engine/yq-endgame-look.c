/* What a table of endgames says of a position.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "yq-endgame-private.h"

#include <limits.h>
#include <string.h>

#include "yq-mate-table.h"
#include "yq-mate.h"
#include "yq-moves.h"

/* A position's pieces on their way to a number. */
typedef struct
{
  unsigned n;
  YqPiece pieces[YQ_ENDGAME_PIECES];
  YqSquare squares[YQ_ENDGAME_PIECES];
  unsigned used[YQ_ENDGAME_PIECES];                     /* of each group */
  uint8_t digits[YQ_ENDGAME_PIECES][YQ_ENDGAME_PIECES]; /* of each group */
} Placing;

/* Finds a place in a group for each piece from this one on: all ways of doing so mean the same. */
static bool
place (const YqEndgame *self, Placing *placing, unsigned piece)
{
  if (piece == placing->n)
    return true;
  for (unsigned i = 0; i < self->n_groups; i++)
    {
      const YqEndgameGroup *group = &self->groups[i];

      if (group->kind->piece != placing->pieces[piece] || placing->used[i] == group->n
          || group->digits[placing->squares[piece]] == YQ_NO_DIGIT)
        continue;
      placing->digits[i][placing->used[i]++] = group->digits[placing->squares[piece]];
      if (place (self, placing, piece + 1))
        return true;
      placing->used[i]--;
    }
  return false;
}

/* The value of a position with the attacker to move. NULL when the table has none such. */
uint8_t *
yq_endgame_value_at (const YqEndgame *self, const YqPosition *pos)
{
  static const YqPiece empty[YQ_FILES];
  Placing placing;
  bool in_mirror = false;
  size_t row = 0;

  placing.n = 0;
  memset (placing.used, 0, sizeof placing.used);
  /* Most ranks are empty. */
  for (YqSquare rank = 0; rank < YQ_RANKS; rank++)
    if (memcmp (&pos->squares[rank * YQ_FILES], empty, YQ_FILES) != 0)
      for (YqSquare square = rank * YQ_FILES; square < (rank + 1) * YQ_FILES; square++)
        if (pos->squares[square] != YQ_EMPTY)
          {
            if (placing.n == YQ_ENDGAME_PIECES)
              return NULL;
            placing.pieces[placing.n] = pos->squares[square];
            placing.squares[placing.n++] = square;
            in_mirror |= self->folded != YQ_NOBODY
                         && pos->squares[square] == self->kind_of[self->folded]->piece
                         && yq_endgame_is_right (square);
          }
  for (unsigned i = 0; in_mirror && i < placing.n; i++)
    placing.squares[i] = yq_endgame_mirror (placing.squares[i]);
  if (!place (self, &placing, 0))
    return NULL;
  for (unsigned i = 0; i < self->n_groups; i++)
    {
      const YqEndgameGroup *group = &self->groups[i];

      while (placing.used[i] < group->n)
        {
          if (yq_endgame_is_captain (group->kind))
            return NULL;
          placing.digits[i][placing.used[i]++] = group->digits[YQ_SQUARE_NONE];
        }
      if (i + 1 < self->n_groups)
        row += group->stride * yq_endgame_rank (self, placing.digits[i], group->n);
    }
  return &yq_endgame_values (self, row)[placing.digits[self->n_groups - 1][0]];
}

/* The value of a position with the attacker to move, as far as it counts; YQ_NOT_WON also when his
 * captain was taken. */
static unsigned
value_of (const YqEndgame *self, const YqPosition *pos, bool barred)
{
  const uint8_t *value = yq_endgame_value_at (self, pos);

  if (value == NULL || (*value >= self->n_mates && (!barred || !self->rule || *value > YQ_ENDGAME_END)))
    return YQ_NOT_WON;
  return *value;
}

/* Defences are not kept: the largest value they lead to. *checked: all that lead there are checks, so
 * that the attacker may keep that value. */
static unsigned
worst_defence (const YqEndgame *self, const YqPosition *pos, bool barred, bool *checked)
{
  YqPosition after = *pos;
  YqMove moves[YQ_MAX_MOVES];
  size_t n = yq_position_moves (pos, YQ_MOVES_ALL, moves);
  unsigned worst = 0;

  *checked = true;
  for (size_t i = 0; i < n && worst != YQ_NOT_WON; i++)
    {
      unsigned value;
      YqUndo undo;

      yq_position_play (&after, moves[i], &undo);
      value = value_of (self, &after, barred);
      if (value > worst)
        *checked = true;
      if (value >= worst)
        *checked = *checked && yq_position_in_check (&after, self->attacker);
      worst = value > worst ? value : worst;
      yq_position_take_back (&after, moves[i], &undo);
    }
  return worst;
}

bool
yq_endgame_look (const YqEndgame *self, const YqPosition *pos, bool barred, uint8_t *proven,
                 uint8_t *refuted)
{
  unsigned value;
  bool checked;

  if (self->values == NULL || yq_endgame_value_at (self, pos) == NULL)
    return false;
  if (pos->turn == (uint8_t) self->attacker)
    value = value_of (self, pos, barred);
  else
    {
      value = worst_defence (self, pos, barred, &checked);
      value += value != YQ_NOT_WON;
    }
  if (value == 0)
    return false;
  *proven = value == YQ_NOT_WON ? YQ_LENGTH_UNBOUNDED : (uint8_t) value;
  if (value == YQ_NOT_WON)
    *refuted = (barred ? self->rule_complete : !self->cut) ? YQ_LENGTH_UNBOUNDED
               : barred                                    ? 0
                                                           : YQ_MATE_LONGEST;
  else
    *refuted = barred ? 0 : (uint8_t) (value - 1);
  return true;
}

bool
yq_endgame_move (const YqEndgame *self, const YqPosition *pos, YqMove *move)
{
  YqPosition after = *pos;
  YqMove moves[YQ_MAX_MOVES];
  size_t n;
  unsigned least = UINT_MAX;

  if (self->values == NULL || yq_endgame_value_at (self, pos) == NULL
      || value_of (self, pos, true) == YQ_NOT_WON)
    return false;
  n = yq_position_moves (pos, YQ_MOVES_ALL, moves);
  for (size_t i = 0; i < n; i++)
    {
      bool checked, check;
      unsigned value;
      YqUndo undo;

      yq_position_play (&after, moves[i], &undo);
      value = worst_defence (self, &after, true, &checked);
      check = yq_position_in_check (&after, yq_side_other (self->attacker));
      yq_position_take_back (&after, moves[i], &undo);
      /* Of equal ones that by which a value may be kept. */
      value = 4 * value + 2 * !checked + check;
      if (value < least)
        {
          least = value;
          *move = moves[i];
        }
    }
  return true;
}
