/* One game: the tree, the line that is walked, the changes that can be undone, and what the views
 * hear.
 *
 * Every public function that changes something works in the same way: change the tree, the cursor
 * and what follows from them; then publish(), which tells the views what is different. So a view
 * never sees a game that is half changed, and nothing is told twice.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "yq-game.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "yq-contest.h"
#include "yq-line.h"
#include "yq-log.h"
#include "yq-words.h"

/* A change of the tree. Doing it and undoing it is the same step: what the change holds and what
 * the record holds trade places (see toggle()). */
typedef enum
{
  CHANGE_PLAY,    /* node was played; it stays in the tree when undone */
  CHANGE_COMMENT, /* of node: text */
  CHANGE_TAG,     /* name: text */
  CHANGE_DELETE,  /* of node, from place */
  CHANGE_PROMOTE, /* of node, to place */
  CHANGE_RESULT,  /* to agreed */
} ChangeKind;

/* A result that people agreed on; it holds while node is the end of the main line. */
typedef struct
{
  YqOutcome outcome; /* YQ_OUTCOME_OPEN: none */
  YqAgreement how;
  YqNode *node;
} Agreed;

typedef struct
{
  ChangeKind kind;
  YqNode *node;
  char *name, *text; /* owned */
  YqNodePlace place;
  Agreed agreed;
  YqNode *before, *after;                /* the cursor then */
  guint64 version_before, version_after; /* of the tree */
} Change;

/* What the properties say. */
typedef struct
{
  int turn, outcome;
  gboolean in_check, can_undo, can_redo, can_go_back, can_go_forward, can_resign, modified;
  const char *status; /* static */
  char *title;        /* owned */
} State;

typedef enum
{
  LOG_SAME,
  LOG_APPEND, /* the cursor's ply is new, and the first child of its parent */
  LOG_SYNC,
  LOG_RESET,
} LogChange;

struct _YqGame
{
  GObject parent_instance;

  /* Owned */
  YqRecord *record;
  YqLog *log;
  YqLine line;
  GPtrArray *done, *undone; /* (owned) Change */
  State state;              /* as published */

  YqEnding ending; /* on the board, at the cursor */
  Agreed agreed;
  guint64 version, last_version, saved_version;

  YqJudgeRules rules;
  YqNotation notation;
  gboolean reports;

  /* Borrowed */
  YqNode *main_end; /* the leaf of the main line */

  /* Since the last publish() */
  YqNode *old_cursor;
  YqNode *remarked; /* its comment is another one; NULL = none */

  /* The position of a ply that somebody asked about: the next one is mostly its child. */
  const YqNode *looked_at;
  YqPosition looked_at_position;
};

enum
{
  PROP_0,
  PROP_TURN,
  PROP_IN_CHECK,
  PROP_OUTCOME,
  PROP_STATUS,
  PROP_TITLE,
  PROP_CAN_UNDO,
  PROP_CAN_REDO,
  PROP_CAN_GO_BACK,
  PROP_CAN_GO_FORWARD,
  PROP_CAN_RESIGN,
  PROP_MODIFIED,
  PROP_NOTATION,
  PROP_REPORTS,
  N_PROPS
};
static GParamSpec *properties[N_PROPS];

enum
{
  SIGNAL_CHANGED,
  N_SIGNALS
};
static guint signals[N_SIGNALS];

G_DEFINE_QUARK (yq-game-error-quark, yq_game_error)
G_DEFINE_FINAL_TYPE (YqGame, yq_game, G_TYPE_OBJECT)

/* The tree */

gboolean
yq_game_is_on_line (YqGame *self, const YqNode *node)
{
  g_return_val_if_fail (YQ_IS_GAME (self), FALSE);
  return yq_line_has (&self->line, node);
}

static void
find_main_end (YqGame *self)
{
  self->main_end = self->record->root;
  while (self->main_end->child != NULL)
    self->main_end = self->main_end->child;
}

/* The position after node; valid until the next call. */
static const YqPosition *
look_at (YqGame *self, const YqNode *node)
{
  g_autoptr(GPtrArray) way = g_ptr_array_new ();

  for (; node->parent != NULL && node != self->looked_at; node = node->parent)
    g_ptr_array_add (way, (gpointer) node);
  if (node != self->looked_at)
    self->looked_at_position = self->record->start.position;
  self->looked_at = node;
  while (way->len > 0)
    {
      YqUndo undo;

      self->looked_at = g_ptr_array_steal_index (way, way->len - 1);
      yq_position_play (&self->looked_at_position, self->looked_at->move, &undo);
    }
  return &self->looked_at_position;
}

