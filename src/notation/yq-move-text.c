/* A move as people write it: coordinates, Chinese, WXF.
 *
 * Any text is first brought to a short form, one byte a sign: ASCII stays as it is, Chinese signs
 * become the WXF ones (进 +, 退 -, 平 =, numerals and full-width digits 1-9), Chinese pieces and
 * the words for front, middle and rear become codes of their own. Then the form says which squares
 * are meant, and the rules which of them move.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "yq-move-text.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "yq-ruleset.h"
#include "yq-text.h"

enum
{
  FORM_MAX = 8, /* h10-g10+ is the longest */

  FRONT = 1,
  MIDDLE,
  REAR,
  CHINESE_PIECE = 0x80 /* + YqPieceType */
};

typedef struct
{
  unsigned char signs[FORM_MAX];
  unsigned length;
} Form;

/* Chinese words: each sign of a line means the same. */
static const struct
{
  const char *signs;
  unsigned char means;
} chinese[] = {
  { "帅帥将將王", CHINESE_PIECE + YQ_GENERAL },
  { "仕士", CHINESE_PIECE + YQ_ADVISOR },
  { "相象", CHINESE_PIECE + YQ_ELEPHANT },
  { "马馬傌", CHINESE_PIECE + YQ_HORSE },
  { "车車俥", CHINESE_PIECE + YQ_CHARIOT },
  { "炮砲包", CHINESE_PIECE + YQ_CANNON },
  { "兵卒", CHINESE_PIECE + YQ_SOLDIER },
  { "进進上", '+' },
  { "退下", '-' },
  { "平", '=' },
  { "前", FRONT },
  { "中", MIDDLE },
  { "后後", REAR },
  { "–—−", '-' }, /* dashes that editors make of a hyphen */
  { "×", 'x' },
};

static const char *const red_pieces[YQ_N_TYPES] = {
  [YQ_GENERAL] = "帅", [YQ_ADVISOR] = "仕", [YQ_ELEPHANT] = "相", [YQ_HORSE] = "马",
  [YQ_CHARIOT] = "车", [YQ_CANNON] = "炮",  [YQ_SOLDIER] = "兵",
};
static const char *const black_pieces[YQ_N_TYPES] = {
  [YQ_GENERAL] = "将", [YQ_ADVISOR] = "士", [YQ_ELEPHANT] = "象", [YQ_HORSE] = "马",
  [YQ_CHARIOT] = "车", [YQ_CANNON] = "炮",  [YQ_SOLDIER] = "卒",
};
static const char *const chinese_numbers[]
    = { "", "一", "二", "三", "四", "五", "六", "七", "八", "九" };
static const char *const full_width_numbers[]
    = { "", "１", "２", "３", "４", "５", "６", "７", "８", "９" };
static const char wxf_letters[]
    = { [YQ_GENERAL] = 'K', [YQ_ADVISOR] = 'A', [YQ_ELEPHANT] = 'E', [YQ_HORSE] = 'H',
        [YQ_CHARIOT] = 'R', [YQ_CANNON] = 'C',  [YQ_SOLDIER] = 'P' };

static bool
contains (const char *signs, uint32_t character)
{
  size_t length = strlen (signs), at = 0;

  while (at < length)
    if (yq_text_next (signs, length, &at) == character)
      return true;
  return false;
}

/* The number 1-9 that a character is in one of the two lists above; 0 for none. */
static unsigned
number_of (const char *const numbers[10], uint32_t character)
{
  for (unsigned i = 1; i < 10; i++)
    if (contains (numbers[i], character))
      return i;
  return 0;
}

/* Brings a text to its short form; false when it cannot be a move. */
static bool
read_form (const char *text, size_t length, Form *form)
{
  form->length = 0;
  for (size_t at = 0; at < length;)
    {
      uint32_t character = yq_text_next (text, length, &at);
      unsigned number;
      unsigned char sign = 0;

      if (yq_text_is_blank (character))
        continue;
      if (character >= 0xFF01 && character <= 0xFF5E) /* full-width ASCII */
        character -= 0xFF01 - '!';
      if (character > ' ' && character < 0x7F)
        sign = (unsigned char) character;
      else if ((number = number_of (chinese_numbers, character)) != 0)
        sign = (unsigned char) ('0' + number);
      else
        for (size_t i = 0; i < sizeof chinese / sizeof chinese[0] && sign == 0; i++)
          if (contains (chinese[i].signs, character))
            sign = chinese[i].means;
      if (sign == 0 || form->length == FORM_MAX)
        return false;
      form->signs[form->length++] = sign;
    }
  return form->length >= 2;
}

