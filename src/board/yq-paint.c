/* The look of the board: palettes, then grid, pieces, marks and arrows, all in lengths of the cell.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "yq-paint.h"

#include <math.h>

#include "yq-glyphs.h"
#include "yq-pictograms.h"
#include "yq-ruleset.h"

/* 0xRRGGBBAA */
typedef uint32_t Colour;

typedef enum
{
  INK_RED,
  INK_BLUE,
  INK_BLACK,
  N_INKS,
} Ink;

typedef struct
{
  Colour board, edge;    /* the board, and the rim around it */
  Colour grain;          /* 0: plain */
  Colour line, text;     /* grid; coordinates and the words in the river */
  Colour face, face_low; /* of a disc, lit from above left: light and shade */
  Colour rim, rim_low;   /* the side of a disc */
  Colour outline;        /* around a disc */
  Colour shadow;         /* 0: flat */
  Colour ink[N_INKS];
  Colour last; /* marks */
  Colour reach;
  Colour select;
  Colour danger;
  Colour halo; /* what sets marks off from whatever is below */
  Colour arrow[YQ_N_ARROWS];
} Palette;

/* clang-format off */
static const Palette wood_light = {
  .board = 0xe6bd7dff, .edge = 0x8a5a2bff, .grain = 0x8f5a2433, .line = 0x53351bff, .text = 0x5b3a1dff,
  .face = 0xfff4d9ff, .face_low = 0xf0d6a3ff, .rim = 0xf7dfb0ff, .rim_low = 0xa87439ff, .outline = 0x6e451ecc,
  .shadow = 0x2a140066,
  .ink = { 0xb3161bff, 0x12489eff, 0x1f1a17ff },
  .last = 0xf6e27aa8, .reach = 0x1f6b3ae6, .select = 0x14713fff, .danger = 0xd0121bff, .halo = 0xfffaeaff,
  .arrow = { 0x1b6acbd9, 0xc8141dd9, 0x8a4fbfe6 },
};

static const Palette wood_dark = {
  .board = 0x6f4b2dff, .edge = 0x3a2413ff, .grain = 0x2a150640, .line = 0xb99668ff, .text = 0xe5c79aff,
  .face = 0xf3e2bdff, .face_low = 0xdcbd87ff, .rim = 0xe2c48fff, .rim_low = 0x84582bff, .outline = 0x2a1608cc,
  .shadow = 0x00000080,
  .ink = { 0xa81419ff, 0x0f4190ff, 0x1c1714ff },
  .last = 0xf0c95a70, .reach = 0x9be3a8e6, .select = 0x8ff0a4ff, .danger = 0xff4b4bff, .halo = 0x1b0e05ff,
  .arrow = { 0x78b7ffd9, 0xff6b64d9, 0xd9a8ffe6 },
};

static const Palette plain_light = {
  .board = 0xf4f1eaff, .edge = 0xcfc8baff, .line = 0x6d6a64ff, .text = 0x5e5b55ff,
  .face = 0xffffffff, .face_low = 0xffffffff, .rim = 0xe9e4daff, .rim_low = 0xc9c2b4ff, .outline = 0x8d877bff,
  .shadow = 0x0000002e,
  .ink = { 0xc01c28ff, 0x1a5fb4ff, 0x241f31ff },
  .last = 0xf9d96bb0, .reach = 0x26a269e6, .select = 0x1b7f50ff, .danger = 0xe01b24ff, .halo = 0xffffffff,
  .arrow = { 0x1c71d8d9, 0xe01b24d9, 0x813d9ce6 },
};

static const Palette plain_dark = {
  .board = 0x2c2f34ff, .edge = 0x17191cff, .line = 0x858b94ff, .text = 0xaab0b8ff,
  .face = 0xeceae4ff, .face_low = 0xeceae4ff, .rim = 0xcfcbc2ff, .rim_low = 0xa29d92ff, .outline = 0x141517ff,
  .shadow = 0x00000073,
  .ink = { 0xb01520ff, 0x15539eff, 0x1f1b29ff },
  .last = 0xe5c25a73, .reach = 0x57e389e6, .select = 0x57e389ff, .danger = 0xff5a5aff, .halo = 0x101214ff,
  .arrow = { 0x62a0ead9, 0xff6b64d9, 0xdc8addE6 },
};

static const Palette contrast_light = {
  .board = 0xffffffff, .edge = 0x000000ff, .line = 0x000000ff, .text = 0x000000ff,
  .face = 0xffffffff, .face_low = 0xffffffff, .rim = 0xffffffff, .rim_low = 0xffffffff, .outline = 0x000000ff,
  .ink = { 0x9c0006ff, 0x00307fff, 0x000000ff },
  .last = 0xffd84dff, .reach = 0x00592bff, .select = 0x00592bff, .danger = 0xc8000aff, .halo = 0xffffffff,
  .arrow = { 0x00408fff, 0xb00008ff, 0x5c1a7aff },
};

