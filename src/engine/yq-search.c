/* Alpha-beta search: iterative deepening, hash table, null move, late move reductions.
 *
 * What it says of forced wins is proven, whatever else is guessed: at a node where the side to move is lost every
 * move was searched, and each was answered by a proven win; a bound on such a score is never made of a guess.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "yq-search.h"

#include <stdlib.h>
#include <string.h>

#include "yq-eval.h"
#include "yq-ruleset.h"

enum
{
  INFINITE = YQ_SEARCH_MATE + 1,
  WIN = YQ_SEARCH_WIN_FROM,
  DRAW = 150,      /* so much is a draw worth to the side that does not want it */
  LOOK_EVERY = 64, /* positions */
  MAX_PLIES = 240,
  MAX_DEPTH = 100,
  ARENA = 1 << 14,
};

typedef enum
{
  BOUND_UPPER,
  BOUND_LOWER,
  BOUND_EXACT,
} Bound;

typedef struct
{
  uint64_t key;
  YqMove move;
  int16_t score; /* wins counted from here, not from the root */
  int16_t eval;
  uint8_t depth;
  uint8_t bound : 2; /* Bound */
  uint8_t generation : 6; /* of another generation than the search's: it says nothing */
} Entry;

enum
{
  LAST_GENERATION = (1 << 6) - 1
};

typedef struct
{
  YqMove move;
  int score;
} Scored;

struct YqSearch
{
  Entry *entries;
  size_t mask;
  uint8_t generation;

  YqEval eval;
  YqSearchWatch watch;
  YqPosition position;
  YqSide attacker;
  bool by_capture;

  uint64_t nodes, next_look;
  bool halted;
  unsigned depth; /* of the iteration */
  YqSearchResult result;

  uint64_t keys[MAX_PLIES + 2];
  unsigned irreversible[MAX_PLIES + 2];
  int sums[MAX_PLIES + 2];
  bool checked[MAX_PLIES + 2]; /* the side to move at this ply is in check */
  YqMove killers[MAX_PLIES + 2][2];
  int history[32][YQ_SQUARES];
  uint8_t reductions[64][64];
  Scored arena[ARENA]; /* moves of the positions on the path */
  size_t n_arena;
};

static const YqMove no_move = { YQ_SQUARE_NONE, YQ_SQUARE_NONE };

YqSearch *
yq_search_new (size_t memory)
{
  YqSearch *self = calloc (1, sizeof *self);
  size_t n = 1024;

  if (self == NULL)
    return NULL;
  while (sizeof *self + n * 2 * sizeof (Entry) <= memory)
    n *= 2;
  self->entries = calloc (n, sizeof (Entry));
  self->mask = n - 1;
  if (self->entries == NULL)
    {
      free (self);
      return NULL;
    }
  return self;
}

void
yq_search_free (YqSearch *self)
{
  if (self == NULL)
    return;
  free (self->entries);
  free (self);
}

/* The logarithm to base 2 in eighths, rounded down between powers along straight lines. */
static unsigned
log2_in_eighths (unsigned x)
{
  unsigned n = 0;

  while (x >> n > 1)
    n++;
  return 8 * n + (8 * x >> n) - 8;
}

void
yq_search_begin (YqSearch *self, const YqPosition *pos, const YqSearchWatch *watch)
{
  yq_eval_init (&self->eval, pos->geometry);
  if (self->generation == LAST_GENERATION)
    {
      memset (self->entries, 0, (self->mask + 1) * sizeof (Entry));
      self->generation = 0;
    }
  self->generation++;
  memset (self->history, 0, sizeof self->history);
  memset (self->killers, YQ_SQUARE_NONE, sizeof self->killers);
  self->watch = *watch;
  self->position = *pos;
  self->attacker = (YqSide) pos->turn;
  self->by_capture = yq_geometry_ruleset (pos->geometry)->captain_may_be_taken;
  self->nodes = 0;
  self->depth = 1;
  self->result = (YqSearchResult){ .best = no_move };
  for (unsigned depth = 1; depth < 64; depth++)
    for (unsigned n = 1; n < 64; n++)
      self->reductions[depth][n] = (uint8_t) (log2_in_eighths (depth) * log2_in_eighths (n) / 64 * 2 / 3);
}

static void
look_at_limits (YqSearch *self)
{
  self->next_look = self->nodes + LOOK_EVERY;
  self->halted = self->watch.halted (self->watch.data, LOOK_EVERY);
}

