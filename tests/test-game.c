/* The game model: playing, undoing, walking, editing; what the log lists; what views are told.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "game-help.h"

static void
assert_line (YqGame *game, const char *expected)
{
  g_autofree char *text = line_text (game);

  g_assert_cmpstr (text, ==, expected);
}

static YqNode *
node_at (YqGame *game, const char *moves)
{
  YqNode *node = yq_game_get_record (game)->root;
  g_auto(GStrv) words = g_strsplit (moves, " ", -1);

  for (guint i = 0; words[i] != NULL && words[i][0] != '\0'; i++)
    {
      for (node = node->child; node != NULL && !yq_move_equal (node->move, move_of (words[i]));)
        node = node->next;
      g_assert_nonnull (node);
    }
  return node;
}

static void
add_ply (GString *text, YqPly *ply)
{
  g_autofree char *move = NULL;
  gboolean current, main_line;

  if (ply == NULL)
    {
      g_string_append (text, " -");
      return;
    }
  g_object_get (ply, "text", &move, "current", &current, "main", &main_line, NULL);
  g_string_append_printf (text, " %s%s%s", current ? ">" : "", move, main_line ? "" : "?");
}

/* A line a row: depth as dots, turn number, the plies («>» current, «?» off the line), a comment. */
static char *
rows_text (YqGame *game)
{
  GListModel *rows = yq_game_get_rows (game);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (rows); i++)
    {
      g_autoptr(YqLogRow) row = g_list_model_get_item (rows, i);
      g_autoptr(YqPly) red = NULL, blue = NULL, subject = NULL;
      g_autofree char *comment = NULL;
      guint number, depth;

      g_object_get (row, "number", &number, "depth", &depth, "red", &red, "blue", &blue, "comment",
                    &comment, "subject", &subject, NULL);
      for (guint j = 0; j < depth; j++)
        g_string_append_c (text, '.');
      if (comment != NULL)
        {
          g_assert_cmpuint (number, ==, 0);
          g_string_append_printf (text, "{%s}", comment);
          add_ply (text, subject);
        }
      else
        {
          g_string_append_printf (text, "%u", number);
          add_ply (text, red);
          add_ply (text, blue);
        }
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}

static void
assert_rows (YqGame *game, const char *expected)
{
  g_autofree char *text = rows_text (game);

  g_assert_cmpstr (text, ==, expected);
}

#define assert_boolean(game, name, expected)                                                       \
  G_STMT_START                                                                                     \
  {                                                                                                \
    gboolean value_;                                                                               \
    g_object_get ((game), (name), &value_, NULL);                                                  \
    g_assert_cmpint (value_, ==, (expected));                                                      \
  }                                                                                                \
  G_STMT_END

static void
assert_status (YqGame *game, const char *expected)
{
  g_autofree char *status = NULL;

  g_object_get (game, "status", &status, NULL);
  g_assert_cmpstr (status, ==, expected);
}

static YqRecord *
record_from (const YqRuleset *ruleset, const char *fen)
{
  YqRecord *record = yq_record_new (ruleset);
  YqFenFault fault;

  g_assert_true (yq_fen_read (fen, strlen (fen), ruleset, &record->start, &fault));
  return record;
}

static YqGame *
game_from (const YqRuleset *ruleset, const char *fen)
{
  YqGame *game = yq_game_new (ruleset);

  yq_game_set_record (game, record_from (ruleset, fen));
  return game;
}

/* A watcher that every test may hang on a game: it mirrors what it is told, and complains when it
 * is told something that is not new, or when something is new that it was not told. */

typedef struct
{
  YqGame *game;
  GPtrArray *rows;  /* (owned) YqLogRow, by items-changed alone */
  GHashTable *ours; /* (owned) GObject -> (owned) GHashTable of property name -> (owned) GValue */
  guint n_items_changed, n_changed;
  YqGameChange change;
  guint move;
} Watcher;

static void
value_free (gpointer value)
{
  g_value_unset (value);
  g_free (value);
}

static GValue *
read_property (GObject *object, GParamSpec *pspec)
{
  GValue *value = g_new0 (GValue, 1);

  g_value_init (value, pspec->value_type);
  g_object_get_property (object, pspec->name, value);
  return value;
}

static gboolean
same_value (const GValue *a, const GValue *b)
{
  if (G_VALUE_HOLDS_STRING (a))
    return g_strcmp0 (g_value_get_string (a), g_value_get_string (b)) == 0;
  if (G_VALUE_HOLDS_OBJECT (a))
    return g_value_get_object (a) == g_value_get_object (b);
  if (G_VALUE_HOLDS_BOOLEAN (a))
    return g_value_get_boolean (a) == g_value_get_boolean (b);
  if (G_VALUE_HOLDS_UINT (a))
    return g_value_get_uint (a) == g_value_get_uint (b);
  return g_value_get_int (a) == g_value_get_int (b);
}

static void
notify_cb (GObject *object, GParamSpec *pspec, Watcher *watcher)
{
  GHashTable *values = g_hash_table_lookup (watcher->ours, object);
  GValue *value;

  if (values == NULL) /* no longer listed */
    return;
  value = read_property (object, pspec);
  if (same_value (value, g_hash_table_lookup (values, pspec->name)))
    g_error ("%s.%s was notified without a change", G_OBJECT_TYPE_NAME (object), pspec->name);
  g_hash_table_insert (values, (gpointer) pspec->name, value);
}

static void watch_object (Watcher *watcher, gpointer object);

static void
watch_plies (Watcher *watcher, gpointer object)
{
  static const char *const sides[] = { "red", "blue" };

  for (guint i = 0; YQ_IS_LOG_ROW (object) && i < G_N_ELEMENTS (sides); i++)
    {
      g_autoptr(YqPly) ply = NULL;

      g_object_get (object, sides[i], &ply, NULL);
      if (ply != NULL)
        watch_object (watcher, ply);
    }
}