static const Palette contrast_dark = {
  .board = 0x000000ff, .edge = 0xffffffff, .line = 0xffffffff, .text = 0xffffffff,
  .face = 0xffffffff, .face_low = 0xffffffff, .rim = 0xffffffff, .rim_low = 0xffffffff, .outline = 0xffffffff,
  .ink = { 0x9c0006ff, 0x00307fff, 0x000000ff },
  .last = 0x8a6d00ff, .reach = 0x6dff9cff, .select = 0x6dff9cff, .danger = 0xff6b6bff, .halo = 0x000000ff,
  .arrow = { 0x8cc4ffff, 0xff8a84ff, 0xe3b0ffff },
};

/* clang-format on */

static const Palette *
palette_of (const YqStyle *style)
{
  if (style->high_contrast)
    return style->dark ? &contrast_dark : &contrast_light;
  if (style->theme == YQ_THEME_WOOD)
    return style->dark ? &wood_dark : &wood_light;
  return style->dark ? &plain_dark : &plain_light;
}

static void
set_colour (cairo_t *cr, Colour colour)
{
  cairo_set_source_rgba (cr, (colour >> 24) / 255.0, (colour >> 16 & 255) / 255.0,
                         (colour >> 8 & 255) / 255.0, (colour & 255) / 255.0);
}

static void
add_stop (cairo_pattern_t *pattern, double offset, Colour colour, double alpha)
{
  cairo_pattern_add_color_stop_rgba (pattern, offset, (colour >> 24) / 255.0,
                                     (colour >> 16 & 255) / 255.0, (colour >> 8 & 255) / 255.0,
                                     (colour & 255) / 255.0 * alpha);
}

/* Light above left, shade below right, across a disc; a plain colour where there is no difference,
 * which costs a third. */
static cairo_pattern_t *
new_shading (double r, Colour light, Colour shade)
{
  cairo_pattern_t *pattern;

  if (light == shade)
    return cairo_pattern_create_rgb ((light >> 24) / 255.0, (light >> 16 & 255) / 255.0,
                                     (light >> 8 & 255) / 255.0);

  pattern = cairo_pattern_create_linear (-r * 0.5, -r, r * 0.5, r);
  add_stop (pattern, 0, light, 1);
  add_stop (pattern, 1, shade, 1);
  return pattern;
}

static void
fill_with (cairo_t *cr, cairo_pattern_t *pattern)
{
  cairo_set_source (cr, pattern);
  cairo_pattern_destroy (pattern);
  cairo_fill (cr);
}

static void
circle (cairo_t *cr, double radius)
{
  cairo_new_path (cr);
  cairo_arc (cr, 0, 0, radius, 0, 2 * M_PI);
  cairo_close_path (cr);
}

static void
add_rounded_box (cairo_t *cr, double x, double y, double width, double height, double radius)
{
  cairo_new_sub_path (cr);
  cairo_arc (cr, x + width - radius, y + radius, radius, -M_PI / 2, 0);
  cairo_arc (cr, x + width - radius, y + height - radius, radius, 0, M_PI / 2);
  cairo_arc (cr, x + radius, y + height - radius, radius, M_PI / 2, M_PI);
  cairo_arc (cr, x + radius, y + radius, radius, M_PI, 1.5 * M_PI);
  cairo_close_path (cr);
}

static void
rounded_box (cairo_t *cr, double x, double y, double width, double height, double radius)
{
  cairo_new_path (cr);
  add_rounded_box (cr, x, y, width, height, radius);
}

/* A width that follows the cell but never falls below a pixel. */
static double
at_least (double least, double width)
{
  return width > least ? width : least;
}

/* --- the board ------------------------------------------------------------------------------- */

/* Numbers that look like chance and are the same for every picture. */
static double
chance (uint32_t *state)
{
  *state = *state * 1664525u + 1013904223u;
  return (*state >> 8) / 16777216.0;
}

/* Long, slightly bent fibres from end to end, and a few broad bands below them. */
static void
paint_grain (cairo_t *cr, const YqBoardMetrics *m, Colour colour)
{
  uint32_t state = 7;
  double width = m->width, height = m->height;

  for (int i = 0; i < 46; i++)
    {
      double y = (i + chance (&state)) / 46 * height * 1.1 - height * 0.05;
      double bend = (chance (&state) - 0.5) * height * 0.05,
             slope = (chance (&state) - 0.3) * height * 0.03;
      bool band = i % 6 == 0;

      set_colour (cr,
                  (colour & ~UINT32_C (255))
                      | (uint32_t) ((colour & 255) * (band ? 0.35 : 0.3 + 0.7 * chance (&state))));
      cairo_set_line_width (cr, band ? m->cell * (0.15 + 0.3 * chance (&state))
                                     : at_least (0.7, m->cell * 0.03 * chance (&state)));
      cairo_move_to (cr, m->x, m->y + y);
      cairo_curve_to (cr, m->x + width * 0.3, m->y + y + bend, m->x + width * 0.6, m->y + y - bend,
                      m->x + width, m->y + y + slope);
      cairo_stroke (cr);
    }
}

