/* The board widget: what it is called, how focus walks, what it says when it is used, what it
 * redraws. Needs a display; what needs a real pointer and keyboard is skipped where xdotool is
 * missing.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <gdk/x11/gdkx.h>
#include <math.h>

#include "yq-board.h"
#include "yq-describe.h"
#include "yq-point.h"
#include "yq-ruleset.h"

static const YqMove no_move = { YQ_SQUARE_NONE, YQ_SQUARE_NONE };

typedef struct
{
  GtkWidget *window, *before, *after;
  YqBoard *board;
  YqPosition pos;
  GString *said; /* every signal of the board, in words */
  gboolean may_drag, removes;
} Fixture;

static void
activate_cb (YqBoard *board, guint square, Fixture *f)
{
  g_string_append_printf (f->said, "activate %u;", square);
}

static gboolean
drag_begin_cb (YqBoard *board, guint square, Fixture *f)
{
  g_string_append_printf (f->said, "drag %u;", square);
  return f->may_drag;
}

static void
dropped_cb (YqBoard *board, guint from, guint to, Fixture *f)
{
  g_string_append_printf (f->said, "dropped %u %u;", from, to);
}

static gboolean
remove_cb (YqBoard *board, guint square, Fixture *f)
{
  if (f->removes)
    g_string_append_printf (f->said, "remove %u;", square);
  return f->removes;
}

static void
cancel_cb (YqBoard *board, Fixture *f)
{
  g_string_append (f->said, "cancel;");
}

static void
typed_cb (YqBoard *board, const char *move, Fixture *f)
{
  g_string_append_printf (f->said, "typed %s;", move);
}

static void
typing_cb (YqBoard *board, GParamSpec *pspec, Fixture *f)
{
  g_autofree char *typing = NULL;

  g_object_get (board, "typing", &typing, NULL);
  g_string_append_printf (f->said, "[%s]", typing);
}

static void
enable_animations (gboolean enabled)
{
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", enabled, NULL);
}

static void
set_up (Fixture *f, gconstpointer game)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  enable_animations (FALSE);
  f->said = g_string_new (NULL);
  f->may_drag = TRUE;
  f->board = YQ_BOARD (yq_board_new ());
  f->before = gtk_button_new_with_label ("before");
  f->after = gtk_button_new_with_label ("after");
  gtk_widget_set_vexpand (GTK_WIDGET (f->board), TRUE);
  gtk_box_append (GTK_BOX (box), f->before);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (f->board));
  gtk_box_append (GTK_BOX (box), f->after);
  g_signal_connect (f->board, "activate", G_CALLBACK (activate_cb), f);
  g_signal_connect (f->board, "drag-begin", G_CALLBACK (drag_begin_cb), f);
  g_signal_connect (f->board, "dropped", G_CALLBACK (dropped_cb), f);
  g_signal_connect (f->board, "remove", G_CALLBACK (remove_cb), f);
  g_signal_connect (f->board, "cancel", G_CALLBACK (cancel_cb), f);
  g_signal_connect (f->board, "typed", G_CALLBACK (typed_cb), f);
  g_signal_connect (f->board, "notify::typing", G_CALLBACK (typing_cb), f);

  yq_position_start (&f->pos, yq_geometry_of (yq_ruleset_by_id (game)));
  yq_board_set_position (f->board, &f->pos, no_move);

  f->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (f->window), 560, 680);
  gtk_window_set_child (GTK_WINDOW (f->window), box);
  gtk_window_present (GTK_WINDOW (f->window));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (f->board));
}

static void
tear_down (Fixture *f, gconstpointer game)
{
  g_object_add_weak_pointer (G_OBJECT (f->board), (gpointer *) &f->board);
  gtk_window_destroy (GTK_WINDOW (f->window));
  g_assert_null (f->board);
  g_string_free (f->said, TRUE);
}

/* The child for a point. */
static GtkWidget *
point_at (Fixture *f, int rank, int file)
{
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (f->board));

  while (yq_point_get_square (YQ_POINT (child)) != yq_square_at (rank, file))
    child = gtk_widget_get_next_sibling (child);
  return child;
}

static void
assert_name (Fixture *f, int rank, int file, const char *name)
{
  gtk_test_accessible_assert_property (point_at (f, rank, file), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       name);
}

