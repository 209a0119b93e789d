/* The contest's command list as a game: a count, then that many lines of four numbers.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "yq-contest-list.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "yq-record-private.h"
#include "yq-text.h"

#define INVALID "Invalid command: "

typedef struct
{
  const char *text;
  size_t length, at;
} Reader;

/* The word at the reader's place, behind blanks; its length is 0 at the end. Moves behind it. */
static const char *
next_word (Reader *reader, size_t *length)
{
  size_t start, next;

  for (start = reader->at; start < reader->length; start = next)
    {
      next = start;
      if (!yq_text_is_blank (yq_text_next (reader->text, reader->length, &next)))
        break;
    }
  for (reader->at = start; reader->at < reader->length; reader->at = next)
    {
      next = reader->at;
      if (yq_text_is_blank (yq_text_next (reader->text, reader->length, &next)))
        break;
    }
  *length = reader->at - start;
  return reader->text + start;
}

/* Is the word a number: a sign perhaps, and digits? *fits says whether an int can hold it, as with
 * the judge. */
static bool
read_number (const char *word, size_t length, long long *number, bool *fits)
{
  size_t start = length > 1 && (word[0] == '-' || word[0] == '+');

  *number = 0;
  for (size_t i = start; i < length; i++)
    {
      if (word[i] < '0' || word[i] > '9')
        return false;
      if (*number <= INT_MAX)
        *number = *number * 10 + (word[i] - '0');
    }
  if (length > 0 && word[0] == '-')
    *number = -*number;
  *fits = *number >= INT_MIN && *number <= INT_MAX;
  return length > 0;
}

/* The next number; where in the list it stands is set in *fault. */
static bool
next_number (Reader *reader, long long *number, YqRecordFault *fault)
{
  size_t length;
  const char *word = next_word (reader, &length);
  YqRecordFaultKind kind;
  bool fits;

  if (length == 0)
    kind = YQ_RECORD_FAULT_LIST_END;
  else if (!read_number (word, length, number, &fits))
    kind = YQ_RECORD_FAULT_LIST_WORD;
  else if (!fits)
    kind = YQ_RECORD_FAULT_LIST_TOO_LARGE;
  else if (fault->number == 0 && *number < 0)
    kind = YQ_RECORD_FAULT_LIST_NEGATIVE;
  else
    return true;
  yq_record_fault_set (fault, kind, reader->text, (size_t) (word - reader->text), length);
  return false;
}

/* Reads the commands into the record. */
static bool
read_commands (Reader *reader, YqRecord *record, YqRecordFault *fault)
{
  YqPosition pos = record->start.position;
  YqNode *node = record->root;
  YqBuffer invalid = { 0 };
  long long count;
  size_t length;
  const char *rest;
  bool ok = next_number (reader, &count, fault);

  fault->total = ok ? (unsigned) count : 0;
  for (long long i = 0; ok && i < count; i++)
    {
      long long command[4];
      YqMove move;
      YqUndo undo;

      fault->number = (unsigned) i + 1;
      for (fault->part = 0; ok && fault->part < 4; fault->part += ok)
        ok = next_number (reader, &command[fault->part], fault);
      if (!ok)
        break;
      move.from = yq_square_at ((long) command[0], (long) command[1]);
      move.to = yq_square_at ((long) command[2], (long) command[3]);
      if (!yq_position_is_legal (&pos, move))
        {
          yq_buffer_print (&invalid, "%s" INVALID "%lld %lld %lld %lld",
                           invalid.length > 0 ? "\n" : "", command[0], command[1], command[2],
                           command[3]);
          continue;
        }
      if (invalid.length > 0)
        yq_node_set_comment (node, invalid.data);
      invalid.length = 0;
      yq_position_play (&pos, move, &undo);
      node = yq_node_add (node, move, NULL);
    }
  if (invalid.length > 0)
    yq_node_set_comment (node, invalid.data);
  free (invalid.data);
  if (!ok)
    return false;
  if (pos.captain[pos.turn] == YQ_SQUARE_NONE)
    strcpy (record->result, pos.turn == YQ_BLUE ? "1-0" : "0-1");
  rest = next_word (reader, &length);
  if (length > 0)
    {
      yq_record_fault_set (fault, YQ_RECORD_FAULT_LIST_LONG, reader->text,
                           (size_t) (rest - reader->text), length);
      return false;
    }
  return true;
}

YqRecord *
yq_contest_read (const char *text, size_t length, YqRecordFault *fault)
{
  Reader reader = { text, length, 0 };
  YqRecord *record = yq_record_new (&yq_ruleset_duck);

  yq_record_fault_clear (fault);
  if (read_commands (&reader, record, fault))
    return record;
  yq_record_free (record);
  return NULL;
}

/* Adds the invalid commands that a comment keeps; returns how many. */
static size_t
write_invalid (const char *comment, YqBuffer *commands)
{
  size_t n = 0;

  for (const char *line = comment, *end; line != NULL && *line != '\0';
       line = *end != '\0' ? end + 1 : end)
    {
      Reader reader = { line, 0, strlen (INVALID) };
      long long command[5];
      unsigned numbers = 0;
      bool fits = true;

      end = strchrnul (line, '\n');
      reader.length = (size_t) (end - line);
      if (reader.length < reader.at || strncmp (line, INVALID, reader.at) != 0)
        continue;
      while (numbers < 5 && fits)
        {
          size_t length;
          const char *word = next_word (&reader, &length);

          if (!read_number (word, length, &command[numbers], &fits))
            break;
          numbers++;
        }
      if (numbers != 4 || reader.at != reader.length || !fits)
        continue;
      yq_buffer_print (commands, "%lld %lld %lld %lld\n", command[0], command[1], command[2],
                       command[3]);
      n++;
    }
  return n;
}

char *
yq_contest_write (const YqRecord *record, size_t *length)
{
  YqBuffer commands = { 0 }, list = { 0 };
  size_t n = write_invalid (record->root->comment, &commands);

  for (const YqNode *node = record->root->child; node != NULL; node = node->child)
    {
      YqMove move = node->move;

      yq_buffer_print (&commands, "%u %u %u %u\n", yq_square_rank (move.from),
                       yq_square_file (move.from), yq_square_rank (move.to),
                       yq_square_file (move.to));
      n += 1 + write_invalid (node->comment, &commands);
    }
  yq_buffer_print (&list, "%zu\n", n);
  if (commands.length > 0)
    yq_buffer_add (&list, commands.data, commands.length);
  free (commands.data);
  if (length != NULL)
    *length = list.length;
  return list.data;
}

bool
yq_contest_looks_like (const char *text, size_t length)
{
  Reader reader = { text, length, 0 };
  size_t word_length;
  const char *word = next_word (&reader, &word_length);
  long long number;
  bool fits;

  return read_number (word, word_length, &number, &fits);
}
