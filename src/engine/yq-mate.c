/* Proves or refutes forced mates, and says what a composer wants to know of them: which searches
 * are run, in which order, and what their answers amount to.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "yq-mate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "yq-mate-scout.h"
#include "yq-mate-tree.h"

#define DEFAULT_MEMORY ((size_t) 256 << 20)
#define LEAST_MEMORY ((size_t) 1 << 20)
#define PROGRESS_SECONDS 0.05

struct YqMate
{
  YqMateSearch search;
  YqSearch *scout;
  size_t tree_memory;

  /* While solving. */
  const YqMateTask *task;
  YqMateProgress progress;
  double started, next_progress;
  uint64_t end; /* no more positions than these */
  YqEndgame *endgame; /* owned; NULL = none */
};

YqMate *
yq_mate_new (size_t memory)
{
  YqMate *mate = calloc (1, sizeof *mate);

  if (memory == 0)
    memory = DEFAULT_MEMORY;
  else if (memory < LEAST_MEMORY)
    memory = LEAST_MEMORY;
  if (mate == NULL)
    return NULL;
  memory -= YQ_MATE_ARENA * sizeof (YqMateChild);
  mate->tree_memory = memory / 6;
  /* A scout takes a power of two: of the usual memory, about the seventh part. */
  mate->scout = yq_search_new (memory / 7);
  if (mate->scout == NULL
      || !yq_mate_search_init (&mate->search, memory - memory / 7 - mate->tree_memory))
    {
      yq_search_free (mate->scout);
      free (mate);
      return NULL;
    }
  return mate;
}

void
yq_mate_free (YqMate *mate)
{
  if (mate == NULL)
    return;
  yq_search_free (mate->scout);
  yq_mate_search_clear (&mate->search);
  free (mate);
}

void
yq_mate_result_clear (YqMateResult *result)
{
  yq_mate_tree_free_chunks (result->memory);
  free (result->firsts);
  free (result->pieces);
  *result = (YqMateResult){ .verdict = YQ_MATE_UNDECIDED };
}

static void
tick (void *data)
{
  YqMate *mate = data;
  double now;

  if (mate->task->progress == NULL || (now = yq_mate_clock ()) < mate->next_progress)
    return;
  mate->next_progress = now + PROGRESS_SECONDS;
  mate->progress.seconds = now - mate->started;
  mate->progress.nodes = mate->search.nodes;
  mate->task->progress (&mate->progress, mate->task->progress_data);
}

/* The searches may look at so many positions more (0 = as the limits allow). */
static void
allow (YqMate *mate, uint64_t nodes)
{
  YqMateSearch *search = &mate->search;

  if (search->nodes >= mate->end)
    search->interrupted = true;
  search->max_nodes
      = nodes != 0 && nodes < mate->end - search->nodes ? search->nodes + nodes : mate->end;
}

static YqMateValue
run (YqMate *mate, bool attack, unsigned length, uint64_t nodes)
{
  allow (mate, nodes);
  return yq_mate_search_run (&mate->search, attack, length);
}

/* The same by the scout, from the root. */
static YqMateValue
run_scout (YqMate *mate, unsigned length, uint64_t nodes)
{
  allow (mate, nodes);
  yq_mate_scout_run (mate->scout, length);
  return yq_mate_search_look (&mate->search, true, length);
}

/* What the searches from the root have shown. */
typedef struct
{
  unsigned proven;  /* YQ_LENGTH_UNBOUNDED = nothing */
  unsigned refuted; /* YQ_LENGTH_UNBOUNDED = no mate at all */
  bool asks_barred; /* a win because the defender may not check for ever will do */
  bool won;         /* so: proven, with so many positions looked at */
  uint64_t won_after;
  bool lost; /* not even so: proven */
} Bounds;

static bool
is_found (const Bounds *bounds)
{
  return bounds->proven <= YQ_MATE_LONGEST;
}

static void
learn (YqMate *mate, Bounds *bounds, const YqMateValue *value)
{
  unsigned longest = mate->task->length != 0 ? mate->task->length : YQ_MATE_LONGEST;

  if (value->proven < bounds->proven && value->proven <= longest)
    bounds->proven = value->proven;
  if (value->refuted > bounds->refuted)
    bounds->refuted = value->refuted;
  mate->progress.proven = is_found (bounds) ? bounds->proven : 0;
  mate->progress.refuted = bounds->refuted > YQ_MATE_LONGEST ? YQ_MATE_LONGEST : bounds->refuted;
}

