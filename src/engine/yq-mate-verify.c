/* Checks solutions of mates, knowing nothing of how they were found.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "yq-judge.h"
#include "yq-mate.h"

/* From one move of the attacker by a defence to the next one, where what follows is shown. */
typedef struct
{
  const YqMateNode *nodes[2];
  size_t ends[2]; /* the same as numbers */
  bool defence_checks, attack_checks;
} Edge;

typedef struct
{
  const YqPosition *root;
  const YqMateNode *tree;
  YqSide attacker;
  bool checks_only;
  bool barred; /* the defender may not check for ever */
  char *fault; /* may be NULL */

  /* Under barred. */
  Edge *edges;
  size_t n_edges, max_edges;
  bool out_of_memory;
} Verifier;

static bool
complain (const Verifier *self, const YqMateNode *node, const char *what)
{
  size_t n = 0;
  char line[80] = "", from[3], to[3];

  if (self->fault == NULL)
    return false;
  /* The last moves before the fault, read backwards. */
  for (; node != NULL && n < sizeof line - 8; node = node->parent)
    n += (size_t) snprintf (line + n, sizeof line - n, " %s%s", yq_square_text (node->move.from, from),
                            yq_square_text (node->move.to, to));
  snprintf (self->fault, YQ_MATE_FAULT_MAX, "%s; the moves up to there, last first:%s", what, line);
  return false;
}

/* Every legal move, by asking of each pair of points why it would not do. */
static size_t
slow_moves (const YqPosition *pos, YqMove moves[YQ_MAX_MOVES])
{
  size_t n = 0;

  for (unsigned from = 0; from < YQ_SQUARES; from++)
    for (unsigned to = 0; to < YQ_SQUARES; to++)
      {
        YqMove move = { (YqSquare) from, (YqSquare) to };

        if (pos->squares[from] != YQ_EMPTY && yq_piece_side (pos->squares[from]) == pos->turn
            && yq_position_refusal (pos, move, NULL) == YQ_LEGAL)
          moves[n++] = move;
      }
  return n;
}

static const YqMateNode *
find (const YqMateNode *nodes, YqMove move)
{
  for (; nodes != NULL; nodes = nodes->next)
    if (yq_move_equal (nodes->move, move))
      return nodes;
  return NULL;
}

/* The position after the moves of a node; false when it does not hang on the tree. */
static bool
position_after (const YqPosition *root, const YqMateNode *tree, const YqMateNode *node,
                YqPosition *pos)
{
  const YqMateNode *siblings = node->parent != NULL ? node->parent->child : tree;
  YqUndo undo;

  *pos = *root;
  if (find (siblings, node->move) != node
      || (node->parent != NULL && !position_after (root, tree, node->parent, pos)))
    return false;
  yq_position_play (pos, node->move, &undo);
  return true;
}

static bool
is_before (const YqMateNode *earlier, const YqMateNode *node)
{
  while (node != NULL && node != earlier)
    node = node->parent;
  return node != NULL;
}

static void
add_edge (Verifier *self, const YqMateNode *from, const YqMateNode *to, bool defence_checks,
          bool attack_checks)
{
  if (self->n_edges == self->max_edges)
    {
      size_t max = self->max_edges * 2 + 64;
      Edge *edges = realloc (self->edges, max * sizeof *edges);

      if (edges == NULL)
        {
          self->out_of_memory = true;
          return;
        }
      self->edges = edges;
      self->max_edges = max;
    }
  self->edges[self->n_edges++] = (Edge){ .nodes = { from, to->same != NULL ? to->same : to },
                                         .defence_checks = defence_checks,
                                         .attack_checks = attack_checks };
}

/* Nodes are shared, so each defence is checked where it is shown and only referred to elsewhere:
 * lengths fall along every line, so nothing can refer to itself. */
