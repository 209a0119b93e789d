/* A row of a list that can be chosen by mouse, keyboard and accessibility action: an icon, a text, a smaller
 * text below it.
 *
 * Signals:
 *   "chosen" ()               a click, or the action «row.choose»
 *   "pointed" (gboolean over) the pointer came, or went
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define YQ_TYPE_CHOICE_ROW (yq_choice_row_get_type ())
G_DECLARE_FINAL_TYPE (YqChoiceRow, yq_choice_row, YQ, CHOICE_ROW, GtkWidget)

GtkWidget *yq_choice_row_new (void);

/* kind: the CSS class of the row, which gives the icon its colour. detail may be NULL. */
void yq_choice_row_set (YqChoiceRow *self, const char *icon, const char *kind, const char *text, const char *detail);

G_END_DECLS
