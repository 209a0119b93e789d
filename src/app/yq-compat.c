/* The only file that asks which GTK it is built with: what changed after GTK 4.8.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* This file may use newer API, behind a check; the headers read this when first included. */
#undef GDK_VERSION_MAX_ALLOWED

#include "yq-compat.h"

#include <glib/gi18n.h>

void
yq_announce (YqBoard *board, const char *text)
{
#if GTK_CHECK_VERSION (4, 14, 0)
  gtk_accessible_announce (GTK_ACCESSIBLE (board), text,
                           GTK_ACCESSIBLE_ANNOUNCEMENT_PRIORITY_MEDIUM);
#else
  yq_board_announce (board, text);
#endif
}

static void
parent_destroyed_cb (GtkWindow *window)
{
  gtk_window_set_transient_for (window, NULL);
  gtk_window_destroy (window);
}

/* What "destroy-with-parent" does, but that GTK 4.8 then looks at the parent again when the last
 * reference of the window goes, be it after the parent: as when the keys that end the program were
 * pressed in this window. */
void
yq_follow_parent (GtkWindow *window, GtkWindow *parent)
{
  gtk_window_set_transient_for (window, parent);
  if (parent != NULL)
    g_signal_connect_object (parent, "destroy", G_CALLBACK (parent_destroyed_cb), window,
                             G_CONNECT_SWAPPED);
}

static GListModel *
make_filters (const YqFileKind *kinds)
{
  GListStore *filters = g_list_store_new (GTK_TYPE_FILE_FILTER);

  for (const YqFileKind *kind = kinds; kind->name != NULL; kind++)
    {
      g_autoptr(GtkFileFilter) filter = gtk_file_filter_new ();

      gtk_file_filter_set_name (filter, kind->name);
      if (kind->suffix != NULL)
        gtk_file_filter_add_suffix (filter, kind->suffix);
      else
        gtk_file_filter_add_pattern (filter, "*");
      g_list_store_append (filters, filter);
    }
  return G_LIST_MODEL (filters);
}

#if GTK_CHECK_VERSION (4, 10, 0)

static void
choose_file_cb (GObject *dialog, GAsyncResult *result, gpointer user_data)
{
  g_autoptr(GTask) task = user_data;
  GError *error = NULL;
  GFile *file = GPOINTER_TO_INT (g_task_get_task_data (task)) == YQ_FILE_OPEN
                    ? gtk_file_dialog_open_finish (GTK_FILE_DIALOG (dialog), result, &error)
                    : gtk_file_dialog_save_finish (GTK_FILE_DIALOG (dialog), result, &error);

  if (file != NULL)
    g_task_return_pointer (task, file, g_object_unref);
  else if (g_error_matches (error, GTK_DIALOG_ERROR, GTK_DIALOG_ERROR_FAILED))
    g_task_return_error (task, error);
  else
    {
      g_clear_error (&error);
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "%s", "Dismissed");
    }
}

void
yq_choose_file_async (GtkWindow *parent, YqFileMode mode, const char *title,
                      const YqFileKind *kinds, GFile *folder, const char *name,
                      GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  GTask *task = g_task_new (parent, cancellable, callback, user_data);
  g_autoptr(GtkFileDialog) dialog = gtk_file_dialog_new ();
  g_autoptr(GListModel) filters = make_filters (kinds);

  g_task_set_task_data (task, GINT_TO_POINTER (mode), NULL);
  gtk_file_dialog_set_title (dialog, title);
  gtk_file_dialog_set_filters (dialog, filters);
  if (folder != NULL)
    gtk_file_dialog_set_initial_folder (dialog, folder);
  if (name != NULL)
    gtk_file_dialog_set_initial_name (dialog, name);
  if (mode == YQ_FILE_OPEN)
    gtk_file_dialog_open (dialog, parent, cancellable, choose_file_cb, task);
  else
    gtk_file_dialog_save (dialog, parent, cancellable, choose_file_cb, task);
}

static void
ask_cb (GObject *dialog, GAsyncResult *result, gpointer user_data)
{
  g_autoptr(GTask) task = user_data;
  int answer = gtk_alert_dialog_choose_finish (GTK_ALERT_DIALOG (dialog), result, NULL);

  g_task_return_int (task, MAX (answer, 0));
}

