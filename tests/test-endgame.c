/* Tables of endgames beside a fixpoint over the same positions that is obviously right.
 *
 * YAQI_ENDGAMES: how many random ones of each game (default: as many as take half a second).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <time.h>

#include "random.h"
#include "tap.h"
#include "yq-endgame.h"
#include "yq-judge.h"
#include "yq-mate-table.h"
#include "yq-mate.h"

static bool
go_on (void *data)
{
  (void) data;
  return true;
}

/* The reference: all positions that play can reach from one, and their values by going over all of
 * them until nothing changes. */

enum
{
  MAX_PLACES = 100000,
  SLOTS = 1 << 18,
  NEVER = 1000,
};

typedef struct
{
  YqPosition pos;
  unsigned value;    /* the attacker's moves to the mate */
  unsigned first, n; /* what it leads to */
} Place;

typedef struct
{
  Place places[MAX_PLACES];
  unsigned slots[SLOTS]; /* 1 + number of a place, by key */
  unsigned next[MAX_PLACES * 32];
  unsigned n, n_next;
} Graph;

/* The number of a position, entered when it is new; MAX_PLACES when there is no room. */
static unsigned
graph_enter (Graph *graph, const YqPosition *pos)
{
  unsigned slot = (unsigned) (pos->key % SLOTS);

  for (; graph->slots[slot] != 0; slot = (slot + 1) % SLOTS)
    if (graph->places[graph->slots[slot] - 1].pos.key == pos->key
        && yq_position_equal (&graph->places[graph->slots[slot] - 1].pos, pos))
      return graph->slots[slot] - 1;
  if (graph->n == MAX_PLACES)
    return MAX_PLACES;
  graph->places[graph->n] = (Place){ .pos = *pos, .value = NEVER };
  graph->slots[slot] = ++graph->n;
  return graph->n - 1;
}

/* False when the graph is too large. */
static bool
graph_make (Graph *graph, const YqPosition *root)
{
  YqSide attacker = (YqSide) root->turn, defender = yq_side_other (attacker);
  bool changed = true;

  graph->n = graph->n_next = 0;
  memset (graph->slots, 0, sizeof graph->slots);
  graph_enter (graph, root);
  for (unsigned i = 0; i < graph->n; i++)
    {
      Place *place = &graph->places[i];
      YqMove moves[YQ_MAX_MOVES];
      size_t n = yq_position_moves (&place->pos, YQ_MOVES_ALL, moves);

      place->first = graph->n_next;
      for (size_t m = 0; m < n; m++)
        {
          YqPosition after = place->pos;
          YqUndo undo;
          unsigned next;

          yq_position_play (&after, moves[m], &undo);
          next = graph_enter (graph, &after);
          if (next == MAX_PLACES || graph->n_next == MAX_PLACES * 32)
            return false;
          graph->next[graph->n_next++] = next;
          place->n++;
        }
    }
  while (changed)
    {
      changed = false;
      for (unsigned i = 0; i < graph->n; i++)
        {
          Place *place = &graph->places[i];
          bool attack = place->pos.turn == attacker;
          unsigned value = attack ? NEVER : 0;

          for (unsigned j = 0; j < place->n; j++)
            {
              unsigned next = graph->places[graph->next[place->first + j]].value;

              if (attack && next + 1 < value)
                value = next + 1;
              else if (!attack && next > value)
                value = next;
            }
          if (place->pos.captain[attacker] == YQ_SQUARE_NONE)
            value = NEVER;
          else if (place->pos.captain[defender] == YQ_SQUARE_NONE)
            value = 0;
          changed |= value != place->value;
          place->value = value;
        }
    }
  return true;
}

static bool
is_over (const YqPosition *pos)
{
  return pos->captain[YQ_RED] == YQ_SQUARE_NONE || pos->captain[YQ_BLUE] == YQ_SQUARE_NONE;
}

