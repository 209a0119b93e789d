#!/usr/bin/python3
"""Runs the built yaqi-cli (YAQI_CLI): answers, exit statuses, messages, and odd files. Prints TAP.

With programs of tests/bench in YAQI_BENCH_JUDGE, YAQI_PLAIN_DUCK and YAQI_PLAIN_MATE, the judges are
also compared with plain ones on random input.

SPDX-License-Identifier: GPL-3.0-or-later
"""

import glob
import json
import os
import re
import subprocess
import sys
import tempfile
import time

CLI = os.environ["YAQI_CLI"]
DATA = os.environ.get("YAQI_TEST_DATA", "tests/data")
CASES = os.environ.get("YAQI_CASES", "")

count = failed = 0


def ok(passed, what, *notes):
    global count, failed
    count += 1
    failed += not passed
    print(f"{'ok' if passed else 'not ok'} {count} - {what}")
    if not passed:
        for note in notes:
            print("# " + repr(note))
    sys.stdout.flush()


def skip(what, why):
    global count
    count += 1
    print(f"ok {count} # SKIP {what}: {why}")


def cli(*args, data=b"", **files):
    """Status, stdout and stderr of a run; bytes in, bytes out."""
    run = subprocess.run([CLI, *args], input=None if "stdin" in files else data, timeout=60,
                         **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **files})
    return run.returncode, run.stdout, run.stderr.decode()


def same(what, run, status, out, err_pattern=""):
    """A run ended so, printed this, and said one line that fits the pattern (or nothing)."""
    lines = run[2].splitlines()
    fits = re.search(err_pattern, run[2]) and len(lines) == 1 and lines[0].startswith("yaqi-cli: ") \
        if err_pattern else run[2] == ""
    ok(run[0] == status and run[1] == out and fits, what, run)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def judge_files(what, game, pattern, kind):
    paths = sorted(glob.glob(pattern))
    if not paths:
        skip(what, "no such files")
        return
    wrong = []
    for path in paths:
        want = read(path[:-len(".in")] + ".out")
        if cli("judge", game, path) != (0, want, "") or cli("judge", game, data=read(path)) != (0, want, ""):
            wrong.append(path)
    ok(not wrong, f"{what}: {len(paths)} {kind}, as file and as stream", wrong)


def test_answers():
    for game, prefix in (("duck", "duck"), ("xiangqi", "mate")):
        judge_files(f"judge {game}: own cases", game, f"{DATA}/judge/{prefix}-*.in", "files")
        judge_files(f"judge {game}: the collection", game, f"{CASES}/{prefix}/*.in", "files")


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
     r"line 3, column 1: expected the end of the input after the last command, found “9”"),
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
    ("a byte order mark", b"\xef\xbb\xbf1\n0 0 1 0\n", b"", r"line 1, column 1: .*found “\\xEF\\xBB\\xBF1”"),
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
    ("text after the closing", b"0 0 0\n2 1 4\n", b"", r"line 2, column 1: expected the end of the input after the closing 0 0 0, found “2”"),
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


def test_faults():
    for game, faults in (("duck", DUCK_FAULTS), ("xiangqi", XIANGQI_FAULTS)):
        for what, data, out, pattern in faults:
            same(f"judge {game}: {what}", cli("judge", game, data=data), 2, out, "standard input: " + pattern)
    zeros = b"1\n" + b"0" * 100000 + b" 0 1 0\n"
    same("judge duck: a zero of 100,000 digits", cli("judge", "duck", data=zeros), 0, RED_CAR)
    same("judge duck: no stop at 1,000 commands", cli("judge", "duck", data=b"5000\n" + b"0 0 0 0\n" * 5000), 0,
         b"Invalid command\n" * 5000)
    with tempfile.NamedTemporaryFile(suffix=".txt") as file:
        file.write(b"1\nx")
        file.flush()
        same("judge duck: a fault in a file is named after it", cli("judge", "duck", file.name), 2, b"",
             re.escape(file.name) + ": line 2, column 1: ")


