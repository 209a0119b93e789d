/* Verdicts, faults, reports and the ends of games: own cases, and the larger collection where it is there.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tap.h"

#include "rules-help.h"

static const YqGeometry *duck, *xiangqi;

static const char *const verdicts[] = { "none", "check", "checkmate", "stalemate" };

/* Splits a line at tabs, in place; missing fields are empty. */
static void
split (char *line, char *fields[], size_t n)
{
  static char nothing[] = "";

  line[strcspn (line, "\r\n")] = '\0';
  for (size_t i = 0; i < n; i++)
    {
      fields[i] = line == NULL ? nothing : line;
      line = line == NULL ? NULL : strchr (line, '\t');
      if (line != NULL)
        *line++ = '\0';
    }
}

/* Nine or eleven ranks, or a foreign letter: the FEN reader's matter, not the judge's. */
static bool
is_readable (const char *fen)
{
  unsigned ranks = 1;

  for (; *fen != '\0' && *fen != ' '; fen++)
    {
      if (strchr ("/123456789kabnrcpKABNRCP", *fen) == NULL)
        return false;
      ranks += *fen == '/';
    }
  return ranks == YQ_RANKS;
}

/* The verdict alone, of positions that the rules of set-up may not allow. */
static bool
check_verdict (const char *fen, const char *verdict)
{
  YqPosition pos;

  help_position (&pos, xiangqi, fen);
  return strcmp (verdicts[yq_judge_verdict (&pos)], verdict) == 0;
}

/* One line: FEN, verdict or "illegal", number of replies ("" or "-" = not said), fault kind ("" = not said),
 * fault point. */
static bool
check_position (const char *fen, const char *verdict, const char *replies, const char *kind, const char *point)
{
  static const char *const kinds[] = { "no_general", "bad_point", "too_many", "facing", "opponent_in_check" };
  YqFault faults[YQ_MAX_FAULTS];
  YqPosition pos;
  size_t n;

  help_position (&pos, xiangqi, fen);
  n = yq_position_faults (&pos, faults);
  if (strcmp (verdict, "illegal") == 0)
    {
      char here[8] = "";

      if (n == 0)
        return false;
      if (*kind == '\0')
        return true;
      if (faults[0].square != YQ_SQUARE_NONE)
        snprintf (here, sizeof here, "%c%u", 'a' + yq_square_file (faults[0].square),
                  yq_square_rank (faults[0].square));
      return n == 1 && strcmp (kinds[faults[0].kind], kind) == 0 && (*point == '\0' || strstr (point, here) != NULL);
    }
  return n == 0 && strcmp (verdicts[yq_judge_verdict (&pos)], verdict) == 0
         && (*replies == '\0' || *replies == '-' || yq_position_count (&pos) == strtoul (replies, NULL, 10));
}

/* Runs a file of the collection whose columns are given by their numbers (-1 = none; no column at all:
 * verdicts alone). */
static void
check_file (const char *name, int replies, int kind, int point)
{
  const char *path = tap_case (name);
  char line[1024];
  unsigned lines = 0, wrong = 0;
  FILE *file;

  if (path == NULL)
    {
      tap_skip ("%s is not there", name);
      return;
    }
  file = fopen (path, "r");
  while (fgets (line, sizeof line, file) != NULL)
    {
      char *fields[9];

      if (*line == '#' || strncmp (line, "fen\t", 4) == 0)
        continue;
      split (line, fields, 9);
      if (!is_readable (fields[0]))
        continue;
      lines++;
      if (replies < 0 && kind < 0
            ? !check_verdict (fields[0], fields[1])
            : !check_position (fields[0], fields[1], replies < 0 ? "" : fields[replies], kind < 0 ? "" : fields[kind],
                               point < 0 ? "" : fields[point]))
        {
          wrong++;
          tap_note ("%s: %s", fields[0], fields[1]);
        }
    }
  fclose (file);
  tap_ok (lines > 0 && wrong == 0, "%s: %u positions", name, lines);
}

