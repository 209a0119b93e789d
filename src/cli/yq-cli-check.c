/* yaqi-cli check: verdicts on xiangqi positions, with reasons.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "yq-cli-private.h"
#include "yq-examine.h"
#include "yq-positions.h"

enum
{
  /* Longer than any position: what does not fit is none. */
  BUFFER_SIZE = 1 << 17,
};

static const char *const verdict_words[] = {
  [YQ_VERDICT_NONE] = "none",
  [YQ_VERDICT_CHECK] = "check",
  [YQ_VERDICT_CHECKMATE] = "checkmate",
  [YQ_VERDICT_STALEMATE] = "stalemate",
};

static const char *
verdict_word (const YqExamination *findings)
{
  return findings->n_faults > 0 ? "illegal" : verdict_words[findings->verdict];
}

/* Words. */

static void
print_square (YqSquare square)
{
  char text[3];

  fputs (yq_square_text (square, text), stdout);
}

static void
print_move (YqMove move)
{
  print_square (move.from);
  print_square (move.to);
}

/* «red chariot on e7» */
static void
print_piece (YqPiece piece, YqSquare square)
{
  printf ("%s %s on ", yq_ruleset_xiangqi.side_names[yq_piece_side (piece)],
          yq_ruleset_xiangqi.piece_names[yq_piece_type (piece)]);
  print_square (square);
}

static void
print_fault (const YqPosition *pos, const YqFault *fault)
{
  const char *side = yq_ruleset_xiangqi.side_names[fault->side];

  switch (fault->kind)
    {
    case YQ_FAULT_NO_GENERAL:
      printf ("no %s general", side);
      break;
    case YQ_FAULT_BAD_POINT:
      print_piece (fault->piece, fault->square);
      fputs (", where it can never stand", stdout);
      break;
    case YQ_FAULT_TOO_MANY:
      print_piece (fault->piece, fault->square);
      fputs (", one too many of its kind", stdout);
      break;
    case YQ_FAULT_FACING:
      fputs ("the generals face each other: ", stdout);
      print_piece (fault->piece, fault->square);
      fputs (" could take the other", stdout);
      break;
    case YQ_FAULT_OPPONENT_IN_CHECK:
      print_piece (fault->piece, fault->square);
      fputs (" could be taken at once by ", stdout);
      print_piece (pos->squares[fault->by], fault->by);
      break;
    }
}

/* The columns of a line: verdict, reasons, replies. */
static void
print_text (const YqPosition *pos, const YqExamination *findings)
{
  YqSquare general = pos->captain[pos->turn];

  printf ("%s\t", verdict_word (findings));
  for (size_t i = 0; i < findings->n_faults; i++)
    {
      fputs (i > 0 ? "; " : "", stdout);
      print_fault (pos, &findings->faults[i]);
    }
  for (size_t i = 0; i < findings->n_attackers; i++)
    {
      if (i == 0)
        print_piece (pos->squares[general], general);
      fputs (i == 0 ? " is attacked by " : ", ", stdout);
      print_piece (pos->squares[findings->attackers[i]], findings->attackers[i]);
    }
  putchar ('\t');
  for (size_t i = 0; i < findings->n_replies; i++)
    {
      fputs (i > 0 ? " " : "", stdout);
      print_move (findings->replies[i]);
    }
  for (size_t i = 0; i < findings->n_refused; i++)
    {
      fputs (i > 0 ? ", not " : "not ", stdout);
      print_move (findings->refused[i].move);
      fputs (" for ", stdout);
      print_piece (pos->squares[findings->refused[i].taker], findings->refused[i].taker);
    }
  putchar ('\n');
}

/* JSON: an object a line. */

static void
print_json_string (const char *text, size_t length)
{
  putchar ('"');
  for (size_t i = 0; i < length; i++)
    if (text[i] == '"' || text[i] == '\\')
      printf ("\\%c", text[i]);
    else if ((unsigned char) text[i] < ' ')
      printf ("\\u%04x", (unsigned) text[i]);
    else
      putchar (text[i]);
  putchar ('"');
}

static void
print_json_faults (const YqPosition *pos, const YqExamination *findings)
{
  static const char *const kinds[] = {
    [YQ_FAULT_NO_GENERAL] = "no_general",
    [YQ_FAULT_BAD_POINT] = "bad_point",
    [YQ_FAULT_TOO_MANY] = "too_many",
    [YQ_FAULT_FACING] = "facing",
    [YQ_FAULT_OPPONENT_IN_CHECK] = "opponent_in_check",
  };

  fputs (",\"faults\":[", stdout);
  for (size_t i = 0; i < findings->n_faults; i++)
    {
      const YqFault *fault = &findings->faults[i];

      printf ("%s{\"kind\":\"%s\",\"side\":\"%s\"", i > 0 ? "," : "", kinds[fault->kind],
              yq_ruleset_xiangqi.side_names[fault->side]);
      if (fault->square != YQ_SQUARE_NONE)
        {
          printf (",\"piece\":\"%s\",\"point\":\"", yq_ruleset_xiangqi.piece_names[yq_piece_type (fault->piece)]);
          print_square (fault->square);
          putchar ('"');
        }
      fputs (",\"text\":\"", stdout);
      print_fault (pos, fault);
      fputs ("\"}", stdout);
    }
  putchar (']');
}

