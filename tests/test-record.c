/* Whole games: the tree, PGN read and written, its dialects, its faults, and any bytes at all.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "yq-record.h"

#include <iconv.h>

#include "fuzz.h"
#include "record-faults.h"
#include "tsv.h"

/* A whole file; malloc'ed. */
static char *
read_file (const char *path, size_t *length)
{
  FILE *file = fopen (path, "rb");
  char *text = NULL;

  *length = 0;
  if (file == NULL)
    return NULL;
  for (size_t n = 1; n > 0; *length += n)
    {
      text = realloc (text, *length + 65536);
      n = fread (text + *length, 1, 65536, file);
    }
  fclose (file);
  return text;
}

static YqRecord *
read_text (const char *text, YqRecordFault *fault)
{
  return yq_record_read (text, strlen (text), &yq_ruleset_duck, fault);
}

/* ---- Trees ---- */

static bool
same_text (const char *a, const char *b)
{
  return a == b || (a != NULL && b != NULL && strcmp (a, b) == 0);
}

/* The node that a walk over all nodes, parents first, comes to next; NULL at the end. */
static const YqNode *
walk (const YqNode *node)
{
  if (node->child != NULL)
    return node->child;
  while (node != NULL && node->next == NULL)
    node = node->parent;
  return node != NULL ? node->next : NULL;
}

static bool
same_tree (const YqNode *a, const YqNode *b)
{
  for (; a != NULL && b != NULL; a = walk (a), b = walk (b))
    if (!yq_move_equal (a->move, b->move) || a->ply != b->ply || !same_text (a->comment, b->comment)
        || memcmp (a->nags, b->nags, sizeof a->nags) != 0
        || (a->child == NULL) != (b->child == NULL) || (a->next == NULL) != (b->next == NULL))
      return false;
  return a == NULL && b == NULL;
}

static bool
same_record (const YqRecord *a, const YqRecord *b)
{
  bool same = a->ruleset == b->ruleset && yq_position_equal (&a->start.position, &b->start.position)
              && a->start.quiet_plies == b->start.quiet_plies
              && a->start.move_number == b->start.move_number && a->n_tags == b->n_tags
              && strcmp (a->result, b->result) == 0 && same_tree (a->root, b->root);

  for (size_t i = 0; same && i < a->n_tags; i++)
    same = same_text (a->tags[i].value, yq_record_tag (b, a->tags[i].name));
  return same;
}

/* Variations: nodes that are not the first of their parent. */
static unsigned
count_variations (const YqRecord *record)
{
  unsigned n = 0;

  for (const YqNode *node = walk (record->root); node != NULL; node = walk (node))
    n += node != node->parent->child;
  return n;
}

static void
random_comment (YqNode *node)
{
  static const char *const words[] = { "good", "妙手", " ",  "\n", "(", ")", "[",  "]",
                                       "1.",   "\"",   "\\", ";",  "%", "{", "　", "\t" };
  char comment[160] = "";

  for (uint32_t n = fuzz_below (12); n > 0; n--)
    strcat (comment, words[fuzz_below (sizeof words / sizeof words[0])]);
  yq_node_set_comment (node, comment);
}

