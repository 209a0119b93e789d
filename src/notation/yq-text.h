/* Bytes from outside as text: characters, encodings, places; and a buffer that text is written
 * into.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum
{
  YQ_TEXT_BAD = 0xFFFD /* what yq_text_next() says for a byte that is no UTF-8 */
};

/* The character at *at (which must be below length); moves *at behind it. A byte that begins no
 * valid character counts as one character, YQ_TEXT_BAD. */
uint32_t yq_text_next (const char *text, size_t length, size_t *at);
bool yq_text_is_utf8 (const char *text, size_t length);
/* Blank: ASCII white space, no-break and ideographic blank, byte order mark. */
bool yq_text_is_blank (uint32_t character);

/* Line and column of the character at offset. CRLF, CR and LF end a line. */
void yq_text_place (const char *text, size_t offset, unsigned *line, unsigned *column);

/* Quotes up to n characters of a text for a message: bad bytes and control characters become '?',
 * and what is too long ends in an ellipsis. Always NUL-terminated. */
enum
{
  YQ_QUOTE_MAX = 96
};
const char *yq_text_quote (const char *text, size_t length, unsigned n, char quote[YQ_QUOTE_MAX]);

/* The encodings that game files come in, in the order in which they are tried. */
typedef enum
{
  YQ_ENCODING_UTF_8, /* with or without a byte order mark; UTF-16 with one */
  YQ_ENCODING_GB18030,
  YQ_ENCODING_BIG5,
  YQ_N_ENCODINGS
} YqEncoding;

/* The bytes as UTF-8 without a byte order mark: malloc'ed, NUL-terminated; NULL when they are not
 * in this encoding. */
char *yq_text_decode (const char *bytes, size_t length, YqEncoding encoding,
                      size_t *decoded_length);

/* A growing text, always NUL-terminated once something was added. Start with { 0 }; the caller
 * frees data. */
typedef struct
{
  char *data;
  size_t length, room;
} YqBuffer;

void yq_buffer_add (YqBuffer *buffer, const char *text, size_t length);
void yq_buffer_print (YqBuffer *buffer, const char *format, ...)
    __attribute__ ((format (printf, 2, 3), nonnull (2)));

/* realloc() and strndup() that abort when there is no memory: a game is small. */
void *yq_realloc (void *memory, size_t size);
char *yq_strndup (const char *text, size_t length);