/* Light from above left, as on the discs: white that fades to the middle, grey that grows from
 * there. In strips that differ by two of 255, because a gradient over the whole board takes longer
 * than everything else on it. */
static void
paint_light (cairo_t *cr, const YqBoardMetrics *m)
{
  enum { STRIPS = 40 };
  double across = m->width * 0.4, length = hypot (across, m->height);
  /* Far enough for the corners that a strip reaches aslant. */
  double aside = m->width + m->height;

  cairo_save (cr);
  cairo_set_antialias (cr, CAIRO_ANTIALIAS_NONE);
  cairo_translate (cr, m->x, m->y);
  cairo_rotate (cr, atan2 (m->height, across));
  for (int i = 0; i < STRIPS; i++)
    {
      double t = 2 * (i + 0.5) / STRIPS - 1, white = t < 0 ? 1 : 1 - t;
      /* What lies beyond the ends is as light or dark as they are. */
      double from = i == 0 ? -aside : length * i / STRIPS;
      double to = i == STRIPS - 1 ? length + aside : length * (i + 1) / STRIPS;

      cairo_set_source_rgba (cr, white, white, white, t < 0 ? -0.16 * t : 0.10 * t);
      /* No box: two neighbours must have the very same edge. */
      cairo_move_to (cr, from, -aside);
      cairo_line_to (cr, from, aside);
      cairo_line_to (cr, to, aside);
      cairo_line_to (cr, to, -aside);
      cairo_fill (cr);
    }
  cairo_restore (cr);
}

static void
paint_background (cairo_t *cr, const YqBoardMetrics *m, const Palette *p)
{
  double rim = at_least (1, floor (m->cell * 0.04));
  /* Round enough only so far that the rim hides the corners of the box inside. */
  double radius = fmin (m->cell * 0.12, rim * 3.4);

  /* The wood is in a box: what is clipped to a round shape takes three times as long. */
  cairo_save (cr);
  cairo_rectangle (cr, m->x + rim, m->y + rim, m->width - 2 * rim, m->height - 2 * rim);
  cairo_clip (cr);
  set_colour (cr, p->board);
  cairo_paint (cr);
  if (p->grain != 0)
    {
      paint_grain (cr, m, p->grain);
      paint_light (cr, m);
    }
  cairo_restore (cr);

  cairo_save (cr);
  cairo_new_path (cr);
  add_rounded_box (cr, m->x, m->y, m->width, m->height, radius);
  add_rounded_box (cr, m->x + rim, m->y + rim, m->width - 2 * rim, m->height - 2 * rim,
                   at_least (0.1, radius - rim));
  cairo_set_fill_rule (cr, CAIRO_FILL_RULE_EVEN_ODD);
  set_colour (cr, p->edge);
  cairo_fill (cr);
  cairo_restore (cr);
}

/* A horizontal or vertical line between two points, as a box on whole pixels. */
static void
add_line (cairo_t *cr, const YqBoardMetrics *m, YqSquare a, YqSquare b, double line)
{
  double ax, ay, bx, by, half = line / 2;

  yq_metrics_point (m, a, &ax, &ay);
  yq_metrics_point (m, b, &bx, &by);
  cairo_rectangle (cr, fmin (ax, bx) - half, fmin (ay, by) - half, fabs (ax - bx) + line,
                   fabs (ay - by) + line);
}

/* The four small corners around a point where a soldier, cannon or duck starts. */
static void
add_corners (cairo_t *cr, const YqBoardMetrics *m, YqSquare square)
{
  double gap = floor (at_least (2, m->cell * 0.07)) + m->line / 2.0,
         length = floor (at_least (3, m->cell * 0.15));
  unsigned file = yq_square_file (square);
  /* On the edge there is no corner outside the grid. */
  int outwards = (file == YQ_FILES - 1) - (file == 0);
  double x, y;

  if (m->flipped)
    outwards = -outwards;
  yq_metrics_point (m, square, &x, &y);
  for (int corner = 0; corner < 4; corner++)
    {
      int dx = corner % 2 == 0 ? -1 : 1, dy = corner / 2 == 0 ? -1 : 1;
      double cx = x + dx * gap, cy = y + dy * gap;

      if (dx == outwards)
        continue;
      cairo_rectangle (cr, fmin (cx, cx + dx * length), fmin (cy, cy + dy * m->line), length,
                       m->line);
      cairo_rectangle (cr, fmin (cx, cx + dx * m->line), fmin (cy, cy + dy * length), m->line,
                       length);
    }
}

