/* The solution of a mate as a game record with variations.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "yq-mate.h"

#include <stdio.h>

typedef struct
{
  const char *sign, *barred;
} Comments;

/* Most comments are signs that need no translation: #4 mate in four, #<=4 at most, +<=4 won in at
 * most four, «=» the position has been shown before. */
static void
comment (const Comments *comments, YqNode *place, const YqMateNode *node)
{
  char text[32];

  snprintf (text, sizeof text, "%s%s%u%s", comments->sign, node->exact ? "" : "<=", node->length,
            node->same != NULL ? " =" : "");
  yq_node_set_comment (place, node->barred ? comments->barred : text);
}

static void
add (const Comments *comments, YqNode *parent, const YqMateNode *nodes, bool attack)
{
  for (const YqMateNode *node = nodes; node != NULL; node = node->next)
    {
      YqNode *place = yq_node_add (parent, node->move, NULL);

      /* A forced reply and the answer to it need no comment: they follow from the one before. */
      if (!attack || node->parent == NULL || node->dual || node->same != NULL)
        comment (comments, place, node);
      add (comments, place, node->child, !attack);
    }
}

YqRecord *
yq_mate_record (const YqFen *start, const YqMateResult *result, const char *barred)
{
  const Comments comments = { result->verdict == YQ_MATE_WIN_WITHIN ? "+" : "#", barred };
  const YqRuleset *ruleset = yq_geometry_ruleset (start->position.geometry);
  YqRecord *record = yq_record_new (ruleset);

  record->start = *start;
  snprintf (record->result, sizeof record->result, "%s",
            result->tree == NULL             ? "*"
            : start->position.turn == YQ_RED ? "1-0"
                                             : "0-1");
  add (&comments, record->root, result->tree, true);
  return record;
}
