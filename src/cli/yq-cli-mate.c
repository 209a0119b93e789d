/* yaqi-cli mate: proves or refutes forced mates.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>

#include "yq-cli-private.h"
#include "yq-judge.h"
#include "yq-mate.h"

enum
{
  MAX_THREADS = 256,
  MAX_SECONDS = 1000000000,
  MAX_WAITING = 4 * MAX_THREADS, /* positions read whose answers are not printed yet */
};

/* A position, by its number from 0. */
typedef struct
{
  uint64_t number;
  YqPositionsReading reading;
  YqPositionsItem item;
} Job;

/* What all threads share. Each of them reads a position, solves it and sees to the answers, over and over. */
typedef struct
{
  YqMateTask task;
  size_t memory; /* of each thread */
  bool verify, json, pgn;

  pthread_mutex_t read_lock; /* of what follows; held while input is waited for */
  YqCliPositions positions;
  uint64_t n_read;

  pthread_mutex_t print_lock; /* of what follows; the last to be taken */
  pthread_cond_t printed;
  char *answers[MAX_WAITING]; /* those that wait for one before them, by their numbers */
  uint64_t n_printed;
  int status, error; /* error: the errno of a failure to print */
  atomic_bool stop;  /* nobody wants answers any more */
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
print_line (FILE *out, const YqMateResult *result)
{
  for (unsigned i = 0; i < result->n_line; i++)
    {
      fputs (i > 0 ? " " : "", out);
      yq_cli_print_move (out, result->line[i]);
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

/* What further columns --facts adds: none where there is no mate to say anything of. */
static void
print_facts (FILE *out, const YqMateResult *result)
{
  const char *separator = "";

  fputs ("\tfirst moves: ", out);
  for (size_t i = 0; i < result->n_firsts; i++)
    {
      const YqMateFirst *first = &result->firsts[i];

      fputs (separator, out);
      yq_cli_print_move (out, first->move);
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
        yq_cli_print_square (out, result->pieces[i].square);
        if (result->pieces[i].kind == YQ_MATE_PIECE_UNDECIDED)
          fputs (" undecided", out);
        separator = ", ";
      }
  fputs (separator[0] == '\0' ? "none" : "", out);
}

static void
print_text (FILE *out, const YqMateResult *result, const char *verified, const char *pgn)
{
  char verdict[YQ_MATE_VERDICT_MAX];

  yq_mate_verdict_text (result, verdict);
  fprintf (out, "%s\t", verdict);
  print_line (out, result);
  fprintf (out, "\t%" PRIu64 "\t%.4f", result->nodes, result->seconds);
  if (verified != NULL)
    fprintf (out, "\t%s", verified);
  if (result->n_firsts > 0)
    print_facts (out, result);
  putc ('\n', out);
  if (pgn != NULL)
    fprintf (out, "%s\n", pgn);
}

static void
print_json (FILE *out, const YqPositionsItem *item, const YqMateResult *result, const char *verified, const char *pgn)
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
  if (result->n_firsts > 0)
    {
      fputs (",\"firsts\":[", out);
      for (size_t i = 0; i < result->n_firsts; i++)
        {
          fputs (i > 0 ? ",{\"move\":\"" : "{\"move\":\"", out);
          yq_cli_print_move (out, result->firsts[i].move);
          fprintf (out, "\",\"kind\":\"%s\",\"length\":%u,\"mirrored\":%s}",
                   first_words[result->firsts[i].kind], result->firsts[i].length,
                   result->firsts[i].mirrored ? "true" : "false");
        }
      fprintf (out, "],\"longest_defences\":%u,\"symmetric\":%s,\"pieces\":[", result->n_longest,
               result->symmetric ? "true" : "false");
      for (size_t i = 0; i < result->n_pieces; i++)
        {
          fputs (i > 0 ? ",{\"point\":\"" : "{\"point\":\"", out);
          yq_cli_print_square (out, result->pieces[i].square);
          fprintf (out, "\",\"kind\":\"%s\"}", piece_words[result->pieces[i].kind]);
        }
      fputs ("]", out);
    }
  if (pgn != NULL)
    {
      fputs (",\"pgn\":", out);
      yq_cli_print_json (out, pgn);
    }
  fputs ("}\n", out);
}

/* A text that is no position. */
static void
print_unreadable (FILE *out, const Work *work, const YqRecordFault *fault)
{
  if (!work->json)
    fprintf (out, "illegal\tline %u, column %u: %s\n", fault->line, fault->column, fault->message);
  else
    {
      fprintf (out, "{\"line\":%u,\"verdict\":\"illegal\",\"text\":", fault->line);
      yq_cli_print_json (out, fault->message);
      fputs ("}\n", out);
    }
}

/* A position that cannot be played. */
static void
print_impossible (FILE *out, const Work *work, const YqPositionsItem *item, const YqFault *faults, size_t n_faults)
{
  const YqPosition *pos = &item->fen.position;

  fprintf (out, work->json ? "{\"line\":%u,\"verdict\":\"illegal\",\"text\":\"" : "illegal\tline %u: ", item->line);
  yq_cli_print_faults (out, pos, faults, n_faults);
  fputs (work->json ? "\"}\n" : "\n", out);
}

/* Solving. */

/* False when the solution does not stand up to its verification. */
static bool
verify (const Work *work, const YqPositionsItem *item, const YqMateResult *result)
{
  char why[YQ_MATE_FAULT_MAX];
  const YqPosition *pos = &item->fen.position;
  bool verified = result->verdict == YQ_MATE_WIN_WITHIN
                    ? yq_mate_verify_win (pos, result->tree, result->length, why)
                    : yq_mate_verify (pos, result->tree, result->length, work->task.checks_only, why);

  if (!verified)
    yq_cli_complain ("line %u: %s", item->line, why);
  return verified;
}

/* Writes the answer to a position; false when it does not stand up to its verification. */
static bool
solve (const Work *work, YqMate *mate, const Job *job, FILE *out)
{
  const YqPositionsItem *item = &job->item;
  YqFault faults[YQ_MAX_FAULTS];
  size_t n_faults;
  YqMateResult result;
  bool verified = true;
  const char *words;
  char *pgn = NULL;

  if (job->reading == YQ_POSITIONS_FAULT)
    {
      print_unreadable (out, work, &item->fault);
      return true;
    }
  n_faults = yq_position_faults (&item->fen.position, faults);
  if (n_faults > 0)
    {
      print_impossible (out, work, item, faults, n_faults);
      return true;
    }
  yq_mate_solve (mate, &item->fen.position, &work->task, &result);
  if (work->verify && result.tree != NULL && result.tree_complete)
    verified = verify (work, item, &result);
  if (work->pgn && result.tree != NULL)
    {
      YqRecord *record = yq_mate_record (&item->fen, &result, "perpetual check is forbidden");

      pgn = yq_record_write (record, YQ_NOTATION_COORDINATES, NULL);
      yq_record_free (record);
    }
  words = verification (work, &result, verified);
  if (work->json)
    print_json (out, item, &result, words, pgn);
  else
    print_text (out, &result, words, pgn);
  free (pgn);
  yq_mate_result_clear (&result);
  return verified;
}

/* With print_lock: the work ends before its end. */
static void
give_up (Work *work, int status)
{
  work->status = status;
  atomic_store (&work->stop, true);
  pthread_cond_broadcast (&work->printed);
}

static void
run_out_of_memory (Work *work)
{
  pthread_mutex_lock (&work->print_lock);
  if (!atomic_load (&work->stop))
    yq_cli_complain ("mate: not enough memory");
  give_up (work, YQ_CLI_IO);
  pthread_mutex_unlock (&work->print_lock);
}

/* The next position; false when there is none. Waits for answers that hold up too many others. */
static bool
take_job (Work *work, Job *job)
{
  bool taken;

  pthread_mutex_lock (&work->read_lock);
  pthread_mutex_lock (&work->print_lock);
  while (work->n_read - work->n_printed == MAX_WAITING && !atomic_load (&work->stop))
    pthread_cond_wait (&work->printed, &work->print_lock);
  pthread_mutex_unlock (&work->print_lock);
  taken = !atomic_load (&work->stop)
          && (job->reading = yq_cli_positions_next (&work->positions, &job->item)) != YQ_POSITIONS_END;
  job->number = work->n_read;
  work->n_read += taken;
  pthread_mutex_unlock (&work->read_lock);
  return taken;
}

/* Prints the answer and those that waited for it, or keeps it until those before it are there. */
static void
print_answer (Work *work, uint64_t number, char *answer, bool right)
{
  char **next;

  pthread_mutex_lock (&work->print_lock);
  work->answers[number % MAX_WAITING] = answer;
  if (!right && work->status == YQ_CLI_OK)
    work->status = YQ_CLI_NO;
  while (*(next = &work->answers[work->n_printed % MAX_WAITING]) != NULL)
    {
      if (!atomic_load (&work->stop) && (fputs (*next, stdout) == EOF || fflush (stdout) != 0))
        {
          work->error = errno;
          give_up (work, YQ_CLI_IO);
        }
      free (*next);
      *next = NULL;
      work->n_printed++;
    }
  pthread_cond_broadcast (&work->printed);
  pthread_mutex_unlock (&work->print_lock);
}

static void *
work_thread (void *data)
{
  Work *work = data;
  YqMate *mate = yq_mate_new (work->memory);
  Job job;

  if (mate == NULL)
    run_out_of_memory (work);
  while (mate != NULL && take_job (work, &job))
    {
      char *answer = NULL;
      size_t length;
      FILE *out = open_memstream (&answer, &length);
      bool right = out == NULL || solve (work, mate, &job, out);

      if (out == NULL || fclose (out) != 0)
        {
          free (answer);
          run_out_of_memory (work);
          break;
        }
      print_answer (work, job.number, answer, right);
    }
  yq_mate_free (mate);
  return NULL;
}

/* This thread is one of those that work; where no more can be had, the only one. */
static int
solve_all (Work *work, unsigned n_threads)
{
  pthread_t threads[MAX_THREADS];
  unsigned n = 0;

  while (n + 1 < n_threads && pthread_create (&threads[n], NULL, work_thread, work) == 0)
    n++;
  work_thread (work);
  for (unsigned i = 0; i < n; i++)
    pthread_join (threads[i], NULL);
  for (unsigned i = 0; i < MAX_WAITING; i++)
    free (work->answers[i]);
  errno = work->error;
  return work->positions.status != YQ_CLI_OK ? work->positions.status : work->status;
}

static int
run (int argc, char **argv)
{
  bool any = false, checks = false, facts = false, first = false;
  const char *length = NULL, *seconds = "10", *memory = "256", *threads = "1", *game = "xiangqi";
  Work work = {
    .read_lock = PTHREAD_MUTEX_INITIALIZER,
    .print_lock = PTHREAD_MUTEX_INITIALIZER,
    .printed = PTHREAD_COND_INITIALIZER,
  };
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
  int status;

  if (!yq_cli_arguments (&yq_cli_mate, &argc, argv, options, 0, 1) || !yq_cli_game (game, &ruleset)
      || !yq_cli_number ("--threads", threads, 1, MAX_THREADS, &n_threads)
      || !yq_cli_number ("--memory", memory, 1, YQ_CLI_MAX_MEGABYTES, &megabytes)
      || !yq_cli_decimal ("--time", seconds, 0, MAX_SECONDS, &work.task.seconds)
      || (length != NULL && !yq_cli_number ("--in", length, 1, YQ_MATE_LONGEST, &work.task.length)))
    return YQ_CLI_USAGE;
  if (any && checks)
    return yq_cli_complain ("mate: expected --any or --checks, found both");
  work.task.checks_only = !any;
  work.task.first_found = first;
  work.task.tree = work.pgn || work.verify;
  work.task.facts = facts;
  work.memory = ((size_t) megabytes << 20) / n_threads;
  work.task.stop = &work.stop;
  status = yq_cli_positions_open (&work.positions, ruleset, argc > 1 ? argv[1] : NULL);
  if (status == YQ_CLI_OK)
    status = solve_all (&work, n_threads);
  yq_cli_positions_close (&work.positions);
  return status;
}

const YqCliCommand yq_cli_mate = {
  .name = "mate",
  .arguments = "[--any|--checks] [--in N] [--time S] [--memory MB] [--threads N] [--first] [--tree] "
               "[--verify] [--facts] [--json] [--game GAME] [FILE|'POSITION']",
  .summary = "Prove or refute forced mates",
  .help = "Each line of FILE (standard input without it) is a FEN; its side to move attacks. Where there is\n"
          "no file of that name, the argument itself is read as a position. For each a line is printed, as\n"
          "soon as it and those before it are solved: the verdict, TAB, the best line of play, TAB,\n"
          "positions looked at, TAB, seconds. Verdicts:\n"
          "  mate in N          the shortest forced mate takes N moves: proven; under --checks: by checks\n"
          "  mate within N      a mate in at most N moves is forced: proven; perhaps a shorter one is\n"
          "  win within N       xiangqi, under --any without --in: mate is forced unless the defender goes\n"
          "                     on checking for ever, which the rules forbid: proven. Lines have at most N\n"
          "                     moves and end with mate or where such checks repeat a position\n"
          "  no mate by checks  proven, however long\n"
          "  no mate in N       proven (N is 249 when there is none at all); under --checks: by checks\n"
          "  no mate in 249, win undecided   no mate at all: proven; a win because checking for ever is\n"
          "                     forbidden was neither found nor ruled out\n"
          "  undecided          the limits were reached first\n"
          "  illegal            TAB which line, and why it is no position that can be played\n"
          "In duck chess «mate in N» means that the captain is taken by the N-th move.\n\n"
          "  --checks     every move of the attacker must give check (the default)\n"
          "  --any        any moves may lead to mate; in xiangqi stalemate is one, too\n"
          "  --in N       only ask for mates in at most N moves\n"
          "  --time S     seconds for each position (10), such as 60 or .5; 0 = no limit\n"
          "  --memory MB  for search and solutions, of all threads together (256)\n"
          "  --threads N  solve so many positions at a time (1)\n"
          "  --first      any mate will do: do not look for a shorter one\n"
          "  --tree       print the solution after its line, as PGN with variations: each defence with\n"
          "               its answer, longest resistance first. #4: mate in four from there, #<=4: in\n"
          "               at most four, +<=4: won in at most four; =: a position shown before\n"
          "  --verify     check the solution move by move, independently; another column says\n"
          "               «verified»\n"
          "  --facts      where there is a mate, further columns: what each first move comes to; how many\n"
          "               first defences hold out the longest; which pieces can go without any change\n"
          "  --json       an object a line instead, with the tree as a string (pgn)\n"
          "  --game GAME  xiangqi (the default) or duck\n",
  .run = run,
};
