/* Open, save, export, paste, recover: how a game comes in and out of the main window, and never
 * gets lost.
 *
 * Every step is asynchronous; what has to go on afterwards travels in a YqPending.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "yq-window-private.h"

#include <glib/gi18n.h>

#include "yq-clipboard.h"
#include "yq-compat.h"
#include "yq-contest-list.h"
#include "yq-picture.h"

#define N_RECENT 10 /* games in the menu of recent ones */

/* What goes on once the game is safe. */
struct YqPending
{
  YqWindow *self; /* a reference */
  YqWindowThen then;
  gpointer data;
  GDestroyNotify destroy;

  /* While saving */
  GFile *file;
  YqFormat format;
  guint64 version;
};

/* A game left by a program that died. */
struct YqRecovered
{
  YqRecord *record;
  YqNode *cursor; /* in the record; NULL = its start */
  GFile *file;
  char *etag;
};

static void
recovered_free (gpointer data)
{
  YqRecovered *recovered = data;

  g_clear_pointer (&recovered->record, yq_record_free);
  g_clear_object (&recovered->file);
  g_free (recovered->etag);
  g_free (recovered);
}

static YqPending *
pending_new (YqWindow *self, YqWindowThen then, gpointer data, GDestroyNotify destroy)
{
  YqPending *pending = g_new0 (YqPending, 1);

  pending->self = g_object_ref (self);
  pending->then = then;
  pending->data = data;
  pending->destroy = destroy;
  return pending;
}

static void
pending_free (YqPending *pending)
{
  if (pending->destroy != NULL)
    pending->destroy (pending->data);
  g_clear_object (&pending->file);
  g_object_unref (pending->self);
  g_free (pending);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (YqPending, pending_free)

static void
pending_go_on (YqPending *pending)
{
  if (pending->then != NULL)
    pending->then (pending->self, pending->data);
}

static char *
dup_display_name (GFile *file)
{
  g_autofree char *base = g_file_get_basename (file);

  return g_filename_display_name (base);
}

static GFile *
dup_folder (YqWindow *self)
{
  return self->file != NULL ? g_file_get_parent (self->file) : NULL;
}

/* A name for a new file, "Duck Chess.pgn". */
static char *
suggest_name (YqWindow *self, const char *suffix)
{
  g_autofree char *title = NULL, *base = NULL;

  if (self->file != NULL)
    {
      char *dot;

      base = dup_display_name (self->file);
      dot = strrchr (base, '.');
      if (dot != NULL && dot != base)
        *dot = '\0';
    }
  else
    {
      g_object_get (self->game, "title", &title, NULL);
      if (title == NULL)
        title = g_strdup (yq_game_get_ruleset (self->game) == &yq_ruleset_duck ? _("Duck Chess")
                                                                               : _("Xiangqi"));
      base = g_strdelimit (g_steal_pointer (&title), "/\n", '-');
    }
  return g_strconcat (base, ".", suffix, NULL);
}

/* Saving. */

static void go_on_waiting (YqWindow *self);
static void save (YqPending *pending);
static void save_as (YqPending *pending);

/* A command list holds the moves of the main line and nothing else: does this game come back whole
 * from it? */
static gboolean
contest_keeps_all (const YqRecord *record)
{
  size_t length;
  YqRecordFault fault;
  char *commands = yq_contest_write (record, &length), *text, *text_back;
  YqRecord *back = yq_contest_read (commands, length, &fault);
  gboolean same = FALSE;

  if (back != NULL)
    {
      text = yq_record_write (record, YQ_NOTATION_COORDINATES, NULL);
      text_back = yq_record_write (back, YQ_NOTATION_COORDINATES, NULL);
      same = strcmp (text, text_back) == 0;
      free (text);
      free (text_back);
      yq_record_free (back);
    }
  free (commands);
  return same;
}

static void save_to (YqPending *pending, const char *etag);

static void
overwrite_answered_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr(YqPending) pending = user_data;

  yq_window_end_asking (pending->self);
  if (yq_ask_finish (result) == 1)
    save_to (g_steal_pointer (&pending), NULL);
}

static void
failure_read_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr(YqWindow) self = user_data;

  yq_ask_finish (result);
  yq_window_end_asking (self);
}

