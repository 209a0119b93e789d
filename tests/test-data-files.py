#!/usr/bin/env python3
"""Checks what is installed beside the program, with the tools of those who read it.

Arguments: the desktop file and the metainfo file as built, with their translations.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import pathlib
import shutil
import subprocess
import sys
import xml.etree.ElementTree

import tap

ROOT = pathlib.Path(__file__).resolve().parents[1]
APP = "io.github.yaqi_game.Yaqi"
UI_SCHEMA = pathlib.Path("/usr/share/gtk-4.0/gtk4builder.rng")
DESKTOP, METAINFO = map(pathlib.Path, (sys.argv.pop(1), sys.argv.pop(1)))


def check(*command):
    """Runs a checker that says with its exit status whether all is well."""
    if not shutil.which(command[0]):
        raise tap.Skip(f"{command[0]} is not installed")
    run = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    assert run.returncode == 0, f"{run.stdout}{run.stderr}"


def desktop_file():
    """The desktop file is right."""
    check("desktop-file-validate", DESKTOP)
    assert "Name[zh_CN]=鸭棋" in DESKTOP.read_text(encoding="utf-8")


def metainfo():
    """The metainfo file is right."""
    check("appstreamcli", "validate", "--no-net", METAINFO)


def schema():
    """The settings schema is right."""
    check("glib-compile-schemas", "--strict", "--dry-run", ROOT / "resources")


def mime_types():
    """The desktop file opens the types that the MIME package declares."""
    package = xml.etree.ElementTree.parse(ROOT / "resources" / f"{APP}.mime.xml")
    declared = {kind.get("type") for kind in package.iter("{http://www.freedesktop.org/standards/shared-mime-info}mime-type")}
    line = next(line for line in DESKTOP.read_text(encoding="utf-8").splitlines() if line.startswith("MimeType="))
    assert declared <= set(line.removeprefix("MimeType=").split(";")), declared


def interfaces():
    """The .ui files follow GtkBuilder's schema."""
    if not UI_SCHEMA.exists():
        raise tap.Skip(f"{UI_SCHEMA} is not there")
    check("xmllint", "--noout", "--relaxng", UI_SCHEMA, *sorted(ROOT.glob("ui/*.ui")))


sys.exit(tap.run([desktop_file, metainfo, schema, mime_types, interfaces]))
