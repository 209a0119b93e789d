/* Golden pictures of the board: a pixel that differs is a change of the look, wanted or not.
 * To accept new pictures, run with YAQI_UPDATE_GOLDENS=1 and look at every one of them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tap.h"

#include "yq-glyphs.h"
#include "yq-paint.h"
#include "yq-ruleset.h"

enum
{
  CELL = 24,
  /* Versions of cairo round edges differently: by so much of 255 in a channel, never by more. */
  TOLERANCE = 2
};

typedef struct
{
  const char *name;
  const char *game;
  YqStyle style;
  bool flipped, marks;
  int scale;
} Case;

#define EDGES .coordinates = true

/* clang-format off */
static const Case cases[] = {
  { "duck-wood", "duck", { YQ_THEME_WOOD, YQ_FACES_CHARACTERS, EDGES }, .scale = 1 },
  { "duck-plain-marks", "duck", { YQ_THEME_PLAIN, YQ_FACES_PICTOGRAMS, EDGES },
    .marks = true, .scale = 1 },
  { "duck-plain-dark-flipped", "duck", { YQ_THEME_PLAIN, YQ_FACES_CHARACTERS, .dark = true, EDGES },
    .flipped = true, .marks = true, .scale = 1 },
  { "duck-contrast", "duck", { YQ_THEME_WOOD, YQ_FACES_CHARACTERS, .high_contrast = true, EDGES },
    .marks = true, .scale = 1 },
  { "xiangqi-letters", "xiangqi", { YQ_THEME_PLAIN, YQ_FACES_CHARACTERS, EDGES }, .scale = 1 },
  { "xiangqi-numerals-flipped", "xiangqi",
    { YQ_THEME_PLAIN, YQ_FACES_PICTOGRAMS, EDGES, .numerals = true }, .flipped = true, .scale = 1 },
  { "xiangqi-from-one", "xiangqi", { YQ_THEME_WOOD, YQ_FACES_CHARACTERS, EDGES, .from_one = true },
    .flipped = true, .scale = 2 },
  { "xiangqi-wood-dark", "xiangqi", { YQ_THEME_WOOD, YQ_FACES_CHARACTERS, .dark = true },
    .marks = true, .scale = 1 },
  { "xiangqi-plain-2x", "xiangqi", { YQ_THEME_PLAIN, YQ_FACES_CHARACTERS },
    .flipped = true, .marks = true, .scale = 2 },
  { "xiangqi-contrast-dark", "xiangqi",
    { YQ_THEME_PLAIN, YQ_FACES_PICTOGRAMS, .dark = true, .high_contrast = true, EDGES },
    .marks = true, .scale = 1 },
};
/* clang-format on */

/* A position in which every mark and arrow has its place. */
static void
make_marks (YqPosition *pos, YqMarks *marks, YqArrow arrows[3])
{
  yq_position_put (pos, yq_square_at (4, 4), yq_piece (YQ_BLUE, YQ_SOLDIER));
  yq_position_put (pos, yq_square_at (6, 4), YQ_EMPTY);
  yq_position_put (pos, yq_square_at (2, 4), yq_piece (YQ_RED, YQ_CAR));
  yq_position_put (pos, yq_square_at (0, 0), YQ_EMPTY);

  *marks = YQ_MARKS_NONE;
  marks->selected = yq_square_at (2, 4);
  marks->last = (YqMove){ yq_square_at (6, 4), yq_square_at (4, 4) };
  yq_square_set_add (&marks->reach, yq_square_at (3, 5));
  yq_square_set_add (&marks->reach, yq_square_at (4, 4));
  yq_square_set_add (&marks->attacked, yq_square_at (0, 4));
  yq_square_set_add (&marks->attackers, yq_square_at (9, 1));
  yq_square_set_add (&marks->blocking, yq_square_at (0, 2));
  yq_square_set_add (&marks->faults, yq_square_at (9, 5));

  arrows[0] = (YqArrow){ { yq_square_at (9, 0), yq_square_at (5, 0) }, YQ_ARROW_MOVE };
  arrows[1] = (YqArrow){ { yq_square_at (9, 1), yq_square_at (7, 2) }, YQ_ARROW_ATTACK };
  arrows[2] = (YqArrow){ { yq_square_at (0, 7), yq_square_at (2, 6) }, YQ_ARROW_HINT };
}

