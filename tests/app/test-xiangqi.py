#!/usr/bin/python3
"""Plays xiangqi in the real window: refused moves, notations, rules of repetition, files.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import pathlib
import re
import sys
import tempfile

import drive
from drive import Program, Role, State, tap, wait, walk

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"


def game(folder, fen, moves=""):
    """A file of a game from a position."""
    file = pathlib.Path(folder, "game.pgn")
    file.write_text(f'[Game "Chinese Chess"]\n[FEN "{fen} - - 0 1"]\n\n{moves} *\n', encoding="utf-8")
    return file


def open_settings(yaqi):
    """Opens the settings; returns their window."""
    yaqi.key("ctrl+comma")
    window = wait(lambda: next((window for window in yaqi.windows() if window.get_name() == "Preferences"), None),
                  "the settings")
    yaqi.wait_active(window)
    return window


def close_settings(yaqi, window):
    """Closes them."""
    yaqi.key("Escape")
    wait(lambda: window not in yaqi.windows(), "the end of the settings")
    yaqi.wait_active(yaqi.window)


def choose(yaqi, mnemonic, number):
    """Chooses from the list with this mnemonic in the settings, by keyboard."""
    window = open_settings(yaqi)

    def items():
        return [thing.get_state_set() for thing in walk(window) if thing.get_role() == Role.LIST_ITEM]
    yaqi.key(f"alt+{mnemonic}")
    wait(lambda: any(item.contains(State.FOCUSED) for item in items()), "an open list")
    yaqi.key("Home")
    wait(lambda: items()[0].contains(State.SELECTED), "the first choice")
    yaqi.key(*["Down"] * number)
    wait(lambda: items()[number].contains(State.SELECTED), f"choice {number}")
    yaqi.key("Return")
    wait(lambda: not items(), "the end of the list")
    close_settings(yaqi, window)


def limit(yaqi, plies):
    """Sets after how many moves without a capture a game is drawn."""
    window = open_settings(yaqi)
    yaqi.key("alt+d", "ctrl+a", *str(plies), "Return")
    close_settings(yaqi, window)


def play(yaqi, moves):
    """Types moves, each when it is understood."""
    for number, move in enumerate(moves.split(), 1):
        yaqi.type(move)
        wait(lambda: len(yaqi.moves()) == number, f"ply {number}, {move}")


def wait_marked(yaqi, name):
    """Waits until a point of the board has this name."""
    board = yaqi.find(Role.TABLE, "Board", yaqi.window)
    wait(lambda: any(board.get_child_at_index(index).get_name() == name for index in range(board.get_child_count())),
         f"the point {name}")


def refusals():
    """A refused move is explained in words and on the board."""
    with tempfile.TemporaryDirectory() as folder:
        for fen, move, words, point in (
                ("3k5/9/4c4/9/9/9/4P4/9/4A4/4K4 w", "e1d2", "Your general would be in check from the cannon at e7",
                 "e7, black cannon, attacks"),
                ("3k5/9/9/9/p8/9/9/9/9/4K4 w", "e0d0", "The generals would face each other", "d9, black general, attacks"),
                ("3k5/9/9/9/p8/9/9/9/9/3NK4 w", "d0f1", "The horse is blocked: its leg, e0, is occupied",
                 "e0, red general, in the way"),
                ("3k5/9/9/9/p8/9/9/9/9/3NK4 w", "e0e5", "The general does not reach that point", "e0, red general")):
            with Program(game(folder, fen)) as yaqi:
                yaqi.find_text("Red to move")
                yaqi.type(move)
                yaqi.find_text(re.compile(words))
                wait_marked(yaqi, point)
                yaqi.picture("refused")


def notations():
    """The log is in the notation chosen, tandem pieces included."""
    moves = (("c2c5", "h9g7"), ("后炮进三", "马８进７"), ("C-+3", "H8+7"), ("C2-C5", "H9-G7"), ("c3c6", "h10g8"))
    with tempfile.TemporaryDirectory() as folder:
        with Program(game(folder, "rnbakabnr/9/9/2C1p4/9/9/9/2C6/9/RNBAKABNR w", "c2c5 h9g7")) as yaqi:
            for number, texts in enumerate(moves):
                choose(yaqi, "n", number)
                yaqi.wait_moves(list(texts))
            yaqi.picture("notation")


def repetition():
    """A repeated position is not judged, or by perpetual check, or by Asian rules, as chosen, at once."""
    checks, chase = "3k5/9/9/9/9/5p3/9/5p3/5K3/5C3 w", "2bakabnr/9/r1n1c4/2p1p1p1p/PP7/9/4P1P1P/2C3NC1/9/1NBAKAB1R w"
    idle = "b0c2 b9c7 c2b0 c7b9"
    with tempfile.TemporaryDirectory() as folder:
        for fen, moves, words in (
                (START, " ".join([idle] * 2), ["Red to move", "Red to move; the position was repeated: please judge",
                                               "Draw: the position was repeated"]),
                (checks, " ".join(["f1e1 f2e2 e1f1 e2f2"] * 2),
                 ["Red to move, the red general is in check", "Red wins: black gives perpetual check",
                  "Red wins: black gives perpetual check"]),
                (chase, "c2a2 a7b7 " + " ".join(["a2b2 b7a7 b2a2 a7b7"] * 2),
                 ["Red to move", "Red to move; the position was repeated: please judge",
                  "Black wins: red chases a piece for ever"]),
                ("4k4/9/9/9/9/r1r6/3C5/4B4/9/5K3 w", " ".join(["d3f3 c4g4 f3d3 g4c4"] * 2),
                 ["Red to move"] + ["Red to move; the position was repeated: please judge"] * 2)):
            with Program(game(folder, fen)) as yaqi:
                yaqi.find_text(re.compile("^Red to move"))
                choose(yaqi, "o", 0)
                play(yaqi, moves)
                for number, status in enumerate(words):
                    if number > 0:
                        choose(yaqi, "o", number)
                    yaqi.find_text(status, yaqi.window)


def endings():
    """Games without end: armies that cannot win, and the limit of moves without a capture."""
    with tempfile.TemporaryDirectory() as folder:
        with Program(game(folder, "3k5/9/9/9/9/9/9/4B4/4A4/4K4 w")) as yaqi:
            yaqi.find_text("Red to move; neither army can win, a draw is offered")
            play(yaqi, "e0f0")
            yaqi.find_text("Black to move; neither army can win, a draw is offered")
        with Program(game(folder, START)) as yaqi:
            yaqi.find_text("Red to move")
            limit(yaqi, 4)
            play(yaqi, "b0c2 b9c7 h0g2 h9g7")
            yaqi.find_text("Draw: too many moves without a capture")
            limit(yaqi, 0)
            yaqi.find_text("Red to move")


def files():
    """A game saved has the tags of the standard in their order, and opens again."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "saved.pgn")
        with Program() as yaqi:
            yaqi.key("ctrl+shift+n")
            yaqi.find_text("Xiangqi")
            play(yaqi, "h2e2 h9g7 h0g2")
            moves = yaqi.moves()
            yaqi.key("ctrl+s")
            yaqi.answer_file_dialog(file)
            wait(file.exists, "the saved game")
            yaqi.wait_title("^[^•]*$")
        tags = re.findall(r"^\[(\w+)", file.read_text(encoding="utf-8"), re.MULTILINE)
        order = ["Game", "Event", "Site", "Date", "Round", "RedTeam", "Red", "BlackTeam", "Black", "Result", "Format"]
        assert tags == [tag for tag in order if tag in tags] and tags[0] == "Game" and tags[-1] == "Format", tags
        with Program(file) as yaqi:
            yaqi.wait_moves(moves)


sys.exit(drive.run([refusals, notations, repetition, endings, files]))
