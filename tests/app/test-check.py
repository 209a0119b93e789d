#!/usr/bin/python3
"""Sets up xiangqi positions in the real window, which judges them while they are made.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import contextlib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import drive
from drive import Program, Role, State, wait, walk, xdotool


def place(yaqi, window, square):
    """A point of the board in a window, by its name in xiangqi."""
    board = yaqi.find(Role.TABLE, "Board", window)
    return wait(lambda: next((cell for cell in map(board.get_child_at_index, range(board.get_child_count()))
                              if cell.get_name().startswith(f"{square}, ")), None), f"the point {square}")


class Check:
    """The window Check Position of a program, as one that tests it sees it."""

    def __init__(self, yaqi):
        """Waits for the window."""
        self.yaqi = yaqi
        self.window = wait(lambda: next((window for window in yaqi.windows()
                                         if window.get_name() == "Check Position"), None), "the window Check Position")
        yaqi.wait_active(self.window)
        # Looked for once: every step through the tree is a message between two programs.
        board = yaqi.find(Role.TABLE, "Board", self.window)
        cells = wait(lambda: [board.get_child_at_index(i) for i in range(board.get_child_count())], "points")
        self.points = {cell.get_name()[:2]: cell for cell in cells}
        self.buttons = {}
        self.list = yaqi.find(Role.LIST, "Explanation", self.window)

    def point(self, square):
        """A point of the board: e9."""
        return self.points[square]

    def pieces(self):
        """What stands on the board: {"e9": "black general"}."""
        names = [cell.get_name().split(", ") for cell in self.points.values()]
        return {name[0]: name[1] for name in names if name[1] != "empty"}

    def wait_pieces(self, pieces):
        """Waits until exactly these pieces are on the board."""
        wait(lambda: self.pieces() == pieces, lambda: f"the pieces {pieces}; there are {self.pieces()}")

    def button(self, name):
        """A button of the window."""
        if name not in self.buttons:
            self.buttons[name] = self.yaqi.find(Role.PUSH_BUTTON, re.compile(f"{name}$"), self.window)
        return self.buttons[name]

    def drag_from_tray(self, piece, square):
        """Drags a piece from the tray, as slowly as a hand does: a button let go before the drag has begun ends none."""
        window, x0, y0 = self.yaqi.place(self.button(piece))
        _, x1, y1 = self.yaqi.place(self.point(square))
        xdotool("mousemove", "--window", window, x0, y0, "mousedown", 1)
        for step in range(1, 5):
            xdotool("mousemove", "--window", window, x0 + (x1 - x0) * step // 4, y0 + (y1 - y0) * step // 4)
            self.yaqi.settle()
        xdotool("mouseup", 1)

    def read(self, text):
        """Types a position into the entry."""
        self.yaqi.click(self.yaqi.find(Role.TEXT, "Position as text", self.window))
        self.yaqi.key("ctrl+a")
        self.yaqi.type(text)
        self.yaqi.key("Return")

    def say(self, text):
        """Waits for a label of the window."""
        return self.yaqi.find_text(text, self.window)

    def lines(self):
        """The texts of the explanation."""
        texts = [thing.get_name() for thing in walk(self.list) if thing.get_role() == Role.LABEL]
        return [text for text in texts if not text.startswith("Gtk")]

    def wait_lines(self, lines):
        """Waits until the explanation has all these lines."""
        wait(lambda: set(lines) <= set(self.lines()), lambda: f"{lines} in the list; there are {self.lines()}")

    def show_page(self, name):
        """Clicks the tab of a page."""
        self.yaqi.click(self.yaqi.find(Role.PAGE_TAB, name, self.window))

    def walk_to(self, square):
        """Brings the keyboard's cursor to a point with the arrows; the board has the focus."""
        def focused():
            return next((name for name, cell in self.points.items()
                         if cell.get_state_set().contains(State.FOCUSED)), None)

        here = wait(focused, "a focused point")
        rank, file = int(square[1]) - int(here[1]), ord(square[0]) - ord(here[0])
        self.yaqi.key(*["Up" if rank > 0 else "Down"] * abs(rank), *["Right" if file > 0 else "Left"] * abs(file))
        wait(lambda: self.points[square].get_state_set().contains(State.FOCUSED), f"the cursor on {square}")


SAMPLE = {"e9": "black general", "e6": "red horse", "e0": "red general", "e3": "red cannon"}
SAMPLE_VERDICT = "Black is in check, not mate: 2 ways out"
SAMPLE_LINES = ["Check from the cannon at e3", "K5=4: out of check", "K5=6: out of check",
                "K5+1: the cannon at e3 would take the general"]
