/* The application: one process, its windows, what belongs to no window.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "yq-application.h"

#include <glib/gi18n.h>

#include "yq-help.h"
#include "yq-preferences.h"
#include "yq-setup-window.h"
#include "yq-window.h"

#define PORTAL_NAME "org.freedesktop.portal.Desktop"
#define PORTAL_PATH "/org/freedesktop/portal/desktop"
#define PORTAL_SETTINGS "org.freedesktop.portal.Settings"
#define APPEARANCE "org.freedesktop.appearance"
#define COLOR_SCHEME "color-scheme"

struct _YqApplication
{
  GtkApplication parent_instance;

  /* Owned */
  GSettings *settings;
  GCancellable *cancellable;

  guint portal_subscription;
  guint32 portal_scheme; /* what the desktop wishes: 0 = nothing, 1 = dark, 2 = light */
};

G_DEFINE_FINAL_TYPE (YqApplication, yq_application, GTK_TYPE_APPLICATION)

/* The values of the key "color-scheme". */
enum
{
  SCHEME_SYSTEM,
  SCHEME_LIGHT,
  SCHEME_DARK,
};

const char *
yq_application_locale_dir (void)
{
  const char *dir = g_getenv ("YAQI_LOCALE_DIR");

  return dir != NULL ? dir : YAQI_LOCALE_DIR;
}

GSettings *
yq_application_get_settings (YqApplication *self)
{
  g_return_val_if_fail (YQ_IS_APPLICATION (self), NULL);

  return self->settings;
}

static GSettings *
open_settings (void)
{
  GSettingsSchemaSource *source = g_settings_schema_source_get_default ();
  g_autoptr(GSettingsSchemaSource) own = NULL;
  g_autoptr(GSettingsSchema) schema = NULL;

  if (source != NULL)
    schema = g_settings_schema_source_lookup (source, YAQI_APP_ID, TRUE);
  if (schema == NULL)
    {
      own = g_settings_schema_source_new_from_directory (YAQI_SCHEMA_DIR, source, FALSE, NULL);
      if (own != NULL)
        schema = g_settings_schema_source_lookup (own, YAQI_APP_ID, FALSE);
    }
  if (schema == NULL)
    {
      g_printerr (_("yaqi: its settings schema is missing in %s; install the program again\n"),
                  YAQI_SCHEMA_DIR);
      exit (1);
    }
  return g_settings_new_full (schema, NULL, NULL);
}

/* Light or dark: our own setting, else what the desktop says through its portal (GTK 4 leaves that
 * to programs), else GTK's own setting. */
static void
update_color_scheme (YqApplication *self)
{
  GtkSettings *gtk_settings = gtk_settings_get_default ();
  int scheme = g_settings_get_enum (self->settings, "color-scheme");

  if (scheme == SCHEME_SYSTEM && self->portal_scheme == 0)
    gtk_settings_reset_property (gtk_settings, "gtk-application-prefer-dark-theme");
  else
    g_object_set (gtk_settings, "gtk-application-prefer-dark-theme",
                  scheme == SCHEME_DARK || (scheme == SCHEME_SYSTEM && self->portal_scheme == 1),
                  NULL);
}

static void
take_portal_scheme (YqApplication *self, GVariant *value)
{
  /* Read() wraps the value in a second variant; the signal does not. */
  while (g_variant_is_of_type (value, G_VARIANT_TYPE_VARIANT))
    {
      g_autoptr(GVariant) inner = g_variant_get_variant (value);

      take_portal_scheme (self, inner);
      return;
    }
  if (g_variant_is_of_type (value, G_VARIANT_TYPE_UINT32))
    {
      self->portal_scheme = g_variant_get_uint32 (value);
      update_color_scheme (self);
    }
}

static void
portal_read_cb (GObject *connection, GAsyncResult *result, gpointer user_data)
{
  g_autoptr(GVariant) reply
      = g_dbus_connection_call_finish (G_DBUS_CONNECTION (connection), result, NULL);
  g_autoptr(GVariant) value = NULL;

  if (reply == NULL) /* no portal, or we are gone */
    return;
  g_variant_get (reply, "(v)", &value);
  take_portal_scheme (user_data, value);
}

static void
portal_changed_cb (GDBusConnection *connection, const char *sender, const char *path,
                   const char *interface, const char *signal, GVariant *parameters,
                   gpointer user_data)
{
  g_autoptr(GVariant) value = NULL;
  const char *key;

  if (!g_variant_is_of_type (parameters, G_VARIANT_TYPE ("(ssv)")))
    return;
  g_variant_get (parameters, "(s&sv)", NULL, &key, &value);
  if (g_str_equal (key, COLOR_SCHEME))
    take_portal_scheme (user_data, value);
}

