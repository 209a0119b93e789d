/* The contest's command lists as games: read, written, and their faults.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "yq-contest-list.h"

#include "fuzz.h"
#include "record-faults.h"
#include "tsv.h"

/* The sample of the contest's statement. */
static const char sample[]
    = "18\n0 0 7 0\n9 0 8 0\n0 1 1 3\n0 2 2 0\n0 3 1 2\n0 4 0 3\n9 4 8 4\n3 2 2 3\n7 0 4 2\n7 0 5 3\n"
      "9 2 7 4\n2 0 4 3\n9 1 8 3\n4 3 6 6\n7 4 9 2\n8 4 9 4\n6 6 9 4\n9 8 8 8\n";

static YqRecord *
read_list (const char *text, YqRecordFault *fault)
{
  return yq_contest_read (text, strlen (text), fault);
}

static bool
has_comment (const YqNode *node, const char *comment)
{
  return comment == NULL ? node->comment == NULL
                         : node->comment != NULL && strcmp (node->comment, comment) == 0;
}

static void
test_sample (void)
{
  YqRecordFault fault;
  YqRecord *record = read_list (sample, &fault);
  const YqNode *node;
  unsigned plies = 0;
  char *text;
  size_t length;

  if (!tap_ok (record != NULL && record->ruleset == &yq_ruleset_duck,
               "the sample opens as duck chess"))
    return;
  for (node = record->root; node->child != NULL; node = node->child)
    plies++;
  tap_ok (plies == 9 && strcmp (record->result, "1-0") == 0,
          "nine legal commands, and red has won");
  tap_ok (
      has_comment (
          record->root,
          "Invalid command: 0 0 7 0\nInvalid command: 9 0 8 0\nInvalid command: 0 1 1 3\nInvalid command: 0 2 2 0"),
      "the invalid ones before the first move");
  tap_ok (has_comment (record->root->child, "Invalid command: 0 4 0 3")
              && has_comment (node, "Invalid command: 9 8 8 8"),
          "in their places, and after the end of the game");
  text = yq_contest_write (record, &length);
  tap_ok (strcmp (text, sample) == 0 && length == strlen (sample), "and is written as it was");
  free (text);

  /* Through our own file format and back. */
  text = yq_record_write (record, YQ_NOTATION_COORDINATES, &length);
  yq_record_free (record);
  record = yq_record_read (text, length, &yq_ruleset_duck, &fault);
  free (text);
  text = record != NULL ? yq_contest_write (record, NULL) : NULL;
  tap_ok (text != NULL && strcmp (text, sample) == 0, "also after it was saved as a game");
  free (text);
  yq_record_free (record);
}

/* Other comments are not commands. */
static void
test_remarks (void)
{
  YqRecord *record = yq_record_new (&yq_ruleset_duck);
  char *text;

  yq_node_set_comment (
      record->root,
      "Invalid command\nInvalid command: 1 2 3\nInvalid command: 1 2 3 4 5\n"
      "Invalid command: 1 2 3 x\nInvalid command: 10 -2  3 4\nwell: Invalid command: 1 1 1 1");
  text = yq_contest_write (record, NULL);
  tap_ok (strcmp (text, "1\n10 -2 3 4\n") == 0, "only whole invalid commands are written");
  free (text);
  yq_record_free (record);
}

static void
test_faults (void)
{
  static const RecordFaultCase cases[] = {
    { "", 1, 1, "the end of the text, expected the number of commands" },
    { "x", 1, 1, "«x» is no number, expected the number of commands" },
    { "-1", 1, 1, "a number below 0, expected the number of commands" },
    { "2\n0 0 1 0\n", 3, 1,
      "the end of the text, expected the row of the origin of command 2 of 2" },
    { "2\n0 0 1 0\n9 0 8", 3, 6,
      "the end of the text, expected the column of the target of command 2 of 2" },
    { "1\n0 0 1 zero\n", 2, 7, "«zero» is no number, expected the column of the target" },
    { "1\n0 0 1.5 0\n", 2, 5, "«1.5» is no number" },
    { "1\n0 0 99999999999 0\n", 2, 5, "too large" },
    { "1\n0 0 99999999999999999999999999 0\n", 2, 5, "too large" },
    { "1\n-2147483649 0 0 0\n", 2, 1, "too large" },
    { "1\n0 0 1 0\n\n 9 0 8 0\n", 4, 2,
      "«9» after the last command, expected the end after 1 command" },
    { "1\r\n0 鸭 1 0\r\n", 2, 3, "«鸭» is no number" },
  };

  check_record_faults (cases, sizeof cases / sizeof cases[0], read_list);
}

