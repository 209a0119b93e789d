/* The fast core beside the slow generator, on positions of random play, set-ups and endings.
 * YAQI_POSITIONS says how many of each game (1000000 for the long run).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tap.h"

#include "rules-help.h"

int
main (void)
{
  const char *wish = getenv ("YAQI_POSITIONS");
  size_t positions = wish != NULL ? strtoul (wish, NULL, 10) : 10000;

  tap_ok (help_compare_games (yq_geometry_of (&yq_ruleset_duck), positions) == 0,
          "duck chess: %zu positions", positions);
  tap_ok (help_compare_games (yq_geometry_of (&yq_ruleset_xiangqi), positions) == 0,
          "xiangqi: %zu positions", positions);
  return tap_done ();
}