/* Captains and up to so many other pieces of either side, to be played on. */
static YqPosition
random_position (const YqRuleset *ruleset, unsigned max_others)
{
  YqFault faults[YQ_MAX_FAULTS];
  YqPosition pos;

  do
    {
      unsigned n = random_below (max_others + 1);

      yq_position_clear (&pos, yq_geometry_of (ruleset));
      yq_position_set_turn (&pos, (YqSide) random_below (2));
      for (unsigned i = 0; i < n + 2; i++)
        {
          YqPieceType type = YQ_CAPTAIN;

          if (i >= 2)
            do
              type = (YqPieceType) (2 + random_below (YQ_N_TYPES - 2));
            while (ruleset->letters[type] == '\0');
          yq_position_put (&pos, (YqSquare) random_below (YQ_SQUARES),
                           yq_piece (i < 2 ? (YqSide) i : (YqSide) random_below (2), type));
        }
    }
  while (is_over (&pos) || yq_position_faults (&pos, faults) > 0 || !yq_position_has_move (&pos));
  return pos;
}

/* Whether all positions of a graph are what the table says. */
static bool
agrees (const Graph *graph, const YqEndgame *table, YqSide attacker, unsigned *longest)
{
  for (unsigned i = 0; i < graph->n; i++)
    {
      const Place *place = &graph->places[i];
      unsigned truth = place->value + (place->pos.turn != attacker && place->value != NEVER);
      uint8_t proven, refuted;

      if (is_over (&place->pos))
        continue;
      if (!yq_endgame_look (table, &place->pos, false, &proven, &refuted)
          || (truth == NEVER ? proven != YQ_LENGTH_UNBOUNDED || refuted != YQ_LENGTH_UNBOUNDED
                             : proven != truth || refuted != truth - 1))
        {
          tap_note ("position %u of %u: %u in truth, the table says %u/%u", i, graph->n, truth,
                    proven, refuted);
          return false;
        }
      if (truth != NEVER && truth > *longest)
        *longest = truth;
    }
  return true;
}

static void
test_random (const YqRuleset *ruleset, unsigned n, unsigned max_others, uint64_t max_states)
{
  Graph *graph = malloc (sizeof *graph);
  unsigned n_right = 0, longest = 0;
  uint64_t n_states = 0;

  random_state = UINT64_C (0x2545f4914f6cdd1d);
  for (unsigned i = 0; i < n;)
    {
      YqPosition pos = random_position (ruleset, max_others);
      YqEndgame *table = yq_endgame_new (&pos, (YqSide) pos.turn);
      YqEndgameCost cost = yq_endgame_cost (table);

      if (cost.states < max_states && graph_make (graph, &pos))
        {
          void *memory = calloc (1, (size_t) cost.bytes);

          i++;
          n_states += graph->n;
          n_right += yq_endgame_build (table, memory, go_on, NULL)
                     && agrees (graph, table, (YqSide) pos.turn, &longest);
          yq_endgame_free (table);
          free (memory);
        }
      else
        yq_endgame_free (table);
    }
  tap_ok (n_right == n && longest > 3,
          "%s: %u random tables right for all of %llu positions, mates up to %u", ruleset->id, n,
          (unsigned long long) n_states, longest);
  free (graph);
}

static YqPosition
read_position (const YqRuleset *ruleset, const char *text)
{
  YqFen fen;

  if (!yq_fen_read (text, strlen (text), ruleset, &fen, NULL))
    abort ();
  return fen.position;
}

/* Pieces that are told apart by nothing, and cannons. */
static void
test_chosen (void)
{
  static const struct
  {
    const char *fen;
    unsigned longest;
  } cases[] = {
    { "4k4/9/3PP4/9/9/9/9/9/9/4K4 w - - 0 1", 10 },
    { "4k4/9/3PPp3/9/9/9/9/9/9/4K4 w - - 0 1", 10 },
    { "3k5/9/9/9/9/9/9/9/2pp1p3/4K4 b - - 0 1", 10 },
    { "4k4/9/9/9/9/9/9/9/4A4/3CK4 w - - 0 1", 10 },
    { "4k4/9/9/9/9/9/9/r7B/9/3K5 b - - 0 1", 7 },
  };
  Graph *graph = malloc (sizeof *graph);
  size_t n = sizeof cases / sizeof cases[0];

  for (size_t i = 0; i < n; i++)
    {
      YqPosition pos = read_position (&yq_ruleset_xiangqi, cases[i].fen);
      YqEndgame *table = yq_endgame_new (&pos, (YqSide) pos.turn);
      void *memory = calloc (1, (size_t) yq_endgame_cost (table).bytes);
      unsigned longest = 0;
      bool right = graph_make (graph, &pos) && yq_endgame_build (table, memory, go_on, NULL)
                   && agrees (graph, table, (YqSide) pos.turn, &longest);

      tap_ok (right && longest == cases[i].longest, "%s: all of %u positions, mates up to %u",
              cases[i].fen, graph->n, longest);
      yq_endgame_free (table);
      free (memory);
    }
  free (graph);
}

