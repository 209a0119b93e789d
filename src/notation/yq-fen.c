/* A position as one line of text: FEN in every dialect met in the wild, and as we write it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "yq-fen.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "yq-move-text.h"
#include "yq-text.h"

enum
{
  COUNTER_MAX = 1000000, /* no game is that long */
  DASHES_MAX = 4         /* fields 3 to 6 may all be dashes */
};

typedef struct
{
  const char *text;
  size_t length, at;
} Reader;

typedef struct
{
  const char *text;
  size_t length;
} Word;

/* Notes a fault at offset; false, so that a reader can return it. */
static bool
complain (YqFenFault *fault, const Reader *reader, YqFenError error, size_t offset, size_t length)
{
  unsigned line;

  memset (fault, 0, sizeof *fault);
  fault->error = error;
  /* A position is one line of text, but nothing stops a caller from handing us more. */
  yq_text_place (reader->text, offset, &line, &fault->column);
  static_assert (sizeof fault->found == YQ_QUOTE_MAX, "room for a quote");
  yq_text_quote (reader->text + offset, length, 16, fault->found);
  return false;
}

/* The next word; empty at the end. Underscores are blanks (that is how addresses spell them). */
static Word
next_word (Reader *reader)
{
  Word word = { 0 };
  size_t from, next;

  for (from = reader->at; from < reader->length; from = next)
    {
      next = from;
      if (reader->text[from] == '_')
        next++;
      else if (!yq_text_is_blank (yq_text_next (reader->text, reader->length, &next)))
        break;
    }
  word.text = reader->text + from;
  for (reader->at = from; reader->at < reader->length; reader->at = next)
    {
      next = reader->at;
      if (reader->text[next] == '_'
          || yq_text_is_blank (yq_text_next (reader->text, reader->length, &next)))
        break;
    }
  word.length = reader->at - from;
  return word;
}

static bool
word_is (Word word, const char *text)
{
  return word.length == strlen (text) && strncasecmp (word.text, text, word.length) == 0;
}

/* Does the word that starts at the reader's place have one of two letters, in either case? */
static bool
board_has (const Reader *reader, const char letters[2])
{
  for (size_t at = reader->at; at < reader->length && !isspace ((unsigned char) reader->text[at]);
       at++)
    if (reader->text[at] != '\0'
        && memchr (letters, toupper ((unsigned char) reader->text[at]), 2) != NULL)
      return true;
  return false;
}

/* The letters of this board that are not ours. G is the general or, beside a K, the guard; M is the
 * elephant or, beside a B or E, the mandarin, that is the guard. */
typedef struct
{
  char g, m;
} Dialect;

static YqPieceType
type_of_letter (const YqRuleset *ruleset, Dialect dialect, char letter)
{
  char upper = (char) toupper ((unsigned char) letter);

  switch (upper)
    {
    case 'H':
      upper = 'N';
      break;
    case 'E':
      upper = 'B';
      break;
    case 'G':
      upper = dialect.g;
      break;
    case 'M':
      upper = dialect.m;
      break;
    default:
      break;
    }
  for (unsigned type = YQ_CAPTAIN; type < YQ_N_TYPES; type++)
    if (ruleset->letters[type] != '\0' && ruleset->letters[type] == upper)
      return (YqPieceType) type;
  return YQ_NO_TYPE;
}

