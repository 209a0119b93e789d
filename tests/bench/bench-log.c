/* What a long game costs the move log: milliseconds of the processor from the change of the game to
 * the end of the frame that shows it, on the thread of the windows. Needs a display:
 * tests/with-display.sh build/tests/bench/bench-log
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <time.h>

#include "yq-window-private.h"

#define PLIES 1000
#define ROUNDS 20

static double
cpu_ms (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double) now.tv_sec * 1000 + (double) now.tv_nsec / 1e6;
}

static void
end_cb (GdkFrameClock *clock, gpointer frames)
{
  ++*(int *) frames;
}

/* Runs the main loop for three frames: a piece may glide after that which shows the change. Returns
 * the costliest one and, in total, all. */
static double
frames_ms (YqWindow *window, double *total)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (window));
  int frames = 0;
  gulong handler = g_signal_connect_after (clock, "after-paint", G_CALLBACK (end_cb), &frames);
  double most = 0;

  for (int shown = 0; shown < 3;)
    {
      double begin = cpu_ms ();

      gtk_widget_queue_draw (GTK_WIDGET (window->log_view));
      while (frames == shown)
        g_main_context_iteration (NULL, TRUE);
      shown = frames;
      most = MAX (most, cpu_ms () - begin);
      *total += cpu_ms () - begin;
    }
  g_signal_handler_disconnect (clock, handler);
  return most;
}

/* Captains to and fro, without an end. */
static YqRecord *
long_game (void)
{
  static const char *const moves[] = { "e0e1", "e9e8", "e1e0", "e8e9" };
  g_autoptr(GString) text = g_string_new ("[Variant \"Duck Chess\"]\n\n");
  YqRecordFault fault;

  for (int i = 0; i < PLIES; i++)
    g_string_append_printf (text, "%s ", moves[i % 4]);
  g_string_append (text, "*\n");
  return yq_record_read (text->str, text->len, &yq_ruleset_duck, &fault);
}

static void
print (const char *what, double most, double total)
{
  g_print ("%8.1f %8.1f  %s\n", most / ROUNDS, total / ROUNDS, what);
}

int
main (void)
{
  YqApplication *application;
  YqWindow *window;
  GSettings *settings;
  double most[4] = { 0 }, total[4] = { 0 }, nothing = 0;

  gtk_init ();
  application = yq_application_new ();
  g_application_set_flags (G_APPLICATION (application), G_APPLICATION_NON_UNIQUE);
  g_application_register (G_APPLICATION (application), NULL, NULL);
  settings = yq_application_get_settings (application);
  window = yq_window_new (application);
  gtk_window_present (GTK_WINDOW (window));
  frames_ms (window, &nothing);
  for (int round = 0; round < ROUNDS; round++)
    {
      YqRecord *record = long_game ();
      double begin = cpu_ms (), spent;

      yq_window_set_record (window, record, NULL, NULL, YQ_FORMAT_PGN);
      yq_game_go_last (window->game);
      spent = cpu_ms () - begin;
      total[0] += spent;
      most[0] += spent + frames_ms (window, &total[0]);
      begin = cpu_ms ();
      g_settings_set_boolean (settings, "reports", TRUE);
      spent = cpu_ms () - begin;
      total[1] += spent;
      most[1] += spent + frames_ms (window, &total[1]);
      begin = cpu_ms ();
      yq_game_go_back (window->game);
      spent = cpu_ms () - begin;
      total[2] += spent;
      most[2] += spent + frames_ms (window, &total[2]);
      begin = cpu_ms ();
      g_settings_set_boolean (settings, "reports", FALSE);
      spent = cpu_ms () - begin;
      total[3] += spent;
      most[3] += spent + frames_ms (window, &total[3]);
      yq_window_set_record (window, yq_record_new (&yq_ruleset_duck), NULL, NULL, YQ_FORMAT_PGN);
      frames_ms (window, &nothing);
    }
  g_print ("costliest frame and all frames, processor ms, %d plies\n", PLIES);
  print ("open", most[0], total[0]);
  print ("reports on", most[1], total[1]);
  print ("a step", most[2], total[2]);
  print ("reports off", most[3], total[3]);
  gtk_window_destroy (GTK_WINDOW (window));
  g_object_unref (application);
  return 0;
}
