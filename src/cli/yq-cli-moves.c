/* yaqi-cli moves: the legal moves of a position.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "yq-cli-private.h"

static int
run (int argc, char **argv)
{
  const char *notation_text = "coordinates", *game = "xiangqi";
  const YqCliOption options[] = {
    { "--notation", .value = &notation_text },
    { "--game", .value = &game },
    { 0 },
  };
  const YqRuleset *ruleset;
  YqNotation notation;
  YqFen fen;
  YqMove moves[YQ_MAX_MOVES];
  size_t n;

  if (!yq_cli_arguments (&yq_cli_moves, &argc, argv, options, 1, 1) || !yq_cli_game (game, &ruleset)
      || !yq_cli_notation (notation_text, &notation) || !yq_cli_position (argv[1], ruleset, &fen))
    return YQ_CLI_USAGE;
  if (ruleset != &yq_ruleset_xiangqi && notation != YQ_NOTATION_COORDINATES)
    return yq_cli_complain ("moves: expected --notation coordinates, the only one of the game %s, found “%s”",
                            ruleset->id, notation_text);

  n = yq_position_moves (&fen.position, YQ_MOVES_ALL, moves);
  for (size_t i = 0; i < n; i++)
    {
      char text[YQ_MOVE_TEXT_MAX];

      yq_move_write (&fen.position, moves[i], notation, text);
      puts (text);
    }
  return YQ_CLI_OK;
}

const YqCliCommand yq_cli_moves = {
  .name = "moves",
  .arguments = "'FEN' [--notation NOTATION] [--game GAME]",
  .summary = "List the legal moves of a position",
  .help = "One move a line. NOTATION is coordinates (h2e2, the default), chinese, wxf, iccs or uci (h3e3);\n"
          "GAME is xiangqi, the default, or duck, which has only coordinates.\n",
  .run = run,
};