static YqRecord *
random_record (const YqRuleset *ruleset, unsigned n_nodes)
{
  static const char *const values[]
      = { "", "a", "炮二平五", "with \"quotes\"", "back\\slash", "\\\"", "]", "\"]", "x y" };
  static const char *const names[]
      = { "Event", "Red", "Black", "ECCO", "Opening", "Annotator", "Red-Team2", "红方" };
  static const char *const results[] = { "1-0", "0-1", "1/2-1/2", "*" };
  YqRecord *record = yq_record_new (ruleset);
  YqNode *node = record->root;

  if (fuzz_below (3) == 0)
    {
      YqFen *start = &record->start;

      for (unsigned i = 0; i < 8; i++)
        yq_position_put (&start->position, (YqSquare) (27 + fuzz_below (36)), YQ_EMPTY);
      yq_position_set_turn (&start->position, (YqSide) fuzz_below (2));
      start->move_number = 1 + fuzz_below (99);
      start->quiet_plies = fuzz_below (50);
    }
  for (uint32_t n = fuzz_below (6); n > 0; n--)
    yq_record_set_tag (record, names[fuzz_below (8)], values[fuzz_below (9)]);
  strcpy (record->result, results[fuzz_below (4)]);
  if (fuzz_below (3) == 0)
    random_comment (record->root);
  while (n_nodes-- > 0)
    {
      YqPosition pos;
      YqMove moves[YQ_MAX_MOVES];
      size_t n;

      yq_record_position (record, node, &pos);
      n = yq_position_moves (&pos, YQ_MOVES_ALL, moves);
      if (n > 0)
        {
          YqNode *added = yq_node_add (node, moves[fuzz_below ((uint32_t) n)], NULL);

          if (fuzz_below (8) == 0)
            random_comment (added);
          if (fuzz_below (8) == 0)
            for (uint32_t i = 0, n_nags = fuzz_below (YQ_MAX_NAGS + 1); i < n_nags; i++)
              added->nags[i] = (uint8_t) (1 + i + fuzz_below (2) * 10 + i * 20);
          node = added;
        }
      /* Now and then back to some place on the way. */
      if (n == 0 || fuzz_below (4) == 0)
        for (uint32_t back = fuzz_below (6) + (n == 0); back > 0 && node->parent != NULL; back--)
          node = node->parent;
    }
  return record;
}

static void
test_round_trip (void)
{
  unsigned wrong = 0, unstable = 0;

  for (unsigned i = 0; i < 150; i++)
    {
      const YqRuleset *ruleset = i % 2 == 0 ? &yq_ruleset_duck : &yq_ruleset_xiangqi;
      YqNotation notation = (YqNotation) fuzz_below (YQ_NOTATION_UCI + 1);
      YqRecord *record = random_record (ruleset, fuzz_below (120)), *again;
      YqRecordFault fault;
      size_t length;
      char *text = yq_record_write (record, notation, &length);

      again = yq_record_read (text, length, &yq_ruleset_duck, &fault);
      if (again == NULL || !same_record (record, again))
        {
          if (wrong++ == 0)
            tap_note ("%s\n%s", again == NULL ? fault.message : "not the same", text);
        }
      else
        {
          char *second = yq_record_write (again, notation, NULL);

          unstable += strcmp (text, second) != 0 && again->n_tags == 0;
          free (second);
        }
      yq_record_free (again);
      free (text);
      yq_record_free (record);
    }
  tap_ok (wrong == 0, "150 random records are read back the same: %u wrong", wrong);
  tap_ok (unstable == 0, "and written again the same: %u not", unstable);
}

static void
test_tree (void)
{
  YqRecord *record = yq_record_new (&yq_ruleset_xiangqi);
  YqMove first = { 25, 22 }, second = { 19, 22 }, reply = { 88, 69 }, line[2];
  YqNode *a, *b, *c;
  YqNodePlace place;
  YqPosition pos;
  bool made;

  a = yq_node_add (record->root, first, &made);
  tap_ok (made && a->ply == 1 && a->parent == record->root && record->root->child == a,
          "a move is added");
  b = yq_node_add (record->root, second, &made);
  tap_ok (made && a->next == b, "another one becomes its variation");
  tap_ok (yq_node_add (record->root, first, &made) == a && !made, "the same one is followed");
  c = yq_node_add (a, reply, NULL);
  yq_node_moves (c, line);
  tap_ok (yq_move_equal (line[0], first) && yq_move_equal (line[1], reply),
          "the moves up to a node");
  yq_record_position (record, c, &pos);
  tap_ok (pos.turn == YQ_RED && pos.squares[69] != YQ_EMPTY && yq_position_check (&pos),
          "the position at a node");
  yq_node_detach (a, &place);
  tap_ok (record->root->child == b && b->next == NULL && place.parent == record->root
              && place.before == NULL,
          "the first child is taken out");
  yq_node_attach (a, &place);
  tap_ok (record->root->child == a && a->next == b && a->child == c, "and put back");
  yq_node_detach (b, &place);
  tap_ok (a->next == NULL && place.before == a, "the second one is taken out");
  yq_node_free (b);
  yq_node_set_comment (a, " first \r\n second} ");
  tap_ok (same_text (a->comment, "first \n second｝"), "a comment is kept as a file can hold it");
  yq_node_set_comment (a, "  ");
  tap_ok (a->comment == NULL, "a blank comment is none");

  yq_record_set_tag (record, "Event", " a\nb ");
  yq_record_set_tag (record, "Round", "1");
  yq_record_set_tag (record, "EVENT", "two");
  tap_ok (record->n_tags == 2 && same_text (yq_record_tag (record, "event"), "two"),
          "a tag is set again, whatever its case");
  yq_record_set_tag (record, "Event", NULL);
  yq_record_set_tag (record, "Event", NULL);
  tap_ok (record->n_tags == 1 && yq_record_tag (record, "Event") == NULL, "and removed");
  yq_record_set_tag (record, "FEN", "x");
  yq_record_set_tag (record, "a]b", "x");
  yq_record_set_tag (record, "", "x");
  tap_ok (record->n_tags == 1, "what is no tag is not taken");
  yq_record_free (record);
  yq_record_free (NULL);
}