static void
test_roles (Fixture *f, gconstpointer game)
{
  int n = 0;

  gtk_test_accessible_assert_role (f->board, GTK_ACCESSIBLE_ROLE_GRID);
  gtk_test_accessible_assert_property (f->board, GTK_ACCESSIBLE_PROPERTY_LABEL, "Board");
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (f->board)); child != NULL;
       child = gtk_widget_get_next_sibling (child), n++)
    {
      gtk_test_accessible_assert_role (child, GTK_ACCESSIBLE_ROLE_GRID_CELL);
      g_assert_true (gtk_widget_get_focusable (child));
    }
  g_assert_cmpint (n, ==, YQ_SQUARES);
}

static void
test_names_duck (Fixture *f, gconstpointer game)
{
  YqMarks marks = YQ_MARKS_NONE;

  assert_name (f, 0, 0, "row 0 column 0, red car");
  assert_name (f, 9, 4, "row 9 column 4, blue captain");
  assert_name (f, 2, 8, "row 2 column 8, red duck");
  assert_name (f, 5, 4, "row 5 column 4, empty");

  yq_position_put (&f->pos, yq_square_at (3, 4), yq_piece (YQ_BLUE, YQ_SOLDIER));
  yq_board_set_position (f->board, &f->pos, no_move);
  assert_name (f, 3, 4, "row 3 column 4, blue soldier");

  yq_square_set_add (&marks.reach, yq_square_at (3, 4));
  yq_square_set_add (&marks.reach, yq_square_at (5, 4));
  yq_square_set_add (&marks.attacked, yq_square_at (0, 4));
  yq_square_set_add (&marks.attackers, yq_square_at (6, 2));
  yq_square_set_add (&marks.blocking, yq_square_at (6, 4));
  yq_square_set_add (&marks.faults, yq_square_at (6, 6));
  marks.selected = yq_square_at (2, 0);
  marks.last = (YqMove){ yq_square_at (4, 4), yq_square_at (3, 4) };
  yq_board_set_marks (f->board, &marks);
  assert_name (f, 3, 4, "row 3 column 4, blue soldier, can be captured, last move");
  assert_name (f, 5, 4, "row 5 column 4, empty, reachable");
  assert_name (f, 4, 4, "row 4 column 4, empty, left by the last move");
  assert_name (f, 0, 4, "row 0 column 4, red captain, under attack");
  assert_name (f, 6, 2, "row 6 column 2, blue soldier, attacks");
  assert_name (f, 6, 4, "row 6 column 4, blue soldier, in the way");
  assert_name (f, 6, 6, "row 6 column 6, blue soldier, not possible here");
  assert_name (f, 2, 0, "row 2 column 0, red duck, selected");
  gtk_test_accessible_assert_state (point_at (f, 2, 0), GTK_ACCESSIBLE_STATE_SELECTED, TRUE);
  gtk_test_accessible_assert_state (point_at (f, 2, 8), GTK_ACCESSIBLE_STATE_SELECTED, FALSE);

  yq_board_set_marks (f->board, &YQ_MARKS_NONE);
  assert_name (f, 2, 0, "row 2 column 0, red duck");
  gtk_test_accessible_assert_state (point_at (f, 2, 0), GTK_ACCESSIBLE_STATE_SELECTED, FALSE);
}

static void
test_names_xiangqi (Fixture *f, gconstpointer game)
{
  assert_name (f, 3, 4, "e3, red soldier");
  assert_name (f, 9, 4, "e9, black general");
  assert_name (f, 0, 3, "d0, red advisor");
  assert_name (f, 7, 7, "h7, black cannon");
  assert_name (f, 5, 0, "a5, empty");
  g_object_set (f->board, "from-one", TRUE, NULL);
  assert_name (f, 3, 4, "e4, red soldier");
  assert_name (f, 9, 4, "e10, black general");
  assert_name (f, 0, 3, "d1, red advisor");

  /* The same pieces, another game: every point gets another name. */
  yq_position_clear (&f->pos, yq_geometry_of (&yq_ruleset_duck));
  yq_position_put (&f->pos, yq_square_at (3, 4), yq_piece (YQ_RED, YQ_SOLDIER));
  yq_board_set_position (f->board, &f->pos, no_move);
  assert_name (f, 3, 4, "row 3 column 4, red soldier");
  assert_name (f, 5, 0, "row 5 column 0, empty");
}

