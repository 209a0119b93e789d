/* yaqi-cli perft: counts the lines of play of a length.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>

#include "yq-cli-private.h"

enum
{
  MAX_DEPTH = 100
};

static uint64_t
divide (YqPosition *pos, unsigned depth)
{
  YqMove moves[YQ_MAX_MOVES];
  size_t n = yq_position_moves (pos, YQ_MOVES_ALL, moves);
  uint64_t total = 0;

  for (size_t i = 0; i < n; i++)
    {
      char text[YQ_MOVE_TEXT_MAX];
      uint64_t count;
      YqUndo undo;

      yq_move_write (pos, moves[i], YQ_NOTATION_COORDINATES, text);
      yq_position_play (pos, moves[i], &undo);
      count = yq_position_perft (pos, depth - 1);
      yq_position_take_back (pos, moves[i], &undo);
      printf ("%s: %" PRIu64 "\n", text, count);
      total += count;
    }
  return total;
}

static int
run (int argc, char **argv)
{
  const char *fen_text = NULL;
  bool divided = false;
  const YqCliOption options[] = {
    { "--fen", .value = &fen_text },
    { "--divide", .flag = &divided },
    { 0 },
  };
  const YqRuleset *ruleset;
  unsigned depth;
  YqFen fen;

  if (!yq_cli_arguments (&yq_cli_perft, &argc, argv, options, 2, 2) || !yq_cli_game (argv[1], &ruleset)
      || !yq_cli_number ("the depth", argv[2], 0, MAX_DEPTH, &depth))
    return YQ_CLI_USAGE;
  yq_position_start (&fen.position, yq_geometry_of (ruleset));
  if (fen_text != NULL && !yq_cli_fen (fen_text, ruleset, &fen))
    return YQ_CLI_USAGE;

  printf ("%" PRIu64 "\n", divided && depth > 0 ? divide (&fen.position, depth)
                                                : yq_position_perft (&fen.position, depth));
  return YQ_CLI_OK;
}

const YqCliCommand yq_cli_perft = {
  .name = "perft",
  .arguments = "GAME DEPTH [--fen FEN] [--divide]",
  .summary = "Count the sequences of legal moves of a length",
  .help = "GAME is duck or xiangqi. The last line is the count; with --divide, each first move with its\n"
          "share comes before it.\n",
  .run = run,
};
