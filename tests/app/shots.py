#!/usr/bin/python3
"""shots.py FOLDER: takes pictures of the windows for people to look at: light, dark, small, large, sharp, Chinese.

Run it as ./dev shots FOLDER, on a display of its own. Needs ImageMagick's import.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import os
import pathlib
import subprocess
import sys
import tempfile

import duck
from drive import Program, Role, State, in_language, wait, walk, xdotool

# Name, size of the window or None for its own, additions to the environment or None where it cannot be had.
PICTURES = [
    ("light", None, {}),
    ("dark", None, {"GTK_THEME": "Adwaita:dark"}),
    ("contrast", None, {"GTK_THEME": "HighContrast"}),
    ("small", (900, 640), {}),
    ("large", (1920, 1080), {}),
    ("scale-2", None, {"GDK_SCALE": "2"}),
    ("chinese", None, in_language("zh_CN")),
]

MATE = "4k4/3P2P2/b2N2R2/7r1/2b6/9/9/3n5/4p3r/2R2K3 w"


def take(window, file):
    """Keeps a picture of an X window."""
    subprocess.run(["import", "-window", window, file], check=True)


def find_mate(yaqi, size):
    """Opens Check Position, finds a mate there by keyboard, and goes into its solution; returns the X window."""
    yaqi.key("ctrl+k")
    window = wait(lambda: next((window for window in yaqi.windows() if window.get_name() != yaqi.window.get_name()), None),
                  "the window Check Position")
    yaqi.wait_active(window)
    number = yaqi.x_window(window)
    if size:
        xdotool("windowsize", number, *size, "windowmove", number, 0, 0)
        yaqi.settle()
    yaqi.key("Tab", "ctrl+a")
    yaqi.type(MATE)
    yaqi.key("Return", "Tab", "Tab", "Tab", "space")
    yaqi.settle()
    yaqi.key("alt+f")
    wait(lambda: any(thing.get_state_set().contains(State.FOCUSED) and thing.get_parent().get_role() == Role.LIST_ITEM
                     for thing in walk(window)), "the keyboard in the solution")
    yaqi.key("Right", "Right")
    yaqi.settle()
    return number


def main(folder):
    os.makedirs(folder, exist_ok=True)
    moves = duck.SAMPLE_MOVES[:-1]
    with tempfile.TemporaryDirectory() as home:
        game = pathlib.Path(home, "sample.duck")
        game.write_text(f"{len(moves)}\n" + "".join(f"{a} {b} {c} {d}\n" for (a, b), (c, d) in moves),
                        encoding="ascii")
        for name, size, environment in PICTURES:
            if environment is None:
                print(f"no picture {name}: no locale is installed in which texts are translated")
                continue
            with Program(game, **environment) as yaqi:
                window = yaqi.x_window(yaqi.window)
                if size:
                    xdotool("windowsize", window, *size, "windowmove", window, 0, 0)
                yaqi.settle()
                yaqi.key("End")
                yaqi.settle()
                take(window, os.path.join(folder, f"{name}.png"))
                take(find_mate(yaqi, size), os.path.join(folder, f"{name}-mate.png"))


if __name__ == "__main__":
    main(sys.argv[1])