static bool
verify_attack (Verifier *self, const YqPosition *pos, const YqMateNode *nodes,
               const YqMateNode *parent, unsigned length)
{
  const YqMateNode *node = nodes;
  YqMove moves[YQ_MAX_MOVES];
  size_t n;
  YqPosition after = *pos;
  YqUndo undo;

  if (node == NULL)
    return complain (self, parent, "A defence is not answered");
  for (const YqMateNode *any = nodes; any != NULL; any = any->next)
    if (yq_position_refusal (pos, any->move, NULL) != YQ_LEGAL)
      return complain (self, any, "A move is not legal");
  if (node->dual || node->length > length || node->length == 0)
    return complain (self, node, "A move does not mate as fast as it must");
  yq_position_play (&after, node->move, &undo);
  if (after.captain[yq_side_other (self->attacker)] == YQ_SQUARE_NONE)
    return true;
  if (self->checks_only && !yq_position_in_check (&after, yq_side_other (self->attacker)))
    return complain (self, node, "A move is no check");
  if (self->barred && parent != NULL)
    add_edge (self, parent->parent, node, yq_position_in_check (pos, self->attacker),
              yq_position_in_check (&after, yq_side_other (self->attacker)));
  n = slow_moves (&after, moves);
  if (n == 0)
    return true;
  if (node->length == 1 && !(self->barred && node->barred))
    return complain (self, node, "The last move does not mate");

  if (node->same != NULL)
    {
      YqPosition there;

      if (!position_after (self->root, self->tree, node->same, &there)
          || !yq_position_equal (&after, &there)
          || (self->barred && node->barred ? !is_before (node->same, node->parent)
                                           : node->same->length > node->length)
          || node->same->child == NULL || node->same->same != NULL)
        return complain (self, node, "A move refers to what is shown for another position");
      return true;
    }
  for (size_t i = 0; i < n; i++)
    {
      const YqMateNode *defence = find (node->child, moves[i]);

      if (defence == NULL)
        return complain (self, node, "A defence is missing after a move");
      if (defence->length >= node->length || defence->length == 0)
        return complain (self, defence, "A defence holds out longer than stated");
      yq_position_play (&after, moves[i], &undo);
      if (after.captain[self->attacker] == YQ_SQUARE_NONE)
        return complain (self, defence, "A defence takes the attacker's captain");
      if (!verify_attack (self, &after, defence->child, defence, defence->length))
        return false;
      yq_position_take_back (&after, moves[i], &undo);
    }
  return true;
}

bool
yq_mate_verify (const YqPosition *pos, const YqMateNode *tree, unsigned length, bool checks_only,
                char fault[YQ_MATE_FAULT_MAX])
{
  Verifier self = {
    .root = pos,
    .tree = tree,
    .attacker = (YqSide) pos->turn,
    .checks_only = checks_only,
    .fault = fault,
  };

  return verify_attack (&self, pos, tree, NULL, length);
}

static int
compare_pointers (const void *a, const void *b)
{
  const YqMateNode *const *x = a, *const *y = b;

  return (*x > *y) - (*x < *y);
}

/* Whether there is a longest way from each node, counting the defences that give no check, or, when
 * all moves of the attacker are to be checks, all defences: then no way leads round through what is
 * counted. heights: room for a number each. */
static bool
has_longest_way (const Verifier *self, size_t n_nodes, bool all_checks, size_t *heights)
{
  bool changed = true;

  memset (heights, 0, n_nodes * sizeof *heights);
  for (size_t pass = 0; changed && pass <= n_nodes; pass++)
    {
      changed = false;
      for (size_t i = 0; i < self->n_edges; i++)
        {
          const Edge *edge = &self->edges[i];
          size_t height = heights[edge->ends[1]] + (all_checks || !edge->defence_checks);

          if (height > heights[edge->ends[0]] && !(all_checks && !edge->attack_checks))
            {
              heights[edge->ends[0]] = height;
              changed = true;
            }
        }
    }
  return !changed;
}

/* Whether the defender, if play goes round for ever, has but checks, and the attacker has not. */
static bool
verify_rounds (Verifier *self)
{
  const YqMateNode **nodes = calloc (2 * self->n_edges + 1, sizeof *nodes);
  size_t *heights = calloc (2 * self->n_edges + 1, sizeof *heights), n_ends = 2 * self->n_edges,
         n = 0;
  bool fine = false;

  if (nodes == NULL || heights == NULL || self->out_of_memory)
    complain (self, NULL, "There is not enough memory");
  else
    {
      for (size_t i = 0; i < n_ends; i++)
        nodes[i] = self->edges[i / 2].nodes[i % 2];
      qsort (nodes, n_ends, sizeof *nodes, compare_pointers);
      for (size_t i = 0; i < n_ends; i++)
        if (n == 0 || nodes[i] != nodes[n - 1])
          nodes[n++] = nodes[i];
      for (size_t i = 0; i < n_ends; i++)
        {
          Edge *edge = &self->edges[i / 2];
          const YqMateNode **found
              = bsearch (&edge->nodes[i % 2], nodes, n, sizeof *nodes, compare_pointers);

          edge->ends[i % 2] = (size_t) (found - nodes);
        }
      if (!has_longest_way (self, n, false, heights))
        complain (self, NULL, "The defender can go on for ever with moves that are no checks");
      else if (!has_longest_way (self, n, true, heights))
        complain (self, NULL, "The attacker can be made to check for ever");
      else
        fine = true;
    }
  free (nodes);
  free (heights);
  return fine;
}

bool
yq_mate_verify_win (const YqPosition *pos, const YqMateNode *tree, unsigned length,
                    char fault[YQ_MATE_FAULT_MAX])
{
  Verifier self = {
    .root = pos,
    .tree = tree,
    .attacker = (YqSide) pos->turn,
    .barred = true,
    .fault = fault,
  };
  bool fine = verify_attack (&self, pos, tree, NULL, length) && verify_rounds (&self);

  free (self.edges);
  return fine;
}
