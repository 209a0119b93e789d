/* Setting up a position, and the sentences about it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "yq-setup.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "yq-contest.h"

/* Lines */

struct _YqSetupLine
{
  GObject parent_instance;

  YqSetupLineKind kind;
  YqMove move, capture;
  char *text; /* owned */
};

enum
{
  LINE_PROP_0,
  LINE_PROP_TEXT,
  LINE_PROP_KIND,
  LINE_N_PROPS
};
static GParamSpec *line_properties[LINE_N_PROPS];

G_DEFINE_FINAL_TYPE (YqSetupLine, yq_setup_line, G_TYPE_OBJECT)

static const YqMove no_move = { YQ_SQUARE_NONE, YQ_SQUARE_NONE };

static void
yq_setup_line_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  YqSetupLine *self = YQ_SETUP_LINE (object);

  switch (id)
    {
    case LINE_PROP_TEXT:
      g_value_set_string (value, self->text);
      break;
    case LINE_PROP_KIND:
      g_value_set_int (value, (int) self->kind);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
yq_setup_line_finalize (GObject *object)
{
  g_free (YQ_SETUP_LINE (object)->text);
  G_OBJECT_CLASS (yq_setup_line_parent_class)->finalize (object);
}

static void
yq_setup_line_class_init (YqSetupLineClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = yq_setup_line_get_property;
  object_class->finalize = yq_setup_line_finalize;
  line_properties[LINE_PROP_TEXT] = g_param_spec_string ("text", NULL, NULL, NULL, flags);
  line_properties[LINE_PROP_KIND]
      = g_param_spec_int ("kind", NULL, NULL, YQ_SETUP_LINE_FAULT, YQ_SETUP_LINE_REFUSED, YQ_SETUP_LINE_FAULT, flags);
  g_object_class_install_properties (object_class, LINE_N_PROPS, line_properties);
}

static void
yq_setup_line_init (YqSetupLine *self)
{
}

YqSetupLineKind
yq_setup_line_get_kind (YqSetupLine *self)
{
  g_return_val_if_fail (YQ_IS_SETUP_LINE (self), YQ_SETUP_LINE_FAULT);
  return self->kind;
}

void
yq_setup_line_get_moves (YqSetupLine *self, YqMove *move, YqMove *capture)
{
  g_return_if_fail (YQ_IS_SETUP_LINE (self));
  *move = self->move;
  *capture = self->capture;
}

/* The set-up */

/* What a step back brings back. */
typedef struct
{
  YqPiece squares[YQ_SQUARES];
  YqSide turn;
} Step;

struct _YqSetup
{
  GObject parent_instance;

  YqPosition position;
  YqExamination examination;
  YqNotation notation;

  /* Owned */
  GArray *steps;     /* Step: [0, n_done) lead here, the others were undone; each is the board before it, or after it once undone */
  guint n_done;
  GListStore *lines; /* YqSetupLine */
};

enum
{
  PROP_0,
  PROP_CAN_UNDO,
  PROP_CAN_REDO,
  PROP_NOTATION,
  N_PROPS
};
static GParamSpec *properties[N_PROPS];

enum
{
  SIGNAL_CHANGED,
  N_SIGNALS
};
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (YqSetup, yq_setup, G_TYPE_OBJECT)

/* Words */

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"

/* The sentence with its %s filled in: the point. */
static char *
sentence_with_point (const char *sentence, YqSquare square, gboolean from_one)
{
  char point[4];

  return g_strdup_printf (_(sentence), yq_square_text_from (square, from_one, point));
}

/* The sentence with its two %s filled in: the move, the point. */
static char *
sentence_with_move (const char *sentence, const char *move, YqSquare square, gboolean from_one)
{
  char point[4];

  return g_strdup_printf (_(sentence), move, yq_square_text_from (square, from_one, point));
}

/* The plural sentence with its %zu filled in. */
static char *
sentence_with_number (const char *sentence, gsize number)
{
  return g_strdup_printf (sentence, number);
}

#pragma GCC diagnostic pop

/* translators: in the next tables %s is a point of the board, such as "e3" */
static const char *const bad_point_words[2][YQ_N_TYPES] = {
  {
    [YQ_GENERAL] = N_("The red general at %s is outside its palace"),
    [YQ_ADVISOR] = N_("A red advisor can never stand at %s"),
    [YQ_ELEPHANT] = N_("A red elephant can never stand at %s"),
    [YQ_SOLDIER] = N_("A red soldier can never stand at %s"),
  },
  {
    [YQ_GENERAL] = N_("The black general at %s is outside its palace"),
    [YQ_ADVISOR] = N_("A black advisor can never stand at %s"),
    [YQ_ELEPHANT] = N_("A black elephant can never stand at %s"),
    [YQ_SOLDIER] = N_("A black soldier can never stand at %s"),
  },
};

static const char *const too_many_words[2][YQ_N_TYPES] = {
  {
    [YQ_GENERAL] = N_("There is another red general, at %s"),
    [YQ_ADVISOR] = N_("There is one red advisor too many, at %s"),
    [YQ_ELEPHANT] = N_("There is one red elephant too many, at %s"),
    [YQ_HORSE] = N_("There is one red horse too many, at %s"),
    [YQ_CHARIOT] = N_("There is one red chariot too many, at %s"),
    [YQ_CANNON] = N_("There is one red cannon too many, at %s"),
    [YQ_SOLDIER] = N_("There is one red soldier too many, at %s"),
  },
  {
    [YQ_GENERAL] = N_("There is another black general, at %s"),
    [YQ_ADVISOR] = N_("There is one black advisor too many, at %s"),
    [YQ_ELEPHANT] = N_("There is one black elephant too many, at %s"),
    [YQ_HORSE] = N_("There is one black horse too many, at %s"),
    [YQ_CHARIOT] = N_("There is one black chariot too many, at %s"),
    [YQ_CANNON] = N_("There is one black cannon too many, at %s"),
    [YQ_SOLDIER] = N_("There is one black soldier too many, at %s"),
  },
};

static const char *const no_general_words[2] = {
  N_("There is no red general"),
  N_("There is no black general"),
};

/* By the side that could take. */
static const char *const facing_words[2] = {
  N_("The generals face each other, and it is red's turn"),
  N_("The generals face each other, and it is black's turn"),
};

/* By the side whose general could be taken, then by the attacker; %s is the attacker's point. Advisors and elephants
 * come near a general only where one of them is misplaced. */
static const char *const opponent_words[2][YQ_N_TYPES] = {
  {
    [YQ_GENERAL] = N_("It is black's turn, and the general at %s could take the red general"),
    [YQ_ADVISOR] = N_("It is black's turn, and the advisor at %s could take the red general"),
    [YQ_ELEPHANT] = N_("It is black's turn, and the elephant at %s could take the red general"),
    [YQ_HORSE] = N_("It is black's turn, and the horse at %s could take the red general"),
    [YQ_CHARIOT] = N_("It is black's turn, and the chariot at %s could take the red general"),
    [YQ_CANNON] = N_("It is black's turn, and the cannon at %s could take the red general"),
    [YQ_SOLDIER] = N_("It is black's turn, and the soldier at %s could take the red general"),
  },
  {
    [YQ_GENERAL] = N_("It is red's turn, and the general at %s could take the black general"),
    [YQ_ADVISOR] = N_("It is red's turn, and the advisor at %s could take the black general"),
    [YQ_ELEPHANT] = N_("It is red's turn, and the elephant at %s could take the black general"),
    [YQ_HORSE] = N_("It is red's turn, and the horse at %s could take the black general"),
    [YQ_CHARIOT] = N_("It is red's turn, and the chariot at %s could take the black general"),
    [YQ_CANNON] = N_("It is red's turn, and the cannon at %s could take the black general"),
    [YQ_SOLDIER] = N_("It is red's turn, and the soldier at %s could take the black general"),
  },
};

/* By the attacker. */
static const char *const attacker_words[YQ_N_TYPES] = {
  [YQ_GENERAL] = N_("Check from the general at %s"),
  [YQ_ADVISOR] = N_("Check from the advisor at %s"),
  [YQ_ELEPHANT] = N_("Check from the elephant at %s"),
  [YQ_HORSE] = N_("Check from the horse at %s"),
  [YQ_CHARIOT] = N_("Check from the chariot at %s"),
  [YQ_CANNON] = N_("Check from the cannon at %s"),
  [YQ_SOLDIER] = N_("Check from the soldier at %s"),
};

/* By what takes the general. translators: first a move in the chosen notation, then a point such as "e3" */
static const char *const refused_words[YQ_N_TYPES] = {
  [YQ_GENERAL] = N_("%s: the general at %s would take the general"),
  [YQ_HORSE] = N_("%s: the horse at %s would take the general"),
  [YQ_CHARIOT] = N_("%s: the chariot at %s would take the general"),
  [YQ_CANNON] = N_("%s: the cannon at %s would take the general"),
  [YQ_SOLDIER] = N_("%s: the soldier at %s would take the general"),
};

char *
yq_setup_fault_text (const YqPosition *pos, const YqFault *fault, gboolean from_one)
{
  YqPieceType type = yq_piece_type (fault->piece);
  const char *sentence = NULL;

  switch (fault->kind)
    {
    case YQ_FAULT_NO_GENERAL:
      return g_strdup (_(no_general_words[fault->side]));
    case YQ_FAULT_BAD_POINT:
      sentence = bad_point_words[fault->side][type];
      break;
    case YQ_FAULT_TOO_MANY:
      sentence = too_many_words[fault->side][type];
      break;
    case YQ_FAULT_FACING:
      return g_strdup (_(facing_words[pos->turn]));
    case YQ_FAULT_OPPONENT_IN_CHECK:
      sentence = opponent_words[fault->side][yq_piece_type (pos->squares[fault->by])];
      return sentence_with_point (sentence, fault->by, from_one);
    }
  return sentence_with_point (sentence != NULL ? sentence : N_("This piece can never stand at %s"),
                              fault->square, from_one);
}

const char *
yq_setup_verdict_word (const YqExamination *examination)
{
  static const char *const words[] = {
    /* translators: verdicts on a position, in a list */
    [YQ_VERDICT_NONE] = N_("no check"),
    [YQ_VERDICT_CHECK] = N_("check"),
    [YQ_VERDICT_CHECKMATE] = N_("checkmate"),
    [YQ_VERDICT_STALEMATE] = N_("stalemate"),
  };

  return examination->n_faults > 0 ? _("impossible") : _(words[examination->verdict]);
}

const char *
yq_setup_judge_obstacle (const YqPosition *pos)
{
  char text[YQ_CASE_MAX];

  if (yq_contest_case_write (pos, text) > 0)
    return NULL;
  if (pos->turn == YQ_RED)
    return _("It is red's turn");
  for (unsigned square = 0; square < YQ_SQUARES; square++)
    {
      YqPiece piece = pos->squares[square];

      if (piece == YQ_EMPTY)
        continue;
      if (yq_piece_side (piece) == YQ_BLACK && yq_piece_type (piece) != YQ_GENERAL)
        return _("Black has more than its general");
      if (yq_piece_type (piece) == YQ_ADVISOR || yq_piece_type (piece) == YQ_ELEPHANT
          || yq_piece_type (piece) == YQ_SOLDIER)
        return _("Red has advisors, elephants or soldiers");
    }
  /* What is left are missing and misplaced generals, and numbers. */
  return _("There must be both generals, and one to six other red pieces");
}

char *
yq_setup_verdict_text (const YqPosition *pos, const YqExamination *examination)
{
  bool red = pos->turn == YQ_RED;
  gsize n = examination->n_replies;

  if (examination->n_faults > 0)
    return g_strdup (_("Impossible position"));
  switch (examination->verdict)
    {
    case YQ_VERDICT_CHECKMATE:
      return g_strdup (red ? _("CHECKMATE: red has lost") : _("CHECKMATE: black has lost"));
    case YQ_VERDICT_STALEMATE:
      return g_strdup (red ? _("Stalemate: red has no move and loses") : _("Stalemate: black has no move and loses"));
    case YQ_VERDICT_CHECK:
      return sentence_with_number (red ? ngettext ("Red is in check, not mate: %zu way out",
                                                   "Red is in check, not mate: %zu ways out", n)
                                       : ngettext ("Black is in check, not mate: %zu way out",
                                                   "Black is in check, not mate: %zu ways out", n),
                                   n);
    case YQ_VERDICT_NONE:
    default:
      return sentence_with_number (red ? ngettext ("No check: red has %zu move", "No check: red has %zu moves", n)
                                       : ngettext ("No check: black has %zu move", "No check: black has %zu moves", n),
                                   n);
    }
}

/* Examining */

static void
add_line (GPtrArray *lines, YqSetupLineKind kind, YqMove move, YqMove capture, char *text /* (transfer full) */)
{
  YqSetupLine *line = g_object_new (YQ_TYPE_SETUP_LINE, NULL);

  line->kind = kind;
  line->move = move;
  line->capture = capture;
  line->text = text;
  g_ptr_array_add (lines, line);
}

/* A move that need not be legal: in the chosen notation where that can say it. */
static void
move_text (YqSetup *self, YqMove move, char text[YQ_MOVE_TEXT_MAX])
{
  yq_move_write (&self->position, move, self->notation, text);
}

static gboolean
counts_from_one (YqSetup *self)
{
  return self->notation == YQ_NOTATION_UCI;
}

static void
add_refused (YqSetup *self, GPtrArray *lines, const YqRefusedReply *refused)
{
  const YqPosition *pos = &self->position;
  YqSquare general = pos->captain[pos->turn];
  YqPieceType taker = yq_piece_type (pos->squares[refused->taker]);
  char move[YQ_MOVE_TEXT_MAX];

  move_text (self, refused->move, move);
  if (refused->move.from == general)
    general = refused->move.to;
  add_line (lines, YQ_SETUP_LINE_REFUSED, refused->move, (YqMove){ refused->taker, general },
            sentence_with_move (refused_words[taker], move, refused->taker, counts_from_one (self)));
}

static void
explain (YqSetup *self)
{
  const YqPosition *pos = &self->position;
  const YqExamination *examination = &self->examination;
  YqSquare general = pos->captain[pos->turn], attackers[YQ_SQUARES];
  gsize n_attackers;
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_object_unref);

  /* An impossible position may be one of check as well: that is said, too. */
  for (gsize i = 0; i < examination->n_faults; i++)
    add_line (lines, YQ_SETUP_LINE_FAULT, (YqMove){ YQ_SQUARE_NONE, examination->faults[i].square }, no_move,
              yq_setup_fault_text (pos, &examination->faults[i], counts_from_one (self)));
  n_attackers = general != YQ_SQUARE_NONE
                  ? yq_position_attackers (pos, general, yq_side_other ((YqSide) pos->turn), attackers)
                  : 0;
  for (gsize i = 0; i < n_attackers; i++)
    {
      YqSquare from = attackers[i];

      add_line (lines, YQ_SETUP_LINE_ATTACKER, no_move, (YqMove){ from, general },
                sentence_with_point (attacker_words[yq_piece_type (pos->squares[from])], from,
                                     counts_from_one (self)));
    }
  for (gsize i = 0; i < examination->n_replies; i++)
    {
      char text[YQ_MOVE_TEXT_MAX];

      move_text (self, examination->replies[i], text);
      add_line (lines, YQ_SETUP_LINE_REPLY, examination->replies[i], no_move,
                /* translators: %s is a move in the chosen notation */
                examination->n_attackers > 0 ? g_strdup_printf (_("%s: out of check"), text) : g_strdup (text));
    }
  for (gsize i = 0; i < examination->n_refused; i++)
    add_refused (self, lines, &examination->refused[i]);
  g_list_store_splice (self->lines, 0, g_list_model_get_n_items (G_LIST_MODEL (self->lines)), lines->pdata, lines->len);
}