MATE_IN_3 = {"e9": "black general", "d8": "red soldier", "g8": "red soldier", "a7": "black elephant",
             "d7": "red horse", "g7": "red chariot", "h6": "black chariot", "c5": "black elephant",
             "d2": "black horse", "e1": "black soldier", "i1": "black chariot", "c0": "red chariot",
             "f0": "red general"}


def set_up_by_mouse(check, pieces):
    """An empty board, then every piece from the tray."""
    yaqi = check.yaqi
    yaqi.click(check.button("Empty board"))
    check.wait_pieces({})
    hand = None
    for square, piece in pieces.items():
        if piece != hand:  # it stays in the hand until another is taken
            yaqi.click(check.button(piece))
        yaqi.click(check.point(square))
        hand = piece
    check.wait_pieces(pieces)
    yaqi.key("Escape")


def by_mouse():
    """The second sample of the judge by mouse alone: set up, judged with both ways out, changed and put back."""
    with Program() as yaqi:
        yaqi.click(yaqi.find(Role.PUSH_BUTTON, "Main menu"))
        yaqi.click(yaqi.find_menu_item("Check Position…"))
        check = Check(yaqi)
        set_up_by_mouse(check, SAMPLE)
        check.say(SAMPLE_VERDICT)
        check.wait_lines(SAMPLE_LINES)

        yaqi.drag(check.point("e3"), yaqi.find(Role.TEXT, "Position as text", check.window))
        check.wait_pieces({square: piece for square, piece in SAMPLE.items() if square != "e3"})
        check.drag_from_tray("red cannon", "e2")
        check.wait_pieces({**{square: piece for square, piece in SAMPLE.items() if square != "e3"}, "e2": "red cannon"})
        yaqi.drag(check.point("e2"), check.point("e3"))
        check.wait_pieces(SAMPLE)
        yaqi.click(check.point("e6"), button=3)
        check.say("No check: black has 3 moves")
        yaqi.click(check.button("Undo"))
        check.say(SAMPLE_VERDICT)


def by_keyboard():
    """Three positions by keyboard alone: a mate, a stalemate, and a check of red."""
    with Program() as yaqi:
        yaqi.key("ctrl+k")
        check = Check(yaqi)
        check.walk_to("d4")
        yaqi.key("R")
        check.say("CHECKMATE: black has lost")
        yaqi.key("Delete")
        check.walk_to("e8")
        yaqi.key("P")
        check.say("Stalemate: black has no move and loses")
        yaqi.key("BackSpace", "ctrl+z", "ctrl+z")
        check.say("No check: black has 1 move")
        yaqi.key("ctrl+shift+z")
        check.say("Stalemate: black has no move and loses")
        check.walk_to("e5")
        yaqi.key("r")
        check.walk_to("e8")
        yaqi.key("Delete")
        check.say("Impossible position")
        check.wait_lines(["It is black's turn, and the chariot at e5 could take the red general"])
        yaqi.press_until("shift+Tab", lambda: check.button("Red to move").get_state_set().contains(State.FOCUSED))
        yaqi.key("space")
        check.say(re.compile("^Red is in check, not mate"))


def by_accessibility():
    """A position through accessibility actions alone; a line of the explanation is shown on the board."""
    with Program() as yaqi:
        yaqi.key("ctrl+k")
        check = Check(yaqi)
        yaqi.act(check.button("Empty board"))
        for square, piece in SAMPLE.items():
            yaqi.act(check.button(piece))
            wait(lambda: check.button(piece).get_state_set().contains(State.PRESSED), f"the {piece} in the hand")
            yaqi.act(check.point(square))
        check.wait_pieces(SAMPLE)
        check.say(SAMPLE_VERDICT)
        check.wait_lines(SAMPLE_LINES)
        label = check.say(SAMPLE_LINES[3])
        above = [label]
        while above[-1].get_role() != Role.LIST:
            above.append(above[-1].get_parent())
        # GTK 4.8 names it after its class; in GTK 4.18 the item of the list is the one.
        yaqi.act(next((thing for thing in above if thing.get_name() == "YqChoiceRow"), None)
                 or next(thing for thing in above if thing.get_role() == Role.LIST_ITEM))
        yaqi.picture("line-shown")


