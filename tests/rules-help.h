/* For the tests of the rules floor: positions from text, chance, and a slow generator of moves that
 * reads the rule tables alone: every piece against every point, played and tested.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "yq-judge.h"

#include <string.h>

/* The board and side of a FEN that is known to be good. */
__attribute__ ((unused)) static void
help_position (YqPosition *pos, const YqGeometry *geometry, const char *fen)
{
  const YqRuleset *ruleset = yq_geometry_ruleset (geometry);
  long rank = YQ_RANKS - 1, file = 0;

  yq_position_clear (pos, geometry);
  for (; *fen != '\0' && *fen != ' '; fen++)
    if (*fen == '/')
      rank--, file = 0;
    else if (*fen >= '1' && *fen <= '9')
      file += *fen - '0';
    else
      {
        YqSide side = *fen >= 'a' ? YQ_BLUE : YQ_RED;

        for (unsigned type = 1; type < YQ_N_TYPES; type++)
          if (ruleset->letters[type] == (side == YQ_BLUE ? *fen - 'a' + 'A' : *fen))
            yq_position_put (pos, yq_square_at (rank, file), yq_piece (side, (YqPieceType) type));
        file++;
      }
  if (fen[0] == ' ' && fen[1] == 'b')
    yq_position_set_turn (pos, YQ_BLUE);
}

/* The same back, for messages. Static buffer. */
__attribute__ ((unused)) static const char *
help_fen (const YqPosition *pos)
{
  static char text[128];
  const char *letters = yq_geometry_ruleset (pos->geometry)->letters;
  size_t n = 0;

  for (long rank = YQ_RANKS - 1; rank >= 0; rank--)
    {
      int empty = 0;

      for (long file = 0; file < YQ_FILES; file++)
        {
          YqPiece piece = pos->squares[yq_square_at (rank, file)];

          if (piece == YQ_EMPTY)
            {
              empty++;
              continue;
            }
          if (empty > 0)
            text[n++] = (char) ('0' + empty);
          empty = 0;
          text[n++] = (char) (letters[yq_piece_type (piece)] + (yq_piece_side (piece) == YQ_BLUE ? 'a' - 'A' : 0));
        }
      if (empty > 0)
        text[n++] = (char) ('0' + empty);
      text[n++] = rank > 0 ? '/' : ' ';
    }
  text[n++] = pos->turn == YQ_RED ? 'w' : 'b';
  text[n] = '\0';
  return text;
}

/* A move such as h2e2. */
__attribute__ ((unused)) static YqMove
help_move (const char *text)
{
  return (YqMove){ yq_square_at (text[1] - '0', text[0] - 'a'), yq_square_at (text[3] - '0', text[2] - 'a') };
}

/* Chance that is the same everywhere. */
static uint64_t help_seed = 1;

__attribute__ ((unused)) static unsigned
help_chance (unsigned below)
{
  help_seed = help_seed * 6364136223846793005u + 1442695040888963407u;
  return (unsigned) ((help_seed >> 33) % below);
}

/* The slow generator. Its board is 90 bytes and nothing else. */
typedef struct
{
  const YqRuleset *ruleset;
  YqPiece squares[YQ_SQUARES];
  YqSide turn;
} SlowBoard;

__attribute__ ((unused)) static SlowBoard
slow_board (const YqPosition *pos)
{
  SlowBoard board = { yq_geometry_ruleset (pos->geometry), { 0 }, (YqSide) pos->turn };

  memcpy (board.squares, pos->squares, sizeof board.squares);
  return board;
}

static bool
slow_in_zone (YqZone zone, YqSide side, int rank, int file)
{
  if (zone == NULL)
    return true;
  return side == YQ_RED ? zone[(9 - rank) * 9 + file] == 'x' : zone[rank * 9 + 8 - file] == 'x';
}

static YqPiece
slow_at (const SlowBoard *board, int rank, int file)
{
  return rank < 0 || rank > 9 || file < 0 || file > 8 ? YQ_EMPTY : board->squares[rank * 9 + file];
}

