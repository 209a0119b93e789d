/* A whole game: tags, start, a tree of moves with comments.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "yq-record.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "yq-record-private.h"
#include "yq-text.h"

static YqNode *
node_new (YqNode *parent, YqMove move)
{
  YqNode *node = yq_realloc (NULL, sizeof *node);

  memset (node, 0, sizeof *node);
  node->move = move;
  node->parent = parent;
  node->ply = parent != NULL ? parent->ply + 1 : 0;
  return node;
}

YqRecord *
yq_record_new (const YqRuleset *ruleset)
{
  YqRecord *record = yq_realloc (NULL, sizeof *record);

  memset (record, 0, sizeof *record);
  record->ruleset = ruleset;
  yq_fen_start (&record->start, ruleset);
  strcpy (record->result, "*");
  record->root = node_new (NULL, (YqMove){ YQ_SQUARE_NONE, YQ_SQUARE_NONE });
  return record;
}

void
yq_record_free (YqRecord *record)
{
  if (record == NULL)
    return;
  for (size_t i = 0; i < record->n_tags; i++)
    {
      free (record->tags[i].name);
      free (record->tags[i].value);
    }
  free (record->tags);
  yq_node_free (record->root);
  free (record);
}

bool
yq_record_owns (const char *name)
{
  static const char *const owned[] = { "Game", "Variant", "FEN", "SetUp", "Result", "Format" };

  for (size_t i = 0; i < sizeof owned / sizeof owned[0]; i++)
    if (strcasecmp (name, owned[i]) == 0)
      return true;
  return false;
}

static YqTag *
find_tag (const YqRecord *record, const char *name)
{
  for (size_t i = 0; i < record->n_tags; i++)
    if (strcasecmp (record->tags[i].name, name) == 0)
      return &record->tags[i];
  return NULL;
}

const char *
yq_record_tag (const YqRecord *record, const char *name)
{
  const YqTag *tag = find_tag (record, name);

  return tag != NULL ? tag->value : NULL;
}

/* A copy without white space at both ends. */
static char *
copy_trimmed (const char *text)
{
  static const char blanks[] = " \t\r\n\v\f";
  size_t length;

  text += strspn (text, blanks);
  length = strlen (text);
  while (length > 0 && strchr (blanks, text[length - 1]) != NULL)
    length--;
  return yq_strndup (text, length);
}

/* A copy on one line: control characters become blanks, and blanks at both ends go. */
static char *
copy_line (const char *text)
{
  char *copy = yq_strndup (text, strlen (text)), *trimmed;

  for (char *c = copy; *c != '\0'; c++)
    if ((unsigned char) *c < ' ')
      *c = ' ';
  trimmed = copy_trimmed (copy);
  free (copy);
  return trimmed;
}

void
yq_record_set_tag (YqRecord *record, const char *name, const char *value)
{
  YqTag *tag = find_tag (record, name);

  if (yq_record_owns (name) || name[0] == '\0' || strpbrk (name, " \t\r\n\v\f\"[]") != NULL)
    return;
  if (value == NULL)
    {
      if (tag == NULL)
        return;
      free (tag->name);
      free (tag->value);
      record->n_tags--;
      memmove (tag, tag + 1, (size_t) (record->tags + record->n_tags - tag) * sizeof *tag);
      return;
    }
  if (tag == NULL)
    {
      record->tags = yq_realloc (record->tags, (record->n_tags + 1) * sizeof *tag);
      tag = &record->tags[record->n_tags++];
      tag->name = yq_strndup (name, strlen (name));
    }
  else
    free (tag->value);
  tag->value = copy_line (value);
}

YqNode *
yq_node_add (YqNode *node, YqMove move, bool *made)
{
  YqNode **link = &node->child;

  while (*link != NULL && !yq_move_equal ((*link)->move, move))
    link = &(*link)->next;
  if (made != NULL)
    *made = *link == NULL;
  if (*link == NULL)
    *link = node_new (node, move);
  return *link;
}

void
yq_node_set_comment (YqNode *node, const char *comment)
{
  static const char brace[] = "｝"; /* for }, which would end the comment in the file */
  YqBuffer buffer = { 0 };
  char *trimmed = comment != NULL ? copy_trimmed (comment) : NULL;

  for (const char *c = trimmed; c != NULL && *c != '\0';)
    {
      size_t plain = strcspn (c, "\r}");

      yq_buffer_add (&buffer, c, plain);
      c += plain;
      if (*c == '}')
        yq_buffer_add (&buffer, brace, sizeof brace - 1);
      else if (*c == '\r' && c[1] != '\n')
        yq_buffer_add (&buffer, "\n", 1);
      c += *c != '\0';
    }
  free (trimmed);
  free (node->comment);
  node->comment = buffer.data;
}

void
yq_node_detach (YqNode *node, YqNodePlace *place)
{
  YqNode **link = &node->parent->child;

  place->parent = node->parent;
  place->before = NULL;
  while (*link != node)
    {
      place->before = *link;
      link = &(*link)->next;
    }
  *link = node->next;
  node->next = NULL;
  node->parent = NULL;
}

void
yq_node_attach (YqNode *node, const YqNodePlace *place)
{
  YqNode **link = place->before != NULL ? &place->before->next : &place->parent->child;

  node->parent = place->parent;
  node->next = *link;
  *link = node;
}

/* Walks down to a leaf and frees upwards, so a line may be of any length. */
void
yq_node_free (YqNode *node)
{
  YqNode *at = node;

  for (;;)
    {
      YqNode *next, *parent;

      while (at->child != NULL)
        at = at->child;
      next = at->next;
      parent = at->parent;
      free (at->comment);
      if (at == node)
        break;
      free (at);
      if (next == NULL)
        parent->child = NULL;
      at = next != NULL ? next : parent;
    }
  free (node);
}

void
yq_node_moves (const YqNode *node, YqMove *moves)
{
  for (; node->parent != NULL; node = node->parent)
    moves[node->ply - 1] = node->move;
}

YqFen
yq_record_fen (const YqRecord *record, const YqNode *node)
{
  YqMove *moves = yq_realloc (NULL, (node->ply + 1) * sizeof *moves);
  YqFen fen = record->start;
  YqUndo undo;

  yq_node_moves (node, moves);
  for (unsigned i = 0; i < node->ply; i++)
    {
      yq_position_play (&fen.position, moves[i], &undo);
      fen.quiet_plies = undo.captured == YQ_EMPTY ? fen.quiet_plies + 1 : 0;
      fen.move_number += fen.position.turn == YQ_RED;
    }
  free (moves);
  return fen;
}

void
yq_record_position (const YqRecord *record, const YqNode *node, YqPosition *pos)
{
  *pos = yq_record_fen (record, node).position;
}
