/* Wins because the defender may not check for ever: the search and the solver beside a reference
 * that is obviously right, on all positions that can arise from small random ones; known cases.
 *
 * YAQI_BARRED_POSITIONS: how many random positions (default: as many as take less than a second).
 * YAQI_BARRED_ALL: when set, all known cases, not only the quick one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "mate-position.h"
#include "tsv.h"
#include "yq-endgame.h"
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
  bool x, y, z; /* is in the set, see solve_graph() */
  bool mate;
  YqMove move; /* of the attacker, of a solution */
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

/* Can the attacker step into the sets, or, if it is the defender's turn, can he not avoid it? Into
 * X by a quiet move of the defender, into Y by one of the attacker, into Z by a check. */
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

/* The least X so that the greatest Y so that the least Z is what steps into them: a quiet move of
 * the defender may occur only so many times, then one of the attacker again and again, and between
 * them only so many checks. (Emerson and Jutla, 1991) All three sets are the same in the end.
 * with_rule: else Y is as X. */
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

/* A game on a board of three files and four ranks, in which everything is near: cars, horses,
 * cannons and soldiers as in xiangqi. */
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
                         yq_piece ((YqSide) (i < 2 ? i : random_below (2)),
                                   types[random_below (sizeof types / sizeof *types)]));
      for (unsigned side = 0; side < 2; side++)
        yq_position_put (&pos, random_square (), yq_piece ((YqSide) side, YQ_CAPTAIN));
    }
  while (yq_position_faults (&pos, faults) > 0 || !yq_position_has_move (&pos));
  return pos;
}

/* What the solver and, with little memory, the search say of a position. */
static bool
agrees (YqMate *mate, YqMateSearch *search, const YqPosition *pos, bool is_mate, bool is_win,
        bool *decided)
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
  right = is_win ? !yq_mate_is_refuted (&value, YQ_LENGTH_UNBOUNDED)
                 : !yq_mate_is_proven (&value, YQ_LENGTH_UNBOUNDED);

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
      right &= !is_mate && (result.win_undecided || !is_win);
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
      tap_note ("%s; the search: proven %u, refuted %u; %s", verdict, value.proven, value.refuted,
                fault);
    }
  yq_mate_result_clear (&result);
  return right;
}

/* The solver, and the search with little memory, on positions of small games. */
static void
test_solver (Graph *graph, unsigned n)
{
  enum
  {
    BY_RULE = 12, /* positions of a graph that are won by the rule */
    OTHERS = 4,
  };
  YqMate *mate = yq_mate_new (0);
  YqMateSearch search;
  unsigned n_wrong = 0, n_mates = 0, n_wins = 0, n_decided = 0, n_all = 0;

  yq_mate_search_init (&search, 0);
  while (n_all < n)
    {
      YqPosition pos = random_small_position ();
      unsigned left[2] = { OTHERS, BY_RULE };

      if (!make_graph (graph, &pos) || graph->n < 10)
        continue;
      solve_graph (graph, false);
      for (unsigned i = 0; i < graph->n; i++)
        graph->places[i].mate = graph->places[i].x;
      solve_graph (graph, true);
      for (unsigned tries = 0; tries < graph->n && left[0] + left[1] > 0; tries++)
        {
          const Place *place = &graph->places[random_below (graph->n)];
          bool by_rule = place->x && !place->mate, decided;

          if (!place->attack || place->n_next == 0 || left[by_rule] == 0)
            continue;
          left[by_rule]--;
          n_mates += place->mate;
          n_wins += by_rule;
          n_all++;
          n_wrong += !agrees (mate, &search, &place->pos, place->mate, place->x, &decided);
          n_decided += decided;
        }
    }
  tap_ok (n_wrong == 0 && n_wins > n / 20 && n_decided > n / 2,
          "%u positions, %u mates, %u wins by the rule, %u decided", n_all, n_mates, n_wins,
          n_decided);
  yq_mate_search_clear (&search);
  yq_mate_free (mate);
}

/* Tables of endgames. */

static bool
go_on (void *data)
{
  (void) data;
  return true;
}

/* A table that was made for the first position of a graph: right for all of them, and by its moves the
 * attacker wins that one. */
