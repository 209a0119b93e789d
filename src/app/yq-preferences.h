/* The window of settings; what is chosen takes effect at once.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "yq-application.h"

G_BEGIN_DECLS

#define YQ_TYPE_PREFERENCES (yq_preferences_get_type ())
G_DECLARE_FINAL_TYPE (YqPreferences, yq_preferences, YQ, PREFERENCES, GtkWindow)

/* Shows the one window of settings. */
void yq_preferences_present (YqApplication *application);

G_END_DECLS
