/* One row of the log: a turn of two moves, or a comment.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "yq-turn-row.h"

#include "yq-log-view.h"

#define INDENT 16     /* pixels a level of variation */
#define MAX_INDENT 128 /* a window has a width, variations nest as deep as a file likes */
#define SPACING 2
#define GAP 4 /* between the number and the moves */
#define NUMBER_ALPHA 0.6

struct _YqTurnRow
{
  GtkWidget parent_instance;

  /* Owned */
  GSignalGroup *row_signals;
  PangoLayout *number; /* NULL until it is drawn, and in a row without */

  /* Borrowed: children */
  GtkWidget *cell[2];      /* by side */
  GtkLabel *comment_label; /* NULL until there is a comment */

  gboolean reports;
  guint turn; /* 0 = none */
};

G_DEFINE_FINAL_TYPE (YqTurnRow, yq_turn_row, GTK_TYPE_WIDGET)

static GtkLabel *
ensure_comment_label (YqTurnRow *self)
{
  GtkWidget *label;

  if (self->comment_label != NULL)
    return self->comment_label;
  label = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "comment");
  gtk_widget_set_parent (label, GTK_WIDGET (self));
  self->comment_label = GTK_LABEL (label);
  return self->comment_label;
}

static void
update (YqTurnRow *self)
{
  g_autoptr(YqLogRow) row = g_signal_group_dup_target (self->row_signals);
  g_autoptr(YqPly) red = NULL, blue = NULL;
  g_autofree char *comment = NULL;
  guint depth = 0;

  self->turn = 0;
  g_clear_object (&self->number);
  if (row != NULL)
    g_object_get (row, "number", &self->turn, "depth", &depth, "red", &red, "blue", &blue,
                  "comment", &comment, NULL);

  if (comment != NULL)
    gtk_label_set_label (ensure_comment_label (self), comment);
  if (self->comment_label != NULL)
    gtk_widget_set_visible (GTK_WIDGET (self->comment_label), comment != NULL);
  yq_ply_cell_set_ply (YQ_PLY_CELL (self->cell[YQ_RED]), red);
  yq_ply_cell_set_ply (YQ_PLY_CELL (self->cell[YQ_BLUE]), blue);
  gtk_widget_set_margin_start (GTK_WIDGET (self), (int) MIN (depth * INDENT, MAX_INDENT));
  if (depth > 0)
    gtk_widget_add_css_class (GTK_WIDGET (self), "variation");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "variation");
  gtk_widget_queue_draw (GTK_WIDGET (self));
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
  for (YqSide side = YQ_RED; side <= YQ_BLUE; side++)
    yq_ply_cell_set_reports (YQ_PLY_CELL (self->cell[side]), reports);
}

gboolean
yq_turn_row_take_focus (YqTurnRow *self)
{
  GtkWidget *cell;

  g_return_val_if_fail (YQ_IS_TURN_ROW (self), FALSE);

  cell = self->cell[YQ_RED];
  if (!gtk_widget_get_visible (cell) || gtk_widget_has_css_class (self->cell[YQ_BLUE], "current"))
    cell = self->cell[YQ_BLUE];
  return gtk_widget_get_visible (cell) && gtk_widget_grab_focus (cell);
}

/* Where things are: the number or its place, then two columns or, with reports, one of two rows; or
 * the comment. */

static int
number_width (YqTurnRow *self)
{
  return yq_log_view_get_metrics (yq_log_view_of (GTK_WIDGET (self)))->number_width;
}

static gboolean
shows_comment (YqTurnRow *self)
{
  return self->comment_label != NULL && gtk_widget_get_visible (GTK_WIDGET (self->comment_label));
}

static int
column_width (YqTurnRow *self, int width)
{
  width -= number_width (self);
  return MAX (self->reports ? width : (width - SPACING) / 2, 0);
}

static GtkSizeRequestMode
yq_turn_row_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
yq_turn_row_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                     int *natural, int *minimum_baseline, int *natural_baseline)
{
  YqTurnRow *self = YQ_TURN_ROW (widget);
  gboolean across = orientation == GTK_ORIENTATION_HORIZONTAL;

  if (shows_comment (self))
    {
      if (!across && for_size >= 0)
        for_size = MAX (for_size - number_width (self), 0);
      gtk_widget_measure (GTK_WIDGET (self->comment_label), orientation, across ? -1 : for_size,
                          minimum, natural, NULL, NULL);
    }
  else
    {
      if (!across && for_size >= 0)
        for_size = column_width (self, for_size);
      for (YqSide side = YQ_RED; side <= YQ_BLUE; side++)
        {
          int least, best;

          gtk_widget_measure (self->cell[side], orientation, across ? -1 : for_size, &least, &best,
                              NULL, NULL);
          /* Both columns are as wide as the wider one. */
          if (across)
            {
              *minimum = MAX (*minimum, self->reports ? least : 2 * least + SPACING);
              *natural = MAX (*natural, self->reports ? best : 2 * best + SPACING);
            }
          else
            {
              *minimum = self->reports ? *minimum + least : MAX (*minimum, least);
              *natural = self->reports ? *natural + best : MAX (*natural, best);
            }
        }
    }
  if (across)
    {
      *minimum += number_width (self);
      *natural += number_width (self);
    }
}