/* What a text in the four-sign notations says; 0 = not said. */
typedef struct
{
  YqPieceType type;
  unsigned file;  /* 1-9 from the mover's right */
  unsigned order; /* FRONT, MIDDLE, REAR among those alike on the file */
  unsigned index; /* among those alike on the file, 1 = the front one */
  unsigned count; /* the same over all files with several, from the right */
  bool minus;     /* order REAR was said with a minus, which some use for the middle one of three */
  char sign;      /* + - = */
  unsigned number;
} Phrase;

static YqPieceType
piece_of (unsigned char sign)
{
  if (sign > CHINESE_PIECE && sign < CHINESE_PIECE + YQ_N_TYPES)
    return (YqPieceType) (sign - CHINESE_PIECE);
  switch (toupper (sign))
    {
    case 'N':
      return YQ_HORSE;
    case 'B':
      return YQ_ELEPHANT;
    default:
      for (unsigned type = YQ_GENERAL; type < YQ_N_TYPES; type++)
        if (wxf_letters[type] != '\0' && toupper (sign) == wxf_letters[type])
          return (YqPieceType) type;
      return YQ_NO_TYPE;
    }
}

static unsigned
digit_of (unsigned char sign)
{
  return sign >= '1' && sign <= '9' ? sign - '0' : 0;
}

/* The place in a tandem that a sign names; *minus says that it was a minus. */
static unsigned
order_of (unsigned char sign, bool *minus)
{
  *minus = sign == '-';
  switch (sign)
    {
    case '+':
    case FRONT:
      return FRONT;
    case '.':
    case '=':
    case MIDDLE:
      return MIDDLE;
    case '-':
    case REAR:
      return REAR;
    default:
      return 0;
    }
}

/* The head of a phrase: all before sign and number. */
static bool
read_head (const unsigned char *signs, unsigned n, Phrase *phrase)
{
  YqPieceType first = piece_of (signs[0]), second = piece_of (signs[1]);
  unsigned order;

  if (n == 3) /* 前兵九, 一兵九 */
    {
      phrase->type = second;
      phrase->file = digit_of (signs[2]);
      phrase->order = order_of (signs[0], &phrase->minus);
      phrase->count = digit_of (signs[0]);
      return second != YQ_NO_TYPE && phrase->file != 0
             && (phrase->order != 0 || phrase->count != 0);
    }
  if (n != 2)
    return false;
  phrase->type = first;
  if (first == YQ_SOLDIER && signs[1] >= 'a' && signs[1] <= 'e') /* Pa */
    {
      phrase->count = signs[1] - 'a' + 1u;
      return true;
    }
  if (first != YQ_NO_TYPE && (phrase->file = digit_of (signs[1])) != 0) /* 炮二, C2 */
    return true;
  if (first != YQ_NO_TYPE && (phrase->order = order_of (signs[1], &phrase->minus)) != 0) /* C+ */
    return true;
  order = order_of (signs[0], &phrase->minus);
  if (second != YQ_NO_TYPE) /* 前炮, +C, 一兵 */
    {
      phrase->type = second;
      phrase->order = order;
      phrase->count = digit_of (signs[0]);
      return order != 0 || (second == YQ_SOLDIER && phrase->count != 0);
    }
  phrase->type = YQ_SOLDIER; /* 前九, 15 */
  phrase->order = order;
  phrase->index = digit_of (signs[0]);
  phrase->file = digit_of (signs[1]);
  return phrase->file != 0 && (order != 0 || phrase->index != 0);
}

static bool
read_phrase (const Form *form, Phrase *phrase)
{
  unsigned n = form->length;
  unsigned char sign;

  memset (phrase, 0, sizeof *phrase);
  if (n < 4)
    return false;
  sign = form->signs[n - 2];
  phrase->sign = sign == '.' ? '=' : (char) sign;
  phrase->number = digit_of (form->signs[n - 1]);
  return strchr ("+-=", phrase->sign) != NULL && phrase->number != 0
         && read_head (form->signs, n - 2, phrase);
}

/* Xqbase also writes a digit for the piece: 62=5 is C2=5. Second choice only: 15=6 is a soldier
 * first. */