/* Does the piece go from here to there, were an enemy (taking) or nobody there? */
static bool
slow_goes (const SlowBoard *board, int from, int to, bool taking)
{
  YqPiece piece = board->squares[from];
  YqSide side = yq_piece_side (piece);
  const YqMover *mover = &board->ruleset->movers[yq_piece_type (piece)];
  int rank = from / 9, file = from % 9, sign = side == YQ_RED ? 1 : -1;
  int forward = (to / 9 - rank) * sign, right = (to % 9 - file) * sign;

  if (from == to || !slow_in_zone (mover->stands, side, to / 9, to % 9))
    return false;
  for (unsigned i = 0; i < mover->n_hops; i++)
    for (int way = 0; way < (mover->turned ? 8 : 1); way++)
      {
        const YqHop *hop = &mover->hops[i];
        int up = way & 1 ? -1 : 1, over = way & 2 ? -1 : 1;
        int ahead = (way & 4 ? hop->to.right * over : hop->to.forward * up);
        int aside = (way & 4 ? hop->to.forward * up : hop->to.right * over);
        bool open = true;

        if (ahead != forward || aside != right || !slow_in_zone (hop->from, side, rank, file))
          continue;
        for (int j = 0; j < 2; j++)
          {
            int leg_ahead = way & 4 ? hop->empty[j].right * over : hop->empty[j].forward * up;
            int leg_aside = way & 4 ? hop->empty[j].forward * up : hop->empty[j].right * over;

            if (leg_ahead != 0 || leg_aside != 0)
              open &= slow_at (board, rank + sign * leg_ahead, file + sign * leg_aside) == YQ_EMPTY;
          }
        if (open)
          return true;
      }
  if (mover->ride != YQ_RIDE_NONE && (forward == 0 || right == 0))
    {
      int step = forward == 0 ? (to > from ? 1 : -1) : (to > from ? 9 : -9), met = 0;

      for (int s = from + step; s != to; s += step)
        met += board->squares[s] != YQ_EMPTY;
      return met == (mover->ride == YQ_RIDE_CANNON && taking);
    }
  return false;
}

static int
slow_captain (const SlowBoard *board, YqSide side)
{
  for (int s = 0; s < YQ_SQUARES; s++)
    if (board->squares[s] == yq_piece (side, YQ_CAPTAIN))
      return s;
  return -1;
}

static bool
slow_facing (const SlowBoard *board)
{
  int red = slow_captain (board, YQ_RED), blue = slow_captain (board, YQ_BLUE), met = 0;

  if (!board->ruleset->captains_face || red < 0 || blue < 0 || red % 9 != blue % 9)
    return false;
  for (int s = (red < blue ? red : blue) + 9; s < (red < blue ? blue : red); s += 9)
    met += board->squares[s] != YQ_EMPTY;
  return met == 0;
}

static bool
slow_in_check (const SlowBoard *board, YqSide side)
{
  int captain = slow_captain (board, side);

  if (captain < 0)
    return false;
  for (int s = 0; s < YQ_SQUARES; s++)
    if (board->squares[s] != YQ_EMPTY && yq_piece_side (board->squares[s]) != side
        && slow_goes (board, s, captain, true))
      return true;
  return slow_facing (board);
}

static SlowBoard
slow_after (const SlowBoard *board, YqMove move)
{
  SlowBoard after = *board;

  after.squares[move.to] = after.squares[move.from];
  after.squares[move.from] = YQ_EMPTY;
  after.turn = yq_side_other (after.turn);
  return after;
}

