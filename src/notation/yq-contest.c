/* The two judges: duck chess commands answered with reports, xiangqi cases with YES or NO.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "yq-contest.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "yq-stream.h"

size_t
yq_report_text (const YqRuleset *ruleset, const YqReport *report, char text[YQ_REPORT_MAX])
{
  const char *const *sides = ruleset->side_names, *const *pieces = ruleset->piece_names;
  char captured[24] = "NA";

  if (report->captured != YQ_EMPTY)
    snprintf (captured, sizeof captured, "%s %s", sides[yq_piece_side (report->captured)],
              pieces[yq_piece_type (report->captured)]);
  return (size_t) snprintf (text, YQ_REPORT_MAX, "%s %s;%s;%s;%s", sides[yq_piece_side (report->moved)],
                            pieces[yq_piece_type (report->moved)], captured, report->check ? "yes" : "no",
                            report->over ? "yes" : "no");
}

/* A judge at work. It lives on the stack. */
typedef struct
{
  YqRecordFault *fault;
  YqInput in;
  YqOutput out;
  char buffer[YQ_STREAM_SIZE];
} Bench;

static void
bench_open (Bench *bench, int fd, int out, YqRecordFault *fault)
{
  bench->fault = fault;
  yq_output_init (&bench->out, out);
  yq_input_init_fd (&bench->in, fd, bench->buffer, &bench->out);
}

/* Writes what was answered and says how it went: trouble with a file outweighs what it led to. */
static YqContestStatus
bench_close (Bench *bench, YqContestStatus status)
{
  const char *failed = bench->in.error != 0 ? "cannot read" : "cannot write the answers";

  yq_output_flush (&bench->out);
  errno = bench->in.error != 0 ? bench->in.error : bench->out.error;
  if (errno == 0)
    return status;
  *bench->fault = (YqRecordFault) { .line = bench->in.line, .column = 1 };
  snprintf (bench->fault->message, sizeof bench->fault->message, "%s: %s", failed, strerror (errno));
  return YQ_CONTEST_IO;
}

/* Lines of reports by what they say, made when first needed; then an answer is one copy of fixed size.
 * The captured piece is of the other side, so its type is enough. */
typedef struct
{
  char text[47];
  uint8_t length; /* 0 = not made yet */
} Line;

typedef Line Lines[2 * 16][YQ_N_TYPES][4];

static inline void
answer_report (YqOutput *out, Lines lines, const YqRuleset *ruleset, const YqReport *report)
{
  Line *line = &lines[report->moved][yq_piece_type (report->captured)][report->check + 2 * report->over];
  char *room = yq_output_room (out, sizeof *line);

  if (line->length == 0)
    {
      char text[YQ_REPORT_MAX];
      size_t length = yq_report_text (ruleset, report, text);

      memcpy (line->text, text, length);
      line->text[length] = '\n';
      line->length = (uint8_t) (length + 1);
    }
  memcpy (room, line, sizeof *line);
  yq_output_take (out, line->length);
}

YqContestStatus
yq_contest_duck (int fd, int out, YqRecordFault *fault)
{
  static const char refused[] = "Invalid command\n";
  static const char *const expected[] = { "row of the origin", "column of the origin", "row of the target",
                                          "column of the target" };
  Bench bench;
  Lines lines;
  YqPosition pos;
  int count;

  bench_open (&bench, fd, out, fault);
  memset (lines, 0, sizeof lines);
  yq_position_start (&pos, yq_geometry_of (&yq_ruleset_duck));

  if (!yq_input_number (&bench.in, &count) || count < 0)
    {
      yq_input_fault (&bench.in, fault, "the number of commands");
      return bench_close (&bench, YQ_CONTEST_MALFORMED);
    }

  for (int i = 0; i < count; i++)
    {
      int numbers[4];
      YqMove move;

      for (unsigned j = 0; j < 4; j++)
        if (!yq_input_number (&bench.in, &numbers[j]))
          {
            yq_input_fault (&bench.in, fault, "the %s of command %d of %d", expected[j], i + 1, count);
            return bench_close (&bench, YQ_CONTEST_MALFORMED);
          }

      move.from = yq_square_at (numbers[0], numbers[1]);
      move.to = yq_square_at (numbers[2], numbers[3]);
      if (yq_position_is_legal (&pos, move))
        {
          YqUndo undo;
          YqReport report = yq_judge_play (&pos, move, &undo);

          answer_report (&bench.out, lines, &yq_ruleset_duck, &report);
        }
      else
        {
          memcpy (yq_output_room (&bench.out, sizeof refused), refused, sizeof refused);
          yq_output_take (&bench.out, sizeof refused - 1);
        }
    }

  /* A count that is too small is as false as one that is too large. At a terminal there is no end to
   * look for. */
  if (isatty (fd) || yq_input_at_end (&bench.in))
    return bench_close (&bench, YQ_CONTEST_OK);
  yq_input_fault (&bench.in, fault, "the end of the input after command %d of %d", count, count);
  return bench_close (&bench, YQ_CONTEST_MALFORMED);
}