static void
paint_grid (cairo_t *cr, const YqBoardMetrics *m, const YqRuleset *ruleset, const Palette *p)
{
  bool river = ruleset == &yq_ruleset_xiangqi;
  double gap = floor (at_least (2, m->cell * 0.07)) + m->line,
         heavy = m->line + floor (at_least (1, m->cell * 0.02));
  YqPosition start;
  double x, y, x1, y1;

  set_colour (cr, p->line);
  for (int rank = 0; rank < YQ_RANKS; rank++)
    add_line (cr, m, yq_square_at (rank, 0), yq_square_at (rank, YQ_FILES - 1), m->line);
  for (int file = 0; file < YQ_FILES; file++)
    if (river && file > 0 && file < YQ_FILES - 1)
      {
        add_line (cr, m, yq_square_at (0, file), yq_square_at (4, file), m->line);
        add_line (cr, m, yq_square_at (5, file), yq_square_at (9, file), m->line);
      }
    else
      add_line (cr, m, yq_square_at (0, file), yq_square_at (9, file), m->line);

  yq_position_start (&start, yq_geometry_of (ruleset));
  for (YqSquare square = 0; square < YQ_SQUARES; square++)
    {
      YqPieceType type = yq_piece_type (start.squares[square]);

      if (type == YQ_SOLDIER || type == YQ_CANNON || type == YQ_DUCK)
        add_corners (cr, m, square);
    }
  cairo_set_fill_rule (cr, CAIRO_FILL_RULE_WINDING);
  cairo_fill (cr);

  /* The heavy line around it all. */
  yq_metrics_point (m, m->flipped ? YQ_FILES - 1 : YQ_SQUARES - YQ_FILES, &x, &y);
  yq_metrics_point (m, m->flipped ? YQ_SQUARES - YQ_FILES : YQ_FILES - 1, &x1, &y1);
  cairo_rectangle (cr, x - m->line / 2.0 - gap - heavy / 2 + m->line,
                   y - m->line / 2.0 - gap - heavy / 2 + m->line,
                   x1 - x + m->line + 2 * (gap - m->line) + heavy,
                   y1 - y + m->line + 2 * (gap - m->line) + heavy);
  cairo_set_line_width (cr, heavy);
  cairo_stroke (cr);

  if (!river)
    return;

  cairo_set_line_width (cr, m->line);
  for (int palace = 0; palace < 2; palace++)
    for (int way = 0; way < 2; way++)
      {
        yq_metrics_point (m, yq_square_at (palace * 7, way == 0 ? 3 : 5), &x, &y);
        yq_metrics_point (m, yq_square_at (palace * 7 + 2, way == 0 ? 5 : 3), &x1, &y1);
        cairo_move_to (cr, x, y);
        cairo_line_to (cr, x1, y1);
      }
  cairo_stroke (cr);

  /* The words stand upright for whoever looks; 楚河 on the left, as on printed boards. */
  static const uint32_t words[] = { 0x695a, 0x6cb3, 0x6f22, 0x754c };
  static const double columns[] = { 1.5, 2.5, 5.5, 6.5 };
  yq_metrics_point (m, m->flipped ? YQ_FILES - 1 : YQ_SQUARES - YQ_FILES, &x, &y);
  set_colour (cr, (p->text & ~UINT32_C (255)) | 0xc0);
  for (int i = 0; i < 4; i++)
    yq_glyph_path (cr, words[i], x + columns[i] * m->cell, y + 4.5 * m->cell, m->cell * 0.62,
                   YQ_GLYPH_CENTRED);
  cairo_fill (cr);
}

static void
add_coordinate (cairo_t *cr, const YqBoardMetrics *m, uint32_t code, double x, double y)
{
  bool numeral = code > 0x100;
  double em = m->cell * (numeral ? 0.31 : 0.34);

  /* Letters and digits share a baseline; a Chinese numeral is centred by its ink. */
  yq_glyph_path (cr, code, x, numeral ? y : y + em * 0.35, em,
                 numeral ? YQ_GLYPH_CENTRED : YQ_GLYPH_BASELINE);
}

/* At most 10, in the frame of one digit's width. */
static void
add_rank (cairo_t *cr, const YqBoardMetrics *m, unsigned number, double x, double y)
{
  double half = number >= 10 ? m->cell * 0.085 : 0;

  if (number >= 10)
    add_coordinate (cr, m, '0' + number / 10, x - half, y);
  add_coordinate (cr, m, '0' + number % 10, x + half, y);
}

static void
paint_coordinates (cairo_t *cr, const YqBoardMetrics *m, const YqRuleset *ruleset,
                   const YqStyle *style, const Palette *p)
{
  static const uint32_t numerals[] = { 0x4e00, 0x4e8c, 0x4e09, 0x56db, 0x4e94,
                                       0x516d, 0x4e03, 0x516b, 0x4e5d };
  bool xiangqi = ruleset == &yq_ruleset_xiangqi;
  double left = m->x + m->frame * 0.53, right = m->x + m->width - m->frame * 0.53;
  double top = m->y + m->frame * 0.53, bottom = m->y + m->height - m->frame * 0.53, x, y;

  set_colour (cr, p->text);
  for (int file = 0; file < YQ_FILES; file++)
    {
      uint32_t red = xiangqi ? 'a' + (uint32_t) file : '0' + (uint32_t) file, other = red;

      if (xiangqi && style->numerals)
        {
          /* Each side counts from its own right hand. */
          red = numerals[YQ_FILES - 1 - file];
          other = '1' + (uint32_t) file;
        }
      yq_metrics_point (m, yq_square_at (0, file), &x, &y);
      add_coordinate (cr, m, red, x, m->flipped ? top : bottom);
      add_coordinate (cr, m, other, x, m->flipped ? bottom : top);
    }
  for (int rank = 0; rank < YQ_RANKS && !(xiangqi && style->numerals); rank++)
    {
      unsigned number = (unsigned) rank + (xiangqi && style->from_one);

      yq_metrics_point (m, yq_square_at (rank, 0), &x, &y);
      add_rank (cr, m, number, left, y);
      add_rank (cr, m, number, right, y);
    }
  cairo_fill (cr);
}

