/* The xiangqi judge the simple way: scanf, printf, a board of letters. What `yaqi-cli judge xiangqi` is
 * compared with, in its answers and in its speed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char board[11][10];

static int
sign (int n)
{
  return (n > 0) - (n < 0);
}

/* Pieces strictly between two points of a line; -1 when they are on none. */
static int
count_between (int r, int c, int tr, int tc)
{
  int n = 0, dr = sign (tr - r), dc = sign (tc - c);

  if ((dr == 0) == (dc == 0))
    return -1;
  for (r += dr, c += dc; r != tr || c != tc; r += dr, c += dc)
    n += board[r][c] != 0;
  return n;
}

static bool
horse_reaches (int r, int c, int tr, int tc)
{
  int dr = tr - r, dc = tc - c;

  if (abs (dr) == 2 && abs (dc) == 1)
    return board[r + dr / 2][c] == 0;
  if (abs (dr) == 1 && abs (dc) == 2)
    return board[r][c + dc / 2] == 0;
  return false;
}

static bool
is_attacked (int tr, int tc)
{
  for (int r = 1; r <= 10; r++)
    for (int c = 1; c <= 9; c++)
      switch (board[r][c])
        {
        case 'G':
          if (c == tc && count_between (r, c, tr, tc) == 0)
            return true;
          break;
        case 'R':
          if (count_between (r, c, tr, tc) == 0)
            return true;
          break;
        case 'C':
          if (count_between (r, c, tr, tc) == 1)
            return true;
          break;
        case 'H':
          if (horse_reaches (r, c, tr, tc))
            return true;
          break;
        }
  return false;
}

static bool
is_mate (int r, int c)
{
  static const int steps[4][2] = { { -1, 0 }, { 1, 0 }, { 0, -1 }, { 0, 1 } };

  for (int gr = 8; gr <= 10; gr++)
    if (board[gr][c] == 'G' && count_between (r, c, gr, c) == 0)
      return false;
  board[r][c] = 0;
  for (int i = 0; i < 4; i++)
    {
      int tr = r + steps[i][0], tc = c + steps[i][1];
      char taken;
      bool attacked;

      if (tr < 1 || tr > 3 || tc < 4 || tc > 6)
        continue;
      taken = board[tr][tc];
      board[tr][tc] = 'g';
      attacked = is_attacked (tr, tc);
      board[tr][tc] = taken;
      if (!attacked)
        return false;
    }
  return true;
}

int
main (void)
{
  int count, r, c;

  while (scanf ("%d%d%d", &count, &r, &c) == 3 && count > 0)
    {
      memset (board, 0, sizeof board);
      for (int i = 0; i < count; i++)
        {
          char letter[8];
          int pr, pc;

          if (scanf ("%7s%d%d", letter, &pr, &pc) != 3)
            return 2;
          board[pr][pc] = letter[0];
        }
      board[r][c] = 'g';
      puts (is_mate (r, c) ? "YES" : "NO");
    }
  return 0;
}
