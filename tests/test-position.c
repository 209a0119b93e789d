/* Setting up, keys, and why moves are refused.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "random.h"
#include "tap.h"

#include "rules-help.h"
#include "yq-moves.h"

static const YqGeometry *duck, *xiangqi;

static void
test_refusals (void)
{
  static const struct
  {
    bool is_duck;
    const char *fen, *move;
    YqRefusal refusal;
    const char *place; /* "" = none */
  } cases[] = {
    /* Duck chess, in the order of the reasons. */
    { true, "4k4/9/9/9/9/9/9/9/9/4R4 w", "e0e1", YQ_REFUSED_GAME_OVER, "" },
    { true, "4k4/9/9/9/9/9/9/9/9/4R4 w", "z0z1", YQ_REFUSED_GAME_OVER, "" },
    { true, "4k4/9/9/9/9/9/9/9/9/R3K4 w", "z0a1", YQ_REFUSED_OFF_BOARD, "" },
    { true, "4k4/9/9/9/9/9/9/9/9/R3K4 w", "a0j0", YQ_REFUSED_OFF_BOARD, "" },
    { true, "4k4/9/9/9/9/9/9/9/9/R3K4 w", "b0b1", YQ_REFUSED_NO_OWN_PIECE, "" },
    { true, "4k4/9/9/9/9/9/9/9/9/R3K4 w", "e9e8", YQ_REFUSED_NO_OWN_PIECE, "" },
    { true, "4k4/9/9/9/9/9/9/9/9/R3K4 w", "a0a0", YQ_REFUSED_OWN_PIECE_THERE, "" },
    { true, "4k4/9/9/9/9/9/9/9/9/RN2K4 w", "a0b0", YQ_REFUSED_OWN_PIECE_THERE, "" },
    { true, "4k4/9/9/9/9/9/9/9/9/R3K4 w", "a0b1", YQ_REFUSED_NO_REACH, "" },
    { true, "4k4/9/9/9/9/9/9/9/9/R3K4 w", "e0f1", YQ_REFUSED_NO_REACH, "" },
    { true, "4k4/9/9/9/9/9/9/p8/9/R3K4 w", "a0a5", YQ_REFUSED_BLOCKED, "a2" },
    { true, "4k4/9/9/9/9/9/9/p8/9/R3K4 w", "a0a2", YQ_LEGAL, "" },
    { true, "4k4/9/9/9/9/9/9/9/1p7/B3K4 w", "a0c2", YQ_REFUSED_BLOCKED, "b1" },
    { true, "4k4/9/9/9/9/9/9/9/p8/N3K4 w", "a0b2", YQ_REFUSED_BLOCKED, "a1" },
    { true, "4k4/9/9/9/9/9/9/9/p8/N3K4 w", "a0c1", YQ_LEGAL, "" },
    { true, "4k4/9/9/9/9/9/9/9/p8/D3K4 w", "a0c3", YQ_REFUSED_BLOCKED, "a1" },
    { true, "4k4/9/9/9/9/9/9/1p7/9/D3K4 w", "a0c3", YQ_REFUSED_BLOCKED, "b2" },
    { true, "4k4/9/9/9/9/9/9/1p7/p8/D3K4 w", "a0c3", YQ_REFUSED_BLOCKED, "a1" },
    { true, "4k4/9/9/9/9/9/9/1p7/p8/D3K4 w", "a0d2", YQ_LEGAL, "" },
    { true, "4k4/9/9/9/9/9/9/9/9/4K4 w", "e0e1", YQ_LEGAL, "" },  /* facing means nothing */
    { true, "4k4/9/9/9/9/9/9/9/9/3rK4 w", "e0e1", YQ_LEGAL, "" },
    { true, "3rk4/9/9/9/9/9/9/9/9/4K4 w", "e0d0", YQ_LEGAL, "" }, /* into check */
    /* Xiangqi. */
    { false, "4k4/9/9/9/9/9/9/9/9/3K4R w", "d0c0", YQ_REFUSED_NO_REACH, "" }, /* out of the palace */
    { false, "4k4/9/9/9/9/2B6/9/9/9/3K5 w", "c4e6", YQ_REFUSED_NO_REACH, "" }, /* over the river */
    { false, "4k4/9/9/9/9/9/P8/9/9/3K5 w", "a3b3", YQ_REFUSED_NO_REACH, "" }, /* sideways before the river */
    { false, "4k4/9/9/9/P8/9/9/9/9/3K5 w", "a5b5", YQ_LEGAL, "" },
    { false, "4k4/9/9/9/P8/9/9/9/9/3K5 w", "a5a4", YQ_REFUSED_NO_REACH, "" },
    { false, "4k4/9/9/9/9/p8/9/C8/9/3K5 w", "a2a4", YQ_REFUSED_NO_REACH, "" }, /* no screen */
    { false, "4k4/9/9/9/9/p8/P8/C8/9/3K5 w", "a2a4", YQ_LEGAL, "" },
    { false, "4k4/9/9/p8/p8/P8/9/C8/9/3K5 w", "a2a6", YQ_REFUSED_BLOCKED, "a5" }, /* two screens */
    { false, "4k4/9/9/9/9/p8/9/C8/9/3K5 w", "a2a6", YQ_REFUSED_BLOCKED, "a4" },
    { false, "4k4/9/9/9/9/9/9/4R4/9/4K4 w", "e2d2", YQ_REFUSED_GENERALS_FACE, "e9" },
    { false, "4k4/9/9/9/9/9/9/9/9/3K5 w", "d0e0", YQ_REFUSED_GENERALS_FACE, "e9" },
    { false, "3rk4/9/9/9/9/9/9/3A5/9/3K5 w", "d2e1", YQ_REFUSED_IN_CHECK, "d9" },
    { false, "3k5/9/9/9/9/9/9/3r5/9/4K4 w", "e0e1", YQ_LEGAL, "" },
    { false, "3k5/9/9/9/9/9/9/9/4p4/4KR3 w", "f0f5", YQ_REFUSED_IN_CHECK, "e1" },
    { false, "R3k4/4P4/9/9/9/9/9/9/9/3K5 b", "e9e8", YQ_LEGAL, "" },
    { false, "R3k4/R8/9/9/9/9/9/9/9/4K4 b", "e9e8", YQ_REFUSED_GAME_OVER, "" },
  };

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
      YqSquare place = 0, expected = YQ_SQUARE_NONE;
      YqMove move = help_move (cases[i].move);
      YqRefusal refusal;
      YqPosition pos;

      help_position (&pos, cases[i].is_duck ? duck : xiangqi, cases[i].fen);
      refusal = yq_position_refusal (&pos, move, &place);
      if (cases[i].place[0] != '\0')
        expected = yq_square_at (cases[i].place[1] - '0', cases[i].place[0] - 'a');
      tap_ok (refusal == cases[i].refusal && place == expected
                && yq_position_is_legal (&pos, move) == (refusal == YQ_LEGAL),
              "%s %s: reason %d", cases[i].fen, cases[i].move, (int) cases[i].refusal);
    }
}

