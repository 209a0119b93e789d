/* The line of a game's tree that is walked: from the root over the cursor to a leaf.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "yq-line.h"

void
yq_line_init (YqLine *self)
{
  *self = (YqLine) {
    .plies = g_ptr_array_new (),
    .undos = g_array_new (FALSE, FALSE, sizeof (YqUndo)),
    .left = g_ptr_array_new (),
    .joined = G_MAXUINT,
  };
}

void
yq_line_clear (YqLine *self)
{
  g_ptr_array_unref (self->plies);
  g_ptr_array_unref (self->left);
  g_array_unref (self->undos);
}

void
yq_line_start (YqLine *self, const YqRecord *record)
{
  self->cursor = record->root;
  self->position = record->start.position;
  g_array_set_size (self->undos, 0);
  g_ptr_array_set_size (self->plies, 0);
  g_ptr_array_add (self->plies, record->root);
  yq_line_extend (self);
}

YqNode *
yq_line_at (const YqLine *self, unsigned ply)
{
  return g_ptr_array_index (self->plies, ply);
}

gboolean
yq_line_has (const YqLine *self, const YqNode *node)
{
  return node->ply < self->plies->len && yq_line_at (self, node->ply) == node;
}

gboolean
yq_line_leads (const YqLine *self, const YqNode *ancestor, const YqNode *node)
{
  if (ancestor->ply > node->ply)
    return FALSE;
  if (yq_line_has (self, node))
    return yq_line_at (self, ancestor->ply) == ancestor;
  while (node->ply > ancestor->ply)
    node = node->parent;
  return node == ancestor;
}

/* Duck chess ends on the board as it stands; xiangqi looks back, but never beyond the last capture,
 * because no position can come back over it. */
YqEnding
yq_line_judge (const YqLine *self, const YqRecord *record, const YqJudgeRules *rules)
{
  YqPosition start = self->position;
  unsigned ply = self->cursor->ply;
  g_autofree YqMove *moves = NULL;

  if (!record->ruleset->captain_may_be_taken)
    while (ply > 0 && g_array_index (self->undos, YqUndo, ply - 1).captured == YQ_EMPTY)
      {
        yq_position_take_back (&start, yq_line_at (self, ply)->move,
                               &g_array_index (self->undos, YqUndo, ply - 1));
        ply--;
      }
  moves = g_new (YqMove, self->cursor->ply - ply + 1);
  for (unsigned i = ply; i < self->cursor->ply; i++)
    moves[i - ply] = yq_line_at (self, i + 1)->move;
  return yq_judge_game (&start, ply == 0 ? record->start.quiet_plies : 0, moves,
                        self->cursor->ply - ply, rules);
}

void
yq_line_extend (YqLine *self)
{
  YqNode *last = yq_line_at (self, self->plies->len - 1);

  self->joined = MIN (self->joined, self->plies->len);
  for (last = last->child; last != NULL; last = last->child)
    g_ptr_array_add (self->plies, last);
}

void
yq_line_cut (YqLine *self, unsigned ply)
{
  for (guint i = ply + 1; i < self->plies->len; i++)
    g_ptr_array_add (self->left, yq_line_at (self, i));
  g_ptr_array_set_size (self->plies, (int) ply + 1);
}

void
yq_line_lead (YqLine *self, YqNode *node)
{
  YqNode *fork = node;
  unsigned ply = node->ply;

  if (yq_line_has (self, node))
    return;
  while (!yq_line_has (self, fork))
    fork = fork->parent;
  yq_line_cut (self, fork->ply);
  self->joined = MIN (self->joined, self->plies->len);
  g_ptr_array_set_size (self->plies, (int) ply + 1);
  for (; node != fork; node = node->parent)
    self->plies->pdata[node->ply] = node;
  yq_line_extend (self);
}

void
yq_line_go (YqLine *self, YqNode *target)
{
  YqNode *fork = target;

  while (fork->ply > self->cursor->ply || !yq_line_has (self, fork))
    fork = fork->parent;
  while (self->cursor != fork)
    {
      yq_position_take_back (&self->position, self->cursor->move,
                             &g_array_index (self->undos, YqUndo, self->cursor->ply - 1));
      self->cursor = self->cursor->parent;
    }
  g_array_set_size (self->undos, fork->ply);
  yq_line_lead (self, target);
  while (self->cursor != target)
    {
      YqUndo undo;

      self->cursor = yq_line_at (self, self->cursor->ply + 1);
      yq_position_play (&self->position, self->cursor->move, &undo);
      g_array_append_val (self->undos, undo);
    }
}

GPtrArray *
yq_line_take_left (YqLine *self, guint *joined)
{
  GPtrArray *left = self->left;

  *joined = self->joined;
  self->left = g_ptr_array_new ();
  self->joined = G_MAXUINT;
  return left;
}
