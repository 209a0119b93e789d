/* The texts of the two judges that are no streams: reports, single cases, many positions in one text.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tap.h"

#include <fcntl.h>
#include <unistd.h>

#include "yq-contest.h"
#include "yq-positions.h"

static void
test_report (void)
{
  YqReport report = { .moved = yq_piece (YQ_RED, YQ_CAR) };
  char text[YQ_REPORT_MAX];
  size_t length = yq_report_text (&yq_ruleset_duck, &report, text);

  tap_ok (strcmp (text, "red car;NA;no;no") == 0 && length == strlen (text), "a report of a plain move");
  report = (YqReport){ yq_piece (YQ_BLUE, YQ_ELEPHANT), yq_piece (YQ_RED, YQ_SOLDIER), true, false };
  yq_report_text (&yq_ruleset_duck, &report, text);
  tap_ok (strcmp (text, "blue elephant;red soldier;yes;no") == 0, "a report of a capture with check");
  report = (YqReport){ yq_piece (YQ_RED, YQ_DUCK), yq_piece (YQ_BLUE, YQ_CAPTAIN), false, true };
  yq_report_text (&yq_ruleset_duck, &report, text);
  tap_ok (strcmp (text, "red duck;blue captain;no;yes") == 0, "a report of the end");
  report = (YqReport){ yq_piece (YQ_BLACK, YQ_ELEPHANT), yq_piece (YQ_RED, YQ_ADVISOR), true, true };
  length = yq_report_text (&yq_ruleset_xiangqi, &report, text);
  tap_ok (strcmp (text, "black elephant;red advisor;yes;yes") == 0 && length == strlen (text),
          "a report of xiangqi");
}

static void
put (YqPosition *pos, const char *point, YqSide side, YqPieceType type)
{
  yq_position_put (pos, yq_square_at (point[1] - '0', point[0] - 'a'), yq_piece (side, type));
}

static void
test_case_write (void)
{
  YqPosition pos, again;
  YqRecordFault fault;
  char text[YQ_CASE_MAX];
  size_t length, used;

  yq_position_clear (&pos, yq_geometry_of (&yq_ruleset_xiangqi));
  put (&pos, "e9", YQ_BLACK, YQ_GENERAL);
  put (&pos, "e0", YQ_RED, YQ_GENERAL);
  put (&pos, "e3", YQ_RED, YQ_CANNON);
  put (&pos, "e6", YQ_RED, YQ_HORSE);
  tap_ok (yq_contest_case_write (&pos, text) == 0, "no case with red to move");
  yq_position_set_turn (&pos, YQ_BLACK);
  length = yq_contest_case_write (&pos, text);
  tap_ok (length == strlen (text) && strcmp (text, "3 1 5\nG 10 5\nH 4 5\nC 7 5\n") == 0, "a position as a case");
  tap_ok (yq_contest_case_read (text, length, &again, &used, &fault) == YQ_CASE_READ && used == length - 1
              && yq_position_equal (&pos, &again),
          "and back");

  put (&pos, "a0", YQ_RED, YQ_CHARIOT);
  put (&pos, "i0", YQ_RED, YQ_CHARIOT);
  put (&pos, "b0", YQ_RED, YQ_HORSE);
  put (&pos, "h0", YQ_RED, YQ_CANNON);
  length = yq_contest_case_write (&pos, text);
  tap_ok (length == strlen (text) && length < YQ_CASE_MAX, "seven red pieces are a case");
  put (&pos, "c0", YQ_RED, YQ_CANNON);
  tap_ok (yq_contest_case_write (&pos, text) == 0, "eight are none");
  yq_position_clear (&pos, pos.geometry);
  yq_position_set_turn (&pos, YQ_BLACK);
  tap_ok (yq_contest_case_write (&pos, text) == 0, "an empty board is none");
  put (&pos, "e9", YQ_BLACK, YQ_GENERAL);
  put (&pos, "d0", YQ_RED, YQ_GENERAL);
  tap_ok (yq_contest_case_write (&pos, text) == 0, "red's general alone is none");
  put (&pos, "a3", YQ_RED, YQ_SOLDIER);
  tap_ok (yq_contest_case_write (&pos, text) == 0, "a soldier is in none");
  put (&pos, "a3", YQ_BLACK, YQ_CHARIOT);
  tap_ok (yq_contest_case_write (&pos, text) == 0, "nor a second black piece");
  put (&pos, "a3", YQ_RED, YQ_CHARIOT);
  put (&pos, "e5", YQ_RED, YQ_GENERAL);
  tap_ok (yq_contest_case_write (&pos, text) == 0, "nor a second red general");
  put (&pos, "d0", YQ_RED, YQ_CANNON);
  tap_ok (yq_contest_case_write (&pos, text) == 0, "nor one outside its palace");
}

/* What the readings of a text are: r = read, f = fault, with the lines they begin in. */
static void
read_all (const char *text, size_t length, size_t step, char *found)
{
  YqPositions positions;
  size_t given = step < length ? step : length;

  yq_positions_init (&positions, &yq_ruleset_xiangqi, text, given, false);
  *found = '\0';
  for (;;)
    {
      YqPositionsItem item;
      YqPositionsReading reading = yq_positions_next (&positions, &item);

      if (reading != YQ_POSITIONS_END)
        found += sprintf (found, "%c%u:%zu ", reading == YQ_POSITIONS_READ ? 'r' : 'f', item.line, item.length);
      else if (positions.final)
        return;
      else
        {
          positions.final = given == length;
          given = given + step < length ? given + step : length;
          positions.end = text + given;
        }
    }
}

