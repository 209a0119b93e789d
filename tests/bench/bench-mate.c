/* The mate solver beside Debian's fairy-stockfish, which this program starts itself: one thread,
 * 256 MiB, CPU seconds of both, the engine once by «go mate N» and once by plain «go». A position
 * counts as solved by the engine when it says «score mate», by us when a mate is proven (by checks,
 * else by any moves).
 *
 * Arguments: a mates.tsv (columns «fen» and «mate_in» are found by their names), the engine's path
 * (default /usr/games/fairy-stockfish), CPU seconds for each position (default 10), of how many
 * positions one is taken (default 1: all). Without an engine, our figures alone.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "yq-fen.h"
#include "yq-mate.h"

typedef struct
{
  pid_t pid;
  FILE *in, *out;
  clockid_t clock;
} Engine;

static double
seconds_of (clockid_t clock)
{
  struct timespec time = { 0 };

  clock_gettime (clock, &time);
  return (double) time.tv_sec + (double) time.tv_nsec / 1e9;
}

/* Reads lines until one begins so; false at the end of the output. */
static bool
await (Engine *engine, const char *word)
{
  char line[65536];

  while (fgets (line, sizeof line, engine->out) != NULL)
    if (strncmp (line, word, strlen (word)) == 0)
      return true;
  return false;
}

static void
command (Engine *engine, const char *text)
{
  fputs (text, engine->in);
  fflush (engine->in);
}

static bool
engine_start (Engine *engine, const char *path)
{
  int to[2], from[2];

  if (access (path, X_OK) != 0 || pipe (to) != 0 || pipe (from) != 0)
    return false;
  engine->pid = fork ();
  if (engine->pid == 0)
    {
      dup2 (to[0], STDIN_FILENO);
      dup2 (from[1], STDOUT_FILENO);
      close (to[1]);
      close (from[0]);
      execl (path, path, (char *) NULL);
      _exit (127);
    }
  close (to[0]);
  close (from[1]);
  engine->in = fdopen (to[1], "w");
  engine->out = fdopen (from[0], "r");
  if (engine->pid < 0 || clock_getcpuclockid (engine->pid, &engine->clock) != 0)
    return false;
  command (engine, "uci\n");
  if (!await (engine, "uciok"))
    return false;
  command (engine, "setoption name UCI_Variant value xiangqi\nsetoption name Threads value 1\n"
                   "setoption name Hash value 256\nisready\n");
  return await (engine, "readyok");
}

static void
engine_end (Engine *engine)
{
  command (engine, "quit\n");
  fclose (engine->in);
  fclose (engine->out);
  waitpid (engine->pid, NULL, 0);
}

/* CPU seconds until the engine sees a mate; negative when it does not within the limit. */
static double
engine_solve (Engine *engine, const char *fen, const char *go, double limit)
{
  double started, spent = 0;
  char line[65536];
  bool found = false, stopped = false;

  /* A new game clears its table; that is not counted. */
  command (engine, "ucinewgame\nisready\n");
  if (!await (engine, "readyok"))
    return -1;
  started = seconds_of (engine->clock);
  fprintf (engine->in, "position fen %s\n%s\n", fen, go);
  fflush (engine->in);
  while (fgets (line, sizeof line, engine->out) != NULL && strncmp (line, "bestmove", 8) != 0)
    {
      const char *mate = strstr (line, " score mate ");

      if (stopped)
        continue;
      spent = seconds_of (engine->clock) - started;
      found = mate != NULL && strtol (mate + 12, NULL, 10) > 0;
      if (found || spent >= limit)
        {
          command (engine, "stop\n");
          stopped = true;
        }
    }
  return found ? spent : -1;
}

/* The same for us. */
static double
our_solve (YqMate *mate, const YqPosition *pos, double limit)
{
  YqMateTask task = { .first_found = true, .seconds = limit };
  double started = seconds_of (CLOCK_THREAD_CPUTIME_ID), spent;
  YqMateResult result;

  yq_mate_solve (mate, pos, &task, &result);
  spent = seconds_of (CLOCK_THREAD_CPUTIME_ID) - started;
  if (result.length == 0 || result.verdict == YQ_MATE_NO_IN)
    spent = -1;
  yq_mate_result_clear (&result);
  return spent;
}

