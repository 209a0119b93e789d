#!/usr/bin/python3
"""Takes the real window through everything that can happen to a game and its file.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import pathlib
import re
import shutil
import sys
import tempfile

import drive
import duck
from drive import Program, Role, tap, wait

MOVES = duck.SAMPLE_MOVES[:3]
# The whole sample, refused commands included, as the contest writes it.
SAMPLE_LIST = "".join(f"{line}\n" for line in [
    len(duck.SAMPLE), *(" ".join(map(str, (*origin, *target))) for origin, target, _ in duck.SAMPLE)])


def play(yaqi, moves, before=()):
    """Types moves, after those that are on the board."""
    for number, move in enumerate(moves, 1):
        yaqi.type(duck.text(move))
        yaqi.wait_pieces(duck.after([*before, *moves[:number]]))


def save(yaqi, file):
    """Saves under a new name."""
    yaqi.key("ctrl+shift+s")
    yaqi.answer_file_dialog(file)
    wait(file.exists, f"the file {file}")
    yaqi.wait_title("^[^•]*$")


def button(yaqi, name):
    """A button by the word on it."""
    return yaqi.find(Role.PUSH_BUTTON, re.compile(rf"\b{name}$"))


def in_folder(test):
    """Gives a test a folder of its own."""
    def run():
        with tempfile.TemporaryDirectory() as folder:
            test(pathlib.Path(folder))
    run.__name__, run.__doc__ = test.__name__, test.__doc__
    return run


@in_folder
def unsaved_question(folder):
    """An unsaved game asks before it is lost: stays at Cancel, is written at Save, goes at Discard."""
    file = folder / "game.pgn"
    with Program() as yaqi:
        play(yaqi, MOVES[:1])
        yaqi.wait_title("•")
        yaqi.key("ctrl+q")
        yaqi.find_question("Save this game?")
        yaqi.click(button(yaqi, "Cancel"))
        yaqi.wait_gone(Role.LABEL, "Save this game?")
        yaqi.wait_pieces(duck.after(MOVES[:1]))
        yaqi.key("ctrl+q")
        yaqi.click(button(yaqi, "Save"))
        yaqi.answer_file_dialog(file)
        yaqi.wait_end()
    written = file.read_text(encoding="utf-8")
    assert '[Variant "Duck Chess"]' in written and duck.text(MOVES[0]) in written, written
    with Program(file) as yaqi:
        yaqi.wait_moves(duck.texts(MOVES[:1]))
        yaqi.key("End")
        play(yaqi, MOVES[1:2], MOVES[:1])
        yaqi.click(yaqi.find_close())
        yaqi.click(button(yaqi, "Discard"))
        yaqi.wait_end()
    assert file.read_text(encoding="utf-8") == written


def quit_from_dialogs():
    """Ctrl+Q ends the program from a dialog, too: it asks about the game, and nothing typed is lost."""
    def open_dialog(keys, title):
        yaqi.key(keys)
        yaqi.wait_active(wait(lambda: next((it for it in yaqi.windows() if it.get_name() == title), None), title))

    def keep_game():
        yaqi.find_question("Save this game?")
        yaqi.key("Escape")
        yaqi.wait_gone(Role.LABEL, "Save this game?")
        yaqi.wait_active(yaqi.window)

    with Program() as yaqi:
        play(yaqi, MOVES[:1])
        for keys, title in [("ctrl+o", "Open Game"), ("ctrl+shift+s", "Save Game"), ("ctrl+e", "Export Picture")]:
            open_dialog(keys, title)
            yaqi.key("ctrl+q")
            keep_game()
        open_dialog("ctrl+m", "Comment")
        yaqi.type("A remark")
        yaqi.key("ctrl+q")
        keep_game()
        yaqi.wait_moves([*duck.texts(MOVES[:1]), "A remark"])
        open_dialog("alt+Return", "Game Details")
        yaqi.type("Ann")
        yaqi.key("ctrl+q")
        keep_game()
        yaqi.wait_title("Ann")
        yaqi.key("ctrl+n")
        yaqi.find_question("Save this game?")
        yaqi.key("ctrl+q")
        yaqi.settle()
        yaqi.click(button(yaqi, "Discard"))
        yaqi.wait_end()
    with Program() as yaqi:
        open_dialog("ctrl+m", "Comment")
        yaqi.key("ctrl+q")
        yaqi.wait_end()


@in_folder
def failed_save(folder):
    """A save that fails says why; the game stays, and can be saved elsewhere."""
    away = folder / "away"
    away.mkdir()
    file = away / "game.pgn"
    with Program() as yaqi:
        play(yaqi, MOVES[:1])
        save(yaqi, file)
        play(yaqi, MOVES[1:2], MOVES[:1])
        shutil.rmtree(away)
        yaqi.key("ctrl+s")
        yaqi.find_question(re.compile("“game.pgn” could not be saved"))
        yaqi.find_text(re.compile("No such file or directory"))
        yaqi.key("Escape")
        yaqi.wait_gone(Role.LABEL, re.compile("could not be saved"))
        yaqi.wait_pieces(duck.after(MOVES[:2]))
        yaqi.wait_title("•")
        save(yaqi, folder / "elsewhere.pgn")
        yaqi.key("ctrl+q")
        yaqi.wait_end()
    assert duck.text(MOVES[1]) in (folder / "elsewhere.pgn").read_text(encoding="utf-8")


@in_folder
def changed_on_disk(folder):
    """A file that another program has changed is not overwritten without asking, and keeps its permissions."""
    file = folder / "game.pgn"
    with Program() as yaqi:
        play(yaqi, MOVES[:1])
        save(yaqi, file)
        file.write_text("somebody else's\n", encoding="utf-8")
        file.chmod(0o640)
        play(yaqi, MOVES[1:2], MOVES[:1])
        yaqi.key("ctrl+s")
        yaqi.find_question(re.compile("was changed by another program"))
        yaqi.key("Escape")
        yaqi.wait_gone(Role.LABEL, re.compile("was changed by another program"))
        assert file.read_text(encoding="utf-8") == "somebody else's\n"
        yaqi.wait_title("•")
        yaqi.key("ctrl+s")
        yaqi.click(button(yaqi, "Replace"))
        yaqi.wait_title("^[^•]*$")
        assert duck.text(MOVES[1]) in file.read_text(encoding="utf-8")
        assert file.stat().st_mode & 0o777 == 0o640, oct(file.stat().st_mode)
        yaqi.key("ctrl+q")
        yaqi.wait_end()


@in_folder
def bad_file(folder):
    """A file that is no game says line and column; the game on the board stays."""
    file = folder / "bad.pgn"
    file.write_text('[Variant "Duck Chess"]\n\n1. d0c1 e9e8\n2. c3d2 zebra *\n', encoding="utf-8")
    with Program() as yaqi:
        play(yaqi, MOVES[:2])
        yaqi.key("ctrl+o")
        yaqi.answer_file_dialog(file)
        yaqi.find_text(re.compile(r"“bad.pgn” could not be opened. Line 4, column \d+: .+"))
        yaqi.wait_pieces(duck.after(MOVES[:2]))
        yaqi.wait_moves(duck.texts(MOVES[:2]))
        play(yaqi, MOVES[2:3], MOVES[:2])


@in_folder
def killed(folder):
    """A game survives kill -9 and is offered at the next start, with its file."""
    file = folder / "game.pgn"
    state = folder / "state"
    with Program(XDG_STATE_HOME=str(state)) as yaqi:
        play(yaqi, MOVES[:1])
        save(yaqi, file)
        play(yaqi, MOVES[1:], MOVES[:1])
        wait(lambda: any(duck.text(MOVES[2]) in path.read_text(encoding="utf-8")
                         for path in state.rglob("[!.]*") if path.is_file()), "the last move on disk, whole")
        yaqi.kill()
    with Program(XDG_STATE_HOME=str(state)) as yaqi:
        yaqi.find_text("A game was not saved when Yaqi ended.")
        yaqi.wait_pieces(duck.START)
        yaqi.click(button(yaqi, "Restore"))
        yaqi.wait_moves(duck.texts(MOVES))
        yaqi.wait_pieces(duck.after(MOVES))
        yaqi.wait_title("• *game.pgn")
        yaqi.key("ctrl+s")
        yaqi.wait_title("^game.pgn")
        yaqi.key("ctrl+q")
        yaqi.wait_end()
    assert duck.text(MOVES[2]) in file.read_text(encoding="utf-8")
    with Program(XDG_STATE_HOME=str(state)) as yaqi:
        yaqi.wait_pieces(duck.START)
        assert yaqi.look(Role.LABEL, "A game was not saved when Yaqi ended.") is None
        yaqi.key("ctrl+q")
        yaqi.wait_end()


@in_folder
def recovery_taken_back(folder):
    """A game that is offered stays offered when its place is not given up after all."""
    offer = "A game was not saved when Yaqi ended."
    state = folder / "state"
    with Program(XDG_STATE_HOME=str(state)) as yaqi:
        play(yaqi, MOVES[:2])
        wait(lambda: any(duck.text(MOVES[1]) in path.read_text(encoding="utf-8")
                         for path in state.rglob("[!.]*") if path.is_file()), "the last move on disk, whole")
        yaqi.kill()
    with Program(XDG_STATE_HOME=str(state)) as yaqi:
        yaqi.find_text(offer)
        play(yaqi, MOVES[:1])
        yaqi.click(button(yaqi, "Restore"))
        yaqi.find_question("Save this game?")
        yaqi.key("Escape")
        yaqi.wait_gone(Role.LABEL, "Save this game?")
        yaqi.wait_pieces(duck.after(MOVES[:1]))
        yaqi.click(button(yaqi, "Restore"))
        yaqi.find_question("Save this game?")
        yaqi.click(yaqi.find(Role.PUSH_BUTTON, re.compile(r"\bDiscard$"), yaqi.find(Role.DIALOG)))
        yaqi.wait_pieces(duck.after(MOVES[:2]))
        yaqi.wait_gone(Role.LABEL, offer)


@in_folder
def command_list(folder):
    """The contest's command list opens as a game, refused commands as remarks, and is written again."""
    file, copy = folder / "sample.duck", folder / "copy.duck"
    file.write_text(SAMPLE_LIST, encoding="utf-8")
    with Program(file) as yaqi:
        wait(lambda: [text for text in yaqi.moves() if text in duck.texts(duck.SAMPLE_MOVES)]
             == duck.texts(duck.SAMPLE_MOVES), "the moves of the sample")
        wait(lambda: "0 0 7 0" in " ".join(yaqi.moves()), "the refused first command as a remark")
        yaqi.key("End")
        yaqi.find_text(duck.SAMPLE_END)
        yaqi.key("ctrl+shift+s")
        yaqi.answer_file_dialog(copy)
        wait(copy.exists, "the copy")
        yaqi.key("ctrl+q")
        yaqi.wait_end()
    assert copy.read_text(encoding="utf-8") == SAMPLE_LIST, copy.read_text(encoding="utf-8")


@in_folder
def clean_end(folder):
    """A session ends without a leak, when the build can tell."""
    file = folder / "game.duck"
    file.write_text(SAMPLE_LIST, encoding="utf-8")
    # Without a file dialog: GTK 4.8 itself leaks the names that it lists there.
    with Program(file, ASAN_OPTIONS="fast_unwind_on_malloc=0:malloc_context_size=20") as yaqi:
        yaqi.key("End", "Page_Up")
        yaqi.wait_pieces(duck.after(duck.SAMPLE_MOVES[:-1]))
        yaqi.type("a0b0")
        yaqi.find_text("Your own piece is there")
        yaqi.key("Home")
        yaqi.wait_pieces(duck.START)
        yaqi.key("ctrl+q")
        yaqi.wait_end()


sys.exit(drive.run([unsaved_question, quit_from_dialogs, failed_save, changed_on_disk, bad_file, killed, recovery_taken_back, command_list,
                    clean_end]))