static void
saved_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr(YqPending) pending = user_data;
  YqWindow *self = pending->self;
  g_autofree char *name = dup_display_name (pending->file), *etag = NULL, *message = NULL;
  g_autoptr(GError) error = NULL;
  gboolean saved = yq_store_save_finish (result, &etag, &error);

  self->saving = FALSE;
  if (saved)
    {
      g_autofree char *uri = g_file_get_uri (pending->file);

      g_set_object (&self->file, pending->file);
      g_free (self->etag);
      self->etag = g_steal_pointer (&etag);
      self->format = pending->format;
      yq_window_update_journal (self);
      yq_game_set_saved (self->game, pending->version);
      yq_window_update_title (self);
      gtk_recent_manager_add_item (gtk_recent_manager_get_default (), uri);
      pending_go_on (pending);
    }
  else if (g_error_matches (error, YQ_STORE_ERROR, YQ_STORE_ERROR_CHANGED))
    {
      const char *buttons[] = { _("_Cancel"), _("_Replace"), NULL };

      message = g_strdup_printf (_("“%s” was changed by another program. Replace it?"), name);
      yq_ask_async (GTK_WINDOW (self), message, _("What the other program wrote will be lost."),
                    buttons, yq_window_begin_asking (self), overwrite_answered_cb,
                    g_steal_pointer (&pending));
    }
  else
    {
      const char *buttons[] = { _("_Close"), NULL };

      message = g_strdup_printf (_("“%s” could not be saved"), name);
      yq_ask_async (GTK_WINDOW (self), message, error->message, buttons,
                    yq_window_begin_asking (self), failure_read_cb, g_object_ref (self));
    }
  yq_window_update_actions (self);
  go_on_waiting (self);
}

static void
save_to (YqPending *pending, const char *etag)
{
  YqWindow *self = pending->self;

  self->saving = TRUE;
  yq_window_update_actions (self);
  pending->version = yq_game_get_version (self->game);
  yq_store_save_async (yq_game_get_record (self->game), pending->format,
                       g_settings_get_enum (self->settings, "notation"), pending->file, etag, NULL,
                       saved_cb, pending);
}

static void
commands_answered_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr(YqPending) pending = user_data;

  yq_window_end_asking (pending->self);
  switch (yq_ask_finish (result))
    {
    case 1: /* the commands alone */
      save_to (g_steal_pointer (&pending), NULL);
      break;
    case 2:
      save_as (g_steal_pointer (&pending));
      break;
    default:
      break;
    }
}

static void
save_file_chosen_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr(YqPending) pending = user_data;
  YqWindow *self = pending->self;
  g_autoptr(GFile) file = yq_choose_file_finish (result, NULL);
  g_autofree char *name = NULL;

  yq_window_end_asking (self);
  if (file == NULL)
    return;
  g_set_object (&pending->file, file);
  name = dup_display_name (file);
  pending->format = YQ_FORMAT_PGN;
  if (yq_game_get_ruleset (self->game) == &yq_ruleset_duck && g_str_has_suffix (name, ".duck"))
    {
      pending->format = YQ_FORMAT_CONTEST;
      if (!contest_keeps_all (yq_game_get_record (self->game)))
        {
          const char *buttons[]
              = { _("_Cancel"), _("Save the _Commands"), _("Save as _PGN…"), NULL };

          yq_ask_async (GTK_WINDOW (self),
                        _("A command list holds only the moves of the main line"),
                        _("Variations, comments and names would be lost."), buttons,
                        yq_window_begin_asking (self), commands_answered_cb,
                        g_steal_pointer (&pending));
          return;
        }
    }
  /* The dialog has asked about a file that is there. */
  save_to (g_steal_pointer (&pending), NULL);
}

static void
save_as (YqPending *pending)
{
  YqWindow *self = pending->self;
  const YqFileKind kinds[] = {
    { _("Games (*.pgn)"), "pgn" },
    { yq_game_get_ruleset (self->game) == &yq_ruleset_duck ? _("Duck chess command lists (*.duck)")
                                                           : NULL,
      "duck" },
    { NULL },
  };
  g_autoptr(GFile) folder = dup_folder (self);
  g_autofree char *name = suggest_name (self, "pgn");

  yq_choose_file_async (GTK_WINDOW (self), YQ_FILE_SAVE, _("Save Game"), kinds, folder, name,
                        yq_window_begin_asking (self), save_file_chosen_cb, pending);
}

static void
save (YqPending *pending)
{
  YqWindow *self = pending->self;

  if (self->file == NULL || self->format == YQ_FORMAT_SEVERAL
      || (self->format == YQ_FORMAT_CONTEST
          && !contest_keeps_all (yq_game_get_record (self->game))))
    {
      save_as (pending);
      return;
    }
  g_set_object (&pending->file, self->file);
  pending->format = self->format;
  save_to (pending, self->etag);
}

