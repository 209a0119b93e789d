/* What a point of the board is called, for those who hear it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "yq-paint.h"

G_BEGIN_DECLS

/* "red soldier". Translated, static. */
const char *yq_describe_piece (const YqRuleset *ruleset, YqPiece piece);

/* "row 3 column 4, red soldier, can be captured" or, in xiangqi, "e3, red soldier": place, what stands
 * there, and its marks (a set as yq_marks_at() returns it). from_one: ranks of xiangqi count from 1.
 * Translated. (transfer full) */
char *yq_describe_point (const YqRuleset *ruleset, YqSquare square, YqPiece piece, unsigned marks,
                         gboolean from_one);

G_END_DECLS
