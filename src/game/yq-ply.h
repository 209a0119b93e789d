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

YqNode *yq_ply_get_node (YqPly *self); /* borrowed; valid while the game keeps the ply */

/* A row of the log. Properties: "number" (uint: turn number, 0 in a comment row), "depth" (uint: 0 = main
 * line, 1 = variation, ...), "red" and "blue" (YqPly, nullable), "comment" (nullable string: a row of its own). */
#define YQ_TYPE_LOG_ROW (yq_log_row_get_type ())
G_DECLARE_FINAL_TYPE (YqLogRow, yq_log_row, YQ, LOG_ROW, GObject)

G_END_DECLS
