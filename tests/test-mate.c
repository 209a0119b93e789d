/* Mates: the solver beside plain searches that are obviously right, on small random positions, and
 * on tables of cases.
 *
 * YAQI_MATE_POSITIONS: how many random positions (default: as many as take about a second).
 * YAQI_MATE_ALL: when set, all cases of the larger collection, not only the quick ones.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <time.h>

#include "mate-position.h"
#include "tsv.h"
#include "yq-mate-search.h"
#include "yq-mate.h"

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

/* A first move of a mate that is proven to be the shortest mates no faster, nor do its duals. */
static bool
first_moves_are_exact (const YqMateResult *result)
{
  for (const YqMateNode *node = result->tree; node != NULL; node = node->next)
    if (!node->exact || node->length != result->length)
      return false;
  return true;
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
                  && result.n_line == 2 * truth - 1 && first_moves_are_exact (&result);
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
  double started = yq_mate_clock ();

  for (unsigned i = 0; i < n; i++)
    {
      YqPosition pos = random_position (ruleset, 4, 5);

      n_wrong += !agrees (mate, &pos, true, &n_mates);
      n_wrong += !agrees (mate, &pos, false, &n_mates);
    }
  tap_note ("%.2f s", yq_mate_clock () - started);
  tap_ok (n_wrong == 0 && (n < 100 || n_mates > n / 20),
          "%s: %u random positions as the plain search says, %u mates", ruleset->id, n, n_mates);
  yq_mate_free (mate);
}

/* The other reference, without a limit of length: all positions that play can reach, and on
 * them «mate in n» for n = 0, 1, 2… until nothing changes. What is left can go on for ever. */

enum
{
  GRAPH_MAX = 8000, /* positions; larger graphs are not looked at */
  GRAPH_SLOTS = 1 << 14,
  NEVER = 1000,
};

typedef struct
{
  YqPosition pos;
  bool attack;
  unsigned value; /* the attacker's moves to the mate; NEVER */
  unsigned n_next;
  unsigned next[128];
} Place;

typedef struct
{
  Place places[GRAPH_MAX];
  unsigned n;
  unsigned slots[GRAPH_SLOTS]; /* 1 + number of a place, by key */
  bool overflow;
} Graph;

static unsigned
graph_find (Graph *graph, const YqPosition *pos, bool attack)
{
  unsigned slot = (unsigned) (pos->key + attack) % GRAPH_SLOTS;

  for (; graph->slots[slot] != 0; slot = (slot + 1) % GRAPH_SLOTS)
    {
      Place *place = &graph->places[graph->slots[slot] - 1];

      if (yq_position_equal (&place->pos, pos) && place->attack == attack)
        return graph->slots[slot] - 1;
    }
  if (graph->n == GRAPH_MAX)
    {
      graph->overflow = true;
      return 0;
    }
  graph->places[graph->n] = (Place){ .pos = *pos, .attack = attack, .value = NEVER };
  graph->slots[slot] = ++graph->n;
  return graph->n - 1;
}

/* The least number of moves that mate, or NEVER; graph->overflow when it became too large. */
static unsigned
reference_endless (Graph *graph, const YqPosition *root, bool checks_only)
{
  YqSide attacker = (YqSide) root->turn, defender = yq_side_other (attacker);
  bool changed = true;

  graph->n = 0;
  graph->overflow = false;
  memset (graph->slots, 0, sizeof graph->slots);
  graph_find (graph, root, true);
  for (unsigned i = 0; i < graph->n && !graph->overflow; i++)
    {
      YqMove moves[YQ_MAX_MOVES];
      Place *place = &graph->places[i];
      size_t n = yq_position_moves (&place->pos, YQ_MOVES_ALL, moves);

      for (size_t m = 0; m < n && !graph->overflow; m++)
        {
          YqPosition after = place->pos;
          YqUndo undo;

          yq_position_play (&after, moves[m], &undo);
          if (place->attack && after.captain[defender] == YQ_SQUARE_NONE)
            place->value = 1;
          else if (!place->attack || !checks_only || yq_position_in_check (&after, defender))
            place->next[place->n_next++] = graph_find (graph, &after, !place->attack);
        }
    }
  while (changed && !graph->overflow)
    {
      changed = false;
      for (unsigned i = 0; i < graph->n; i++)
        {
          Place *place = &graph->places[i];
          unsigned value = place->attack ? place->value : 0;

          for (unsigned j = 0; j < place->n_next; j++)
            {
              unsigned next = graph->places[place->next[j]].value;

              if (place->attack && next + 1 < value)
                value = next + 1;
              else if (!place->attack && next > value)
                value = next;
            }
          if (!place->attack && place->pos.captain[attacker] == YQ_SQUARE_NONE)
            value = NEVER;
          changed |= value != place->value;
          place->value = value;
        }
    }
  return graph->places[0].value;
}