static bool
table_is_right (Graph *graph, const YqEndgame *table, unsigned *n_wins, unsigned *n_decided)
{
  unsigned n_complete = 0;
  bool won = graph->places[0].x;

  for (unsigned i = 0; i < graph->n; i++)
    {
      Place *place = &graph->places[i];
      uint8_t proven, refuted;
      bool is_won, is_lost;
      YqMove move, moves[YQ_MAX_MOVES];
      unsigned chosen = 0;

      if (!yq_endgame_look (table, &place->pos, true, &proven, &refuted))
        return false;
      is_won = proven != YQ_LENGTH_UNBOUNDED;
      is_lost = refuted == YQ_LENGTH_UNBOUNDED;
      n_complete += is_won || is_lost;
      if ((is_won && !place->x) || (is_lost && place->x) || (i == 0 && won != is_won))
        {
          show (&place->pos, is_won ? "called won" : is_lost ? "called lost" : "not called won");
          return false;
        }
      *n_wins += is_won && !place->mate;
      if (!place->attack || !is_won)
        continue;
      if (!yq_endgame_move (table, &place->pos, &move))
        return false;
      yq_position_moves (&place->pos, YQ_MOVES_ALL, moves);
      while (!yq_move_equal (moves[chosen], move))
        chosen++;
      place->next[0] = place->next[chosen];
      place->n_next = 1;
    }
  *n_decided += won || n_complete == graph->n;
  return !won || solve_graph (graph, true);
}

static void
test_tables (Graph *graph, unsigned n)
{
  unsigned n_right = 0, n_wins = 0, n_decided = 0;

  for (unsigned i = 0; i < n;)
    {
      YqPosition pos = random_small_position ();
      unsigned n_by_rule = 0;
      YqEndgame *table;
      void *memory, *rule_memory;

      if (!make_graph (graph, &pos) || graph->n < 10)
        continue;
      solve_graph (graph, false);
      for (unsigned j = 0; j < graph->n; j++)
        graph->places[j].mate = graph->places[j].x;
      solve_graph (graph, true);
      for (unsigned j = 0; j < graph->n; j++)
        n_by_rule += graph->places[j].x && !graph->places[j].mate;
      if (graph->places[0].mate || n_by_rule == 0)
        continue;
      table = yq_endgame_new (&pos, (YqSide) pos.turn);
      if (yq_endgame_cost (table).states < 2000000)
        {
          memory = calloc (1, yq_endgame_cost (table).bytes);
          rule_memory = calloc (1, yq_endgame_rule_bytes (table));
          i++;
          n_right += yq_endgame_build (table, memory, go_on, NULL)
                     && yq_endgame_build_rule (table, &pos, rule_memory, go_on, NULL)
                     && table_is_right (graph, table, &n_wins, &n_decided);
          free (memory);
          free (rule_memory);
        }
      yq_endgame_free (table);
    }
  tap_ok (n_right == n && n_wins > 0 && n_decided > n * 9 / 10,
          "%u tables, %u right, %u decide their first position, %u wins by the rule", n, n_right, n_decided,
          n_wins);
}

/* Solutions made of any moves, right or wrong. */

enum
{
  NODES_MAX = 3000,
  NOT_YET = UINT8_MAX,
};

typedef struct
{
  const Graph *graph; /* one move for each position of the attacker */
  YqMateNode nodes[NODES_MAX];
  unsigned n;
  bool overflow;
  YqMateNode *shown[GRAPH_MAX];
} Solution;

static YqMateNode *
make_solution (Solution *solution, unsigned number, YqMateNode *parent, unsigned depth)
{
  const Place *place = &solution->graph->places[number];
  unsigned to = place->next[0], longest = 0;
  const Place *after = &solution->graph->places[to];
  YqMateNode *node = &solution->nodes[solution->n], **end = &node->child;
  YqMove moves[YQ_MAX_MOVES];

  if (place->n_next == 0 || solution->n + 1 + YQ_MAX_MOVES >= NODES_MAX || depth > YQ_MATE_LONGEST)
    {
      solution->overflow = true;
      return NULL;
    }
  solution->n++;
  *node = (YqMateNode){
    .move = place->move, .length = NOT_YET, .parent = parent, .same = solution->shown[to]
  };
  if (node->same != NULL)
    {
      node->barred = node->same->length == NOT_YET;
      node->length = node->barred ? 1 : node->same->length;
      return node;
    }
  solution->shown[to] = node;
  yq_position_moves (&after->pos, YQ_MOVES_ALL, moves);
  for (unsigned i = 0; i < after->n_next; i++)
    {
      YqMateNode *defence = *end = &solution->nodes[solution->n++];

      *defence = (YqMateNode){ .move = moves[i], .parent = node };
      defence->child = make_solution (solution, after->next[i], defence, depth + 1);
      solution->overflow |= !solution->overflow && defence->child->length >= YQ_MATE_LONGEST;
      if (solution->overflow)
        return NULL;
      defence->length = defence->child->length;
      longest = defence->length > longest ? defence->length : longest;
      end = &defence->next;
    }
  node->length = (uint8_t) (longest + 1);
  return node;
}

