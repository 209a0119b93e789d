/* yaqi-cli uci: the mate solver as an engine that speaks UCI, for «go mate».
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "yq-cli-private.h"
#include "yq-judge.h"
#include "yq-mate.h"

enum
{
  WIN_SCORE = 20000, /* centipawns: of a win that is no mate */
  MOVES_TO_GO = 30,  /* for which a clock's time is thought to be */
};

typedef struct
{
  const YqRuleset *ruleset;
  YqPosition position;
  unsigned megabytes;
  YqMateTask task; /* what the next «go» asks */

  pthread_t thread;
  bool searching; /* the thread is to be joined */
  bool wait;      /* «go infinite»: the answer waits for «stop» */
  atomic_bool stop;
  pthread_mutex_t lock; /* with the condition: the flag has changed */
  pthread_cond_t stopped;
  double last_info;
  unsigned depth; /* plies that were looked at one after the other, from 1 */
} Uci;

/* «info string …», whole: two threads talk. */
__attribute__ ((format (printf, 1, 2))) static void
say (const char *format, ...)
{
  va_list args;

  flockfile (stdout);
  fputs ("info string ", stdout);
  va_start (args, format);
  vprintf (format, args);
  va_end (args);
  putchar ('\n');
  funlockfile (stdout);
}

static void
print_moves (const YqPosition *start, const YqMove *moves, size_t n)
{
  YqPosition pos = *start;

  for (size_t i = 0; i < n; i++)
    {
      char text[YQ_MOVE_TEXT_MAX];
      YqUndo undo;

      yq_move_write (&pos, moves[i], YQ_NOTATION_COORDINATES, text);
      printf (" %s", text);
      yq_position_play (&pos, moves[i], &undo);
    }
}

static void
print_figures (uint64_t nodes, double seconds)
{
  printf (" nodes %" PRIu64 " nps %.0f time %.0f", nodes,
          seconds > 0 ? (double) nodes / seconds : 0, seconds * 1000);
}

static void
show_progress (const YqMateProgress *progress, void *data)
{
  Uci *self = data;

  if (progress->seconds < self->last_info + 1)
    return;
  self->last_info = progress->seconds;
  if (progress->refuted < YQ_MATE_LONGEST)
    self->depth = 2 * progress->refuted + 1;
  flockfile (stdout); /* the other thread answers «isready» */
  printf ("info depth %u", self->depth);
  if (progress->proven > 0)
    printf (" score mate %u", progress->proven);
  print_figures (progress->nodes, progress->seconds);
  putchar ('\n');
  fflush (stdout);
  funlockfile (stdout);
}

/* In plies. That there is no mate however long says nothing of depth. */
static unsigned
depth_of (const Uci *self, const YqMateResult *result)
{
  switch (result->verdict)
    {
    case YQ_MATE_IN:
    case YQ_MATE_WITHIN:
      return 2 * result->length - 1;
    case YQ_MATE_WIN_WITHIN:
      return result->n_line;
    default:
      return result->refuted > 0 && result->refuted < YQ_MATE_LONGEST ? 2 * result->refuted - 1 : self->depth;
    }
}

static void
print_best_move (const Uci *self, const YqMove *move)
{
  fputs ("bestmove", stdout);
  if (move != NULL)
    print_moves (&self->position, move, 1);
  else
    fputs (" (none)", stdout);
  putchar ('\n');
  fflush (stdout);
}

/* The moves of a mate, or any legal move: the protocol wants one. */
static void
answer (const Uci *self, const YqMateResult *result)
{
  char verdict[YQ_MATE_VERDICT_MAX];
  YqMove moves[YQ_MAX_MOVES];

  yq_mate_verdict_text (result, verdict);
  flockfile (stdout);
  say ("%s", verdict);
  printf ("info depth %u", depth_of (self, result));
  if (result->verdict == YQ_MATE_WIN_WITHIN)
    printf (" score cp %d", WIN_SCORE);
  else if (result->n_line > 0)
    printf (" score mate %u", result->length);
  print_figures (result->nodes, result->seconds);
  if (result->n_line > 0)
    {
      fputs (" pv", stdout);
      print_moves (&self->position, result->line, result->n_line);
    }
  putchar ('\n');
  if (result->n_line > 0)
    print_best_move (self, result->line);
  else
    print_best_move (self, yq_position_moves (&self->position, YQ_MOVES_ALL, moves) > 0 ? moves : NULL);
  funlockfile (stdout);
}

/* The answer where the position is impossible. */
static void
answer_impossible (const Uci *self, const YqFault *faults, size_t n_faults)
{
  flockfile (stdout);
  fputs ("info string illegal: ", stdout);
  yq_cli_print_faults (stdout, &self->position, faults, n_faults);
  putchar ('\n');
  print_best_move (self, NULL);
  funlockfile (stdout);
}

