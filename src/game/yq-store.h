/* Games on disk: load, save with etags.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "yq-record.h"

G_BEGIN_DECLS

#define YQ_STORE_ERROR (yq_store_error_quark ())
GQuark yq_store_error_quark (void);
typedef enum
{
  YQ_STORE_ERROR_UNREADABLE, /* no game: the message has line, column and what was expected */
  YQ_STORE_ERROR_TOO_LARGE,  /* beyond 64 MiB */
  YQ_STORE_ERROR_NOT_A_FILE, /* a folder, a device, a pipe */
  YQ_STORE_ERROR_CHANGED,    /* not the file that was opened: ask, then save with etag NULL */
} YqStoreError;

typedef enum
{
  YQ_FORMAT_PGN,
  YQ_FORMAT_CONTEST, /* duck chess command list */
  YQ_FORMAT_SEVERAL, /* PGN of several games, the first was read; never written, to keep the rest */
} YqFormat;

/* Reads a file in any format we know, up to 64 MiB; never blocks the caller's thread, parsing
 * included. fallback: the game of a text that names none. */
void yq_store_load_async (GFile *file, const YqRuleset *fallback, GCancellable *cancellable,
                          GAsyncReadyCallback callback, gpointer user_data);
/* The record (transfer full), its etag and format; NULL and error otherwise. */
YqRecord *yq_store_load_finish (GAsyncResult *result, char **etag, YqFormat *format,
                                GError **error);

/* Writes the record as it is now (serialised before this returns, so play goes on). Afterwards the
 * file is the new one, or the old one as it was; its permissions are kept and symbolic links
 * followed. etag: of the file as opened or last saved (YQ_STORE_ERROR_CHANGED when it has another
 * by now); NULL = do not ask. G_IO_ERROR_NOT_SUPPORTED: the format cannot hold the game. */
void yq_store_save_async (const YqRecord *record, YqFormat format, YqNotation notation, GFile *file,
                          const char *etag, GCancellable *cancellable, GAsyncReadyCallback callback,
                          gpointer user_data);
gboolean yq_store_save_finish (GAsyncResult *result, char **new_etag, GError **error);

G_END_DECLS
