/* Numbers and words in from a file descriptor or from memory, with their places; text out, buffered.
 * Internal to the notation floor: what the contest's judges read and write with.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "yq-record.h"

/* Small enough to stay in the cache: a buffer for the whole input would cost a page fault for every
 * 4 KiB, which is more than all the judging. */
enum
{
  YQ_STREAM_SIZE = 1 << 15
};

typedef struct
{
  int fd;
  int error; /* errno of the first write that failed, 0 = none */
  size_t used;
  char buffer[YQ_STREAM_SIZE];
} YqOutput;

void yq_output_init (YqOutput *out, int fd);
/* Writes all that is buffered; false when that fails now or failed before. */
bool yq_output_flush (YqOutput *out);

/* Room for size bytes to fill in, of which yq_output_take() keeps some. size <= YQ_STREAM_SIZE. */
static inline char *
yq_output_room (YqOutput *out, size_t size)
{
  if (sizeof out->buffer - out->used < size)
    yq_output_flush (out);
  return out->buffer + out->used;
}

static inline void
yq_output_take (YqOutput *out, size_t size)
{
  out->used += size;
}

/* Text as words between blanks. A word that was read last can be complained about with
 * yq_input_fault() until the next is read. */
typedef struct
{
  /* The unread bytes, and where in the text they are: line_start has column characters before it. */
  const char *next, *end;
  const char *line_start;
  unsigned line, column;

  /* The last word: either it starts at token, or its place and its first bytes are in the fields
   * below. An empty word is the end of the input. */
  const char *token;
  unsigned word_column;
  size_t word_length;
  char word[48];
  bool too_large; /* a number, but beyond int */

  bool loose; /* slashes and commas are blanks, too */
  int fd;     /* -1: there is no more than next..end */
  int error;  /* errno of a failed read, 0 = none */
  YqOutput *answers;
  char *buffer;
} YqInput;

/* Reads from fd through buffer[YQ_STREAM_SIZE]. Before every read, which may have to wait for someone,
 * all of answers is written: so a dialogue works, and nobody has to ask what kind of file this is. */
void yq_input_init_fd (YqInput *in, int fd, char *buffer, YqOutput *answers);
/* Reads text[0..length), loosely. */
void yq_input_init_text (YqInput *in, const char *text, size_t length);

/* The next word as a number that fits into int, or as a single character; false when it is not that, or
 * the input ends or cannot be read. */
bool yq_input_number (YqInput *in, int *value);
bool yq_input_letter (YqInput *in, char *letter);
/* Nothing but blanks follows. */
bool yq_input_at_end (YqInput *in);
/* Fills *fault with the place of the last word, what was expected there (a phrase) and what was found. */
__attribute__ ((format (printf, 3, 4))) void yq_input_fault (const YqInput *in, YqRecordFault *fault,
                                                              const char *expected, ...);

/* Passes over a blank and words that were looked at; the last of them begins at token. */
static inline void
yq_input_pass (YqInput *in, const char *token, const char *next)
{
  if (*in->next == '\n')
    {
      in->line++;
      in->column = 0;
      in->line_start = in->next + 1;
    }
  in->token = token;
  in->next = next;
}

/* Passes over empty lines in front of a word, where they are nothing but line ends. */
static inline void
yq_input_pass_lines (YqInput *in)
{
  while (in->end - in->next >= 2 && in->next[0] == '\n' && in->next[1] == '\n')
    yq_input_pass (in, in->next + 1, in->next + 1);
}

static inline bool
yq_input_ends_word (char c)
{
  return c == ' ' || c == '\n' || c == '\r';
}

/* The common form of n numbers, single digits and one blank before each: looked at, but not read yet. */
static inline bool
yq_input_peek_numbers (const YqInput *in, int *values, unsigned n)
{
  const char *next = in->next;
  bool fits;

  if (in->end - next < (ptrdiff_t) (2 * n + 1))
    return false;
  fits = (*next == ' ' || *next == '\n') & yq_input_ends_word (next[2 * n]);
  for (unsigned i = 0; i < n; i++)
    {
      unsigned digit = (unsigned char) next[2 * i + 1] - (unsigned) '0';

      values[i] = (int) digit;
      fits &= (digit <= 9) & (i == 0 || next[2 * i] == ' ');
    }
  return fits;
}

static inline void
yq_input_pass_numbers (YqInput *in, unsigned n)
{
  yq_input_pass (in, in->next + 2 * n - 1, in->next + 2 * n);
}
