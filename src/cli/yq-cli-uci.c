/* yaqi-cli uci: the mate solver as an engine that speaks UCI, for «go mate».
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "yq-cli-private.h"
#include "yq-judge.h"
#include "yq-mate.h"

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
} Uci;

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
  flockfile (stdout); /* the other thread answers «isready» */
  printf ("info depth %u", progress->refuted + 1);
  if (progress->proven > 0)
    printf (" score mate %u", progress->proven);
  print_figures (progress->nodes, progress->seconds);
  putchar ('\n');
  fflush (stdout);
  funlockfile (stdout);
}

/* The moves of a mate, or any legal move: the protocol wants one. */
static void
answer (const Uci *self, const YqMateResult *result)
{
  char verdict[YQ_MATE_VERDICT_MAX];
  YqMove moves[YQ_MAX_MOVES];

  yq_mate_verdict_text (result, verdict);
  flockfile (stdout);
  printf ("info string %s\n", verdict);
  printf ("info depth %u", result->n_line > 0 ? result->length : result->refuted);
  if (result->n_line > 0)
    printf (" score mate %u", result->length);
  print_figures (result->nodes, result->seconds);
  if (result->n_line > 0)
    {
      fputs (" pv", stdout);
      print_moves (&self->position, result->line, result->n_line);
    }
  fputs ("\nbestmove", stdout);
  if (result->n_line > 0)
    print_moves (&self->position, result->line, 1);
  else if (yq_position_moves (&self->position, YQ_MOVES_ALL, moves) > 0)
    print_moves (&self->position, moves, 1);
  else
    fputs (" (none)", stdout);
  putchar ('\n');
  fflush (stdout);
  funlockfile (stdout);
}

static void *
search (void *data)
{
  Uci *self = data;
  YqMate *mate = yq_mate_new ((size_t) self->megabytes << 20);
  YqMateResult result = { .verdict = YQ_MATE_UNDECIDED };
  YqFault faults[YQ_MAX_FAULTS];

  if (mate != NULL && yq_position_faults (&self->position, faults) == 0)
    yq_mate_solve (mate, &self->position, &self->task, &result);
  pthread_mutex_lock (&self->lock);
  while (self->wait && !atomic_load (&self->stop))
    pthread_cond_wait (&self->stopped, &self->lock);
  pthread_mutex_unlock (&self->lock);
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

/* Before a command that changes what a search stands on: one that may go on for ever is stopped, for whoever reads
 * the next «stop» would be waiting here; one with a limit gives its answer first. */
static void
end_search (Uci *self)
{
  if (self->wait || (self->task.seconds == 0 && self->task.nodes == 0 && self->task.length == 0))
    stop (self);
  join (self);
}

static const char *
next_word (char **rest)
{
  char *word;

  do
    word = strsep (rest, " \t\r\n");
  while (word != NULL && *word == '\0');
  return word != NULL ? word : "";
}

static uint64_t
next_number (char **rest)
{
  return strtoull (next_word (rest), NULL, 10);
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
    if (strcmp (word, "mate") == 0)
      {
        uint64_t length = next_number (&rest);

        self->task.length = length < YQ_MATE_LONGEST ? (unsigned) length : YQ_MATE_LONGEST;
      }
    else if (strcmp (word, "movetime") == 0)
      self->task.seconds = (double) next_number (&rest) / 1000;
    else if (strcmp (word, "nodes") == 0)
      self->task.nodes = next_number (&rest);
    else if (strcmp (word, "infinite") == 0)
      self->wait = true;
  self->last_info = 0;
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
  if (strcmp (word, "fen") == 0 && rest != NULL)
    {
      if (!yq_fen_read (rest, strlen (rest), self->ruleset, &fen, &fault))
        {
          yq_fen_fault_text (&fault, text, sizeof text);
          printf ("info string %s\n", text);
          return;
        }
    }
  else
    yq_position_start (&fen.position, yq_geometry_of (self->ruleset));
  while (moves != NULL && *(word = next_word (&moves)) != '\0')
    {
      YqMove move;
      YqUndo undo;

      if (yq_move_read (&fen.position, word, strlen (word), false, &move) != YQ_MOVE_OK)
        {
          printf ("info string no legal move: %s\n", word);
          return;
        }
      yq_position_play (&fen.position, move, &undo);
    }
  self->position = fen.position;
}

static void
set_option (Uci *self, char *rest)
{
  const char *name, *value;

  next_word (&rest); /* name */
  name = next_word (&rest);
  next_word (&rest); /* value */
  value = next_word (&rest);
  if (strcasecmp (name, "Hash") == 0)
    self->megabytes = (unsigned) strtoul (value, NULL, 10);
  else if (strcasecmp (name, "ChecksOnly") == 0)
    self->task.checks_only = strcmp (value, "true") == 0;
  else if (strcasecmp (name, "UCI_Variant") == 0 && yq_ruleset_by_id (value) != NULL)
    {
      self->ruleset = yq_ruleset_by_id (value);
      yq_position_start (&self->position, yq_geometry_of (self->ruleset));
    }
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
            "option name Hash type spin default 256 min 1 max 1048576\n"
            "option name ChecksOnly type check default false\n"
            "uciok\n");
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

  if (!yq_cli_arguments (&yq_cli_uci, &argc, argv, options, 0, 0))
    return YQ_CLI_USAGE;
  pthread_mutex_init (&self.lock, NULL);
  pthread_cond_init (&self.stopped, NULL);
  self.task.stop = &self.stop;
  self.task.progress = show_progress;
  self.task.progress_data = &self;
  yq_position_start (&self.position, yq_geometry_of (self.ruleset));
  while (getline (&line, &size, stdin) >= 0 && obey (&self, line))
    continue;
  /* Without a «quit», the end of the input is one; but a search with a limit may finish. */
  if (self.wait || (self.task.seconds == 0 && self.task.nodes == 0))
    stop (&self);
  join (&self);
  free (line);
  pthread_cond_destroy (&self.stopped);
  pthread_mutex_destroy (&self.lock);
  return YQ_CLI_OK;
}

const YqCliCommand yq_cli_uci = {
  .name = "uci",
  .arguments = "",
  .summary = "Solve mates for a program that speaks UCI",
  .help = "Understands uci, isready, setoption (UCI_Variant xiangqi or duck, Hash, ChecksOnly),\n"
          "position, go (mate N, movetime, nodes, infinite), stop and quit. Any «go» looks for a forced\n"
          "mate; what is proven is told as «info string mate in N» and so on (see mate --help), with\n"
          "score and line. Squares are a0 to i9. Without a mate, bestmove is just some legal move.\n",
  .run = run,
};
