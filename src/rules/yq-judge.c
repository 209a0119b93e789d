/* What positions and games mean.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "yq-judge.h"

#include <string.h>

#include "yq-lines.h"

YqReport
yq_judge_play (YqPosition *pos, YqMove move, YqUndo *undo)
{
  YqReport report = { .moved = pos->squares[move.from] };

  yq_board_play (pos, move, undo);
  report.captured = undo->captured;
  if (pos->geometry->ruleset->captain_may_be_taken)
    report.over = pos->captain[pos->turn] == YQ_SQUARE_NONE;
  else
    report.over = !yq_position_has_move (pos);
  report.check = !report.over
                 && (yq_position_in_check (pos, YQ_RED) || yq_position_in_check (pos, YQ_BLUE));
  return report;
}

YqVerdict
yq_judge_verdict (const YqPosition *pos)
{
  bool check = yq_position_in_check (pos, pos->turn);

  if (yq_position_has_move (pos))
    return check ? YQ_VERDICT_CHECK : YQ_VERDICT_NONE;
  return check ? YQ_VERDICT_CHECKMATE : YQ_VERDICT_STALEMATE;
}

/* Faults of a position, collected in order. */

static size_t
missing_captains (const YqPosition *pos, YqFault *faults)
{
  size_t n = 0;

  for (unsigned side = YQ_RED; side <= YQ_BLUE; side++)
    if (pos->captain[side] == YQ_SQUARE_NONE)
      faults[n++] = (YqFault){ YQ_FAULT_NO_GENERAL, side, yq_piece (side, YQ_CAPTAIN),
                               YQ_SQUARE_NONE, YQ_SQUARE_NONE };
  return n;
}

static size_t
bad_points (const YqPosition *pos, YqFault *faults)
{
  size_t n = 0;

  for (YqSquare square = 0; square < YQ_SQUARES; square++)
    {
      YqPiece piece = pos->squares[square];

      if (piece != YQ_EMPTY && !yq_set_has (&pos->geometry->stands[piece], square))
        faults[n++] = (YqFault){ YQ_FAULT_BAD_POINT, yq_piece_side (piece), piece, square,
                                 YQ_SQUARE_NONE };
    }
  return n;
}

static size_t
too_many (const YqPosition *pos, YqFault *faults)
{
  unsigned count[YQ_PIECES] = { 0 };
  size_t n = 0;

  for (YqSquare square = 0; square < YQ_SQUARES; square++)
    {
      YqPiece piece = pos->squares[square];

      if (piece != YQ_EMPTY && ++count[piece] > pos->geometry->limit[yq_piece_type (piece)])
        faults[n++] = (YqFault){ YQ_FAULT_TOO_MANY, yq_piece_side (piece), piece, square,
                                 YQ_SQUARE_NONE };
    }
  return n;
}

static size_t
exposed_captain (const YqPosition *pos, YqFault *faults)
{
  YqSquare from[YQ_SQUARES], own = pos->captain[pos->turn];
  YqSquare other = pos->captain[yq_side_other (pos->turn)];
  size_t n = 0, n_attackers, first = 0;
  bool face;

  if (pos->geometry->ruleset->captain_may_be_taken || other == YQ_SQUARE_NONE)
    return 0;
  face = yq_position_facing (pos);
  n_attackers = yq_position_attackers (pos, other, pos->turn, from);
  if (face)
    faults[n++] = (YqFault){ YQ_FAULT_FACING, pos->turn, pos->squares[own], own, other };
  while (first < n_attackers && face && from[first] == own)
    first++;
  if (first < n_attackers)
    faults[n++] = (YqFault){ YQ_FAULT_OPPONENT_IN_CHECK, yq_side_other (pos->turn),
                             pos->squares[other], other, from[first] };
  return n;
}

size_t
yq_position_faults (const YqPosition *pos, YqFault faults[YQ_MAX_FAULTS])
{
  size_t n = missing_captains (pos, faults);

  n += bad_points (pos, faults + n);
  n += too_many (pos, faults + n);
  n += exposed_captain (pos, faults + n);
  return n;
}

/* Games. */

