/* The rows of the log: a sequence of turns and comments, kept in step with the tree.
 *
 * A row is found by the ply that leads it (red's, or blue's where a line begins with blue) in
 * constant time, and knows its place in O(log n), because the rows are a balanced tree (GSequence).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "yq-log.h"

struct _YqLogRow
{
  GObject parent_instance;

  /* Borrowed; log and iter are NULL when the row is no longer listed */
  YqLog *log;
  GSequenceIter *iter;
  YqNode *node[2]; /* by side; both NULL in a comment row */
  YqNode *subject; /* whose comment it is; NULL in a turn's row */

  unsigned depth, number;
};

struct _YqLog
{
  GObject parent_instance;

  /* Borrowed; NULL once the game has gone */
  YqGame *game;

  /* Owned */
  GSequence *rows;     /* (owned) YqLogRow */
  GHashTable *turns;   /* leading YqNode -> (borrowed) YqLogRow */
  GHashTable *remarks; /* YqNode -> (borrowed) YqLogRow of its comment */
  GHashTable *plies;   /* YqNode -> (owned) YqPly, of those that somebody asked for */
};

static YqPly *log_get_ply (YqLog *self, YqNode *node);

/* Rows */

enum
{
  PROP_0,
  PROP_NUMBER,
  PROP_DEPTH,
  PROP_RED,
  PROP_BLUE,
  PROP_COMMENT,
  PROP_SUBJECT,
  N_PROPS
};
static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (YqLogRow, yq_log_row, G_TYPE_OBJECT)

