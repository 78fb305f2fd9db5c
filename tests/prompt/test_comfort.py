"""Comfort at the prompt: lines that fit the window, short names of files, a bounded memory of what was typed, sessions
that ended in the middle, and Ctrl-C at any time."""

from __future__ import annotations

import os
import re
import signal
import stat
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pexpect
import pytest
from hypothesis import given
from hypothesis import strategies as st
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

from moot.repl import own_files, pager, recovery
from moot.repl.console import Console
from moot.repl.dispatch import execute
from moot.repl.interrupts import Interrupts
from moot.repl.remembered import FAINT, LINES, LONGEST, Remembered
from moot.repl.shell import talk
from moot.repl.toolbar import now, toolbar
from moot.repl.wrapping import NARROWEST, wrapped

from .sessions import ROOT, console, orchard

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals and terminals")
WINDOWS = (20, 26, 33, 80, 100, 120)
HEAD = '{"moot": 1, "set": "orchard", "folder": "/", "arguments": []}'


class Window(DummyOutput):
    """A terminal of some width."""

    def __init__(self, columns: int) -> None:
        self.columns = columns

    def get_size(self) -> Size:
        return Size(rows=24, columns=self.columns)


@pytest.fixture
def pipe() -> Iterator[PipeInput]:
    with create_pipe_input() as made:
        yield made


# ---- the width of the window ---------------------------------------------------------------------------------------


@given(st.text("abc dé:,/-  \n", max_size=300), st.integers(NARROWEST, 60))
def test_wrapping_keeps_every_word_and_breaks_none_that_fits(text: str, width: int) -> None:
    out = wrapped(text, width)
    assert "".join(out.split()) == "".join(text.split())
    assert all(len(line) <= width for line in out.split("\n"))
    if max(map(len, text.split()), default=0) <= width // 2:
        assert out.split() == text.split()
    assert wrapped(text, 400) == text  # what fits stays as it is


def test_a_word_that_is_too_wide_goes_on_behind_a_sign() -> None:
    rows = wrapped("  (characters/the-oldest-of-all.card:12)", NARROWEST).split("\n")
    assert [row.strip() for row in rows] == ["(characters/", "the-oldest-of-", "all.card:12)"]


def test_what_goes_on_goes_on_below_its_words() -> None:
    assert wrapped("  12  harvest the tree that stands beside the hedge", 24).split("\n")[1].startswith("      ")
    listed = wrapped("  goto N      go to another moment of the tree of moments", 36).split("\n")
    assert listed[1].startswith(" " * 14) and not listed[1].startswith(" " * 15)


@pytest.mark.parametrize("columns", WINDOWS)
def test_the_table_and_the_toolbar_fit_the_window(columns: int, pipe: PipeInput) -> None:
    began = console("--scenario first-game --players 7 --seed 3")
    execute(began, "random 60")
    pipe.send_text("\x04")
    talk(began, pipe, Window(columns))
    assert began.width == columns
    assert max(map(len, wrapped(began.table(), columns).split("\n"))) <= columns
    for line in ("", "as p2", "step"):
        execute(began, line) if line else None
        assert len(toolbar(began, columns)) <= columns and (columns < 80 or "|" in toolbar(began, columns))
        assert now(began)[: columns - 2] in toolbar(began, columns)


def test_the_toolbar_says_who_decides_now() -> None:
    prompt = orchard()
    assert "p1 decides" in toolbar(prompt, 80)
    execute(prompt, "step rest")
    assert "decides" not in toolbar(prompt, 80) and "answer of p1, event 1 of " in toolbar(prompt, 80)


# ---- files ---------------------------------------------------------------------------------------------------------


def test_files_are_named_by_their_places_in_the_set() -> None:
    prompt = orchard()
    execute(prompt, "earn")
    assert execute(prompt, "log 1").text.endswith("(orchard.game:28)")
    prompt.absolute = True
    whole = re.escape((ROOT / "tests/prompt/orchard/orchard.game").as_posix())
    assert re.search(rf"\({whole}:28\)$", execute(prompt, "log 1").text)