/* Every piece of both games has a name, made of the words of its ruleset. */
static void
test_names_all (void)
{
  const YqRuleset *rulesets[] = { &yq_ruleset_duck, &yq_ruleset_xiangqi };

  for (int i = 0; i < 2; i++)
    for (int side = 0; side < 2; side++)
      for (int type = 1; type < YQ_N_TYPES; type++)
        if (rulesets[i]->piece_names[type] != NULL)
          {
            g_autofree char *name =
                yq_describe_point (rulesets[i], 0, yq_piece ((YqSide) side, (YqPieceType) type), 0,
                                   FALSE);
            g_autofree char *expected =
                g_strdup_printf ("%s, %s %s", i == 0 ? "row 0 column 0" : "a0",
                                 rulesets[i]->side_names[side], rulesets[i]->piece_names[type]);

            g_assert_cmpstr (name, ==, expected);
          }
}

static void
test_action (Fixture *f, gconstpointer game)
{
  for (int rank = 0; rank < YQ_RANKS; rank++)
    for (int file = 0; file < YQ_FILES; file++)
      {
        g_autofree char *expected = g_strdup_printf ("activate %u;", yq_square_at (rank, file));

        g_string_truncate (f->said, 0);
        g_assert_true (
            gtk_widget_activate_action (point_at (f, rank, file), "point.activate", NULL));
        g_assert_cmpstr (f->said->str, ==, expected);
      }
}

static GtkWidget *
focus_of (Fixture *f)
{
  return gtk_window_get_focus (GTK_WINDOW (f->window));
}

static void
walk (Fixture *f, GtkDirectionType direction, int rank, int file)
{
  g_assert_true (gtk_widget_child_focus (f->window, direction));
  g_assert_true (focus_of (f) == point_at (f, rank, file));
  g_assert_cmpint (yq_board_get_cursor (f->board), ==, yq_square_at (rank, file));
}

static void
test_focus (Fixture *f, gconstpointer game)
{
  gtk_widget_grab_focus (f->before);
  yq_board_set_cursor (f->board, yq_square_at (3, 4));
  g_assert_true (focus_of (f) == f->before);

  /* One stop for Tab. */
  walk (f, GTK_DIR_TAB_FORWARD, 3, 4);
  g_assert_true (gtk_widget_child_focus (f->window, GTK_DIR_TAB_FORWARD));
  g_assert_true (focus_of (f) == f->after);
  walk (f, GTK_DIR_TAB_BACKWARD, 3, 4);

  walk (f, GTK_DIR_UP, 4, 4);
  walk (f, GTK_DIR_RIGHT, 4, 5);
  walk (f, GTK_DIR_DOWN, 3, 5);
  walk (f, GTK_DIR_LEFT, 3, 4);
  g_object_set (f->board, "flipped", TRUE, NULL);
  walk (f, GTK_DIR_UP, 2, 4);
  walk (f, GTK_DIR_RIGHT, 2, 3);

  /* The arrows stay on the board. */
  yq_board_set_cursor (f->board, yq_square_at (9, 8));
  walk (f, GTK_DIR_DOWN, 9, 8);
  walk (f, GTK_DIR_LEFT, 9, 8);

  /* Assistive technology may put the focus anywhere. */
  gtk_widget_grab_focus (point_at (f, 6, 1));
  g_assert_cmpint (yq_board_get_cursor (f->board), ==, yq_square_at (6, 1));
}

static void
test_announce (Fixture *f, gconstpointer game)
{
  yq_board_set_cursor (f->board, yq_square_at (3, 4));
  gtk_widget_grab_focus (GTK_WIDGET (f->board));
  yq_board_announce (f->board, "blue soldier to row 5");
  gtk_test_accessible_assert_property (point_at (f, 3, 4), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                       "blue soldier to row 5");

  /* It is not said again when the focus comes back later. */
  yq_board_set_cursor (f->board, yq_square_at (4, 4));
  g_assert_true (gtk_test_accessible_has_property (GTK_ACCESSIBLE (point_at (f, 4, 4)),
                                                   GTK_ACCESSIBLE_PROPERTY_LABEL));
  g_assert_false (gtk_test_accessible_has_property (GTK_ACCESSIBLE (point_at (f, 3, 4)),
                                                    GTK_ACCESSIBLE_PROPERTY_DESCRIPTION));
}

/* --- what is drawn --------------------------------------------------------------------------- */