void
yq_window_save_action (YqWindow *self)
{
  save (pending_new (self, NULL, NULL, NULL));
}

void
yq_window_save_as_action (YqWindow *self)
{
  save_as (pending_new (self, NULL, NULL, NULL));
}

/* Letting a game go. */

static void
let_go_answered_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr(YqPending) pending = user_data;

  yq_window_end_asking (pending->self);
  switch (yq_ask_finish (result))
    {
    case 1:
      pending_go_on (pending);
      break;
    case 2:
      save (g_steal_pointer (&pending));
      break;
    default:
      break;
    }
}

void
yq_window_let_go (YqWindow *self, YqWindowThen then, gpointer data, GDestroyNotify destroy)
{
  g_autoptr(YqPending) pending = pending_new (self, then, data, destroy);
  const char *buttons[] = { _("_Cancel"), _("_Discard"), _("_Save"), NULL };
  gboolean modified;

  if (self->asking > 0 || self->saving) /* one question at a time */
    {
      g_queue_push_tail (&self->waiting, g_steal_pointer (&pending));
      return;
    }
  g_object_get (self->game, "modified", &modified, NULL);
  if (!modified)
    {
      pending_go_on (pending);
      return;
    }
  gtk_window_present (GTK_WINDOW (self));
  yq_ask_async (GTK_WINDOW (self), _("Save this game?"),
                _("If you do not save it, its latest changes are lost."), buttons,
                yq_window_begin_asking (self), let_go_answered_cb, g_steal_pointer (&pending));
}

/* Lets what waits go on, one after the other, until one of them asks something. */
static void
go_on_waiting (YqWindow *self)
{
  YqPending *pending;

  while (self->asking == 0 && !self->saving
         && (pending = g_queue_pop_head (&self->waiting)) != NULL)
    {
      yq_window_let_go (self, pending->then, pending->data, g_steal_pointer (&pending->destroy));
      pending_free (pending);
    }
}

static gboolean
go_on_waiting_cb (gpointer self)
{
  go_on_waiting (self);
  return G_SOURCE_REMOVE;
}

GCancellable *
yq_window_begin_asking (YqWindow *self)
{
  if (self->asking++ == 0)
    {
      g_clear_object (&self->question);
      self->question = g_cancellable_new ();
    }
  return self->question;
}

void
yq_window_end_asking (YqWindow *self)
{
  self->asking--;
  /* After what the answer itself leads to. */
  if (!g_queue_is_empty (&self->waiting))
    g_idle_add_full (G_PRIORITY_DEFAULT, go_on_waiting_cb, g_object_ref (self), g_object_unref);
}

void
yq_window_forget_pending (YqWindow *self)
{
  g_queue_clear_full (&self->waiting, (GDestroyNotify) pending_free);
  g_clear_pointer (&self->recovered, recovered_free);
}

/* Opening. */

typedef struct
{
  YqWindow *self;   /* a reference; NULL once loaded */
  YqRecord *record; /* not yet on the board */
  GFile *file;
  char *etag;
  YqFormat format;
} Load;

static void
load_free (gpointer data)
{
  Load *load = data;

  g_clear_object (&load->self);
  g_clear_pointer (&load->record, yq_record_free);
  g_clear_object (&load->file);
  g_free (load->etag);
  g_free (load);
}

static void
show_loaded (YqWindow *self, gpointer data)
{
  Load *load = data;

  yq_window_set_record (self, g_steal_pointer (&load->record), load->file,
                        g_steal_pointer (&load->etag), load->format);
  yq_game_go_last (self->game);
  if (load->format == YQ_FORMAT_SEVERAL)
    yq_window_notify (self, _("There are several games in this file; this is the first one"));
  if (load->file != NULL)
    {
      g_autofree char *uri = g_file_get_uri (load->file);

      gtk_recent_manager_add_item (gtk_recent_manager_get_default (), uri);
    }
  else /* pasted: it is nowhere on the disk */
    yq_game_set_saved (self->game, 0);
}

static void
loaded_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Load *load = user_data;
  g_autoptr(YqWindow) self = g_steal_pointer (&load->self);
  g_autoptr(GError) error = NULL;

  self->loading--;
  load->record = yq_store_load_finish (result, &load->etag, &load->format, &error);
  if (load->record != NULL)
    {
      yq_window_let_go (self, show_loaded, load, load_free);
      return;
    }
  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_autofree char *name = dup_display_name (load->file);

      yq_window_report (self,
                        /* Translators: a file's name, then what is wrong with it */
                        g_strdup_printf (_("“%s” could not be opened. %s"), name, error->message));
    }
  load_free (load);
}

