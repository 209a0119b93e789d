#!/usr/bin/python3
"""Uses the real window in Chinese, where nothing may speak English.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import gettext
import os
import re
import subprocess
import sys

import drive
import duck
from drive import Program, Role, walk

CHINESE = gettext.translation("yaqi", os.environ["YAQI_LOCALE_DIR"], ["zh_CN"])
# Names that are the same everywhere, and the classes of things that have no name of their own.
NOT_WORDS = re.compile(r"(Yaqi|PGN|FEN|(Gtk|Yq)\w+|[a-i]\d[a-i]\d|[\W\d_])*")


def find_locale():
    """A locale in which texts are translated; since glibc 2.39 they are in none called C."""
    names = subprocess.run(["locale", "-a"], stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    names = [name for name in names if re.search(r"utf-?8$", name, re.IGNORECASE) and not name.startswith("C.")]
    if not names and tuple(map(int, os.confstr("CS_GNU_LIBC_VERSION").split()[1].split("."))) >= (2, 39):
        print("1..0 # SKIP no locale but C is installed")
        sys.exit()
    return next(iter(names), "C.UTF-8")


LOCALE = find_locale()


class ChineseProgram(Program):
    """The program in Chinese."""

    def __init__(self, *arguments):
        super().__init__(*arguments, LANGUAGE="zh_CN", LC_ALL=LOCALE)

    @staticmethod
    def say(text):
        return CHINESE.gettext(text)


def in_chinese():
    """In Chinese, points, buttons, status and refusals are Chinese, and a game can be played."""
    with ChineseProgram() as yaqi:
        board = yaqi.find(name=CHINESE.gettext("Board"))
        assert board.get_name() != "Board"
        origin, target = duck.SAMPLE_MOVES[0]
        yaqi.find_text(CHINESE.gettext("Red to move"))
        yaqi.click(yaqi.point(origin))
        yaqi.wait_point(origin, CHINESE.pgettext("point of the board", "selected"))
        yaqi.click(yaqi.point(target))
        yaqi.find_text(CHINESE.gettext("Blue to move"))
        yaqi.wait_point(target, CHINESE.pgettext("duck chess", "red guard"))
        english = {thing.get_name() for thing in [*walk(yaqi.root), *yaqi.points.values()]
                   if thing.get_role() not in (Role.APPLICATION, Role.TEXT)
                   and not NOT_WORDS.fullmatch(thing.get_name()) and re.search("[A-Za-z]{3}", thing.get_name())
                   and not re.search("[\u4e00-\u9fff]", thing.get_name())}
        assert not english - {"Minimize", "Maximize", "Close"}, english


sys.exit(drive.run([in_chinese]))
