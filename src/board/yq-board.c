/* The board: kept render nodes, gestures, keys and focus.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "yq-board-private.h"

#include <math.h>
#include <glib/gi18n-lib.h>

#include "yq-describe.h"
#include "yq-ruleset.h"

#define GLIDE_MS 150
#define MIN_CELL 28
#define NATURAL_CELL 56

G_DEFINE_ENUM_TYPE (YqFaces, yq_faces, G_DEFINE_ENUM_VALUE (YQ_FACES_CHARACTERS, "characters"),
                    G_DEFINE_ENUM_VALUE (YQ_FACES_PICTOGRAMS, "pictograms"))
G_DEFINE_ENUM_TYPE (YqBoardTheme, yq_board_theme, G_DEFINE_ENUM_VALUE (YQ_THEME_WOOD, "wood"),
                    G_DEFINE_ENUM_VALUE (YQ_THEME_PLAIN, "plain"))
G_DEFINE_FINAL_TYPE (YqBoard, yq_board, GTK_TYPE_WIDGET)

GParamSpec *yq_board_properties[YQ_BOARD_N_PROPS];
guint yq_board_signals[YQ_BOARD_N_SIGNALS];

const YqRuleset *
yq_board_get_ruleset (YqBoard *self)
{
  return yq_geometry_ruleset (self->position.geometry);
}

/* --- nodes ----------------------------------------------------------------------------------- */

