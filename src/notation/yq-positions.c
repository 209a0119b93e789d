/* Many positions in one text.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "yq-positions.h"

#include <string.h>

void
yq_positions_init (YqPositions *self, const YqRuleset *ruleset, const char *text, size_t length, bool final)
{
  *self = (YqPositions) { .ruleset = ruleset, .next = text, .end = text + length, .final = final, .line = 1 };
}

static bool
is_blank (char c)
{
  return c == ' ' || c == '\t';
}

static bool
ends_line (char c)
{
  return c == '\n' || c == '\r';
}

static bool
is_digit (char c)
{
  return c >= '0' && c <= '9';
}

/* Byte order marks are blanks: files are strung together with theirs. */
static const char *
skip_blanks (const char *text, const char *end)
{
  static const char mark[] = { '\xEF', '\xBB', '\xBF' };

  for (;;)
    if (text < end && is_blank (*text))
      text++;
    else if (end - text >= (ptrdiff_t) sizeof mark && memcmp (text, mark, sizeof mark) == 0)
      text += sizeof mark;
    else
      return text;
}

/* The end of the line text is in; NULL when the line may go on behind the text. Whichever end comes first is looked for
 * a stretch at a time: a file may have only the other kind. */
static const char *
find_line_end (const YqPositions *self, const char *text)
{
  enum
  {
    STRETCH = 256
  };

  for (size_t length; text < self->end; text += length)
    {
      const char *newline, *found;

      length = self->end - text < STRETCH ? (size_t) (self->end - text) : STRETCH;
      newline = memchr (text, '\n', length);
      found = memchr (text, '\r', newline != NULL ? (size_t) (newline - text) : length);
      if (found != NULL || newline != NULL)
        return found != NULL ? found : newline;
    }
  return self->final ? self->end : NULL;
}

/* A case begins with two numbers; no FEN does. */
static bool
begins_case (const char *line, const char *end)
{
  const char *text = line;

  while (text < end && is_digit (*text))
    text++;
  return text > line && text < end && is_blank (*text) && (text = skip_blanks (text, end)) < end
         && is_digit (*text);
}

/* A piece of a case stands alone in its line; no FEN has a number after a letter. */
static bool
is_case_piece (const char *line, const char *end)
{
  return end - line > 2 && is_blank (line[1]) && is_digit (*skip_blanks (line + 1, end - 1));
}

static void
pass (YqPositions *self, const char *to)
{
  for (; self->next < to; self->next++)
    {
      self->line += ends_line (*self->next) && !(self->after_return && *self->next == '\n');
      self->after_return = *self->next == '\r';
    }
}

void
yq_positions_give_up (YqPositions *self)
{
  pass (self, self->end);
  self->skips = true;
}

/* Passes what is left of a text that was given up. */
static void
skip (YqPositions *self)
{
  const char *line_end = find_line_end (self, self->next);

  self->skips = line_end == NULL;
  pass (self, self->skips ? self->end : line_end);
}

/* To the beginning of the next text that counts; false at the end. *line_end gets the end of its line. */
static bool
find_text (YqPositions *self, const char **line_end)
{
  while (self->next < self->end)
    {
      const char *text;

      *line_end = find_line_end (self, self->next);
      text = skip_blanks (self->next, *line_end != NULL ? *line_end : self->end);
      if (*line_end == NULL)
        {
          self->next = text;
          if (text < self->end && *text == '#')
            yq_positions_give_up (self);
          return false;
        }
      if (text < *line_end && *text != '#')
        {
          self->next = text;
          return true;
        }
      pass (self, *line_end < self->end ? *line_end + 1 : *line_end);
    }
  return false;
}

static void
end_item (YqPositions *self, YqPositionsItem *item, const char *end)
{
  while (end > item->text && (is_blank (end[-1]) || ends_line (end[-1])))
    end--;
  item->length = (size_t) (end - item->text);
  pass (self, end);
}

/* The end of a case that cannot be read and was given up at text: of that line and of the lines with
 * pieces that follow. NULL when more text may belong to it. */
static const char *
find_case_end (const YqPositions *self, const char *text)
{
  const char *end = find_line_end (self, text), *next;

  while (end != NULL && end < self->end)
    {
      const char *line = end + (*end == '\r' && self->end - end > 1 && end[1] == '\n' ? 2 : 1);

      next = find_line_end (self, line);
      if (next != NULL && !is_case_piece (skip_blanks (line, next), next))
        break;
      end = next;
    }
  return end;
}

/* Reads the case at next. What else is in its last line is left for the next call. *closing: it was no
 * case but the end of some. */
static YqPositionsReading
next_case (YqPositions *self, YqPositionsItem *item, bool *closing)
{
  size_t length = (size_t) (self->end - self->next), used;
  YqCaseReading reading
      = yq_contest_case_read (self->next, length, &item->fen.position, &used, &item->fault);
  const char *end = self->next + used;

  if (used == length && !self->final)
    return YQ_POSITIONS_END;
  if (reading == YQ_CASE_FAULT && (end = find_case_end (self, end)) == NULL)
    return YQ_POSITIONS_END;
  item->fen.quiet_plies = 0;
  item->fen.move_number = 1;
  item->fault.line += self->line - 1;
  item->fault.kind = YQ_RECORD_FAULT_CASE;
  end_item (self, item, end);
  while (self->next < self->end && (is_blank (*self->next) || *self->next == '/' || *self->next == ','))
    self->next++;
  *closing = reading == YQ_CASE_END;
  return reading == YQ_CASE_READ ? YQ_POSITIONS_READ : YQ_POSITIONS_FAULT;
}

YqPositionsReading
yq_positions_next (YqPositions *self, YqPositionsItem *item)
{
  const char *line_end;
  YqFenFault fault;
  bool closing;

  if (self->skips)
    skip (self);
  do
    {
      closing = false;
      if (!find_text (self, &line_end))
        return YQ_POSITIONS_END;
      item->text = self->next;
      item->line = self->line;
      if (self->ruleset == &yq_ruleset_xiangqi && begins_case (self->next, line_end))
        {
          YqPositionsReading reading = next_case (self, item, &closing);

          if (!closing)
            return reading;
        }
    }
  while (closing);

  end_item (self, item, line_end);
  if (yq_fen_read (item->text, item->length, self->ruleset, &item->fen, &fault))
    return YQ_POSITIONS_READ;
  item->fault.line = item->line;
  item->fault.column = fault.column;
  item->fault.kind = YQ_RECORD_FAULT_FEN;
  item->fault.fen = fault;
  yq_fen_fault_text (&fault, item->fault.message, sizeof item->fault.message);
  return YQ_POSITIONS_FAULT;
}
