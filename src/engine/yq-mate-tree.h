/* The solution of a proven mate, taken out of the search's table move by move.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "yq-mate-plan.h"
#include "yq-mate.h"

typedef struct
{
  YqMateSearch *search; /* borrowed: at the position proven, nothing to search for */
  size_t max_memory;
  uint64_t spare;     /* positions that may be looked at to learn exact lengths and duals */
  double sharp_until; /* of yq_mate_clock(): no longer than so for that; 0 = no limit */

  void *chunks;  /* nodes, owned */
  size_t n_free; /* in the newest chunk */
  size_t memory;
  YqMateNode **map; /* attacker's moves by the key of the position after them */
  size_t n_map, map_mask;
  uint64_t *map_keys;
  bool complete;
} YqMateTree;

/* Best play from search->position, a mate in at most length moves; returns how many plies. May be
 * cut short when the search is interrupted. */
unsigned yq_mate_tree_line (YqMateTree *self, unsigned length, YqMove line[2 * YQ_MATE_LONGEST]);
/* The whole tree of the same, shortest: no mate is faster than length; NULL when interrupted at
 * once. Its nodes belong to self->chunks, which the caller frees with yq_mate_tree_free_chunks(). */
YqMateNode *yq_mate_tree_build (YqMateTree *self, unsigned length, bool shortest);
/* The same for a plan of search->position (yq-mate-plan.h), in which no mate is known. */
YqMateNode *yq_mate_tree_build_plan (YqMateTree *self, const YqMatePlan *plan);
/* The longest resistance in a tree. */
unsigned yq_mate_tree_main_line (const YqMateNode *tree, YqMove line[2 * YQ_MATE_LONGEST]);
void yq_mate_tree_free_chunks (void *chunks);
