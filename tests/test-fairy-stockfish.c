/* The legal moves beside those of Debian's fairy-stockfish, a program that shares nothing with ours: on
 * positions of random play from the start. Skipped where that engine is missing; YAQI_FAIRY_STOCKFISH says
 * where else it is, YAQI_FAIRY_POSITIONS how many positions.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <sys/wait.h>
#include <unistd.h>

#include "yq-fen.h"
#include "yq-move-text.h"

#include "fuzz.h"
#include "tap.h"

static const char *
find_engine (void)
{
  static const char *const usual[] = { "/usr/games/fairy-stockfish", "/usr/bin/fairy-stockfish" };
  const char *wish = getenv ("YAQI_FAIRY_STOCKFISH");

  if (wish != NULL)
    return access (wish, X_OK) == 0 ? wish : NULL;
  for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++)
    if (access (usual[i], X_OK) == 0)
      return usual[i];
  return NULL;
}

/* The positions of games of 150 random plies at most, each game's last one without a move included. */
static void
play_at_random (YqFen *fens, size_t n_fens)
{
  unsigned ply = 0;
  YqFen fen;

  yq_fen_start (&fen, &yq_ruleset_xiangqi);
  for (size_t i = 0; i < n_fens; i++, ply++)
    {
      YqMove moves[YQ_MAX_MOVES];
      size_t n = yq_position_moves (&fen.position, YQ_MOVES_ALL, moves);
      YqUndo undo;

      fens[i] = fen;
      if (n == 0 || ply == 150)
        {
          yq_fen_start (&fen, &yq_ruleset_xiangqi);
          ply = 0;
        }
      else
        yq_position_play (&fen.position, moves[fuzz_below ((uint32_t) n)], &undo);
    }
}

/* Asks the engine for the legal moves of all the positions; returns its answers. */
static FILE *
ask (const char *engine, const YqFen *fens, size_t n_fens, pid_t *pid)
{
  FILE *questions = tmpfile ();
  int answers[2];

  if (questions == NULL || pipe (answers) != 0)
    return NULL;
  fputs ("setoption name UCI_Variant value xiangqi\n", questions);
  for (size_t i = 0; i < n_fens; i++)
    {
      char text[YQ_FEN_MAX];

      yq_fen_write (&fens[i], YQ_FEN_LETTERS_NB, text);
      fprintf (questions, "position fen %s\ngo perft 1\n", text);
    }
  fputs ("quit\n", questions);
  rewind (questions);
  fflush (NULL);
  *pid = fork ();
  if (*pid == 0)
    {
      dup2 (fileno (questions), STDIN_FILENO);
      dup2 (answers[1], STDOUT_FILENO);
      close (answers[0]);
      close (answers[1]);
      execl (engine, engine, (char *) NULL);
      _exit (127);
    }
  fclose (questions);
  close (answers[1]);
  return fdopen (answers[0], "r");
}

/* Reads the engine's list of moves, «h3e3: 1» each, up to «Nodes searched: 44». Is it ours? */
static bool
is_agreed (FILE *answers, const YqPosition *pos)
{
  char ours[YQ_MAX_MOVES][YQ_MOVE_TEXT_MAX], line[256];
  YqMove moves[YQ_MAX_MOVES];
  size_t n = yq_position_moves (pos, YQ_MOVES_ALL, moves), rest = n;

  for (size_t i = 0; i < n; i++)
    yq_move_write (pos, moves[i], YQ_NOTATION_UCI, ours[i]);
  while (fgets (line, sizeof line, answers) != NULL)
    {
      char *colon = strstr (line, ": ");
      size_t i = 0;

      if (colon == NULL)
        continue;
      if (strncmp (line, "Nodes searched", (size_t) (colon - line)) == 0)
        return strtoul (colon + 2, NULL, 10) == n && rest == 0;
      *colon = '\0';
      while (i < rest && strcmp (ours[i], line) != 0)
        i++;
      if (i == rest)
        continue; /* a move that is not ours: the number will differ, or one of ours be left */
      rest--;
      memcpy (ours[i], ours[rest], sizeof ours[i]);
    }
  return false;
}

int
main (void)
{
  const char *engine = find_engine (), *wish = getenv ("YAQI_FAIRY_POSITIONS");
  size_t n = wish != NULL ? strtoul (wish, NULL, 10) : 10000, different = 0;
  YqFen *fens = calloc (n, sizeof *fens);
  FILE *answers = NULL;
  pid_t pid;

  if (engine == NULL || fens == NULL)
    {
      tap_skip ("fairy-stockfish is not installed");
      free (fens);
      return tap_done ();
    }
  play_at_random (fens, n);
  answers = ask (engine, fens, n, &pid);
  for (size_t i = 0; answers != NULL && i < n; i++)
    if (!is_agreed (answers, &fens[i].position) && different++ < 5)
      {
        char text[YQ_FEN_MAX];

        yq_fen_write (&fens[i], YQ_FEN_LETTERS_NB, text);
        tap_note ("%s", text);
      }
  tap_ok (answers != NULL && different == 0, "the legal moves of %zu positions of random play are fairy-stockfish's", n);
  if (answers != NULL)
    {
      fclose (answers);
      waitpid (pid, NULL, 0);
    }
  free (fens);
  return tap_done ();
}
