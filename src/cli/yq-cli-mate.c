/* yaqi-cli mate: proves or refutes forced mates.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "yq-cli-private.h"
#include "yq-judge.h"
#include "yq-mate.h"
#include "yq-positions.h"

enum
{
  MAX_THREADS = 256,
  MAX_MEMORY = 1 << 20, /* MiB */
};

/* One position to solve, and what is to be printed for it once it is solved. */
typedef struct
{
  YqPositionsReading reading;
  YqPositionsItem item;
  char *text;
  bool solved;
  bool wrong; /* the solution did not stand up to its verification */
} Job;

typedef struct
{
  YqMateTask task;
  size_t memory; /* of each thread */
  bool verify, json, pgn;

  Job *jobs;
  size_t n_jobs;

  pthread_mutex_t lock; /* of what follows and of what threads write into jobs */
  pthread_cond_t solved;
  size_t next;
  bool out_of_memory;
} Work;

/* Words. */

static const char *const first_words[] = {
  [YQ_MATE_FIRST_BEST] = "best",           [YQ_MATE_FIRST_LONGER] = "longer",
  [YQ_MATE_FIRST_UNDECIDED] = "undecided", [YQ_MATE_FIRST_SLOWER] = "not so fast",
  [YQ_MATE_FIRST_NEVER] = "never",
};

static const char *const piece_words[] = {
  [YQ_MATE_PIECE_NEEDED] = "needed",
  [YQ_MATE_PIECE_SUPERFLUOUS] = "superfluous",
  [YQ_MATE_PIECE_UNDECIDED] = "undecided",
};

static void
print_square (FILE *out, YqSquare square)
{
  char text[3];

  fputs (yq_square_text (square, text), out);
}

static void
print_move (FILE *out, YqMove move)
{
  print_square (out, move.from);
  print_square (out, move.to);
}

static void
print_line (FILE *out, const YqMateResult *result)
{
  for (unsigned i = 0; i < result->n_line; i++)
    {
      fputs (i > 0 ? " " : "", out);
      print_move (out, result->line[i]);
    }
}

/* Column 5: what --verify found. */
static const char *
verification (const Work *work, const YqMateResult *result, bool verified)
{
  if (!work->verify)
    return NULL;
  if (result->tree == NULL)
    return "nothing to verify";
  if (!result->tree_complete)
    return "tree incomplete";
  return verified ? "verified" : "wrong";
}

static void
print_facts (FILE *out, const YqMateResult *result)
{
  const char *separator = "";

  fputs ("\tfirst moves: ", out);
  for (size_t i = 0; i < result->n_firsts; i++)
    {
      const YqMateFirst *first = &result->firsts[i];

      fputs (separator, out);
      print_move (out, first->move);
      fprintf (out, " %s%s", first_words[first->kind], first->mirrored ? " mirrored" : "");
      if (first->kind == YQ_MATE_FIRST_LONGER)
        fprintf (out, " %u", first->length);
      separator = ", ";
    }
  fprintf (out, "\tlongest defences: %u\tpieces not needed: ", result->n_longest);
  separator = "";
  for (size_t i = 0; i < result->n_pieces; i++)
    if (result->pieces[i].kind != YQ_MATE_PIECE_NEEDED)
      {
        fputs (separator, out);
        print_square (out, result->pieces[i].square);
        if (result->pieces[i].kind == YQ_MATE_PIECE_UNDECIDED)
          fputs (" undecided", out);
        separator = ", ";
      }
}

static void
print_text (FILE *out, const Work *work, const YqMateResult *result, const char *verified)
{
  char verdict[YQ_MATE_VERDICT_MAX];

  yq_mate_verdict_text (result, verdict);
  fprintf (out, "%s\t", verdict);
  print_line (out, result);
  fprintf (out, "\t%" PRIu64 "\t%.4f", result->nodes, result->seconds);
  if (verified != NULL)
    fprintf (out, "\t%s", verified);
  if (work->task.facts)
    print_facts (out, result);
  putc ('\n', out);
}