static void
drop_nodes (YqBoard *self)
{
  g_clear_pointer (&self->grid_node, gsk_render_node_unref);
  for (int side = 0; side < 2; side++)
    {
      g_clear_pointer (&self->blanks[side], cairo_surface_destroy);
      for (int type = 0; type < YQ_N_TYPES; type++)
        g_clear_pointer (&self->piece_nodes[side][type], gsk_render_node_unref);
    }
  g_clear_pointer (&self->lifted_node, gsk_render_node_unref);
  for (int mark = 0; mark < YQ_N_MARKS; mark++)
    g_clear_pointer (&self->mark_nodes[mark], gsk_render_node_unref);
  g_clear_pointer (&self->arrows_node, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* A picture in the pixels of the screen: drawn once, and copied into every frame. */
static cairo_surface_t *
new_picture (YqBoard *self, int width, int height, cairo_t **cr)
{
  cairo_surface_t *picture = cairo_image_surface_create (
      CAIRO_FORMAT_ARGB32, MAX (width, 1) * self->scale, MAX (height, 1) * self->scale);

  cairo_surface_set_device_scale (picture, self->scale, self->scale);
  *cr = cairo_create (picture);
  return picture;
}

/* Takes the picture. */
static GskRenderNode *
new_picture_node (YqBoard *self, cairo_surface_t *picture, int x, int y)
{
  float width = (float) cairo_image_surface_get_width (picture) / (float) self->scale;
  float height = (float) cairo_image_surface_get_height (picture) / (float) self->scale;
  GskRenderNode *node
      = gsk_cairo_node_new (&GRAPHENE_RECT_INIT ((float) x, (float) y, width, height));
  cairo_t *cr = gsk_cairo_node_get_draw_context (node);

  cairo_set_source_surface (cr, picture, x, y);
  cairo_paint (cr);
  cairo_destroy (cr);
  cairo_surface_destroy (picture);
  return node;
}

/* A picture of something around a point. It has the same whole number of pixels beyond the cell on
 * each side, so that it stays sharp wherever it is put. */
static int
margin_around (YqBoard *self, int radius)
{
  return MAX (radius - self->metrics.cell / 2 + 1, 0);
}

static cairo_surface_t *
new_picture_around (YqBoard *self, int radius, cairo_t **cr)
{
  int margin = margin_around (self, radius), side = self->metrics.cell + 2 * margin;
  double centre = margin + yq_metrics_centre (&self->metrics);
  cairo_surface_t *picture = new_picture (self, side, side, cr);

  cairo_translate (*cr, centre, centre);
  return picture;
}

static GskRenderNode *
new_node_around (YqBoard *self, int radius, cairo_surface_t *picture)
{
  int margin = margin_around (self, radius);

  return new_picture_node (self, picture, -margin, -margin);
}

static GskRenderNode *
get_grid_node (YqBoard *self)
{
  if (self->grid_node == NULL)
    {
      const YqBoardMetrics *m = &self->metrics;
      cairo_t *cr;
      cairo_surface_t *picture = new_picture (self, m->width, m->height, &cr);

      cairo_translate (cr, -m->x, -m->y);
      yq_paint_board (cr, m, yq_board_get_ruleset (self), &self->style);
      cairo_destroy (cr);
      self->grid_node = new_picture_node (self, picture, 0, 0);
    }
  return self->grid_node;
}

static cairo_surface_t *
get_blank (YqBoard *self, YqSide side)
{
  if (self->blanks[side] == NULL)
    {
      cairo_t *cr;

      self->blanks[side] = new_picture_around (self, yq_paint_piece_radius (&self->metrics), &cr);
      yq_paint_blank (cr, &self->metrics, yq_board_get_ruleset (self), &self->style, side, false);
      cairo_destroy (cr);
    }
  return self->blanks[side];
}

static GskRenderNode *
get_piece_node (YqBoard *self, YqPiece piece)
{
  GskRenderNode **node = &self->piece_nodes[yq_piece_side (piece)][yq_piece_type (piece)];

  if (*node == NULL)
    {
      int radius = yq_paint_piece_radius (&self->metrics);
      cairo_t *cr;
      cairo_surface_t *picture = new_picture_around (self, radius, &cr);

      cairo_save (cr);
      cairo_identity_matrix (cr);
      cairo_set_source_surface (cr, get_blank (self, yq_piece_side (piece)), 0, 0);
      cairo_paint (cr);
      cairo_restore (cr);
      yq_paint_face (cr, &self->metrics, yq_board_get_ruleset (self), &self->style, piece, false);
      cairo_destroy (cr);
      *node = new_node_around (self, radius, picture);
    }
  return *node;
}

static GskRenderNode *
get_lifted_node (YqBoard *self, YqPiece piece)
{
  if (self->lifted_node == NULL)
    {
      int radius = yq_paint_radius (&self->metrics);
      cairo_t *cr;
      cairo_surface_t *picture = new_picture_around (self, radius, &cr);

      yq_paint_piece (cr, &self->metrics, yq_board_get_ruleset (self), &self->style, piece, true);
      cairo_destroy (cr);
      self->lifted_node = new_node_around (self, radius, picture);
    }
  return self->lifted_node;
}

static GskRenderNode *
get_mark_node (YqBoard *self, YqMark mark)
{
  if (self->mark_nodes[mark] == NULL)
    {
      int radius = yq_paint_radius (&self->metrics);
      cairo_t *cr;
      cairo_surface_t *picture = new_picture_around (self, radius, &cr);

      yq_paint_mark (cr, &self->metrics, &self->style, mark);
      cairo_destroy (cr);
      self->mark_nodes[mark] = new_node_around (self, radius, picture);
    }
  return self->mark_nodes[mark];
}

static GskRenderNode *
get_arrows_node (YqBoard *self)
{
  if (self->arrows_node == NULL)
    {
      const YqBoardMetrics *m = &self->metrics;
      cairo_t *cr;

      self->arrows_node = gsk_cairo_node_new (
          &GRAPHENE_RECT_INIT ((float) m->x, (float) m->y, (float) m->width, (float) m->height));
      cr = gsk_cairo_node_get_draw_context (self->arrows_node);
      for (guint i = 0; i < self->arrows->len; i++)
        yq_paint_arrow (cr, m, &self->style, g_array_index (self->arrows, YqArrow, i));
      cairo_destroy (cr);
    }
  return self->arrows_node;
}

static void
append_at (GtkSnapshot *snapshot, GskRenderNode *node, double x, double y)
{
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) x, (float) y));
  gtk_snapshot_append_node (snapshot, node);
  gtk_snapshot_restore (snapshot);
}

static void
append_faded (GtkSnapshot *snapshot, GskRenderNode *node, double x, double y, double opacity)
{
  gtk_snapshot_push_opacity (snapshot, opacity);
  append_at (snapshot, node, x, y);
  gtk_snapshot_pop (snapshot);
}