/* Has the position been on the path? Then who alone gave check all the time since has lost. */
static bool
repeats (const YqSearch *self, unsigned ply, int *score)
{
  bool attacking = self->position.turn == self->attacker;
  bool always[2] = { true, true }; /* the side to move, the other one: every move was a check */

  for (unsigned i = ply; i > self->irreversible[ply]; i--)
    {
      always[(ply - i + 1) & 1] &= self->checked[i];
      if (self->keys[i - 1] != self->position.key)
        continue;
      if (always[0] == always[1])
        *score = attacking ? -DRAW : DRAW;
      else
        *score = always[0] ? -(YQ_SEARCH_BARRED - (int) ply) : YQ_SEARCH_BARRED - (int) ply;
      return true;
    }
  return false;
}

static int
to_table (int score, unsigned ply)
{
  return score >= WIN ? score + (int) ply : score <= -WIN ? score - (int) ply : score;
}

static int
from_table (int score, unsigned ply)
{
  return score >= WIN ? score - (int) ply : score <= -WIN ? score + (int) ply : score;
}

/* What speaks for trying a move early. */
enum
{
  FIRST = 1 << 28,
  GOOD_CAPTURE = 1 << 26,
  CHECK = 1 << 24,
  KILLER = 1 << 22,
  BAD_CAPTURE = -(1 << 22),
};

static int
capture_score (const YqSearch *self, YqMove move)
{
  const YqPosition *pos = &self->position;
  int victim = self->eval.value[yq_piece_type (pos->squares[move.to])];
  int taker = self->eval.value[yq_piece_type (pos->squares[move.from])];
  YqSquare guards[YQ_SQUARES];

  if (victim + 50 < taker && yq_position_attackers (pos, move.to, yq_side_other ((YqSide) pos->turn), guards) > 0)
    return BAD_CAPTURE + victim - taker / 8;
  return GOOD_CAPTURE + victim * 8 - taker / 8;
}

static size_t
score_moves (YqSearch *self, unsigned ply, YqMove first, bool with_checks, Scored *scored)
{
  const YqPosition *pos = &self->position;
  YqMove moves[YQ_MAX_MOVES], checks[YQ_MAX_MOVES];
  size_t n = yq_position_moves (pos, YQ_MOVES_ALL, moves), c = 0;
  size_t n_checks = with_checks ? yq_position_moves (pos, YQ_MOVES_CHECKS, checks) : 0;

  for (size_t i = 0; i < n; i++)
    {
      YqMove move = moves[i];
      int score;

      if (yq_move_equal (move, first))
        score = FIRST;
      else if (pos->squares[move.to] != YQ_EMPTY)
        score = capture_score (self, move);
      else if (yq_move_equal (move, self->killers[ply][0]))
        score = KILLER + 1;
      else if (yq_move_equal (move, self->killers[ply][1]))
        score = KILLER;
      else
        score = self->history[pos->squares[move.from]][move.to];
      /* Both lists have the same order. */
      if (c < n_checks && yq_move_equal (move, checks[c]))
        {
          c++;
          if (score < CHECK)
            score = CHECK + (score > 0 ? score / 4 : score);
        }
      scored[i] = (Scored){ move, score };
    }
  return n;
}

static YqMove
pick (Scored *scored, size_t i, size_t n)
{
  size_t best = i;
  Scored swap;

  for (size_t j = i + 1; j < n; j++)
    if (scored[j].score > scored[best].score)
      best = j;
  swap = scored[best];
  scored[best] = scored[i];
  scored[i] = swap;
  return swap.move;
}

static void
play (YqSearch *self, unsigned ply, YqMove move, YqUndo *undo)
{
  YqPosition *pos = &self->position;

  self->sums[ply + 1] = self->sums[ply] + yq_eval_change (&self->eval, pos, move);
  yq_position_play (pos, move, undo);
  __builtin_prefetch (&self->entries[pos->key & self->mask]);
  self->keys[ply + 1] = pos->key;
  self->irreversible[ply + 1] = undo->captured != YQ_EMPTY ? ply + 1 : self->irreversible[ply];
  self->checked[ply + 1] = !self->by_capture && yq_position_in_check (pos, (YqSide) pos->turn);
}

static int
evaluate (const YqSearch *self, unsigned ply)
{
  return yq_eval_position (&self->eval, &self->position, self->sums[ply]);
}

/* The end of a captain in a game where he is taken, before anything else is asked. */
static bool
is_over (const YqSearch *self, unsigned ply, int *score)
{
  const YqPosition *pos = &self->position;

  if (!self->by_capture)
    return false;
  if (pos->captain[pos->turn] == YQ_SQUARE_NONE)
    *score = -(YQ_SEARCH_MATE - (int) ply);
  else if (yq_position_in_check (pos, yq_side_other ((YqSide) pos->turn)))
    *score = YQ_SEARCH_MATE - (int) ply - 1;
  else
    return false;
  return true;
}

