/* The solution of a proven mate, taken out of the search's table move by move.
 *
 * What the table has forgotten is searched again: it was proven once, so it is proven again, mostly
 * at once.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "yq-mate-tree.h"

#include <stdlib.h>

/* A move with what is known of the position after it. */
typedef struct
{
  YqMove move;
  YqMateValue value;
} Step;

static uint64_t
nodes_left (const YqMateTree *self, uint64_t most)
{
  if (self->sharp_until > 0 && yq_mate_clock () >= self->sharp_until)
    return 0;
  return self->spare < most ? self->spare : most;
}

/* A search that is only worth so many positions, out of the spare ones. */
static YqMateValue
try (YqMateTree *self, bool attack, unsigned length, uint64_t nodes)
{
  YqMateSearch *search = self->search;
  uint64_t before = search->nodes, spent;
  YqMateValue value;

  search->max_nodes = before + nodes;
  value = yq_mate_search_run (search, attack, length);
  spent = search->nodes - before;
  self->spare -= spent < self->spare ? spent : self->spare;
  return value;
}

/* Proves once more what was proven: mostly it is known or found at once by checks. again: also if
 * it is known, for the sake of what follows. */
static YqMateValue
prove (YqMateTree *self, unsigned length, bool again)
{
  enum
  {
    NODES_BY_CHECKS = 100000
  };
  YqMateValue (*search) (YqMateSearch *, bool, unsigned)
      = again ? yq_mate_search_again : yq_mate_search_run;
  bool checks_only = self->search->checks_only;
  YqMateValue value;

  self->search->max_nodes = UINT64_MAX;
  if (!checks_only)
    {
      value = yq_mate_search_look (self->search, true, length);
      if (!again && yq_mate_is_proven (&value, length))
        return value;
      self->search->checks_only = true;
      self->search->max_nodes = self->search->nodes + NODES_BY_CHECKS;
      value = search (self->search, true, length);
      self->search->checks_only = false;
      self->search->max_nodes = UINT64_MAX;
      if (yq_mate_is_proven (&value, length))
        {
          value.refuted = 0; /* that was said of checks alone */
          return value;
        }
    }
  return search (self->search, true, length);
}

static bool
is_exact (const YqMateValue *value)
{
  return value->refuted + 1u >= value->proven;
}

/* Learns the least length of a proven node as far as the spare positions allow. */
static void
sharpen (YqMateTree *self, YqMateValue *value)
{
  enum
  {
    NODES_EACH = 20000
  };

  uint64_t nodes;

  while (!is_exact (value) && !self->search->interrupted
         && (nodes = nodes_left (self, NODES_EACH)) > 0)
    {
      YqMateValue found = try (self, true, value->refuted + 1u, nodes);

      if (found.refuted <= value->refuted && found.proven >= value->proven)
        return;
      value->refuted = found.refuted > value->refuted ? found.refuted : value->refuted;
      value->proven = found.proven < value->proven ? found.proven : value->proven;
    }
}

/* The fastest known mating move of a position that is a mate within length. */
static bool
best_answer (YqMateTree *self, unsigned length, Step *best)
{
  YqMateSearch *search = self->search;
  YqPosition *pos = &search->position;
  YqMove moves[YQ_MAX_MOVES];
  size_t n = yq_mate_search_moves (search, true, moves);

  for (int tries = 0; tries < 3 && !search->interrupted; tries++)
    {
      best->value.proven = YQ_LENGTH_UNBOUNDED;
      for (size_t i = 0; i < n; i++)
        {
          YqMateValue value = { .refuted = 0 };
          YqUndo undo;

          if (moves[i].to == pos->captain[yq_side_other (search->attacker)])
            value.proven = 1;
          else
            {
              yq_position_play (pos, moves[i], &undo);
              value = yq_mate_search_look (search, false, length);
              yq_position_take_back (pos, moves[i], &undo);
            }
          if (yq_mate_is_proven (&value, length) && value.proven < best->value.proven)
            *best = (Step){ moves[i], value };
        }
      if (best->value.proven != YQ_LENGTH_UNBOUNDED)
        return true;
      prove (self, length, true);
    }
  return false;
}