static void
snapshot_marks (YqBoard *self, GtkSnapshot *snapshot, const unsigned *marks, unsigned first,
                unsigned end)
{
  unsigned present = 0;

  for (YqSquare square = 0; square < YQ_SQUARES; square++)
    present |= marks[square];
  for (unsigned mark = first; mark < end; mark++)
    for (YqSquare square = 0; present >> mark & 1 && square < YQ_SQUARES; square++)
      if (marks[square] >> mark & 1)
        {
          int x, y;

          yq_metrics_cell (&self->metrics, square, &x, &y);
          append_at (snapshot, get_mark_node (self, (YqMark) mark), x, y);
        }
}

static void
snapshot_pieces (YqBoard *self, GtkSnapshot *snapshot)
{
  const Glide *glide = &self->glide;
  gboolean moving = glide->tick != 0;

  for (YqSquare square = 0; square < YQ_SQUARES; square++)
    {
      YqPiece piece = self->position.squares[square];
      int x, y;

      yq_metrics_cell (&self->metrics, square, &x, &y);
      if (moving && square == glide->to)
        {
          if (glide->captured != YQ_EMPTY)
            append_faded (snapshot, get_piece_node (self, glide->captured), x, y,
                          1 - glide->progress);
        }
      else if (moving && square == glide->returned && piece != YQ_EMPTY)
        append_faded (snapshot, get_piece_node (self, piece), x, y, glide->progress);
      else if (piece != YQ_EMPTY && self->dragging && square == self->pressed)
        append_faded (snapshot, get_piece_node (self, piece), x, y, 0.35);
      else if (piece != YQ_EMPTY)
        append_at (snapshot, get_piece_node (self, piece), x, y);
    }
}

/* What moves is above everything else. */
static void
snapshot_moving (YqBoard *self, GtkSnapshot *snapshot)
{
  const Glide *glide = &self->glide;

  if (glide->tick != 0 && self->position.squares[glide->to] != YQ_EMPTY)
    {
      double t = 1 - pow (1 - glide->progress, 3); /* quick, then slower */
      int x, y;

      yq_metrics_cell (&self->metrics, glide->to, &x, &y);
      append_at (snapshot, get_piece_node (self, self->position.squares[glide->to]),
                 glide->x + (x - glide->x) * t, glide->y + (y - glide->y) * t);
    }
  if (self->dragging)
    {
      double centre = yq_metrics_centre (&self->metrics);

      append_at (snapshot, get_lifted_node (self, self->position.squares[self->pressed]),
                 round (self->drag_x - centre), round (self->drag_y - centre));
    }
}

static void
yq_board_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  YqBoard *self = YQ_BOARD (widget);
  GtkStateFlags focus = gtk_widget_get_state_flags (self->points[self->cursor]);
  YqSquare cursor = YQ_SQUARE_NONE;
  unsigned marks[YQ_SQUARES];

  if (self->scale != gtk_widget_get_scale_factor (widget))
    {
      self->scale = gtk_widget_get_scale_factor (widget);
      drop_nodes (self);
    }
  for (YqSquare square = 0; square < YQ_SQUARES; square++)
    marks[square] = yq_marks_at (&self->marks, &self->position, square);
  /* One frame shows where the next key, or letting go of the button, takes effect. */
  if (self->dragging)
    cursor = yq_metrics_pick (&self->metrics, self->drag_x, self->drag_y);
  else if ((focus & GTK_STATE_FLAG_FOCUSED) != 0 && (focus & GTK_STATE_FLAG_FOCUS_VISIBLE) != 0)
    cursor = self->cursor;
  if (cursor != YQ_SQUARE_NONE)
    marks[cursor] |= 1u << YQ_MARK_CURSOR;

  append_at (snapshot, get_grid_node (self), self->metrics.x, self->metrics.y);
  snapshot_marks (self, snapshot, marks, 0, YQ_MARK_FIRST_ABOVE);
  snapshot_pieces (self, snapshot);
  snapshot_marks (self, snapshot, marks, YQ_MARK_FIRST_ABOVE, YQ_N_MARKS);
  if (self->arrows->len > 0)
    gtk_snapshot_append_node (snapshot, get_arrows_node (self));
  snapshot_moving (self, snapshot);
}

/* --- gliding --------------------------------------------------------------------------------- */

