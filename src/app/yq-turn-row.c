/* One row of the log: a turn of two moves, or a comment.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "yq-turn-row.h"

#include "yq-ply-button.h"

#define INDENT 16 /* pixels a level of variation */

struct _YqTurnRow
{
  GtkWidget parent_instance;

  /* Owned */
  GSignalGroup *row_signals;

  /* Template children */
  GtkLabel *number_label;
  GtkBox *cells;
  YqPlyButton *red, *blue;
  GtkLabel *comment_label;

  gboolean reports;
};

G_DEFINE_FINAL_TYPE (YqTurnRow, yq_turn_row, GTK_TYPE_WIDGET)

static void
update (YqTurnRow *self)
{
  g_autoptr(YqLogRow) row = g_signal_group_dup_target (self->row_signals);
  g_autoptr(YqPly) red = NULL, blue = NULL;
  g_autofree char *comment = NULL, *number_text = NULL;
  guint number = 0, depth = 0;

  if (row != NULL)
    g_object_get (row, "number", &number, "depth", &depth, "red", &red, "blue", &blue, "comment",
                  &comment, NULL);

  if (number > 0)
    number_text = g_strdup_printf ("%u.", number);
  gtk_label_set_label (self->number_label, number_text != NULL ? number_text : "");
  gtk_label_set_label (self->comment_label, comment != NULL ? comment : "");
  gtk_widget_set_visible (GTK_WIDGET (self->comment_label), comment != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->cells), comment == NULL);
  yq_ply_button_set_ply (self->red, red);
  yq_ply_button_set_ply (self->blue, blue);
  /* In two columns an empty place keeps its width; one below the other it would only be a gap. */
  gtk_widget_set_visible (GTK_WIDGET (self->red), red != NULL || !self->reports);
  gtk_widget_set_visible (GTK_WIDGET (self->blue), blue != NULL || !self->reports);
  gtk_widget_set_margin_start (GTK_WIDGET (self), (int) depth * INDENT);
  if (depth > 0)
    gtk_widget_add_css_class (GTK_WIDGET (self), "variation");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "variation");
}

void
yq_turn_row_set_row (YqTurnRow *self, YqLogRow *row)
{
  g_return_if_fail (YQ_IS_TURN_ROW (self));
  g_return_if_fail (row == NULL || YQ_IS_LOG_ROW (row));

  g_signal_group_set_target (self->row_signals, row);
  update (self);
}

void
yq_turn_row_set_reports (YqTurnRow *self, gboolean reports)
{
  g_return_if_fail (YQ_IS_TURN_ROW (self));

  if (self->reports == reports)
    return;
  self->reports = reports;
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->cells),
                                  reports ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL);
  yq_ply_button_set_reports (self->red, reports);
  yq_ply_button_set_reports (self->blue, reports);
  update (self);
}

static void
yq_turn_row_dispose (GObject *object)
{
  YqTurnRow *self = YQ_TURN_ROW (object);
  GtkWidget *child;

  g_clear_object (&self->row_signals);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (yq_turn_row_parent_class)->dispose (object);
}

static void
yq_turn_row_class_init (YqTurnRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = yq_turn_row_dispose;
  g_type_ensure (YQ_TYPE_PLY_BUTTON);
  gtk_widget_class_set_template_from_resource (widget_class, YAQI_RESOURCE_PATH "/yq-turn-row.ui");
  gtk_widget_class_bind_template_child (widget_class, YqTurnRow, number_label);
  gtk_widget_class_bind_template_child (widget_class, YqTurnRow, cells);
  gtk_widget_class_bind_template_child (widget_class, YqTurnRow, red);
  gtk_widget_class_bind_template_child (widget_class, YqTurnRow, blue);
  gtk_widget_class_bind_template_child (widget_class, YqTurnRow, comment_label);
  gtk_widget_class_set_css_name (widget_class, "turnrow");
}

static void
yq_turn_row_init (YqTurnRow *self)
{
  self->row_signals = g_signal_group_new (YQ_TYPE_LOG_ROW);
  g_signal_group_connect_swapped (self->row_signals, "notify", G_CALLBACK (update), self);
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
yq_turn_row_new (void)
{
  return g_object_new (YQ_TYPE_TURN_ROW, NULL);
}
