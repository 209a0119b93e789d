/* Finds mates for a window.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "yq-solver.h"

#include <glib/gi18n-lib.h>

#define MEMORY ((size_t) 256 << 20)
#define STATUS_MS 100

/* One search: made by the window's thread, then the solver's until the answer is out. */
typedef struct
{
  GTask *task; /* owned */
  YqFen start;
  YqSolverTask wish;
  atomic_bool stop;

  GMutex mutex; /* guards progress */
  YqMateProgress progress;
} Search;

struct _YqSolver
{
  GObject parent_instance;

  /* Owned */
  GThread *thread;    /* NULL before the first search */
  GAsyncQueue *queue; /* Search; the queue itself means the end */
  char *status;
  double seconds;

  Search *search; /* the one under way; its task's */
  guint status_id;
};

enum
{
  PROP_0,
  PROP_RUNNING,
  PROP_STATUS,
  PROP_SECONDS,
  N_PROPS
};
static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (YqSolver, yq_solver, G_TYPE_OBJECT)

/* What was found */

void
yq_solution_free (YqSolution *solution)
{
  yq_mate_result_clear (&solution->result);
  g_free (solution);
}

gboolean
yq_solution_mates (const YqSolution *solution)
{
  return solution->result.verdict == YQ_MATE_IN || solution->result.verdict == YQ_MATE_WITHIN
         || solution->result.verdict == YQ_MATE_WIN_WITHIN;
}

char *
yq_solution_verdict (const YqSolution *solution)
{
  const YqMateResult *result = &solution->result;
  gboolean red = solution->start.position.turn == YQ_RED;
  gboolean checks = solution->task.checks_only;

  switch (result->verdict)
    {
    case YQ_MATE_IN:
      if (checks && result->length > 1)
        /* translators: with other moves than checks it may be faster */
        return g_strdup_printf (red ? _("Red mates in %u, and no faster by checks")
                                    : _("Black mates in %u, and no faster by checks"),
                                result->length);
      /* translators: a number of moves of the side that mates */
      return g_strdup_printf (red ? _("Red mates in %u, and no faster") : _("Black mates in %u, and no faster"),
                              result->length);
    case YQ_MATE_WITHIN:
      return g_strdup_printf (red ? _("Red mates within %u, perhaps faster")
                                  : _("Black mates within %u, perhaps faster"),
                              result->length);
    case YQ_MATE_WIN_WITHIN:
      /* translators: a number of moves of the side that wins; the other one's checks would repeat for ever */
      return g_strdup_printf (red ? _("Red wins within %u: black may not check for ever")
                                  : _("Black wins within %u: red may not check for ever"),
                              result->length);
    case YQ_MATE_NO_BY_CHECKS:
      return g_strdup (red ? _("Red has no mate by checks alone") : _("Black has no mate by checks alone"));
    case YQ_MATE_NO_IN:
      if (result->win_undecided)
        return g_strdup (red ? _("Red has no forced mate; whether black can only check for ever is undecided")
                             : _("Black has no forced mate; whether red can only check for ever is undecided"));
      if (result->length >= YQ_MATE_LONGEST)
        return g_strdup (red ? _("Red has no forced mate") : _("Black has no forced mate"));
      if (checks)
        return g_strdup_printf (red ? _("Red has no mate by checks in %u") : _("Black has no mate by checks in %u"),
                                result->length);
      return g_strdup_printf (red ? _("Red has no mate in %u") : _("Black has no mate in %u"), result->length);
    case YQ_MATE_UNDECIDED:
    default:
      if (result->refuted == 0)
        return g_strdup (_("Undecided"));
      if (checks)
        return g_strdup_printf (_("Undecided: no mate by checks in %u, longer ones are not ruled out"),
                                result->refuted);
      return g_strdup_printf (_("Undecided: no mate in %u, longer ones are not ruled out"), result->refuted);
    }
}

/* The first moves of one kind, separated by commas; NULL when there are none. */
static char *
list_firsts (const YqSolution *solution, YqMateFirstKind kind, gsize skip, YqNotation notation)
{
  const YqMateResult *result = &solution->result;
  g_autoptr(GString) text = g_string_new (NULL);

  for (gsize i = skip; i < result->n_firsts; i++)
    if (result->firsts[i].kind == kind)
      {
        char move[YQ_MOVE_TEXT_MAX];

        yq_move_write (&solution->start.position, result->firsts[i].move, notation, move);
        g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", move);
        if (kind == YQ_MATE_FIRST_LONGER)
          g_string_append_printf (text, " (%u)", result->firsts[i].length);
      }
  return text->len > 0 ? g_strdup (text->str) : NULL;
}