static void
print_json (FILE *out, const Work *work, const YqPositionsItem *item, const YqMateResult *result,
            const char *verified)
{
  char verdict[YQ_MATE_VERDICT_MAX], fen[YQ_FEN_MAX];

  yq_mate_verdict_text (result, verdict);
  yq_fen_write (&item->fen, YQ_FEN_LETTERS_NB, fen);
  fprintf (out, "{\"line\":%u,\"fen\":\"%s\",\"verdict\":\"%s\",\"refuted\":%u,\"moves\":\"",
           item->line, fen, verdict, result->refuted);
  print_line (out, result);
  fprintf (out, "\",\"nodes\":%" PRIu64 ",\"seconds\":%.4f", result->nodes, result->seconds);
  if (verified != NULL)
    fprintf (out, ",\"verified\":\"%s\"", verified);
  if (work->task.facts)
    {
      fputs (",\"firsts\":[", out);
      for (size_t i = 0; i < result->n_firsts; i++)
        {
          fputs (i > 0 ? ",{\"move\":\"" : "{\"move\":\"", out);
          print_move (out, result->firsts[i].move);
          fprintf (out, "\",\"kind\":\"%s\",\"length\":%u,\"mirrored\":%s}",
                   first_words[result->firsts[i].kind], result->firsts[i].length,
                   result->firsts[i].mirrored ? "true" : "false");
        }
      fprintf (out, "],\"longest_defences\":%u,\"symmetric\":%s,\"pieces\":[", result->n_longest,
               result->symmetric ? "true" : "false");
      for (size_t i = 0; i < result->n_pieces; i++)
        {
          fputs (i > 0 ? ",{\"point\":\"" : "{\"point\":\"", out);
          print_square (out, result->pieces[i].square);
          fprintf (out, "\",\"kind\":\"%s\"}", piece_words[result->pieces[i].kind]);
        }
      fputs ("]", out);
    }
  fputs ("}\n", out);
}

static void
print_impossible (FILE *out, const Work *work, const Job *job, const char *why)
{
  /* Messages about positions hold nothing that JSON would need escaped but the quoted text. */
  if (!work->json)
    {
      fprintf (out, "illegal\t%s\n", why);
      return;
    }
  fprintf (out, "{\"line\":%u,\"verdict\":\"illegal\",\"text\":\"", job->item.line);
  for (; *why != '\0'; why++)
    if (*why == '"' || *why == '\\')
      fprintf (out, "\\%c", *why);
    else if ((unsigned char) *why < ' ')
      fprintf (out, "\\u%04x", (unsigned) *why);
    else
      putc (*why, out);
  fputs ("\"}\n", out);
}

/* Solving. */

static void
solve (const Work *work, YqMate *mate, Job *job, FILE *out)
{
  const YqPosition *pos = &job->item.fen.position;
  YqFault faults[YQ_MAX_FAULTS];
  char why[YQ_MATE_FAULT_MAX];
  YqMateResult result;
  bool verified = false;

  if (job->reading == YQ_POSITIONS_FAULT)
    {
      print_impossible (out, work, job, job->item.fault.message);
      return;
    }
  if (yq_position_faults (pos, faults) > 0)
    {
      print_impossible (out, work, job, "the position is impossible (see yaqi-cli check)");
      return;
    }
  yq_mate_solve (mate, pos, &work->task, &result);
  if (work->verify && result.tree != NULL && result.tree_complete)
    {
      verified = result.verdict == YQ_MATE_WIN_WITHIN
                   ? yq_mate_verify_win (pos, result.tree, result.length, why)
                   : yq_mate_verify (pos, result.tree, result.length, work->task.checks_only, why);
      if (!verified)
        yq_cli_complain ("line %u: %s", job->item.line, why);
      job->wrong = !verified;
    }
  if (work->json)
    print_json (out, work, &job->item, &result, verification (work, &result, verified));
  else
    print_text (out, work, &result, verification (work, &result, verified));
  if (work->pgn && result.tree != NULL)
    {
      YqRecord *record = yq_mate_record (&job->item.fen, &result, "perpetual check is forbidden");
      char *pgn = yq_record_write (record, YQ_NOTATION_COORDINATES, NULL);

      fprintf (out, "%s\n", pgn);
      free (pgn);
      yq_record_free (record);
    }
  yq_mate_result_clear (&result);
}

static void *
work_thread (void *data)
{
  Work *work = data;
  YqMate *mate = yq_mate_new (work->memory);

  pthread_mutex_lock (&work->lock);
  work->out_of_memory |= mate == NULL;
  while (!work->out_of_memory && work->next < work->n_jobs)
    {
      Job *job = &work->jobs[work->next++];
      char *text = NULL;
      size_t length;
      FILE *out;

      pthread_mutex_unlock (&work->lock);
      out = open_memstream (&text, &length);
      if (out != NULL)
        {
          solve (work, mate, job, out);
          fclose (out);
        }
      pthread_mutex_lock (&work->lock);
      job->text = text;
      job->solved = true;
      work->out_of_memory |= text == NULL;
      pthread_cond_signal (&work->solved);
    }
  pthread_cond_signal (&work->solved);
  pthread_mutex_unlock (&work->lock);
  yq_mate_free (mate);
  return NULL;
}

