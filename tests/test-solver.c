/* The mate solver as a window uses it: answers in words, a record to walk through, stop at once.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "yq-solver.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#define MATE_IN_3 "4k4/3P2P2/b2N2R2/7r1/2b6/9/9/3n5/4p3r/2R2K3 w"
#define TWO_WAYS "3k5/9/9/9/9/9/9/R8/1R7/4K4 w"
#define MATE_IN_8 "4ka3/3P1R3/5P2b/6P1N/1R4b1c/2n6/8C/5A3/4AK3/1r4r2 w"
/* By checks in three; quietly in two. */
#define QUIET "4k4/9/1r5N1/9/9/1R7/P8/9/3K5/1R6C w"
#define WIN "6R2/3P1k3/3a1a3/9/9/6B2/9/B1r6/5p3/4K4 w"

static void
solved_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  YqSolution **solution = user_data;

  *solution = yq_solver_solve_finish (result);
}

static void
begin (YqSolver *solver, const char *text, const YqSolverTask *task, YqSolution **solution)
{
  YqFen fen;
  YqFenFault fault;

  *solution = NULL;
  g_assert_true (yq_fen_read (text, strlen (text), &yq_ruleset_xiangqi, &fen, &fault));
  yq_solver_solve_async (solver, &fen, task, solved_cb, solution);
}

static YqSolution *
solve (YqSolver *solver, const char *text, YqSolverTask task)
{
  YqSolution *solution;

  begin (solver, text, &task, &solution);
  while (solution == NULL)
    g_main_context_iteration (NULL, TRUE);
  return solution;
}

static void
test_mate (void)
{
  g_autoptr(YqSolver) solver = yq_solver_new ();
  g_autoptr(YqSolution) solution = solve (solver, MATE_IN_3, (YqSolverTask){ .checks_only = TRUE });
  g_autofree char *verdict = yq_solution_verdict (solution);
  g_autofree char *facts = yq_solution_facts (solution, YQ_NOTATION_COORDINATES);
  YqRecord *record = yq_solution_record (solution);
  gboolean running = TRUE;

  g_assert_true (yq_solution_mates (solution));
  g_assert_cmpstr (verdict, ==, "Red mates in 3, and no faster by checks");
  g_assert_true (g_str_has_prefix (facts, "g7e7 is the only first move that mates by checks\n"));
  g_assert_cmpuint (record->root->child->move.from, ==, yq_square_at (7, 6));
  g_assert_cmpuint (record->root->child->move.to, ==, yq_square_at (7, 4));
  /* What moves come to is said in words. */
  g_assert_cmpstr (record->root->child->comment, ==, "mate in 3");
  g_assert_cmpstr (record->root->child->child->comment, ==, "then mate in 2");
  yq_record_free (record);
  while (running)
    {
      g_object_get (solver, "running", &running, NULL);
      g_main_context_iteration (NULL, FALSE);
    }
}

static void
test_others (void)
{
  g_autoptr(YqSolver) solver = yq_solver_new ();
  g_autoptr(YqSolution) two = solve (solver, TWO_WAYS, (YqSolverTask){ .length = 2 });
  g_autoptr(YqSolution) none = solve (solver, "4k4/9/9/9/9/9/9/9/R8/3K5 w", (YqSolverTask){ .length = 1 });
  g_autoptr(YqSolution) checks = solve (solver, "4k4/9/9/9/9/9/9/9/N8/3K5 w", (YqSolverTask){ .checks_only = TRUE });
  g_autofree char *facts = yq_solution_facts (two, YQ_NOTATION_COORDINATES);
  g_autofree char *checks_facts = yq_solution_facts (checks, YQ_NOTATION_COORDINATES);
  g_autofree char *none_text = yq_solution_verdict (none), *checks_text = yq_solution_verdict (checks);

  g_assert_true (yq_solution_mates (two));
  g_assert_nonnull (facts);
  g_assert_cmpstr (none_text, ==, "Red has no mate in 1");
  g_assert_cmpstr (checks_facts, ==, "Moves without check were not looked at; “By any moves” does so");
  g_assert_cmpstr (checks_text, ==, "Red has no mate by checks alone");
  g_assert_null (yq_solution_facts (none, YQ_NOTATION_COORDINATES));
}

/* What checks cannot do faster other moves may: no more is claimed than was looked at. */
static void
test_quiet (void)
{
  g_autoptr(YqSolver) solver = yq_solver_new ();
  g_autoptr(YqSolution) checks = solve (solver, QUIET, (YqSolverTask){ .checks_only = TRUE });
  g_autoptr(YqSolution) any = solve (solver, QUIET, (YqSolverTask){ .length = 3 });
  g_autofree char *checks_text = yq_solution_verdict (checks), *any_text = yq_solution_verdict (any);

  g_assert_cmpstr (checks_text, ==, "Red mates in 3, and no faster by checks");
  g_assert_cmpstr (any_text, ==, "Red mates in 2, and no faster");
}

