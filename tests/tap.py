"""A few lines of TAP for the tests written in Python.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import sys
import traceback


class Skip(Exception):
    """Raised by a test that cannot run here; the argument says why."""


def note(text):
    """Prints lines that explain; not a test point."""
    for line in str(text).splitlines():
        print("#", line)


def run(tests):
    """Runs functions, each a test point named by the first line of its documentation; returns the exit status.

    Arguments on the command line choose tests by parts of their function names.
    """
    wanted = sys.argv[1:]
    tests = [test for test in tests if not wanted or any(part in test.__name__ for part in wanted)]
    failed = 0
    print(f"1..{len(tests)}")
    for number, test in enumerate(tests, 1):
        name = test.__doc__.partition("\n")[0].rstrip(".")
        try:
            test()
            print(f"ok {number} - {name}", flush=True)
        except Skip as reason:
            print(f"ok {number} - {name} # SKIP {reason}", flush=True)
        except Exception:  # a failed assertion is one kind of surprise among others
            note(traceback.format_exc())
            print(f"not ok {number} - {name}", flush=True)
            failed += 1
    return failed != 0
