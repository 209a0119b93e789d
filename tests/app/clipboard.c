/* Puts the text from its standard input into the clipboard, and keeps it there until it is ended.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <gtk/gtk.h>
#include <stdio.h>

int
main (void)
{
  g_autoptr(GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr(GString) text = g_string_new (NULL);
  char buffer[4096];
  size_t n;

  while ((n = fread (buffer, 1, sizeof buffer, stdin)) > 0)
    g_string_append_len (text, buffer, (gssize) n);
  gtk_init ();
  gdk_clipboard_set_text (gdk_display_get_clipboard (gdk_display_get_default ()), text->str);
  gdk_display_sync (gdk_display_get_default ());
  puts ("ready");
  fflush (stdout);
  g_main_loop_run (loop);
  return 0;
}