/* The verification must say of each whether it wins. */
static void
test_verification (Graph *graph, unsigned n)
{
  Solution *solution = malloc (sizeof *solution);
  unsigned n_wrong = 0, n_right = 0, n_rounds = 0;

  for (unsigned i = 0; i < n;)
    {
      YqPosition pos = random_small_position ();
      char fault[YQ_MATE_FAULT_MAX] = "";
      bool verified;

      if (!make_graph (graph, &pos) || !solve_graph (graph, true))
        continue;
      /* Moves that keep the win, but perhaps never carry it through. */
      for (unsigned j = 0; j < graph->n; j++)
        {
          Place *place = &graph->places[j];
          YqMove moves[YQ_MAX_MOVES];
          unsigned chosen, tries = 0;

          if (!place->attack || place->n_next == 0)
            continue;
          do
            chosen = random_below (place->n_next);
          while (!graph->places[place->next[chosen]].x && tries++ < 100);
          yq_position_moves (&place->pos, YQ_MOVES_ALL, moves);
          place->move = moves[chosen];
          place->next[0] = place->next[chosen];
          place->n_next = 1;
        }
      memset (solution, 0, sizeof *solution);
      solution->graph = graph;
      make_solution (solution, 0, NULL, 1);
      if (solution->overflow)
        continue;
      i++;
      verified = yq_mate_verify_win (&pos, solution->nodes, solution->nodes[0].length, fault);
      n_right += verified;
      n_rounds += strstr (fault, "for ever") != NULL;
      if (verified != solve_graph (graph, true)
          || (!verified && strstr (fault, "for ever") == NULL))
        {
          show (&pos, fault);
          n_wrong++;
        }
    }
  tap_ok (n_wrong == 0 && n_right > n / 10 && n_rounds > n / 10,
          "%u solutions, %u of them right, %u go round in vain", n, n_right, n_rounds);
  free (solution);
}

/* Known cases. */

static void
test_case (YqMate *mate, const char *text)
{
  YqMateTask task = { .first_found = true, .tree = true };
  YqMateResult result;
  YqFenFault fen_fault;
  YqFen fen;
  bool barred = false;

  if (!tap_ok (yq_fen_read (text, strlen (text), &yq_ruleset_xiangqi, &fen, &fen_fault), "%s",
               text))
    return;
  yq_mate_solve (mate, &fen.position, &task, &result);
  if (tap_ok (result.verdict == YQ_MATE_WIN_WITHIN && result.tree != NULL && result.n_line > 0,
              "is won by the rule"))
    {
      char verdict[YQ_MATE_VERDICT_MAX], expected[YQ_MATE_VERDICT_MAX],
          fault[YQ_MATE_FAULT_MAX] = "";
      YqRecord *record = yq_mate_record (&fen, &result, "forbidden");
      char *pgn = yq_record_write (record, YQ_NOTATION_COORDINATES, NULL);

      yq_mate_verdict_text (&result, verdict);
      snprintf (expected, sizeof expected, "win within %u", result.length);
      tap_ok (strcmp (verdict, expected) == 0, "%s", verdict);
      barred = yq_mate_verify_win (&fen.position, result.tree, result.length, fault);
      tap_ok (barred, "its solution stands %s", fault);
      tap_ok (!yq_mate_verify_win (&fen.position, result.tree, result.length - 1, NULL)
                  && !yq_mate_verify (&fen.position, result.tree, result.length, false, NULL),
              "but is not shorter, and no mate");
      tap_ok (strstr (pgn, "{forbidden}") != NULL, "the record says so");
      free (pgn);
      yq_record_free (record);
    }
  yq_mate_result_clear (&result);
  task.length = 2;
  yq_mate_solve (mate, &fen.position, &task, &result);
  tap_ok (result.verdict == YQ_MATE_NO_IN, "no mate in so many moves, if they are asked for");
  yq_mate_result_clear (&result);
}

static void
test_cases (void)
{
  YqMate *mate = yq_mate_new (0);

  test_case (mate, "6R2/3P1k3/3a1a3/9/9/6B2/9/B1r6/5p3/4K4 w - - 0 1");
  if (getenv ("YAQI_BARRED_ALL") != NULL)
    {
      test_case (mate, "5k3/3PP4/b2Pb4/5P1C1/2c6/3p5/2r6/6p2/4r4/CR1K5 w - - 0 1");
      test_case (mate, "2P2R3/4r4/3k5/9/9/9/9/9/5K3/9 w - - 0 1");
      test_case (mate, "4k4/P3a4/5r3/9/9/9/p8/7R1/4K4/9 w - - 0 1");
    }
  else
    tap_skip ("three that take longer: YAQI_BARRED_ALL");
  yq_mate_free (mate);
}

int
main (void)
{
  const char *n = getenv ("YAQI_BARRED_POSITIONS");
  unsigned n_positions = n != NULL ? (unsigned) strtoul (n, NULL, 10) : 80;
  Graph *graph = malloc (sizeof *graph);

  yq_geometry_unfold (&geometry, &small);
  test_solver (graph, n_positions);
  test_verification (graph, n_positions / 4);
  test_tables (graph, n_positions / 8);
  test_cases ();
  free (graph);
  return tap_done ();
}
