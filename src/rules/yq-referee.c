/* The referee: all is looked up by two points. A move is legal when the piece goes from the one to the other
 * and its way is empty. A captain is in check when the way of an enemy to it is empty: only few points are
 * on the ways to a given one, so they are bits of one word, and all enemies' ways are looked at together.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "yq-referee.h"

#include <assert.h>
#include <pthread.h>
#include <string.h>

#include "yq-lines.h"

enum
{
  OVER = 3, /* nobody's turn */
};

/* A bit that is always blocked: the aim of a man that has none. */
#define NO_AIM ((uint32_t) 1 << 31)

/* The unfolded rules. There is one way from a point to another, whatever goes it. */
typedef struct
{
  uint32_t goers[YQ_SQUARES + 1][YQ_SQUARES + 1]; /* by from, to: a bit for each YqPiece that goes there */
  YqSet ways[YQ_SQUARES + 1][YQ_SQUARES + 1];     /* by from, to: what must be empty then */
  YqSet points[YQ_SQUARES + 1];
  /* Ways by target, in bits that each target gives to the points on the ways to it. */
  uint32_t aims[YQ_SQUARES][YQ_SQUARES + 1]; /* by target, from */
  uint32_t bits[YQ_SQUARES][YQ_SQUARES + 1]; /* by target, point; 0 when it is on no way */
} Tables;

static Tables tables;

/* The piece goes from here to there while the way is empty. */
static void
add_way (YqPiece piece, YqSquare from, YqSquare to, YqSet way)
{
  uint32_t *goers = &tables.goers[from][to];

  assert (*goers == 0 || memcmp (&tables.ways[from][to], &way, sizeof way) == 0);
  *goers |= (uint32_t) 1 << piece;
  tables.ways[from][to] = way;
}

static void
add_hops (const YqGeometry *geometry, YqPiece piece, YqSquare from)
{
  const YqReach *reach = &geometry->reaches[geometry->first[piece][from]];

  for (unsigned i = geometry->n[piece][from]; i-- > 0; reach++)
    {
      YqSet way = { { 0, 0 } };

      for (unsigned j = 0; j < 2; j++)
        if (reach->empty[j] != YQ_SQUARE_NONE)
          way = yq_set_or (way, yq_set_of (reach->empty[j]));
      for (YqSet left = reach->to; !yq_set_is_empty (left);)
        add_way (piece, from, yq_set_take (&left), way);
    }
}

static void
add_slides (const YqGeometry *geometry, YqPiece piece, YqSquare from)
{
  static const int steps[][2] = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } };

  for (unsigned i = 0; i < 4; i++)
    {
      long rank = yq_square_rank (from), file = yq_square_file (from);
      YqSet way = { { 0, 0 } };
      YqSquare to;

      while ((to = yq_square_at (rank += steps[i][0], file += steps[i][1])) != YQ_SQUARE_NONE)
        {
          if (yq_set_has (&geometry->stands[piece], to))
            add_way (piece, from, to, way);
          way = yq_set_or (way, yq_set_of (to));
        }
    }
}

static void
add_aims (YqSquare target)
{
  uint32_t next = 1;

  for (YqSquare from = 0; from < YQ_SQUARES; from++)
    for (YqSet way = tables.ways[from][target]; !yq_set_is_empty (way);)
      {
        uint32_t *bit = &tables.bits[target][yq_set_take (&way)];

        if (*bit == 0)
          {
            assert (next != NO_AIM);
            *bit = next;
            next <<= 1;
          }
        tables.aims[target][from] |= *bit;
      }
}

static void
unfold (void)
{
  const YqGeometry *geometry = yq_geometry_of (&yq_ruleset_duck);

  assert (geometry->ruleset->captain_may_be_taken && !geometry->ruleset->captains_face);
  for (YqSquare square = 0; square < YQ_SQUARES; square++)
    {
      tables.points[square] = yq_set_of (square);
      for (unsigned piece = 0; piece < YQ_PIECES; piece++)
        {
          assert (geometry->ride[piece] != YQ_RIDE_CANNON);
          add_hops (geometry, (YqPiece) piece, square);
          if (geometry->ride[piece] == YQ_RIDE_SLIDE)
            add_slides (geometry, (YqPiece) piece, square);
        }
    }
  for (YqSquare square = 0; square < YQ_SQUARES; square++)
    add_aims (square);
}

/* Looks from where a man is to the other side's captain. */
static inline void
take_aim (YqReferee *referee, unsigned man, YqSquare captain)
{
  YqSquare from = referee->squares[man];
  bool goes = tables.goers[from][captain] >> referee->pieces[man] & 1;

  referee->aims[man] = goes ? tables.aims[captain][from] : NO_AIM;
}