/* Results */

/* What the board says at any ply. */
static YqEnding
judge_at (YqGame *self, const YqNode *node)
{
  g_autofree YqMove *moves = NULL;

  if (node == self->line.cursor)
    return self->ending;
  moves = g_new (YqMove, node->ply + 1);
  yq_node_moves (node, moves);
  return yq_judge_game (&self->record->start.position, self->record->start.quiet_plies, moves,
                        node->ply, &self->rules);
}

static const char *const result_words[] = {
  [YQ_OUTCOME_OPEN] = "*",
  [YQ_OUTCOME_RED_WINS] = "1-0",
  [YQ_OUTCOME_BLUE_WINS] = "0-1",
  [YQ_OUTCOME_DRAW] = "1/2-1/2",
};

/* How a game ended that people ended: the PGN tag and our words in it. */
static const char termination_tag[] = "Termination";
static const char *const termination_words[] = {
  [YQ_AGREED_RESIGNED] = "resignation",
  [YQ_AGREED_DRAW] = "agreement",
};

static YqAgreement
read_termination (const YqRecord *record)
{
  const char *word = yq_record_tag (record, termination_tag);

  for (guint i = 0; word != NULL && i < G_N_ELEMENTS (termination_words); i++)
    if (g_strcmp0 (word, termination_words[i]) == 0)
      return (YqAgreement) i;
  return YQ_AGREED_UNKNOWN;
}

/* The result that the file brought along, where the board does not say it itself. */
static Agreed
read_agreed (YqGame *self)
{
  for (int outcome = YQ_OUTCOME_RED_WINS; outcome <= YQ_OUTCOME_DRAW; outcome++)
    if (strcmp (self->record->result, result_words[outcome]) == 0
        && judge_at (self, self->main_end).outcome == YQ_OUTCOME_OPEN)
      return (Agreed) { (YqOutcome) outcome, read_termination (self->record), self->main_end };
  return (Agreed) { YQ_OUTCOME_OPEN };
}

/* The result belongs to the end of the main line. Called when that, or the agreement, is another
 * one. */
static void
write_result (YqGame *self)
{
  YqOutcome outcome = judge_at (self, self->main_end).outcome;
  YqAgreement how = YQ_AGREED_UNKNOWN;

  if (outcome == YQ_OUTCOME_OPEN && self->agreed.node == self->main_end)
    {
      outcome = self->agreed.outcome;
      how = self->agreed.how;
    }
  g_strlcpy (self->record->result, result_words[outcome], sizeof self->record->result);
  if (how != read_termination (self->record))
    yq_record_set_tag (self->record, termination_tag, termination_words[how]);
}

static gboolean
is_agreed (YqGame *self)
{
  return self->ending.outcome == YQ_OUTCOME_OPEN && self->agreed.outcome != YQ_OUTCOME_OPEN
         && self->agreed.node == self->line.cursor;
}

static YqOutcome
outcome_at_cursor (YqGame *self)
{
  return is_agreed (self) ? self->agreed.outcome : self->ending.outcome;
}

/* Changes */

static void
change_free (gpointer data)
{
  Change *change = data;

  g_free (change->name);
  g_free (change->text);
  g_free (change);
}

/* What was deleted and can no longer be put back is freed with its change. */
static void
clear_history (YqGame *self)
{
  for (guint i = 0; i < self->done->len; i++)
    {
      Change *change = self->done->pdata[i];

      if (change->kind == CHANGE_DELETE)
        yq_node_free (change->node);
    }
  g_ptr_array_set_size (self->done, 0);
  g_ptr_array_set_size (self->undone, 0);
}

static Change *
last_change (GPtrArray *changes)
{
  return changes->len > 0 ? changes->pdata[changes->len - 1] : NULL;
}

static void
pass_on (GPtrArray *from, GPtrArray *to)
{
  g_ptr_array_add (to, g_ptr_array_steal_index (from, from->len - 1));
}