static void
examine (YqSetup *self)
{
  yq_examine (&self->position, &self->examination);
  if (self->examination.n_faults == 0)
    yq_examine_refused (&self->position, &self->examination);
  explain (self);
}

/* Steps */

static void
read_step (const YqPosition *pos, Step *step)
{
  memcpy (step->squares, pos->squares, sizeof step->squares);
  step->turn = (YqSide) pos->turn;
}

/* Makes the board that of the step, which gets the board as it was. */
static void
swap_step (YqPosition *pos, Step *step)
{
  Step other = *step;

  read_step (pos, step);
  for (unsigned square = 0; square < YQ_SQUARES; square++)
    if (pos->squares[square] != other.squares[square])
      yq_position_put (pos, (YqSquare) square, other.squares[square]);
  yq_position_set_turn (pos, other.turn);
}

static void
tell (YqSetup *self, gboolean could_undo, gboolean could_redo)
{
  examine (self);
  if (could_undo != (self->n_done > 0))
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CAN_UNDO]);
  if (could_redo != (self->n_done < self->steps->len))
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CAN_REDO]);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

/* The one door: the board of the step becomes that of the set-up, and can be undone. */
static void
take_step (YqSetup *self, const Step *step)
{
  gboolean could_undo = self->n_done > 0, could_redo = self->n_done < self->steps->len;
  Step done = *step;

  if (step->turn == (YqSide) self->position.turn
      && memcmp (step->squares, self->position.squares, sizeof step->squares) == 0)
    return;
  swap_step (&self->position, &done);
  g_array_set_size (self->steps, self->n_done);
  g_array_append_val (self->steps, done);
  self->n_done++;
  tell (self, could_undo, could_redo);
}