/* ---- Texts ---- */

/* A game that shows how we write: every piece of the layout. */
static void
test_layout (void)
{
  static const char text[]
      = "[Variant \"Duck Chess\"]\n"
        "[Event \"A \\\"quoted\\\" name\"]\n"
        "[Red \"甲\"]\n"
        "[Black \"乙\"]\n"
        "[Result \"1-0\"]\n"
        "[Annotator \"丙\"]\n"
        "\n"
        "{before the game} 1. b0c2 $1 {after red} 1... b9c7 (1... h9g7 2. a0b0 (2. c0e2\n"
        "i9i8)) (1... i9i8 {only}) 2. a0b0 1-0\n";
  YqRecordFault fault = { 0 };
  YqRecord *record = read_text (text, &fault);
  char *again = record != NULL ? yq_record_write (record, YQ_NOTATION_CHINESE, NULL) : NULL;

  if (!tap_ok (same_text (text, again), "duck chess is written as it was read"))
    tap_note ("%u:%u %s\n%s", fault.line, fault.column, fault.message, again != NULL ? again : "");
  free (again);
  yq_record_free (record);
}

/* Reads a text and compares the game with the main line in coordinates, as «b0c2 b9c7 ...». */
static bool
has_line (const YqRecord *record, const char *line)
{
  char moves[512] = "";

  for (const YqNode *node = record->root->child; node != NULL; node = node->child)
    {
      YqPosition pos;
      size_t length = strlen (moves);

      if (length > sizeof moves - 8)
        break;
      yq_record_position (record, node->parent, &pos);
      if (length > 0)
        moves[length++] = ' ';
      yq_move_write (&pos, node->move, YQ_NOTATION_COORDINATES, moves + length);
    }
  if (strcmp (moves, line) == 0)
    return true;
  tap_note ("expected %s, got %s", line, moves);
  return false;
}

