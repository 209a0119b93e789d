/* How to win where the defender may not check for ever.
 *
 * All moves that occur in the proofs of the search make a graph of positions, a parity game. The
 * attacker wins it from each of them: by its own proof, which leads to mates, to repetitions he
 * wins by, and to positions that were proven before. So each position has a measure of what is left
 * to be done: how many quiet moves of the defender there can be, and, between two of those or two
 * quiet moves of the attacker, how many checks. The attacker moves where the least is left, and
 * then no way round is left but those he wins by. That the measures are right can be seen from each
 * move alone, so they prove the plan, whatever became of the proofs that its moves come from.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "yq-mate-plan.h"

#include <stdlib.h>

enum
{
  NONE = UINT32_MAX,
  FIRST_SLOTS = 1 << 8,
  MEASURE_MAX = 20000, /* far more than any proof that can be found needs */
};

typedef struct
{
  uint32_t quiet;  /* moves of the defender that give no check, at most */
  uint32_t checks; /* moves until the next one of the attacker that gives none, or until one fewer
                      of the above */
} Measure;

typedef struct
{
  uint64_t key;
  Measure measure;
  uint32_t edges; /* the last one added; NONE */
  bool attack;
  bool checked; /* the side to move is in check */
  bool traced;  /* the proof of its own is in the graph, or will be */
  uint8_t mate; /* a mate in at most so many moves, counted as for the mate search; 0 = is not known
                   to be */
} Place;

typedef struct
{
  uint32_t to;   /* a place */
  uint32_t next; /* of the same place; NONE */
  YqMove move;
} Edge;

struct YqMatePlan
{
  YqMateSearch *search;
  size_t memory, max_memory;
  bool failed; /* out of memory */

  Place *places;
  Edge *edges;
  uint32_t n_places, max_places, n_edges, max_edges;
  uint32_t *slots; /* 1 + place, by key */
  uint32_t n_slots;

  YqPosition *pending; /* won, their proofs still to be looked through */
  uint32_t n_pending, max_pending;
};

void
yq_mate_plan_free (YqMatePlan *self)
{
  if (self == NULL)
    return;
  free (self->places);
  free (self->edges);
  free (self->slots);
  free (self->pending);
  free (self);
}

/* Room for one more. Returns the array, moved perhaps; NULL, and the plan has failed, when there is
 * none. */
static void *
grow (YqMatePlan *self, void *array, uint32_t n, uint32_t *max, size_t size)
{
  uint32_t larger = *max * 2 + 64;
  void *moved;

  if (n < *max)
    return array;
  self->memory += (larger - *max) * size;
  moved = self->memory <= self->max_memory ? realloc (array, larger * size) : NULL;
  if (moved == NULL)
    self->failed = true;
  else
    *max = larger;
  return moved;
}

static uint32_t *
slot_of (const YqMatePlan *self, uint64_t key)
{
  uint32_t slot = (uint32_t) key & (self->n_slots - 1);

  while (self->slots[slot] != 0 && self->places[self->slots[slot] - 1].key != key)
    slot = (slot + 1) & (self->n_slots - 1);
  return &self->slots[slot];
}

static bool
make_slots (YqMatePlan *self, uint32_t n)
{
  free (self->slots);
  self->memory += (n - self->n_slots) * sizeof *self->slots;
  self->n_slots = n;
  self->slots = self->memory <= self->max_memory ? calloc (n, sizeof *self->slots) : NULL;
  for (uint32_t i = 0; self->slots != NULL && i < self->n_places; i++)
    *slot_of (self, self->places[i].key) = i + 1;
  return self->slots != NULL;
}

static uint32_t
find (const YqMatePlan *self, uint64_t key)
{
  return *slot_of (self, key) - 1; /* NONE when there is none */
}

/* The place of a position, made when there is none; NONE when there is no room. */
static uint32_t
make_place (YqMatePlan *self, const YqPosition *pos)
{
  uint32_t place = find (self, pos->key);
  Place *places;

  if (place != NONE)
    return place;
  if (self->n_places >= self->n_slots / 2 && !make_slots (self, self->n_slots * 2))
    {
      self->failed = true;
      return NONE;
    }
  places = grow (self, self->places, self->n_places, &self->max_places, sizeof *places);
  if (places == NULL)
    return NONE;
  self->places = places;
  places[self->n_places] = (Place){
    .key = pos->key,
    .edges = NONE,
    .attack = pos->turn == self->search->attacker,
    .checked = yq_position_in_check (pos, (YqSide) pos->turn),
  };
  *slot_of (self, pos->key) = ++self->n_places;
  return self->n_places - 1;
}

/* The position of the search, which is won whatever led there: by a mate, or its own proof is to be
 * looked through. */
static void
add_won (YqMatePlan *self, uint32_t place, const YqPosition *pos)
{
  YqPosition *pending;

  if (self->places[place].traced)
    return;
  self->places[place].traced = true;
  self->places[place].mate = yq_mate_search_known_mate (self->search);
  if (self->places[place].mate > 0)
    return;
  pending = grow (self, self->pending, self->n_pending, &self->max_pending, sizeof *pending);
  if (pending == NULL)
    return;
  self->pending = pending;
  pending[self->n_pending++] = *pos;
}

