/* The same counts with several threads and with a table of positions.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tap.h"

#include "yq-bench.h"
#include "yq-perft.h"

static YqPerft perft;

static void
check_sum (const char *what, uint64_t expected)
{
  uint64_t sum = 0;

  for (size_t i = 0; i < perft.n; i++)
    sum += perft.counts[i];
  tap_ok (perft.total == expected && sum == expected, "%s: %llu", what, (unsigned long long) perft.total);
}

int
main (void)
{
  YqFigure figures[YQ_MAX_FIGURES];
  YqPosition duck, xiangqi;
  bool positive = true;
  size_t n;

  yq_position_start (&duck, yq_geometry_of (&yq_ruleset_duck));
  yq_position_start (&xiangqi, yq_geometry_of (&yq_ruleset_xiangqi));
  tap_ok (yq_perft (&duck, 0, 1, 0, &perft) && perft.total == 1 && perft.n == 43, "no ply");
  tap_ok (yq_perft (&duck, 1, 2, 1, &perft), "one ply");
  check_sum ("as many as moves", 43);
  tap_ok (yq_perft (&duck, 4, 1, 0, &perft), "duck chess");
  check_sum ("alone", 3466638);
  tap_ok (yq_perft (&duck, 4, 3, 0, &perft), "duck chess");
  check_sum ("three threads", 3466638);
  tap_ok (yq_perft (&duck, 4, 3, 1, &perft), "duck chess");
  check_sum ("three threads, a small table", 3466638);
  tap_ok (yq_perft (&xiangqi, 5, 2, 16, &perft), "xiangqi");
  check_sum ("two threads, a table", 133312995);
  tap_ok (yq_position_perft_listed (&xiangqi, 3, false) == 79666 && yq_position_perft_listed (&xiangqi, 3, true) == 79666
            && yq_position_perft_listed (&xiangqi, 0, true) == 1,
          "listed");
  tap_ok (sizeof (size_t) > 4 || !yq_perft (&xiangqi, 2, 1, 1u << 31, &perft), "more memory than there are addresses");

  n = yq_bench_rules (0.001, figures);
  for (size_t i = 0; i < n; i++)
    positive &= figures[i].per_second > 0 && figures[i].name[0] != '\0';
  tap_ok (n == 12 && positive, "twelve figures");
  return tap_done ();
}
