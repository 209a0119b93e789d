/* Presses become moves: the state machine behind click-click and drag and drop. Plain C, no
 * GObject, no position kept.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "yq-moves.h"

typedef enum
{
  YQ_PICK_NOTHING, /* ignore */
  YQ_PICK_SELECT,  /* from is now selected */
  YQ_PICK_DROP,    /* nothing is selected any more */
  YQ_PICK_MOVE,    /* try move; the selection is gone */
} YqPickAction;

typedef struct
{
  YqSquare selected; /* YQ_SQUARE_NONE when nothing is */
} YqPicker;

typedef struct
{
  YqPickAction action;
  YqMove move; /* from: SELECT and MOVE; to: MOVE */
} YqPick;

void yq_picker_init (YqPicker *picker);
/* A point was clicked, or entered with the keyboard. own: the side to move owns what stands there. */
YqPick yq_picker_press (YqPicker *picker, YqSquare square, bool own);
/* A piece was dragged from one point to another (to may be YQ_SQUARE_NONE: off the board). */
YqPick yq_picker_drag (YqPicker *picker, YqMove move);
YqPick yq_picker_cancel (YqPicker *picker);
