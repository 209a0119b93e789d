/* Counting lines of play in parallel.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "yq-perft.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum
{
  DEPTH_BITS = 6,
  BUCKET = 4,        /* entries in a cache line */
  MAX_THREADS = 256,
};

/* Threads read and write entries without locks; a half-written one does not match its check. */
typedef struct
{
  _Atomic uint64_t check; /* key ^ data */
  _Atomic uint64_t data;  /* count << DEPTH_BITS | depth */
} Entry;

typedef struct
{
  Entry *entries; /* NULL = no table */
  uint64_t n_buckets;
} Table;

/* A second ply of the root: the unit of work. */
typedef struct
{
  const YqPosition *start;
  unsigned depth; /* of the root */
  Table table;
  YqPerft *perft;
  _Atomic size_t next; /* first move to take */
  _Atomic uint64_t counts[YQ_MAX_MOVES];
} Work;

/* Positions at different depths must not share entries. */
static uint64_t
table_key (const YqPosition *pos, unsigned depth)
{
  return pos->key + depth * 0x9e3779b97f4a7c15u;
}

static Entry *
table_bucket (const Table *table, uint64_t key)
{
  return &table->entries[key % table->n_buckets * BUCKET];
}

static bool
table_get (const Table *table, uint64_t key, uint64_t *count)
{
  Entry *bucket = table_bucket (table, key);

  for (unsigned i = 0; i < BUCKET; i++)
    {
      uint64_t data = atomic_load_explicit (&bucket[i].data, memory_order_relaxed);

      if (data != 0 && (atomic_load_explicit (&bucket[i].check, memory_order_relaxed) ^ data) == key)
        {
          *count = data >> DEPTH_BITS;
          return true;
        }
    }
  return false;
}

/* Replaces the entry of the bucket that took the least work. */
static void
table_put (const Table *table, uint64_t key, unsigned depth, uint64_t count)
{
  Entry *bucket = table_bucket (table, key), *worst = bucket;
  uint64_t data = count << DEPTH_BITS | depth, least = UINT64_MAX;

  if (depth >= 1u << DEPTH_BITS || data >> DEPTH_BITS != count)
    return;
  for (unsigned i = 0; i < BUCKET; i++)
    {
      uint64_t old = atomic_load_explicit (&bucket[i].data, memory_order_relaxed);
      uint64_t work = old & ((1u << DEPTH_BITS) - 1);

      if (work < least)
        {
          least = work;
          worst = &bucket[i];
        }
    }
  atomic_store_explicit (&worst->check, key ^ data, memory_order_relaxed);
  atomic_store_explicit (&worst->data, data, memory_order_relaxed);
}

static uint64_t
count_deep (const Table *table, YqPosition *pos, unsigned depth)
{
  YqMove moves[YQ_MAX_MOVES];
  uint64_t key, total = 0;
  size_t n;

  if (table->entries == NULL || depth < 2)
    return yq_position_perft (pos, depth);
  key = table_key (pos, depth);
  if (table_get (table, key, &total))
    return total;
  if (depth == 2)
    total = yq_position_perft (pos, depth);
  else
    {
      n = yq_position_moves (pos, YQ_MOVES_ALL, moves);
      for (size_t i = 0; i < n; i++)
        {
          YqUndo undo;

          yq_position_play (pos, moves[i], &undo);
          total += count_deep (table, pos, depth - 1);
          yq_position_take_back (pos, moves[i], &undo);
        }
    }
  table_put (table, key, depth, total);
  return total;
}

/* Takes the second plies one by one until there are none left. */
static void *
work_cb (void *data)
{
  Work *work = data;
  YqPosition pos = *work->start;
  size_t index = 0, mine = atomic_fetch_add (&work->next, 1);

  for (size_t i = 0; i < work->perft->n; i++)
    {
      YqMove moves[YQ_MAX_MOVES];
      YqUndo undo, second_undo;
      size_t n;

      yq_position_play (&pos, work->perft->moves[i], &undo);
      n = yq_position_moves (&pos, YQ_MOVES_ALL, moves);
      for (size_t j = 0; j < n; j++, index++)
        if (index == mine)
          {
            yq_position_play (&pos, moves[j], &second_undo);
            atomic_fetch_add (&work->counts[i], count_deep (&work->table, &pos, work->depth - 2));
            yq_position_take_back (&pos, moves[j], &second_undo);
            mine = atomic_fetch_add (&work->next, 1);
          }
      yq_position_take_back (&pos, work->perft->moves[i], &undo);
    }
  return NULL;
}

/* Threads that cannot be made are done without: the caller's own works to the end. */
static void
run_threads (Work *work, unsigned threads)
{
  pthread_t made[MAX_THREADS];
  unsigned n = 0;

  while (n + 1 < threads && n < MAX_THREADS && pthread_create (&made[n], NULL, work_cb, work) == 0)
    n++;
  work_cb (work);
  while (n > 0)
    pthread_join (made[--n], NULL);
}

bool
yq_perft (const YqPosition *pos, unsigned depth, unsigned threads, unsigned megabytes, YqPerft *perft)
{
  Work *work = calloc (1, sizeof *work);

  if (work == NULL)
    return false;
  work->start = pos;
  work->depth = depth;
  work->perft = perft;
  if (megabytes > 0)
    {
      work->table.n_buckets = (uint64_t) megabytes * 1024 * 1024 / (BUCKET * sizeof (Entry));
      work->table.entries = work->table.n_buckets > SIZE_MAX
                              ? NULL
                              : calloc ((size_t) work->table.n_buckets, BUCKET * sizeof (Entry));
      if (work->table.entries == NULL)
        {
          free (work);
          return false;
        }
    }
  perft->n = yq_position_moves (pos, YQ_MOVES_ALL, perft->moves);
  perft->total = depth == 0;
  if (depth >= 2)
    run_threads (work, threads);
  for (size_t i = 0; i < perft->n; i++)
    {
      perft->counts[i] = depth >= 2 ? atomic_load (&work->counts[i]) : depth;
      perft->total += perft->counts[i];
    }
  free (work->table.entries);
  free (work);
  return true;
}
