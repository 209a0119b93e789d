/* The application: one process, its windows, what belongs to no window.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define YQ_TYPE_APPLICATION (yq_application_get_type ())
G_DECLARE_FINAL_TYPE (YqApplication, yq_application, YQ, APPLICATION, GtkApplication)

YqApplication *yq_application_new (void);

/* The program's settings; found beside the installed program even when its prefix is not on
 * XDG_DATA_DIRS. */
GSettings *yq_application_get_settings (YqApplication *self);

/* Where the translations lie: $YAQI_LOCALE_DIR (a build folder), else the installed place. */
const char *yq_application_locale_dir (void);

G_END_DECLS