void
yq_board_end_glide (YqBoard *self)
{
  if (self->glide.tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->glide.tick);
  self->glide = (Glide){ .to = YQ_SQUARE_NONE, .returned = YQ_SQUARE_NONE };
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static gboolean
glide_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  YqBoard *self = YQ_BOARD (widget);
  gint64 now = gdk_frame_clock_get_frame_time (clock);

  if (self->glide.start == 0)
    self->glide.start = now;
  self->glide.progress = (double) (now - self->glide.start) / (GLIDE_MS * 1000);
  if (self->glide.progress >= 1)
    {
      yq_board_end_glide (self);
      return G_SOURCE_REMOVE;
    }
  gtk_widget_queue_draw (widget);
  return G_SOURCE_CONTINUE;
}

gboolean
yq_board_animates (YqBoard *self)
{
  gboolean enabled = FALSE;

  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    g_object_get (gtk_widget_get_settings (GTK_WIDGET (self)), "gtk-enable-animations", &enabled,
                  NULL);
  return enabled;
}

void
yq_board_begin_glide (YqBoard *self, double x, double y, YqSquare to)
{
  yq_board_end_glide (self);
  self->glide.x = x;
  self->glide.y = y;
  self->glide.to = to;
  self->glide.tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), glide_cb, NULL, NULL);
}

/* --- names ----------------------------------------------------------------------------------- */

static void
update_names (YqBoard *self)
{
  const YqRuleset *ruleset = yq_board_get_ruleset (self);

  for (YqSquare square = 0; square < YQ_SQUARES; square++)
    {
      YqPiece piece = self->position.squares[square];
      unsigned marks = yq_marks_at (&self->marks, &self->position, square);
      /* The top bit tells an empty point from one that was never named, the next ones the games and
       * how they count. */
      guint32 spoken = UINT32_C (1) << 31 | (guint32) (ruleset == &yq_ruleset_xiangqi) << 30
                       | (guint32) self->style.from_one << 29 | marks << 8 | piece;
      g_autofree char *name = NULL;

      if (self->spoken[square] == spoken)
        continue;
      self->spoken[square] = spoken;
      name = yq_describe_point (ruleset, square, piece, marks, self->style.from_one);
      yq_point_set_name (YQ_POINT (self->points[square]), name,
                         (marks >> YQ_MARK_SELECTED & 1) != 0);
    }
}

/* --- size and look --------------------------------------------------------------------------- */

/* What was announced is news once; on the next visit the point would only repeat it. */
static void
forget_announcement (YqBoard *self)
{
  if (self->announced != YQ_SQUARE_NONE)
    gtk_accessible_reset_property (GTK_ACCESSIBLE (self->points[self->announced]),
                                   GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
  self->announced = YQ_SQUARE_NONE;
}

static void
yq_board_set_focus_child (GtkWidget *widget, GtkWidget *child)
{
  YqBoard *self = YQ_BOARD (widget);

  if (child != NULL)
    self->cursor = yq_point_get_square (YQ_POINT (child));
  if (self->announced != self->cursor)
    forget_announcement (self);
  GTK_WIDGET_CLASS (yq_board_parent_class)->set_focus_child (widget, child);
}

static void
yq_board_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                  int *natural, int *minimum_baseline, int *natural_baseline)
{
  YqBoard *self = YQ_BOARD (widget);
  int least[2], best[2], which = orientation == GTK_ORIENTATION_VERTICAL;

  yq_metrics_size (MIN_CELL, self->style.coordinates, &least[0], &least[1]);
  yq_metrics_size (NATURAL_CELL, self->style.coordinates, &best[0], &best[1]);
  *minimum = least[which];
  *natural = best[which];
}

static void
yq_board_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  YqBoard *self = YQ_BOARD (widget);
  int cell_before = self->metrics.cell;

  self->metrics = yq_metrics_fit (width, height, self->style.coordinates, self->metrics.flipped);
  if (self->glide.tick != 0)
    yq_board_end_glide (self);
  /* In most areas that are a little larger the board is the same, elsewhere. */
  if (self->metrics.cell != cell_before)
    drop_nodes (self);
  g_clear_pointer (&self->arrows_node, gsk_render_node_unref);
  for (YqSquare square = 0; square < YQ_SQUARES; square++)
    {
      GtkAllocation cell = { .width = self->metrics.cell, .height = self->metrics.cell };

      yq_metrics_cell (&self->metrics, square, &cell.x, &cell.y);
      gtk_widget_size_allocate (self->points[square], &cell, -1);
    }
}

