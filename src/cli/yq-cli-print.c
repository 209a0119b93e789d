/* What the commands print alike: points, moves, faults of positions, strings of JSON.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "yq-cli-private.h"

void
yq_cli_print_square (FILE *out, YqSquare square)
{
  char text[3];

  fputs (yq_square_text (square, text), out);
}

void
yq_cli_print_move (FILE *out, YqMove move)
{
  char text[5];

  yq_square_text (move.from, text);
  yq_square_text (move.to, text + 2);
  fputs (text, out);
}

void
yq_cli_print_piece (FILE *out, const YqPosition *pos, YqSquare square)
{
  const YqRuleset *ruleset = yq_geometry_ruleset (pos->geometry);
  YqPiece piece = pos->squares[square];

  fprintf (out, "%s %s on ", ruleset->side_names[yq_piece_side (piece)], ruleset->piece_names[yq_piece_type (piece)]);
  yq_cli_print_square (out, square);
}

void
yq_cli_print_fault (FILE *out, const YqPosition *pos, const YqFault *fault)
{
  const YqRuleset *ruleset = yq_geometry_ruleset (pos->geometry);

  switch (fault->kind)
    {
    case YQ_FAULT_NO_GENERAL:
      fprintf (out, "no %s %s", ruleset->side_names[fault->side], ruleset->piece_names[YQ_GENERAL]);
      break;
    case YQ_FAULT_BAD_POINT:
      yq_cli_print_piece (out, pos, fault->square);
      fputs (", where it can never stand", out);
      break;
    case YQ_FAULT_TOO_MANY:
      yq_cli_print_piece (out, pos, fault->square);
      fputs (", one too many of its kind", out);
      break;
    case YQ_FAULT_FACING:
      fputs ("the generals face each other: ", out);
      yq_cli_print_piece (out, pos, fault->square);
      fputs (" could take the other", out);
      break;
    case YQ_FAULT_OPPONENT_IN_CHECK:
      yq_cli_print_piece (out, pos, fault->square);
      fputs (" could be taken at once by ", out);
      yq_cli_print_piece (out, pos, fault->by);
      break;
    }
}

void
yq_cli_print_faults (FILE *out, const YqPosition *pos, const YqFault *faults, size_t n)
{
  for (size_t i = 0; i < n; i++)
    {
      fputs (i > 0 ? "; " : "", out);
      yq_cli_print_fault (out, pos, &faults[i]);
    }
}

void
yq_cli_print_json (FILE *out, const char *text)
{
  putc ('"', out);
  for (; *text != '\0'; text++)
    if (*text == '"' || *text == '\\')
      fprintf (out, "\\%c", *text);
    else if (*text == '\n')
      fputs ("\\n", out);
    else if ((unsigned char) *text < ' ')
      fprintf (out, "\\u%04x", (unsigned) *text);
    else
      putc (*text, out);
  putc ('"', out);
}
