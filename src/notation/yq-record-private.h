/* What reading and writing a record share; for yq-record*.c only.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "yq-record.h"

/* Is this the name of a tag whose meaning the record holds in its own fields? */
bool yq_record_owns (const char *name);
/* The names of the two games in tags: Variant says duck chess, Game says xiangqi. */
#define YQ_DUCK_CHESS "Duck Chess"
#define YQ_CHINESE_CHESS "Chinese Chess"
