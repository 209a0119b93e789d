/* Bytes from outside as text: characters, encodings, places; and a buffer that text is written
 * into.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "yq-text.h"

#include <iconv.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Length of the valid UTF-8 character at text, 0 when there is none: no overlong forms, no
 * surrogates. */
static unsigned
utf8_length (const unsigned char *text, size_t length)
{
  unsigned n;

  if (text[0] < 0x80)
    return 1;
  n = text[0] >= 0xC2 && text[0] < 0xE0   ? 2
      : text[0] >= 0xE0 && text[0] < 0xF0 ? 3
      : text[0] >= 0xF0 && text[0] < 0xF5 ? 4
                                          : 0;
  if (n == 0 || length < n)
    return 0;
  for (unsigned i = 1; i < n; i++)
    if ((text[i] & 0xC0) != 0x80)
      return 0;
  if ((text[0] == 0xE0 && text[1] < 0xA0) || (text[0] == 0xED && text[1] >= 0xA0)
      || (text[0] == 0xF0 && text[1] < 0x90) || (text[0] == 0xF4 && text[1] >= 0x90))
    return 0;
  return n;
}

uint32_t
yq_text_next (const char *text, size_t length, size_t *at)
{
  const unsigned char *bytes = (const unsigned char *) text + *at;
  unsigned n = utf8_length (bytes, length - *at);
  uint32_t character;

  if (n == 0)
    {
      *at += 1;
      return YQ_TEXT_BAD;
    }
  character = n == 1 ? bytes[0] : bytes[0] & (0x7Fu >> n);
  for (unsigned i = 1; i < n; i++)
    character = character << 6 | (bytes[i] & 0x3F);
  *at += n;
  return character;
}

bool
yq_text_is_utf8 (const char *text, size_t length)
{
  for (size_t at = 0, n; at < length; at += n)
    if ((n = utf8_length ((const unsigned char *) text + at, length - at)) == 0)
      return false;
  return true;
}

bool
yq_text_is_blank (uint32_t character)
{
  return character == ' ' || (character >= '\t' && character <= '\r') || character == 0xA0
         || character == 0x3000 || character == 0xFEFF;
}

void
yq_text_place (const char *text, size_t offset, unsigned *line, unsigned *column)
{
  *line = *column = 1;
  for (size_t at = 0; at < offset;)
    {
      uint32_t character = yq_text_next (text, offset, &at);

      if (character == '\n' || (character == '\r' && !(at < offset && text[at] == '\n')))
        {
          *line += 1;
          *column = 1;
        }
      else
        *column += 1;
    }
}

const char *
yq_text_quote (const char *text, size_t length, unsigned n, char quote[YQ_QUOTE_MAX])
{
  static const char ellipsis[] = "…";
  size_t at = 0, out = 0;

  while (at < length)
    {
      size_t from = at;
      uint32_t character = yq_text_next (text, length, &at);
      size_t size = at - from;

      if (n-- == 0 || out + size + sizeof ellipsis > YQ_QUOTE_MAX)
        {
          memcpy (quote + out, ellipsis, sizeof ellipsis);
          return quote;
        }
      if (character < 0x20 || (character >= 0x7F && character < 0xA0) || character == YQ_TEXT_BAD)
        quote[out++] = '?';
      else
        {
          memcpy (quote + out, text + from, size);
          out += size;
        }
    }
  quote[out] = '\0';
  return quote;
}

static char *
decode_with_iconv (const char *bytes, size_t length, const char *encoding, size_t *decoded_length)
{
  iconv_t converter = iconv_open ("UTF-8", encoding);
  /* No encoding read here grows more than this: one byte (ASCII) becomes one, two become three. */
  size_t room = length / 2 * 3 + 8, left = room;
  char *decoded, *out, *in = (char *) bytes;
  bool ok;

  if (converter == (iconv_t) -1)
    return NULL;
  decoded = out = yq_realloc (NULL, room + 1);
  ok = iconv (converter, &in, &length, &out, &left) != (size_t) -1
       && iconv (converter, NULL, NULL, &out, &left) != (size_t) -1;
  iconv_close (converter);
  if (!ok)
    {
      free (decoded);
      return NULL;
    }
  *out = '\0';
  *decoded_length = (size_t) (out - decoded);
  return decoded;
}

char *
yq_text_decode (const char *bytes, size_t length, YqEncoding encoding, size_t *decoded_length)
{
  if (encoding == YQ_ENCODING_GB18030)
    return decode_with_iconv (bytes, length, "GB18030", decoded_length);
  if (encoding == YQ_ENCODING_BIG5)
    return decode_with_iconv (bytes, length, "BIG5", decoded_length);

  if (length >= 2 && memcmp (bytes, "\xFF\xFE", 2) == 0)
    return decode_with_iconv (bytes + 2, length - 2, "UTF-16LE", decoded_length);
  if (length >= 2 && memcmp (bytes, "\xFE\xFF", 2) == 0)
    return decode_with_iconv (bytes + 2, length - 2, "UTF-16BE", decoded_length);
  if (length >= 3 && memcmp (bytes, "\xEF\xBB\xBF", 3) == 0)
    {
      bytes += 3;
      length -= 3;
    }
  if (!yq_text_is_utf8 (bytes, length))
    return NULL;
  *decoded_length = length;
  return yq_strndup (bytes, length);
}

static void
buffer_reserve (YqBuffer *buffer, size_t length)
{
  if (buffer->room > buffer->length + length)
    return;
  buffer->room = (buffer->length + length + 64) * 2;
  buffer->data = yq_realloc (buffer->data, buffer->room);
}

void
yq_buffer_add (YqBuffer *buffer, const char *text, size_t length)
{
  buffer_reserve (buffer, length);
  memcpy (buffer->data + buffer->length, text, length);
  buffer->length += length;
  buffer->data[buffer->length] = '\0';
}

void
yq_buffer_print (YqBuffer *buffer, const char *format, ...)
{
  va_list args;
  int length;

  va_start (args, format);
  length = vsnprintf (NULL, 0, format, args);
  va_end (args);
  buffer_reserve (buffer, (size_t) length);
  va_start (args, format);
  vsnprintf (buffer->data + buffer->length, (size_t) length + 1, format, args);
  va_end (args);
  buffer->length += (size_t) length;
}

void *
yq_realloc (void *memory, size_t size)
{
  memory = realloc (memory, size);
  if (memory == NULL)
    abort ();
  return memory;
}

char *
yq_strndup (const char *text, size_t length)
{
  char *copy = yq_realloc (NULL, length + 1);

  if (length > 0)
    memcpy (copy, text, length);
  copy[length] = '\0';
  return copy;
}