/* Whether the value of a position follows from those of the positions it leads to. If all do, all
 * are right: by induction over the moves to the mate, and what is no mate has a way out for ever.
 */
static bool
follows (const YqEndgame *table, const YqPosition *pos, YqSide attacker)
{
  bool attack = pos->turn == attacker;
  unsigned truth = attack ? NEVER : 0;
  YqPosition after = *pos;
  YqMove moves[YQ_MAX_MOVES];
  size_t n = yq_position_moves (pos, YQ_MOVES_ALL, moves);
  uint8_t proven, refuted;

  for (size_t i = 0; i < n; i++)
    {
      unsigned value = NEVER;
      YqUndo undo;

      yq_position_play (&after, moves[i], &undo);
      if (after.captain[yq_side_other (attacker)] == YQ_SQUARE_NONE)
        value = 1;
      else if (after.captain[attacker] != YQ_SQUARE_NONE)
        {
          if (!yq_endgame_look (table, &after, false, &proven, &refuted))
            return false;
          value = proven == YQ_LENGTH_UNBOUNDED ? NEVER : proven + !attack;
        }
      if (attack ? value < truth : value > truth)
        truth = value;
      yq_position_take_back (&after, moves[i], &undo);
    }
  if (!attack && n == 0)
    truth = 1;
  return yq_endgame_look (table, pos, false, &proven, &refuted)
         && (truth == NEVER ? proven == YQ_LENGTH_UNBOUNDED && refuted == YQ_LENGTH_UNBOUNDED
                            : proven == truth && refuted == truth - 1);
}

/* Tables too large for the reference: random positions of theirs. */
static void
test_large (const YqRuleset *ruleset, const char *text, unsigned n)
{
  YqPosition root = read_position (ruleset, text);
  YqSide attacker = (YqSide) root.turn;
  YqEndgame *table = yq_endgame_new (&root, attacker);
  void *memory = calloc (1, (size_t) yq_endgame_cost (table).bytes);
  bool built = yq_endgame_build (table, memory, go_on, NULL);
  unsigned n_right = 0, n_mates = 0;

  random_state = UINT64_C (0x2545f4914f6cdd1d);
  for (unsigned i = 0; i < n && built;)
    {
      YqFault faults[YQ_MAX_FAULTS];
      YqPosition pos;
      uint8_t proven, refuted;

      yq_position_clear (&pos, root.geometry);
      yq_position_set_turn (&pos, (YqSide) random_below (2));
      for (YqSquare square = 0; square < YQ_SQUARES; square++)
        if (root.squares[square] != YQ_EMPTY
            && (yq_piece_type (root.squares[square]) == YQ_CAPTAIN || random_below (8) > 0))
          yq_position_put (&pos, (YqSquare) random_below (YQ_SQUARES), root.squares[square]);
      /* A soldier may stand where it never gets. */
      if (is_over (&pos) || yq_position_faults (&pos, faults) > 0
          || !yq_endgame_look (table, &pos, false, &proven, &refuted))
        continue;
      i++;
      n_right += follows (table, &pos, attacker);
      n_mates += proven != YQ_LENGTH_UNBOUNDED;
    }
  tap_ok (n_right == n && n_mates > 0, "%s, %s: %u positions of %llu follow, %u of them mates",
          ruleset->id, text, n, (unsigned long long) yq_endgame_cost (table).states, n_mates);
  yq_endgame_free (table);
  free (memory);
}

