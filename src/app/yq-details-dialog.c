/* A small window for what is known about a game: who played, where and when.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "yq-details-dialog.h"

#include <glib/gi18n.h>

struct _YqDetailsDialog
{
  GtkWindow parent_instance;

  /* Owned */
  YqGame *game;

  /* Template children */
  GtkLabel *second_label;
  GtkEntry *first;
  GtkEntry *second;
  GtkEntry *event;
  GtkEntry *round;
  GtkEntry *place;
  GtkEntry *date;
  GtkEntry *annotator;
};

G_DEFINE_FINAL_TYPE (YqDetailsDialog, yq_details_dialog, GTK_TYPE_WINDOW)

/* Which entry is which tag of PGN. */
static const struct
{
  size_t entry;
  const char *tag;
} fields[] = {
  { G_STRUCT_OFFSET (YqDetailsDialog, first), "Red" },
  { G_STRUCT_OFFSET (YqDetailsDialog, second), NULL }, /* see second_tag() */
  { G_STRUCT_OFFSET (YqDetailsDialog, event), "Event" },
  { G_STRUCT_OFFSET (YqDetailsDialog, round), "Round" },
  { G_STRUCT_OFFSET (YqDetailsDialog, place), "Site" },
  { G_STRUCT_OFFSET (YqDetailsDialog, date), "Date" },
  { G_STRUCT_OFFSET (YqDetailsDialog, annotator), "Annotator" },
};

/* Red's opponent is Blue in duck chess, but files may call him Black in both games, or Blue. */
static const char *
second_tag (YqGame *game)
{
  const YqRecord *record = yq_game_get_record (game);
  gboolean duck = record->ruleset == &yq_ruleset_duck;
  const char *usual = duck ? "Blue" : "Black", *other = duck ? "Black" : "Blue";

  return yq_record_tag (record, usual) == NULL && yq_record_tag (record, other) != NULL ? other
                                                                                        : usual;
}

static const char *
field_tag (YqDetailsDialog *self, guint field)
{
  return fields[field].tag != NULL ? fields[field].tag : second_tag (self->game);
}

static GtkEditable *
field_entry (YqDetailsDialog *self, guint field)
{
  return G_STRUCT_MEMBER (GtkEditable *, self, fields[field].entry);
}

/* What an entry shows for a tag: PGN writes question marks for what nobody knows. */
static const char *
shown_value (YqDetailsDialog *self, guint field)
{
  const char *value = yq_record_tag (yq_game_get_record (self->game), field_tag (self, field));

  return value != NULL && value[strspn (value, "?.")] != '\0' ? value : "";
}

static void
save_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  YqDetailsDialog *self = YQ_DETAILS_DIALOG (widget);

  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    {
      g_autofree char *text
          = g_strstrip (g_strdup (gtk_editable_get_text (field_entry (self, i))));

      if (!g_str_equal (text, shown_value (self, i)))
        yq_game_set_tag (self->game, field_tag (self, i), text[0] != '\0' ? text : NULL);
    }
  gtk_window_destroy (GTK_WINDOW (self));
}

static void
yq_details_dialog_dispose (GObject *object)
{
  YqDetailsDialog *self = YQ_DETAILS_DIALOG (object);

  g_clear_object (&self->game);
  G_OBJECT_CLASS (yq_details_dialog_parent_class)->dispose (object);
}

static void
yq_details_dialog_class_init (YqDetailsDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = yq_details_dialog_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               YAQI_RESOURCE_PATH "/yq-details-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, YqDetailsDialog, second_label);
  gtk_widget_class_bind_template_child (widget_class, YqDetailsDialog, first);
  gtk_widget_class_bind_template_child (widget_class, YqDetailsDialog, second);
  gtk_widget_class_bind_template_child (widget_class, YqDetailsDialog, event);
  gtk_widget_class_bind_template_child (widget_class, YqDetailsDialog, round);
  gtk_widget_class_bind_template_child (widget_class, YqDetailsDialog, place);
  gtk_widget_class_bind_template_child (widget_class, YqDetailsDialog, date);
  gtk_widget_class_bind_template_child (widget_class, YqDetailsDialog, annotator);
  gtk_widget_class_install_action (widget_class, "details.save", NULL, save_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
yq_details_dialog_init (YqDetailsDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWindow *
yq_details_dialog_present (GtkWindow *parent, YqGame *game)
{
  YqDetailsDialog *self;

  g_return_val_if_fail (YQ_IS_GAME (game), NULL);

  self = g_object_new (YQ_TYPE_DETAILS_DIALOG, "transient-for", parent, NULL);
  self->game = g_object_ref (game);
  /* Translators: the player with the blue or black pieces */
  gtk_label_set_label (self->second_label, yq_game_get_ruleset (game) == &yq_ruleset_duck
                                               ? C_ ("player", "_Blue")
                                               : C_ ("player", "_Black"));
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    gtk_editable_set_text (field_entry (self, i), shown_value (self, i));
  gtk_window_present (GTK_WINDOW (self));
  return GTK_WINDOW (self);
}
