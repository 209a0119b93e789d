/* Sentences about a game. Each is whole, so that it can be translated whole; tables choose among
 * them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "yq-words.h"

#include <glib/gi18n-lib.h>

#include "yq-game.h"

/* Index of the tables: the same words mean different things in the two games. */
enum
{
  DUCK,
  XIANGQI,
  N_GAMES
};

static unsigned
game_of (const YqRuleset *ruleset)
{
  return ruleset->captain_may_be_taken ? DUCK : XIANGQI;
}

static const char *const turn_words[N_GAMES][2] = {
  { N_("Red to move"), N_("Blue to move") },
  { N_("Red to move"), N_("Black to move") },
};

/* By whose turn it is, and by the captains under attack: 1 = red's, 2 = blue's, 3 = both. */
static const char *const duck_check_words[2][4] = {
  {
    N_("Red to move"),
    N_("Red to move, the red captain is under attack"),
    N_("Red to move, the blue captain is under attack"),
    N_("Red to move, both captains are under attack"),
  },
  {
    N_("Blue to move"),
    N_("Blue to move, the red captain is under attack"),
    N_("Blue to move, the blue captain is under attack"),
    N_("Blue to move, both captains are under attack"),
  },
};

static const char *const xiangqi_check_words[2] = {
  N_("Red to move, the red general is in check"),
  N_("Black to move, the black general is in check"),
};

/* Games that the board decides, by the winner. */
static const char *const won_words[N_GAMES][YQ_END_BARE + 1][2] = {
  [DUCK] = {
    [YQ_END_NONE] = { N_("Red wins"), N_("Blue wins") },
    [YQ_END_CAPTAIN_TAKEN] = {
      N_("Red wins: the blue captain was captured"),
      N_("Blue wins: the red captain was captured"),
    },
    [YQ_END_STALEMATE] = {
      N_("Red wins: blue has no move left"),
      N_("Blue wins: red has no move left"),
    },
  },
  [XIANGQI] = {
    [YQ_END_NONE] = { N_("Red wins"), N_("Black wins") },
    [YQ_END_CAPTAIN_TAKEN] = {
      N_("Red wins: the black general was captured"),
      N_("Black wins: the red general was captured"),
    },
    [YQ_END_CHECKMATE] = {
      N_("Red wins: black is checkmated"),
      N_("Black wins: red is checkmated"),
    },
    [YQ_END_STALEMATE] = {
      N_("Red wins: black is stalemated"),
      N_("Black wins: red is stalemated"),
    },
    [YQ_END_PERPETUAL_CHECK] = {
      N_("Red wins: black gives perpetual check"),
      N_("Black wins: red gives perpetual check"),
    },
    [YQ_END_PERPETUAL_CHASE] = {
      N_("Red wins: black chases a piece for ever"),
      N_("Black wins: red chases a piece for ever"),
    },
  },
};

static const char *const drawn_words[YQ_END_BARE + 1] = {
  [YQ_END_NONE] = N_("Draw"),
  [YQ_END_STALEMATE] = N_("Draw: the side to move has no move left"),
  [YQ_END_REPETITION] = N_("Draw: the position was repeated"),
  [YQ_END_MOVE_LIMIT] = N_("Draw: too many moves without a capture"),
  [YQ_END_BARE] = N_("Draw: neither army can win"),
};

/* Nothing is decided, but players should know; by the side to move. */
static const char *const repeated_words[2] = {
  N_("Red to move; the position was repeated: please judge"),
  N_("Black to move; the position was repeated: please judge"),
};
static const char *const bare_words[2] = {
  N_("Red to move; neither army can win, a draw is offered"),
  N_("Black to move; neither army can win, a draw is offered"),
};

static const char *const resigned_words[N_GAMES][2] = {
  { N_("Red wins: blue resigned"), N_("Blue wins: red resigned") },
  { N_("Red wins: black resigned"), N_("Black wins: red resigned") },
};