/* Counts the position. True when there is nothing to search: halted, over, or too deep. */
static bool
enter (YqSearch *self, unsigned ply, int *score)
{
  if (++self->nodes >= self->next_look)
    look_at_limits (self);
  *score = 0;
  if (self->halted || is_over (self, ply, score))
    return true;
  if (ply < MAX_PLIES && self->n_arena + YQ_MAX_MOVES <= ARENA)
    return false;
  *score = evaluate (self, ply);
  return true;
}

/* What to look at where nothing may be left hanging: captures, the attacker's first checks, in check everything. */
static size_t
score_loud_moves (YqSearch *self, unsigned ply, int depth, Scored *scored)
{
  const YqPosition *pos = &self->position;
  YqMove moves[YQ_MAX_MOVES];
  size_t n, n_checks;

  if (self->checked[ply])
    return score_moves (self, ply, no_move, false, scored);
  n = yq_position_moves (pos, YQ_MOVES_CAPTURES, moves);
  for (size_t i = 0; i < n; i++)
    scored[i] = (Scored){ moves[i], capture_score (self, moves[i]) };
  if (pos->turn != self->attacker || depth <= -2 || self->by_capture)
    return n;
  n_checks = yq_position_moves (pos, YQ_MOVES_CHECKS, moves);
  for (size_t i = 0; i < n_checks; i++)
    if (pos->squares[moves[i].to] == YQ_EMPTY)
      scored[n++] = (Scored){ moves[i], CHECK };
  return n;
}

/* Beyond the depth of the search: only what is loud, to the end. */
static int
quiesce (YqSearch *self, int alpha, int beta, unsigned ply, int depth)
{
  YqPosition *pos = &self->position;
  bool check = self->checked[ply];
  Scored *scored = self->arena + self->n_arena;
  int best, eval = 0;
  size_t n;

  if (enter (self, ply, &best) || (check && repeats (self, ply, &best)))
    return best;
  best = -INFINITE;
  if (!check)
    {
      best = eval = evaluate (self, ply);
      if (best >= beta)
        return best;
      if (best > alpha)
        alpha = best;
    }
  n = score_loud_moves (self, ply, depth, scored);
  self->n_arena += n;
  for (size_t i = 0; i < n && alpha < beta; i++)
    {
      YqMove move = pick (scored, i, n);
      YqUndo undo;
      int score;

      if (!check && scored[i].score < 0)
        break;
      if (!check && scored[i].score >= GOOD_CAPTURE
          && eval + 150 + self->eval.value[yq_piece_type (pos->squares[move.to])] <= alpha)
        continue;
      play (self, ply, move, &undo);
      score = -quiesce (self, -beta, -alpha, ply + 1, depth - 1);
      yq_position_take_back (pos, move, &undo);
      if (self->halted)
        break;
      if (score > best)
        best = score;
      if (score > alpha)
        alpha = score;
    }
  self->n_arena -= n;
  return check && n == 0 ? -(YQ_SEARCH_MATE - (int) ply) : best;
}

static void
tell_proven (YqSearch *self, unsigned ply, int score, bool mated)
{
  self->watch.proven (self->watch.data, &self->position, mated,
                      (unsigned) (YQ_SEARCH_MATE - (score < 0 ? -score : score) - (int) ply));
}

/* Riders and hoppers beside the captain and its guards: who has none may well be in zugzwang. */
static bool
has_pieces (const YqSearch *self)
{
  const YqPosition *pos = &self->position;

  for (unsigned half = 0; half < 2; half++)
    for (uint64_t left = pos->sides[pos->turn].half[half]; left != 0; left &= left - 1)
      {
        YqPieceType type
            = yq_piece_type (pos->squares[(unsigned) __builtin_ctzll (left) + half * (YQ_SQUARES / 2)]);

        if (type == YQ_HORSE || type == YQ_CAR || type == YQ_CANNON)
          return true;
      }
  return false;
}

static int search (YqSearch *self, int alpha, int beta, int depth, unsigned ply, bool null_allowed);

/* The score of passing: who still stands so well need not look for a move. */
static int
pass (YqSearch *self, int beta, int depth, unsigned ply)
{
  YqPosition *pos = &self->position;
  int score;

  yq_position_set_turn (pos, yq_side_other ((YqSide) pos->turn));
  self->keys[ply + 1] = pos->key;
  self->sums[ply + 1] = self->sums[ply];
  self->irreversible[ply + 1] = ply + 1;
  self->checked[ply + 1] = false;
  score = -search (self, -beta, -beta + 1, depth - 3 - depth / 4, ply + 1, false);
  yq_position_set_turn (pos, yq_side_other ((YqSide) pos->turn));
  return score;
}

