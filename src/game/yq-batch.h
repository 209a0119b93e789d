/* Many positions of one text, judged: a list that grows while a thread reads.
 *
 * A GListModel of YqBatchItem: all positions, or those of one verdict ("filter").
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "yq-position.h"

G_BEGIN_DECLS

typedef enum
{
  YQ_BATCH_NONE,       /* no check */
  YQ_BATCH_CHECK,      /* check, not mate */
  YQ_BATCH_CHECKMATE,
  YQ_BATCH_STALEMATE,
  YQ_BATCH_IMPOSSIBLE, /* has faults */
  YQ_BATCH_UNREADABLE, /* is no position */
  YQ_BATCH_N_KINDS,
  YQ_BATCH_ALL = YQ_BATCH_N_KINDS, /* as a filter */
} YqBatchKind;

/* One position, made when it is asked for; immutable. */
#define YQ_TYPE_BATCH_ITEM (yq_batch_item_get_type ())
G_DECLARE_FINAL_TYPE (YqBatchItem, yq_batch_item, YQ, BATCH_ITEM, GObject)

YqBatchKind yq_batch_item_get_kind (YqBatchItem *self);
guint yq_batch_item_get_line (YqBatchItem *self);        /* of the text, from 1 */
const char *yq_batch_item_get_text (YqBatchItem *self);  /* as it stands in the text, on one line */
const char *yq_batch_item_get_fault (YqBatchItem *self); /* why it is unreadable or impossible, translated; or NULL */
/* NULL when it is unreadable. */
const YqPosition *yq_batch_item_get_position (YqBatchItem *self);

/* Properties: "progress" (double, read-only: how much of the text is read, 0 to 1), "reading" (boolean, read-only),
 * "filter" (int, YqBatchKind), "from-one" (boolean: the words for faults count ranks from 1, as UCI does). */
#define YQ_TYPE_BATCH (yq_batch_get_type ())
G_DECLARE_FINAL_TYPE (YqBatch, yq_batch, YQ, BATCH, GObject)

/* An empty list. */
YqBatch *yq_batch_new (const YqRuleset *ruleset);

/* Lists the positions of a text in place of what was listed. Any number of bytes, in any state; the list grows while
 * the main loop runs. callback comes when all are listed; after a cancellation those read so far stay. A reading under
 * way is cancelled. */
void yq_batch_read_async (YqBatch *self, GBytes *text, GAsyncReadyCallback callback, gpointer user_data);
gboolean yq_batch_read_finish (YqBatch *self, GAsyncResult *result, GError **error);
/* Ends the reading at once. */
void yq_batch_cancel (YqBatch *self);

/* How many positions were listed with this verdict, or YQ_BATCH_ALL; whatever the filter. */
guint yq_batch_count (YqBatch *self, YqBatchKind kind);
/* The translated word for a verdict, or YQ_BATCH_ALL. Static. */
const char *yq_batch_kind_word (YqBatchKind kind);

/* Writes what the list shows, a line each: position, verdict as yaqi-cli calls it, replies or fault, separated by
 * tabs, or as CSV with a head when the file's name ends in .csv; always with ranks from 0. All work is done in a thread of its own; the file is
 * whole afterwards, or as it was. */
void yq_batch_export_async (YqBatch *self, GFile *file, GCancellable *cancellable, GAsyncReadyCallback callback,
                            gpointer user_data);
gboolean yq_batch_export_finish (YqBatch *self, GAsyncResult *result, GError **error);

G_END_DECLS
