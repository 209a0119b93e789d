/* Positions as text: dialects, faults, and any bytes at all.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "yq-fen.h"

#include "fuzz.h"
#include "tsv.h"

static const char *const error_names[] = {
  [YQ_FEN_OK] = "ok",          [YQ_FEN_EMPTY] = "empty",
  [YQ_FEN_LETTER] = "letter",  [YQ_FEN_RANK_SHORT] = "short",
  [YQ_FEN_RANK_LONG] = "long", [YQ_FEN_RANKS] = "ranks",
  [YQ_FEN_SIDE] = "side",      [YQ_FEN_COUNTER] = "counter",
  [YQ_FEN_MOVE] = "move",      [YQ_FEN_TRAILING] = "trailing",
};

/* What a text means: its FEN, or its fault as the table writes it. */
static void
describe (const char *text, size_t length, const YqRuleset *ruleset, char answer[256])
{
  YqFen fen;
  YqFenFault fault;

  if (yq_fen_read (text, length, ruleset, &fen, &fault))
    yq_fen_write (&fen, YQ_FEN_LETTERS_NB, answer);
  else
    snprintf (answer, 256, "fault %s %u %u %u%s%s", error_names[fault.error], fault.column,
              fault.rank, fault.count, fault.found[0] != '\0' ? " " : "", fault.found);
}

static void
test_table (void)
{
  Tsv tsv;

  if (!tap_ok (tsv_open (&tsv, tap_data ("fen.tsv")), "our own table is there"))
    return;
  while (tsv_next (&tsv))
    {
      char answer[256];

      describe (tsv.columns[1], strlen (tsv.columns[1]), yq_ruleset_by_id (tsv.columns[0]), answer);
      if (!tap_ok (strcmp (answer, tsv.columns[2]) == 0, "line %u: «%s»", tsv.number,
                   tsv.columns[1]))
        tap_note ("expected %s, got %s", tsv.columns[2], answer);
    }
}

/* The words that a fault's text must have, by what the collection says it must name. */
static bool
names (const char *fault, const char *note)
{
  static const struct
  {
    const char *note, *words[2];
  } expected[] = {
    { "rank 0 has 8 files", { "rank 0", "8 points" } },
    { "rank 2 has 10 files", { "rank 2", "10 points" } },
    { "9 ranks", { "9 ranks", "" } },
    { "11 ranks", { "11 ranks", "" } },
    { "letter x, column of it", { "«x»", "column 23" } },
    { "side x", { "«x»", "side" } },
    { "negative counter", { "«-1»", "counter" } },
    { "counter too large", { "«9999999999999999…»", "counter" } },
    { "not a position", { "«f»", "" } },
    { "empty", { "no position", "" } },
    { "empty ranks", { "rank 9: 0 points", "" } },
  };

  for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++)
    if (strcmp (note, expected[i].note) == 0)
      return strstr (fault, expected[i].words[0]) != NULL
             && strstr (fault, expected[i].words[1]) != NULL;
  return false;
}

/* The collection of texts found in the wild. */
static void
test_dialects (void)
{
  Tsv tsv;

  if (!tsv_open (&tsv, tap_case ("fen_dialects.tsv")))
    {
      tap_skip ("no collection of cases");
      return;
    }
  while (tsv_next (&tsv))
    {
      char text[512], answer[256] = "";
      const char *expected = tsv.columns[1];
      YqFen fen;
      YqFenFault fault;
      bool read;

      snprintf (text, sizeof text, "%s", tsv.columns[0]);
      for (char *blank = strstr (text, "<sp>"); blank != NULL; blank = strstr (text, "<sp>"))
        {
          *blank = ' ';
          memmove (blank + 1, blank + 4, strlen (blank + 4) + 1);
        }
      read = yq_fen_read (text, strlen (text), &yq_ruleset_xiangqi, &fen, &fault);
      if (strcmp (expected, "error") == 0)
        {
          if (!read)
            yq_fen_fault_text (&fault, answer, sizeof answer);
          if (!tap_ok (!read && names (answer, tsv.columns[2]), "%s is refused: %s", text,
                       tsv.columns[2]))
            tap_note ("%s", answer);
        }
      else if (strcmp (expected, "fault") == 0)
        {
          YqFault faults[YQ_MAX_FAULTS];

          tap_ok (read && yq_position_faults (&fen.position, faults) > 0, "%s: %s", text,
                  tsv.columns[2]);
        }
      else
        {
          describe (text, strlen (text), &yq_ruleset_xiangqi, answer);
          if (!tap_ok (strcmp (answer, expected) == 0, "%s: %s", text, tsv.columns[2]))
            tap_note ("expected %s, got %s", expected, answer);
        }
    }
}

