/* Random bytes with a fixed seed, for tests that throw them at readers. More of them:
 * YAQI_FUZZ=1000000.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static uint64_t fuzz_state = 0x9E3779B97F4A7C15u;

__attribute__ ((unused)) static uint32_t
fuzz_below (uint32_t n)
{
  fuzz_state ^= fuzz_state << 13;
  fuzz_state ^= fuzz_state >> 7;
  fuzz_state ^= fuzz_state << 17;
  return (uint32_t) ((fuzz_state >> 32) * n >> 32);
}

/* How many strings to try: $YAQI_FUZZ, else few. */
__attribute__ ((unused)) static unsigned long
fuzz_count (unsigned long few)
{
  const char *count = getenv ("YAQI_FUZZ");

  return count != NULL ? strtoul (count, NULL, 10) : few;
}

/* Fills text with what a reader might trip over: words of its own language, random bytes, or a
 * sound text with a few bytes changed. Returns the length; text is not terminated. */
__attribute__ ((unused)) static size_t
fuzz_fill (char *text, size_t max, const char *const *words, size_t n_words, const char *sound)
{
  size_t length = 0, aim = fuzz_below ((uint32_t) max);
  uint32_t kind = fuzz_below (3);

  if (kind == 0)
    while (length < aim)
      text[length++] = (char) fuzz_below (256);
  else if (kind == 1)
    while (length < aim)
      {
        const char *word = words[fuzz_below ((uint32_t) n_words)];
        size_t size = strlen (word);

        if (length + size > max)
          break;
        memcpy (text + length, word, size);
        length += size;
      }
  else
    {
      length = strlen (sound) < max ? strlen (sound) : max;
      memcpy (text, sound, length);
      for (uint32_t i = fuzz_below (8); i > 0 && length > 0; i--)
        {
          size_t at = fuzz_below ((uint32_t) length);

          if (fuzz_below (4) == 0)
            {
              memmove (text + at, text + at + 1, length - at - 1);
              length--;
            }
          else
            text[at] = (char) fuzz_below (256);
        }
    }
  return length;
}