/* Prints the answers in the order of the positions, each as soon as it and all before it are there.
 */
static int
print_answers (Work *work)
{
  int status = YQ_CLI_OK;

  for (size_t i = 0; i < work->n_jobs; i++)
    {
      Job *job = &work->jobs[i];
      bool solved;

      pthread_mutex_lock (&work->lock);
      while (!job->solved && !work->out_of_memory)
        pthread_cond_wait (&work->solved, &work->lock);
      solved = job->solved && job->text != NULL;
      pthread_mutex_unlock (&work->lock);
      if (!solved)
        {
          errno = ENOMEM;
          return yq_cli_io_error ("memory");
        }
      fputs (job->text, stdout);
      if (fflush (stdout) != 0)
        return YQ_CLI_IO;
      if (job->wrong)
        status = YQ_CLI_NO;
      free (job->text);
      job->text = NULL;
    }
  return status;
}

static int
solve_all (Work *work, unsigned n_threads)
{
  pthread_t threads[MAX_THREADS];
  unsigned n = 0;
  int status;

  pthread_mutex_init (&work->lock, NULL);
  pthread_cond_init (&work->solved, NULL);
  while (n < n_threads && pthread_create (&threads[n], NULL, work_thread, work) == 0)
    n++;
  if (n == 0)
    return yq_cli_io_error ("threads");
  status = print_answers (work);
  pthread_mutex_lock (&work->lock);
  work->next = work->n_jobs;
  pthread_mutex_unlock (&work->lock);
  for (unsigned i = 0; i < n; i++)
    pthread_join (threads[i], NULL);
  pthread_cond_destroy (&work->solved);
  pthread_mutex_destroy (&work->lock);
  return status;
}

/* All that is in the file; malloc'ed; NULL and errno on failure. */
static char *
read_all (int fd, size_t *length)
{
  size_t size = 1 << 16;
  char *text = malloc (size), *larger;
  ssize_t n;

  *length = 0;
  while (text != NULL)
    {
      n = read (fd, text + *length, size - *length);
      if (n == 0)
        return text;
      if (n < 0 && errno != EINTR)
        break;
      *length += n > 0 ? (size_t) n : 0;
      if (*length == size)
        {
          larger = realloc (text, size *= 2);
          if (larger == NULL)
            break;
          text = larger;
        }
    }
  free (text);
  return NULL;
}

/* All positions of the text as jobs. False when out of memory. */
static bool
find_jobs (Work *work, const YqRuleset *ruleset, const char *text, size_t length)
{
  YqPositions positions;
  size_t size = 0;
  Job job = { 0 };

  yq_positions_init (&positions, ruleset, text, length, true);
  while ((job.reading = yq_positions_next (&positions, &job.item)) != YQ_POSITIONS_END)
    {
      if (work->n_jobs == size)
        {
          Job *larger = realloc (work->jobs, (size = size * 2 + 16) * sizeof *larger);

          if (larger == NULL)
            return false;
          work->jobs = larger;
        }
      work->jobs[work->n_jobs++] = job;
    }
  return true;
}

static int
mate (Work *work, const YqRuleset *ruleset, const char *file, unsigned n_threads)
{
  int fd = yq_cli_open (file), status = YQ_CLI_IO;
  size_t length;
  char *text;

  if (fd < 0)
    return YQ_CLI_IO;
  text = read_all (fd, &length);
  if (fd != STDIN_FILENO)
    close (fd);
  if (text == NULL || !find_jobs (work, ruleset, text, length))
    yq_cli_io_error (yq_cli_file_name (file));
  else
    status = solve_all (work, n_threads);
  for (size_t i = 0; i < work->n_jobs; i++)
    free (work->jobs[i].text);
  free (work->jobs);
  free (text);
  return status;
}

static bool
read_seconds (const char *text, double *seconds)
{
  char *end;

  errno = 0;
  *seconds = strtod (text, &end);
  if (*text >= '0' && *text <= '9' && *end == '\0' && errno == 0 && *seconds >= 0
      && *seconds <= 1e9)
    return true;
  yq_cli_complain ("expected seconds for --time, found “%s”", text);
  return false;
}

