/* One of the ninety children of the board.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "yq-point.h"

struct _YqPoint
{
  GtkWidget parent_instance;

  YqSquare square;
};

G_DEFINE_FINAL_TYPE (YqPoint, yq_point, GTK_TYPE_WIDGET)

enum
{
  SIGNAL_ACTIVATED,
  N_SIGNALS
};
static guint signals[N_SIGNALS];

static void
activate_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_signal_emit (widget, signals[SIGNAL_ACTIVATED], 0);
}

static void
yq_point_state_flags_changed (GtkWidget *widget, GtkStateFlags before)
{
  const GtkStateFlags drawn = GTK_STATE_FLAG_FOCUSED | GTK_STATE_FLAG_FOCUS_VISIBLE;

  GTK_WIDGET_CLASS (yq_point_parent_class)->state_flags_changed (widget, before);

  /* The cursor on a point is drawn by the board, above its pieces. */
  if (((before ^ gtk_widget_get_state_flags (widget)) & drawn) != 0
      && gtk_widget_get_parent (widget) != NULL)
    gtk_widget_queue_draw (gtk_widget_get_parent (widget));
}

static void
yq_point_class_init (YqPointClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const guint keys[] = { GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_ISO_Enter, GDK_KEY_space,
                         GDK_KEY_KP_Space };

  widget_class->state_flags_changed = yq_point_state_flags_changed;

  signals[SIGNAL_ACTIVATED] = g_signal_new ("activated", YQ_TYPE_POINT, G_SIGNAL_RUN_LAST, 0, NULL,
                                            NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_install_action (widget_class, "point.activate", NULL, activate_action);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_widget_class_add_binding_action (widget_class, keys[i], 0, "point.activate", NULL);

  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GRID_CELL);
  gtk_widget_class_set_css_name (widget_class, "point");
}

static void
yq_point_init (YqPoint *self)
{
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  /* The pointer is the board's business. */
  gtk_widget_set_can_target (GTK_WIDGET (self), FALSE);
}

GtkWidget *
yq_point_new (YqSquare square)
{
  YqPoint *self = g_object_new (YQ_TYPE_POINT, NULL);

  self->square = square;
  return GTK_WIDGET (self);
}

YqSquare
yq_point_get_square (YqPoint *self)
{
  g_return_val_if_fail (YQ_IS_POINT (self), YQ_SQUARE_NONE);
  return self->square;
}

void
yq_point_set_name (YqPoint *self, const char *name, gboolean selected)
{
  g_return_if_fail (YQ_IS_POINT (self));

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_SELECTED, selected, -1);
}
