/* A record as PGN text.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "yq-record-private.h"
#include "yq-text.h"

enum
{
  LINE_WIDTH = 79
};

typedef struct
{
  YqBuffer out;
  unsigned column;
  bool glue; /* the next token follows without a blank */

  const YqRecord *record;
  YqNotation notation;
  YqPosition pos; /* after the last move written */
  YqUndo *undos;  /* of the moves to pos, by ply */
  unsigned n_undos;
  bool need_number; /* black's next move needs its number, since something stands between */
} Writer;

/* Columns a text takes up on a terminal, more or less: a sign beyond ASCII is two wide. */
static unsigned
width_of (const char *text, size_t length)
{
  unsigned width = 0;

  for (size_t at = 0; at < length;)
    width += yq_text_next (text, length, &at) < 0x80 ? 1 : 2;
  return width;
}

static void
put (Writer *writer, const char *text, size_t length)
{
  const char *line_end = memchr (text, '\n', length);
  unsigned width = width_of (text, line_end != NULL ? (size_t) (line_end - text) : length);

  if (writer->column > 0 && !writer->glue)
    {
      bool fits = writer->column + 1 + width <= LINE_WIDTH;

      yq_buffer_add (&writer->out, fits ? " " : "\n", 1);
      writer->column = fits ? writer->column + 1 : 0;
    }
  yq_buffer_add (&writer->out, text, length);
  if (line_end == NULL)
    writer->column += width;
  else
    {
      line_end = memrchr (text, '\n', length);
      writer->column = width_of (line_end + 1, (size_t) (text + length - line_end - 1));
    }
  writer->glue = false;
}

static void
put_word (Writer *writer, const char *word)
{
  put (writer, word, strlen (word));
}

static void
put_comment (Writer *writer, const YqNode *node)
{
  YqBuffer buffer = { 0 };

  if (node->comment == NULL)
    return;
  yq_buffer_print (&buffer, "{%s}", node->comment);
  put (writer, buffer.data, buffer.length);
  free (buffer.data);
  writer->need_number = true;
}

static void
put_move (Writer *writer, const YqNode *node)
{
  const YqFen *start = &writer->record->start;
  unsigned half = node->ply - 1 + (start->position.turn == YQ_BLUE);
  char word[YQ_MOVE_TEXT_MAX + 32];
  size_t length = 0;

  /* A number and its move stay on one line. */
  if (half % 2 == 0 || writer->need_number)
    length = (size_t) snprintf (word, 32, "%u%s ", start->move_number + half / 2,
                                half % 2 == 0 ? "." : "...");
  writer->need_number = false;
  length += yq_move_write (&writer->pos, node->move, writer->notation, word + length);
  put (writer, word, length);
  for (unsigned i = 0; i < YQ_MAX_NAGS && node->nags[i] != 0; i++)
    {
      char nag[8];

      snprintf (nag, sizeof nag, "$%u", node->nags[i]);
      put_word (writer, nag);
    }
  put_comment (writer, node);
}

static void
play (Writer *writer, const YqNode *node)
{
  if (node->ply > writer->n_undos)
    {
      writer->n_undos = node->ply * 2;
      writer->undos = yq_realloc (writer->undos, writer->n_undos * sizeof writer->undos[0]);
    }
  yq_position_play (&writer->pos, node->move, &writer->undos[node->ply - 1]);
}

static void
take_back (Writer *writer, const YqNode *node)
{
  yq_position_take_back (&writer->pos, node->move, &writer->undos[node->ply - 1]);
}

/* The moves below the root: each line is written to its end; the variations of a move stand right
 * behind it. Walks by the links of the tree, so no depth is too deep. */
static void
put_moves (Writer *writer)
{
  const YqNode *node = writer->record->root->child;

  while (node != NULL)
    {
      const YqNode *main = node->parent->child;

      put_move (writer, node);
      if (node == main && node->next != NULL)
        {
          node = node->next;
          put_word (writer, "(");
          writer->glue = writer->need_number = true;
          continue;
        }
      play (writer, node);
      if (node->child != NULL)
        {
          node = node->child;
          continue;
        }
      /* The end of a line: back to where it branched off, on to the next variation there or to the
       * main line, which may have ended there, too. */
      for (;;)
        {
          while (node->parent != NULL && node == node->parent->child)
            {
              take_back (writer, node);
              node = node->parent;
            }
          if (node->parent == NULL)
            return;
          take_back (writer, node);
          writer->glue = true;
          put_word (writer, ")");
          writer->need_number = true;
          if (node->next != NULL)
            {
              node = node->next;
              put_word (writer, "(");
              writer->glue = true;
              break;
            }
          node = node->parent->child;
          play (writer, node);
          if (node->child != NULL)
            {
              node = node->child;
              break;
            }
        }
    }
}