static void
test_forbidden_checks (void)
{
  g_autoptr(YqSolver) solver = yq_solver_new ();
  g_autoptr(YqSolution) solution
    = solve (solver, WIN, (YqSolverTask){ .length = 0 });
  g_autofree char *verdict = yq_solution_verdict (solution);
  g_autofree char *facts = yq_solution_facts (solution, YQ_NOTATION_COORDINATES);
  YqRecord *record = yq_solution_record (solution);
  char *pgn = yq_record_write (record, YQ_NOTATION_COORDINATES, NULL);

  g_assert_true (yq_solution_mates (solution));
  g_assert_true (g_str_has_prefix (verdict, "Red wins within "));
  g_assert_true (g_str_has_suffix (verdict, ": black may not check for ever"));
  g_assert_cmpstr (facts, ==, "Whether other first moves win, too, was not looked into");
  g_assert_nonnull (strstr (pgn, "{win in "));
  g_assert_nonnull (strstr (pgn, "{then a win in "));
  g_assert_null (strstr (pgn, "{+<="));
  g_assert_null (strstr (pgn, "limits"));
  g_assert_nonnull (strstr (pgn, "{black may not check for ever}"));
  free (pgn);
  yq_record_free (record);
}

/* A solution that limits cut says so, where it ends and as a whole; and of first moves that may mate later it is not
 * said that they do not. */
static void
test_limits (void)
{
  YqMateNode answer = { .move = { yq_square_at (9, 3), yq_square_at (8, 3) }, .length = 2, .exact = true };
  YqMateNode key = { .move = { yq_square_at (2, 0), yq_square_at (2, 4) }, .length = 3, .exact = true, .child = &answer };
  YqMateFirst firsts[] = { { .move = key.move, .kind = YQ_MATE_FIRST_BEST, .length = 3 },
                           { .move = { yq_square_at (1, 1), yq_square_at (1, 4) }, .kind = YQ_MATE_FIRST_NEVER } };
  YqSolution solution = {
    .result = { .verdict = YQ_MATE_IN, .length = 3, .tree = &key, .firsts = firsts, .n_firsts = 2 },
  };
  g_autofree char *cut = NULL, *slower = NULL, *never = NULL, *checks = NULL;
  YqFenFault fault;
  YqRecord *record;

  answer.parent = &key;
  g_assert_true (yq_fen_read (TWO_WAYS, strlen (TWO_WAYS), &yq_ruleset_xiangqi, &solution.start, &fault));
  record = yq_solution_record (&solution);
  g_assert_cmpstr (record->root->child->comment, ==, "mate in 3");
  g_assert_cmpstr (record->root->child->child->comment, ==,
                   "then mate in 2; what follows was not worked out within the limits");
  yq_record_free (record);
  cut = yq_solution_facts (&solution, YQ_NOTATION_COORDINATES);
  g_assert_cmpstr (cut, ==, "a2e2 is the only first move that mates\nThe solution is not whole: the limits were reached");
  solution.result.tree_complete = true;
  never = yq_solution_facts (&solution, YQ_NOTATION_COORDINATES);
  g_assert_cmpstr (never, ==, "a2e2 is the only first move that mates");
  firsts[1].kind = YQ_MATE_FIRST_SLOWER;
  slower = yq_solution_facts (&solution, YQ_NOTATION_COORDINATES);
  g_assert_cmpstr (slower, ==, "a2e2 is the only first move that mates so fast");
  solution.task.checks_only = TRUE;
  checks = yq_solution_facts (&solution, YQ_NOTATION_COORDINATES);
  g_assert_cmpstr (checks, ==, "a2e2 is the only first move that mates so fast by checks");
}

/* Counts the places that are shown elsewhere, and looks whether it is the same there. */
static guint
check_elsewhere (const YqSolution *solution, const YqRecord *record, YqNode *place)
{
  YqNode *elsewhere = yq_solution_find_elsewhere (solution, place);
  guint n = elsewhere != NULL;

  if (elsewhere != NULL)
    {
      YqPosition here, there;

      yq_record_position (record, place, &here);
      yq_record_position (record, elsewhere, &there);
      g_assert_null (place->child);
      g_assert_nonnull (elsewhere->child);
      g_assert_true (elsewhere != place && yq_position_equal (&here, &there));
    }
  for (YqNode *child = place->child; child != NULL; child = child->next)
    n += check_elsewhere (solution, record, child);
  return n;
}

