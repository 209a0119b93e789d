/* What the commands share. One file per command, named after it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "yq-move-text.h"
#include "yq-positions.h"
#include "yq-record.h"

/* Exit statuses. */
enum
{
  YQ_CLI_OK = 0,
  YQ_CLI_NO = 1,    /* something was checked and is wrong */
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
bool yq_cli_is_standard_input (const char *file);
const char *yq_cli_file_name (const char *file);
int yq_cli_open (const char *file);

/* Reads what an argument means; complains and returns false when it is not that. Numbers are decimal, in any form that
 * people write: 5, .5, 5., 1e1. A position is a FEN or a case of the xiangqi judge. What
 * makes it impossible is said, but only a fault that takes all sense out of the rules is refused. */
bool yq_cli_number (const char *what, const char *text, unsigned min, unsigned max, unsigned *number);
bool yq_cli_decimal (const char *what, const char *text, double min, double max, double *number);
bool yq_cli_game (const char *text, const YqRuleset **ruleset);
bool yq_cli_position (const char *text, const YqRuleset *ruleset, YqFen *fen);
bool yq_cli_notation (const char *text, YqNotation *notation);
/* The same without a complaint: a number from min to max, whole or any. */
bool yq_cli_read_number (const char *text, double min, double max, bool whole, double *number);

/* The most that can be asked for, for a table or in all: what a size_t can count, and at most 1 TiB. */
enum
{
  YQ_CLI_MAX_MEGABYTES = SIZE_MAX >> 20 < 1 << 20 ? SIZE_MAX >> 20 : 1 << 20,
};

/* Positions to answer one after the other. */
typedef struct
{
  YqPositions positions;
  const char *file;
  int fd;       /* -1: the argument itself is the text */
  char *buffer; /* owned */
  int status;   /* an exit status: how the reading went so far */
} YqCliPositions;

/* argument: a file as above; or where there is none of that name, a position. Complains unless it returns YQ_CLI_OK;
 * close it in any case. */
int yq_cli_positions_open (YqCliPositions *self, const YqRuleset *ruleset, const char *argument);
/* Before more input is waited for, what was printed is written. The text of the item is good until the next call. At
 * the end see the status; what is wrong has been said. */
YqPositionsReading yq_cli_positions_next (YqCliPositions *self, YqPositionsItem *item);
void yq_cli_positions_close (YqCliPositions *self);

/* «e7», «e7e8», «red chariot on e7» */
void yq_cli_print_square (FILE *out, YqSquare square);
void yq_cli_print_move (FILE *out, YqMove move);
void yq_cli_print_piece (FILE *out, const YqPosition *pos, YqSquare square);
/* What makes a position impossible: one fault, or several with semicolons between. */
void yq_cli_print_fault (FILE *out, const YqPosition *pos, const YqFault *fault);
void yq_cli_print_faults (FILE *out, const YqPosition *pos, const YqFault *faults, size_t n);
/* A string of JSON with its quotes. */
void yq_cli_print_json (FILE *out, const char *text);
