/* A small window for the comment on the move at the cursor.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "yq-comment-dialog.h"

struct _YqCommentDialog
{
  GtkWindow parent_instance;

  /* Owned */
  YqGame *game;

  YqNode *node; /* the game's; the dialog is modal, so it stays */

  /* Template children */
  GtkTextView *text_view;
};

G_DEFINE_FINAL_TYPE (YqCommentDialog, yq_comment_dialog, GTK_TYPE_WINDOW)

static void
save_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  YqCommentDialog *self = YQ_COMMENT_DIALOG (widget);
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->text_view);
  g_autofree char *comment = NULL;
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  comment = g_strstrip (gtk_text_buffer_get_text (buffer, &start, &end, FALSE));
  yq_game_set_comment (self->game, self->node, comment);
  gtk_window_destroy (GTK_WINDOW (self));
}

static void
yq_comment_dialog_dispose (GObject *object)
{
  YqCommentDialog *self = YQ_COMMENT_DIALOG (object);

  g_clear_object (&self->game);
  G_OBJECT_CLASS (yq_comment_dialog_parent_class)->dispose (object);
}

static void
yq_comment_dialog_class_init (YqCommentDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = yq_comment_dialog_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               YAQI_RESOURCE_PATH "/yq-comment-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, YqCommentDialog, text_view);
  gtk_widget_class_install_action (widget_class, "comment.save", NULL, save_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
yq_comment_dialog_init (YqCommentDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWindow *
yq_comment_dialog_present (GtkWindow *parent, YqGame *game)
{
  YqCommentDialog *self;

  g_return_val_if_fail (YQ_IS_GAME (game), NULL);

  self = g_object_new (YQ_TYPE_COMMENT_DIALOG, "transient-for", parent, NULL);
  self->game = g_object_ref (game);
  self->node = yq_game_get_cursor (game);
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (self->text_view),
                            self->node->comment != NULL ? self->node->comment : "", -1);
  gtk_window_present (GTK_WINDOW (self));
  return GTK_WINDOW (self);
}