static const char *
open_words (const YqPosition *pos)
{
  YqSide turn = (YqSide) pos->turn;
  bool red = yq_position_in_check (pos, YQ_RED), blue = yq_position_in_check (pos, YQ_BLUE);
  unsigned game = game_of (yq_geometry_ruleset (pos->geometry));

  if (game == DUCK)
    return duck_check_words[turn][red + 2 * blue];
  if (turn == YQ_RED ? red : blue)
    return xiangqi_check_words[turn];
  return turn_words[game][turn];
}

const char *
yq_words_status (const YqPosition *pos, YqEnding ending)
{
  unsigned game = game_of (yq_geometry_ruleset (pos->geometry));
  const char *words;

  switch (ending.outcome)
    {
    case YQ_OUTCOME_RED_WINS:
    case YQ_OUTCOME_BLUE_WINS:
      words = won_words[game][ending.reason][ending.outcome == YQ_OUTCOME_BLUE_WINS];
      if (words == NULL)
        words = won_words[game][YQ_END_NONE][ending.outcome == YQ_OUTCOME_BLUE_WINS];
      return _(words);
    case YQ_OUTCOME_DRAW:
      words = drawn_words[ending.reason];
      return _(words != NULL ? words : drawn_words[YQ_END_NONE]);
    default:
      if (ending.reason == YQ_END_REPEATED_JUDGE)
        return _(repeated_words[pos->turn]);
      if (ending.reason == YQ_END_BARE)
        return _(bare_words[pos->turn]);
      return _(open_words (pos));
    }
}

const char *
yq_words_agreed (const YqRuleset *ruleset, YqOutcome outcome, YqAgreement how)
{
  if (outcome == YQ_OUTCOME_DRAW)
    return how == YQ_AGREED_DRAW ? _("Draw: both players agreed") : _(drawn_words[YQ_END_NONE]);
  if (how == YQ_AGREED_RESIGNED)
    return _(resigned_words[game_of (ruleset)][outcome == YQ_OUTCOME_BLUE_WINS]);
  return _(won_words[game_of (ruleset)][YQ_END_NONE][outcome == YQ_OUTCOME_BLUE_WINS]);
}

/* Refusals */

static const char *const no_own_piece_words[N_GAMES][2] = {
  { N_("There is no red piece there, and it is red's turn"),
    N_("There is no blue piece there, and it is blue's turn") },
  { N_("There is no red piece there, and it is red's turn"),
    N_("There is no black piece there, and it is black's turn") },
};

static const char *const no_reach_words[N_GAMES][YQ_N_TYPES] = {
  [DUCK] = {
    [YQ_CAPTAIN] = N_("The captain does not reach that point"),
    [YQ_GUARD] = N_("The guard does not reach that point"),
    [YQ_ELEPHANT] = N_("The elephant does not reach that point"),
    [YQ_HORSE] = N_("The horse does not reach that point"),
    [YQ_CAR] = N_("The car does not reach that point"),
    [YQ_DUCK] = N_("The duck does not reach that point"),
    [YQ_SOLDIER] = N_("The soldier does not reach that point"),
  },
  [XIANGQI] = {
    [YQ_GENERAL] = N_("The general does not reach that point"),
    [YQ_ADVISOR] = N_("The advisor does not reach that point"),
    [YQ_ELEPHANT] = N_("The elephant does not reach that point"),
    [YQ_HORSE] = N_("The horse does not reach that point"),
    [YQ_CHARIOT] = N_("The chariot does not reach that point"),
    [YQ_CANNON] = N_("The cannon does not reach that point"),
    [YQ_SOLDIER] = N_("The soldier does not reach that point"),
  },
};