/* Whether the question is answered as well as it can be. Where the rule against perpetual check
 * wins there seldom is a mate as well; it is looked for as long again as it took to find that out.
 */
static bool
is_done (const YqMate *mate, const Bounds *bounds)
{
  if (is_found (bounds))
    return mate->task->first_found || bounds->refuted + 1 >= bounds->proven;
  if (bounds->won)
    return bounds->refuted == YQ_LENGTH_UNBOUNDED || mate->search.nodes / 2 >= bounds->won_after;
  if (bounds->asks_barred && !bounds->lost)
    return false;
  return bounds->refuted >= (mate->task->length != 0 ? mate->task->length : YQ_LENGTH_UNBOUNDED);
}

/* Checks only. The unbounded search decides whether there is a mate, mostly at once; then one
 * length after the other is refuted until one is proven. A length that is asked for makes the first
 * needless. */
static void
solve_checks (YqMate *mate, Bounds *bounds)
{
  bool decided = true;

  if (mate->task->length == 0)
    {
      YqMateValue value = run (mate, true, YQ_LENGTH_UNBOUNDED, 0);

      learn (mate, bounds, &value);
    }
  /* A length stays undecided when the limits are reached, or a line grew too long for the search.
   */
  while (decided && !is_done (mate, bounds) && bounds->refuted < YQ_MATE_LONGEST)
    {
      unsigned length = bounds->refuted + 1;
      YqMateValue value = run (mate, true, length, 0);

      decided = yq_mate_is_proven (&value, length) || yq_mate_is_refuted (&value, length);
      learn (mate, bounds, &value);
    }
}

/* The shortest mate by checks that can be found soon. What checks cannot do says nothing of other
 * moves. */
static void
look_by_checks (YqMate *mate, Bounds *bounds, unsigned longest)
{
  enum
  {
    NODES_EACH = 1000000
  };
  unsigned length = longest;

  mate->search.checks_only = true;
  do
    {
      YqMateValue value = run (mate, true, length, NODES_EACH);
      bool refuted = yq_mate_is_refuted (&value, length);

      value.refuted = 0;
      learn (mate, bounds, &value);
      if (length == longest)
        length = 1;
      else if (refuted)
        length++;
      else
        break;
    }
  while (is_found (bounds) && !mate->task->first_found && length < bounds->proven
         && !mate->search.interrupted);
  mate->search.checks_only = false;
}

static void
forget_endgame (YqMate *mate)
{
  mate->search.endgame = NULL;
  yq_endgame_free (mate->endgame);
  mate->endgame = NULL;
  yq_mate_table_take_back (&mate->search.table);
}

static bool
go_on (void *data)
{
  YqMate *mate = data;

  return yq_mate_search_go_on (&mate->search);
}

/* A table of all positions that can arise answers everything, but takes its time however short the
 * mate is: it is worth making when the search has worked for about a quarter of that time in
 * vain. */
static bool
endgame_is_due (const YqMate *mate)
{
  enum
  {
    STATES_A_POSITION = 200 /* of the search, for a quarter of the time */
  };

  return mate->endgame != NULL && mate->search.endgame == NULL
         && yq_endgame_cost (mate->endgame).states / STATES_A_POSITION <= mate->search.nodes;
}

/* Looks for a win because the defender may not check for ever, or that there is not even one. */
static void
look_for_barred (YqMate *mate, Bounds *bounds, uint64_t nodes)
{
  YqMateValue value;

  mate->search.barred = true;
  value = run (mate, true, YQ_LENGTH_UNBOUNDED, nodes);
  mate->search.barred = false;
  bounds->won = yq_mate_is_proven (&value, YQ_LENGTH_UNBOUNDED);
  bounds->won_after = mate->search.nodes;
  bounds->lost = yq_mate_is_refuted (&value, YQ_LENGTH_UNBOUNDED);
  if (bounds->lost)
    bounds->refuted = YQ_LENGTH_UNBOUNDED;
}