static void
watch_object (Watcher *watcher, gpointer object)
{
  g_autofree GParamSpec **pspecs = NULL;
  GHashTable *values;
  guint n;

  if (g_hash_table_contains (watcher->ours, object))
    return;
  pspecs = g_object_class_list_properties (G_OBJECT_GET_CLASS (object), &n);
  values = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, value_free);
  for (guint i = 0; i < n; i++)
    g_hash_table_insert (values, (gpointer) pspecs[i]->name, read_property (object, pspecs[i]));
  g_hash_table_insert (watcher->ours, g_object_ref (object), values);
  g_signal_connect (object, "notify", G_CALLBACK (notify_cb), watcher);
  watch_plies (watcher, object);
}

static void
items_changed_cb (GListModel *rows, guint position, guint removed, guint added, Watcher *watcher)
{
  watcher->n_items_changed++;
  g_assert_cmpuint (position + removed, <=, watcher->rows->len);
  for (guint i = 0; i < removed; i++)
    g_object_unref (g_ptr_array_steal_index (watcher->rows, position));
  for (guint i = 0; i < added; i++)
    g_ptr_array_insert (watcher->rows, (int) (position + i),
                        g_list_model_get_item (rows, position + i));
}

static void
changed_cb (YqGame *game, YqGameChange change, guint move, Watcher *watcher)
{
  watcher->n_changed++;
  watcher->change = change;
  watcher->move = move;
}

static void
watcher_look (Watcher *watcher)
{
  watch_object (watcher, watcher->game);
  for (guint i = 0; i < watcher->rows->len; i++)
    {
      watch_object (watcher, watcher->rows->pdata[i]);
      watch_plies (watcher, watcher->rows->pdata[i]);
    }
}

static Watcher *
watcher_new (YqGame *game)
{
  Watcher *watcher = g_new0 (Watcher, 1);
  GListModel *rows = yq_game_get_rows (game);

  watcher->game = game;
  watcher->rows = g_ptr_array_new_with_free_func (g_object_unref);
  watcher->ours
    = g_hash_table_new_full (NULL, NULL, g_object_unref, (GDestroyNotify) g_hash_table_unref);
  items_changed_cb (rows, 0, 0, g_list_model_get_n_items (rows), watcher);
  g_signal_connect (rows, "items-changed", G_CALLBACK (items_changed_cb), watcher);
  g_signal_connect (game, "changed", G_CALLBACK (changed_cb), watcher);
  watcher_look (watcher);
  return watcher;
}

static void
watcher_free (Watcher *watcher)
{
  GHashTableIter iter;
  gpointer object;

  g_hash_table_iter_init (&iter, watcher->ours);
  while (g_hash_table_iter_next (&iter, &object, NULL))
    g_signal_handlers_disconnect_by_data (object, watcher);
  g_signal_handlers_disconnect_by_data (yq_game_get_rows (watcher->game), watcher);
  g_ptr_array_unref (watcher->rows);
  g_hash_table_unref (watcher->ours);
  g_free (watcher);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Watcher, watcher_free)

/* What the tree asks for, listed in the plainest way. */
typedef struct
{
  guint number, depth;
  YqNode *red, *blue, *subject;
} Expected;

static void
expect_line (YqGame *game, GArray *out, YqNode *node, guint depth)
{
  const YqFen *start = &yq_game_get_record (game)->start;

  while (node != NULL)
    {
      gboolean blue_first = (start->position.turn + node->ply) % 2 == 0;
      Expected row = { start->move_number + (start->position.turn + node->ply - 1) / 2, depth,
                       blue_first ? NULL : node, blue_first ? node : node->child, NULL };
      YqNode *plies[] = { row.red, row.blue };

      g_array_append_val (out, row);
      for (guint i = 0; i < 2; i++)
        if (plies[i] != NULL && plies[i]->comment != NULL)
          g_array_append_vals (out, &(Expected) { .depth = depth, .subject = plies[i] }, 1);
      for (guint i = 0; i < 2; i++)
        if (plies[i] != NULL && plies[i]->parent->child == plies[i])
          for (YqNode *other = plies[i]->next; other != NULL; other = other->next)
            expect_line (game, out, other, depth + 1);
      node = row.blue != NULL ? row.blue->child : row.red->child;
    }
}

static YqNode *
ply_node (gpointer row, const char *side)
{
  g_autoptr(YqPly) ply = NULL;

  g_object_get (row, side, &ply, NULL);
  return ply != NULL ? yq_ply_get_node (ply) : NULL;
}