static bool
read_digit_phrase (const Form *form, Phrase *phrase)
{
  static const YqPieceType types[10]
      = { 0, YQ_GENERAL, YQ_ADVISOR, YQ_ELEPHANT, YQ_HORSE, YQ_CHARIOT, YQ_CANNON, YQ_SOLDIER };

  if (!read_phrase (form, phrase) || phrase->index == 0)
    return false;
  phrase->type = types[phrase->index];
  phrase->index = 0;
  return phrase->type != YQ_NO_TYPE;
}

/* Where a piece stands among those of its kind. */
typedef struct
{
  unsigned file;    /* from the mover's right, 1-9 */
  unsigned index;   /* on its file, 1 = the front one */
  unsigned on_file; /* how many there are on its file */
  unsigned count;   /* over all files with several, see Phrase; 0 when alone on its file */
  unsigned files;   /* how many files have several */
} Stand;

static unsigned
file_number (YqSide side, YqSquare square)
{
  return side == YQ_RED ? YQ_FILES - yq_square_file (square) : yq_square_file (square) + 1;
}

static Stand
stand_of (const YqPosition *pos, YqSquare square)
{
  YqPiece piece = pos->squares[square];
  YqSide side = yq_piece_side (piece);
  Stand stand = { .file = file_number (side, square) };
  unsigned before = 0, on_files[YQ_FILES + 1] = { 0 };

  for (YqSquare other = 0; other < YQ_SQUARES; other++)
    if (pos->squares[other] == piece)
      {
        on_files[file_number (side, other)]++;
        if (yq_square_file (other) == yq_square_file (square))
          stand.index += side == YQ_RED ? other >= square : other <= square;
      }
  stand.on_file = on_files[stand.file];
  for (unsigned file = 1; file <= YQ_FILES; file++)
    if (on_files[file] > 1)
      {
        stand.files++;
        before += file < stand.file ? on_files[file] : 0;
      }
  stand.count = stand.on_file > 1 ? before + stand.index : 0;
  return stand;
}

/* Does the phrase mean the piece that stands so? */
static bool
is_meant (const Phrase *phrase, const Stand *stand)
{
  if (phrase->file != 0 && phrase->file != stand->file)
    return false;
  if (phrase->count != 0 && phrase->count != stand->count)
    return false;
  if (phrase->index != 0 && (phrase->index != stand->index || stand->on_file < 2))
    return false;
  switch (phrase->order)
    {
    case FRONT:
      return stand->on_file > 1 && stand->index == 1;
    case REAR:
      return stand->on_file > 1
             && (stand->index == stand->on_file
                 || (phrase->minus && stand->on_file == 3 && stand->index == 2));
    case MIDDLE:
      return stand->on_file == 3 && stand->index == 2;
    default:
      return true;
    }
}

/* Does number mean steps along the file (else the file that is reached)? */
static bool
goes_straight (YqPieceType type)
{
  return type != YQ_ADVISOR && type != YQ_ELEPHANT && type != YQ_HORSE;
}

/* Where the phrase sends a piece from square; YQ_SQUARE_NONE when nowhere. */
static YqSquare
target_of (const Phrase *phrase, YqSide side, YqSquare square)
{
  long rank = yq_square_rank (square), file = yq_square_file (square);
  long forward = (side == YQ_RED) == (phrase->sign == '+') ? 1 : -1;
  long to_file = side == YQ_RED ? YQ_FILES - (long) phrase->number : (long) phrase->number - 1;
  long across = to_file > file ? to_file - file : file - to_file;

  if (phrase->sign == '=')
    return goes_straight (phrase->type) && across != 0 ? yq_square_at (rank, to_file)
                                                       : YQ_SQUARE_NONE;
  if (goes_straight (phrase->type))
    return yq_square_at (rank + forward * (long) phrase->number, file);
  if (phrase->type == YQ_HORSE)
    return across == 1 || across == 2 ? yq_square_at (rank + forward * (3 - across), to_file)
                                      : YQ_SQUARE_NONE;
  return across == (phrase->type == YQ_ADVISOR ? 1 : 2)
             ? yq_square_at (rank + forward * across, to_file)
             : YQ_SQUARE_NONE;
}

/* The moves that a text may mean: those that are legal, and how many there were before that was
 * asked. */
typedef struct
{
  YqMove moves[YQ_SQUARES];
  size_t n;
  YqMove said; /* the last one that is not legal */
  size_t n_said;
} Meanings;

