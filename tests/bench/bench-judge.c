/* How fast the two judges answer, beside merely reading the same input and beside plain programs that
 * do the same work with scanf and printf; and how fast positions are checked, each with its reasons and
 * replies. CPU time of each process, medians.
 *
 *   bench-judge YAQI-CLI PLAIN-DUCK PLAIN-MATE [OTHER-DUCK OTHER-MATE]   prints figures
 *   bench-judge --generate duck|duck-calm|xiangqi COUNT SEED             prints an input
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "yq-contest.h"
#include "yq-fen.h"

enum
{
  COUNT = 1000000,
  POSITIONS = 100000,
  RUNS = 5,
};

static uint64_t seed = 1;

static unsigned
random_below (unsigned n)
{
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return (unsigned) ((seed >> 32) % n);
}

/* A game without an end, in which captains are spared and some other pieces stay, too. legal of 100
 * commands are moves that can be made, the others say anything on the board. A calm game has few checks. */
static void
generate_game (FILE *file, unsigned count, unsigned legal, bool calm)
{
  YqPosition pos;
  unsigned captures_left = 12;

  yq_position_start (&pos, yq_geometry_of (&yq_ruleset_duck));
  fprintf (file, "%u\n", count);
  for (unsigned i = 0; i < count; i++)
    {
      YqMove moves[YQ_MAX_MOVES];
      YqMove move = { (YqSquare) random_below (YQ_SQUARES), (YqSquare) random_below (YQ_SQUARES) };

      if (random_below (100) < legal)
        {
          size_t n = yq_position_moves (&pos, YQ_MOVES_ALL, moves);

          for (unsigned tries = calm ? 2 : 1; n > 0 && tries > 0; tries--)
            {
              YqPosition after = pos;
              YqUndo undo;

              move = moves[random_below ((unsigned) n)];
              if (!yq_judge_play (&after, move, &undo).check)
                break;
            }
        }
      if (yq_position_is_legal (&pos, move))
        {
          YqPiece target = pos.squares[move.to];
          YqUndo undo;

          if (yq_piece_type (target) == YQ_CAPTAIN || (target != YQ_EMPTY && captures_left == 0))
            move.to = move.from;
          else
            yq_position_play (&pos, move, &undo);
          captures_left -= yq_piece_type (target) != YQ_NO_TYPE && captures_left > 0;
        }
      fprintf (file, "%u %u %u %u\n", yq_square_rank (move.from), yq_square_file (move.from),
               yq_square_rank (move.to), yq_square_file (move.to));
    }
}

/* Two commands in three can be made, most of them in check: the most that there is to find out. */
static void
generate_duck (FILE *file, unsigned count)
{
  generate_game (file, count, 67, false);
}

/* As people would play: a slip now and then, a check now and then. */
static void
generate_calm_duck (FILE *file, unsigned count)
{
  generate_game (file, count, 95, true);
}

static YqSquare
random_in_palace (unsigned first_rank)
{
  return yq_square_at (first_rank + random_below (3), 3 + random_below (3));
}

/* A lone black general in check from two to seven red pieces; the generals do not face. */
static void
generate_xiangqi (FILE *file, unsigned count)
{
  static const YqPieceType types[] = { YQ_CHARIOT, YQ_CHARIOT, YQ_HORSE, YQ_HORSE, YQ_CANNON, YQ_CANNON };

  for (unsigned i = 0; i < count;)
    {
      YqPosition pos;
      char text[YQ_CASE_MAX];
      unsigned first = random_below (6), n = 1 + random_below (6);

      yq_position_clear (&pos, yq_geometry_of (&yq_ruleset_xiangqi));
      yq_position_put (&pos, random_in_palace (7), yq_piece (YQ_BLACK, YQ_GENERAL));
      yq_position_put (&pos, random_in_palace (0), yq_piece (YQ_RED, YQ_GENERAL));
      yq_position_set_turn (&pos, YQ_BLACK);
      for (unsigned j = 0; j < n; j++)
        {
          YqSquare square;

          do
            square = (YqSquare) random_below (YQ_SQUARES);
          while (pos.squares[square] != YQ_EMPTY);
          yq_position_put (&pos, square, yq_piece (YQ_RED, types[(first + j * 5) % 6]));
        }
      if (yq_position_in_check (&pos, YQ_RED) || !yq_position_in_check (&pos, YQ_BLACK))
        continue;
      yq_contest_case_write (&pos, text);
      fprintf (file, "%s\n", text);
      i++;
    }
  fputs ("0 0 0\n", file);
}

/* Positions of random play as FEN, games of at most 150 plies. */
static void
generate_positions (FILE *file, unsigned count)
{
  YqFen fen;

  yq_fen_start (&fen, &yq_ruleset_xiangqi);
  for (unsigned i = 0, ply = 0; i < count; i++, ply++)
    {
      YqMove moves[YQ_MAX_MOVES];
      size_t n = yq_position_moves (&fen.position, YQ_MOVES_ALL, moves);
      char text[YQ_FEN_MAX];
      YqUndo undo;

      yq_fen_write (&fen, YQ_FEN_LETTERS_NB, text);
      fprintf (file, "%s\n", text);
      if (n > 0 && ply < 150)
        yq_position_play (&fen.position, moves[random_below ((unsigned) n)], &undo);
      else
        {
          yq_fen_start (&fen, &yq_ruleset_xiangqi);
          ply = 0;
        }
    }
}

/* A kind of input for a judge, COUNT commands or cases. */
typedef struct
{
  const char *name, *game, *unit;
  void (*generate) (FILE *file, unsigned count);
} Input;