/* One text in each dialect. */
static void
test_dialects (void)
{
  static const struct
  {
    const char *name, *text, *line, *result;
    unsigned variations;
  } cases[] = {
    { "no tags, no numbers", "b0c2 b9c7", "b0c2 b9c7", "*", 0 },
    { "nothing but a result", "*", "", "*", 0 },
    { "numbers glued to moves, repeated, full-width", "1.b0c2 1...b9c7 2、a0b0 ２．a9b9 …",
      "b0c2 b9c7 a0b0 a9b9", "*", 0 },
    { "a result word ends the game, advertising follows", "b0c2 红胜\n{ } ) (欢迎 http://x", "b0c2",
      "1-0", 0 },
    { "result in the tag only", "[Result \"黑胜\"]\nb0c2", "b0c2", "0-1", 0 },
    { "a result within a variation is passed over", "b0c2 b9c7 (h9g7 1-0) a0b0 1/2-1/2",
      "b0c2 b9c7 a0b0", "1/2-1/2", 1 },
    { "comments of both kinds, escaped lines, glyphs",
      "% escaped {\n{one} b0c2 ; two } three\nb9c7 $3 $999 !? {four}", "b0c2 b9c7", "*", 0 },
    { "White becomes Red, xiangqi by tag", "[White \"w\"]\n[Variant \"xiangqi\"]\n1.h2e2 h9g7",
      "h2e2 h9g7", "*", 0 },
    { "Chinese without a tag", "1. 炮二平五 马８进７ 2. 馬2進3", "h2e2 h9g7 h0g2", "*", 0 },
    { "Chinese with blanks in moves", "1. 炮 二 平 五 马８\n进７ 2. 马二\t进三", "h2e2 h9g7 h0g2",
      "*", 0 },
    { "WXF, also after glued numbers",
      "[Format \"WXF\"][Game \"Chinese Chess\"] 1.C2.5 h8+7 2.H2+3", "h2e2 h9g7 h0g2", "*", 0 },
    { "ICCS", "[Game \"Chinese Chess\"]\n1. H2-E2 H9-G7", "h2e2 h9g7", "*", 0 },
    { "ranks 1-10 by tag", "[Game \"Chinese Chess\"]\n[Format \"UCI\"]\n1. h3e3 c7c6", "h2e2 c6c5",
      "*", 0 },
    { "ranks 1-10 by what is there", "[Variant \"xiangqi\"]\n1. h3e3 h10g8", "h2e2 h9g7", "*", 0 },
    { "XBoard's short form", "[Variant \"xiangqi\"]\n1. Che2 Hg7 2. Hg2 c5", "h2e2 h9g7 h0g2 c6c5",
      "*", 0 },
    { "soldiers by number, as a number with dots looks",
      "[Game \"Chinese Chess\"]\n[FEN \"4k4/9/4P4/4P4/4P4/9/9/9/9/3K5 w\"]\n1. 15.6 e9d9 2.25=4",
      "e7d7 e9d9 e5f5", "*", 0 },
    { "wrong side in the tag", "[FEN \"4k4/9/9/9/9/9/9/9/9/R2K5 b - - 0 1\"]\n1. 车九进一 将５进１",
      "a0a1 e9e8", "*", 0 },
    { "wrong side in the tag, coordinates",
      "[Game \"Chinese Chess\"]\n[FEN \"4k4/9/9/9/9/9/9/9/9/R2K5 -b\"]\n1. A0-A1 E9-E8",
      "a0a1 e9e8", "*", 0 },
    { "a value over two lines, quotes in a value",
      "[Event \"the \"big\" one\"]\n[Date \"\n2001.01.01\"]\nb0c2", "b0c2", "*", 0 },
    { "CR line ends", "[Event \"x\"]\r1. b0c2\r1... b9c7\r", "b0c2 b9c7", "*", 0 },
    { "variations of variations", "b0c2 (h0g2 h9g7 (b9c7) i0h0) (c0e2) b9c7", "b0c2 b9c7", "*", 3 },
    { "the same move twice is one", "b0c2 (b0c2 h9g7) b9c7", "b0c2 h9g7", "*", 1 },
    { "no moves at all", "[Event \"x\"]\n\n", "", "*", 0 },
    { "a second game", "[Event \"x\"]\nb0c2 *\n\n[Event \"y\"]\nh0g2", "b0c2", "*", 0 },
    { "a second game, no result before it", "[Event \"x\"]\nb0c2\n\n[Event \"y\"]\nh0g2", "b0c2",
      "*", 0 },
  };

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
      YqRecordFault fault;
      YqRecord *record = read_text (cases[i].text, &fault);

      if (!tap_ok (record != NULL && has_line (record, cases[i].line)
                       && strcmp (record->result, cases[i].result) == 0
                       && count_variations (record) == cases[i].variations,
                   "%s", cases[i].name)
          && record == NULL)
        tap_note ("%u:%u %s", fault.line, fault.column, fault.message);
      yq_record_free (record);
    }
}