/* Reads the board from reader->at up to a blank, a bracket or a glued side. */
static bool
read_board (Reader *reader, const YqRuleset *ruleset, YqPosition *pos, YqFenFault *fault)
{
  unsigned ranks = 0, files = 0;
  Dialect dialect = { board_has (reader, "KK") ? 'A' : 'K', board_has (reader, "BE") ? 'A' : 'B' };
  size_t at, next;

  for (at = reader->at;; at = next)
    {
      char letter = at < reader->length ? reader->text[at] : '\0';
      bool end = at == reader->length || letter == '_' || letter == '-' || letter == '[';

      next = at;
      if (!end)
        end = yq_text_is_blank (yq_text_next (reader->text, reader->length, &next));
      if (end || letter == '/')
        {
          ranks++;
          if (ranks <= YQ_RANKS && files != YQ_FILES)
            {
              complain (fault, reader, files < YQ_FILES ? YQ_FEN_RANK_SHORT : YQ_FEN_RANK_LONG, at,
                        0);
              fault->rank = YQ_RANKS - ranks;
              fault->count = files;
              return false;
            }
          if (end)
            break;
          files = 0;
        }
      else if (letter >= '1' && letter <= '9')
        files += (unsigned) (letter - '0');
      else
        {
          YqPieceType type = type_of_letter (ruleset, dialect, letter);

          if (type == YQ_NO_TYPE)
            return complain (fault, reader, YQ_FEN_LETTER, at, next - at);
          if (ranks < YQ_RANKS && files < YQ_FILES)
            yq_position_put (pos, yq_square_at (YQ_RANKS - 1 - (long) ranks, (long) files),
                             yq_piece (isupper ((unsigned char) letter) ? YQ_RED : YQ_BLUE, type));
          files++;
        }
    }
  if (ranks != YQ_RANKS)
    {
      complain (fault, reader, YQ_FEN_RANKS, at, 0);
      fault->count = ranks;
      return false;
    }
  /* Pieces in hand (other games have them): only an empty list is ours. */
  if (at + 1 < reader->length && memcmp (reader->text + at, "[]", 2) == 0)
    at += 2;
  reader->at = at;
  return true;
}

/* A counter; COUNTER_MAX + 1 when the word is none. */
static unsigned
counter (Word word)
{
  unsigned value = 0;

  for (size_t i = 0; i < word.length; i++)
    {
      if (word.text[i] < '0' || word.text[i] > '9')
        return COUNTER_MAX + 1;
      value = value * 10 + (unsigned) (word.text[i] - '0');
      if (value > COUNTER_MAX)
        return COUNTER_MAX + 1;
    }
  return value;
}

static bool
read_moves (Reader *reader, YqFen *fen, YqFenFault *fault)
{
  for (Word word = next_word (reader); word.length > 0; word = next_word (reader))
    {
      YqMove move;
      YqUndo undo;

      if (yq_move_read (&fen->position, word.text, word.length, false, &move) != YQ_MOVE_OK)
        return complain (fault, reader, YQ_FEN_MOVE, (size_t) (word.text - reader->text),
                         word.length);
      fen->move_number += fen->position.turn == YQ_BLUE;
      yq_position_play (&fen->position, move, &undo);
      fen->quiet_plies = undo.captured == YQ_EMPTY ? fen->quiet_plies + 1 : 0;
    }
  return true;
}

/* What follows the board. */
static bool
read_fields (Reader *reader, YqFen *fen, YqFenFault *fault)
{
  unsigned *counters[] = { &fen->quiet_plies, &fen->move_number };
  unsigned n_counters = 0, n_dashes = 0;
  Word word = next_word (reader);

  if (word.length == 0)
    return true;
  if (!word_is (word, "moves"))
    {
      if (word.length > 1 && word.text[0] == '-')
        {
          word.text++;
          word.length--;
        }
      if (word_is (word, "b"))
        yq_position_set_turn (&fen->position, YQ_BLUE);
      else if (!word_is (word, "w") && !word_is (word, "r"))
        return complain (fault, reader, YQ_FEN_SIDE, (size_t) (word.text - reader->text),
                         word.length);
      word = next_word (reader);
    }
  for (; word.length > 0 && !word_is (word, "moves"); word = next_word (reader))
    {
      size_t offset = (size_t) (word.text - reader->text);

      if (word_is (word, "-") && n_dashes < DASHES_MAX)
        n_dashes++;
      else if (n_counters < sizeof counters / sizeof counters[0])
        {
          unsigned value = counter (word);

          if (value > COUNTER_MAX)
            return complain (fault, reader, YQ_FEN_COUNTER, offset, word.length);
          *counters[n_counters++] = value;
        }
      else
        return complain (fault, reader, YQ_FEN_TRAILING, offset, word.length);
    }
  /* Some programs count from 0. */
  if (fen->move_number == 0)
    fen->move_number = 1;
  return read_moves (reader, fen, fault);
}

