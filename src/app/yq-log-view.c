/* The move log: the moves of a game in two columns, variations indented, comments below their move.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "yq-log-view.h"

#include "yq-log-list.h"

#define NUMBER_CHARS 5 /* "500." and a gap */
#define MOVE_CHARS 7   /* four of them Chinese characters */

struct _YqLogView
{
  GtkWidget parent_instance;

  /* Owned */
  YqGame *game;

  YqLogMetrics metrics; /* line_height is 0 until somebody asks */
  gboolean walks;
  GtkWidget *menu_focus; /* weak: what had the keyboard when the menu opened */

  /* Template children */
  GtkCheckButton *reports_button;
  GtkWidget *header;
  YqLogList *list;
  GtkWidget *empty_label;
  GtkPopoverMenu *popover;
};

enum
{
  PROP_0,
  PROP_MENU_MODEL,
  PROP_HEADER,
  PROP_WALKS,
};

G_DEFINE_FINAL_TYPE (YqLogView, yq_log_view, GTK_TYPE_WIDGET)

static gboolean
shows_reports (YqLogView *self)
{
  gboolean reports;

  /* The report is the duck chess contest's. */
  g_object_get (self->game, "reports", &reports, NULL);
  return reports && yq_game_get_ruleset (self->game) == &yq_ruleset_duck;
}

static gboolean
is_comment (GListModel *rows, guint number)
{
  g_autoptr(YqLogRow) row = g_list_model_get_item (rows, number);
  g_autofree char *comment = NULL;

  if (row != NULL)
    g_object_get (row, "comment", &comment, NULL);
  return comment != NULL;
}

/* Brings the move that the board shows into view, and the comment below it. */
static void
show_cursor (YqLogView *self)
{
  guint row = yq_game_get_cursor_row (self->game);

  if (row == G_MAXUINT)
    row = 0;
  yq_log_list_show_rows (self->list, row,
                         is_comment (yq_game_get_rows (self->game), row + 1) ? row + 1 : row);
}

static gboolean
list_has_focus (YqLogView *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self->list));
}

static void
game_changed_cb (YqLogView *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self->reports_button),
                          yq_game_get_ruleset (self->game) == &yq_ruleset_duck);
  gtk_widget_set_visible (self->empty_label,
                          g_list_model_get_n_items (yq_game_get_rows (self->game)) == 0);
  yq_log_list_set_reports (self->list, shows_reports (self));
  show_cursor (self);
  if (self->walks && list_has_focus (self))
    yq_log_list_take_focus (self->list);
}