static void
walk (YqSetup *self, guint index, guint n_done)
{
  gboolean could_undo = self->n_done > 0, could_redo = self->n_done < self->steps->len;

  swap_step (&self->position, &g_array_index (self->steps, Step, index));
  self->n_done = n_done;
  tell (self, could_undo, could_redo);
}

void
yq_setup_undo (YqSetup *self)
{
  g_return_if_fail (YQ_IS_SETUP (self));
  if (self->n_done > 0)
    walk (self, self->n_done - 1, self->n_done - 1);
}

void
yq_setup_redo (YqSetup *self)
{
  g_return_if_fail (YQ_IS_SETUP (self));
  if (self->n_done < self->steps->len)
    walk (self, self->n_done, self->n_done + 1);
}

void
yq_setup_begin (YqSetup *self, const YqPosition *pos)
{
  gboolean could_undo = self->n_done > 0, could_redo = self->n_done < self->steps->len;

  g_return_if_fail (YQ_IS_SETUP (self));
  g_return_if_fail (pos->geometry == self->position.geometry);
  self->position = *pos;
  self->n_done = 0;
  g_array_set_size (self->steps, 0);
  tell (self, could_undo, could_redo);
}

void
yq_setup_set_position (YqSetup *self, const YqPosition *pos)
{
  Step step;

  g_return_if_fail (YQ_IS_SETUP (self));
  g_return_if_fail (pos->geometry == self->position.geometry);
  read_step (pos, &step);
  take_step (self, &step);
}