bool
yq_fen_read (const char *text, size_t length, const YqRuleset *ruleset, YqFen *fen,
             YqFenFault *fault)
{
  Reader reader = { text, length, 0 };
  YqFen read = { .move_number = 1 };
  Word word = next_word (&reader);

  if (word_is (word, "position"))
    word = next_word (&reader);
  if (word_is (word, "fen"))
    word = next_word (&reader);
  if (word.length == 0)
    return complain (fault, &reader, YQ_FEN_EMPTY, reader.at, 0);
  if (word_is (word, "startpos"))
    yq_position_start (&read.position, yq_geometry_of (ruleset));
  else
    {
      reader.at = (size_t) (word.text - text);
      yq_position_clear (&read.position, yq_geometry_of (ruleset));
      if (!read_board (&reader, ruleset, &read.position, fault))
        return false;
    }
  if (!read_fields (&reader, &read, fault))
    return false;
  *fen = read;
  return true;
}

void
yq_fen_start (YqFen *fen, const YqRuleset *ruleset)
{
  yq_position_start (&fen->position, yq_geometry_of (ruleset));
  fen->quiet_plies = 0;
  fen->move_number = 1;
}

size_t
yq_fen_write (const YqFen *fen, YqFenLetters letters, char text[YQ_FEN_MAX])
{
  const YqPosition *pos = &fen->position;
  const YqRuleset *ruleset = yq_geometry_ruleset (pos->geometry);
  size_t length = 0;

  for (int rank = YQ_RANKS - 1; rank >= 0; rank--)
    {
      int empty = 0;

      for (int file = 0; file < YQ_FILES; file++)
        {
          YqPiece piece = pos->squares[yq_square_at (rank, file)];
          char letter;

          if (piece == YQ_EMPTY)
            {
              empty++;
              continue;
            }
          if (empty > 0)
            text[length++] = (char) ('0' + empty);
          empty = 0;
          letter = ruleset->letters[yq_piece_type (piece)];
          if (letters == YQ_FEN_LETTERS_HE)
            letter = letter == 'N' ? 'H' : letter == 'B' ? 'E' : letter;
          text[length++]
              = yq_piece_side (piece) == YQ_RED ? letter : (char) tolower ((unsigned char) letter);
        }
      if (empty > 0)
        text[length++] = (char) ('0' + empty);
      if (rank > 0)
        text[length++] = '/';
    }
  length += (size_t) snprintf (text + length, YQ_FEN_MAX - length, " %c - - %u %u",
                               pos->turn == YQ_RED ? 'w' : 'b', fen->quiet_plies, fen->move_number);
  return length;
}

void
yq_fen_fault_text (const YqFenFault *fault, char *text, size_t size)
{
  switch (fault->error)
    {
    case YQ_FEN_OK:
      snprintf (text, size, "no fault");
      break;
    case YQ_FEN_EMPTY:
      snprintf (text, size, "no position, expected ten ranks separated by /");
      break;
    case YQ_FEN_LETTER:
      snprintf (text, size, "«%s» is no piece, expected a piece letter, a digit or / (column %u)",
                fault->found, fault->column);
      break;
    case YQ_FEN_RANK_SHORT:
    case YQ_FEN_RANK_LONG:
      snprintf (text, size, "rank %u: %u point%s, expected 9 (column %u)", fault->rank,
                fault->count, fault->count == 1 ? "" : "s", fault->column);
      break;
    case YQ_FEN_RANKS:
      snprintf (text, size, "%u rank%s, expected 10 (column %u)", fault->count,
                fault->count == 1 ? "" : "s", fault->column);
      break;
    case YQ_FEN_SIDE:
      snprintf (text, size, "«%s» is no side to move, expected w, r or b (column %u)", fault->found,
                fault->column);
      break;
    case YQ_FEN_COUNTER:
      snprintf (text, size, "«%s» is no counter, expected a number up to %d (column %u)",
                fault->found, COUNTER_MAX, fault->column);
      break;
    case YQ_FEN_MOVE:
      snprintf (text, size, "«%s» cannot be played, expected a legal move (column %u)",
                fault->found, fault->column);
      break;
    case YQ_FEN_TRAILING:
      snprintf (text, size, "«%s» after the position, expected the end (column %u)", fault->found,
                fault->column);
      break;
    }
}