/* Makes the table if memory and time suffice, else gives it up for good. Where it has no mate, and
 * memory suffices for that, too, it then learns the rule against perpetual check. */
static void
solve_endgame (YqMate *mate, Bounds *bounds)
{
  YqMateSearch *search = &mate->search;
  YqEndgameCost cost = yq_endgame_cost (mate->endgame);
  uint64_t rule_bytes = yq_endgame_rule_bytes (mate->endgame);
  char *memory = NULL;
  YqMateValue value;

  if (cost.states < mate->end - search->nodes
      && (search->deadline <= 0 || yq_mate_clock () + cost.seconds < search->deadline))
    {
      if (bounds->asks_barred)
        memory = yq_mate_table_lend (&search->table, cost.bytes + rule_bytes);
      if (memory == NULL)
        {
          rule_bytes = 0;
          memory = yq_mate_table_lend (&search->table, cost.bytes);
        }
    }
  if (memory == NULL || !yq_endgame_build (mate->endgame, memory, go_on, mate))
    {
      forget_endgame (mate);
      return;
    }
  search->endgame = mate->endgame;
  search->nodes += cost.states;
  value = yq_mate_search_look (search, true, YQ_LENGTH_UNBOUNDED);
  learn (mate, bounds, &value);
  if (rule_bytes > 0 && !is_found (bounds) && search->nodes < mate->end
      && yq_endgame_build_rule (mate->endgame, &search->position, memory + cost.bytes, go_on, mate))
    look_for_barred (mate, bounds, 1);
}

/* Any moves. A mate by checks is looked for first: that is quick. Mates that need quiet moves can
 * be long, and then no length can be refuted up to them: so three searches take turns, each a
 * little longer every time. One refutes the lengths from below, the others, by proof numbers and by
 * scouting, look for any mate, with more patience, or for one that is shorter than what was found.
 * In xiangqi a fourth one asks what the rule against perpetual check adds, as long as no mate is
 * found. */
static void
solve_any (YqMate *mate, Bounds *bounds)
{
  enum
  {
    NODES_FIRST_TURN = 20000,
    NODES_WITHOUT_MATE = 10000000 /* for the fourth question, once it is clear that there is no mate */
  };
  unsigned longest = mate->task->length != 0 ? mate->task->length : YQ_LENGTH_UNBOUNDED;
  uint64_t nodes = NODES_FIRST_TURN, left = NODES_WITHOUT_MATE;
  YqMateValue value;

  look_by_checks (mate, bounds, longest);
  if (!is_done (mate, bounds))
    {
      mate->endgame = yq_endgame_new (&mate->search.position, mate->search.attacker);
      yq_mate_scout_begin (mate->scout, &mate->search);
    }
  while (!is_done (mate, bounds) && !mate->search.interrupted
         && (bounds->refuted < YQ_MATE_LONGEST || (bounds->asks_barred && left > 0)))
    {
      unsigned patience = is_found (bounds) ? 1 : 3;

      if (endgame_is_due (mate))
        {
          solve_endgame (mate, bounds);
          continue;
        }
      if (bounds->refuted < YQ_MATE_LONGEST)
        {
          value = run (mate, true, bounds->refuted + 1, nodes);
          learn (mate, bounds, &value);
        }
      for (unsigned scout = 0; scout < 2 && !is_done (mate, bounds); scout++)
        {
          unsigned above = is_found (bounds) ? bounds->proven - 1 : longest;

          if (above <= bounds->refuted + 1)
            break;
          value = scout ? run_scout (mate, above, patience * nodes) : run (mate, true, above, patience * nodes);
          learn (mate, bounds, &value);
        }
      if (bounds->asks_barred && !bounds->won && !is_found (bounds) && !is_done (mate, bounds))
        {
          uint64_t share = bounds->refuted >= YQ_MATE_LONGEST && left < nodes ? left : nodes;

          look_for_barred (mate, bounds, share);
          if (bounds->refuted >= YQ_MATE_LONGEST)
            left -= share;
        }
      nodes += nodes / 2;
    }
}

