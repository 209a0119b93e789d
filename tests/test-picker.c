/* Every press, drag and cancel, as a table.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib.h>

#include "yq-picker.h"

enum
{
  NONE = YQ_SQUARE_NONE,
  OWN = 10,
  OTHER_OWN = 12,
  ELSEWHERE = 30,
};

static const struct
{
  const char *what;
  YqSquare selected; /* before */
  char event;        /* 'p'ress, 'd'rag, 'c'ancel */
  YqSquare from, to; /* press: from */
  bool own;
  YqPickAction action;
  YqMove move;
  YqSquare after;
} cases[] = {
  { "own piece", NONE, 'p', OWN, NONE, true, YQ_PICK_SELECT, { OWN, NONE }, OWN },
  { "again: put back", OWN, 'p', OWN, NONE, true, YQ_PICK_DROP, { OWN, NONE }, NONE },
  { "another own piece", OWN, 'p', OTHER_OWN, NONE, true, YQ_PICK_SELECT, { OTHER_OWN, NONE }, OTHER_OWN },
  { "a point to go to", OWN, 'p', ELSEWHERE, NONE, false, YQ_PICK_MOVE, { OWN, ELSEWHERE }, NONE },
  { "nothing of ours, nothing selected", NONE, 'p', ELSEWHERE, NONE, false, YQ_PICK_NOTHING, { NONE, NONE }, NONE },
  { "beside the board, nothing selected", NONE, 'p', NONE, NONE, false, YQ_PICK_NOTHING, { NONE, NONE }, NONE },
  { "beside the board", OWN, 'p', NONE, NONE, false, YQ_PICK_MOVE, { OWN, NONE }, NONE },
  { "selected piece is no longer ours", OWN, 'p', OWN, NONE, false, YQ_PICK_DROP, { OWN, NONE }, NONE },
  { "drag", NONE, 'd', OWN, ELSEWHERE, false, YQ_PICK_MOVE, { OWN, ELSEWHERE }, NONE },
  { "drag of the selected piece", OWN, 'd', OWN, ELSEWHERE, false, YQ_PICK_MOVE, { OWN, ELSEWHERE }, NONE },
  { "drag of another piece", OWN, 'd', OTHER_OWN, ELSEWHERE, false, YQ_PICK_MOVE, { OTHER_OWN, ELSEWHERE }, NONE },
  { "drag onto an own piece", NONE, 'd', OWN, OTHER_OWN, false, YQ_PICK_MOVE, { OWN, OTHER_OWN }, NONE },
  { "drag off the board", NONE, 'd', OWN, NONE, false, YQ_PICK_MOVE, { OWN, NONE }, NONE },
  { "drag back", NONE, 'd', OWN, OWN, false, YQ_PICK_DROP, { OWN, OWN }, NONE },
  { "drag back of the selected piece", OWN, 'd', OWN, OWN, false, YQ_PICK_DROP, { OWN, OWN }, NONE },
  { "cancel", OWN, 'c', NONE, NONE, false, YQ_PICK_DROP, { OWN, NONE }, NONE },
  { "cancel of nothing", NONE, 'c', NONE, NONE, false, YQ_PICK_NOTHING, { NONE, NONE }, NONE },
};

static void
test_case (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  YqPicker picker;
  YqPick pick;

  yq_picker_init (&picker);
  g_assert_cmpuint (picker.selected, ==, YQ_SQUARE_NONE);
  picker.selected = cases[i].selected;
  if (cases[i].event == 'p')
    pick = yq_picker_press (&picker, cases[i].from, cases[i].own);
  else if (cases[i].event == 'd')
    pick = yq_picker_drag (&picker, (YqMove) { cases[i].from, cases[i].to });
  else
    pick = yq_picker_cancel (&picker);
  g_assert_cmpint (pick.action, ==, cases[i].action);
  g_assert_cmpuint (pick.move.from, ==, cases[i].move.from);
  g_assert_cmpuint (pick.move.to, ==, cases[i].move.to);
  g_assert_cmpuint (picker.selected, ==, cases[i].after);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/picker/%s", cases[i].what);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_case);
    }
  return g_test_run ();
}