static char *
list_superfluous (const YqMateResult *result, YqNotation notation)
{
  g_autoptr(GString) text = g_string_new (NULL);
  char square[4];

  for (gsize i = 0; i < result->n_pieces; i++)
    if (result->pieces[i].kind == YQ_MATE_PIECE_SUPERFLUOUS)
      g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "",
                              yq_square_text_from (result->pieces[i].square,
                                                   notation == YQ_NOTATION_UCI, square));
  return text->len > 0 ? g_strdup (text->str) : NULL;
}

static void
add_line (GString *text, char *line /* (transfer full) */)
{
  if (text->len > 0)
    g_string_append_c (text, '\n');
  g_string_append (text, line);
  g_free (line);
}

char *
yq_solution_facts (const YqSolution *solution, YqNotation notation)
{
  const YqMateResult *result = &solution->result;
  gboolean checks = solution->task.checks_only;
  g_autofree char *others = NULL, *longer = NULL, *undecided = NULL, *slower = NULL, *superfluous = NULL;
  g_autoptr(GString) text = g_string_new (NULL);
  char first[YQ_MOVE_TEXT_MAX];

  if (result->verdict == YQ_MATE_NO_BY_CHECKS)
    return g_strdup (_("Moves without check were not looked at; “By any moves” does so"));
  if (!yq_solution_mates (solution))
    return NULL;
  if (result->verdict == YQ_MATE_WIN_WITHIN)
    /* translators: of a win because the other side may not check for ever */
    add_line (text, g_strdup (_("Whether other first moves win, too, was not looked into")));
  else if (result->n_firsts > 0)
    {
      yq_move_write (&solution->start.position, result->firsts[0].move, notation, first);
      others = list_firsts (solution, YQ_MATE_FIRST_BEST, 1, notation);
      longer = list_firsts (solution, YQ_MATE_FIRST_LONGER, 0, notation);
      undecided = list_firsts (solution, YQ_MATE_FIRST_UNDECIDED, 0, notation);
      slower = list_firsts (solution, YQ_MATE_FIRST_SLOWER, 0, notation);
      superfluous = list_superfluous (result, notation);
      if (others != NULL)
        /* translators: moves that mate as fast as the one shown */
        add_line (text, g_strdup_printf (_("Not the only first move; as fast: %s"), others));
      else if (longer == NULL && undecided == NULL && slower == NULL)
        add_line (text, g_strdup_printf (checks ? _("%s is the only first move that mates by checks")
                                                : _("%s is the only first move that mates"),
                                         first));
      else
        add_line (text, g_strdup_printf (checks ? _("%s is the only first move that mates so fast by checks")
                                                : _("%s is the only first move that mates so fast"),
                                         first));
      if (longer != NULL)
        /* translators: moves with the number of moves that each of them takes in brackets */
        add_line (text, g_strdup_printf (_("Slower mates: %s"), longer));
      if (undecided != NULL)
        add_line (text, g_strdup_printf (_("Perhaps they mate, too: %s"), undecided));
      if (superfluous != NULL)
        /* translators: points of the board, such as "e3, c5" */
        add_line (text, g_strdup_printf (_("Pieces that change nothing: %s"), superfluous));
    }
  if (!result->tree_complete)
    add_line (text, g_strdup (_("The solution is not whole: the limits were reached")));
  return text->len > 0 ? g_strdup (text->str) : NULL;
}

/* What a move of the solution comes to, in place of the signs of yq_mate_record(): by what is known, then by whose
 * move it is and what follows. */
static const char *const move_words[3][4] = {
  /* translators: these stand below a move of a solution; %u is a number of moves of the side that mates */
  { N_("mate in %u"), N_("also mate in %u"), N_("then mate in %u"), N_("mate in %u, as shown elsewhere") },
  { N_("mate in %u at most"), N_("also mate in %u at most"), N_("then mate in %u at most"),
    N_("mate in %u at most, as shown elsewhere") },
  { N_("win in %u at most"), N_("also a win in %u at most"), N_("then a win in %u at most"),
    N_("a win in %u at most, as shown elsewhere") },
};