static void
test_comments (void)
{
  YqRecordFault fault;
  YqRecord *record = read_text (
      "{a} {b\r\nc} b0c2 {d} ({e} {f} h0g2) {g} ; h } i\nb9c7 ({only}) {j} !!", &fault);
  YqNode *first;

  if (!tap_ok (record != NULL, "comments everywhere are read"))
    return;
  first = record->root->child;
  tap_ok (same_text (record->root->comment, "a\nb\nc"), "before the game");
  tap_ok (same_text (first->comment, "d\ng\nh ｝ i"), "after a move and after its variations");
  tap_ok (same_text (first->next->comment, "e\nf"), "in front of a variation");
  tap_ok (same_text (first->child->comment, "only\nj") && first->child->nags[0] == 3,
          "a variation of a comment only, a mark");
  yq_record_free (record);
}

/* Texts that cannot be read: where, and words that the message must have. */
static void
test_faults (void)
{
  static const RecordFaultCase cases[] = {
    { "", 1, 1, "nothing at all" },
    { " \n\t\n", 3, 1, "nothing at all" },
    { "12. 3 ...", 1, 10, "nothing at all" },
    { "[Event \"x\"]\n\n1. b0c2 b9c6", 3, 9, "«b9c6» is not legal" },
    { "[Event \"x\"]\n\n1. b0c2\n{鸭} b9c6", 4, 5, "ply 2, a move of blue" },
    { "b0c2 xyz", 1, 6, "«xyz» is no move" },
    { "b0c2 {", 1, 6, "no end, expected }" },
    { "b0c2 (h0g2", 1, 6, "no end, expected )" },
    { "b0c2 )", 1, 6, "closing bracket" },
    { "(b0c2)", 1, 1, "variation before any move" },
    { "b0c2 ((h0g2))", 1, 7, "variation before any move" },
    { "b0c2 }", 1, 6, "«}» stands here" },
    { "[Event x]", 1, 1, "opens no tag" },
    { "[Event \"x\"\nb0c2", 1, 11, "not closed" },
    { "[Event \"x\n[Site \"y\"]", 1, 1, "has no end" },
    { "[Variant \"chess\"]\ne4", 1, 11, "«chess» is not known" },
    { "[Variant \"xiangqi\"]\n[FEN \"9/9\"]", 2, 7, "FEN: 2 ranks" },
    { "[Variant \"Duck Chess\"]\n1. h2e2", 2, 4, "no piece of the side to move on h2" },
    { "[Variant \"Duck Chess\"]\n1. h9g7", 2, 4, "no piece of the side to move on h9" },
    { "[Game \"Chinese Chess\"]\n[FEN \"4k4/9/2P6/2P6/9/9/9/9/9/3K5 w\"]\n1. 兵七平八", 3, 4,
      "several moves" },
    { "[Game \"Chinese Chess\"]\n1. 炮二平五 象3进5 2. 炮五进四 将5进1", 2, 22,
      "is not legal (the general could be taken from e6)" },
    { "[DhtmlXQ]\n[DhtmlXQ_title]x[/DhtmlXQ_title]", 1, 1, "opens no tag" },
  };

  check_record_faults (cases, sizeof cases / sizeof cases[0], read_text);
  {
    YqRecordFault fault = { 0 };

    tap_ok (yq_record_read ("b0c2 \0", 6, &yq_ruleset_duck, &fault) == NULL && fault.column == 6
                && strstr (fault.message, "NUL") != NULL,
            "a NUL byte");
    tap_ok (yq_record_read ("b0c2 \xff\xff\xff", 8, &yq_ruleset_duck, &fault) == NULL,
            "bytes of no encoding");
  }
}

static void
test_games (void)
{
  static const char text[]
      = "[Event \"1\"]\nb0c2 {[Event \"no\"]\n[Event \"no\"]} 1-0\nad\n[Event \"2\"]\n[Event \"3\"]\n\nh0g2\n[Event \"4\"]\nxx";
  YqRecordFault fault;
  YqRecord *record;

  tap_ok (yq_record_count (text, strlen (text)) == 4, "games are counted");
  tap_ok (yq_record_count (" \n", 2) == 0 && yq_record_count ("", 0) == 0, "nothing is no game");
  for (unsigned i = 0; i < 3; i++)
    {
      char name[2] = { (char) ('1' + i), '\0' };

      record = yq_record_read_nth (text, strlen (text), i, &yq_ruleset_duck, &fault);
      tap_ok (record != NULL && same_text (yq_record_tag (record, "Event"), name), "game %u", i);
      yq_record_free (record);
    }
  tap_ok (yq_record_read_nth (text, strlen (text), 3, &yq_ruleset_duck, &fault) == NULL
              && fault.line == 10,
          "a fault in the last game has its line in the file");
  tap_ok (yq_record_read_nth (text, strlen (text), 4, &yq_ruleset_duck, &fault) == NULL,
          "there is no fifth");
}