/* Everything that must hold after any operation. */
static void
watcher_check (Watcher *watcher)
{
  YqGame *game = watcher->game;
  const YqRecord *record = yq_game_get_record (game);
  GListModel *rows = yq_game_get_rows (game);
  YqNode *cursor = yq_game_get_cursor (game);
  guint cursor_row = G_MAXUINT;
  g_autoptr(GArray) expected = g_array_new (FALSE, TRUE, sizeof (Expected));
  YqPosition pos;

  yq_record_position (record, cursor, &pos);
  g_assert_true (yq_position_equal (&pos, yq_game_get_position (game)));
  g_assert_true (yq_position_check (yq_game_get_position (game)));

  if (record->root->comment != NULL)
    g_array_append_vals (expected, &(Expected) { .subject = record->root }, 1);
  expect_line (game, expected, record->root->child, 0);
  g_assert_cmpuint (expected->len, ==, watcher->rows->len);
  g_assert_cmpuint (expected->len, ==, g_list_model_get_n_items (rows));
  for (guint i = 0; i < expected->len; i++)
    {
      const Expected *want = &g_array_index (expected, Expected, i);
      g_autoptr(YqLogRow) row = g_list_model_get_item (rows, i);
      g_autofree char *comment = NULL;
      guint number, depth;

      g_assert_true (row == watcher->rows->pdata[i]);
      g_object_get (row, "number", &number, "depth", &depth, "comment", &comment, NULL);
      g_assert_cmpuint (number, ==, want->number);
      g_assert_cmpuint (depth, ==, want->depth);
      g_assert_true (ply_node (row, "red") == want->red);
      g_assert_true (ply_node (row, "blue") == want->blue);
      g_assert_cmpstr (comment, ==, want->subject != NULL ? want->subject->comment : NULL);
      g_assert_true (
        ply_node (row, "subject")
        == (want->subject != NULL && want->subject->parent != NULL ? want->subject : NULL));
      if (want->subject == NULL && (want->red == cursor || want->blue == cursor))
        cursor_row = i;
    }
  g_assert_cmpuint (yq_game_get_cursor_row (game), ==, cursor_row);

  /* Every property of everything listed says what the last notification said. */
  watcher_look (watcher);
  for (guint i = 0; i <= watcher->rows->len; i++)
    {
      gpointer objects[]
        = { i < watcher->rows->len ? watcher->rows->pdata[i] : (gpointer) game, NULL, NULL };

      if (i < watcher->rows->len)
        g_object_get (objects[0], "red", &objects[1], "blue", &objects[2], NULL);
      for (guint j = 0; j < G_N_ELEMENTS (objects); j++)
        {
          GHashTableIter iter;
          gpointer name, value;

          if (objects[j] == NULL)
            continue;
          g_hash_table_iter_init (&iter, g_hash_table_lookup (watcher->ours, objects[j]));
          while (g_hash_table_iter_next (&iter, &name, &value))
            {
              GParamSpec *pspec
                = g_object_class_find_property (G_OBJECT_GET_CLASS (objects[j]), name);
              GValue *now = read_property (objects[j], pspec);

              if (!same_value (now, value))
                g_error ("%s.%s changed without being notified", G_OBJECT_TYPE_NAME (objects[j]),
                         pspec->name);
              value_free (now);
            }
          if (j > 0)
            g_object_unref (objects[j]);
        }
    }
}

/* Tests */

static void
test_play (void)
{
  g_autoptr(YqGame) game = yq_game_new (&yq_ruleset_duck);
  g_autoptr(Watcher) watcher = watcher_new (game);

  assert_status (game, "Red to move");
  assert_rows (game, "");
  g_assert_cmpuint (yq_game_get_cursor_row (game), ==, G_MAXUINT);
  assert_boolean (game, "modified", FALSE);
  assert_boolean (game, "can-undo", FALSE);
  assert_boolean (game, "can-go-back", FALSE);

  play (game, "a3a4");
  watcher_check (watcher);
  g_assert_cmpuint (watcher->n_changed, ==, 1);
  g_assert_cmpint (watcher->change, ==, YQ_GAME_PLAYED);
  g_assert_cmpuint (watcher->move, ==, move_of ("a3a4").from | (guint) move_of ("a3a4").to << 8);
  assert_status (game, "Blue to move");
  assert_rows (game, "1 >a3a4 -\n");
  assert_boolean (game, "modified", TRUE);
  assert_boolean (game, "can-undo", TRUE);
  assert_boolean (game, "can-redo", FALSE);

  play (game, "a6a5 a4a5");
  watcher_check (watcher);
  assert_rows (game, "1 a3a4 a6a5\n2 >a4a5 -\n");
  g_assert_cmpuint (yq_game_get_cursor_row (game), ==, 1);
}

/* The sample of the contest: accepted or refused in the words of the rules, and the report of each
 * ply. */
static void
test_sample (void)
{
  static const struct
  {
    const char *move;
    int refusal;
    const char *words; /* the report, or why it is refused */
    const char *place; /* the point that the reason names */
  } commands[] = {
    { "a0a7", YQ_REFUSED_BLOCKED, "The car is blocked: row 2 column 0 on its way is occupied",
      "a2" },
    { "a9a8", YQ_REFUSED_NO_OWN_PIECE, "There is no red piece there, and it is red's turn", NULL },
    { "b0d1", YQ_REFUSED_BLOCKED, "The horse is blocked: its leg, row 0 column 2, is occupied",
      "c0" },
    { "c0a2", YQ_REFUSED_OWN_PIECE_THERE, "Your own piece is there", NULL },
    { "d0c1", YQ_LEGAL, "red guard;NA;no;no", NULL },
    { "e0d0", YQ_REFUSED_NO_OWN_PIECE, "There is no blue piece there, and it is blue's turn",
      NULL },
    { "e9e8", YQ_LEGAL, "blue captain;NA;no;no", NULL },
    { "c3c2", YQ_LEGAL, "red soldier;NA;no;no", NULL },
    { "a7c4", YQ_REFUSED_BLOCKED, "The duck is blocked: its leg, row 6 column 0, is occupied",
      "a6" },
    { "a7d5", YQ_REFUSED_BLOCKED, "The duck is blocked: its leg, row 6 column 2, is occupied",
      "c6" },
    { "c9e7", YQ_LEGAL, "blue elephant;NA;no;no", NULL },
    { "a2d4", YQ_LEGAL, "red duck;NA;no;no", NULL },
    { "b9d8", YQ_LEGAL, "blue horse;NA;no;no", NULL },
    { "d4g6", YQ_LEGAL, "red duck;blue soldier;no;no", NULL },
    { "e7c9", YQ_REFUSED_BLOCKED, "The elephant is blocked: its eye, row 8 column 3, is occupied",
      "d8" },
    { "e8e9", YQ_LEGAL, "blue captain;NA;yes;no", NULL },
    { "g6e9", YQ_LEGAL, "red duck;blue captain;no;yes", NULL },
    { "i9i8", YQ_REFUSED_GAME_OVER, "The game is over", NULL },
  };
  g_autoptr(YqGame) game = yq_game_new (&yq_ruleset_duck);
  g_autoptr(Watcher) watcher = watcher_new (game);

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autoptr(GError) error = NULL;
      YqSquare place = 0, expected = YQ_SQUARE_NONE;
      gboolean played = yq_game_play (game, move_of (commands[i].move), &place, &error);

      if (commands[i].place != NULL)
        expected = yq_square_at (commands[i].place[1] - '0', commands[i].place[0] - 'a');
      g_assert_cmpint (played, ==, commands[i].refusal == YQ_LEGAL);
      g_assert_cmpuint (place, ==, expected);
      if (played)
        {
          g_autofree char *report = yq_game_report_text (game, yq_game_get_cursor (game));

          g_assert_cmpstr (report, ==, commands[i].words);
        }
      else
        {
          g_assert_error (error, YQ_GAME_ERROR, commands[i].refusal);
          g_assert_cmpstr (error->message, ==, commands[i].words);
        }
      watcher_check (watcher);
    }
  assert_status (game, "Red wins: the blue captain was captured");
  g_assert_cmpstr (yq_game_get_record (game)->result, ==, "1-0");
  yq_game_go_back (game);
  assert_status (game, "Red to move, the blue captain is under attack");
  assert_boolean (game, "in-check", TRUE);
}

