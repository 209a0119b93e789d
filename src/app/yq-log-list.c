/* The rows of the log, of which only those in view are widgets.
 *
 * The place in the list is kept as the first row in view and how much of it is above: heights of
 * rows that were never in view are guessed, and a better guess must not move what is seen.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "yq-log-list.h"

#include <math.h>

#include "yq-turn-row.h"

/* Rows above and below the view are there for the arrow keys to go to. At most three in a row are
 * comments, which the keys pass over: those on the start or on a turn's two moves. */
#define BEYOND 4

typedef struct
{
  guint number; /* of the row */
  GtkWidget *widget;
} Shown;

/* A place in the list: what is at the upper edge of the view. */
typedef struct
{
  guint row;
  double above; /* pixels of the row that are above the edge */
} Place;

struct _YqLogList
{
  GtkWidget parent_instance;

  /* Owned */
  GListModel *rows;
  GtkAdjustment *adjustments[2]; /* by orientation */
  GArray *heights;               /* an int a row: 0 = not known in this width */
  GArray *shown;                 /* Shown, by number */

  Place place;
  guint wanted_first, wanted_last; /* to be brought into view; G_MAXUINT: none */
  guint entry;                     /* where the keyboard enters */
  int width;                       /* that the heights are true for */
  int typical;                     /* height of rows whose own is not known */
  gboolean reports;
  GtkScrollablePolicy policies[2];
};

enum
{
  PROP_0,
  PROP_HADJUSTMENT,
  PROP_VADJUSTMENT,
  PROP_HSCROLL_POLICY,
  PROP_VSCROLL_POLICY,
};

G_DEFINE_FINAL_TYPE_WITH_CODE (YqLogList, yq_log_list, GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_SCROLLABLE, NULL))

/* Rows and their widgets */

static Shown *
shown_at (YqLogList *self, guint i)
{
  return &g_array_index (self->shown, Shown, i);
}

static int *
height_of (YqLogList *self, guint row)
{
  return &g_array_index (self->heights, int, row);
}

/* The widget of a row, made if it is not there. */
static GtkWidget *
ensure_widget (YqLogList *self, guint row)
{
  g_autoptr(GObject) item = NULL;
  Shown added = { row, NULL };
  guint i = 0;

  while (i < self->shown->len && shown_at (self, i)->number < row)
    i++;
  if (i < self->shown->len && shown_at (self, i)->number == row)
    return shown_at (self, i)->widget;

  item = g_list_model_get_item (self->rows, row);
  added.widget = yq_turn_row_new ();
  yq_turn_row_set_reports (YQ_TURN_ROW (added.widget), self->reports);
  yq_turn_row_set_row (YQ_TURN_ROW (added.widget), YQ_LOG_ROW (item));
  gtk_widget_insert_after (added.widget, GTK_WIDGET (self),
                           i > 0 ? shown_at (self, i - 1)->widget : NULL);
  g_array_insert_val (self->shown, i, added);
  return added.widget;
}

/* Removes the widgets of rows outside a range, but not that which has the keyboard. */
static void
keep_only (YqLogList *self, guint first, guint end)
{
  GtkWidget *focus = gtk_widget_get_focus_child (GTK_WIDGET (self));

  for (guint i = self->shown->len; i-- > 0;)
    {
      Shown shown = *shown_at (self, i);

      if ((shown.number < first || shown.number >= end) && shown.widget != focus)
        {
          g_array_remove_index (self->shown, i);
          gtk_widget_unparent (shown.widget);
        }
    }
}

static void
forget_heights (YqLogList *self)
{
  for (guint row = 0; row < self->heights->len; row++)
    *height_of (self, row) = 0;
  self->typical = 0;
}

/* Heights */

static int
guess_height (YqLogList *self, guint row)
{
  int height = *height_of (self, row);

  return height > 0 ? height : self->typical;
}

static int
measure_row (YqLogList *self, guint row)
{
  GtkWidget *widget = ensure_widget (self, row);
  int least, height;

  gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  gtk_widget_measure (widget, GTK_ORIENTATION_VERTICAL, MAX (least, self->width), &height, NULL,
                      NULL, NULL);
  height = MAX (height, 1);
  *height_of (self, row) = height;
  if (self->typical == 0 || height < self->typical)
    self->typical = height;
  return height;
}

