/* A ply as lists show it: a thin look at one node of the game's tree.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "yq-log.h"

struct _YqPly
{
  GObject parent_instance;

  /* Borrowed; NULL when the game has let go of the ply */
  YqGame *game;
  YqNode *node;

  /* Owned; NULL until somebody asks */
  char *text, *report;
};

enum
{
  PROP_0,
  PROP_TEXT,
  PROP_REPORT,
  PROP_NUMBER,
  PROP_CURRENT,
  PROP_MAIN,
  PROP_COMMENT,
  N_PROPS
};
static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (YqPly, yq_ply, G_TYPE_OBJECT)

static void
yq_ply_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  YqPly *self = YQ_PLY (object);

  switch (id)
    {
    case PROP_TEXT:
      if (self->text == NULL && self->game != NULL)
        self->text = yq_game_move_text (self->game, self->node);
      g_value_set_string (value, self->text);
      break;
    case PROP_REPORT:
      if (self->report == NULL && self->game != NULL)
        self->report = yq_game_report_text (self->game, self->node);
      g_value_set_string (value, self->report);
      break;
    case PROP_NUMBER:
      g_value_set_uint (value, self->node != NULL ? self->node->ply : 0);
      break;
    case PROP_CURRENT:
      g_value_set_boolean (value,
                           self->game != NULL && yq_game_get_cursor (self->game) == self->node);
      break;
    case PROP_MAIN:
      g_value_set_boolean (value,
                           self->game != NULL && yq_game_is_on_line (self->game, self->node));
      break;
    case PROP_COMMENT:
      g_value_set_string (value, self->node != NULL ? self->node->comment : NULL);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
yq_ply_finalize (GObject *object)
{
  YqPly *self = YQ_PLY (object);

  g_free (self->text);
  g_free (self->report);
  G_OBJECT_CLASS (yq_ply_parent_class)->finalize (object);
}

static void
yq_ply_class_init (YqPlyClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = yq_ply_get_property;
  object_class->finalize = yq_ply_finalize;
  properties[PROP_TEXT] = g_param_spec_string ("text", NULL, NULL, NULL, flags);
  properties[PROP_REPORT] = g_param_spec_string ("report", NULL, NULL, NULL, flags);
  properties[PROP_NUMBER] = g_param_spec_uint ("number", NULL, NULL, 0, G_MAXUINT, 0, flags);
  properties[PROP_CURRENT] = g_param_spec_boolean ("current", NULL, NULL, FALSE, flags);
  properties[PROP_MAIN] = g_param_spec_boolean ("main", NULL, NULL, FALSE, flags);
  properties[PROP_COMMENT] = g_param_spec_string ("comment", NULL, NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
yq_ply_init (YqPly *self)
{
}

YqPly *
yq_ply_new (YqGame *game, YqNode *node)
{
  YqPly *self = g_object_new (YQ_TYPE_PLY, NULL);

  self->game = game;
  self->node = node;
  return self;
}

void
yq_ply_let_go (YqPly *self)
{
  self->game = NULL;
  self->node = NULL;
}

void
yq_ply_changed (YqPly *self, YqPlyChange change)
{
  static const int property[] = {
    [YQ_PLY_TEXT] = PROP_TEXT,
    [YQ_PLY_CURRENT] = PROP_CURRENT,
    [YQ_PLY_MAIN] = PROP_MAIN,
    [YQ_PLY_COMMENT] = PROP_COMMENT,
  };

  if (change == YQ_PLY_TEXT)
    g_clear_pointer (&self->text, g_free);
  g_object_notify_by_pspec (G_OBJECT (self), properties[property[change]]);
}

YqNode *
yq_ply_get_node (YqPly *self)
{
  g_return_val_if_fail (YQ_IS_PLY (self), NULL);
  return self->node;
}