static void
add_remark (YqNode *place, const char *remark)
{
  g_autofree char *text = NULL;

  if (place->comment != NULL)
    /* translators: two remarks on a move */
    text = g_strdup_printf (_("%s; %s"), place->comment, remark);
  yq_node_set_comment (place, text != NULL ? text : remark);
}

/* The places of a record are in the order of the nodes that they were made from. */
static void
say_in_words (YqNode *place, const YqMateNode *node, gboolean wins, gboolean attack)
{
  for (; node != NULL; node = node->next, place = place->next)
    {
      if (place->comment != NULL && !node->barred)
        {
          const char *words
            = move_words[wins ? 2 : !node->exact][node->same != NULL ? 3 : node->dual ? 1 : attack ? 0 : 2];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
          g_autofree char *text = g_strdup_printf (_(words), (guint) node->length);
#pragma GCC diagnostic pop

          yq_node_set_comment (place, text);
        }
      if (node->child == NULL && node->length > 1 && !node->dual && node->same == NULL)
        add_remark (place, _("what follows was not worked out within the limits"));
      say_in_words (place->child, node->child, wins, !attack);
    }
}

YqRecord *
yq_solution_record (const YqSolution *solution)
{
  const YqMateResult *result = &solution->result;
  YqRecord *record = yq_mate_record (&solution->start, result,
                                     solution->start.position.turn == YQ_RED ? _("black may not check for ever")
                                                                             : _("red may not check for ever"));

  say_in_words (record->root->child, result->tree, result->verdict == YQ_MATE_WIN_WITHIN, TRUE);
  return record;
}

/* What the place of a record was made from; NULL for its root. */
static const YqMateNode *
find_node (const YqSolution *solution, const YqNode *place)
{
  const YqMateNode *node;

  if (place->parent == NULL)
    return NULL;
  node = place->parent->parent != NULL ? find_node (solution, place->parent)->child : solution->result.tree;
  while (!yq_move_equal (node->move, place->move))
    node = node->next;
  return node;
}

/* The place that was made from node, in the record with that root. */
static YqNode *
find_place (YqNode *root, const YqMateNode *node)
{
  YqNode *place = (node->parent != NULL ? find_place (root, node->parent) : root)->child;

  while (!yq_move_equal (place->move, node->move))
    place = place->next;
  return place;
}

YqNode *
yq_solution_find_elsewhere (const YqSolution *solution, YqNode *place)
{
  const YqMateNode *node = find_node (solution, place);
  YqNode *root = place;

  if (node == NULL || node->same == NULL || node->barred)
    return NULL;
  while (root->parent != NULL)
    root = root->parent;
  return find_place (root, node->same);
}

/* The thread */

static void
search_free (gpointer data)
{
  Search *search = data;

  g_mutex_clear (&search->mutex);
  g_free (search);
}

static void
progress_cb (const YqMateProgress *progress, void *data)
{
  Search *search = data;

  g_mutex_lock (&search->mutex);
  search->progress = *progress;
  g_mutex_unlock (&search->mutex);
}

static gpointer
solver_run (gpointer data)
{
  GAsyncQueue *queue = data;
  YqMate *mate = yq_mate_new (MEMORY);
  gpointer item;

  while ((item = g_async_queue_pop (queue)) != queue)
    {
      Search *search = item;
      GTask *task = search->task;
      YqSolution *solution = g_new0 (YqSolution, 1);
      const YqMateTask wish = {
        .checks_only = search->wish.checks_only,
        .length = search->wish.length,
        .tree = TRUE,
        .facts = TRUE,
        .seconds = search->wish.seconds,
        .stop = &search->stop,
        .progress = progress_cb,
        .progress_data = search,
      };

      solution->start = search->start;
      solution->task = search->wish;
      yq_mate_solve (mate, &search->start.position, &wish, &solution->result);
      g_task_return_pointer (task, solution, (GDestroyNotify) yq_solution_free);
      g_object_unref (task);
    }
  yq_mate_free (mate);
  g_async_queue_unref (queue);
  return NULL;
}

/* The object */

