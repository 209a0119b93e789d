#!/usr/bin/python3
"""Runs the built yaqi-cli (YAQI_CLI): answers, exit statuses, messages, and odd files. Prints TAP.

With programs of tests/bench in YAQI_BENCH_JUDGE, YAQI_PLAIN_DUCK and YAQI_PLAIN_MATE, the judges are
also compared with plain ones on random input.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import glob
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time

import tap

CLI = os.environ["YAQI_CLI"]
DATA = os.environ.get("YAQI_TEST_DATA", "tests/data")
CASES = os.environ.get("YAQI_CASES", "")

POINTS = []


def point(what):
    """Makes a function a test point of this name."""
    def register(function):
        function.__doc__ = what
        POINTS.append(function)
        return function
    return register


def cli(*args, data=b"", **files):
    """Status, stdout and stderr of a run; bytes in, bytes out."""
    run = subprocess.run([CLI, *args], input=None if "stdin" in files else data, timeout=60,
                         **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **files})
    return run.returncode, run.stdout, run.stderr.decode()


def check_run(run, status, out, err_pattern):
    """A run ended so, printed this, and said one line that fits the pattern (or nothing)."""
    assert run[:2] == (status, out), run
    if err_pattern:
        assert re.search(err_pattern, run[2]) and run[2].startswith("yaqi-cli: ") and run[2].count("\n") == 1, run
    else:
        assert run[2] == "", run


def same(what, args, status, out, err_pattern="", data=b"", run=cli):
    """A test point: such a run answers so."""
    point(what)(lambda: check_run(run(*args, data=data), status, out, err_pattern))


def read(path):
    with open(path, "rb") as file:
        return file.read()


def add_files(what, game, pattern):
    @point(f"judge {game}: {what}, as file and as stream")
    def _():
        paths = sorted(glob.glob(pattern))
        if not paths:
            raise tap.Skip("no such files")
        for path in paths:
            want = read(path[:-len(".in")] + ".out")
            assert cli("judge", game, path) == (0, want, ""), path
            assert cli("judge", game, data=read(path)) == (0, want, ""), path


for GAME, PREFIX in (("duck", "duck"), ("xiangqi", "mate")):
    add_files("own cases", GAME, f"{DATA}/judge/{PREFIX}-*.in")
    add_files("the collection", GAME, f"{CASES}/{PREFIX}/*.in")

RED_CAR, BLUE_CAR = b"red car;NA;no;no\n", b"blue car;NA;no;no\n"

DUCK_FAULTS = [
    ("nothing at all", b"", b"", r"line 1, column 1: expected the number of commands, found the end"),
    ("blanks alone", b" \n\n  ", b"", r"line 3, column 3: expected the number of commands, found the end"),
    ("a word for the count", b"three\n", b"", r"line 1, column 1: expected the number of commands, found “three”"),
    ("a negative count", b"-1\n0 0 1 0\n", b"", r"line 1, column 1: .*found “-1”"),
    ("a fraction for the count", b"1.5\n0 0 1 0\n", b"", r"line 1, column 1: .*found “1.5”"),
    ("too few lines", b"3\n0 0 1 0\n9 0 8 0\n", RED_CAR + BLUE_CAR,
     r"line 4, column 1: expected the row of the origin of command 3 of 3, found the end of the input"),
    ("a line that breaks off", b"3\n0 0 1 0\n9 0 8", RED_CAR,
     r"line 3, column 6: expected the column of the target of command 2 of 3, found the end"),
    ("more lines than the count says", b"1\n0 0 1 0\n9 0 8 0\n", RED_CAR,
     r"line 3, column 1: expected the end of the input after command 1 of 1, found “9”"),
    ("a word for a number", b"2\n0 0 1 0\n9 0 eight 0\n", RED_CAR,
     r"line 3, column 5: expected the row of the target of command 2 of 2, found “eight”"),
    ("a number with a tail", b"1\n0 0 1 0x\n", b"", r"line 2, column 7: .*found “0x”"),
    ("two signs", b"1\n0 0 1 --0\n", b"", r"line 2, column 7: .*found “--0”"),
    ("a sign alone", b"1\n0 0 1 -\n", b"", r"line 2, column 7: .*found “-”"),
    ("one more than an int holds", b"1\n0 0 2147483648 0\n", b"", r"line 2, column 5: .*“2147483648”, which is too large"),
    ("one less than an int holds", b"1\n0 0 -2147483649 0\n", b"", r"line 2, column 5: .*which is too large"),
    ("a number of 100 digits", b"1\n0 0 " + b"9" * 100 + b" 0\n", b"", r"line 2, column 5: .*“9{24}…”, which is too large"),
    ("a count beyond any integer", b"99999999999999999999\n0 0 1 0\n", b"", r"line 1, column 1: .*which is too large"),
    ("a NUL byte", b"2\n0 0 1 0\n9 0\x00 8 0\n", RED_CAR, r"line 3, column 3: .*found “0\\x00”"),
    ("a NUL byte alone", b"\x00", b"", r"line 1, column 1: .*found “\\x00”"),
    ("bytes that would colour a terminal", b"1\n\x1b[31m 0 1 0\n", b"", r"line 2, column 1: .*found “\\x1B\[31m”"),
    ("a word in Chinese", "1\n0 0 １ 0\n".encode(), b"", r"line 2, column 5: .*found “１”"),
    ("the place after a word in Chinese", "马马 1\n".encode(), b"", r"line 1, column 1: .*found “马马”"),
    ("bytes that are no text", b"1\n0 \xff\xfe 1 0\n", b"", r"line 2, column 3: .*found “\\xFF\\xFE”"),
    ("bytes that look like text and are none", b"1\n\xf4\x90\x80\x80 \xed\xa0\x80 1 0\n", b"",
     r"line 2, column 1: .*found “\\xF4\\x90\\x80\\x80”"),
    ("a byte order mark", b"\xef\xbb\xbf1\n0 0 1 0\n", b"", r"line 1, column 1: .*found “\\xEF\\xBB\\xBF1”"),
    ("lines that end with CR or CRLF", b"3\r0 0 1 0\r\n\r\n9 0 8 0\r0 1 x 0\r", RED_CAR + BLUE_CAR, r"line 5, column 5: .*found “x”"),
    ("all on one line", b"2 0 0 1 0 9 0 8 x", RED_CAR, r"line 1, column 17: .*found “x”"),
    ("a fault far behind the first buffer", b"20001\n" + b"0 0 0 0\n" * 20000 + b"0 0 0 z\n", b"Invalid command\n" * 20000,
     r"line 20002, column 7: expected the column of the target of command 20001 of 20001, found “z”"),
    ("a fault far right in one line", b"20001 " + b"0 0 0 0 " * 20000 + b"0 0 0 z\n", b"Invalid command\n" * 20000,
     r"line 1, column 160013: .*found “z”"),
]

XIANGQI_FAULTS = [
    ("nothing at all", b"", b"", r"line 1, column 1: expected the number of red pieces, 2 to 7, or the closing 0 0 0, found the end"),
    ("no closing 0 0 0", b"2 1 4\nG 10 5\nR 6 4\n", b"YES\n", r"line 4, column 1: expected the number of red pieces"),
    ("half a closing", b"2 1 4\nG 10 5\nR 6 4\n0 0\n", b"YES\n", r"line 5, column 1: expected the third 0 of the closing"),
    ("a closing that does not close", b"0 0 1\n", b"", r"line 1, column 5: expected the third 0 of the closing 0 0 0, 0 to 0, found “1”"),
    ("too few pieces", b"3 1 4\nG 10 5\nR 6 4\n\n0 0 0\n", b"",
     r"line 5, column 1: expected the letter of red piece 3 of 3, G, R, H or C, found “0”"),
    ("too many pieces", b"2 1 4\nG 10 5\nR 6 4\nR 7 7\n0 0 0\n", b"YES\n", r"line 4, column 1: .*number of red pieces.*found “R”"),
    ("one red piece", b"1 1 4\nG 10 5\n0 0 0\n", b"", r"line 1, column 1: .*found “1”"),
    ("eight red pieces", b"8 1 4\n", b"", r"line 1, column 1: .*found “8”"),
    ("a count below nothing", b"-2 1 4\n", b"", r"line 1, column 1: .*found “-2”"),
    ("a letter that is no piece", b"2 1 4\nG 10 5\nX 6 4\n0 0 0\n", b"", r"line 3, column 1: .*G, R, H or C, found “X”"),
    ("a small letter", b"2 1 4\nG 10 5\nr 6 4\n0 0 0\n", b"", r"line 3, column 1: .*found “r”"),
    ("a word for a letter", b"2 1 4\nG 10 5\nRook 6 4\n0 0 0\n", b"", r"line 3, column 1: .*found “Rook”"),
    ("a row below the board", b"2 1 4\nG 10 5\nR 11 4\n0 0 0\n", b"", r"line 3, column 3: expected the row of a red piece, 1 to 10, found “11”"),
    ("a column beside the board", b"2 1 4\nG 10 5\nR 6 0\n0 0 0\n", b"", r"line 3, column 5: expected the column of a red piece, 1 to 9, found “0”"),
    ("black's general outside its palace", b"2 4 4\nG 10 5\nR 6 4\n0 0 0\n", b"", r"line 1, column 3: expected the row of the black general in its palace, 1 to 3, found “4”"),
    ("black's general beside its palace", b"2 3 7\n", b"", r"line 1, column 5: expected the column of the black general in its palace, 4 to 6"),
    ("red's general outside its palace", b"2 1 4\nG 7 5\nR 6 4\n0 0 0\n", b"", r"line 2, column 3: expected the row of the red general in its palace, 8 to 10"),
    ("two pieces on a point", b"3 1 4\nG 10 5\nR 6 4\nC 6 4\n0 0 0\n", b"", r"line 4, column 5: expected a point without a piece, not 6 4 again"),
    ("a piece on black's general", b"2 1 4\nG 10 5\nR 1 4\n0 0 0\n", b"", r"line 3, column 5: expected a point without a piece"),
    ("two red generals", b"3 1 4\nG 10 5\nG 10 6\nR 6 4\n0 0 0\n", b"", r"line 3, column 1: .*R, H or C after the one G, found “G”"),
    ("no red general", b"2 1 4\nC 10 5\nR 6 4\n0 0 0\n", b"", r"line 3, column 5: expected a red general, G, among the 2 red pieces"),
    ("a number beyond any integer", b"2 1 4\nG 99999999999999999999 5\n", b"", r"line 2, column 3: .*which is too large"),
    ("a NUL byte", b"2 1 4\nG\x00 10 5\n", b"", r"line 2, column 1: .*found “G\\x00”"),
]


for GAME, FAULTS in (("duck", DUCK_FAULTS), ("xiangqi", XIANGQI_FAULTS)):
    for WHAT, INPUT, OUT, PATTERN in FAULTS:
        same(f"judge {GAME}: {WHAT}", ("judge", GAME), 2, OUT, "standard input: " + PATTERN, data=INPUT)
same("judge xiangqi: nothing counts after the closing", ("judge", "xiangqi"), 0, b"", data=b"0 0 0\nThat was all.\n")
same("judge duck: a zero of 100,000 digits", ("judge", "duck"), 0, RED_CAR, data=b"1\n" + b"0" * 100000 + b" 0 1 0\n")
same("judge duck: no stop at 1,000 commands", ("judge", "duck"), 0, b"Invalid command\n" * 5000,
     data=b"5000\n" + b"0 0 0 0\n" * 5000)


@point("judge duck: a fault in a file is named after it")
def _():
    with tempfile.NamedTemporaryFile(suffix=".txt") as file:
        file.write(b"1\nx")
        file.flush()
        check_run(cli("judge", "duck", file.name), 2, b"", re.escape(file.name) + ": line 2, column 1: ")


def cli_to_full_disk(*args, data):
    with open("/dev/full", "wb") as full:
        status, _, err = cli(*args, data=data, stdout=full)
    return status, b"", err


def cli_to_nobody(*args, data):
    reader, writer = os.pipe()
    os.close(reader)
    status, _, err = cli(*args, data=data, stdout=writer)
    os.close(writer)
    return status, b"", err


def cli_to_nobody_unharmed(*args, data):
    """The same where the signal is ignored, as under some programs."""
    reader, writer = os.pipe()
    os.close(reader)
    status, _, err = cli(*args, data=data, stdout=writer, restore_signals=False,
                         preexec_fn=lambda: signal.signal(signal.SIGPIPE, signal.SIG_IGN))
    os.close(writer)
    return status, b"", err


def cli_without_output(*args, data):
    status, _, err = cli(*args, data=data, stdout=None, preexec_fn=lambda: os.close(1))
    return status, b"", err


def cli_without_input(*args, data):
    return cli(*args, stdin=subprocess.DEVNULL, preexec_fn=lambda: os.close(0))


for ARGS in (("judge", "duck"), ("judge", "xiangqi"), ("check",), ("mate",), ("mate", "--threads=3")):
    NAME = " ".join(ARGS)
    same(f"{NAME}: a directory", (*ARGS, DATA), 3, b"", "directory")
    same(f"{NAME}: a file that is not there", (*ARGS, "/nowhere/at/all"), 3, b"", "/nowhere/at/all: No such file")
    same(f"{NAME}: no standard input", ARGS, 3, b"", "Bad file", run=cli_without_input)

same("uci: no standard input", ("uci",), 3, b"", "standard input: Bad file", run=cli_without_input)
same("uci with an argument", ("uci", "x"), 2, b"", "“x” is one argument too many; expected nothing$")

TWO_CARS = b"2\n0 0 1 0\n9 0 8 0\n"
ONE_MATE = b"2 1 4\nG 10 5\nR 6 4\n"
for ARGS, INPUT in ((("judge", "duck"), TWO_CARS), (("judge", "xiangqi"), ONE_MATE + b"0 0 0\n"), (("check",), ONE_MATE),
                    (("mate",), ONE_MATE), (("mate", "--threads=3", "--tree"), ONE_MATE * 9), (("perft", "duck", "1"), b""), (("--help",), b""), (("--version",), b"")):
    NAME = " ".join(ARGS)
    same(f"{NAME}: a full disk", ARGS, 3, b"", "No space left", INPUT, cli_to_full_disk)
    same(f"{NAME}: nobody reads", ARGS, -signal.SIGPIPE, b"", "", INPUT, cli_to_nobody)
    same(f"{NAME}: nobody reads, and no signal says so", ARGS, 3, b"", "Broken pipe", INPUT, cli_to_nobody_unharmed)
    same(f"{NAME}: no standard output", ARGS, 3, b"", "Bad file", INPUT, cli_without_output)
same("judge duck: a full disk outweighs a fault", ("judge", "duck"), 3, b"", "No space left", b"2\n0 0 1 0\nx", cli_to_full_disk)


def start(*args, **options):
    return subprocess.Popen([CLI, *args], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, **options)


def add_dialogue(args, lines):
    @point(" ".join(args) + ": each answer comes before more is waited for")
    def _():
        process = start(*args)
        for question, answer in lines:
            process.stdin.write(question)
            assert process.stdout.readline().startswith(answer)
        process.stdin.close()
        assert process.wait(60) == 0


add_dialogue(("judge", "duck"), [(b"2\n0 0 1 0\n", RED_CAR), (b"9 0 8 0\n", BLUE_CAR)])
add_dialogue(("judge", "xiangqi"), [(ONE_MATE, b"YES\n"), (b"\n3 1 5\nH 4 5\nG 10 5\nC 7 5\n", b"NO\n"), (b"0 0 0\n", b"")])
for ARGS in (("mate",), ("mate", "--threads", "3"), ("mate", "--json")):
    HEAD = (b"mate in ", b"no mate by", b"illegal\tline 3, ", b"illegal\tline 4: ") if ARGS[-1] != "--json" else (b"{",) * 4
    add_dialogue(ARGS, list(zip((b"4k4/R8/9/9/9/9/9/9/1R7/3K5 w\n", b"3k5/9/9/9/9/9/9/9/4R4/5K3 w\r", b"x\r\n", b"9/9/9/9/9/9/9/9/9/9\n"),
                                HEAD)))
add_dialogue(("check",), [(b"4k4/9/9/9/9/9/9/9/4R4/3K5 b\n", b"check\t"), (ONE_MATE, b"checkmate\t")])


def add_bytes(game, name):
    @point(f"judge {game}: byte by byte")
    def _():
        process = start("judge", game)
        for byte in read(f"{DATA}/judge/{name}.in"):
            process.stdin.write(bytes((byte,)))
            time.sleep(0.0005)
        process.stdin.close()
        assert process.stdout.read() == read(f"{DATA}/judge/{name}.out")
        assert process.wait(60) == 0


add_bytes("duck", "duck-spaces")
add_bytes("xiangqi", "mate-spaces")


def add_random(kind, n, plain, seed):
    game = kind.split("-")[0]

    @point(f"judge {game}: as the plain judge on {n} random lines, {kind}, seed {seed}")
    def _():
        generator, program = os.environ.get("YAQI_BENCH_JUDGE", ""), os.environ.get(plain, "")
        if not os.path.exists(generator) or not os.path.exists(program):
            raise tap.Skip("the programs of tests/bench are not built")
        data = subprocess.run([generator, "--generate", kind, str(n), seed], capture_output=True, check=True).stdout
        want = subprocess.run([program], input=data, capture_output=True, check=True).stdout
        assert want.count(b"\n") == n
        assert cli("judge", game, data=data) == (0, want, "")


for SEED in ("1", "2"):
    add_random("duck", 20000, "YAQI_PLAIN_DUCK", SEED)
    add_random("duck-calm", 20000, "YAQI_PLAIN_DUCK", SEED)
    add_random("xiangqi", 5000, "YAQI_PLAIN_MATE", SEED)

same("no command", (), 2, b"", "no command; expected")
same("an unknown command", ("jugde",), 2, b"", "unknown command “jugde”; expected")
same("judge without a game", ("judge",), 2, b"", "judge: no argument; expected duck")
same("judge of a game that is none", ("judge", "go"), 2, b"", "expected a game, duck or xiangqi, found “go”")
same("judge with too much", ("judge", "duck", "a", "b"), 2, b"", "“b” is one argument too many; expected")
same("an unknown option", ("judge", "duck", "--fast"), 2, b"", "unknown option “--fast”; expected")
same("an option without its value", ("perft", "duck", "1", "--fen"), 2, b"", "expected a value after --fen")
same("a depth that is a word", ("perft", "duck", "deep"), 2, b"", "expected a number from .* for the depth, found “deep”")
same("a depth below nothing", ("perft", "duck", "-1"), 2, b"", "for the depth, found “-1”")
same("an unknown option of one letter", ("judge", "duck", "-x"), 2, b"", "unknown option “-x”; expected")
same("a FEN that is none", ("perft", "xiangqi", "1", "--fen", "foobar"), 2, b"", "the position “foobar”: «f» is no piece")
same("no FEN at all", ("moves", "# nothing"), 2, b"", "the position “# nothing”: there is none")
same("a notation that is none", ("moves", "4k4/9/9/9/9/9/9/9/9/3K5 w", "--notation=x"), 2, b"", "expected a notation")


def add_help(*args):
    @point(" ".join(args))
    def _():
        status, out, err = cli(*args)
        assert status == 0 and out.startswith(b"Usage: yaqi-cli") and err == ""


COMMANDS = ("judge", "check", "mate", "moves", "perft", "uci", "bench")
for ARGS in (("--help",), ("-h",), ("help",), *((COMMAND, "--help") for COMMAND in COMMANDS)):
    add_help(*ARGS)


@point("-h and help COMMAND say the same as --help")
def _():
    for command in COMMANDS:
        text = cli(command, "--help")
        assert text[1].startswith(b"Usage: yaqi-cli " + command.encode()), text
        assert cli(command, "-h") == text and cli("help", command) == text and cli("-h", command) == text
        assert cli(command, "--nonsense", "-h") == text
    assert cli("help") == cli("-h") == cli("--help") == cli("help", "--help")


same("help for a command that is none", ("help", "jugde"), 2, b"", "unknown command “jugde”; expected")


@point("--version")
def _():
    status, out, err = cli("--version")
    assert status == 0 and re.fullmatch(rb"yaqi-cli [0-9.]+\n", out) and err == ""


same("perft duck 3", ("perft", "duck", "3"), 0, b"80066\n")
same("perft duck 4 with threads and a table", ("perft", "duck", "4", "--threads", "2", "--hash=8"), 0, b"3466638\n")
same("perft with a table that is no number", ("perft", "duck", "1", "--hash", "big"), 2, b"", "for --hash, found “big”")
same("bench of nothing known", ("bench", "chess"), 2, b"", "bench: expected rules, found “chess”")
same("perft xiangqi 0", ("perft", "xiangqi", "0"), 0, b"1\n")
same("perft xiangqi 2 from a position",
     ("perft", "xiangqi", "2", "--fen", "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w"), 0, b"1128\n")


FACING = "4k4/9/9/9/9/9/9/9/9/4K4 w"
IN_CHECK = "4k4/9/9/9/4R4/9/9/9/9/3K5 w"
IN_SOLDIERS = "4k4/4P4/9/9/9/9/9/9/4p4/3K5 w"
ALONE = "9/9/9/9/9/9/9/9/9/4K4 w"
for COMMAND in (("perft", "xiangqi", "3", "--fen"), ("moves",)):
    for FEN, REASON in ((FACING, "the generals face each other: red general on e0 could take the other"), (ALONE, "no black general"),
                        ("3kk4/4P4/9/9/9/9/9/9/9/3K5 w", "black general on e9, one too many of its kind")):
        same(f"{COMMAND[0]} of the impossible: {REASON}", (*COMMAND, FEN), 2, b"", f"“{FEN}” is impossible: {REASON}$")
same("perft where a general could be taken: counted as by others, but not without a word", ("perft", "xiangqi", "4", "--fen", IN_SOLDIERS),
     0, b"60\n", f"“{IN_SOLDIERS}” is impossible: black general on e9 could be taken at once by red soldier on e8$")
same("moves with a cannon too many", ("moves", "3k5/9/3P5/9/9/9/9/9/9/CCC2K3 b"), 0, b"d9e9\n", "is impossible: red cannon on c0, one too many")
same("perft of duck chess without a captain", ("perft", "duck", "3", "--fen", ALONE), 2, b"", "impossible: no blue captain$")
same("perft of duck chess where captains face", ("perft", "duck", "1", "--fen", FACING), 0, b"3\n")
same("moves of a case of the judge", ("moves", "3 1 5 / H 4 5 / G 10 5 / C 7 5"), 0, b"e9d9\ne9f9\n")


@point("perft: no position in the tables of cases is refused")
def _():
    for path in (f"{DATA}/perft.tsv", f"{CASES}/perft.tsv"):
        rows = [line.split("\t") for line in read(path).decode().splitlines()] if os.path.exists(path) else []
        for game, fen in sorted({(row[0], row[1]) for row in rows if row[0] in ("xiangqi", "duck")}):
            run = cli("perft", game, "0", "--fen", fen)
            assert run[:2] == (0, b"1\n"), (fen, run)


@point("perft xiangqi 3 --divide")
def _():
    status, out, err = cli("perft", "xiangqi", "3", "--divide")
    lines = out.decode().splitlines()
    shares = [int(re.fullmatch(r"[a-i][0-9][a-i][0-9]: (\d+)", line).group(1)) for line in lines[:-1]]
    assert status == 0 and err == "" and len(shares) == 44 and sum(shares) == int(lines[-1]) == 79666


# A position, its verdict, and what stands in the two other columns.
VERDICTS = [
    ("4k4/9/9/9/9/9/9/9/4R4/3K5 b - - 0 1", "check", "black general on e9 is attacked by red chariot on e1", "e9f9"),
    ("2 1 4 / G 10 5 / R 6 4", "checkmate", "black general on d9 is attacked by red chariot on d4",
     "not d9d8 for red chariot on d4, not d9e9 for red general on e0"),
    ("3 1 5, h 4 5, g 10 5, c 7 5 / 0 0 0", "check", "black general on e9 is attacked by red cannon on e3", "e9d9 e9f9"),
    ("3k5/4P4/9/9/9/9/9/9/9/4K4 b", "stalemate", "", "not d9d8 for red soldier on e8, not d9e9 for red soldier on e8"),
    ("3k5/9/9/9/9/9/9/9/9/4K4 b", "none", "", "d9d8"),
    ("4k4/9/9/9/9/9/9/9/9/4K4 w", "illegal", "the generals face each other: red general on e0 could take the other", ""),
    ("4k4/9/9/9/4R4/9/9/9/9/3K5 w", "illegal", "black general on e9 could be taken at once by red chariot on e5", ""),
    ("9/9/9/9/9/9/9/9/9/4K4 w", "illegal", "no black general", ""),
    ("3k5/9/9/9/9/9/9/9/9/3BK4 w", "illegal", "red elephant on d0, where it can never stand", ""),
    ("2 1 5 / R 4 4 / G 10 5", "illegal", "the generals face each other: black general on e9 could take the other", ""),
]


TEXT = ("# positions\n\n" + "".join(line[0] + "\n" for line in VERDICTS)).encode()
same("check: verdicts with reasons and replies", ("check",), 0,
     "".join("\t".join(line[1:]) + "\n" for line in VERDICTS).encode(), data=TEXT)


@point("check --json: the same facts")
def _():
    status, out, err = cli("check", "--json", data=TEXT)
    facts = [json.loads(line) for line in out.splitlines()]
    assert status == 0 and err == ""
    assert [(fact["line"], fact["verdict"]) for fact in facts] == [(n, line[1]) for n, line in enumerate(VERDICTS, 3)]
    assert facts[0]["attackers"] == ["e1"] and facts[0]["replies"] == ["e9f9"]
    assert facts[1]["fen"] == "3k5/9/9/9/9/3R5/9/9/9/4K4 b - - 0 1"
    assert facts[1]["refused"] == [{"move": "d9d8", "by": "d4"}, {"move": "d9e9", "by": "e0"}]
    assert facts[8]["faults"] == [{"kind": "bad_point", "side": "red", "piece": "elephant", "point": "d0",
                                   "text": VERDICTS[8][2]}]


def random_lines(seed):
    chance = random.Random(seed)
    words = [b"4k4/9/9/9/9/9/9/9/4R4/3K5 b", b"2 1 4 / G 10 5", b"R 6 4", b"/", b'"', b"\\", b"\x00", b"\x1b", b"\x7f",
             b"\xff", b"\xe7\x82", "马".encode(), b"\r", b"\t", b" ", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"{}", b"9" * 30]
    lines = [b"".join(chance.choices(words, k=chance.randrange(1, 8))) for _ in range(2000)]
    return lines + [bytes(chance.choices(range(256), k=chance.randrange(1, 200))) for _ in range(2000)]


def add_random_json(*args):
    @point(" ".join(args) + ": each line is JSON, whatever comes in")
    def _():
        status, out, err = cli(*args, data=b"\n".join(random_lines(4)))
        answers = [json.loads(line.decode()) for line in out.split(b"\n")[:-1]]
        assert status == 0 and err == "" and len(answers) > 1000
        assert all(answer["verdict"] != "illegal" or answer.get("faults") or answer["text"] for answer in answers)
        assert len({answer["verdict"] for answer in answers}) > 1


add_random_json("check", "--json")
add_random_json("mate", "--json", "--tree", "--facts", "--verify", "--time=.1", "--memory=1", "--threads=2")


@point("check: faulty lines are listed, the others judged")
def _():
    status, out, err = cli("check", data=b"3 1 5\nG 10 5\nX 1 1\nR 2 2\nfoobar\n" + ONE_MATE + b"\n0 0 0")
    lines = out.decode().splitlines()
    assert status == 0 and err == "" and len(lines) == 3, out
    assert lines[0].startswith("illegal\tline 3, column 1: expected the letter"), lines[0]
    assert lines[1].startswith("illegal\tline 5, column 1: "), lines[1]
    assert lines[2].startswith("checkmate\t"), lines[2]


same("check: lines that end with CR", ("check",), 0, b"none\t\td9d8\nillegal\tline 5, column 3: expected the row of a red piece, "
     b"1 to 10, found \xe2\x80\x9cx\xe2\x80\x9d\t\n", data=b"3k5/9/9/9/9/9/9/9/9/4K4 b\r\r\n2 1 4\rG 10 5\rR x 4")


TOO_LONG = b"illegal\tline %d, column 1: expected a position, found a text longer than 131072 bytes%s\n"
LONG = b"".join((b"3k5/9/9/9/9/9/9/9/9/4K4 b\n", b"x" * 200000, b"\r\n#", b"c" * 300000, b"\r", b" " * 300000, b"\n",
                 b"9" * (1 << 17), b"\r\n3k5/9/9/9/9/9/9/9/9/4K4 b\n2 1 4", b"\n" * 200000, b"3k5/9/9/9/9/9/9/9/9/4K4 b\n", b"9" * 131073))
same("check: texts longer than any position", ("check",), 0, b"".join((
    b"none\t\td9d8\n", TOO_LONG % (2, b"\t"), TOO_LONG % (5, b"\t"), b"none\t\td9d8\n", TOO_LONG % (7, b"\t"),
    b"none\t\td9d8\n", TOO_LONG % (200008, b"\t"))), data=LONG)


@point("mate: texts longer than any position")
def _():
    for threads in ("1", "3"):
        lines = cli("mate", "--threads", threads, data=LONG)[1].decode().splitlines(keepends=True)
        assert [line for line in lines if line.startswith("illegal")] == [(TOO_LONG % (n, b"")).decode() for n in (2, 5, 7, 200008)]
        assert len(lines) == 7, lines


@point("check and mate: a position as the argument, unless there is a file of that name")
def _():
    fen, verdict = VERDICTS[0][0], "\t".join(VERDICTS[0][1:]) + "\n"
    assert cli("check", fen) == (0, verdict.encode(), "")
    assert cli("check", VERDICTS[1][0])[1].startswith(b"checkmate\t")
    assert cli("mate", IN_THREE)[1].startswith(b"mate in 3\t")
    assert cli("mate", "--game", "duck", "4k4/9/9/9/9/9/9/9/4R4/3K5 w")[1].startswith(b"mate in 1\t")
    assert cli("mate", IN_CHECK)[1].startswith(b"illegal\tline 1: black general on e9 could be taken at once by red chariot on e5\n")
    with tempfile.TemporaryDirectory() as folder:
        with open(folder + "/startpos", "w") as file:
            file.write(fen)
        assert cli("check", "startpos", cwd=folder) == (0, verdict.encode(), "")
        assert cli("check", "startpos")[1].startswith(b"none\t")


for COMMAND in ("check", "mate"):
    same(f"{COMMAND}: an argument that was meant as a position", (COMMAND, "4k4/9/9/9/9/9/9/9/4R5/3K5 b"), 2, b"",
         "“4k4/9/9/9/9/9/9/9/4R5/3K5 b” is no file, and no position: rank 1: 10 points")
    same(f"{COMMAND}: one with a rank too few", (COMMAND, "4k4/9/9/9/9/9/9/9/4R4"), 2, b"", "is no file, and no position: 9 ranks")
    same(f"{COMMAND}: neither a file nor a position", (COMMAND, "4k4/9"), 3, b"", "4k4/9: No such file")


def add_table(table):
    @point(f"check: verdicts and numbers of replies in {table}")
    def _():
        path = os.path.join(CASES, table)
        if not os.path.exists(path):
            raise tap.Skip("no such file")
        rows = [line.split("\t") for line in read(path).decode().splitlines() if not line.startswith("#")][1:]
        status, out, err = cli("check", data="".join(row[0] + "\n" for row in rows).encode())
        lines = out.decode().splitlines()
        assert status == 0 and err == "" and len(lines) == len(rows)
        for row, line in zip(rows, lines):
            verdict, _, replies = line.split("\t")
            n = "-" if verdict == "illegal" else "0" if replies.startswith("not ") else str(len(replies.split()))
            assert (verdict, n) == (row[1], row[2]), (row[0], line)


add_table("positions.tsv")
add_table("mate_verdicts.tsv")


@point("check: what is illegal in verdicts/illegal.tsv")
def _():
    path = os.path.join(CASES, "verdicts/illegal.tsv")
    if not os.path.exists(path):
        raise tap.Skip("no such file")
    fens = [line.split("\t")[0] for line in read(path).decode().splitlines()]
    status, out, err = cli("check", data="".join(fen + "\n" for fen in fens).encode())
    assert status == 0 and err == "" and fens
    assert [line.split("\t")[0] for line in out.decode().splitlines()] == ["illegal"] * len(fens), out


LONELY = "4k4/9/9/9/9/9/9/9/4R4/3K5 b"
same("moves", ("moves", LONELY), 0, b"e9f9\n")
same("moves in Chinese", ("moves", LONELY, "--notation", "chinese"), 0, "将５平６\n".encode())
same("moves in WXF", ("moves", LONELY, "--notation", "wxf"), 0, b"K5=6\n")
same("moves in ICCS", ("moves", LONELY, "--notation", "iccs"), 0, b"E9-F9\n")
same("moves in UCI", ("moves", LONELY, "--notation", "uci"), 0, b"e10f10\n")
same("duck chess has only coordinates", ("moves", LONELY, "--game", "duck", "--notation", "wxf"), 2, b"", "expected")


@point("moves of duck chess")
def _():
    status, out, err = cli("moves", "rnbakabnr/9/d7d/p1p1p1p1p/9/9/P1P1P1P1P/D7D/9/RNBAKABNR w", "--game", "duck")
    assert status == 0 and out.count(b"\n") == 43 and err == ""


IN_THREE = "4k4/3P2P2/b2N2R2/7r1/2b6/9/9/3n5/4p3r/2R2K3 w - - 0 1"
FOR_EVER = "3k5/9/9/9/9/9/9/9/4R4/5K3 w - - 0 1"


def mates(*args, fens=(IN_THREE, FOR_EVER)):
    """The answers to these positions, a list of columns each."""
    status, out, err = cli("mate", *args, data="".join(fen + "\n" for fen in fens).encode())
    assert status == 0 and err == "", (status, err)
    return [line.split("\t") for line in out.decode().splitlines()]


@point("mate: verdict, line, positions, seconds; the file in order with threads")
def _():
    for args in ((), ("--threads", "3", "--memory", "12"), ("--checks", "--time=5")):
        lines = mates(*args, fens=(IN_THREE, FOR_EVER) * 3)
        assert [line[0] for line in lines] == ["mate in 3", "no mate by checks"] * 3
        assert lines[0][1] == "g7e7 c5e7 d8e8 e9e8 c0c8" and lines[1][1] == ""
        assert all(int(line[2]) > 0 and float(line[3]) >= 0 and len(line) == 4 for line in lines)


@point("mate: any moves, lengths, limits")
def _():
    assert [line[0] for line in mates("--any")] == ["mate in 3", "mate in 1"]
    assert [line[0] for line in mates("--in", "2")] == ["no mate in 2", "no mate in 2"]
    start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"
    assert mates("--any", "--time", "0.1", fens=(start,))[0][0] == "undecided"
    assert mates("--any", "--in", "2", fens=(start,))[0][0] == "no mate in 2"


@point("mate: a win because checking for ever is forbidden")
def _():
    fen = "6R2/3P1k3/3a1a3/9/9/6B2/9/B1r6/5p3/4K4 w - - 0 1"
    line, pgn = cli("mate", "--any", "--tree", "--verify", data=fen.encode())[1].decode().split("\n", 1)
    assert re.match(r"win within \d+\tg9g8 ", line) and line.endswith("\tverified"), line
    assert "{perpetual check is forbidden}" in pgn, pgn


@point("mate: solutions as PGN, verified; facts; JSON")
def _():
    status, out, err = cli("mate", "--tree", "--verify", data=IN_THREE.encode())
    line, pgn = out.decode().split("\n", 1)
    assert status == 0 and line.endswith("\tverified") and '[FEN "' in pgn and "d8e8" in pgn, out
    assert "first moves: g7e7 best, d8c8 never" in mates("--facts", fens=(IN_THREE,))[0][4]
    answer = json.loads(cli("mate", "--json", "--facts", data=IN_THREE.encode())[1])
    assert answer["verdict"] == "mate in 3" and answer["firsts"][0]["kind"] == "best"


@point("mate: duck chess")
def _():
    fens = ("4k4/9/9/9/9/9/9/9/4R4/3K5 w", "9/9/9/4k4/9/9/9/9/3R5/3K1R3 w", "9/9/4k4/9/9/9/9/9/4D4/4K4 w")
    assert [line[0] for line in mates("--game", "duck", fens=fens)] == ["mate in 1", "mate in 6", "no mate by checks"]


ILLEGAL = ("nonsense", IN_CHECK, "", "9/9/9/9/9/9/9/9/9/3BK4 w", FOR_EVER)


@point("mate: what is no position that can be played, with its line and the reason")
def _():
    reasons = ["line 1, column 2: «o» is no piece, expected a piece letter, a digit or / (column 2)",
               "line 2: black general on e9 could be taken at once by red chariot on e5",
               "line 4: no black general; red elephant on d0, where it can never stand"]
    lines = mates(fens=ILLEGAL)
    assert [line[0] for line in lines] == ["illegal"] * 3 + ["no mate by checks"]
    assert [line[1] for line in lines[:3]] == reasons, lines
    answers = [json.loads(line) for line in cli("mate", "--json", data="\n".join(ILLEGAL).encode())[1].splitlines()]
    assert [answer["line"] for answer in answers] == [1, 2, 4, 5]
    assert all(reason.endswith(answer["text"]) for answer, reason in zip(answers, reasons)), answers
    duck = mates("--game", "duck", fens=("9/9/9/9/9/9/9/9/9/4K4 w", "KK7/9/9/9/9/9/9/9/9/4k4 w", "4C4/9/9/9/9/9/9/9/9/4k4 w"))
    assert [line[1] for line in duck] == ["line 1: no blue captain", "line 2: red captain on b9, one too many of its kind",
                                          "line 3, column 2: «C» is no piece, expected a piece letter, a digit or / (column 2)"]


@point("mate: answers in the order of their lines, however slow the first one is and whoever is done")
def _():
    start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"
    lines = mates("--any", "--threads", "3", "--time", "0.2", fens=(start, *(f"x{n}" for n in range(5000)), "9/9/9/9/9/9/9/9/9/9"))
    assert lines[0][0] == "undecided" and len(lines) == 5002
    assert all(line[1].startswith(f"line {n}") for n, line in enumerate(lines[1:], 2))


@point("mate: an endless input takes no more and more memory")
def _():
    def memory():
        return int(re.search(r"VmRSS:\s+(\d+) kB", read(f"/proc/{process.pid}/status").decode()).group(1))

    if not os.path.exists("/proc/self/status"):
        raise tap.Skip("no /proc")
    # Memory that was freed would be kept for a while by the address sanitizer.
    process = start("mate", "--threads", "2", "--memory", "2", env={**os.environ, "ASAN_OPTIONS": "quarantine_size_mb=1"})
    used = []
    for _ in range(20):
        process.stdin.write(b"x\n" * 2000)
        answers = 0
        while answers < 2000:
            answers += process.stdout.read(1 << 16).count(b"\n")
        used.append(memory())
    process.stdin.close()
    assert process.wait(60) == 0 and used[-1] < used[1] + 4096, used


@point("mate: facts only where there is a mate")
def _():
    assert [len(line) for line in mates("--facts")] == [7, 4]
    assert mates("--facts", fens=("4k4/R8/9/9/9/9/P8/9/1R7/3K5 w",))[0][4:] == ["first moves: b1b9 best, a8a9 longer 3, b1e1 never, a8e8 never",
        "longest defences: 0", "pieces not needed: a3"]
    answers = [json.loads(line) for line in cli("mate", "--facts", "--json", data=f"{IN_THREE}\n{FOR_EVER}".encode())[1].splitlines()]
    assert ["firsts" in answer for answer in answers] == [True, False]
    assert "longest_defences" not in answers[1] and "pieces" not in answers[1]


@point("mate: with --json the tree is in the object")
def _():
    text = cli("mate", "--tree", data=IN_THREE.encode())[1].decode().split("\n", 1)[1]
    answers = [json.loads(line) for line in cli("mate", "--json", "--tree", data=f"{IN_THREE}\n{FOR_EVER}".encode())[1].splitlines()]
    assert answers[0]["pgn"] + "\n" == text and '[FEN "' in text
    assert "pgn" not in answers[1] and answers[1]["verdict"] == "no mate by checks"


@point("mate: numbers in any form that people write")
def _():
    for seconds in (".5", "5.", "0.5", "1e1", "1E+1", "500e-3", "0", "007"):
        assert mates("--time", seconds, "--in", "3.0", "--threads=2e0", "--memory=0032", fens=(IN_THREE,))[0][0] == "mate in 3", seconds


for SECONDS in ("nan", "inf", "infinity", "-1", "-0", "+1", "1e", "", ".", "0x10", " 1", "1 ", "1s", "1,5", "1e999", "1e-999", "2e9", "١"):
    same(f"mate: a time of “{SECONDS}”", ("mate", "--time", SECONDS), 2, b"",
         re.escape(f"expected a number from 0 to 1000000000 for --time, found “{SECONDS}”"))
same("a fraction where the number must be whole", ("mate", "--in", "2.5"), 2, b"",
     "expected a whole number from 1 to 249 for --in, found “2.5”")
for ARGS in (("--any", "--checks"), ("--in", "0"), ("--in", "250"), ("--threads", "0"), ("--memory", "1e30"), ("--game", "chess"), ("--jsn",)):
    same("mate: usage " + " ".join(ARGS), ("mate", *ARGS), 2, b"", "expected")


@point("uci: what comes during an endless search ends it")
def _():
    for commands in (("go", "position startpos", "isready"), ("go infinite", "setoption name Hash value 16", "isready"),
                     ("go", "go mate 1", "isready"), (f"position fen {IN_THREE}", "go infinite", "position startpos")):
        status, out, err = cli("uci", data="\n".join((*commands, "stop", "quit")).encode())
        assert status == 0 and out.decode().count("bestmove") == sum("go" in c.split() for c in commands), (commands, out)


@point("uci: go mate, stop, quit")
def _():
    commands = ("uci", f"position fen {IN_THREE} moves g7e7 c5e7", "go mate 2", "isready", "position startpos",
                "go infinite", "stop", "go movetime 50", "position fen x", "quit")
    status, out, err = cli("uci", data="\n".join(commands).encode())
    lines = out.decode().splitlines()
    assert status == 0 and err == ""
    assert "uciok" in lines and "readyok" in lines and "info string mate in 2" in lines
    assert [line.split()[1] for line in lines if line.startswith("bestmove")][0] == "d8e8"
    assert sum(line.startswith("bestmove") for line in lines) == 3 and "info string undecided" in lines


def uci(*commands):
    status, out, err = cli("uci", data="\n".join(commands).encode())
    assert status == 0 and err == "", (status, err)
    return out.decode().splitlines()


@point("uci: lines may end with CR")
def _():
    out = cli("uci", data=b"isready\rsetoption name UCI_Variant value duck\r\rposition fen 4k4/9/9/9/9/9/9/9/4R4/3K5 w\r\ngo mate 1\rquit\risready")[1]
    assert out.startswith(b"readyok\ninfo string mate in 1\n") and out.count(b"readyok") == 1, out


@point("uci: only a mate has a score of mate, and depths are plies")
def _():
    win = "6R2/3P1k3/3a1a3/9/9/6B2/9/B1r6/5p3/4K4 w - - 0 1"
    lines = uci(f"position fen {win}", "go movetime 20000", "position fen 3k5/9/9/9/9/9/9/9/9/4K4 w", "go mate 3",
                "setoption name ChecksOnly value true", f"position fen {FOR_EVER}", "go mate 9", "isready",
                "setoption name ChecksOnly value false", f"position fen {IN_THREE}", "go mate 3")
    infos = [line for line in lines if " score " in line]
    depths = [int(line.split()[2]) for line in lines if line.startswith("info depth")]
    assert any(re.fullmatch(r"info string win within \d+", line) for line in lines), lines
    assert "info string mate in 3" in lines and "info string no mate in 249" in lines, lines
    assert " score cp 20000 " in infos[0] and " score mate 3 " in infos[1] and len(infos) == 2, infos
    assert infos[1].startswith("info depth 5 ") and max(depths) < 100 and min(depths) > 0, depths


@point("uci: what cannot be understood is said")
def _():
    lines = uci("setoption name Hash value abc", "setoption name Hash value 0", "setoption name Hash value 99999999999999999999",
                "setoption name Hash", "setoption name Colour value 3", "setoption name ChecksOnly value perhaps",
                "setoption name UCI_Variant value chess", "position fen 4k4/9 w", "position startpos moves a0a9",
                f"position fen {FACING}", "go", f"position fen {IN_THREE}", "go mate x depth 5 movetime -3", "isready")
    whole = r"info string expected a whole number from [01] to \d+ for "
    patterns = [whole + "Hash, found “abc”", whole + "Hash, found “0”", whole + "Hash, found “9+”", whole + "Hash, found “”",
                "info string no option “Colour”", "info string expected true or false for ChecksOnly, found “perhaps”",
                "info string expected xiangqi or duck for UCI_Variant, found “chess”", "info string 2 ranks, expected 10 .*",
                "info string no legal move: a0a9", "info string illegal: the generals face each other: red general on e0 .*",
                r"bestmove \(none\)", whole + "mate, found “x”", whole + "movetime, found “-3”"]
    assert len(lines) > len(patterns) and "info string mate in 3" in lines, lines
    for pattern, line in zip(patterns, lines):
        assert re.fullmatch(pattern, line), (pattern, line)


@point("uci: without startpos or fen there is no new position")
def _():
    lines = uci(f"position fen {IN_THREE}", "position", f"position {FOR_EVER}", "position fen", "go mate 3")
    expected = "info string expected startpos or fen after position, found "
    assert lines[0] == expected + "“”" and lines[1] == f"{expected}“{FOR_EVER.split()[0]}”", lines
    assert re.fullmatch("info string .*expected .*", lines[2]) and lines[3] == "info string mate in 3", lines


@point("uci: a clock that has run out does not mean all the time in the world")
def _():
    for limit in ("movetime 0", "wtime 0 btime 60000", "wtime -200 btime 1"):
        process = subprocess.Popen([CLI, "uci"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        patience = threading.Timer(30, process.kill)
        patience.start()
        process.stdin.write(f"position startpos\ngo {limit}\n")
        process.stdin.flush()
        lines = [process.stdout.readline() for _ in range(3)]
        process.communicate("quit\n")
        patience.cancel()
        assert lines[0] == "info string undecided\n" and lines[2].startswith("bestmove "), (limit, lines)


ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PAGE = read(f"{ROOT}/resources/yaqi-cli.1").decode()


def shell(command, folder):
    """What a command prints where yaqi-cli is the one under test."""
    return subprocess.run(["bash", "-o", "pipefail", "-c", f'yaqi-cli () {{ "$YAQI_CLI" "$@"; }}\n{command}'], cwd=folder, timeout=60,
                          stdin=subprocess.DEVNULL, capture_output=True, check=True).stdout.decode()


@point("the manual page: every example prints what it says, and every option is there")
def _():
    text = PAGE[PAGE.index(".EX\n") + 4:PAGE.index(".EE\n")].replace("\\(aq", "'").replace("\\-", "-").replace("\\e", "\\")
    examples = re.findall(r"\$ (.*)\n([^$]*)", text)
    assert len(examples) > 5
    for command, answer in examples:
        assert shell(command, ROOT) == answer, command
    for command in COMMANDS:
        for option in re.findall(r"--\w+", cli(command, "--help")[1].decode()):
            assert option.replace("-", "\\-") in PAGE, (command, option)


@point("the readme: every example runs")
def _():
    text = read(f"{ROOT}/README.md").decode()
    examples = re.findall(r"^(yaqi-cli .*?) +# ", text, re.MULTILINE)
    assert len(examples) > 5
    with tempfile.TemporaryDirectory() as folder:
        for name, content in (("game.in", TWO_CARS), ("cases.in", ONE_MATE + b"0 0 0\n"), ("positions.fen", f"{IN_THREE}\n".encode())):
            with open(f"{folder}/{name}", "wb") as file:
                file.write(content)
        for command in examples:
            assert shell(command.replace("'FEN'", f"'{IN_THREE}'"), folder) or command == "yaqi-cli uci", command


sys.exit(tap.run(POINTS))
