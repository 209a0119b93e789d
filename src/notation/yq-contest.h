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
  YQ_CONTEST_IO = 3,        /* the message of *fault says what failed and why, and so does errno */
} YqContestStatus;

/* Answer all of fd to out, byte for byte as the original judges expect (THUPC 2019 «Duck chess», UVa
 * 1589 «Xiangqi»). One pass without allocation; each answer is written before more input is waited for.
 * What was answered before a fault is written. Text after the last command is a fault, too (at a
 * terminal it is not waited for); after the closing «0 0 0» nothing is read. */
YqContestStatus yq_contest_duck (int fd, int out, YqRecordFault *fault);
YqContestStatus yq_contest_xiangqi (int fd, int out, YqRecordFault *fault);

/* A case of the xiangqi judge as a position, black to move; letters in any case, slashes and commas as
 * good as blanks and line ends («2 1 4 / G 10 5 / R 6 4»). */
typedef enum
{
  YQ_CASE_READ,
  YQ_CASE_END,   /* the closing «0 0 0» */
  YQ_CASE_FAULT, /* *fault says where and what was expected */
} YqCaseReading;

/* Reads a case at the beginning of text[0..length); *used gets the bytes looked at: when these are all,
 * more text could change the answer. Lines of the fault are counted from 1 at the beginning. *pos is
 * written when the case was read. */
YqCaseReading yq_contest_case_read (const char *text, size_t length, YqPosition *pos, size_t *used,
                                    YqRecordFault *fault);
enum
{
  YQ_CASE_MAX = 64
};
/* Writes a position as a case, one piece a line. Returns the length, 0 when the judge's text cannot say
 * it: black to move, a lone black general, and red's general with one to six chariots, horses, cannons. */
size_t yq_contest_case_write (const YqPosition *pos, char text[YQ_CASE_MAX]);

/* The report of a ply as the contest writes it: «red car;blue duck;no;no», NUL-terminated. Returns the
 * length. */
enum
{
  YQ_REPORT_MAX = 64
};
size_t yq_report_text (const YqRuleset *ruleset, const YqReport *report, char text[YQ_REPORT_MAX]);