static cairo_surface_t *
paint (const Case *c)
{
  const YqRuleset *ruleset = yq_ruleset_by_id (c->game);
  YqBoardMetrics metrics;
  YqPosition pos;
  YqMarks marks;
  YqArrow arrows[3];
  cairo_surface_t *surface;
  cairo_t *cr;
  int width, height;

  yq_metrics_size (CELL, c->style.coordinates, &width, &height);
  metrics = yq_metrics_fit (width, height, c->style.coordinates, c->flipped);
  yq_position_start (&pos, yq_geometry_of (ruleset));
  if (c->marks)
    make_marks (&pos, &marks, arrows);

  surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width * c->scale, height * c->scale);
  cairo_surface_set_device_scale (surface, c->scale, c->scale);
  cr = cairo_create (surface);
  yq_paint_picture (cr, &metrics, &c->style, &pos, c->marks ? &marks : NULL, arrows,
                    c->marks ? 3 : 0);
  if (c->marks)
    {
      /* What belongs to the keyboard and the hand. */
      double x, y;

      yq_metrics_point (&metrics, yq_square_at (5, 6), &x, &y);
      cairo_translate (cr, x, y);
      yq_paint_mark (cr, &metrics, &c->style, YQ_MARK_CURSOR);
      cairo_translate (cr, CELL * 0.5, CELL * -0.5);
      yq_paint_piece (cr, &metrics, ruleset, &c->style, yq_piece (YQ_RED, YQ_HORSE), true);
    }
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static bool
is_close (uint32_t a, uint32_t b)
{
  for (int shift = 0; shift < 32; shift += 8)
    if (abs ((int) (a >> shift & 0xff) - (int) (b >> shift & 0xff)) > TOLERANCE)
      return false;
  return true;
}

/* The number of pixels that differ; -1: not even the size is the same. diff gets what differs, in
 * red. */
static long
compare (cairo_surface_t *a, cairo_surface_t *b, cairo_surface_t **diff)
{
  int width = cairo_image_surface_get_width (a), height = cairo_image_surface_get_height (a);
  long n = 0;

  *diff = NULL;
  if (cairo_image_surface_get_width (b) != width || cairo_image_surface_get_height (b) != height
      || cairo_image_surface_get_format (b) != CAIRO_FORMAT_ARGB32)
    return -1;

  *diff = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  for (int y = 0; y < height; y++)
    {
      const uint32_t *in_a = (const void *) (cairo_image_surface_get_data (a)
                                             + y * cairo_image_surface_get_stride (a));
      const uint32_t *in_b = (const void *) (cairo_image_surface_get_data (b)
                                             + y * cairo_image_surface_get_stride (b));
      uint32_t *out = (void *) (cairo_image_surface_get_data (*diff)
                                + y * cairo_image_surface_get_stride (*diff));

      for (int x = 0; x < width; x++)
        {
          bool close = is_close (in_a[x], in_b[x]);

          out[x] = close ? 0xff000000 : 0xffff0000;
          n += !close;
        }
    }
  cairo_surface_mark_dirty (*diff);
  return n;
}

static void
write_failure (const char *name, const char *what, cairo_surface_t *surface)
{
  const char *dir = getenv ("G_TEST_BUILDDIR");
  char path[4096];

  if (surface == NULL)
    return;
  snprintf (path, sizeof path, "%s/%s.%s.png", dir != NULL ? dir : ".", name, what);
  cairo_surface_write_to_png (surface, path);
  tap_note ("see %s", path);
}

static void
test_golden (const Case *c)
{
  cairo_surface_t *surface = paint (c), *golden, *diff = NULL;
  char name[128];
  long n;

  snprintf (name, sizeof name, "goldens/%s.png", c->name);
  if (getenv ("YAQI_UPDATE_GOLDENS") != NULL)
    cairo_surface_write_to_png (surface, tap_data (name));

  golden = cairo_image_surface_create_from_png (tap_data (name));
  if (cairo_surface_status (golden) != CAIRO_STATUS_SUCCESS)
    {
      tap_ok (false, "%s: %s", name, cairo_status_to_string (cairo_surface_status (golden)));
      write_failure (c->name, "out", surface);
    }
  else
    {
      n = compare (surface, golden, &diff);
      if (!tap_ok (n == 0, "%s: %ld pixels differ", c->name, n))
        {
          write_failure (c->name, "out", surface);
          write_failure (c->name, "diff", diff);
        }
    }
  cairo_surface_destroy (surface);
  cairo_surface_destroy (golden);
  cairo_surface_destroy (diff);
}