static void
test_any_bytes (void)
{
  YqPosition pos;
  unsigned legal = 0;

  yq_position_start (&pos, xiangqi);
  for (unsigned from = 0; from < 256; from++)
    for (unsigned to = 0; to < 256; to++)
      legal += yq_position_refusal (&pos, (YqMove){ (YqSquare) from, (YqSquare) to }, NULL) == YQ_LEGAL;
  tap_ok (legal == 44, "any two bytes: 44 legal moves");
}

static void
test_mated_side (void)
{
  YqPosition pos;
  YqSquare place;

  help_position (&pos, xiangqi, "R3k4/R8/9/9/9/9/9/9/9/3K5 b");
  tap_ok (yq_position_refusal_in_play (&pos, help_move ("e9e8"), &place) == YQ_REFUSED_IN_CHECK
            && place == yq_square_at (8, 0),
          "what is wrong with a move of a mated side");
}

static void
test_set_up (void)
{
  YqPosition pos, again;
  YqUndo undo;
  YqMove there = help_move ("h2e2"), back = help_move ("e2h2");

  yq_position_start (&pos, xiangqi);
  tap_ok (yq_position_check (&pos) && pos.turn == YQ_RED && pos.captain[YQ_RED] == 4 && pos.captain[YQ_BLUE] == 85,
          "the start");
  again = pos;
  yq_position_play (&again, there, &undo);
  tap_ok (!yq_position_equal (&pos, &again) && pos.key != again.key && undo.captured == YQ_EMPTY, "a move changes the key");
  yq_position_take_back (&again, there, &undo);
  tap_ok (yq_position_equal (&pos, &again) && pos.key == again.key && memcmp (&pos, &again, sizeof pos) == 0,
          "taken back, all is as it was");
  yq_position_play (&again, there, &undo);
  yq_position_play (&again, help_move ("h9g7"), &undo);
  yq_position_play (&again, back, &undo);
  yq_position_play (&again, help_move ("g7h9"), &undo);
  tap_ok (yq_position_equal (&pos, &again) && pos.key == again.key, "the same position by another way");
  yq_position_set_turn (&again, YQ_BLUE);
  tap_ok (!yq_position_equal (&pos, &again) && pos.key != again.key && yq_position_check (&again), "the other turn");
  yq_position_set_turn (&again, YQ_BLUE);
  tap_ok (yq_position_check (&again), "the same turn again");

  yq_position_put (&pos, 4, YQ_EMPTY);
  tap_ok (pos.captain[YQ_RED] == YQ_SQUARE_NONE && yq_position_check (&pos) && !yq_position_in_check (&pos, YQ_RED),
          "no captain, no check");
  yq_position_put (&pos, 40, yq_piece (YQ_RED, YQ_CAPTAIN));
  yq_position_put (&pos, 13, yq_piece (YQ_RED, YQ_CAPTAIN));
  tap_ok (pos.captain[YQ_RED] == 13 && yq_position_check (&pos), "the first of two captains");
  yq_position_put (&pos, 13, yq_piece (YQ_BLUE, YQ_SOLDIER));
  tap_ok (pos.captain[YQ_RED] == 40 && yq_position_check (&pos), "and the other one");
  yq_position_clear (&pos, duck);
  tap_ok (yq_position_check (&pos) && yq_position_count (&pos) == 0 && !yq_position_has_move (&pos), "an empty board");
}

