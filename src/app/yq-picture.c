/* A position as a picture file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "yq-picture.h"

#include <cairo-svg.h>
#include <glib/gi18n.h>

#define CELL 80 /* side of a point's square, in pixels of a PNG and in units of an SVG */

static cairo_status_t
append_cb (void *bytes, const unsigned char *data, unsigned int length)
{
  g_byte_array_append (bytes, data, length);
  return CAIRO_STATUS_SUCCESS;
}

/* The picture on a surface of its size: an SVG drawing that goes to bytes or, when bytes is NULL,
 * an image. */
static cairo_surface_t *
draw (const YqPicture *picture, GByteArray *bytes)
{
  int width, height;
  cairo_surface_t *surface;
  cairo_t *cr;
  YqBoardMetrics metrics;

  yq_metrics_size (CELL, picture->style.coordinates, &width, &height);
  metrics = yq_metrics_fit (width, height, picture->style.coordinates, picture->flipped);
  surface = bytes != NULL ? cairo_svg_surface_create_for_stream (append_cb, bytes, width, height)
                          : cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  cr = cairo_create (surface);
  yq_paint_picture (cr, &metrics, &picture->style, &picture->position, &picture->marks, NULL, 0);
  cairo_destroy (cr);
  return surface;
}

/* The picture as the content of a file. */
static cairo_status_t
encode (const YqPicture *picture, gboolean svg, GByteArray *bytes)
{
  cairo_surface_t *surface = draw (picture, svg ? bytes : NULL);
  cairo_status_t status = cairo_surface_status (surface);

  if (status == CAIRO_STATUS_SUCCESS && !svg)
    status = cairo_surface_write_to_png_stream (surface, append_cb, bytes);
  cairo_surface_finish (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);
  return status;
}

static gboolean
has_suffix (GFile *file, const char *suffix)
{
  g_autofree char *name = g_file_get_basename (file);
  gsize length = strlen (name), n = strlen (suffix);

  return length > n && g_ascii_strcasecmp (name + length - n, suffix) == 0;
}

static void
save_thread (GTask *task, gpointer file, gpointer picture, GCancellable *cancellable)
{
  g_autoptr(GByteArray) bytes = g_byte_array_new ();
  gboolean svg = has_suffix (file, ".svg");
  cairo_status_t status;
  GError *error = NULL;

  if (!svg && !has_suffix (file, ".png"))
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_INVALID_FILENAME, "%s",
                               _("The name of a picture must end in .png or .svg"));
      return;
    }
  status = encode (picture, svg, bytes);
  if (status != CAIRO_STATUS_SUCCESS)
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_FAILED, "%s",
                             cairo_status_to_string (status));
  else if (g_file_replace_contents (file, (const char *) bytes->data, bytes->len, NULL, FALSE,
                                    G_FILE_CREATE_NONE, NULL, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

void
yq_picture_save_async (const YqPicture *picture, GFile *file, GCancellable *cancellable,
                       GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr(GTask) task = NULL;

  g_return_if_fail (picture != NULL);
  g_return_if_fail (G_IS_FILE (file));

  task = g_task_new (file, cancellable, callback, user_data);
  g_task_set_task_data (task, g_memdup2 (picture, sizeof *picture), g_free);
  g_task_run_in_thread (task, save_thread);
}

gboolean
yq_picture_save_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

GdkTexture *
yq_picture_new_texture (const YqPicture *picture)
{
  cairo_surface_t *surface;
  g_autoptr(GBytes) bytes = NULL;
  int stride, height;
  GdkTexture *texture;

  g_return_val_if_fail (picture != NULL, NULL);

  surface = draw (picture, NULL);
  cairo_surface_flush (surface);
  stride = cairo_image_surface_get_stride (surface);
  height = cairo_image_surface_get_height (surface);
  bytes = g_bytes_new (cairo_image_surface_get_data (surface), (gsize) stride * (gsize) height);
  texture = gdk_memory_texture_new (cairo_image_surface_get_width (surface), height,
                                    GDK_MEMORY_DEFAULT, bytes, (gsize) stride);
  cairo_surface_destroy (surface);
  return texture;
}