static void
test_elsewhere (void)
{
  g_autoptr(YqSolver) solver = yq_solver_new ();
  g_autoptr(YqSolution) mate = solve (solver, MATE_IN_8, (YqSolverTask){ .checks_only = TRUE });
  g_autoptr(YqSolution) win = solve (solver, WIN, (YqSolverTask){ .length = 0 });
  YqRecord *record = yq_solution_record (mate);

  g_assert_cmpuint (check_elsewhere (mate, record, record->root), >, 0);
  yq_record_free (record);
  record = yq_solution_record (win);
  g_assert_cmpuint (check_elsewhere (win, record, record->root), >, 0);
  yq_record_free (record);
}

/* No sign of a solution is left unsaid, whatever it has: other ways, and what is shown elsewhere. */
static void
test_words (void)
{
  static const char *const positions[] = {
    MATE_IN_3,
    TWO_WAYS,
    MATE_IN_8,
  };
  g_autoptr(YqSolver) solver = yq_solver_new ();
  g_autoptr(GString) all = g_string_new (NULL);

  for (size_t i = 0; i < G_N_ELEMENTS (positions); i++)
    {
      g_autoptr(YqSolution) solution = solve (solver, positions[i], (YqSolverTask){ .checks_only = TRUE });
      YqRecord *record = yq_solution_record (solution);
      char *pgn = yq_record_write (record, YQ_NOTATION_COORDINATES, NULL);

      g_assert_true (yq_solution_mates (solution));
      g_string_append (all, pgn);
      free (pgn);
      yq_record_free (record);
    }
  g_assert_null (strchr (all->str, '#'));
  g_assert_null (strstr (all->str, "limits"));
  g_assert_nonnull (strstr (all->str, "{mate in "));
  g_assert_nonnull (strstr (all->str, "{also mate in "));
  g_assert_nonnull (strstr (all->str, "{then mate in "));
  g_assert_nonnull (strstr (all->str, ", as shown elsewhere}"));
}

/* Large numbers are grouped where the locale does it. */
static void
test_digits (void)
{
  static const char start[] = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
  static const char *const locales[] = { "en_US.UTF-8", "zh_CN.UTF-8", "en_GB.UTF-8", "de_DE.UTF-8" };
  g_autoptr(YqSolver) solver = NULL;
  g_autofree char *status = NULL;
  YqSolution *solution;
  YqSolverTask task = { .checks_only = FALSE };
  gboolean grouped = FALSE;

  for (size_t i = 0; i < G_N_ELEMENTS (locales) && !grouped; i++)
    grouped = setlocale (LC_NUMERIC, locales[i]) != NULL && localeconv ()->thousands_sep[0] != '\0';
  if (!grouped)
    {
      g_test_skip ("no locale that groups digits is installed");
      return;
    }
  solver = yq_solver_new ();
  begin (solver, start, &task, &solution);
  do
    {
      g_main_context_iteration (NULL, TRUE);
      g_free (status);
      g_object_get (solver, "status", &status, NULL);
    }
  while (!g_regex_match_simple ("[1-9][^0-9 ]+[0-9]{3} positions", status, 0, 0));
  yq_solver_stop (solver);
  while (solution == NULL)
    g_main_context_iteration (NULL, TRUE);
  yq_solution_free (solution);
  setlocale (LC_NUMERIC, "C");
}

/* What would take for ever ends when it is told to; the next search is not held up. */
static void
test_stop (void)
{
  static const char start[] = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
  g_autoptr(YqSolver) solver = yq_solver_new ();
  g_autoptr(YqSolution) found = NULL;
  g_autofree char *verdict = NULL, *status = NULL;
  YqSolution *stopped;
  YqSolverTask task = { .checks_only = FALSE };

  begin (solver, start, &task, &stopped);
  while (status == NULL || strstr (status, "positions") == NULL)
    {
      g_clear_pointer (&status, g_free);
      g_main_context_iteration (NULL, TRUE);
      g_object_get (solver, "status", &status, NULL);
    }
  found = solve (solver, MATE_IN_3, (YqSolverTask){ .checks_only = TRUE });
  g_assert_nonnull (stopped);
  verdict = yq_solution_verdict (stopped);
  g_assert_true (g_str_has_prefix (verdict, "Undecided"));
  yq_solution_free (stopped);
  g_assert_true (yq_solution_mates (found));

  /* Also when the solver goes. */
  begin (solver, start, &task, &stopped);
  g_clear_object (&solver);
  while (stopped == NULL)
    g_main_context_iteration (NULL, TRUE);
  yq_solution_free (stopped);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/solver/mate", test_mate);
  g_test_add_func ("/solver/others", test_others);
  g_test_add_func ("/solver/quiet", test_quiet);
  g_test_add_func ("/solver/forbidden-checks", test_forbidden_checks);
  g_test_add_func ("/solver/limits", test_limits);
  g_test_add_func ("/solver/elsewhere", test_elsewhere);
  g_test_add_func ("/solver/words", test_words);
  g_test_add_func ("/solver/digits", test_digits);
  g_test_add_func ("/solver/stop", test_stop);
  return g_test_run ();
}
