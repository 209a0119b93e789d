#!/usr/bin/python3
"""Plays whole games in the real window: by mouse, by keyboard, and as a screen reader does.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import pathlib
import re
import sys
import tempfile

import drive
import duck
from drive import Program, Role, tap, wait


def by_mouse():
    """The sample game by mouse alone: played, each refusal explained, saved, opened again."""
    with tempfile.TemporaryDirectory() as folder:
        with Program(folder=folder) as yaqi:
            played = []
            for origin, target, refusal in duck.SAMPLE:
                own = duck.after(played).get(target, "")[:3] == duck.after(played).get(origin, " ")[:3]
                if own:  # a click on a piece of one's own takes that one up instead
                    yaqi.drag(yaqi.point(origin), yaqi.point(target))
                else:
                    yaqi.click(yaqi.point(origin))
                    if refusal is None or "no " not in refusal:
                        yaqi.click(yaqi.point(target))
                if refusal is None:
                    played.append((origin, target))
                else:
                    yaqi.find_text(refusal)
                yaqi.wait_pieces(duck.after(played))
            yaqi.find_text(duck.SAMPLE_END)
            yaqi.wait_moves(duck.texts(played))

            yaqi.click(yaqi.find(Role.PUSH_BUTTON, "Main menu"))
            yaqi.click(yaqi.find_menu_item("Save As…"))
            yaqi.click(yaqi.find(Role.PUSH_BUTTON, re.compile("Save$")))
            file = wait(lambda: next(pathlib.Path(folder).glob("*.pgn"), None), "the saved game")
            yaqi.wait_title("^[^•]*$")
            yaqi.click(yaqi.find_close())
            yaqi.wait_end()

        with Program(file) as yaqi:
            yaqi.wait_moves(duck.texts(played))
            yaqi.click(yaqi.find(Role.PUSH_BUTTON, "First position"))
            yaqi.wait_pieces(duck.START)
            for number in range(1, len(played) + 1):
                yaqi.click(yaqi.find(Role.PUSH_BUTTON, "One move forward"))
                yaqi.wait_pieces(duck.after(played[:number]))
            yaqi.find_text(duck.SAMPLE_END)
            yaqi.click(yaqi.find_close())
            yaqi.wait_end()


def by_keyboard():
    """The sample game by keyboard alone, half of it typed: played, saved, opened again."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "by keyboard.pgn")
        with Program() as yaqi:
            for number, (origin, target) in enumerate(duck.SAMPLE_MOVES):
                if number % 2:
                    yaqi.type(duck.text((origin, target)))
                else:
                    yaqi.walk_to(origin)
                    yaqi.key("Return")
                    yaqi.wait_point(origin, "selected")
                    yaqi.walk_to(target)
                    yaqi.wait_point(target, "reachable|can be captured")
                    yaqi.key("space")
                yaqi.wait_pieces(duck.after(duck.SAMPLE_MOVES[:number + 1]))
            yaqi.find_text(duck.SAMPLE_END)
            yaqi.key("ctrl+s")
            yaqi.answer_file_dialog(file)
            wait(file.exists, "the saved game")
            yaqi.key("ctrl+q")
            yaqi.wait_end()

        with Program() as yaqi:
            yaqi.key("ctrl+o")
            yaqi.answer_file_dialog(file)
            yaqi.wait_moves(duck.texts(duck.SAMPLE_MOVES))
            yaqi.key("End")
            yaqi.wait_pieces(duck.after(duck.SAMPLE_MOVES))
            yaqi.key("ctrl+q")
            yaqi.wait_end()


def by_accessibility():
    """The sample game through accessibility actions alone."""
    with Program() as yaqi:
        for number, (origin, target) in enumerate(duck.SAMPLE_MOVES, 1):
            yaqi.act(yaqi.point(origin))
            yaqi.wait_point(origin, "selected")
            yaqi.act(yaqi.point(target))
            yaqi.wait_pieces(duck.after(duck.SAMPLE_MOVES[:number]))
        yaqi.find_text(duck.SAMPLE_END)
        yaqi.wait_moves(duck.texts(duck.SAMPLE_MOVES))
        for number in reversed(range(len(duck.SAMPLE_MOVES))):
            yaqi.act(yaqi.find(Role.PUSH_BUTTON, "One move back"))
            yaqi.wait_pieces(duck.after(duck.SAMPLE_MOVES[:number]))


def drag_and_flip():
    """Pieces are dragged; the board turns round and is played on; a piece is put back by Escape and right click."""
    first, second, third = duck.SAMPLE_MOVES[:3]
    with Program() as yaqi:
        yaqi.drag(*map(yaqi.point, first))
        yaqi.wait_pieces(duck.after([first]))
        yaqi.click(yaqi.find(name=re.compile("^Turn the board round")))
        wait(lambda: yaqi.place(yaqi.point((0, 0)))[2] < yaqi.place(yaqi.point((9, 0)))[2], "red at the top")
        yaqi.drag(*map(yaqi.point, second))
        yaqi.wait_pieces(duck.after([first, second]))
        for put_back in (lambda: yaqi.key("Escape"), lambda: yaqi.click(yaqi.point(third[0]), button=3)):
            yaqi.click(yaqi.point(third[0]))
            yaqi.wait_point(third[0], "selected")
            put_back()
            yaqi.wait_point(third[0], "^(?!.*selected)")
        for point in third:
            yaqi.click(yaqi.point(point))
        yaqi.wait_pieces(duck.after([first, second, third]))


def undo_and_variations():
    """Undo and redo, without limit; another move at an earlier position becomes a variation."""
    moves = duck.SAMPLE_MOVES[:4]
    other = ((0, 8), (1, 8))
    with Program() as yaqi:
        for move in moves:
            yaqi.type(duck.text(move))
        yaqi.wait_pieces(duck.after(moves))
        undo, redo = yaqi.find(Role.PUSH_BUTTON, "Undo"), yaqi.find(Role.PUSH_BUTTON, "Redo")
        for number in reversed(range(4)):
            yaqi.click(undo)
            yaqi.wait_pieces(duck.after(moves[:number]))
        for number in range(1, 5):
            yaqi.click(redo)
            yaqi.wait_pieces(duck.after(moves[:number]))
        yaqi.key("Page_Up", "Page_Up")
        yaqi.wait_pieces(duck.after(moves[:2]))
        yaqi.type(duck.text(other))
        yaqi.wait_pieces(duck.after([*moves[:2], other]))
        wait(lambda: sorted(yaqi.moves()) == sorted(duck.texts([*moves, other])), "all five moves in the log")
        yaqi.click(yaqi.find(Role.PUSH_BUTTON, duck.text(moves[3])))
        yaqi.wait_pieces(duck.after(moves))


def walking():
    """Keys and buttons walk through the game, and a switch shows what the judge reports."""
    with Program() as yaqi:
        for move in duck.SAMPLE_MOVES:
            yaqi.type(duck.text(move))
        yaqi.find_text(duck.SAMPLE_END)
        for key, number in (("Page_Up", -1), ("Home", 0), ("Page_Down", 1), ("End", len(duck.SAMPLE_MOVES))):
            yaqi.key(key)
            yaqi.wait_pieces(duck.after(duck.SAMPLE_MOVES[:number]))
        yaqi.click(yaqi.find(Role.CHECK_BOX, re.compile("Reports")))
        wait(lambda: [text for text in yaqi.moves() if ";" in text] == duck.SAMPLE_REPORTS, "the judge's reports")


sys.exit(drive.run([by_mouse, by_keyboard, by_accessibility, drag_and_flip, undo_and_variations, walking]))