static const Input inputs[] = {
  { "duck", "duck", "commands", generate_duck },
  { "duck-calm", "duck", "commands", generate_calm_duck },
  { "xiangqi", "xiangqi", "cases", generate_xiangqi },
};

enum
{
  N_INPUTS = sizeof inputs / sizeof inputs[0]
};

static double
seconds (const struct rusage *usage)
{
  return (double) (usage->ru_utime.tv_sec + usage->ru_stime.tv_sec)
         + 1e-6 * (double) (usage->ru_utime.tv_usec + usage->ru_stime.tv_usec);
}

static void
read_alone (void)
{
  static char buffer[1 << 15];

  while (read (STDIN_FILENO, buffer, sizeof buffer) > 0)
    ;
}

/* CPU seconds of a program with standard input from path and output to nowhere; NULL = only reads. */
static double
run (const char *path, char *const *command)
{
  struct rusage usage;
  int status;
  pid_t child;

  fflush (stdout);
  child = fork ();
  if (child == 0)
    {
      if (freopen (path, "r", stdin) == NULL || freopen ("/dev/null", "w", stdout) == NULL)
        _exit (127);
      if (command == NULL)
        read_alone ();
      else
        execv (command[0], command);
      _exit (command == NULL ? 0 : 127);
    }
  if (child < 0 || wait4 (child, &status, 0, &usage) != child || status != 0)
    {
      fprintf (stderr, "bench-judge: %s failed\n", command != NULL ? command[0] : "reading");
      exit (1);
    }
  return seconds (&usage);
}

static int
compare_doubles (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/* A file in memory with an input; *path gets the name under which a child finds it. */
static FILE *
make_input (void (*generate) (FILE *file, unsigned count), unsigned count, char path[32])
{
  int fd = memfd_create ("bench-judge", 0);
  FILE *file = fd >= 0 ? fdopen (fd, "w") : NULL;

  if (file == NULL)
    exit (1);
  snprintf (path, 32, "/proc/self/fd/%d", fd);
  generate (file, count);
  fflush (file);
  return file;
}

static void
measure_check (char *cli)
{
  char verb[] = "check", path[32];
  char *const command[] = { cli, verb, NULL };
  FILE *file = make_input (generate_positions, POSITIONS, path);
  double times[RUNS];

  for (unsigned i = 0; i < RUNS; i++)
    times[i] = run (path, command);
  fclose (file);
  qsort (times, RUNS, sizeof *times, compare_doubles);
  printf ("check: %d positions, CPU seconds (median of %d)\n", POSITIONS, RUNS);
  printf ("  %-20s %7.4f s %8.2f M positions/s\n", "yaqi-cli check", times[RUNS / 2], POSITIONS / times[RUNS / 2] / 1e6);
}

static void
measure (const Input *input, char *cli, char *plain, char *other)
{
  char verb[] = "judge", game[16];
  char *const cli_command[] = { cli, verb, game, NULL };
  char *const plain_command[] = { plain, NULL }, *const other_command[] = { other, NULL };
  const struct
  {
    const char *name;
    char *const *command;
  } entries[] = {
    { "reading alone", NULL },
    { "yaqi-cli judge", cli_command },
    { "plain scanf/printf", plain_command },
    { "other program", other_command },
  };
  unsigned n_entries = other != NULL ? 4 : 3;
  double times[4][RUNS];
  char path[32];
  FILE *file = make_input (input->generate, COUNT, path);

  snprintf (game, sizeof game, "%s", input->game);

  /* Taking turns, so that a noisy neighbour disturbs all alike. */
  for (unsigned run_number = 0; run_number < RUNS; run_number++)
    for (unsigned i = 0; i < n_entries; i++)
      times[i][run_number] = run (path, entries[i].command);
  fclose (file);

  printf ("%s: %d %s, CPU seconds (median of %d)\n", input->name, COUNT, input->unit, RUNS);
  for (unsigned i = 0; i < n_entries; i++)
    qsort (times[i], RUNS, sizeof **times, compare_doubles);
  for (unsigned i = 0; i < n_entries; i++)
    {
      double median = times[i][RUNS / 2];

      printf ("  %-20s %7.4f s %8.2f M %s/s", entries[i].name, median, COUNT / median / 1e6, input->unit);
      if (i >= 2)
        printf ("  yaqi-cli is %.1f times as fast", median / times[1][RUNS / 2]);
      putchar ('\n');
    }
}

int
main (int argc, char **argv)
{
  for (unsigned i = 0; i < N_INPUTS; i++)
    if (argc == 5 && strcmp (argv[1], "--generate") == 0 && strcmp (argv[2], inputs[i].name) == 0)
      {
        seed = strtoull (argv[4], NULL, 10) * 0x9E3779B97F4A7C15u | 1;
        inputs[i].generate (stdout, (unsigned) strtoul (argv[3], NULL, 10));
        return 0;
      }
  if (argc != 4 && argc != 6)
    {
      fputs ("usage: bench-judge YAQI-CLI PLAIN-DUCK PLAIN-MATE [OTHER-DUCK OTHER-MATE]\n", stderr);
      return 2;
    }
  for (unsigned i = 0; i < N_INPUTS; i++)
    {
      unsigned which = strcmp (inputs[i].game, "duck") != 0;

      measure (&inputs[i], argv[1], argv[2 + which], argc == 6 ? argv[4 + which] : NULL);
    }
  measure_check (argv[1]);
  return 0;
}