void
yq_setup_put (YqSetup *self, YqSquare square, YqPiece piece)
{
  Step step;

  g_return_if_fail (YQ_IS_SETUP (self));
  g_return_if_fail (square < YQ_SQUARES);
  read_step (&self->position, &step);
  step.squares[square] = piece;
  take_step (self, &step);
}

void
yq_setup_move (YqSetup *self, YqMove move)
{
  Step step;

  g_return_if_fail (YQ_IS_SETUP (self));
  g_return_if_fail (move.from < YQ_SQUARES);
  read_step (&self->position, &step);
  if (move.to < YQ_SQUARES)
    step.squares[move.to] = step.squares[move.from];
  if (move.to != move.from)
    step.squares[move.from] = YQ_EMPTY;
  take_step (self, &step);
}

void
yq_setup_set_turn (YqSetup *self, YqSide turn)
{
  Step step;

  g_return_if_fail (YQ_IS_SETUP (self));
  read_step (&self->position, &step);
  step.turn = turn;
  take_step (self, &step);
}

static YqPiece
other_side (YqPiece piece)
{
  return piece == YQ_EMPTY ? YQ_EMPTY : yq_piece (yq_side_other (yq_piece_side (piece)), yq_piece_type (piece));
}

void
yq_setup_change (YqSetup *self, YqSetupChange change)
{
  const YqPiece *squares = self->position.squares;
  YqPosition start;
  Step step;

  g_return_if_fail (YQ_IS_SETUP (self));
  read_step (&self->position, &step);
  yq_position_start (&start, self->position.geometry);
  for (unsigned square = 0; square < YQ_SQUARES; square++)
    {
      unsigned mirrored = yq_square_at (yq_square_rank ((YqSquare) square), YQ_FILES - 1 - yq_square_file ((YqSquare) square));
      unsigned turned = YQ_SQUARES - 1 - square;

      step.squares[square] = change == YQ_SETUP_EMPTY    ? YQ_EMPTY
                             : change == YQ_SETUP_START  ? start.squares[square]
                             : change == YQ_SETUP_MIRROR ? squares[mirrored]
                             : change == YQ_SETUP_ROTATE ? squares[turned]
                                                         : other_side (squares[turned]);
    }
  if (change == YQ_SETUP_START)
    step.turn = (YqSide) start.turn;
  else if (change == YQ_SETUP_SWAP_SIDES)
    step.turn = yq_side_other (step.turn);
  take_step (self, &step);
}