static void
yq_turn_row_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  YqTurnRow *self = YQ_TURN_ROW (widget);
  gboolean mirrored = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  int column = column_width (self, width);
  GtkAllocation place = { number_width (self), 0, column, height };

  if (shows_comment (self))
    {
      place.width = width - place.x;
      if (mirrored)
        place.x = 0;
      gtk_widget_size_allocate (GTK_WIDGET (self->comment_label), &place, -1);
      return;
    }
  for (YqSide side = YQ_RED; side <= YQ_BLUE; side++)
    {
      GtkAllocation turned = place;

      if (!gtk_widget_should_layout (self->cell[side]))
        {
          if (!self->reports)
            place.x += column + SPACING;
          continue;
        }
      if (self->reports)
        {
          gtk_widget_measure (self->cell[side], GTK_ORIENTATION_VERTICAL, column, &turned.height,
                              NULL, NULL, NULL);
          place.y += turned.height;
        }
      else
        place.x += column + SPACING;
      if (mirrored)
        turned.x = width - turned.x - turned.width;
      gtk_widget_size_allocate (self->cell[side], &turned, -1);
    }
}

/* The number ends at the gap before the moves, beside the first of them. */
static void
yq_turn_row_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  YqTurnRow *self = YQ_TURN_ROW (widget);
  GtkWidget *first = self->cell[gtk_widget_get_visible (self->cell[YQ_RED]) ? YQ_RED : YQ_BLUE];
  gboolean mirrored = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  double x = 0, y = 0;
  GdkRGBA color;
  int width;

  GTK_WIDGET_CLASS (yq_turn_row_parent_class)->snapshot (widget, snapshot);
  if (self->turn == 0)
    return;
  if (self->number == NULL)
    {
      g_autofree char *text = g_strdup_printf ("%u.", self->turn);

      self->number = gtk_widget_create_pango_layout (widget, text);
    }
  pango_layout_get_pixel_size (self->number, &width, NULL);
  gtk_widget_translate_coordinates (first, widget, 0, 0, &x, &y);
  x = number_width (self) - width - GAP;
  if (mirrored)
    x = gtk_widget_get_width (widget) - x - width;
  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &color);
  color.alpha *= (float) NUMBER_ALPHA;
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) x, (float) y));
  gtk_snapshot_append_layout (snapshot, self->number, &color);
  gtk_snapshot_restore (snapshot);
}

static void
yq_turn_row_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (yq_turn_row_parent_class)->css_changed (widget, change);
  /* The font may be another one now. */
  g_clear_object (&YQ_TURN_ROW (widget)->number);
}

static void
yq_turn_row_dispose (GObject *object)
{
  YqTurnRow *self = YQ_TURN_ROW (object);
  GtkWidget *child;

  g_clear_object (&self->row_signals);
  g_clear_object (&self->number);
  self->comment_label = NULL;
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (yq_turn_row_parent_class)->dispose (object);
}

static void
yq_turn_row_class_init (YqTurnRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = yq_turn_row_dispose;
  widget_class->get_request_mode = yq_turn_row_get_request_mode;
  widget_class->measure = yq_turn_row_measure;
  widget_class->size_allocate = yq_turn_row_size_allocate;
  widget_class->snapshot = yq_turn_row_snapshot;
  widget_class->css_changed = yq_turn_row_css_changed;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LIST_ITEM);
  gtk_widget_class_set_css_name (widget_class, "turnrow");
}

static void
yq_turn_row_init (YqTurnRow *self)
{
  self->row_signals = g_signal_group_new (YQ_TYPE_LOG_ROW);
  g_signal_group_connect_swapped (self->row_signals, "notify", G_CALLBACK (update), self);
  for (YqSide side = YQ_RED; side <= YQ_BLUE; side++)
    {
      self->cell[side] = yq_ply_cell_new ();
      gtk_widget_set_parent (self->cell[side], GTK_WIDGET (self));
    }
}

GtkWidget *
yq_turn_row_new (void)
{
  return g_object_new (YQ_TYPE_TURN_ROW, NULL);
}
