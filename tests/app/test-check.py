#!/usr/bin/python3
"""Sets up xiangqi positions in the real window, which judges them while they are made.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import re
import sys

from drive import Program, Role, tap, wait


def place(yaqi, window, square):
    """A point of the board in a window, by its name in xiangqi."""
    board = yaqi.find(Role.TABLE, "Board", window)
    return wait(lambda: next((cell for cell in map(board.get_child_at_index, range(board.get_child_count()))
                              if cell.get_name().startswith(f"{square}, ")), None), f"the point {square}")


def open_position(yaqi, fen):
    """Opens Check Position with a position; returns its window."""
    yaqi.key("ctrl+shift+n")
    yaqi.find_text("Xiangqi")
    yaqi.key("ctrl+shift+k")
    text = yaqi.find(Role.TEXT, "Position as text")
    window = wait(lambda: next((window for window in yaqi.windows() if window.get_name() == "Check Position"), None),
                  "the window")
    yaqi.wait_active(window)
    yaqi.click(text)
    yaqi.key("ctrl+a")
    yaqi.type(fen)
    yaqi.key("Return")
    return window


def check_position():
    """A mate is recognised and explained; pieces put and taken change the verdict; the position can be played."""
    with Program() as yaqi:
        window = open_position(yaqi, "3k5/9/9/3R5/9/9/9/9/9/4K4 b")
        yaqi.find_text("CHECKMATE: black has lost")
        yaqi.find_text("Check from the chariot at d6")

        yaqi.click(yaqi.find(Role.PUSH_BUTTON, "black chariot", window))
        yaqi.click(place(yaqi, window, "d7"))
        yaqi.find_text(re.compile("^No check"), window)
        yaqi.click(place(yaqi, window, "d7"), button=3)
        yaqi.find_text("CHECKMATE: black has lost")
        yaqi.click(place(yaqi, window, "e0"), button=3)
        yaqi.find_text("Impossible position")
        yaqi.key("ctrl+z")
        yaqi.find_text("CHECKMATE: black has lost")

        yaqi.click(yaqi.find(Role.PUSH_BUTTON, "Red to move", window))
        yaqi.find_text("Impossible position")
        yaqi.click(place(yaqi, window, "d6"), button=3)
        yaqi.click(yaqi.find(Role.PUSH_BUTTON, re.compile("Play from Here$"), window))
        wait(lambda: place(yaqi, yaqi.window, "d9").get_name() == "d9, black general", "the position in the game")
        yaqi.type("e0e1")
        yaqi.find_text(re.compile("^Black to move"), yaqi.window)


def find_mate():
    """The shortest forced mate is found and said to be the shortest."""
    with Program() as yaqi:
        window = open_position(yaqi, "4k4/9/9/9/9/9/9/1R7/R8/3K5 w")
        yaqi.click(yaqi.find(Role.PAGE_TAB, "Find Mate", window))
        yaqi.click(yaqi.find(Role.PUSH_BUTTON, re.compile("Find Mate$"), window))
        yaqi.find_text("Red mates in 2, and no faster", window)


sys.exit(tap.run([check_position, find_mate]))
