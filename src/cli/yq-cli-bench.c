/* yaqi-cli bench: how fast this machine runs the program's parts.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "yq-bench.h"
#include "yq-cli-private.h"

static int
run (int argc, char **argv)
{
  static const double seconds_each = 1;
  const YqCliOption options[] = { { 0 } };
  YqFigure figures[YQ_MAX_FIGURES];
  size_t n;

  if (!yq_cli_arguments (&yq_cli_bench, &argc, argv, options, 1, 1))
    return YQ_CLI_USAGE;
  if (strcmp (argv[1], "rules") != 0)
    return yq_cli_complain ("bench: expected rules, found “%s”", argv[1]);
  n = yq_bench_rules (seconds_each, figures);
  for (size_t i = 0; i < n; i++)
    printf ("%-44s %16.0f\n", figures[i].name, figures[i].per_second);
  return YQ_CLI_OK;
}

const YqCliCommand yq_cli_bench = {
  .name = "bench",
  .arguments = "rules",
  .summary = "Measure how fast the rules are on this machine",
  .help = "One line for each thing measured: what, and how many of it a second of the CPU time of one thread.\n",
  .run = run,
};
