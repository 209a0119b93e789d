/* The alpha-beta search: what it calls proven beside tables of endgames, mates it must find, limits.
 *
 * YAQI_SEARCHES: how many random positions of each game (default: as many as take about half a second).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "mate-position.h"
#include "tap.h"
#include "yq-endgame.h"
#include "yq-eval.h"
#include "yq-fen.h"
#include "yq-search.h"

enum
{
  NO_PLIES = 1000, /* no mate is so long */
};

/* A watch that checks each proof as it is told. */
typedef struct
{
  const YqEndgame *table;
  uint64_t nodes, max_nodes;
  unsigned n_proven, n_wrong;
} Witness;

static bool
halted (void *data, uint64_t nodes)
{
  Witness *witness = data;

  witness->nodes += nodes;
  return witness->nodes >= witness->max_nodes;
}

static void
check_proof (void *data, const YqPosition *pos, bool mated, unsigned plies)
{
  Witness *witness = data;
  uint8_t proven, refuted;

  witness->n_proven++;
  if (witness->table != NULL
      && (!yq_endgame_look (witness->table, pos, false, &proven, &refuted)
          || proven > (mated ? plies / 2 + 1 : (plies + 1) / 2) || plies % 2 != !mated))
    witness->n_wrong++;
}

static unsigned
no_checks (void *data, const YqPosition *pos, unsigned depth)
{
  return 0;
}

static YqSearchResult
search (YqSearch *search, const YqPosition *pos, const YqEndgame *table, uint64_t max_nodes, Witness *witness)
{
  YqSearchWatch watch = { halted, check_proof, no_checks, witness };
  YqSearchResult result;

  *witness = (Witness){ .table = table, .max_nodes = max_nodes };
  yq_search_begin (search, pos, &watch);
  yq_search_run (search, NO_PLIES, &result);
  return result;
}

static bool
go_on (void *data)
{
  return true;
}

/* No proof is wrong, and of short mates hardly one is missed. */
static void
test_proofs (YqSearch *self, const YqRuleset *ruleset, unsigned n, unsigned max_red, unsigned max_blue)
{
  unsigned n_wrong = 0, n_proven = 0, n_mates = 0, n_found = 0;

  for (unsigned i = 0; i < n; i++)
    {
      YqPosition pos = random_position (ruleset, max_red, max_blue);
      YqEndgame *table = yq_endgame_new (&pos, YQ_RED);
      void *memory = NULL;
      uint8_t proven, refuted;
      Witness witness;
      YqSearchResult result;

      if (table != NULL && yq_endgame_cost (table).states < 4000000)
        memory = calloc (1, yq_endgame_cost (table).bytes);
      if (memory != NULL && yq_endgame_build (table, memory, go_on, NULL)
          && yq_endgame_look (table, &pos, false, &proven, &refuted))
        {
          bool claimed;

          result = search (self, &pos, table, 20000, &witness);
          claimed = result.score >= YQ_SEARCH_MATE_FROM;
          n_wrong += witness.n_wrong + (claimed && (YQ_SEARCH_MATE - result.score + 1) / 2 < proven)
                     + (result.best.from != YQ_SQUARE_NONE && !yq_position_is_legal (&pos, result.best));
          n_proven += witness.n_proven;
          n_mates += proven <= 4;
          n_found += proven <= 4 && claimed;
        }
      free (memory);
      yq_endgame_free (table);
    }
  tap_ok (n_wrong == 0 && n_proven > 0, "%s: %u wins proven, %u of them wrong", ruleset->id, n_proven, n_wrong);
  tap_ok (n_found * 10 >= n_mates * 9, "%s: %u of %u mates in four or less found in 20,000 positions", ruleset->id,
          n_found, n_mates);
}