void
yq_log_view_set_game (YqLogView *self, YqGame *game)
{
  g_return_if_fail (YQ_IS_LOG_VIEW (self));
  g_return_if_fail (YQ_IS_GAME (game));
  g_return_if_fail (self->game == NULL);

  self->game = g_object_ref (game);
  yq_log_list_set_rows (self->list, yq_game_get_rows (game));
  g_signal_connect_object (game, "changed", G_CALLBACK (game_changed_cb), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (game, "notify::reports", G_CALLBACK (game_changed_cb), self,
                           G_CONNECT_SWAPPED);
  game_changed_cb (self);
}

gboolean
yq_log_view_take_focus (YqLogView *self)
{
  g_return_val_if_fail (YQ_IS_LOG_VIEW (self), FALSE);

  return yq_log_list_take_focus (self->list);
}

YqLogView *
yq_log_view_of (GtkWidget *descendant)
{
  return YQ_LOG_VIEW (gtk_widget_get_ancestor (descendant, YQ_TYPE_LOG_VIEW));
}

const YqLogMetrics *
yq_log_view_get_metrics (YqLogView *self)
{
  PangoFontMetrics *font;
  int digit, letter;

  g_return_val_if_fail (YQ_IS_LOG_VIEW (self), NULL);

  if (self->metrics.line_height > 0)
    return &self->metrics;
  font = pango_context_get_metrics (gtk_widget_get_pango_context (GTK_WIDGET (self->list)), NULL,
                                    NULL);
  digit = pango_font_metrics_get_approximate_digit_width (font);
  letter = pango_font_metrics_get_approximate_char_width (font);
  self->metrics.number_width = PANGO_PIXELS_CEIL (digit * NUMBER_CHARS);
  self->metrics.move_width = PANGO_PIXELS_CEIL (letter * MOVE_CHARS);
  self->metrics.letter_width = PANGO_PIXELS_CEIL (letter * 5 / 4);
  self->metrics.line_height = PANGO_PIXELS_CEIL (pango_font_metrics_get_height (font));
  pango_font_metrics_unref (font);
  return &self->metrics;
}

void
yq_log_view_go_to (YqLogView *self, YqPly *ply)
{
  YqNode *node;

  g_return_if_fail (YQ_IS_LOG_VIEW (self));
  g_return_if_fail (YQ_IS_PLY (ply));

  node = yq_ply_get_node (ply);
  if (node != NULL)
    yq_game_go_to (self->game, node);
}

/* Goes to a move that was pointed at. */
static void
choose (YqLogView *self, YqPlyCell *cell)
{
  yq_log_view_go_to (self, yq_ply_cell_get_ply (cell));
  if (self->walks)
    yq_log_list_take_focus (self->list);
}

void
yq_log_view_show_menu (YqLogView *self, YqPlyCell *cell)
{
  double x, y;

  g_return_if_fail (YQ_IS_LOG_VIEW (self));
  g_return_if_fail (YQ_IS_PLY_CELL (cell));

  if (yq_ply_cell_get_ply (cell) == NULL)
    return;
  /* The menu's actions are the window's, and they work at the cursor. */
  choose (self, cell);
  g_set_weak_pointer (&self->menu_focus, gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (self))));
  if (gtk_widget_translate_coordinates (GTK_WIDGET (cell), GTK_WIDGET (self), 0,
                                        gtk_widget_get_height (GTK_WIDGET (cell)), &x, &y))
    gtk_popover_set_pointing_to (GTK_POPOVER (self->popover), &(GdkRectangle){ (int) x, (int) y, 1, 1 });
  gtk_popover_popup (GTK_POPOVER (self->popover));
}

/* GTK 4.8 would leave the keyboard at the first button of the window. */
static void
menu_closed_cb (YqLogView *self)
{
  if (self->menu_focus != NULL)
    gtk_widget_grab_focus (self->menu_focus);
  g_clear_weak_pointer (&self->menu_focus);
}

/* The move at a place of the list, or NULL. */
static YqPlyCell *
pick_cell (YqLogView *self, double x, double y)
{
  GtkWidget *widget = gtk_widget_pick (GTK_WIDGET (self->list), x, y, GTK_PICK_DEFAULT);

  return YQ_IS_PLY_CELL (widget) ? YQ_PLY_CELL (widget) : NULL;
}

static void
menu_at (YqLogView *self, GtkGesture *gesture, double x, double y)
{
  YqPlyCell *cell = pick_cell (self, x, y);

  if (cell == NULL)
    return;
  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  yq_log_view_show_menu (self, cell);
}

static void
primary_released_cb (YqLogView *self, int n_press, double x, double y)
{
  YqPlyCell *cell = pick_cell (self, x, y);

  if (cell != NULL)
    choose (self, cell);
}

static void
secondary_pressed_cb (YqLogView *self, int n_press, double x, double y, GtkGesture *gesture)
{
  menu_at (self, gesture, x, y);
}

static void
long_pressed_cb (YqLogView *self, double x, double y, GtkGesture *gesture)
{
  menu_at (self, gesture, x, y);
}

/* An arrow key: the list's rows up and down, which leads into variations, the moves of the line back and forth. */
static gboolean
walk_cb (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  YqLogView *self = YQ_LOG_VIEW (widget);
  GtkDirectionType direction = (GtkDirectionType) g_variant_get_int32 (arguments);
  gboolean at_start = yq_game_get_cursor (self->game)->parent == NULL;

  if (!self->walks || !list_has_focus (self))
    return GDK_EVENT_PROPAGATE;
  if (direction == GTK_DIR_LEFT)
    gtk_widget_activate_action (widget, "win.go-back", NULL);
  else if (direction == GTK_DIR_RIGHT || (direction == GTK_DIR_DOWN && at_start))
    gtk_widget_activate_action (widget, "win.go-forward", NULL);
  else if (gtk_widget_child_focus (GTK_WIDGET (self->list), direction))
    yq_log_view_go_to (self, yq_ply_cell_get_ply (YQ_PLY_CELL (gtk_root_get_focus (gtk_widget_get_root (widget)))));
  else if (direction == GTK_DIR_UP)
    gtk_widget_activate_action (widget, "win.go-first", NULL);
  return GDK_EVENT_STOP;
}

