/* The two judges: duck chess commands answered with reports, xiangqi cases with YES or NO.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "yq-contest.h"

#include <endian.h>
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "yq-referee.h"
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

/* Lines of answers by what they say, made when first needed; then an answer is one copy of fixed size.
 * The captured piece is of the other side, so its type is enough. No piece moved: the command was refused. */
typedef struct
{
  char text[47];
  uint8_t length; /* 0 = not made yet */
} Line;

typedef Line Lines[2 * 16][YQ_N_TYPES][4];

static void
make_line (Line *line, const YqReport *report)
{
  char text[YQ_REPORT_MAX] = "Invalid command";
  size_t length = report->moved == YQ_EMPTY ? strlen (text) : yq_report_text (&yq_ruleset_duck, report, text);

  memcpy (line->text, text, length);
  line->text[length] = '\n';
  line->length = (uint8_t) (length + 1);
}

static inline void
answer (YqOutput *out, Lines lines, const YqReport *report)
{
  Line *line = &lines[report->moved][yq_piece_type (report->captured)][report->check + 2 * report->over];

  if (line->length == 0)
    make_line (line, report);
  memcpy (yq_output_room (out, sizeof *line), line, sizeof *line);
  yq_output_take (out, line->length);
}

/* The common form of a command, a line of four digits that name points of the board. False when it is
 * not so, and nothing is read. */
static inline bool
read_short_command (YqInput *in, YqMove *move)
{
  /* Bytes of a word of eight, the last one first. A digit that is not too large stays below 0x80. */
  const uint64_t form = 0x302030203020300A, room = 0x7700760077007600, must_be_0 = 0x80FF80FF80FF80FF;
  const char *next = in->next;
  uint64_t digits, points;

  if (in->end - next < 9)
    return false;
  memcpy (&digits, next, sizeof digits);
  digits = le64toh (digits) ^ form;
  if (((digits | (digits + room)) & must_be_0) != 0 || !yq_input_ends_word (next[8]))
    return false;
  /* Each digit plus nine times the one before. */
  points = digits * (1 + ((uint64_t) YQ_FILES << 16));
  move->from = (YqSquare) (points >> 24);
  move->to = (YqSquare) (points >> 56);
  yq_input_pass (in, next + 7, next + 8);
  return true;
}

/* A command in any form, with a complaint when there is none: number of count. */
static bool
read_command (YqInput *in, YqMove *move, int number, int count, YqRecordFault *fault)
{
  static const char *const expected[] = { "row of the origin", "column of the origin", "row of the target",
                                          "column of the target" };
  int numbers[4];

  for (unsigned i = 0; i < 4; i++)
    if (!yq_input_number (in, &numbers[i]))
      {
        yq_input_fault (in, fault, "the %s of command %d of %d", expected[i], number, count);
        return false;
      }
  move->from = yq_square_at (numbers[0], numbers[1]);
  move->to = yq_square_at (numbers[2], numbers[3]);
  return true;
}

YqContestStatus
yq_contest_duck (int fd, int out, YqRecordFault *fault)
{
  Bench bench;
  Lines lines;
  YqReferee referee;
  int count;

  bench_open (&bench, fd, out, fault);
  memset (lines, 0, sizeof lines);
  yq_referee_start (&referee);

  if (!yq_input_number (&bench.in, &count) || count < 0)
    {
      yq_input_fault (&bench.in, fault, "the number of commands");
      return bench_close (&bench, YQ_CONTEST_MALFORMED);
    }

  for (int i = 0; i < count; i++)
    {
      YqMove move;
      YqReport report;

      if (!read_short_command (&bench.in, &move) && !read_command (&bench.in, &move, i + 1, count, fault))
        return bench_close (&bench, YQ_CONTEST_MALFORMED);
      report = yq_referee_command (&referee, move);
      answer (&bench.out, lines, &report);
    }

  /* A count that is too small is as false as one that is too large. At a terminal there is no end to
   * look for. */
  if (isatty (fd) || yq_input_at_end (&bench.in))
    return bench_close (&bench, YQ_CONTEST_OK);
  yq_input_fault (&bench.in, fault, "the end of the input after command %d of %d", count, count);
  return bench_close (&bench, YQ_CONTEST_MALFORMED);
}

/* Cases of the xiangqi judge. Its board counts from black's side and from 1. */
enum
{
  CASE_MIN = 2,
  CASE_MAX = 7, /* red pieces, the general included */
  CASE_ROWS = YQ_RANKS,
  CASE_COLUMNS = YQ_FILES,
  PALACE_DEPTH = 3,
  PALACE_LEFT = 4,
  PALACE_RIGHT = 6,
  RED_PALACE = CASE_ROWS - PALACE_DEPTH + 1,
};

static const uint8_t case_types[] = {
  ['C'] = YQ_CANNON,
  ['G'] = YQ_GENERAL,
  ['H'] = YQ_HORSE,
  ['R'] = YQ_CHARIOT,
};

typedef struct
{
  unsigned n;
  YqPlaced placed[1 + CASE_MAX];
  uint64_t taken[2]; /* a bit per point */
  bool general;      /* red's is among them */
} Case;