static void
test_positions (void)
{
  static const struct
  {
    const char *fen, *verdict, *kind, *point;
  } cases[] = {
    { "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", "none", "", "" },
    { "3k5/4P4/9/9/9/9/9/9/9/4K4 b", "stalemate", "", "" },
    { "3aka3/9/9/9/4C4/9/4C4/9/9/3K5 b", "checkmate", "", "" },
    { "4k4/9/3N5/9/9/9/9/9/9/3K5 b", "check", "", "" },
    { "4k4/9/9/9/9/9/9/9/9/9 w", "illegal", "no_general", "" },
    { "3k5/9/9/9/9/9/4B4/9/9/4K4 w", "illegal", "bad_point", "e3" },
    { "3k5/9/9/9/9/N7N/9/9/8N/4K4 b", "illegal", "too_many", "i4" },
    { "3k5/9/9/9/9/9/9/9/4K4/4K4 w", "illegal", "too_many", "e1" },
    { "4k4/9/9/9/9/9/9/9/9/4K4 w", "illegal", "facing", "e0" },
    { "3k5/3P5/9/9/9/9/9/9/9/4K4 w", "illegal", "opponent_in_check", "d9" },
  };

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    tap_ok (check_position (cases[i].fen, cases[i].verdict, "", cases[i].kind, cases[i].point), "%s: %s %s",
            cases[i].fen, cases[i].verdict, cases[i].kind);
  check_file ("positions.tsv", 2, 4, 7);
  check_file ("mate_verdicts.tsv", 2, -1, -1);
  check_file ("verdicts/xiangqi_notes.tsv", -1, -1, -1);
  check_file ("verdicts/illegal.tsv", 2, 8, 8);
}

static void
test_faults (void)
{
  YqFault faults[YQ_MAX_FAULTS];
  YqPosition pos;

  /* A whole board of red generals, blue to move: no blue general, no end of points where none can stand,
   * and all but the first are too many. */
  yq_position_clear (&pos, xiangqi);
  for (YqSquare square = 0; square < YQ_SQUARES; square++)
    yq_position_put (&pos, square, yq_piece (YQ_RED, YQ_GENERAL));
  tap_ok (yq_position_faults (&pos, faults) == 1 + (YQ_SQUARES - 9) + (YQ_SQUARES - 1) && faults[0].kind == YQ_FAULT_NO_GENERAL
            && faults[0].side == YQ_BLUE && faults[1].kind == YQ_FAULT_BAD_POINT,
          "a board full of generals");
  help_position (&pos, duck, "4k4/9/9/9/4R4/9/9/9/9/4K4 w");
  tap_ok (yq_position_faults (&pos, faults) == 0, "duck chess: a captain may hang");
  help_position (&pos, duck, "DDDDDDDDD/9/9/9/4R4/9/9/9/9/4K4 w");
  tap_ok (yq_position_faults (&pos, faults) == 8 && faults[0].kind == YQ_FAULT_NO_GENERAL
            && faults[1].kind == YQ_FAULT_TOO_MANY && faults[1].square == yq_square_at (9, 2)
            && faults[7].kind == YQ_FAULT_TOO_MANY && faults[7].square == yq_square_at (9, 8),
          "duck chess: a missing captain and too many ducks");
}

static void
test_reports (void)
{
  static const struct
  {
    const char *move;
    YqPiece moved, captured;
    bool check, over;
  } plies[] = {
    { "b0d1", 0 }, /* refused: blocked or no reach */
    { "d0e1", YQ_GUARD, YQ_EMPTY, false, false },
    { "e9e8", 16 | YQ_CAPTAIN, YQ_EMPTY, false, false },
    { "c3d2", YQ_SOLDIER, YQ_EMPTY, false, false },
    { "c9e7", 16 | YQ_ELEPHANT, YQ_EMPTY, false, false },
    { "a2d4", YQ_DUCK, YQ_EMPTY, false, false },
    { "b9d8", 0 },
    { "b9c8", 0 },
    { "b9c7", 16 | YQ_HORSE, YQ_EMPTY, false, false },
    { "d4g6", YQ_DUCK, 16 | YQ_SOLDIER, false, false },
    { "e8e9", 16 | YQ_CAPTAIN, YQ_EMPTY, true, false },
    { "g6e9", YQ_DUCK, 16 | YQ_CAPTAIN, false, true },
  };
  YqPosition pos;
  bool right = true;
  YqUndo undo;

  yq_position_start (&pos, duck);
  for (size_t i = 0; i < sizeof plies / sizeof plies[0]; i++)
    {
      YqMove move = help_move (plies[i].move);
      YqReport report;

      if (plies[i].moved == YQ_EMPTY)
        continue;
      if (!yq_position_is_legal (&pos, move))
        {
          tap_note ("%s refused", plies[i].move);
          right = false;
          break;
        }
      report = yq_judge_play (&pos, move, &undo);
      if (report.moved != plies[i].moved || report.captured != plies[i].captured || report.check != plies[i].check
          || report.over != plies[i].over)
        {
          tap_note ("%s: %d %d %d %d", plies[i].move, report.moved, report.captured, report.check, report.over);
          right = false;
        }
    }
  tap_ok (right, "the reports of a short game of duck chess");
  tap_ok (yq_position_refusal (&pos, help_move ("a9a8"), NULL) == YQ_REFUSED_GAME_OVER, "then the game is over");

  help_position (&pos, duck, "4k4/9/9/9/4r4/9/9/9/9/3K5 w");
  tap_ok (yq_judge_play (&pos, help_move ("d0e0"), &undo).check, "walking into check is reported");
  help_position (&pos, xiangqi, "4k4/9/9/9/9/9/9/9/R8/3K5 w");
  tap_ok (yq_judge_play (&pos, help_move ("a1e1"), &undo).check, "xiangqi: check");
  help_position (&pos, xiangqi, "3k5/R8/9/9/9/9/9/9/1R7/4K4 w");
  tap_ok (yq_judge_play (&pos, help_move ("b1b9"), &undo).over, "xiangqi: mate ends the game");
}

