/* The window of settings; what is chosen takes effect at once.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "yq-preferences.h"

#include "yq-compat.h"

struct _YqPreferences
{
  GtkWindow parent_instance;

  /* Owned */
  GSettings *settings;

  /* Template children; those of enumerations list their values in the schema's order */
  GtkDropDown *theme;
  GtkDropDown *faces;
  GtkDropDown *color_scheme;
  GtkDropDown *notation;
  GtkDropDown *adjudication;
  GtkSpinButton *move_limit;
};

G_DEFINE_FINAL_TYPE (YqPreferences, yq_preferences, GTK_TYPE_WINDOW)

#define KEY "yq-settings-key" /* of a drop down: the key it shows */

static void
setting_changed_cb (GtkDropDown *drop_down, const char *key, GSettings *settings)
{
  gtk_drop_down_set_selected (drop_down, (guint) g_settings_get_enum (settings, key));
}

static void
selected_cb (YqPreferences *self, GParamSpec *pspec, GtkDropDown *drop_down)
{
  const char *key = g_object_get_data (G_OBJECT (drop_down), KEY);
  int value = (int) gtk_drop_down_get_selected (drop_down);

  if (g_settings_get_enum (self->settings, key) != value)
    g_settings_set_enum (self->settings, key, value);
}

static void
bind_enum (YqPreferences *self, GtkDropDown *drop_down, const char *key)
{
  g_autofree char *signal = g_strconcat ("changed::", key, NULL);

  g_object_set_data (G_OBJECT (drop_down), KEY, (gpointer) key);
  setting_changed_cb (drop_down, key, self->settings);
  g_signal_connect_object (self->settings, signal, G_CALLBACK (setting_changed_cb), drop_down,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (drop_down, "notify::selected", G_CALLBACK (selected_cb), self,
                           G_CONNECT_SWAPPED);
}

static void
bind_settings (YqPreferences *self)
{
  static const char *const switches[] = { "coordinates", "reports" };
  g_autoptr(GSimpleActionGroup) actions = g_simple_action_group_new ();

  for (size_t i = 0; i < G_N_ELEMENTS (switches); i++)
    {
      g_autoptr(GAction) action = g_settings_create_action (self->settings, switches[i]);

      g_action_map_add_action (G_ACTION_MAP (actions), action);
    }
  gtk_widget_insert_action_group (GTK_WIDGET (self), "settings", G_ACTION_GROUP (actions));
  bind_enum (self, self->theme, "theme");
  bind_enum (self, self->faces, "faces");
  bind_enum (self, self->color_scheme, "color-scheme");
  bind_enum (self, self->notation, "notation");
  bind_enum (self, self->adjudication, "adjudication");
  g_settings_bind (self->settings, "move-limit", gtk_spin_button_get_adjustment (self->move_limit),
                   "value", G_SETTINGS_BIND_DEFAULT);
}

static void
yq_preferences_dispose (GObject *object)
{
  YqPreferences *self = YQ_PREFERENCES (object);

  g_clear_object (&self->settings);
  G_OBJECT_CLASS (yq_preferences_parent_class)->dispose (object);
}

static void
yq_preferences_class_init (YqPreferencesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = yq_preferences_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               YAQI_RESOURCE_PATH "/yq-preferences.ui");
  gtk_widget_class_bind_template_child (widget_class, YqPreferences, theme);
  gtk_widget_class_bind_template_child (widget_class, YqPreferences, faces);
  gtk_widget_class_bind_template_child (widget_class, YqPreferences, color_scheme);
  gtk_widget_class_bind_template_child (widget_class, YqPreferences, notation);
  gtk_widget_class_bind_template_child (widget_class, YqPreferences, adjudication);
  gtk_widget_class_bind_template_child (widget_class, YqPreferences, move_limit);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
yq_preferences_init (YqPreferences *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
yq_preferences_present (YqApplication *application)
{
  GtkWindow *parent = gtk_application_get_active_window (GTK_APPLICATION (application));
  YqPreferences *self;

  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (application)); l != NULL;
       l = l->next)
    if (YQ_IS_PREFERENCES (l->data))
      {
        gtk_window_present (l->data);
        return;
      }
  self = g_object_new (YQ_TYPE_PREFERENCES, "application", application, NULL);
  yq_follow_parent (GTK_WINDOW (self), parent);
  self->settings = g_object_ref (yq_application_get_settings (application));
  bind_settings (self);
  gtk_window_present (GTK_WINDOW (self));
}
