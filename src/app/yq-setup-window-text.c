/* Positions as text: pasted, dropped, typed, read from files; copied; and as pictures.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "yq-setup-window-private.h"

#include <glib/gi18n.h>

#include "yq-clipboard.h"
#include "yq-compat.h"
#include "yq-contest.h"
#include "yq-faults.h"
#include "yq-picture.h"
#include "yq-positions.h"

#define LONGEST_LINE 1024 /* that is pasted into the entry as it is */

/* Out. */

static void
write_fen (YqSetupWindow *self, YqFenLetters letters, char text[YQ_FEN_MAX])
{
  YqFen fen = { .position = *yq_setup_window_get_shown (self), .move_number = 1 };

  yq_fen_write (&fen, letters, text);
}

/* The entries for the judge's text; when it cannot say the position, one that says why. */
static void
update_judge_menu (YqSetupWindow *self)
{
  const char *obstacle = yq_setup_judge_obstacle (yq_setup_window_get_shown (self));

  g_menu_remove_all (self->judge_menu);
  if (obstacle != NULL)
    {
      /* translators: a menu entry that is off; %s says why, such as "It is red's turn" */
      g_autofree char *label = g_strdup_printf (_("No Judge’s Text: %s"), obstacle);

      g_menu_append (self->judge_menu, label, "setup.copy-judge-line");
    }
  else
    {
      g_menu_append (self->judge_menu, _("Copy _Judge’s Text"), "setup.copy-judge-line");
      g_menu_append (self->judge_menu, _("Copy Judge’s _Input, Several Lines"), "setup.copy-judge-input");
    }
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "setup.copy-judge-line", obstacle == NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "setup.copy-judge-input", obstacle == NULL);
}

void
yq_setup_window_update_text (YqSetupWindow *self)
{
  char text[YQ_FEN_MAX];

  write_fen (self, YQ_FEN_LETTERS_NB, text);
  if (!g_str_equal (text, gtk_editable_get_text (self->entry)))
    gtk_editable_set_text (self->entry, text);
  update_judge_menu (self);
}

static void
copy (YqSetupWindow *self, const char *text)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static void
copy_fen_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  YqSetupWindow *self = YQ_SETUP_WINDOW (widget);
  char text[YQ_FEN_MAX];

  write_fen (self, YQ_FEN_LETTERS_NB, text);
  copy (self, text);
}

static void
copy_fen_he_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  YqSetupWindow *self = YQ_SETUP_WINDOW (widget);
  char text[YQ_FEN_MAX];

  write_fen (self, YQ_FEN_LETTERS_HE, text);
  copy (self, text);
}

static void
copy_judge_line_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  YqSetupWindow *self = YQ_SETUP_WINDOW (widget);
  char text[YQ_CASE_MAX];
  g_auto(GStrv) lines = NULL;
  g_autofree char *line = NULL;

  yq_contest_case_write (yq_setup_window_get_shown (self), text);
  lines = g_strsplit (g_strchomp (text), "\n", -1);
  line = g_strjoinv (" / ", lines);
  copy (self, line);
}

static void
copy_judge_input_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  YqSetupWindow *self = YQ_SETUP_WINDOW (widget);
  char text[YQ_CASE_MAX];
  g_autofree char *input = NULL;

  yq_contest_case_write (yq_setup_window_get_shown (self), text);
  input = g_strconcat (text, "\n0 0 0\n", NULL);
  copy (self, input);
}

/* Pictures. */

static YqPicture
make_picture (YqSetupWindow *self)
{
  YqPicture picture = { .position = *yq_setup_window_get_shown (self), .marks = YQ_MARKS_NONE };

  yq_board_get_style (self->board, &picture.style);
  return picture;
}

static void
copy_picture_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  YqSetupWindow *self = YQ_SETUP_WINDOW (widget);
  YqPicture picture = make_picture (self);
  g_autoptr(GdkTexture) texture = yq_picture_new_texture (&picture);

  gdk_clipboard_set_texture (gtk_widget_get_clipboard (widget), texture);
}

static char *
dup_display_name (GFile *file)
{
  g_autofree char *base = g_file_get_basename (file);

  return g_filename_display_name (base);
}

