/* The headless mode: the table of commands, and what they share.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "yq-cli.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "yq-cli-private.h"

static const YqCliCommand *const commands[] = {
  &yq_cli_judge,
  &yq_cli_check,
  &yq_cli_mate,
  &yq_cli_moves,
  &yq_cli_perft,
  &yq_cli_uci,
  &yq_cli_bench,
};

enum
{
  N_COMMANDS = sizeof commands / sizeof *commands
};

int
yq_cli_complain (const char *format, ...)
{
  va_list args;

  fputs ("yaqi-cli: ", stderr);
  va_start (args, format);
  vfprintf (stderr, format, args);
  va_end (args);
  fputc ('\n', stderr);
  return YQ_CLI_USAGE;
}

int
yq_cli_io_error (const char *name)
{
  yq_cli_complain ("%s: %s", name, strerror (errno));
  return YQ_CLI_IO;
}

bool
yq_cli_is_standard_input (const char *file)
{
  return file == NULL || strcmp (file, "-") == 0;
}

const char *
yq_cli_file_name (const char *file)
{
  return yq_cli_is_standard_input (file) ? "standard input" : file;
}

int
yq_cli_open (const char *file)
{
  int fd = yq_cli_is_standard_input (file) ? STDIN_FILENO : open (file, O_RDONLY | O_CLOEXEC);

  if (fd < 0)
    yq_cli_io_error (file);
  return fd;
}

int
yq_cli_fault (const char *file, const YqRecordFault *fault)
{
  return yq_cli_complain ("%s: line %u, column %u: %s", yq_cli_file_name (file), fault->line, fault->column,
                          fault->message);
}

static const YqCliOption *
find_option (const YqCliOption *options, const char *argument, size_t length)
{
  for (; options->name != NULL; options++)
    if (strlen (options->name) == length && memcmp (options->name, argument, length) == 0)
      return options;
  return NULL;
}

bool
yq_cli_arguments (const YqCliCommand *command, int *argc, char **argv, const YqCliOption *options, int min,
                  int max)
{
  const char *expected = command->arguments[0] != '\0' ? command->arguments : "nothing";
  int n = 1, i = 1;

  for (; i < *argc && strcmp (argv[i], "--") != 0; i++)
    {
      const char *equals = strchr (argv[i], '=');
      size_t length = equals != NULL ? (size_t) (equals - argv[i]) : strlen (argv[i]);
      const YqCliOption *option;

      /* Numbers below zero are arguments, though mostly wrong ones. */
      if (argv[i][0] != '-' || argv[i][1] == '\0' || (argv[i][1] >= '0' && argv[i][1] <= '9'))
        {
          argv[n++] = argv[i];
          continue;
        }
      option = find_option (options, argv[i], length);
      if (option == NULL || (option->flag != NULL && equals != NULL))
        {
          yq_cli_complain ("%s: unknown option “%s”; expected %s", command->name, argv[i], expected);
          return false;
        }
      if (option->flag != NULL)
        *option->flag = true;
      else if (equals != NULL)
        *option->value = equals + 1;
      else if (i + 1 < *argc)
        *option->value = argv[++i];
      else
        {
          yq_cli_complain ("%s: expected a value after %s", command->name, option->name);
          return false;
        }
    }
  for (i++; i < *argc; i++)
    argv[n++] = argv[i];
  *argc = n;

  if (n - 1 < min)
    yq_cli_complain ("%s: %s; expected %s", command->name, n == 1 ? "no argument" : "too few arguments",
                     expected);
  else if (n - 1 > max)
    yq_cli_complain ("%s: “%s” is one argument too many; expected %s", command->name, argv[max + 1],
                     expected);
  return n - 1 >= min && n - 1 <= max;
}

bool
yq_cli_read_number (const char *text, double min, double max, bool whole, double *number)
{
  char *end;

  /* No signs in front, words or hexadecimal digits, which strtod() would take. */
  if (text[strspn (text, "0123456789.eE+-")] != '\0' || strchr ("eE+-", text[0]) != NULL)
    return false;
  errno = 0;
  *number = strtod (text, &end);
  return *end == '\0' && errno == 0 && *number >= min && *number <= max
         && (!whole || *number == (double) (uint64_t) *number);
}

