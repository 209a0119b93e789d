/* One game: a tree of plies, a cursor, a result. The only door through which anything changes it.
 *
 * Views connect to "notify::…" and to the signal
 *   "changed" (YqGameChange change, guint move): the position at the cursor is another one, or the
 *   tree is. change says how it came about (so that the board can animate); move is from | to << 8,
 *   or G_MAXUINT when no single move explains it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "yq-ply.h"
#include "yq-record.h"

G_BEGIN_DECLS

typedef enum
{
  YQ_GAME_PLAYED,     /* one move forward: played, redone, stepped */
  YQ_GAME_TAKEN_BACK, /* one move backward */
  YQ_GAME_JUMPED,     /* anywhere else, another game included */
  YQ_GAME_EDITED,     /* same position; comments, tags or variations changed */
} YqGameChange;

#define YQ_GAME_ERROR (yq_game_error_quark ())
GQuark yq_game_error_quark (void);
/* Codes of YQ_GAME_ERROR are the YqRefusal values; the message is translated, for people. */

/* Properties, each notified once a change, read-only where nothing else is said:
 *   "turn" (int YqSide), "in-check" (boolean: the general of the side to move is attacked; in duck
 *   chess the captain of either side), "outcome" (int YqOutcome at the cursor), "status" (string,
 *   translated: turn, check, result with its reason), "title" (nullable string: the players),
 *   "can-undo", "can-redo", "can-go-back", "can-go-forward" (boolean),
 *   "can-resign" (boolean: the cursor is at the end of the main line of an unfinished game),
 *   "modified" (boolean: changes that are not on disk),
 *   "notation" (int YqNotation, read-write: of the move texts; duck chess is always in coordinates),
 *   "reports" (boolean, read-write: the log shows the judge's lines; the game only keeps it).
 * All of them, the rows and the plies are up to date before the first of them is notified; a handler
 * must not change the game, but may do so from an idle source. */
#define YQ_TYPE_GAME (yq_game_get_type ())
G_DECLARE_FINAL_TYPE (YqGame, yq_game, YQ, GAME, GObject)

YqGame *yq_game_new (const YqRuleset *ruleset);

/* Replaces the whole game (new game, load, set-up). Takes the record; modified becomes FALSE. */
void yq_game_set_record (YqGame *self, YqRecord *record /* (transfer full) */);
const YqRecord *yq_game_get_record (YqGame *self);
const YqRuleset *yq_game_get_ruleset (YqGame *self);

/* The position at the cursor; valid until the next change. */
const YqPosition *yq_game_get_position (YqGame *self);
YqNode *yq_game_get_cursor (YqGame *self);
YqEnding yq_game_get_ending (YqGame *self);

/* Plays at the cursor: a move already there is followed, another one becomes a variation. FALSE and
 * error when refused; *place (nullable) gets the point that the reason names or YQ_SQUARE_NONE. */
gboolean yq_game_play (YqGame *self, YqMove move, YqSquare *place, GError **error);

/* Undo and redo of changes (plies played, comments, tags, deletions, promotions, results), without
 * limit, and, when there is no change left to undo, one ply back along the line. A ply that was
 * undone stays in the tree: undoing it and walking back over it are the same thing, and so are
 * redoing and walking forward. */
void yq_game_undo (YqGame *self);
void yq_game_redo (YqGame *self);

/* Walking. The forward line is the one last walked. */
void yq_game_go_first (YqGame *self);
void yq_game_go_back (YqGame *self);
void yq_game_go_forward (YqGame *self);
void yq_game_go_last (YqGame *self);
void yq_game_go_to (YqGame *self, YqNode *node);
/* How many plies the line that is walked has, from the start to its end. */
guint yq_game_count_line (YqGame *self);

/* Editing the record; all can be undone. */
void yq_game_set_comment (YqGame *self, YqNode *node, const char *comment);
void yq_game_delete (YqGame *self, YqNode *node);  /* the ply and all after it */
void yq_game_promote (YqGame *self, YqNode *node); /* its line becomes the first of its siblings */
void yq_game_set_tag (YqGame *self, const char *name, const char *value);
/* Ends an unfinished game ("can-resign"); nothing can be played at its end until that is undone. */
void yq_game_resign (YqGame *self); /* the side to move */
void yq_game_agree_draw (YqGame *self);

/* How repetitions and long games without captures are judged in xiangqi; at first they are not. */
void yq_game_set_judge_rules (YqGame *self, const YqJudgeRules *rules);

/* A ply as text in the notation of the "notation" property, and its report as the judge writes it. */
char *yq_game_move_text (YqGame *self, const YqNode *node);
char *yq_game_report_text (YqGame *self, const YqNode *node);
/* Is the ply on the line that the cursor walks, before it or after it? */
gboolean yq_game_is_on_line (YqGame *self, const YqNode *node);

/* Rows of the log, kept up to date with minimal items-changed: YqLogRow. */
GListModel *yq_game_get_rows (YqGame *self);
/* The row of the cursor's ply, G_MAXUINT at the start. */
guint yq_game_get_cursor_row (YqGame *self);

/* The translated sentence for a refusal, without full stop; from_one: ranks of xiangqi count from 1. */
char *yq_game_refusal_text (const YqPosition *pos, YqMove move, YqRefusal refusal, YqSquare place,
                            gboolean from_one);

/* What the tree is now, as a number; never 0. Ask before a save begins, hand it back when it has
 * succeeded: "modified" then says whether the game has changed since. 0 = none of it is on disk. */
guint64 yq_game_get_version (YqGame *self);
void yq_game_set_saved (YqGame *self, guint64 version);

G_END_DECLS
