/* The two judges' texts: duck chess commands and reports, xiangqi mate cases.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdio.h>

#include "yq-record.h"

/* How a judge run ended; the numbers are exit statuses. */
typedef enum
{
  YQ_CONTEST_OK = 0,
  YQ_CONTEST_MALFORMED = 2, /* *fault says where and what was expected */
  YQ_CONTEST_IO = 3,        /* errno says why */
} YqContestStatus;

/* Answer all of fd to out, byte for byte as the original judges expect (rules/duck-chess, UVa 1589).
 * What was answered before a fault is written. */
YqContestStatus yq_contest_duck (int fd, int out, YqRecordFault *fault);
YqContestStatus yq_contest_xiangqi (int fd, int out, YqRecordFault *fault);

/* The report of a ply as the contest writes it: «red car;blue duck;no;no». Returns the length. */
enum
{
  YQ_REPORT_MAX = 64
};
size_t yq_report_text (const YqRuleset *ruleset, const YqReport *report, char text[YQ_REPORT_MAX]);

/* A command list (a count, then four numbers a line) as a game; invalid commands are kept as comments
 * in their place. NULL and *fault when malformed. */
YqRecord *yq_contest_read (const char *text, size_t length, YqRecordFault *fault);
/* The main line (with its kept invalid commands) as a command list: malloc'ed, NUL-terminated. */
char *yq_contest_write (const YqRecord *record, size_t *length);
/* Does the text look like a command list (first word is a number)? */
bool yq_contest_looks_like (const char *text, size_t length);
