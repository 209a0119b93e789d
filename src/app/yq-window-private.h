/* What the files of the main window share: yq-window.c (game and board), yq-window-actions.c (what
 * can be done), yq-window-files.c (open, save, nothing lost).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "yq-board.h"
#include "yq-game.h"
#include "yq-journal.h"
#include "yq-log-view.h"
#include "yq-picker.h"
#include "yq-store.h"
#include "yq-window.h"

G_BEGIN_DECLS

typedef struct YqRecovered YqRecovered; /* a game left by a program that died */
typedef struct YqPending YqPending;     /* what goes on once the game is safe */

struct _YqWindow
{
  GtkApplicationWindow parent_instance;

  /* Owned */
  GSettings *settings;
  YqGame *game;
  YqJournal *journal;
  GCancellable *cancellable; /* of all that must not outlive the window */
  GFile *file;               /* where the game is saved; NULL when it never was */
  char *etag;                /* of that file as we know it */
  GSimpleActionGroup *settings_actions;
  YqRecovered *recovered;    /* offered above the board; NULL when nothing is */
  GQueue waiting;            /* YqPending: go on when no dialog is open and no save under way */
  GCancellable *question;    /* of the dialogs that are open, or were last */

  YqFormat format;
  YqPicker picker;
  YqSquare hover;
  YqSquare blocking; /* the point that refused the last move */
  YqRefusal refusal; /* why it did */
  guint asking;      /* how many dialogs about the game are open: it must stay */
  gboolean saving;
  guint loading;     /* how many files are being read */
  gboolean closing;  /* asked and answered: the window may go */
  guint panel_placed : 1;

  /* Template children */
  GtkLabel *title_label;
  GtkLabel *subtitle_label;
  GtkMenuButton *recent_button;
  GtkInfoBar *recover_bar;
  GtkInfoBar *error_bar;
  GtkLabel *error_label;
  GtkInfoBar *newcomer_bar;
  GtkPaned *paned;
  YqBoard *board;
  GtkWidget *turn_mark;
  GtkLabel *status_label;
  GtkLabel *typing_label;
  GtkWidget *notice;
  GtkLabel *notice_label;
  YqLogView *log_view;
};

/* yq-window.c */

/* Says something under the board, and to a screen reader; until the next move. NULL: nothing. */
void yq_window_notify (YqWindow *self, const char *text);
/* Reports what went wrong, above the board, until it is dismissed. Takes the text. */
void yq_window_report (YqWindow *self, char *text);
/* Tells the journal which file the game would be saved to. */
void yq_window_update_journal (YqWindow *self);
/* Puts another game on the board, belonging to file (nullable). Takes record and etag. */
void yq_window_set_record (YqWindow *self, YqRecord *record, GFile *file, char *etag,
                           YqFormat format);
void yq_window_update_title (YqWindow *self);

/* yq-window-actions.c */
void yq_window_install_actions (GtkWidgetClass *widget_class);
/* Which actions are possible now: the only place that knows. */
void yq_window_update_actions (YqWindow *self);

/* yq-window-files.c */
void yq_window_open_action (YqWindow *self);
/* Fills the menu of games opened or saved lately; a GtkMenuButtonCreatePopupFunc. */
void yq_window_list_recent (GtkMenuButton *button, gpointer user_data);
void yq_window_save_action (YqWindow *self);
void yq_window_save_as_action (YqWindow *self);
void yq_window_export_picture_action (YqWindow *self);
void yq_window_paste_action (YqWindow *self);

/* A dialog about the game is open, until it ends: the game stays, and what would replace it waits.
 * The returned cancellable (borrowed) ends it when it is cancelled. */
GCancellable *yq_window_begin_asking (YqWindow *self);
void yq_window_end_asking (YqWindow *self);

/* Calls then (self, data) as soon as the game on the board may go: at once when it is saved, else
 * after asking; never when the user keeps it. Waits while a dialog is open or a save under way.
 * destroy (nullable) frees data in any case. */
typedef void (*YqWindowThen) (YqWindow *self, gpointer data);
void yq_window_let_go (YqWindow *self, YqWindowThen then, gpointer data, GDestroyNotify destroy);

/* Offers a game left by a program that died, if there is one. */
void yq_window_offer_recovery (YqWindow *self);
void yq_window_answer_recovery (YqWindow *self, gboolean restore);
/* Frees what waits; for dispose. */
void yq_window_forget_pending (YqWindow *self);

G_END_DECLS
