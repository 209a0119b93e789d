/* What can be done in the main window, by which keys, and when.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "yq-window-private.h"

#include "yq-clipboard.h"
#include "yq-comment-dialog.h"
#include "yq-details-dialog.h"
#include "yq-setup-window.h"

static void
start_game (YqWindow *self, gpointer ruleset)
{
  yq_window_set_record (self, yq_record_new (ruleset), NULL, NULL, YQ_FORMAT_PGN);
}

static void
new_duck_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  yq_window_let_go (YQ_WINDOW (widget), start_game, (gpointer) &yq_ruleset_duck, NULL);
}

static void
new_xiangqi_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  yq_window_let_go (YQ_WINDOW (widget), start_game, (gpointer) &yq_ruleset_xiangqi, NULL);
}

static void
start_from (YqWindow *self, gpointer pos)
{
  YqRecord *record = yq_record_new (yq_geometry_ruleset (((const YqPosition *) pos)->geometry));

  record->start.position = *(const YqPosition *) pos;
  yq_window_set_record (self, record, NULL, NULL, YQ_FORMAT_PGN);
}

void
yq_window_play_from (YqApplication *application, const YqPosition *pos)
{
  YqWindow *self = NULL;

  g_return_if_fail (YQ_IS_APPLICATION (application));
  g_return_if_fail (pos != NULL);

  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (application));
       l != NULL && self == NULL; l = l->next)
    if (YQ_IS_WINDOW (l->data))
      self = l->data;
  if (self == NULL)
    self = yq_window_new (application);
  gtk_window_present (GTK_WINDOW (self));
  yq_window_let_go (self, start_from, g_memdup2 (pos, sizeof *pos), g_free);
}

static void
check_position_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  YqWindow *self = YQ_WINDOW (widget);

  yq_setup_window_present (YQ_APPLICATION (gtk_window_get_application (GTK_WINDOW (self))),
                           yq_game_get_position (self->game));
}

static void
open_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  yq_window_open_action (YQ_WINDOW (widget));
}

static void
open_recent_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autoptr(GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  yq_window_open (YQ_WINDOW (widget), file);
}

static void
save_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  yq_window_save_action (YQ_WINDOW (widget));
}

static void
save_as_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  yq_window_save_as_action (YQ_WINDOW (widget));
}

static void
export_picture_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  yq_window_export_picture_action (YQ_WINDOW (widget));
}

static void
close_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gtk_window_close (GTK_WINDOW (widget));
}

static void
copy_position_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  yq_clipboard_copy_position (widget, YQ_WINDOW (widget)->game);
}

static void
copy_game_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  yq_clipboard_copy_game (widget, YQ_WINDOW (widget)->game);
}

static void
paste_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  yq_window_paste_action (YQ_WINDOW (widget));
}

static void
undo_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  yq_game_undo (YQ_WINDOW (widget)->game);
}

static void
redo_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  yq_game_redo (YQ_WINDOW (widget)->game);
}

static void
go_first_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  yq_game_go_first (YQ_WINDOW (widget)->game);
}

static void
go_back_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  yq_game_go_back (YQ_WINDOW (widget)->game);
}

static void
go_forward_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  yq_game_go_forward (YQ_WINDOW (widget)->game);
}

static void
go_last_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  yq_game_go_last (YQ_WINDOW (widget)->game);
}

/* While a dialog about the game is open no other game takes its place. Where it is not answered but
 * ended, as when the program is, it gives up nothing that was typed: save is its action for that. */
static void
keep_game (YqWindow *self, GtkWindow *dialog, void (*save) (GtkWindow *dialog))
{
  g_signal_connect_object (yq_window_begin_asking (self), "cancelled", G_CALLBACK (save), dialog,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (dialog, "destroy", G_CALLBACK (yq_window_end_asking), self,
                           G_CONNECT_SWAPPED);
}

static void
save_comment (GtkWindow *dialog)
{
  gtk_widget_activate_action (GTK_WIDGET (dialog), "comment.save", NULL);
}

static void
edit_comment_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  YqWindow *self = YQ_WINDOW (widget);

  keep_game (self, yq_comment_dialog_present (GTK_WINDOW (self), self->game), save_comment);
}

static void
save_details (GtkWindow *dialog)
{
  gtk_widget_activate_action (GTK_WIDGET (dialog), "details.save", NULL);
}

static void
edit_details_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  YqWindow *self = YQ_WINDOW (widget);

  keep_game (self, yq_details_dialog_present (GTK_WINDOW (self), self->game), save_details);
}

static void
delete_move_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  YqGame *game = YQ_WINDOW (widget)->game;

  yq_game_delete (game, yq_game_get_cursor (game));
}

