/* What is won because the defender may not check for ever.
 *
 * When all mates are known, more is won: where the attacker mates, or play never ends and from some
 * point on all moves of the defender, but not all of the attacker, are checks (yq-mate.h). The
 * states found here get values above those of the mates. From a state of such a value the attacker
 * has a move after which
 * - every move of the defender leads to a smaller value, or
 * - every check leads to a value that is not larger, and every other move to a smaller one; and his
 *   own move gives no check.
 * So no line makes the value grow, and where it stays the same for ever the defender is the one who
 * may not go on.
 *
 * States of the second kind are found together: all those in which the attacker is in check and
 * not known to be won are supposed to be; then those are sifted out from which no quiet move leads to
 * a defender who has no way out but to what is known or supposed. What is left over is won. That
 * makes more won in the first way, and so on.
 *
 * Only a defender can be driven so all of whose quiet moves lead to known states: he is nearly
 * mated. These are kept from round to round.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "yq-endgame-private.h"

#include <string.h>

/* Prepares for it: finds the states in which the attacker is in check, and the defenders who are nearly
 * mated. */
static bool
begin (YqEndgame *self, YqPatience *patience)
{
  YqSide defender = yq_side_other (self->attacker);

  for (size_t row = 0; row < self->n_rows; row++)
    {
      YqBits held;

      if (!yq_endgame_may_go_on (patience))
        return false;
      if (!yq_endgame_set_up (self, row))
        continue;
      held = yq_bits_without (self->open, yq_endgame_without_way_out (self, defender, NULL, self->open));
      yq_endgame_store (self, self->held, row, yq_bits_either (held, yq_endgame_load (self, self->known, row)));
    }
  for (size_t row = 0; row < self->n_rows; row++)
    {
      YqBits near;

      if (!yq_endgame_may_go_on (patience))
        return false;
      if (!yq_endgame_set_up (self, row))
        continue;
      near = yq_endgame_without_way_out (self, defender, self->held, self->open);
      near = yq_bits_without (near, yq_endgame_without_way_out (self, defender, self->known, near));
      yq_endgame_store (self, self->near, row, near);
    }
  return true;
}

/* The defenders of the row, set up, who are nearly mated; with_checks: also by a check. In check is
 * who could be taken if it were the attacker's turn. */
static YqBits
set_up_near (YqEndgame *self, size_t row, bool with_checks)
{
  YqBits near = yq_endgame_load (self, self->near, row);

  if (yq_bits_is_empty (near))
    return near;
  yq_endgame_set_up (self, row);
  return with_checks ? near : yq_bits_without (near, yq_endgame_of_value (self, 0));
}

/* The next row from *row on in which something is supposed. */
static bool
next_supposed (YqEndgame *self, size_t *row)
{
  const size_t n = self->runner->n_digits;
  const uint8_t *at = NULL;

  if (*row < self->n_rows)
    at = memchr (yq_endgame_values (self, *row), YQ_SUPPOSED, (self->n_rows - *row) * n);
  if (at == NULL)
    return false;
  *row = (size_t) (at - self->values) / n;
  self->row = *row;
  return true;
}

/* Supposes that all is won where the attacker is in check and has a move, quiet or (with_checks) any,
 * to a defender nearly mated. In place of the doubtful states those are kept then from which the
 * defender has a way out to what is not supposed. */
static bool
suppose (YqEndgame *self, bool with_checks, YqPatience *patience)
{
  YqSide defender = yq_side_other (self->attacker);

  self->phase = YQ_ENDGAME_SUPPOSES;
  for (size_t row = 0; row < self->n_rows; row++)
    {
      YqBits near = set_up_near (self, row, with_checks);

      if (yq_bits_is_empty (near))
        continue;
      if (!yq_endgame_may_go_on (patience))
        return false;
      yq_endgame_retreat (self, self->attacker, near);
    }
  for (size_t row = 0; next_supposed (self, &row); row++)
    yq_endgame_add (self, self->known, row, yq_endgame_of_value (self, YQ_SUPPOSED));
  memset (self->doubtful, UINT8_MAX, self->n_rows * self->n_parts * sizeof *self->doubtful);
  for (size_t row = 0; row < self->n_rows; row++)
    {
      YqBits near = set_up_near (self, row, with_checks);

      if (yq_bits_is_empty (near))
        continue;
      if (!yq_endgame_may_go_on (patience))
        return false;
      near = yq_endgame_without_way_out (self, defender, self->known, near);
      yq_endgame_store (self, self->doubtful, row, yq_bits_complement (near));
    }
  return true;
}

