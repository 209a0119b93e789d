/* One ply of the log, and one row of it (a turn of two plies, or a comment): what lists show.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "yq-record.h"

G_BEGIN_DECLS

/* Read-only properties: "text" (the move in the game's notation), "report" (the judge's line),
 * "number" (uint, ply number from 1), "current" (boolean: the board shows the position after it),
 * "main" (boolean: on the line that the cursor is on), "comment" (nullable string). */
#define YQ_TYPE_PLY (yq_ply_get_type ())
G_DECLARE_FINAL_TYPE (YqPly, yq_ply, YQ, PLY, GObject)

/* Borrowed; NULL once the game does not keep the ply any more. */
YqNode *yq_ply_get_node (YqPly *self);

/* A row of the log, read-only properties: "number" (uint: turn number, 0 in a comment row), "depth"
 * (uint: 0 = main line, 1 = variation, ...), "red" and "blue" (YqPly; NULL where the line begins
 * with blue or ends with red, and in a comment row), "comment" (nullable string: a row of its own),
 * "subject" (nullable YqPly: whose comment it is; NULL = the start's). A turn is followed by its
 * comments, then by the variations that replace its red ply, then by those of its blue one. */
#define YQ_TYPE_LOG_ROW (yq_log_row_get_type ())
G_DECLARE_FINAL_TYPE (YqLogRow, yq_log_row, YQ, LOG_ROW, GObject)

G_END_DECLS
