#!/usr/bin/env python3
"""Checks that every word for people can be translated, and that zh_CN translates every one.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import pathlib
import re
import subprocess
import sys
import tempfile

import tap

ROOT = pathlib.Path(__file__).resolve().parents[1]
PO = ROOT / "po"
KEYWORDS = ["_", "N_", "C_:1c,2", "NC_:1c,2", "ngettext:1,2", "g_dngettext:2,3"]
# What marks words for people in a file of each kind.
MARKS = {
    "src/*/*.[ch]": re.compile(r"\b(?:_|N_|C_|NC_|ngettext) ?\("),
    "ui/*.ui": re.compile('translatable="yes"'),
    "resources/*.desktop.in": re.compile("^Name=", re.M),
    "resources/*.metainfo.xml.in": re.compile("<name>"),
    "resources/*.gschema.xml": re.compile("gettext-domain"),
}


def listed(name):
    """The lines of po/NAME that are no comments."""
    lines = (PO / name).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def check(*command):
    """Runs a tool that says with its exit status whether all is well; returns what it prints."""
    run = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    assert run.returncode == 0, f"{command[0]}:\n{run.stdout}{run.stderr}"
    return run.stdout


def template(folder):
    """The words of the sources as they are now, as a .pot file."""
    pot = pathlib.Path(folder, "yaqi.pot")
    sources = pathlib.Path(folder, "POTFILES")
    sources.write_text("\n".join(listed("POTFILES")), encoding="utf-8")
    check("xgettext", "--from-code=UTF-8", *(f"--keyword={word}" for word in KEYWORDS), "-D", ROOT, "-f", sources,
          "-o", pot)
    return pot


def potfiles_name_every_file():
    """POTFILES names every file with words for people, no other, and is sorted."""
    files = [str(path.relative_to(ROOT)) for pattern, mark in MARKS.items() for path in ROOT.glob(pattern)
             if mark.search(path.read_text(encoding="utf-8"))]
    assert listed("POTFILES") == sorted(files), sorted(set(files) ^ set(listed("POTFILES"))) or "not sorted"


def interfaces_name_their_domain():
    """Every .ui file names the domain of its translations."""
    silent = [path.name for path in ROOT.glob("ui/*.ui") if '<interface domain="yaqi">' not in path.read_text("utf-8")]
    assert not silent, silent


def linguas_match():
    """LINGUAS is sorted and names the translations that are there."""
    assert listed("LINGUAS") == sorted(path.stem for path in PO.glob("*.po"))


def translations_are_well_formed():
    """No translation breaks a format, a mnemonic or a final line end."""
    for po in PO.glob("*.po"):
        check("msgfmt", "--check", "--check-accelerators=_", "-o", "/dev/null", po)


def chinese_is_complete():
    """zh_CN translates every word, certainly, and nothing that is gone."""
    with tempfile.TemporaryDirectory() as folder:
        pot = template(folder)
        check("msgcmp", PO / "zh_CN.po", pot)
        check("msgcmp", "--use-untranslated", pot, PO / "zh_CN.po")
    assert not check("msgattrib", "--only-obsolete", PO / "zh_CN.po"), "obsolete entries"


sys.exit(tap.run([potfiles_name_every_file, interfaces_name_their_domain, linguas_match,
                  translations_are_well_formed, chinese_is_complete]))