static void
test_refusals (void)
{
  static const struct
  {
    const char *fen, *move;
    int refusal;
    const char *words;
  } cases[] = {
    { "4k4/9/9/9/9/9/9/9/9/4K4 w", "e0e1", YQ_REFUSED_GENERALS_FACE,
      "The generals would face each other" },
    { "3k5/9/4c4/9/9/9/4P4/9/4A4/4K4 w", "e1d2", YQ_REFUSED_IN_CHECK,
      "Your general would be in check from the cannon at e7" },
    { "3kr4/9/9/9/9/9/9/9/4A4/4K4 w", "e1d2", YQ_REFUSED_IN_CHECK,
      "Your general would be in check from the chariot at e9" },
    { "3k5/9/9/9/9/9/9/4K1n2/9/9 w", "e2e1", YQ_REFUSED_IN_CHECK,
      "Your general would be in check from the horse at g2" },
    { "3k5/9/9/9/9/9/9/9/3p5/4K4 b", "d1d2", YQ_REFUSED_NO_REACH,
      "The soldier does not reach that point" },
    { "3k5/9/9/9/9/9/9/4b4/3p5/4K2R1 w", "h0h9", YQ_LEGAL, NULL },
    { "3k5/9/9/9/9/9/9/9/3p5/3pK2R1 w", "h0c0", YQ_REFUSED_BLOCKED,
      "The chariot is blocked: e0 on its way is occupied" },
    { "3k5/9/9/9/9/7p1/9/7C1/9/4K4 w", "h2h6", YQ_REFUSED_BLOCKED,
      "The cannon is blocked: h4 on its way is occupied" },
    { "3k5/9/9/9/9/9/9/7C1/9/4K4 w", "a9a8", YQ_REFUSED_NO_OWN_PIECE,
      "There is no red piece there, and it is red's turn" },
    { "3k5/9/9/9/9/9/9/7C1/9/4K4 b", "h2h3", YQ_REFUSED_NO_OWN_PIECE,
      "There is no black piece there, and it is black's turn" },
  };
  YqPosition pos;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(YqGame) game = game_from (&yq_ruleset_xiangqi, cases[i].fen);
      g_autoptr(GError) error = NULL;

      yq_game_play (game, move_of (cases[i].move), NULL, &error);
      if (cases[i].refusal == YQ_LEGAL)
        {
          g_assert_no_error (error);
          continue;
        }
      g_assert_error (error, YQ_GAME_ERROR, cases[i].refusal);
      g_assert_cmpstr (error->message, ==, cases[i].words);
      if (strstr (cases[i].words, ": h4 on its way") == NULL)
        continue;
      /* Points are named as the moves are written. */
      g_clear_error (&error);
      g_object_set (game, "notation", YQ_NOTATION_UCI, NULL);
      yq_game_play (game, move_of (cases[i].move), NULL, &error);
      g_assert_cmpstr (error->message, ==, "The cannon is blocked: h5 on its way is occupied");
    }

  /* Off the board, and whatever bytes: never silent, never a crash. */
  yq_position_start (&pos, yq_geometry_of (&yq_ruleset_duck));
  {
    g_autoptr(YqGame) game = yq_game_new (&yq_ruleset_duck);
    g_autoptr(GError) error = NULL;

    g_assert_false (yq_game_play (game, (YqMove) { 0, YQ_SQUARE_NONE }, NULL, &error));
    g_assert_error (error, YQ_GAME_ERROR, YQ_REFUSED_OFF_BOARD);
    g_assert_cmpstr (error->message, ==, "That is outside the board");
  }
  for (guint i = 0; i < 256 * 10; i++)
    {
      g_autofree char *text
        = yq_game_refusal_text (&pos, (YqMove) { (YqSquare) (i % 256), 0 }, (YqRefusal) (i / 256),
                                (YqSquare) (255 - i % 256), i % 2 == 0);

      g_assert_true (text[0] != '\0' || i < 256);
    }
}

