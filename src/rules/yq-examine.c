/* What is to be said about a position.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "yq-examine.h"

void
yq_examine (const YqPosition *pos, YqExamination *examination)
{
  YqSide side = (YqSide) pos->turn;

  examination->n_attackers = examination->n_replies = examination->n_refused = 0;
  examination->verdict = YQ_VERDICT_NONE;
  examination->n_faults = yq_position_faults (pos, examination->faults);
  if (examination->n_faults > 0)
    return;
  examination->verdict = yq_judge_verdict (pos);
  examination->n_attackers
      = yq_position_attackers (pos, pos->captain[side], yq_side_other (side), examination->attackers);
  examination->n_replies = yq_position_moves (pos, YQ_MOVES_ALL, examination->replies);
}

void
yq_examine_refused (const YqPosition *pos, YqExamination *examination)
{
  examination->n_refused = 0;
  for (unsigned from = 0; from < YQ_SQUARES; from++)
    {
      if (pos->squares[from] == YQ_EMPTY || yq_piece_side (pos->squares[from]) != (YqSide) pos->turn)
        continue;
      for (unsigned to = 0; to < YQ_SQUARES; to++)
        {
          YqRefusedReply refused = { .move = { (YqSquare) from, (YqSquare) to } };
          YqRefusal refusal = yq_position_refusal_in_play (pos, refused.move, &refused.taker);

          if (refusal == YQ_REFUSED_GENERALS_FACE || refusal == YQ_REFUSED_IN_CHECK)
            examination->refused[examination->n_refused++] = refused;
        }
    }
}