static double
luminance (const GdkRGBA *colour)
{
  double channels[] = { colour->red, colour->green, colour->blue };

  for (int i = 0; i < 3; i++)
    channels[i] =
        channels[i] <= 0.04045 ? channels[i] / 12.92 : pow ((channels[i] + 0.055) / 1.055, 2.4);
  return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2];
}

/* Light or dark, and how strong the contrast: asked of the colours in force, because the name of
 * the theme says neither reliably. A theme for high contrast draws borders that stand out; others
 * do not. */
static void
yq_board_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  YqBoard *self = YQ_BOARD (widget);
  GtkStyleContext *context = gtk_widget_get_style_context (widget);
  gboolean dark, high_contrast = FALSE;
  GdkRGBA text, ground, border;

  GTK_WIDGET_CLASS (yq_board_parent_class)->css_changed (widget, change);

  gtk_style_context_get_color (context, &text);
  dark = luminance (&text) > 0.4;
  if (gtk_style_context_lookup_color (context, "theme_bg_color", &ground)
      && gtk_style_context_lookup_color (context, "borders", &border))
    {
      double a = luminance (&ground) + 0.05, b = luminance (&border) + 0.05;

      high_contrast = fmax (a, b) / fmin (a, b) >= 2;
    }

  if (dark == self->style.dark && high_contrast == self->style.high_contrast)
    return;
  self->style.dark = dark;
  self->style.high_contrast = high_contrast;
  drop_nodes (self);
}

/* --- object ---------------------------------------------------------------------------------- */

