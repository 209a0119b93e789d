/* A record from PGN text, in all the dialects that game files come in.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "yq-record-private.h"
#include "yq-text.h"

enum
{
  MAX_TAGS = 1000
};

/* Part of the text. */
typedef struct
{
  const char *text;
  size_t length;
} Slice;

/* A line of moves that is being read. */
typedef struct
{
  YqNode *node;  /* the last one read, at first the one that the line branches off from */
  bool moved;    /* a move was read in this line */
  size_t opened; /* where it began, for complaints */
} Line;

/* A comment is kept as a place in the text until all is read: a node may have many. */
typedef struct
{
  YqNode *node; /* NULL: in front of a variation's first move, and will be given to that */
  Slice text;
} Comment;

typedef struct
{
  const char *text;
  size_t length, at;
  YqRecordFault *fault; /* NULL while games are skipped */

  YqRecord *record;
  bool any;       /* there is a tag, a comment, a move or a result */
  bool uci10;     /* read coordinates with ranks 1-10 */
  bool said_game; /* a tag names the game: no use in trying the other */
  char *fen;      /* value of the FEN tag, NULL when there is none */
  size_t fen_at;

  Line line; /* the innermost one; those it is nested in lie on the stack */
  Line *stack;
  size_t depth, stack_room;
  YqPosition pos; /* after line.node */
  YqUndo *undos;  /* of the moves to pos, by ply */
  size_t undos_room;
  Comment *comments;
  size_t n_comments, comments_room;
} Reader;

/* Notes a fault at an offset, where found_length bytes are what should not be there; false, so that
 * a reader can return it. */
static bool
complain (Reader *reader, YqRecordFaultKind kind, size_t offset, size_t found_length)
{
  if (reader->fault != NULL)
    yq_record_fault_set (reader->fault, kind, reader->text, offset, found_length);
  return false;
}

/* The character at the reader's place, without moving on; *size gets its length. 0 at the end. */
static uint32_t
peek (const Reader *reader, size_t *size)
{
  size_t next = reader->at;
  uint32_t character
      = next < reader->length ? yq_text_next (reader->text, reader->length, &next) : 0;

  *size = next - reader->at;
  return character;
}

static void
skip_blanks (Reader *reader)
{
  size_t size;

  while (yq_text_is_blank (peek (reader, &size)))
    reader->at += size;
}

static void
skip_line (Reader *reader)
{
  while (reader->at < reader->length && reader->text[reader->at] != '\n'
         && reader->text[reader->at] != '\r')
    reader->at++;
}

/* Is nothing but blanks before the reader's place on its line? */
static bool
begins_line (const Reader *reader)
{
  size_t at = reader->at;

  while (at > 0 && isblank ((unsigned char) reader->text[at - 1]))
    at--;
  return at == 0 || reader->text[at - 1] == '\n' || reader->text[at - 1] == '\r';
}

static bool
slice_is (Slice slice, const char *text)
{
  return slice.length == strlen (text) && strncasecmp (slice.text, text, slice.length) == 0;
}

/* The name of a tag at the reader's place, and the quote that opens its value; *end gets the offset
 * behind that quote. */
static bool
read_tag_name (const Reader *reader, Slice *name, size_t *end)
{
  const char *text = reader->text;
  size_t at = reader->at;

  if (at == reader->length || text[at] != '[')
    return false;
  for (at++; at < reader->length && isblank ((unsigned char) text[at]); at++)
    ;
  name->text = text + at;
  while (at < reader->length && (unsigned char) text[at] > ' ' && strchr ("\"[]", text[at]) == NULL)
    at++;
  name->length = (size_t) (text + at - name->text);
  while (at < reader->length && isblank ((unsigned char) text[at]))
    at++;
  *end = at + 1;
  return name->length > 0 && at < reader->length && text[at] == '"';
}

/* A tag: [Name "value"]. *value gets what stands between the quotes, escapes and all. Quotes within
 * the value that nobody escaped are met in files, so are line ends: the value ends at a quote that
 * a ] follows, and never reaches into the next tag. */
