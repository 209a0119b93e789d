/* A row of a list that can be chosen by mouse, keyboard and accessibility action.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "yq-choice-row.h"

struct _YqChoiceRow
{
  GtkWidget parent_instance;

  /* Borrowed: children */
  GtkImage *image;
  GtkLabel *text_label;
  GtkLabel *detail_label;
};

enum
{
  SIGNAL_CHOSEN,
  SIGNAL_POINTED,
  N_SIGNALS
};
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (YqChoiceRow, yq_choice_row, GTK_TYPE_WIDGET)

void
yq_choice_row_set (YqChoiceRow *self, const char *icon, const char *kind, const char *text, const char *detail)
{
  const char *classes[] = { kind, NULL };

  g_return_if_fail (YQ_IS_CHOICE_ROW (self));

  gtk_widget_set_css_classes (GTK_WIDGET (self), classes);
  gtk_image_set_from_icon_name (self->image, icon);
  gtk_label_set_label (self->text_label, text);
  gtk_label_set_label (self->detail_label, detail != NULL ? detail : "");
  gtk_widget_set_visible (GTK_WIDGET (self->detail_label), detail != NULL);
}

static void
choose_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_signal_emit (widget, signals[SIGNAL_CHOSEN], 0);
}

static void
released_cb (YqChoiceRow *self)
{
  g_signal_emit (self, signals[SIGNAL_CHOSEN], 0);
}

static void
enter_cb (YqChoiceRow *self)
{
  g_signal_emit (self, signals[SIGNAL_POINTED], 0, TRUE);
}

static void
leave_cb (YqChoiceRow *self)
{
  g_signal_emit (self, signals[SIGNAL_POINTED], 0, FALSE);
}

static void
yq_choice_row_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (yq_choice_row_parent_class)->dispose (object);
}

static void
yq_choice_row_class_init (YqChoiceRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = yq_choice_row_dispose;
  signals[SIGNAL_CHOSEN] = g_signal_new ("chosen", YQ_TYPE_CHOICE_ROW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                         G_TYPE_NONE, 0);
  signals[SIGNAL_POINTED] = g_signal_new ("pointed", YQ_TYPE_CHOICE_ROW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                          G_TYPE_NONE, 1, G_TYPE_BOOLEAN);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "choicerow");
  gtk_widget_class_install_action (widget_class, "row.choose", NULL, choose_action);
}

static void
yq_choice_row_init (YqChoiceRow *self)
{
  GtkWidget *widget = GTK_WIDGET (self), *labels = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();

  gtk_box_layout_set_spacing (GTK_BOX_LAYOUT (gtk_widget_get_layout_manager (widget)), 8);
  self->image = GTK_IMAGE (g_object_new (GTK_TYPE_IMAGE, "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION,
                                         "valign", GTK_ALIGN_START, NULL));
  self->text_label = GTK_LABEL (g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, "wrap", TRUE, "wrap-mode",
                                              PANGO_WRAP_WORD_CHAR, "max-width-chars", 20, NULL));
  self->detail_label = GTK_LABEL (g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, "wrap", TRUE, "wrap-mode",
                                                PANGO_WRAP_WORD_CHAR, "lines", 3, "ellipsize", PANGO_ELLIPSIZE_END,
                                                "max-width-chars", 20, NULL));
  gtk_widget_add_css_class (GTK_WIDGET (self->detail_label), "detail");
  gtk_widget_set_hexpand (labels, TRUE);
  gtk_box_append (GTK_BOX (labels), GTK_WIDGET (self->text_label));
  gtk_box_append (GTK_BOX (labels), GTK_WIDGET (self->detail_label));
  gtk_widget_set_parent (GTK_WIDGET (self->image), widget);
  gtk_widget_set_parent (labels, widget);

  g_signal_connect_swapped (click, "released", G_CALLBACK (released_cb), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));
  g_signal_connect_swapped (motion, "enter", G_CALLBACK (enter_cb), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (leave_cb), self);
  gtk_widget_add_controller (widget, motion);
}

GtkWidget *
yq_choice_row_new (void)
{
  return g_object_new (YQ_TYPE_CHOICE_ROW, NULL);
}