static bool
is_mirrored (YqMove a, YqMove b)
{
  return yq_square_rank (a.from) == yq_square_rank (b.from)
         && yq_square_rank (a.to) == yq_square_rank (b.to)
         && yq_square_file (a.from) + yq_square_file (b.from) == YQ_FILES - 1
         && yq_square_file (a.to) + yq_square_file (b.to) == YQ_FILES - 1;
}

static bool
is_symmetric (const YqPosition *pos)
{
  for (unsigned s = 0; s < YQ_SQUARES; s++)
    if (pos->squares[s]
        != pos->squares[yq_square_rank ((YqSquare) s) * YQ_FILES + YQ_FILES - 1
                        - yq_square_file ((YqSquare) s)])
      return false;
  return true;
}

/* Judges one first move beside a solution of this length. */
static YqMateFirst
judge_first (YqMate *mate, YqMove move, unsigned length)
{
  YqMateSearch *search = &mate->search;
  YqMateFirst first = { .move = move, .kind = YQ_MATE_FIRST_UNDECIDED };
  YqMateValue value;
  YqUndo undo;

  if (move.to == search->position.captain[yq_side_other (search->attacker)])
    {
      first.kind = YQ_MATE_FIRST_BEST;
      first.length = 1;
      return first;
    }
  yq_position_play (&search->position, move, &undo);
  value = run (mate, false, length, 0);
  if (yq_mate_is_proven (&value, length))
    first.kind = YQ_MATE_FIRST_BEST;
  else if (yq_mate_is_refuted (&value, length))
    {
      bool checks_only = search->checks_only;

      first.kind = YQ_MATE_FIRST_SLOWER;
      /* Whether a slower mate follows only checks can say; none at all, only a search of all moves.
       */
      search->checks_only = true;
      if (!checks_only && yq_mate_is_refuted (&value, YQ_LENGTH_UNBOUNDED))
        first.kind = YQ_MATE_FIRST_NEVER;
      else if (yq_mate_is_proven (&value, YQ_MATE_LONGEST))
        first.kind = YQ_MATE_FIRST_LONGER;
      else
        {
          value = run (mate, false, YQ_LENGTH_UNBOUNDED, checks_only ? 0 : 100000);
          if (yq_mate_is_proven (&value, YQ_MATE_LONGEST))
            first.kind = YQ_MATE_FIRST_LONGER;
          else if (checks_only && yq_mate_is_refuted (&value, YQ_LENGTH_UNBOUNDED))
            first.kind = YQ_MATE_FIRST_NEVER;
        }
      search->checks_only = checks_only;
    }
  first.length = yq_mate_is_proven (&value, YQ_MATE_LONGEST) ? value.proven : 0;
  yq_position_take_back (&search->position, move, &undo);
  return first;
}

static int
compare_firsts (const void *a, const void *b)
{
  const YqMateFirst *x = a, *y = b;

  if (x->kind != y->kind)
    return (int) x->kind - (int) y->kind;
  if (x->length != y->length)
    return x->length - y->length;
  return x->move.from != y->move.from ? x->move.from - y->move.from : x->move.to - y->move.to;
}

static bool
is_best (const YqMateResult *result, YqMove move)
{
  for (size_t i = 0; i < result->n_firsts; i++)
    if (yq_move_equal (result->firsts[i].move, move))
      return result->firsts[i].kind == YQ_MATE_FIRST_BEST;
  return false;
}

/* Judges a piece by solving the position without it, which is that of the search: it is superfluous
 * when the mate takes as long and begins with the same moves. */
static YqMatePieceKind
judge_without (YqMate *mate, const YqMateResult *result)
{
  YqMateSearch *search = &mate->search;
  YqFault faults[YQ_MAX_FAULTS];
  YqMove moves[YQ_MAX_MOVES];
  YqMateValue value;
  size_t n, n_best = 0, n_same = 0;

  /* A piece that keeps the position possible is needed for that. */
  if (yq_position_faults (&search->position, faults) > 0)
    return YQ_MATE_PIECE_NEEDED;
  value = run (mate, true, result->length - 1, 0);
  if (yq_mate_is_proven (&value, result->length - 1))
    return YQ_MATE_PIECE_NEEDED;
  if (!yq_mate_is_refuted (&value, result->length - 1))
    return YQ_MATE_PIECE_UNDECIDED;
  n = yq_mate_search_moves (search, true, moves);
  for (size_t i = 0; i < n; i++)
    {
      YqUndo undo;

      yq_position_play (&search->position, moves[i], &undo);
      value = run (mate, false, result->length, 0);
      yq_position_take_back (&search->position, moves[i], &undo);
      if (yq_mate_is_proven (&value, result->length))
        {
          if (!is_best (result, moves[i]))
            return YQ_MATE_PIECE_NEEDED;
          n_same++;
        }
      else if (!yq_mate_is_refuted (&value, result->length))
        return YQ_MATE_PIECE_UNDECIDED;
    }
  for (size_t i = 0; i < result->n_firsts; i++)
    n_best += result->firsts[i].kind == YQ_MATE_FIRST_BEST;
  return n_same == n_best ? YQ_MATE_PIECE_SUPERFLUOUS : YQ_MATE_PIECE_NEEDED;
}

