/* Many positions of one text: read and judged in a thread, listed in the main loop.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "yq-batch.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "yq-disk.h"
#include "yq-faults.h"
#include "yq-positions.h"
#include "yq-setup.h"

#define CHUNK 2048 /* positions handed over at a time */

/* All that is kept of a position; the rest is read from its text again when it is asked for. */
typedef struct
{
  gsize offset;
  guint32 length;
  guint32 line;
  guint8 kind; /* YqBatchKind */
} Entry;

/* A position */

struct _YqBatchItem
{
  GObject parent_instance;

  YqBatchKind kind;
  guint line;
  YqPosition position;

  /* Owned */
  char *text;
  char *fault;
};

G_DEFINE_FINAL_TYPE (YqBatchItem, yq_batch_item, G_TYPE_OBJECT)

static void
yq_batch_item_finalize (GObject *object)
{
  YqBatchItem *self = YQ_BATCH_ITEM (object);

  g_free (self->text);
  g_free (self->fault);
  G_OBJECT_CLASS (yq_batch_item_parent_class)->finalize (object);
}

static void
yq_batch_item_class_init (YqBatchItemClass *class)
{
  G_OBJECT_CLASS (class)->finalize = yq_batch_item_finalize;
}

static void
yq_batch_item_init (YqBatchItem *self)
{
}

YqBatchKind
yq_batch_item_get_kind (YqBatchItem *self)
{
  g_return_val_if_fail (YQ_IS_BATCH_ITEM (self), YQ_BATCH_UNREADABLE);
  return self->kind;
}

guint
yq_batch_item_get_line (YqBatchItem *self)
{
  g_return_val_if_fail (YQ_IS_BATCH_ITEM (self), 0);
  return self->line;
}

const char *
yq_batch_item_get_text (YqBatchItem *self)
{
  g_return_val_if_fail (YQ_IS_BATCH_ITEM (self), NULL);
  return self->text;
}

const char *
yq_batch_item_get_fault (YqBatchItem *self)
{
  g_return_val_if_fail (YQ_IS_BATCH_ITEM (self), NULL);
  return self->fault;
}

const YqPosition *
yq_batch_item_get_position (YqBatchItem *self)
{
  g_return_val_if_fail (YQ_IS_BATCH_ITEM (self), NULL);
  return self->kind == YQ_BATCH_UNREADABLE ? NULL : &self->position;
}

/* The list */

/* One reading of a text. */
typedef struct
{
  const YqRuleset *ruleset;
  GBytes *text;
} Reading;

struct _YqBatch
{
  GObject parent_instance;

  const YqRuleset *ruleset;
  YqBatchKind filter;
  gboolean from_one; /* ranks in the words for faults */
  gboolean reading;
  double progress;
  guint counts[YQ_BATCH_N_KINDS];

  /* Owned */
  GBytes *text;    /* NULL = none yet */
  GArray *entries; /* Entry: all */
  GArray *shown;   /* guint32: the entries that the filter lets through; unused while it lets all through */
  GCancellable *cancellable; /* of the reading under way */
};

enum
{
  PROP_0,
  PROP_PROGRESS,
  PROP_READING,
  PROP_FILTER,
  PROP_FROM_ONE,
  N_PROPS
};
static GParamSpec *properties[N_PROPS];

static void yq_batch_list_model_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (YqBatch, yq_batch, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, yq_batch_list_model_init))

const char *
yq_batch_kind_word (YqBatchKind kind)
{
  static const char *const words[] = {
    /* translators: verdicts on positions in a list */
    [YQ_BATCH_NONE] = N_("no check"),
    [YQ_BATCH_CHECK] = N_("check"),
    [YQ_BATCH_CHECKMATE] = N_("checkmate"),
    [YQ_BATCH_STALEMATE] = N_("stalemate"),
    [YQ_BATCH_IMPOSSIBLE] = N_("impossible"),
    [YQ_BATCH_UNREADABLE] = N_("unreadable"),
    [YQ_BATCH_ALL] = N_("all"),
  };

  return _(words[kind]);
}

