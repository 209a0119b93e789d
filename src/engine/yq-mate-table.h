/* The memory of the mate search: what is known of a position, in a table that never outgrows its
 * limit.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Lengths are counted in moves of the attacker. */
enum
{
  YQ_LENGTH_UNBOUNDED
  = 255,               /* as a bound: however long; refuted up to it: never; proven: not at all */
  YQ_LENGTH_MAX = 250, /* proven: so long or longer */
};

/* Proof and disproof number: how much is still to be shown, at least, to prove or to refute. */
typedef struct
{
  uint32_t proof, disproof;
} YqEffort;

/* What is known of a position with one side attacking. Facts hold on every path to the position. */
typedef struct
{
  uint64_t key;
  YqEffort effort[2]; /* estimates while undecided: unbounded search, bounded search; 0, 0 = none */
  uint32_t work;      /* positions looked at to learn this, for replacement; saturates */
  uint8_t proven;     /* fact: mate in at most so many; YQ_LENGTH_UNBOUNDED = not proven */
  uint8_t refuted;    /* fact: no mate in so many or fewer; YQ_LENGTH_UNBOUNDED = never */
  uint16_t generation : 15; /* of another generation than the table's: the slot is free */
  uint16_t twins : 1;       /* refuted on some path by a repetition: see the entries of its paths */
} YqMateEntry;

/* A linear hash table: it grows bucket by bucket as it fills, so that small searches stay in the
 * cache and no insertion takes long, and then replaces what cost least to learn. */
typedef struct
{
  YqMateEntry *entries;
  size_t mask;  /* of the buckets before the present doubling */
  size_t split; /* buckets already divided in it */
  size_t used;  /* entries of this generation */
  size_t max_buckets;
  size_t all_buckets; /* with those whose memory is lent */
  uint16_t generation;
} YqMateTable;

/* A table that will never need more than size bytes (at least a few kB). False when out of memory.
 */
bool yq_mate_table_init (YqMateTable *table, size_t size);
void yq_mate_table_clear (YqMateTable *table);
/* Forgets everything at once. */
void yq_mate_table_forget (YqMateTable *table);

/* Lends size bytes of the table's memory, all zero, aligned for any type, until they are taken
 * back: the table does with the rest and may forget all it knows. NULL when too little would be
 * left. */
void *yq_mate_table_lend (YqMateTable *table, uint64_t size);
/* Takes back what was lent, if anything. */
void yq_mate_table_take_back (YqMateTable *table);

/* Lets the processor fetch what will be asked for soon. */
void yq_mate_table_prefetch (const YqMateTable *table, uint64_t key);
/* The entry of this key, or NULL. Valid until the next yq_mate_table_make(). */
YqMateEntry *yq_mate_table_find (const YqMateTable *table, uint64_t key);
/* The entry of this key, made (possibly in place of one that cost less work) when there is none. */
YqMateEntry *yq_mate_table_make (YqMateTable *table, uint64_t key);