/* The same game in all encodings. */
static void
test_encodings (void)
{
  static const char text[]
      = "[Game \"Chinese Chess\"]\n[Event \"車馬炮相將紅黑\"]\n\n1. 炮二平五 馬8進7 2. 馬二進三";
  static const char *const encodings[] = { "UTF-8", "UTF-16LE", "UTF-16BE", "GB18030", "BIG5" };

  for (unsigned i = 0; i <= sizeof encodings / sizeof encodings[0]; i++)
    {
      bool mark
          = i == sizeof encodings / sizeof encodings[0] || strncmp (encodings[i], "UTF-16", 6) == 0;
      const char *encoding = encodings[i % (sizeof encodings / sizeof encodings[0])];
      iconv_t converter = iconv_open (encoding, "UTF-8");
      char marked[512], bytes[1024], *in = marked, *out = bytes;
      size_t left, room = sizeof bytes;
      YqRecordFault fault = { 0 };
      YqRecord *record;

      snprintf (marked, sizeof marked, "%s%s", mark ? "\xEF\xBB\xBF" : "", text);
      left = strlen (marked);
      if (converter == (iconv_t) -1)
        {
          tap_skip ("no %s here", encoding);
          continue;
        }
      iconv (converter, &in, &left, &out, &room);
      iconv_close (converter);
      record = yq_record_read (bytes, sizeof bytes - room, &yq_ruleset_duck, &fault);
      if (!tap_ok (record != NULL && has_line (record, "h2e2 h9g7 h0g2")
                       && same_text (yq_record_tag (record, "Event"), "車馬炮相將紅黑"),
                   "%s%s", encoding, mark ? " with a mark" : ""))
        tap_note ("%u:%u %s", fault.line, fault.column, fault.message);
      yq_record_free (record);
    }
}

/* Ducks that walk to and fro: games of any length and depth. */
static void
test_depth (void)
{
  enum
  {
    DEPTH = 100000
  };
  static const char *const moves[] = { "a0a1", "a9a8", "a1a0", "a8a9" }, *const others[]
                                                                         = { "i0i1", "i9i8" };
  char *text = malloc (DEPTH * 16), *out = text, *written;
  size_t length;
  YqRecordFault fault = { 0 };
  YqRecord *record, *again;
  const YqNode *node;
  unsigned depth = 0;

  memset (text, '(', DEPTH);
  tap_ok (yq_record_read (text, DEPTH, &yq_ruleset_duck, &fault) == NULL,
          "100,000 brackets and nothing else");

  out = text;
  for (unsigned i = 0; i < DEPTH; i++)
    out += sprintf (out, "%s ", moves[i % 4]);
  record = yq_record_read (text, (size_t) (out - text), &yq_ruleset_duck, &fault);
  for (node = record != NULL ? record->root : NULL; node != NULL; node = node->child)
    depth++;
  tap_ok (depth == DEPTH + 1, "a game of 100,000 plies");
  yq_record_free (record);

  /* Each level: a move, and a variation that plays another one and goes on with the next level. */
  out = text;
  for (unsigned i = 0; i < DEPTH / 2; i++)
    out += sprintf (out, "%s(%s ", others[i % 2], moves[i % 4]);
  tap_ok (yq_record_read (text, (size_t) (out - text), &yq_ruleset_duck, &fault) == NULL,
          "variations without an end");
  memset (out, ')', DEPTH / 2);
  out += DEPTH / 2;
  record = yq_record_read (text, (size_t) (out - text), &yq_ruleset_duck, &fault);
  written = record != NULL ? yq_record_write (record, YQ_NOTATION_COORDINATES, &length) : NULL;
  again = record != NULL ? yq_record_read (written, length, &yq_ruleset_duck, &fault) : NULL;
  tap_ok (again != NULL && count_variations (record) == DEPTH / 2 && same_record (record, again),
          "variations nested 50,000 deep, read, written, read");
  free (written);
  yq_record_free (again);
  yq_record_free (record);
  free (text);
}

