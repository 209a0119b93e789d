/* A move in the log: its text, the judge's report below, a click goes there.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "yq-ply-button.h"

#include "yq-log-view.h"

struct _YqPlyButton
{
  GtkButton parent_instance;

  /* Owned */
  YqPly *ply;
  GSignalGroup *ply_signals;

  /* Borrowed: children */
  GtkLabel *text_label;
  GtkLabel *report_label; /* NULL while no reports are shown: a long game has many buttons */
};

G_DEFINE_FINAL_TYPE (YqPlyButton, yq_ply_button, GTK_TYPE_BUTTON)

static void
set_css_class (GtkWidget *widget, const char *name, gboolean on)
{
  if (on)
    gtk_widget_add_css_class (widget, name);
  else
    gtk_widget_remove_css_class (widget, name);
}

static GtkLabel *
add_label (GtkWidget *box)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_box_append (GTK_BOX (box), label);
  return GTK_LABEL (label);
}

static void
build (YqPlyButton *self, gboolean reports)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  self->text_label = add_label (box);
  self->report_label = reports ? add_label (box) : NULL;
  if (reports)
    {
      gtk_label_set_wrap (self->report_label, TRUE);
      gtk_label_set_wrap_mode (self->report_label, PANGO_WRAP_WORD_CHAR);
      gtk_widget_add_css_class (GTK_WIDGET (self->report_label), "report");
    }
  gtk_button_set_child (GTK_BUTTON (self), box);
}

static void
update (YqPlyButton *self)
{
  g_autofree char *text = NULL, *report = NULL;
  gboolean current, main_line;

  /* Not gtk_widget_set_visible(): the column keeps its width. */
  gtk_widget_set_child_visible (GTK_WIDGET (self), self->ply != NULL);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_HIDDEN,
                               self->ply == NULL, -1);
  if (self->ply == NULL)
    {
      gtk_label_set_label (self->text_label, "");
      return;
    }

  g_object_get (self->ply, "text", &text, "current", &current, "main", &main_line, NULL);
  gtk_label_set_label (self->text_label, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  if (self->report_label != NULL)
    {
      g_object_get (self->ply, "report", &report, NULL);
      gtk_label_set_label (self->report_label, report);
    }
  set_css_class (GTK_WIDGET (self), "current", current);
  set_css_class (GTK_WIDGET (self), "aside", !main_line);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_SELECTED, current, -1);
}

void
yq_ply_button_set_ply (YqPlyButton *self, YqPly *ply)
{
  g_return_if_fail (YQ_IS_PLY_BUTTON (self));
  g_return_if_fail (ply == NULL || YQ_IS_PLY (ply));

  if (g_set_object (&self->ply, ply))
    {
      g_signal_group_set_target (self->ply_signals, ply);
      update (self);
    }
}

YqPly *
yq_ply_button_get_ply (YqPlyButton *self)
{
  g_return_val_if_fail (YQ_IS_PLY_BUTTON (self), NULL);

  return self->ply;
}

void
yq_ply_button_set_reports (YqPlyButton *self, gboolean reports)
{
  g_return_if_fail (YQ_IS_PLY_BUTTON (self));

  if ((self->report_label != NULL) == reports)
    return;
  build (self, reports);
  update (self);
}

static YqLogView *
get_log_view (YqPlyButton *self)
{
  return YQ_LOG_VIEW (gtk_widget_get_ancestor (GTK_WIDGET (self), YQ_TYPE_LOG_VIEW));
}

static void
yq_ply_button_clicked (GtkButton *button)
{
  YqPlyButton *self = YQ_PLY_BUTTON (button);

  if (self->ply != NULL)
    yq_log_view_go_to (get_log_view (self), self->ply);
}

static void
menu_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  YqPlyButton *self = YQ_PLY_BUTTON (widget);

  yq_log_view_show_menu (get_log_view (self), self);
}

static void
yq_ply_button_dispose (GObject *object)
{
  YqPlyButton *self = YQ_PLY_BUTTON (object);

  g_clear_object (&self->ply_signals);
  g_clear_object (&self->ply);
  G_OBJECT_CLASS (yq_ply_button_parent_class)->dispose (object);
}

static void
yq_ply_button_class_init (YqPlyButtonClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = yq_ply_button_dispose;
  GTK_BUTTON_CLASS (klass)->clicked = yq_ply_button_clicked;
  gtk_widget_class_install_action (widget_class, "ply.menu", NULL, menu_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Menu, 0, "ply.menu", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F10, GDK_SHIFT_MASK, "ply.menu", NULL);
}

static void
yq_ply_button_init (YqPlyButton *self)
{
  self->ply_signals = g_signal_group_new (YQ_TYPE_PLY);
  g_signal_group_connect_swapped (self->ply_signals, "notify", G_CALLBACK (update), self);

  build (self, FALSE);
  gtk_button_set_has_frame (GTK_BUTTON (self), FALSE);
  gtk_widget_add_css_class (GTK_WIDGET (self), "ply");
  /* The focus stays on the board, where the next move is played. */
  gtk_widget_set_focus_on_click (GTK_WIDGET (self), FALSE);
  update (self);
}
