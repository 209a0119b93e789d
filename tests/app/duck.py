"""Duck chess as far as the tests of the window need it: where pieces stand after moves that are known to be right.

SPDX-License-Identifier: GPL-3.0-or-later
"""

HOME = ["car", "horse", "elephant", "guard", "captain", "guard", "elephant", "horse", "car"]
START = {
    **{(row, column): f"{side} {kind}"
       for side, row in (("red", 0), ("blue", 9)) for column, kind in enumerate(HOME)},
    **{(row, column): f"{side} duck" for side, row in (("red", 2), ("blue", 7)) for column in (0, 8)},
    **{(row, column): f"{side} soldier" for side, row in (("red", 3), ("blue", 6)) for column in range(0, 9, 2)},
}

# The sample of the contest: each command and why it is refused, None when it is played.
SAMPLE = [
    ((0, 0), (7, 0), "The car is blocked: row 2 column 0 on its way is occupied"),
    ((9, 0), (8, 0), "There is no red piece there, and it is red's turn"),
    ((0, 1), (1, 3), "The horse is blocked: its leg, row 0 column 2, is occupied"),
    ((0, 2), (2, 0), "Your own piece is there"),
    ((0, 3), (1, 2), None),
    ((0, 4), (0, 3), "There is no blue piece there, and it is blue's turn"),
    ((9, 4), (8, 4), None),
    ((3, 2), (2, 3), None),
    ((7, 0), (4, 2), "The duck is blocked: its leg, row 6 column 0, is occupied"),
    ((7, 0), (5, 3), "The duck is blocked: its leg, row 6 column 2, is occupied"),
    ((9, 2), (7, 4), None),
    ((2, 0), (4, 3), None),
    ((9, 1), (8, 3), None),
    ((4, 3), (6, 6), None),
    ((7, 4), (9, 2), "The elephant is blocked: its eye, row 8 column 3, is occupied"),
    ((8, 4), (9, 4), None),
    ((6, 6), (9, 4), None),
    ((9, 8), (8, 8), "The game is over"),
]
SAMPLE_MOVES = [(origin, target) for origin, target, refusal in SAMPLE if refusal is None]
SAMPLE_REPORTS = [
    "red guard;NA;no;no", "blue captain;NA;no;no", "red soldier;NA;no;no", "blue elephant;NA;no;no",
    "red duck;NA;no;no", "blue horse;NA;no;no", "red duck;blue soldier;no;no", "blue captain;NA;yes;no",
    "red duck;blue captain;no;yes",
]
SAMPLE_END = "Red wins: the blue captain was captured"


def after(moves):
    """The pieces after moves from the start."""
    pieces = dict(START)
    for origin, target in moves:
        pieces[target] = pieces.pop(origin)
    return pieces


def text(move):
    """A move as the program writes it: d0c1."""
    return "".join("abcdefghi"[column] + str(row) for row, column in move)


def texts(moves):
    """Several moves as the program writes them."""
    return [text(move) for move in moves]
