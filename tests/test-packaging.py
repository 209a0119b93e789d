#!/usr/bin/env python3
"""Checks what no compiler sees: the flatpak manifest and the shell scripts.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import json
import pathlib
import shutil
import subprocess
import sys

import tap

ROOT = pathlib.Path(__file__).resolve().parents[1]
MANIFEST = ROOT / "flatpak" / "io.github.yaqi_game.Yaqi.json"
SCRIPTS = [ROOT / "dev", ROOT / ".ci" / "run", ROOT / "tests" / "with-display.sh"]


def silent(*command):
    """Runs a checker that is silent when all is well."""
    if not shutil.which(command[0]):
        raise tap.Skip(f"{command[0]} is not installed")
    run = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    assert run.returncode == 0 and not run.stderr, f"{run.stdout}{run.stderr}"


def manifest_asks_for_a_window_and_nothing_else():
    """The flatpak asks for a window and for nothing of the host."""
    manifest = json.loads(MANIFEST.read_text(encoding="utf-8"))
    assert manifest["id"] == MANIFEST.stem
    allowed = {"--share=ipc", "--socket=wayland", "--socket=fallback-x11", "--device=dri"}
    assert set(manifest["finish-args"]) <= allowed, manifest["finish-args"]


def manifest_is_understood():
    """flatpak-builder reads the manifest without a complaint."""
    silent("flatpak-builder", "--show-manifest", MANIFEST)


def scripts_parse():
    """The shell scripts parse."""
    for script in SCRIPTS:
        silent("bash", "-n", script)


def scripts_are_clean():
    """shellcheck has nothing to say about the shell scripts."""
    silent("shellcheck", *SCRIPTS)


sys.exit(tap.run([manifest_asks_for_a_window_and_nothing_else, manifest_is_understood, scripts_parse,
                  scripts_are_clean]))