static void
yq_log_row_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  YqLogRow *self = YQ_LOG_ROW (object);

  switch (id)
    {
    case PROP_NUMBER:
      g_value_set_uint (value, self->number);
      break;
    case PROP_DEPTH:
      g_value_set_uint (value, self->depth);
      break;
    case PROP_RED:
    case PROP_BLUE:
      g_value_set_object (value,
                          log_get_ply (self->log, self->node[id == PROP_RED ? YQ_RED : YQ_BLUE]));
      break;
    case PROP_COMMENT:
      g_value_set_string (value, self->subject != NULL ? self->subject->comment : NULL);
      break;
    case PROP_SUBJECT:
      g_value_set_object (value, log_get_ply (self->log, self->subject));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

/* Gives the ply of a side to a row that stays. */
static void
row_set_node (YqLogRow *self, YqSide side, YqNode *node)
{
  if (self->node[side] == node)
    return;
  self->node[side] = node;
  g_object_notify_by_pspec (G_OBJECT (self), properties[side == YQ_RED ? PROP_RED : PROP_BLUE]);
}

/* The row is no longer listed: whoever still holds it sees an empty one, and no node through it. */
static void
row_let_go (YqLogRow *self)
{
  self->node[YQ_RED] = self->node[YQ_BLUE] = self->subject = NULL;
  self->log = NULL;
  self->iter = NULL;
}

static void
yq_log_row_class_init (YqLogRowClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = yq_log_row_get_property;
  properties[PROP_NUMBER] = g_param_spec_uint ("number", NULL, NULL, 0, G_MAXUINT, 0, flags);
  properties[PROP_DEPTH] = g_param_spec_uint ("depth", NULL, NULL, 0, G_MAXUINT, 0, flags);
  properties[PROP_RED] = g_param_spec_object ("red", NULL, NULL, YQ_TYPE_PLY, flags);
  properties[PROP_BLUE] = g_param_spec_object ("blue", NULL, NULL, YQ_TYPE_PLY, flags);
  properties[PROP_COMMENT] = g_param_spec_string ("comment", NULL, NULL, NULL, flags);
  properties[PROP_SUBJECT] = g_param_spec_object ("subject", NULL, NULL, YQ_TYPE_PLY, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
yq_log_row_init (YqLogRow *self)
{
}

/* The list */

static void yq_log_list_model_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (YqLog, yq_log, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, yq_log_list_model_init))

static GType
yq_log_get_item_type (GListModel *model)
{
  return YQ_TYPE_LOG_ROW;
}

static guint
yq_log_get_n_items (GListModel *model)
{
  return (guint) g_sequence_get_length (YQ_LOG (model)->rows);
}

static gpointer
yq_log_get_item (GListModel *model, guint position)
{
  YqLog *self = YQ_LOG (model);

  if (position >= (guint) g_sequence_get_length (self->rows))
    return NULL;
  return g_object_ref (g_sequence_get (g_sequence_get_iter_at_pos (self->rows, (int) position)));
}

static void
yq_log_list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = yq_log_get_item_type;
  iface->get_n_items = yq_log_get_n_items;
  iface->get_item = yq_log_get_item;
}

static void
row_unlist (gpointer row)
{
  row_let_go (row);
  g_object_unref (row);
}

static void
ply_unlist (gpointer ply)
{
  yq_ply_let_go (ply);
  g_object_unref (ply);
}

static void
yq_log_finalize (GObject *object)
{
  YqLog *self = YQ_LOG (object);

  g_sequence_free (self->rows);
  g_hash_table_unref (self->turns);
  g_hash_table_unref (self->remarks);
  g_hash_table_unref (self->plies);
  G_OBJECT_CLASS (yq_log_parent_class)->finalize (object);
}

static void
yq_log_class_init (YqLogClass *class)
{
  G_OBJECT_CLASS (class)->finalize = yq_log_finalize;
}

static void
yq_log_init (YqLog *self)
{
  self->rows = g_sequence_new (row_unlist);
  self->turns = g_hash_table_new (NULL, NULL);
  self->remarks = g_hash_table_new (NULL, NULL);
  self->plies = g_hash_table_new_full (NULL, NULL, NULL, ply_unlist);
}

YqLog *
yq_log_new (YqGame *game)
{
  YqLog *self = g_object_new (YQ_TYPE_LOG, NULL);

  self->game = game;
  return self;
}

/* Where a row belongs */

static YqSide
mover (YqLog *self, const YqNode *node)
{
  const YqRecord *record = yq_game_get_record (self->game);

  return (YqSide) ((record->start.position.turn + node->ply - 1) % 2);
}

static unsigned
turn_number (YqLog *self, const YqNode *node)
{
  const YqRecord *record = yq_game_get_record (self->game);

  return record->start.move_number + (record->start.position.turn + node->ply - 1) / 2;
}

/* The row of a ply; NULL for the root and for plies that are not in the tree. */
static YqLogRow *
find_turn (YqLog *self, const YqNode *node)
{
  YqLogRow *row = NULL;
  YqSide side;

  if (node->parent == NULL)
    return NULL;
  side = mover (self, node);
  if (side == YQ_BLUE)
    row = g_hash_table_lookup (self->turns, node->parent);
  if (row == NULL || row->node[side] != node)
    row = g_hash_table_lookup (self->turns, node);
  return row != NULL && row->node[side] == node ? row : NULL;
}

/* A ply is the same object as long as it is in the tree. None for the root, or in a row without. */
static YqPly *
log_get_ply (YqLog *self, YqNode *node)
{
  YqPly *ply;

  if (node == NULL || node->parent == NULL)
    return NULL;
  ply = g_hash_table_lookup (self->plies, node);
  if (ply == NULL)
    {
      ply = yq_ply_new (self->game, node);
      g_hash_table_insert (self->plies, node, ply);
    }
  return ply;
}

/* The rows that the tree asks for, in order */

typedef struct
{
  YqNode *node[2];
  YqNode *subject;
  unsigned depth;
} Entry;

typedef struct
{
  YqNode *node;
  unsigned depth;
} Line; /* a line that goes on from node */

static YqNode *
lead (YqNode *const node[2])
{
  return node[YQ_RED] != NULL ? node[YQ_RED] : node[YQ_BLUE];
}

static void
add_comment (GArray *entries, YqNode *node, unsigned depth)
{
  if (node != NULL && node->comment != NULL)
    g_array_append_vals (entries, &(Entry) { .subject = node, .depth = depth }, 1);
}

/* The lines that replace node come next, the first of them first. */
static void
add_variations (GArray *lines, const YqNode *node, unsigned depth)
{
  guint first = lines->len;

  if (node == NULL || node != node->parent->child)
    return;
  for (YqNode *other = node->next; other != NULL; other = other->next)
    g_array_append_vals (lines, &(Line) { other, depth + 1 }, 1);
  for (guint i = first, j = lines->len; i + 1 < j; i++)
    {
      Line line = g_array_index (lines, Line, i);

      g_array_index (lines, Line, i) = g_array_index (lines, Line, --j);
      g_array_index (lines, Line, j) = line;
    }
}

/* Lines yet to be listed are kept in a stack of our own: a file may nest as deep as it likes. */
static GArray *
list_entries (YqLog *self)
{
  const YqRecord *record = yq_game_get_record (self->game);
  GArray *entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  g_autoptr(GArray) lines = g_array_new (FALSE, FALSE, sizeof (Line));

  add_comment (entries, record->root, 0);
  g_array_append_vals (lines, &(Line) { record->root->child, 0 }, 1);
  while (lines->len > 0)
    {
      Line line = g_array_index (lines, Line, lines->len - 1);
      Entry turn = { .depth = line.depth };
      YqNode *last = line.node;

      g_array_set_size (lines, lines->len - 1);
      if (line.node == NULL)
        continue;
      turn.node[mover (self, line.node)] = line.node;
      if (turn.node[YQ_RED] != NULL && line.node->child != NULL)
        last = turn.node[YQ_BLUE] = line.node->child;
      g_array_append_val (entries, turn);
      add_comment (entries, turn.node[YQ_RED], line.depth);
      add_comment (entries, turn.node[YQ_BLUE], line.depth);
      g_array_append_vals (lines, &(Line) { last->child, line.depth }, 1);
      add_variations (lines, turn.node[YQ_BLUE], line.depth);
      add_variations (lines, turn.node[YQ_RED], line.depth);
    }
  return entries;
}

/* Changes */

static gboolean
row_is (YqLogRow *row, const Entry *entry)
{
  return row->subject == entry->subject && lead (row->node) == lead (entry->node);
}

/* Notes the plies that a row had: they may have left the tree. */
static void
note_plies (YqLogRow *row, GPtrArray *nodes)
{
  for (int side = YQ_RED; side <= YQ_BLUE; side++)
    if (row->node[side] != NULL)
      g_ptr_array_add (nodes, row->node[side]);
}

/* Makes a row that stays show what it must; its notifications wait in told until all is right. */
static void
row_update (YqLogRow *row, const Entry *entry, GPtrArray *told, GPtrArray *nodes)
{
  if (row->node[YQ_RED] == entry->node[YQ_RED] && row->node[YQ_BLUE] == entry->node[YQ_BLUE]
      && row->depth == entry->depth)
    return;
  g_object_freeze_notify (G_OBJECT (row));
  g_ptr_array_add (told, g_object_ref (row));
  note_plies (row, nodes);
  row_set_node (row, YQ_RED, entry->node[YQ_RED]);
  row_set_node (row, YQ_BLUE, entry->node[YQ_BLUE]);
  if (row->depth != entry->depth)
    {
      row->depth = entry->depth;
      g_object_notify_by_pspec (G_OBJECT (row), properties[PROP_DEPTH]);
    }
}

/* A new row before the given place. */
static YqLogRow *
insert_row (YqLog *self, GSequenceIter *before, const Entry *entry)
{
  YqLogRow *row = g_object_new (YQ_TYPE_LOG_ROW, NULL);
  YqNode *leader = lead (entry->node);

  row->log = self;
  row->iter = g_sequence_insert_before (before, row);
  row->node[YQ_RED] = entry->node[YQ_RED];
  row->node[YQ_BLUE] = entry->node[YQ_BLUE];
  row->subject = entry->subject;
  row->depth = entry->depth;
  row->number = leader != NULL ? turn_number (self, leader) : 0;
  if (leader != NULL)
    g_hash_table_insert (self->turns, leader, row);
  else
    g_hash_table_insert (self->remarks, row->subject, row);
  return row;
}

static void
items_changed (YqLog *self, guint position, guint removed, guint added)
{
  if (removed > 0 || added > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), position, removed, added);
}

