/* Games into the clipboard, and texts out of it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "yq-clipboard.h"

#include <glib/gi18n.h>

#define PATIENCE 5 /* seconds until it is said that no text comes */

void
yq_clipboard_copy_position (GtkWidget *widget, YqGame *game)
{
  YqFen fen = yq_record_fen (yq_game_get_record (game), yq_game_get_cursor (game));
  char text[YQ_FEN_MAX];

  yq_fen_write (&fen, YQ_FEN_LETTERS_NB, text);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

void
yq_clipboard_copy_game (GtkWidget *widget, YqGame *game)
{
  int notation;
  char *text;

  g_object_get (game, "notation", &notation, NULL);
  text = yq_record_write (yq_game_get_record (game), (YqNotation) notation, NULL);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
  free (text);
}

static gboolean
patience_ended_cb (gpointer user_data)
{
  GTask *task = user_data;

  /* Tells read_cb(), should it ever be called. */
  g_task_set_task_data (task, NULL, NULL);
  g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_TIMED_OUT, "%s",
                           _("The program that has the text does not hand it over"));
  return G_SOURCE_REMOVE;
}

static void
read_cb (GObject *clipboard, GAsyncResult *result, gpointer user_data)
{
  g_autoptr(GTask) task = user_data;
  GError *error = NULL;
  char *text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (clipboard), result, &error);
  guint timeout = GPOINTER_TO_UINT (g_task_get_task_data (task));

  if (timeout == 0)
    {
      g_free (text);
      g_clear_error (&error);
      return;
    }
  g_source_remove (timeout);
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, text, g_free);
}

void
yq_clipboard_read_async (GtkWidget *widget, GCancellable *cancellable,
                         GAsyncReadyCallback callback, gpointer user_data)
{
  GTask *task = g_task_new (widget, cancellable, callback, user_data);
  guint timeout = g_timeout_add_seconds_full (G_PRIORITY_DEFAULT, PATIENCE, patience_ended_cb,
                                              g_object_ref (task), g_object_unref);

  g_task_set_task_data (task, GUINT_TO_POINTER (timeout), NULL);
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (widget), cancellable, read_cb, task);
}

char *
yq_clipboard_read_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
