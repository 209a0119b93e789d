/* Points to pixels and back: all ninety points, both ways round, at many sizes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "tap.h"

#include "yq-metrics.h"

/* Every point is picked at its centre and in the four corners of its cell, and cells do not
 * overlap. */
static bool
round_trip (const YqBoardMetrics *m)
{
  for (YqSquare square = 0; square < YQ_SQUARES; square++)
    {
      double x, y;
      int left, top;

      yq_metrics_point (m, square, &x, &y);
      yq_metrics_cell (m, square, &left, &top);
      if (yq_metrics_pick (m, x, y) != square || yq_metrics_pick (m, left, top) != square
          || yq_metrics_pick (m, left + m->cell - 0.01, top) != square
          || yq_metrics_pick (m, left, top + m->cell - 0.01) != square
          || yq_metrics_pick (m, left - 0.01, top) == square
          || yq_metrics_pick (m, left, top - 0.01) == square || x - left != yq_metrics_centre (m)
          || y - top != yq_metrics_centre (m))
        return false;
    }
  return true;
}

static bool
inside (const YqBoardMetrics *m, int width, int height)
{
  return m->x >= 0 && m->y >= 0 && m->x + m->width <= width && m->y + m->height <= height;
}

/* No larger cell would have fitted. */
static bool
largest (const YqBoardMetrics *m, int width, int height, bool coordinates)
{
  int w, h;

  yq_metrics_size (m->cell + 1, coordinates, &w, &h);
  return w > width || h > height;
}

/* The middle of a grid line: its edges are whole pixels. */
static bool
sharp (const YqBoardMetrics *m)
{
  double edge = yq_metrics_centre (m) - m->line / 2.0;

  return edge == floor (edge);
}

int
main (void)
{
  static const struct
  {
    int width, height, cell;
  } sizes[] = { { 900, 640, 59 },    { 600, 660, 61 },  { 1920, 1080, 100 }, { 274, 302, 28 },
                { 3840, 2160, 200 }, { 2000, 400, 37 }, { 200, 3000, 20 } };
  YqBoardMetrics m, turned;
  bool all = true, fits = true, crisp = true;
  double x, y, x1, y1;

  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    for (int flipped = 0; flipped < 2; flipped++)
      {
        m = yq_metrics_fit (sizes[i].width, sizes[i].height, true, flipped);
        tap_ok (m.cell == sizes[i].cell && m.flipped == flipped, "cells of %d in %d × %d (%d)",
                sizes[i].cell, sizes[i].width, sizes[i].height, m.cell);
        tap_ok (round_trip (&m), "every point is found again%s", flipped ? ", flipped" : "");
      }

  for (int width = 40; width < 900; width += 7)
    for (int height = 40; height < 900; height += 31)
      for (int coordinates = 0; coordinates < 2; coordinates++)
        {
          m = yq_metrics_fit (width, height, coordinates, false);
          fits = fits && inside (&m, width, height) && largest (&m, width, height, coordinates);
          all = all && round_trip (&m);
          crisp = crisp && sharp (&m);
        }
  tap_ok (fits, "every board is inside its area, and the largest that is");
  tap_ok (all, "every point of every board is found again");
  tap_ok (crisp, "every grid line lies on whole pixels");

  m = yq_metrics_fit (600, 660, true, false);
  turned = yq_metrics_fit (600, 660, true, true);
  all = true;
  for (YqSquare square = 0; square < YQ_SQUARES; square++)
    {
      yq_metrics_point (&m, square, &x, &y);
      yq_metrics_point (&turned, YQ_SQUARES - 1 - square, &x1, &y1);
      all = all && x == x1 && y == y1;
    }
  tap_ok (all, "flipped is turned by half a circle");

  yq_metrics_point (&m, yq_square_at (0, 0), &x, &y);
  yq_metrics_point (&m, yq_square_at (9, 8), &x1, &y1);
  tap_ok (x < x1 && y > y1, "red's left corner is at the lower left");

  tap_ok (yq_metrics_pick (&m, m.x + m.frame - 0.5, y) == YQ_SQUARE_NONE
              && yq_metrics_pick (&m, m.x + m.width - m.frame + 0.5, y) == YQ_SQUARE_NONE
              && yq_metrics_pick (&m, x, m.y + m.frame - 0.5) == YQ_SQUARE_NONE
              && yq_metrics_pick (&m, x, m.y + m.height - m.frame + 0.5) == YQ_SQUARE_NONE,
          "the frame is no point");
  tap_ok (yq_metrics_pick (&m, -1e300, 1e300) == YQ_SQUARE_NONE
              && yq_metrics_pick (&m, NAN, 9) == YQ_SQUARE_NONE
              && yq_metrics_pick (&m, INFINITY, INFINITY) == YQ_SQUARE_NONE,
          "nor is a coordinate that no pixel has");

  m = yq_metrics_fit (0, 0, true, false);
  tap_ok (m.cell == 1 && round_trip (&m), "an area without room still has a board");
  m = yq_metrics_fit (-5, 3, false, true);
  tap_ok (m.cell == 1, "a negative one, too");
  return tap_done ();
}