static void
clear (YqLog *self)
{
  g_hash_table_remove_all (self->turns);
  g_hash_table_remove_all (self->remarks);
  g_hash_table_remove_all (self->plies);
  g_sequence_remove_range (g_sequence_get_begin_iter (self->rows),
                           g_sequence_get_end_iter (self->rows));
}

void
yq_log_close (YqLog *self)
{
  guint n_rows = yq_log_get_n_items (G_LIST_MODEL (self));

  clear (self);
  self->game = NULL;
  items_changed (self, 0, n_rows, 0);
}

void
yq_log_reset (YqLog *self)
{
  guint n_old = yq_log_get_n_items (G_LIST_MODEL (self));
  g_autoptr(GArray) entries = list_entries (self);

  clear (self);
  for (guint i = 0; i < entries->len; i++)
    insert_row (self, g_sequence_get_end_iter (self->rows), &g_array_index (entries, Entry, i));
  items_changed (self, 0, n_old, entries->len);
}

void
yq_log_append (YqLog *self, YqNode *node)
{
  YqSide side = mover (self, node);
  YqLogRow *row = find_turn (self, node->parent);
  GSequenceIter *end = g_sequence_get_end_iter (self->rows);
  Entry entry = { .depth = row != NULL ? row->depth : 0 };

  if (row != NULL && side == YQ_BLUE)
    {
      row_set_node (row, YQ_BLUE, node);
      return;
    }
  if (row != NULL)
    {
      /* The new turn comes after the comments of the one before and what replaces its plies. */
      GSequenceIter *iter = g_sequence_iter_next (row->iter);
      YqLogRow *other;

      while (
        iter != end
        && (other = g_sequence_get (iter), other->subject != NULL || other->depth > row->depth))
        iter = g_sequence_iter_next (iter);
      end = iter;
    }
  entry.node[side] = node;
  row = insert_row (self, end, &entry);
  items_changed (self, (guint) g_sequence_iter_get_position (row->iter), 0, 1);
}