/* ---- The collection ---- */

/* What follows the last tab-separated board: our six fields with the counters of the tables. */
static bool
has_fen (YqFen fen, const char *expected)
{
  char text[YQ_FEN_MAX];

  fen.quiet_plies = 0;
  fen.move_number = 1;
  yq_fen_write (&fen, YQ_FEN_LETTERS_NB, text);
  if (strcmp (text, expected) == 0)
    return true;
  tap_note ("expected %s, got %s", expected, text);
  return false;
}

/* Compares two names as the table has them: "-" for none, ideographic blanks as blanks, none at the
 * end. */
static bool
has_name (const char *name, const char *expected)
{
  char plain[256] = "", *out = plain;

  for (; name != NULL && *name != '\0' && out < plain + sizeof plain - 1; name++)
    if (strncmp (name, "　", strlen ("　")) == 0)
      {
        *out++ = ' ';
        name += strlen ("　") - 1;
      }
    else
      *out++ = *name;
  while (out > plain && out[-1] == ' ')
    out--;
  *out = '\0';
  while (expected[0] > 0
         && expected[0] < ' ') /* some files have control characters before a name: we drop them */
    expected++;
  if (strcmp (plain[0] != '\0' ? plain : "-", expected) == 0)
    return true;
  tap_note ("expected %s, got %s", expected, plain);
  return false;
}

static void
test_files (void)
{
  Tsv tsv;

  if (!tsv_open (&tsv, tap_case ("files/EXPECTED.tsv")))
    {
      tap_skip ("no collection of files");
      return;
    }
  while (tsv_next (&tsv))
    {
      char **column = tsv.columns, path[512], moves[64] = "";
      YqRecordFault fault = { 0 };
      YqRecord *record;
      size_t length;
      char *text;
      unsigned plies = 0;
      const YqNode *last;
      YqFen final;
      const char *title;
      bool ok;

      if (strncmp (column[0], "pgn/", 4) != 0 || strcmp (column[3], "-") == 0)
        continue;
      snprintf (path, sizeof path, "files/%s", column[0]);
      text = read_file (tap_case (path), &length);
      if (!tap_ok (text != NULL, "%s is there", column[0]))
        continue;
      record = yq_record_read (text, length, &yq_ruleset_duck, &fault);
      ok = yq_record_count (text, length) == strtoul (column[3], NULL, 10);
      free (text);
      if (strcmp (column[9], "-") != 0)
        {
          /* «ply 21: I3-I4» */
          char words[64], ply[16], *colon = strchr (column[9], ':');

          snprintf (words, sizeof words, "«%s»", colon + 2);
          snprintf (ply, sizeof ply, "%.*s,", (int) (colon - column[9]), column[9]);
          tap_ok (record == NULL && strstr (fault.message, words) != NULL
                      && strstr (fault.message, ply) != NULL,
                  "%s: %s is a fault", column[0], column[9]);
          yq_record_free (record);
          continue;
        }
      if (record == NULL)
        {
          tap_ok (false, "%s: %u:%u %s", column[0], fault.line, fault.column, fault.message);
          continue;
        }
      for (last = record->root; last->child != NULL; last = last->child)
        {
          YqPosition pos;

          if (plies++ > 2)
            continue;
          yq_record_position (record, last, &pos);
          strcat (moves, plies > 1 ? " " : "");
          yq_move_write (&pos, last->child->move, YQ_NOTATION_COORDINATES, moves + strlen (moves));
        }
      yq_record_position (record, last, &final.position);
      title = yq_record_tag (record, "TitleA");
      if (title == NULL || title[0] == '\0')
        title = yq_record_tag (record, "Event");
      ok = ok && plies == strtoul (column[4], NULL, 10)
           && count_variations (record) == strtoul (column[5], NULL, 10)
           && strcmp (moves, column[6]) == 0 && has_fen (record->start, column[7])
           && has_fen (final, column[8]) && has_name (title, column[10])
           && has_name (yq_record_tag (record, "Red"), column[11])
           && has_name (yq_record_tag (record, "Black"), column[12]);
      if (!tap_ok (ok, "%s", column[0]))
        tap_note ("%u plies, %u variations, %s", plies, count_variations (record), moves);

      /* In every notation, what we write is what we read. */
      for (YqNotation notation = YQ_NOTATION_COORDINATES; notation <= YQ_NOTATION_UCI; notation++)
        {
          YqRecord *again;
          char *twice;

          text = yq_record_write (record, notation, &length);
          again = yq_record_read (text, length, &yq_ruleset_duck, &fault);
          twice = again != NULL ? yq_record_write (again, notation, NULL) : NULL;
          if (again == NULL || !same_record (record, again) || !same_text (text, twice))
            tap_ok (false, "%s is not the same in notation %d: %s", column[0], notation,
                    again == NULL ? fault.message : "");
          free (twice);
          free (text);
          yq_record_free (again);
        }
      yq_record_free (record);
    }
}