/* How far a row is from the beginning. */
static int
top_of (YqLogList *self, guint row)
{
  int top = 0;

  for (guint i = 0; i < row; i++)
    top += guess_height (self, i);
  return top;
}

/* Places */

static gboolean
is_below (Place a, Place b)
{
  return a.row > b.row || (a.row == b.row && a.above > b.above);
}

/* The place at which a row is the last one in view, or the beginning. */
static Place
place_above (YqLogList *self, guint last, int height)
{
  Place place = { last, 0 };
  int sum = measure_row (self, last);

  while (place.row > 0 && sum < height)
    sum += measure_row (self, --place.row);
  place.above = MAX (sum - height, 0);
  return place;
}

static Place
place_of_value (YqLogList *self, double value)
{
  Place place = { 0, MAX (value, 0) };

  while (place.row + 1 < self->heights->len && place.above >= guess_height (self, place.row))
    place.above -= guess_height (self, place.row++);
  return place;
}

/* Finds the place that was asked for, and measures what is in view there. */
static void
settle_place (YqLogList *self, int height)
{
  guint last = self->heights->len - 1;
  Place place = self->place, end;

  if (place.row > last)
    place = (Place){ last, 0 };
  /* A row that comes in from above, and is not as high as it was thought to be, keeps its lower
   * edge. */
  if (place.above > 0 && *height_of (self, place.row) == 0)
    {
      int guess = guess_height (self, place.row);

      place.above = MAX (place.above + measure_row (self, place.row) - guess, 0);
    }
  if (self->wanted_first <= last)
    {
      end = place_above (self, MIN (self->wanted_last, last), height);
      if (is_below (end, place))
        place = end;
      end = (Place){ self->wanted_first, 0 };
      if (is_below (place, end))
        place = end;
    }
  self->wanted_first = self->wanted_last = G_MAXUINT;
  end = place_above (self, last, height);
  if (is_below (place, end))
    place = end;
  self->place = place;
}

static void value_changed_cb (YqLogList *self);

/* Also says whether there is a scrollbar, and rows are made while places are given to them:
 * whatever leads here asks for all sizes anew, from the window down. */
static void
configure (YqLogList *self, GtkOrientation orientation, double value, double upper, double page)
{
  GtkAdjustment *adjustment = self->adjustments[orientation];

  if (adjustment == NULL)
    return;
  g_signal_handlers_block_by_func (adjustment, value_changed_cb, self);
  gtk_adjustment_configure (adjustment, value, 0, MAX (upper, page), self->typical, page * 0.9,
                            page);
  g_signal_handlers_unblock_by_func (adjustment, value_changed_cb, self);
}

static void
allocate_row (YqLogList *self, const Shown *shown, int y)
{
  GtkAllocation place = { 0, y, self->width, *height_of (self, shown->number) };
  int least;

  gtk_widget_measure (shown->widget, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  place.width = MAX (place.width, least);
  gtk_widget_size_allocate (shown->widget, &place, -1);
}

static void
yq_log_list_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  YqLogList *self = YQ_LOG_LIST (widget);
  guint n_rows = self->heights->len, first = 0, end = 0;
  guint row = 0;
  int y = 0, value = 0, top = 0;

  if (width != self->width)
    {
      self->width = width;
      forget_heights (self);
    }
  if (n_rows > 0)
    {
      settle_place (self, height);
      first = self->place.row > BEYOND ? self->place.row - BEYOND : 0;
      for (guint i = first; i < self->place.row; i++)
        measure_row (self, i);
      for (end = self->place.row; end < n_rows && y < height + self->place.above; end++)
        y += measure_row (self, end);
      for (guint i = 0; i < BEYOND && end < n_rows; i++)
        measure_row (self, end++);
      value = top_of (self, self->place.row) + (int) floor (self->place.above);
    }
  keep_only (self, first, end);
  for (guint i = 0; i < self->shown->len; i++)
    {
      const Shown *shown = shown_at (self, i);

      measure_row (self, shown->number);
      while (row < shown->number)
        top += guess_height (self, row++);
      allocate_row (self, shown, top - value);
    }
  configure (self, GTK_ORIENTATION_HORIZONTAL, 0, width, width);
  configure (self, GTK_ORIENTATION_VERTICAL, value + fmod (self->place.above, 1),
             top_of (self, n_rows), height);
}

