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
  GtkLabel *report_label;

  gboolean reports;
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

static void
update (YqPlyButton *self)
{
  g_autofree char *text = NULL, *report = NULL;
  gboolean current, main_line;

  /* Not gtk_widget_set_visible(): the column keeps its width. */
  gtk_widget_set_child_visible (GTK_WIDGET (self), self->ply != NULL);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_HIDDEN, self->ply == NULL, -1);
  if (self->ply == NULL)
    {
      gtk_label_set_label (self->text_label, "");
      gtk_widget_set_visible (GTK_WIDGET (self->report_label), FALSE);
      return;
    }

  g_object_get (self->ply, "text", &text, "report", &report, "current", &current, "main", &main_line, NULL);
  gtk_label_set_label (self->text_label, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  gtk_label_set_label (self->report_label, report);
  gtk_widget_set_visible (GTK_WIDGET (self->report_label), self->reports);
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

  if (self->reports == reports)
    return;
  self->reports = reports;
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
show_menu (YqPlyButton *self)
{
  if (self->ply != NULL)
    yq_log_view_show_menu (get_log_view (self), self);
}

static void
pressed_cb (GtkGestureClick *gesture, int n_press, double x, double y, gpointer user_data)
{
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  show_menu (user_data);
}

static void
long_pressed_cb (GtkGestureLongPress *gesture, double x, double y, gpointer user_data)
{
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  show_menu (user_data);
}

static void
menu_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  show_menu (YQ_PLY_BUTTON (widget));
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
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *long_press = gtk_gesture_long_press_new ();

  self->ply_signals = g_signal_group_new (YQ_TYPE_PLY);
  g_signal_group_connect_swapped (self->ply_signals, "notify", G_CALLBACK (update), self);

  self->text_label = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->text_label, 0);
  self->report_label = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->report_label, 0);
  gtk_label_set_wrap (self->report_label, TRUE);
  gtk_label_set_wrap_mode (self->report_label, PANGO_WRAP_WORD_CHAR);
  gtk_widget_add_css_class (GTK_WIDGET (self->report_label), "report");
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->text_label));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->report_label));
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  gtk_button_set_child (GTK_BUTTON (self), box);
  gtk_button_set_has_frame (GTK_BUTTON (self), FALSE);
  gtk_widget_add_css_class (GTK_WIDGET (self), "ply");
  /* The focus stays on the board, where the next move is played. */
  gtk_widget_set_focus_on_click (GTK_WIDGET (self), FALSE);

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect (click, "pressed", G_CALLBACK (pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_gesture_single_set_touch_only (GTK_GESTURE_SINGLE (long_press), TRUE);
  g_signal_connect (long_press, "pressed", G_CALLBACK (long_pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (long_press));
  update (self);
}