static bool
read_number (const char *what, const char *text, double min, double max, bool whole, double *number)
{
  bool fraction;

  if (yq_cli_read_number (text, min, max, whole, number))
    return true;
  fraction = whole && yq_cli_read_number (text, min, max, false, number);
  yq_cli_complain ("expected a %snumber from %.0f to %.0f for %s, found “%s”", fraction ? "whole " : "", min, max, what,
                   text);
  return false;
}

bool
yq_cli_decimal (const char *what, const char *text, double min, double max, double *number)
{
  return read_number (what, text, min, max, false, number);
}

bool
yq_cli_number (const char *what, const char *text, unsigned min, unsigned max, unsigned *number)
{
  double value;
  bool read = read_number (what, text, min, max, true, &value);

  *number = read ? (unsigned) value : 0;
  return read;
}

bool
yq_cli_game (const char *text, const YqRuleset **ruleset)
{
  *ruleset = yq_ruleset_by_id (text);
  if (*ruleset == NULL)
    yq_cli_complain ("expected a game, duck or xiangqi, found “%s”", text);
  return *ruleset != NULL;
}

bool
yq_cli_notation (const char *text, YqNotation *notation)
{
  static const struct
  {
    const char *name;
    YqNotation notation;
  } notations[] = {
    { "coordinates", YQ_NOTATION_COORDINATES }, { "chinese", YQ_NOTATION_CHINESE }, { "wxf", YQ_NOTATION_WXF },
    { "iccs", YQ_NOTATION_ICCS },               { "uci", YQ_NOTATION_UCI },
  };

  for (size_t i = 0; i < sizeof notations / sizeof *notations; i++)
    if (strcmp (text, notations[i].name) == 0)
      {
        *notation = notations[i].notation;
        return true;
      }
  yq_cli_complain ("expected a notation, coordinates, chinese, wxf, iccs or uci, found “%s”", text);
  return false;
}

static void
print_usage (void)
{
  puts ("Usage: yaqi-cli COMMAND [ARGUMENT]…\n"
        "Duck chess and xiangqi without a window.\n\n"
        "Commands:");
  for (unsigned i = 0; i < N_COMMANDS; i++)
    printf ("  %-8s %s\n", commands[i]->name, commands[i]->summary);
  puts ("\n"
        "  help COMMAND     what a command takes and prints; so does COMMAND --help, or -h\n"
        "  --version        the version of this program\n\n"
        "Exit status: 0 all went well, 1 a solution did not stand up to mate --verify, 2 a malformed\n"
        "command line or input, 3 reading or writing failed.");
}

static void
print_help (const YqCliCommand *command)
{
  printf ("Usage: yaqi-cli %s %s\n%s.\n", command->name, command->arguments, command->summary);
  if (command->help != NULL)
    printf ("\n%s", command->help);
}

static bool
is_help (const char *argument)
{
  return strcmp (argument, "--help") == 0 || strcmp (argument, "-h") == 0;
}

static bool
wants_help (int argc, char **argv)
{
  for (int i = 1; i < argc && strcmp (argv[i], "--") != 0; i++)
    if (is_help (argv[i]))
      return true;
  return false;
}

/* Complains and returns NULL when there is none of that name. */
static const YqCliCommand *
find_command (const char *name)
{
  for (unsigned i = 0; i < N_COMMANDS; i++)
    if (strcmp (name, commands[i]->name) == 0)
      return commands[i];
  yq_cli_complain ("unknown command “%s”; expected one of those that “yaqi-cli --help” lists", name);
  return NULL;
}

static int
run (int argc, char **argv)
{
  bool help = argc > 1 && (strcmp (argv[1], "help") == 0 || is_help (argv[1]));
  const YqCliCommand *command;

  if (argc < 2)
    return yq_cli_complain ("no command; expected one of those that “yaqi-cli --help” lists");
  if (strcmp (argv[1], "--version") == 0)
    {
      puts ("yaqi-cli " YAQI_VERSION);
      return YQ_CLI_OK;
    }
  if (help && (argc < 3 || is_help (argv[2])))
    {
      print_usage ();
      return YQ_CLI_OK;
    }
  command = find_command (argv[help ? 2 : 1]);
  if (command == NULL)
    return YQ_CLI_USAGE;
  if (!help && !wants_help (argc - 1, argv + 1))
    return command->run (argc - 1, argv + 1);
  print_help (command);
  return YQ_CLI_OK;
}

int
yq_cli_main (int argc, char **argv)
{
  int status = run (argc, argv);

  if (fflush (stdout) != 0 || ferror (stdout))
    return yq_cli_io_error ("standard output");
  return status;
}
