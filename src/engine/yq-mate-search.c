/* Depth-first proof-number search for forced mates: the working part of yq-mate.
 *
 * Sources: Nagai, «Df-pn algorithm for searching AND/OR trees and its applications» (2002);
 * Kishimoto and Müller, «A general solution to the graph history interaction problem» (AAAI 2004);
 * Pawlewicz and Lew, «Improving depth-first PN-search: 1 + ε trick» (2006).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "yq-mate-search.h"

#include <stdlib.h>
#include <time.h>

#include "yq-reach.h"

enum
{
  LOOK_EVERY = 64, /* positions between two looks at the clock: well below a millisecond */
  ROOT_PLY = 1,    /* so that 0 can say: rests on the length of the line */
};

double
yq_mate_clock (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return (double) now.tv_sec + (double) now.tv_nsec / 1e9;
}

bool
yq_mate_search_init (YqMateSearch *self, size_t memory)
{
  *self = (YqMateSearch){ 0 };
  self->arena = malloc (YQ_MATE_ARENA * sizeof *self->arena);
  if (self->arena == NULL)
    return false;
  if (!yq_mate_table_init (&self->table, memory))
    {
      free (self->arena);
      return false;
    }
  return true;
}

void
yq_mate_search_clear (YqMateSearch *self)
{
  yq_mate_table_clear (&self->table);
  free (self->arena);
}

void
yq_mate_search_begin (YqMateSearch *self, const YqPosition *pos, bool checks_only)
{
  self->position = *pos;
  self->attacker = (YqSide) pos->turn;
  self->checks_only = checks_only;
  self->barred = false;
  self->n_won = 0;
  self->older = UINT32_MAX;
  self->by_capture = yq_geometry_ruleset (pos->geometry)->captain_may_be_taken;
  for (unsigned type = YQ_CAPTAIN; type < YQ_N_TYPES; type++)
    self->checks[type]
        = yq_reach_checks (pos->geometry, yq_piece (yq_side_other (self->attacker), (YqPieceType) type));
  self->endgame = NULL;
  self->nodes = 0;
  self->interrupted = false;
  yq_mate_table_forget (&self->table);
}

static uint64_t
mix (uint64_t x)
{
  x = (x ^ (x >> 32)) * UINT64_C (0xd6e8feb86659fd93);
  x = (x ^ (x >> 32)) * UINT64_C (0xd6e8feb86659fd93);
  return x ^ (x >> 32);
}

/* The same board means different things by who attacks and how. */
#define DEFENCE_KEY UINT64_C (0x9e3779b97f4a7c15)
/* Without the lower half: what checks and what any moves do in a position lies in one bucket. */
#define ANY_KEY UINT64_C (0xc2b2ae3d00000000)

#define BARRED_KEY UINT64_C (0x165667b100000000)

/* Whether a repetition may be won: not where the defender has nothing left to give check with. */
static bool
is_barred (const YqMateSearch *self)
{
  const YqPosition *pos = &self->position;

  if (!self->barred || self->checks_only)
    return false;
  for (unsigned half = 0; half < 2; half++)
    for (uint64_t left = pos->sides[yq_side_other (self->attacker)].half[half]; left != 0;
         left &= left - 1)
      {
        unsigned square = (unsigned) __builtin_ctzll (left) + half * (YQ_SQUARES / 2);

        if (self->checks[yq_piece_type (pos->squares[square])])
          return true;
      }
  return false;
}

static uint64_t
node_key (const YqMateSearch *self, bool attack)
{
  return self->position.key ^ (attack ? 0 : DEFENCE_KEY) ^ (self->checks_only ? 0 : ANY_KEY)
         ^ (is_barred (self) ? BARRED_KEY : 0);
}

static uint64_t
twin_key (uint64_t key, uint64_t path_hash)
{
  return key ^ mix (path_hash + 1);
}

/* The efforts that facts imply. */
static bool
settle (YqMateValue *value, unsigned length)
{
  if (yq_mate_is_proven (value, length))
    value->effort = (YqEffort){ 0, YQ_EFFORT_INFINITE };
  else if (yq_mate_is_refuted (value, length))
    value->effort = (YqEffort){ YQ_EFFORT_INFINITE, 0 };
  else if (value->rests != YQ_RESTS_NOWHERE)
    value->effort = value->won > 0 ? (YqEffort){ 0, YQ_EFFORT_INFINITE }
                                   : (YqEffort){ YQ_EFFORT_INFINITE, 0 };
  else
    return false;
  return true;
}