/* Every leaf of a tree of nodes and where it stands. */
static void
collect (GskRenderNode *node, float x, float y, GString *leaves)
{
  switch ((int) gsk_render_node_get_node_type (node))
    {
    case GSK_CONTAINER_NODE:
      for (guint i = 0; i < gsk_container_node_get_n_children (node); i++)
        collect (gsk_container_node_get_child (node, i), x, y, leaves);
      break;
    case GSK_TRANSFORM_NODE:
      {
        float dx, dy;

        gsk_transform_to_translate (gsk_transform_node_get_transform (node), &dx, &dy);
        collect (gsk_transform_node_get_child (node), x + dx, y + dy, leaves);
      }
      break;
    case GSK_OPACITY_NODE:
      collect (gsk_opacity_node_get_child (node), x, y, leaves);
      break;
    default:
      g_string_append_printf (leaves, "%p %g,%g\n", (void *) node, (double) x, (double) y);
    }
}

static GskRenderNode *
snapshot_board (Fixture *f)
{
  GtkSnapshot *snapshot = gtk_snapshot_new ();

  GTK_WIDGET_GET_CLASS (f->board)->snapshot (GTK_WIDGET (f->board), snapshot);
  return gtk_snapshot_free_to_node (snapshot);
}

static char *
leaves_of (Fixture *f)
{
  GskRenderNode *node = snapshot_board (f);
  GString *leaves = g_string_new (NULL);

  collect (node, 0, 0, leaves);
  gsk_render_node_unref (node);
  return g_string_free (leaves, FALSE);
}

static guint
count_lines (const char *text)
{
  guint n = 0;

  for (; *text != '\0'; text++)
    n += *text == '\n';
  return n;
}

/* How many nodes of a list of leaves are the same in another, wherever they are. */
static guint
count_same_nodes (const char *leaves, const char *others)
{
  g_auto (GStrv) lines = g_strsplit (leaves, "\n", -1);
  guint n = 0;

  for (guint i = 0; *lines[i] != '\0'; i++)
    {
      *strchr (lines[i], ' ') = '\0';
      n += strstr (others, lines[i]) != NULL;
    }
  return n;
}

static guint
count_leaves (Fixture *f)
{
  g_autofree char *leaves = leaves_of (f);

  return count_lines (leaves);
}

