/* Measures the rules floor.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "yq-bench.h"

#include <stdio.h>
#include <time.h>

#include "yq-judge.h"
#include "yq-perft.h"

enum
{
  N_SAMPLES = 1024
};

/* Positions of random games, the same every time, each with a move that may or may not be legal. */
typedef struct
{
  YqPosition positions[N_SAMPLES];
  YqMove questions[N_SAMPLES];
} Samples;

/* One round over a game's samples; returns how many answers it gave. */
typedef uint64_t (*Round) (const Samples *samples);

double
yq_bench_clock (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double) now.tv_sec + (double) now.tv_nsec * 1e-9;
}

static unsigned
chance (uint64_t *state, unsigned below)
{
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (unsigned) ((*state >> 33) % below);
}

static void
make_samples (Samples *samples, const YqGeometry *geometry)
{
  YqMove moves[YQ_MAX_MOVES];
  uint64_t state = 1;
  YqPosition pos;

  yq_position_start (&pos, geometry);
  for (size_t i = 0, ply = 0; i < N_SAMPLES; i++, ply++)
    {
      size_t n = yq_position_moves (&pos, YQ_MOVES_ALL, moves);
      YqUndo undo;

      if (n == 0 || ply == 120)
        {
          yq_position_start (&pos, geometry);
          n = yq_position_moves (&pos, YQ_MOVES_ALL, moves);
          ply = 0;
        }
      samples->positions[i] = pos;
      samples->questions[i] = moves[chance (&state, (unsigned) n)];
      if (chance (&state, 2) == 0)
        samples->questions[i].to = (YqSquare) chance (&state, YQ_SQUARES);
      yq_position_play (&pos, moves[chance (&state, (unsigned) n)], &undo);
    }
}

/* What the rounds do. */

static uint64_t
count_leaves (const Samples *samples)
{
  YqPosition pos = samples->positions[0];

  return yq_position_perft (&pos, 4);
}

static uint64_t
list_leaves (const Samples *samples)
{
  YqPosition pos = samples->positions[0];

  return yq_position_perft_listed (&pos, 4, false);
}

static uint64_t
play_leaves (const Samples *samples)
{
  YqPosition pos = samples->positions[0];

  return yq_position_perft_listed (&pos, 4, true);
}

/* The answers are used, so that no compiler leaves the questions out. */
static volatile uint64_t answers;

static uint64_t
ask_legality (const Samples *samples)
{
  for (size_t i = 0; i < N_SAMPLES; i++)
    answers += yq_position_is_legal (&samples->positions[i], samples->questions[i]);
  return N_SAMPLES;
}

static uint64_t
ask_checks (const Samples *samples)
{
  for (size_t i = 0; i < N_SAMPLES; i++)
    answers += yq_position_in_check (&samples->positions[i], (YqSide) samples->positions[i].turn);
  return N_SAMPLES;
}

static uint64_t
judge_positions (const Samples *samples)
{
  for (size_t i = 0; i < N_SAMPLES; i++)
    answers += yq_judge_verdict (&samples->positions[i]);
  return N_SAMPLES;
}

size_t
yq_bench_rules (double seconds, YqFigure figures[YQ_MAX_FIGURES])
{
  static const struct
  {
    const char *name;
    Round round;
  } rounds[] = {
    { "leaves counted", count_leaves },
    { "leaves listed, inner moves played", list_leaves },
    { "leaves listed, played and taken back", play_leaves },
    { "legality questions", ask_legality },
    { "check questions", ask_checks },
    { "positions judged", judge_positions },
  };
  static const YqRuleset *const games[] = { &yq_ruleset_duck, &yq_ruleset_xiangqi };
  size_t n = 0;

  for (size_t game = 0; game < sizeof games / sizeof games[0]; game++)
    {
      Samples samples;

      make_samples (&samples, yq_geometry_of (games[game]));
      for (size_t i = 0; i < sizeof rounds / sizeof rounds[0]; i++)
        {
          double start = yq_bench_clock (), spent;
          uint64_t done = 0;

          do
            {
              done += rounds[i].round (&samples);
              spent = yq_bench_clock () - start;
            }
          while (spent < seconds);
          snprintf (figures[n].name, sizeof figures[n].name, "%s: %s", games[game]->id, rounds[i].name);
          figures[n++].per_second = (double) done / spent;
        }
    }
  return n;
}
