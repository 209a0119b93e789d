/* The tray: the pieces of both sides, to be taken in the hand by a click or dragged onto the board.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "yq-setup-tray.h"

#include <glib/gi18n.h>

#include "yq-describe.h"
#include "yq-ruleset.h"

#define PIECE_SIZE 40

struct _YqSetupTray
{
  GtkWidget parent_instance;

  YqPiece hand;
  guint update_id; /* tick callback */

  /* Borrowed */
  YqBoard *board; /* of the same window */

  /* Owned: children */
  GtkWidget *buttons[2][YQ_N_TYPES]; /* NULL: no such piece */
};

enum
{
  PROP_0,
  PROP_HAND,
  N_PROPS
};
static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (YqSetupTray, yq_setup_tray, GTK_TYPE_WIDGET)

/* Which piece a button is. */
static YqPiece
get_piece (GtkWidget *button)
{
  return (YqPiece) GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "piece"));
}

YqPiece
yq_setup_tray_get_hand (YqSetupTray *self)
{
  g_return_val_if_fail (YQ_IS_SETUP_TRAY (self), YQ_EMPTY);
  return self->hand;
}

void
yq_setup_tray_set_hand (YqSetupTray *self, YqPiece piece)
{
  g_return_if_fail (YQ_IS_SETUP_TRAY (self));

  if (self->hand == piece)
    return;
  self->hand = piece;
  for (int side = 0; side < 2; side++)
    for (int type = 0; type < YQ_N_TYPES; type++)
      if (self->buttons[side][type] != NULL)
        gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->buttons[side][type]),
                                      piece == yq_piece ((YqSide) side, (YqPieceType) type));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_HAND]);
}

static void
toggled_cb (YqSetupTray *self, GtkToggleButton *button)
{
  YqPiece piece = get_piece (GTK_WIDGET (button));

  if (gtk_toggle_button_get_active (button))
    yq_setup_tray_set_hand (self, piece);
  else if (self->hand == piece)
    yq_setup_tray_set_hand (self, YQ_EMPTY);
}

static GdkContentProvider *
drag_prepare_cb (GtkDragSource *source, double x, double y, gpointer user_data)
{
  YqSetupTray *self = user_data;
  YqPiece piece = get_piece (gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (source)));
  g_autoptr(GdkPaintable) icon = yq_board_draw_piece (self->board, piece, PIECE_SIZE);

  gtk_drag_source_set_icon (source, icon, PIECE_SIZE / 2, PIECE_SIZE / 2);
  return gdk_content_provider_new_typed (G_TYPE_UINT, (guint) piece);
}

/* What was dragged is not in the hand as well. */
static void
drag_end_cb (YqSetupTray *self)
{
  yq_setup_tray_set_hand (self, YQ_EMPTY);
}

/* Buttons show pictures, which do not follow the look of the board by themselves. */
static gboolean
update_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  YqSetupTray *self = YQ_SETUP_TRAY (widget);

  for (int side = 0; side < 2; side++)
    for (int type = 0; type < YQ_N_TYPES; type++)
      if (self->buttons[side][type] != NULL)
        {
          g_autoptr(GdkPaintable) paintable
            = yq_board_draw_piece (self->board, yq_piece ((YqSide) side, (YqPieceType) type), PIECE_SIZE);

          gtk_picture_set_paintable (GTK_PICTURE (gtk_button_get_child (GTK_BUTTON (self->buttons[side][type]))),
                                     paintable);
        }
  self->update_id = 0;
  return G_SOURCE_REMOVE;
}

/* In the next frame: the board hears of a new theme as late as the tray does. */
static void
queue_update (YqSetupTray *self)
{
  if (self->update_id == 0 && self->board != NULL)
    self->update_id = gtk_widget_add_tick_callback (GTK_WIDGET (self), update_cb, NULL, NULL);
}

static void
yq_setup_tray_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (yq_setup_tray_parent_class)->css_changed (widget, change);
  queue_update (YQ_SETUP_TRAY (widget));
}