static YqBatchKind
kind_of (YqPositionsReading reading, const YqExamination *examination)
{
  static const YqBatchKind kinds[] = {
    [YQ_VERDICT_NONE] = YQ_BATCH_NONE,
    [YQ_VERDICT_CHECK] = YQ_BATCH_CHECK,
    [YQ_VERDICT_CHECKMATE] = YQ_BATCH_CHECKMATE,
    [YQ_VERDICT_STALEMATE] = YQ_BATCH_STALEMATE,
  };

  if (reading == YQ_POSITIONS_FAULT)
    return YQ_BATCH_UNREADABLE;
  return examination->n_faults > 0 ? YQ_BATCH_IMPOSSIBLE : kinds[examination->verdict];
}

/* Reads an entry's text again. */
static YqPositionsReading
read_entry (const YqRuleset *ruleset, const char *text, const Entry *entry, YqPositionsItem *item)
{
  YqPositions positions;
  YqPositionsReading reading;

  yq_positions_init (&positions, ruleset, text + entry->offset, entry->length, TRUE);
  positions.line = entry->line;
  reading = yq_positions_next (&positions, item);
  return reading == YQ_POSITIONS_READ ? reading : YQ_POSITIONS_FAULT;
}

static char *
one_line (const char *text, gsize length)
{
  g_autofree char *valid = g_utf8_make_valid (text, (gssize) length);
  g_auto(GStrv) lines = g_strsplit_set (g_strdelimit (valid, "\t", ' '), "\r\n", -1);
  g_autoptr(GString) one = g_string_new (NULL);

  for (char **line = lines; *line != NULL; line++)
    if (*g_strstrip (*line) != '\0')
      g_string_append_printf (one, "%s%s", one->len > 0 ? " / " : "", *line);
  return g_strdup (one->str);
}

/* Why an entry is no position that can be played; NULL when it is one. */
static char *
fault_text (YqBatchKind kind, const YqPositionsItem *item, gboolean from_one)
{
  if (kind == YQ_BATCH_UNREADABLE)
    return yq_faults_record_text (&item->fault);
  if (kind == YQ_BATCH_IMPOSSIBLE)
    {
      YqFault faults[YQ_MAX_FAULTS];

      yq_position_faults (&item->fen.position, faults);
      return yq_setup_fault_text (&item->fen.position, &faults[0], from_one);
    }
  return NULL;
}

static const Entry *
get_entry (YqBatch *self, guint row)
{
  guint index = self->filter == YQ_BATCH_ALL ? row : g_array_index (self->shown, guint32, row);

  return &g_array_index (self->entries, Entry, index);
}

static GType
yq_batch_get_item_type (GListModel *list)
{
  return YQ_TYPE_BATCH_ITEM;
}

static guint
yq_batch_get_n_items (GListModel *list)
{
  YqBatch *self = YQ_BATCH (list);

  return self->filter == YQ_BATCH_ALL ? self->entries->len : self->shown->len;
}

static gpointer
yq_batch_get_item (GListModel *list, guint row)
{
  YqBatch *self = YQ_BATCH (list);
  g_autofree YqPositionsItem *read = NULL;
  YqBatchItem *item;
  const Entry *entry;
  const char *text;

  if (row >= yq_batch_get_n_items (list))
    return NULL;
  entry = get_entry (self, row);
  text = g_bytes_get_data (self->text, NULL);
  read = g_new0 (YqPositionsItem, 1);
  read_entry (self->ruleset, text, entry, read);
  item = g_object_new (YQ_TYPE_BATCH_ITEM, NULL);
  item->kind = (YqBatchKind) entry->kind;
  item->line = entry->line;
  item->position = read->fen.position;
  item->text = one_line (text + entry->offset, entry->length);
  item->fault = fault_text (item->kind, read, self->from_one);
  return item;
}

static void
yq_batch_list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = yq_batch_get_item_type;
  iface->get_n_items = yq_batch_get_n_items;
  iface->get_item = yq_batch_get_item;
}

guint
yq_batch_count (YqBatch *self, YqBatchKind kind)
{
  g_return_val_if_fail (YQ_IS_BATCH (self), 0);
  return kind == YQ_BATCH_ALL ? self->entries->len : self->counts[kind];
}

/* Lets through what is listed from first on. */
static void
filter_from (YqBatch *self, guint first)
{
  if (self->filter == YQ_BATCH_ALL)
    return;
  for (guint32 i = first; i < self->entries->len; i++)
    if (g_array_index (self->entries, Entry, i).kind == (guint8) self->filter)
      g_array_append_val (self->shown, i);
}

/* Reading */

static void
reading_free (gpointer data)
{
  Reading *reading = data;

  g_bytes_unref (reading->text);
  g_free (reading);
}