/* Nothing changed: the very same nodes, so that nothing is drawn again. */
static void
test_kept_nodes (Fixture *f, gconstpointer game)
{
  g_autofree char *first = leaves_of (f);
  g_autofree char *second = leaves_of (f);
  g_autofree char *moved = NULL, *back = NULL, *marked = NULL, *plain = NULL;
  g_auto (GStrv) lines = NULL;
  YqMarks marks = YQ_MARKS_NONE;
  YqUndo undo;
  YqMove move = { yq_square_at (3, 4), yq_square_at (4, 4) };
  guint kept = 0;

  g_assert_cmpuint (count_lines (first), ==, 33); /* the grid and 32 pieces */
  g_assert_cmpstr (first, ==, second);

  /* A move: one piece elsewhere, by the same node; everything else as before. */
  yq_position_play (&f->pos, move, &undo);
  yq_board_set_position (f->board, &f->pos, move);
  moved = leaves_of (f);
  lines = g_strsplit (first, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    kept += *lines[i] != '\0' && strstr (moved, lines[i]) != NULL;
  g_assert_cmpuint (kept, ==, 32);
  yq_position_take_back (&f->pos, move, &undo);
  yq_board_set_position (f->board, &f->pos, no_move);
  back = leaves_of (f);
  g_assert_cmpstr (first, ==, back);

  /* A mark: one node more. */
  marks.selected = 0;
  yq_board_set_marks (f->board, &marks);
  marked = leaves_of (f);
  g_assert_true (g_str_has_prefix (marked, first));
  g_assert_cmpuint (count_lines (marked), ==, 34);
  yq_board_set_marks (f->board, &YQ_MARKS_NONE);

  /* A place that is a little larger: the same nodes. */
  gtk_widget_size_allocate (GTK_WIDGET (f->board), &(GtkAllocation){ 0, 0, 410, 460 }, -1);
  g_free (first);
  first = leaves_of (f);
  gtk_widget_size_allocate (GTK_WIDGET (f->board), &(GtkAllocation){ 0, 0, 411, 460 }, -1);
  g_free (second);
  second = leaves_of (f);
  g_assert_cmpuint (count_same_nodes (first, second), ==, 33);

  /* Another look: all is made again. */
  g_object_set (f->board, "theme", YQ_THEME_PLAIN, NULL);
  plain = leaves_of (f);
  g_assert_cmpuint (count_lines (plain), ==, 33);
  g_assert_cmpstr (first, !=, plain);
}

static void
test_arrows (Fixture *f, gconstpointer game)
{
  const YqArrow arrows[] = { { { 0, 40 }, YQ_ARROW_MOVE }, { { 1, 41 }, YQ_ARROW_ATTACK } };
  g_autofree char *without = leaves_of (f);
  g_autofree char *with = NULL, *again = NULL;

  yq_board_set_arrows (f->board, arrows, 2);
  with = leaves_of (f);
  g_assert_cmpuint (count_lines (with), ==, count_lines (without) + 1);
  yq_board_set_arrows (f->board, NULL, 0);
  again = leaves_of (f);
  g_assert_cmpstr (again, ==, without);
}

static gboolean
set_true_cb (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

static void
wait_ms (guint ms)
{
  gboolean over = FALSE;

  g_timeout_add (ms, set_true_cb, &over);
  while (!over)
    g_main_context_iteration (NULL, TRUE);
}

/* Plays a capture (forward) or takes it back, and says which leaves show at once and in the end. */
static void
glide (Fixture *f, gboolean forward, char **at_once, char **in_the_end)
{
  YqMove move = { yq_square_at (0, 0), yq_square_at (6, 0) };
  YqPosition pos = f->pos;
  YqUndo undo;

  yq_position_put (&pos, yq_square_at (3, 0), YQ_EMPTY);
  yq_position_put (&pos, yq_square_at (2, 0), YQ_EMPTY);
  if (!forward)
    yq_position_play (&pos, move, &undo);
  yq_board_set_position (f->board, &pos, no_move);
  if (forward)
    {
      yq_position_play (&pos, move, &undo);
      yq_board_set_position (f->board, &pos, move);
    }
  else
    {
      yq_position_take_back (&pos, move, &undo);
      yq_board_set_position (f->board, &pos, (YqMove){ move.to, move.from });
    }
  gtk_test_widget_wait_for_draw (GTK_WIDGET (f->board));
  *at_once = leaves_of (f);
  wait_ms (400);
  *in_the_end = leaves_of (f);
}

static void
test_glide (Fixture *f, gconstpointer game)
{
  for (int forward = 0; forward < 2; forward++)
    {
      g_autofree char *at_once = NULL, *in_the_end = NULL, *still = NULL, *final = NULL;

      enable_animations (TRUE);
      glide (f, forward, &at_once, &in_the_end);
      g_assert_cmpstr (at_once, !=, in_the_end);
      /* The taken piece is seen while it fades. */
      g_assert_cmpuint (count_lines (at_once), ==, count_lines (in_the_end) + (forward ? 1 : 0));

      enable_animations (FALSE);
      glide (f, forward, &still, &final);
      g_assert_cmpstr (still, ==, final);
      g_assert_cmpstr (final, ==, in_the_end);
    }
}

static GdkTexture *
render (Fixture *f)
{
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (GTK_WIDGET (f->board));
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  GskRenderer *renderer = gsk_cairo_renderer_new ();
  GError *error = NULL;
  GskRenderNode *node;
  GdkTexture *texture;

  /* The first wait ends before its frame is painted. */
  gtk_test_widget_wait_for_draw (GTK_WIDGET (f->board));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (f->board));
  gdk_paintable_snapshot (paintable, snapshot, gtk_widget_get_width (GTK_WIDGET (f->board)),
                          gtk_widget_get_height (GTK_WIDGET (f->board)));
  node = gtk_snapshot_free_to_node (snapshot);
  g_assert_nonnull (node);
  gsk_renderer_realize (renderer, NULL, &error);
  g_assert_no_error (error);
  texture = gsk_renderer_render_texture (renderer, node, NULL);
  gsk_renderer_unrealize (renderer);
  g_object_unref (renderer);
  gsk_render_node_unref (node);
  return texture;
}

/* How many pixels of the cell around a point differ between two pictures of the board. */
static guint
changed_at (Fixture *f, GdkTexture *a, GdkTexture *b, int rank, int file)
{
  int width = gdk_texture_get_width (a), height = gdk_texture_get_height (a);
  g_autofree guint32 *in_a = g_new (guint32, (gsize) (width * height));
  g_autofree guint32 *in_b = g_new (guint32, (gsize) (width * height));
  graphene_rect_t cell, whole;
  guint n = 0;

  gdk_texture_download (a, (guchar *) in_a, (gsize) width * 4);
  gdk_texture_download (b, (guchar *) in_b, (gsize) width * 4);
  g_assert_true (
      gtk_widget_compute_bounds (point_at (f, rank, file), GTK_WIDGET (f->board), &cell));
  /* A texture covers what is drawn: the board, which is less than the widget. */
  graphene_rect_init (&whole, (float) (gtk_widget_get_width (GTK_WIDGET (f->board)) - width) / 2,
                      (float) (gtk_widget_get_height (GTK_WIDGET (f->board)) - height) / 2, 0, 0);
  for (int y = 0; y < (int) cell.size.height; y++)
    for (int x = 0; x < (int) cell.size.width; x++)
      {
        int at = ((int) (cell.origin.y - whole.origin.y) + y) * width
                 + (int) (cell.origin.x - whole.origin.x) + x;

        if (at >= 0 && at < width * height)
          n += in_a[at] != in_b[at];
      }
  return n;
}

static void
test_render (Fixture *f, gconstpointer game)
{
  g_autoptr (GdkTexture) before = render (f);
  g_autoptr (GdkTexture) after = NULL;
  YqMove move = { yq_square_at (3, 4), yq_square_at (4, 4) };
  YqUndo undo;

  g_assert_cmpint (gdk_texture_get_width (before), >, 400);
  g_assert_cmpint (gdk_texture_get_height (before), >, gdk_texture_get_width (before));

  yq_position_play (&f->pos, move, &undo);
  yq_board_set_position (f->board, &f->pos, no_move);
  after = render (f);
  g_assert_cmpuint (changed_at (f, before, after, 3, 4), >, 300);
  g_assert_cmpuint (changed_at (f, before, after, 4, 4), >, 300);
  g_assert_cmpuint (changed_at (f, before, after, 0, 0), ==, 0);
}

static void
test_draw_piece (Fixture *f, gconstpointer game)
{
  g_autoptr (GdkPaintable) piece =
      yq_board_draw_piece (f->board, yq_piece (YQ_BLUE, YQ_CANNON), 48);

  g_assert_cmpint (gdk_paintable_get_intrinsic_width (piece), ==, 48);
  g_assert_cmpint (gdk_paintable_get_intrinsic_height (piece), ==, 48);
}

/* Any position and any marks can be shown: the set-up needs that. */
static void
test_anything (Fixture *f, gconstpointer game)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (4);

  for (int i = 0; i < 300; i++)
    {
      YqMarks marks = YQ_MARKS_NONE;
      YqMove glide_move = { (YqSquare) g_rand_int_range (random, 0, 256),
                            (YqSquare) g_rand_int_range (random, 0, 256) };
      YqArrow arrow = { { (YqSquare) g_rand_int_range (random, 0, 256),
                          (YqSquare) g_rand_int_range (random, 0, 256) },
                        (YqArrowKind) g_rand_int_range (random, 0, YQ_N_ARROWS) };
      const YqRuleset *ruleset = i % 2 ? &yq_ruleset_duck : &yq_ruleset_xiangqi;

      yq_position_clear (&f->pos, yq_geometry_of (ruleset));
      for (YqSquare square = 0; square < YQ_SQUARES; square++)
        {
          int type = g_rand_int_range (random, 1, YQ_N_TYPES);

          if (ruleset->piece_names[type] != NULL && g_rand_boolean (random))
            yq_position_put (
                &f->pos, square,
                yq_piece ((YqSide) g_rand_int_range (random, 0, 2), (YqPieceType) type));
        }
      marks.selected = (YqSquare) g_rand_int_range (random, 0, 91);
      marks.last = glide_move;
      for (YqSquareSet *set = &marks.reach; set <= &marks.faults; set++)
        for (int n = 0; n < 20; n++)
          yq_square_set_add (set, (YqSquare) g_rand_int_range (random, 0, 90));
      enable_animations (i % 3 == 0);
      yq_board_set_position (f->board, &f->pos, glide_move);
      yq_board_set_marks (f->board, &marks);
      yq_board_set_arrows (f->board, &arrow, 1);
      gsk_render_node_unref (snapshot_board (f));
    }
  g_clear_object (&(GdkTexture *){ render (f) });
}