static void
watch_color_scheme (YqApplication *self)
{
  GDBusConnection *connection = g_application_get_dbus_connection (G_APPLICATION (self));

  g_signal_connect_object (self->settings, "changed::color-scheme",
                           G_CALLBACK (update_color_scheme), self, G_CONNECT_SWAPPED);
  update_color_scheme (self);
  if (connection == NULL)
    return;
  self->portal_subscription = g_dbus_connection_signal_subscribe (
      connection, PORTAL_NAME, PORTAL_SETTINGS, "SettingChanged", PORTAL_PATH, APPEARANCE,
      G_DBUS_SIGNAL_FLAGS_NONE, portal_changed_cb, self, NULL);
  g_dbus_connection_call (connection, PORTAL_NAME, PORTAL_PATH, PORTAL_SETTINGS, "Read",
                          g_variant_new ("(ss)", APPEARANCE, COLOR_SCHEME), G_VARIANT_TYPE ("(v)"),
                          G_DBUS_CALL_FLAGS_NONE, 1000, self->cancellable, portal_read_cb, self);
}

static void
preferences_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  yq_preferences_present (user_data);
}

static void
check_position_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  yq_setup_window_present (user_data, NULL);
}

static void
help_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  yq_help_present (user_data);
}

static void
about_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  static const char *authors[] = { "The Yaqi developers", NULL };
  GtkApplication *application = user_data;

  gtk_show_about_dialog (
      gtk_application_get_active_window (application),
      "program-name", "Yaqi",
      "logo-icon-name", YAQI_APP_ID,
      "version", YAQI_VERSION,
      "comments", _("Duck chess and xiangqi"),
      "website", "https://github.com/yaqi-game/yaqi",
      "license-type", GTK_LICENSE_GPL_3_0,
      "authors", authors,
      /* Translators: put your names here, one a line; they are shown in the about dialog. */
      "translator-credits", _("translator-credits"),
      NULL);
}

static void
new_window_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  gtk_window_present (GTK_WINDOW (yq_window_new (user_data)));
}

/* Every window asks about its own game; the application ends with the last of them. Windows that
 * belong to another one, such as the preferences, go with it. */
static void
quit_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  g_autoptr(GList) windows = g_list_copy (gtk_application_get_windows (user_data));
  GList *next;

  for (GList *l = windows; l != NULL; l = next)
    {
      next = l->next;
      if (gtk_window_get_transient_for (l->data) != NULL)
        windows = g_list_delete_link (windows, l);
    }
  g_list_foreach (windows, (GFunc) (void (*) (void)) gtk_window_close, NULL);
}

static gboolean
quit_key_cb (GtkWidget *window, GVariant *arguments, gpointer application)
{
  g_action_group_activate_action (application, "quit", NULL);
  return GDK_EVENT_STOP;
}

/* The keys of the application's actions work in its windows, but not in dialogs, which are no
 * windows of the application: there, too, the program can be ended. */
static void
toplevels_changed_cb (GListModel *toplevels, guint position, guint removed, guint added,
                      gpointer application)
{
  for (guint i = position; i < position + added; i++)
    {
      g_autoptr(GtkWidget) window = g_list_model_get_item (toplevels, i);
      GtkEventController *keys = gtk_shortcut_controller_new ();

      gtk_shortcut_controller_add_shortcut (
          GTK_SHORTCUT_CONTROLLER (keys),
          gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_q, GDK_CONTROL_MASK),
                            gtk_callback_action_new (quit_key_cb, application, NULL)));
      gtk_widget_add_controller (window, keys);
    }
}

