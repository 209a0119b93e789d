/* The tray: the pieces of both sides, to be taken in the hand by a click or dragged onto the board.
 *
 * What is dragged is a YqPiece as guint.
 * Property "hand" (uint, YqPiece): the piece in the hand, YQ_EMPTY = none.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "yq-board.h"

G_BEGIN_DECLS

#define YQ_TYPE_SETUP_TRAY (yq_setup_tray_get_type ())
G_DECLARE_FINAL_TYPE (YqSetupTray, yq_setup_tray, YQ, SETUP_TRAY, GtkWidget)

/* Shows the pieces of a game in the look of the board, whose pieces they become; once. */
void yq_setup_tray_set_board (YqSetupTray *self, YqBoard *board, const YqRuleset *ruleset);

YqPiece yq_setup_tray_get_hand (YqSetupTray *self);
void yq_setup_tray_set_hand (YqSetupTray *self, YqPiece piece);

G_END_DECLS
