/* Many positions in one text: a FEN a line, or cases of the xiangqi judge on one line or several, in any
 * mixture. Lines end with LF, CRLF or CR, in any mixture, too.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "yq-contest.h"
#include "yq-fen.h"

typedef struct
{
  const YqRuleset *ruleset;
  const char *next, *end; /* the text that is not read yet */
  bool final;             /* no text will follow after end */
  unsigned line;          /* of next, from 1 */
  bool after_return;      /* a CR was passed last: a LF at next belongs to it */
  bool skips;             /* the rest of the line at next is nothing to be read */
} YqPositions;

typedef enum
{
  YQ_POSITIONS_READ,
  YQ_POSITIONS_FAULT, /* one that cannot be read: *fault; go on with the next */
  YQ_POSITIONS_END,   /* no other in the text; when it is not final: none that is complete */
} YqPositionsReading;

/* One position read, or its fault: its text is text[0..length), from line on. The fault counts columns
 * from there. */
typedef struct
{
  YqFen fen;
  YqRecordFault fault;
  const char *text;
  size_t length;
  unsigned line;
} YqPositionsItem;

/* A text that may be changed: set next and end again before the next call. A text without cases for the
 * xiangqi judge when ruleset is another. */
void yq_positions_init (YqPositions *self, const YqRuleset *ruleset, const char *text, size_t length, bool final);
/* The next position; blank lines and lines that begin with # are passed over, and so is the judge's
 * closing «0 0 0». Positions that cannot be played are read (see yq_position_faults()). */
YqPositionsReading yq_positions_next (YqPositions *self, YqPositionsItem *item);
/* Gives up what is left of the text, and what will follow up to the end of its line. */
void yq_positions_give_up (YqPositions *self);
