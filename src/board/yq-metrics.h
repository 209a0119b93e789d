/* Where the points of the board are in an area of the screen or of a picture, and back.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "yq-types.h"

/* Lengths are in units of the area (pixels at scale 1). All but the points themselves are whole
 * numbers, so that lines and boxes are sharp at every whole scale. */
typedef struct
{
  int x, y;          /* left upper corner of the board in the area */
  int width, height; /* of the board, frame included */
  int frame;         /* from the edge of the board to the cells of the outermost points */
  int cell; /* distance of neighbouring points, and side of the square around each; at least 1 */
  int line; /* width of a line of the grid */
  bool flipped; /* blue (black) at the bottom */
} YqBoardMetrics;

/* The largest board that fits into width × height, centred. coordinates: leave room for them. */
YqBoardMetrics yq_metrics_fit (int width, int height, bool coordinates, bool flipped);
/* The size of a board with cells of this side. */
void yq_metrics_size (int cell, bool coordinates, int *width, int *height);

/* From the left upper corner of a cell to its point: in the middle of a grid line, therefore whole
 * or half, as the width of the line asks. */
double yq_metrics_centre (const YqBoardMetrics *metrics);
/* The left upper corner of the cell around a point. */
void yq_metrics_cell (const YqBoardMetrics *metrics, YqSquare square, int *x, int *y);
/* A point itself. */
void yq_metrics_point (const YqBoardMetrics *metrics, YqSquare square, double *x, double *y);
/* The point in whose cell x, y lies; YQ_SQUARE_NONE outside all cells. */
YqSquare yq_metrics_pick (const YqBoardMetrics *metrics, double x, double y);
