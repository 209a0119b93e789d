/* What the files of «Check Position» share: yq-setup-window.c (board and explanation), yq-setup-window-text.c
 * (positions as text, files and pictures), yq-setup-window-list.c (many of them),
 * yq-setup-window-mate.c (mates and their solutions).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "yq-batch.h"
#include "yq-board.h"
#include "yq-game.h"
#include "yq-log-view.h"
#include "yq-setup-tray.h"
#include "yq-setup-window.h"
#include "yq-setup.h"
#include "yq-solver.h"

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
  YqBatch *batch;
  GtkSingleSelection *batch_selection;
  YqSolver *solver;
  YqSolution *solution;      /* found last; NULL = none */
  YqGame *solution_game;     /* the solution to walk through; without moves when there is none */

  YqSolution *shown_solution; /* borrowed: solution, while the position set up is the one that it is of */
  YqSquare selected; /* the piece on the board that the next click moves */

  /* Template children */
  YqBoard *board;
  YqSetupTray *tray;
  GtkStack *turn_stack;
  GtkToggleButton *red_button;
  GtkToggleButton *black_button;
  GtkLabel *step_label;
  GtkEditable *entry;
  GtkWidget *notice;
  GtkLabel *notice_label;
  GtkLabel *verdict_label;
  GtkWidget *verdict_box;
  GtkStack *stack;
  GtkListView *lines;
  GtkListView *batch_list;
  GtkLabel *batch_label;
  GtkWidget *batch_progress_box;
  GtkProgressBar *batch_progress;
  GtkDropDown *batch_filter;
  GtkDropDown *mate_kind;
  GtkSpinButton *mate_length;
  GtkSpinButton *mate_seconds;
  GtkWidget *find_button;
  GtkWidget *cancel_button;
  GtkWidget *mate_progress_box;
  GtkProgressBar *mate_progress;
  GtkLabel *mate_status;
  GtkLabel *mate_verdict;
  GtkLabel *mate_facts;
  YqLogView *log_view;
  GMenu *judge_menu;
};

/* yq-setup-window.c */

/* Says below the board what went wrong, and to a screen reader; until the next change. NULL: nothing. */
void yq_setup_window_notify (YqSetupWindow *self, const char *text);
/* Which actions are possible now: the only place that knows. */
void yq_setup_window_update_actions (YqSetupWindow *self);

/* The position set up, or where the walk through the solution has come to: what the board, the verdict and the text
 * show, and what is copied and played. */
const YqPosition *yq_setup_window_get_shown (YqSetupWindow *self);
/* Shows it. glide: the move that led there. */
void yq_setup_window_show_position (YqSetupWindow *self, YqMove glide);
/* The position set up becomes another one, as a step that can be undone; the board shows it. */
void yq_setup_window_set_position (YqSetupWindow *self, const YqPosition *pos);

/* yq-setup-window-text.c */
void yq_setup_window_class_add_text (GtkWidgetClass *widget_class);
void yq_setup_window_init_text (YqSetupWindow *self);
/* Shows the position as text. */
void yq_setup_window_update_text (YqSetupWindow *self);
/* Sets up the position that a text says, or lists those it says; what cannot be read is named. */
void yq_setup_window_read (YqSetupWindow *self, GBytes *text);
void yq_setup_window_open_file (YqSetupWindow *self, GFile *file);
/* Says what became of saving a file. */
void yq_setup_window_report_saved (YqSetupWindow *self, GFile *file, const GError *error);

/* yq-setup-window-list.c */
void yq_setup_window_class_add_list (GtkWidgetClass *widget_class);
void yq_setup_window_init_list (YqSetupWindow *self);
/* Lists the positions of a text. */
void yq_setup_window_list (YqSetupWindow *self, GBytes *text);

/* yq-setup-window-mate.c */
void yq_setup_window_class_add_mate (GtkWidgetClass *widget_class);
void yq_setup_window_init_mate (YqSetupWindow *self);
/* The position set up is another one: what is being looked for is void; what was found is hidden, but comes back with
 * its position. */
void yq_setup_window_follow_position (YqSetupWindow *self);
void yq_setup_window_update_mate_actions (YqSetupWindow *self);
/* Shows what is known of first moves, in the notation chosen, or why no mate can be looked for. */
void yq_setup_window_update_facts (YqSetupWindow *self);
/* Does the board show a position within the solution? */
gboolean yq_setup_window_is_walking (YqSetupWindow *self);
/* Goes back to the position set up. */
void yq_setup_window_leave_solution (YqSetupWindow *self);

G_END_DECLS