/* The text with each of its line ends, which are LF, replaced. */
static void
set_line_ends (const char *text, const char *line_end, char *changed)
{
  for (; *text != '\0'; text++)
    changed += sprintf (changed, "%.*s", *text == '\n' ? 2 : 1, *text == '\n' ? line_end : text);
}

/* Read in pieces of every size, a text with these line ends gives the same. */
static void
test_line_ends (const char *text, const char *line_end, const char *expected, const char *what)
{
  char changed[1000], found[1000];

  set_line_ends (text, line_end, changed);
  for (size_t step = strlen (changed); step > 0; step--)
    {
      read_all (changed, strlen (changed), step, found);
      if (strcmp (found, expected) != 0)
        {
          tap_ok (false, "%s, in pieces of any size", what);
          tap_note ("%zu bytes at a time: %s", step, found);
          return;
        }
    }
  tap_ok (true, "%s, in pieces of any size", what);
}

static void
test_positions (void)
{
  static const char text[] = "# some positions\n"
                             "4k4/9/9/9/9/9/9/9/4R4/3K5 b - - 0 1\n"
                             "\n"
                             "2 1 4\nG 10 5\nR 6 4\n\n"
                             "3 1 5\nH 4 5\nG 10 5\nC 7 5\n\n0 0 0\n"
                             "  2 1 4 / g 10 5 / r 6 4 / 2 1 4, G 10 5, R 6 4\n"
                             "4 1 5\nG 10 5\nX 1 1\nR 2 2\nR 3 3\n"
                             "foobar\n"
                             "0 0 0 0 0 0\n"
                             "9/9/9/9/9/9/9/9/9/4K4 w\n"
                             "2 1 4\nG 10 5";
  static const char expected[] = "r2:35 r4:18 r8:24 r14:22 r14:20 f15:30 f20:6 r22:23 f23:12 ";

  test_line_ends (text, "\n", expected, "positions of all kinds in one text");
  test_line_ends (text, "\r", expected, "the same with CR at the ends of its lines");
  test_line_ends (text, "\r\n", "r2:35 r4:20 r8:27 r14:22 r14:20 f15:34 f20:6 r22:23 f23:13 ", "the same with CRLF");
  test_line_ends ("\xEF\xBB\xBF# remark\n\xEF\xBB\xBF" "2 1 4\nG 10 5\nR 6 4\n", "\n", "r2:18 ", "byte order marks");
  test_line_ends ("9/9\n\r\r\n\n# \r9/9\r9\n", "\n", "f1:3 f6:3 f7:1 ", "any mixture of line ends");
}

/* No bytes do harm, and reading always comes to an end. */
static void
test_random_bytes (void)
{
  static const char bytes[] = "GRHCgrhc0123456789 \n\n/,-wbkKpP#\r\t\x80";
  enum
  {
    N_TEXTS = 20000,
    LENGTH = 48,
  };
  unsigned seed = 1;
  size_t items = 0;

  for (unsigned i = 0; i < N_TEXTS; i++)
    {
      char text[LENGTH];
      YqPositions positions;
      YqPositionsItem item;
      size_t length;

      for (length = 0; length < sizeof text && (length < 4 || seed % 61 != 0); length++)
        {
          seed = seed * 1103515245 + 12345;
          text[length] = bytes[(seed >> 16) % sizeof bytes];
        }
      yq_positions_init (&positions, &yq_ruleset_xiangqi, text, length, true);
      while (yq_positions_next (&positions, &item) != YQ_POSITIONS_END)
        if (item.text + item.length > text + length || ++items == N_TEXTS * LENGTH)
          break;
    }
  tap_ok (items > N_TEXTS && items < N_TEXTS * LENGTH, "random bytes are read to their end");
}

/* The judges read broken inputs to their end, and say where they break. */
static void
test_broken_inputs (void)
{
  static const char whole[] = "3\n0 0 1 0\n9 0 8 0\n0 1 2 2\n", cases[] = "2 1 4\nG 10 5\nR 6 4\n\n0 0 0\n";
  static const char bytes[] = "0123456789 \n-+GRHCx\x80";
  int nowhere = open ("/dev/null", O_WRONLY | O_CLOEXEC);
  unsigned seed = 7, n_wrong = 0, n_broken = 0;

  for (unsigned i = 0; i < 2000; i++)
    {
      bool duck = i % 2 == 0;
      char text[sizeof whole + sizeof cases];
      size_t length = strlen (duck ? whole : cases);
      YqRecordFault fault = { 0 };
      YqContestStatus status;
      int ends[2];

      memcpy (text, duck ? whole : cases, length);
      for (unsigned changes = 0; changes < 1 + i % 3; changes++)
        {
          seed = seed * 1103515245 + 12345;
          text[(seed >> 16) % length] = bytes[(seed >> 8) % sizeof bytes];
        }
      if (pipe (ends) != 0 || write (ends[1], text, length) != (ssize_t) length || close (ends[1]) != 0)
        abort ();
      status = duck ? yq_contest_duck (ends[0], nowhere, &fault) : yq_contest_xiangqi (ends[0], nowhere, &fault);
      close (ends[0]);
      n_broken += status == YQ_CONTEST_MALFORMED;
      n_wrong += status == YQ_CONTEST_IO
                 || (status == YQ_CONTEST_MALFORMED
                     && (fault.line < 1 || fault.line > 20 || fault.column < 1
                         || strncmp (fault.message, "expected ", strlen ("expected ")) != 0));
    }
  close (nowhere);
  tap_ok (n_wrong == 0 && n_broken > 500 && n_broken < 2000, "2000 broken inputs, %u of them malformed", n_broken);
}

int
main (void)
{
  test_broken_inputs ();
  test_report ();
  test_case_write ();
  test_positions ();
  test_random_bytes ();
  return tap_done ();
}