/* Walking over a ply that was played last is undoing it, walking forward over it redoing it. */
static void
settle_history (YqGame *self)
{
  Change *change;

  while ((change = last_change (self->done)) != NULL && change->kind == CHANGE_PLAY
         && change->node != self->line.cursor
         && yq_line_leads (&self->line, self->line.cursor, change->node))
    pass_on (self->done, self->undone);
  while ((change = last_change (self->undone)) != NULL && change->kind == CHANGE_PLAY
         && yq_line_leads (&self->line, change->node, self->line.cursor))
    pass_on (self->undone, self->done);
}

static void
swap_text (char **text, const char *current)
{
  char *kept = g_strdup (current);

  g_free (*text);
  *text = kept;
}

/* Does a change, or undoes it: the record gets what the change holds, and the other way round. */
static void
toggle (YqGame *self, Change *change, gboolean undo)
{
  YqNode *node = change->node;
  YqNode *target = undo ? change->before : change->after;
  g_autofree char *text = g_strdup (change->text);
  YqNodePlace place = change->place;
  Agreed agreed = change->agreed;

  switch (change->kind)
    {
    case CHANGE_PLAY:
      break;
    case CHANGE_COMMENT:
      self->remarked = node;
      swap_text (&change->text, node->comment);
      yq_node_set_comment (node, text);
      break;
    case CHANGE_TAG:
      swap_text (&change->text, yq_record_tag (self->record, change->name));
      yq_record_set_tag (self->record, change->name, text);
      break;
    case CHANGE_DELETE:
      if (undo)
        {
          yq_node_attach (node, &place);
          yq_line_extend (&self->line);
          break;
        }
      yq_line_go (&self->line, target);
      if (yq_game_is_on_line (self, node))
        yq_line_cut (&self->line, node->ply - 1);
      yq_node_detach (node, &change->place);
      yq_line_extend (&self->line);
      break;
    case CHANGE_PROMOTE:
      yq_node_detach (node, &change->place);
      yq_node_attach (node, &place);
      break;
    case CHANGE_RESULT:
      change->agreed = self->agreed;
      self->agreed = agreed;
      break;
    default:
      g_assert_not_reached ();
    }
  yq_line_go (&self->line, target);
}

/* A number for a tree that has not been before. */
static guint64
new_version (YqGame *self)
{
  return ++self->last_version;
}

/* Another tree than before: what was undone cannot be redone. */
static void
remember (YqGame *self, Change *change)
{
  g_ptr_array_set_size (self->undone, 0);
  g_ptr_array_add (self->done, change);
  change->version_before = self->version;
  change->version_after = self->version = new_version (self);
}

/* Telling the views */

static char *
find_title (YqGame *self)
{
  /* Blue is called black in xiangqi, and in most files. */
  static const char *const names[2][2] = { { "Red" }, { "Blue", "Black" } };
  const char *players[2] = { NULL, NULL };

  for (int side = YQ_RED; side <= YQ_BLUE; side++)
    for (int i = 0; i < 2 && names[side][i] != NULL && players[side] == NULL; i++)
      {
        const char *name = yq_record_tag (self->record, names[side][i]);

        if (name != NULL && name[0] != '\0' && strcmp (name, "?") != 0)
          players[side] = name;
      }
  if (players[YQ_RED] == NULL && players[YQ_BLUE] == NULL)
    return NULL;
  /* translators: the two players of a game; "?" stands for one who is not known */
  return g_strdup_printf (_("%s – %s"), players[YQ_RED] != NULL ? players[YQ_RED] : "?",
                          players[YQ_BLUE] != NULL ? players[YQ_BLUE] : "?");
}

