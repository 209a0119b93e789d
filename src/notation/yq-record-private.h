/* What reading and writing a record share; for yq-record*.c and yq-contest-list.c only.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "yq-record.h"

/* Is this the name of a tag whose meaning the record holds in its own fields? */
bool yq_record_owns (const char *name);
/* The names of the two games in tags: Variant says duck chess, Game says xiangqi. */
#define YQ_DUCK_CHESS "Duck Chess"
#define YQ_CHINESE_CHESS "Chinese Chess"

/* Sets a fault at an offset of text, with what stands there, and says it in English. The fields
 * that its kind needs beside these are set before; the rest is cleared by yq_record_fault_clear().
 */
void yq_record_fault_clear (YqRecordFault *fault);
void yq_record_fault_set (YqRecordFault *fault, YqRecordFaultKind kind, const char *text,
                          size_t offset, size_t found_length);