def test_files():
    case = b"2\n0 0 1 0\n9 0 8 0\n"
    for args in (("judge", "duck"), ("judge", "xiangqi"), ("check",)):
        name = " ".join(args)
        same(f"{name}: a directory", cli(*args, DATA), 3, b"", "directory")
        same(f"{name}: a file that is not there", cli(*args, "/nowhere/at/all"), 3, b"", "/nowhere/at/all: No such file")
        run = subprocess.run([CLI, *args], stdin=subprocess.DEVNULL, capture_output=True, timeout=60, close_fds=True,
                             preexec_fn=lambda: os.close(0))
        same(f"{name}: no standard input", (run.returncode, run.stdout, run.stderr.decode()), 3, b"", "Bad file")

    mate = read(f"{DATA}/judge/mate-statement.in")
    for args, data in ((("judge", "duck"), case), (("judge", "xiangqi"), mate), (("check",), b"2 1 4/G 10 5/R 6 4\n"),
                       (("perft", "duck", "1"), b""), (("--help",), b""), (("--version",), b"")):
        name = " ".join(args)
        with open("/dev/full", "wb") as full:
            run = cli(*args, data=data, stdout=full)
        same(f"{name}: a full disk", (run[0], b"", run[2]), 3, b"", "No space left")
        reader, writer = os.pipe()
        os.close(reader)
        run = cli(*args, data=data, stdout=writer)
        os.close(writer)
        same(f"{name}: nobody reads", (run[0], b"", run[2]), 3, b"", "Broken pipe")
        process = subprocess.Popen([CLI, *args], stdin=subprocess.PIPE, stderr=subprocess.PIPE,
                                   preexec_fn=lambda: os.close(1))
        err = process.communicate(data, timeout=60)[1].decode()
        same(f"{name}: no standard output", (process.returncode, b"", err), 3, b"", "Bad file")
    with open("/dev/full", "wb") as full:
        run = cli("judge", "duck", data=b"2\n0 0 1 0\nx", stdout=full)
    same("judge duck: a full disk outweighs a fault", (run[0], b"", run[2]), 3, b"", "No space left")