void
yq_window_open (YqWindow *self, GFile *file)
{
  Load *load;

  g_return_if_fail (YQ_IS_WINDOW (self));
  g_return_if_fail (G_IS_FILE (file));

  load = g_new0 (Load, 1);
  load->self = g_object_ref (self);
  load->file = g_object_ref (file);
  self->loading++;
  yq_store_load_async (file, yq_game_get_ruleset (self->game), self->cancellable, loaded_cb, load);
}

static void
open_file_chosen_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr(YqWindow) self = user_data;
  g_autoptr(GFile) file = yq_choose_file_finish (result, NULL);

  yq_window_end_asking (self);
  if (file != NULL)
    yq_window_open (self, file);
}

void
yq_window_open_action (YqWindow *self)
{
  const YqFileKind kinds[] = {
    { _("Games (*.pgn)"), "pgn" },
    { _("Duck chess command lists (*.duck)"), "duck" },
    { _("All files"), NULL },
    { NULL },
  };
  g_autoptr(GFile) folder = dup_folder (self);

  yq_choose_file_async (GTK_WINDOW (self), YQ_FILE_OPEN, _("Open Game"), kinds, folder, NULL,
                        yq_window_begin_asking (self), open_file_chosen_cb, g_object_ref (self));
}

static int
compare_recent (gconstpointer a, gconstpointer b)
{
  return -g_date_time_compare (gtk_recent_info_get_modified (*(GtkRecentInfo **) a),
                               gtk_recent_info_get_modified (*(GtkRecentInfo **) b));
}

void
yq_window_list_recent (GtkMenuButton *button, gpointer user_data)
{
  GList *items = gtk_recent_manager_get_items (gtk_recent_manager_get_default ());
  g_autoptr(GPtrArray) ours
      = g_ptr_array_new_with_free_func ((GDestroyNotify)gtk_recent_info_unref);
  g_autoptr(GMenu) menu = g_menu_new ();

  for (GList *l = items; l != NULL; l = l->next)
    {
      if (gtk_recent_info_has_application (l->data, g_get_application_name ()))
        g_ptr_array_add (ours, l->data);
      else
        gtk_recent_info_unref (l->data);
    }
  g_list_free (items);
  g_ptr_array_sort (ours, compare_recent);
  for (guint i = 0; i < MIN (ours->len, N_RECENT); i++)
    {
      GtkRecentInfo *info = g_ptr_array_index (ours, i);
      g_autoptr(GMenuItem) item = g_menu_item_new (NULL, NULL);
      g_auto(GStrv) parts = g_strsplit (gtk_recent_info_get_display_name (info), "_", -1);
      g_autofree char *label
          = g_strjoinv ("__", parts); /* an underscore alone would mark a mnemonic */

      g_menu_item_set_label (item, label);
      g_menu_item_set_action_and_target (item, "win.open-recent", "s",
                                         gtk_recent_info_get_uri (info));
      g_menu_append_item (menu, item);
    }
  if (ours->len == 0)
    g_menu_append (menu, _("No games yet"), NULL);
  gtk_menu_button_set_menu_model (button, G_MENU_MODEL (menu));
}

/* Pasting. */

/* The text as a position of this game or, when its letters are not those of this game, of the
 * other. */
static YqRecord *
read_position (const char *text, const YqRuleset *ruleset)
{
  const YqRuleset *other = ruleset == &yq_ruleset_duck ? &yq_ruleset_xiangqi : &yq_ruleset_duck;
  YqFen fen;
  YqFenFault fault;
  YqRecord *record;

  if (!yq_fen_read (text, strlen (text), ruleset, &fen, &fault))
    {
      if (fault.error != YQ_FEN_LETTER || !yq_fen_read (text, strlen (text), other, &fen, &fault))
        return NULL;
      ruleset = other;
    }
  record = yq_record_new (ruleset);
  record->start = fen;
  return record;
}