static void
test_looks (void)
{
  static const struct
  {
    const char *text;
    bool list;
  } cases[] = { { sample, true },
                { "\xEF\xBB\xBF \n3\n", true },
                { "0", true },
                { "-3 ", true },
                { "", false },
                { "1. b0c2", false },
                { "[Event \"1\"]", false },
                { "9/9 w", false },
                { "b0c2", false },
                { "1-0", false } };

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    tap_ok (yq_contest_looks_like (cases[i].text, strlen (cases[i].text)) == cases[i].list,
            "text %zu is %s list", i, cases[i].list ? "a" : "no");
}

/* Every input of the judge's collection: the numbers come back, whatever stands between them. */
static void
test_collection (void)
{
  Tsv tsv;

  if (!tsv_open (&tsv, tap_case ("MANIFEST.tsv")))
    {
      tap_skip ("no collection of cases");
      return;
    }
  while (tsv_next (&tsv))
    {
      static char text[1 << 20];
      char name[256], numbers[1 << 16] = "";
      FILE *file;
      size_t length;
      YqRecordFault fault;
      YqRecord *record;
      char *again, *plain;

      if (strcmp (tsv.columns[0], "duck") != 0)
        continue;
      snprintf (name, sizeof name, "duck/%s.in", tsv.columns[1]);
      file = tap_case (name) != NULL ? fopen (tap_case (name), "rb") : NULL;
      if (file == NULL)
        {
          tap_skip ("no %s", name);
          continue;
        }
      length = fread (text, 1, sizeof text - 1, file);
      text[length] = '\0';
      fclose (file);
      record = yq_contest_read (text, length, &fault);
      if (!tap_ok (record != NULL && yq_contest_looks_like (text, length), "%s opens", name))
        {
          tap_note ("%u:%u %s", fault.line, fault.column, fault.message);
          continue;
        }
      again = yq_contest_write (record, NULL);
      plain = numbers;
      for (char *word = strtok (text, " \t\r\n"); word != NULL; word = strtok (NULL, " \t\r\n"))
        plain = stpcpy (stpcpy (plain, word), " ");
      for (char *c = again; *c != '\0'; c++)
        *c = *c == '\n' ? ' ' : *c;
      tap_ok (strcmp (again, numbers) == 0, "%s comes back", name);
      free (again);
      yq_record_free (record);
    }
}

static void
test_fuzz (void)
{
  static const char *const words[]
      = { "0",  "1", "9",         "3",         " ",         "\n", "10",
          "-1", "x", "2 0 4 3\n", "0 1 2 2\n", "9 1 7 2\n", "\r", "\xff" };
  unsigned long n = fuzz_count (20000), read = 0, wrong = 0;

  for (unsigned long i = 0; i < n; i++)
    {
      char text[300];
      size_t length = fuzz_fill (text, sizeof text, words, sizeof words / sizeof words[0], sample);
      YqRecordFault fault = { 0 };
      YqRecord *record = yq_contest_read (text, length, &fault), *twice;
      char *list, *second;
      size_t list_length;

      if (record == NULL)
        {
          wrong += fault.line == 0 || strstr (fault.message, "expected") == NULL;
          continue;
        }
      read++;
      list = yq_contest_write (record, &list_length);
      twice = yq_contest_read (list, list_length, &fault);
      second = twice != NULL ? yq_contest_write (twice, NULL) : NULL;
      wrong += second == NULL || strcmp (list, second) != 0;
      free (second);
      free (list);
      yq_record_free (twice);
      yq_record_free (record);
    }
  tap_ok (wrong == 0 && read > 0, "%lu random texts, %lu of them lists: %lu wrong", n, read, wrong);
}

int
main (void)
{
  test_sample ();
  test_remarks ();
  test_faults ();
  test_looks ();
  test_collection ();
  test_fuzz ();
  return tap_done ();
}