void
yq_setup_window_report_saved (YqSetupWindow *self, GFile *file, const GError *error)
{
  g_autofree char *name = dup_display_name (file), *text = NULL;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (error != NULL)
    text = g_strdup_printf (_("“%s” could not be saved. %s"), name, error->message);
  else
    text = g_strdup_printf (_("Saved as “%s”"), name);
  yq_setup_window_notify (self, text);
}

static void
picture_saved_cb (GObject *file, GAsyncResult *result, gpointer user_data)
{
  g_autoptr(YqSetupWindow) self = user_data;
  g_autoptr(GError) error = NULL;

  yq_picture_save_finish (result, &error);
  yq_setup_window_report_saved (self, G_FILE (file), error);
}

static void
picture_file_chosen_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr(YqSetupWindow) self = user_data;
  g_autoptr(GFile) file = yq_choose_file_finish (result, NULL);
  YqPicture picture;

  if (file == NULL)
    return;
  picture = make_picture (self);
  yq_picture_save_async (&picture, file, self->cancellable, picture_saved_cb, g_object_ref (self));
}

static void
export_picture_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  YqSetupWindow *self = YQ_SETUP_WINDOW (widget);
  const YqFileKind kinds[] = {
    { _("PNG pictures (*.png)"), "png" },
    { _("SVG drawings (*.svg)"), "svg" },
    { NULL },
  };

  yq_choose_file_async (GTK_WINDOW (self), YQ_FILE_SAVE, _("Export Picture"), kinds, NULL, _("Position.png"),
                        self->cancellable, picture_file_chosen_cb, g_object_ref (self));
}

/* In. */

void
yq_setup_window_read (YqSetupWindow *self, GBytes *text)
{
  gsize length;
  const char *data = g_bytes_get_data (text, &length);
  YqPositions positions;
  YqPositionsItem first, other;
  YqPositionsReading reading;
  g_autofree char *fault = NULL;

  yq_positions_init (&positions, &yq_ruleset_xiangqi, data, length, TRUE);
  reading = yq_positions_next (&positions, &first);
  if (reading == YQ_POSITIONS_END)
    yq_setup_window_notify (self, _("There is no position in this text"));
  else if (yq_positions_next (&positions, &other) != YQ_POSITIONS_END)
    yq_setup_window_list (self, text);
  else if (reading == YQ_POSITIONS_READ)
    {
      yq_setup_window_set_position (self, &first.fen.position);
      /* Also when the position is the same and only its text was another. */
      yq_setup_window_update_text (self);
      gtk_widget_grab_focus (GTK_WIDGET (self->board));
    }
  else
    {
      fault = yq_faults_record_text (&first.fault);
      yq_setup_window_notify (self, fault);
    }
}

static void
read_string (YqSetupWindow *self, char *text /* (transfer full) */)
{
  g_autoptr(GBytes) bytes = g_bytes_new_take (text, strlen (text));

  yq_setup_window_read (self, bytes);
}

static void
entry_activate_cb (YqSetupWindow *self)
{
  const char *text = gtk_editable_get_text (self->entry);
  char shown[YQ_FEN_MAX];

  write_fen (self, YQ_FEN_LETTERS_NB, shown);
  /* Nothing was typed: a position within the solution does not become the one set up. */
  if (g_str_equal (text, shown))
    gtk_widget_grab_focus (GTK_WIDGET (self->board));
  else
    read_string (self, g_strdup (text));
}

static void
pasted_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr(YqSetupWindow) self = user_data;
  g_autoptr(GError) error = NULL;
  char *text = yq_clipboard_read_finish (result, &error);

  if (text != NULL)
    read_string (self, text);
  else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT))
    yq_setup_window_notify (self, error->message);
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    yq_setup_window_notify (self, _("There is no text in the clipboard"));
}

static void
paste_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  YqSetupWindow *self = YQ_SETUP_WINDOW (widget);

  yq_clipboard_read_async (widget, self->cancellable, pasted_cb, g_object_ref (self));
}