__attribute__ ((unused)) static size_t
slow_moves (const SlowBoard *board, YqMove moves[YQ_MAX_MOVES])
{
  bool care = !board->ruleset->captain_may_be_taken;
  size_t n = 0;

  if (!care && (slow_captain (board, YQ_RED) < 0 || slow_captain (board, YQ_BLUE) < 0))
    return 0;
  for (int from = 0; from < YQ_SQUARES; from++)
    if (board->squares[from] != YQ_EMPTY && yq_piece_side (board->squares[from]) == board->turn)
      for (int to = 0; to < YQ_SQUARES; to++)
        {
          YqMove move = { (YqSquare) from, (YqSquare) to };
          YqPiece there = board->squares[to];
          SlowBoard after;

          if ((there != YQ_EMPTY && yq_piece_side (there) == board->turn)
              || !slow_goes (board, from, to, there != YQ_EMPTY))
            continue;
          after = slow_after (board, move);
          if (!care || !slow_in_check (&after, board->turn))
            moves[n++] = move;
        }
  return n;
}

__attribute__ ((unused)) static size_t
slow_attackers (const SlowBoard *board, int square, YqSide by, YqSquare from[YQ_SQUARES])
{
  size_t n = 0;

  for (int s = 0; s < YQ_SQUARES; s++)
    if (board->squares[s] != YQ_EMPTY && yq_piece_side (board->squares[s]) == by
        && (slow_goes (board, s, square, true)
            || (slow_facing (board) && s == slow_captain (board, by)
                && square == slow_captain (board, yq_side_other (by)))))
      from[n++] = (YqSquare) s;
  return n;
}

/* Everything the fast core says of a position beside what the slow generator says. Returns NULL when they
 * agree, else what differs. */
__attribute__ ((unused)) static const char *
help_compare (YqPosition *pos)
{
  YqMove slow[YQ_MAX_MOVES], fast[YQ_MAX_MOVES], part[YQ_MAX_MOVES];
  YqSquare slow_from[YQ_SQUARES], fast_from[YQ_SQUARES];
  SlowBoard board = slow_board (pos);
  size_t n = slow_moves (&board, slow), captures = 0, quiets = 0, checks = 0, from = 0;
  YqSquare square = (YqSquare) help_chance (YQ_SQUARES);
  YqSide by = (YqSide) help_chance (2);
  uint64_t two = 0;

  if (n != yq_position_moves (pos, YQ_MOVES_ALL, fast) || memcmp (slow, fast, n * sizeof *slow) != 0)
    return "legal moves";
  if (yq_position_count (pos) != n || yq_position_has_move (pos) != (n > 0))
    return "count";
  for (unsigned side = YQ_RED; side <= YQ_BLUE; side++)
    if (slow_in_check (&board, (YqSide) side) != yq_position_in_check (pos, (YqSide) side))
      return "check";
  for (size_t i = 0; i < n; i++)
    {
      SlowBoard after = slow_after (&board, slow[i]);
      bool check = slow_in_check (&after, after.turn);
      YqPosition before = *pos;
      YqUndo undo;

      if (yq_position_gives_check (pos, slow[i]) != check || !yq_position_is_legal (pos, slow[i]))
        return "gives check";
      yq_position_play (pos, slow[i], &undo);
      if (memcmp (pos->squares, after.squares, sizeof after.squares) != 0 || !yq_position_check (pos))
        return "play";
      two += yq_position_count (pos);
      yq_position_take_back (pos, slow[i], &undo);
      if (memcmp (pos->squares, before.squares, sizeof pos->squares) != 0 || pos->key != before.key
          || pos->captain[0] != before.captain[0] || pos->captain[1] != before.captain[1]
          || pos->turn != before.turn)
        return "take back";
      part[i] = slow[i];
      captures += pos->squares[slow[i].to] != YQ_EMPTY;
      quiets += pos->squares[slow[i].to] == YQ_EMPTY;
      checks += check;
      from += slow[i].from == square;
    }
  if (!yq_position_check (pos))
    return "invariants";
  if (yq_position_perft (pos, 2) != two)
    return "perft 2";
  if (yq_position_moves (pos, YQ_MOVES_CAPTURES, fast) != captures
      || yq_position_moves (pos, YQ_MOVES_QUIET, fast) != quiets
      || yq_position_moves (pos, YQ_MOVES_CHECKS, part) != checks
      || yq_position_moves_from (pos, square, fast) != from)
    return "kinds of moves";
  for (size_t i = 0; i < checks; i++)
    if (!yq_position_is_legal (pos, part[i]) || !yq_position_gives_check (pos, part[i]))
      return "checks only";
  n = slow_attackers (&board, square, by, slow_from);
  if (n != yq_position_attackers (pos, square, by, fast_from) || memcmp (slow_from, fast_from, n) != 0)
    return "attackers";
  for (int i = 0; i < 20; i++)
    {
      YqMove move = { (YqSquare) help_chance (YQ_SQUARES), (YqSquare) help_chance (YQ_SQUARES) };
      bool legal = false;

      for (size_t j = 0; j < captures + quiets; j++)
        legal |= yq_move_equal (slow[j], move);
      if (legal != yq_position_is_legal (pos, move)
          || legal != (yq_position_refusal (pos, move, NULL) == YQ_LEGAL))
        return "legality";
    }
  return NULL;
}