static void
yq_board_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  YqBoard *self = YQ_BOARD (object);

  switch (id)
    {
    case PROP_FLIPPED:
      g_value_set_boolean (value, self->metrics.flipped);
      break;
    case PROP_FACES:
      g_value_set_enum (value, (int) self->style.faces);
      break;
    case PROP_THEME:
      g_value_set_enum (value, (int) self->style.theme);
      break;
    case PROP_COORDINATES:
      g_value_set_boolean (value, self->style.coordinates);
      break;
    case PROP_NUMERALS:
      g_value_set_boolean (value, self->style.numerals);
      break;
    case PROP_FROM_ONE:
      g_value_set_boolean (value, self->style.from_one);
      break;
    case PROP_TYPING:
      g_value_set_string (value, self->typed);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
yq_board_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  YqBoard *self = YQ_BOARD (object);
  g_auto (GValue) old = G_VALUE_INIT;

  g_value_init (&old, G_PARAM_SPEC_VALUE_TYPE (pspec));
  yq_board_get_property (object, id, &old, pspec);
  if (g_param_values_cmp (pspec, value, &old) == 0)
    return;

  switch (id)
    {
    case PROP_FLIPPED:
      self->metrics.flipped = g_value_get_boolean (value);
      break;
    case PROP_FACES:
      self->style.faces = (YqFaces) g_value_get_enum (value);
      break;
    case PROP_THEME:
      self->style.theme = (YqBoardTheme) g_value_get_enum (value);
      break;
    case PROP_COORDINATES:
      self->style.coordinates = g_value_get_boolean (value);
      break;
    case PROP_NUMERALS:
      self->style.numerals = g_value_get_boolean (value);
      break;
    case PROP_FROM_ONE:
      self->style.from_one = g_value_get_boolean (value);
      update_names (self);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
  drop_nodes (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
  g_object_notify_by_pspec (object, pspec);
}

static void
yq_board_dispose (GObject *object)
{
  YqBoard *self = YQ_BOARD (object);

  g_clear_handle_id (&self->typing_timeout, g_source_remove);
  self->announced = YQ_SQUARE_NONE;
  for (int i = 0; i < YQ_SQUARES; i++)
    g_clear_pointer (&self->points[i], gtk_widget_unparent);
  G_OBJECT_CLASS (yq_board_parent_class)->dispose (object);
}

static void
yq_board_finalize (GObject *object)
{
  YqBoard *self = YQ_BOARD (object);

  drop_nodes (self);
  g_array_unref (self->arrows);
  G_OBJECT_CLASS (yq_board_parent_class)->finalize (object);
}

static void
yq_board_class_init (YqBoardClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = yq_board_get_property;
  object_class->set_property = yq_board_set_property;
  object_class->dispose = yq_board_dispose;
  object_class->finalize = yq_board_finalize;
  widget_class->snapshot = yq_board_snapshot;
  widget_class->measure = yq_board_measure;
  widget_class->size_allocate = yq_board_size_allocate;
  widget_class->css_changed = yq_board_css_changed;
  widget_class->set_focus_child = yq_board_set_focus_child;
  yq_board_class_add_input (widget_class);

  yq_board_properties[PROP_FLIPPED] = g_param_spec_boolean ("flipped", NULL, NULL, FALSE, flags);
  yq_board_properties[PROP_FACES] =
      g_param_spec_enum ("faces", NULL, NULL, YQ_TYPE_FACES, YQ_FACES_CHARACTERS, flags);
  yq_board_properties[PROP_THEME] =
      g_param_spec_enum ("theme", NULL, NULL, YQ_TYPE_BOARD_THEME, YQ_THEME_WOOD, flags);
  yq_board_properties[PROP_COORDINATES] =
      g_param_spec_boolean ("coordinates", NULL, NULL, TRUE, flags);
  yq_board_properties[PROP_NUMERALS] = g_param_spec_boolean ("numerals", NULL, NULL, FALSE, flags);
  yq_board_properties[PROP_FROM_ONE] = g_param_spec_boolean ("from-one", NULL, NULL, FALSE, flags);
  yq_board_properties[PROP_TYPING] =
      g_param_spec_string ("typing", NULL, NULL, "", G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, YQ_BOARD_N_PROPS, yq_board_properties);

  yq_board_signals[SIGNAL_ACTIVATE] = g_signal_new ("activate", YQ_TYPE_BOARD, G_SIGNAL_RUN_LAST, 0,
                                                    NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  yq_board_signals[SIGNAL_DRAG_BEGIN] =
      g_signal_new ("drag-begin", YQ_TYPE_BOARD, G_SIGNAL_RUN_LAST, 0,
                    g_signal_accumulator_true_handled, NULL, NULL, G_TYPE_BOOLEAN, 1, G_TYPE_UINT);
  yq_board_signals[SIGNAL_DROPPED] =
      g_signal_new ("dropped", YQ_TYPE_BOARD, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                    2, G_TYPE_UINT, G_TYPE_UINT);
  yq_board_signals[SIGNAL_REMOVE] =
      g_signal_new ("remove", YQ_TYPE_BOARD, G_SIGNAL_RUN_LAST, 0,
                    g_signal_accumulator_true_handled, NULL, NULL, G_TYPE_BOOLEAN, 1, G_TYPE_UINT);
  yq_board_signals[SIGNAL_CANCEL] = g_signal_new ("cancel", YQ_TYPE_BOARD, G_SIGNAL_RUN_LAST, 0,
                                                  NULL, NULL, NULL, G_TYPE_NONE, 0);
  yq_board_signals[SIGNAL_TYPED] = g_signal_new ("typed", YQ_TYPE_BOARD, G_SIGNAL_RUN_LAST, 0, NULL,
                                                 NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  yq_board_signals[SIGNAL_HOVER] = g_signal_new ("hover", YQ_TYPE_BOARD, G_SIGNAL_RUN_LAST, 0, NULL,
                                                 NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);

  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GRID);
  gtk_widget_class_set_css_name (widget_class, "board");
}

static void
yq_board_init (YqBoard *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  yq_position_clear (&self->position, yq_geometry_of (&yq_ruleset_duck));
  self->marks = YQ_MARKS_NONE;
  self->style.coordinates = TRUE;
  self->metrics = yq_metrics_fit (0, 0, TRUE, FALSE);
  self->cursor = yq_square_at (0, 4);
  self->hovered = self->pressed = self->announced = YQ_SQUARE_NONE;
  self->dropped = (YqMove){ YQ_SQUARE_NONE, YQ_SQUARE_NONE };
  self->glide = (Glide){ .to = YQ_SQUARE_NONE, .returned = YQ_SQUARE_NONE };
  self->arrows = g_array_new (FALSE, FALSE, sizeof (YqArrow));

  for (YqSquare square = 0; square < YQ_SQUARES; square++)
    {
      self->points[square] = yq_point_new (square);
      g_signal_connect_swapped (self->points[square], "activated",
                                G_CALLBACK (yq_board_point_activated), self);
    }
  /* Read aloud from the top, left to right. */
  for (int rank = YQ_RANKS - 1; rank >= 0; rank--)
    for (int file = 0; file < YQ_FILES; file++)
      gtk_widget_set_parent (self->points[yq_square_at (rank, file)], widget);
  update_names (self);
  /* translators: accessible name of the board with the pieces */
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Board"),
                                  -1);

  yq_board_add_controllers (self);
}

GtkWidget *
yq_board_new (void)
{
  return g_object_new (YQ_TYPE_BOARD, NULL);
}

void
yq_board_set_position (YqBoard *self, const YqPosition *pos, YqMove glide)
{
  YqPosition before;
  gboolean glides;

  g_return_if_fail (YQ_IS_BOARD (self));
  g_return_if_fail (pos != NULL && pos->geometry != NULL);

  before = self->position;
  self->position = *pos;
  if (before.geometry != pos->geometry)
    drop_nodes (self);
  update_names (self);

  /* Whatever is in the hand belongs to the position before. */
  if (self->dropped.from == YQ_SQUARE_NONE && !yq_position_equal (&before, pos))
    yq_board_end_drag (self);
  yq_board_end_glide (self);

  glides = glide.from < YQ_SQUARES && glide.to < YQ_SQUARES && glide.from != glide.to
           && pos->squares[glide.to] != YQ_EMPTY && !yq_move_equal (glide, self->dropped);
  if (glides && yq_board_animates (self))
    {
      int x, y;

      yq_metrics_cell (&self->metrics, glide.from, &x, &y);
      yq_board_begin_glide (self, x, y, glide.to);
      if (before.geometry == pos->geometry)
        self->glide.captured = before.squares[glide.to];
      self->glide.returned = glide.from;
    }
}

void
yq_board_set_marks (YqBoard *self, const YqMarks *marks)
{
  g_return_if_fail (YQ_IS_BOARD (self));
  g_return_if_fail (marks != NULL);

  if (memcmp (marks, &self->marks, sizeof *marks) == 0)
    return;
  self->marks = *marks;
  update_names (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
yq_board_set_arrows (YqBoard *self, const YqArrow *arrows, size_t n_arrows)
{
  g_return_if_fail (YQ_IS_BOARD (self));
  g_return_if_fail (arrows != NULL || n_arrows == 0);

  if (n_arrows == 0 && self->arrows->len == 0)
    return;
  g_array_set_size (self->arrows, 0);
  if (n_arrows > 0)
    g_array_append_vals (self->arrows, arrows, (guint) n_arrows);
  g_clear_pointer (&self->arrows_node, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
yq_board_announce (YqBoard *self, const char *text)
{
  g_return_if_fail (YQ_IS_BOARD (self));
  g_return_if_fail (text != NULL);

  forget_announcement (self);
  self->announced = self->cursor;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->points[self->cursor]),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

YqSquare
yq_board_pick_at (YqBoard *self, double x, double y)
{
  g_return_val_if_fail (YQ_IS_BOARD (self), YQ_SQUARE_NONE);
  return yq_metrics_pick (&self->metrics, x, y);
}

void
yq_board_get_style (YqBoard *self, YqStyle *style)
{
  g_return_if_fail (YQ_IS_BOARD (self));
  g_return_if_fail (style != NULL);
  *style = self->style;
}

GdkPaintable *
yq_board_draw_piece (YqBoard *self, YqPiece piece, int size)
{
  YqBoardMetrics metrics = { .cell = size, .line = 1 };
  graphene_rect_t box = GRAPHENE_RECT_INIT (0, 0, (float) size, (float) size);
  GtkSnapshot *snapshot;
  cairo_t *cr;

  g_return_val_if_fail (YQ_IS_BOARD (self), NULL);
  g_return_val_if_fail (piece != YQ_EMPTY && size > 0, NULL);

  snapshot = gtk_snapshot_new ();
  cr = gtk_snapshot_append_cairo (snapshot, &box);
  cairo_translate (cr, size / 2.0, size / 2.0);
  yq_paint_piece (cr, &metrics, yq_board_get_ruleset (self), &self->style, piece, false);
  cairo_destroy (cr);
  return gtk_snapshot_free_to_paintable (snapshot, &box.size);
}
