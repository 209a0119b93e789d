/* yaqi-cli perft: counts the lines of play of a length.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>

#include "yq-cli-private.h"
#include "yq-perft.h"

enum
{
  MAX_DEPTH = 100,
  MAX_THREADS = 256,
};

static int
run (int argc, char **argv)
{
  const char *fen_text = NULL, *threads_text = "1", *hash_text = "0";
  bool divided = false;
  const YqCliOption options[] = {
    { "--fen", .value = &fen_text },
    { "--threads", .value = &threads_text },
    { "--hash", .value = &hash_text },
    { "--divide", .flag = &divided },
    { 0 },
  };
  const YqRuleset *ruleset;
  unsigned depth, threads, megabytes;
  YqFen fen;
  YqPerft perft;

  if (!yq_cli_arguments (&yq_cli_perft, &argc, argv, options, 2, 2) || !yq_cli_game (argv[1], &ruleset)
      || !yq_cli_number ("the depth", argv[2], 0, MAX_DEPTH, &depth)
      || !yq_cli_number ("--threads", threads_text, 1, MAX_THREADS, &threads)
      || !yq_cli_number ("--hash", hash_text, 0, YQ_CLI_MAX_MEGABYTES, &megabytes))
    return YQ_CLI_USAGE;
  yq_position_start (&fen.position, yq_geometry_of (ruleset));
  if (fen_text != NULL && !yq_cli_position (fen_text, ruleset, &fen))
    return YQ_CLI_USAGE;

  if (!yq_perft (&fen.position, depth, threads, megabytes, &perft))
    {
      yq_cli_complain ("perft: not enough memory for a table of %u MB", megabytes);
      return YQ_CLI_IO;
    }
  for (size_t i = 0; divided && i < perft.n; i++)
    {
      char text[YQ_MOVE_TEXT_MAX];

      yq_move_write (&fen.position, perft.moves[i], YQ_NOTATION_COORDINATES, text);
      printf ("%s: %" PRIu64 "\n", text, perft.counts[i]);
    }
  printf ("%" PRIu64 "\n", perft.total);
  return YQ_CLI_OK;
}

const YqCliCommand yq_cli_perft = {
  .name = "perft",
  .arguments = "GAME DEPTH [--fen 'FEN'] [--threads N] [--hash MB] [--divide]",
  .summary = "Count the sequences of legal moves of a length",
  .help = "GAME is duck or xiangqi. The last line is the count; with --divide, each first move with its\n"
          "share comes before it. --fen FEN begins there and not at the start; positions without sense, such\n"
          "as one without a general, are refused. --threads N counts with N threads, --hash MB remembers\n"
          "positions that were counted in a table of that size.\n",
  .run = run,
};