static void
add_meaning (Meanings *meanings, const YqPosition *pos, YqSquare from, YqSquare to)
{
  YqMove move = { from, to };

  if (from == YQ_SQUARE_NONE || to == YQ_SQUARE_NONE)
    return;
  if (yq_position_is_legal (pos, move))
    meanings->moves[meanings->n++] = move;
  else
    {
      meanings->said = move;
      meanings->n_said++;
    }
}

static void
find_phrase (const YqPosition *pos, const Phrase *phrase, Meanings *meanings)
{
  YqPiece piece = yq_piece ((YqSide) pos->turn, phrase->type);

  for (YqSquare square = 0; square < YQ_SQUARES; square++)
    if (pos->squares[square] == piece)
      {
        Stand stand = stand_of (pos, square);

        if (is_meant (phrase, &stand))
          add_meaning (meanings, pos, square, target_of (phrase, (YqSide) pos->turn, square));
      }
}

/* Reads file and rank of a point at *at; the parts that are missing are -1. Ranks are 1-10 when
 * uci10 is true. */
static void
read_point (const Form *form, unsigned *at, bool uci10, long *file, long *rank)
{
  int letter = *at < form->length ? tolower (form->signs[*at]) : 0;

  *file = *rank = -1;
  if (letter >= 'a' && letter <= 'i')
    {
      *file = letter - 'a';
      *at += 1;
    }
  if (*at >= form->length || !isdigit (form->signs[*at]))
    return;
  *rank = form->signs[(*at)++] - '0';
  if (!uci10)
    return;
  if (*rank == 1 && *at < form->length && form->signs[*at] == '0')
    {
      *rank = 10;
      *at += 1;
    }
  *rank = *rank == 0 ? YQ_RANKS : *rank - 1; /* a rank 0 is off the board, then */
}

/* Signs for check and mate, which coordinates may carry, end a form. */
static bool
is_end (const Form *form, unsigned at)
{
  while (at < form->length && (form->signs[at] == '+' || form->signs[at] == '#'))
    at++;
  return at == form->length;
}

/* h2e2, H2-E2, h2xe2 */
static bool
read_coordinates (const Form *form, bool uci10, YqMove *move)
{
  long from_file, from_rank, to_file, to_rank;
  unsigned at = 0;

  read_point (form, &at, uci10, &from_file, &from_rank);
  if (at < form->length && strchr ("-xX", form->signs[at]) != NULL)
    at++;
  read_point (form, &at, uci10, &to_file, &to_rank);
  move->from = yq_square_at (from_rank, from_file);
  move->to = yq_square_at (to_rank, to_file);
  return is_end (form, at) && move->from != YQ_SQUARE_NONE && move->to != YQ_SQUARE_NONE;
}

/* XBoard: Cbe2, Hg7, H8xg7, c4 */
static bool
find_short (const Form *form, const YqPosition *pos, bool uci10, Meanings *meanings)
{
  YqPieceType type = isupper (form->signs[0]) ? piece_of (form->signs[0]) : YQ_NO_TYPE;
  long from_file = -1, from_rank = -1, to_file, to_rank;
  unsigned at = type != YQ_NO_TYPE;
  YqSquare to;

  if (type == YQ_NO_TYPE)
    type = YQ_SOLDIER;
  read_point (form, &at, uci10, &to_file, &to_rank);
  if (!is_end (form, at))
    {
      from_file = to_file;
      from_rank = to_rank;
      if (at < form->length && tolower (form->signs[at]) == 'x')
        at++;
      read_point (form, &at, uci10, &to_file, &to_rank);
    }
  to = yq_square_at (to_rank, to_file);
  if (!is_end (form, at) || to == YQ_SQUARE_NONE || from_rank >= YQ_RANKS)
    return false;
  for (YqSquare from = 0; from < YQ_SQUARES; from++)
    if (pos->squares[from] == yq_piece ((YqSide) pos->turn, type)
        && (from_file < 0 || from_file == (long) yq_square_file (from))
        && (from_rank < 0 || from_rank == (long) yq_square_rank (from)))
      add_meaning (meanings, pos, from, to);
  return true;
}

