/* What the files of «Check Position» share: yq-setup-window.c (board and explanation), yq-setup-window-text.c
 * (positions as text, files and pictures).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "yq-board.h"
#include "yq-setup-tray.h"
#include "yq-setup-window.h"
#include "yq-setup.h"

G_BEGIN_DECLS

struct _YqSetupWindow
{
  GtkApplicationWindow parent_instance;

  /* Owned */
  GSettings *settings;
  GCancellable *cancellable; /* of all that must not outlive the window */
  YqSetup *setup;
  YqSetupLine *pointed;      /* the line under the pointer; NULL = none */
  GtkSingleSelection *selection; /* of the lines */

  YqSquare selected; /* the piece on the board that the next click moves */
  gboolean filling;  /* the entry gets its text from here */

  /* Template children */
  YqBoard *board;
  YqSetupTray *tray;
  GtkToggleButton *red_button;
  GtkToggleButton *black_button;
  GtkEditable *entry;
  GtkWidget *notice;
  GtkLabel *notice_label;
  GtkLabel *verdict_label;
  GtkWidget *verdict_box;
  GtkStack *stack;
  GtkListView *lines;
  GMenu *judge_menu;
};

/* yq-setup-window.c */

/* Says below the board what went wrong, and to a screen reader; until the next change. NULL: nothing. */
void yq_setup_window_notify (YqSetupWindow *self, const char *text);
/* Which actions are possible now: the only place that knows. */
void yq_setup_window_update_actions (YqSetupWindow *self);

/* yq-setup-window-text.c */
void yq_setup_window_install_text_actions (GtkWidgetClass *widget_class);
/* Shows the position as text. */
void yq_setup_window_update_text (YqSetupWindow *self);
/* Sets up what the text says, one position or many; what cannot be read is named. Takes the text. */
void yq_setup_window_read_text (YqSetupWindow *self, char *text);
void yq_setup_window_open_file (YqSetupWindow *self, GFile *file);

G_END_DECLS