static bool
is_settled (const YqMateValue *value)
{
  return value->effort.proof == 0 || value->effort.disproof == 0;
}

/* The same as self->quiet, for the position just reached by a move from the end of the path. */
static void
look_for_quiet (const YqMateSearch *self, bool attack, uint16_t quiet[2])
{
  const uint16_t *before = self->quiet[self->ply];

  quiet[0] = before[0];
  quiet[1] = before[1];
  if (self->barred && !yq_position_in_check (&self->position, (YqSide) self->position.turn))
    quiet[attack] = (uint16_t) (self->ply + 1);
}

/* Is the position just reached on the path, and who wins by that? */
static void
look_for_repetition (const YqMateSearch *self, bool attack, YqMateValue *value)
{
  uint64_t key = self->position.key;
  uint16_t quiet[2];

  for (unsigned ply = self->ply; ply-- > self->irreversible[self->ply];)
    if (self->path_keys[ply] == key)
      {
        value->rests = (uint16_t) ply;
        value->won = 0;
        if (self->barred && !self->checks_only)
          {
            look_for_quiet (self, attack, quiet);
            value->won = quiet[0] > ply && quiet[1] <= ply;
          }
        return;
      }
}

static void
look_at_limits (YqMateSearch *self)
{
  if (self->tick != NULL)
    self->tick (self->tick_data);
  if ((self->stop != NULL && atomic_load_explicit (self->stop, memory_order_relaxed))
      || (self->deadline > 0 && yq_mate_clock () >= self->deadline))
    self->interrupted = true;
  self->halted = self->interrupted || self->nodes >= self->max_nodes;
  self->next_look = self->nodes + LOOK_EVERY;
  if (self->next_look > self->max_nodes && !self->halted)
    self->next_look = self->max_nodes;
}

bool
yq_mate_search_go_on (YqMateSearch *self)
{
  look_at_limits (self);
  return !self->interrupted;
}

/* Of a win under barred, when it was proven: kept where there is no effort any more. */
static uint32_t
age (const YqMateEntry *entry)
{
  return entry->effort[0].proof;
}

/* What can be said at once of the position just reached. taken: the move took a piece. */
static YqMateValue
look (YqMateSearch *self, bool attack, unsigned length, bool taken)
{
  YqMateValue value = { .proven = YQ_LENGTH_UNBOUNDED, .rests = YQ_RESTS_NOWHERE };
  const YqPosition *pos = &self->position;
  const YqMateEntry *entry;
  bool barred;
  uint64_t key;

  if (++self->nodes >= self->next_look)
    look_at_limits (self);
  if (self->endgame != NULL && !self->checks_only
      && yq_endgame_look (self->endgame, pos, is_barred (self), &value.proven, &value.refuted)
      && settle (&value, length))
    return value;
  if (self->by_capture && yq_position_in_check (pos, yq_side_other ((YqSide) pos->turn)))
    {
      /* The side to move takes the captain. */
      if (attack)
        value.proven = 1;
      else
        value.refuted = YQ_LENGTH_UNBOUNDED;
    }
  if (!settle (&value, length) && !attack && length == 1)
    {
      if (yq_position_has_move (pos))
        value.refuted = 1;
      else
        value.proven = 1;
    }
  if (settle (&value, length))
    return value;

  barred = is_barred (self);
  key = node_key (self, attack);
  entry = yq_mate_table_find (&self->table, key);
  if (entry != NULL)
    {
      const YqMateEntry *twin;

      if (!barred || age (entry) < self->older)
        value.proven = entry->proven;
      value.refuted = entry->refuted;
      if (!barred || entry->proven == YQ_LENGTH_UNBOUNDED)
        value.effort = entry->effort[length != YQ_LENGTH_UNBOUNDED];
      if (entry->twins && length == YQ_LENGTH_UNBOUNDED)
        {
          twin = yq_mate_table_find (&self->table, twin_key (key, self->path_hashes[self->ply]));
          if (twin != NULL)
            {
              value.rests = (uint16_t) twin->effort[0].proof;
              value.won = (uint8_t) twin->effort[0].disproof;
            }
        }
      if (settle (&value, length))
        return value;
    }
  if (!self->checks_only)
    {
      /* What mates by checks mates by any moves, and what mates wins. */
      uint64_t pure = key ^ (barred ? BARRED_KEY : 0);

      entry = pure != key ? yq_mate_table_find (&self->table, pure) : NULL;
      if (entry != NULL && entry->proven < value.proven)
        value.proven = entry->proven;
      entry = yq_mate_table_find (&self->table, pure ^ ANY_KEY);
      if (entry != NULL && entry->proven < value.proven)
        value.proven = entry->proven;
      if (settle (&value, length))
        return value;
    }
  if (length == YQ_LENGTH_UNBOUNDED && !taken)
    {
      look_for_repetition (self, attack, &value);
      if (settle (&value, length))
        return value;
    }
  if (value.effort.proof == 0)
    {
      if (attack)
        value.effort = (YqEffort){ 1, 1 };
      else
        {
          /* The more defences, the more there is to prove. */
          value.effort = (YqEffort){ (uint32_t) yq_position_count (pos), 1 };
          if (value.effort.proof == 0)
            {
              value.proven = 1;
              settle (&value, length);
            }
        }
    }
  return value;
}

