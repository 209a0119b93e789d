/* The solution of a mate as a game record with variations.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "yq-mate.h"

#include <stdio.h>

/* The comments are signs that need no translation: #4 mate in four, #<=4 at most, «=» the position
 * has been shown before. */
static void
comment (YqNode *place, const YqMateNode *node)
{
  char text[32];

  snprintf (text, sizeof text, "#%s%u%s", node->exact ? "" : "<=", node->length,
            node->same != NULL ? " =" : "");
  yq_node_set_comment (place, text);
}

static void
add (YqNode *parent, const YqMateNode *nodes, bool attack)
{
  for (const YqMateNode *node = nodes; node != NULL; node = node->next)
    {
      YqNode *place = yq_node_add (parent, node->move, NULL);

      /* A forced reply and the answer to it need no comment: they follow from the one before. */
      if (!attack || node->parent == NULL || node->dual || node->same != NULL)
        comment (place, node);
      add (place, node->child, !attack);
    }
}

YqRecord *
yq_mate_record (const YqFen *start, const YqMateResult *result)
{
  const YqRuleset *ruleset = yq_geometry_ruleset (start->position.geometry);
  YqRecord *record = yq_record_new (ruleset);

  record->start = *start;
  snprintf (record->result, sizeof record->result, "%s",
            result->tree == NULL             ? "*"
            : start->position.turn == YQ_RED ? "1-0"
                                             : "0-1");
  add (record->root, result->tree, true);
  return record;
}
