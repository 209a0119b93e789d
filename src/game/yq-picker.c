/* Presses become moves: the rule of clicking, without a board, a game or a display.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "yq-picker.h"

static const YqPick nothing = { YQ_PICK_NOTHING, { YQ_SQUARE_NONE, YQ_SQUARE_NONE } };

void
yq_picker_init (YqPicker *picker)
{
  picker->selected = YQ_SQUARE_NONE;
}

YqPick
yq_picker_press (YqPicker *picker, YqSquare square, bool own)
{
  YqSquare selected = picker->selected;

  if (square == selected)
    return yq_picker_cancel (picker);
  if (own)
    {
      picker->selected = square;
      return (YqPick) { YQ_PICK_SELECT, { square, YQ_SQUARE_NONE } };
    }
  if (selected == YQ_SQUARE_NONE)
    return nothing;
  picker->selected = YQ_SQUARE_NONE;
  return (YqPick) { YQ_PICK_MOVE, { selected, square } };
}

YqPick
yq_picker_drag (YqPicker *picker, YqMove move)
{
  picker->selected = YQ_SQUARE_NONE;
  /* Put back where it was taken up: no move was meant. Any other point is tried, so that the rules
   * say why it cannot be. */
  if (move.from == move.to)
    return (YqPick) { YQ_PICK_DROP, move };
  return (YqPick) { YQ_PICK_MOVE, move };
}

YqPick
yq_picker_cancel (YqPicker *picker)
{
  YqSquare selected = picker->selected;

  picker->selected = YQ_SQUARE_NONE;
  if (selected == YQ_SQUARE_NONE)
    return nothing;
  return (YqPick) { YQ_PICK_DROP, { selected, YQ_SQUARE_NONE } };
}
