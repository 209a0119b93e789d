"""Counts the test points in meson's testlog.json and prints, as the last line, the sum of them all.

A program that dies, hangs or ends without its plan is one failure more. Exit status 1: something failed, or nothing ran.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import json
import re
import sys

POINT = re.compile(r"^(not )?ok\b[ \d]*(?:- )?(.*?)(?:\s*# *(SKIP|TODO)\b(.*))?$", re.IGNORECASE)
# So many of the lines before a failed point are shown.
LINES = 40


def points(run):
    """The (verdict, description) of each test point of one program's run; a failed one's description goes
    on with the lines that the program printed before it."""
    found, notes = [], []
    for line in run["stdout"].splitlines():
        match = POINT.match(line)
        if not match:
            notes.append(f"    {line}")
            continue
        failed, name, directive, reason = match.groups()
        if directive:
            found.append(("skipped", f"{name} {directive}{reason}".strip()))
        elif failed:
            found.append(("failed", "\n".join([name, *notes[-LINES:]])))
        else:
            found.append(("passed", name))
        notes = []
    if run["result"] == "SKIP" and not found:
        found.append(("skipped", run["stdout"].strip().partition("# ")[2]))
    elif run["result"] == "OK" and not found:
        found.append(("passed", ""))
    elif run["result"] not in ("OK", "SKIP") and not any(verdict == "failed" for verdict, _ in found):
        found.append(("failed", "\n".join([f"{run['result'].lower()}, exit status {run['returncode']}", *notes[-LINES:]])))
    return found


def main(path):
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    try:
        with open(path, encoding="utf-8") as log:
            runs = [json.loads(line) for line in log]
    except FileNotFoundError:
        runs = []
    for run in runs:
        for line in run["stdout"].splitlines():
            if line.startswith("# unsteady"):
                print(f"{run['name']}: {line[2:]}")
        for verdict, name in points(run):
            counts[verdict] += 1
            if verdict != "passed":
                print(f"{verdict}: {run['name']}: {name}")
    print(", ".join(f"{count} {verdict}" for verdict, count in counts.items()))
    return 1 if counts["failed"] or not counts["passed"] + counts["skipped"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
