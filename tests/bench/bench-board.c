/* What the board costs, CPU milliseconds: painted from scratch as a plain drawing area would each
 * frame, and as the widget does it with kept nodes. Needs a display: tests/with-display.sh
 * build/tests/bench/bench-board
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <time.h>

#include "yq-board.h"
#include "yq-ruleset.h"

static double
cpu_ms (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double) now.tv_sec * 1000 + (double) now.tv_nsec / 1e6;
}

/* Runs code n times and prints the mean. */
#define MEASURE(n, code, ...)                                                                      \
  {                                                                                                \
    double begin = cpu_ms ();                                                                      \
    for (int round = 0; round < (n); round++)                                                      \
      code;                                                                                        \
    g_print ("%8.3f  ", (cpu_ms () - begin) / (n));                                                \
    g_print (__VA_ARGS__);                                                                         \
    g_print ("\n");                                                                                \
  }

static void
bench_paint (const YqPosition *pos, YqBoardTheme theme, int width, int height, double scale)
{
  YqStyle style = { .theme = theme, .coordinates = TRUE };
  YqBoardMetrics metrics = yq_metrics_fit (width, height, TRUE, FALSE);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) (width * scale),
                                                         (int) (height * scale));
  const char *name = theme == YQ_THEME_WOOD ? "wood" : "plain";
  cairo_t *cr;

  cairo_surface_set_device_scale (surface, scale, scale);
  cr = cairo_create (surface);
  MEASURE (20, yq_paint_board (cr, &metrics, yq_geometry_ruleset (pos->geometry), &style),
           "grid, %s, %d × %d at scale %g", name, width, height, scale);
  MEASURE (20, yq_paint_picture (cr, &metrics, &style, pos, NULL, NULL, 0),
           "grid and 32 pieces, %s, %d × %d at scale %g", name, width, height, scale);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static GskRenderNode *
snapshot_board (GtkWidget *board)
{
  GtkSnapshot *snapshot = gtk_snapshot_new ();

  GTK_WIDGET_GET_CLASS (board)->snapshot (board, snapshot);
  return gtk_snapshot_free_to_node (snapshot);
}

static void
bench_widget (const YqPosition *pos, int width, int height)
{
  const YqMove none = { YQ_SQUARE_NONE, YQ_SQUARE_NONE };
  GtkWidget *window = gtk_window_new (), *board = yq_board_new ();
  GskRenderer *renderer = gsk_cairo_renderer_new ();
  GskRenderNode *node;
  YqPosition other = *pos;
  YqMarks marks = YQ_MARKS_NONE;

  gtk_window_set_default_size (GTK_WINDOW (window), width, height);
  gtk_window_set_child (GTK_WINDOW (window), board);
  yq_board_set_position (YQ_BOARD (board), pos, none);
  gtk_window_present (GTK_WINDOW (window));
  gtk_test_widget_wait_for_draw (board);

  node = snapshot_board (board);
  MEASURE (1000, gsk_render_node_unref (snapshot_board (board)), "snapshot, nothing changed");
  MEASURE (
      50,
      {
        g_object_set (board, "theme", round % 2, NULL);
        gsk_render_node_unref (snapshot_board (board));
      },
      "snapshot, every node made again");

  yq_position_put (&other, 40, YQ_EMPTY);
  yq_position_put (&other, 41, yq_piece (YQ_RED, YQ_CAR));
  MEASURE (1000, yq_board_set_position (YQ_BOARD (board), round % 2 ? pos : &other, none),
           "new position, two points with a new name");
  MEASURE (
      1000,
      {
        marks.reach.bits[0] = round % 2 ? 0 : 0x3fffff;
        yq_board_set_marks (YQ_BOARD (board), &marks);
      },
      "22 points marked or not");

  /* From a change to the end of the frame that shows it, everything included. */
  MEASURE (
      50,
      {
        gtk_widget_queue_draw (board);
        gtk_test_widget_wait_for_draw (board);
      },
      "frame with nothing changed");
  MEASURE (
      50,
      {
        yq_board_set_position (YQ_BOARD (board), round % 2 ? pos : &other, none);
        gtk_test_widget_wait_for_draw (board);
      },
      "frame after a move");

  if (gsk_renderer_realize (renderer, NULL, NULL))
    {
      MEASURE (20, g_object_unref (gsk_renderer_render_texture (renderer, node, NULL)),
               "whole frame drawn by the cairo renderer, %d × %d", width, height);
      gsk_renderer_unrealize (renderer);
    }
  g_object_unref (renderer);
  gsk_render_node_unref (node);
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (void)
{
  YqPosition pos;

  gtk_init ();
  yq_position_start (&pos, yq_geometry_of (&yq_ruleset_xiangqi));
  g_print ("CPU ms, mean of each\n");
  bench_paint (&pos, YQ_THEME_PLAIN, 600, 660, 1);
  bench_paint (&pos, YQ_THEME_WOOD, 600, 660, 1);
  bench_paint (&pos, YQ_THEME_WOOD, 600, 660, 2);
  bench_paint (&pos, YQ_THEME_WOOD, 3840, 2160, 1);
  bench_widget (&pos, 600, 660);
  bench_widget (&pos, 1920, 1000);
  return 0;
}
