/* The rules core beside Debian's fairy-stockfish, which this program starts itself: CPU time of both, one
 * thread, medians. Arguments: the engine's path (default /usr/games/fairy-stockfish), a perft.tsv, the
 * duckchess.ini for the engine. Without an engine, our figures alone.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "yq-bench.h"
#include "yq-fen.h"
#include "yq-perft.h"

enum
{
  N_RUNS = 5
};

static const char *engine, *variants;

static int
compare (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static double
median (double runs[N_RUNS])
{
  qsort (runs, N_RUNS, sizeof *runs, compare);
  return runs[N_RUNS / 2];
}

/* The engine's commands for a count. */
static void
write_commands (FILE *out, const char *game, const char *fen, unsigned depth)
{
  if (strcmp (game, "duck") == 0)
    fprintf (out, "setoption name VariantPath value %s\nsetoption name UCI_Variant value duckxq\n", variants);
  else
    fprintf (out, "setoption name UCI_Variant value xiangqi\n");
  fprintf (out, "position fen %s\n", fen);
  if (depth > 0)
    fprintf (out, "go perft %u\n", depth);
  fprintf (out, "quit\n");
}

/* CPU seconds of the engine for this count (depth 0: for starting alone); *found gets what it counted. */
static double
run_engine (const char *game, const char *fen, unsigned depth, uint64_t *found)
{
  FILE *commands = tmpfile ();
  struct rusage usage;
  int answers[2];
  char line[256];
  FILE *in;
  pid_t pid;

  if (commands == NULL || pipe (answers) != 0)
    {
      perror ("bench-rules");
      exit (1);
    }
  write_commands (commands, game, fen, depth);
  rewind (commands);
  fflush (NULL);
  pid = fork ();
  if (pid == 0)
    {
      dup2 (fileno (commands), STDIN_FILENO);
      dup2 (answers[1], STDOUT_FILENO);
      close (answers[0]);
      close (answers[1]);
      execl (engine, engine, (char *) NULL);
      _exit (127);
    }
  close (answers[1]);
  fclose (commands);
  in = fdopen (answers[0], "r");
  *found = 0;
  while (fgets (line, sizeof line, in) != NULL)
    sscanf (line, "Nodes searched: %" SCNu64, found);
  fclose (in);
  wait4 (pid, NULL, 0, &usage);
  return (double) usage.ru_utime.tv_sec + (double) usage.ru_stime.tv_sec
         + ((double) usage.ru_utime.tv_usec + (double) usage.ru_stime.tv_usec) * 1e-6;
}

/* The ways of ours. */
typedef enum
{
  COUNTED,
  LISTED,
  PLAYED,
  N_WAYS
} Way;

static const char *const ways[N_WAYS] = { "counted", "listed, inner moves played", "listed, all played and taken back" };

static double
run_ours (const YqPosition *start, unsigned depth, Way way, uint64_t *found)
{
  double runs[N_RUNS];

  for (unsigned i = 0; i < N_RUNS; i++)
    {
      YqPosition pos = *start;
      double begin = yq_bench_clock ();

      *found = way == COUNTED ? yq_position_perft (&pos, depth) : yq_position_perft_listed (&pos, depth, way == PLAYED);
      runs[i] = yq_bench_clock () - begin;
    }
  return median (runs);
}

typedef struct
{
  double ours[N_WAYS], engine;
  uint64_t leaves;
  bool right;
} Sum;

