/* The line of a game's tree that is walked: from the root over the cursor to a leaf; inside of the
 * game floor.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "yq-judge.h"
#include "yq-record.h"

G_BEGIN_DECLS

/* A plain value; nodes are the tree's, and must leave the line before they leave the tree. */
typedef struct
{
  GPtrArray *plies; /* (borrowed) YqNode by ply */
  GArray *undos;    /* YqUndo by ply - 1: from the root to the cursor */
  YqNode *cursor;
  YqPosition position; /* at the cursor */

  /* Since yq_line_take_left() */
  GPtrArray *left; /* (borrowed) YqNode: no longer on the line, or on it again */
  guint joined;    /* the first ply of the line that is new on it, G_MAXUINT: none */
} YqLine;

void yq_line_init (YqLine *self);
void yq_line_clear (YqLine *self);
/* The line over first children, with the cursor at the root. */
void yq_line_start (YqLine *self, const YqRecord *record);

YqNode *yq_line_at (const YqLine *self, unsigned ply);
gboolean yq_line_has (const YqLine *self, const YqNode *node);
/* Is ancestor on the way from the root to node (node itself included)? */
gboolean yq_line_leads (const YqLine *self, const YqNode *ancestor, const YqNode *node);
/* How the game stands at the cursor, on the board. */
YqEnding yq_line_judge (const YqLine *self, const YqRecord *record, const YqJudgeRules *rules);

/* The line ends in a leaf: it goes on over first children. */
void yq_line_extend (YqLine *self);
/* Takes everything beyond ply off the line. */
void yq_line_cut (YqLine *self, unsigned ply);
/* Makes the line lead over node. */
void yq_line_lead (YqLine *self, YqNode *node);
/* Moves the cursor, and the position with it, over no more plies than lie between. */
void yq_line_go (YqLine *self, YqNode *target);

/* Hands out left and joined, and begins them anew. (transfer full) */
GPtrArray *yq_line_take_left (YqLine *self, guint *joined);

G_END_DECLS
