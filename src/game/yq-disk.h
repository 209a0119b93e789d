/* Whole files on disk; inside of the game floor.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Puts new content into a file, existing or new: either all of it is there afterwards, on the disk,
 * or the old file as it was (G_IO_ERROR). Keeps permissions and owner and follows symbolic links.
 * Blocks. */
gboolean yq_disk_replace (const char *path, const char *data, gsize length,
                          GCancellable *cancellable, GError **error);

/* Runs func in a thread of its own, which ends with it: a slow disk holds up nobody else. func
 * returns through the task. */
void yq_disk_run_task (GTask *task, GTaskThreadFunc func);

G_END_DECLS
