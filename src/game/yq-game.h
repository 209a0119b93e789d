/* One game: a tree of plies, a cursor, a result. The only door through which anything changes a game.
 *
 * Views connect to "notify::…" and to the signal
 *   "changed" (YqGameChange change, guint move): the position at the cursor is another one, or the tree is.
 *   change says how it came about (so that the board can animate); move is from | to << 8, or
 *   G_MAXUINT when no single move explains it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "yq-ply.h"
#include "yq-record.h"

G_BEGIN_DECLS

typedef enum
{
  YQ_GAME_PLAYED,    /* one move forward: played, redone, stepped */
  YQ_GAME_TAKEN_BACK,/* one move backward */
  YQ_GAME_JUMPED,    /* anywhere else, another game included */
  YQ_GAME_EDITED,    /* same position; comments, tags or variations changed */
} YqGameChange;

#define YQ_GAME_ERROR (yq_game_error_quark ())
GQuark yq_game_error_quark (void);
/* Codes of YQ_GAME_ERROR are the YqRefusal values; the message is translated, for people. */

/* Properties, each notified once a change: "turn" (int YqSide), "in-check" (boolean: the captain of the
 * side to move... of any side in duck chess is attacked), "outcome" (int YqOutcome), "status" (string, translated: turn, check, result with reason),
 * "can-undo", "can-redo", "can-go-back", "can-go-forward" (boolean), "modified" (boolean: unsaved changes),
 * "title" (string: players or NULL), "notation" (int YqNotation, read-write), "reports" (boolean, read-write). */
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

/* Plays at the cursor: a move already there is followed, another one becomes a variation. FALSE and error when
 * refused; *place (nullable) gets the point that the reason names or YQ_SQUARE_NONE. */
gboolean yq_game_play (YqGame *self, YqMove move, YqSquare *place, GError **error);

/* Undo and redo of changes (plies played, comments, deletions, promotions), without limit, and, when there is no change left to
 * undo, one ply back along the line. A ply that was undone stays in the tree. */
void yq_game_undo (YqGame *self);
void yq_game_redo (YqGame *self);

/* Walking. The forward line is the one last walked. */
void yq_game_go_first (YqGame *self);
void yq_game_go_back (YqGame *self);
void yq_game_go_forward (YqGame *self);
void yq_game_go_last (YqGame *self);
void yq_game_go_to (YqGame *self, YqNode *node);

/* Editing the record; all can be undone. */
void yq_game_set_comment (YqGame *self, YqNode *node, const char *comment);
void yq_game_delete (YqGame *self, YqNode *node);  /* the ply and all after it */
void yq_game_promote (YqGame *self, YqNode *node); /* its line becomes the first of its siblings */
void yq_game_set_tag (YqGame *self, const char *name, const char *value);
void yq_game_resign (YqGame *self); /* the side to move; result tag */

/* Rows of the log, kept up to date with minimal items-changed: YqLogRow. */
GListModel *yq_game_get_rows (YqGame *self);
/* The row of the cursor's ply, G_MAXUINT at the start. */
guint yq_game_get_cursor_row (YqGame *self);

/* The translated sentence for a refusal, without full stop. */
char *yq_game_refusal_text (const YqPosition *pos, YqMove move, YqRefusal refusal, YqSquare place);

void yq_game_set_saved (YqGame *self); /* what is there now is on disk: modified = FALSE */

G_END_DECLS
