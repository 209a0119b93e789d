/* Tables of texts that are no game, and where and how each reader must say so.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <string.h>

#include "tap.h"
#include "yq-record.h"

typedef struct
{
  const char *text;
  unsigned line, column;
  const char *words; /* the message must have them */
} RecordFaultCase;

static void
check_record_faults (const RecordFaultCase *cases, size_t n_cases,
                     YqRecord *(*read) (const char *text, YqRecordFault *fault))
{
  for (const RecordFaultCase *c = cases; c < cases + n_cases; c++)
    {
      YqRecordFault fault = { 0 };
      YqRecord *record = read (c->text, &fault);

      if (!tap_ok (record == NULL && fault.line == c->line && fault.column == c->column
                       && strstr (fault.message, c->words) != NULL,
                   "fault at %u:%u: %s", c->line, c->column, c->words))
        tap_note ("%u:%u %s", fault.line, fault.column, record == NULL ? fault.message : "read");
      yq_record_free (record);
    }
}