/* Longest resistance first; of equal ones, those that surely last so long. */
static int
compare_steps (const void *a, const void *b)
{
  const Step *x = a, *y = b;

  if (x->value.proven != y->value.proven)
    return y->value.proven - x->value.proven;
  if (x->value.refuted != y->value.refuted)
    return y->value.refuted - x->value.refuted;
  return x->move.from != y->move.from ? x->move.from - y->move.from : x->move.to - y->move.to;
}

/* All defences of a position that is mate within length, counting the move that led there.
 * malloc'ed; NULL when interrupted or out of memory. */
static Step *
defences (YqMateTree *self, unsigned length, size_t *n)
{
  YqMateSearch *search = self->search;
  YqMove moves[YQ_MAX_MOVES];
  Step *steps;

  *n = yq_mate_search_moves (search, false, moves);
  steps = malloc ((*n + 1) * sizeof *steps);
  for (size_t i = 0; steps != NULL && i < *n; i++)
    {
      YqMateValue value;
      YqUndo undo;

      yq_position_play (&search->position, moves[i], &undo);
      value = prove (self, length - 1, false);
      if (yq_mate_is_proven (&value, length - 1))
        sharpen (self, &value);
      yq_position_take_back (&search->position, moves[i], &undo);
      steps[i] = (Step){ moves[i], value };
      if (!yq_mate_is_proven (&value, length - 1))
        {
          free (steps);
          return NULL;
        }
    }
  if (steps != NULL)
    qsort (steps, *n, sizeof *steps, compare_steps);
  return steps;
}

unsigned
yq_mate_tree_line (YqMateTree *self, unsigned length, YqMove line[2 * YQ_MATE_LONGEST])
{
  YqPosition *pos = &self->search->position, root = *pos;
  unsigned n = 0;
  Step answer;

  while (length > 0 && best_answer (self, length, &answer))
    {
      size_t n_steps;
      Step *steps;
      YqUndo undo;

      line[n++] = answer.move;
      if (answer.value.proven == 1)
        break;
      yq_position_play (pos, answer.move, &undo);
      steps = defences (self, answer.value.proven, &n_steps);
      if (steps == NULL)
        break;
      line[n++] = steps[0].move;
      length = steps[0].value.proven;
      yq_position_play (pos, steps[0].move, &undo);
      free (steps);
    }
  *pos = root;
  return n;
}

typedef struct Chunk Chunk;
struct Chunk
{
  Chunk *next;
  YqMateNode nodes[500];
};

enum
{
  CHUNK_NODES = sizeof ((Chunk *) NULL)->nodes / sizeof (YqMateNode),
};

void
yq_mate_tree_free_chunks (void *chunks)
{
  for (Chunk *chunk = chunks, *next; chunk != NULL; chunk = next)
    {
      next = chunk->next;
      free (chunk);
    }
}

static YqMateNode *
new_node (YqMateTree *self, YqMateNode *parent, YqMove move, unsigned length, bool exact)
{
  Chunk *chunk = self->chunks;

  if (self->n_free == 0)
    {
      if (self->memory + sizeof *chunk > self->max_memory)
        return NULL;
      chunk = malloc (sizeof *chunk);
      if (chunk == NULL)
        return NULL;
      chunk->next = self->chunks;
      self->chunks = chunk;
      self->memory += sizeof *chunk;
      self->n_free = CHUNK_NODES;
    }
  chunk->nodes[--self->n_free]
      = (YqMateNode){ .move = move, .length = (uint8_t) length, .exact = exact, .parent = parent };
  return &chunk->nodes[self->n_free];
}

/* The place of a key in the map, or of where it belongs. */
static size_t
map_slot (const YqMateTree *self, uint64_t key)
{
  size_t slot = key & self->map_mask;

  while (self->map[slot] != NULL && self->map_keys[slot] != key)
    slot = (slot + 1) & self->map_mask;
  return slot;
}