static void
add_step (void *data, uint64_t from, YqMove move, const YqPosition *to, bool fact)
{
  YqMatePlan *self = data;
  uint32_t place = make_place (self, to), origin = find (self, from);
  Edge *edges;

  if (place == NONE)
    return;
  if (fact)
    add_won (self, place, to);
  for (uint32_t i = self->places[origin].edges; i != NONE; i = self->edges[i].next)
    if (self->edges[i].to == place)
      return;
  edges = grow (self, self->edges, self->n_edges, &self->max_edges, sizeof *edges);
  if (edges == NULL)
    return;
  self->edges = edges;
  edges[self->n_edges] = (Edge){ place, self->places[origin].edges, move };
  self->places[origin].edges = self->n_edges++;
}

/* What a move to this place leaves to be done, itself included. */
static Measure
measure_of_move (const Place *to)
{
  Measure measure = to->measure;

  if (to->checked)
    measure.checks++;
  else
    {
      measure.checks = 0;
      measure.quiet += to->attack;
    }
  return measure;
}

static bool
is_less (Measure a, Measure b)
{
  return a.quiet != b.quiet ? a.quiet < b.quiet : a.checks < b.checks;
}

/* The attacker's best move, or the defender's. */
static uint32_t
best_edge (const YqMatePlan *self, const Place *place, Measure *best)
{
  uint32_t chosen = NONE;

  for (uint32_t i = place->edges; i != NONE; i = self->edges[i].next)
    {
      Measure measure = measure_of_move (&self->places[self->edges[i].to]);

      if (chosen == NONE || (place->attack ? is_less (measure, *best) : is_less (*best, measure)))
        {
          chosen = i;
          *best = measure;
        }
    }
  return chosen;
}

/* The least measures that agree with each other. False when there are none, or they are beyond
 * reason. */
static bool
measure_all (YqMatePlan *self)
{
  bool changed = true;

  while (changed)
    {
      changed = false;
      if (!yq_mate_search_go_on (self->search))
        return false;
      /* What was found last is farthest from the root. */
      for (uint32_t i = self->n_places; i-- > 0;)
        {
          Place *place = &self->places[i];
          Measure best;

          if (place->mate > 0)
            continue;
          if (best_edge (self, place, &best) == NONE || best.quiet > MEASURE_MAX
              || best.checks > MEASURE_MAX)
            return false;
          if (is_less (place->measure, best))
            {
              place->measure = best;
              changed = true;
            }
        }
    }
  return true;
}

/* What a table of endgames does in the position of the search, if it knows. */
static bool
follow_table (YqMatePlan *self)
{
  YqMateSearch *search = self->search;
  YqPosition *pos = &search->position;
  bool attack = pos->turn == search->attacker;
  YqMove moves[YQ_MAX_MOVES];
  uint8_t proven, refuted;
  uint64_t from = pos->key;
  size_t n = 1;

  if (search->endgame == NULL || !yq_endgame_look (search->endgame, pos, true, &proven, &refuted)
      || proven == YQ_LENGTH_UNBOUNDED)
    return false;
  if (attack)
    yq_endgame_move (search->endgame, pos, moves);
  else
    n = yq_mate_search_moves (search, false, moves);
  for (size_t i = 0; i < n; i++)
    {
      YqUndo undo;

      yq_position_play (pos, moves[i], &undo);
      add_step (self, from, moves[i], pos, true);
      yq_position_take_back (pos, moves[i], &undo);
    }
  return true;
}

YqMatePlan *
yq_mate_plan_new (YqMateSearch *search, size_t memory)
{
  YqMatePlan *self = calloc (1, sizeof *self);
  YqMateTrace trace = { add_step, self };
  YqPosition root = search->position;
  uint32_t place;
  bool made = false;

  if (self == NULL)
    return NULL;
  self->search = search;
  self->max_memory = memory;
  if (make_slots (self, FIRST_SLOTS) && (place = make_place (self, &root)) != NONE)
    {
      made = true;
      add_won (self, place, &root);
      while (made && self->n_pending > 0)
        {
          search->position = self->pending[--self->n_pending];
          made = (follow_table (self)
                  || yq_mate_search_trace (search, search->position.turn == search->attacker, &trace))
                 && !self->failed;
        }
      search->position = root;
      made = made && !self->failed && measure_all (self);
    }
  if (made)
    return self;
  yq_mate_plan_free (self);
  return NULL;
}

size_t
yq_mate_plan_memory (const YqMatePlan *self)
{
  return self->memory;
}

unsigned
yq_mate_plan_look (const YqMatePlan *self, const YqPosition *pos, YqMove *move)
{
  const Place *place = &self->places[find (self, pos->key)];
  const Edge *edge;
  Measure measure;

  if (place->mate > 0)
    return place->mate;
  edge = &self->edges[best_edge (self, place, &measure)];
  *move = edge->move;
  return self->places[edge->to].mate;
}
