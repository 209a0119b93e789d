#!/usr/bin/env python3
"""Starts the program where there is no display: it says what to do, or works without one.

Argument: the program.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import os
import subprocess
import sys

import tap

YAQI = sys.argv.pop(1)
HEADLESS = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}


def yaqi(*arguments):
    """Runs the program without a display."""
    return subprocess.run([YAQI, *arguments], env=HEADLESS, capture_output=True, text=True, timeout=60, check=False)


def no_display():
    """Without a display one line says what to do, and the exit status is 1."""
    run = yaqi()
    assert run.returncode == 1 and not run.stdout, run
    assert run.stderr.count("\n") == 1 and "--headless" in run.stderr, run.stderr


def version():
    """--version needs no display."""
    run = yaqi("--version")
    assert run.returncode == 0 and run.stdout.startswith("yaqi ") and not run.stderr, run


def headless():
    """--headless does what yaqi-cli does, and knows its options."""
    run = yaqi("--headless", "perft", "duck", "2")
    own = subprocess.run([os.environ["YAQI_CLI"], "perft", "duck", "2"], capture_output=True, text=True, check=True)
    assert run.returncode == 0 and run.stdout.split()[:2] == own.stdout.split()[:2], (run, own)


sys.exit(tap.run([no_display, version, headless]))
