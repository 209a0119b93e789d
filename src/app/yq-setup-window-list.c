/* Many positions at once: listed with their verdicts, filtered, opened on the board, exported.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "yq-setup-window-private.h"

#include <glib/gi18n.h>

#include "yq-choice-row.h"
#include "yq-compat.h"

/* In the order of the drop-down. */
static const YqBatchKind filters[] = {
  YQ_BATCH_ALL,  YQ_BATCH_CHECKMATE,  YQ_BATCH_CHECK,      YQ_BATCH_STALEMATE,
  YQ_BATCH_NONE, YQ_BATCH_IMPOSSIBLE, YQ_BATCH_UNREADABLE,
};

/* What there is. */

static void
update_label (YqSetupWindow *self)
{
  guint n = yq_batch_count (self->batch, YQ_BATCH_ALL);
  g_autoptr(GString) text = g_string_new (NULL);

  if (n == 0)
    {
      gtk_label_set_label (self->batch_label,
                           _("Paste several positions, drop them here, or open a file of them: FENs, one a line, or the "
                             "judge’s text."));
      return;
    }
  g_string_append_printf (text, ngettext ("%u position", "%u positions", n), n);
  for (gsize i = 1; i < G_N_ELEMENTS (filters); i++)
    {
      guint count = yq_batch_count (self->batch, filters[i]);

      if (count > 0)
        {
          g_string_append (text, i == 1 ? "\n" : " · ");
          /* translators: a verdict, and how many positions it was passed on */
          g_string_append_printf (text, _("%s: %u"), yq_batch_kind_word (filters[i]), count);
        }
    }
  gtk_label_set_label (self->batch_label, text->str);
}

static void
update_reading (YqSetupWindow *self)
{
  gboolean reading;
  double progress;

  g_object_get (self->batch, "reading", &reading, "progress", &progress, NULL);
  gtk_widget_set_visible (self->batch_progress_box, reading);
  gtk_progress_bar_set_fraction (self->batch_progress, progress);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "setup.export-list",
                                 !reading && yq_batch_count (self->batch, YQ_BATCH_ALL) > 0);
  update_label (self);
}

static void
list_read_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr(YqSetupWindow) self = user_data;

  if (yq_batch_read_finish (YQ_BATCH (source), result, NULL) && self->batch != NULL)
    yq_announce (self->board, gtk_label_get_label (self->batch_label));
}

static void
unselect (YqSetupWindow *self)
{
  gtk_single_selection_set_selected (self->batch_selection, GTK_INVALID_LIST_POSITION);
}

void
yq_setup_window_list (YqSetupWindow *self, GBytes *text)
{
  gtk_stack_set_visible_child_name (self->stack, "list");
  unselect (self);
  yq_setup_window_notify (self, NULL);
  yq_setup_window_update_text (self); /* it may come from there */
  yq_batch_read_async (self->batch, text, list_read_cb, g_object_ref (self));
}

static void
cancel_list_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  yq_batch_cancel (YQ_SETUP_WINDOW (widget)->batch);
}

static void
filter_changed_cb (YqSetupWindow *self)
{
  if (self->batch == NULL)
    return;
  unselect (self);
  g_object_set (self->batch, "filter", (int) filters[gtk_drop_down_get_selected (self->batch_filter)], NULL);
}

/* Rows. */

static void
open_item (GtkListItem *list_item)
{
  YqSetupWindow *self = YQ_SETUP_WINDOW (gtk_widget_get_root (gtk_list_item_get_child (list_item)));

  gtk_single_selection_set_selected (self->batch_selection, gtk_list_item_get_position (list_item));
}

static void
selected_cb (YqSetupWindow *self)
{
  YqBatchItem *item = gtk_single_selection_get_selected_item (self->batch_selection);

  if (item == NULL)
    return;
  if (yq_batch_item_get_position (item) != NULL)
    yq_setup_window_set_position (self, yq_batch_item_get_position (item));
  else
    yq_setup_window_notify (self, yq_batch_item_get_fault (item));
}

static void
setup_item_cb (YqSetupWindow *self, GtkListItem *list_item)
{
  GtkWidget *row = yq_choice_row_new ();

  g_signal_connect_swapped (row, "chosen", G_CALLBACK (open_item), list_item);
  gtk_list_item_set_child (list_item, row);
}

