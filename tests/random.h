/* Random numbers, the same in every run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdint.h>

static uint64_t random_state = UINT64_C (0x2545f4914f6cdd1d);

/* Below n, which is not 0. */
static unsigned
random_below (unsigned n)
{
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return (unsigned) ((random_state >> 33) % n);
}