static inline YqSquare
case_square (int row, int column)
{
  return yq_square_at (CASE_ROWS - row, column - 1);
}

static inline YqPieceType
case_type (char letter)
{
  return (unsigned char) letter < sizeof case_types ? (YqPieceType) case_types[(unsigned char) letter] : YQ_NO_TYPE;
}

static inline bool
in_case_palace (int row, int column, int first_row)
{
  return row >= first_row && row < first_row + PALACE_DEPTH && column >= PALACE_LEFT && column <= PALACE_RIGHT;
}

/* False when there is a piece already. */
static inline bool
case_add (Case *found, int row, int column, YqPiece piece)
{
  YqSquare square = case_square (row, column);
  uint64_t *taken = &found->taken[square / 64], bit = (uint64_t) 1 << square % 64;

  if (*taken & bit)
    return false;
  *taken |= bit;
  found->placed[found->n++] = (YqPlaced){ square, piece };
  found->general |= piece == yq_piece (YQ_RED, YQ_GENERAL);
  return true;
}

/* A number in a range that is named when it is not kept. */
static bool
read_coordinate (YqInput *in, const char *what, int min, int max, int *value, YqRecordFault *fault)
{
  if (yq_input_number (in, value) && *value >= min && *value <= max)
    return true;
  yq_input_fault (in, fault, "%s, %d to %d", what, min, max);
  return false;
}

/* The common form of a piece, «R 10 5» with one blank before each word. False when it is not so or not
 * right, and nothing is read. */
static inline bool
read_short_piece (YqInput *in, Case *found)
{
  const char *next = in->next, *after_row;
  unsigned row, column;
  YqPieceType type;
  bool ten;

  if (in->end - next < 8)
    return false;
  type = case_type (next[1]);
  row = (unsigned char) next[3] - (unsigned) '0';
  ten = next[4] == '0';
  after_row = __builtin_expect (ten, false) ? next + 5 : next + 4;
  column = (unsigned char) after_row[1] - (unsigned) '0';
  if (!((*next == '\n' || *next == ' ') & (next[2] == ' ') & (*after_row == ' ') & yq_input_ends_word (after_row[2])))
    return false;
  if (ten)
    row *= 10;
  if (type == YQ_GENERAL ? found->general || !in_case_palace ((int) row, (int) column, RED_PALACE)
                         : type == YQ_NO_TYPE || row - 1 >= CASE_ROWS || column - 1 >= CASE_COLUMNS)
    return false;
  if (!case_add (found, (int) row, (int) column, yq_piece (YQ_RED, type)))
    return false;
  yq_input_pass (in, after_row + 1, after_row + 2);
  return true;
}

/* A piece in any form, with a complaint when there is none: number of count. */
static bool
read_piece (YqInput *in, Case *found, int number, int count, YqRecordFault *fault)
{
  YqPieceType type = YQ_NO_TYPE;
  int row, column;
  char letter;
  bool fits;

  if (yq_input_letter (in, &letter))
    type = case_type (in->loose && letter >= 'a' && letter <= 'z' ? (char) (letter - 'a' + 'A') : letter);
  if (type == YQ_NO_TYPE || (type == YQ_GENERAL && found->general))
    {
      yq_input_fault (in, fault, "the letter of red piece %d of %d, %s", number, count,
                      type == YQ_GENERAL ? "R, H or C after the one G" : "G, R, H or C");
      return false;
    }
  if (type == YQ_GENERAL)
    fits = read_coordinate (in, "the row of the red general in its palace", RED_PALACE, CASE_ROWS, &row, fault)
           && read_coordinate (in, "the column of the red general in its palace", PALACE_LEFT, PALACE_RIGHT,
                               &column, fault);
  else
    fits = read_coordinate (in, "the row of a red piece", 1, CASE_ROWS, &row, fault)
           && read_coordinate (in, "the column of a red piece", 1, CASE_COLUMNS, &column, fault);
  if (fits && !case_add (found, row, column, yq_piece (YQ_RED, type)))
    {
      yq_input_fault (in, fault, "a point without a piece, not %d %d again", row, column);
      fits = false;
    }
  return fits;
}

/* The three numbers a case begins with in their common form, as read_short_piece(). */
static inline bool
read_short_head (YqInput *in, Case *found, int *count)
{
  int numbers[3];

  yq_input_pass_lines (in);
  if (!yq_input_peek_numbers (in, numbers, 3) || numbers[0] < CASE_MIN || numbers[0] > CASE_MAX
      || !in_case_palace (numbers[1], numbers[2], 1))
    return false;
  yq_input_pass_numbers (in, 3);
  *count = numbers[0];
  return case_add (found, numbers[1], numbers[2], yq_piece (YQ_BLACK, YQ_GENERAL));
}