def test_files_are_named_so_from_any_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import argparse

    from moot.repl.cli import repl

    parser = argparse.ArgumentParser()
    repl.arguments(parser)
    monkeypatch.chdir(tmp_path)
    for more, expected in (
        ([], r"\(orchard\.game:28\)$"),
        (["--absolute-paths"], r"\(/.*/orchard/orchard\.game:28\)$"),
    ):
        prompt = repl.console(parser.parse_args(["--set", str(ROOT / "tests/prompt/orchard"), *more]))
        execute(prompt, "earn")
        if sys.platform != "win32":
            assert re.search(expected, execute(prompt, "log 1").text)


# ---- places --------------------------------------------------------------------------------------------------------


def test_the_beginning_and_the_end_are_places() -> None:
    prompt = orchard()
    execute(prompt, "random 5")
    assert execute(prompt, "goto start").good and prompt.session.here == 0
    assert execute(prompt, "goto end").good and prompt.session.here == 5


# ---- what was typed before -----------------------------------------------------------------------------------------


def test_what_is_remembered_is_bounded(tmp_path: Path) -> None:
    path = tmp_path / "x.history"
    memory = Remembered(path)
    for line in ("earn", "x" * (LONGEST + 1), "given 2 players\n  p1 coin 3", "  ", "rest"):
        memory.append_string(line)
    assert [*Remembered(path).load_history_strings()] == ["rest", "earn"]
    for i in range(3 * LINES):
        memory.store_string(f"{i} " + "y" * (LONGEST - 10))
    kept = [*Remembered(path).load_history_strings()]
    assert len(kept) <= LINES and kept[0].startswith(f"{3 * LINES - 1} ")
    assert path.stat().st_size <= 3 * LINES * LONGEST
    if sys.platform != "win32":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_faint_text_comes_from_this_session_and_is_short(tmp_path: Path) -> None:
    from prompt_toolkit.buffer import Buffer
    from prompt_toolkit.document import Document

    from moot.repl.remembered import Faint

    path = tmp_path / "x.history"
    Remembered(path).append_string("whynot harvest Plum")
    memory = Remembered(path)
    faint = Faint(memory)
    assert faint.get_suggestion(Buffer(), Document("whynot ")) is None  # that was last week
    memory.append_string("plant Plum")
    memory.append_string("plant " + "Plum, " * FAINT)
    found = faint.get_suggestion(Buffer(), Document("pla"))
    assert found is not None and found.text == "nt Plum"


def test_a_file_that_is_none_of_the_users_is_not_touched(tmp_path: Path) -> None:
    other, link = tmp_path / "other", tmp_path / "x.history"
    other.write_text("mine", encoding="utf-8")
    link.symlink_to(other)
    assert own_files.tail(link, 100) == "" and not own_files.append(link, "x")
    assert other.read_text(encoding="utf-8") == "mine"