static void
push (YqMateSearch *self, bool attack, bool taken)
{
  unsigned ply = self->ply + 1;

  look_for_quiet (self, attack, self->quiet[ply]);
  self->ply = ply;
  self->path_keys[ply] = self->position.key;
  self->path_hashes[ply] = mix (self->path_hashes[ply - 1] ^ self->position.key);
  self->irreversible[ply] = taken ? (uint16_t) ply : self->irreversible[ply - 1];
}

size_t
yq_mate_search_moves (const YqMateSearch *self, bool attack, YqMove moves[YQ_MAX_MOVES])
{
  const YqPosition *pos = &self->position;
  bool checks = attack && self->checks_only;
  size_t n = 0;

  if (checks && self->by_capture && yq_position_in_check (pos, yq_side_other (self->attacker)))
    {
      /* Taking the captain is better than any check. */
      size_t n_all = yq_position_moves (pos, YQ_MOVES_CAPTURES, moves);

      for (size_t i = 0; i < n_all; i++)
        if (moves[i].to == pos->captain[yq_side_other (self->attacker)])
          moves[n++] = moves[i];
      return n;
    }
  return yq_position_moves (pos, checks ? YQ_MOVES_CHECKS : YQ_MOVES_ALL, moves);
}

/* The position after this move will be looked for in the table soon. */
static void
expect (const YqMateSearch *self, bool attack, YqMove move)
{
  /* Where its key ends in the same half, it lies in the same bucket. */
  yq_mate_table_prefetch (&self->table, yq_position_key_after (&self->position, move) ^ (attack ? DEFENCE_KEY : 0));
}

/* Puts children for these moves on the arena behind the n that are there and looks at each, until
 * one settles the node: then *complete becomes false. Returns how many there are now. */
static size_t
expand (YqMateSearch *self, bool attack, unsigned child_length, const YqMove *moves, size_t n_moves,
        unsigned n, bool *complete)
{
  YqMateChild *children = self->arena + self->n_arena;

  if (n_moves > 0)
    expect (self, attack, moves[0]);
  for (size_t i = 0; i < n_moves; i++)
    {
      YqMateChild *child = &children[n++];
      YqUndo undo;

      if (i + 1 < n_moves)
        expect (self, attack, moves[i + 1]);
      child->move = moves[i];
      yq_position_play (&self->position, moves[i], &undo);
      child->value = look (self, !attack, child_length, undo.captured != YQ_EMPTY);
      yq_position_take_back (&self->position, moves[i], &undo);
      if (attack ? child->value.effort.proof == 0 : child->value.effort.disproof == 0)
        {
          *complete = false;
          break;
        }
    }
  return n;
}

/* The attacker's moves that are no checks stand together as one child, until it is their turn. */
static bool
stands_for_quiet_moves (const YqMateChild *child)
{
  return child->move.from == YQ_SQUARE_NONE;
}