static State
find_state (YqGame *self)
{
  const YqPosition *pos = &self->line.position;
  YqSide turn = (YqSide) pos->turn;
  /* In duck chess check is a fact about either side, and none once a captain was taken. */
  gboolean duck = self->record->ruleset->captain_may_be_taken;
  gboolean in_check
    = duck ? self->ending.outcome == YQ_OUTCOME_OPEN
               && (yq_position_in_check (pos, YQ_RED) || yq_position_in_check (pos, YQ_BLUE))
           : yq_position_in_check (pos, turn);

  return (State) {
    .turn = (int) turn,
    .outcome = (int) outcome_at_cursor (self),
    .in_check = in_check,
    .can_undo = self->done->len > 0 || self->line.cursor->parent != NULL,
    .can_redo = self->undone->len > 0,
    .can_go_back = self->line.cursor->parent != NULL,
    .can_go_forward = self->line.cursor->child != NULL,
    .can_resign
    = self->line.cursor == self->main_end && outcome_at_cursor (self) == YQ_OUTCOME_OPEN,
    .modified = self->version != self->saved_version,
    .status = is_agreed (self)
                ? yq_words_agreed (self->record->ruleset, self->agreed.outcome, self->agreed.how)
                : yq_words_status (pos, self->ending),
    .title = find_title (self),
  };
}