static void
yq_log_view_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (yq_log_view_parent_class)->css_changed (widget, change);
  /* The font may be another one now. */
  YQ_LOG_VIEW (widget)->metrics.line_height = 0;
}

static void
yq_log_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  YqLogView *self = YQ_LOG_VIEW (object);

  switch (id)
    {
    case PROP_MENU_MODEL:
      g_value_set_object (value, gtk_popover_menu_get_menu_model (self->popover));
      break;
    case PROP_HEADER:
      g_value_set_boolean (value, gtk_widget_get_visible (self->header));
      break;
    case PROP_WALKS:
      g_value_set_boolean (value, self->walks);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
yq_log_view_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  YqLogView *self = YQ_LOG_VIEW (object);

  switch (id)
    {
    case PROP_MENU_MODEL:
      gtk_popover_menu_set_menu_model (self->popover, g_value_get_object (value));
      break;
    case PROP_HEADER:
      gtk_widget_set_visible (self->header, g_value_get_boolean (value));
      break;
    case PROP_WALKS:
      self->walks = g_value_get_boolean (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
yq_log_view_dispose (GObject *object)
{
  YqLogView *self = YQ_LOG_VIEW (object);
  GtkWidget *child;

  g_clear_object (&self->game);
  g_clear_weak_pointer (&self->menu_focus);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (yq_log_view_parent_class)->dispose (object);
}

static void
yq_log_view_class_init (YqLogViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  static const struct
  {
    guint key;
    GtkDirectionType direction;
  } arrows[] = {
    { GDK_KEY_Left, GTK_DIR_LEFT },   { GDK_KEY_KP_Left, GTK_DIR_LEFT },
    { GDK_KEY_Right, GTK_DIR_RIGHT }, { GDK_KEY_KP_Right, GTK_DIR_RIGHT },
    { GDK_KEY_Up, GTK_DIR_UP },       { GDK_KEY_KP_Up, GTK_DIR_UP },
    { GDK_KEY_Down, GTK_DIR_DOWN },   { GDK_KEY_KP_Down, GTK_DIR_DOWN },
  };

  g_type_ensure (YQ_TYPE_LOG_LIST);
  object_class->get_property = yq_log_view_get_property;
  object_class->set_property = yq_log_view_set_property;
  object_class->dispose = yq_log_view_dispose;
  g_object_class_install_property (
      object_class, PROP_MENU_MODEL,
      g_param_spec_object ("menu-model", NULL, NULL, G_TYPE_MENU_MODEL,
                           G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS));
  g_object_class_install_property (
      object_class, PROP_HEADER,
      g_param_spec_boolean ("header", NULL, NULL, TRUE, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS));
  g_object_class_install_property (
      object_class, PROP_WALKS,
      g_param_spec_boolean ("walks", NULL, NULL, FALSE, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS));
  widget_class->css_changed = yq_log_view_css_changed;
  for (size_t i = 0; i < G_N_ELEMENTS (arrows); i++)
    gtk_widget_class_add_binding (widget_class, arrows[i].key, 0, walk_cb, "i", (int) arrows[i].direction);
  gtk_widget_class_set_css_name (widget_class, "logview");
  gtk_widget_class_set_template_from_resource (widget_class, YAQI_RESOURCE_PATH "/yq-log-view.ui");
  gtk_widget_class_bind_template_child (widget_class, YqLogView, reports_button);
  gtk_widget_class_bind_template_child (widget_class, YqLogView, header);
  gtk_widget_class_bind_template_child (widget_class, YqLogView, list);
  gtk_widget_class_bind_template_child (widget_class, YqLogView, empty_label);
  gtk_widget_class_bind_template_child (widget_class, YqLogView, popover);
  gtk_widget_class_bind_template_callback (widget_class, primary_released_cb);
  gtk_widget_class_bind_template_callback (widget_class, secondary_pressed_cb);
  gtk_widget_class_bind_template_callback (widget_class, long_pressed_cb);
  gtk_widget_class_bind_template_callback (widget_class, menu_closed_cb);
}

static void
yq_log_view_init (YqLogView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