/* translators: %s is a point of the board, such as "row 3 column 4" or "e3" */
static const char *const blocked_words[N_GAMES][YQ_N_TYPES] = {
  [DUCK] = {
    [YQ_ELEPHANT] = N_("The elephant is blocked: its eye, %s, is occupied"),
    [YQ_HORSE] = N_("The horse is blocked: its leg, %s, is occupied"),
    [YQ_CAR] = N_("The car is blocked: %s on its way is occupied"),
    [YQ_DUCK] = N_("The duck is blocked: its leg, %s, is occupied"),
  },
  [XIANGQI] = {
    [YQ_ELEPHANT] = N_("The elephant is blocked: its eye, %s, is occupied"),
    [YQ_HORSE] = N_("The horse is blocked: its leg, %s, is occupied"),
    [YQ_CHARIOT] = N_("The chariot is blocked: %s on its way is occupied"),
    [YQ_CANNON] = N_("The cannon is blocked: %s on its way is occupied"),
  },
};

/* By the attacker. translators: %s is a point of the board, such as "e7" */
static const char *const in_check_words[YQ_N_TYPES] = {
  [YQ_GENERAL] = N_("Your general would be in check from the general at %s"),
  [YQ_HORSE] = N_("Your general would be in check from the horse at %s"),
  [YQ_CHARIOT] = N_("Your general would be in check from the chariot at %s"),
  [YQ_CANNON] = N_("Your general would be in check from the cannon at %s"),
  [YQ_SOLDIER] = N_("Your general would be in check from the soldier at %s"),
};

/* A point in the style of the game. */
static char *
point_words (unsigned game, YqSquare square, gboolean from_one)
{
  char text[4];

  if (game == DUCK)
    /* translators: a point of the board, for sentences such as "its leg, %s, is occupied" */
    return g_strdup_printf (_("row %u column %u"), yq_square_rank (square),
                            yq_square_file (square));
  return g_strdup (yq_square_text_from (square, from_one, text));
}

static YqPieceType
type_at (const YqPosition *pos, YqSquare square)
{
  return square < YQ_SQUARES ? yq_piece_type (pos->squares[square]) : YQ_NO_TYPE;
}

/* The sentence with the point in it; without a point or such a sentence, the plain one. */
static char *
words_with_point (const char *words, unsigned game, YqSquare place, gboolean from_one,
                  const char *plain)
{
  g_autofree char *point = NULL;

  if (words == NULL || place >= YQ_SQUARES)
    return g_strdup (plain);
  point = point_words (game, place, from_one);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  return g_strdup_printf (_(words), point);
#pragma GCC diagnostic pop
}

char *
yq_game_refusal_text (const YqPosition *pos, YqMove move, YqRefusal refusal, YqSquare place,
                      gboolean from_one)
{
  unsigned game = game_of (yq_geometry_ruleset (pos->geometry));
  const char *words;

  switch (refusal)
    {
    case YQ_LEGAL:
      return g_strdup ("");
    case YQ_REFUSED_GAME_OVER:
      return g_strdup (_("The game is over"));
    case YQ_REFUSED_OFF_BOARD:
      return g_strdup (_("That is outside the board"));
    case YQ_REFUSED_NO_OWN_PIECE:
      return g_strdup (_(no_own_piece_words[game][pos->turn]));
    case YQ_REFUSED_OWN_PIECE_THERE:
      return g_strdup (_("Your own piece is there"));
    case YQ_REFUSED_BLOCKED:
      return words_with_point (blocked_words[game][type_at (pos, move.from)], game, place,
                               from_one, _("The piece is blocked"));
    case YQ_REFUSED_GENERALS_FACE:
      return g_strdup (_("The generals would face each other"));
    case YQ_REFUSED_IN_CHECK:
      return words_with_point (in_check_words[type_at (pos, place)], game, place,
                               from_one, _("Your general would be in check"));
    case YQ_REFUSED_NO_REACH:
    default:
      words = no_reach_words[game][type_at (pos, move.from)];
      return g_strdup (words != NULL ? _(words) : _("This piece does not reach that point"));
    }
}
