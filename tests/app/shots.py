#!/usr/bin/python3
"""shots.py FOLDER: takes pictures of the window for people to look at: light, dark, small, large, sharp, Chinese.

Run it as ./dev shots FOLDER, on a display of its own. Needs ImageMagick's import.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import os
import pathlib
import subprocess
import sys
import tempfile

import duck
from drive import Program, in_language, xdotool

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
                subprocess.run(["import", "-window", window, os.path.join(folder, f"{name}.png")], check=True)


if __name__ == "__main__":
    main(sys.argv[1])