static void
test_undo (void)
{
  g_autoptr(YqGame) game = yq_game_new (&yq_ruleset_duck);
  g_autoptr(Watcher) watcher = watcher_new (game);

  play (game, "a3a4 a6a5 c3c4");
  /* Undone plies stay in the tree; undoing them is walking back. */
  yq_game_undo (game);
  watcher_check (watcher);
  g_assert_cmpint (watcher->change, ==, YQ_GAME_TAKEN_BACK);
  g_assert_cmpuint (watcher->move, ==, move_of ("c3c4").from | (guint) move_of ("c3c4").to << 8);
  yq_game_go_back (game);
  assert_line (game, "a3a4");
  assert_rows (game, "1 >a3a4 a6a5\n2 c3c4 -\n");
  assert_boolean (game, "can-redo", TRUE);
  yq_game_redo (game);
  yq_game_go_forward (game);
  watcher_check (watcher);
  assert_line (game, "a3a4 a6a5 c3c4");
  assert_boolean (game, "can-redo", FALSE);
  yq_game_undo (game);
  yq_game_undo (game);
  yq_game_undo (game);
  assert_boolean (game, "can-undo", FALSE);
  yq_game_undo (game);
  assert_line (game, "");

  /* Another move makes a variation, and what was undone cannot be redone. */
  yq_game_redo (game);
  play (game, "e6e5");
  watcher_check (watcher);
  assert_boolean (game, "can-redo", FALSE);
  assert_rows (game, "1 a3a4 a6a5?\n.1 - >e6e5\n2 c3c4? -\n");
  g_assert_cmpuint (yq_game_get_cursor_row (game), ==, 1);
  play (game, "i3i4 i6i5 g3g4");
  watcher_check (watcher);
  assert_rows (game, "1 a3a4 a6a5?\n.1 - e6e5\n.2 i3i4 i6i5\n.3 >g3g4 -\n2 c3c4? -\n");
  /* A move that is there is followed. */
  yq_game_go_first (game);
  play (game, "a3a4 a6a5");
  watcher_check (watcher);
  assert_rows (game, "1 a3a4 >a6a5\n.1 - e6e5?\n.2 i3i4? i6i5?\n.3 g3g4? -\n2 c3c4 -\n");
}

/* A game that was opened: undo takes back what was not played here, and redo brings it again. */
static void
test_undo_opened (void)
{
  g_autoptr(YqGame) game = yq_game_new (&yq_ruleset_duck);
  g_autoptr(Watcher) watcher = watcher_new (game);
  YqRecord *record = yq_record_new (&yq_ruleset_duck);
  YqNode *node = yq_node_add (record->root, move_of ("a3a4"), NULL);

  node = yq_node_add (node, move_of ("a6a5"), NULL);
  yq_game_set_record (game, record);
  g_assert_cmpint (watcher->change, ==, YQ_GAME_JUMPED);
  assert_boolean (game, "can-undo", FALSE);
  yq_game_go_last (game);
  watcher_check (watcher);
  yq_game_undo (game);
  yq_game_undo (game);
  watcher_check (watcher);
  assert_line (game, "");
  assert_boolean (game, "modified", FALSE);
  yq_game_redo (game);
  yq_game_redo (game);
  assert_line (game, "a3a4 a6a5");
  yq_game_redo (game);
  assert_line (game, "a3a4 a6a5");
  assert_boolean (game, "modified", FALSE);
}

static void
test_edit (void)
{
  g_autoptr(YqGame) game = yq_game_new (&yq_ruleset_duck);
  g_autoptr(Watcher) watcher = watcher_new (game);
  g_autofree char *before = NULL, *title = NULL;

  play (game, "a3a4 a6a5");
  yq_game_go_first (game);
  play (game, "c3c4 c6c5 e3e4");
  yq_game_go_to (game, node_at (game, "c3c4"));
  play (game, "e6e5");
  yq_game_set_comment (game, node_at (game, ""), "start");
  yq_game_set_comment (game, node_at (game, "a3a4 a6a5"), "better");
  yq_game_set_comment (game, node_at (game, "c3c4"), "two");
  yq_game_set_comment (game, node_at (game, "c3c4 c6c5"), "three");
  yq_game_go_to (game, node_at (game, "a3a4 a6a5"));
  play (game, "a4a5");
  watcher_check (watcher);
  before = rows_text (game);
  g_assert_cmpstr (before, ==,
                   "{start} -\n"
                   "1 a3a4 a6a5\n"
                   "{better} a6a5\n"
                   ".1 c3c4? c6c5?\n"
                   ".{two} c3c4?\n"
                   ".{three} c6c5?\n"
                   "..1 - e6e5?\n"
                   ".2 e3e4? -\n"
                   "2 >a4a5 -\n");

  /* Promoted from anywhere on its line; undone. */
  yq_game_promote (game, node_at (game, "c3c4 c6c5 e3e4"));
  watcher_check (watcher);
  assert_rows (game, "{start} -\n"
                     "1 c3c4? c6c5?\n"
                     "{two} c3c4?\n"
                     "{three} c6c5?\n"
                     ".1 a3a4 a6a5\n"
                     ".{better} a6a5\n"
                     ".2 >a4a5 -\n"
                     ".1 - e6e5?\n"
                     "2 e3e4? -\n");
  yq_game_undo (game);
  watcher_check (watcher);
  assert_rows (game, before);

  /* Deleting the line of the cursor takes the cursor to where it began; undone, the cursor comes
   * back. */
  yq_game_delete (game, node_at (game, "a3a4"));
  watcher_check (watcher);
  assert_line (game, "");
  yq_game_undo (game);
  watcher_check (watcher);
  assert_rows (game, before);
  yq_game_redo (game);
  yq_game_undo (game);
  watcher_check (watcher);
  assert_rows (game, before);

  /* Comments and tags. */
  yq_game_set_comment (game, node_at (game, "c3c4"), "");
  yq_game_set_comment (game, node_at (game, "c3c4"), NULL);
  watcher_check (watcher);
  yq_game_undo (game);
  watcher_check (watcher);
  assert_rows (game, before);
  yq_game_set_tag (game, "Red", "Wang");
  yq_game_set_tag (game, "Blue", "Li");
  watcher_check (watcher);
  g_object_get (game, "title", &title, NULL);
  g_assert_cmpstr (title, ==, "Wang – Li");
  yq_game_undo (game);
  yq_game_undo (game);
  g_free (title);
  g_object_get (game, "title", &title, NULL);
  g_assert_null (title);
}

