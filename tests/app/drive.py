"""Drives the real window from outside, as a screen reader, a mouse and a keyboard do.

No pixel position and no fixed pause stands in a test: things are found by what they are called, places come from the
extents in the accessibility tree, and every wait polls until what is awaited has come about.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import contextlib
import ctypes
import functools
import itertools
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from xml.etree import ElementTree

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
import tap  # noqa: E402

# Long enough for two slow cores that also run everything else; nothing that works ever waits so long.
PATIENCE = 120
Role = Atspi.Role
State = Atspi.StateType
# How a test ends, as its process says.
PASSED, FAILED, CRASHED = 0, 1, 2
# GTK 4.8 calls a label without a text so.
NAMELESS = "GtkLabel"
# libatspi asks every new program for a cache that GTK does not have, and complains.
GLib.log_set_handler("dbind", GLib.LogLevelFlags.LEVEL_WARNING, lambda *_: None, None)
# Left alone, it gives up a question after 0.8 s, which a busy machine may well take.
Atspi.set_timeout(PATIENCE * 1000, PATIENCE * 1000)


def wait(condition, what):
    """Polls until condition() is true and returns that value; what, a text or a function that makes
    it, says what was awaited in vain."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            value = condition()
        except GLib.Error:  # an object of the tree went away while we looked at it
            value = None
        if value:
            return value
        if time.monotonic() > end:
            raise TimeoutError(f"never came about: {what() if callable(what) else what}")
        time.sleep(0.02)


def walk(root):
    """root and everything visible below it, except the points of a board, which Program.point() finds faster,
    and the inside of GTK's file chooser: GTK 4.8 answers questions about the rows that come and go there
    with a critical."""
    yield root
    if root.get_role() == Role.TABLE or root.get_name() == "GtkFileChooserWidget":
        return
    for index in range(root.get_child_count()):
        child = root.get_child_at_index(index)
        if child is not None and child.get_state_set().contains(State.VISIBLE):
            yield from walk(child)


def matches(text, pattern):
    """Is text the pattern, a string, or does the pattern, a regular expression, occur in it?"""
    return bool(pattern.search(text)) if isinstance(pattern, re.Pattern) else text == pattern


def has_role(thing, role):
    """Is it the role of a thing? To GTK 4.8 a toggle button is a push button like others."""
    return thing.get_role() == role or role == Role.PUSH_BUTTON and thing.get_role() == Role.TOGGLE_BUTTON


def written(entry):
    """The text in an entry."""
    return Atspi.Text.get_text(entry, 0, Atspi.Text.get_character_count(entry))


def xdotool(*arguments):
    """What xdotool prints."""
    run = subprocess.run(["xdotool", *map(str, arguments)], stdout=subprocess.PIPE, text=True, check=False)
    return run.stdout.split()


