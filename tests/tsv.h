/* Tables of cases: one a line, columns separated by tabs, # before comments, the first line names
 * the columns.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tap.h"

enum
{
  TSV_MAX = 16
};

typedef struct
{
  FILE *file;
  char line[16384];
  unsigned number; /* of the line, from 1 */
  bool head;       /* the line with the names is behind us */
  char *columns[TSV_MAX];
  unsigned n;
} Tsv;

/* False when there is no such file; path may be NULL. */
__attribute__ ((unused)) static bool
tsv_open (Tsv *tsv, const char *path)
{
  memset (tsv, 0, sizeof *tsv);
  tsv->file = path != NULL ? fopen (path, "r") : NULL;
  return tsv->file != NULL;
}

/* The next case: its columns, those missing at the end are "". False, and closed, at the end. */
__attribute__ ((unused)) static bool
tsv_next (Tsv *tsv)
{
  static char empty[] = "";

  while (fgets (tsv->line, sizeof tsv->line, tsv->file) != NULL)
    {
      char *rest = tsv->line;

      tsv->number++;
      if (rest[0] == '#')
        continue;
      if (!tsv->head)
        {
          tsv->head = true;
          continue;
        }
      rest[strcspn (rest, "\n")] = '\0';
      for (tsv->n = 0; tsv->n < TSV_MAX && rest != NULL;)
        tsv->columns[tsv->n++] = strsep (&rest, "\t");
      for (unsigned i = tsv->n; i < TSV_MAX; i++)
        tsv->columns[i] = empty;
      return true;
    }
  fclose (tsv->file);
  return false;
}