static void
judge_composition (YqMate *mate, YqMateResult *result)
{
  YqMateSearch *search = &mate->search;
  YqPosition root = search->position;
  YqMove moves[YQ_MAX_MOVES];
  size_t n = yq_mate_search_moves (search, true, moves);

  result->symmetric = is_symmetric (&root);
  if (result->tree != NULL)
    for (const YqMateNode *defence = result->tree->child; defence != NULL; defence = defence->next)
      result->n_longest += defence->length == result->tree->child->length;
  result->firsts = calloc (n, sizeof *result->firsts);
  result->pieces = calloc (YQ_SQUARES, sizeof *result->pieces);
  if (result->firsts == NULL || result->pieces == NULL)
    return;
  for (size_t i = 0; i < n; i++)
    result->firsts[i] = judge_first (mate, moves[i], result->length);
  result->n_firsts = n;
  qsort (result->firsts, n, sizeof *result->firsts, compare_firsts);
  for (size_t i = 0; i < n && result->symmetric; i++)
    for (size_t j = 0; j < i; j++)
      if (result->firsts[i].kind == result->firsts[j].kind
          && is_mirrored (result->firsts[i].move, result->firsts[j].move))
        result->firsts[i].mirrored = true;

  for (unsigned s = 0; s < YQ_SQUARES; s++)
    {
      YqMatePiece *piece = &result->pieces[result->n_pieces];

      if (root.squares[s] == YQ_EMPTY || s == root.captain[YQ_RED] || s == root.captain[YQ_BLUE])
        continue;
      yq_position_put (&search->position, (YqSquare) s, YQ_EMPTY);
      piece->square = (YqSquare) s;
      piece->kind = judge_without (mate, result);
      search->position = root;
      result->n_pieces++;
    }
}

static void
state_verdict (const YqMate *mate, const Bounds *bounds, YqMateResult *result)
{
  unsigned asked = mate->task->length;
  bool none = bounds->refuted == YQ_LENGTH_UNBOUNDED;

  result->refuted = none ? YQ_MATE_LONGEST : bounds->refuted;
  if (is_found (bounds))
    {
      result->verdict = bounds->refuted + 1 >= bounds->proven ? YQ_MATE_IN : YQ_MATE_WITHIN;
      result->length = bounds->proven;
    }
  else if (none && mate->task->checks_only)
    result->verdict = YQ_MATE_NO_BY_CHECKS;
  else if (none || (asked != 0 && bounds->refuted >= asked))
    {
      result->verdict = YQ_MATE_NO_IN;
      result->length = result->refuted;
      result->win_undecided = none && bounds->asks_barred && !bounds->lost;
    }
}

/* Makes the solution of a win by the rule against perpetual check, and with it the verdict. When it
 * turns out that nobody need check for ever, a mate was found. */
static void
solve_barred (YqMate *mate, Bounds *bounds, YqMateTree *tree, YqMateResult *result)
{
  YqMateSearch *search = &mate->search;
  YqMatePlan *plan;
  YqMove move;

  allow (mate, 0);
  search->barred = true;
  plan = yq_mate_plan_new (search, tree->max_memory / 2);
  search->barred = false;
  if (plan == NULL)
    return;
  tree->max_memory -= yq_mate_plan_memory (plan);
  bounds->proven = yq_mate_plan_look (plan, &search->position, &move);
  if (bounds->proven == 0)
    {
      bounds->proven = YQ_LENGTH_UNBOUNDED;
      result->tree = yq_mate_tree_build_plan (tree, plan);
      result->memory = tree->chunks;
      if (tree->complete)
        {
          result->verdict = YQ_MATE_WIN_WITHIN;
          result->length = result->tree->length;
          result->n_line = yq_mate_tree_main_line (result->tree, result->line);
          result->tree_complete = true;
        }
      else
        result->tree = NULL;
    }
  yq_mate_plan_free (plan);
}