static void
notify (YqGame *self, int property, gboolean changed)
{
  if (changed)
    g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

/* Brings everything that follows from the tree, the cursor and the rules up to date, then tells
 * what is another than at the last call. */
static void
update (YqGame *self, LogChange log_change, gboolean tree_changed)
{
  State old = self->state;
  State state;
  YqNode *old_cursor = self->old_cursor, *remarked = g_steal_pointer (&self->remarked);
  g_autoptr(GPtrArray) left = NULL;
  guint joined, n_line = self->line.plies->len;

  settle_history (self);
  self->ending = yq_line_judge (&self->line, self->record, &self->rules);
  if (tree_changed)
    write_result (self);
  self->state = state = find_state (self);
  self->old_cursor = self->line.cursor;
  left = yq_line_take_left (&self->line, &joined);

  switch (log_change)
    {
    case LOG_APPEND:
      yq_log_append (self->log, self->line.cursor);
      break;
    case LOG_SYNC:
      yq_log_sync (self->log);
      break;
    case LOG_RESET:
      yq_log_reset (self->log);
      break;
    default:
      break;
    }
  if (log_change != LOG_RESET)
    {
      for (guint i = 0; i < left->len; i++)
        if (!yq_game_is_on_line (self, left->pdata[i]))
          yq_log_ply_changed (self->log, left->pdata[i], YQ_PLY_MAIN);
      for (guint i = joined; i < n_line; i++)
        yq_log_ply_changed (self->log, yq_line_at (&self->line, i), YQ_PLY_MAIN);
      if (remarked != NULL)
        yq_log_ply_changed (self->log, remarked, YQ_PLY_COMMENT);
      if (old_cursor != self->line.cursor)
        {
          yq_log_ply_changed (self->log, old_cursor, YQ_PLY_CURRENT);
          yq_log_ply_changed (self->log, self->line.cursor, YQ_PLY_CURRENT);
        }
    }

  g_object_freeze_notify (G_OBJECT (self));
  notify (self, PROP_TURN, state.turn != old.turn);
  notify (self, PROP_IN_CHECK, state.in_check != old.in_check);
  notify (self, PROP_OUTCOME, state.outcome != old.outcome);
  notify (self, PROP_STATUS, g_strcmp0 (state.status, old.status) != 0);
  notify (self, PROP_TITLE, g_strcmp0 (state.title, old.title) != 0);
  notify (self, PROP_CAN_UNDO, state.can_undo != old.can_undo);
  notify (self, PROP_CAN_REDO, state.can_redo != old.can_redo);
  notify (self, PROP_CAN_GO_BACK, state.can_go_back != old.can_go_back);
  notify (self, PROP_CAN_GO_FORWARD, state.can_go_forward != old.can_go_forward);
  notify (self, PROP_CAN_RESIGN, state.can_resign != old.can_resign);
  notify (self, PROP_MODIFIED, state.modified != old.modified);
  g_object_thaw_notify (G_OBJECT (self));
  g_free (old.title);
}

static void
publish (YqGame *self, LogChange log_change, gboolean tree_changed)
{
  YqNode *old = self->old_cursor, *cursor = self->line.cursor;
  YqGameChange change = YQ_GAME_EDITED;
  const YqNode *moved = NULL;

  if (log_change == LOG_RESET)
    change = YQ_GAME_JUMPED;
  else if (cursor->parent == old)
    {
      change = YQ_GAME_PLAYED;
      moved = cursor;
    }
  else if (old->parent == cursor)
    {
      change = YQ_GAME_TAKEN_BACK;
      moved = old;
    }
  else if (old != cursor)
    change = YQ_GAME_JUMPED;
  update (self, log_change, tree_changed);
  if (change != YQ_GAME_EDITED || tree_changed)
    g_signal_emit (self, signals[SIGNAL_CHANGED], 0, change,
                   moved != NULL ? moved->move.from | (guint) moved->move.to << 8 : G_MAXUINT);
}

/* Doing a change for the first time. Takes it. */
static void
do_change (YqGame *self, Change *change)
{
  remember (self, change);
  toggle (self, change, FALSE);
  find_main_end (self);
  publish (self, LOG_SYNC, TRUE);
}

static Change *
change_new (YqGame *self, ChangeKind kind, YqNode *node)
{
  Change *change = g_new0 (Change, 1);

  change->kind = kind;
  change->node = node;
  change->before = change->after = self->line.cursor;
  return change;
}

/* Playing, undoing, walking */

gboolean
yq_game_play (YqGame *self, YqMove move, YqSquare *place, GError **error)
{
  YqSquare square = YQ_SQUARE_NONE;
  YqRefusal refusal = YQ_REFUSED_GAME_OVER;
  LogChange log_change = LOG_SAME;
  bool made;
  YqNode *node;

  g_return_val_if_fail (YQ_IS_GAME (self), FALSE);
  if (outcome_at_cursor (self) == YQ_OUTCOME_OPEN)
    refusal = yq_position_refusal (&self->line.position, move, &square);
  if (place != NULL)
    *place = square;
  if (refusal != YQ_LEGAL)
    {
      g_autofree char *text = yq_game_refusal_text (&self->line.position, move, refusal, square,
                                                    self->notation == YQ_NOTATION_UCI);

      g_set_error_literal (error, YQ_GAME_ERROR, (int) refusal, text);
      return FALSE;
    }

  node = yq_node_add (self->line.cursor, move, &made);
  if (made)
    {
      Change *change = change_new (self, CHANGE_PLAY, node);

      change->after = node;
      remember (self, change);
      log_change = node->parent->child == node ? LOG_APPEND : LOG_SYNC;
      if (self->main_end == self->line.cursor)
        self->main_end = node;
    }
  yq_line_go (&self->line, node);
  publish (self, log_change, made && node == self->main_end);
  return TRUE;
}

/* One step through the history, from one stack to the other. */
static void
step_history (YqGame *self, gboolean undo)
{
  GPtrArray *from = undo ? self->done : self->undone;
  Change *change = last_change (from);

  if (change->kind == CHANGE_PLAY)
    {
      yq_line_go (&self->line, undo ? change->before : change->after);
      pass_on (from, undo ? self->undone : self->done);
      publish (self, LOG_SAME, FALSE);
      return;
    }

  /* The tree is again what it was on the other side of the change, unless plies were added since. */
  guint64 *here = undo ? &change->version_after : &change->version_before;
  guint64 *there = undo ? &change->version_before : &change->version_after;

  if (*here != self->version)
    {
      *here = self->version;
      *there = new_version (self);
    }
  self->version = *there;
  toggle (self, change, undo);
  pass_on (from, undo ? self->undone : self->done);
  find_main_end (self);
  publish (self, LOG_SYNC, TRUE);
}

void
yq_game_undo (YqGame *self)
{
  g_return_if_fail (YQ_IS_GAME (self));
  if (self->done->len == 0 && self->line.cursor->parent != NULL)
    {
      /* Nothing was changed here, but people mean: take this move back. It can be redone like one
       * that was played. */
      Change *change = change_new (self, CHANGE_PLAY, self->line.cursor);

      change->before = self->line.cursor->parent;
      g_ptr_array_add (self->done, change);
    }
  if (self->done->len > 0)
    step_history (self, TRUE);
}

void
yq_game_redo (YqGame *self)
{
  g_return_if_fail (YQ_IS_GAME (self));
  if (self->undone->len > 0)
    step_history (self, FALSE);
}

void
yq_game_go_to (YqGame *self, YqNode *node)
{
  g_return_if_fail (YQ_IS_GAME (self));
  g_return_if_fail (node != NULL);
  if (node == self->line.cursor)
    return;
  yq_line_go (&self->line, node);
  publish (self, LOG_SAME, FALSE);
}

void
yq_game_go_first (YqGame *self)
{
  g_return_if_fail (YQ_IS_GAME (self));
  yq_game_go_to (self, self->record->root);
}

void
yq_game_go_back (YqGame *self)
{
  g_return_if_fail (YQ_IS_GAME (self));
  if (self->line.cursor->parent != NULL)
    yq_game_go_to (self, self->line.cursor->parent);
}

void
yq_game_go_forward (YqGame *self)
{
  g_return_if_fail (YQ_IS_GAME (self));
  if (self->line.cursor->ply + 1 < self->line.plies->len)
    yq_game_go_to (self, yq_line_at (&self->line, self->line.cursor->ply + 1));
}

void
yq_game_go_last (YqGame *self)
{
  g_return_if_fail (YQ_IS_GAME (self));
  yq_game_go_to (self, yq_line_at (&self->line, self->line.plies->len - 1));
}

guint
yq_game_count_line (YqGame *self)
{
  g_return_val_if_fail (YQ_IS_GAME (self), 0);
  return self->line.plies->len - 1;
}

/* Editing */

void
yq_game_set_comment (YqGame *self, YqNode *node, const char *comment)
{
  Change *change;

  g_return_if_fail (YQ_IS_GAME (self));
  if (comment != NULL && comment[0] == '\0')
    comment = NULL;
  if (g_strcmp0 (comment, node->comment) == 0)
    return;
  change = change_new (self, CHANGE_COMMENT, node);
  change->text = g_strdup (comment);
  do_change (self, change);
}

void
yq_game_set_tag (YqGame *self, const char *name, const char *value)
{
  Change *change;

  g_return_if_fail (YQ_IS_GAME (self));
  if (g_strcmp0 (value, yq_record_tag (self->record, name)) == 0)
    return;
  change = change_new (self, CHANGE_TAG, NULL);
  change->name = g_strdup (name);
  change->text = g_strdup (value);
  do_change (self, change);
}

void
yq_game_delete (YqGame *self, YqNode *node)
{
  Change *change;

  g_return_if_fail (YQ_IS_GAME (self));
  g_return_if_fail (node->parent != NULL);
  change = change_new (self, CHANGE_DELETE, node);
  if (yq_line_leads (&self->line, node, self->line.cursor))
    change->after = node->parent;
  do_change (self, change);
}

void
yq_game_promote (YqGame *self, YqNode *node)
{
  Change *change;

  g_return_if_fail (YQ_IS_GAME (self));
  /* The line of a ply begins where it leaves an elder one. */
  while (node->parent != NULL && node->parent->child == node)
    node = node->parent;
  if (node->parent == NULL)
    return;
  change = change_new (self, CHANGE_PROMOTE, node);
  change->place = (YqNodePlace) { node->parent, NULL };
  do_change (self, change);
}

static void
agree (YqGame *self, YqOutcome outcome, YqAgreement how)
{
  Change *change;

  if (!self->state.can_resign)
    return;
  change = change_new (self, CHANGE_RESULT, NULL);
  change->agreed = (Agreed) { outcome, how, self->line.cursor };
  do_change (self, change);
}

void
yq_game_resign (YqGame *self)
{
  g_return_if_fail (YQ_IS_GAME (self));
  agree (self, self->line.position.turn == YQ_RED ? YQ_OUTCOME_BLUE_WINS : YQ_OUTCOME_RED_WINS,
         YQ_AGREED_RESIGNED);
}

void
yq_game_agree_draw (YqGame *self)
{
  g_return_if_fail (YQ_IS_GAME (self));
  agree (self, YQ_OUTCOME_DRAW, YQ_AGREED_DRAW);
}

/* The whole game */

void
yq_game_set_record (YqGame *self, YqRecord *record)
{
  YqRecord *old = self->record;

  g_return_if_fail (YQ_IS_GAME (self));
  g_return_if_fail (record != NULL);
  /* Deleted plies of the old record go while their history still says which they are. */
  clear_history (self);
  self->record = record;
  yq_line_start (&self->line, record);
  self->old_cursor = record->root;
  self->looked_at = record->root;
  self->looked_at_position = record->start.position;
  find_main_end (self);
  self->ending = yq_line_judge (&self->line, self->record, &self->rules);
  self->agreed = read_agreed (self);
  self->version = self->saved_version = new_version (self);
  publish (self, LOG_RESET, FALSE);
  if (old != NULL)
    yq_record_free (old);
}

void
yq_game_set_judge_rules (YqGame *self, const YqJudgeRules *rules)
{
  g_return_if_fail (YQ_IS_GAME (self));
  if (rules->repetition == self->rules.repetition && rules->move_limit == self->rules.move_limit)
    return;
  self->rules = *rules;
  update (self, LOG_SAME, FALSE);
}

void
yq_game_set_saved (YqGame *self, guint64 version)
{
  g_return_if_fail (YQ_IS_GAME (self));
  self->saved_version = version;
  update (self, LOG_SAME, FALSE);
}

guint64
yq_game_get_version (YqGame *self)
{
  g_return_val_if_fail (YQ_IS_GAME (self), 0);
  return self->version;
}

/* Asking */

const YqRecord *
yq_game_get_record (YqGame *self)
{
  g_return_val_if_fail (YQ_IS_GAME (self), NULL);
  return self->record;
}

const YqRuleset *
yq_game_get_ruleset (YqGame *self)
{
  g_return_val_if_fail (YQ_IS_GAME (self), NULL);
  return self->record->ruleset;
}

const YqPosition *
yq_game_get_position (YqGame *self)
{
  g_return_val_if_fail (YQ_IS_GAME (self), NULL);
  return &self->line.position;
}

YqNode *
yq_game_get_cursor (YqGame *self)
{
  g_return_val_if_fail (YQ_IS_GAME (self), NULL);
  return self->line.cursor;
}

YqEnding
yq_game_get_ending (YqGame *self)
{
  g_return_val_if_fail (YQ_IS_GAME (self), (YqEnding) { 0 });
  return (YqEnding) { outcome_at_cursor (self), self->ending.reason };
}

GListModel *
yq_game_get_rows (YqGame *self)
{
  g_return_val_if_fail (YQ_IS_GAME (self), NULL);
  return G_LIST_MODEL (self->log);
}

guint
yq_game_get_cursor_row (YqGame *self)
{
  g_return_val_if_fail (YQ_IS_GAME (self), G_MAXUINT);
  return yq_log_get_row (self->log, self->line.cursor);
}

char *
yq_game_move_text (YqGame *self, const YqNode *node)
{
  char text[YQ_MOVE_TEXT_MAX];

  g_return_val_if_fail (YQ_IS_GAME (self), NULL);
  g_return_val_if_fail (node->parent != NULL, NULL);
  yq_move_write (
    look_at (self, node->parent), node->move,
    self->record->ruleset->captain_may_be_taken ? YQ_NOTATION_COORDINATES : self->notation, text);
  return g_strdup (text);
}

char *
yq_game_report_text (YqGame *self, const YqNode *node)
{
  char text[YQ_REPORT_MAX];
  YqPosition pos;
  YqReport report;
  YqUndo undo;

  g_return_val_if_fail (YQ_IS_GAME (self), NULL);
  g_return_val_if_fail (node->parent != NULL, NULL);
  pos = *look_at (self, node->parent);
  report = yq_judge_play (&pos, node->move, &undo);
  yq_report_text (self->record->ruleset, &report, text);
  return g_strdup (text);
}

/* The class */

static void
yq_game_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  YqGame *self = YQ_GAME (object);

  switch (id)
    {
    case PROP_TURN:
      g_value_set_int (value, self->state.turn);
      break;
    case PROP_IN_CHECK:
      g_value_set_boolean (value, self->state.in_check);
      break;
    case PROP_OUTCOME:
      g_value_set_int (value, self->state.outcome);
      break;
    case PROP_STATUS:
      g_value_set_string (value, self->state.status);
      break;
    case PROP_TITLE:
      g_value_set_string (value, self->state.title);
      break;
    case PROP_CAN_UNDO:
      g_value_set_boolean (value, self->state.can_undo);
      break;
    case PROP_CAN_REDO:
      g_value_set_boolean (value, self->state.can_redo);
      break;
    case PROP_CAN_GO_BACK:
      g_value_set_boolean (value, self->state.can_go_back);
      break;
    case PROP_CAN_GO_FORWARD:
      g_value_set_boolean (value, self->state.can_go_forward);
      break;
    case PROP_CAN_RESIGN:
      g_value_set_boolean (value, self->state.can_resign);
      break;
    case PROP_MODIFIED:
      g_value_set_boolean (value, self->state.modified);
      break;
    case PROP_NOTATION:
      g_value_set_int (value, (int) self->notation);
      break;
    case PROP_REPORTS:
      g_value_set_boolean (value, self->reports);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
yq_game_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  YqGame *self = YQ_GAME (object);

  switch (id)
    {
    case PROP_NOTATION:
      if (g_value_get_int (value) == (int) self->notation)
        break;
      self->notation = (YqNotation) g_value_get_int (value);
      yq_log_all_changed (self->log, YQ_PLY_TEXT);
      g_object_notify_by_pspec (object, pspec);
      break;
    case PROP_REPORTS:
      if (g_value_get_boolean (value) == self->reports)
        break;
      self->reports = g_value_get_boolean (value);
      g_object_notify_by_pspec (object, pspec);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
yq_game_finalize (GObject *object)
{
  YqGame *self = YQ_GAME (object);

  yq_log_close (self->log);
  g_object_unref (self->log);
  clear_history (self);
  g_ptr_array_unref (self->done);
  g_ptr_array_unref (self->undone);
  yq_line_clear (&self->line);
  g_free (self->state.title);
  if (self->record != NULL)
    yq_record_free (self->record);
  G_OBJECT_CLASS (yq_game_parent_class)->finalize (object);
}

static void
yq_game_class_init (YqGameClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  const GParamFlags read = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;
  const GParamFlags write = read | G_PARAM_WRITABLE;

  object_class->get_property = yq_game_get_property;
  object_class->set_property = yq_game_set_property;
  object_class->finalize = yq_game_finalize;

  properties[PROP_TURN] = g_param_spec_int ("turn", NULL, NULL, YQ_RED, YQ_BLUE, YQ_RED, read);
  properties[PROP_IN_CHECK] = g_param_spec_boolean ("in-check", NULL, NULL, FALSE, read);
  properties[PROP_OUTCOME] = g_param_spec_int ("outcome", NULL, NULL, YQ_OUTCOME_OPEN,
                                               YQ_OUTCOME_DRAW, YQ_OUTCOME_OPEN, read);
  properties[PROP_STATUS] = g_param_spec_string ("status", NULL, NULL, NULL, read);
  properties[PROP_TITLE] = g_param_spec_string ("title", NULL, NULL, NULL, read);
  properties[PROP_CAN_UNDO] = g_param_spec_boolean ("can-undo", NULL, NULL, FALSE, read);
  properties[PROP_CAN_REDO] = g_param_spec_boolean ("can-redo", NULL, NULL, FALSE, read);
  properties[PROP_CAN_GO_BACK] = g_param_spec_boolean ("can-go-back", NULL, NULL, FALSE, read);
  properties[PROP_CAN_GO_FORWARD]
    = g_param_spec_boolean ("can-go-forward", NULL, NULL, FALSE, read);
  properties[PROP_CAN_RESIGN] = g_param_spec_boolean ("can-resign", NULL, NULL, FALSE, read);
  properties[PROP_MODIFIED] = g_param_spec_boolean ("modified", NULL, NULL, FALSE, read);
  properties[PROP_NOTATION] = g_param_spec_int ("notation", NULL, NULL, YQ_NOTATION_COORDINATES,
                                                YQ_NOTATION_UCI, YQ_NOTATION_COORDINATES, write);
  properties[PROP_REPORTS] = g_param_spec_boolean ("reports", NULL, NULL, FALSE, write);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  signals[SIGNAL_CHANGED]
    = g_signal_new ("changed", G_TYPE_FROM_CLASS (class), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                    G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);
}

static void
yq_game_init (YqGame *self)
{
  self->log = yq_log_new (self);
  yq_line_init (&self->line);
  self->done = g_ptr_array_new_with_free_func (change_free);
  self->undone = g_ptr_array_new_with_free_func (change_free);
}

YqGame *
yq_game_new (const YqRuleset *ruleset)
{
  YqGame *self = g_object_new (YQ_TYPE_GAME, NULL);

  yq_game_set_record (self, yq_record_new (ruleset));
  return self;
}
