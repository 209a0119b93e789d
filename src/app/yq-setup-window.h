/* «Check Position»: sets xiangqi positions up, judges and explains them, and finds mates.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "yq-application.h"
#include "yq-position.h"

G_BEGIN_DECLS

#define YQ_TYPE_SETUP_WINDOW (yq_setup_window_get_type ())
G_DECLARE_FINAL_TYPE (YqSetupWindow, yq_setup_window, YQ, SETUP_WINDOW, GtkApplicationWindow)

/* Shows the one window, with the position set up last; another position (nullable, of xiangqi) takes its
 * place as a step that can be undone. */
void yq_setup_window_present (YqApplication *application, const YqPosition *pos);

G_END_DECLS