/* The solver and, with hardly any memory, the search itself against that reference. */
static void
test_endless (const YqRuleset *ruleset, bool checks_only, unsigned n, unsigned max_red,
              unsigned max_blue)
{
  YqMate *mate = yq_mate_new (0);
  Graph *graph = malloc (sizeof *graph);
  YqMateSearch small;
  unsigned n_wrong = 0, n_mates = 0, n_cycles = 0;
  double started = yq_mate_clock ();

  yq_mate_search_init (&small, 0);
  for (unsigned i = 0; i < n;)
    {
      YqPosition pos = random_position (ruleset, max_red, max_blue);
      unsigned truth = reference_endless (graph, &pos, checks_only);
      YqMateTask task = { .checks_only = checks_only, .tree = true };
      YqMateResult result;
      YqMateValue value;
      bool right;

      if (graph->overflow || graph->n < 10)
        continue;
      i++;
      n_mates += truth < NEVER;
      n_cycles += truth == NEVER && graph->n > 50;
      yq_mate_solve (mate, &pos, &task, &result);
      yq_mate_search_begin (&small, &pos, checks_only);
      small.max_nodes = checks_only ? 10000000 : 100000;
      value = yq_mate_search_run (&small, true, YQ_LENGTH_UNBOUNDED);
      if (truth == NEVER)
        right = (checks_only ? result.verdict == YQ_MATE_NO_BY_CHECKS
                             : result.verdict == YQ_MATE_NO_IN && result.length == YQ_MATE_LONGEST)
                && value.proven == YQ_LENGTH_UNBOUNDED
                && (!checks_only || value.refuted == YQ_LENGTH_UNBOUNDED);
      else
        right = result.verdict == YQ_MATE_IN && result.length == truth && value.proven >= truth
                && value.refuted < truth && (!checks_only || value.proven != YQ_LENGTH_UNBOUNDED)
                && result.tree_complete
                && yq_mate_verify (&pos, result.tree, truth, checks_only, NULL);
      if (!right)
        {
          char verdict[YQ_MATE_VERDICT_MAX];

          yq_mate_verdict_text (&result, verdict);
          show (&pos, verdict);
          tap_note ("in truth %u; with little memory: proven %u, refuted %u", truth, value.proven,
                    value.refuted);
          n_wrong++;
        }
      yq_mate_result_clear (&result);
    }
  tap_note ("%.2f s", yq_mate_clock () - started);
  tap_ok (n_wrong == 0,
          "%s: %u positions without end by %s, %u mates, %u larger games that are none",
          ruleset->id, n, checks_only ? "checks" : "any moves", n_mates, n_cycles);
  yq_mate_search_clear (&small);
  yq_mate_free (mate);
  free (graph);
}

/* Tables of cases. */

static bool
read_fen (const char *text, const YqRuleset *ruleset, YqFen *fen)
{
  YqFenFault fault;

  if (yq_fen_read (text, strlen (text), ruleset, fen, &fault))
    return true;
  return tap_ok (false, "%s can be read", text);
}

