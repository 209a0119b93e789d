/* A move in the log: its text, the judge's report below, a click goes there.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "yq-ply-cell.h"

#include "yq-log-view.h"

#define REPORT_ALPHA 0.75

struct _YqPlyCell
{
  GtkWidget parent_instance;

  /* Owned */
  YqPly *ply;
  GSignalGroup *ply_signals;
  PangoLayout *text;   /* NULL until it is drawn */
  PangoLayout *report; /* NULL until it is drawn or measured, and without reports */

  gboolean reports;
};

G_DEFINE_FINAL_TYPE (YqPlyCell, yq_ply_cell, GTK_TYPE_WIDGET)

static void
set_css_class (GtkWidget *widget, const char *name, gboolean on)
{
  if (on)
    gtk_widget_add_css_class (widget, name);
  else
    gtk_widget_remove_css_class (widget, name);
}

static void
forget_layouts (YqPlyCell *self)
{
  g_clear_object (&self->text);
  g_clear_object (&self->report);
}

static void
update (YqPlyCell *self)
{
  g_autofree char *text = NULL, *report = NULL;
  gboolean current, main_line;

  forget_layouts (self);
  gtk_widget_set_visible (GTK_WIDGET (self), self->ply != NULL);
  if (self->ply == NULL)
    return;

  g_object_get (self->ply, "text", &text, "current", &current, "main", &main_line, NULL);
  if (self->reports)
    g_object_get (self->ply, "report", &report, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, text,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, report != NULL ? report : "",
                                  -1);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_SELECTED, current, -1);
  set_css_class (GTK_WIDGET (self), "current", current);
  set_css_class (GTK_WIDGET (self), "aside", !main_line);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
ensure_report (YqPlyCell *self)
{
  g_autofree char *report = NULL;
  PangoAttrList *attributes;

  if (self->report != NULL)
    return;
  g_object_get (self->ply, "report", &report, NULL);
  self->report = gtk_widget_create_pango_layout (GTK_WIDGET (self), report);
  pango_layout_set_wrap (self->report, PANGO_WRAP_WORD_CHAR);
  /* The current move is bold; its report is not, or it could need another line. */
  attributes = pango_attr_list_new ();
  pango_attr_list_insert (attributes, pango_attr_weight_new (PANGO_WEIGHT_NORMAL));
  pango_layout_set_attributes (self->report, attributes);
  pango_attr_list_unref (attributes);
}

/* Laying out hundreds of reports takes longer than a frame: most are so short that they certainly
 * need one line. */
static int
report_height (YqPlyCell *self, const YqLogMetrics *metrics, int width)
{
  g_autofree char *report = NULL;
  int height;

  if (self->ply == NULL || width < 0)
    return metrics->line_height;
  g_object_get (self->ply, "report", &report, NULL);
  if ((int) strlen (report) * metrics->letter_width <= width)
    return metrics->line_height;
  ensure_report (self);
  pango_layout_set_width (self->report, width * PANGO_SCALE);
  pango_layout_get_pixel_size (self->report, NULL, &height);
  return height;
}

static GtkSizeRequestMode
yq_ply_cell_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
yq_ply_cell_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                     int *natural, int *minimum_baseline, int *natural_baseline)
{
  YqPlyCell *self = YQ_PLY_CELL (widget);
  const YqLogMetrics *metrics = yq_log_view_get_metrics (yq_log_view_of (widget));

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *minimum = *natural = metrics->move_width;
  else
    *minimum = *natural = metrics->line_height
                          + (self->reports ? report_height (self, metrics, for_size) : 0);
}

