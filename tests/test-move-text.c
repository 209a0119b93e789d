/* Moves as people write them: every notation written and read, nothing guessed, any bytes survived.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "yq-fen.h"
#include "yq-move-text.h"

#include "fuzz.h"
#include "tsv.h"

static bool
read_position (const char *fen_text, const YqRuleset *ruleset, YqPosition *pos)
{
  YqFen fen;
  YqFenFault fault;

  if (!yq_fen_read (fen_text, strlen (fen_text), ruleset, &fen, &fault))
    return false;
  *pos = fen.position;
  return true;
}

/* What a text is read as, in the words of our table. */
static void
describe (const YqPosition *pos, const char *text, size_t length, bool uci10, char answer[256])
{
  static const char *const words[] = {
    [YQ_MOVE_OK] = "ok",
    [YQ_MOVE_UNREADABLE] = "unreadable",
    [YQ_MOVE_ILLEGAL] = "illegal",
    [YQ_MOVE_AMBIGUOUS] = "ambiguous",
  };
  YqMove moves[YQ_SQUARES];
  YqMoveReading reading = yq_move_read (pos, text, length, uci10, &moves[0]);
  size_t n = reading == YQ_MOVE_AMBIGUOUS    ? yq_move_fitting (pos, text, length, uci10, moves)
             : reading == YQ_MOVE_UNREADABLE ? 0
                                             : 1;
  int at = sprintf (answer, "%s", words[reading]);

  for (size_t i = 0; i < n && at < 200; i++)
    {
      char move[YQ_MOVE_TEXT_MAX] = "??";

      if (moves[i].from != YQ_SQUARE_NONE)
        yq_move_write (pos, moves[i], YQ_NOTATION_COORDINATES, move);
      at += sprintf (answer + at, " %s", move);
    }
}

static void
test_table (void)
{
  Tsv tsv;

  if (!tap_ok (tsv_open (&tsv, tap_data ("move-text.tsv")), "our own table is there"))
    return;
  while (tsv_next (&tsv))
    {
      YqPosition pos;
      char answer[256] = "no position", text[64], *out = text;

      for (const char *in = tsv.columns[2]; *in != '\0';)
        if (strncmp (in, "¶", 2) == 0)
          {
            *out++ = '\n';
            in += 2;
          }
        else
          *out++ = *in++;
      if (read_position (tsv.columns[1], yq_ruleset_by_id (tsv.columns[0]), &pos))
        describe (&pos, text, (size_t) (out - text), strcmp (tsv.columns[3], "yes") == 0, answer);
      if (!tap_ok (strcmp (answer, tsv.columns[4]) == 0, "line %u: «%s»", tsv.number,
                   tsv.columns[2]))
        tap_note ("expected %s, got %s", tsv.columns[4], answer);
    }
}

/* Is text written for the move, and read as it? */
static bool
is_written (const YqPosition *pos, YqMove move, YqNotation notation, const char *expected)
{
  char text[YQ_MOVE_TEXT_MAX];
  size_t length = yq_move_write (pos, move, notation, text);

  if (length == strlen (expected) && strcmp (text, expected) == 0)
    return true;
  tap_note ("wrote %s, expected %s", text, expected);
  return false;
}

static bool
is_read (const YqPosition *pos, YqMove move, bool uci10, const char *text)
{
  YqMove read;

  if (yq_move_read (pos, text, strlen (text), uci10, &read) == YQ_MOVE_OK
      && yq_move_equal (read, move))
    return true;
  tap_note ("%s was not read", text);
  return false;
}

/* All forms of a list, separated by semicolons, are read as the move. */
static bool
are_read (const YqPosition *pos, YqMove move, char *list)
{
  bool ok = true;

  for (char *text = strtok (list, ";"); text != NULL; text = strtok (NULL, ";"))
    ok &= is_read (pos, move, false, text);
  return ok;
}

/* A table of cases, ours or the collection's: each move as we write it, and in all the forms that
 * others write. */