static size_t
expand_checks (YqMateSearch *self, unsigned length, bool *complete)
{
  YqPosition *pos = &self->position;
  YqMove moves[YQ_MAX_MOVES];
  size_t n_all = yq_position_count (pos), n_moves = yq_position_moves (pos, YQ_MOVES_CHECKS, moves);
  size_t n = expand (self, true, length, moves, n_moves, 0, complete), n_replies;

  if (*complete && n_all > n_moves)
    {
      YqSide turn = (YqSide) pos->turn;

      /* A quiet move leaves the defender about as many replies as he would have now, of which most
       * are answered in the same way. */
      yq_position_set_turn (pos, yq_side_other (turn));
      n_replies = yq_position_count (pos);
      yq_position_set_turn (pos, turn);
      self->arena[self->n_arena + n++] = (YqMateChild){
        .move = { YQ_SQUARE_NONE, YQ_SQUARE_NONE },
        .value = { .effort = { 1 + (uint32_t) n_replies / 4, (uint32_t) (n_all - n_moves) },
                   .proven = YQ_LENGTH_UNBOUNDED,
                   .rests = YQ_RESTS_NOWHERE },
      };
    }
  return n;
}

/* The last of n children stands for the quiet moves: puts them in its place. */
static size_t
expand_quiet_moves (YqMateSearch *self, unsigned length, size_t n, bool *complete)
{
  YqMove all[YQ_MAX_MOVES], checks[YQ_MAX_MOVES];
  size_t n_all = yq_position_moves (&self->position, YQ_MOVES_ALL, all), n_quiet = 0, c = 0;
  size_t n_checks = yq_position_moves (&self->position, YQ_MOVES_CHECKS, checks);

  /* Both lists have the same order. */
  for (size_t i = 0; i < n_all; i++)
    if (c < n_checks && yq_move_equal (all[i], checks[c]))
      c++;
    else
      all[n_quiet++] = all[i];
  return expand (self, true, length, all, n_quiet, n - 1, complete);
}

/* All children of a node, as far as they are looked at in the beginning. */
static size_t
expand_node (YqMateSearch *self, bool attack, unsigned child_length, bool *complete)
{
  YqMove moves[YQ_MAX_MOVES];
  size_t n_moves;

  *complete = true;
  if (attack && !self->checks_only)
    return expand_checks (self, child_length, complete);
  n_moves = yq_mate_search_moves (self, attack, moves);
  return expand (self, attack, child_length, moves, n_moves, 0, complete);
}

/* Which child to search next, and what the next best would cost. */
typedef struct
{
  size_t best;
  uint32_t second;
  uint32_t others; /* open children beside it */
} Choice;

static uint32_t
add_efforts (uint32_t a, uint32_t b)
{
  return a >= YQ_EFFORT_INFINITE - 1 - b ? YQ_EFFORT_INFINITE - 1 : a + b;
}

/* The value of an attack node from its children's.
 *
 * The numbers that must be shown together are not added up: lines that meet again would be counted
 * many times over. Instead the largest counts, and one for each other open child. */
static Choice
combine_attack (YqMateValue *value, const YqMateChild *children, size_t n, bool complete,
                unsigned length)
{
  Choice choice = { .second = YQ_EFFORT_INFINITE };
  unsigned proven = YQ_LENGTH_UNBOUNDED, refuted = YQ_LENGTH_UNBOUNDED;
  uint16_t rests = YQ_RESTS_NOWHERE;
  const YqMateValue *won = NULL;
  uint32_t least = YQ_EFFORT_INFINITE, most = 0, n_open = 0;

  for (size_t i = 0; i < n; i++)
    {
      const YqMateValue *child = &children[i].value;

      proven = child->proven < proven ? child->proven : proven;
      refuted = child->refuted < refuted ? child->refuted : refuted;
      if (child->effort.disproof == 0)
        {
          if (!yq_mate_is_refuted (child, length) && child->rests < rests)
            rests = child->rests;
          continue;
        }
      /* Of several wins by repetition the one that rests on the latest position is good on most
       * paths. */
      if (child->won > 0 && (won == NULL || child->rests > won->rests))
        won = child;
      n_open++;
      most = child->effort.disproof > most ? child->effort.disproof : most;
      if (child->effort.proof < least)
        {
          choice.second = least;
          least = child->effort.proof;
          choice.best = i;
        }
      else if (child->effort.proof < choice.second)
        choice.second = child->effort.proof;
    }
  if (proven < value->proven)
    value->proven = (uint8_t) proven;
  if (complete && refuted > value->refuted)
    value->refuted = (uint8_t) refuted;
  value->rests = n_open == 0 ? rests : won != NULL ? won->rests : YQ_RESTS_NOWHERE;
  value->won = n_open > 0 && won != NULL ? won->won : 0;
  if (yq_mate_is_proven (value, YQ_LENGTH_UNBOUNDED))
    value->rests = YQ_RESTS_NOWHERE;
  choice.others = n_open > 0 ? n_open - 1 : 0;
  value->effort = (YqEffort){ least, add_efforts (most, choice.others) };
  return choice;
}

