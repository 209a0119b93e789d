/* The duck chess judge the simple way: scanf, printf, a board of numbers. What `yaqi-cli judge duck` is
 * compared with, in its answers and in its speed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum
{
  NONE,
  CAPTAIN,
  GUARD,
  ELEPHANT,
  HORSE,
  CAR,
  DUCK,
  SOLDIER,
  BLUE = 8, /* added to a blue piece */
};

static const char *const names[] = {
  "NA",          "red captain",  "red guard",  "red elephant",  "red horse",  "red car",  "red duck",  "red soldier", "",
  "blue captain", "blue guard", "blue elephant", "blue horse", "blue car", "blue duck", "blue soldier",
};

static int board[10][9];

static void
set_up (void)
{
  static const int home[9] = { CAR, HORSE, ELEPHANT, GUARD, CAPTAIN, GUARD, ELEPHANT, HORSE, CAR };

  for (int y = 0; y < 9; y++)
    {
      board[0][y] = home[y];
      board[9][y] = home[y] + BLUE;
    }
  board[2][0] = board[2][8] = DUCK;
  board[7][0] = board[7][8] = DUCK + BLUE;
  for (int y = 0; y < 9; y += 2)
    {
      board[3][y] = SOLDIER;
      board[6][y] = SOLDIER + BLUE;
    }
}

static int
sign (int n)
{
  return (n > 0) - (n < 0);
}

static bool
reaches (int x, int y, int tx, int ty)
{
  int dx = tx - x, dy = ty - y, ax = abs (dx), ay = abs (dy), sx = sign (dx), sy = sign (dy);

  switch (board[x][y] % BLUE)
    {
    case CAPTAIN:
      return ax + ay == 1;
    case GUARD:
      return ax == 1 && ay == 1;
    case ELEPHANT:
      return ax == 2 && ay == 2 && board[x + sx][y + sy] == NONE;
    case HORSE:
      return (ax == 2 && ay == 1 && board[x + sx][y] == NONE) || (ax == 1 && ay == 2 && board[x][y + sy] == NONE);
    case CAR:
      if ((ax == 0) == (ay == 0))
        return false;
      for (x += sx, y += sy; x != tx || y != ty; x += sx, y += sy)
        if (board[x][y] != NONE)
          return false;
      return true;
    case DUCK:
      return (ax == 3 && ay == 2 && board[x + sx][y] == NONE && board[x + 2 * sx][y + sy] == NONE)
             || (ax == 2 && ay == 3 && board[x][y + sy] == NONE && board[x + sx][y + 2 * sy] == NONE);
    case SOLDIER:
      return ax <= 1 && ay <= 1 && ax + ay > 0;
    default:
      return false;
    }
}

static bool
is_check (void)
{
  for (int x = 0; x < 10; x++)
    for (int y = 0; y < 9; y++)
      if (board[x][y] % BLUE == CAPTAIN)
        for (int fx = 0; fx < 10; fx++)
          for (int fy = 0; fy < 9; fy++)
            if (board[fx][fy] != NONE && board[fx][fy] / BLUE != board[x][y] / BLUE && reaches (fx, fy, x, y))
              return true;
  return false;
}

static bool
is_on_board (int x, int y)
{
  return x >= 0 && x < 10 && y >= 0 && y < 9;
}

int
main (void)
{
  int count, turn = 0;
  bool over = false;

  set_up ();
  if (scanf ("%d", &count) != 1)
    return 2;
  while (count-- > 0)
    {
      int x, y, tx, ty, moved, taken;

      if (scanf ("%d%d%d%d", &x, &y, &tx, &ty) != 4)
        return 2;
      if (over || !is_on_board (x, y) || !is_on_board (tx, ty) || board[x][y] == NONE
          || board[x][y] / BLUE != turn || (board[tx][ty] != NONE && board[tx][ty] / BLUE == turn)
          || !reaches (x, y, tx, ty))
        {
          puts ("Invalid command");
          continue;
        }
      moved = board[x][y];
      taken = board[tx][ty];
      board[tx][ty] = moved;
      board[x][y] = NONE;
      over = taken % BLUE == CAPTAIN;
      turn = 1 - turn;
      printf ("%s;%s;%s;%s\n", names[moved], names[taken], !over && is_check () ? "yes" : "no",
              over ? "yes" : "no");
    }
  return 0;
}