static void
update_status (YqSolver *self)
{
  YqMateProgress progress;
  g_autofree char *so_far = NULL, *nodes = NULL;

  g_mutex_lock (&self->search->mutex);
  progress = self->search->progress;
  g_mutex_unlock (&self->search->mutex);
  self->seconds = progress.seconds;
  g_free (self->status);
  if (progress.proven > 0 && progress.refuted + 1 >= progress.proven)
    so_far = g_strdup_printf (_("mate in %u; looking at other first moves"), progress.proven);
  else if (progress.proven > 0)
    so_far = g_strdup_printf (_("mate within %u"), progress.proven);
  else if (progress.refuted > 0)
    so_far = g_strdup_printf (_("no mate in %u"), progress.refuted);
  nodes = g_strdup_printf ("%'" G_GUINT64_FORMAT, (guint64) progress.nodes);
  if (so_far != NULL)
    /* translators: seconds, number of positions looked at, what is known so far, such as "no mate in 3" */
    self->status = g_strdup_printf (_("%.1f s, %s positions, %s"), progress.seconds, nodes, so_far);
  else
    self->status = g_strdup_printf (_("%.1f s, %s positions"), progress.seconds, nodes);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATUS]);
}

static gboolean
status_cb (gpointer user_data)
{
  update_status (user_data);
  return G_SOURCE_CONTINUE;
}

/* After the caller's callback, which may have begun another search. */
static void
completed_cb (YqSolver *self, GParamSpec *pspec, GTask *task)
{
  if (self->search == NULL || self->search->task != task)
    return;
  self->search = NULL;
  g_clear_handle_id (&self->status_id, g_source_remove);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_RUNNING]);
}

void
yq_solver_solve_async (YqSolver *self, const YqFen *start, const YqSolverTask *task, GAsyncReadyCallback callback,
                       gpointer user_data)
{
  Search *search;

  g_return_if_fail (YQ_IS_SOLVER (self));
  g_return_if_fail (start != NULL && task != NULL);

  yq_solver_stop (self);
  if (self->thread == NULL)
    self->thread = g_thread_new ("yaqi-mate", solver_run, g_async_queue_ref (self->queue));
  search = g_new0 (Search, 1);
  search->start = *start;
  search->wish = *task;
  g_mutex_init (&search->mutex);
  search->task = g_task_new (NULL, NULL, callback, user_data);
  g_task_set_source_tag (search->task, yq_solver_solve_async);
  g_task_set_task_data (search->task, search, search_free);
  g_signal_connect_object (search->task, "notify::completed", G_CALLBACK (completed_cb), self, G_CONNECT_SWAPPED);
  self->search = search;
  if (self->status_id == 0)
    self->status_id = g_timeout_add (STATUS_MS, status_cb, self);
  g_async_queue_push (self->queue, search);
  update_status (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_RUNNING]);
}

YqSolution *
yq_solver_solve_finish (GAsyncResult *result)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, yq_solver_solve_async), NULL);
  return g_task_propagate_pointer (G_TASK (result), NULL);
}

void
yq_solver_stop (YqSolver *self)
{
  g_return_if_fail (YQ_IS_SOLVER (self));
  if (self->search != NULL)
    atomic_store (&self->search->stop, true);
}

static void
yq_solver_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  YqSolver *self = YQ_SOLVER (object);

  switch (id)
    {
    case PROP_RUNNING:
      g_value_set_boolean (value, self->search != NULL);
      break;
    case PROP_STATUS:
      g_value_set_string (value, self->status);
      break;
    case PROP_SECONDS:
      g_value_set_double (value, self->seconds);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
yq_solver_finalize (GObject *object)
{
  YqSolver *self = YQ_SOLVER (object);

  yq_solver_stop (self);
  g_clear_handle_id (&self->status_id, g_source_remove);
  if (self->thread != NULL)
    {
      g_async_queue_push (self->queue, self->queue);
      g_thread_join (self->thread);
    }
  g_async_queue_unref (self->queue);
  g_free (self->status);
  G_OBJECT_CLASS (yq_solver_parent_class)->finalize (object);
}

static void
yq_solver_class_init (YqSolverClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = yq_solver_get_property;
  object_class->finalize = yq_solver_finalize;
  properties[PROP_RUNNING] = g_param_spec_boolean ("running", NULL, NULL, FALSE, flags);
  properties[PROP_STATUS] = g_param_spec_string ("status", NULL, NULL, NULL, flags);
  properties[PROP_SECONDS] = g_param_spec_double ("seconds", NULL, NULL, 0, G_MAXDOUBLE, 0, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
yq_solver_init (YqSolver *self)
{
  self->queue = g_async_queue_new ();
}

YqSolver *
yq_solver_new (void)
{
  return g_object_new (YQ_TYPE_SOLVER, NULL);
}