void
yq_mate_solve (YqMate *mate, const YqPosition *pos, const YqMateTask *task, YqMateResult *result)
{
  YqMateSearch *search = &mate->search;
  Bounds bounds = { .proven = YQ_LENGTH_UNBOUNDED };
  enum
  {
    NODES_FOR_LINE = 20000,
    NODES_FOR_TREE = 2000000
  }; /* beyond what is known */
  YqMateTree tree = { .search = search, .max_memory = mate->tree_memory };

  *result = (YqMateResult){ .verdict = YQ_MATE_UNDECIDED };
  mate->task = task;
  mate->started = yq_mate_clock ();
  mate->next_progress = mate->started + PROGRESS_SECONDS;
  mate->progress = (YqMateProgress){ 0 };
  mate->end = task->nodes == 0 ? UINT64_MAX : task->nodes;
  yq_mate_search_begin (search, pos, task->checks_only);
  search->stop = task->stop;
  search->deadline = task->seconds > 0 ? mate->started + task->seconds : 0;
  search->tick = tick;
  search->tick_data = mate;

  bounds.asks_barred = !task->checks_only && task->length == 0 && !search->by_capture;
  if (task->checks_only)
    solve_checks (mate, &bounds);
  else
    solve_any (mate, &bounds);
  state_verdict (mate, &bounds, result);
  result->nodes = search->nodes;
  result->seconds = yq_mate_clock () - mate->started;

  if (is_found (&bounds) || bounds.won)
    {
      search->interrupted = false;
      if (task->seconds > 0)
        {
          search->deadline = yq_mate_clock () + task->seconds;
          tree.sharp_until = search->deadline - task->seconds / 2;
        }
      mate->end = task->nodes == 0 ? UINT64_MAX : search->nodes + task->nodes;
      if (!is_found (&bounds))
        solve_barred (mate, &bounds, &tree, result);
    }
  if (is_found (&bounds))
    {
      state_verdict (mate, &bounds, result);
      tree.spare = result->verdict == YQ_MATE_IN ? NODES_FOR_LINE : 0;
      result->n_line = yq_mate_tree_line (&tree, result->length, result->line);
      if (task->tree || task->facts)
        {
          tree.spare = NODES_FOR_TREE;
          result->tree = yq_mate_tree_build (&tree, result->length, result->verdict == YQ_MATE_IN);
          result->tree_complete = tree.complete;
          result->memory = tree.chunks;
          if (result->tree != NULL && result->tree->length < result->length)
            result->length = result->tree->length;
        }
      if (task->facts)
        judge_composition (mate, result);
    }
  forget_endgame (mate);
}

void
yq_mate_verdict_text (const YqMateResult *result, char text[YQ_MATE_VERDICT_MAX])
{
  switch (result->verdict)
    {
    case YQ_MATE_UNDECIDED:
      snprintf (text, YQ_MATE_VERDICT_MAX, "undecided");
      break;
    case YQ_MATE_IN:
      snprintf (text, YQ_MATE_VERDICT_MAX, "mate in %u", result->length);
      break;
    case YQ_MATE_WITHIN:
      snprintf (text, YQ_MATE_VERDICT_MAX, "mate within %u", result->length);
      break;
    case YQ_MATE_WIN_WITHIN:
      snprintf (text, YQ_MATE_VERDICT_MAX, "win within %u", result->length);
      break;
    case YQ_MATE_NO_BY_CHECKS:
      snprintf (text, YQ_MATE_VERDICT_MAX, "no mate by checks");
      break;
    case YQ_MATE_NO_IN:
      snprintf (text, YQ_MATE_VERDICT_MAX, "no mate in %u%s", result->length,
                result->win_undecided ? ", win undecided" : "");
      break;
    }
}
