/* A whole game: tags, start, a tree of moves with comments; read from and written as PGN text.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stddef.h>

#include "yq-fen.h"
#include "yq-move-text.h"

typedef struct YqNode YqNode;

/* A ply of the tree, or the root (no move). The first child continues the line; its siblings are
 * variations that replace it. */
struct YqNode
{
  YqMove move;     /* unset in the root */
  char *comment;   /* UTF-8, after the move (in the root: before the first move); NULL when none. Owned */
  unsigned ply;    /* 0 = the root, 1 = after the first move */
  YqNode *parent;  /* NULL in the root */
  YqNode *child;   /* first continuation */
  YqNode *next;    /* next variation of the same parent */
};

typedef struct
{
  char *name, *value; /* owned, UTF-8, unescaped */
} YqTag;

typedef struct
{
  const YqRuleset *ruleset;
  YqFen start;
  YqTag *tags; /* as read, in their order, without Variant, FEN, SetUp, Result */
  size_t n_tags;
  char result[8]; /* "1-0", "0-1", "1/2-1/2", "*" */
  YqNode *root;
} YqRecord;

/* A new record of the start position, no tags, result "*". Never NULL (out of memory aborts). */
YqRecord *yq_record_new (const YqRuleset *ruleset);
void yq_record_free (YqRecord *record);

const char *yq_record_tag (const YqRecord *record, const char *name); /* NULL when missing */
void yq_record_set_tag (YqRecord *record, const char *name, const char *value); /* value NULL removes */

/* The child of node with this move, made as its last variation when missing; *made says which. */
YqNode *yq_node_add (YqNode *node, YqMove move, bool *made);
void yq_node_set_comment (YqNode *node, const char *comment); /* copied; NULL or "" removes */
/* Takes node with all below it out of the tree; *place remembers where it was (for putting it back). */
typedef struct
{
  YqNode *parent, *before; /* before: the elder sibling, NULL = it was the first */
} YqNodePlace;
void yq_node_detach (YqNode *node, YqNodePlace *place);
void yq_node_attach (YqNode *node, const YqNodePlace *place);
void yq_node_free (YqNode *node); /* with all below it; detached, not the root of a record */

/* The position at node, and the moves from the start to it (moves may be NULL; room for node->ply). */
void yq_record_position (const YqRecord *record, const YqNode *node, YqPosition *pos);
void yq_node_moves (const YqNode *node, YqMove *moves);

/* Where and why a text could not be read. */
typedef struct
{
  unsigned line, column; /* from 1; column in characters */
  char message[256];     /* English, one sentence: what is there and what was expected */
} YqRecordFault;

/* Reads the first game of a PGN text (UTF-8, BOM allowed, any line ends). ruleset: what a text without
 * a Variant or Game tag is taken for. NULL and *fault when it cannot be read: an illegal move is a fault.
 * A result word or text after the game's end is no fault. */
YqRecord *yq_record_read (const char *text, size_t length, const YqRuleset *ruleset, YqRecordFault *fault);

/* PGN text of the record: malloc'ed, NUL-terminated, LF; *length may be NULL. The moves of duck chess in
 * coordinates; xiangqi's in the notation asked for (Format tag says which). */
char *yq_record_write (const YqRecord *record, YqNotation notation, size_t *length);