static void
yq_application_startup (GApplication *application)
{
  static const GActionEntry entries[] = {
    { .name = "preferences", .activate = preferences_action },
    { .name = "check-position", .activate = check_position_action },
    { .name = "help", .activate = help_action },
    { .name = "about", .activate = about_action },
    { .name = "new-window", .activate = new_window_action },
    { .name = "quit", .activate = quit_action },
  };
  static const struct
  {
    const char *action, *accels[2];
  } accels[] = {
    { "app.preferences", { "<Control>comma" } },
    { "app.check-position", { "<Control>k" } },
    { "app.help", { "F1" } },
    { "app.quit", { "<Control>q" } },
    { "settings.show-panel", { "F9" } },
  };
  YqApplication *self = YQ_APPLICATION (application);
  g_autoptr(GtkCssProvider) provider = gtk_css_provider_new ();

  G_APPLICATION_CLASS (yq_application_parent_class)->startup (application);

  self->settings = open_settings ();
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  for (size_t i = 0; i < G_N_ELEMENTS (accels); i++)
    gtk_application_set_accels_for_action (GTK_APPLICATION (self), accels[i].action,
                                           (const char *[]){ accels[i].accels[0], NULL });
  yq_window_set_accels (GTK_APPLICATION (self));
  g_signal_connect_object (gtk_window_get_toplevels (), "items-changed",
                           G_CALLBACK (toplevels_changed_cb), self, 0);

  gtk_css_provider_load_from_resource (provider, YAQI_RESOURCE_PATH "/style.css");
  gtk_style_context_add_provider_for_display (gdk_display_get_default (),
                                              GTK_STYLE_PROVIDER (provider),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  gtk_window_set_default_icon_name (YAQI_APP_ID);
  watch_color_scheme (self);
}

static void
yq_application_activate (GApplication *application)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (application));

  if (window == NULL)
    window = GTK_WINDOW (yq_window_new (YQ_APPLICATION (application)));
  gtk_window_present (window);
}

/* The main window that shows this file or, when it is NULL, where a game could be opened without
 * taking another one away; the one used last of several. */
static YqWindow *
find_window (GtkApplication *application, GFile *file)
{
  for (GList *l = gtk_application_get_windows (application); l != NULL; l = l->next)
    if (YQ_IS_WINDOW (l->data)
        && (file != NULL ? yq_window_shows (l->data, file) : yq_window_is_idle (l->data)))
      return l->data;
  return NULL;
}

static void
yq_application_open (GApplication *application, GFile **files, int n_files, const char *hint)
{
  for (int i = 0; i < n_files; i++)
    {
      YqWindow *window = find_window (GTK_APPLICATION (application), files[i]);

      if (window == NULL)
        {
          window = find_window (GTK_APPLICATION (application), NULL);
          if (window == NULL)
            window = yq_window_new (YQ_APPLICATION (application));
          yq_window_open (window, files[i]);
        }
      gtk_window_present (GTK_WINDOW (window));
    }
}

static int
yq_application_handle_local_options (GApplication *application, GVariantDict *options)
{
  if (g_variant_dict_contains (options, "version"))
    {
      g_print ("yaqi %s\n", YAQI_VERSION);
      return 0;
    }
  if (!gtk_init_check ())
    {
      g_printerr (_("yaqi: no display to open a window on; start it in a graphical session, "
                    "set DISPLAY or WAYLAND_DISPLAY, or use “yaqi --headless”\n"));
      return 1;
    }
  return -1;
}

/* While the application still has its bus. */
static void
yq_application_shutdown (GApplication *application)
{
  YqApplication *self = YQ_APPLICATION (application);

  g_cancellable_cancel (self->cancellable);
  if (self->portal_subscription != 0)
    g_dbus_connection_signal_unsubscribe (g_application_get_dbus_connection (application),
                                          self->portal_subscription);
  self->portal_subscription = 0;
  G_APPLICATION_CLASS (yq_application_parent_class)->shutdown (application);
}

static void
yq_application_dispose (GObject *object)
{
  YqApplication *self = YQ_APPLICATION (object);

  g_clear_object (&self->cancellable);
  g_clear_object (&self->settings);
  G_OBJECT_CLASS (yq_application_parent_class)->dispose (object);
}

static void
yq_application_class_init (YqApplicationClass *klass)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = yq_application_dispose;
  application_class->startup = yq_application_startup;
  application_class->activate = yq_application_activate;
  application_class->open = yq_application_open;
  application_class->shutdown = yq_application_shutdown;
  application_class->handle_local_options = yq_application_handle_local_options;
}

static void
yq_application_init (YqApplication *self)
{
  static const GOptionEntry options[] = {
    { "version", 'v', 0, G_OPTION_ARG_NONE, NULL, N_("Print the version and exit"), NULL },
    { "headless", 0, 0, G_OPTION_ARG_NONE, NULL,
      N_("Must come first: work without a window, as yaqi-cli does"), NULL },
    { NULL },
  };

  self->cancellable = g_cancellable_new ();
  g_application_add_main_option_entries (G_APPLICATION (self), options);
  g_application_set_option_context_parameter_string (G_APPLICATION (self), _("[FILE…]"));
  g_application_set_option_context_summary (G_APPLICATION (self),
                                            _("Play duck chess and xiangqi."));
}

YqApplication *
yq_application_new (void)
{
  return g_object_new (YQ_TYPE_APPLICATION,
                       "application-id", YAQI_APP_ID,
                       "resource-base-path", YAQI_RESOURCE_PATH,
                       "flags", G_APPLICATION_HANDLES_OPEN,
                       NULL);
}