/* A point's name in both ways of counting ranks, read again by sscanf. */
static void
test_point_text (void)
{
  bool right = true;

  for (YqSquare square = 0; square < YQ_SQUARES; square++)
    for (int from_one = 0; from_one < 2; from_one++)
      {
        char text[4] = "???", file, end;
        int rank;

        right = right && yq_square_text_from (square, from_one == 1, text) == text
                && sscanf (text, "%c%d%c", &file, &rank, &end) == 2
                && square == yq_square_at (rank - from_one, file - 'a');
      }
  tap_ok (right, "points are named with ranks from 0 or from 1");
}

/* Games at random: the key is known before the move. */
static void
test_key_after (const YqGeometry *geometry)
{
  YqPosition pos;
  unsigned n_wrong = 0, n_captures = 0;

  yq_position_start (&pos, geometry);
  for (unsigned i = 0; i < 2000; i++)
    {
      YqMove moves[YQ_MAX_MOVES];
      size_t n = yq_position_moves (&pos, YQ_MOVES_ALL, moves);
      uint64_t expected;
      YqUndo undo;

      if (n == 0 || pos.captain[YQ_RED] == YQ_SQUARE_NONE || pos.captain[YQ_BLUE] == YQ_SQUARE_NONE)
        {
          yq_position_start (&pos, geometry);
          continue;
        }
      moves[0] = moves[random_below ((unsigned) n)];
      expected = yq_position_key_after (&pos, moves[0]);
      yq_position_play (&pos, moves[0], &undo);
      n_wrong += pos.key != expected;
      n_captures += undo.captured != YQ_EMPTY;
    }
  tap_ok (n_wrong == 0 && n_captures > 20, "keys after moves, %u of them captures", n_captures);
}

int
main (void)
{
  duck = yq_geometry_of (&yq_ruleset_duck);
  xiangqi = yq_geometry_of (&yq_ruleset_xiangqi);
  test_refusals ();
  test_any_bytes ();
  test_mated_side ();
  test_set_up ();
  test_point_text ();
  test_key_after (duck);
  test_key_after (xiangqi);
  return tap_done ();
}