/* What the old map took is still counted when a larger one is made: never too little. */
static bool
map_make (YqMateTree *self, size_t size)
{
  self->memory += size * (sizeof *self->map + sizeof *self->map_keys);
  if (self->memory > self->max_memory)
    return false;
  self->map = calloc (size, sizeof *self->map);
  self->map_keys = malloc (size * sizeof *self->map_keys);
  self->map_mask = size - 1;
  if (self->map != NULL && self->map_keys != NULL)
    return true;
  free (self->map);
  free (self->map_keys);
  return false;
}

static void
map_free (YqMateTree *self)
{
  free (self->map);
  free (self->map_keys);
}

/* Enters the attacker's move node that led to the position. False when there is no room. */
static bool
map_enter (YqMateTree *self, uint64_t key, YqMateNode *node)
{
  size_t slot;

  if (self->n_map > self->map_mask / 2)
    {
      YqMateTree larger = *self;

      if (!map_make (&larger, (self->map_mask + 1) * 2))
        return false;
      for (size_t i = 0; i <= self->map_mask; i++)
        if (self->map[i] != NULL)
          {
            slot = map_slot (&larger, self->map_keys[i]);
            larger.map[slot] = self->map[i];
            larger.map_keys[slot] = self->map_keys[i];
          }
      map_free (self);
      *self = larger;
    }
  slot = map_slot (self, key);
  self->n_map += self->map[slot] == NULL;
  self->map[slot] = node;
  self->map_keys[slot] = key;
  return true;
}

/* Adds the attacker's other moves that mate as fast as first, as far as that can be shown cheaply;
 * shortest: no move mates faster. */
static void
add_duals (YqMateTree *self, YqMateNode *first, bool shortest)
{
  enum
  {
    NODES_EACH = 5000
  };
  YqMateSearch *search = self->search;
  YqMove moves[YQ_MAX_MOVES];
  size_t n = yq_mate_search_moves (search, true, moves);
  YqMateNode **end = &first->next;

  /* The rest is for what the solution needs. */
  if (self->memory > self->max_memory / 2)
    return;
  for (size_t i = 0; i < n && !search->interrupted; i++)
    {
      YqMateValue value = { .proven = YQ_LENGTH_UNBOUNDED };
      YqUndo undo;

      if (yq_move_equal (moves[i], first->move))
        continue;
      if (moves[i].to == search->position.captain[yq_side_other (search->attacker)])
        value.proven = 1;
      else
        {
          yq_position_play (&search->position, moves[i], &undo);
          value = try (self, false, first->length, nodes_left (self, NODES_EACH));
          yq_position_take_back (&search->position, moves[i], &undo);
        }
      if (!yq_mate_is_proven (&value, first->length))
        continue;
      *end = new_node (self, first->parent, moves[i], value.proven, shortest || is_exact (&value));
      if (*end == NULL)
        return;
      (*end)->dual = true;
      end = &(*end)->next;
    }
}

/* The answer to the position of the search, a mate within length, with all that follows; shortest:
 * no mate is faster than length. */
static YqMateNode *
build (YqMateTree *self, YqMateNode *parent, unsigned length, bool shortest)
{
  YqPosition *pos = &self->search->position;
  YqMateNode *node, **end;
  Step answer, *steps;
  size_t n_steps, slot;
  YqUndo undo;

  if (!best_answer (self, length, &answer)
      || (node = new_node (self, parent, answer.move, answer.value.proven,
                           shortest || is_exact (&answer.value)))
             == NULL)
    {
      self->complete = false;
      return NULL;
    }
  add_duals (self, node, shortest);
  if (node->length == 1)
    return node;

  yq_position_play (pos, answer.move, &undo);
  slot = map_slot (self, pos->key);
  if (self->map[slot] != NULL && self->map[slot]->length <= node->length)
    node->same = self->map[slot];
  else if (!map_enter (self, pos->key, node)
           || (steps = defences (self, node->length, &n_steps)) == NULL)
    self->complete = false;
  else
    {
      end = &node->child;
      for (size_t i = 0; i < n_steps; i++)
        {
          YqUndo defence_undo;

          *end = new_node (self, node, steps[i].move, steps[i].value.proven,
                           is_exact (&steps[i].value));
          if (*end == NULL)
            {
              self->complete = false;
              break;
            }
          yq_position_play (pos, steps[i].move, &defence_undo);
          (*end)->child = build (self, *end, steps[i].value.proven, (*end)->exact);
          yq_position_take_back (pos, steps[i].move, &defence_undo);
          end = &(*end)->next;
        }
      free (steps);
    }
  yq_position_take_back (pos, answer.move, &undo);
  return node;
}