/* Solves and describes: «mate in 3: best 2, duals 1 …» is compared as the table has it. */
static void
test_own_cases (YqMate *mate)
{
  Tsv tsv;

  if (!tap_ok (tsv_open (&tsv, tap_data ("mates.tsv")), "there are cases"))
    return;
  while (tsv_next (&tsv))
    {
      const YqRuleset *ruleset = yq_ruleset_by_id (tsv.columns[0]);
      YqMateTask task = { .checks_only = strcmp (tsv.columns[1], "checks") == 0,
                          .length = (unsigned) strtoul (tsv.columns[2], NULL, 10),
                          .tree = true };
      char verdict[YQ_MATE_VERDICT_MAX], fault[YQ_MATE_FAULT_MAX];
      YqMateResult result;
      YqFen fen;
      bool ok;

      if (!read_fen (tsv.columns[3], ruleset, &fen))
        continue;
      yq_mate_solve (mate, &fen.position, &task, &result);
      yq_mate_verdict_text (&result, verdict);
      ok = strcmp (verdict, tsv.columns[4]) == 0;
      if (ok && result.tree != NULL
          && !yq_mate_verify (&fen.position, result.tree, result.length, task.checks_only, fault))
        {
          tap_note ("%s", fault);
          ok = false;
        }
      tap_ok (ok, "%s: %s, %s (%s)", tsv.columns[0], tsv.columns[5], tsv.columns[4], verdict);
      yq_mate_result_clear (&result);
    }
}

/* Known mates of the larger collection: none missed, none contradicted. A case is (FEN, length). */
static void
test_known_mates (YqMate *mate, const char *name, unsigned fen_column, unsigned length_column,
                  const char *kind)
{
  const char *path = tap_case (name);
  unsigned n = 0, n_wrong = 0;
  double started = yq_mate_clock ();
  Tsv tsv;

  if (path == NULL || !tsv_open (&tsv, path))
    {
      tap_skip ("%s is not there", name);
      return;
    }
  while (tsv_next (&tsv))
    {
      unsigned length = (unsigned) strtoul (tsv.columns[length_column], NULL, 10);
      YqMateTask task = { .checks_only = strcmp (tsv.columns[4], kind) == 0, .tree = true };
      YqMateResult result;
      YqFen fen;

      if (kind[0] == '\0')
        task.checks_only = strcmp (tsv.columns[5], "-") != 0;
      if (!read_fen (tsv.columns[fen_column], &yq_ruleset_xiangqi, &fen))
        continue;
      if (!task.checks_only)
        {
          if (length > 4)
            continue;
          task.length = length;
        }
      n++;
      yq_mate_solve (mate, &fen.position, &task, &result);
      if (result.verdict != YQ_MATE_IN || result.length != length || !result.tree_complete
          || !yq_mate_verify (&fen.position, result.tree, result.length, task.checks_only, NULL))
        {
          tap_note ("line %u: expected mate in %u, found verdict %d, length %u", tsv.number, length,
                    (int) result.verdict, result.length);
          n_wrong++;
        }
      yq_mate_result_clear (&result);
    }
  tap_ok (n_wrong == 0 && n > 0, "%s: %u mates found, minimal and verified", name, n);
  tap_note ("%.2f s", yq_mate_clock () - started);
}

/* A collection of which it is known how many positions are mates by checks. */
static void
test_collection (YqMate *mate, const char *name, unsigned n_expected, unsigned n_mates)
{
  const char *path = tap_case (name);
  FILE *file = path != NULL ? fopen (path, "r") : NULL;
  unsigned n = 0, n_found = 0, n_refuted = 0;
  double slowest = 0;
  char line[512];

  if (file == NULL)
    {
      tap_skip ("%s is not there", name);
      return;
    }
  while (fgets (line, sizeof line, file) != NULL)
    {
      YqMateTask task = { .checks_only = true };
      YqMateResult result;
      YqFen fen;

      if (strncmp (line, "[FEN \"", 6) != 0)
        continue;
      line[strcspn (line, "]") - 1] = '\0';
      if (!read_fen (line + 6, &yq_ruleset_xiangqi, &fen))
        continue;
      yq_mate_solve (mate, &fen.position, &task, &result);
      n++;
      n_found += result.verdict == YQ_MATE_IN;
      n_refuted += result.verdict == YQ_MATE_NO_BY_CHECKS;
      slowest = result.seconds > slowest ? result.seconds : slowest;
      yq_mate_result_clear (&result);
    }
  fclose (file);
  tap_ok (n == n_expected && n_found == n_mates && n_refuted == n_expected - n_mates,
          "%s: %u positions, %u mates by checks, %u refuted; slowest %.3f s", name, n, n_found,
          n_refuted, slowest);
}

