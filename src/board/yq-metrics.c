/* Points to pixels and back.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "yq-metrics.h"

#include <math.h>

/* Room around the cells, in hundredths of a cell: an edge of wood, and the coordinates in it. */
static int
frame_of (int cell, bool coordinates)
{
  return (cell * (coordinates ? 40 : 12) + 50) / 100;
}

void
yq_metrics_size (int cell, bool coordinates, int *width, int *height)
{
  int frame = frame_of (cell, coordinates);

  *width = YQ_FILES * cell + 2 * frame;
  *height = YQ_RANKS * cell + 2 * frame;
}

YqBoardMetrics
yq_metrics_fit (int width, int height, bool coordinates, bool flipped)
{
  int across = width / YQ_FILES, down = height / YQ_RANKS;
  YqBoardMetrics metrics = { .flipped = flipped, .cell = across < down ? across : down };

  /* The frame takes its share: at most a few steps down from the cell that ignores it. */
  for (;; metrics.cell--)
    {
      if (metrics.cell < 1)
        metrics.cell = 1;
      yq_metrics_size (metrics.cell, coordinates, &metrics.width, &metrics.height);
      if (metrics.cell == 1 || (metrics.width <= width && metrics.height <= height))
        break;
    }

  metrics.frame = frame_of (metrics.cell, coordinates);
  metrics.line = metrics.cell < 60 ? 1 : (metrics.cell + 30) / 60;
  metrics.x = (width - metrics.width) / 2;
  metrics.y = (height - metrics.height) / 2;
  return metrics;
}

double
yq_metrics_centre (const YqBoardMetrics *metrics)
{
  return metrics->cell / 2 + (metrics->line % 2 != 0 ? 0.5 : 0);
}

void
yq_metrics_cell (const YqBoardMetrics *metrics, YqSquare square, int *x, int *y)
{
  int file = (int) yq_square_file (square), rank = (int) yq_square_rank (square);

  if (metrics->flipped)
    file = YQ_FILES - 1 - file;
  else
    rank = YQ_RANKS - 1 - rank;
  *x = metrics->x + metrics->frame + file * metrics->cell;
  *y = metrics->y + metrics->frame + rank * metrics->cell;
}

void
yq_metrics_point (const YqBoardMetrics *metrics, YqSquare square, double *x, double *y)
{
  int left, top;

  yq_metrics_cell (metrics, square, &left, &top);
  *x = left + yq_metrics_centre (metrics);
  *y = top + yq_metrics_centre (metrics);
}

YqSquare
yq_metrics_pick (const YqBoardMetrics *metrics, double x, double y)
{
  double across = floor ((x - metrics->x - metrics->frame) / metrics->cell);
  double down = floor ((y - metrics->y - metrics->frame) / metrics->cell);

  /* Compared as doubles first: a coordinate may be any number, and NaN is outside as well. */
  if (!(across >= 0 && across < YQ_FILES && down >= 0 && down < YQ_RANKS))
    return YQ_SQUARE_NONE;
  if (metrics->flipped)
    return yq_square_at ((long) down, YQ_FILES - 1 - (long) across);
  return yq_square_at (YQ_RANKS - 1 - (long) down, (long) across);
}
