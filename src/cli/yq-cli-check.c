/* yaqi-cli check: verdicts on xiangqi positions, with reasons.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "yq-cli-private.h"
#include "yq-examine.h"

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

/* The columns of a line: verdict, reasons, replies. */
static void
print_text (const YqPosition *pos, const YqExamination *findings)
{
  YqSquare general = pos->captain[pos->turn];

  printf ("%s\t", verdict_word (findings));
  yq_cli_print_faults (stdout, pos, findings->faults, findings->n_faults);
  for (size_t i = 0; i < findings->n_attackers; i++)
    {
      if (i == 0)
        yq_cli_print_piece (stdout, pos, general);
      fputs (i == 0 ? " is attacked by " : ", ", stdout);
      yq_cli_print_piece (stdout, pos, findings->attackers[i]);
    }
  putchar ('\t');
  for (size_t i = 0; i < findings->n_replies; i++)
    {
      fputs (i > 0 ? " " : "", stdout);
      yq_cli_print_move (stdout, findings->replies[i]);
    }
  for (size_t i = 0; i < findings->n_refused; i++)
    {
      fputs (i > 0 ? ", not " : "not ", stdout);
      yq_cli_print_move (stdout, findings->refused[i].move);
      fputs (" for ", stdout);
      yq_cli_print_piece (stdout, pos, findings->refused[i].taker);
    }
  putchar ('\n');
}

/* JSON: an object a line. */

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
          yq_cli_print_square (stdout, fault->square);
          putchar ('"');
        }
      fputs (",\"text\":\"", stdout);
      yq_cli_print_fault (stdout, pos, fault);
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
          yq_cli_print_square (stdout, findings->attackers[i]);
          putchar ('"');
        }
      fputs ("],\"replies\":[", stdout);
      for (size_t i = 0; i < findings->n_replies; i++)
        {
          fputs (i > 0 ? ",\"" : "\"", stdout);
          yq_cli_print_move (stdout, findings->replies[i]);
          putchar ('"');
        }
      fputs ("],\"refused\":[", stdout);
      for (size_t i = 0; i < findings->n_refused; i++)
        {
          fputs (i > 0 ? ",{\"move\":\"" : "{\"move\":\"", stdout);
          yq_cli_print_move (stdout, findings->refused[i].move);
          fputs ("\",\"by\":\"", stdout);
          yq_cli_print_square (stdout, findings->refused[i].taker);
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
      yq_cli_print_json (stdout, item->fault.message);
      puts ("}]}");
    }
  else
    printf ("illegal\tline %u, column %u: %s\t\n", item->fault.line, item->fault.column, item->fault.message);
}

static int
check (YqCliPositions *positions, bool json)
{
  YqExamination findings;
  YqPositionsItem item;
  YqPositionsReading reading;

  while ((reading = yq_cli_positions_next (positions, &item)) != YQ_POSITIONS_END)
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
  return positions->status;
}

static int
run (int argc, char **argv)
{
  bool json = false;
  const YqCliOption options[] = {
    { "--json", .flag = &json },
    { 0 },
  };
  YqCliPositions positions;
  int status;

  if (!yq_cli_arguments (&yq_cli_check, &argc, argv, options, 0, 1))
    return YQ_CLI_USAGE;
  status = yq_cli_positions_open (&positions, &yq_ruleset_xiangqi, argc > 1 ? argv[1] : NULL);
  if (status == YQ_CLI_OK)
    status = check (&positions, json);
  yq_cli_positions_close (&positions);
  return status;
}

const YqCliCommand yq_cli_check = {
  .name = "check",
  .arguments = "[FILE|'POSITION'] [--json]",
  .summary = "Judge xiangqi positions: checkmate, check, stalemate, none or illegal",
  .help = "Each line of FILE (standard input without it) is a FEN; cases of the xiangqi judge are read, too,\n"
          "on one line (2 1 4 / G 10 5 / R 6 4) or several. Where there is no file of that name, the argument\n"
          "itself is read as a position. For each a line is printed: the verdict for the side to move, TAB,\n"
          "why (the attackers, or what makes the position impossible), TAB, the legal replies, or when there\n"
          "are none, each refused one with the piece that would take the general. With --json, each line is\n"
          "an object with the same facts.\n",
  .run = run,
};