static YqEnding
won_by (YqSide side, YqEndReason reason)
{
  return (YqEnding){ side == YQ_RED ? YQ_OUTCOME_RED_WINS : YQ_OUTCOME_BLUE_WINS, reason };
}

/* Can no piece on the board ever stand where the other side's captain can? */
static bool
is_bare (const YqPosition *pos)
{
  const YqGeometry *geometry = pos->geometry;

  for (YqSquare square = 0; square < YQ_SQUARES; square++)
    {
      YqPiece piece = pos->squares[square];
      YqPiece captain;

      if (piece == YQ_EMPTY)
        continue;
      captain = yq_piece (yq_side_other (yq_piece_side (piece)), YQ_CAPTAIN);
      if (!yq_set_is_empty (yq_set_and (geometry->stands[piece], geometry->stands[captain])))
        return false;
    }
  return true;
}

/* What a chase is where readings of the rules differ. */
typedef enum
{
  READ_STRICTLY, /* only what every reading calls a chase */
  READ_WIDELY,   /* all that some reading calls a chase */
} Reading;

/* Is it a chase that the piece on `from`, of the side to move, may take on `to`? */
static bool
is_chase (YqPosition *pos, YqSquare from, YqSquare to, Reading reading)
{
  YqPiece hunter = pos->squares[from], prey = pos->squares[to];
  const YqMover *mover = &pos->geometry->ruleset->movers[yq_piece_type (hunter)];
  unsigned even_guarded = mover->chases_guarded | (reading == READ_WIDELY ? mover->may_chase_guarded : 0);
  YqSquare guards[YQ_SQUARES];
  YqUndo undo;
  bool guarded = false, exchange = false;

  if (mover->idle || yq_piece_type (prey) == YQ_CAPTAIN || !yq_set_has (&pos->geometry->prey[prey], to))
    return false;
  if (even_guarded >> yq_piece_type (prey) & 1)
    return true;
  yq_position_play (pos, (YqMove){ from, to }, &undo);
  for (size_t i = yq_position_attackers (pos, to, pos->turn, guards); i-- > 0 && !guarded;)
    guarded = yq_position_is_legal (pos, (YqMove){ guards[i], to });
  yq_position_take_back (pos, (YqMove){ from, to }, &undo);
  /* Like pieces that can take each other offer an exchange; it is a chase when the prey cannot. */
  if (!guarded && yq_piece_type (hunter) == yq_piece_type (prey))
    {
      yq_position_set_turn (pos, yq_side_other (pos->turn));
      exchange = yq_position_is_legal (pos, (YqMove){ to, from });
      yq_position_set_turn (pos, yq_side_other (pos->turn));
    }
  return !guarded && !exchange;
}

/* The pieces of a cycle go by the point where they stood when it began: names[] says it for each point. */
static void
find_prey (YqPosition *pos, const YqSquare names[YQ_SQUARES], Reading reading, bool prey[YQ_SQUARES])
{
  YqMove moves[YQ_MAX_MOVES];
  size_t n = yq_position_moves (pos, YQ_MOVES_CAPTURES, moves);

  memset (prey, false, YQ_SQUARES * sizeof *prey);
  for (size_t i = 0; i < n; i++)
    if (is_chase (pos, moves[i].from, moves[i].to, reading))
      prey[names[moves[i].to]] = true;
}

/* What each side did with every move of a cycle. */
typedef struct
{
  bool checks[2];
  bool chases[2][YQ_SQUARES]; /* this piece, anew each time */
} Conduct;

static Conduct
watch (YqPosition pos, const YqMove *moves, size_t n, Reading reading)
{
  YqSquare names[YQ_SQUARES];
  Conduct conduct;

  memset (&conduct, true, sizeof conduct);
  for (YqSquare square = 0; square < YQ_SQUARES; square++)
    names[square] = square;
  for (size_t i = 0; i < n; i++)
    {
      YqSide side = (YqSide) pos.turn, other = yq_side_other (side);
      bool before[YQ_SQUARES], after[YQ_SQUARES];
      YqUndo undo;

      find_prey (&pos, names, reading, before);
      yq_position_play (&pos, moves[i], &undo);
      names[moves[i].to] = names[moves[i].from];
      conduct.checks[side] &= yq_position_in_check (&pos, other);
      yq_position_set_turn (&pos, side);
      find_prey (&pos, names, reading, after);
      yq_position_set_turn (&pos, other);
      for (YqSquare s = 0; s < YQ_SQUARES; s++)
        conduct.chases[side][s] &= after[s] && !before[s];
    }
  return conduct;
}