/* What is on disk is known by the tree, not by how often something was done. */
static void
test_modified (void)
{
  g_autoptr(YqGame) game = yq_game_new (&yq_ruleset_duck);
  g_autoptr(Watcher) watcher = watcher_new (game);
  guint64 version;

  play (game, "a3a4");
  version = yq_game_get_version (game);
  play (game, "a6a5");
  yq_game_set_saved (game, version); /* played while the disk worked */
  assert_boolean (game, "modified", TRUE);
  yq_game_set_saved (game, yq_game_get_version (game));
  assert_boolean (game, "modified", FALSE);
  yq_game_undo (game); /* the ply is still there */
  assert_boolean (game, "modified", FALSE);
  yq_game_set_comment (game, yq_game_get_cursor (game), "x");
  assert_boolean (game, "modified", TRUE);
  yq_game_undo (game);
  assert_boolean (game, "modified", FALSE);
  yq_game_redo (game);
  assert_boolean (game, "modified", TRUE);
  play (game, "c6c5");
  yq_game_undo (game);
  yq_game_undo (game); /* the comment has gone, but there is a new ply */
  assert_boolean (game, "modified", TRUE);
  yq_game_set_saved (game, 0);
  assert_boolean (game, "modified", TRUE);
  watcher_check (watcher);
}

static void
test_results (void)
{
  g_autoptr(YqGame) game = yq_game_new (&yq_ruleset_xiangqi);
  g_autoptr(Watcher) watcher = watcher_new (game);
  g_autoptr(GError) error = NULL;

  play (game, "h2e2");
  assert_boolean (game, "can-resign", TRUE);
  yq_game_resign (game);
  watcher_check (watcher);
  assert_status (game, "Red wins: black resigned");
  g_assert_cmpstr (yq_game_get_record (game)->result, ==, "1-0");
  g_assert_false (yq_game_play (game, move_of ("h9g7"), NULL, &error));
  g_assert_error (error, YQ_GAME_ERROR, YQ_REFUSED_GAME_OVER);
  assert_boolean (game, "can-resign", FALSE);
  /* It holds at the end of the game, and from the file. */
  yq_game_go_first (game);
  assert_status (game, "Red to move");
  {
    YqRecordFault fault;
    size_t length;
    char *text = yq_record_write (yq_game_get_record (game), YQ_NOTATION_CHINESE, &length);
    YqRecord *record = yq_record_read (text, length, &yq_ruleset_duck, &fault);

    g_assert_nonnull (record);
    free (text);
    yq_game_set_record (game, record);
    yq_game_go_last (game);
    watcher_check (watcher);
    assert_status (game, "Red wins: black resigned");
  }
  /* An earlier position can still be played on from. */
  yq_game_go_first (game);
  play (game, "b2e2");
  assert_boolean (game, "can-resign", FALSE);
  watcher_check (watcher);
  g_assert_cmpstr (yq_game_get_record (game)->result, ==, "1-0");
  yq_game_go_first (game);
  yq_game_delete (game, node_at (game, "h2e2"));
  watcher_check (watcher);
  g_assert_cmpstr (yq_game_get_record (game)->result, ==, "*");
  yq_game_undo (game);
  g_assert_cmpstr (yq_game_get_record (game)->result, ==, "1-0");

  yq_game_set_record (game, yq_record_new (&yq_ruleset_duck));
  yq_game_agree_draw (game);
  watcher_check (watcher);
  assert_status (game, "Draw: both players agreed");
  g_assert_cmpstr (yq_game_get_record (game)->result, ==, "1/2-1/2");
  yq_game_undo (game);
  watcher_check (watcher);
  assert_status (game, "Red to move");
  g_assert_cmpstr (yq_game_get_record (game)->result, ==, "*");
  g_assert_null (yq_record_tag (yq_game_get_record (game), "Termination"));
}

