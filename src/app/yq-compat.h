/* The only file that asks which GTK it is built with: what changed after GTK 4.8.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "yq-board.h"

G_BEGIN_DECLS

/* Speaks a sentence to a screen reader. */
void yq_announce (YqBoard *board, const char *text);

typedef enum
{
  YQ_FILE_OPEN,
  YQ_FILE_SAVE,
} YqFileMode;

/* A kind of file offered in the dialog. */
typedef struct
{
  const char *name; /* translated */
  const char *suffix; /* "pgn"; NULL = all files */
} YqFileKind;

/* Shows window over parent (nullable), and ends it with that. */
void yq_follow_parent (GtkWindow *window, GtkWindow *parent);

/* Asks for a file. kinds ends with a NULL name; folder and name (of a file to save) may be NULL. */
void yq_choose_file_async (GtkWindow *parent, YqFileMode mode, const char *title,
                           const YqFileKind *kinds, GFile *folder, const char *name,
                           GCancellable *cancellable, GAsyncReadyCallback callback,
                           gpointer user_data);
/* (transfer full); NULL and G_IO_ERROR_CANCELLED when the dialog was dismissed. */
GFile *yq_choose_file_finish (GAsyncResult *result, GError **error);

/* Asks a question. buttons: translated labels, NULL at the end; the first is the answer of Escape,
 * the last the one of Enter. */
void yq_ask_async (GtkWindow *parent, const char *message, const char *detail,
                   const char *const *buttons, GCancellable *cancellable,
                   GAsyncReadyCallback callback, gpointer user_data);
/* The number of the button; 0 when the dialog was dismissed. */
int yq_ask_finish (GAsyncResult *result);

G_END_DECLS