/* The three numbers a case begins with, or the closing 0 0 0. */
static YqCaseReading
read_head (YqInput *in, Case *found, int *count, YqRecordFault *fault)
{
  int row, column;

  if (!yq_input_number (in, count) || (*count != 0 && (*count < CASE_MIN || *count > CASE_MAX)))
    {
      yq_input_fault (in, fault, "the number of red pieces, %d to %d, or the closing 0 0 0", CASE_MIN, CASE_MAX);
      return YQ_CASE_FAULT;
    }
  if (*count == 0)
    return read_coordinate (in, "the second 0 of the closing 0 0 0", 0, 0, &row, fault)
                   && read_coordinate (in, "the third 0 of the closing 0 0 0", 0, 0, &column, fault)
               ? YQ_CASE_END
               : YQ_CASE_FAULT;
  if (!read_coordinate (in, "the row of the black general in its palace", 1, PALACE_DEPTH, &row, fault)
      || !read_coordinate (in, "the column of the black general in its palace", PALACE_LEFT, PALACE_RIGHT,
                           &column, fault))
    return YQ_CASE_FAULT;
  case_add (found, row, column, yq_piece (YQ_BLACK, YQ_GENERAL));
  return YQ_CASE_READ;
}

/* A case: the black general first, then red's pieces. */
static YqCaseReading
read_case (YqInput *in, Case *found, YqRecordFault *fault)
{
  int count;

  *found = (Case){ 0 };
  if (!read_short_head (in, found, &count))
    {
      YqCaseReading reading = read_head (in, found, &count, fault);

      if (reading != YQ_CASE_READ)
        return reading;
    }
  for (int i = 1; i <= count; i++)
    if (!read_short_piece (in, found) && !read_piece (in, found, i, count, fault))
      return YQ_CASE_FAULT;
  if (!found->general)
    {
      yq_input_fault (in, fault, "a red general, G, among the %d red pieces that end here", count);
      return YQ_CASE_FAULT;
    }
  return YQ_CASE_READ;
}

/* Generals that face each other are no legal position, but if they do, then black takes the red one and
 * has won. And a general that cannot move without being taken is lost, attacked or not. */
YqContestStatus
yq_contest_xiangqi (int fd, int out, YqRecordFault *fault)
{
  const YqGeometry *geometry = yq_geometry_of (&yq_ruleset_xiangqi);
  Bench bench;
  Case found;
  YqCaseReading reading;

  bench_open (&bench, fd, out, fault);
  while ((reading = read_case (&bench.in, &found, fault)) == YQ_CASE_READ)
    {
      bool mate = yq_judge_lone_captain_lost (geometry, found.placed[0], found.placed + 1, found.n - 1);

      memcpy (yq_output_room (&bench.out, 4), mate ? "YES\n" : "NO\n", 4);
      yq_output_take (&bench.out, 3 + mate);
    }
  return bench_close (&bench, reading == YQ_CASE_END ? YQ_CONTEST_OK : YQ_CONTEST_MALFORMED);
}

YqCaseReading
yq_contest_case_read (const char *text, size_t length, YqPosition *pos, size_t *used, YqRecordFault *fault)
{
  YqInput in;
  Case found;
  YqCaseReading reading;

  yq_input_init_text (&in, text, length);
  reading = read_case (&in, &found, fault);
  *used = (size_t) (in.next - text);
  if (reading == YQ_CASE_READ)
    yq_position_set_up (pos, yq_geometry_of (&yq_ruleset_xiangqi), YQ_BLACK, found.placed, found.n);
  return reading;
}

/* The letter of a red piece, '\0' when it has none. */
static char
case_letter (YqPiece piece)
{
  for (unsigned letter = 1; letter < sizeof case_types; letter++)
    if (case_types[letter] != YQ_NO_TYPE && piece == yq_piece (YQ_RED, case_types[letter]))
      return (char) letter;
  return '\0';
}

size_t
yq_contest_case_write (const YqPosition *pos, char text[YQ_CASE_MAX])
{
  char pieces[YQ_CASE_MAX] = "", general[16] = "";
  int black_row = 0, black_column = 0, count = 0, length = 0;

  if (pos->turn != YQ_BLACK)
    return 0;
  for (int row = 1; row <= CASE_ROWS; row++)
    for (int column = 1; column <= CASE_COLUMNS; column++)
      {
        YqPiece piece = pos->squares[case_square (row, column)];
        char letter = case_letter (piece);

        if (piece == YQ_EMPTY)
          continue;
        if (piece == yq_piece (YQ_BLACK, YQ_GENERAL) && black_row == 0 && in_case_palace (row, column, 1))
          {
            black_row = row;
            black_column = column;
            continue;
          }
        if (letter == '\0' || ++count > CASE_MAX)
          return 0;
        if (yq_piece_type (piece) != YQ_GENERAL)
          length += snprintf (pieces + length, sizeof pieces - (size_t) length, "%c %d %d\n", letter, row, column);
        else if (*general == '\0' && in_case_palace (row, column, RED_PALACE))
          snprintf (general, sizeof general, "%c %d %d\n", letter, row, column);
        else
          return 0;
      }
  if (black_row == 0 || *general == '\0' || count < CASE_MIN)
    return 0;
  return (size_t) snprintf (text, YQ_CASE_MAX, "%d %d %d\n%s%s", count, black_row, black_column, general, pieces);
}