static void
test_status (void)
{
  static const struct
  {
    const YqRuleset *ruleset;
    const char *fen, *status;
  } cases[] = {
    { &yq_ruleset_duck, "9/9/9/9/4k4/4K4/9/9/9/9 w",
      "Red to move, both captains are under attack" },
    { &yq_ruleset_duck, "9/9/9/9/4k4/4K4/9/9/9/9 b",
      "Blue to move, both captains are under attack" },
    { &yq_ruleset_duck, "4k4/9/9/9/9/9/9/9/8r/4K4 b", "Blue to move" },
    { &yq_ruleset_duck, "4k4/9/9/9/9/9/9/9/9/r3K4 b",
      "Blue to move, the red captain is under attack" },
    { &yq_ruleset_duck, "4k3R/9/9/9/9/9/9/9/9/4K4 b",
      "Blue to move, the blue captain is under attack" },
    { &yq_ruleset_duck, "4k4/9/9/9/9/9/9/9/9/8R b", "Blue wins: the red captain was captured" },
    { &yq_ruleset_xiangqi, "3k5/9/9/9/9/9/9/9/9/r3K4 w",
      "Red to move, the red general is in check" },
    { &yq_ruleset_xiangqi, "4k4/4P4/9/9/9/9/9/9/9/3K5 b",
      "Black to move, the black general is in check" },
    { &yq_ruleset_xiangqi, "R3k4/1R7/9/9/9/9/9/9/9/3K5 b", "Red wins: black is checkmated" },
    { &yq_ruleset_xiangqi, "5k3/9/9/9/9/9/9/9/3p1p3/4K4 w", "Black wins: red is stalemated" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(YqGame) game = game_from (cases[i].ruleset, cases[i].fen);

      assert_status (game, cases[i].status);
    }
}

/* Repetition is judged by the rules that are set, and by what they say at the cursor. */
static void
test_adjudication (void)
{
  const YqJudgeRules perpetual = { YQ_ADJUDICATE_PERPETUAL_CHECK, 0 };
  const YqJudgeRules limit = { YQ_ADJUDICATE_NONE, 2 };
  g_autoptr(YqGame) game = game_from (&yq_ruleset_xiangqi, "3k5/9/9/9/9/9/9/R8/9/4K4 w");
  g_autoptr(Watcher) watcher = watcher_new (game);

  yq_game_set_judge_rules (game, &perpetual);
  play (game, "a2a9 d9d8 a9a8 d8d9 a8a9 d9d8 a9a8 d8d9");
  assert_boolean (game, "can-resign", TRUE);
  play (game, "a8a9");
  watcher_check (watcher);
  assert_status (game, "Black wins: red gives perpetual check");
  g_assert_cmpstr (yq_game_get_record (game)->result, ==, "0-1");
  yq_game_set_judge_rules (game, &(YqJudgeRules) { YQ_ADJUDICATE_NONE, 0 });
  watcher_check (watcher);
  assert_status (game, "Black to move, the black general is in check");
  yq_game_go_first (game);
  yq_game_set_judge_rules (game, &limit);
  play (game, "a2a3 d9d8");
  watcher_check (watcher);
  assert_status (game, "Draw: too many moves without a capture");
}

/* Black begins: the red cell of the first turn is empty. */
static void
test_blue_first (void)
{
  g_autoptr(YqGame) game = game_from (
    &yq_ruleset_xiangqi, "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 5");
  g_autoptr(Watcher) watcher = watcher_new (game);

  play (game, "b9c7 h2e2 h9g7");
  watcher_check (watcher);
  assert_rows (game, "5 - b9c7\n6 h2e2 >h9g7\n");
  yq_game_go_first (game);
  play (game, "h9g7");
  watcher_check (watcher);
  assert_rows (game, "5 - b9c7?\n.5 - >h9g7\n6 h2e2? h9g7?\n");
  g_object_set (game, "notation", YQ_NOTATION_CHINESE, NULL);
  watcher_check (watcher);
  assert_rows (game, "5 - 马２进３?\n.5 - >马８进７\n6 炮二平五? 马８进７?\n");
}

/* Playing tells of one row, stepping of two plies, and neither costs more in a long game. */
static void
test_long (void)
{
  g_autoptr(YqGame) game = yq_game_new (&yq_ruleset_duck);
  static const char *const loop[] = { "a3a4", "a6a5", "a4a3", "a5a6" };
  const guint n_plies = 8000;
  Watcher watcher = { .game = game, .rows = g_ptr_array_new_with_free_func (g_object_unref) };
  clock_t start = clock (), half = 0, end;

  g_signal_connect (yq_game_get_rows (game), "items-changed", G_CALLBACK (items_changed_cb),
                    &watcher);
  for (guint i = 0; i < n_plies; i++)
    {
      if (i == n_plies / 2)
        half = clock ();
      play (game, loop[i % 4]);
    }
  end = clock ();
  g_test_message ("%u plies played: %.2f µs of CPU a ply in the first half, %.2f in the second",
                  n_plies, (double) (half - start) * 2e6 / CLOCKS_PER_SEC / n_plies,
                  (double) (end - half) * 2e6 / CLOCKS_PER_SEC / n_plies);
  g_assert_cmpuint (watcher.n_items_changed, ==, n_plies / 2);
  g_assert_cmpuint (watcher.rows->len, ==, n_plies / 2);
  g_assert_cmpuint (yq_game_get_cursor_row (game), ==, n_plies / 2 - 1);
  g_signal_handlers_disconnect_by_data (yq_game_get_rows (game), &watcher);

  start = clock ();
  for (guint i = 0; i < n_plies; i++)
    {
      yq_game_go_back (game);
      g_assert_cmpuint (yq_game_get_cursor_row (game), ==,
                        i + 1 < n_plies ? (n_plies - i - 2) / 2 : G_MAXUINT);
    }
  end = clock ();
  g_test_message ("stepping: %.2f µs of CPU a ply",
                  (double) (end - start) * 1e6 / CLOCKS_PER_SEC / n_plies);
  yq_game_go_last (game);
  g_assert_cmpuint (yq_game_get_cursor (game)->ply, ==, n_plies);
  g_ptr_array_unref (watcher.rows);
}

/* Whoever holds rows and plies longer than the game keeps them finds them empty. */
static void
test_orphans (void)
{
  YqGame *game = yq_game_new (&yq_ruleset_duck);
  GListModel *rows;
  g_autoptr(YqLogRow) row = NULL;
  g_autoptr(YqPly) ply = NULL, kept = NULL;
  g_autofree char *text = NULL, *report = NULL;

  play (game, "a3a4");
  rows = g_object_ref (yq_game_get_rows (game));
  row = g_list_model_get_item (rows, 0);
  g_object_get (row, "red", &ply, NULL);
  yq_game_set_record (game, yq_record_new (&yq_ruleset_duck));
  g_assert_null (yq_ply_get_node (ply));
  g_object_get (ply, "report", &report, NULL);
  g_assert_null (report);
  g_assert_null (ply_node (row, "red"));
  play (game, "c3c4");
  g_object_unref (row);
  row = g_list_model_get_item (rows, 0);
  g_object_get (row, "red", &kept, NULL);
  g_object_unref (game);
  g_assert_null (yq_ply_get_node (kept));
  assert_boolean (kept, "current", FALSE);
  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, 0);
  g_object_unref (rows);
}