/* What a composer asks. */

static YqMateResult
solve_facts (YqMate *mate, const char *text, YqFen *fen)
{
  YqMateTask task = { .checks_only = true, .facts = true };
  YqMateResult result;

  read_fen (text, &yq_ruleset_xiangqi, fen);
  yq_mate_solve (mate, &fen->position, &task, &result);
  return result;
}

static unsigned
count_firsts (const YqMateResult *result, YqMateFirstKind kind)
{
  unsigned n = 0;

  for (size_t i = 0; i < result->n_firsts; i++)
    n += result->firsts[i].kind == kind;
  return n;
}

static void
test_facts (YqMate *mate)
{
  YqFen fen;
  /* Two chariots on open ranks; the general has only his own rank to go. */
  YqMateResult result = solve_facts (mate, "4k4/1R7/R8/9/9/9/9/9/9/3K5 w - - 0 1", &fen);

  tap_ok (result.verdict == YQ_MATE_IN && result.length == 1
              && count_firsts (&result, YQ_MATE_FIRST_BEST) == 1
              && yq_move_equal (result.firsts[0].move, (YqMove){ 63, 81 }),
          "a unique first move is found");
  yq_mate_result_clear (&result);

  result = solve_facts (mate, "3k5/1R7/R8/9/9/9/9/9/4P4/5K3 w - - 0 1", &fen);
  tap_ok (result.n_pieces == 3, "every piece but the generals is judged");
  for (size_t i = 0; i < result.n_pieces; i++)
    tap_ok (
        result.pieces[i].kind
            == (result.pieces[i].square == 13 ? YQ_MATE_PIECE_SUPERFLUOUS : YQ_MATE_PIECE_NEEDED),
        "the piece on point %u is %s", result.pieces[i].square,
        result.pieces[i].square == 13 ? "superfluous" : "needed");
  yq_mate_result_clear (&result);

  result = solve_facts (mate, "4k4/R7R/9/9/9/9/9/4B4/9/4K4 w - - 0 1", &fen);
  tap_ok (result.symmetric && count_firsts (&result, YQ_MATE_FIRST_BEST) == 2
              && !result.firsts[0].mirrored && result.firsts[1].mirrored,
          "two first moves that are mirror images count as one and its image");
  yq_mate_result_clear (&result);
}

/* A solution that is not whole must not pass. */
static void
test_verification (YqMate *mate)
{
  YqMateTask task = { .checks_only = true, .tree = true };
  YqMateResult result;
  YqMateNode *defence;
  char fault[YQ_MATE_FAULT_MAX];
  YqFen fen;

  read_fen ("4k4/3P2P2/b2N2R2/7r1/2b6/9/9/3n5/4p3r/2R2K3 w - - 0 1", &yq_ruleset_xiangqi, &fen);
  yq_mate_solve (mate, &fen.position, &task, &result);
  tap_ok (yq_mate_verify (&fen.position, result.tree, 3, true, fault), "a right solution passes");
  tap_ok (!yq_mate_verify (&fen.position, result.tree, 2, true, fault),
          "but not as a shorter one: %s", fault);
  tap_ok (!yq_mate_verify (&fen.position, NULL, 3, true, fault), "nothing does not pass: %s",
          fault);
  defence = result.tree->child;
  result.tree->child = defence->next;
  tap_ok (!yq_mate_verify (&fen.position, result.tree, 3, true, fault),
          "nor with a defence missing: %s", fault);
  result.tree->child = defence;
  defence->child->move.to = YQ_SQUARE_NONE;
  tap_ok (!yq_mate_verify (&fen.position, result.tree, 3, true, fault),
          "nor with an illegal move: %s", fault);
  yq_mate_result_clear (&result);
}

