/* A whole game: tags, start, a tree of moves with comments; read from and written as PGN text.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stddef.h>

#include "yq-fen.h"
#include "yq-move-text.h"

enum
{
  YQ_MAX_NAGS = 6
};

typedef struct YqNode YqNode;

/* A ply of the tree, or the root (no move). The first child continues the line; its siblings are
 * variations that replace it. No two siblings have the same move. */
struct YqNode
{
  YqMove move;               /* unset in the root */
  uint8_t nags[YQ_MAX_NAGS]; /* glyphs of PGN ($1 = good move), ended by 0 when fewer; only kept */
  char *comment;  /* UTF-8, owned; after the move, in the root before the first; or NULL */
  unsigned ply;   /* 0 = the root, 1 = after the first move */
  YqNode *parent; /* NULL in the root */
  YqNode *child;  /* first continuation */
  YqNode *next;   /* next variation of the same parent */
};

typedef struct
{
  char *name, *value; /* owned, UTF-8, unescaped */
} YqTag;

/* What the record holds itself is no tag: Game, Variant, FEN, SetUp, Result, Format are read into
 * the fields and written from them. White is read as Red (WhiteTeam as RedTeam). */
typedef struct
{
  const YqRuleset *ruleset;
  YqFen start;
  YqTag *tags; /* as read, in their order */
  size_t n_tags;
  char result[8]; /* "1-0", "0-1", "1/2-1/2", "*" */
  YqNode *root;
} YqRecord;

/* A new record of the start position, no tags, result "*". Never NULL (out of memory aborts). */
YqRecord *yq_record_new (const YqRuleset *ruleset);
void yq_record_free (YqRecord *record); /* NULL is nothing */

/* The value of a tag, NULL when it is missing; the case of names is ignored. */
const char *yq_record_tag (const YqRecord *record, const char *name);
/* value NULL removes; it is copied onto one line, without blanks at both ends. A name that is no
 * tag (see YqRecord) or that a file cannot hold (blanks, quotes, square brackets) is ignored. */
void yq_record_set_tag (YqRecord *record, const char *name, const char *value);

/* The child of node with this move, made as its last variation when missing; *made (may be NULL)
 * says which. */
YqNode *yq_node_add (YqNode *node, YqMove move, bool *made);
/* Copied without blanks at both ends and with LF line ends, as a file would give it back; NULL or
 * "" removes. */
void yq_node_set_comment (YqNode *node, const char *comment);
/* Takes node with all below it out of the tree; *place remembers where it was (for putting it
 * back). */
typedef struct
{
  YqNode *parent, *before; /* before: the elder sibling, NULL = it was the first */
} YqNodePlace;
void yq_node_detach (YqNode *node, YqNodePlace *place);
void yq_node_attach (YqNode *node, const YqNodePlace *place);
void yq_node_free (YqNode *node); /* with all below it; detached, not the root of a record */

/* The position at node, alone or with its counters, and the moves from the start to it (room for
 * node->ply). */
void yq_record_position (const YqRecord *record, const YqNode *node, YqPosition *pos);
YqFen yq_record_fen (const YqRecord *record, const YqNode *node);
void yq_node_moves (const YqNode *node, YqMove *moves);