static void
pasted_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr(YqWindow) self = user_data;
  g_autoptr(GError) error = NULL;
  g_autofree char *text = yq_clipboard_read_finish (result, &error);
  YqRecord *record = NULL;
  YqRecordFault fault;
  YqFault faults[YQ_MAX_FAULTS];
  Load *load;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT))
    {
      yq_window_report (self, g_strdup (error->message));
      return;
    }
  if (text != NULL)
    {
      g_strstrip (text);
      record = read_position (text, yq_game_get_ruleset (self->game));
    }
  if (record != NULL && yq_position_faults (&record->start.position, faults) > 0)
    {
      yq_record_free (record);
      yq_window_report (self, g_strdup (_("The position in the clipboard cannot be played")));
      return;
    }
  /* Any text is a game without moves to a patient reader; this one wants moves or tags. */
  if (record == NULL && text != NULL)
    record = yq_record_read (text, strlen (text), yq_game_get_ruleset (self->game), &fault);
  if (record == NULL
      || (record->root->child == NULL && strchr (text, '/') == NULL && strchr (text, '[') == NULL))
    {
      g_clear_pointer (&record, yq_record_free);
      yq_window_report (self, g_strdup (_("The clipboard holds neither a position nor a game")));
      return;
    }
  load = g_new0 (Load, 1);
  load->record = record;
  yq_window_let_go (self, show_loaded, load, load_free);
}

void
yq_window_paste_action (YqWindow *self)
{
  yq_clipboard_read_async (GTK_WIDGET (self), self->cancellable, pasted_cb, g_object_ref (self));
}

/* Pictures. */

static void
exported_cb (GObject *file, GAsyncResult *result, gpointer user_data)
{
  g_autoptr(YqWindow) self = user_data;
  g_autofree char *name = dup_display_name (G_FILE (file));
  g_autoptr(GError) error = NULL;

  if (yq_picture_save_finish (result, &error))
    {
      g_autofree char *text = g_strdup_printf (_("The picture is saved as “%s”"), name);

      yq_announce (self->board, text);
    }
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    yq_window_report (self,
                      g_strdup_printf (_("“%s” could not be saved. %s"), name, error->message));
}

static void
picture_file_chosen_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr(YqWindow) self = user_data;
  g_autoptr(GFile) file = yq_choose_file_finish (result, NULL);

  yq_window_end_asking (self);
  if (file != NULL)
    {
      const YqNode *cursor = yq_game_get_cursor (self->game);
      YqPicture picture
          = { .position = *yq_game_get_position (self->game), .marks = YQ_MARKS_NONE };
      gboolean flipped;

      if (cursor->parent != NULL)
        picture.marks.last = cursor->move;
      yq_board_get_style (self->board, &picture.style);
      g_object_get (self->board, "flipped", &flipped, NULL);
      picture.flipped = flipped;
      yq_picture_save_async (&picture, file, self->cancellable, exported_cb, g_object_ref (self));
    }
}

void
yq_window_export_picture_action (YqWindow *self)
{
  const YqFileKind kinds[] = {
    { _("PNG pictures (*.png)"), "png" },
    { _("SVG drawings (*.svg)"), "svg" },
    { NULL },
  };
  g_autoptr(GFile) folder = dup_folder (self);
  g_autofree char *name = suggest_name (self, "png");

  yq_choose_file_async (GTK_WINDOW (self), YQ_FILE_SAVE, _("Export Picture"), kinds, folder, name,
                        yq_window_begin_asking (self), picture_file_chosen_cb, g_object_ref (self));
}

/* Recovery. */

void
yq_window_offer_recovery (YqWindow *self)
{
  YqRecovered *recovered = g_new0 (YqRecovered, 1);

  recovered->record
      = yq_journal_recover (self->journal, &recovered->cursor, &recovered->file, &recovered->etag);
  if (recovered->record != NULL)
    self->recovered = recovered;
  else
    recovered_free (recovered);
  gtk_widget_set_visible (GTK_WIDGET (self->recover_bar), self->recovered != NULL);
}

/* The next one, if there is, is offered in its place. */
static void
drop_recovered (YqWindow *self)
{
  g_clear_pointer (&self->recovered, recovered_free);
  yq_journal_drop_recovered (self->journal);
  yq_window_offer_recovery (self);
}

static void
show_recovered (YqWindow *self, gpointer data)
{
  YqRecovered *recovered = self->recovered;
  YqNode *cursor;

  if (recovered == NULL) /* discarded while another game was being saved */
    return;
  cursor = recovered->cursor;
  yq_window_set_record (self, g_steal_pointer (&recovered->record), recovered->file,
                        g_steal_pointer (&recovered->etag), YQ_FORMAT_PGN);
  yq_game_set_saved (self->game, 0);
  if (cursor != NULL)
    yq_game_go_to (self->game, cursor);
  drop_recovered (self);
}

/* Without an answer the game stays on the disk for the next start. */
void
yq_window_answer_recovery (YqWindow *self, gboolean restore)
{
  if (self->recovered == NULL)
    return;
  if (restore)
    yq_window_let_go (self, show_recovered, NULL, NULL);
  else
    drop_recovered (self);
}
