/* The help window: the rules of both games, with each piece's reach on a small living board.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "yq-application.h"

G_BEGIN_DECLS

#define YQ_TYPE_HELP (yq_help_get_type ())
G_DECLARE_FINAL_TYPE (YqHelp, yq_help, YQ, HELP, GtkWindow)

/* Shows the one help window. */
void yq_help_present (YqApplication *application);

G_END_DECLS
