/* Mates: the solver beside a plain search that is obviously right, on small random positions.
 *
 * YAQI_MATE_POSITIONS: how many random positions (default: as many as take about a second).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <pthread.h>
#include <time.h>

#include "tap.h"
#include "yq-mate.h"
#include "yq-record.h"

/* The reference: every move, every reply, nothing clever. */

static bool reference_defence (YqPosition *pos, YqSide attacker, unsigned n, bool checks_only);

/* Does the side to move mate in at most n moves? */
static bool
reference_attack (YqPosition *pos, unsigned n, bool checks_only)
{
  YqMove moves[YQ_MAX_MOVES];
  YqSide attacker = (YqSide) pos->turn, defender = yq_side_other (attacker);
  size_t n_moves = n > 0 ? yq_position_moves (pos, YQ_MOVES_ALL, moves) : 0;
  bool mate = false;

  for (size_t i = 0; i < n_moves && !mate; i++)
    {
      YqUndo undo;

      yq_position_play (pos, moves[i], &undo);
      if (pos->captain[defender] == YQ_SQUARE_NONE)
        mate = true;
      else if (!checks_only || yq_position_in_check (pos, defender))
        mate = reference_defence (pos, attacker, n - 1, checks_only);
      yq_position_take_back (pos, moves[i], &undo);
    }
  return mate;
}

/* Is the side to move mated by now, or in at most n further moves of the attacker? */
static bool
reference_defence (YqPosition *pos, YqSide attacker, unsigned n, bool checks_only)
{
  YqMove moves[YQ_MAX_MOVES];
  size_t n_moves = yq_position_moves (pos, YQ_MOVES_ALL, moves);
  bool mate = n > 0 || n_moves == 0;

  for (size_t i = 0; i < n_moves && mate; i++)
    {
      YqUndo undo;

      yq_position_play (pos, moves[i], &undo);
      mate = pos->captain[attacker] != YQ_SQUARE_NONE && reference_attack (pos, n, checks_only);
      yq_position_take_back (pos, moves[i], &undo);
    }
  return mate;
}

/* Random positions. */

static uint64_t random_state = UINT64_C (0x2545f4914f6cdd1d);

static unsigned
random_below (unsigned n)
{
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return (unsigned) ((random_state >> 33) % n);
}

/* A position that can be played, with red to move, up to 4 attackers beside red's captain and up to 5
 * defenders; the attackers stand near, so that mates are not rare. */
static YqPosition
random_position (const YqRuleset *ruleset)
{
  YqFault faults[YQ_MAX_FAULTS];
  YqPosition pos;

  do
    {
      unsigned n_red = 1 + random_below (4), n_blue = random_below (6);

      yq_position_clear (&pos, yq_geometry_of (ruleset));
      for (unsigned i = 0; i < n_red + n_blue + 2; i++)
        {
          YqSide side = i <= n_red ? YQ_RED : YQ_BLUE;
          YqPieceType type = YQ_CAPTAIN;
          YqSquare square;

          if (i != 0 && i != n_red + 1)
            do
              type = (YqPieceType) (2 + random_below (YQ_N_TYPES - 2));
            while (ruleset->letters[type] == '\0');
          square = (YqSquare) (side == YQ_RED && i > 0 && random_below (4) > 0 ? 45 + random_below (45)
                                                                               : random_below (90));
          if (type == YQ_CAPTAIN)
            square = (YqSquare) (random_below (3) * YQ_FILES + 3 + random_below (3) + (side == YQ_RED ? 0 : 63));
          yq_position_put (&pos, square, yq_piece (side, type));
        }
    }
  while (yq_position_faults (&pos, faults) > 0 || !yq_position_has_move (&pos));
  return pos;
}

static void
show (const YqPosition *pos, const char *what)
{
  YqFen fen = { .position = *pos, .move_number = 1 };
  char text[YQ_FEN_MAX];

  yq_fen_write (&fen, YQ_FEN_LETTERS_NB, text);
  tap_note ("%s: %s", what, text);
}

/* Whether a verdict agrees with the plain search for mates in 1, 2 and 3, and its proof stands. */
static bool
agrees (YqMate *mate, const YqPosition *pos, bool checks_only, unsigned *n_mates)
{
  YqPosition copy = *pos;
  unsigned truth = 0;

  for (unsigned n = 1; n <= 3 && truth == 0; n++)
    if (reference_attack (&copy, n, checks_only))
      truth = n;
  *n_mates += truth > 0;
  for (unsigned n = 1; n <= 3; n++)
    {
      YqMateTask task = { .checks_only = checks_only, .length = n, .tree = true };
      YqMateResult result;
      char fault[YQ_MATE_FAULT_MAX];
      bool right;

      yq_mate_solve (mate, pos, &task, &result);
      if (truth != 0 && truth <= n)
        {
          right = result.verdict == YQ_MATE_IN && result.length == truth && result.tree_complete
                  && result.n_line == 2 * truth - 1;
          if (right && !yq_mate_verify (pos, result.tree, truth, checks_only, fault))
            {
              tap_note ("%s", fault);
              right = false;
            }
          /* Which proves that the verification can fail. */
          if (right && truth > 1 && yq_mate_verify (pos, result.tree, truth - 1, checks_only, NULL))
            right = false;
        }
      else
        right = (result.verdict == YQ_MATE_NO_IN && result.length >= n)
                || (checks_only && result.verdict == YQ_MATE_NO_BY_CHECKS);
      if (!right)
        {
          char verdict[YQ_MATE_VERDICT_MAX];

          yq_mate_verdict_text (&result, verdict);
          show (pos, checks_only ? "by checks" : "by any moves");
          tap_note ("mate in %u in truth (0: none in 3); asked for %u: %s", truth, n, verdict);
          yq_mate_result_clear (&result);
          return false;
        }
      yq_mate_result_clear (&result);
    }
  return true;
}

static void
test_random (const YqRuleset *ruleset, unsigned n, size_t memory)
{
  YqMate *mate = yq_mate_new (memory);
  unsigned n_wrong = 0, n_mates = 0;

  for (unsigned i = 0; i < n; i++)
    {
      YqPosition pos = random_position (ruleset);

      n_wrong += !agrees (mate, &pos, true, &n_mates);
      n_wrong += !agrees (mate, &pos, false, &n_mates);
    }
  tap_ok (n_wrong == 0 && (n < 100 || n_mates > n / 20),
          "%s: %u random positions as the plain search says, %u mates", ruleset->id, n, n_mates);
  yq_mate_free (mate);
}

int
main (void)
{
  const char *count = getenv ("YAQI_MATE_POSITIONS");
  unsigned n = count != NULL ? (unsigned) strtoul (count, NULL, 10) : 20;

  test_random (&yq_ruleset_xiangqi, n, 0);
  test_random (&yq_ruleset_xiangqi, n / 10, 1);
  test_random (&yq_ruleset_duck, n / 4, 0);
  return tap_done ();
}