/* Entries on their way to the main loop. */
typedef struct
{
  GTask *task;
  GArray *entries;
  double progress;
} Chunk;

static void
chunk_free (gpointer data)
{
  Chunk *chunk = data;

  g_object_unref (chunk->task);
  g_array_unref (chunk->entries);
  g_free (chunk);
}

static gboolean
take_chunk_cb (gpointer data)
{
  Chunk *chunk = data;
  YqBatch *self = g_task_get_source_object (chunk->task);
  guint row = yq_batch_get_n_items (G_LIST_MODEL (self)), first = self->entries->len, added;

  /* Another text is being read, or this one no more. */
  if (g_task_get_cancellable (chunk->task) != self->cancellable || g_cancellable_is_cancelled (self->cancellable))
    return G_SOURCE_REMOVE;
  g_array_append_vals (self->entries, chunk->entries->data, chunk->entries->len);
  for (guint i = 0; i < chunk->entries->len; i++)
    self->counts[g_array_index (chunk->entries, Entry, i).kind]++;
  filter_from (self, first);
  added = yq_batch_get_n_items (G_LIST_MODEL (self)) - row;
  if (added > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), row, 0, added);
  self->progress = chunk->progress;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PROGRESS]);
  return G_SOURCE_REMOVE;
}

static GArray *
entries_new (void)
{
  return g_array_new (FALSE, FALSE, sizeof (Entry));
}

static void
send (GTask *task, GArray **entries, double progress)
{
  GSource *source = g_idle_source_new ();
  Chunk *chunk = g_new (Chunk, 1);

  *chunk = (Chunk){ g_object_ref (task), *entries, progress };
  *entries = entries_new ();
  g_source_set_callback (source, take_chunk_cb, chunk, chunk_free);
  g_source_attach (source, g_task_get_context (task));
  g_source_unref (source);
}

static void
read_run (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Reading *reading = data;
  gsize length;
  const char *text = g_bytes_get_data (reading->text, &length);
  g_autofree YqPositionsItem *item = g_new0 (YqPositionsItem, 1);
  g_autofree YqExamination *examination = g_new0 (YqExamination, 1);
  g_autoptr(GArray) entries = entries_new ();
  YqPositions positions;
  YqPositionsReading found;

  yq_positions_init (&positions, reading->ruleset, text, length, TRUE);
  while (!g_cancellable_is_cancelled (cancellable)
         && (found = yq_positions_next (&positions, item)) != YQ_POSITIONS_END)
    {
      Entry entry = { (gsize) (item->text - text), (guint32) item->length, item->line, 0 };

      if (found == YQ_POSITIONS_READ)
        yq_examine (&item->fen.position, examination);
      entry.kind = (guint8) kind_of (found, examination);
      g_array_append_val (entries, entry);
      if (entries->len == CHUNK)
        send (task, &entries, (double) (positions.next - text) / (double) length);
    }
  send (task, &entries, 1);
  if (!g_task_return_error_if_cancelled (task))
    g_task_return_boolean (task, TRUE);
}

/* After the last chunk: both come in the order in which they were sent. */
static void
read_done_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  YqBatch *self = YQ_BATCH (source);
  g_autoptr(GTask) task = user_data;
  GError *error = NULL;

  if (g_task_get_cancellable (G_TASK (result)) == self->cancellable)
    {
      self->reading = FALSE;
      g_object_notify_by_pspec (source, properties[PROP_READING]);
    }
  if (g_task_propagate_boolean (G_TASK (result), &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

void
yq_batch_cancel (YqBatch *self)
{
  g_return_if_fail (YQ_IS_BATCH (self));
  g_cancellable_cancel (self->cancellable);
}

/* An empty list, of this text. */
static void
reset (YqBatch *self, GBytes *text)
{
  guint n = yq_batch_get_n_items (G_LIST_MODEL (self));

  g_array_set_size (self->shown, 0);
  g_array_set_size (self->entries, 0);
  memset (self->counts, 0, sizeof self->counts);
  g_clear_pointer (&self->text, g_bytes_unref);
  self->text = g_bytes_ref (text);
  if (n > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), 0, n, 0);
}

void
yq_batch_read_async (YqBatch *self, GBytes *text, GAsyncReadyCallback callback, gpointer user_data)
{
  Reading *reading;
  g_autoptr(GTask) run = NULL;
  GTask *task;

  g_return_if_fail (YQ_IS_BATCH (self));
  g_return_if_fail (text != NULL);

  g_cancellable_cancel (self->cancellable);
  g_object_unref (self->cancellable);
  self->cancellable = g_cancellable_new ();
  reset (self, text);
  self->progress = 0;
  self->reading = TRUE;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PROGRESS]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_READING]);

  reading = g_new (Reading, 1);
  *reading = (Reading){ self->ruleset, g_bytes_ref (text) };
  task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (task, yq_batch_read_async);
  run = g_task_new (self, self->cancellable, read_done_cb, task);
  g_task_set_priority (run, G_PRIORITY_DEFAULT_IDLE);
  g_task_set_task_data (run, reading, reading_free);
  yq_disk_run_task (run, read_run);
}