void
yq_paint_board (cairo_t *cr, const YqBoardMetrics *metrics, const YqRuleset *ruleset,
                const YqStyle *style)
{
  const Palette *p = palette_of (style);

  paint_background (cr, metrics, p);
  paint_grid (cr, metrics, ruleset, p);
  if (style->coordinates)
    paint_coordinates (cr, metrics, ruleset, style, p);
}

/* --- pieces ---------------------------------------------------------------------------------- */

/* The characters differ between the sides wherever custom has two; duck chess calls both captains
 * 王. */
static uint32_t
character_of (const YqRuleset *ruleset, YqPiece piece)
{
  static const uint32_t characters[2][YQ_N_TYPES] = {
    { 0, 0x5e25, 0x4ed5, 0x76f8, 0x508c, 0x4fe5, 0x70ae, 0x9d28, 0x5175 }, /* 帥仕相傌俥炮鴨兵 */
    { 0, 0x5c07, 0x58eb, 0x8c61, 0x99ac, 0x8eca, 0x7832, 0x9e2d, 0x5352 }, /* 將士象馬車砲鸭卒 */
  };

  if (ruleset->captain_may_be_taken && yq_piece_type (piece) == YQ_CAPTAIN)
    return 0x738b; /* 王 */
  return characters[yq_piece_side (piece)][yq_piece_type (piece)];
}

/* How large the disc is: what stands on neighbouring points never touches. */
static double
disc_radius (const YqBoardMetrics *m)
{
  return m->cell * 0.455;
}

static void
paint_disc (cairo_t *cr, double r, const Palette *p, bool lifted)
{
  cairo_pattern_t *rim;
  double outline = p->shadow != 0 ? at_least (0.8, r * 0.03) : at_least (1.2, r * 0.07);

  if (p->shadow != 0)
    {
      double drop = r * (lifted ? 0.20 : 0.07), blur = r * (lifted ? 1.30 : 1.12);
      cairo_pattern_t *shadow =
          cairo_pattern_create_radial (drop * 0.4, drop, r * 0.8, drop * 0.4, drop, blur);

      add_stop (shadow, 0, p->shadow, lifted ? 0.8 : 1);
      add_stop (shadow, 1, p->shadow, 0);
      /* Only what shows beside the disc: a round gradient costs more than the rest of a piece. */
      circle (cr, r * 0.95);
      cairo_new_sub_path (cr);
      cairo_arc_negative (cr, drop * 0.4, drop, blur, 2 * M_PI, 0);
      fill_with (cr, shadow);
    }

  circle (cr, r - outline / 2);
  rim = new_shading (r, p->rim, p->rim_low);
  cairo_set_source (cr, rim);
  cairo_pattern_destroy (rim);
  cairo_fill_preserve (cr);
  set_colour (cr, p->outline);
  cairo_set_line_width (cr, outline);
  cairo_stroke (cr);
}

/* What a piece is painted with. */
typedef struct
{
  double r;
  cairo_pattern_t *ground, *print; /* owned */
} Paints;

static Paints
paints_of (const YqBoardMetrics *metrics, const YqRuleset *ruleset, const YqStyle *style,
           YqSide side, bool lifted)
{
  const Palette *p = palette_of (style);
  bool red = side == YQ_RED;
  Colour ink = p->ink[red ? INK_RED : ruleset == &yq_ruleset_xiangqi ? INK_BLACK : INK_BLUE];
  /* Pictograms look alike for both sides: there the second side is printed in negative. So it is
   * where contrast matters most. */
  bool negative = !red && (style->faces == YQ_FACES_PICTOGRAMS || style->high_contrast);
  double r = disc_radius (metrics) * (lifted ? 1.08 : 1);
  cairo_pattern_t *face = new_shading (r, p->face, p->face_low);
  cairo_pattern_t *inked = new_shading (r, ink, ink);

  return (Paints){ r, negative ? inked : face, negative ? face : inked };
}

static void
free_paints (Paints paints)
{
  cairo_pattern_destroy (paints.ground);
  cairo_pattern_destroy (paints.print);
}