static void
print_json (const YqPositionsItem *item, const YqExamination *findings)
{
  char fen[YQ_FEN_MAX];

  yq_fen_write (&item->fen, YQ_FEN_LETTERS_NB, fen);
  printf ("{\"line\":%u,\"fen\":\"%s\",\"verdict\":\"%s\"", item->line, fen, verdict_word (findings));
  if (findings->n_faults > 0)
    print_json_faults (&item->fen.position, findings);
  else
    {
      fputs (",\"attackers\":[", stdout);
      for (size_t i = 0; i < findings->n_attackers; i++)
        {
          fputs (i > 0 ? ",\"" : "\"", stdout);
          print_square (findings->attackers[i]);
          putchar ('"');
        }
      fputs ("],\"replies\":[", stdout);
      for (size_t i = 0; i < findings->n_replies; i++)
        {
          fputs (i > 0 ? ",\"" : "\"", stdout);
          print_move (findings->replies[i]);
          putchar ('"');
        }
      fputs ("],\"refused\":[", stdout);
      for (size_t i = 0; i < findings->n_refused; i++)
        {
          fputs (i > 0 ? ",{\"move\":\"" : "{\"move\":\"", stdout);
          print_move (findings->refused[i].move);
          fputs ("\",\"by\":\"", stdout);
          print_square (findings->refused[i].taker);
          fputs ("\"}", stdout);
        }
      putchar (']');
    }
  puts ("}");
}

/* A text that is no position at all. */
static void
print_unreadable (const YqPositionsItem *item, bool json)
{
  if (json)
    {
      printf ("{\"line\":%u,\"verdict\":\"illegal\",\"faults\":[{\"kind\":\"unreadable\",\"text\":", item->line);
      print_json_string (item->fault.message, strlen (item->fault.message));
      puts ("}]}");
    }
  else
    printf ("illegal\tline %u, column %u: %s\t\n", item->fault.line, item->fault.column, item->fault.message);
}

static void
answer_all (YqPositions *positions, bool json)
{
  static _Thread_local YqExamination findings;
  YqPositionsItem item;
  YqPositionsReading reading;

  while ((reading = yq_positions_next (positions, &item)) != YQ_POSITIONS_END)
    {
      if (reading == YQ_POSITIONS_FAULT)
        {
          print_unreadable (&item, json);
          continue;
        }
      yq_examine (&item.fen.position, &findings);
      /* A side that has replies is not told those that it has not. */
      if (findings.n_faults == 0 && findings.n_replies == 0)
        yq_examine_refused (&item.fen.position, &findings);
      if (json)
        print_json (&item, &findings);
      else
        print_text (&item.fen.position, &findings);
    }
}

/* Answers what is complete, before more is waited for. */
static int
check (int fd, const char *file, char *buffer, bool json)
{
  YqPositions positions;

  yq_positions_init (&positions, &yq_ruleset_xiangqi, buffer, 0, false);
  do
    {
      size_t rest = (size_t) (positions.end - positions.next);
      ssize_t n;

      if (rest == BUFFER_SIZE)
        return yq_cli_complain ("%s: line %u: expected a position, found a text longer than %d bytes",
                                yq_cli_file_name (file), positions.line, BUFFER_SIZE);
      if (fflush (stdout) != 0)
        return YQ_CLI_IO;
      memmove (buffer, positions.next, rest);
      do
        n = read (fd, buffer + rest, BUFFER_SIZE - rest);
      while (n < 0 && errno == EINTR);
      if (n < 0)
        return yq_cli_io_error (yq_cli_file_name (file));
      positions.next = buffer;
      positions.end = buffer + rest + n;
      positions.final = n == 0;
      answer_all (&positions, json);
    }
  while (!positions.final);
  return YQ_CLI_OK;
}

static int
run (int argc, char **argv)
{
  bool json = false;
  const YqCliOption options[] = {
    { "--json", .flag = &json },
    { 0 },
  };
  const char *file;
  char *buffer;
  int fd, status;

  if (!yq_cli_arguments (&yq_cli_check, &argc, argv, options, 0, 1))
    return YQ_CLI_USAGE;
  file = argc > 1 ? argv[1] : NULL;
  fd = yq_cli_open (file);
  if (fd < 0)
    return YQ_CLI_IO;
  buffer = malloc (BUFFER_SIZE);
  status = buffer != NULL ? check (fd, file, buffer, json) : yq_cli_io_error ("memory");
  free (buffer);
  if (fd != STDIN_FILENO)
    close (fd);
  return status;
}

const YqCliCommand yq_cli_check = {
  .name = "check",
  .arguments = "[FILE] [--json]",
  .summary = "Judge xiangqi positions: checkmate, check, stalemate, none or illegal",
  .help = "Each line of FILE (standard input without it) is a FEN; cases of the xiangqi judge are read, too,\n"
          "on one line (2 1 4 / G 10 5 / R 6 4) or several. For each a line is printed: the verdict for the\n"
          "side to move, TAB, why (the attackers, or what makes the position impossible), TAB, the legal\n"
          "replies, or when there are none, each refused one with the piece that would take the general.\n"
          "With --json, each line is an object with the same facts.\n",
  .run = run,
};
