#!/usr/bin/python3
"""Uses the real window in Chinese, where nothing may speak English.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import gettext
import os
import re
import sys

import drive
import duck
from drive import Program, Role, walk

CHINESE = gettext.translation("yaqi", os.environ["YAQI_LOCALE_DIR"], ["zh_CN"])
# Names that are the same everywhere, and the classes of things that have no name of their own.
NOT_WORDS = re.compile(r"(Yaqi|PGN|FEN|(Gtk|Yq)\w+|[a-i]\d[a-i]\d|[\W\d_])*")


CHINA = drive.in_language("zh_CN")
if CHINA is None:
    print("1..0 # SKIP no locale but C is installed")
    sys.exit()


class ChineseProgram(Program):
    """The program in Chinese."""

    def __init__(self, *arguments):
        super().__init__(*arguments, **CHINA)

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