/* The solver uses the tables: lengths are exact, solutions can be followed, no mate is no mate.
 * With little memory it must do without the larger ones, and contradict nothing. */
static void
test_solver (size_t memory, bool all)
{
  static const struct
  {
    const char *fen;
    unsigned length; /* 0 = none */
  } cases[] = {
    { "9/3kaN3/9/9/9/9/9/9/9/4K4 w - - 0 1", 10 },
    { "4k4/9/9/9/9/9/9/B4n3/9/3K5 w - - 0 1", 0 },
    { "4k4/4a4/9/4P4/9/9/9/9/4A4/4K4 w - - 0 1", 10 },
    { "3k5/4a4/5a3/9/9/9/9/3A1K3/9/4C4 w - - 0 1", 21 },
    { "2c6/4k4/4N4/9/9/9/9/9/9/4K4 w - - 0 1", 0 },
    { "4C4/4P4/3k5/9/6b2/9/9/9/9/4K4 w - - 0 1", 4 },
  };
  size_t n = sizeof cases / sizeof cases[0], n_right = 0, n_decided = 0;
  YqMate *mate = yq_mate_new (memory);

  for (size_t i = 0; i < n; i++)
    {
      YqPosition pos = read_position (&yq_ruleset_xiangqi, cases[i].fen);
      YqMateTask task = { .tree = true, .nodes = all ? 0 : 10000, .seconds = 60 };
      YqMateResult result;
      char fault[YQ_MATE_FAULT_MAX] = "";
      bool right;

      yq_mate_solve (mate, &pos, &task, &result);
      if (result.verdict == YQ_MATE_UNDECIDED)
        right = !all;
      else if (cases[i].length == 0)
        right = result.verdict == YQ_MATE_NO_IN && (!all || result.length == YQ_MATE_LONGEST);
      else
        right = result.length == cases[i].length && result.verdict == YQ_MATE_IN
                && result.tree_complete && result.n_line == 2 * result.length - 1
                && yq_mate_verify (&pos, result.tree, result.length, false, fault);
      n_decided += result.verdict != YQ_MATE_UNDECIDED;
      if (right)
        n_right++;
      else
        tap_note ("%s: length %u %s", cases[i].fen, result.length, fault);
      yq_mate_result_clear (&result);
    }
  yq_mate_free (mate);
  tap_ok (n_right == n && (all ? n_decided == n : n_decided < n),
          "%zu MiB: %zu endgames, %zu decided", memory >> 20, n, n_decided);
}

/* Tables live in memory of the search's: lent all zero, taken back without a trace. */
static void
test_memory (void)
{
  enum
  {
    SIZE = 1 << 20,
    N = 50000, /* more entries than there is room for */
  };
  YqMateTable table;
  bool zero = true, right = true;

  yq_mate_table_init (&table, SIZE);
  tap_ok (yq_mate_table_lend (&table, SIZE) == NULL
              && yq_mate_table_lend (&table, UINT64_MAX) == NULL,
          "not all of the memory is lent");
  for (unsigned round = 0; round < 3; round++)
    {
      uint8_t *memory;

      for (uint64_t i = 1; i <= N; i++)
        yq_mate_table_make (&table, i * UINT64_C (0x9e3779b97f4a7c15))->proven = 7;
      memory = yq_mate_table_lend (&table, SIZE / 2);
      for (size_t i = 0; memory != NULL && i < SIZE / 2; i++)
        {
          zero &= memory[i] == 0;
          memory[i] = 0xff;
        }
      right &= memory != NULL && yq_mate_table_lend (&table, SIZE / 4) == NULL;
      for (uint64_t i = 1; i <= N; i++)
        yq_mate_table_make (&table, i * UINT64_C (0x9e3779b97f4a7c15))->proven = 8;
      for (size_t i = 0; memory != NULL && i < SIZE / 2; i++)
        right &= memory[i] == 0xff;
      yq_mate_table_take_back (&table);
      for (uint64_t i = 1; i <= N; i++)
        {
          const YqMateEntry *entry = yq_mate_table_find (&table, i * UINT64_C (0x9e3779b97f4a7c15));

          right &= entry == NULL || entry->proven == 8;
        }
    }
  tap_ok (zero, "what is lent is zero");
  tap_ok (right, "and belongs to one alone");
  yq_mate_table_clear (&table);
}

