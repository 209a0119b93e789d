/* The rows of the log, of which only those in view are widgets.
 *
 * GtkListView keeps the widgets of two hundred rows, which takes several frames to make; a long
 * game is to open within one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define YQ_TYPE_LOG_LIST (yq_log_list_get_type ())
G_DECLARE_FINAL_TYPE (YqLogList, yq_log_list, YQ, LOG_LIST, GtkWidget)

/* Shows a list of YqLogRow; once. */
void yq_log_list_set_rows (YqLogList *self, GListModel *rows);
void yq_log_list_set_reports (YqLogList *self, gboolean reports);
/* Brings these rows into view with the next frame, the first of them at least. */
void yq_log_list_show_rows (YqLogList *self, guint first, guint last);
/* The keyboard enters the list there; FALSE when it cannot. */
gboolean yq_log_list_take_focus (YqLogList *self);

G_END_DECLS