static void
yq_ply_cell_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  YqPlyCell *self = YQ_PLY_CELL (widget);
  g_autofree char *text = NULL;
  GdkRGBA color;
  int line, height;

  if (self->ply == NULL)
    return;
  if (self->text == NULL)
    {
      g_object_get (self->ply, "text", &text, NULL);
      self->text = gtk_widget_create_pango_layout (widget, text);
    }
  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &color);
  /* Chinese characters of another font may be higher than the line, and then overlap its padding. */
  line = yq_log_view_get_metrics (yq_log_view_of (widget))->line_height;
  pango_layout_get_pixel_size (self->text, NULL, &height);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (0, (float) ((line - height) / 2)));
  gtk_snapshot_append_layout (snapshot, self->text, &color);
  gtk_snapshot_restore (snapshot);
  if (!self->reports)
    return;
  ensure_report (self);
  pango_layout_set_width (self->report, gtk_widget_get_width (widget) * PANGO_SCALE);
  color.alpha *= (float) REPORT_ALPHA;
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (0, (float) line));
  gtk_snapshot_append_layout (snapshot, self->report, &color);
  gtk_snapshot_restore (snapshot);
}

static void
yq_ply_cell_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (yq_ply_cell_parent_class)->css_changed (widget, change);
  /* The font may be another one now. */
  forget_layouts (YQ_PLY_CELL (widget));
}

void
yq_ply_cell_set_ply (YqPlyCell *self, YqPly *ply)
{
  g_return_if_fail (YQ_IS_PLY_CELL (self));
  g_return_if_fail (ply == NULL || YQ_IS_PLY (ply));

  if (g_set_object (&self->ply, ply))
    {
      g_signal_group_set_target (self->ply_signals, ply);
      update (self);
    }
}

YqPly *
yq_ply_cell_get_ply (YqPlyCell *self)
{
  g_return_val_if_fail (YQ_IS_PLY_CELL (self), NULL);

  return self->ply;
}

void
yq_ply_cell_set_reports (YqPlyCell *self, gboolean reports)
{
  g_return_if_fail (YQ_IS_PLY_CELL (self));

  if (self->reports == reports)
    return;
  self->reports = reports;
  update (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

static void
go_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  YqPlyCell *self = YQ_PLY_CELL (widget);

  if (self->ply != NULL)
    yq_log_view_go_to (yq_log_view_of (widget), self->ply);
}

static void
menu_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  yq_log_view_show_menu (yq_log_view_of (widget), YQ_PLY_CELL (widget));
}

static void
yq_ply_cell_dispose (GObject *object)
{
  YqPlyCell *self = YQ_PLY_CELL (object);

  g_clear_object (&self->ply_signals);
  g_clear_object (&self->ply);
  forget_layouts (self);
  G_OBJECT_CLASS (yq_ply_cell_parent_class)->dispose (object);
}

static void
yq_ply_cell_class_init (YqPlyCellClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const guint keys[] = { GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_ISO_Enter, GDK_KEY_space,
                         GDK_KEY_KP_Space };

  G_OBJECT_CLASS (klass)->dispose = yq_ply_cell_dispose;
  widget_class->get_request_mode = yq_ply_cell_get_request_mode;
  widget_class->measure = yq_ply_cell_measure;
  widget_class->snapshot = yq_ply_cell_snapshot;
  widget_class->css_changed = yq_ply_cell_css_changed;

  /* The first one is what a screen reader does. */
  gtk_widget_class_install_action (widget_class, "ply.go", NULL, go_action);
  gtk_widget_class_install_action (widget_class, "ply.menu", NULL, menu_action);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_widget_class_add_binding_action (widget_class, keys[i], 0, "ply.go", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Menu, 0, "ply.menu", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F10, GDK_SHIFT_MASK, "ply.menu", NULL);

  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_BUTTON);
  gtk_widget_class_set_css_name (widget_class, "ply");
}

static void
yq_ply_cell_init (YqPlyCell *self)
{
  self->ply_signals = g_signal_group_new (YQ_TYPE_PLY);
  g_signal_group_connect_swapped (self->ply_signals, "notify", G_CALLBACK (update), self);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

GtkWidget *
yq_ply_cell_new (void)
{
  return g_object_new (YQ_TYPE_PLY_CELL, NULL);
}
