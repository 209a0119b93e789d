/* The program: language, headless mode, one call.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <locale.h>

#include "yq-application.h"
#include "yq-cli.h"

int
main (int argc, char **argv)
{
  g_autoptr(YqApplication) application = NULL;

  /* The headless program has options of its own, which GApplication would refuse. */
  if (argc > 1 && strcmp (argv[1], "--headless") == 0)
    return yq_cli_main (argc - 1, argv + 1);

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, yq_application_locale_dir ());
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);

  application = yq_application_new ();
  return g_application_run (G_APPLICATION (application), argc, argv);
}
