/* What the commands share. One file per command, named after it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "yq-fen.h"
#include "yq-move-text.h"
#include "yq-record.h"

/* Exit statuses. */
enum
{
  YQ_CLI_OK = 0,
  YQ_CLI_NO = 1,    /* the answer is no: not found, not so */
  YQ_CLI_USAGE = 2, /* the command line or the input is not what it must be */
  YQ_CLI_IO = 3,    /* reading or writing failed */
};

typedef struct
{
  const char *name;
  const char *arguments; /* "GAME DEPTH [--fen FEN]" */
  const char *summary;   /* one line for the list of commands */
  const char *help;      /* the rest of its help, lines; may be NULL */
  /* argv[0] is the command. Returns an exit status; what it printed on stdout is flushed afterwards. */
  int (*run) (int argc, char **argv);
} YqCliCommand;

extern const YqCliCommand yq_cli_bench;
extern const YqCliCommand yq_cli_check;
extern const YqCliCommand yq_cli_judge;
extern const YqCliCommand yq_cli_mate;
extern const YqCliCommand yq_cli_moves;
extern const YqCliCommand yq_cli_perft;
extern const YqCliCommand yq_cli_uci;

/* An option of a command: either a flag or one with a value. */
typedef struct
{
  const char *name;   /* "--fen" */
  bool *flag;         /* set to true when given; or: */
  const char **value; /* gets the next argument or what stands after "=" */
} YqCliOption;

/* Takes the options (a table that ends with an empty one) out of argv, so that argv[1..*argc) are the
 * other arguments. Complains and returns false when there is an unknown option or a value is missing, or
 * when the number of arguments is not min..max. */
bool yq_cli_arguments (const YqCliCommand *command, int *argc, char **argv, const YqCliOption *options, int min,
                       int max);

/* One line «yaqi-cli: …» on stderr. Returns YQ_CLI_USAGE. */
__attribute__ ((format (printf, 1, 2))) int yq_cli_complain (const char *format, ...);
/* The same for a place in a file. Returns YQ_CLI_USAGE. */
int yq_cli_fault (const char *file, const YqRecordFault *fault);
/* The same for errno. Returns YQ_CLI_IO. */
int yq_cli_io_error (const char *name);

/* A file to read: its name for people ("-" or NULL is standard input), and opened; complains and returns
 * -1 when it cannot be. */
const char *yq_cli_file_name (const char *file);
int yq_cli_open (const char *file);

/* Reads what an argument means; complains and returns false when it is not that. */
bool yq_cli_number (const char *what, const char *text, unsigned min, unsigned max, unsigned *number);
bool yq_cli_game (const char *text, const YqRuleset **ruleset);
bool yq_cli_fen (const char *text, const YqRuleset *ruleset, YqFen *fen);
bool yq_cli_notation (const char *text, YqNotation *notation);