/* The value of a defence node from its children's. */
static Choice
combine_defence (YqMateValue *value, const YqMateChild *children, size_t n, bool complete,
                 unsigned child_length)
{
  Choice choice = { .second = YQ_EFFORT_INFINITE };
  unsigned proven = 0, refuted = 0, won = 0;
  uint16_t rests = YQ_RESTS_NOWHERE;
  uint32_t least = YQ_EFFORT_INFINITE, most = 0, n_open = 0;

  value->rests = YQ_RESTS_NOWHERE;
  for (size_t i = 0; i < n; i++)
    {
      const YqMateValue *child = &children[i].value;

      proven = child->proven > proven ? child->proven : proven;
      refuted = child->refuted > refuted ? child->refuted : refuted;
      if (child->effort.proof == 0)
        {
          unsigned length = child->proven != YQ_LENGTH_UNBOUNDED ? child->proven : child->won;

          won = length > won ? length : won;
          if (child->proven == YQ_LENGTH_UNBOUNDED && child->rests < rests)
            rests = child->rests;
          continue;
        }
      /* Of several refutations by repetition the one that rests on the latest position is good on
       * most paths. */
      if (child->rests != YQ_RESTS_NOWHERE
          && (value->rests == YQ_RESTS_NOWHERE || child->rests > value->rests))
        value->rests = child->rests;
      n_open++;
      most = child->effort.proof > most ? child->effort.proof : most;
      if (child->effort.disproof < least)
        {
          choice.second = least;
          least = child->effort.disproof;
          choice.best = i;
        }
      else if (child->effort.disproof < choice.second)
        choice.second = child->effort.disproof;
    }
  if (complete && proven != YQ_LENGTH_UNBOUNDED)
    {
      proven = proven < YQ_LENGTH_MAX ? proven + 1 : YQ_LENGTH_MAX;
      if (proven < value->proven)
        value->proven = (uint8_t) proven;
    }
  if (refuted < YQ_LENGTH_MAX && n > 0)
    refuted++;
  if (refuted > value->refuted)
    value->refuted = (uint8_t) refuted;
  if (yq_mate_is_refuted (value, YQ_LENGTH_UNBOUNDED))
    value->rests = YQ_RESTS_NOWHERE;
  value->won = 0;
  if (complete && n_open == 0 && rests != YQ_RESTS_NOWHERE)
    {
      value->rests = rests;
      value->won = (uint8_t) (won < YQ_LENGTH_MAX ? won + 1 : YQ_LENGTH_MAX);
    }
  choice.others = n_open > 0 ? n_open - 1 : 0;
  value->effort = (YqEffort){ add_efforts (most, choice.others), least };
  return choice;
}

/* The same for this path alone. */
static void
remember_for_path (YqMateSearch *self, YqMateEntry *entry, uint16_t rests, uint8_t won,
                   uint64_t work)
{
  uint64_t key = twin_key (entry->key, self->path_hashes[self->ply - 1]);

  entry->twins = true;
  /* What is won on one path mostly is on others, too, and by the same moves. */
  if (won > 0 && entry->proven == YQ_LENGTH_UNBOUNDED)
    entry->effort[0] = (YqEffort){ 1, 1 };
  entry = yq_mate_table_make (&self->table, key);
  entry->effort[0] = (YqEffort){ rests, won };
  entry->work = work > UINT32_MAX ? UINT32_MAX : (uint32_t) work;
}

