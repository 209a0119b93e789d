/* Positions to answer: in a file, one after the other as they come, or the argument itself.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "yq-cli-private.h"

enum
{
  /* Longer than any position: what does not fit is none. */
  BUFFER_SIZE = 1 << 17,

  SLASHES = YQ_RANKS - 1, /* of a FEN */
};

/* The first position of a text. */
static YqPositionsReading
read_first (const char *text, const YqRuleset *ruleset, YqPositionsItem *item)
{
  YqPositions positions;

  yq_positions_init (&positions, ruleset, text, strlen (text), true);
  return yq_positions_next (&positions, item);
}

/* Whether the rules make no sense any more. They do where there are too many pieces, and even where a general could be
 * taken at once: it just is not, and other programs count such positions, too. */
static bool
is_grave (const YqFault *fault)
{
  return fault->kind == YQ_FAULT_TOO_MANY ? yq_piece_type (fault->piece) == YQ_GENERAL
                                          : fault->kind != YQ_FAULT_OPPONENT_IN_CHECK;
}

bool
yq_cli_position (const char *text, const YqRuleset *ruleset, YqFen *fen)
{
  YqFault faults[YQ_MAX_FAULTS];
  size_t n_faults, worst = 0;
  YqPositionsItem item = { .fault.message = "there is none" };

  if (read_first (text, ruleset, &item) != YQ_POSITIONS_READ)
    {
      yq_cli_complain ("the position “%s”: %s", text, item.fault.message);
      return false;
    }
  *fen = item.fen;
  n_faults = yq_position_faults (&fen->position, faults);
  if (n_faults == 0)
    return true;
  while (worst + 1 < n_faults && !is_grave (&faults[worst]))
    worst++;
  fprintf (stderr, "yaqi-cli: the position “%s” is impossible: ", text);
  yq_cli_print_fault (stderr, &fen->position, &faults[worst]);
  fputc ('\n', stderr);
  return !is_grave (&faults[worst]);
}

/* Whether a text, which is no position, was meant as one: a rank may be missing or one too many. */
static bool
resembles_fen (const char *text)
{
  unsigned n = 0;

  for (; *text != '\0'; text++)
    n += *text == '/';
  return n + 1 >= SLASHES && n <= SLASHES + 1;
}

/* The argument is no file: perhaps it is a position. */
static int
open_argument (YqCliPositions *self, const YqRuleset *ruleset)
{
  int error = errno;
  YqPositionsItem item;
  YqPositionsReading reading = YQ_POSITIONS_END;

  if (error == ENOENT || error == ENOTDIR || error == ENAMETOOLONG)
    reading = read_first (self->file, ruleset, &item);
  if (reading == YQ_POSITIONS_READ)
    {
      yq_positions_init (&self->positions, ruleset, self->file, strlen (self->file), true);
      return YQ_CLI_OK;
    }
  if (reading == YQ_POSITIONS_FAULT && resembles_fen (self->file))
    return yq_cli_complain ("“%s” is no file, and no position: %s", self->file, item.fault.message);
  errno = error;
  return yq_cli_io_error (self->file);
}

int
yq_cli_positions_open (YqCliPositions *self, const YqRuleset *ruleset, const char *argument)
{
  *self = (YqCliPositions){ .file = argument, .fd = STDIN_FILENO };
  if (!yq_cli_is_standard_input (argument))
    self->fd = open (argument, O_RDONLY | O_CLOEXEC);
  if (self->fd < 0)
    return open_argument (self, ruleset);
  self->buffer = malloc (BUFFER_SIZE);
  if (self->buffer == NULL)
    return yq_cli_io_error ("memory");
  yq_positions_init (&self->positions, ruleset, self->buffer, 0, false);
  return YQ_CLI_OK;
}

/* More text behind that which is not read yet; false when there is none to be had. */
static bool
read_more (YqCliPositions *self)
{
  YqPositions *positions = &self->positions;
  size_t rest = (size_t) (positions->end - positions->next);
  ssize_t n;

  if (fflush (stdout) != 0)
    {
      self->status = YQ_CLI_IO;
      return false;
    }
  memmove (self->buffer, positions->next, rest);
  do
    n = read (self->fd, self->buffer + rest, BUFFER_SIZE - rest);
  while (n < 0 && errno == EINTR);
  if (n < 0)
    {
      self->status = yq_cli_io_error (yq_cli_file_name (self->file));
      n = 0;
    }
  positions->next = self->buffer;
  positions->end = self->buffer + rest + n;
  positions->final = n == 0;
  return self->status == YQ_CLI_OK;
}

/* A text that fills the buffer and has no end is no position. */
static void
give_up (YqCliPositions *self, YqPositionsItem *item)
{
  YqPositions *positions = &self->positions;

  *item = (YqPositionsItem){ .text = positions->next, .line = positions->line };
  item->fault.line = positions->line;
  item->fault.column = 1;
  snprintf (item->fault.message, sizeof item->fault.message,
            "expected a position, found a text longer than %d bytes", BUFFER_SIZE);
  yq_positions_give_up (positions);
}

YqPositionsReading
yq_cli_positions_next (YqCliPositions *self, YqPositionsItem *item)
{
  YqPositions *positions = &self->positions;
  YqPositionsReading reading;

  while ((reading = yq_positions_next (positions, item)) == YQ_POSITIONS_END && !positions->final)
    if (positions->end - positions->next == BUFFER_SIZE)
      {
        give_up (self, item);
        return YQ_POSITIONS_FAULT;
      }
    else if (!read_more (self))
      break;
  return reading;
}

void
yq_cli_positions_close (YqCliPositions *self)
{
  free (self->buffer);
  if (self->fd > STDIN_FILENO)
    close (self->fd);
}
