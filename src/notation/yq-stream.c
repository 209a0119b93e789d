/* Numbers and words in from a file descriptor or from memory, with their places; text out, buffered.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "yq-stream.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

#include "yq-text.h"

void
yq_output_init (YqOutput *out, int fd)
{
  out->fd = fd;
  out->error = 0;
  out->used = 0;
}

bool
yq_output_flush (YqOutput *out)
{
  size_t done = 0;

  while (out->error == 0 && done < out->used)
    {
      ssize_t n = write (out->fd, out->buffer + done, out->used - done);

      if (n >= 0)
        done += (size_t) n;
      else if (errno != EINTR)
        out->error = errno;
    }
  out->used = 0;
  return out->error == 0;
}

static void
input_init (YqInput *in)
{
  memset (in, 0, sizeof *in);
  in->line = 1;
  in->fd = -1;
}

void
yq_input_init_fd (YqInput *in, int fd, char *buffer, YqOutput *answers)
{
  input_init (in);
  in->fd = fd;
  in->buffer = buffer;
  in->answers = answers;
  in->next = in->end = in->line_start = buffer;
}

void
yq_input_init_text (YqInput *in, const char *text, size_t length)
{
  input_init (in);
  in->loose = true;
  in->next = in->line_start = text;
  in->end = text + length;
}

/* Characters of UTF-8 in start..end; a stray byte of one counts with the character before it. */
static unsigned
count_characters (const char *start, const char *end)
{
  unsigned n = 0;

  for (; start < end; start++)
    n += ((unsigned char) *start & 0xC0) != 0x80;
  return n;
}

/* Moves the start of counting to place, so that a long line is counted once and not for each word. */
static void
settle_column (YqInput *in, const char *place)
{
  in->column += count_characters (in->line_start, place);
  in->line_start = place;
}

/* More bytes at next, all of which have been read; false at the end or on an error. */
static bool
refill (YqInput *in)
{
  ssize_t n;

  if (in->fd < 0 || in->error != 0 || !yq_output_flush (in->answers))
    return false;
  settle_column (in, in->end);
  do
    n = read (in->fd, in->buffer, YQ_STREAM_SIZE);
  while (n < 0 && errno == EINTR);
  if (n < 0)
    in->error = errno;
  in->next = in->line_start = in->buffer;
  in->end = in->buffer + (n > 0 ? n : 0);
  return n > 0;
}

static bool
is_blank (const YqInput *in, char c)
{
  return c == ' ' || (c >= '\t' && c <= '\r') || (in->loose && (c == '/' || c == ','));
}

/* Passes over blanks; false at the end. Then the last word is the one at next, empty as yet. Lines end with LF, CRLF or
 * CR. */
static bool
skip_blanks (YqInput *in)
{
  bool more;
  char before = '\0';

  while ((more = in->next < in->end || refill (in)) && is_blank (in, *in->next))
    {
      char c = *in->next++;

      if (c == '\n' || c == '\r')
        {
          in->line += c == '\r' || before != '\r';
          in->column = 0;
          in->line_start = in->next;
        }
      before = c;
    }
  settle_column (in, in->next);
  in->token = NULL;
  in->word_column = in->column;
  in->word_length = 0;
  in->too_large = false;
  return more;
}

/* A word of any length, over any number of buffers: is it a number? Its value is followed while it
 * passes by, since only its beginning is kept. */
static bool
read_word (YqInput *in, int *value)
{
  bool negative = false, digits = false, others = false;
  int64_t number = 0;

  if (!skip_blanks (in))
    return false;
  do
    {
      char c = *in->next++;

      if (c >= '0' && c <= '9')
        {
          digits = true;
          if (number <= INT_MAX)
            number = number * 10 + (c - '0');
        }
      else if (in->word_length == 0 && (c == '-' || c == '+'))
        negative = c == '-';
      else
        others = true;
      if (in->word_length < sizeof in->word)
        in->word[in->word_length] = c;
      in->word_length++;
    }
  while ((in->next < in->end || refill (in)) && !is_blank (in, *in->next));

  if (negative)
    number = -number;
  in->too_large = digits && !others && (number < INT_MIN || number > INT_MAX);
  if (!digits || others || in->too_large || in->error != 0)
    return false;
  *value = (int) number;
  return true;
}

bool
yq_input_number (YqInput *in, int *value)
{
  return read_word (in, value);
}

bool
yq_input_letter (YqInput *in, char *letter)
{
  int value;

  read_word (in, &value);
  *letter = in->word[0];
  return in->word_length == 1 && in->error == 0;
}

bool
yq_input_at_end (YqInput *in)
{
  int value;

  read_word (in, &value);
  return in->word_length == 0 && in->error == 0;
}

/* The length of the character of UTF-8 at text, or 0 when it is none or nothing that can be seen. */
static size_t
visible_character (const char *text, size_t length)
{
  size_t n = 0;
  uint32_t character = yq_text_next (text, length, &n);

  if (character == YQ_TEXT_BAD || character < ' ' || (character >= 0x7F && character < 0xA0) || character == 0xFEFF)
    return 0;
  return n;
}

/* The beginning of a word as a quotation without bytes that would do something to a terminal. */
static void
quote_word (const char *word, size_t length, char *text, size_t size)
{
  enum
  {
    MAX_SHOWN = 24
  };
  size_t shown = 0, used = (size_t) snprintf (text, size, "“");

  while (shown < length && shown < MAX_SHOWN)
    {
      size_t n = visible_character (word + shown, length - shown);

      if (n > 0)
        memcpy (text + used, word + shown, n);
      used += n > 0 ? n : (size_t) snprintf (text + used, size - used, "\\x%02X", (unsigned char) word[shown]);
      shown += n > 0 ? n : 1;
    }
  snprintf (text + used, size - used, "%s”", shown < length ? "…" : "");
}

void
yq_input_fault (const YqInput *in, YqRecordFault *fault, const char *expected, ...)
{
  char what[90], quoted[128];
  const char *word = in->word;
  size_t length = in->word_length;
  va_list args;

  fault->line = in->line;
  if (in->token != NULL)
    {
      /* A short word, or one with more digits than were looked at: it ends at a blank or with the text. */
      fault->column = in->column + count_characters (in->line_start, in->token) + 1;
      word = in->token;
      for (length = 0; word + length < in->end && !is_blank (in, word[length]); length++)
        ;
    }
  else
    fault->column = in->word_column + 1;

  va_start (args, expected);
  vsnprintf (what, sizeof what, expected, args);
  va_end (args);
  if (length > 0)
    quote_word (word, length < sizeof in->word ? length : sizeof in->word, quoted, sizeof quoted);
  snprintf (fault->message, sizeof fault->message, "expected %s, found %s%s", what,
            length > 0 ? quoted : "the end of the input",
            in->token == NULL && in->too_large ? ", which is too large" : "");
}
