/* Why a text could not be read, in English.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "yq-record-private.h"
#include "yq-text.h"

/* A move that was expected: «ply 3, a move of red». */
static void
say_move (YqRecordFault *fault, const char *found)
{
  const YqRuleset *ruleset = yq_geometry_ruleset (fault->position.geometry);

  snprintf (fault->message, sizeof fault->message, "«%s» %s, expected ply %u, a move of %s",
            fault->found, found, fault->number, ruleset->side_names[fault->position.turn]);
}

/* A number that was expected in a command list. */
static void
say_number (YqRecordFault *fault, const char *found)
{
  static const char *const parts[] = { "row of the origin", "column of the origin",
                                       "row of the target", "column of the target" };

  if (fault->number == 0)
    snprintf (fault->message, sizeof fault->message, "%s, expected the number of commands", found);
  else
    snprintf (fault->message, sizeof fault->message, "%s, expected the %s of command %u of %u",
              found, parts[fault->part], fault->number, fault->total);
}

static void
say (YqRecordFault *fault)
{
  char text[128];

  switch (fault->kind)
    {
    case YQ_RECORD_FAULT_CASE:
    case YQ_RECORD_FAULT_OTHER:
      break;
    case YQ_RECORD_FAULT_ENCODING:
      strcpy (fault->message, "no text in UTF-8, GB18030 or Big5, expected a game");
      break;
    case YQ_RECORD_FAULT_NUL:
      strcpy (fault->message, "a NUL character, expected text");
      break;
    case YQ_RECORD_FAULT_NOTHING:
      strcpy (fault->message, "nothing at all, expected a game");
      break;
    case YQ_RECORD_FAULT_NO_SUCH_GAME:
      strcpy (fault->message, "the end, expected another game");
      break;
    case YQ_RECORD_FAULT_TAG:
      strcpy (fault->message, "a bracket that opens no tag, expected [Name \"value\"]");
      break;
    case YQ_RECORD_FAULT_TAG_NOT_CLOSED:
      strcpy (fault->message, "a tag is not closed, expected ]");
      break;
    case YQ_RECORD_FAULT_VALUE_NOT_CLOSED:
      strcpy (fault->message, "the value of a tag has no end, expected \"]");
      break;
    case YQ_RECORD_FAULT_TAGS:
      strcpy (fault->message, "more tags than any game has, expected moves");
      break;
    case YQ_RECORD_FAULT_GAME:
      snprintf (fault->message, sizeof fault->message,
                "the game «%s» is not known, expected %s or xiangqi", fault->found, YQ_DUCK_CHESS);
      break;
    case YQ_RECORD_FAULT_FEN:
      yq_fen_fault_text (&fault->fen, text, sizeof text);
      snprintf (fault->message, sizeof fault->message, "FEN: %s", text);
      break;
    case YQ_RECORD_FAULT_COMMENT_NOT_CLOSED:
      strcpy (fault->message, "the comment that begins here has no end, expected }");
      break;
    case YQ_RECORD_FAULT_VARIATION_NOT_CLOSED:
      strcpy (fault->message, "the variation that begins here has no end, expected )");
      break;
    case YQ_RECORD_FAULT_VARIATION_EARLY:
      strcpy (fault->message, "a variation before any move, expected a move");
      break;
    case YQ_RECORD_FAULT_VARIATION_END:
      strcpy (fault->message,
              "a closing bracket without an opening one, expected a move or the result");
      break;
    case YQ_RECORD_FAULT_SIGN:
      snprintf (fault->message, sizeof fault->message, "«%s» stands here, expected a move",
                fault->found);
      break;
    case YQ_RECORD_FAULT_MOVE_UNREADABLE:
      say_move (fault, "is no move");
      break;
    case YQ_RECORD_FAULT_MOVE_AMBIGUOUS:
      say_move (fault, "fits several moves");
      break;
    case YQ_RECORD_FAULT_MOVE_ILLEGAL:
      {
        char reason[YQ_MOVE_REASON_MAX];

        yq_move_reason (&fault->position, fault->move, reason);
        snprintf (text, sizeof text, "is not legal (%s)", reason);
        say_move (fault, text);
      }
      break;
    case YQ_RECORD_FAULT_LIST_END:
      say_number (fault, "the end of the text");
      break;
    case YQ_RECORD_FAULT_LIST_WORD:
      snprintf (text, sizeof text, "«%s» is no number", fault->found);
      say_number (fault, text);
      break;
    case YQ_RECORD_FAULT_LIST_TOO_LARGE:
      snprintf (text, sizeof text, "«%s» is too large a number", fault->found);
      say_number (fault, text);
      break;
    case YQ_RECORD_FAULT_LIST_NEGATIVE:
      say_number (fault, "a number below 0");
      break;
    case YQ_RECORD_FAULT_LIST_LONG:
      snprintf (fault->message, sizeof fault->message,
                "«%s» after the last command, expected the end after %u command%s", fault->found,
                fault->total, fault->total == 1 ? "" : "s");
      break;
    }
}

void
yq_record_fault_clear (YqRecordFault *fault)
{
  memset (fault, 0, sizeof *fault);
  fault->move = (YqMove){ YQ_SQUARE_NONE, YQ_SQUARE_NONE };
  fault->place = YQ_SQUARE_NONE;
}

void
yq_record_fault_set (YqRecordFault *fault, YqRecordFaultKind kind, const char *text, size_t offset,
                     size_t found_length)
{
  static_assert (sizeof fault->found == YQ_QUOTE_MAX, "room for a quote");
  fault->kind = kind;
  yq_text_place (text, offset, &fault->line, &fault->column);
  yq_text_quote (text + offset, found_length, 24, fault->found);
  say (fault);
}
