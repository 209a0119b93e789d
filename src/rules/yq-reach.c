/* How a piece goes on an otherwise empty board.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "yq-reach.h"

#include <assert.h>

#include "yq-lines.h"

size_t
yq_reach_hops (const YqGeometry *geometry, YqPiece piece, YqSquare from,
               YqHopReach hops[YQ_MAX_HOP_REACHES])
{
  const YqReach *reach = &geometry->reaches[geometry->first[piece][from]];
  size_t n = 0;

  for (unsigned i = geometry->n[piece][from]; i-- > 0; reach++)
    for (YqSet left = reach->to; !yq_set_is_empty (left);)
      {
        assert (n < YQ_MAX_HOP_REACHES);
        hops[n++] = (YqHopReach){ yq_set_take (&left), { reach->empty[0], reach->empty[1] } };
      }
  return n;
}

bool
yq_reach_stands (const YqGeometry *geometry, YqPiece piece, YqSquare square)
{
  return yq_set_has (&geometry->stands[piece], square);
}

bool
yq_reach_checks (const YqGeometry *geometry, YqPiece piece)
{
  YqPiece captain = yq_piece (yq_side_other (yq_piece_side (piece)), YQ_CAPTAIN);

  if (geometry->ride[piece] != YQ_RIDE_NONE)
    return true;
  for (YqSquare to = 0; to < YQ_SQUARES; to++)
    if (yq_set_has (&geometry->stands[captain], to) && !yq_set_is_empty (geometry->hoppers[piece][to]))
      return true;
  return false;
}