const YqPosition *
yq_setup_get_position (YqSetup *self)
{
  g_return_val_if_fail (YQ_IS_SETUP (self), NULL);
  return &self->position;
}

const YqExamination *
yq_setup_get_examination (YqSetup *self)
{
  g_return_val_if_fail (YQ_IS_SETUP (self), NULL);
  return &self->examination;
}

GListModel *
yq_setup_get_lines (YqSetup *self)
{
  g_return_val_if_fail (YQ_IS_SETUP (self), NULL);
  return G_LIST_MODEL (self->lines);
}

/* The object */

static void
yq_setup_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  YqSetup *self = YQ_SETUP (object);

  switch (id)
    {
    case PROP_CAN_UNDO:
      g_value_set_boolean (value, self->n_done > 0);
      break;
    case PROP_CAN_REDO:
      g_value_set_boolean (value, self->n_done < self->steps->len);
      break;
    case PROP_NOTATION:
      g_value_set_int (value, (int) self->notation);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
yq_setup_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  YqSetup *self = YQ_SETUP (object);

  switch (id)
    {
    case PROP_NOTATION:
      if (self->notation == (YqNotation) g_value_get_int (value))
        break;
      self->notation = (YqNotation) g_value_get_int (value);
      explain (self);
      g_object_notify_by_pspec (object, pspec);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
yq_setup_finalize (GObject *object)
{
  YqSetup *self = YQ_SETUP (object);

  g_array_unref (self->steps);
  g_object_unref (self->lines);
  G_OBJECT_CLASS (yq_setup_parent_class)->finalize (object);
}

static void
yq_setup_class_init (YqSetupClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  const GParamFlags readable = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = yq_setup_get_property;
  object_class->set_property = yq_setup_set_property;
  object_class->finalize = yq_setup_finalize;
  properties[PROP_CAN_UNDO] = g_param_spec_boolean ("can-undo", NULL, NULL, FALSE, readable);
  properties[PROP_CAN_REDO] = g_param_spec_boolean ("can-redo", NULL, NULL, FALSE, readable);
  properties[PROP_NOTATION] = g_param_spec_int ("notation", NULL, NULL, YQ_NOTATION_COORDINATES, YQ_NOTATION_UCI,
                                                YQ_NOTATION_COORDINATES, readable | G_PARAM_WRITABLE);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  signals[SIGNAL_CHANGED]
      = g_signal_new ("changed", G_TYPE_FROM_CLASS (class), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
yq_setup_init (YqSetup *self)
{
  self->steps = g_array_new (FALSE, FALSE, sizeof (Step));
  self->lines = g_list_store_new (YQ_TYPE_SETUP_LINE);
}

YqSetup *
yq_setup_new (const YqRuleset *ruleset)
{
  YqSetup *self = g_object_new (YQ_TYPE_SETUP, NULL);

  yq_position_clear (&self->position, yq_geometry_of (ruleset));
  yq_position_put (&self->position, yq_square_at (0, 4), yq_piece (YQ_RED, YQ_GENERAL));
  yq_position_put (&self->position, yq_square_at (9, 3), yq_piece (YQ_BLACK, YQ_GENERAL));
  yq_position_set_turn (&self->position, YQ_BLACK);
  examine (self);
  return self;
}