/* Searches the i-th move, already played, as far as it may matter: a late one only a little, unless it then proves
 * to be good. */
static int
search_move (YqSearch *self, int alpha, int beta, int depth, unsigned ply, size_t i, int reduction)
{
  int score;

  if (i == 0)
    return -search (self, -beta, -alpha, depth, ply + 1, true);
  if (reduction >= depth)
    reduction = depth - 1;
  if (reduction < 0)
    reduction = 0;
  score = -search (self, -alpha - 1, -alpha, depth - reduction, ply + 1, true);
  if (score > alpha && reduction > 0)
    score = -search (self, -alpha - 1, -alpha, depth, ply + 1, true);
  if (score > alpha && score < beta)
    score = -search (self, -beta, -alpha, depth, ply + 1, true);
  return score;
}

/* The quiet move i of these was too good for the other side, those before it were not: a hint for other positions. */
static void
reward (YqSearch *self, unsigned ply, int depth, const Scored *scored, size_t i)
{
  const YqPosition *pos = &self->position;
  int bonus = depth < 20 ? depth * depth : 400;

  if (!yq_move_equal (self->killers[ply][0], scored[i].move))
    {
      self->killers[ply][1] = self->killers[ply][0];
      self->killers[ply][0] = scored[i].move;
    }
  for (size_t j = i + 1; j-- > 0;)
    if (pos->squares[scored[j].move.to] == YQ_EMPTY)
      {
        int *value = &self->history[pos->squares[scored[j].move.from]][scored[j].move.to];

        *value += (j == i ? 32 : -32) * bonus - *value * bonus / 512;
      }
}