void
yq_paint_blank (cairo_t *cr, const YqBoardMetrics *metrics, const YqRuleset *ruleset,
                const YqStyle *style, YqSide side, bool lifted)
{
  Paints paints = paints_of (metrics, ruleset, style, side, lifted);
  double r = paints.r;

  paint_disc (cr, r, palette_of (style), lifted);
  circle (cr, r * 0.92);
  cairo_set_source (cr, paints.ground);
  cairo_fill (cr);

  /* Red has one bold ring, the other side two thin ones. */
  cairo_set_source (cr, paints.print);
  if (side == YQ_RED)
    {
      circle (cr, r * 0.83);
      cairo_set_line_width (cr, at_least (1.2, r * 0.075));
      cairo_stroke (cr);
    }
  else
    {
      cairo_set_line_width (cr, at_least (0.8, r * 0.035));
      circle (cr, r * 0.865);
      cairo_stroke (cr);
      circle (cr, r * 0.865 - at_least (2, r * 0.09));
      cairo_stroke (cr);
    }
  free_paints (paints);
}

void
yq_paint_face (cairo_t *cr, const YqBoardMetrics *metrics, const YqRuleset *ruleset,
               const YqStyle *style, YqPiece piece, bool lifted)
{
  Paints paints = paints_of (metrics, ruleset, style, yq_piece_side (piece), lifted);

  cairo_set_source (cr, paints.print);
  if (style->faces == YQ_FACES_PICTOGRAMS)
    yq_pictogram_paint (cr, yq_piece_type (piece), paints.r * 0.62, paints.print, paints.ground);
  else
    {
      cairo_new_path (cr);
      yq_glyph_path (cr, character_of (ruleset, piece), 0, 0, paints.r * 1.28, YQ_GLYPH_CENTRED);
      cairo_fill (cr);
    }
  free_paints (paints);
}

void
yq_paint_piece (cairo_t *cr, const YqBoardMetrics *metrics, const YqRuleset *ruleset,
                const YqStyle *style, YqPiece piece, bool lifted)
{
  yq_paint_blank (cr, metrics, ruleset, style, yq_piece_side (piece), lifted);
  yq_paint_face (cr, metrics, ruleset, style, piece, lifted);
}

/* --- marks ----------------------------------------------------------------------------------- */

unsigned
yq_marks_at (const YqMarks *marks, const YqPosition *pos, YqSquare square)
{
  bool empty = pos->squares[square] == YQ_EMPTY, last = marks->last.from != YQ_SQUARE_NONE;

  return (unsigned) (last && square == marks->last.from) << YQ_MARK_LAST_FROM
         | (unsigned) (last && square == marks->last.to) << YQ_MARK_LAST_TO
         | (unsigned) yq_square_set_has (&marks->attacked, square) << YQ_MARK_ATTACKED
         | (unsigned) yq_square_set_has (&marks->reach, square)
               << (empty ? YQ_MARK_REACH : YQ_MARK_CAPTURE)
         | (unsigned) (square == marks->selected) << YQ_MARK_SELECTED
         | (unsigned) yq_square_set_has (&marks->attackers, square) << YQ_MARK_ATTACKER
         | (unsigned) yq_square_set_has (&marks->blocking, square) << YQ_MARK_BLOCKING
         | (unsigned) yq_square_set_has (&marks->faults, square) << YQ_MARK_FAULT;
}

int
yq_paint_radius (const YqBoardMetrics *metrics)
{
  return metrics->cell * 3 / 4 + 2;
}

int
yq_paint_piece_radius (const YqBoardMetrics *metrics)
{
  return metrics->cell * 11 / 20 + 2;
}

/* Strokes the path twice: a halo first, then the colour, so that it shows on any ground. */
static void
stroke_with_halo (cairo_t *cr, const Palette *p, Colour colour, double width)
{
  set_colour (cr, p->halo);
  cairo_set_line_width (cr, width + at_least (1.4, width * 0.6));
  cairo_stroke_preserve (cr);
  set_colour (cr, colour);
  cairo_set_line_width (cr, width);
  cairo_stroke (cr);
}

static void
paint_last (cairo_t *cr, double cell, const Palette *p, bool from)
{
  double half = floor (cell * 0.47);

  rounded_box (cr, -half, -half, 2 * half, 2 * half, cell * 0.1);
  set_colour (cr, p->last);
  cairo_fill (cr);
  if (from)
    {
      circle (cr, cell * 0.13);
      set_colour (cr, p->line);
      cairo_set_line_width (cr, at_least (1, cell * 0.03));
      cairo_stroke (cr);
    }
}

static void
paint_attacked (cairo_t *cr, double cell, const Palette *p)
{
  double inner = cell * 0.46, outer = cell * 0.66;

  if (p->shadow != 0)
    {
      cairo_pattern_t *glow = cairo_pattern_create_radial (0, 0, inner * 0.9, 0, 0, cell * 0.74);

      add_stop (glow, 0, p->danger, 0.95);
      add_stop (glow, 0.4, p->danger, 0.5);
      add_stop (glow, 1, p->danger, 0);
      circle (cr, cell * 0.74);
      fill_with (cr, glow);
    }

  cairo_new_path (cr);
  for (int i = 0; i < 24; i++)
    {
      double angle = i * M_PI / 12, r = i % 2 == 0 ? outer * 0.93 : inner * 1.04;

      cairo_line_to (cr, r * sin (angle), -r * cos (angle));
    }
  cairo_close_path (cr);
  set_colour (cr, p->danger);
  cairo_fill (cr);
}

