/* A small window for the comment on the move at the cursor.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "yq-game.h"

G_BEGIN_DECLS

#define YQ_TYPE_COMMENT_DIALOG (yq_comment_dialog_get_type ())
G_DECLARE_FINAL_TYPE (YqCommentDialog, yq_comment_dialog, YQ, COMMENT_DIALOG, GtkWindow)

GtkWindow *yq_comment_dialog_present (GtkWindow *parent, YqGame *game);

G_END_DECLS
