/* Any bytes for every reader of the notation floor, guided by coverage. Not part of the build:
 *
 *   clang -g -O1 -fsanitize=fuzzer,address,undefined -std=gnu11 -D_GNU_SOURCE -Isrc/rules \
 *     -Isrc/notation $(find src/rules src/notation -name '*.c') tests/fuzz/fuzz-notation.c \
 *     -lpthread -o fuzz-notation && ./fuzz-notation
 *
 * The tests beside it throw random bytes at the same readers in every run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "yq-contest-list.h"

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const YqRuleset *ruleset = size > 0 && (data[0] & 1) ? &yq_ruleset_duck : &yq_ruleset_xiangqi;
  const char *text = (const char *) data + (size > 0);
  size_t length = size - (size > 0);
  YqRecordFault fault;
  YqFenFault fen_fault;
  YqFen fen;
  YqMove move;
  YqRecord *record = yq_record_read (text, length, ruleset, &fault);

  if (record != NULL)
    {
      size_t written_length;
      char *written = yq_record_write (record, (YqNotation) (data[0] / 2 % 5), &written_length);
      YqRecord *again = yq_record_read (written, written_length, ruleset, &fault);

      if (again == NULL)
        abort ();
      yq_record_free (again);
      free (written);
      yq_record_free (record);
    }
  yq_record_count (text, length);
  yq_record_free (yq_contest_read (text, length, &fault));
  yq_contest_looks_like (text, length);
  yq_fen_read (text, length, ruleset, &fen, &fen_fault);
  yq_fen_start (&fen, ruleset);
  yq_move_read (&fen.position, text, length, size % 2 == 0, &move);
  return 0;
}