/* Both dialects of letters are read back as the same position. */
static void
test_letters (void)
{
  YqFen fen, again;
  YqFenFault fault;
  char text[YQ_FEN_MAX];
  size_t length;

  yq_fen_start (&fen, &yq_ruleset_xiangqi);
  length = yq_fen_write (&fen, YQ_FEN_LETTERS_HE, text);
  tap_ok (
      length == strlen (text)
          && strcmp (text, "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w - - 0 1")
                 == 0,
      "letters H and E are written");
  tap_ok (yq_fen_read (text, length, &yq_ruleset_xiangqi, &again, &fault)
              && yq_position_equal (&fen.position, &again.position),
          "and read");
  fen = again;
  tap_ok (!yq_fen_read ("K/\0", 3, &yq_ruleset_xiangqi, &again, &fault)
              && yq_position_equal (&fen.position, &again.position),
          "a NUL byte is a bad character, and a fault changes nothing");
}

static YqPiece
random_piece (const YqRuleset *ruleset)
{
  for (;;)
    {
      unsigned type = 1 + fuzz_below (YQ_N_TYPES - 1);

      if (ruleset->letters[type] != '\0')
        return yq_piece ((YqSide) fuzz_below (2), (YqPieceType) type);
    }
}

/* Any board at all is written and read back, counters included. */
static void
test_round_trip (void)
{
  unsigned wrong = 0;

  for (unsigned i = 0; i < 5000; i++)
    {
      const YqRuleset *ruleset = i % 2 == 0 ? &yq_ruleset_duck : &yq_ruleset_xiangqi;
      YqFen fen, again;
      YqFenFault fault;
      char text[YQ_FEN_MAX];
      size_t length;
      uint32_t density = fuzz_below (100);

      yq_position_clear (&fen.position, yq_geometry_of (ruleset));
      for (YqSquare square = 0; square < YQ_SQUARES; square++)
        if (fuzz_below (100) < density)
          yq_position_put (&fen.position, square, random_piece (ruleset));
      yq_position_set_turn (&fen.position, (YqSide) fuzz_below (2));
      fen.quiet_plies = fuzz_below (1000001);
      fen.move_number = 1 + fuzz_below (1000000);
      length = yq_fen_write (&fen, (YqFenLetters) fuzz_below (2), text);
      wrong += !yq_fen_read (text, length, ruleset, &again, &fault)
               || !yq_position_equal (&fen.position, &again.position)
               || fen.quiet_plies != again.quiet_plies || fen.move_number != again.move_number
               || !yq_position_check (&again.position);
    }
  tap_ok (wrong == 0, "5,000 random boards read back: %u wrong", wrong);
}

/* No bytes crash the reader; what is refused has its place and its words. */
static void
test_fuzz (void)
{
  static const char *const words[]
      = { "rnbakabnr/", "9/",        "1c5c1/", "P1P1P1P1P", "/",    "w",     " ",
          "-",          "b",         "[]",     "0",         "_",    "moves", "position ",
          "fen ",       "startpos ", "h2e2 ",  "炮",        "\xff", "1 ",    "54/" };
  static const char sound[]
      = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves h2e2";
  unsigned long n = fuzz_count (30000), read = 0, wrong = 0;

  for (unsigned long i = 0; i < n; i++)
    {
      char text[160], fault_text[256];
      size_t length = fuzz_fill (text, sizeof text, words, sizeof words / sizeof words[0], sound);
      YqFen fen;
      YqFenFault fault;

      if (yq_fen_read (text, length, i % 2 == 0 ? &yq_ruleset_duck : &yq_ruleset_xiangqi, &fen,
                       &fault))
        {
          read++;
          wrong += !yq_position_check (&fen.position);
        }
      else
        {
          yq_fen_fault_text (&fault, fault_text, sizeof fault_text);
          wrong += fault.error == YQ_FEN_OK || fault.column == 0 || fault.column > length + 1
                   || fault_text[0] == '\0';
        }
    }
  tap_ok (wrong == 0 && read > 0, "%lu random texts, %lu of them positions: %lu wrong", n, read,
          wrong);
}

int
main (void)
{
  test_table ();
  test_dialects ();
  test_letters ();
  test_round_trip ();
  test_fuzz ();
  return tap_done ();
}
