/* The memory of the mate search: what is known of a position, in a table that never outgrows its
 * limit.
 *
 * Source: Litwin, «Linear hashing: a new tool for file and table addressing» (1980); of the entries
 * of a full bucket the smallest search is given up (Nagai's SmallTreeGC, one bucket at a time).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "yq-mate-table.h"

#include <string.h>
#include <sys/mman.h>

enum
{
  BUCKET = 4, /* entries: two cache lines */
  FIRST_BUCKETS = 1 << 8,
  LAST_GENERATION = (1 << 15) - 1,
  HUGE_FROM = 1 << 24, /* bytes */
};

static size_t
size_of (const YqMateTable *table)
{
  return table->max_buckets * BUCKET * sizeof (YqMateEntry);
}

bool
yq_mate_table_init (YqMateTable *table, size_t size)
{
  void *memory;

  *table = (YqMateTable){ .max_buckets = size / (BUCKET * sizeof (YqMateEntry)) };
  if (table->max_buckets < FIRST_BUCKETS)
    table->max_buckets = FIRST_BUCKETS;
  /* All at once, but the system gives memory, zeroed, only where the table has grown to. */
  memory = mmap (NULL, size_of (table), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return false;
#ifdef MADV_HUGEPAGE
  /* Entries are met in no order: large pages save most of the look-ups of addresses. */
  if (size_of (table) >= HUGE_FROM)
    madvise (memory, size_of (table), MADV_HUGEPAGE);
#endif
  table->entries = memory;
  yq_mate_table_forget (table);
  return true;
}

void
yq_mate_table_clear (YqMateTable *table)
{
  if (table->entries != NULL)
    munmap (table->entries, size_of (table));
  table->entries = NULL;
}

void
yq_mate_table_forget (YqMateTable *table)
{
  table->used = 0;
  table->mask = FIRST_BUCKETS - 1;
  table->split = 0;
  if (table->generation == LAST_GENERATION)
    {
      memset (table->entries, 0, size_of (table));
      table->generation = 0;
    }
  table->generation++;
}

static YqMateEntry *
bucket_of (const YqMateTable *table, uint64_t key)
{
  size_t bucket = key & table->mask;

  if (bucket < table->split)
    bucket = key & (table->mask * 2 + 1);
  return table->entries + bucket * BUCKET;
}

YqMateEntry *
yq_mate_table_find (const YqMateTable *table, uint64_t key)
{
  YqMateEntry *bucket = bucket_of (table, key);

  for (unsigned i = 0; i < BUCKET; i++)
    if (bucket[i].key == key && bucket[i].generation == table->generation)
      return &bucket[i];
  return NULL;
}

/* Divides the next bucket: one more bit of the key tells which entries move to its new twin. */
static void
divide (YqMateTable *table)
{
  size_t bit = table->mask + 1;
  YqMateEntry *from = table->entries + table->split * BUCKET, *to = from + bit * BUCKET;

  for (unsigned i = 0; i < BUCKET; i++)
    if (from[i].generation == table->generation && (from[i].key & bit) != 0)
      {
        to[i] = from[i];
        from[i].generation = 0;
      }
  if (++table->split == bit)
    {
      table->split = 0;
      table->mask = table->mask * 2 + 1;
    }
}

YqMateEntry *
yq_mate_table_make (YqMateTable *table, uint64_t key)
{
  YqMateEntry *entry = yq_mate_table_find (table, key), *bucket;
  size_t n_buckets = table->mask + 1 + table->split;

  if (entry != NULL)
    return entry;
  if (table->used > n_buckets * BUCKET / 2 && n_buckets < table->max_buckets)
    divide (table);
  bucket = entry = bucket_of (table, key);
  for (unsigned i = 0; i < BUCKET; i++)
    {
      if (bucket[i].generation != table->generation)
        {
          entry = &bucket[i];
          table->used++;
          break;
        }
      if (bucket[i].work < entry->work)
        entry = &bucket[i];
    }
  *entry
      = (YqMateEntry){ .key = key, .proven = YQ_LENGTH_UNBOUNDED, .generation = table->generation };
  return entry;
}