/* Random operations */

typedef struct
{
  const YqRuleset *ruleset;
  guint seed;
} Random;

static YqNode *
random_node (GRand *rand, YqGame *game)
{
  YqNode *node = yq_game_get_record (game)->root;
  int depth = g_rand_int_range (rand, 0, 30);

  while (depth-- > 0 && node->child != NULL)
    for (node = node->child; node->next != NULL && g_rand_boolean (rand);)
      node = node->next;
  return node;
}

static void
random_play (GRand *rand, YqGame *game)
{
  YqMove moves[YQ_MAX_MOVES];
  size_t n = yq_position_moves (yq_game_get_position (game), YQ_MOVES_ALL, moves);
  int outcome;

  g_object_get (game, "outcome", &outcome, NULL);
  if (n > 0 && outcome == YQ_OUTCOME_OPEN)
    /* Few different moves, so that lines meet again. */
    g_assert_true (
      yq_game_play (game, moves[g_rand_int_range (rand, 0, (int) MIN (n, 3))], NULL, NULL));
}

static void
random_step (GRand *rand, YqGame *game)
{
  static const char *const comments[] = { NULL, "good", "bad" };
  YqNode *node = random_node (rand, game);

  switch (g_rand_int_range (rand, 0, 20))
    {
    case 0:
      yq_game_undo (game);
      break;
    case 1:
      yq_game_redo (game);
      break;
    case 2:
      yq_game_go_back (game);
      break;
    case 3:
      yq_game_go_forward (game);
      break;
    case 4:
      yq_game_go_first (game);
      break;
    case 5:
      yq_game_go_last (game);
      break;
    case 6:
    case 7:
      yq_game_go_to (game, node);
      break;
    case 8:
      if (node->parent != NULL)
        yq_game_delete (game, node);
      break;
    case 9:
      yq_game_promote (game, node);
      break;
    case 10:
    case 11:
      yq_game_set_comment (game, node, comments[g_rand_int_range (rand, 0, 3)]);
      break;
    case 12:
      yq_game_set_tag (game, g_rand_boolean (rand) ? "Red" : "Event",
                       g_rand_boolean (rand) ? NULL : "Wang");
      break;
    case 13:
      if (g_rand_boolean (rand))
        yq_game_resign (game);
      else
        yq_game_agree_draw (game);
      break;
    case 14:
      yq_game_set_saved (game, yq_game_get_version (game));
      break;
    default:
      random_play (rand, game);
    }
}

static char *
record_text (YqGame *game)
{
  char *text = yq_record_write (yq_game_get_record (game), YQ_NOTATION_COORDINATES, NULL);
  char *copy = g_strdup (text);

  free (text);
  return copy;
}

static void
test_random (gconstpointer data)
{
  const Random *random = data;
  g_autoptr(YqGame) game = yq_game_new (random->ruleset);
  g_autoptr(Watcher) watcher = watcher_new (game);
  g_autoptr(GRand) rand = g_rand_new_with_seed (random->seed);
  g_autoptr(GHashTable) versions
    = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  g_autofree char *last = NULL;
  gboolean more;

  yq_game_set_judge_rules (game, &(YqJudgeRules) { YQ_ADJUDICATE_ASIAN, 60 });
  for (guint i = 0; i < 120; i++)
    {
      guint64 version;
      const char *known;
      g_autofree char *text = NULL;

      random_step (rand, game);
      watcher_check (watcher);
      /* A version is a tree. */
      version = yq_game_get_version (game);
      text = record_text (game);
      known = g_hash_table_lookup (versions, &version);
      if (known != NULL)
        g_assert_cmpstr (text, ==, known);
      else
        g_hash_table_insert (versions, g_memdup2 (&version, sizeof version), g_strdup (text));
    }

  /* All the way back and forth again: the same tree. */
  do
    {
      yq_game_redo (game);
      g_object_get (game, "can-redo", &more, NULL);
    }
  while (more);
  last = record_text (game);
  do
    {
      yq_game_undo (game);
      watcher_check (watcher);
      g_object_get (game, "can-undo", &more, NULL);
    }
  while (more);
  do
    {
      yq_game_redo (game);
      watcher_check (watcher);
      g_object_get (game, "can-redo", &more, NULL);
    }
  while (more);
  {
    g_autofree char *text = record_text (game);

    g_assert_cmpstr (text, ==, last);
  }
}

int
main (int argc, char **argv)
{
  static Random randoms[100];

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/game/play", test_play);
  g_test_add_func ("/game/sample", test_sample);
  g_test_add_func ("/game/refusals", test_refusals);
  g_test_add_func ("/game/undo", test_undo);
  g_test_add_func ("/game/undo-opened", test_undo_opened);
  g_test_add_func ("/game/edit", test_edit);
  g_test_add_func ("/game/modified", test_modified);
  g_test_add_func ("/game/results", test_results);
  g_test_add_func ("/game/status", test_status);
  g_test_add_func ("/game/adjudication", test_adjudication);
  g_test_add_func ("/game/blue-first", test_blue_first);
  g_test_add_func ("/game/long", test_long);
  g_test_add_func ("/game/orphans", test_orphans);
  for (guint i = 0; i < G_N_ELEMENTS (randoms); i++)
    {
      g_autofree char *path = g_strdup_printf (
        "/game/random/%s-%u", i % 2 == 0 ? yq_ruleset_duck.id : yq_ruleset_xiangqi.id, i);

      randoms[i] = (Random) { i % 2 == 0 ? &yq_ruleset_duck : &yq_ruleset_xiangqi, i };
      g_test_add_data_func (path, &randoms[i], test_random);
    }
  return g_test_run ();
}
