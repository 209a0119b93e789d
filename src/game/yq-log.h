/* The rows of the log as a list model that follows the tree; inside of the game floor.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "yq-game.h"

G_BEGIN_DECLS

/* Plies and rows are made and told of changes by the log alone. */
YqPly *yq_ply_new (YqGame *game, YqNode *node);
void yq_ply_let_go (YqPly *self); /* the game does not keep it any more */
typedef enum
{
  YQ_PLY_TEXT,
  YQ_PLY_CURRENT,
  YQ_PLY_MAIN,
  YQ_PLY_COMMENT,
} YqPlyChange;
void yq_ply_changed (YqPly *self, YqPlyChange change);

#define YQ_TYPE_LOG (yq_log_get_type ())
G_DECLARE_FINAL_TYPE (YqLog, yq_log, YQ, LOG, GObject)

/* An empty list (GListModel of YqLogRow) for a game, which it borrows. */
YqLog *yq_log_new (YqGame *game);
/* The game is going away. */
void yq_log_close (YqLog *self);

/* The game has another record: all rows anew. Reads no node of the old one. */
void yq_log_reset (YqLog *self);
/* A leaf was added as the first child of its parent: one new row at most, no look at the rest. */
void yq_log_append (YqLog *self, YqNode *node);
/* Anything else happened to the tree or its comments: rows that stay are kept, the range that
 * differs changes at once. */
void yq_log_sync (YqLog *self);

/* Where the ply's row is; G_MAXUINT for the root. */
guint yq_log_get_row (YqLog *self, const YqNode *node);
/* Tells the ply, if anybody has asked for it yet. */
void yq_log_ply_changed (YqLog *self, const YqNode *node, YqPlyChange change);
/* Tells all plies that anybody has asked for. */
void yq_log_all_changed (YqLog *self, YqPlyChange change);

G_END_DECLS
