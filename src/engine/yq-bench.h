/* How fast the rules floor is on this machine.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef struct
{
  char name[64];     /* "xiangqi: leaves counted" */
  double per_second; /* of the CPU time of this thread */
} YqFigure;

enum
{
  YQ_MAX_FIGURES = 16
};

/* Measures one thing after the other, each for about `seconds` of CPU time. Returns how many figures. */
size_t yq_bench_rules (double seconds, YqFigure figures[YQ_MAX_FIGURES]);

/* CPU seconds this thread has used. */
double yq_bench_clock (void);