static bool
read_tag (Reader *reader, Slice *name, Slice *value)
{
  size_t start = reader->at, at, end;
  const char *text = reader->text;

  if (!read_tag_name (reader, name, &at))
    return complain (reader, YQ_RECORD_FAULT_TAG, start, 0);
  for (value->text = text + at; at < reader->length; at++)
    if (text[at] == '\\' && at + 1 < reader->length && strchr ("\"\\", text[at + 1]) != NULL)
      at++;
    else if (text[at] == '"' || text[at] == '\n')
      {
        for (end = at + 1; end < reader->length && isblank ((unsigned char) text[end]); end++)
          ;
        if (text[at] == '"' && end < reader->length && text[end] == ']')
          {
            value->length = (size_t) (text + at - value->text);
            reader->at = end + 1;
            return true;
          }
        if (text[at] == '"' && (end == reader->length || text[end] == '\n' || text[end] == '\r'))
          return complain (reader, YQ_RECORD_FAULT_TAG_NOT_CLOSED, end, 0);
        if (text[at] == '\n' && end < reader->length && text[end] == '[')
          break;
      }
  return complain (reader, YQ_RECORD_FAULT_VALUE_NOT_CLOSED, start, 0);
}

static char *
unescape (Slice value)
{
  char *text = yq_strndup (value.text, value.length), *out = text;

  for (const char *in = text; *in != '\0'; in++)
    {
      if (*in == '\\' && (in[1] == '"' || in[1] == '\\'))
        in++;
      *out++ = *in;
    }
  *out = '\0';
  return text;
}

/* The result a word or tag means; NULL when it is none. */
static const char *
result_of (Slice word)
{
  static const char *const results[][2] = {
    { "1-0", "1-0" },      { "0-1", "0-1" },      { "1/2-1/2", "1/2-1/2" }, { "*", "*" },
    { "红胜", "1-0" },     { "紅勝", "1-0" },     { "红方胜", "1-0" },      { "紅方勝", "1-0" },
    { "黑胜", "0-1" },     { "黑勝", "0-1" },     { "黑方胜", "0-1" },      { "黑方勝", "0-1" },
    { "和棋", "1/2-1/2" }, { "和局", "1/2-1/2" }, { "1/2", "1/2-1/2" },     { "½-½", "1/2-1/2" },
    { "未知", "*" },
  };

  for (size_t i = 0; i < sizeof results / sizeof results[0]; i++)
    if (slice_is (word, results[i][0]))
      return results[i][1];
  return NULL;
}

/* The game that a Variant or Game tag names; NULL when it is none of ours. */
static const YqRuleset *
game_of (const char *value)
{
  static const char *const duck[] = { YQ_DUCK_CHESS, "duckchess", "duck", "鸭棋" };
  static const char *const xiangqi[]
      = { YQ_CHINESE_CHESS, "xiangqi", "cchess", "中国象棋", "象棋" };

  for (size_t i = 0; i < sizeof duck / sizeof duck[0]; i++)
    if (strcasecmp (value, duck[i]) == 0)
      return &yq_ruleset_duck;
  for (size_t i = 0; i < sizeof xiangqi / sizeof xiangqi[0]; i++)
    if (strcasecmp (value, xiangqi[i]) == 0)
      return &yq_ruleset_xiangqi;
  return NULL;
}

/* Takes a tag into the record: its own ones into its fields. */
static bool
take_tag (Reader *reader, Slice name, Slice value)
{
  YqRecord *record = reader->record;
  char *name_text = yq_strndup (name.text, name.length), *value_text = unescape (value);
  size_t value_at = (size_t) (value.text - reader->text);
  bool ok = true;

  reader->any = true;
  if (slice_is (name, "Variant") || slice_is (name, "Game"))
    {
      const YqRuleset *ruleset = game_of (value_text);

      /* Variant is the stronger word; some number their games in Game. */
      if (ruleset != NULL)
        {
          record->ruleset = ruleset;
          reader->said_game = true;
        }
      else if (slice_is (name, "Variant") && value_text[0] != '\0')
        ok = complain (reader, YQ_RECORD_FAULT_GAME, value_at, value.length);
    }
  else if (slice_is (name, "FEN"))
    {
      free (reader->fen);
      reader->fen = value_text[0] != '\0' ? yq_strndup (value_text, strlen (value_text)) : NULL;
      reader->fen_at = value_at;
    }
  else if (slice_is (name, "Result"))
    {
      const char *result = result_of (value);

      if (result != NULL)
        strcpy (record->result, result);
    }
  else if (slice_is (name, "Format"))
    reader->uci10 |= strcasecmp (value_text, "UCI") == 0;
  else
    yq_record_set_tag (record, name_text, value_text);
  free (name_text);
  free (value_text);
  return ok;
}

