/* Wins because the defender may not check for ever: the search and the solver beside a reference that is
 * obviously right, on all positions that can arise from small random ones; known cases.
 *
 * YAQI_BARRED_POSITIONS: how many random positions (default: as many as take about a second).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "random.h"
#include "tsv.h"
#include "yq-geometry-private.h"
#include "yq-judge.h"
#include "yq-mate-search.h"
#include "yq-mate.h"

/* The reference: the parity game on all positions that can arise. */

enum
{
  GRAPH_MAX = 12000, /* positions; larger graphs are not looked at */
  GRAPH_SLOTS = 1 << 15,
};

typedef struct
{
  YqPosition pos;
  bool attack, checked;
  bool x, y, z; /* is in the set, see won() */
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
  unsigned slot = (unsigned) pos->key % GRAPH_SLOTS;

  for (; graph->slots[slot] != 0; slot = (slot + 1) % GRAPH_SLOTS)
    if (yq_position_equal (&graph->places[graph->slots[slot] - 1].pos, pos))
      return graph->slots[slot] - 1;
  if (graph->n == GRAPH_MAX)
    {
      graph->overflow = true;
      return 0;
    }
  graph->places[graph->n] = (Place){
    .pos = *pos,
    .attack = attack,
    .checked = yq_position_in_check (pos, (YqSide) pos->turn),
  };
  graph->slots[slot] = ++graph->n;
  return graph->n - 1;
}

static bool
make_graph (Graph *graph, const YqPosition *root)
{
  graph->n = 0;
  graph->overflow = false;
  memset (graph->slots, 0, sizeof graph->slots);
  graph_find (graph, root, true);
  for (unsigned i = 0; i < graph->n && !graph->overflow; i++)
    {
      Place *place = &graph->places[i];
      YqMove moves[YQ_MAX_MOVES];
      size_t n = yq_position_moves (&place->pos, YQ_MOVES_ALL, moves);

      for (size_t m = 0; m < n && !graph->overflow; m++)
        {
          YqPosition after = place->pos;
          YqUndo undo;

          yq_position_play (&after, moves[m], &undo);
          place->next[place->n_next++] = graph_find (graph, &after, !place->attack);
        }
    }
  return !graph->overflow;
}

/* Can the attacker step into the sets, or, if it is the defender's turn, can he not avoid it? Into X by a quiet move of
 * the defender, into Y by one of the attacker, into Z by a check. */
static bool
steps_in (const Graph *graph, const Place *place)
{
  for (unsigned i = 0; i < place->n_next; i++)
    {
      const Place *next = &graph->places[place->next[i]];
      bool in = next->checked ? next->z : next->attack ? next->x : next->y;

      if (in == place->attack)
        return in;
    }
  return !place->attack;
}

/* The least X so that the greatest Y so that the least Z is what steps into them: a quiet move of the defender may occur
 * only so many times, then one of the attacker again and again, and between them only so many checks.
 * (Emerson and Jutla, 1991) All three sets are the same in the end. with_rule: else Y is as X. */
static bool
solve_graph (Graph *graph, bool with_rule)
{
  bool changed[3] = { true, true, true };

  for (unsigned i = 0; i < graph->n; i++)
    graph->places[i].x = false;
  while (changed[0])
    {
      for (unsigned i = 0; i < graph->n; i++)
        graph->places[i].y = with_rule || graph->places[i].x;
      changed[1] = true;
      while (changed[1])
        {
          for (unsigned i = 0; i < graph->n; i++)
            graph->places[i].z = false;
          changed[2] = true;
          while (changed[2])
            {
              changed[2] = false;
              for (unsigned i = 0; i < graph->n; i++)
                if (!graph->places[i].z && steps_in (graph, &graph->places[i]))
                  graph->places[i].z = changed[2] = true;
            }
          changed[1] = false;
          for (unsigned i = 0; with_rule && i < graph->n; i++)
            {
              changed[1] |= graph->places[i].y != graph->places[i].z;
              graph->places[i].y = graph->places[i].z;
            }
        }
      changed[0] = false;
      for (unsigned i = 0; i < graph->n; i++)
        {
          changed[0] |= graph->places[i].x != graph->places[i].z;
          graph->places[i].x = graph->places[i].z;
        }
    }
  return graph->places[0].x;
}

/* A game on a board of three files and four ranks, in which everything is near: cars, horses, cannons and soldiers
 * as in xiangqi. */
static const char board[] = "........."
                            "........."
                            "........."
                            "...xxx..."
                            "...xxx..."
                            "...xxx..."
                            "...xxx..."
                            "........."
                            "........."
                            ".........";
static const char palace[] = "........."
                             "........."
                             "........."
                             "........."
                             "........."
                             "...xxx..."
                             "...xxx..."
                             "........."
                             "........."
                             ".........";
static const YqHop step[] = { { .to = { 1, 0 } } };
static const YqHop slant[] = { { .to = { 1, 1 } } };
static const YqHop horse[] = { { .to = { 2, 1 }, .empty = { { 1, 0 } } } };
static const YqHop soldier[] = { { .to = { 1, 0 } }, { .to = { 0, 1 } }, { .to = { 0, -1 } } };

static const YqRuleset small = {
  .id = "small",
  .start = "9/9/9/3rkn3/3cpp3/3PPC3/3NKR3/9/9/9",
  .side_names = { "red", "black" },
  .piece_names = { [YQ_CAPTAIN] = "general", [YQ_GUARD] = "advisor", [YQ_HORSE] = "horse", [YQ_CAR] = "chariot",
                   [YQ_CANNON] = "cannon", [YQ_SOLDIER] = "soldier" },
  .letters = "\0KA\0NRC\0P",
  .captains_face = true,
  .movers = {
    [YQ_CAPTAIN] = { YQ_HOPS (step), .turned = true, .stands = palace },
    [YQ_GUARD] = { YQ_HOPS (slant), .turned = true, .stands = palace },
    [YQ_HORSE] = { YQ_HOPS (horse), .turned = true, .stands = board },
    [YQ_CAR] = { .ride = YQ_RIDE_SLIDE, .stands = board },
    [YQ_CANNON] = { .ride = YQ_RIDE_CANNON, .stands = board },
    [YQ_SOLDIER] = { YQ_HOPS (soldier), .stands = board },
  },
};