static void
bind_item_cb (YqSetupWindow *self, GtkListItem *list_item)
{
  static const struct
  {
    const char *icon, *kind;
  } looks[] = {
    [YQ_BATCH_NONE] = { "emblem-ok-symbolic", "none" },
    [YQ_BATCH_CHECK] = { "dialog-warning-symbolic", "check" },
    [YQ_BATCH_CHECKMATE] = { "action-unavailable-symbolic", "checkmate" },
    [YQ_BATCH_STALEMATE] = { "action-unavailable-symbolic", "stalemate" },
    [YQ_BATCH_IMPOSSIBLE] = { "dialog-question-symbolic", "impossible" },
    [YQ_BATCH_UNREADABLE] = { "dialog-error-symbolic", "unreadable" },
  };
  YqBatchItem *item = gtk_list_item_get_item (list_item);
  YqBatchKind kind = yq_batch_item_get_kind (item);
  const char *fault = yq_batch_item_get_fault (item);
  /* translators: the line of a file, and the verdict on the position there */
  g_autofree char *text = g_strdup_printf (_("Line %u: %s"), yq_batch_item_get_line (item), yq_batch_kind_word (kind));

  yq_choice_row_set (YQ_CHOICE_ROW (gtk_list_item_get_child (list_item)), looks[kind].icon, looks[kind].kind, text,
                     fault != NULL ? fault : yq_batch_item_get_text (item));
}

/* Exporting. */

static void
exported_cb (GObject *batch, GAsyncResult *result, gpointer user_data)
{
  g_autoptr(GObject) file = user_data;
  YqSetupWindow *self = g_object_get_data (file, "window");
  g_autoptr(GError) error = NULL;

  yq_batch_export_finish (YQ_BATCH (batch), result, &error);
  yq_setup_window_report_saved (self, G_FILE (file), error);
}

static void
export_file_chosen_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr(YqSetupWindow) self = user_data;
  GFile *file = yq_choose_file_finish (result, NULL);

  if (file == NULL)
    return;
  g_object_set_data_full (G_OBJECT (file), "window", g_object_ref (self), g_object_unref);
  yq_batch_export_async (self->batch, file, self->cancellable, exported_cb, file);
}

static void
export_list_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  YqSetupWindow *self = YQ_SETUP_WINDOW (widget);
  const YqFileKind kinds[] = {
    { _("Text files (*.txt)"), "txt" },
    { _("Tables (*.csv)"), "csv" },
    { NULL },
  };

  yq_choose_file_async (GTK_WINDOW (self), YQ_FILE_SAVE, _("Export List"), kinds, NULL, _("Positions.txt"),
                        self->cancellable, export_file_chosen_cb, g_object_ref (self));
}

/* Where it all hangs. */

void
yq_setup_window_class_add_list (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, YqSetupWindow, batch_list);
  gtk_widget_class_bind_template_child (widget_class, YqSetupWindow, batch_label);
  gtk_widget_class_bind_template_child (widget_class, YqSetupWindow, batch_progress_box);
  gtk_widget_class_bind_template_child (widget_class, YqSetupWindow, batch_progress);
  gtk_widget_class_bind_template_child (widget_class, YqSetupWindow, batch_filter);
  gtk_widget_class_bind_template_callback (widget_class, filter_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, setup_item_cb);
  gtk_widget_class_bind_template_callback (widget_class, bind_item_cb);
  gtk_widget_class_install_action (widget_class, "setup.cancel-list", NULL, cancel_list_action);
  gtk_widget_class_install_action (widget_class, "setup.export-list", NULL, export_list_action);
}

void
yq_setup_window_init_list (YqSetupWindow *self)
{
  g_autoptr(GtkStringList) words = gtk_string_list_new (NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (filters); i++)
    gtk_string_list_append (words, yq_batch_kind_word (filters[i]));
  gtk_drop_down_set_model (self->batch_filter, G_LIST_MODEL (words));

  self->batch = yq_batch_new (&yq_ruleset_xiangqi);
  self->batch_selection = gtk_single_selection_new (g_object_ref (G_LIST_MODEL (self->batch)));
  gtk_single_selection_set_autoselect (self->batch_selection, FALSE);
  gtk_single_selection_set_can_unselect (self->batch_selection, TRUE);
  unselect (self);
  gtk_list_view_set_model (self->batch_list, GTK_SELECTION_MODEL (self->batch_selection));
  g_signal_connect_object (self->batch_selection, "notify::selected-item", G_CALLBACK (selected_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->batch, "notify::progress", G_CALLBACK (update_reading), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->batch, "notify::reading", G_CALLBACK (update_reading), self, G_CONNECT_SWAPPED);
  update_reading (self);
}