/* All tags of a game: as long as tags follow, and until the first one comes again. */
static bool
read_tags (Reader *reader, bool take)
{
  Slice first = { 0 }, name = { 0 }, value = { 0 };

  for (;;)
    {
      size_t start;

      skip_blanks (reader);
      start = reader->at;
      if (start == reader->length || reader->text[start] != '[')
        return true;
      if (!read_tag (reader, &name, &value))
        return false;
      if (first.length == 0)
        first = name;
      else if (name.length == first.length && strncasecmp (name.text, first.text, name.length) == 0)
        {
          reader->at = start;
          return true;
        }
      if (take && reader->record->n_tags == MAX_TAGS)
        return complain (reader, YQ_RECORD_FAULT_TAGS, start, 0);
      if (take && !take_tag (reader, name, value))
        return false;
    }
}

static void
rename_tag (YqRecord *record, const char *from, const char *to)
{
  const char *value = yq_record_tag (record, from);

  if (value == NULL || yq_record_tag (record, to) != NULL)
    return;
  yq_record_set_tag (record, to, value);
  yq_record_set_tag (record, from, NULL);
}

/* Sets up the start once the tags are known. */
static bool
set_up (Reader *reader)
{
  YqRecord *record = reader->record;

  rename_tag (record, "White", "Red");
  rename_tag (record, "WhiteTeam", "RedTeam");
  yq_fen_start (&record->start, record->ruleset);
  if (reader->fen != NULL
      && !yq_fen_read (reader->fen, strlen (reader->fen), record->ruleset, &record->start,
                       &reader->fault->fen))
    return complain (reader, YQ_RECORD_FAULT_FEN, reader->fen_at, 0);
  reader->line.node = record->root;
  reader->pos = record->start.position;
  return true;
}

/* A comment belongs to the move before it; in front of a variation's first move, to that move. */
static void
take_comment (Reader *reader, Slice text)
{
  while (text.length > 0 && isspace ((unsigned char) text.text[0]))
    {
      text.text++;
      text.length--;
    }
  while (text.length > 0 && isspace ((unsigned char) text.text[text.length - 1]))
    text.length--;
  if (text.length == 0)
    return;
  reader->any = true;
  if (reader->n_comments == reader->comments_room)
    {
      reader->comments_room = reader->comments_room * 2 + 16;
      reader->comments
          = yq_realloc (reader->comments, reader->comments_room * sizeof reader->comments[0]);
    }
  reader->comments[reader->n_comments++]
      = (Comment){ reader->line.moved || reader->depth == 0 ? reader->line.node : NULL, text };
}

/* Gives the comments that wait for a move to this one. */
static void
give_comments (Reader *reader, YqNode *node)
{
  for (size_t i = reader->n_comments; i > 0 && reader->comments[i - 1].node == NULL; i--)
    reader->comments[i - 1].node = node;
}

static int
compare_comments (const void *a, const void *b)
{
  const Comment *left = a, *right = b;

  if (left->node != right->node)
    return left->node < right->node ? -1 : 1;
  return left->text.text < right->text.text ? -1 : left->text.text > right->text.text;
}

/* Gives each node its comments, in the order in which they stand in the text, as paragraphs. */
static void
hand_out_comments (Reader *reader)
{
  YqBuffer joined = { 0 };

  if (reader->n_comments > 0)
    qsort (reader->comments, reader->n_comments, sizeof reader->comments[0], compare_comments);
  for (size_t i = 0; i < reader->n_comments; i++)
    {
      const Comment *comment = &reader->comments[i];

      if (joined.length > 0)
        yq_buffer_add (&joined, "\n", 1);
      yq_buffer_add (&joined, comment->text.text, comment->text.length);
      if (i + 1 == reader->n_comments || reader->comments[i + 1].node != comment->node)
        {
          yq_node_set_comment (comment->node, joined.data);
          joined.length = 0;
        }
    }
  free (joined.data);
}