static YqEnding
judge_conduct (const Conduct *conduct)
{
  bool chases[2];

  for (unsigned side = YQ_RED; side <= YQ_BLUE; side++)
    {
      if (conduct->checks[side] && !conduct->checks[1 - side])
        return won_by (1 - side, YQ_END_PERPETUAL_CHECK);
      chases[side] = memchr (conduct->chases[side], true, sizeof conduct->chases[side]) != NULL;
    }
  for (unsigned side = YQ_RED; side <= YQ_BLUE; side++)
    if (chases[side] && !chases[1 - side])
      return won_by (1 - side, YQ_END_PERPETUAL_CHASE);
  return (YqEnding){ YQ_OUTCOME_DRAW, YQ_END_REPETITION };
}

/* The moves of a cycle, from pos. Where readings of the rules lead to different endings, people judge. */
static YqEnding
judge_cycle (const YqPosition *pos, const YqMove *moves, size_t n, YqAdjudication rules)
{
  Conduct conduct = watch (*pos, moves, n, READ_STRICTLY);
  YqEnding strict = judge_conduct (&conduct), wide;

  if (strict.reason == YQ_END_PERPETUAL_CHECK)
    return strict;
  if (rules == YQ_ADJUDICATE_ASIAN)
    {
      conduct = watch (*pos, moves, n, READ_WIDELY);
      wide = judge_conduct (&conduct);
      if (wide.reason == strict.reason && wide.outcome == strict.outcome)
        return strict;
    }
  return (YqEnding){ YQ_OUTCOME_OPEN, YQ_END_REPEATED_JUDGE };
}

YqEnding
yq_judge_game (const YqPosition *start, unsigned quiet_plies, const YqMove *moves, size_t n,
               const YqJudgeRules *rules)
{
  const YqRuleset *ruleset = start->geometry->ruleset;
  YqPosition pos = *start, earlier = *start;
  size_t first = 0, quiet_from = 0, again = 0;
  YqUndo undo;

  for (size_t i = 0; i < n; i++)
    {
      yq_position_play (&pos, moves[i], &undo);
      if (undo.captured != YQ_EMPTY)
        quiet_from = i + 1, quiet_plies = 0;
    }
  if (ruleset->captain_may_be_taken)
    for (unsigned side = YQ_RED; side <= YQ_BLUE; side++)
      if (pos.captain[side] == YQ_SQUARE_NONE)
        return won_by (1 - side, YQ_END_CAPTAIN_TAKEN);
  if (!yq_position_has_move (&pos))
    return won_by (yq_side_other (pos.turn), yq_position_in_check (&pos, pos.turn)
                   && !ruleset->captain_may_be_taken ? YQ_END_CHECKMATE : YQ_END_STALEMATE);
  if (ruleset->captain_may_be_taken)
    return (YqEnding){ YQ_OUTCOME_OPEN, YQ_END_NONE };

  /* The first and the number of the earlier positions that equal the last one. */
  for (size_t i = 0; i < n && rules->repetition != YQ_ADJUDICATE_NONE; i++)
    {
      if (i >= quiet_from && yq_position_equal (&earlier, &pos) && again++ == 0)
        first = i;
      yq_position_play (&earlier, moves[i], &undo);
    }
  if (again >= 2)
    {
      earlier = *start;
      for (size_t i = 0; i < first; i++)
        yq_position_play (&earlier, moves[i], &undo);
      return judge_cycle (&earlier, moves + first, n - first, rules->repetition);
    }
  if (rules->move_limit > 0 && quiet_plies + (n - quiet_from) >= rules->move_limit)
    return (YqEnding){ YQ_OUTCOME_DRAW, YQ_END_MOVE_LIMIT };
  if (is_bare (&pos))
    return (YqEnding){ YQ_OUTCOME_OPEN, YQ_END_BARE };
  return (YqEnding){ YQ_OUTCOME_OPEN, YQ_END_NONE };
}