static void
test_fuzz (void)
{
  static const char *const words[] = { "[Event \"x\"]\n",
                                       "[Variant \"xiangqi\"]",
                                       "[FEN \"",
                                       "startpos",
                                       "4k4/9/9/9/9/9/9/9/9/R2K5 b",
                                       "\"]",
                                       "[",
                                       "]",
                                       "\"",
                                       "\n",
                                       " ",
                                       "(",
                                       ")",
                                       "{",
                                       "}",
                                       ";",
                                       "$1",
                                       "!",
                                       "1.",
                                       "1-0",
                                       "*",
                                       "%",
                                       "\\",
                                       "b0c2 ",
                                       "b9c7 ",
                                       "h0g2 ",
                                       "炮二平五 ",
                                       "马８进７ ",
                                       "1.15=6 ",
                                       "\xef\xbb\xbf",
                                       "\xff",
                                       "\xc5\xda",
                                       "红胜",
                                       "[Format \"UCI\"]" };
  static const char sound[]
      = "[Game \"Chinese Chess\"]\n[Result \"*\"]\n1. 炮二平五 马８进７ (1... 炮８平５ {好} 2. 马二进三) 2. 马二进三 $1 {x} *";
  unsigned long n = fuzz_count (20000), read = 0, wrong = 0;

  for (unsigned long i = 0; i < n; i++)
    {
      char text[400];
      size_t length = fuzz_fill (text, sizeof text, words, sizeof words / sizeof words[0], sound);
      YqRecordFault fault = { 0 };
      YqRecord *record = yq_record_read (
          text, length, i % 2 == 0 ? &yq_ruleset_duck : &yq_ruleset_xiangqi, &fault);

      yq_record_count (text, length);
      if (record == NULL)
        {
          wrong += fault.line == 0 || fault.column == 0 || fault.kind == YQ_RECORD_FAULT_OTHER
                   || strstr (fault.message, "expected") == NULL;
          continue;
        }
      read++;
      /* What was read is written, read again and is the same. */
      if (read % 8 == 0)
        {
          size_t length_again;
          char *again = yq_record_write (record, (YqNotation) (read % (YQ_NOTATION_UCI + 1)),
                                         &length_again);
          YqRecord *twice = yq_record_read (again, length_again, &yq_ruleset_duck, &fault);

          if ((twice == NULL || !same_record (record, twice)) && wrong++ == 0)
            tap_note ("%s\n%s\n%.*s", twice == NULL ? fault.message : "not the same", again,
                      (int) length, text);
          yq_record_free (twice);
          free (again);
        }
      yq_record_free (record);
    }
  tap_ok (wrong == 0 && read > 0, "%lu random texts, %lu of them games: %lu wrong", n, read, wrong);
}

int
main (void)
{
  test_tree ();
  test_layout ();
  test_dialects ();
  test_comments ();
  test_faults ();
  test_games ();
  test_encodings ();
  test_depth ();
  test_round_trip ();
  test_files ();
  test_fuzz ();
  return tap_done ();
}
