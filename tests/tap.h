/* A few lines of TAP for the tests of the lower three floors, which know no GLib.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int tap_count, tap_failed;

/* One test point; returns ok. */
__attribute__ ((format (printf, 2, 3), unused)) static bool
tap_ok (bool ok, const char *format, ...)
{
  va_list args;

  printf ("%s %d - ", ok ? "ok" : "not ok", ++tap_count);
  va_start (args, format);
  vprintf (format, args);
  va_end (args);
  putchar ('\n');
  fflush (stdout);
  tap_failed += !ok;
  return ok;
}

__attribute__ ((format (printf, 1, 2), unused)) static void
tap_skip (const char *format, ...)
{
  va_list args;

  printf ("ok %d # SKIP ", ++tap_count);
  va_start (args, format);
  vprintf (format, args);
  va_end (args);
  putchar ('\n');
}

/* A line that explains; not a test point. */
__attribute__ ((format (printf, 1, 2), unused)) static void
tap_note (const char *format, ...)
{
  va_list args;

  fputs ("# ", stdout);
  va_start (args, format);
  vprintf (format, args);
  va_end (args);
  putchar ('\n');
}

/* The plan, and what main returns. */
__attribute__ ((unused)) static int
tap_done (void)
{
  printf ("1..%d\n", tap_count);
  return tap_failed != 0;
}

/* Path of a file below tests/data. NULL-terminated static buffer, overwritten by the next call. */
__attribute__ ((unused)) static const char *
tap_data (const char *name)
{
  static char path[4096];
  const char *dir = getenv ("YAQI_TEST_DATA");

  snprintf (path, sizeof path, "%s/%s", dir != NULL ? dir : "tests/data", name);
  return path;
}

/* Path of a file of the larger case collection that may lie beside the project; NULL when it is not there. */
__attribute__ ((unused)) static const char *
tap_case (const char *name)
{
  static char path[4096];
  const char *dir = getenv ("YAQI_CASES");
  FILE *file;

  if (dir == NULL)
    return NULL;
  snprintf (path, sizeof path, "%s/%s", dir, name);
  file = fopen (path, "r");
  if (file == NULL)
    return NULL;
  fclose (file);
  return path;
}