/* Pieces at random on the points where they can stand; one captain each. `most`: of a side besides. */
__attribute__ ((unused)) static void
help_set_up (YqPosition *pos, const YqGeometry *geometry, unsigned most)
{
  const YqRuleset *ruleset = yq_geometry_ruleset (geometry);

  yq_position_clear (pos, geometry);
  for (unsigned side = YQ_RED; side <= YQ_BLUE; side++)
    for (unsigned left = 1 + help_chance (most + 1), captain = 1; left > 0; captain = 0, left--)
      {
        unsigned type = captain ? YQ_CAPTAIN : YQ_CAPTAIN + 1 + help_chance (YQ_N_TYPES - 2);
        bool placed = ruleset->piece_names[type] == NULL;

        /* A kind's few points may all be taken: then one piece less. */
        for (unsigned tries = 0; tries < 200 && !placed; tries++)
          {
            YqSquare square = (YqSquare) help_chance (YQ_SQUARES);

            placed = pos->squares[square] == YQ_EMPTY
                     && slow_in_zone (ruleset->movers[type].stands, (YqSide) side, square / 9, square % 9);
            if (placed)
              yq_position_put (pos, square, yq_piece ((YqSide) side, (YqPieceType) type));
          }
      }
  yq_position_set_turn (pos, (YqSide) help_chance (2));
}

/* Compares `positions` positions of random games: from the start, from full and from thin set-ups, also
 * such as cannot be. Returns how many differ and says so. */
__attribute__ ((unused)) static size_t
help_compare_games (const YqGeometry *geometry, size_t positions)
{
  size_t different = 0;

  for (size_t done = 0, game = 0; done < positions; game++)
    {
      YqPosition pos;
      YqMove moves[YQ_MAX_MOVES];
      size_t n;

      if (game % 4 == 0)
        yq_position_start (&pos, geometry);
      else
        help_set_up (&pos, geometry, game % 4 == 1 ? 4 : game % 4 == 2 ? 10 : 16);
      if (game % 31 == 7) /* a second captain, or none */
        yq_position_put (&pos, (YqSquare) help_chance (YQ_SQUARES),
                         help_chance (2) ? yq_piece ((YqSide) help_chance (2), YQ_CAPTAIN) : YQ_EMPTY);
      for (unsigned ply = 0; ply < 120 && done < positions; ply++, done++)
        {
          const char *difference = help_compare (&pos);
          YqUndo undo;

          if (difference != NULL && different++ < 5)
            printf ("# %s: %s\n", help_fen (&pos), difference);
          n = yq_position_moves (&pos, YQ_MOVES_ALL, moves);
          if (n == 0 || difference != NULL)
            break;
          yq_position_play (&pos, moves[help_chance ((unsigned) n)], &undo);
        }
    }
  return different;
}