static int
run (int argc, char **argv)
{
  bool any = false, checks = false, facts = false, first = false;
  const char *length = NULL, *seconds = "10", *memory = "256", *threads = "1", *game = "xiangqi";
  Work work = { .next = 0 };
  const YqCliOption options[] = {
    { "--any", .flag = &any },
    { "--checks", .flag = &checks },
    { "--in", .value = &length },
    { "--time", .value = &seconds },
    { "--memory", .value = &memory },
    { "--threads", .value = &threads },
    { "--first", .flag = &first },
    { "--tree", .flag = &work.pgn },
    { "--verify", .flag = &work.verify },
    { "--facts", .flag = &facts },
    { "--json", .flag = &work.json },
    { "--game", .value = &game },
    { 0 },
  };
  const YqRuleset *ruleset;
  unsigned n_threads, megabytes;

  if (!yq_cli_arguments (&yq_cli_mate, &argc, argv, options, 0, 1) || !yq_cli_game (game, &ruleset)
      || !yq_cli_number ("--threads", threads, 1, MAX_THREADS, &n_threads)
      || !yq_cli_number ("--memory", memory, 1, MAX_MEMORY, &megabytes)
      || !read_seconds (seconds, &work.task.seconds)
      || (length != NULL && !yq_cli_number ("--in", length, 1, YQ_MATE_LONGEST, &work.task.length)))
    return YQ_CLI_USAGE;
  if (any && checks)
    return yq_cli_complain ("mate: expected --any or --checks, found both");
  work.task.checks_only = !any;
  work.task.first_found = first;
  work.task.tree = work.pgn || work.verify;
  work.task.facts = facts;
  work.memory = ((size_t) megabytes << 20) / n_threads;
  return mate (&work, ruleset, argc > 1 ? argv[1] : NULL, n_threads);
}

const YqCliCommand yq_cli_mate = {
  .name = "mate",
  .arguments = "[--any|--checks] [--in N] [--time S] [--memory MB] [--threads N] [--first] [--tree] "
               "[--verify] [--facts] [--json] [--game GAME] [FILE]",
  .summary = "Prove or refute forced mates",
  .help = "Each line of FILE (standard input without it) is a FEN; its side to move attacks. For each a\n"
          "line is printed: the verdict, TAB, the best line of play, TAB, positions looked at, TAB,\n"
          "seconds. Verdicts:\n"
          "  mate in N          the shortest forced mate takes N moves: proven\n"
          "  mate within N      a mate in at most N moves is forced: proven; perhaps a shorter one is\n"
          "  win within N       xiangqi, under --any without --in: mate is forced unless the defender goes\n"
          "                     on checking for ever, which the rules forbid: proven. Lines have at most N\n"
          "                     moves and end with mate or where such checks repeat a position\n"
          "  no mate by checks  proven, however long\n"
          "  no mate in N       proven (N is 249 when there is none at all); under --checks: by checks\n"
          "  no mate in 249, win undecided   no mate at all: proven; a win because checking for ever is\n"
          "                     forbidden was neither found nor ruled out\n"
          "  undecided          the limits were reached first\n"
          "  illegal            TAB why: the line is no position that can be played\n"
          "In duck chess «mate in N» means that the captain is taken by the N-th move.\n\n"
          "  --checks     every move of the attacker must give check (the default)\n"
          "  --any        any moves may lead to mate; in xiangqi stalemate is one, too\n"
          "  --in N       only ask for mates in at most N moves\n"
          "  --time S     seconds for each position (10); 0 = no limit\n"
          "  --memory MB  for search and solutions, of all threads together (256)\n"
          "  --threads N  solve so many positions at a time (1)\n"
          "  --first      any mate will do: do not look for a shorter one\n"
          "  --tree       print the solution after its line, as PGN with variations: each defence with\n"
          "               its answer, longest resistance first. #4: mate in four from there, +<=4: won\n"
          "               in at most four; =: a position shown before\n"
          "  --verify     check the solution move by move, independently; another column says\n"
          "               «verified»\n"
          "  --facts      further columns: what each first move comes to; how many first defences hold\n"
          "               out the longest; which pieces can go without any change\n"
          "  --json       an object a line instead\n"
          "  --game GAME  xiangqi (the default) or duck\n",
  .run = run,
};
