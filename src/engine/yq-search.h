/* Alpha-beta search: the best move as far as it can be seen.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stddef.h>

#include "yq-moves.h"

enum
{
  YQ_SEARCH_MATE = 30000,      /* less the plies to the end: the side to move mates by force */
  YQ_SEARCH_MATE_FROM = 29700, /* scores from here on are forced mates, proven */
  YQ_SEARCH_BARRED = 29600,    /* less the plies: it wins, for the other may not go on checking for ever */
  YQ_SEARCH_WIN_FROM = 29300,
};

/* Who looks over the shoulder of a search. */
typedef struct
{
  /* Every so many positions: is it to stop? */
  bool (*halted) (void *data, uint64_t nodes);
  /* The side that moves here, or (mated) the other one, wins by force in at most so many plies: proven. */
  void (*proven) (void *data, const YqPosition *pos, bool mated, unsigned plies);
  /* The plies after which the side to move mates by checks alone, 0 = not seen; depth is left
   * to be searched. */
  unsigned (*mate_by_checks) (void *data, const YqPosition *pos, unsigned depth);
  void *data;
} YqSearchWatch;

typedef struct
{
  YqMove best;    /* squares YQ_SQUARE_NONE when there is none */
  int score;      /* of the side to move */
  unsigned depth; /* of the last iteration that was finished */
} YqSearchResult;

typedef struct YqSearch YqSearch;

/* A search with a hash table of so many bytes. NULL when out of memory. */
YqSearch *yq_search_new (size_t memory);
void yq_search_free (YqSearch *search);

/* Makes pos the subject, for whose side to move a win is wanted: a draw is as bad as a loss. Forgets what was
 * learnt of others. The watch is copied. */
void yq_search_begin (YqSearch *search, const YqPosition *pos, const YqSearchWatch *watch);
/* Searches deeper and deeper; goes on where it stopped. Ends when a mate within so many plies is proven, when nothing
 * is left to search, or when the watch halts it. */
void yq_search_run (YqSearch *search, unsigned plies, YqSearchResult *result);
