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
#include <unistd.h>

enum
{
  BUCKET = 4, /* entries: two cache lines */
  FIRST_BUCKETS = 1 << 8,
  LAST_GENERATION = (1 << 15) - 1,
  HUGE_FROM = 1 << 24, /* bytes */
  LEAST_PART = 64,     /* of its memory the table keeps at least the 64th part */
};

#define BUCKET_SIZE (BUCKET * sizeof (YqMateEntry))
_Static_assert (4096 % BUCKET_SIZE == 0, "Pages begin with a bucket.");

static size_t
size_of (const YqMateTable *table)
{
  return table->all_buckets * BUCKET_SIZE;
}

/* Zeroed memory that the system only gives where it is touched; at an address, or NULL for any. */
static void *
map_memory (void *address, size_t size)
{
  void *memory = mmap (address, size, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | (address != NULL ? MAP_FIXED : 0), -1, 0);

  if (memory == MAP_FAILED)
    return NULL;
#ifdef MADV_HUGEPAGE
  /* Entries are met in no order: large pages save most of the look-ups of addresses. */
  if (size >= HUGE_FROM)
    madvise (memory, size, MADV_HUGEPAGE);
#endif
  return memory;
}

bool
yq_mate_table_init (YqMateTable *table, size_t size)
{
  size_t n_buckets = size / BUCKET_SIZE;

  if (n_buckets < FIRST_BUCKETS)
    n_buckets = FIRST_BUCKETS;
  *table = (YqMateTable){ .max_buckets = n_buckets, .all_buckets = n_buckets };
  table->entries = map_memory (NULL, size_of (table));
  if (table->entries == NULL)
    return false;
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
      memset (table->entries, 0, table->max_buckets * BUCKET_SIZE);
      table->generation = 0;
    }
  table->generation++;
}

void *
yq_mate_table_lend (YqMateTable *table, uint64_t size)
{
  size_t all = size_of (table), kept, n_kept;

  if (table->max_buckets < table->all_buckets || size > all - all / LEAST_PART)
    return NULL;
  kept = all - (size_t) size;
  kept -= kept % (size_t) sysconf (_SC_PAGESIZE);
  n_kept = kept / BUCKET_SIZE;
  if (n_kept < FIRST_BUCKETS || map_memory ((char *) table->entries + kept, all - kept) == NULL)
    return NULL;
  if (table->mask + 1 + table->split > n_kept)
    yq_mate_table_forget (table);
  table->max_buckets = n_kept;
  return (char *) table->entries + kept;
}

void
yq_mate_table_take_back (YqMateTable *table)
{
  size_t kept = table->max_buckets * BUCKET_SIZE, lent = size_of (table) - kept;
  char *memory = (char *) table->entries + kept;

  if (lent == 0)
    return;
  if (map_memory (memory, lent) == NULL)
    memset (memory, 0, lent);
  table->max_buckets = table->all_buckets;
}

static YqMateEntry *
bucket_of (const YqMateTable *table, uint64_t key)
{
  size_t bucket = key & table->mask;

  if (bucket < table->split)
    bucket = key & (table->mask * 2 + 1);
  return table->entries + bucket * BUCKET;
}

void
yq_mate_table_prefetch (const YqMateTable *table, uint64_t key)
{
  const YqMateEntry *bucket = bucket_of (table, key);

  __builtin_prefetch (bucket);
  __builtin_prefetch (bucket + BUCKET - 1);
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