/* Plays `lead`, then `cycle` `times` times, and judges. */
static YqEnding
judge_line (const YqGeometry *geometry, const char *fen, const char *lead, const char *cycle, unsigned times,
            const YqJudgeRules *rules)
{
  YqMove line[256];
  YqPosition pos;
  size_t n = 0;

  help_position (&pos, geometry, fen);
  for (; *lead != '\0'; lead += strcspn (lead, " "), lead += strspn (lead, " "))
    line[n++] = help_move (lead);
  for (unsigned i = 0; i < times; i++)
    for (const char *move = cycle; *move != '\0'; move += strcspn (move, " "), move += strspn (move, " "))
      line[n++] = help_move (move);
  return yq_judge_game (&pos, 0, line, n, rules);
}

static void
test_repetition_file (void)
{
  /* The engine that this line was posted for rules it the other way in its own tests, and so do we: the
   * red cannons threaten the soldier anew with each move. */
  static const char misheaded[] = "5k3/9/9/5C3/5c3/5C3/9/9/5p3/4K4 w";
  static const YqJudgeRules asian = { YQ_ADJUDICATE_ASIAN, 0 };
  const char *path = tap_case ("repetition.tsv");
  char line[1024];
  FILE *file;

  if (path == NULL)
    {
      tap_skip ("repetition.tsv is not there");
      return;
    }
  file = fopen (path, "r");
  while (fgets (line, sizeof line, file) != NULL)
    {
      char *fields[3];
      YqEnding ending;
      bool right;

      if (*line == '#' || strncmp (line, "fen\t", 4) == 0)
        continue;
      split (line, fields, 3);
      if (strlen (fields[1]) < 19 || strncmp (fields[2], "open", 4) == 0)
        continue;
      fields[1][19] = '\0'; /* four moves are a cycle, a fifth begins the next */
      ending = judge_line (xiangqi, fields[0], "", fields[1], 2, &asian);
      if (strcmp (fields[0], misheaded) == 0)
        right = ending.outcome == YQ_OUTCOME_BLUE_WINS;
      else if (strcmp (fields[2], "black loses") == 0)
        right = ending.outcome == YQ_OUTCOME_RED_WINS;
      else if (strcmp (fields[2], "draw") == 0)
        right = ending.outcome == YQ_OUTCOME_DRAW;
      else
        right = ending.outcome == YQ_OUTCOME_OPEN && ending.reason == YQ_END_REPEATED_JUDGE;
      tap_ok (right, "%s %s: %s", fields[0], fields[1], fields[2]);
    }
  fclose (file);
}