/* Keeps what was learnt of the node on top of the path. */
static void
remember (YqMateSearch *self, const YqMateValue *value, bool attack, unsigned length, uint64_t work)
{
  uint64_t key = node_key (self, attack);
  YqMateEntry *entry = yq_mate_table_make (&self->table, key);
  bool barred = is_barred (self), won = barred && entry->proven != YQ_LENGTH_UNBOUNDED;

  if (value->proven < entry->proven)
    entry->proven = value->proven;
  if (barred && !won && entry->proven != YQ_LENGTH_UNBOUNDED)
    entry->effort[0] = (YqEffort){ self->n_won++, 0 };
  if (value->refuted > entry->refuted)
    entry->refuted = value->refuted;
  entry->work = work > UINT32_MAX - entry->work ? UINT32_MAX : entry->work + (uint32_t) work;
  if (!is_settled (value) && !won)
    entry->effort[length != YQ_LENGTH_UNBOUNDED] = value->effort;
  else if (value->rests != YQ_RESTS_NOWHERE)
    remember_for_path (self, entry, value->rests, value->won, work);
  else if (barred && value->proven != YQ_LENGTH_UNBOUNDED && age (entry) >= self->older)
    /* Not to be known as a fact. */
    remember_for_path (self, entry, (uint16_t) self->ply, value->proven, work);
}

/* What a child may cost before another one is to be preferred: half as much again as the next best,
 * so that the search does not jump between two for ever. */
static uint32_t
allowance (uint32_t second)
{
  return add_efforts (second, second / 2 + 1);
}

static void search (YqMateSearch *self, YqMateValue *value, bool attack, unsigned length,
                    YqEffort limit);

/* Whether the attacker, were he to move again at this defence node, would soon mate by checks. What is
 * learnt of it are facts as any others: of the position with the attacker to move. */
static bool
threatens (YqMateSearch *self)
{
  enum
  {
    LENGTH = 8,
    PROOF = 8, /* no more than such an effort is made */
  };
  YqPosition *pos = &self->position;
  YqMateValue value;

  yq_position_set_turn (pos, self->attacker);
  self->checks_only = true;
  value = look (self, true, LENGTH, true);
  if (!is_settled (&value) && !self->halted)
    {
      push (self, true, true);
      search (self, &value, true, LENGTH, (YqEffort){ PROOF, YQ_EFFORT_INFINITE });
      self->ply--;
    }
  self->checks_only = false;
  yq_position_set_turn (pos, yq_side_other (self->attacker));
  return yq_mate_is_proven (&value, LENGTH);
}

/* A quiet move that threatens nothing seldom leads to mate: when it is about to be searched for the first
 * time it is put off, once, by raising its proof number. Returns whether that was done. */
static bool
put_off (YqMateSearch *self, YqMateValue *value, bool attack, unsigned length)
{
  enum
  {
    FACTOR = 2,
    ADDED = 10,
  };

  if (attack || self->checks_only || length != YQ_LENGTH_UNBOUNDED
      || yq_position_in_check (&self->position, (YqSide) self->position.turn)
      || yq_mate_table_find (&self->table, node_key (self, attack)) != NULL || threatens (self))
    return false;
  value->effort.proof = add_efforts (value->effort.proof, value->effort.proof * (FACTOR - 1) + ADDED);
  return true;
}

static void
search (YqMateSearch *self, YqMateValue *value, bool attack, unsigned length, YqEffort limit)
{
  unsigned child_length = attack || length == YQ_LENGTH_UNBOUNDED ? length : length - 1;
  YqMateChild *children = self->arena + self->n_arena;
  uint64_t before = self->nodes;
  bool complete;
  size_t n;

  if (self->ply >= YQ_MATE_MAX_PLIES || self->n_arena + YQ_MAX_MOVES > YQ_MATE_ARENA)
    {
      value->rests = 0;
      value->won = 0;
      settle (value, length);
      return;
    }
  if (put_off (self, value, attack, length) && value->effort.proof >= limit.proof)
    {
      remember (self, value, attack, length, self->nodes - before);
      return;
    }
  n = expand_node (self, attack, child_length, &complete);
  self->n_arena += (unsigned) n;
  while (true)
    {
      Choice choice = attack ? combine_attack (value, children, n, complete, child_length)
                             : combine_defence (value, children, n, complete, child_length);
      YqMateChild *child = &children[choice.best];
      YqEffort child_limit;
      YqUndo undo;

      /* What rests on nothing before this node is a fact. */
      if (value->rests != YQ_RESTS_NOWHERE && value->rests >= self->ply)
        {
          value->rests = YQ_RESTS_NOWHERE;
          if (value->won > 0)
            value->proven = value->won;
          else
            value->refuted = YQ_LENGTH_UNBOUNDED;
        }
      settle (value, length);
      if (value->effort.proof >= limit.proof || value->effort.disproof >= limit.disproof
          || self->halted)
        break;
      if (attack)
        {
          child_limit.proof = allowance (choice.second);
          if (child_limit.proof > limit.proof)
            child_limit.proof = limit.proof;
          child_limit.disproof = limit.disproof - choice.others;
        }
      else
        {
          child_limit.disproof = allowance (choice.second);
          if (child_limit.disproof > limit.disproof)
            child_limit.disproof = limit.disproof;
          child_limit.proof = limit.proof - choice.others;
        }
      if (stands_for_quiet_moves (child))
        {
          self->n_arena -= (unsigned) n;
          n = expand_quiet_moves (self, child_length, n, &complete);
          self->n_arena += (unsigned) n;
          continue;
        }
      yq_position_play (&self->position, child->move, &undo);
      push (self, !attack, undo.captured != YQ_EMPTY);
      search (self, &child->value, !attack, child_length, child_limit);
      self->ply--;
      yq_position_take_back (&self->position, child->move, &undo);
    }
  self->n_arena -= (unsigned) n;
  remember (self, value, attack, length, self->nodes - before);
}