/* Looks at a captain anew. */
static void
look_at_captain (YqReferee *referee, YqSide side)
{
  YqSquare captain = referee->captains[side];
  unsigned enemies = side == YQ_RED ? YQ_MEN : 0;
  uint32_t blocked = NO_AIM;

  for (unsigned man = 0; man < YQ_MAN_NONE; man++)
    blocked |= tables.bits[captain][referee->squares[man]];
  referee->blocked[side] = blocked;
  for (unsigned man = enemies; man < enemies + YQ_MEN; man++)
    take_aim (referee, man, captain);
}

void
yq_referee_start (YqReferee *referee)
{
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  unsigned next[2] = { 0, YQ_MEN };
  YqPosition pos;

  pthread_once (&once, unfold);
  yq_position_start (&pos, yq_geometry_of (&yq_ruleset_duck));
  memset (referee, 0, sizeof *referee);
  memset (referee->men, YQ_MAN_NONE, sizeof referee->men);
  memset (referee->squares, YQ_SQUARE_NONE, sizeof referee->squares);
  referee->occupied = yq_set_or (pos.sides[YQ_RED], pos.sides[YQ_BLUE]);
  for (YqSquare square = 0; square < YQ_SQUARES; square++)
    if (pos.squares[square] != YQ_EMPTY)
      {
        YqSide side = yq_piece_side (pos.squares[square]);
        unsigned man = next[side]++;

        assert (man / YQ_MEN == side);
        referee->men[square] = (uint8_t) man;
        referee->pieces[man] = pos.squares[square];
        referee->squares[man] = square;
      }
  for (unsigned side = YQ_RED; side <= YQ_BLUE; side++)
    {
      assert (pos.n_captains[side] == 1);
      referee->captains[side] = pos.captain[side];
      look_at_captain (referee, (YqSide) side);
    }
}

/* Not 0 when an enemy's way to the captain is empty. */
static inline uint32_t
attacked (const YqReferee *referee, YqSide side)
{
  const uint32_t *aims = &referee->aims[side == YQ_RED ? YQ_MEN : 0];
  uint32_t blocked = referee->blocked[side], found = 0;

  for (unsigned i = 0; i < YQ_MEN; i++)
    found |= (aims[i] & blocked) == 0 ? UINT32_MAX : 0;
  return found;
}

static inline void
put_man (YqReferee *referee, unsigned man, YqMove move)
{
  referee->men[move.from] = YQ_MAN_NONE;
  referee->men[move.to] = (uint8_t) man;
  referee->squares[man] = move.to;
  referee->occupied = yq_set_or (yq_set_without (referee->occupied, tables.points[move.from]),
                                 tables.points[move.to]);
  for (unsigned side = YQ_RED; side <= YQ_BLUE; side++)
    {
      const uint32_t *bits = tables.bits[referee->captains[side]];

      referee->blocked[side] = (referee->blocked[side] & ~bits[move.from]) | bits[move.to];
    }
}

YqReport
yq_referee_command (YqReferee *referee, YqMove move)
{
  uint32_t goers = tables.goers[move.from][move.to];
  YqSet in_way = yq_set_and (tables.ways[move.from][move.to], referee->occupied);
  unsigned turn = referee->turn, man = referee->men[move.from], taken = referee->men[move.to];
  YqReport report = { .moved = referee->pieces[man], .captured = referee->pieces[taken] };

  /* One sum of all that may be wrong, as nobody could guess which of many branches a command takes. */
  if (((~goers >> report.moved & 1) | (man / YQ_MEN != turn) | (taken / YQ_MEN == turn) | in_way.half[0]
       | in_way.half[1]) != 0)
    return (YqReport){ .moved = YQ_EMPTY };

  referee->squares[taken] = YQ_SQUARE_NONE;
  referee->aims[taken] = NO_AIM;
  put_man (referee, man, move);
  if (yq_piece_type (report.captured) == YQ_CAPTAIN)
    {
      referee->turn = OVER;
      report.over = true;
      return report;
    }
  referee->turn = (uint8_t) (1 - turn);
  take_aim (referee, man, referee->captains[1 - turn]);
  if (yq_piece_type (report.moved) == YQ_CAPTAIN)
    {
      referee->captains[turn] = move.to;
      look_at_captain (referee, (YqSide) turn);
    }
  report.check = (attacked (referee, YQ_RED) | attacked (referee, YQ_BLUE)) != 0;
  return report;
}