static void
add_button (YqSetupTray *self, const YqRuleset *ruleset, YqPiece piece, int column, int row)
{
  GtkWidget *button = gtk_toggle_button_new (), *picture = gtk_picture_new ();
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (GTK_WIDGET (self));
  const char *name = yq_describe_piece (ruleset, piece);
  GtkDragSource *drag = gtk_drag_source_new ();
  GtkLayoutChild *child;

  gtk_picture_set_can_shrink (GTK_PICTURE (picture), FALSE);
  gtk_button_set_child (GTK_BUTTON (button), picture);
  gtk_button_set_has_frame (GTK_BUTTON (button), FALSE);
  gtk_widget_set_tooltip_text (button, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_object_set_data (G_OBJECT (button), "piece", GUINT_TO_POINTER ((guint) piece));
  g_signal_connect_swapped (button, "toggled", G_CALLBACK (toggled_cb), self);
  g_signal_connect (drag, "prepare", G_CALLBACK (drag_prepare_cb), self);
  /* Before the button, which keeps a release to itself: the gesture would wait for it, and never begin again. */
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (drag), GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (drag, "drag-end", G_CALLBACK (drag_end_cb), self);
  gtk_widget_add_controller (button, GTK_EVENT_CONTROLLER (drag));

  gtk_widget_set_parent (button, GTK_WIDGET (self));
  child = gtk_layout_manager_get_layout_child (layout, button);
  gtk_grid_layout_child_set_column (GTK_GRID_LAYOUT_CHILD (child), column);
  gtk_grid_layout_child_set_row (GTK_GRID_LAYOUT_CHILD (child), row);
  self->buttons[yq_piece_side (piece)][yq_piece_type (piece)] = button;
}

void
yq_setup_tray_set_board (YqSetupTray *self, YqBoard *board, const YqRuleset *ruleset)
{
  g_return_if_fail (YQ_IS_SETUP_TRAY (self));
  g_return_if_fail (YQ_IS_BOARD (board));
  g_return_if_fail (self->board == NULL);

  self->board = board;
  for (int side = 0; side < 2; side++)
    for (int type = 0, row = 0; type < YQ_N_TYPES; type++)
      if (ruleset->piece_names[type] != NULL)
        add_button (self, ruleset, yq_piece ((YqSide) side, (YqPieceType) type), side, row++);
  g_signal_connect_object (board, "notify::faces", G_CALLBACK (queue_update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (board, "notify::theme", G_CALLBACK (queue_update), self, G_CONNECT_SWAPPED);
  queue_update (self);
}

static void
yq_setup_tray_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_HAND:
      g_value_set_uint (value, YQ_SETUP_TRAY (object)->hand);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
yq_setup_tray_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_HAND:
      yq_setup_tray_set_hand (YQ_SETUP_TRAY (object), (YqPiece) g_value_get_uint (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
yq_setup_tray_dispose (GObject *object)
{
  YqSetupTray *self = YQ_SETUP_TRAY (object);

  for (int side = 0; side < 2; side++)
    for (int type = 0; type < YQ_N_TYPES; type++)
      g_clear_pointer (&self->buttons[side][type], gtk_widget_unparent);
  G_OBJECT_CLASS (yq_setup_tray_parent_class)->dispose (object);
}

static void
yq_setup_tray_class_init (YqSetupTrayClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = yq_setup_tray_get_property;
  object_class->set_property = yq_setup_tray_set_property;
  object_class->dispose = yq_setup_tray_dispose;
  widget_class->css_changed = yq_setup_tray_css_changed;
  properties[PROP_HAND] = g_param_spec_uint ("hand", NULL, NULL, 0, G_MAXUINT8, YQ_EMPTY,
                                             G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_GRID_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_set_css_name (widget_class, "tray");
}

static void
yq_setup_tray_init (YqSetupTray *self)
{
  /* translators: accessible name of the tray with pieces of both sides to set up a position with */
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Pieces"), -1);
}