gboolean
yq_batch_read_finish (YqBatch *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  return g_task_propagate_boolean (G_TASK (result), error);
}

/* Exporting */

typedef struct
{
  const YqRuleset *ruleset;
  GBytes *text;
  GArray *entries;
  YqBatchKind filter;
  GFile *file;
} Export;

static void
export_free (gpointer data)
{
  Export *self = data;

  g_bytes_unref (self->text);
  g_array_unref (self->entries);
  g_object_unref (self->file);
  g_free (self);
}

static void
append_field (GString *out, gboolean csv, const char *field)
{
  if (!csv || strpbrk (field, ",\"") == NULL)
    {
      g_string_append (out, field);
      return;
    }
  g_string_append_c (out, '"');
  for (; *field != '\0'; field++)
    {
      if (*field == '"')
        g_string_append_c (out, '"');
      g_string_append_c (out, *field);
    }
  g_string_append_c (out, '"');
}

static void
append_replies (GString *out, const YqPosition *pos, const YqExamination *examination)
{
  for (gsize i = 0; i < examination->n_replies; i++)
    {
      char move[YQ_MOVE_TEXT_MAX];

      yq_move_write (pos, examination->replies[i], YQ_NOTATION_COORDINATES, move);
      g_string_append_printf (out, "%s%s", i > 0 ? " " : "", move);
    }
}

static void
append_entry (const Export *self, GString *out, gboolean csv, const Entry *entry, YqPositionsItem *item,
              YqExamination *examination)
{
  /* For programs, which read what yaqi-cli check writes. */
  static const char *const verdicts[] = {
    [YQ_BATCH_NONE] = "none",
    [YQ_BATCH_CHECK] = "check",
    [YQ_BATCH_CHECKMATE] = "checkmate",
    [YQ_BATCH_STALEMATE] = "stalemate",
    [YQ_BATCH_IMPOSSIBLE] = "illegal",
    [YQ_BATCH_UNREADABLE] = "unreadable",
  };
  const char *text = g_bytes_get_data (self->text, NULL);
  const char *separator = csv ? "," : "\t";
  g_autofree char *position = one_line (text + entry->offset, entry->length), *fault = NULL;

  read_entry (self->ruleset, text, entry, item);
  fault = fault_text ((YqBatchKind) entry->kind, item, FALSE);
  if (csv)
    g_string_append_printf (out, "%u,", entry->line);
  append_field (out, csv, position);
  g_string_append_printf (out, "%s%s%s", separator, verdicts[entry->kind], separator);
  if (fault == NULL)
    {
      yq_examine (&item->fen.position, examination);
      append_replies (out, &item->fen.position, examination);
    }
  if (csv)
    g_string_append (out, separator);
  if (fault != NULL)
    append_field (out, csv, fault);
  g_string_append_c (out, '\n');
}

