/* Setting positions up: steps back and forth, verdicts in words, the lines that explain them, and any number of
 * random edits.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "yq-setup.h"

#include <stdlib.h>
#include <string.h>

static void
read_fen (const char *text, YqPosition *pos)
{
  YqFen fen;
  YqFenFault fault;

  g_assert_true (yq_fen_read (text, strlen (text), &yq_ruleset_xiangqi, &fen, &fault));
  *pos = fen.position;
}

static YqSetup *
setup_of (const char *text)
{
  YqSetup *setup = yq_setup_new (&yq_ruleset_xiangqi);
  YqPosition pos;

  read_fen (text, &pos);
  yq_setup_begin (setup, &pos);
  return setup;
}

static void
assert_board (YqSetup *setup, const char *text)
{
  YqFen fen = { .position = *yq_setup_get_position (setup), .move_number = 1 };
  char written[YQ_FEN_MAX];

  g_assert_true (yq_position_check (yq_setup_get_position (setup)));
  yq_fen_write (&fen, YQ_FEN_LETTERS_NB, written);
  *strstr (written, " - -") = '\0';
  g_assert_cmpstr (written, ==, text);
}

/* Is there a line of this kind with this text? */
static gboolean
has_line (YqSetup *setup, YqSetupLineKind kind, const char *wanted)
{
  GListModel *lines = yq_setup_get_lines (setup);

  for (guint i = 0; i < g_list_model_get_n_items (lines); i++)
    {
      g_autoptr(YqSetupLine) line = g_list_model_get_item (lines, i);
      g_autofree char *text = NULL;
      int line_kind;

      g_object_get (line, "text", &text, "kind", &line_kind, NULL);
      g_assert_cmpint (line_kind, ==, yq_setup_line_get_kind (line));
      if (yq_setup_line_get_kind (line) == kind && g_str_equal (text, wanted))
        return TRUE;
    }
  return FALSE;
}

static guint
count_lines (YqSetup *setup, YqSetupLineKind kind)
{
  GListModel *lines = yq_setup_get_lines (setup);
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (lines); i++)
    {
      g_autoptr(YqSetupLine) line = g_list_model_get_item (lines, i);

      n += yq_setup_line_get_kind (line) == kind;
    }
  return n;
}