static bool
read_comment (Reader *reader)
{
  const char *start = reader->text + reader->at + 1;
  size_t rest = reader->length - reader->at - 1;
  const char *end = memchr (start, '}', rest);

  if (end == NULL)
    return complain (reader, YQ_RECORD_FAULT_COMMENT_NOT_CLOSED, reader->at, 0);
  take_comment (reader, (Slice){ start, (size_t) (end - start) });
  reader->at += (size_t) (end - start) + 2;
  return true;
}

static void
play (Reader *reader, YqNode *node)
{
  if (node->ply > reader->undos_room)
    {
      reader->undos_room = node->ply * 2;
      reader->undos = yq_realloc (reader->undos, reader->undos_room * sizeof reader->undos[0]);
    }
  yq_position_play (&reader->pos, node->move, &reader->undos[node->ply - 1]);
}

static void
take_back (Reader *reader, const YqNode *node)
{
  yq_position_take_back (&reader->pos, node->move, &reader->undos[node->ply - 1]);
}

static bool
open_variation (Reader *reader)
{
  Line *line = &reader->line;

  if (!line->moved)
    return complain (reader, YQ_RECORD_FAULT_VARIATION_EARLY, reader->at, 0);
  if (reader->depth == reader->stack_room)
    {
      reader->stack_room = reader->stack_room * 2 + 16;
      reader->stack = yq_realloc (reader->stack, reader->stack_room * sizeof *reader->stack);
    }
  reader->stack[reader->depth++] = *line;
  take_back (reader, line->node);
  line->node = line->node->parent;
  line->moved = false;
  line->opened = reader->at++;
  return true;
}

static bool
close_variation (Reader *reader)
{
  Line *line = &reader->line;
  YqNode *node;

  if (reader->depth == 0)
    return complain (reader, YQ_RECORD_FAULT_VARIATION_END, reader->at, 0);
  reader->depth--;
  for (node = line->node; node != reader->stack[reader->depth].node->parent; node = node->parent)
    take_back (reader, node);
  *line = reader->stack[reader->depth];
  play (reader, line->node);
  give_comments (reader, line->node); /* of a variation without a move */
  reader->at++;
  return true;
}

static void
add_nag (YqNode *node, unsigned nag)
{
  unsigned i = 0;

  while (i < YQ_MAX_NAGS && node->nags[i] != 0 && node->nags[i] != nag)
    i++;
  if (i < YQ_MAX_NAGS && nag > 0 && nag < 256 && node->parent != NULL)
    node->nags[i] = (uint8_t) nag;
}

static void
read_nag (Reader *reader)
{
  unsigned nag = 0;

  for (reader->at++;
       reader->at < reader->length && isdigit ((unsigned char) reader->text[reader->at]);
       reader->at++)
    nag = nag < 256 ? nag * 10 + (unsigned) (reader->text[reader->at] - '0') : nag;
  if (reader->line.moved)
    add_nag (reader->line.node, nag);
}

/* The word at the reader's place: up to a blank or a sign with a meaning of its own. */
static Slice
word_at (const Reader *reader, size_t at)
{
  size_t end = at, next = at;

  while (next < reader->length)
    {
      uint32_t character = yq_text_next (reader->text, reader->length, &next);

      if (yq_text_is_blank (character)
          || (character < 0x80 && strchr ("{}();$[]", (int) character) != NULL))
        break;
      end = next;
    }
  return (Slice){ reader->text + at, end - at };
}

/* Length of a move number at the start of a word: digits and dots; 0 when there is none. */
static size_t
number_length (Slice word)
{
  size_t at = 0, end = 0;
  bool dots = false;

  /* 15.6 is a move in WXF: the first soldier of file 5 goes to file 6. */
  if (word.length == 4 && isdigit ((unsigned char) word.text[0])
      && isdigit ((unsigned char) word.text[1]) && word.text[2] == '.'
      && isdigit ((unsigned char) word.text[3]))
    return 0;
  while (at < word.length)
    {
      uint32_t character = yq_text_next (word.text, word.length, &at);

      if (character == '.' || character == 0xFF0E /* ． */ || character == 0x3001 /* 、 */
          || character == 0x2026 /* … */)
        dots = true;
      else if (dots
               || !((character >= '0' && character <= '9')
                    || (character >= 0xFF10 && character <= 0xFF19)))
        break;
      end = at;
    }
  return dots || end == word.length ? end : 0;
}