static void *
search (void *data)
{
  Uci *self = data;
  YqMate *mate = yq_mate_new ((size_t) self->megabytes << 20);
  YqMateResult result = { .verdict = YQ_MATE_UNDECIDED };
  YqFault faults[YQ_MAX_FAULTS];
  size_t n_faults = yq_position_faults (&self->position, faults);

  if (mate == NULL)
    say ("not enough memory for Hash %u", self->megabytes);
  else if (n_faults == 0)
    yq_mate_solve (mate, &self->position, &self->task, &result);
  pthread_mutex_lock (&self->lock);
  while (self->wait && !atomic_load (&self->stop))
    pthread_cond_wait (&self->stopped, &self->lock);
  pthread_mutex_unlock (&self->lock);
  if (n_faults > 0)
    answer_impossible (self, faults, n_faults);
  else
    answer (self, &result);
  yq_mate_result_clear (&result);
  yq_mate_free (mate);
  return NULL;
}

static void
stop (Uci *self)
{
  pthread_mutex_lock (&self->lock);
  atomic_store (&self->stop, true);
  pthread_cond_signal (&self->stopped);
  pthread_mutex_unlock (&self->lock);
}

/* Waits for the answer to the last «go». */
static void
join (Uci *self)
{
  if (self->searching)
    pthread_join (self->thread, NULL);
  self->searching = false;
}

/* Whether the search may go on for ever. */
static bool
is_endless (const Uci *self)
{
  return self->wait || (self->task.seconds <= 0 && self->task.nodes == 0 && self->task.length == 0);
}

/* Before a command that changes what a search stands on: one that may go on for ever is stopped, for whoever reads
 * the next «stop» would be waiting here; one with a limit gives its answer first. */
static void
end_search (Uci *self)
{
  if (is_endless (self))
    stop (self);
  join (self);
}

static const char *
next_word (char **rest)
{
  char *word;

  do
    word = strsep (rest, " \t");
  while (word != NULL && *word == '\0');
  return word != NULL ? word : "";
}

/* The whole number after the word name; false when there is none from min to max, which is said. */
static bool
next_number (const char *name, char **rest, double min, double max, double *number)
{
  const char *word = next_word (rest);

  if (yq_cli_read_number (word, min, max, true, number))
    return true;
  say ("expected a whole number from %.0f to %.0f for %s, found “%s”", min, max, name, word);
  return false;
}

/* What is left of the own clock; when it has run out that may be less than nothing. */
static void
set_clock (Uci *self, const char *name, char **rest)
{
  double left = 0;
  bool negative = *rest != NULL && (*rest)[strspn (*rest, " \t")] == '-';

  if (negative ? *next_word (rest) != '\0' : next_number (name, rest, 0, 1e12, &left))
    self->task.seconds = (left > 0 ? left : 1) / 1000 / MOVES_TO_GO;
}

/* What a word of «go» limits, with the number that follows it; other words are passed over. */
static void
set_limit (Uci *self, const char *word, char **rest)
{
  const char *own_clock = self->position.turn == YQ_RED ? "wtime" : "btime";
  double number;

  if (strcmp (word, "infinite") == 0)
    self->wait = true;
  else if (strcmp (word, "mate") == 0 && next_number (word, rest, 1, 1e9, &number))
    self->task.length = number < YQ_MATE_LONGEST ? (unsigned) number : YQ_MATE_LONGEST;
  else if (strcmp (word, "depth") == 0 && next_number (word, rest, 1, 1e9, &number))
    self->task.length = number < 2 * YQ_MATE_LONGEST ? (unsigned) (number + 1) / 2 : YQ_MATE_LONGEST;
  else if (strcmp (word, "nodes") == 0 && next_number (word, rest, 1, 1e15, &number))
    self->task.nodes = (uint64_t) number;
  else if (strcmp (word, "movetime") == 0 && next_number (word, rest, 0, 1e12, &number))
    self->task.seconds = (number > 0 ? number : 1) / 1000;
  else if (strcmp (word, own_clock) == 0)
    set_clock (self, word, rest);
}

static void
go (Uci *self, char *rest)
{
  const char *word;

  end_search (self);
  self->task.length = 0;
  self->task.seconds = 0;
  self->task.nodes = 0;
  self->wait = false;
  while (*(word = next_word (&rest)) != '\0')
    set_limit (self, word, &rest);
  self->last_info = 0;
  self->depth = 1;
  atomic_store (&self->stop, false);
  self->searching = pthread_create (&self->thread, NULL, search, self) == 0;
  if (!self->searching)
    answer (self, &(YqMateResult){ .verdict = YQ_MATE_UNDECIDED });
}

/* position startpos|fen FEN [moves …]. What cannot be read is said, and the position stays. */
static void
set_position (Uci *self, char *rest)
{
  const char *word = next_word (&rest);
  char *moves = rest != NULL ? strstr (rest, "moves") : NULL, text[1024];
  YqFenFault fault;
  YqFen fen;

  if (moves != NULL)
    {
      moves[0] = '\0';
      moves += strlen ("moves");
    }
  if (strcmp (word, "fen") == 0)
    {
      if (!yq_fen_read (rest != NULL ? rest : "", rest != NULL ? strlen (rest) : 0, self->ruleset, &fen, &fault))
        {
          yq_fen_fault_text (&fault, text, sizeof text);
          say ("%s", text);
          return;
        }
    }
  else if (strcmp (word, "startpos") == 0)
    yq_position_start (&fen.position, yq_geometry_of (self->ruleset));
  else
    {
      say ("expected startpos or fen after position, found “%s”", word);
      return;
    }
  while (moves != NULL && *(word = next_word (&moves)) != '\0')
    {
      YqMove move;
      YqUndo undo;

      if (yq_move_read (&fen.position, word, strlen (word), false, &move) != YQ_MOVE_OK)
        {
          say ("no legal move: %s", word);
          return;
        }
      yq_position_play (&fen.position, move, &undo);
    }
  self->position = fen.position;
}

