/* The fast functions behind yq-moves.h. yq-core.c is compiled once for any machine and, on x86, once
 * more for those that count bits in one instruction; the geometry holds the one to use.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "yq-moves.h"

typedef struct
{
  size_t (*moves) (const YqPosition *pos, YqMoveKind kind, YqMove *moves);
  size_t (*moves_from) (const YqPosition *pos, YqSquare from, YqMove *moves);
  size_t (*count) (const YqPosition *pos);
  bool (*has_move) (const YqPosition *pos);
  bool (*is_legal) (const YqPosition *pos, YqMove move); /* both points are on the board */
  bool (*gives_check) (const YqPosition *pos, YqMove move);
  bool (*in_check) (const YqPosition *pos, YqSide side);
  size_t (*attackers) (const YqPosition *pos, YqSquare square, YqSide by, YqSquare *from);
  uint64_t (*perft) (YqPosition *pos, unsigned depth);
  uint64_t (*perft_listed) (YqPosition *pos, unsigned depth, bool to_the_end);
} YqCore;

extern const YqCore yq_core_any;
#ifdef YQ_HAVE_CORE_BITS
extern const YqCore yq_core_bits;
#endif
