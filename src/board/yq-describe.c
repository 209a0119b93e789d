/* The names of points, in whole phrases that can be translated.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "yq-describe.h"

#include <glib/gi18n-lib.h>

#include "yq-ruleset.h"

/* The two games call pieces differently, in other languages even where English does not. */
static const char *const duck_pieces[2][YQ_N_TYPES] = {
  {
    [YQ_CAPTAIN] = NC_ ("duck chess", "red captain"),
    [YQ_GUARD] = NC_ ("duck chess", "red guard"),
    [YQ_ELEPHANT] = NC_ ("duck chess", "red elephant"),
    [YQ_HORSE] = NC_ ("duck chess", "red horse"),
    [YQ_CAR] = NC_ ("duck chess", "red car"),
    [YQ_DUCK] = NC_ ("duck chess", "red duck"),
    [YQ_SOLDIER] = NC_ ("duck chess", "red soldier"),
  },
  {
    [YQ_CAPTAIN] = NC_ ("duck chess", "blue captain"),
    [YQ_GUARD] = NC_ ("duck chess", "blue guard"),
    [YQ_ELEPHANT] = NC_ ("duck chess", "blue elephant"),
    [YQ_HORSE] = NC_ ("duck chess", "blue horse"),
    [YQ_CAR] = NC_ ("duck chess", "blue car"),
    [YQ_DUCK] = NC_ ("duck chess", "blue duck"),
    [YQ_SOLDIER] = NC_ ("duck chess", "blue soldier"),
  },
};
static const char *const xiangqi_pieces[2][YQ_N_TYPES] = {
  {
    [YQ_GENERAL] = NC_ ("xiangqi", "red general"),
    [YQ_ADVISOR] = NC_ ("xiangqi", "red advisor"),
    [YQ_ELEPHANT] = NC_ ("xiangqi", "red elephant"),
    [YQ_HORSE] = NC_ ("xiangqi", "red horse"),
    [YQ_CHARIOT] = NC_ ("xiangqi", "red chariot"),
    [YQ_CANNON] = NC_ ("xiangqi", "red cannon"),
    [YQ_SOLDIER] = NC_ ("xiangqi", "red soldier"),
  },
  {
    [YQ_GENERAL] = NC_ ("xiangqi", "black general"),
    [YQ_ADVISOR] = NC_ ("xiangqi", "black advisor"),
    [YQ_ELEPHANT] = NC_ ("xiangqi", "black elephant"),
    [YQ_HORSE] = NC_ ("xiangqi", "black horse"),
    [YQ_CHARIOT] = NC_ ("xiangqi", "black chariot"),
    [YQ_CANNON] = NC_ ("xiangqi", "black cannon"),
    [YQ_SOLDIER] = NC_ ("xiangqi", "black soldier"),
  },
};

/* In the order in which they are spoken: what can be done comes first. */
static const struct
{
  YqMark mark;
  const char *phrase;
} phrases[] = {
  { YQ_MARK_SELECTED, NC_ ("point of the board", "selected") },
  { YQ_MARK_REACH, NC_ ("point of the board", "reachable") },
  { YQ_MARK_CAPTURE, NC_ ("point of the board", "can be captured") },
  { YQ_MARK_ATTACKED, NC_ ("point of the board", "under attack") },
  { YQ_MARK_ATTACKER, NC_ ("point of the board", "attacks") },
  { YQ_MARK_BLOCKING, NC_ ("point of the board", "in the way") },
  { YQ_MARK_FAULT, NC_ ("point of the board", "not possible here") },
  { YQ_MARK_LAST_FROM, NC_ ("point of the board", "left by the last move") },
  { YQ_MARK_LAST_TO, NC_ ("point of the board", "last move") },
};

const char *
yq_describe_piece (const YqRuleset *ruleset, YqPiece piece)
{
  YqSide side = yq_piece_side (piece);
  YqPieceType type = yq_piece_type (piece);

  return ruleset == &yq_ruleset_xiangqi
           ? g_dpgettext2 (GETTEXT_PACKAGE, "xiangqi", xiangqi_pieces[side][type])
           : g_dpgettext2 (GETTEXT_PACKAGE, "duck chess", duck_pieces[side][type]);
}

char *
yq_describe_point (const YqRuleset *ruleset, YqSquare square, YqPiece piece, unsigned marks,
                   gboolean from_one)
{
  gboolean xiangqi = ruleset == &yq_ruleset_xiangqi;
  int rank = (int) yq_square_rank (square), file = (int) yq_square_file (square);
  g_autofree char *place = NULL;
  const char *what = NULL;
  GString *text = g_string_new (NULL);

  if (xiangqi)
    {
      char point[4];

      place = g_strdup (yq_square_text_from (square, from_one, point));
    }
  else
    /* translators: the place of a point on the duck chess board, counted from 0 */
    place = g_strdup_printf (_("row %d column %d"), rank, file);

  what = piece == YQ_EMPTY ? C_ ("point of the board", "empty") : yq_describe_piece (ruleset, piece);

  /* translators: a point of the board: its place ("row 3 column 4" or "e3"), then what stands there
   * ("red soldier", "empty") */
  g_string_printf (text, _("%s, %s"), place, what);
  for (guint i = 0; i < G_N_ELEMENTS (phrases); i++)
    if (marks >> phrases[i].mark & 1)
      {
        g_autofree char *so_far = g_strdup (text->str);

        /* translators: what was said of a point so far, and one more thing ("reachable") */
        g_string_printf (text, C_ ("more", "%s, %s"), so_far,
                         g_dpgettext2 (GETTEXT_PACKAGE, "point of the board", phrases[i].phrase));
      }
  return g_string_free (text, FALSE);
}