def in_language(language):
    """The environment in which the program speaks a language, also where its locale is not installed: any locale
    will do in which texts are translated at all. Since glibc 2.39 those called C are none; None without another."""
    names = subprocess.run(["locale", "-a"], stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    names = [name for name in names if re.search(r"utf-?8$", name, re.IGNORECASE) and not name.startswith("C.")]
    if not names and tuple(map(int, os.confstr("CS_GNU_LIBC_VERSION").split()[1].split("."))) >= (2, 39):
        return None
    return {"LANGUAGE": language, "LC_ALL": next(iter(names), "C.UTF-8")}


class Program:
    """One run of the program, with its windows."""

    crashed = False  # one of them all

    def __init__(self, *arguments, folder=None, wait_for_window=True, **environment):
        """Starts it in a folder, with additions to the environment, and waits for its window."""
        self.log = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(
            [os.environ["YAQI"], *map(str, arguments)], cwd=folder,
            stdin=subprocess.DEVNULL, stdout=self.log, stderr=subprocess.STDOUT,
            env={**os.environ, "G_DEBUG": "fatal-criticals", **environment})
        self.points = {}
        self.root = self.window = None
        if wait_for_window:
            self.root = wait(self._find_root, "the program among the accessible ones")
            self.window = self.find(Role.FRAME)
            wait(lambda: self.x_window(self.window), "the window on the screen")
            self.wait_keyboard()

    @staticmethod
    def say(text):
        """What the program says for an English text; a class for another language says it in that."""
        return text

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        """Leaves nothing behind; after a surprise, shows what there was to see."""
        if kind is not None and self.root is not None:
            try:
                self.describe()
            except GLib.Error:
                pass
        Program.crashed |= self.process.poll() not in (None, 0, -signal.SIGKILL)
        self.process.kill()
        self.process.wait()
        self.log.seek(0)
        tap.note(self.log.read())
        self.log.close()

    def _find_root(self):
        if self.process.poll() is not None:
            raise ChildProcessError(f"the program ended with status {self.process.returncode} instead of opening a window")
        desktop = Atspi.get_desktop(0)
        # Nothing is to be kept: to clear what was kept of a program that has ended can be the death of libatspi.
        desktop.set_cache_mask(Atspi.Cache.NONE)
        for index in range(desktop.get_child_count()):
            child = desktop.get_child_at_index(index)
            if child is not None and child.get_process_id() == self.process.pid:
                child.set_cache_mask(Atspi.Cache.NONE)
                return child
        return None

    # What there is to see.

    def look(self, role=None, name=None, where=None):
        """The first visible object with this role and name (a string or regular expression), or None."""
        for thing in walk(where or self.root):
            if (role is None or has_role(thing, role)) and (name is None or matches(thing.get_name(), name)):
                return thing
        return None

    def find(self, role=None, name=None, where=None):
        """The same, waiting until it is there."""
        return wait(lambda: self.look(role, name, where),
                    f"{role.value_nick if role else 'anything'} called {getattr(name, 'pattern', name)!r}")

    def find_menu_item(self, label):
        """Waits for an item of the main menu, which is open. Items are counted: GTK 4.18 tells no names of them."""
        menu = ElementTree.parse(pathlib.Path(__file__).parents[2] / "ui" / "yq-window.ui").findall(
            "menu[@id='primary_menu']/section/*/attribute[@name='label']")
        number = [item.text.replace("_", "") for item in menu].index(label)
        return wait(lambda: next(itertools.islice(self.menu_items(), number, None), None), f"the menu item {label!r}")

    def menu_items(self):
        """The items of the open menu."""
        return (thing for thing in walk(self.root) if thing.get_role() == Role.MENU_ITEM)

    def find_close(self):
        """The button in the corner that closes the window; information bars have one, too."""
        return wait(lambda: next((thing for thing in walk(self.window) if thing.get_role() == Role.PUSH_BUTTON
                                  and thing.get_description() == "Close the window"), None), "the button of the window")

    def find_question(self, text):
        """Waits until a dialog with this text (a string or regular expression) can be answered with the keyboard."""
        window = self.find_text(text)
        while window.get_parent().get_role() != Role.APPLICATION:
            window = window.get_parent()
        self.wait_active(window)

    def find_text(self, text, where=None):
        """Waits until a label with this text (a string or regular expression) shows."""
        return self.find(Role.LABEL, text, where)

    def point(self, place):
        """The point of the board at (row, column), counted as duck chess does: red's home row is row 0."""
        if not self.points:
            board = self.find(name=self.say("Board"))
            cells = wait(lambda: [board.get_child_at_index(i) for i in range(board.get_child_count())],
                         "points on the board")
            self.points = {tuple(map(int, re.findall(r"\d", cell.get_name())[:2])): cell for cell in cells}
        return self.points[place]

    def pieces(self):
        """What stands on the duck chess board: {(row, column): "red car"}."""
        self.point((0, 0))
        names = {place: cell.get_name().split(", ")[1] for place, cell in self.points.items()}
        return {place: name for place, name in names.items() if name != "empty"}

    def wait_pieces(self, pieces):
        """Waits until exactly these pieces are on the board."""
        wait(lambda: self.pieces() == pieces, lambda: "the right pieces; surplus " + str(
            sorted(self.pieces().items() - pieces.items())) + ", missing " + str(
                sorted(pieces.items() - self.pieces().items())))
        self.picture("position")

    def wait_point(self, place, pattern):
        """Waits until the name of a point matches a regular expression."""
        wait(lambda: re.search(pattern, self.point(place).get_name()),
             lambda: f"{pattern!r} in the name {self.point(place).get_name()!r}")

    def wait_title(self, pattern):
        """Waits until the title of the main window matches a regular expression."""
        wait(lambda: re.search(pattern, self.window.get_name()),
             lambda: f"{pattern!r} in the title {self.window.get_name()!r}")

    def wait_gone(self, role, name):
        """Waits until nothing with this role and name is left."""
        wait(lambda: self.look(role, name) is None, f"the end of {getattr(name, 'pattern', name)!r}")

    def focused(self):
        """The place of the point that has the keyboard, or None."""
        self.point((0, 0))
        for place, cell in self.points.items():
            if cell.get_state_set().contains(State.FOCUSED):
                return place
        return None

    def moves(self):
        """The texts of the move log in order: moves with what the judge reports of them, and comments."""
        log = self.find(Role.LIST, self.say("Moves"))
        texts = []
        for thing in walk(log):
            if thing.get_role() == Role.PUSH_BUTTON:
                texts += filter(None, [thing.get_name(), thing.get_description()])
            elif thing.get_role() == Role.LABEL and thing.get_name() != NAMELESS:
                texts.append(thing.get_name())
        return texts

    def wait_moves(self, moves):
        """Waits until the move log shows exactly these texts."""
        wait(lambda: self.moves() == moves, lambda: f"the moves {moves} in the log; there are {self.moves()}")

    def describe(self):
        """Prints the windows as they are now, for whoever wonders why a test failed."""
        for thing in walk(self.root):
            if thing.get_role() in (Role.FRAME, Role.LABEL) and thing.get_name() != NAMELESS:
                tap.note(f"{thing.get_role_name()}: {thing.get_name()}")
        self.picture("failed")

    def picture(self, name):
        """Keeps a picture of the screen in the folder $YAQI_SHOTS, when there is one."""
        folder = os.environ.get("YAQI_SHOTS")
        if folder and shutil.which("import"):
            os.makedirs(folder, exist_ok=True)
            file = pathlib.Path(folder, f"{pathlib.Path(sys.argv[0]).stem}-{time.time():.2f}-{name}.png")
            subprocess.run(["import", "-window", "root", file], check=False)

    def processor_seconds(self):
        """The time that processors have spent in all threads of the program, ended ones too."""
        clock = ctypes.c_int()
        ctypes.CDLL(None).clock_getcpuclockid(self.process.pid, ctypes.byref(clock))
        return time.clock_gettime(clock.value)

    def threads(self):
        """The names of its threads."""
        names = []
        for file in pathlib.Path(f"/proc/{self.process.pid}/task").glob("*/comm"):
            with contextlib.suppress(OSError):  # it has just ended
                names.append(file.read_text().strip())
        return names

    def main_seconds(self):
        """The time that processors have spent in its main thread."""
        file = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/schedstat")
        return int(file.read_text(encoding="utf-8").split()[0]) / 1e9

    def settle(self, seconds=None):
        """Waits until the program has come to rest: no animation, no start-up, no load. With main_seconds its other
        threads may go on."""
        seconds = seconds or self.processor_seconds

        def rests():
            before = seconds()
            time.sleep(0.1)
            # What waits for a processor spends nothing either, but does not sleep.
            state = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
            return state == "S" and seconds() - before < 0.001
        wait(rests, "the program at rest")

    # Where things are.

    def windows(self):
        """All windows of the program."""
        children = [self.root.get_child_at_index(index) for index in range(self.root.get_child_count())]
        return [child for child in children if child is not None]

    def x_window(self, window):
        """The X window of an accessible window, or of the open menu; None while there is none."""
        titles = [" ".join(child.get_name().split()) for child in self.windows()]
        for number in xdotool("search", "--onlyvisible", "--pid", self.process.pid):
            title = " ".join(xdotool("getwindowname", number))
            if title == " ".join(window.get_name().split()) if window.get_role() != Role.MENU else title not in titles:
                return number
        return None

    def place(self, thing):
        """(X window, x, y) of the centre of a thing. An X window is larger than what the tree calls the
        window, by an invisible border that depends on the version of GTK."""
        surface, window = thing, thing
        while window.get_role() != Role.MENU and window.get_parent().get_role() != Role.APPLICATION:
            window = window.get_parent()
            surface = window if window.get_component_iface() else surface
        number = wait(lambda: self.x_window(window), f"window {window.get_name()!r} on the screen")
        size = dict(line.split("=") for line in xdotool("getwindowgeometry", "--shell", number))
        frame = surface.get_extents(Atspi.CoordType.WINDOW)
        box = thing.get_extents(Atspi.CoordType.WINDOW)
        return (number, (int(size["WIDTH"]) - frame.width) // 2 + box.x - frame.x + box.width // 2,
                (int(size["HEIGHT"]) - frame.height) // 2 + box.y - frame.y + box.height // 2)

    # Hands.

    def click(self, thing, button=1):
        """Clicks the centre of a thing with the mouse, when it has come to its place."""
        self.settle(self.main_seconds)
        window, x, y = self.place(thing)
        xdotool("mousemove", "--window", window, x, y, "click", button)

    def drag(self, thing, target):
        """Drags with the mouse, with points in between as a hand makes them."""
        self.settle(self.main_seconds)
        window, x0, y0 = self.place(thing)
        _, x1, y1 = self.place(target)
        steps = [(x0 + (x1 - x0) * i // 8, y0 + (y1 - y0) * i // 8) for i in range(9)]
        xdotool("mousemove", "--window", window, x0, y0, "mousedown", 1)
        for x, y in steps:
            xdotool("mousemove", "--window", window, x, y)
        xdotool("mouseup", 1)

    def key(self, *keys):
        """Presses keys, named as X names them: Return, ctrl+s."""
        if keys:
            self.wait_keyboard()
            xdotool("key", "--clearmodifiers", *keys)

    def press_until(self, key, condition):
        """Presses a key until condition() is true, each time waiting for what comes of it."""
        while not condition():
            self.key(key)
            self.settle(self.main_seconds)

    def type(self, text):
        """Types a text."""
        self.wait_keyboard()
        xdotool("type", "--clearmodifiers", text)

    def walk_to(self, place):
        """Brings the keyboard's cursor to a point of the board, red at the bottom, with Tab and the arrows."""
        self.press_until("Tab", self.focused)
        row, column = self.focused()
        self.key(*["Up" if place[0] > row else "Down"] * abs(place[0] - row),
                 *["Right" if place[1] > column else "Left"] * abs(place[1] - column))
        wait(lambda: self.focused() == place, lambda: f"the cursor on {place}; it is on {self.focused()}")

    def answer_file_dialog(self, path):
        """Waits for a dialog that asks for a file, types the absolute path in place of what is there and confirms."""
        dialog = wait(self._find_dialog, "a file dialog")
        self.wait_active(dialog)
        number = self.x_window(dialog)
        self.key("ctrl+a")
        self.type(path)
        self.settle()  # it looks for files that begin so, and GTK 4.18 loses what comes meanwhile

        def confirm():
            """Presses Return until that is the end: for GTK 4.18 the first may only choose the file in the list.
            The tree is left alone: GTK 4.8 answers questions while a dialog goes with a critical."""
            if number not in xdotool("search", "--onlyvisible", "--pid", self.process.pid):
                return True
            if xdotool("getactivewindow") == [number]:
                self.key("Return")
                time.sleep(0.5)
            return False

        wait(confirm, "the end of the file dialog")

    def _find_dialog(self):
        """The dialog that asks for a file: unlike a question it has a title."""
        for child in self.windows():
            if child.get_role() != Role.FRAME and child.get_name() and self.is_active(child):
                return child
        return None

    def is_active(self, window):
        """Does a window have the keyboard?"""
        return self.has_keyboard() and xdotool("getactivewindow", "getwindowname") == window.get_name().split()

    def has_keyboard(self):
        """Does a window of the program have the keyboard, for the window manager and the X server both?"""
        return (xdotool("getwindowfocus", "getwindowpid") == [str(self.process.pid)]
                and xdotool("getwindowfocus") == xdotool("getactivewindow"))

    def wait_keyboard(self):
        """Waits until it has; what is typed between two windows is lost."""
        wait(self.has_keyboard, "the keyboard's coming to the window")

    def wait_active(self, window):
        """Waits until a new window has the keyboard and its final place."""
        wait(lambda: self.is_active(window), f"the window {window.get_name()!r} to be active")
        self.settle()

    def act(self, thing, action=0):
        """Carries out an action of a thing through the accessibility tree."""
        wait(lambda: thing.get_action_iface() and thing.do_action(action), f"an action of {thing.get_name()!r}")

    # Ends.

    def wait_end(self, status=0):
        """Waits until the program has ended of itself."""
        assert self.process.wait(PATIENCE) == status, f"exit status {self.process.returncode}"

    def kill(self):
        """The end of a machine without power."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


# Tests.

def _apart(test):
    """The test in a process group of its own. Now and then libatspi itself dies when a thing goes away while it is
    asked about it; then the test is begun anew. So it is, and said, where $YAQI_ATTEMPTS allows it and the test came
    to grief otherwise, for a shared machine may stand still at any moment; but never when the program itself died."""
    def attempt():
        sys.stdout.flush()
        pid = os.fork()
        if pid == 0:
            status = FAILED
            try:
                os.setpgid(0, 0)
                test()
                status = PASSED
            except BaseException:
                tap.note(traceback.format_exc())
            finally:
                sys.stdout.flush()
                os._exit(CRASHED if Program.crashed else status)
        _, status = os.waitpid(pid, 0)
        if status != PASSED:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(pid, signal.SIGKILL)
            time.sleep(1)  # until the bus knows that the program is gone: the next one would call it
        return os.waitstatus_to_exitcode(status)

    @functools.wraps(test)
    def run():
        attempts, deaths = int(os.environ.get("YAQI_ATTEMPTS", "1")), 3
        while (status := attempt()) != PASSED:
            if status < 0:
                tap.note(f"libatspi ended the test with signal {-status}")
                deaths -= 1
            elif status == FAILED:
                attempts -= 1
            assert status != CRASHED and attempts > 0 and deaths > 0, "see above"
            tap.note(f"unsteady, begun anew: {test.__name__}")
    return run


def run(tests):
    """tap.run() for tests that drive the program; returns the exit status."""
    return tap.run([_apart(test) for test in tests])