static int
search (YqSearch *self, int alpha, int beta, int depth, unsigned ply, bool null_allowed)
{
  YqPosition *pos = &self->position;
  bool attacking = pos->turn == self->attacker, pv = beta - alpha > 1, check = self->checked[ply], known;
  bool skipped = false, threat = false;
  int start = alpha, best, eval;
  YqMove first = no_move, best_move = no_move;
  Scored *scored = self->arena + self->n_arena;
  Entry *entry;
  size_t n;

  if (depth <= 0)
    return quiesce (self, alpha, beta, ply, 0);
  if (enter (self, ply, &best))
    {
      if (attacking && best >= YQ_SEARCH_MATE_FROM)
        tell_proven (self, ply, best, false);
      return best;
    }
  if (ply > 0)
    {
      if (repeats (self, ply, &best))
        return best;
      if (alpha < -(YQ_SEARCH_MATE - (int) ply))
        alpha = -(YQ_SEARCH_MATE - (int) ply);
      if (beta > YQ_SEARCH_MATE - (int) ply - 1)
        beta = YQ_SEARCH_MATE - (int) ply - 1;
      if (alpha >= beta)
        return alpha;
    }

  entry = &self->entries[pos->key & self->mask];
  known = entry->key == pos->key && entry->generation == self->generation;
  if (known)
    {
      int score = from_table (entry->score, ply);
      bool win = score >= WIN || score <= -WIN;

      first = entry->move;
      if (ply > 0 && (win || (!pv && entry->depth >= depth))
          && (entry->bound == BOUND_EXACT || (entry->bound == BOUND_LOWER && score >= beta)
              || (entry->bound == BOUND_UPPER && score <= alpha)))
        return score;
    }
  eval = known ? entry->eval : evaluate (self, ply);

  if (attacking && depth >= 2 && ply > 0 && beta > -WIN)
    {
      unsigned plies = self->watch.mate_by_checks (self->watch.data, pos, (unsigned) depth);

      if (plies > 0)
        return YQ_SEARCH_MATE - (int) ply - (int) plies;
    }

  if (!pv && !check && ply > 0 && beta < WIN && beta > -WIN && eval >= beta)
    {
      if (depth <= 6 && eval - 100 * depth >= beta)
        return eval;
      if (null_allowed && depth >= 3 && !self->by_capture && has_pieces (self))
        {
          int score = pass (self, beta, depth, ply);

          if (self->halted)
            return 0;
          if (score >= beta)
            return score >= WIN ? beta : score;
          threat = score <= -WIN && !attacking;
        }
    }
  if (threat && ply < 2 * self->depth)
    depth++;
  if (first.from == YQ_SQUARE_NONE && depth >= 5)
    depth--; /* the next iteration will know where to begin */

  best = -INFINITE;
  n = score_moves (self, ply, first, attacking && !self->by_capture, scored);
  self->n_arena += n;
  for (size_t i = 0; i < n && alpha < beta; i++)
    {
      YqMove move = pick (scored, i, n);
      YqPiece piece = pos->squares[move.from];
      bool quiet = pos->squares[move.to] == YQ_EMPTY, tame;
      int reduction = 0, score;
      YqUndo undo;

      play (self, ply, move, &undo);
      tame = !check && !self->checked[ply + 1];
      /* Late quiet moves of a position without hope are left out; not while all others lose by force: that would
       * have to be proven. */
      if (!pv && quiet && tame && best > -WIN && i > 0
          && ((depth <= 6 && i > (size_t) (4 + depth * depth)) || (depth <= 5 && eval + 120 * (depth + 1) <= alpha)))
        {
          skipped = true;
          yq_position_take_back (pos, move, &undo);
          continue;
        }
      if (tame && depth >= 3 && i >= 2 && scored[i].score < GOOD_CAPTURE)
        {
          reduction = self->reductions[depth < 63 ? depth : 63][i < 63 ? i : 63] - pv;
          if (scored[i].score >= KILLER)
            reduction--;
          else if (quiet)
            reduction -= self->history[piece][move.to] / 6000;
        }
      score = search_move (self, alpha, beta, depth - 1 + (self->checked[ply + 1] && ply < 2 * self->depth), ply, i,
                           reduction);
      yq_position_take_back (pos, move, &undo);
      if (self->halted)
        break;
      if (score > best)
        best = score;
      if (score > alpha)
        {
          alpha = score;
          best_move = move;
          if (alpha >= beta && quiet)
            reward (self, ply, depth, scored, i);
        }
    }
  self->n_arena -= n;
  if (self->halted)
    return 0;
  if (n == 0)
    best = -(YQ_SEARCH_MATE - (int) ply);
  if (attacking ? best >= YQ_SEARCH_MATE_FROM && best > start
                : best <= -YQ_SEARCH_MATE_FROM && best < beta && !skipped)
    tell_proven (self, ply, best, !attacking);
  if (entry->key != pos->key || entry->generation != self->generation || entry->depth <= depth + 3 || best >= WIN
      || best <= -WIN)
    *entry = (Entry){ .key = pos->key,
                      .move = best_move.from != YQ_SQUARE_NONE ? best_move : first,
                      .score = (int16_t) to_table (best, ply),
                      .eval = (int16_t) eval,
                      .depth = (uint8_t) depth,
                      .bound = best >= beta ? BOUND_LOWER : best > start ? BOUND_EXACT : BOUND_UPPER,
                      .generation = self->generation };
  if (ply == 0 && best > start)
    self->result.best = best_move;
  return best;
}

/* One iteration: guesses around the last score first. */
static int
search_root (YqSearch *self, unsigned plies)
{
  int last = self->result.score, margin = 40, low = -INFINITE, high = INFINITE, score;

  if (last >= YQ_SEARCH_MATE_FROM)
    low = YQ_SEARCH_MATE - (int) plies - 1;
  else if (self->depth > 4 && last < WIN)
    low = last - margin, high = last + margin;
  while (true)
    {
      score = search (self, low, high, (int) self->depth, 0, false);
      if (self->halted || score >= YQ_SEARCH_MATE_FROM || last >= YQ_SEARCH_MATE_FROM
          || (score > low && score < high))
        return score;
      margin *= 3;
      if (score <= low)
        low = margin > 1000 ? -INFINITE : last - margin;
      else
        high = margin > 1000 ? INFINITE : last + margin;
    }
}

void
yq_search_run (YqSearch *self, unsigned plies, YqSearchResult *result)
{
  self->halted = false;
  self->n_arena = 0;
  self->next_look = self->nodes;
  self->keys[0] = self->position.key;
  self->irreversible[0] = 0;
  self->checked[0] = !self->by_capture && yq_position_in_check (&self->position, self->attacker);
  self->sums[0] = yq_eval_sum (&self->eval, &self->position);
  while (self->depth <= MAX_DEPTH && self->result.score < YQ_SEARCH_MATE - (int) plies)
    {
      int score = search_root (self, plies);

      if (self->halted)
        break;
      if (score > self->result.score || self->result.score < YQ_SEARCH_MATE_FROM)
        self->result.score = score;
      self->result.depth = self->depth++;
    }
  *result = self->result;
}