/* The judge's board counts from black's side and from 1. */
enum
{
  CASE_MIN = 2,
  CASE_MAX = 7, /* red pieces, the general included */
  CASE_ROWS = YQ_RANKS,
  CASE_COLUMNS = YQ_FILES,
  PALACE_DEPTH = 3,
  PALACE_LEFT = 4,
  PALACE_RIGHT = 6,
};

static const struct
{
  char letter;
  YqPieceType type;
} case_pieces[] = { { 'G', YQ_GENERAL }, { 'R', YQ_CHARIOT }, { 'H', YQ_HORSE }, { 'C', YQ_CANNON } };

enum
{
  N_CASE_PIECES = sizeof case_pieces / sizeof *case_pieces
};

static YqSquare
case_square (int row, int column)
{
  return yq_square_at (CASE_ROWS - row, column - 1);
}

static YqPieceType
case_type (char letter)
{
  for (unsigned i = 0; i < N_CASE_PIECES; i++)
    if (case_pieces[i].letter == letter)
      return case_pieces[i].type;
  return YQ_NO_TYPE;
}

/* Where the pieces of a case stand, to be taken away again. */
typedef struct
{
  unsigned n;
  YqSquare squares[1 + CASE_MAX];
} CasePoints;

/* A number in a range that is named when it is not kept. */
static inline bool
read_coordinate (YqInput *in, const char *what, int min, int max, int *value, YqRecordFault *fault)
{
  if (yq_input_number (in, value) && *value >= min && *value <= max)
    return true;
  yq_input_fault (in, fault, "%s, %d to %d", what, min, max);
  return false;
}

/* Puts a case on an empty board with black to move; points says what was put, also after a fault. */
static YqCaseReading
read_case (YqInput *in, YqPosition *pos, CasePoints *points, YqRecordFault *fault)
{
  int count, row, column;
  bool general = false;

  points->n = 0;
  if (!yq_input_number (in, &count) || (count != 0 && (count < CASE_MIN || count > CASE_MAX)))
    {
      yq_input_fault (in, fault, "the number of red pieces, %d to %d, or the closing 0 0 0", CASE_MIN, CASE_MAX);
      return YQ_CASE_FAULT;
    }
  if (count == 0)
    return read_coordinate (in, "the second 0 of the closing 0 0 0", 0, 0, &row, fault)
                   && read_coordinate (in, "the third 0 of the closing 0 0 0", 0, 0, &column, fault)
               ? YQ_CASE_END
               : YQ_CASE_FAULT;

  if (!read_coordinate (in, "the row of the black general in its palace", 1, PALACE_DEPTH, &row, fault)
      || !read_coordinate (in, "the column of the black general in its palace", PALACE_LEFT, PALACE_RIGHT,
                           &column, fault))
    return YQ_CASE_FAULT;
  points->squares[points->n++] = case_square (row, column);
  yq_position_put (pos, case_square (row, column), yq_piece (YQ_BLACK, YQ_GENERAL));

  for (int i = 0; i < count; i++)
    {
      char letter;
      YqPieceType type = YQ_NO_TYPE;
      YqSquare square;
      bool fits;

      if (yq_input_letter (in, &letter))
        type = case_type (in->loose && letter >= 'a' && letter <= 'z' ? (char) (letter - 'a' + 'A') : letter);
      if (type == YQ_NO_TYPE || (type == YQ_GENERAL && general))
        {
          yq_input_fault (in, fault, "the letter of red piece %d of %d, %s", i + 1, count,
                          type == YQ_GENERAL ? "R, H or C after the one G" : "G, R, H or C");
          return YQ_CASE_FAULT;
        }
      general |= type == YQ_GENERAL;

      if (type == YQ_GENERAL)
        fits = read_coordinate (in, "the row of the red general in its palace", CASE_ROWS - PALACE_DEPTH + 1,
                                CASE_ROWS, &row, fault)
               && read_coordinate (in, "the column of the red general in its palace", PALACE_LEFT,
                                   PALACE_RIGHT, &column, fault);
      else
        fits = read_coordinate (in, "the row of a red piece", 1, CASE_ROWS, &row, fault)
               && read_coordinate (in, "the column of a red piece", 1, CASE_COLUMNS, &column, fault);
      if (!fits)
        return YQ_CASE_FAULT;

      square = case_square (row, column);
      if (pos->squares[square] != YQ_EMPTY)
        {
          yq_input_fault (in, fault, "a point without a piece, not %d %d again", row, column);
          return YQ_CASE_FAULT;
        }
      points->squares[points->n++] = square;
      yq_position_put (pos, square, yq_piece (YQ_RED, type));
    }

  if (!general)
    {
      yq_input_fault (in, fault, "a red general, G, among the %d red pieces that end here", count);
      return YQ_CASE_FAULT;
    }
  return YQ_CASE_READ;
}

