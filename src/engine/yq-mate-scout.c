/* The scout of the mate search.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "yq-mate-scout.h"

static bool
count (void *data, uint64_t nodes)
{
  return yq_mate_search_count (data, nodes);
}

static void
learn (void *data, const YqPosition *pos, bool mated, unsigned plies)
{
  yq_mate_search_learn (data, pos, !mated, mated ? plies / 2 + 1 : (plies + 1) / 2);
}

/* Mates by checks are the mate search's own trade: the scout asks it wherever the attacker moves. */
static unsigned
mate_by_checks (void *data, const YqPosition *pos, unsigned depth)
{
  enum
  {
    NODES_A_PLY = 20
  };
  unsigned length = yq_mate_search_probe (data, pos, 3 + depth, depth * NODES_A_PLY);

  return length > 0 ? 2 * length - 1 : 0;
}

void
yq_mate_scout_begin (YqSearch *scout, YqMateSearch *search)
{
  YqSearchWatch watch = { count, learn, mate_by_checks, search };

  yq_search_begin (scout, &search->position, &watch);
}

void
yq_mate_scout_run (YqSearch *scout, unsigned length)
{
  YqSearchResult result;

  yq_search_run (scout, length == YQ_LENGTH_UNBOUNDED ? 2 * YQ_LENGTH_MAX : 2 * length - 1, &result);
}