/* --- a real pointer and keyboard ------------------------------------------------------------- */

/* Runs xdotool; the words are those of its command line. */
static void
xdotool (const char *words)
{
  g_autofree char *line = g_strconcat ("xdotool ", words, NULL);
  GError *error = NULL;

  g_spawn_command_line_sync (line, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
}

static gboolean
no_xdotool (void)
{
  g_autofree char *path = g_find_program_in_path ("xdotool");

  if (path == NULL || !GDK_IS_X11_DISPLAY (gdk_display_get_default ()))
    {
      g_test_skip ("xdotool is not installed, or this is not X");
      return TRUE;
    }
  return FALSE;
}

/* Waits until the board has said this, then forgets it. */
static void
expect (Fixture *f, const char *said)
{
  for (int i = 0; i < 300 && !g_str_equal (f->said->str, said); i++)
    wait_ms (10);
  g_assert_cmpstr (f->said->str, ==, said);
  g_string_truncate (f->said, 0);
}

static void
wait_until_active (Fixture *f)
{
  for (int i = 0; i < 300 && !gtk_window_is_active (GTK_WINDOW (f->window)); i++)
    wait_ms (10);
  g_assert_true (gtk_window_is_active (GTK_WINDOW (f->window)));
  wait_ms (50);
}

/* "X Y" of a point, shifted by parts of a cell, for xdotool mousemove. */
static char *
place_of (Fixture *f, double rank, double file)
{
  GdkSurface *surface = gtk_native_get_surface (GTK_NATIVE (f->window));
  graphene_rect_t a;
  double dx, dy, cell;

  g_assert_true (gtk_widget_compute_bounds (point_at (f, 0, 0), f->window, &a));
  gtk_native_get_surface_transform (GTK_NATIVE (f->window), &dx, &dy);
  cell = (double) a.size.width;
  return g_strdup_printf ("--window %lu %d %d", gdk_x11_surface_get_xid (surface),
                          (int) (dx + (double) a.origin.x + (file + 0.5) * cell),
                          (int) (dy + (double) a.origin.y + (0.5 - rank) * cell));
}

static void
pointer_to (Fixture *f, double rank, double file)
{
  g_autofree char *place = place_of (f, rank, file);
  g_autofree char *words = g_strdup_printf ("mousemove %s", place);

  xdotool (words);
  wait_ms (30);
}

static void
test_pointer (Fixture *f, gconstpointer game)
{
  if (no_xdotool ())
    return;
  wait_until_active (f);

  pointer_to (f, 3, 4);
  xdotool ("click 1");
  expect (f, "activate 31;");
  g_assert_cmpint (yq_board_get_cursor (f->board), ==, 31);

  /* The frame of the keyboard cursor comes with the first key, and goes with the next click. */
  g_assert_cmpuint (count_leaves (f), ==, 33);
  xdotool ("key Up");
  wait_ms (50);
  g_assert_cmpuint (count_leaves (f), ==, 34);
  xdotool ("click 1");
  expect (f, "activate 31;");
  g_assert_cmpuint (count_leaves (f), ==, 33);

  /* A press that wanders off an empty point is nothing. */
  pointer_to (f, 5, 4);
  xdotool ("mousedown 1");
  pointer_to (f, 6, 4);
  xdotool ("mouseup 1");
  pointer_to (f, 3, 4);
  xdotool ("click 1");
  expect (f, "activate 31;");

  /* To another point; back to its own; off the board. */
  xdotool ("mousedown 1");
  pointer_to (f, 3.5, 4);
  pointer_to (f, 4, 4);
  xdotool ("mouseup 1");
  expect (f, "drag 31;dropped 31 40;");
  pointer_to (f, 3, 4);
  xdotool ("mousedown 1");
  pointer_to (f, 4, 4);
  pointer_to (f, 3, 4);
  xdotool ("mouseup 1");
  expect (f, "drag 31;");
  xdotool ("mousedown 1");
  pointer_to (f, 4, 2);
  pointer_to (f, 9.8, 2);
  xdotool ("mouseup 1");
  expect (f, "drag 31;dropped 31 90;");

  /* Put back with the right button, and with Escape: no drop follows. */
  for (int i = 0; i < 2; i++)
    {
      pointer_to (f, 3, 4);
      xdotool ("mousedown 1");
      pointer_to (f, 4, 4);
      expect (f, "drag 31;");
      xdotool (i == 0 ? "click 3" : "key Escape");
      expect (f, "cancel;");
      xdotool ("mouseup 1");
      wait_ms (100);
      expect (f, "");
    }

  /* A move that comes meanwhile takes the piece out of the hand. */
  pointer_to (f, 3, 4);
  xdotool ("mousedown 1");
  pointer_to (f, 4, 4);
  expect (f, "drag 31;");
  yq_position_put (&f->pos, yq_square_at (9, 0), YQ_EMPTY);
  yq_board_set_position (f->board, &f->pos, no_move);
  xdotool ("mouseup 1");
  wait_ms (100);
  expect (f, "");

  /* What may not be dragged stays; no drop, and no click on the point where the button is let go.
   */
  f->may_drag = FALSE;
  pointer_to (f, 3, 4);
  xdotool ("mousedown 1");
  pointer_to (f, 4, 4);
  xdotool ("mouseup 1");
  wait_ms (100);
  g_assert_true (g_str_has_prefix (f->said->str, "drag 31;"));
  g_assert_null (strstr (f->said->str, "dropped"));
  g_assert_null (strstr (f->said->str, "activate"));
  g_string_truncate (f->said, 0);

  /* Right click: taken away where that means something, else cancel. */
  xdotool ("click 3");
  expect (f, "cancel;");
  f->removes = TRUE;
  xdotool ("click 3");
  expect (f, "remove 40;");
}

static void
test_keyboard (Fixture *f, gconstpointer game)
{
  gboolean duck = g_str_equal (game, "duck");

  if (no_xdotool ())
    return;
  wait_until_active (f);
  yq_board_set_cursor (f->board, yq_square_at (3, 4));
  gtk_widget_grab_focus (GTK_WIDGET (f->board));

  xdotool ("key Up");
  xdotool ("key Return");
  expect (f, "activate 40;");
  xdotool ("key Left");
  xdotool ("key space");
  expect (f, "activate 39;");

  xdotool ("type h2e2");
  expect (f, "[h][h2][h2e][]typed h2e2;");
  /* What cannot come next is no part of a move. */
  xdotool ("type 'hhi2zj2b'");
  expect (f, "[h][h2][h2b]");
  xdotool ("key BackSpace BackSpace BackSpace");
  expect (f, "[h2][h][]");
  xdotool ("type a0");
  xdotool ("key Escape");
  expect (f, "[a][a0][]");
  /* Typed as the ranks of xiangqi are counted, told as ever. */
  g_object_set (f->board, "from-one", TRUE, NULL);
  xdotool ("type i0h3");
  expect (f, duck ? "[i][i0][i0h][]typed i0h3;" : "[i][i0][i0h][]typed i9h2;");
  g_object_set (f->board, "from-one", FALSE, NULL);
  xdotool ("key Escape");
  expect (f, "cancel;");

  /* Rows and columns as the judge of duck chess writes them. */
  xdotool ("type 2043");
  expect (f, duck ? "[2][20][204][]typed a2d4;" : "");

  f->removes = TRUE;
  xdotool ("key Delete");
  expect (f, "remove 39;");
  xdotool ("key BackSpace");
  expect (f, "remove 39;");

  /* Unfinished, it is forgotten after a while. */
  if (!duck)
    return;
  xdotool ("type c");
  expect (f, "[c]");
  wait_ms (4200);
  expect (f, "[]");
}

static void
add (const char *path, const char *game, void (*test) (Fixture *, gconstpointer))
{
  g_test_add (path, Fixture, game, set_up, test, tear_down);
}

int
main (int argc, char *argv[])
{
  gtk_test_init (&argc, &argv, NULL);

  add ("/board/roles", "duck", test_roles);
  add ("/board/names/duck", "duck", test_names_duck);
  add ("/board/names/xiangqi", "xiangqi", test_names_xiangqi);
  g_test_add_func ("/board/names/all", test_names_all);
  add ("/board/action", "duck", test_action);
  add ("/board/focus", "duck", test_focus);
  add ("/board/announce", "duck", test_announce);
  add ("/board/kept-nodes", "duck", test_kept_nodes);
  add ("/board/arrows", "xiangqi", test_arrows);
  add ("/board/glide", "duck", test_glide);
  add ("/board/render", "duck", test_render);
  add ("/board/draw-piece", "xiangqi", test_draw_piece);
  add ("/board/anything", "duck", test_anything);
  add ("/board/pointer", "duck", test_pointer);
  add ("/board/keyboard/duck", "duck", test_keyboard);
  add ("/board/keyboard/xiangqi", "xiangqi", test_keyboard);
  return g_test_run ();
}