/* The ply at which the cursor's line leaves the main line of its parent last; NULL on the main
 * line. */
static YqNode *
find_branch (YqGame *game)
{
  YqNode *node = yq_game_get_cursor (game);

  while (node->parent != NULL && node->parent->child == node)
    node = node->parent;
  return node->parent != NULL ? node : NULL;
}

static void
promote_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  YqGame *game = YQ_WINDOW (widget)->game;

  yq_game_promote (game, find_branch (game));
}

static void
resign_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  yq_game_resign (YQ_WINDOW (widget)->game);
}

static void
agree_draw_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  yq_game_agree_draw (YQ_WINDOW (widget)->game);
}

static const struct
{
  const char *name;
  GtkWidgetActionActivateFunc activate; /* NULL: made elsewhere, only its keys are here */
  const char *accels[3];
  const char *parameter; /* type of the parameter; NULL: none */
} actions[] = {
  { "win.new-duck", new_duck_action, { "<Control>n" } },
  { "win.new-xiangqi", new_xiangqi_action, { "<Control><Shift>n" } },
  { "win.open", open_action, { "<Control>o" } },
  { "win.open-recent", open_recent_action, { NULL }, "s" },
  { "win.save", save_action, { "<Control>s" } },
  { "win.save-as", save_as_action, { "<Control><Shift>s" } },
  { "win.export-picture", export_picture_action, { "<Control>e" } },
  { "win.close", close_action, { "<Control>w" } },
  { "win.check-position", check_position_action, { "<Control><Shift>k" } },
  { "win.copy-position", copy_position_action, { "<Control>c" } },
  { "win.copy-game", copy_game_action, { "<Control><Shift>c" } },
  { "win.paste", paste_action, { "<Control>v" } },
  { "win.undo", undo_action, { "<Control>z" } },
  { "win.redo", redo_action, { "<Control><Shift>z", "<Control>y" } },
  { "win.go-first", go_first_action, { "Home" } },
  { "win.go-back", go_back_action, { "Page_Up" } },
  { "win.go-forward", go_forward_action, { "Page_Down" } },
  { "win.go-last", go_last_action, { "End" } },
  { "win.edit-comment", edit_comment_action, { "<Control>m" } },
  { "win.edit-details", edit_details_action, { "<Alt>Return" } },
  { "win.promote", promote_action, { "<Control>Up" } },
  { "win.delete-move", delete_move_action, { "<Control>Delete" } },
  { "win.resign", resign_action, { NULL } },
  { "win.agree-draw", agree_draw_action, { NULL } },
  { "win.flip", NULL, { "<Control>f" } },
};

void
yq_window_install_actions (GtkWidgetClass *widget_class)
{
  for (size_t i = 0; i < G_N_ELEMENTS (actions); i++)
    if (actions[i].activate != NULL)
      gtk_widget_class_install_action (widget_class, actions[i].name, actions[i].parameter,
                                       actions[i].activate);
}

void
yq_window_set_accels (GtkApplication *application)
{
  for (size_t i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_application_set_accels_for_action (application, actions[i].name, actions[i].accels);
}

void
yq_window_update_actions (YqWindow *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  YqNode *cursor = yq_game_get_cursor (self->game);
  gboolean can_undo, can_redo, can_go_back, can_go_forward, can_resign;

  g_object_get (self->game,
                "can-undo", &can_undo,
                "can-redo", &can_redo,
                "can-go-back", &can_go_back,
                "can-go-forward", &can_go_forward,
                "can-resign", &can_resign,
                NULL);
  gtk_widget_action_set_enabled (widget, "win.undo", can_undo);
  gtk_widget_action_set_enabled (widget, "win.redo", can_redo);
  gtk_widget_action_set_enabled (widget, "win.go-first", can_go_back);
  gtk_widget_action_set_enabled (widget, "win.go-back", can_go_back);
  gtk_widget_action_set_enabled (widget, "win.go-forward", can_go_forward);
  gtk_widget_action_set_enabled (widget, "win.go-last", can_go_forward);
  gtk_widget_action_set_enabled (widget, "win.delete-move", cursor->parent != NULL);
  gtk_widget_action_set_enabled (widget, "win.promote", find_branch (self->game) != NULL);
  gtk_widget_action_set_enabled (widget, "win.resign", can_resign);
  gtk_widget_action_set_enabled (widget, "win.agree-draw", can_resign);
  gtk_widget_action_set_enabled (widget, "win.check-position",
                                 yq_game_get_ruleset (self->game) == &yq_ruleset_xiangqi);
  gtk_widget_action_set_enabled (widget, "win.save", !self->saving);
  gtk_widget_action_set_enabled (widget, "win.save-as", !self->saving);
}