/* Takes marks like !? from the end of a word; returns the glyph's number, 0 when there are none. */
static unsigned
take_marks (Slice *word)
{
  static const char *const marks[] = { "", "!", "?", "!!", "??", "!?", "?!" };
  size_t length = word->length;

  while (length > 0 && strchr ("!?", word->text[length - 1]) != NULL)
    length--;
  for (unsigned i = 1; i < sizeof marks / sizeof marks[0]; i++)
    if (slice_is ((Slice){ word->text + length, word->length - length }, marks[i]))
      {
        word->length = length;
        return i;
      }
  word->length = length;
  return 0;
}

/* Reads a word as a move of the line. The first move of all corrects the side to move. */
static YqMoveReading
read_move (Reader *reader, Slice word, YqMove *move)
{
  YqRecord *record = reader->record;
  YqPosition turned = reader->pos;
  YqSide side = (YqSide) reader->pos.turn;
  YqMoveReading reading = yq_move_read (&reader->pos, word.text, word.length, reader->uci10, move);
  YqMove other;

  if (reader->depth > 0 || reader->line.moved || record->ruleset == &yq_ruleset_duck
      || reading == YQ_MOVE_UNREADABLE)
    return reading;
  yq_move_side (word.text, word.length, &side);
  if (reading != YQ_MOVE_ILLEGAL && side == (YqSide) reader->pos.turn)
    return reading;
  yq_position_set_turn (&turned, yq_side_other ((YqSide) reader->pos.turn));
  if (yq_move_read (&turned, word.text, word.length, reader->uci10, &other) != YQ_MOVE_OK)
    return reading;
  reader->pos = record->start.position = turned;
  *move = other;
  return YQ_MOVE_OK;
}

static bool
complain_of_move (Reader *reader, Slice word, YqMoveReading reading, YqMove move)
{
  YqRecordFault *fault = reader->fault;

  fault->number = reader->line.node->ply + 1;
  fault->position = reader->pos;
  fault->move = move;
  fault->refusal = yq_position_refusal (&reader->pos, move, &fault->place);
  return complain (reader,
                   reading == YQ_MOVE_UNREADABLE  ? YQ_RECORD_FAULT_MOVE_UNREADABLE
                   : reading == YQ_MOVE_AMBIGUOUS ? YQ_RECORD_FAULT_MOVE_AMBIGUOUS
                                                  : YQ_RECORD_FAULT_MOVE_ILLEGAL,
                   (size_t) (word.text - reader->text), word.length);
}

/* A move at the reader's place, perhaps with blanks between its signs. */
static bool
read_and_play (Reader *reader, Slice word)
{
  enum
  {
    MOST_PARTS = 5 /* signs of a move */
  };
  Slice whole = word;
  YqMoveReading first_reading = YQ_MOVE_UNREADABLE;
  YqMove first_move = { YQ_SQUARE_NONE, YQ_SQUARE_NONE };

  for (unsigned parts = 1; parts <= MOST_PARTS; parts++)
    {
      Slice text = whole, next;
      unsigned nag = take_marks (&text);
      Reader ahead;
      YqMove move;
      YqMoveReading reading = read_move (reader, text, &move);

      if (reading == YQ_MOVE_OK)
        {
          reader->line.node = yq_node_add (reader->line.node, move, NULL);
          reader->line.moved = reader->any = true;
          play (reader, reader->line.node);
          add_nag (reader->line.node, nag);
          give_comments (reader, reader->line.node);
          reader->at = (size_t) (whole.text + whole.length - reader->text);
          return true;
        }
      if (parts == 1)
        {
          first_reading = reading;
          first_move = move;
        }
      ahead = *reader;
      ahead.at = (size_t) (whole.text + whole.length - reader->text);
      skip_blanks (&ahead);
      next = word_at (&ahead, ahead.at);
      if (next.length == 0)
        break;
      whole.length = (size_t) (next.text + next.length - whole.text);
    }
  return complain_of_move (reader, word, first_reading, first_move);
}

