/* Counts of move sequences: what right means for the move generator. Own positions, and the whole
 * larger collection where it is there (its suite to YAQI_PERFT_PLIES plies, 5 being all of it).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tap.h"

#include "rules-help.h"

static void
check_file (const char *path, const char *name)
{
  FILE *file = fopen (path, "r");
  unsigned lines = 0, wrong = 0;
  char line[1024];

  if (file == NULL)
    {
      tap_ok (false, "%s can be read", path);
      return;
    }
  while (fgets (line, sizeof line, file) != NULL)
    {
      const char *id = strtok (line, "\t"), *fen = strtok (NULL, "\t"), *plies = strtok (NULL, "\t");
      const char *sequences = strtok (NULL, "\t\n");
      const YqRuleset *ruleset = yq_ruleset_by_id (id);
      YqPosition pos, before;
      uint64_t found;

      if (ruleset == NULL) /* a comment or the heading */
        continue;
      help_position (&pos, yq_geometry_of (ruleset), fen);
      before = pos;
      found = yq_position_perft (&pos, (unsigned) atoi (plies));
      lines++;
      if (found != strtoull (sequences, NULL, 10) || !yq_position_equal (&pos, &before) || !yq_position_check (&pos))
        {
          wrong++;
          tap_note ("%s %s, %s plies: %llu, not %s", id, fen, plies, (unsigned long long) found, sequences);
        }
    }
  fclose (file);
  tap_ok (lines > 0 && wrong == 0, "%s: %u counts", name, lines);
}

/* The collection's suite: a name, a FEN, and the counts from one ply on, of which the fifth takes
 * seconds. */
static void
check_suite (const char *path, unsigned max_plies)
{
  FILE *file = fopen (path, "r");
  unsigned counts = 0, wrong = 0;
  char line[1024];

  while (fgets (line, sizeof line, file) != NULL)
    {
      const char *name = strtok (line, "\t"), *fen = strtok (NULL, "\t"), *sequences;
      YqPosition pos;

      if (*line == '#' || strcmp (name, "name") == 0)
        continue;
      help_position (&pos, yq_geometry_of (&yq_ruleset_xiangqi), fen);
      for (unsigned plies = 1; plies <= max_plies && (sequences = strtok (NULL, "\t\n")) != NULL; plies++)
        {
          uint64_t found = yq_position_perft (&pos, plies);

          counts++;
          if (found != strtoull (sequences, NULL, 10))
            {
              wrong++;
              tap_note ("%s, %u plies: %llu, not %s", name, plies, (unsigned long long) found, sequences);
            }
        }
    }
  fclose (file);
  tap_ok (counts > 0 && wrong == 0, "the suite: %u counts of up to %u plies", counts, max_plies);
}

int
main (void)
{
  const char *plies = getenv ("YAQI_PERFT_PLIES");
  YqPosition pos;

  check_file (tap_data ("perft.tsv"), "own positions");
  if (tap_case ("perft.tsv") != NULL)
    check_file (tap_case ("perft.tsv"), "the collection");
  else
    tap_skip ("perft.tsv is not there");
  if (tap_case ("perft_suite.tsv") != NULL)
    check_suite (tap_case ("perft_suite.tsv"), plies != NULL ? (unsigned) atoi (plies) : 4);
  else
    tap_skip ("perft_suite.tsv is not there");
  yq_position_start (&pos, yq_geometry_of (&yq_ruleset_duck));
  tap_ok (yq_position_perft (&pos, 0) == 1, "no ply: one empty sequence");
  return tap_done ();
}