/* All that the text may mean; false when it is no move in any notation. */
static bool
find_meanings (const YqPosition *pos, const char *text, size_t length, bool uci10,
               Meanings *meanings)
{
  Form form;
  Phrase phrase;
  YqMove move;

  meanings->n = meanings->n_said = 0;
  if (!read_form (text, length, &form))
    return false;
  if (read_coordinates (&form, uci10, &move))
    {
      add_meaning (meanings, pos, move.from, move.to);
      return true;
    }
  if (yq_geometry_ruleset (pos->geometry) == &yq_ruleset_duck)
    {
      if (form.length != 4)
        return false;
      for (unsigned i = 0; i < 4; i++)
        if (!isdigit (form.signs[i]))
          return false;
      move.from = yq_square_at (form.signs[0] - '0', form.signs[1] - '0');
      add_meaning (meanings, pos, move.from,
                   yq_square_at (form.signs[2] - '0', form.signs[3] - '0'));
      return true;
    }
  if (read_phrase (&form, &phrase))
    {
      find_phrase (pos, &phrase, meanings);
      if (meanings->n == 0 && read_digit_phrase (&form, &phrase))
        find_phrase (pos, &phrase, meanings);
      return true;
    }
  return find_short (&form, pos, uci10, meanings);
}

YqMoveReading
yq_move_read (const YqPosition *pos, const char *text, size_t length, bool uci10, YqMove *move)
{
  Meanings meanings;

  move->from = move->to = YQ_SQUARE_NONE;
  if (!find_meanings (pos, text, length, uci10, &meanings))
    return YQ_MOVE_UNREADABLE;
  if (meanings.n > 1)
    return YQ_MOVE_AMBIGUOUS;
  if (meanings.n == 1)
    *move = meanings.moves[0];
  else if (meanings.n_said == 1)
    *move = meanings.said;
  return meanings.n == 1 ? YQ_MOVE_OK : YQ_MOVE_ILLEGAL;
}

size_t
yq_move_fitting (const YqPosition *pos, const char *text, size_t length, bool uci10,
                 YqMove moves[YQ_SQUARES])
{
  Meanings meanings;

  if (!find_meanings (pos, text, length, uci10, &meanings))
    return 0;
  memcpy (moves, meanings.moves, meanings.n * sizeof moves[0]);
  return meanings.n;
}

bool
yq_move_side (const char *text, size_t length, YqSide *side)
{
  bool said = false;

  for (size_t at = 0; at < length;)
    {
      uint32_t character = yq_text_next (text, length, &at);

      if (contains ("帅帥仕相兵", character) || number_of (chinese_numbers, character) != 0)
        {
          *side = YQ_RED;
          said = true;
        }
      else if (contains ("将將卒", character) || number_of (full_width_numbers, character) != 0)
        {
          *side = YQ_BLACK;
          said = true;
        }
    }
  return said;
}

static size_t
write_coordinates (YqMove move, YqNotation notation, char *text)
{
  int base = notation == YQ_NOTATION_UCI ? 1 : 0, letter = notation == YQ_NOTATION_ICCS ? 'A' : 'a';

  return (size_t) snprintf (
      text, YQ_MOVE_TEXT_MAX, "%c%d%s%c%d", letter + (int) yq_square_file (move.from),
      (int) yq_square_rank (move.from) + base, notation == YQ_NOTATION_ICCS ? "-" : "",
      letter + (int) yq_square_file (move.to), (int) yq_square_rank (move.to) + base);
}

/* Sign and number of a move: the same in Chinese and WXF. */
static char
sign_of (YqSide side, YqPieceType type, YqMove move, unsigned *number)
{
  long forward = (long) yq_square_rank (move.to) - (long) yq_square_rank (move.from);

  if (side == YQ_BLACK)
    forward = -forward;
  if (goes_straight (type) && forward != 0)
    *number = (unsigned) (forward > 0 ? forward : -forward);
  else
    *number = file_number (side, move.to);
  return forward > 0 ? '+' : forward < 0 ? '-' : '=';
}

/* Are the pieces of this kind told apart by front and rear? Guards and elephants by their
 * direction. */
static bool
is_tandem (YqPieceType type, const Stand *stand)
{
  return type != YQ_ADVISOR && type != YQ_ELEPHANT && stand->on_file > 1;
}