YqMateNode *
yq_mate_tree_build (YqMateTree *self, unsigned length, bool shortest)
{
  YqMateNode *root = NULL;

  self->complete = map_make (self, 256);
  if (!self->complete)
    return NULL;
  root = build (self, NULL, length, shortest);
  map_free (self);
  return root;
}

enum
{
  NOT_YET = UINT8_MAX, /* the length of a node whose defences are being entered */
};

static YqMateNode *build_planned (YqMateTree *self, const YqMatePlan *plan, YqMateNode *parent,
                                  unsigned depth);

/* Enters all defences of the position after a move, longest resistance first. */
static void
add_defences (YqMateTree *self, const YqMatePlan *plan, YqMateNode *node, unsigned depth)
{
  YqPosition *pos = &self->search->position;
  YqMove moves[YQ_MAX_MOVES];
  size_t n = yq_mate_search_moves (self->search, false, moves);
  unsigned longest = 0;

  for (size_t i = 0; i < n && self->complete; i++)
    {
      YqMateNode *defence = new_node (self, node, moves[i], 0, false), **place = &node->child;
      YqUndo undo;

      if (defence == NULL)
        {
          self->complete = false;
          return;
        }
      yq_position_play (pos, moves[i], &undo);
      defence->child = build_planned (self, plan, defence, depth + 1);
      yq_position_take_back (pos, moves[i], &undo);
      if (defence->child == NULL)
        return;
      defence->length = defence->child->length;
      longest = defence->length > longest ? defence->length : longest;
      while (*place != NULL && (*place)->length >= defence->length)
        place = &(*place)->next;
      defence->next = *place;
      *place = defence;
    }
  self->complete = self->complete && longest < YQ_MATE_LONGEST;
  node->length = (uint8_t) (longest + 1);
}

/* What the plan does in the position of the search, with all that follows. NULL when it cannot be
 * completed. */
static YqMateNode *
build_planned (YqMateTree *self, const YqMatePlan *plan, YqMateNode *parent, unsigned depth)
{
  YqPosition *pos = &self->search->position;
  YqMateNode *node;
  YqMove move;
  YqUndo undo;
  size_t slot;
  unsigned mate = yq_mate_plan_look (plan, pos, &move);

  if (mate > 0)
    return build (self, parent, mate, false);
  node = depth <= YQ_MATE_LONGEST ? new_node (self, parent, move, NOT_YET, false) : NULL;
  if (node == NULL)
    {
      self->complete = false;
      return NULL;
    }
  yq_position_play (pos, move, &undo);
  slot = map_slot (self, pos->key);
  node->same = self->map[slot];
  if (node->same != NULL)
    {
      node->barred = node->same->length == NOT_YET;
      node->length = node->barred ? 1 : node->same->length;
    }
  else if (map_enter (self, pos->key, node))
    add_defences (self, plan, node, depth);
  else
    self->complete = false;
  yq_position_take_back (pos, move, &undo);
  return node;
}

YqMateNode *
yq_mate_tree_build_plan (YqMateTree *self, const YqMatePlan *plan)
{
  YqMateNode *root;

  self->complete = map_make (self, 256);
  if (!self->complete)
    return NULL;
  root = build_planned (self, plan, NULL, 1);
  map_free (self);
  return root;
}

unsigned
yq_mate_tree_main_line (const YqMateNode *tree, YqMove line[2 * YQ_MATE_LONGEST])
{
  unsigned n = 0;

  for (const YqMateNode *node = tree; node != NULL && n < 2 * YQ_MATE_LONGEST;
       node = node->barred ? NULL : yq_mate_node_replies (node))
    line[n++] = node->move;
  return n;
}