static void
yq_log_list_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                     int *natural, int *minimum_baseline, int *natural_baseline)
{
  YqLogList *self = YQ_LOG_LIST (widget);

  if (orientation == GTK_ORIENTATION_VERTICAL)
    return;
  for (guint i = 0; i < self->shown->len; i++)
    {
      int least, best;

      gtk_widget_measure (shown_at (self, i)->widget, orientation, -1, &least, &best, NULL, NULL);
      *minimum = MAX (*minimum, least);
      *natural = MAX (*natural, best);
    }
}

static void
yq_log_list_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (yq_log_list_parent_class)->css_changed (widget, change);
  /* The font may be another one now. */
  forget_heights (YQ_LOG_LIST (widget));
}

/* The keyboard */

gboolean
yq_log_list_take_focus (YqLogList *self)
{
  g_return_val_if_fail (YQ_IS_LOG_LIST (self), FALSE);

  return self->entry < self->heights->len
         && yq_turn_row_take_focus (YQ_TURN_ROW (ensure_widget (self, self->entry)));
}

/* The list is one stop of the Tab key; the arrow keys walk. */
static gboolean
yq_log_list_focus (GtkWidget *widget, GtkDirectionType direction)
{
  gboolean tab = direction == GTK_DIR_TAB_FORWARD || direction == GTK_DIR_TAB_BACKWARD;

  if (gtk_widget_get_focus_child (widget) != NULL)
    return !tab && GTK_WIDGET_CLASS (yq_log_list_parent_class)->focus (widget, direction);
  return yq_log_list_take_focus (YQ_LOG_LIST (widget))
         || GTK_WIDGET_CLASS (yq_log_list_parent_class)->focus (widget, direction);
}

static void
yq_log_list_set_focus_child (GtkWidget *widget, GtkWidget *child)
{
  YqLogList *self = YQ_LOG_LIST (widget);

  GTK_WIDGET_CLASS (yq_log_list_parent_class)->set_focus_child (widget, child);
  for (guint i = 0; child != NULL && i < self->shown->len; i++)
    if (shown_at (self, i)->widget == child)
      {
        self->wanted_first = self->wanted_last = shown_at (self, i)->number;
        gtk_widget_queue_resize (widget);
      }
}

/* What it is told */

