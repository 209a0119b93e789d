/* A point of the board as assistive technology and the keyboard see it: an empty widget that has a
 * name, can have the focus, and can be activated. In GTK 4.8 only widgets are in the accessible
 * tree.
 *
 * Signal: "activated" () by Enter, Space, or the action point.activate.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "yq-types.h"

G_BEGIN_DECLS

#define YQ_TYPE_POINT (yq_point_get_type ())
G_DECLARE_FINAL_TYPE (YqPoint, yq_point, YQ, POINT, GtkWidget)

GtkWidget *yq_point_new (YqSquare square);
YqSquare yq_point_get_square (YqPoint *self);
void yq_point_set_name (YqPoint *self, const char *name, gboolean selected);

G_END_DECLS