static YqGeometry geometry;

static YqSquare
random_square (void)
{
  return (YqSquare) ((3 + random_below (4)) * YQ_FILES + 3 + random_below (3));
}

static YqPosition
random_small_position (void)
{
  static const YqPieceType types[] = { YQ_GUARD, YQ_HORSE, YQ_CAR, YQ_CAR, YQ_CANNON, YQ_SOLDIER };
  YqFault faults[YQ_MAX_FAULTS];
  YqPosition pos;

  do
    {
      unsigned n = 2 + random_below (3);

      yq_position_clear (&pos, &geometry);
      for (unsigned i = 0; i < n; i++)
        yq_position_put (&pos, random_square (),
                         yq_piece ((YqSide) (i < 2 ? i : random_below (2)), types[random_below (sizeof types / sizeof *types)]));
      for (unsigned side = 0; side < 2; side++)
        yq_position_put (&pos, random_square (), yq_piece ((YqSide) side, YQ_CAPTAIN));
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

/* What the solver and, with little memory, the search say of a position. */
static bool
agrees (YqMate *mate, YqMateSearch *search, const YqPosition *pos, bool is_mate, bool is_win, bool *decided)
{
  YqMateTask task = { .tree = true, .nodes = 20000 };
  char verdict[YQ_MATE_VERDICT_MAX], fault[YQ_MATE_FAULT_MAX] = "";
  YqMateResult result;
  YqMateValue value;
  bool right;

  yq_mate_search_begin (search, pos, false);
  search->barred = true;
  search->max_nodes = task.nodes;
  value = yq_mate_search_run (search, true, YQ_LENGTH_UNBOUNDED);
  right = is_win ? !yq_mate_is_refuted (&value, YQ_LENGTH_UNBOUNDED) : !yq_mate_is_proven (&value, YQ_LENGTH_UNBOUNDED);

  yq_mate_solve (mate, pos, &task, &result);
  *decided = result.verdict != YQ_MATE_UNDECIDED;
  switch (result.verdict)
    {
    case YQ_MATE_IN:
    case YQ_MATE_WITHIN:
      right &= is_mate && yq_mate_verify (pos, result.tree, result.length, false, fault);
      break;
    case YQ_MATE_WIN_WITHIN:
      right &= is_win && yq_mate_verify_win (pos, result.tree, result.length, fault);
      break;
    case YQ_MATE_NO_IN:
      right &= !is_mate;
      break;
    case YQ_MATE_NO_BY_CHECKS:
      right = false;
      break;
    case YQ_MATE_UNDECIDED:
      break;
    }
  if (!right)
    {
      yq_mate_verdict_text (&result, verdict);
      show (pos, is_mate ? "mate" : is_win ? "win" : "neither");
      tap_note ("%s; the search: proven %u, refuted %u; %s", verdict, value.proven, value.refuted, fault);
    }
  yq_mate_result_clear (&result);
  return right;
}

static void
test_random (unsigned n, size_t memory)
{
  enum
  {
    EACH = 10, /* positions of a graph that are won by the rule; and as many others */
  };
  Graph *graph = malloc (sizeof *graph);
  YqMate *mate = yq_mate_new (0);
  YqMateSearch search;
  unsigned n_wrong = 0, n_mates = 0, n_wins = 0, n_decided = 0, n_all = 0;
  double started = yq_mate_clock (), in_graph = 0;
  bool *mates = malloc (GRAPH_MAX);

  yq_mate_search_init (&search, memory);
  while (n_all < n)
    {
      YqPosition pos = random_small_position ();
      unsigned left[2] = { EACH, EACH };

      double t=yq_mate_clock();
      if (!make_graph (graph, &pos) || graph->n < 10)
        {in_graph += yq_mate_clock()-t;continue;}
      solve_graph (graph, false);
      for (unsigned i = 0; i < graph->n; i++)
        mates[i] = graph->places[i].x;
      solve_graph (graph, true);
      in_graph += yq_mate_clock()-t;
      for (unsigned tries = 0; tries < graph->n && left[0] + left[1] > 0; tries++)
        {
          unsigned i = random_below (graph->n);
          const Place *place = &graph->places[i];
          bool by_rule = place->x && !mates[i], decided;

          if (!place->attack || place->n_next == 0 || left[by_rule] == 0)
            continue;
          left[by_rule]--;
          n_mates += mates[i];
          n_wins += by_rule;
          n_all++;
          n_wrong += !agrees (mate, &search, &place->pos, mates[i], place->x, &decided);
          n_decided += decided;
        }
    }
  tap_note ("%.2f s %.2f", yq_mate_clock () - started, in_graph);
  tap_ok (n_wrong == 0 && n_wins > n / 20, "%u positions, %u mates, %u wins by the rule; %u decided", n_all, n_mates, n_wins, n_decided);
  yq_mate_search_clear (&search);
  yq_mate_free (mate);
  free (graph);
  free (mates);
}

int
main (void)
{
  const char *n = getenv ("YAQI_BARRED_POSITIONS");

  yq_geometry_unfold (&geometry, &small);
  test_random (n != NULL ? (unsigned) strtoul (n, NULL, 10) : 300, 1<<26);
  return tap_done ();
}