static void
paint_selected (cairo_t *cr, double cell, const Palette *p)
{
  double half = cell * 0.47, arm = cell * 0.2, bend = cell * 0.06;

  cairo_new_path (cr);
  for (int i = 0; i < 4; i++)
    {
      int dx = i % 2 == 0 ? -1 : 1, dy = i / 2 == 0 ? -1 : 1;

      cairo_move_to (cr, dx * (half - arm), dy * half);
      cairo_line_to (cr, dx * (half - bend), dy * half);
      cairo_curve_to (cr, dx * half, dy * half, dx * half, dy * half, dx * half,
                      dy * (half - bend));
      cairo_line_to (cr, dx * half, dy * (half - arm));
    }
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  stroke_with_halo (cr, p, p->select, at_least (2, cell * 0.06));
}

static void
paint_capture (cairo_t *cr, double cell, const Palette *p)
{
  /* Broken at the four corners, unlike the rings of the pieces. */
  cairo_new_path (cr);
  for (int i = 0; i < 4; i++)
    {
      cairo_new_sub_path (cr);
      cairo_arc (cr, 0, 0, cell * 0.45, i * M_PI / 2 - 0.58, i * M_PI / 2 + 0.58);
    }
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  stroke_with_halo (cr, p, p->reach, at_least (2, cell * 0.075));
}

static void
paint_attacker (cairo_t *cr, double cell, const Palette *p)
{
  cairo_new_path (cr);
  for (int i = 0; i < 4; i++)
    {
      double angle = (i + 0.5) * M_PI / 2, c = cos (angle), s = sin (angle);
      double tip = cell * 0.36, base = cell * 0.58, half = cell * 0.1;

      cairo_move_to (cr, tip * c, tip * s);
      cairo_line_to (cr, base * c - half * s, base * s + half * c);
      cairo_line_to (cr, base * c + half * s, base * s - half * c);
      cairo_close_path (cr);
    }
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  set_colour (cr, p->halo);
  cairo_set_line_width (cr, at_least (1.5, cell * 0.04));
  cairo_stroke_preserve (cr);
  set_colour (cr, p->danger);
  cairo_fill (cr);
}

static void
paint_blocking (cairo_t *cr, double cell, const Palette *p)
{
  double arm = cell * 0.22;

  cairo_new_path (cr);
  cairo_move_to (cr, -arm, -arm);
  cairo_line_to (cr, arm, arm);
  cairo_move_to (cr, -arm, arm);
  cairo_line_to (cr, arm, -arm);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  stroke_with_halo (cr, p, p->danger, at_least (2.5, cell * 0.1));
}

static void
paint_fault (cairo_t *cr, double cell, const Palette *p)
{
  double r = at_least (6, cell * 0.19), shift = cell * 0.5 - r * 0.8;

  cairo_save (cr);
  cairo_translate (cr, shift, -shift);
  circle (cr, r);
  set_colour (cr, p->danger);
  cairo_fill_preserve (cr);
  set_colour (cr, p->halo);
  cairo_set_line_width (cr, at_least (1, r * 0.16));
  cairo_stroke (cr);
  cairo_rectangle (cr, -r * 0.14, -r * 0.6, r * 0.28, r * 0.72);
  cairo_new_sub_path (cr);
  cairo_arc (cr, 0, r * 0.42, r * 0.18, 0, 2 * M_PI);
  set_colour (cr, 0xffffffff);
  cairo_fill (cr);
  cairo_restore (cr);
}

static void
paint_cursor (cairo_t *cr, double cell, const Palette *p)
{
  double width = at_least (2, floor (cell * 0.05)), half = floor (cell / 2) - width / 2;

  rounded_box (cr, -half, -half, 2 * half, 2 * half, cell * 0.14);
  stroke_with_halo (cr, p, p->arrow[YQ_ARROW_MOVE] | 255, width);
}

void
yq_paint_mark (cairo_t *cr, const YqBoardMetrics *metrics, const YqStyle *style, YqMark mark)
{
  const Palette *p = palette_of (style);
  double cell = metrics->cell;

  switch (mark)
    {
    case YQ_MARK_LAST_FROM:
    case YQ_MARK_LAST_TO:
      paint_last (cr, cell, p, mark == YQ_MARK_LAST_FROM);
      break;
    case YQ_MARK_ATTACKED:
      paint_attacked (cr, cell, p);
      break;
    case YQ_MARK_REACH:
      circle (cr, at_least (3, cell * 0.12));
      stroke_with_halo (cr, p, p->reach, at_least (0.5, cell * 0.01));
      circle (cr, at_least (3, cell * 0.12));
      set_colour (cr, p->reach);
      cairo_fill (cr);
      break;
    case YQ_MARK_CAPTURE:
      paint_capture (cr, cell, p);
      break;
    case YQ_MARK_SELECTED:
      paint_selected (cr, cell, p);
      break;
    case YQ_MARK_ATTACKER:
      paint_attacker (cr, cell, p);
      break;
    case YQ_MARK_BLOCKING:
      paint_blocking (cr, cell, p);
      break;
    case YQ_MARK_FAULT:
      paint_fault (cr, cell, p);
      break;
    case YQ_MARK_CURSOR:
      paint_cursor (cr, cell, p);
      break;
    case YQ_N_MARKS:
    default:
      break;
    }
}