YqMateValue
yq_mate_search_look (YqMateSearch *self, bool attack, unsigned length)
{
  self->ply = ROOT_PLY - 1;
  self->path_hashes[self->ply] = 0;
  self->irreversible[self->ply] = ROOT_PLY;
  self->quiet[self->ply][0] = self->quiet[self->ply][1] = 0;
  self->n_arena = 0;
  self->halted = self->interrupted;
  self->next_look = self->nodes;
  return look (self, attack, length, true);
}

static void
search_root (YqMateSearch *self, YqMateValue *value, bool attack, unsigned length)
{
  if (is_settled (value) || self->halted)
    return;
  push (self, attack, true);
  search (self, value, attack, length, (YqEffort){ YQ_EFFORT_INFINITE, YQ_EFFORT_INFINITE });
}

YqMateValue
yq_mate_search_run (YqMateSearch *self, bool attack, unsigned length)
{
  YqMateValue value = yq_mate_search_look (self, attack, length);

  search_root (self, &value, attack, length);
  return value;
}

YqMateValue
yq_mate_search_again (YqMateSearch *self, bool attack, unsigned length)
{
  YqMateValue value = yq_mate_search_look (self, attack, length);

  value = (YqMateValue){ { 1, 1 }, .proven = YQ_LENGTH_UNBOUNDED, .rests = YQ_RESTS_NOWHERE };
  search_root (self, &value, attack, length);
  return value;
}

/* Through the proof of the node on top of the path, which is won. */
static bool trace_node (YqMateSearch *self, bool attack, const YqMateTrace *trace);

/* By this move of the node on top of the path. */
static bool
trace_move (YqMateSearch *self, bool attack, YqMove move, const YqMateTrace *trace)
{
  uint64_t from = self->position.key;
  YqMateValue value, repetition = { .rests = YQ_RESTS_NOWHERE };
  bool taken, fact, won;
  YqUndo undo;

  yq_position_play (&self->position, move, &undo);
  taken = undo.captured != YQ_EMPTY;
  value = look (self, !attack, YQ_LENGTH_UNBOUNDED, taken);
  fact = yq_mate_is_proven (&value, YQ_LENGTH_UNBOUNDED);
  if (!taken && !fact)
    look_for_repetition (self, !attack, &repetition);
  trace->step (trace->data, from, move, &self->position, fact);
  won = value.effort.proof == 0;
  if (!fact && repetition.rests == YQ_RESTS_NOWHERE)
    {
      push (self, !attack, taken);
      if (!is_settled (&value))
        search (self, &value, !attack, YQ_LENGTH_UNBOUNDED,
                (YqEffort){ YQ_EFFORT_INFINITE, YQ_EFFORT_INFINITE });
      won = value.effort.proof == 0 && trace_node (self, !attack, trace);
      self->ply--;
    }
  yq_position_take_back (&self->position, move, &undo);
  return won && !self->halted;
}