/* Black to move, with its general alone. Generals that face each other are no legal position, but if
 * they do, then black takes the red one and has won. And a general that cannot move without being taken
 * is lost, attacked or not. */
static bool
case_is_mate (const YqPosition *pos)
{
  return !yq_position_has_move (pos) && !yq_position_in_check (pos, YQ_RED);
}

YqContestStatus
yq_contest_xiangqi (int fd, int out, YqRecordFault *fault)
{
  Bench bench;
  YqPosition pos;
  CasePoints points;
  YqCaseReading reading;

  bench_open (&bench, fd, out, fault);
  yq_position_clear (&pos, yq_geometry_of (&yq_ruleset_xiangqi));
  yq_position_set_turn (&pos, YQ_BLACK);

  while ((reading = read_case (&bench.in, &pos, &points, fault)) == YQ_CASE_READ)
    {
      bool mate = case_is_mate (&pos);

      memcpy (yq_output_room (&bench.out, 4), mate ? "YES\n" : "NO\n", 4);
      yq_output_take (&bench.out, 3 + mate);
      for (unsigned i = 0; i < points.n; i++)
        yq_position_put (&pos, points.squares[i], YQ_EMPTY);
    }
  return bench_close (&bench, reading == YQ_CASE_END ? YQ_CONTEST_OK : YQ_CONTEST_MALFORMED);
}

YqCaseReading
yq_contest_case_read (const char *text, size_t length, YqPosition *pos, size_t *used, YqRecordFault *fault)
{
  YqInput in;
  CasePoints points;
  YqCaseReading reading;

  yq_position_clear (pos, yq_geometry_of (&yq_ruleset_xiangqi));
  yq_position_set_turn (pos, YQ_BLACK);
  yq_input_init_text (&in, text, length);
  reading = read_case (&in, pos, &points, fault);
  *used = (size_t) (in.next - text);
  return reading;
}

static bool
in_case_palace (int row, int column, int first_row)
{
  return row >= first_row && row < first_row + PALACE_DEPTH && column >= PALACE_LEFT && column <= PALACE_RIGHT;
}

size_t
yq_contest_case_write (const YqPosition *pos, char text[YQ_CASE_MAX])
{
  char pieces[YQ_CASE_MAX] = "", general[16] = "";
  int black_row = 0, black_column = 0, count = 0, generals = 0, length = 0;

  if (pos->turn != YQ_BLACK)
    return 0;
  for (int row = 1; row <= CASE_ROWS; row++)
    for (int column = 1; column <= CASE_COLUMNS; column++)
      {
        YqPiece piece = pos->squares[case_square (row, column)];
        unsigned kind = 0;

        if (piece == YQ_EMPTY)
          continue;
        if (piece == yq_piece (YQ_BLACK, YQ_GENERAL) && black_row == 0 && in_case_palace (row, column, 1))
          {
            black_row = row;
            black_column = column;
            continue;
          }
        while (kind < N_CASE_PIECES && piece != yq_piece (YQ_RED, case_pieces[kind].type))
          kind++;
        if (kind == N_CASE_PIECES || ++count > CASE_MAX)
          return 0;
        if (case_pieces[kind].type != YQ_GENERAL)
          length += snprintf (pieces + length, sizeof pieces - (size_t) length, "%c %d %d\n",
                              case_pieces[kind].letter, row, column);
        else if (++generals == 1 && in_case_palace (row, column, CASE_ROWS - PALACE_DEPTH + 1))
          snprintf (general, sizeof general, "%c %d %d\n", case_pieces[kind].letter, row, column);
        else
          return 0;
      }
  if (black_row == 0 || generals == 0 || count < CASE_MIN)
    return 0;
  return (size_t) snprintf (text, YQ_CASE_MAX, "%d %d %d\n%s%s", count, black_row, black_column, general, pieces);
}
