/* yaqi-cli judge: the two contests' judges.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <unistd.h>

#include "yq-cli-private.h"
#include "yq-contest.h"

static int
run (int argc, char **argv)
{
  static const YqCliOption options[] = { { 0 } };
  const YqRuleset *ruleset;
  const char *file;
  YqRecordFault fault;
  YqContestStatus status;
  int fd;

  if (!yq_cli_arguments (&yq_cli_judge, &argc, argv, options, 1, 2) || !yq_cli_game (argv[1], &ruleset))
    return YQ_CLI_USAGE;
  file = argc > 2 ? argv[2] : NULL;
  fd = yq_cli_open (file);
  if (fd < 0)
    return YQ_CLI_IO;

  status = ruleset == &yq_ruleset_duck ? yq_contest_duck (fd, STDOUT_FILENO, &fault)
                                       : yq_contest_xiangqi (fd, STDOUT_FILENO, &fault);
  if (fd != STDIN_FILENO)
    close (fd);
  switch (status)
    {
    case YQ_CONTEST_OK:
      return YQ_CLI_OK;
    case YQ_CONTEST_MALFORMED:
      return yq_cli_fault (file, &fault);
    case YQ_CONTEST_IO:
      yq_cli_complain ("%s: %s", yq_cli_file_name (file), fault.message);
      break;
    }
  return YQ_CLI_IO;
}

const YqCliCommand yq_cli_judge = {
  .name = "judge",
  .arguments = "duck|xiangqi [FILE]",
  .summary = "Answer as the judges of the two contests",
  .help = "duck      THUPC 2019: a count, then as many commands of four numbers (row and column of the\n"
          "          origin, row and column of the target); a report for each\n"
          "xiangqi   UVa 1589: cases of a lone black general, black to move; YES when it is checkmate\n\n"
          "Without FILE, or when it is -, standard input is read. When the input is malformed, what was\n"
          "answered before stays valid, and one line says where and what was expected.\n",
  .run = run,
};