# ---- the pager -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("none", ["", "cat", "no-such-pager-here", '"'])
def test_no_pager_where_none_is_wanted(none: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOOT_PAGER", none)
    assert pager.chosen() is None


@POSIX
def test_a_pager_of_ones_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("MOOT_PAGER", raising=False)
    monkeypatch.setenv("PAGER", f"tee {tmp_path / 'seen'}")
    command = pager.chosen()
    assert command is not None and pager.shown(command, "a\nb\n")
    assert (tmp_path / "seen").read_text(encoding="utf-8") == "a\nb\n"


# ---- sessions that ended in the middle -----------------------------------------------------------------------------


def crashed(lines: list[str]) -> Console:
    """A session that was killed after these lines."""
    prompt = orchard()
    kept = recovery.begun("orchard", ["--set", "tests/prompt/orchard"])
    for line in lines:
        marks = recovery.Marks(prompt)
        worth = marks.to_keep(line, execute(prompt, line))
        if worth is not None:
            kept.note(worth)
    assert kept.lock is not None
    os.close(kept.lock)  # as the system does
    return prompt


@POSIX
def test_what_ended_in_the_middle_is_taken_up_again() -> None:
    typed = ["earn", "why", "xyzzy", "undo", "plant Plum", "branch first", "random 7", "save nowhere/at-all", "as p2"]
    before = crashed(typed)
    found = recovery.lost("orchard")
    assert found is not None and found.lines == ("earn", "undo", "plant Plum", "branch first", "random 7", "as p2")
    assert recovery.lost("another") is None
    now, kept = orchard(), recovery.begun("orchard", [])
    assert recovery.again(now, found, kept) == len(found.lines)
    assert now.session.state.key() == before.session.state.key()
    assert [*now.session.places.named] == [*before.session.places.named]
    assert execute(now, "tree").text == execute(before, "tree").text and now.viewer == 1
    assert recovery.lost() is None and kept.path is not None and len(kept.path.read_text().splitlines()) == 7
    assert stat.S_IMODE(kept.path.stat().st_mode) == 0o600 and stat.S_IMODE(kept.path.parent.stat().st_mode) == 0o700
    kept.over()
    assert recovery.lost() is None


@POSIX
@pytest.mark.parametrize("text", ["", "{", '{"moot": 1}', '{"moot": 2}\n"earn"', "[]\n1", f"{HEAD}\n3\n{{'earn"])
def test_a_file_that_is_no_session_is_no_loss(text: str) -> None:
    folder = own_files.folder(recovery.FOLDER)
    assert folder is not None
    (folder / f"1-x{recovery.ENDING}").write_text(text, encoding="utf-8")
    assert recovery.lost() is None


@POSIX
def test_few_sessions_are_kept() -> None:
    for _ in range(3 * recovery.FILES):
        crashed(["earn"])
    folder = own_files.folder(recovery.FOLDER)
    assert folder is not None and len(list(folder.iterdir())) <= recovery.FILES
    while (found := recovery.lost()) is not None:
        own_files.remove(found.path)


# ---- Ctrl-C --------------------------------------------------------------------------------------------------------


@POSIX
def test_a_signal_stops_a_command_and_nothing_else() -> None:
    interrupts, before = Interrupts(), signal.getsignal(signal.SIGINT)
    with interrupts.held():
        os.kill(os.getpid(), signal.SIGINT)  # nothing can be stopped now
        with pytest.raises(KeyboardInterrupt), interrupts.stopping():
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(5)
        os.kill(os.getpid(), signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


@POSIX
def test_a_signal_that_python_drops_comes_again() -> None:
    class Dropping:
        def __del__(self) -> None:
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.01)

    interrupts = Interrupts()
    with interrupts.held(), pytest.raises(KeyboardInterrupt), interrupts.stopping():
        Dropping()
        time.sleep(5)


@POSIX
def test_ctrl_c_at_any_time_prints_no_traceback(tmp_path: Path) -> None:
    environment = os.environ | {"PROMPT_TOOLKIT_NO_CPR": "1", "TERM": "xterm", "XDG_STATE_HOME": str(tmp_path)}
    command = [sys.executable, ["-m", "moot", "repl", "--set", "tests/prompt/orchard", "--no-pager"]]
    child = pexpect.spawn(*command, cwd=str(ROOT), env=environment, encoding="utf-8", timeout=60, dimensions=(40, 100))
    chance, screen = Random(5), []
    child.logfile_read = Screen(screen)
    child.expect("rest a while")
    lines = ["random end", "undo 3", "tree", "goto start", "xyzzy", "why", "log"]
    for i in range(60):
        if i % 3 == 0:
            child.send(f"{chance.choice(lines)}\r")
        if chance.random() < 0.5:
            child.sendintr()
        else:
            os.kill(child.pid, signal.SIGINT)
        time.sleep(chance.random() * 0.05)
    child.send("\x15earnings of the day\r")
    child.expect("no answer `earnings of the day`")
    child.send("quit\r")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0 and "Traceback" not in "".join(screen) and "Exception ignored" not in "".join(screen)


class Screen:
    """Keeps what a terminal shows."""

    def __init__(self, shown: list[str]) -> None:
        self.shown = shown

    def write(self, text: str) -> None:
        self.shown.append(text)

    def flush(self) -> None:
        pass
