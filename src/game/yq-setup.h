/* A position being set up: what stands where, whose move it is, every step back and forth, and what is to be
 * said about it.
 *
 * Views connect to the signal "changed" (): the position is another one; verdict and lines are up to date.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "yq-examine.h"
#include "yq-fen.h"
#include "yq-move-text.h"

G_BEGIN_DECLS

typedef enum
{
  YQ_SETUP_EMPTY,      /* take all pieces off the board */
  YQ_SETUP_START,      /* the start position of the game */
  YQ_SETUP_MIRROR,     /* left and right */
  YQ_SETUP_SWAP_SIDES, /* red's pieces become black's and the board is turned, so that they stand as rightly; the turn is swapped, too */
  YQ_SETUP_ROTATE,     /* by half a turn; nothing else */
} YqSetupChange;

/* What a line of the explanation is about. */
typedef enum
{
  YQ_SETUP_LINE_FAULT,    /* makes the position impossible */
  YQ_SETUP_LINE_ATTACKER, /* attacks the general to move */
  YQ_SETUP_LINE_REPLY,    /* a legal reply */
  YQ_SETUP_LINE_REFUSED,  /* no reply: what would take the general */
} YqSetupLineKind;

/* A line of the explanation, immutable. Read-only properties: "text" (string, translated), "kind" (int). */
#define YQ_TYPE_SETUP_LINE (yq_setup_line_get_type ())
G_DECLARE_FINAL_TYPE (YqSetupLine, yq_setup_line, YQ, SETUP_LINE, GObject)

YqSetupLineKind yq_setup_line_get_kind (YqSetupLine *self);
/* To be drawn: the move of the piece concerned and the capture of the general that follows; a move that the line does not have is
 * from YQ_SQUARE_NONE. A fault has its point in move->to alone (YQ_SQUARE_NONE: none). */
void yq_setup_line_get_moves (YqSetupLine *self, YqMove *move, YqMove *capture);

/* Properties, read-only but for the last: "can-undo", "can-redo" (boolean), "notation" (int YqNotation: of the moves in
 * the lines). */
#define YQ_TYPE_SETUP (yq_setup_get_type ())
G_DECLARE_FINAL_TYPE (YqSetup, yq_setup, YQ, SETUP, GObject)

/* Of an empty board but for both generals, black to move. */
YqSetup *yq_setup_new (const YqRuleset *ruleset);

/* Begins with another position: no step leads there, and those that were made are forgotten. */
void yq_setup_begin (YqSetup *self, const YqPosition *pos);

const YqPosition *yq_setup_get_position (YqSetup *self);
/* Its faults, or verdict, attackers, replies and refused replies. */
const YqExamination *yq_setup_get_examination (YqSetup *self);
GListModel *yq_setup_get_lines (YqSetup *self); /* YqSetupLine; borrowed */

/* Each is one step that can be undone; a change that changes nothing is none. */
void yq_setup_set_position (YqSetup *self, const YqPosition *pos);
void yq_setup_put (YqSetup *self, YqSquare square, YqPiece piece); /* YQ_EMPTY takes away */
void yq_setup_move (YqSetup *self, YqMove move);                   /* to YQ_SQUARE_NONE: off the board */
void yq_setup_set_turn (YqSetup *self, YqSide turn);
void yq_setup_change (YqSetup *self, YqSetupChange change);

void yq_setup_undo (YqSetup *self);
void yq_setup_redo (YqSetup *self);

/* The translated sentence for a fault, without full stop. */
char *yq_setup_fault_text (const YqPosition *pos, const YqFault *fault, gboolean from_one);
/* Why the xiangqi judge's text cannot say a position (see yq_contest_case_write()): a translated sentence without full
 * stop; NULL when it can. Static. */
const char *yq_setup_judge_obstacle (const YqPosition *pos);
/* The verdict as one translated line, such as «CHECKMATE: black has lost». */
char *yq_setup_verdict_text (const YqPosition *pos, const YqExamination *examination);
/* The verdict in a word or two («checkmate», «impossible»), for lists. Static, translated. */
const char *yq_setup_verdict_word (const YqExamination *examination);

G_END_DECLS
