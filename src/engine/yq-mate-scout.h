/* The scout of the mate search: an alpha-beta search by any moves. It knows what a good position is and so finds
 * long mates with quiet moves, where proof numbers are blind; what it proves the mate search takes over.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "yq-mate-search.h"
#include "yq-search.h"

/* Makes the position of the search, which looks at any moves, the scout's subject. */
void yq_mate_scout_begin (YqSearch *scout, YqMateSearch *search);
/* Looks for a mate of at most this length (YQ_LENGTH_UNBOUNDED: any) as far as the limits of the mate search allow;
 * goes on where it stopped. */
void yq_mate_scout_run (YqSearch *scout, unsigned length);
