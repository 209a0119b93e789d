/* Characters, places, quotes and encodings: what every reader of text stands on.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "yq-text.h"

#include "tap.h"

static void
test_characters (void)
{
  static const struct
  {
    const char *text;
    size_t length;
    uint32_t character; /* the first one */
    size_t size;
    bool utf8; /* is all of it valid? */
  } cases[] = {
    { "a", 1, 'a', 1, true },
    { "\0", 1, 0, 1, true },
    { "é", 2, 0xE9, 2, true },
    { "炮", 3, 0x70AE, 3, true },
    { "𠀀", 4, 0x20000, 4, true },
    { "\xF4\x8F\xBF\xBF", 4, 0x10FFFF, 4, true },
    { "\xF4\x90\x80\x80", 4, YQ_TEXT_BAD, 1, false }, /* beyond Unicode */
    { "\xED\xA0\x80", 3, YQ_TEXT_BAD, 1, false },     /* a surrogate */
    { "\xC0\x80", 2, YQ_TEXT_BAD, 1, false },         /* overlong forms */
    { "\xE0\x9F\xBF", 3, YQ_TEXT_BAD, 1, false },
    { "\xF0\x8F\xBF\xBF", 4, YQ_TEXT_BAD, 1, false },
    { "\x80", 1, YQ_TEXT_BAD, 1, false },
    { "\xE7\x82", 2, YQ_TEXT_BAD, 1, false }, /* cut off */
    { "\xE7\x82 ", 3, YQ_TEXT_BAD, 1, false },
    { "\xFF", 1, YQ_TEXT_BAD, 1, false },
  };

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
      size_t at = 0;
      uint32_t character = yq_text_next (cases[i].text, cases[i].length, &at);

      tap_ok (character == cases[i].character && at == cases[i].size
                  && yq_text_is_utf8 (cases[i].text, cases[i].length) == cases[i].utf8,
              "character %zu", i);
    }
}

static void
test_places (void)
{
  static const char text[] = "a炮b\r\nc\rd\n\n\xff"
                             "e";
  static const struct
  {
    size_t offset;
    unsigned line, column;
  } cases[] = { { 0, 1, 1 }, { 1, 1, 2 },  { 4, 1, 3 },  { 7, 2, 1 },
                { 9, 3, 1 }, { 11, 4, 1 }, { 12, 5, 1 }, { 13, 5, 2 } };

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
      unsigned line, column;

      yq_text_place (text, cases[i].offset, &line, &column);
      if (!tap_ok (line == cases[i].line && column == cases[i].column, "offset %zu",
                   cases[i].offset))
        tap_note ("%u:%u", line, column);
    }
}

static void
test_quotes (void)
{
  char quote[YQ_QUOTE_MAX], text[400];

  tap_ok (strcmp (yq_text_quote ("炮二平五", 12, 4, quote), "炮二平五") == 0,
          "what fits is quoted whole");
  tap_ok (strcmp (yq_text_quote ("炮二平五", 12, 3, quote), "炮二平…") == 0,
          "what does not is cut at a character");
  tap_ok (strcmp (yq_text_quote ("a\n\xff\x7f\0b", 6, 9, quote), "a????b") == 0,
          "bad bytes and control characters");
  for (size_t i = 0; i < 100; i++)
    memcpy (text + 4 * i, "𠀀", 4);
  yq_text_quote (text, sizeof text, 1000, quote);
  tap_ok (strlen (quote) < YQ_QUOTE_MAX && yq_text_is_utf8 (quote, strlen (quote)),
          "no quote outgrows its room");
}

static bool
decodes (const char *bytes, size_t length, YqEncoding encoding, const char *expected)
{
  size_t decoded_length = 0;
  char *decoded = yq_text_decode (bytes, length, encoding, &decoded_length);
  bool same = expected == NULL ? decoded == NULL
                               : decoded != NULL && decoded_length == strlen (expected)
                                     && strcmp (decoded, expected) == 0;

  free (decoded);
  return same;
}

static void
test_encodings (void)
{
  tap_ok (decodes ("\xEF\xBB\xBF炮", 6, YQ_ENCODING_UTF_8, "炮"), "a byte order mark is dropped");
  tap_ok (decodes (NULL, 0, YQ_ENCODING_UTF_8, ""), "nothing is text");
  tap_ok (decodes ("\xFF\xFEp\x00\xAEp", 6, YQ_ENCODING_UTF_8, "p炮"), "UTF-16, little end first");
  tap_ok (decodes ("\xFE\xFF\x00p\x70\xAE", 6, YQ_ENCODING_UTF_8, "p炮"), "UTF-16, big end first");
  tap_ok (decodes ("\xFF\xFEp", 3, YQ_ENCODING_UTF_8, NULL), "half a character is none");
  tap_ok (decodes ("\xC5\xDA", 2, YQ_ENCODING_UTF_8, NULL), "other bytes are not UTF-8");
  tap_ok (decodes ("\xC5\xDA\xB6\xFE", 4, YQ_ENCODING_GB18030, "炮二"), "GB18030");
  tap_ok (decodes ("\xC5", 1, YQ_ENCODING_GB18030, NULL), "half a character of GB18030");
  tap_ok (decodes ("\xAC\xB6", 2, YQ_ENCODING_BIG5, "炮"), "Big5");
}

int
main (void)
{
  test_characters ();
  test_places ();
  test_quotes ();
  test_encodings ();
  return tap_done ();
}