void
yq_ask_async (GtkWindow *parent, const char *message, const char *detail,
              const char *const *buttons, GCancellable *cancellable, GAsyncReadyCallback callback,
              gpointer user_data)
{
  GTask *task = g_task_new (parent, cancellable, callback, user_data);
  g_autoptr(GtkAlertDialog) dialog = gtk_alert_dialog_new ("%s", message);

  gtk_alert_dialog_set_detail (dialog, detail);
  gtk_alert_dialog_set_buttons (dialog, buttons);
  gtk_alert_dialog_set_cancel_button (dialog, 0);
  gtk_alert_dialog_set_default_button (dialog, (int) g_strv_length ((char **) buttons) - 1);
  gtk_alert_dialog_choose (dialog, parent, cancellable, ask_cb, task);
}

#else

/* The dialog belongs to the task that waits for it, and both go when it is answered or its parent
 * goes. */
static void
choose_file_cb (GtkNativeDialog *dialog, int response, gpointer user_data)
{
  g_autoptr(GTask) task = user_data;

  g_signal_handlers_disconnect_by_data (dialog, task);
  gtk_native_dialog_hide (dialog);
  /* The task lets go of the parent before the dialog. */
  gtk_native_dialog_set_transient_for (dialog, NULL);
  if (response == GTK_RESPONSE_ACCEPT)
    g_task_return_pointer (task, gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog)),
                           g_object_unref);
  else
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "%s", "Dismissed");
}

static void
dismiss_choice_cb (GtkNativeDialog *dialog)
{
  g_signal_emit_by_name (dialog, "response", GTK_RESPONSE_CANCEL);
}

void
yq_choose_file_async (GtkWindow *parent, YqFileMode mode, const char *title,
                      const YqFileKind *kinds, GFile *folder, const char *name,
                      GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  GTask *task = g_task_new (parent, cancellable, callback, user_data);
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (
      title, parent,
      mode == YQ_FILE_OPEN ? GTK_FILE_CHOOSER_ACTION_OPEN : GTK_FILE_CHOOSER_ACTION_SAVE, NULL,
      NULL);
  g_autoptr(GListModel) filters = make_filters (kinds);

  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  for (guint i = 0; i < g_list_model_get_n_items (filters); i++)
    {
      g_autoptr(GtkFileFilter) filter = g_list_model_get_item (filters, i);

      gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (dialog), filter);
    }
  if (folder != NULL)
    gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (dialog), folder, NULL);
  if (name != NULL)
    gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), name);
  g_task_set_task_data (task, dialog, g_object_unref);
  g_signal_connect (dialog, "response", G_CALLBACK (choose_file_cb), task);
  if (cancellable != NULL)
    g_signal_connect_object (cancellable, "cancelled", G_CALLBACK (dismiss_choice_cb), dialog,
                             G_CONNECT_SWAPPED);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

static void
dismiss_question_cb (GtkDialog *dialog)
{
  gtk_dialog_response (dialog, GTK_RESPONSE_CANCEL);
}

static void
ask_cb (GtkDialog *dialog, int response, gpointer user_data)
{
  g_autoptr(GTask) task = user_data;

  g_signal_handlers_disconnect_by_data (dialog, task);
  /* The answer may end the parent at once, while this emission still keeps the dialog. */
  gtk_window_set_transient_for (GTK_WINDOW (dialog), NULL);
  gtk_window_destroy (GTK_WINDOW (dialog));
  g_task_return_int (task, MAX (response, 0));
}

void
yq_ask_async (GtkWindow *parent, const char *message, const char *detail,
              const char *const *buttons, GCancellable *cancellable, GAsyncReadyCallback callback,
              gpointer user_data)
{
  GTask *task = g_task_new (parent, cancellable, callback, user_data);
  GtkWidget *dialog
      = gtk_message_dialog_new (parent, GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT,
                                GTK_MESSAGE_QUESTION, GTK_BUTTONS_NONE, "%s", message);
  int answer = 0;

  gtk_message_dialog_format_secondary_text (GTK_MESSAGE_DIALOG (dialog), "%s", detail);
  for (; buttons[answer] != NULL; answer++)
    gtk_dialog_add_button (GTK_DIALOG (dialog), buttons[answer], answer);
  gtk_dialog_set_default_response (GTK_DIALOG (dialog), answer - 1);
  g_signal_connect (dialog, "response", G_CALLBACK (ask_cb), task);
  if (cancellable != NULL)
    g_signal_connect_object (cancellable, "cancelled", G_CALLBACK (dismiss_question_cb), dialog,
                             G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

#endif

GFile *
yq_choose_file_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

int
yq_ask_finish (GAsyncResult *result)
{
  int answer = (int) g_task_propagate_int (G_TASK (result), NULL);

  return MAX (answer, 0);
}
