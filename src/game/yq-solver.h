/* Finds mates for a window: one thread of its own, progress, stop, and what is to be said about the result.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "yq-mate.h"

G_BEGIN_DECLS

/* What to look for. */
typedef struct
{
  gboolean checks_only; /* every move of the attacker must give check */
  guint length;         /* the longest mate in moves, 0 = any */
  guint seconds;        /* 0 = until it is stopped; twice as long in all, with the facts about first moves */
} YqSolverTask;

/* What was found. */
typedef struct
{
  YqFen start;
  YqSolverTask task;
  YqMateResult result;
} YqSolution;

void yq_solution_free (YqSolution *solution);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (YqSolution, yq_solution_free)

/* Was a mate found, or a win because the other side may not check for ever? */
gboolean yq_solution_mates (const YqSolution *solution);
/* The result as a translated sentence without full stop: «Red mates in 3, and no faster by checks». */
char *yq_solution_verdict (const YqSolution *solution);
/* Whether the first move is the only one, which others mate, which pieces change nothing, or what was not looked at:
 * translated sentences, one a line, moves in the notation asked for; NULL when there is nothing to say. */
char *yq_solution_facts (const YqSolution *solution, YqNotation notation);
/* The solution as a game with variations, in whose translated comments stands what moves come to. (transfer full) */
YqRecord *yq_solution_record (const YqSolution *solution);
/* A node of that record where nothing follows because its position, and all that follows it, is shown elsewhere: the
 * node there. NULL for any other node. */
YqNode *yq_solution_find_elsewhere (const YqSolution *solution, YqNode *place);

/* Properties, read-only: "running" (boolean: until after the callback), "status" (string, translated: time, positions
 * looked at and what is known so far), "seconds" (double: used so far). The last two change about ten times a second
 * while it runs; "status" is notified for both. */
#define YQ_TYPE_SOLVER (yq_solver_get_type ())
G_DECLARE_FINAL_TYPE (YqSolver, yq_solver, YQ, SOLVER, GObject)

YqSolver *yq_solver_new (void);

/* Solves a position without faults whose side to move has a move. One at a time: stop the one under way, and its
 * callback still comes first. */
void yq_solver_solve_async (YqSolver *self, const YqFen *start, const YqSolverTask *task,
                            GAsyncReadyCallback callback, gpointer user_data);
/* (transfer full); never NULL: what was stopped is undecided. */
YqSolution *yq_solver_solve_finish (GAsyncResult *result);
/* Ends the search within milliseconds. */
void yq_solver_stop (YqSolver *self);

G_END_DECLS
