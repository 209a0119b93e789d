/* The running game on disk, so that it survives a kill.
 *
 * One file a running program (or window) in the user's state folder, locked while its owner lives,
 * so that two programs do not take each other's; the next start offers those whose owner died.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "yq-game.h"

G_BEGIN_DECLS

#define YQ_TYPE_JOURNAL (yq_journal_get_type ())
G_DECLARE_FINAL_TYPE (YqJournal, yq_journal, YQ, JOURNAL, GObject)

YqJournal *yq_journal_new (const char *folder /* NULL = the user's state folder */);

/* Follows a game (NULL: none). While it has unsaved changes it is written by a thread of its own
 * within 100 ms of each change, its cursor included; when it has none, there is nothing to lose and
 * no file. Where the folder cannot be written to, nothing happens. */
void yq_journal_watch (YqJournal *self, YqGame *game);
/* The file that the game belongs to and its etag (both nullable): kept with it. */
void yq_journal_set_file (YqJournal *self, GFile *file, const char *etag);
/* Takes the watched game off the disk, now: a clean end. Call before a clean exit; disposing alone
 * keeps what there is. Changes after it are written again. */
void yq_journal_forget (YqJournal *self);
/* Waits until the watched game is on the disk as it is now. */
void yq_journal_flush (YqJournal *self);

/* A game left by a program that died, the last one first: its record (transfer full), its cursor
 * (borrowed from the record), its file and the file's etag (transfer full, nullable); NULL when
 * there is none, or none that has not been given out yet. It stays on the disk, so that a later
 * start finds it again should this program die too, until yq_journal_drop_recovered(). What cannot
 * be read is kept aside and skipped. */
YqRecord *yq_journal_recover (YqJournal *self, YqNode **cursor, GFile **file, char **etag);
/* What was recovered is not wanted, or is the watched game by now: flushes that, then takes all
 * that was given out off the disk. */
void yq_journal_drop_recovered (YqJournal *self);

G_END_DECLS