/* A word among the moves; *over becomes true when it ends the game. */
static bool
read_word (Reader *reader, bool *over)
{
  Slice word = word_at (reader, reader->at);
  const char *result;
  size_t number;

  if (word.length == 0)
    {
      size_t size;

      peek (reader, &size);
      return complain (reader, YQ_RECORD_FAULT_SIGN, reader->at, size);
    }
  /* Numbers may be glued to what follows. */
  while ((result = result_of (word)) == NULL && (number = number_length (word)) > 0)
    {
      word.text += number;
      word.length -= number;
      reader->at += number;
      if (word.length == 0)
        return true;
    }
  if (result != NULL)
    {
      reader->at += word.length;
      reader->any = true;
      *over = reader->depth == 0;
      if (*over && strcmp (reader->record->result, "*") == 0)
        strcpy (reader->record->result, result);
      return true;
    }
  if (strspn (word.text, "!?") >= word.length && reader->line.moved)
    {
      reader->at += word.length;
      add_nag (reader->line.node, take_marks (&word));
      return true;
    }
  return read_and_play (reader, word);
}

/* Among the moves: does a tag stand here, the first one of another game? */
static bool
at_next_game (const Reader *reader)
{
  Slice name;
  size_t end;

  return read_tag_name (reader, &name, &end) && begins_line (reader);
}

static bool
read_moves (Reader *reader)
{
  bool over = false, ok = true;

  while (ok && !over)
    {
      skip_blanks (reader);
      if (reader->at == reader->length)
        break;
      switch (reader->text[reader->at])
        {
        case '%':
          if (reader->at == 0 || strchr ("\r\n", reader->text[reader->at - 1]) != NULL)
            skip_line (reader);
          else
            ok = read_word (reader, &over);
          break;
        case ';':
          {
            size_t start = reader->at + 1;

            skip_line (reader);
            take_comment (reader, (Slice){ reader->text + start, reader->at - start });
          }
          break;
        case '{':
          ok = read_comment (reader);
          break;
        case '(':
          ok = open_variation (reader);
          break;
        case ')':
          ok = close_variation (reader);
          break;
        case '$':
          read_nag (reader);
          break;
        case '[':
          over = reader->depth == 0 && at_next_game (reader);
          ok = over || read_word (reader, &over);
          break;
        default:
          ok = read_word (reader, &over);
        }
    }
  if (ok && reader->depth > 0)
    return complain (reader, YQ_RECORD_FAULT_VARIATION_NOT_CLOSED, reader->line.opened, 0);
  return ok;
}

/* Is there a move that only ranks 1-10 can have written? Without one, 1-10 are but a guess. */
static bool
has_rank_ten (const YqNode *root)
{
  for (const YqNode *node = root->child; node != NULL; node = node->child)
    if (yq_square_rank (node->move.from) == YQ_RANKS - 1
        || yq_square_rank (node->move.to) == YQ_RANKS - 1)
      return true;
  return false;
}

/* Moves on to the next game's beginning: behind the tags and moves of this one. */
static void
skip_game (Reader *reader)
{
  size_t start = reader->at;

  if (!read_tags (reader, false) && reader->at == start)
    reader->at++;
  for (; reader->at < reader->length && !at_next_game (reader); reader->at++)
    if (reader->text[reader->at] == '{')
      {
        const char *end = memchr (reader->text + reader->at, '}', reader->length - reader->at);

        if (end == NULL)
          reader->at = reader->length - 1;
        else
          reader->at = (size_t) (end - reader->text);
      }
}

