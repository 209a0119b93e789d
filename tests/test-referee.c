/* The referee beside a position that plays the same commands.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "random.h"
#include "tap.h"

#include "yq-referee.h"

enum
{
  GAMES = 400,
  COMMANDS = 1000,
};

/* A move of the side to move, most often of its captain or taking something, or anything at all. */
static YqMove
random_command (const YqPosition *pos)
{
  static const YqMoveKind kinds[] = { YQ_MOVES_ALL, YQ_MOVES_CAPTURES, YQ_MOVES_CHECKS };
  YqMove moves[YQ_MAX_MOVES];
  unsigned how = random_below (8);
  size_t n = 0;

  if (how == 0)
    n = yq_position_moves_from (pos, pos->captain[pos->turn], moves);
  else if (how < 7)
    n = yq_position_moves (pos, kinds[how < 5 ? 0 : how - 4], moves);
  if (n == 0)
    return (YqMove){ (YqSquare) random_below (YQ_SQUARES + 1), (YqSquare) random_below (YQ_SQUARES + 1) };
  return moves[random_below ((unsigned) n)];
}

/* Does a command get the same report, and does it do the same? */
static bool
command_both (YqReferee *referee, YqPosition *pos, YqMove move, YqReport *report)
{
  YqReport want = { .moved = YQ_EMPTY };
  YqUndo undo;

  *report = yq_referee_command (referee, move);
  if (yq_position_is_legal (pos, move))
    want = yq_judge_play (pos, move, &undo);
  if (report->moved != want.moved || report->captured != want.captured || report->check != want.check
      || report->over != want.over)
    return false;
  for (YqSquare square = 0; square <= YQ_SQUARES; square++)
    if (referee->pieces[referee->men[square]] != pos->squares[square])
      return false;
  return true;
}

int
main (void)
{
  unsigned n_refused = 0, n_checks = 0, n_over = 0, n_differ = 0;

  for (unsigned game = 0; game < GAMES; game++)
    {
      YqReferee referee;
      YqPosition pos;

      yq_referee_start (&referee);
      yq_position_start (&pos, yq_geometry_of (&yq_ruleset_duck));
      for (unsigned i = 0; i < COMMANDS; i++)
        {
          YqMove move = random_command (&pos);
          YqReport report;

          /* A captain that is always taken at once would make for short games. */
          if (pos.squares[move.to] != YQ_EMPTY && yq_piece_type (pos.squares[move.to]) == YQ_CAPTAIN
              && random_below (50) > 0)
            continue;
          n_differ += !command_both (&referee, &pos, move, &report);
          n_refused += report.moved == YQ_EMPTY;
          n_checks += report.check;
          n_over += report.over;
        }
    }
  tap_ok (n_differ == 0, "each of %u games is refereed as a position says", (unsigned) GAMES);
  tap_ok (n_refused > 1000 && n_checks > 1000 && n_over > 100, "%u refused, %u checks, %u captains taken", n_refused,
          n_checks, n_over);
  return tap_done ();
}