/* Measures one count by both and adds it. The engine's start is taken off its time. */
static void
measure (const char *game, const char *fen_text, unsigned depth, uint64_t expected, Sum *sum)
{
  const YqRuleset *ruleset = yq_ruleset_by_id (game);
  YqFenFault fault;
  uint64_t found;
  YqFen fen;

  if (!yq_fen_read (fen_text, strlen (fen_text), ruleset, &fen, &fault))
    {
      fprintf (stderr, "bench-rules: %s cannot be read\n", fen_text);
      exit (1);
    }
  for (unsigned way = 0; way < N_WAYS; way++)
    {
      sum->ours[way] += run_ours (&fen.position, depth, (Way) way, &found);
      sum->right &= found == expected;
    }
  if (engine != NULL)
    {
      double counts[N_RUNS], starts[N_RUNS];

      for (unsigned i = 0; i < N_RUNS; i++)
        {
          starts[i] = run_engine (game, fen_text, 0, &found);
          counts[i] = run_engine (game, fen_text, depth, &found);
          sum->right &= found == expected;
        }
      sum->engine += median (counts) - median (starts);
    }
  sum->leaves += expected;
}

static void
print (const char *what, const Sum *sum)
{
  printf ("%s, %" PRIu64 " leaves%s\n", what, sum->leaves, sum->right ? "" : ": A COUNT IS WRONG");
  for (unsigned way = 0; way < N_WAYS; way++)
    {
      printf ("  %-34s %8.3f s %8.1f M/s", ways[way], sum->ours[way], (double) sum->leaves / sum->ours[way] / 1e6);
      if (engine != NULL)
        printf ("  %6.1f times the engine", sum->engine / sum->ours[way]);
      putchar ('\n');
    }
  if (engine != NULL)
    printf ("  %-34s %8.3f s %8.1f M/s\n", "fairy-stockfish, counted", sum->engine, (double) sum->leaves / sum->engine / 1e6);
  fflush (stdout);
}

int
main (int argc, char **argv)
{
  static const char xiangqi[] = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
  static const char duck[] = "rnbakabnr/9/d7d/p1p1p1p1p/9/9/P1P1P1P1P/D7D/9/RNBAKABNR w - - 0 1";
  Sum start = { .right = true }, others = { .right = true }, ducks = { .right = true };
  const char *counts = argc > 2 ? argv[2] : NULL;
  YqFigure figures[YQ_MAX_FIGURES];
  char line[1024], last[128] = "", last_line[1024] = "";
  FILE *file;
  size_t n;

  engine = argc > 1 ? argv[1] : "/usr/games/fairy-stockfish";
  variants = argc > 3 ? argv[3] : NULL;
  if (access (engine, X_OK) != 0)
    {
      printf ("%s is not there: our figures alone\n", engine);
      engine = NULL;
    }
  measure ("xiangqi", xiangqi, 5, 133312995, &start);
  print ("xiangqi, start, 5 plies", &start);

  /* The deepest line of each other xiangqi position; they lie together. */
  file = counts != NULL ? fopen (counts, "r") : NULL;
  while (file != NULL)
    {
      bool more = fgets (line, sizeof line, file) != NULL;
      const char *fen = more && strncmp (line, "xiangqi\t", 8) == 0 ? line + 8 : "";
      size_t length = strcspn (fen, "\t");

      if (strlen (last) != length || strncmp (last, fen, length) != 0)
        {
          if (last[0] != '\0' && strcmp (last, xiangqi) != 0)
            {
              unsigned depth = 0;
              uint64_t expected = 0;

              sscanf (last_line + 8 + strlen (last), "%u %" SCNu64, &depth, &expected);
              if (expected > 0)
                measure ("xiangqi", last, depth, expected, &others);
            }
          snprintf (last, sizeof last, "%.*s", (int) length, fen);
        }
      strcpy (last_line, line);
      if (!more)
        {
          fclose (file);
          file = NULL;
          print ("xiangqi, the other positions", &others);
        }
    }

  if (variants == NULL)
    engine = NULL;
  measure ("duck", duck, 5, 152386930, &ducks);
  print ("duck chess, start, 5 plies", &ducks);

  n = yq_bench_rules (1.0, figures);
  for (size_t i = 0; i < n; i++)
    printf ("%-50s %10.2f M/s\n", figures[i].name, figures[i].per_second / 1e6);
  return start.right && others.right && ducks.right ? 0 : 1;
}