static void
value_changed_cb (YqLogList *self)
{
  GtkAdjustment *adjustment = self->adjustments[GTK_ORIENTATION_VERTICAL];

  self->place = place_of_value (self, gtk_adjustment_get_value (adjustment));
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

static void
rows_changed_cb (YqLogList *self, guint position, guint removed, guint added)
{
  gboolean had_focus = FALSE;
  guint n_rows;

  g_array_remove_range (self->heights, position, removed);
  n_rows = self->heights->len + added;
  g_array_set_size (self->heights, n_rows);
  for (guint row = n_rows; row-- > position;)
    *height_of (self, row) = row >= position + added ? *height_of (self, row - added) : 0;

  for (guint i = self->shown->len; i-- > 0;)
    {
      Shown *shown = shown_at (self, i);

      if (shown->number >= position + removed)
        shown->number += added - removed;
      else if (shown->number >= position)
        {
          GtkWidget *widget = shown->widget;

          had_focus |= widget == gtk_widget_get_focus_child (GTK_WIDGET (self));
          g_array_remove_index (self->shown, i);
          gtk_widget_unparent (widget);
        }
    }
  if (self->place.row >= position + removed)
    self->place.row += added - removed;
  else if (self->place.row >= position)
    self->place = (Place){ position, 0 };
  if (had_focus && n_rows > 0)
    gtk_widget_child_focus (ensure_widget (self, MIN (position, n_rows - 1)), GTK_DIR_TAB_FORWARD);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
yq_log_list_set_rows (YqLogList *self, GListModel *rows)
{
  g_return_if_fail (YQ_IS_LOG_LIST (self));
  g_return_if_fail (G_IS_LIST_MODEL (rows));
  g_return_if_fail (self->rows == NULL);

  self->rows = g_object_ref (rows);
  g_signal_connect_object (rows, "items-changed", G_CALLBACK (rows_changed_cb), self,
                           G_CONNECT_SWAPPED);
  rows_changed_cb (self, 0, 0, g_list_model_get_n_items (rows));
}

void
yq_log_list_set_reports (YqLogList *self, gboolean reports)
{
  g_return_if_fail (YQ_IS_LOG_LIST (self));

  if (self->reports == reports)
    return;
  self->reports = reports;
  for (guint i = 0; i < self->shown->len; i++)
    yq_turn_row_set_reports (YQ_TURN_ROW (shown_at (self, i)->widget), reports);
  forget_heights (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
yq_log_list_show_rows (YqLogList *self, guint first, guint last)
{
  g_return_if_fail (YQ_IS_LOG_LIST (self));
  g_return_if_fail (first <= last);

  self->wanted_first = self->entry = first;
  self->wanted_last = last;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

/* The object */

static void
set_adjustment (YqLogList *self, GtkOrientation orientation, GtkAdjustment *adjustment)
{
  GtkAdjustment **own = &self->adjustments[orientation];

  if (*own != NULL)
    g_signal_handlers_disconnect_by_func (*own, value_changed_cb, self);
  g_set_object (own, adjustment);
  if (adjustment != NULL && orientation == GTK_ORIENTATION_VERTICAL)
    g_signal_connect_swapped (adjustment, "value-changed", G_CALLBACK (value_changed_cb), self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

static void
yq_log_list_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  YqLogList *self = YQ_LOG_LIST (object);

  switch (id)
    {
    case PROP_HADJUSTMENT:
    case PROP_VADJUSTMENT:
      g_value_set_object (value, self->adjustments[id - PROP_HADJUSTMENT]);
      break;
    case PROP_HSCROLL_POLICY:
    case PROP_VSCROLL_POLICY:
      g_value_set_enum (value, (int) self->policies[id - PROP_HSCROLL_POLICY]);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
yq_log_list_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  YqLogList *self = YQ_LOG_LIST (object);

  switch (id)
    {
    case PROP_HADJUSTMENT:
    case PROP_VADJUSTMENT:
      set_adjustment (self, (GtkOrientation) (id - PROP_HADJUSTMENT), g_value_get_object (value));
      break;
    case PROP_HSCROLL_POLICY:
    case PROP_VSCROLL_POLICY:
      self->policies[id - PROP_HSCROLL_POLICY] = (GtkScrollablePolicy) g_value_get_enum (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
yq_log_list_dispose (GObject *object)
{
  YqLogList *self = YQ_LOG_LIST (object);

  for (guint i = self->shown->len; i-- > 0;)
    gtk_widget_unparent (shown_at (self, i)->widget);
  g_array_set_size (self->shown, 0);
  g_array_set_size (self->heights, 0);
  set_adjustment (self, GTK_ORIENTATION_HORIZONTAL, NULL);
  set_adjustment (self, GTK_ORIENTATION_VERTICAL, NULL);
  g_clear_object (&self->rows);
  G_OBJECT_CLASS (yq_log_list_parent_class)->dispose (object);
}

static void
yq_log_list_finalize (GObject *object)
{
  YqLogList *self = YQ_LOG_LIST (object);

  g_array_unref (self->heights);
  g_array_unref (self->shown);
  G_OBJECT_CLASS (yq_log_list_parent_class)->finalize (object);
}

static void
yq_log_list_class_init (YqLogListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = yq_log_list_get_property;
  object_class->set_property = yq_log_list_set_property;
  object_class->dispose = yq_log_list_dispose;
  object_class->finalize = yq_log_list_finalize;
  widget_class->measure = yq_log_list_measure;
  widget_class->size_allocate = yq_log_list_size_allocate;
  widget_class->css_changed = yq_log_list_css_changed;
  widget_class->focus = yq_log_list_focus;
  widget_class->set_focus_child = yq_log_list_set_focus_child;

  g_object_class_override_property (object_class, PROP_HADJUSTMENT, "hadjustment");
  g_object_class_override_property (object_class, PROP_VADJUSTMENT, "vadjustment");
  g_object_class_override_property (object_class, PROP_HSCROLL_POLICY, "hscroll-policy");
  g_object_class_override_property (object_class, PROP_VSCROLL_POLICY, "vscroll-policy");

  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LIST);
  gtk_widget_class_set_css_name (widget_class, "loglist");
}

static void
yq_log_list_init (YqLogList *self)
{
  self->heights = g_array_new (FALSE, TRUE, sizeof (int));
  self->shown = g_array_new (FALSE, FALSE, sizeof (Shown));
  self->wanted_first = self->wanted_last = G_MAXUINT;
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}