def texts():
    """Texts of the judge and FENs are read; what is wrong with a text is said."""
    with Program() as yaqi:
        yaqi.key("ctrl+k")
        check = Check(yaqi)
        check.read("3 1 5 / h 4 5 / g 10 5 / c 7 5")
        check.say(SAMPLE_VERDICT)
        check.wait_pieces(SAMPLE)
        check.read("4k4/9/9/4N4/9/9/4C4/9/9 b")
        check.say("Line 1, column 24: the position cannot be read: ranks: 9 instead of 10")
        check.wait_pieces(SAMPLE)
        check.read("rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r")
        check.say("No check: red has 44 moves")


@contextlib.contextmanager
def clipboard(text):
    """Holds a text in the clipboard."""
    owner = subprocess.Popen([os.environ["YAQI_CLIPBOARD"]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        owner.stdin.write(text)
        owner.stdin.close()
        owner.stdout.readline()
        yield
    finally:
        owner.kill()
        owner.wait()
        owner.stdout.close()


def thousand():
    """A thousand positions are pasted: counted by verdict, filtered, opened, exported."""
    lines = []
    for number in range(250):
        lines += ["3k5/9/9/9/9/3R5/9/9/9/4K4 b", "4k4/9/9/4N4/9/9/4C4/9/9/4K4 b", "3k5/9/9/9/9/9/9/9/9/4K4 b",
                  "nonsense" if number % 10 == 0 else "4k4/9/9/9/9/9/9/9/9/4K4 w"]
    with clipboard("\n".join(lines)), tempfile.TemporaryDirectory() as folder, Program() as yaqi:
        yaqi.key("ctrl+k")
        check = Check(yaqi)
        yaqi.key("ctrl+v")
        check.say("1000 positions\ncheckmate: 250 · check: 250 · no check: 250 · impossible: 225 · unreadable: 25")
        yaqi.click(check.say("Line 2: check"))
        check.say(SAMPLE_VERDICT)
        yaqi.click(check.button("Export…"))
        file = pathlib.Path(folder, "list.csv")
        yaqi.answer_file_dialog(file)
        wait(file.exists, "the exported list")
        table = file.read_text(encoding="utf-8").splitlines()
        assert len(table) == 1001, len(table)
        assert table[2] == "2,4k4/9/9/4N4/9/9/4C4/9/9/4K4 b,check,e9d9 e9f9,", table[2]


def pasted_into_entry():
    """What has several lines is read when it is pasted into the entry; a single line is put there to be edited."""
    with clipboard("3 1 5\nh 4 5\ng 10 5\nc 7 5\n0 0 0\n"), Program() as yaqi:
        yaqi.key("ctrl+k")
        check = Check(yaqi)
        entry = yaqi.find(Role.TEXT, "Position as text", check.window)
        yaqi.click(entry)
        yaqi.key("ctrl+v")
        check.say(SAMPLE_VERDICT)
        check.wait_pieces(SAMPLE)
        with clipboard("3k5/9/9/3R5/9/9/9/9/9/4K4\n"):
            yaqi.click(entry)
            yaqi.key("ctrl+a", "ctrl+v")
            wait(lambda: drive.written(entry) == "3k5/9/9/3R5/9/9/9/9/9/4K4", "the text in the entry")
            yaqi.type(" b")
            yaqi.key("Return")
            check.say("CHECKMATE: black has lost")
        with clipboard("3k5/9/9/3R5/9/9/9/9/9/4K4 b\nnonsense\n"):
            yaqi.click(entry)
            yaqi.key("ctrl+a", "ctrl+v")
            check.say("2 positions\ncheckmate: 1 · unreadable: 1")


def kept_and_copied():
    """A position is there again in the next run; copied as text it can be pasted."""
    with tempfile.TemporaryDirectory() as home:
        settings = {"GSETTINGS_BACKEND": "keyfile", "XDG_CONFIG_HOME": home}
        with Program(**settings) as yaqi:
            yaqi.key("ctrl+k")
            check = Check(yaqi)
            check.read("3 1 5 / h 4 5 / g 10 5 / c 7 5")
            check.wait_pieces(SAMPLE)
            yaqi.key("ctrl+q")
            yaqi.wait_end()
        with Program(**settings) as yaqi:
            yaqi.key("ctrl+k")
            check = Check(yaqi)
            check.wait_pieces(SAMPLE)
            check.say(SAMPLE_VERDICT)
            yaqi.click(check.point("a5"))
            yaqi.key("ctrl+c")
            yaqi.click(check.button("Empty board"))
            check.wait_pieces({})
            yaqi.click(check.point("a5"))
            yaqi.key("ctrl+v")
            check.wait_pieces(SAMPLE)


def mates():
    """A mate in three is set up and found by mouse, its solution walked and exported; a cook is named."""
    with tempfile.TemporaryDirectory() as folder, Program() as yaqi:
        yaqi.key("ctrl+k")
        check = Check(yaqi)
        set_up_by_mouse(check, MATE_IN_3)
        yaqi.click(check.button("Red to move"))
        check.say("No check: red has 32 moves")
        check.show_page("Find Mate")
        yaqi.click(check.button("Find Mate"))
        check.say("Red mates in 3, and no faster by checks")
        check.say(re.compile("^R3=5 is the only first move that mates"))
        pieces = dict(MATE_IN_3)
        for move in ("g7e7", "c5e7", "d8e8"):
            yaqi.click(check.button("One move forward"))
            pieces[move[2:]] = pieces.pop(move[:2])
            check.wait_pieces(pieces)
        yaqi.click(check.button("First position"))
        check.wait_pieces(MATE_IN_3)
        yaqi.click(check.button("Last position"))
        wait(lambda: check.pieces() != MATE_IN_3, "the mate on the board")
        yaqi.click(yaqi.find(Role.PUSH_BUTTON, re.compile("Export…$"), check.window))
        file = pathlib.Path(folder, "solution.pgn")
        yaqi.answer_file_dialog(file)
        wait(file.exists, "the exported solution")
        assert "(" in file.read_text(encoding="utf-8")
        yaqi.click(check.button("First position"))
        check.wait_pieces(MATE_IN_3)

        # A move's menu goes there and offers only what can be done.
        yaqi.click(yaqi.find(Role.PUSH_BUTTON, "R3=5", check.window), button=3)
        items = wait(lambda: list(yaqi.menu_items()), "the menu of a move")
        assert len(items) == 3 and all(item.get_state_set().contains(State.SENSITIVE) for item in items), items
        yaqi.click(items[0])
        wait(lambda: not list(yaqi.menu_items()), "the end of the menu")
        yaqi.click(check.button("First position"))
        check.wait_pieces(MATE_IN_3)
        yaqi.key("ctrl+v")
        check.wait_pieces({**{square: piece for square, piece in MATE_IN_3.items() if square != "g7"},
                           "e7": MATE_IN_3["g7"]})

        check.read("3k5/9/9/9/9/9/9/R8/1R7/4K4 w")
        check.show_page("Find Mate")
        yaqi.click(check.button("Find Mate"))
        check.say(re.compile("^Not the only first move; as fast: "))


def solution_by_keyboard():
    """A mate is found and its solution walked by keyboard alone: the keyboard is always where one goes on, the arrows
    go from move to move and into variations, and no stray key loses the solution."""
    with Program() as yaqi:
        yaqi.key("ctrl+k")
        check = Check(yaqi)
        check.read("4k4/3P2P2/b2N2R2/7r1/2b6/9/9/3n5/4p3r/2R2K3 w")
        verdict = check.say("No check: red has 32 moves")
        tab = yaqi.find(Role.PAGE_TAB, "Find Mate", check.window)
        while not tab.get_state_set().contains(State.FOCUSED):
            yaqi.key("Tab")
            yaqi.settle()
        yaqi.key("space")
        check.button("Find Mate")
        yaqi.key("alt+f")
        check.say("Red mates in 3, and no faster by checks")
        # Looked for once: every step through the tree is a message between two programs.
        moves = yaqi.find(Role.LIST, "Moves", check.window)
        step = None

        def focused():
            return next((thing.get_name() for thing in walk(moves) if thing.get_state_set().contains(State.FOCUSED)), None)

        wait(lambda: focused() == "R3=5", "the keyboard at the first move")
        for key, number, move in [("Right", 1, "R3=5"), ("Right", 2, "E3-5"), ("Down", 4, "K5+1"), ("Down", 4, "K5=4"),
                                  ("Left", 3, "P6=5"), ("End", 5, "H6+8"), ("Page_Up", 4, "K5=4"), ("Home", 0, "R3=5"),
                                  ("Down", 1, "R3=5"), ("x", 1, "R3=5"), ("Return", 1, "R3=5"), ("Delete", 1, "R3=5"),
                                  ("Page_Down", 2, "E3-5"), ("ctrl+z", 1, "R3=5"), ("Right", 2, "E3-5")]:
            yaqi.key(key)
            step = step or check.say("Solution, step 1 of 5")
            if number:
                wait(lambda: step.get_name() == f"Solution, step {number} of 5",
                     lambda: f"step {number} after {key}; it says {step.get_name()!r}")
            else:
                check.wait_pieces(MATE_IN_3)
            wait(lambda: focused() == move, lambda: f"the keyboard on {move} after {key}; it is on {focused()}")
        # The menu of a move gives the keyboard back.
        yaqi.key("shift+F10")
        wait(lambda: list(yaqi.menu_items()), "the menu of a move")
        yaqi.key("Escape")
        wait(lambda: not list(yaqi.menu_items()), "the end of the menu")
        wait(lambda: focused() == "E3-5", lambda: f"the keyboard where it was; it is on {focused()}")
        # On the board keys change nothing now; a click in the solution takes the keyboard there again.
        yaqi.click(check.point("a4"))
        yaqi.key("r", "Delete", "Down", "Return")
        check.say("The board shows the solution; press Escape to go back and move pieces")
        yaqi.click(yaqi.find(Role.PUSH_BUTTON, "P6=5", moves))
        wait(lambda: step.get_name() == "Solution, step 3 of 5" and focused() == "P6=5", "the move that was clicked")
        yaqi.key("Left")
        wait(lambda: step.get_name() == "Solution, step 2 of 5" and focused() == "E3-5", "the move before")
        yaqi.key("End")
        wait(lambda: verdict.get_name() == "CHECKMATE: black has lost", "the mate")
        yaqi.key("Escape")
        wait(lambda: verdict.get_name() == "No check: red has 32 moves", "the position set up")
        check.wait_pieces(MATE_IN_3)
        # What is deliberate can be taken back, and the solution with it.
        yaqi.click(check.point("a4"))
        yaqi.key("R")
        check.wait_pieces({**MATE_IN_3, "a4": "red chariot"})
        yaqi.key("ctrl+z")
        check.wait_pieces(MATE_IN_3)
        check.say("Red mates in 3, and no faster by checks")


def closed_while_searching():
    """Closing the window ends a search that would go on for hours, and gives back its memory."""
    with Program() as yaqi:
        yaqi.key("ctrl+k")
        check = Check(yaqi)
        yaqi.click(check.button("Start position"))
        check.show_page("Find Mate")
        kind = yaqi.find(Role.COMBO_BOX, None, check.window)  # GTK 4.18 names it after what is chosen
        yaqi.click(kind)
        yaqi.settle()
        yaqi.key("Down", "Return")
        yaqi.settle()
        yaqi.click(check.button("Find Mate"))
        yaqi.find(Role.PUSH_BUTTON, re.compile("Cancel$"), check.window)
        wait(lambda: "yaqi-mate" in yaqi.threads(), "the search")
        yaqi.key("ctrl+w")
        wait(lambda: len(yaqi.windows()) == 1, "the end of the window")
        wait(lambda: "yaqi-mate" not in yaqi.threads(), "the end of the search")


def from_game_and_back():
    """The position of a game is checked and changed, which leaves the game alone; then it is played from there."""
    with Program() as yaqi:
        yaqi.key("ctrl+shift+n")
        yaqi.find_text("Xiangqi")
        yaqi.key("ctrl+shift+k")
        check = Check(yaqi)
        check.say("No check: red has 44 moves")
        check.read("3k5/9/9/3R5/9/9/9/9/9/4K4 b")
        check.say("CHECKMATE: black has lost")
        check.wait_lines(["Check from the chariot at d6"])
        yaqi.click(check.button("black chariot"))
        yaqi.click(check.point("d7"))
        check.say(re.compile("^No check"))
        yaqi.click(check.point("d7"), button=3)
        check.say("CHECKMATE: black has lost")
        yaqi.click(check.point("e0"), button=3)
        check.say("Impossible position")
        yaqi.key("ctrl+z")
        check.say("CHECKMATE: black has lost")

        yaqi.click(check.button("Red to move"))
        check.say("Impossible position")
        yaqi.click(check.point("d6"), button=3)
        assert place(yaqi, yaqi.window, "e0").get_name() == "e0, red general", "the game was touched"
        yaqi.click(check.button("Play from Here"))
        wait(lambda: place(yaqi, yaqi.window, "d9").get_name() == "d9, black general", "the position in the game")
        yaqi.type("e0e1")
        yaqi.find_text(re.compile("^Black to move"), yaqi.window)


sys.exit(drive.run([from_game_and_back, kept_and_copied, by_mouse, by_keyboard, by_accessibility, texts, thousand, pasted_into_entry,
                    mates, solution_by_keyboard, closed_while_searching]))