/* Reads the n-th game of a UTF-8 text one way. */
static YqRecord *
read_as (const char *text, size_t length, size_t n, const YqRuleset *ruleset, bool uci10,
         bool *said_game, YqRecordFault *fault)
{
  Reader reader = { .text = text, .length = length, .fault = fault, .uci10 = uci10 };
  const char *nul = memchr (text, '\0', length);
  bool ok;

  yq_record_fault_clear (fault);
  reader.record = yq_record_new (ruleset);
  for (size_t i = 0; i < n; i++)
    skip_game (&reader);
  skip_blanks (&reader);
  if (nul != NULL)
    ok = complain (&reader, YQ_RECORD_FAULT_NUL, (size_t) (nul - text), 0);
  else if (reader.at == length)
    ok = complain (&reader, n == 0 ? YQ_RECORD_FAULT_NOTHING : YQ_RECORD_FAULT_NO_SUCH_GAME,
                   reader.at, 0);
  else
    ok = read_tags (&reader, true) && set_up (&reader) && read_moves (&reader);
  if (ok && !reader.any)
    ok = complain (&reader, YQ_RECORD_FAULT_NOTHING, reader.at, 0);
  /* What is no more than a guess needs a proof. */
  if (ok && uci10
      && (reader.record->ruleset == &yq_ruleset_duck || !has_rank_ten (reader.record->root)))
    ok = complain (&reader, YQ_RECORD_FAULT_OTHER, reader.at, 0);
  if (ok)
    hand_out_comments (&reader);
  else
    {
      yq_record_free (reader.record);
      reader.record = NULL;
    }
  *said_game = reader.said_game;
  free (reader.fen);
  free (reader.stack);
  free (reader.undos);
  free (reader.comments);
  return reader.record;
}

/* Keeps the fault of the reading that came furthest: it understood most of the text. */
static void
keep_furthest (YqRecordFault *fault, const YqRecordFault *other)
{
  if (other->line > fault->line || (other->line == fault->line && other->column > fault->column))
    *fault = *other;
}

/* The ways to read a text, the likeliest first. */
static YqRecord *
read_any_way (const char *text, size_t length, size_t n, const YqRuleset *ruleset,
              YqRecordFault *fault)
{
  const YqRuleset *other = ruleset == &yq_ruleset_duck ? &yq_ruleset_xiangqi : &yq_ruleset_duck;
  YqRecordFault other_fault;
  bool said_game;
  YqRecord *record = read_as (text, length, n, ruleset, false, &said_game, fault);

  if (record == NULL && !said_game)
    {
      record = read_as (text, length, n, other, false, &said_game, &other_fault);
      if (record == NULL)
        keep_furthest (fault, &other_fault);
    }
  if (record == NULL)
    record = read_as (text, length, n, &yq_ruleset_xiangqi, true, &said_game, &other_fault);
  return record;
}

YqRecord *
yq_record_read_nth (const char *text, size_t length, size_t n, const YqRuleset *ruleset,
                    YqRecordFault *fault)
{
  YqRecord *record = NULL;
  bool decoded = false;

  for (unsigned encoding = 0; encoding < YQ_N_ENCODINGS && record == NULL; encoding++)
    {
      size_t utf8_length;
      char *utf8 = yq_text_decode (text, length, (YqEncoding) encoding, &utf8_length);
      YqRecordFault new_fault;

      if (utf8 == NULL)
        continue;
      record = read_any_way (utf8, utf8_length, n, ruleset, &new_fault);
      free (utf8);
      if (record == NULL && !decoded)
        *fault = new_fault;
      else if (record == NULL)
        keep_furthest (fault, &new_fault);
      decoded = true;
      /* No other encoding looks like UTF-8 by chance. */
      if (encoding == YQ_ENCODING_UTF_8)
        break;
    }
  if (!decoded)
    {
      yq_record_fault_clear (fault);
      yq_record_fault_set (fault, YQ_RECORD_FAULT_ENCODING, text, 0, 0);
    }
  return record;
}

YqRecord *
yq_record_read (const char *text, size_t length, const YqRuleset *ruleset, YqRecordFault *fault)
{
  return yq_record_read_nth (text, length, 0, ruleset, fault);
}

size_t
yq_record_count (const char *text, size_t length)
{
  size_t n = 0;

  for (unsigned encoding = 0; encoding < YQ_N_ENCODINGS; encoding++)
    {
      Reader reader = { 0 };
      char *utf8 = yq_text_decode (text, length, (YqEncoding) encoding, &reader.length);

      if (utf8 == NULL)
        continue;
      reader.text = utf8;
      for (skip_blanks (&reader); reader.at < reader.length; skip_game (&reader))
        n++;
      free (utf8);
      break;
    }
  return n;
}