/* Why a text could not be read; in brackets the fields of the fault that say more. */
typedef enum
{
  YQ_RECORD_FAULT_OTHER, /* only message says what it is */
  YQ_RECORD_FAULT_ENCODING,
  YQ_RECORD_FAULT_NUL,              /* a NUL character */
  YQ_RECORD_FAULT_NOTHING,          /* nothing but blanks */
  YQ_RECORD_FAULT_NO_SUCH_GAME,     /* the file has fewer games */
  YQ_RECORD_FAULT_TAG,              /* a [ that opens no [Name "value"] */
  YQ_RECORD_FAULT_TAG_NOT_CLOSED,   /* its ] is missing */
  YQ_RECORD_FAULT_VALUE_NOT_CLOSED, /* the end of a tag's value is missing */
  YQ_RECORD_FAULT_TAGS,             /* too many tags */
  YQ_RECORD_FAULT_GAME,             /* a Variant that is none of ours (found) */
  YQ_RECORD_FAULT_FEN,              /* (fen) */
  YQ_RECORD_FAULT_COMMENT_NOT_CLOSED,
  YQ_RECORD_FAULT_VARIATION_NOT_CLOSED,
  YQ_RECORD_FAULT_VARIATION_EARLY, /* a ( before any move that it could replace */
  YQ_RECORD_FAULT_VARIATION_END,   /* a ) without its ( */
  YQ_RECORD_FAULT_SIGN,            /* a sign that has no place among the moves (found) */
  YQ_RECORD_FAULT_MOVE_UNREADABLE, /* (found, number: the ply, position) */
  YQ_RECORD_FAULT_MOVE_AMBIGUOUS,  /* (the same) */
  YQ_RECORD_FAULT_MOVE_ILLEGAL,    /* (the same, and move, refusal, place) */
  YQ_RECORD_FAULT_LIST_END,        /* a command list ends early (number, total, part) */
  YQ_RECORD_FAULT_LIST_WORD,       /* a word where a number should be (the same, and found) */
  YQ_RECORD_FAULT_LIST_TOO_LARGE,  /* a number that no int can hold (the same) */
  YQ_RECORD_FAULT_LIST_NEGATIVE,   /* a count below 0 (found) */
  YQ_RECORD_FAULT_LIST_LONG,       /* more text than the count says (found, total) */
  YQ_RECORD_FAULT_CASE,            /* no case of the xiangqi judge: message says what was expected */
} YqRecordFaultKind;

/* Where and why a text could not be read. */
typedef struct
{
  unsigned line, column; /* from 1; column in characters */
  char message[256];     /* English, one sentence: what is there and what was expected */

  /* The same in parts, to be said in another language. yq_record_read() and yq_contest_read() fill
   * them in; other readers of texts may not. */
  YqRecordFaultKind kind;
  char found[96];  /* what stands there, fit for a message */
  unsigned number; /* the ply that was expected; the command, from 1 (0 = the count of them) */
  unsigned total;  /* how many commands the list promises */
  unsigned part;   /* 0-3: row and column of the origin, row and column of the target */
  YqPosition position;
  YqMove move; /* YQ_SQUARE_NONE twice when the text names no certain one */
  YqRefusal refusal;
  YqSquare place;
  YqFenFault fen;
} YqRecordFault;

/* Reads the first game of a PGN text in any dialect of it: UTF-8 (also UTF-16 with a mark), GB18030
 * or Big5, any line ends, moves in any notation, nested variations as deep as memory goes. ruleset:
 * what a text without a Variant or Game tag is taken for; when it cannot be read so, the other game
 * is tried. NULL and *fault when it cannot be read: an illegal or ambiguous move is a fault. The
 * side to move that a FEN tag names is corrected by the first move. A result word or text after the
 * game's end is no fault. */
YqRecord *yq_record_read (const char *text, size_t length, const YqRuleset *ruleset,
                          YqRecordFault *fault);

/* A file may hold several games: how many (0 when there is nothing at all), and the n-th, from 0.
 */
size_t yq_record_count (const char *text, size_t length);
YqRecord *yq_record_read_nth (const char *text, size_t length, size_t n, const YqRuleset *ruleset,
                              YqRecordFault *fault);

/* PGN text of the record: malloc'ed, NUL-terminated, LF; *length may be NULL. The moves of duck
 * chess in coordinates; xiangqi's in the notation asked for (Format tag says which). A } in a
 * comment, which PGN cannot hold, is written as ｝. Reading what was written gives the same record.
 */
char *yq_record_write (const YqRecord *record, YqNotation notation, size_t *length);
