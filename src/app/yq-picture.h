/* A position as a picture, for files and for the clipboard.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gdk/gdk.h>

#include "yq-paint.h"

G_BEGIN_DECLS

typedef struct
{
  YqPosition position;
  YqMarks marks;
  YqStyle style;
  bool flipped;
} YqPicture;

/* Draws the picture (copied) and writes it, in a thread of its own, as the file's name ends: .svg or
 * .png; with any other name nothing is written (G_IO_ERROR_INVALID_FILENAME). The file is the task's
 * source object. */
void yq_picture_save_async (const YqPicture *picture, GFile *file, GCancellable *cancellable,
                            GAsyncReadyCallback callback, gpointer user_data);
gboolean yq_picture_save_finish (GAsyncResult *result, GError **error);

/* The picture as it would be in a PNG file. (transfer full) */
GdkTexture *yq_picture_new_texture (const YqPicture *picture);

G_END_DECLS