/* The move of this attack node that wins by the shortest proof. False when none is known to win. */
static bool
find_winning_move (YqMateSearch *self, YqMove *best)
{
  YqMove moves[YQ_MAX_MOVES];
  size_t n = yq_mate_search_moves (self, true, moves);
  unsigned shortest = YQ_LENGTH_UNBOUNDED;

  for (size_t i = 0; i < n; i++)
    {
      YqMateValue value;
      unsigned length;
      YqUndo undo;

      yq_position_play (&self->position, moves[i], &undo);
      value = look (self, false, YQ_LENGTH_UNBOUNDED, undo.captured != YQ_EMPTY);
      yq_position_take_back (&self->position, moves[i], &undo);
      length = value.rests == YQ_RESTS_NOWHERE ? value.proven : value.won;
      if (value.effort.proof == 0 && length < shortest)
        {
          shortest = length;
          *best = moves[i];
        }
    }
  return shortest != YQ_LENGTH_UNBOUNDED;
}

static bool
trace_node (YqMateSearch *self, bool attack, const YqMateTrace *trace)
{
  YqMove moves[YQ_MAX_MOVES];
  size_t n = 1;

  if (!attack)
    n = yq_mate_search_moves (self, false, moves);
  else if (!find_winning_move (self, moves))
    {
      YqMateValue value = { { 1, 1 }, .proven = YQ_LENGTH_UNBOUNDED, .rests = YQ_RESTS_NOWHERE };

      search (self, &value, true, YQ_LENGTH_UNBOUNDED,
              (YqEffort){ YQ_EFFORT_INFINITE, YQ_EFFORT_INFINITE });
      if (!find_winning_move (self, moves))
        return false;
    }
  for (size_t i = 0; i < n; i++)
    if (self->ply == YQ_MATE_MAX_PLIES || !trace_move (self, attack, moves[i], trace))
      return false;
  return true;
}

uint8_t
yq_mate_search_known_mate (YqMateSearch *self)
{
  bool barred = self->barred;
  YqMateValue value;

  self->barred = false;
  value = look (self, self->position.turn == self->attacker, YQ_LENGTH_UNBOUNDED, true);
  self->barred = barred;
  return yq_mate_is_proven (&value, YQ_LENGTH_UNBOUNDED) ? value.proven : 0;
}

bool
yq_mate_search_trace (YqMateSearch *self, bool attack, const YqMateTrace *trace)
{
  YqMateValue value = yq_mate_search_run (self, attack, YQ_LENGTH_UNBOUNDED);
  const YqMateEntry *entry = yq_mate_table_find (&self->table, node_key (self, attack));
  bool traced;

  if (!yq_mate_is_proven (&value, YQ_LENGTH_UNBOUNDED))
    return false;
  self->older = entry != NULL ? age (entry) : self->n_won;
  yq_mate_search_look (self, attack, YQ_LENGTH_UNBOUNDED);
  push (self, attack, true);
  traced = trace_node (self, attack, trace);
  self->older = UINT32_MAX;
  return traced;
}

unsigned
yq_mate_search_probe (YqMateSearch *self, const YqPosition *pos, uint32_t proof, uint64_t nodes)
{
  YqPosition root = self->position;
  bool checks_only = self->checks_only;
  uint64_t max_nodes = self->max_nodes;
  YqMateValue value;

  self->position = *pos;
  self->checks_only = true;
  if (nodes < max_nodes - self->nodes)
    self->max_nodes = self->nodes + nodes;
  value = yq_mate_search_look (self, true, YQ_LENGTH_UNBOUNDED);
  if (!is_settled (&value) && value.effort.proof < proof && !self->halted)
    {
      push (self, true, true);
      search (self, &value, true, YQ_LENGTH_UNBOUNDED, (YqEffort){ proof, YQ_EFFORT_INFINITE });
    }
  self->max_nodes = max_nodes;
  self->next_look = self->nodes;
  self->checks_only = checks_only;
  self->position = root;
  return yq_mate_is_proven (&value, YQ_LENGTH_UNBOUNDED) ? value.proven : 0;
}

void
yq_mate_search_learn (YqMateSearch *self, const YqPosition *pos, bool attack, unsigned length)
{
  YqMateEntry *entry
      = yq_mate_table_make (&self->table, pos->key ^ (attack ? 0 : DEFENCE_KEY) ^ (self->checks_only ? 0 : ANY_KEY));

  if (length < entry->proven && length <= YQ_LENGTH_MAX)
    entry->proven = (uint8_t) length;
  entry->work += entry->work < UINT32_MAX - 1000 ? 1000 : 0;
}


bool
yq_mate_search_count (YqMateSearch *self, uint64_t nodes)
{
  self->nodes += nodes;
  look_at_limits (self);
  return self->halted;
}