static void
test_verdicts (void)
{
  static const struct
  {
    const char *fen, *verdict;
  } cases[] = {
    { "3k5/9/9/9/9/3R5/9/9/9/4K4 b", "CHECKMATE: black has lost" },
    { "4k4/9/9/4N4/9/9/4C4/9/9/4K4 b", "Black is in check, not mate: 2 ways out" },
    { "3k5/9/9/9/9/4R4/9/9/9/4K4 b", "No check: black has 1 move" },
    { "3k5/9/2R6/9/9/4R4/9/9/9/4K4 b", "No check: black has 1 move" },
    { "3k5/4P4/9/9/9/9/9/9/9/4K4 b", "Stalemate: black has no move and loses" },
    { "4k4/9/9/9/9/9/9/9/4r4/4K4 w", "Red is in check, not mate: 2 ways out" },
    { "4k4/9/9/9/9/9/9/9/9/4K4 b", "Impossible position" },
    { "9/9/9/9/9/9/9/9/9/9 w", "Impossible position" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(YqSetup) setup = setup_of (cases[i].fen);
      g_autofree char *verdict
        = yq_setup_verdict_text (yq_setup_get_position (setup), yq_setup_get_examination (setup));

      g_assert_cmpstr (verdict, ==, cases[i].verdict);
    }
}

/* The second sample of the judge: both ways out, and what would take the general elsewhere. */
static void
test_lines (void)
{
  g_autoptr(YqSetup) setup = setup_of ("4k4/9/9/4N4/9/9/4C4/9/9/4K4 b");
  YqMove move, capture;
  gboolean found = FALSE;

  g_assert_true (has_line (setup, YQ_SETUP_LINE_ATTACKER, "Check from the cannon at e3"));
  g_assert_true (has_line (setup, YQ_SETUP_LINE_REPLY, "e9d9: out of check"));
  g_assert_true (has_line (setup, YQ_SETUP_LINE_REPLY, "e9f9: out of check"));
  g_assert_true (has_line (setup, YQ_SETUP_LINE_REFUSED, "e9e8: the cannon at e3 would take the general"));
  g_assert_cmpuint (count_lines (setup, YQ_SETUP_LINE_REPLY), ==, 2);
  g_assert_cmpuint (count_lines (setup, YQ_SETUP_LINE_FAULT), ==, 0);

  for (guint i = 0; i < g_list_model_get_n_items (yq_setup_get_lines (setup)); i++)
    {
      g_autoptr(YqSetupLine) line = g_list_model_get_item (yq_setup_get_lines (setup), i);

      if (yq_setup_line_get_kind (line) != YQ_SETUP_LINE_REFUSED)
        continue;
      yq_setup_line_get_moves (line, &move, &capture);
      g_assert_cmpuint (move.to, ==, yq_square_at (8, 4));
      g_assert_true (yq_move_equal (capture, (YqMove){ yq_square_at (3, 4), move.to }));
      found = TRUE;
    }
  g_assert_true (found);

  g_object_set (setup, "notation", YQ_NOTATION_WXF, NULL);
  g_assert_true (has_line (setup, YQ_SETUP_LINE_REPLY, "K5=4: out of check"));
  g_assert_true (has_line (setup, YQ_SETUP_LINE_REFUSED, "K5+1: the cannon at e3 would take the general"));
  g_object_set (setup, "notation", YQ_NOTATION_UCI, NULL);
  g_assert_true (has_line (setup, YQ_SETUP_LINE_ATTACKER, "Check from the cannon at e4"));
  g_assert_true (has_line (setup, YQ_SETUP_LINE_REFUSED, "e10e9: the cannon at e4 would take the general"));
}

static void
test_faults (void)
{
  static const struct
  {
    const char *fen, *fault;
  } cases[] = {
    { "4k4/9/9/9/9/9/9/9/9/9 w", "There is no red general" },
    { "9/9/9/9/9/9/9/9/9/4K4 w", "There is no black general" },
    { "3k5/4k4/9/9/9/9/9/9/9/4K4 w", "There is another black general, at d9" },
    { "3k5/9/9/9/9/9/4K4/9/9/9 w", "The red general at e3 is outside its palace" },
    { "3k5/9/9/9/9/9/9/9/9/A3K4 w", "A red advisor can never stand at a0" },
    { "3k5/9/9/B8/9/9/9/9/9/4K4 w", "A red elephant can never stand at a6" },
    { "3k5/9/9/9/9/9/9/9/P8/4K4 w", "A red soldier can never stand at a1" },
    { "3k5/9/9/9/9/9/9/9/9/RRR1K4 w", "There is one red chariot too many, at c0" },
    { "3k5/9/9/9/9/9/9/9/1R6R/RRR1K4 w", "There is one red chariot too many, at c0" },
    { "3k5/9/9/9/9/9/9/9/1R6R/RRR1K4 w", "There is one red chariot too many, at b1" },
    { "3k5/9/9/9/9/9/9/9/1R6R/RRR1K4 w", "There is one red chariot too many, at i1" },
    { "4k4/9/9/9/9/9/9/9/9/4K4 w", "The generals face each other, and it is red's turn" },
    { "3k5/9/9/9/9/9/9/9/9/3RK4 w", "It is red's turn, and the chariot at d0 could take the black general" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(YqSetup) setup = setup_of (cases[i].fen);

      g_test_message ("%s", cases[i].fen);
      g_assert_true (has_line (setup, YQ_SETUP_LINE_FAULT, cases[i].fault));
    }
}

/* Both sides in check: impossible, and the check of the side to move is said all the same. */
static void
test_checks_of_both (void)
{
  g_autoptr(YqSetup) setup = setup_of ("3k5/9/9/9/9/9/9/9/4r4/3RK4 w");

  g_assert_true (has_line (setup, YQ_SETUP_LINE_FAULT,
                           "It is red's turn, and the chariot at d0 could take the black general"));
  g_assert_true (has_line (setup, YQ_SETUP_LINE_ATTACKER, "Check from the chariot at e1"));
}

static void
test_changes (void)
{
  static const struct
  {
    YqSetupChange change;
    const char *after;
  } cases[] = {
    { YQ_SETUP_EMPTY, "9/9/9/9/9/9/9/9/9/9 b" },
    { YQ_SETUP_START, "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w" },
    { YQ_SETUP_MIRROR, "5k3/7P1/9/9/9/9/9/9/1r7/4K4 b" },
    { YQ_SETUP_SWAP_SIDES, "4k4/1R7/9/9/9/9/9/9/7p1/5K3 w" },
    { YQ_SETUP_ROTATE, "4K4/1r7/9/9/9/9/9/9/7P1/5k3 b" },
  };
  static const char before[] = "3k5/1P7/9/9/9/9/9/9/7r1/4K4 b";

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(YqSetup) setup = setup_of (before);

      yq_setup_change (setup, cases[i].change);
      assert_board (setup, cases[i].after);
      yq_setup_undo (setup);
      assert_board (setup, before);
      yq_setup_redo (setup);
      assert_board (setup, cases[i].after);
    }
}

static void
assert_steps (YqSetup *setup, gboolean undo, gboolean redo)
{
  gboolean can_undo, can_redo;

  g_object_get (setup, "can-undo", &can_undo, "can-redo", &can_redo, NULL);
  g_assert_cmpint (can_undo, ==, undo);
  g_assert_cmpint (can_redo, ==, redo);
}

static void
count_cb (guint *count)
{
  (*count)++;
}

static void
test_steps (void)
{
  g_autoptr(YqSetup) setup = setup_of ("3k5/9/9/9/9/9/9/9/9/4K4 b");
  guint changes = 0;

  g_signal_connect_swapped (setup, "changed", G_CALLBACK (count_cb), &changes);
  assert_steps (setup, FALSE, FALSE);
  yq_setup_put (setup, 0, yq_piece (YQ_RED, YQ_CHARIOT));
  yq_setup_move (setup, (YqMove){ 0, 8 });
  yq_setup_set_turn (setup, YQ_RED);
  yq_setup_move (setup, (YqMove){ 8, YQ_SQUARE_NONE });
  g_assert_cmpuint (changes, ==, 4);
  assert_board (setup, "3k5/9/9/9/9/9/9/9/9/4K4 w");
  assert_steps (setup, TRUE, FALSE);

  /* What changes nothing is no step. */
  yq_setup_put (setup, 5, YQ_EMPTY);
  yq_setup_set_turn (setup, YQ_RED);
  yq_setup_move (setup, (YqMove){ 4, 4 });
  g_assert_cmpuint (changes, ==, 4);

  yq_setup_undo (setup);
  assert_board (setup, "3k5/9/9/9/9/9/9/9/9/4K3R w");
  yq_setup_undo (setup);
  yq_setup_undo (setup);
  assert_board (setup, "3k5/9/9/9/9/9/9/9/9/R3K4 b");
  yq_setup_undo (setup);
  yq_setup_undo (setup);
  assert_steps (setup, FALSE, TRUE);
  yq_setup_redo (setup);
  assert_board (setup, "3k5/9/9/9/9/9/9/9/9/R3K4 b");
  /* Another step takes the place of those undone. */
  yq_setup_put (setup, 1, yq_piece (YQ_RED, YQ_HORSE));
  assert_steps (setup, TRUE, FALSE);
  yq_setup_redo (setup);
  assert_board (setup, "3k5/9/9/9/9/9/9/9/9/RN2K4 b");
}

static void
test_judge_obstacle (void)
{
  static const struct
  {
    const char *fen, *obstacle;
  } cases[] = {
    { "4k4/9/9/4N4/9/9/4C4/9/9/4K4 b", NULL },
    { "4k4/9/9/4N4/9/9/4C4/9/9/4K4 w", "It is red's turn" },
    { "3ak4/9/9/4N4/9/9/4C4/9/9/4K4 b", "Black has more than its general" },
    { "4k4/9/9/4N4/9/9/4P4/9/9/4K4 b", "Red has advisors, elephants or soldiers" },
    { "4k4/9/9/9/9/9/9/9/9/3K5 b", "There must be both generals, and one to six other red pieces" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      YqPosition pos;

      read_fen (cases[i].fen, &pos);
      g_assert_cmpstr (yq_setup_judge_obstacle (&pos), ==, cases[i].obstacle);
    }
}

/* Every fault has a line with a sentence that names its point, and nothing else is said to be one. */
static void
assert_faults_named (YqSetup *setup)
{
  const YqExamination *examination = yq_setup_get_examination (setup);
  GListModel *lines = yq_setup_get_lines (setup);
  gsize n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (lines); i++)
    {
      g_autoptr(YqSetupLine) line = g_list_model_get_item (lines, i);
      g_autofree char *text = NULL;
      const YqFault *fault;
      YqSquare square;
      char point[3];

      g_object_get (line, "text", &text, NULL);
      g_assert_cmpuint (strlen (text), >, 1);
      if (yq_setup_line_get_kind (line) != YQ_SETUP_LINE_FAULT)
        continue;
      fault = &examination->faults[n++];
      if (fault->kind == YQ_FAULT_NO_GENERAL || fault->kind == YQ_FAULT_FACING)
        continue;
      square = fault->kind == YQ_FAULT_OPPONENT_IN_CHECK ? fault->by : fault->square;
      g_snprintf (point, sizeof point, "%c%c", (char) ('a' + yq_square_file (square)),
                  (char) ('0' + yq_square_rank (square)));
      g_assert_nonnull (strstr (text, point));
      g_assert_null (strstr (text, "This piece"));
    }
  g_assert_cmpuint (n, ==, examination->n_faults);
}

static void
edit_at_random (YqSetup *setup)
{
  static const YqPieceType types[] = { YQ_GENERAL, YQ_ADVISOR, YQ_ELEPHANT, YQ_HORSE, YQ_CHARIOT, YQ_CANNON, YQ_SOLDIER };
  YqSquare square = (YqSquare) g_test_rand_int_range (0, YQ_SQUARES);
  YqSquare other = (YqSquare) g_test_rand_int_range (0, YQ_SQUARES + 1);
  int what = g_test_rand_int_range (0, 100);

  if (what < 40)
    yq_setup_put (setup, square, yq_piece ((YqSide) g_test_rand_int_range (0, 2),
                                           types[g_test_rand_int_range (0, G_N_ELEMENTS (types))]));
  else if (what < 55)
    yq_setup_put (setup, square, YQ_EMPTY);
  else if (what < 75)
    yq_setup_move (setup, (YqMove){ square, other });
  else if (what < 80)
    yq_setup_set_turn (setup, (YqSide) g_test_rand_int_range (0, 2));
  else if (what < 85)
    yq_setup_change (setup, (YqSetupChange) g_test_rand_int_range (YQ_SETUP_EMPTY, YQ_SETUP_ROTATE + 1));
  else if (what < 95)
    yq_setup_undo (setup);
  else
    yq_setup_redo (setup);
}

/* YAQI_EDITS sets their number. */
static void
test_random_edits (void)
{
  g_autoptr(YqSetup) setup = yq_setup_new (&yq_ruleset_xiangqi);
  const char *wanted = g_getenv ("YAQI_EDITS");
  guint n = wanted != NULL ? (guint) atoi (wanted) : 10000;

  for (guint i = 0; i < n; i++)
    {
      edit_at_random (setup);
      g_assert_true (yq_position_check (yq_setup_get_position (setup)));
      assert_faults_named (setup);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/setup/verdicts", test_verdicts);
  g_test_add_func ("/setup/lines", test_lines);
  g_test_add_func ("/setup/faults", test_faults);
  g_test_add_func ("/setup/checks-of-both", test_checks_of_both);
  g_test_add_func ("/setup/changes", test_changes);
  g_test_add_func ("/setup/steps", test_steps);
  g_test_add_func ("/setup/judge-obstacle", test_judge_obstacle);
  g_test_add_func ("/setup/random-edits", test_random_edits);
  return g_test_run ();
}
