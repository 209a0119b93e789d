/* A ruleset unfolded once: from each point each reach of each piece, as the tables the core runs on.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "yq-ruleset.h"

typedef struct YqGeometry YqGeometry;

/* The tables of a built-in ruleset, unfolded at first use; thread-safe, never freed. */
const YqGeometry *yq_geometry_of (const YqRuleset *ruleset);
/* The ruleset they were made from. */
const YqRuleset *yq_geometry_ruleset (const YqGeometry *geometry);