static void
test_notation (const char *path)
{
  Tsv tsv;

  if (path == NULL)
    {
      tap_skip ("no collection of cases");
      return;
    }
  if (!tap_ok (tsv_open (&tsv, path), "the table of notations is there"))
    return;
  while (tsv_next (&tsv))
    {
      YqPosition pos;
      YqMove move;
      char **column = tsv.columns;
      bool ok = read_position (column[0], &yq_ruleset_xiangqi, &pos)
                && yq_move_read (&pos, column[1], strlen (column[1]), false, &move) == YQ_MOVE_OK;

      ok = ok && is_written (&pos, move, YQ_NOTATION_CHINESE, column[2])
           && is_read (&pos, move, false, column[2]) && are_read (&pos, move, column[3])
           && is_written (&pos, move, YQ_NOTATION_WXF, column[4])
           && is_read (&pos, move, false, column[4]) && are_read (&pos, move, column[5])
           && is_written (&pos, move, YQ_NOTATION_UCI, column[6])
           && is_read (&pos, move, true, column[6])
           && is_written (&pos, move, YQ_NOTATION_COORDINATES, column[1]);
      tap_ok (ok, "notation.tsv line %u: %s in %s", tsv.number, column[2], column[0]);
    }
}

/* Texts that fit several moves are never guessed, and all the moves are named. */
static void
test_ambiguous (void)
{
  Tsv tsv;

  if (!tsv_open (&tsv, tap_case ("ambiguous.tsv")))
    {
      tap_skip ("no collection of cases");
      return;
    }
  while (tsv_next (&tsv))
    {
      YqPosition pos;
      YqMove move, moves[YQ_SQUARES];
      char **column = tsv.columns;
      bool ok = read_position (column[0], &yq_ruleset_xiangqi, &pos)
                && yq_move_read (&pos, column[1], strlen (column[1]), false, &move)
                       == YQ_MOVE_AMBIGUOUS;
      size_t n = ok ? yq_move_fitting (&pos, column[1], strlen (column[1]), false, moves) : 0,
             expected = 0;

      for (char *text = strtok (column[3], ";"); text != NULL;
           text = strtok (NULL, ";"), expected++)
        {
          bool found = false;

          ok = ok && yq_move_read (&pos, text, strlen (text), false, &move) == YQ_MOVE_OK;
          for (size_t i = 0; i < n; i++)
            found |= yq_move_equal (moves[i], move);
          ok &= found;
        }
      tap_ok (ok && n == expected, "ambiguous.tsv line %u: %s", tsv.number, column[1]);
    }
}

/* Writes all moves of a position in all notations and reads them back; returns how many were not
 * the same. */
static unsigned
check_all (const YqPosition *pos)
{
  YqMove moves[YQ_MAX_MOVES];
  size_t n = yq_position_moves (pos, YQ_MOVES_ALL, moves);
  unsigned wrong = 0;

  for (size_t i = 0; i < n; i++)
    for (YqNotation notation = YQ_NOTATION_COORDINATES; notation <= YQ_NOTATION_UCI; notation++)
      {
        char text[YQ_MOVE_TEXT_MAX];
        size_t length = yq_move_write (pos, moves[i], notation, text);
        bool uci10 = notation == YQ_NOTATION_UCI
                     && yq_geometry_ruleset (pos->geometry) == &yq_ruleset_xiangqi;
        YqMove read;

        if (length != strlen (text) || yq_move_read (pos, text, length, uci10, &read) != YQ_MOVE_OK
            || !yq_move_equal (read, moves[i]))
          wrong++;
      }
  return wrong;
}

/* In games played at random, and on boards that no game leads to, what is written is read back. */
static void
test_round_trip (void)
{
  unsigned wrong = 0, boards_wrong = 0;

  for (unsigned game = 0; game < 4; game++)
    {
      const YqRuleset *ruleset = game % 2 == 0 ? &yq_ruleset_xiangqi : &yq_ruleset_duck;
      YqPosition pos;
      YqUndo undo;

      yq_position_start (&pos, yq_geometry_of (ruleset));
      for (unsigned ply = 0; ply < 200; ply++)
        {
          YqMove moves[YQ_MAX_MOVES];
          size_t n = yq_position_moves (&pos, YQ_MOVES_ALL, moves);

          if (n == 0)
            break;
          wrong += check_all (&pos);
          yq_position_play (&pos, moves[fuzz_below ((uint32_t) n)], &undo);
        }
    }
  tap_ok (wrong == 0, "all moves of random games are read back: %u wrong", wrong);
  for (unsigned board = 0; board < 200; board++)
    {
      YqPosition pos;
      uint32_t density = 1 + fuzz_below (60);

      yq_position_clear (&pos, yq_geometry_of (&yq_ruleset_xiangqi));
      for (YqSquare square = 0; square < YQ_SQUARES; square++)
        if (fuzz_below (100) < density)
          {
            static const YqPieceType types[]
                = { YQ_SOLDIER, YQ_SOLDIER, YQ_SOLDIER,  YQ_HORSE,   YQ_CHARIOT,
                    YQ_CANNON,  YQ_ADVISOR, YQ_ELEPHANT, YQ_GENERAL, YQ_SOLDIER };

            yq_position_put (&pos, square,
                             yq_piece ((YqSide) fuzz_below (2), types[fuzz_below (10)]));
          }
      yq_position_set_turn (&pos, (YqSide) fuzz_below (2));
      boards_wrong += check_all (&pos);
    }
  tap_ok (boards_wrong == 0, "all moves on random boards are read back: %u wrong", boards_wrong);
}

