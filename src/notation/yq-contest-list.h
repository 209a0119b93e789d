/* The contest's command list as a game: a count, then that many lines of four numbers.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "yq-record.h"

/* A command list (a count, then four numbers a line: row and column of the origin, of the target)
 * as a duck chess game. A command that the judge answers with «Invalid command» is kept in its
 * place, as a line of the comment of the move before it: «Invalid command: 0 0 7 0». NULL and
 * *fault when malformed: a word for a number, a number too large, fewer or more commands than the
 * count says. */
YqRecord *yq_contest_read (const char *text, size_t length, YqRecordFault *fault);

/* The main line (with its kept invalid commands) as a command list: malloc'ed, NUL-terminated;
 * *length may be NULL. Other comments and variations have no place there. */
char *yq_contest_write (const YqRecord *record, size_t *length);

/* Does the text look like a command list (first word is a number)? */
bool yq_contest_looks_like (const char *text, size_t length);
