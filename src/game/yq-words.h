/* What a game says to people: whole translated sentences without full stop; inside of the floor.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "yq-judge.h"

G_BEGIN_DECLS

/* How a game ended that the board does not end. */
typedef enum
{
  YQ_AGREED_UNKNOWN, /* its file says no more than the result */
  YQ_AGREED_RESIGNED,
  YQ_AGREED_DRAW,
} YqAgreement;

/* Whose turn it is, check, or what the board says of how the game ended. Static. */
const char *yq_words_status (const YqPosition *pos, YqEnding ending);
/* A result that people agreed on. Static. */
const char *yq_words_agreed (const YqRuleset *ruleset, YqOutcome outcome, YqAgreement how);

G_END_DECLS