/* Where no words are enough, coordinates are written. */
static void
test_no_words (void)
{
  YqPosition pos;
  YqMove move;

  tap_ok (read_position ("4k4/9/2H6/2H6/2H6/2H6/9/9/9/3K5 w", &yq_ruleset_xiangqi, &pos)
              && yq_move_read (&pos, "c6a7", 4, false, &move) == YQ_MOVE_OK
              && is_written (&pos, move, YQ_NOTATION_CHINESE, "c6a7")
              && is_written (&pos, move, YQ_NOTATION_WXF, "c6a7"),
          "the second of four horses on a file");
  tap_ok (read_position ("startpos", &yq_ruleset_xiangqi, &pos)
              && yq_move_read (&pos, "h2e2", 4, false, &move) == YQ_MOVE_OK
              && is_written (&pos, move, YQ_NOTATION_ICCS, "H2-E2")
              && is_written (&pos, move, YQ_NOTATION_WXF, "C2=5"),
          "ICCS and WXF of the first move of all");
}

static void
test_side (void)
{
  static const struct
  {
    const char *text;
    int side; /* -1 = not said */
  } cases[] = { { "马二进三", YQ_RED },   { "马２进３", YQ_BLACK },
                { "帅5进1", YQ_RED },     { "将5进1", YQ_BLACK },
                { "一卒平５", YQ_BLACK }, { "一兵平五", YQ_RED },
                { "马2进3", -1 },         { "h2e2", -1 } };

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
      YqSide side = YQ_RED;
      bool said = yq_move_side (cases[i].text, strlen (cases[i].text), &side);

      tap_ok (said == (cases[i].side >= 0) && (!said || (int) side == cases[i].side),
              "the side of %s", cases[i].text);
    }
}

static void
test_fuzz (void)
{
  static const char *const words[] = {
    "炮", "二", "平", "５", "前", "中", "后", "兵", "卒", "车", "进", "退", "C", "h", "2",
    "e",  "+",  "-",  "=",  ".",  "1",  "9",  "a",  "x",  " ",  "　", "P",  "#", "0", "\xe7"
  };
  unsigned long n = fuzz_count (100000), read = 0, wrong = 0;
  YqPosition positions[3];

  read_position ("startpos", &yq_ruleset_duck, &positions[0]);
  read_position ("startpos", &yq_ruleset_xiangqi, &positions[1]);
  read_position ("3k5/6P2/6P2/2P3P2/2P6/4c4/9/9/9/R3K4 w", &yq_ruleset_xiangqi, &positions[2]);
  for (unsigned long i = 0; i < n; i++)
    {
      const YqPosition *pos = &positions[i % 3];
      char text[24], reason[YQ_MOVE_REASON_MAX];
      size_t length
          = fuzz_fill (text, sizeof text, words, sizeof words / sizeof words[0], "前兵七平六");
      YqMove move;
      YqMoveReading reading = yq_move_read (pos, text, length, i % 2 == 0, &move);

      yq_move_reason (pos, move, reason);
      read += reading == YQ_MOVE_OK;
      wrong += (reading == YQ_MOVE_OK)
               != (move.from != YQ_SQUARE_NONE && yq_position_is_legal (pos, move));
    }
  tap_ok (wrong == 0 && read > 0, "%lu random texts, %lu of them moves: %lu wrong", n, read, wrong);
}

int
main (void)
{
  test_table ();
  test_notation (tap_data ("notation.tsv"));
  test_notation (tap_case ("notation.tsv"));
  test_ambiguous ();
  test_round_trip ();
  test_no_words ();
  test_side ();
  test_fuzz ();
  return tap_done ();
}