static void
export_run (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Export *self = data;
  g_autofree char *name = g_file_get_basename (self->file);
  g_autofree char *path = g_file_is_native (self->file) ? g_file_get_path (self->file) : NULL;
  g_autofree YqPositionsItem *item = g_new0 (YqPositionsItem, 1);
  g_autofree YqExamination *examination = g_new0 (YqExamination, 1);
  g_autoptr(GString) out = g_string_new (NULL);
  gboolean csv = g_str_has_suffix (name, ".csv"), saved;
  GError *error = NULL;

  if (csv)
    g_string_append (out, "line,position,verdict,replies,fault\n");
  for (guint i = 0; i < self->entries->len && !g_cancellable_is_cancelled (cancellable); i++)
    {
      const Entry *entry = &g_array_index (self->entries, Entry, i);

      if (self->filter == YQ_BATCH_ALL || entry->kind == (guint8) self->filter)
        append_entry (self, out, csv, entry, item, examination);
    }
  if (g_task_return_error_if_cancelled (task))
    return;
  if (path != NULL)
    saved = yq_disk_replace (path, out->str, out->len, cancellable, &error);
  else
    saved = g_file_replace_contents (self->file, out->str, out->len, NULL, FALSE, G_FILE_CREATE_NONE, NULL,
                                     cancellable, &error);
  if (saved)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

void
yq_batch_export_async (YqBatch *self, GFile *file, GCancellable *cancellable, GAsyncReadyCallback callback,
                       gpointer user_data)
{
  g_autoptr(GTask) task = NULL;
  g_autoptr(GBytes) nothing = NULL;
  Export *export;

  g_return_if_fail (YQ_IS_BATCH (self));
  g_return_if_fail (G_IS_FILE (file));

  nothing = g_bytes_new_static ("", 0);
  export = g_new (Export, 1);
  *export = (Export){ self->ruleset, g_bytes_ref (self->text != NULL ? self->text : nothing),
                      g_array_copy (self->entries), self->filter, g_object_ref (file) };
  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_task_data (task, export, export_free);
  yq_disk_run_task (task, export_run);
}

gboolean
yq_batch_export_finish (YqBatch *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  return g_task_propagate_boolean (G_TASK (result), error);
}

/* The object */

static void
set_filter (YqBatch *self, YqBatchKind filter)
{
  guint before = yq_batch_get_n_items (G_LIST_MODEL (self)), after;

  if (self->filter == filter)
    return;
  self->filter = filter;
  g_array_set_size (self->shown, 0);
  filter_from (self, 0);
  after = yq_batch_get_n_items (G_LIST_MODEL (self));
  if (before > 0 || after > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), 0, before, after);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FILTER]);
}

static void
set_from_one (YqBatch *self, gboolean from_one)
{
  guint n = yq_batch_get_n_items (G_LIST_MODEL (self));

  if (self->from_one == from_one)
    return;
  self->from_one = from_one;
  /* Items are made anew. */
  if (n > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), 0, n, n);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FROM_ONE]);
}

static void
yq_batch_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  YqBatch *self = YQ_BATCH (object);

  switch (id)
    {
    case PROP_PROGRESS:
      g_value_set_double (value, self->progress);
      break;
    case PROP_READING:
      g_value_set_boolean (value, self->reading);
      break;
    case PROP_FILTER:
      g_value_set_int (value, (int) self->filter);
      break;
    case PROP_FROM_ONE:
      g_value_set_boolean (value, self->from_one);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
yq_batch_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_FILTER:
      set_filter (YQ_BATCH (object), (YqBatchKind) g_value_get_int (value));
      break;
    case PROP_FROM_ONE:
      set_from_one (YQ_BATCH (object), g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
yq_batch_finalize (GObject *object)
{
  YqBatch *self = YQ_BATCH (object);

  g_array_unref (self->entries);
  g_array_unref (self->shown);
  g_clear_pointer (&self->text, g_bytes_unref);
  g_object_unref (self->cancellable);
  G_OBJECT_CLASS (yq_batch_parent_class)->finalize (object);
}

static void
yq_batch_class_init (YqBatchClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  const GParamFlags readable = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = yq_batch_get_property;
  object_class->set_property = yq_batch_set_property;
  object_class->finalize = yq_batch_finalize;
  properties[PROP_PROGRESS] = g_param_spec_double ("progress", NULL, NULL, 0, 1, 0, readable);
  properties[PROP_READING] = g_param_spec_boolean ("reading", NULL, NULL, FALSE, readable);
  properties[PROP_FILTER] = g_param_spec_int ("filter", NULL, NULL, 0, YQ_BATCH_ALL, YQ_BATCH_ALL,
                                              readable | G_PARAM_WRITABLE);
  properties[PROP_FROM_ONE] = g_param_spec_boolean ("from-one", NULL, NULL, FALSE, readable | G_PARAM_WRITABLE);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
yq_batch_init (YqBatch *self)
{
  self->filter = YQ_BATCH_ALL;
  self->entries = entries_new ();
  self->shown = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->cancellable = g_cancellable_new ();
}

YqBatch *
yq_batch_new (const YqRuleset *ruleset)
{
  YqBatch *self = g_object_new (YQ_TYPE_BATCH, NULL);

  self->ruleset = ruleset;
  return self;
}
