/* Faults of texts as translated sentences.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "yq-faults.h"

#include <glib/gi18n-lib.h>

#include "yq-game.h"

char *
yq_faults_fen_text (const YqFenFault *fault)
{
  switch (fault->error)
    {
    case YQ_FEN_LETTER:
      return g_strdup_printf (_("“%s” is no piece; a piece letter, a digit or / was expected"),
                              fault->found);
    case YQ_FEN_RANK_SHORT:
    case YQ_FEN_RANK_LONG:
      /* translators: first the number of the rank, then how many points the text gives it */
      return g_strdup_printf (_("points in rank %u: %u instead of 9"), fault->rank, fault->count);
    case YQ_FEN_RANKS:
      return g_strdup_printf (_("ranks: %u instead of 10"), fault->count);
    case YQ_FEN_SIDE:
      return g_strdup_printf (_("“%s” is no side to move; w, r or b was expected"), fault->found);
    case YQ_FEN_COUNTER:
      return g_strdup_printf (_("“%s” is no counter; a number was expected"), fault->found);
    case YQ_FEN_MOVE:
      return g_strdup_printf (_("“%s” cannot be played; a legal move was expected"), fault->found);
    case YQ_FEN_TRAILING:
      return g_strdup_printf (_("“%s” stands after the position; the end was expected"),
                              fault->found);
    case YQ_FEN_EMPTY:
    case YQ_FEN_OK:
    default:
      return g_strdup (_("no position; ten ranks separated by / were expected"));
    }
}

/* A fault of a command list, which is nothing but numbers: a count, then four for each command. */
static char *
list_text (const YqRecordFault *fault)
{
  switch (fault->kind)
    {
    case YQ_RECORD_FAULT_LIST_NEGATIVE:
      return g_strdup_printf (_("“%s” is below 0; the number of commands was expected"),
                              fault->found);
    case YQ_RECORD_FAULT_LIST_LONG:
      return g_strdup_printf (_("“%s” stands after command %u, the last; the end was expected"),
                              fault->found, fault->total);
    case YQ_RECORD_FAULT_LIST_WORD:
      if (fault->number == 0)
        return g_strdup_printf (_("“%s” is no number; the number of commands was expected"),
                                fault->found);
      return g_strdup_printf (_("“%s” is no number; number %u of command %u was expected"),
                              fault->found, fault->part + 1, fault->number);
    case YQ_RECORD_FAULT_LIST_TOO_LARGE:
      return g_strdup_printf (_("“%s” is too large a number"), fault->found);
    case YQ_RECORD_FAULT_LIST_END:
    default:
      if (fault->number == 0)
        return g_strdup (_("the text ends; the number of commands was expected"));
      return g_strdup_printf (_("the text ends; command %u of %u was expected"), fault->number,
                              fault->total);
    }
}

static char *
record_text (const YqRecordFault *fault)
{
  g_autofree char *why = NULL;

  switch (fault->kind)
    {
    case YQ_RECORD_FAULT_ENCODING:
      return g_strdup (_("the text is neither in UTF-8 nor in GB18030 nor in Big5"));
    case YQ_RECORD_FAULT_NUL:
      return g_strdup (_("a NUL character stands here; this is no text"));
    case YQ_RECORD_FAULT_NOTHING:
      return g_strdup (_("there is nothing; a game was expected"));
    case YQ_RECORD_FAULT_NO_SUCH_GAME:
      return g_strdup (_("the text ends; another game was expected"));
    case YQ_RECORD_FAULT_TAG:
      return g_strdup (_("a bracket opens no tag; [Name \"value\"] was expected"));
    case YQ_RECORD_FAULT_TAG_NOT_CLOSED:
      return g_strdup (_("a tag is not closed; ] was expected"));
    case YQ_RECORD_FAULT_VALUE_NOT_CLOSED:
      return g_strdup (_("the value of a tag has no end; \"] was expected"));
    case YQ_RECORD_FAULT_TAGS:
      return g_strdup (_("there are too many tags; moves were expected"));
    case YQ_RECORD_FAULT_GAME:
      return g_strdup_printf (_("the game “%s” is not known; duck chess or xiangqi was expected"),
                              fault->found);
    case YQ_RECORD_FAULT_FEN:
      why = yq_faults_fen_text (&fault->fen);
      /* translators: %s says why */
      return g_strdup_printf (_("the position cannot be read: %s"), why);
    case YQ_RECORD_FAULT_COMMENT_NOT_CLOSED:
      return g_strdup (_("the comment that begins here has no end; } was expected"));
    case YQ_RECORD_FAULT_VARIATION_NOT_CLOSED:
      return g_strdup (_("the variation that begins here has no end; ) was expected"));
    case YQ_RECORD_FAULT_VARIATION_EARLY:
      return g_strdup (_("a variation stands before any move; a move was expected"));
    case YQ_RECORD_FAULT_VARIATION_END:
      return g_strdup (_("a closing bracket has no opening one; a move or the result was expected"));
    case YQ_RECORD_FAULT_SIGN:
      return g_strdup_printf (_("“%s” stands here; a move was expected"), fault->found);
    case YQ_RECORD_FAULT_MOVE_UNREADABLE:
      /* translators: a ply is one move of one side, numbered from 1 */
      return g_strdup_printf (_("“%s” is no move; ply %u was expected"), fault->found,
                              fault->number);
    case YQ_RECORD_FAULT_MOVE_AMBIGUOUS:
      return g_strdup_printf (_("“%s” fits several moves; ply %u was expected"), fault->found,
                              fault->number);
    case YQ_RECORD_FAULT_MOVE_ILLEGAL:
      if (fault->refusal == YQ_LEGAL || fault->move.from == YQ_SQUARE_NONE)
        return g_strdup_printf (_("“%s” cannot be played as ply %u"), fault->found, fault->number);
      why = yq_game_refusal_text (&fault->position, fault->move, fault->refusal, fault->place, FALSE);
      /* translators: the last %s says why, such as "The horse does not reach that point" */
      return g_strdup_printf (_("“%s” cannot be played as ply %u: %s"), fault->found,
                              fault->number, why);
    case YQ_RECORD_FAULT_LIST_END:
    case YQ_RECORD_FAULT_LIST_WORD:
    case YQ_RECORD_FAULT_LIST_TOO_LARGE:
    case YQ_RECORD_FAULT_LIST_NEGATIVE:
    case YQ_RECORD_FAULT_LIST_LONG:
      return list_text (fault);
    case YQ_RECORD_FAULT_CASE:
      return g_strdup (_("this is no text of the checkmate judge, which begins with the number of red pieces and the "
                         "place of the black general, as in “2 1 4”, and goes on with pieces, as in “R 6 4”"));
    case YQ_RECORD_FAULT_OTHER:
    default:
      return g_strdup (fault->message);
    }
}

char *
yq_faults_record_text (const YqRecordFault *fault)
{
  g_autofree char *text = record_text (fault);

  /* translators: where a text cannot be read, and what was found there and expected */
  return g_strdup_printf (_("Line %u, column %u: %s"), fault->line, fault->column, text);
}