void
yq_log_sync (YqLog *self)
{
  g_autoptr(GArray) entries = list_entries (self);
  g_autoptr(GPtrArray) told = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr(GPtrArray) nodes = g_ptr_array_new ();
  GSequenceIter *first = g_sequence_get_begin_iter (self->rows);
  GSequenceIter *last = g_sequence_get_end_iter (self->rows);
  guint n_rows = (guint) g_sequence_get_length (self->rows);
  guint from = 0, n_same = 0, n_new;

  while (from < MIN (n_rows, entries->len)
         && row_is (g_sequence_get (first), &g_array_index (entries, Entry, from)))
    {
      row_update (g_sequence_get (first), &g_array_index (entries, Entry, from++), told, nodes);
      first = g_sequence_iter_next (first);
    }
  while (n_same < MIN (n_rows, entries->len) - from
         && row_is (g_sequence_get (g_sequence_iter_prev (last)),
                    &g_array_index (entries, Entry, entries->len - n_same - 1)))
    {
      last = g_sequence_iter_prev (last);
      row_update (g_sequence_get (last), &g_array_index (entries, Entry, entries->len - ++n_same),
                  told, nodes);
    }
  n_new = entries->len - from - n_same;

  for (GSequenceIter *iter = first; iter != last; iter = g_sequence_iter_next (iter))
    {
      YqLogRow *row = g_sequence_get (iter);

      note_plies (row, nodes);
      if (row->subject != NULL)
        g_hash_table_remove (self->remarks, row->subject);
      else
        g_hash_table_remove (self->turns, lead (row->node));
    }
  g_sequence_remove_range (first, last);
  for (guint i = 0; i < n_new; i++)
    insert_row (self, last, &g_array_index (entries, Entry, from + i));
  for (guint i = 0; i < nodes->len; i++)
    if (find_turn (self, nodes->pdata[i]) == NULL)
      g_hash_table_remove (self->plies, nodes->pdata[i]);

  items_changed (self, from, n_rows - from - n_same, n_new);
  for (guint i = 0; i < told->len; i++)
    g_object_thaw_notify (told->pdata[i]);
}

guint
yq_log_get_row (YqLog *self, const YqNode *node)
{
  YqLogRow *row = find_turn (self, node);

  return row != NULL ? (guint) g_sequence_iter_get_position (row->iter) : G_MAXUINT;
}

void
yq_log_ply_changed (YqLog *self, const YqNode *node, YqPlyChange change)
{
  YqPly *ply = g_hash_table_lookup (self->plies, node);
  YqLogRow *remark = change == YQ_PLY_COMMENT ? g_hash_table_lookup (self->remarks, node) : NULL;

  if (ply != NULL)
    yq_ply_changed (ply, change);
  if (remark != NULL)
    g_object_notify_by_pspec (G_OBJECT (remark), properties[PROP_COMMENT]);
}

void
yq_log_all_changed (YqLog *self, YqPlyChange change)
{
  g_autoptr(GList) plies = g_hash_table_get_values (self->plies);

  for (GList *item = plies; item != NULL; item = item->next)
    yq_ply_changed (item->data, change);
}