typedef struct
{
  double last, longest; /* between two questions */
  unsigned n, refuse;   /* the last one is answered with no */
} Asked;

static bool
ask (void *data)
{
  Asked *asked = data;
  struct timespec time;
  double now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  now = (double) time.tv_sec + (double) time.tv_nsec * 1e-9;
  if (asked->n > 0 && now - asked->last > asked->longest)
    asked->longest = now - asked->last;
  asked->last = now;
  return ++asked->n != asked->refuse;
}

static void
test_stop (void)
{
  YqPosition pos = read_position (&yq_ruleset_xiangqi, "4k4/4a1P2/5a3/9/9/9/9/3K5/9/5C3 w - - 0 1");
  YqEndgame *table = yq_endgame_new (&pos, YQ_RED);
  size_t size = (size_t) yq_endgame_cost (table).bytes;
  void *memory = malloc (size);
  uint8_t proven, refuted;
  Asked asked = { .refuse = 0 };
  unsigned n_all;

  memset (memory, 0, size);
  tap_ok (yq_endgame_build (table, memory, ask, &asked)
              && yq_endgame_look (table, &pos, false, &proven, &refuted) && proven == 6 && refuted == 5,
          "a table of %llu states", (unsigned long long) yq_endgame_cost (table).states);
  tap_ok (asked.n > yq_endgame_cost (table).states / 10000, "it can be stopped at once: asked %u times", asked.n);
  tap_note ("%.1f ms apart at most", asked.longest * 1e3);
  yq_endgame_free (table);

  n_all = asked.n;
  for (unsigned refuse = 1; refuse < n_all; refuse += n_all / 3)
    {
      table = yq_endgame_new (&pos, YQ_RED);
      memset (memory, 0, size);
      asked = (Asked){ .refuse = refuse };
      tap_ok (!yq_endgame_build (table, memory, ask, &asked)
                  && !yq_endgame_look (table, &pos, false, &proven, &refuted) && asked.n == refuse,
              "stopped, it knows nothing");
      yq_endgame_free (table);
    }
  free (memory);
}

int
main (void)
{
  const char *count = getenv ("YAQI_ENDGAMES");
  unsigned n = count != NULL ? (unsigned) strtoul (count, NULL, 10) : 0;
  unsigned n_positions = n != 0 ? 20 * n : 400;

  test_random (&yq_ruleset_xiangqi, n != 0 ? n : 15, 4, 200000);
  test_random (&yq_ruleset_duck, n != 0 ? n : 5, 1, n != 0 ? 1600000 : 100000);
  test_chosen ();
  test_large (&yq_ruleset_xiangqi, "4k4/9/4c4/9/9/9/9/9/4R4/4K4 w - - 0 1", n_positions);
  test_large (&yq_ruleset_xiangqi, "4k4/9/4n4/9/4P4/9/9/9/9/4K4 w - - 0 1", n_positions);
  test_large (&yq_ruleset_xiangqi, "4k4/9/9/9/9/4C4/9/9/4C4/4K4 w - - 0 1", n_positions);
  if (n != 0)
    {
      test_large (&yq_ruleset_xiangqi, "4k4/4a4/3a1c3/9/4R4/9/9/9/9/4K4 w - - 0 1", n_positions);
      test_large (&yq_ruleset_xiangqi, "4k4/9/4n4/9/4N4/4C4/9/9/9/4K4 w - - 0 1", n_positions);
      test_large (&yq_ruleset_xiangqi, "4k4/9/4r4/4P4/9/9/4p4/9/9/4K4 w - - 0 1", n_positions);
      test_large (&yq_ruleset_duck, "4k4/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1", n_positions);
      test_large (&yq_ruleset_duck, "4k4/4p4/9/9/9/9/9/9/4D4/4K4 b - - 0 1", n_positions);
    }
  test_solver (0, true);
  test_solver ((size_t)1 << 20, false);
  test_memory ();
  test_stop ();
  return tap_done ();
}