static size_t
write_chinese (YqSide side, YqPieceType type, const Stand *stand, char sign, unsigned number,
               char *text)
{
  const char *const *numbers = side == YQ_RED ? chinese_numbers : full_width_numbers;
  const char *piece = (side == YQ_RED ? red_pieces : black_pieces)[type];
  const char *first = piece, *second;

  if (!is_tandem (type, stand))
    second = numbers[stand->file];
  else
    {
      second = piece;
      if (stand->files > 1 || stand->on_file > 3)
        first = stand->count < 10 ? chinese_numbers[stand->count] : "";
      else
        first = stand->index == 1 ? "前" : stand->index == stand->on_file ? "后" : "中";
    }
  return (size_t) snprintf (text, YQ_MOVE_TEXT_MAX, "%s%s%s%s", first, second,
                            sign == '+'   ? "进"
                            : sign == '-' ? "退"
                                          : "平",
                            numbers[number]);
}

static size_t
write_wxf (YqPieceType type, const Stand *stand, char sign, unsigned number, char *text)
{
  char first = wxf_letters[type], second = (char) ('0' + stand->file);

  if (is_tandem (type, stand) && (stand->on_file > 2 || (stand->files > 1 && type == YQ_SOLDIER)))
    first = (char) ('0' + stand->index);
  else if (is_tandem (type, stand))
    second = stand->index == 1 ? '+' : '-';
  return (size_t) snprintf (text, YQ_MOVE_TEXT_MAX, "%c%c%c%u", first, second, sign, number);
}

size_t
yq_move_write (const YqPosition *pos, YqMove move, YqNotation notation, char text[YQ_MOVE_TEXT_MAX])
{
  bool xiangqi = yq_geometry_ruleset (pos->geometry) == &yq_ruleset_xiangqi;
  YqPieceType type = yq_piece_type (pos->squares[move.from]);

  if (xiangqi && (notation == YQ_NOTATION_CHINESE || notation == YQ_NOTATION_WXF))
    {
      YqSide side = (YqSide) pos->turn;
      Stand stand = stand_of (pos, move.from);
      unsigned number;
      char sign = sign_of (side, type, move, &number);
      size_t length = notation == YQ_NOTATION_CHINESE
                          ? write_chinese (side, type, &stand, sign, number, text)
                          : write_wxf (type, &stand, sign, number, text);
      YqMove read;
      YqMoveReading reading = yq_move_read (pos, text, length, false, &read);

      /* Set-up positions can have more of a kind than there are words for. */
      if ((reading == YQ_MOVE_OK || reading == YQ_MOVE_ILLEGAL) && yq_move_equal (read, move))
        return length;
      notation = YQ_NOTATION_COORDINATES;
    }
  return write_coordinates (move, xiangqi ? notation : YQ_NOTATION_COORDINATES, text);
}

void
yq_move_reason (const YqPosition *pos, YqMove move, char text[YQ_MOVE_REASON_MAX])
{
  YqSquare place = YQ_SQUARE_NONE;
  YqRefusal refusal = yq_position_refusal (pos, move, &place);
  YqSquare named = refusal == YQ_REFUSED_NO_OWN_PIECE      ? move.from
                   : refusal == YQ_REFUSED_OWN_PIECE_THERE ? move.to
                                                           : place;
  char square[3] = "?";

  if (named < YQ_SQUARES)
    yq_square_text (named, square);
  switch (refusal)
    {
    case YQ_LEGAL:
      snprintf (text, YQ_MOVE_REASON_MAX, "legal");
      break;
    case YQ_REFUSED_GAME_OVER:
      snprintf (text, YQ_MOVE_REASON_MAX, "the game is over");
      break;
    case YQ_REFUSED_OFF_BOARD:
      snprintf (text, YQ_MOVE_REASON_MAX, "no piece goes so");
      break;
    case YQ_REFUSED_NO_OWN_PIECE:
      snprintf (text, YQ_MOVE_REASON_MAX, "no piece of the side to move on %s", square);
      break;
    case YQ_REFUSED_OWN_PIECE_THERE:
      snprintf (text, YQ_MOVE_REASON_MAX, "a piece of the same side is on %s", square);
      break;
    case YQ_REFUSED_NO_REACH:
      snprintf (text, YQ_MOVE_REASON_MAX, "that piece does not go there");
      break;
    case YQ_REFUSED_BLOCKED:
      snprintf (text, YQ_MOVE_REASON_MAX, "the piece on %s is in the way", square);
      break;
    case YQ_REFUSED_GENERALS_FACE:
      snprintf (text, YQ_MOVE_REASON_MAX, "the generals would face each other");
      break;
    case YQ_REFUSED_IN_CHECK:
      snprintf (text, YQ_MOVE_REASON_MAX, "the general could be taken from %s", square);
      break;
    }
}