/* Attacker to move: takes back what was supposed of a row in vain. */
static void
sift_attacks (YqEndgame *self, size_t row)
{
  YqBits vain;

  yq_endgame_set_up (self, row);
  vain = yq_endgame_of_value (self, YQ_SUPPOSED);
  if (!yq_bits_is_empty (vain))
    vain = yq_endgame_without_way_out (self, self->attacker, self->doubtful, vain);
  if (yq_bits_is_empty (vain))
    return;
  yq_endgame_give (self, row, vain, YQ_NOT_WON);
  yq_endgame_store (self, self->known, row, yq_bits_without (yq_endgame_load (self, self->known, row), vain));
  yq_endgame_retreat (self, yq_side_other (self->attacker), vain);
}

/* Defender to move: who of a row has a way out now. */
static void
sift_defences (YqEndgame *self, size_t row)
{
  YqBits held, free;

  yq_endgame_set_up (self, row);
  held = yq_bits_without (self->open, yq_endgame_load (self, self->doubtful, row));
  if (yq_bits_is_empty (held))
    return;
  free = yq_bits_without (
      held, yq_endgame_without_way_out (self, yq_side_other (self->attacker), self->known, held));
  if (yq_bits_is_empty (free))
    return;
  yq_endgame_add (self, self->doubtful, row, free);
  yq_endgame_retreat (self, self->attacker, free);
}

static bool
sift (YqEndgame *self, YqPatience *patience)
{
  bool more = true;

  self->phase = YQ_ENDGAME_SIFTS;
  while (more)
    {
      more = false;
      for (size_t row = 0; yq_endgame_next (self, self->fresh, &row); more = true)
        {
          if (!yq_endgame_may_go_on (patience))
            return false;
          sift_attacks (self, row);
        }
      for (size_t row = 0; yq_endgame_next (self, self->stale, &row); more = true)
        {
          if (!yq_endgame_may_go_on (patience))
            return false;
          sift_defences (self, row);
        }
    }
  return true;
}

/* What is still supposed has this value. Returns whether there is anything. */
static bool
settle (YqEndgame *self, unsigned value)
{
  bool found = false;

  self->phase = YQ_ENDGAME_SOLVES;
  memset (self->doubtful, 0, self->n_rows * self->n_parts * sizeof *self->doubtful);
  for (size_t row = 0; next_supposed (self, &row); row++, found = true)
    {
      yq_endgame_give (self, row, yq_endgame_of_value (self, YQ_SUPPOSED), value);
      yq_endgame_mark (self->fresh, row);
    }
  return found;
}

static bool
find_all (YqEndgame *self, YqPatience *patience)
{
  if (!begin (self, patience))
    return false;
  while (*self->wanted == YQ_NOT_WON && self->n_values < YQ_ENDGAME_END)
    {
      if (!suppose (self, false, patience) || !sift (self, patience))
        return false;
      if (!settle (self, self->n_values))
        {
          /* The attacker may have to answer checks with checks now and then. What he does not win
           * even if he may do so for ever is not won. */
          if (!suppose (self, true, patience) || !sift (self, patience))
            return false;
          self->rule_complete = !settle (self, YQ_NOT_WON);
          return true;
        }
      if (!yq_endgame_find_more (self, self->n_values, patience))
        return false;
    }
  return true;
}

uint64_t
yq_endgame_rule_bytes (const YqEndgame *self)
{
  return self->by_capture ? 0 : self->rule_bytes;
}

bool
yq_endgame_build_rule (YqEndgame *self, const YqPosition *wanted, void *memory, bool (*go_on) (void *data),
                       void *data)
{
  YqPatience patience = { go_on, data, 0 };

  self->wanted = yq_endgame_value_at (self, wanted);
  if (self->cut || self->wanted == NULL)
    return false;
  self->held = memory;
  self->near = self->held + self->n_rows * self->n_parts;
  self->rule = find_all (self, &patience);
  self->held = self->near = NULL;
  self->wanted = NULL;
  return self->rule;
}