/* Limits. */

typedef struct
{
  atomic_bool stop;
  double stopped; /* when */
  uint64_t nodes; /* looked at until then */
} Stopper;

static void
stop_at_progress (const YqMateProgress *progress, void *data)
{
  Stopper *stopper = data;

  if (progress->refuted == 0 || stopper->stop)
    return;
  stopper->stopped = yq_mate_clock ();
  stopper->nodes = progress->nodes;
  stopper->stop = true;
}

static long
resident_pages (void)
{
  FILE *file = fopen ("/proc/self/statm", "r");
  long size = 0, resident = 0;

  if (file != NULL && fscanf (file, "%ld %ld", &size, &resident) != 2)
    resident = 0;
  if (file != NULL)
    fclose (file);
  return resident;
}

static void
test_limits (void)
{
  YqMate *mate;
  YqPosition pos;
  YqMateResult result;
  Stopper stopper = { 0 };
  long before = resident_pages (), grown;

  yq_position_start (&pos, yq_geometry_of (&yq_ruleset_xiangqi));
  mate = yq_mate_new (0);
  yq_mate_solve (mate, &pos,
                 &(YqMateTask){ .stop = &stopper.stop, .progress = stop_at_progress, .progress_data = &stopper },
                 &result);
  tap_note ("a stop is answered within %.3f ms", (yq_mate_clock () - stopper.stopped) * 1e3);
  tap_ok (result.verdict == YQ_MATE_UNDECIDED && result.refuted > 0,
          "progress is told; stopped, it is undecided");
  tap_ok (result.nodes - stopper.nodes <= 10000, "after a stop it looks at %llu positions",
          (unsigned long long) (result.nodes - stopper.nodes));
  yq_mate_result_clear (&result);
  yq_mate_free (mate);

  mate = yq_mate_new (1 << 20);
  before = resident_pages ();
  yq_mate_solve (mate, &pos, &(YqMateTask){ .nodes = 300000 }, &result);
  grown = (resident_pages () - before) * 4;
  tap_ok (result.verdict == YQ_MATE_UNDECIDED && result.nodes <= 300300,
          "the limit of positions holds");
  tap_ok (grown <= 1024 + 256, "in 1 MiB it takes %ld kB", grown);
  yq_mate_result_clear (&result);
  yq_mate_solve (mate, &pos, &(YqMateTask){ .seconds = 0.05 }, &result);
  tap_ok (result.verdict == YQ_MATE_UNDECIDED, "the limit of time holds: 0.05 s, and it took %.2f s",
          result.seconds);
  yq_mate_result_clear (&result);
  yq_mate_free (mate);
}

int
main (void)
{
  const char *count = getenv ("YAQI_MATE_POSITIONS");
  unsigned n = count != NULL ? (unsigned) strtoul (count, NULL, 10) : 100;
  YqMate *mate = yq_mate_new (0);

  test_random (&yq_ruleset_xiangqi, n, 0);
  test_random (&yq_ruleset_duck, n / 8, 0);
  test_endless (&yq_ruleset_xiangqi, true, n / 2, 4, 5);
  test_endless (&yq_ruleset_xiangqi, false, n / 10, 1, 1);
  test_endless (&yq_ruleset_duck, true, n / 30, 2, 0);
  test_own_cases (mate);
  test_known_mates (mate, "mates.tsv", 0, 2, "");
  if (getenv ("YAQI_MATE_ALL") != NULL)
    {
      test_known_mates (mate, "mates_suite.tsv", 1, 3, "checks");
      test_collection (mate, "files/fen/xiangqi-tools__fen__shiqingyaqu551.fen", 551, 218);
    }
  test_facts (mate);
  test_verification (mate);
  test_limits ();
  yq_mate_free (mate);
  return tap_done ();
}