static void
put_tag (Writer *writer, const char *name, const char *value)
{
  YqBuffer *out = &writer->out;

  yq_buffer_print (out, "[%s \"", name);
  while (*value != '\0')
    {
      size_t plain = strcspn (value, "\"\\");

      yq_buffer_add (out, value, plain);
      value += plain;
      if (*value != '\0')
        yq_buffer_print (out, "\\%c", *value++);
    }
  yq_buffer_print (out, "\"]\n");
}

/* The order in which xqbase writes tags; the record's own ones are filled in. */
static const char *const tag_order[]
    = { "Game",  "Event",  "Site", "Date",    "Round",     "RedTeam", "Red",   "BlackTeam",
        "Black", "Result", "ECCO", "Opening", "Variation", "FEN",     "Format" };

static bool
has_place (const char *name)
{
  for (size_t i = 0; i < sizeof tag_order / sizeof tag_order[0]; i++)
    if (strcasecmp (name, tag_order[i]) == 0)
      return true;
  return false;
}

/* The value of one of the record's own tags; NULL when it is not written. */
static const char *
own_value (const Writer *writer, const char *name, char fen[YQ_FEN_MAX])
{
  const YqRecord *record = writer->record;
  bool duck = record->ruleset == &yq_ruleset_duck;

  if (strcmp (name, "Game") == 0)
    return duck ? NULL : YQ_CHINESE_CHESS;
  if (strcmp (name, "Result") == 0)
    return record->result;
  if (strcmp (name, "FEN") == 0)
    {
      YqFen start;

      yq_fen_start (&start, record->ruleset);
      yq_fen_write (&record->start, YQ_FEN_LETTERS_NB, fen);
      return yq_position_equal (&start.position, &record->start.position)
                     && start.quiet_plies == record->start.quiet_plies
                     && start.move_number == record->start.move_number
                 ? NULL
                 : fen;
    }
  if (strcmp (name, "Format") == 0 && !duck)
    switch (writer->notation)
      {
      case YQ_NOTATION_CHINESE:
        return "Chinese";
      case YQ_NOTATION_WXF:
        return "WXF";
      case YQ_NOTATION_COORDINATES:
      case YQ_NOTATION_ICCS:
        return "ICCS";
      case YQ_NOTATION_UCI:
        return "UCI";
      }
  return NULL;
}

static void
put_tags (Writer *writer)
{
  const YqRecord *record = writer->record;
  char fen[YQ_FEN_MAX];

  /* Variant first, as Game is in xiangqi: it tells the kind of file in its first line. */
  if (record->ruleset == &yq_ruleset_duck)
    put_tag (writer, "Variant", YQ_DUCK_CHESS);
  for (size_t i = 0; i < sizeof tag_order / sizeof tag_order[0]; i++)
    {
      const char *value = yq_record_owns (tag_order[i]) ? own_value (writer, tag_order[i], fen)
                                                        : yq_record_tag (record, tag_order[i]);

      if (value != NULL)
        put_tag (writer, tag_order[i], value);
    }
  for (size_t i = 0; i < record->n_tags; i++)
    if (!has_place (record->tags[i].name))
      put_tag (writer, record->tags[i].name, record->tags[i].value);
}

char *
yq_record_write (const YqRecord *record, YqNotation notation, size_t *length)
{
  Writer writer = {
    .record = record, .notation = notation, .pos = record->start.position, .need_number = true
  };

  put_tags (&writer);
  yq_buffer_add (&writer.out, "\n", 1);
  put_comment (&writer, record->root);
  put_moves (&writer);
  put_word (&writer, record->result);
  yq_buffer_add (&writer.out, "\n", 1);
  free (writer.undos);
  if (length != NULL)
    *length = writer.out.length;
  return writer.out.data;
}