/* What a move changes adds up to what the position is worth. */
static void
test_eval (const YqRuleset *ruleset)
{
  static YqEval eval;
  YqPosition pos;
  unsigned n_wrong = 0;
  int sum;

  yq_eval_init (&eval, yq_geometry_of (ruleset));
  for (unsigned game = 0; game < 20; game++)
    {
      yq_position_start (&pos, yq_geometry_of (ruleset));
      sum = yq_eval_sum (&eval, &pos);
      n_wrong += sum != 0 || yq_eval_position (&eval, &pos, sum) != 0;
      for (unsigned ply = 0; ply < 200; ply++)
        {
          YqMove moves[YQ_MAX_MOVES], move;
          size_t n = yq_position_moves (&pos, YQ_MOVES_ALL, moves);
          YqUndo undo;

          if (n == 0)
            break;
          move = moves[random_below ((unsigned) n)];
          sum += yq_eval_change (&eval, &pos, move);
          yq_position_play (&pos, move, &undo);
          n_wrong += sum != yq_eval_sum (&eval, &pos);
        }
    }
  tap_ok (n_wrong == 0, "%s: the start is even, and worth adds up from move to move", ruleset->id);
}

/* Mates by quiet moves, of our own. */
static void
test_mates (YqSearch *self)
{
  static const struct
  {
    const char *fen;
    unsigned most; /* moves */
  } cases[] = {
    { "4k4/9/9/9/9/9/9/9/R8/R3K4 w", 3 },
    { "3k5/9/4P4/9/9/9/9/9/9/4K3R w", 4 },
    { "4k4/4a4/9/4P4/9/9/9/9/9/3K1R3 w", 6 },
    { "3ak4/9/9/4P4/9/9/9/9/9/4K2C1 w", 14 },
  };

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
      Witness witness, again;
      YqSearchResult result, same;
      YqFenFault fault;
      YqFen fen;

      if (!tap_ok (yq_fen_read (cases[i].fen, strlen (cases[i].fen), &yq_ruleset_xiangqi, &fen, &fault), "%s",
                   cases[i].fen))
        continue;
      result = search (self, &fen.position, NULL, 2000000, &witness);
      tap_ok (result.score >= YQ_SEARCH_MATE - (int) (2 * cases[i].most - 1), "is mate in %d, %u or less",
              (YQ_SEARCH_MATE - result.score + 1) / 2, cases[i].most);
      same = search (self, &fen.position, NULL, 2000000, &again);
      tap_ok (witness.nodes == again.nodes && result.score == same.score && yq_move_equal (result.best, same.best),
              "in the same way each time, by %llu positions", (unsigned long long) witness.nodes);
    }
}

/* A halted search goes on where it was. */
static void
test_halt (YqSearch *self)
{
  Witness witness = { .max_nodes = 1000 };
  YqSearchWatch watch = { halted, check_proof, no_checks, &witness };
  YqSearchResult first, last;
  YqPosition pos;

  yq_position_start (&pos, yq_geometry_of (&yq_ruleset_xiangqi));
  yq_search_begin (self, &pos, &watch);
  yq_search_run (self, NO_PLIES, &first);
  tap_ok (witness.nodes == 1024, "halted when told, after %llu positions", (unsigned long long) witness.nodes);
  for (unsigned i = 0; i < 50; i++)
    {
      witness.max_nodes += 1000;
      yq_search_run (self, NO_PLIES, &last);
    }
  tap_ok (last.depth > first.depth && yq_position_is_legal (&pos, last.best), "gone on with to depth %u from %u",
          last.depth, first.depth);
}

int
main (void)
{
  const char *count = getenv ("YAQI_SEARCHES");
  unsigned n = count != NULL ? (unsigned) strtoul (count, NULL, 10) : 12;
  YqSearch *self = yq_search_new (1 << 20);

  test_eval (&yq_ruleset_xiangqi);
  test_eval (&yq_ruleset_duck);
  test_mates (self);
  test_halt (self);
  test_proofs (self, &yq_ruleset_xiangqi, n, 2, 2);
  test_proofs (self, &yq_ruleset_duck, n / 2, 1, 1);
  yq_search_free (self);
  return tap_done ();
}