static void
entry_pasted_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr(YqSetupWindow) self = user_data;
  g_autoptr(GError) error = NULL;
  char *text = yq_clipboard_read_finish (result, &error);
  int position;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT))
    yq_setup_window_notify (self, error->message);
  if (text == NULL)
    return;
  g_strchomp (text);
  if (strchr (text, '\n') != NULL || strlen (text) > LONGEST_LINE)
    {
      read_string (self, text);
      return;
    }
  gtk_editable_delete_selection (self->entry);
  position = gtk_editable_get_position (self->entry);
  gtk_editable_insert_text (self->entry, text, -1, &position);
  gtk_editable_set_position (self->entry, position);
  g_free (text);
}

/* What is no single line has no place in the entry, and is meant for the window. */
static void
entry_paste_cb (YqSetupWindow *self, GtkText *text)
{
  g_signal_stop_emission_by_name (text, "paste-clipboard");
  yq_clipboard_read_async (GTK_WIDGET (self), self->cancellable, entry_pasted_cb, g_object_ref (self));
}

static void
file_read_cb (GObject *file, GAsyncResult *result, gpointer user_data)
{
  g_autoptr(YqSetupWindow) self = user_data;
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) text = g_file_load_bytes_finish (G_FILE (file), result, NULL, &error);

  if (text != NULL)
    yq_setup_window_read (self, text);
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_autofree char *name = dup_display_name (G_FILE (file));
      g_autofree char *notice = g_strdup_printf (_("“%s” could not be opened. %s"), name, error->message);

      yq_setup_window_notify (self, notice);
    }
}

void
yq_setup_window_open_file (YqSetupWindow *self, GFile *file)
{
  g_file_load_bytes_async (file, self->cancellable, file_read_cb, g_object_ref (self));
}

static gboolean
drop_cb (YqSetupWindow *self, const GValue *value)
{
  const GSList *files;

  if (G_VALUE_HOLDS_STRING (value))
    {
      read_string (self, g_value_dup_string (value));
      return TRUE;
    }
  files = g_value_get_boxed (value);
  if (files == NULL)
    return FALSE;
  yq_setup_window_open_file (self, files->data);
  return TRUE;
}

void
yq_setup_window_init_text (YqSetupWindow *self)
{
  GType types[] = { GDK_TYPE_FILE_LIST, G_TYPE_STRING };
  GtkDropTarget *drop = gtk_drop_target_new (G_TYPE_INVALID, GDK_ACTION_COPY);

  gtk_drop_target_set_gtypes (drop, types, G_N_ELEMENTS (types));
  g_signal_connect_swapped (drop, "drop", G_CALLBACK (drop_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drop));
  g_signal_connect_swapped (gtk_editable_get_delegate (self->entry), "paste-clipboard", G_CALLBACK (entry_paste_cb),
                            self);
}

static void
open_file_chosen_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr(YqSetupWindow) self = user_data;
  g_autoptr(GFile) file = yq_choose_file_finish (result, NULL);

  if (file != NULL)
    yq_setup_window_open_file (self, file);
}

static void
open_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  YqSetupWindow *self = YQ_SETUP_WINDOW (widget);
  const YqFileKind kinds[] = {
    { _("All files"), NULL },
    { NULL },
  };

  yq_choose_file_async (GTK_WINDOW (self), YQ_FILE_OPEN, _("Open Positions"), kinds, NULL, NULL, self->cancellable,
                        open_file_chosen_cb, g_object_ref (self));
}

void
yq_setup_window_class_add_text (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_callback (widget_class, entry_activate_cb);
  gtk_widget_class_install_action (widget_class, "win.open", NULL, open_action);
  gtk_widget_class_install_action (widget_class, "win.paste", NULL, paste_action);
  gtk_widget_class_install_action (widget_class, "win.copy-position", NULL, copy_fen_action);
  gtk_widget_class_install_action (widget_class, "win.export-picture", NULL, export_picture_action);
  gtk_widget_class_install_action (widget_class, "setup.copy-fen-he", NULL, copy_fen_he_action);
  gtk_widget_class_install_action (widget_class, "setup.copy-judge-line", NULL, copy_judge_line_action);
  gtk_widget_class_install_action (widget_class, "setup.copy-judge-input", NULL, copy_judge_input_action);
  gtk_widget_class_install_action (widget_class, "setup.copy-picture", NULL, copy_picture_action);
}