static int
column_of (char *line, const char *name)
{
  char *rest = line;

  for (int i = 0; rest != NULL; i++)
    if (strcmp (strsep (&rest, "\t\n"), name) == 0)
      return i;
  return -1;
}

static const char *
column (char *line, int n)
{
  char *rest = line, *text = NULL;

  for (int i = 0; i <= n && rest != NULL; i++)
    text = strsep (&rest, "\t\n");
  return text != NULL ? text : "";
}

typedef struct
{
  const char *name;
  unsigned solved, both;
  double seconds, logs;
} Score;

static void
count (Score *score, double theirs, double ours)
{
  if (theirs < 0)
    return;
  score->solved++;
  score->seconds += theirs;
  if (ours < 0)
    return;
  score->both++;
  score->logs += log ((theirs > 1e-6 ? theirs : 1e-6) / (ours > 1e-6 ? ours : 1e-6));
}

int
main (int argc, char **argv)
{
  const char *path = argc > 2 ? argv[2] : "/usr/games/fairy-stockfish";
  double limit = argc > 3 ? atof (argv[3]) : 10;
  unsigned step = argc > 4 ? (unsigned) atoi (argv[4]) : 1, n_lines = 0, n = 0;
  Score scores[] = { { "we" }, { "go mate N" }, { "go" } };
  int fen_column = -1, length_column = -1;
  FILE *file = argc > 1 ? fopen (argv[1], "r") : NULL;
  YqMate *mate = yq_mate_new (0);
  Engine engine = { 0 };
  bool has_engine;
  char line[4096];

  if (file == NULL || step == 0)
    {
      fprintf (stderr, "Usage: bench-mate MATES.TSV [ENGINE [SECONDS [STEP]]]\n");
      return 2;
    }
  signal (SIGPIPE, SIG_IGN);
  has_engine = engine_start (&engine, path);
  while (fgets (line, sizeof line, file) != NULL)
    {
      char copy[4096], go[32];
      const char *length;
      double ours, theirs[2] = { -1, -1 };
      YqFenFault fault;
      YqFen fen;

      if (line[0] == '#')
        continue;
      if (fen_column < 0)
        {
          fen_column = column_of (strcpy (copy, line), "fen");
          length_column = column_of (strcpy (copy, line), "mate_in");
          continue;
        }
      if (n_lines++ % step != 0)
        continue;
      length = column (strcpy (copy, line), length_column);
      snprintf (go, sizeof go, "go mate %ld", strtol (length, NULL, 10));
      length = column (line, fen_column);
      if (!yq_fen_read (length, strlen (length), &yq_ruleset_xiangqi, &fen, &fault))
        continue;
      n++;
      ours = our_solve (mate, &fen.position, limit);
      if (has_engine)
        {
          theirs[0] = engine_solve (&engine, length, go, limit);
          theirs[1] = engine_solve (&engine, length, "go infinite", limit);
        }
      printf ("%u\t%s\t%s\t%.4f\t%.4f\t%.4f\n", n, go + 8, length, ours, theirs[0], theirs[1]);
      fflush (stdout);
      count (&scores[0], ours, ours);
      count (&scores[1], theirs[0], ours);
      count (&scores[2], theirs[1], ours);
    }
  for (unsigned i = 0; i < (has_engine ? 3 : 1); i++)
    {
      printf ("%-10s solved %u of %u in %.3f s", scores[i].name, scores[i].solved, n,
              scores[i].seconds);
      if (i > 0 && scores[i].both > 0)
        printf ("; on the %u that both solve we are %.1f times as fast (geometric mean)",
                scores[i].both, exp (scores[i].logs / scores[i].both));
      putchar ('\n');
    }
  if (has_engine)
    engine_end (&engine);
  yq_mate_free (mate);
  fclose (file);
  return 0;
}
