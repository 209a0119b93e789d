/* What a table of endgames says of a position.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "yq-endgame-private.h"

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
  /* Most ranks are empty. */
  for (YqSquare rank = 0; rank < YQ_RANKS; rank++)
    if (memcmp (&pos->squares[rank * YQ_FILES], empty, YQ_FILES) != 0)
      for (YqSquare square = rank * YQ_FILES; square < (rank + 1) * YQ_FILES; square++)
        if (pos->squares[square] != YQ_EMPTY)
          {
            if (placing.n == YQ_ENDGAME_PIECES)
              return false;
            placing.pieces[placing.n] = pos->squares[square];
            placing.squares[placing.n++] = square;
            in_mirror |= self->folded != YQ_NOBODY
                         && pos->squares[square] == self->kind_of[self->folded]->piece
                         && yq_endgame_is_right (square);
          }
  for (unsigned i = 0; in_mirror && i < placing.n; i++)
    placing.squares[i] = yq_endgame_mirror (placing.squares[i]);
  if (!place (self, &placing, 0))
    return false;
  for (unsigned i = 0; i < self->n_groups; i++)
    {
      const YqEndgameGroup *group = &self->groups[i];

      while (placing.used[i] < group->n)
        {
          if (yq_endgame_is_captain (group->kind))
            return false;
          placing.digits[i][placing.used[i]++] = group->digits[YQ_SQUARE_NONE];
        }
      if (i + 1 < self->n_groups)
        row += group->stride * yq_endgame_rank (self, placing.digits[i], group->n);
    }
  *value = yq_endgame_values (self, row)[placing.digits[self->n_groups - 1][0]];
  return true;
}

bool
yq_endgame_look (const YqEndgame *self, const YqPosition *pos, uint8_t *proven, uint8_t *refuted)
{
  bool attack = pos->turn == (uint8_t) self->attacker;
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
      for (size_t i = 0; i < n && worst != YQ_NOT_WON; i++)
        {
          YqUndo undo;

          yq_position_play (&after, moves[i], &undo);
          if (!value_of (self, &after, &value))
            value = YQ_NOT_WON; /* the attacker's captain was taken */
          yq_position_take_back (&after, moves[i], &undo);
          worst = value > worst ? value : worst;
        }
      worst += worst != YQ_NOT_WON;
    }
  if (worst == 0)
    return false;
  *proven = worst == YQ_NOT_WON ? YQ_LENGTH_UNBOUNDED : (uint8_t) worst;
  if (worst != YQ_NOT_WON)
    *refuted = (uint8_t) (worst - 1);
  else
    *refuted = self->cut ? YQ_MATE_LONGEST : YQ_LENGTH_UNBOUNDED;
  return true;
}