/* --- arrows and the whole -------------------------------------------------------------------- */

void
yq_paint_arrow (cairo_t *cr, const YqBoardMetrics *metrics, const YqStyle *style, YqArrow arrow)
{
  const Palette *p = palette_of (style);
  double cell = metrics->cell, head = cell * 0.32, x0, y0, x1, y1, start, tip;
  double half = cell * (arrow.kind == YQ_ARROW_ATTACK ? 0.05 : 0.07);

  if (arrow.move.from >= YQ_SQUARES || arrow.move.to >= YQ_SQUARES
      || arrow.move.from == arrow.move.to)
    return;

  /* From the rim of one disc onto the rim of the other: the faces stay readable. */
  yq_metrics_point (metrics, arrow.move.from, &x0, &y0);
  yq_metrics_point (metrics, arrow.move.to, &x1, &y1);
  start = cell * 0.32;
  tip = hypot (x1 - x0, y1 - y0) - cell * 0.24;

  cairo_save (cr);
  cairo_translate (cr, x0, y0);
  cairo_rotate (cr, atan2 (y1 - y0, x1 - x0));
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_new_path (cr);
  if (arrow.kind == YQ_ARROW_ATTACK)
    {
      /* Dashes as far as the head, which stands alone. */
      int n = (int) fmax (1, round ((tip - head - start) / (cell * 0.24)));
      double step = (tip - head - start) / n;

      for (int i = 0; i < n; i++)
        cairo_rectangle (cr, start + i * step, -half, step * 0.65, 2 * half);
      cairo_move_to (cr, tip - head, -half);
    }
  else
    {
      cairo_move_to (cr, tip - head, half);
      cairo_arc (cr, start, 0, half, M_PI / 2, 1.5 * M_PI);
      cairo_line_to (cr, tip - head, -half);
    }
  cairo_line_to (cr, tip - head, -head * 0.6);
  cairo_line_to (cr, tip, 0);
  cairo_line_to (cr, tip - head, head * 0.6);
  cairo_close_path (cr);

  if (arrow.kind == YQ_ARROW_HINT)
    stroke_with_halo (cr, p, p->arrow[arrow.kind], at_least (1.5, cell * 0.05));
  else
    {
      set_colour (cr, p->halo);
      cairo_set_line_width (cr, at_least (1.5, cell * 0.04));
      cairo_stroke_preserve (cr);
      set_colour (cr, p->arrow[arrow.kind]);
      cairo_fill (cr);
    }
  cairo_restore (cr);
}

static void
paint_marks (cairo_t *cr, const YqBoardMetrics *m, const YqStyle *style, const YqPosition *pos,
             const YqMarks *marks, unsigned first, unsigned end)
{
  for (unsigned mark = first; mark < end; mark++)
    for (YqSquare square = 0; square < YQ_SQUARES; square++)
      if (yq_marks_at (marks, pos, square) >> mark & 1)
        {
          double x, y;

          yq_metrics_point (m, square, &x, &y);
          cairo_save (cr);
          cairo_translate (cr, x, y);
          yq_paint_mark (cr, m, style, (YqMark) mark);
          cairo_restore (cr);
        }
}

void
yq_paint_picture (cairo_t *cr, const YqBoardMetrics *metrics, const YqStyle *style,
                  const YqPosition *pos, const YqMarks *marks, const YqArrow *arrows,
                  size_t n_arrows)
{
  const YqRuleset *ruleset = yq_geometry_ruleset (pos->geometry);

  yq_paint_board (cr, metrics, ruleset, style);
  if (marks != NULL)
    paint_marks (cr, metrics, style, pos, marks, 0, YQ_MARK_FIRST_ABOVE);
  for (YqSquare square = 0; square < YQ_SQUARES; square++)
    if (pos->squares[square] != YQ_EMPTY)
      {
        double x, y;

        yq_metrics_point (metrics, square, &x, &y);
        cairo_save (cr);
        cairo_translate (cr, x, y);
        yq_paint_piece (cr, metrics, ruleset, style, pos->squares[square], false);
        cairo_restore (cr);
      }
  if (marks != NULL)
    paint_marks (cr, metrics, style, pos, marks, YQ_MARK_FIRST_ABOVE, YQ_N_MARKS);
  for (size_t i = 0; i < n_arrows; i++)
    yq_paint_arrow (cr, metrics, style, arrows[i]);
}