/* setoption name NAME value VALUE. A value that is none is said, and the option stays. */
static void
set_option (Uci *self, char *rest)
{
  const char *name, *value;
  double megabytes;

  next_word (&rest); /* name */
  name = next_word (&rest);
  next_word (&rest); /* value */
  if (strcasecmp (name, "Hash") == 0)
    {
      if (next_number (name, &rest, 1, YQ_CLI_MAX_MEGABYTES, &megabytes))
        self->megabytes = (unsigned) megabytes;
      return;
    }
  value = next_word (&rest);
  if (strcasecmp (name, "ChecksOnly") == 0)
    {
      if (strcasecmp (value, "true") == 0 || strcasecmp (value, "false") == 0)
        self->task.checks_only = strcasecmp (value, "true") == 0;
      else
        say ("expected true or false for %s, found “%s”", name, value);
    }
  else if (strcasecmp (name, "UCI_Variant") == 0)
    {
      if (yq_ruleset_by_id (value) != NULL)
        {
          self->ruleset = yq_ruleset_by_id (value);
          yq_position_start (&self->position, yq_geometry_of (self->ruleset));
        }
      else
        say ("expected xiangqi or duck for %s, found “%s”", name, value);
    }
  else
    say ("no option “%s”", name);
}

/* Obeys one line; false at «quit». */
static bool
obey (Uci *self, char *line)
{
  char *rest = line;
  const char *word = next_word (&rest);
  bool quit = strcmp (word, "quit") == 0;

  if (quit || strcmp (word, "stop") == 0)
    {
      stop (self);
      join (self);
    }
  else if (strcmp (word, "uci") == 0)
    printf ("id name Yaqi mate solver\n"
            "id author the Yaqi authors\n"
            "option name UCI_Variant type combo default xiangqi var xiangqi var duck\n"
            "option name Hash type spin default 256 min 1 max %d\n"
            "option name ChecksOnly type check default false\n"
            "uciok\n",
            YQ_CLI_MAX_MEGABYTES);
  else if (strcmp (word, "isready") == 0)
    puts ("readyok");
  else if (strcmp (word, "go") == 0)
    go (self, rest);
  else if (strcmp (word, "position") == 0 || strcmp (word, "setoption") == 0)
    {
      end_search (self);
      if (word[0] == 'p')
        set_position (self, rest);
      else
        set_option (self, rest);
    }
  fflush (stdout);
  return !quit;
}

static int
run (int argc, char **argv)
{
  const YqCliOption options[] = { { 0 } };
  Uci self = { .ruleset = &yq_ruleset_xiangqi, .megabytes = 256 };
  char *line = NULL;
  size_t size = 0;
  bool quit = false, failed;
  int error;

  if (!yq_cli_arguments (&yq_cli_uci, &argc, argv, options, 0, 0))
    return YQ_CLI_USAGE;
  pthread_mutex_init (&self.lock, NULL);
  pthread_cond_init (&self.stopped, NULL);
  self.task.stop = &self.stop;
  self.task.progress = show_progress;
  self.task.progress_data = &self;
  yq_position_start (&self.position, yq_geometry_of (self.ruleset));
  while (!quit && getline (&line, &size, stdin) >= 0)
    for (char *rest = line, *command; !quit && (command = strsep (&rest, "\r\n")) != NULL;)
      quit = !obey (&self, command);
  /* Without a «quit», the end of the input is one; but a search with a limit may finish. */
  failed = ferror (stdin) != 0;
  error = errno;
  end_search (&self);
  free (line);
  pthread_cond_destroy (&self.stopped);
  pthread_mutex_destroy (&self.lock);
  errno = error;
  return failed ? yq_cli_io_error (yq_cli_file_name (NULL)) : YQ_CLI_OK;
}

const YqCliCommand yq_cli_uci = {
  .name = "uci",
  .arguments = "",
  .summary = "Solve mates for a program that speaks UCI",
  .help = "Understands uci, isready, setoption (UCI_Variant xiangqi or duck, Hash, ChecksOnly),\n"
          "position, go (mate, depth, movetime, nodes, wtime and btime, infinite), stop and quit. Any «go»\n"
          "looks for a forced mate; what is proven is told as «info string mate in N» and so on (see\n"
          "mate --help), with score and line. A win that is no mate has «score cp 20000». Squares are a0\n"
          "to i9. Without a win, bestmove is just some legal move; (none) where there is none or the\n"
          "position is impossible.\n",
  .run = run,
};