static void
test_games (void)
{
  static const char start[] = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
  static const YqJudgeRules none = { YQ_ADJUDICATE_NONE, 0 }, checks = { YQ_ADJUDICATE_PERPETUAL_CHECK, 0 },
                            asian = { YQ_ADJUDICATE_ASIAN, 0 }, limit = { YQ_ADJUDICATE_NONE, 8 };
  static const struct
  {
    const char *what, *fen, *lead, *cycle;
    unsigned times;
    const YqJudgeRules *rules;
    YqOutcome outcome;
    YqEndReason reason;
  } cases[] = {
    { "nothing yet", start, "h2e2 h9g7", "", 0, &asian, YQ_OUTCOME_OPEN, YQ_END_NONE },
    { "twice is not thrice", start, "", "b0c2 b9c7 c2b0 c7b9", 1, &asian, YQ_OUTCOME_OPEN, YQ_END_NONE },
    { "idle moves", start, "", "b0c2 b9c7 c2b0 c7b9", 2, &asian, YQ_OUTCOME_DRAW, YQ_END_REPETITION },
    { "only perpetual check is ruled", start, "", "b0c2 b9c7 c2b0 c7b9", 2, &checks, YQ_OUTCOME_OPEN,
      YQ_END_REPEATED_JUDGE },
    { "no repetition rule", start, "", "b0c2 b9c7 c2b0 c7b9", 3, &none, YQ_OUTCOME_OPEN, YQ_END_NONE },
    { "eight quiet plies", start, "", "b0c2 b9c7 c2b0 c7b9", 2, &limit, YQ_OUTCOME_DRAW, YQ_END_MOVE_LIMIT },
    { "seven", start, "b0c2 b9c7 c2b0 c7b9 b0c2 b9c7 c2b0", "", 0, &limit, YQ_OUTCOME_OPEN, YQ_END_NONE },
    { "perpetual check", "3k5/9/9/9/9/5p3/9/5p3/5K3/5C3 w", "", "f1e1 f2e2 e1f1 e2f2", 2, &checks,
      YQ_OUTCOME_RED_WINS, YQ_END_PERPETUAL_CHECK },
    { "a cannon chases a chariot", "2bakabnr/9/r1n1c4/2p1p1p1p/PP7/9/4P1P1P/2C3NC1/9/1NBAKAB1R w", "c2a2 a7b7",
      "a2b2 b7a7 b2a2 a7b7", 2, &asian, YQ_OUTCOME_BLUE_WINS, YQ_END_PERPETUAL_CHASE },
    { "a soldier may chase", "2bakabr1/9/9/r1p1p1p2/p7R/P8/9/9/9/1C1AKA3 w", "a4a5 a6b6",
      "a5b5 b6a6 b5a5 a6b6", 2, &asian, YQ_OUTCOME_DRAW, YQ_END_REPETITION },
    { "but not uncover cannons", "2bakabr1/9/9/r1p1p1p2/p7R/P8/9/9/9/CC1AKA3 w", "a4a5 a6b6",
      "a5b5 b6a6 b5a5 a6b6", 2, &asian, YQ_OUTCOME_BLUE_WINS, YQ_END_PERPETUAL_CHASE },
    { "both chase", "4k4/7n1/9/4pR3/9/9/4P4/9/9/4K4 w", "f6h6",
      "h8f7 h6h7 f7g5 h7g7 g5i6 g7g6 i6h8 g6h6", 2, &asian, YQ_OUTCOME_DRAW, YQ_END_REPETITION },
    { "an elephant and a guarded chariot: open", "4k4/9/9/9/9/r1r6/3C5/4B4/9/5K3 w", "", "d3f3 c4g4 f3d3 g4c4", 2,
      &asian, YQ_OUTCOME_OPEN, YQ_END_REPEATED_JUDGE },
    { "checkmate", "3k5/R8/9/9/9/9/9/9/1R7/4K4 w", "b1b9", "", 0, &none, YQ_OUTCOME_RED_WINS, YQ_END_CHECKMATE },
    { "stalemate", "3k5/9/4P4/9/9/9/9/9/9/4K4 w", "e7e8", "", 0, &none, YQ_OUTCOME_RED_WINS, YQ_END_STALEMATE },
    { "bare armies", "3k5/9/9/9/9/9/9/4B4/4A4/4K4 w", "e0f0", "", 0, &none, YQ_OUTCOME_OPEN, YQ_END_BARE },
    { "one soldier is not bare", "3k5/9/9/9/9/9/p8/4B4/4A4/4K4 w", "e0f0", "", 0, &none, YQ_OUTCOME_OPEN, YQ_END_NONE },
  };
  YqEnding ending;

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
      ending = judge_line (xiangqi, cases[i].fen, cases[i].lead, cases[i].cycle, cases[i].times, cases[i].rules);
      tap_ok (ending.outcome == cases[i].outcome && ending.reason == cases[i].reason, "%s (%d %d)", cases[i].what,
              ending.outcome, ending.reason);
    }
  ending = judge_line (duck, "4k4/9/9/9/4R4/9/9/9/9/4K4 w", "e5e9", "", 0, &asian);
  tap_ok (ending.outcome == YQ_OUTCOME_RED_WINS && ending.reason == YQ_END_CAPTAIN_TAKEN, "duck chess: captain taken");
  ending = judge_line (duck, "4k4/9/9/9/9/9/9/9/9/4K4 w", "", "e0d0 e9d9 d0e0 d9e9", 4, &asian);
  tap_ok (ending.outcome == YQ_OUTCOME_OPEN && ending.reason == YQ_END_NONE, "duck chess: nothing else ends it");
}

int
main (void)
{
  duck = yq_geometry_of (&yq_ruleset_duck);
  xiangqi = yq_geometry_of (&yq_ruleset_xiangqi);
  test_positions ();
  test_faults ();
  test_reports ();
  test_repetition_file ();
  test_games ();
  return tap_done ();
}