/* Marks and names follow from the same sets. */
static void
test_marks_at (void)
{
  YqMarks marks = YQ_MARKS_NONE;
  YqPosition pos;
  bool none = true;

  yq_position_start (&pos, yq_geometry_of (&yq_ruleset_duck));
  for (YqSquare square = 0; square < YQ_SQUARES; square++)
    none = none && yq_marks_at (&marks, &pos, square) == 0;
  tap_ok (none, "no marks: no point has one");

  for (YqSquare square = 0; square < YQ_SQUARES; square++)
    {
      yq_square_set_add (&marks.reach, square);
      none = none && yq_square_set_has (&marks.reach, square)
             && !yq_square_set_has (&marks.faults, square);
    }
  tap_ok (none, "a set takes every point");
  marks.last = (YqMove){ 31, 40 };
  marks.selected = 0;
  tap_ok (yq_marks_at (&marks, &pos, 0) == (1u << YQ_MARK_SELECTED | 1u << YQ_MARK_CAPTURE),
          "a piece can be captured");
  tap_ok (yq_marks_at (&marks, &pos, 40) == (1u << YQ_MARK_LAST_TO | 1u << YQ_MARK_REACH),
          "an empty point reached");
}

/* Whatever is drawn around a point stays within the radius that the widget makes room for. */
static void
test_radius (void)
{
  static const int cells[] = { 1, 7, 28, 61, 200 };
  YqStyle style = { .faces = YQ_FACES_PICTOGRAMS };
  bool within = true;

  for (size_t i = 0; i < sizeof cells / sizeof *cells; i++)
    {
      YqBoardMetrics m = { .cell = cells[i], .line = 1 };
      double x, y, width, height;

      for (int what = 0; what < YQ_N_MARKS + 2; what++)
        {
          cairo_surface_t *record =
              cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, NULL);
          cairo_t *cr = cairo_create (record);
          double radius
              = what <= YQ_N_MARKS ? yq_paint_radius (&m) : yq_paint_piece_radius (&m);

          if (what < YQ_N_MARKS)
            yq_paint_mark (cr, &m, &style, (YqMark) what);
          else
            yq_paint_piece (cr, &m, &yq_ruleset_duck, &style, yq_piece (YQ_BLUE, YQ_DUCK),
                            what == YQ_N_MARKS);
          cairo_destroy (cr);
          cairo_recording_surface_ink_extents (record, &x, &y, &width, &height);
          cairo_surface_destroy (record);
          /* Below a readable size line widths stop shrinking. */
          if (cells[i] >= 28
              && !(x >= -radius && y >= -radius && x + width <= radius && y + height <= radius))
            {
              tap_note ("%d at %d: %g %g %g %g in %g", what, cells[i], x, y, width, height, radius);
              within = false;
            }
        }
    }
  tap_ok (within, "marks and pieces keep within their radius");
}

static void
test_glyphs (void)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 10, 10);
  cairo_t *cr = cairo_create (surface);
  double x0, y0, x1, y1;

  tap_ok (!yq_glyph_path (cr, 'Z', 0, 0, 100, YQ_GLYPH_CENTRED)
              && !yq_glyph_path (cr, 0x10ffff, 0, 0, 1, YQ_GLYPH_CENTRED)
              && !cairo_has_current_point (cr),
          "a character that is not there adds nothing");
  tap_ok (yq_glyph_path (cr, 0x738b, 50, 60, 100, YQ_GLYPH_CENTRED), "王 is there");
  cairo_path_extents (cr, &x0, &y0, &x1, &y1);
  tap_ok (x0 > 0 && x1 < 100 && y0 > 10 && y1 < 110 && (x0 + x1) / 2 > 49.8 && (x0 + x1) / 2 < 50.2
              && (y0 + y1) / 2 > 59.8 && (y0 + y1) / 2 < 60.2,
          "and its ink is centred (%g %g %g %g)", x0, y0, x1, y1);
  cairo_new_path (cr);
  yq_glyph_path (cr, 'g', 0, 0, 100, YQ_GLYPH_BASELINE);
  cairo_path_extents (cr, &x0, &y0, &x1, &y1);
  tap_ok (y0 < -40 && y1 > 10, "a g hangs below the baseline");
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

int
main (void)
{
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    test_golden (&cases[i]);
  test_marks_at ();
  test_radius ();
  test_glyphs ();
  return tap_done ();
}