def test_dialogue():
    """Each answer comes before more input is waited for, and no cut of the input changes an answer."""
    process = subprocess.Popen([CLI, "judge", "duck"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
    answers = []
    for line in (b"2\n0 0 1 0\n", b"9 0 8 0\n"):
        process.stdin.write(line)
        answers.append(process.stdout.readline())
    process.stdin.close()
    ok(answers == [RED_CAR, BLUE_CAR] and process.wait(60) == 0, "judge duck: a dialogue", answers)

    process = subprocess.Popen([CLI, "check"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
    answers = []
    for line in (b"4k4/9/9/9/9/9/9/9/4R4/3K5 b\n", b"2 1 4\nG 10 5\nR 6 4\n"):
        process.stdin.write(line)
        answers.append(process.stdout.readline().split(b"\t")[0])
    process.stdin.close()
    ok(answers == [b"check", b"checkmate"] and process.wait(60) == 0, "check: a dialogue", answers)

    for game, name in (("duck", "duck-spaces"), ("xiangqi", "mate-spaces")):
        data = read(f"{DATA}/judge/{name}.in")
        process = subprocess.Popen([CLI, "judge", game], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        for i in range(len(data)):
            process.stdin.write(data[i:i + 1])
            time.sleep(0.0005)
        process.stdin.close()
        out = process.stdout.read()
        ok(process.wait(60) == 0 and out == read(f"{DATA}/judge/{name}.out"), f"judge {game}: byte by byte", out)


def test_random():
    programs = [os.environ.get(name) for name in ("YAQI_BENCH_JUDGE", "YAQI_PLAIN_DUCK", "YAQI_PLAIN_MATE")]
    if not all(programs) or not all(os.path.exists(program) for program in programs):
        skip("the plain judges", "not built")
        return
    generate, *plain = programs
    for game, n, program in (("duck", 20000, plain[0]), ("xiangqi", 5000, plain[1])):
        for seed in ("1", "2"):
            data = subprocess.run([generate, "--generate", game, str(n), seed], capture_output=True, check=True).stdout
            want = subprocess.run([program], input=data, capture_output=True, check=True).stdout
            run = cli("judge", game, data=data)
            ok(run == (0, want, "") and len(want.splitlines()) == n,
               f"judge {game}: as the plain judge on {n} random lines, seed {seed}")


def test_usage():
    same("no command", cli(), 2, b"", "no command; expected")
    same("an unknown command", cli("jugde"), 2, b"", "unknown command “jugde”; expected")
    same("judge without a game", cli("judge"), 2, b"", "judge: no argument; expected duck")
    same("judge of a game that is none", cli("judge", "go"), 2, b"", "expected a game, duck or xiangqi, found “go”")
    same("judge with too much", cli("judge", "duck", "a", "b"), 2, b"", "“b” is one argument too many; expected")
    same("an unknown option", cli("judge", "duck", "--fast"), 2, b"", "unknown option “--fast”; expected")
    same("an option without its value", cli("perft", "duck", "1", "--fen"), 2, b"", "expected a value after --fen")
    same("a depth that is a word", cli("perft", "duck", "deep"), 2, b"", "expected a number from .* for the depth, found “deep”")
    same("a depth below nothing", cli("perft", "duck", "-1"), 2, b"", "for the depth, found “-1”")
    same("a FEN that is none", cli("perft", "xiangqi", "1", "--fen", "foobar"), 2, b"", "the FEN “foobar”: ")
    same("a notation that is none", cli("moves", "4k4/9/9/9/9/9/9/9/9/3K5 w", "--notation=x"), 2, b"", "expected a notation")
    for args in (("--help",), ("help",), ("judge", "--help"), ("check", "--help"), ("moves", "--help"), ("perft", "--help")):
        run = cli(*args)
        ok(run[0] == 0 and run[1].startswith(b"Usage: yaqi-cli") and run[2] == "", " ".join(args))
    run = cli("--version")
    ok(run[0] == 0 and re.fullmatch(rb"yaqi-cli [0-9.]+\n", run[1]) is not None, "--version", run)


def test_perft():
    same("perft duck 3", cli("perft", "duck", "3"), 0, b"80066\n")
    same("perft xiangqi 0", cli("perft", "xiangqi", "0"), 0, b"1\n")
    same("perft xiangqi 2 from a position",
         cli("perft", "xiangqi", "2", "--fen", "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w"), 0, b"1128\n")
    run = cli("perft", "xiangqi", "3", "--divide")
    lines = run[1].decode().splitlines()
    shares = [int(re.fullmatch(r"[a-i][0-9][a-i][0-9]: (\d+)", line).group(1)) for line in lines[:-1]]
    ok(run[0] == 0 and len(shares) == 44 and sum(shares) == int(lines[-1]) == 79666, "perft xiangqi 3 --divide")


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


def test_check():
    text = "# positions\n\n" + "".join(line[0] + "\n" for line in VERDICTS)
    want = "".join("\t".join(line[1:]) + "\n" for line in VERDICTS).encode()
    same("check: verdicts with reasons and replies", cli("check", data=text.encode()), 0, want)
    run = cli("check", "--json", data=text.encode())
    facts = [json.loads(line) for line in run[1].splitlines()]
    ok([fact["verdict"] for fact in facts] == [line[1] for line in VERDICTS]
       and [fact["line"] for fact in facts] == list(range(3, 3 + len(VERDICTS)))
       and facts[0]["attackers"] == ["e1"] and facts[0]["replies"] == ["e9f9"]
       and facts[1]["refused"][1] == {"move": "d9e9", "by": "e0"}
       and facts[1]["fen"] == "3k5/9/9/9/9/3R5/9/9/9/4K4 b - - 0 1"
       and facts[8]["faults"][0]["kind"] == "bad_point" and facts[8]["faults"][0]["point"] == "d0",
       "check --json", facts)

    run = cli("check", data=b"3 1 5\nG 10 5\nX 1 1\nR 2 2\nfoobar\n2 1 4\nG 10 5\nR 6 4\n\n0 0 0")
    lines = run[1].decode().splitlines()
    ok(run[0] == 0 and len(lines) == 3 and re.match("illegal\tline 3, column 1: expected the letter", lines[0])
       and re.match("illegal\tline 5, column 1: ", lines[1]) and lines[2].startswith("checkmate\t"),
       "check: faulty lines are listed, the rest is judged", run)
    same("check: a text longer than any position", cli("check", data=b"x" * 200000), 2, b"", "line 1: expected a position")

    for table in ("positions.tsv", "mate_verdicts.tsv"):
        path = os.path.join(CASES, table)
        if not os.path.exists(path):
            skip(f"check: {table}", "no such file")
            continue
        rows = [line.split("\t") for line in read(path).decode().splitlines() if not line.startswith("#")][1:]
        run = cli("check", data="".join(row[0] + "\n" for row in rows).encode())
        wrong = []
        for row, line in zip(rows, run[1].decode().splitlines()):
            verdict, _, replies = line.split("\t")
            n = "-" if verdict == "illegal" else str(0 if replies.startswith("not ") else len(replies.split()))
            if (verdict, n) != (row[1], row[2]):
                wrong.append((row[0], line))
        ok(run[0] == 0 and len(run[1].splitlines()) == len(rows) and not wrong, f"check: {table}", wrong[:3])


def test_moves():
    fen = "4k4/9/9/9/9/9/9/9/4R4/3K5 b"
    same("moves", cli("moves", fen), 0, b"e9f9\n")
    same("moves in Chinese", cli("moves", fen, "--notation", "chinese"), 0, "将５平６\n".encode())
    same("moves in WXF", cli("moves", fen, "--notation", "wxf"), 0, b"K5.6\n")
    same("moves in ICCS", cli("moves", fen, "--notation", "iccs"), 0, b"E9-F9\n")
    same("moves in UCI", cli("moves", fen, "--notation", "uci"), 0, b"e10f10\n")
    run = cli("moves", "rnbakabnr/9/d7d/p1p1p1p1p/9/9/P1P1P1P1P/D7D/9/RNBAKABNR w", "--game", "duck")
    ok(run[0] == 0 and len(run[1].splitlines()) == 43, "moves of duck chess", run)
    same("duck chess has only coordinates", cli("moves", fen, "--game", "duck", "--notation", "wxf"), 2, b"", "expected")


test_usage()
test_answers()
test_faults()
test_files()
test_dialogue()
test_random()
test_perft()
test_check()
test_moves()
print(f"1..{count}")
sys.exit(failed != 0)
