"""Completion, colours, the loop over a pipe, and one time a real terminal."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pexpect
import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.data_structures import Size
from prompt_toolkit.document import Document
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput
from prompt_toolkit.output.vt100 import Vt100_Output

from moot.repl.completion import ConsoleCompleter
from moot.repl.console import Console
from moot.repl.dispatch import execute
from moot.repl.highlight import Highlighter
from moot.repl.plain import lines
from moot.repl.shell import talk
from moot.repl.toolbar import toolbar

from .sessions import ROOT, orchard


def offered(console: Console, typed: str) -> list[str]:
    """The whole lines that what was typed may become."""
    found = ConsoleCompleter(console).get_completions(Document(typed), CompleteEvent())
    return [typed[: len(typed) + c.start_position] + c.text for c in found]


# ---- completion ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("pl", "plant Plum"),
        ("Plum", "plant Plum"),
        ("plum pl", "plant Plum"),  # words in any order
        ("pl ch", "plant Cherry"),
        ("p1 pl", "p1 plant Plum"),
        ("when p1 ea", "when p1 earn 1 coin"),
        ("un", "undo"),
        ("help wh", "help whynot"),
        ("show he", "show Hedge"),
        ("as ", "as p2"),
        ("as p2 sta", "as p2 state"),
        ("as p2 show he", "as p2 show Hedge"),
        ("why to", "why toll"),
        ("why toll of Qu", "why toll of Quince"),
        ("given p1 co", "given p1 coin"),
        ("given p1 ", "given p1 basket"),
        ("given p1 ", "given p1 is"),
        ("given p1 coin 3, ", "given p1 coin 3, garden"),
        ("given p1 basket ", "given p1 basket Plum"),
        ("expect p1 basket ", "expect p1 basket includes"),
        ("expect p1 basket includes Qu", "expect p1 basket includes Quince"),
        ("expect toll ", "expect toll of"),
        ("expect toll of ", "expect toll of Plum"),
        ("why toll of ", "why toll of Quince"),
        ("why toll of Quince ", "why toll of Quince for"),
        ("why harvest of ", "why harvest of p2"),
        ("ask garden ", "ask garden of"),
        ("whynot p2 pl", "whynot p2 plant"),
        ("whynot p1 Ladder", "whynot p1 Ladder Tree: move a tree in any garden to your basket"),
        ("given p1 coin 1; p2 bask", "given p1 coin 1; p2 basket"),
        ("whynot Ladder", "whynot Ladder Tree: move a tree in any garden to your basket"),
        ("pass until the d", "pass until the day"),
        ("glossary nu", "glossary nursery"),
        ("ask num", "ask number"),
        ("expect p1 coin 1; hig", "expect p1 coin 1; highest"),
        ("load tests/prompt/orc", "load tests/prompt/orchard/"),
        ("break ", "break on "),
        ("break on w", "break on window of "),
        ("break on window of He", "break on window of Hedge"),
        ("break on before pl", "break on before plant"),
        ("break on p1 coin at l", "break on p1 coin at least"),
        ("finish ", "finish turn"),
        ("back ", "back to "),
        ("back to st", "back to start"),
        ("next ", "next back"),
        ("step pl", "step plant Plum"),
        ("why m", "why may "),
        ("why may ", "why may p2 "),
        ("why may p1 pl", "why may p1 plant Plum"),
        ("why may Ladder", "why may Ladder Tree: move a tree in any garden to your basket"),
        ("why cannot p2 pl", "why cannot p2 plant"),
        ("who ", "who has won"),
        ("who is the to", "who is the toll"),
        ("need pl", "need plant Plum"),
        ("need p2 pl", "need p2 plant"),
        ("until ", "until p2"),
        ("until the d", "until the day ends"),
        ("until p1 coin ", "until p1 coin at least"),
        ("always p1 co", "always p1 coin"),
        ("always p1 coin at least 1 ", "always p1 coin at least 1 within "),
        ("find p1 coin 4 wi", "find p1 coin 4 within "),
        ("find p1 coin 4 within ", "find p1 coin 4 within 3 answers"),
        ("find p1 coin 4 within 3 answers ", "find p1 coin 4 within 3 answers by "),
        ("find p1 coin 4 within 3 answers by ", "find p1 coin 4 within 3 answers by p2"),
        ("turn p2 ", "turn p2 as "),
        ("random ", "random end"),
    ],
)
def test_a_line_is_completed_to_what_fits(typed: str, expected: str) -> None:
    assert expected in offered(orchard(), typed)


def test_completion_follows_the_game() -> None:
    console = orchard()
    assert "plant Plum" in offered(console, "plant ")
    execute(console, "plant Plum")
    assert "plant Plum" not in offered(console, "plant ")
    execute(console, "branch first")
    assert "goto first" in offered(console, "goto f")


def test_completion_knows_what_was_set_and_where_one_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    console = orchard()
    assert "break delete " not in offered(console, "break ") and not offered(console, "watch delete ")[1:]
    for line in ("break on coin", "break on Hedge", "watch coin of p1", "branch old", "step rest"):
        execute(console, line)
    assert offered(console, "break delete ") == ["break delete 1", "break delete 2", "break delete all"]
    assert offered(console, "watch delete ") == ["watch delete 1", "watch delete all"]
    assert offered(console, "finish ") == ["finish answer", "finish back"]
    assert "diff start old" in offered(console, "diff start ")
    monkeypatch.chdir(tmp_path)
    for name in ("a.html", "a.ruling", "a.moot"):
        (tmp_path / name).touch()
    assert offered(console, "export ") == ["export a.html"] and offered(console, "record ") == ["record a.ruling"]
    assert len(offered(console, "load ")) == 3


def test_completion_tells_a_player_nothing_of_anothers_answers() -> None:
    console = orchard()
    execute(console, "as p2")
    assert not offered(console, "plant ") and not offered(console, "whynot pl")


def test_every_completed_answer_is_legal() -> None:
    console = orchard()
    for line in offered(console, ""):
        if line in console.session.legal():
            assert execute(console, line).good and execute(console, "undo").good


# ---- colours -------------------------------------------------------------------------------------------------------


def test_colours_change_no_character_and_come_from_what_is_printed_on_the_cards() -> None:
    console = orchard()
    text = console.table() + "\n" + console.log() + "\nno: Plum of p1 (Hedge, trees/hedge.card:3)"
    parts = Highlighter(console).text(text)
    assert "".join(part[1] for part in parts) == text
    styles = {part[1]: part[0] for part in parts}
    assert styles["Plum"] == styles["Cherry"] == "class:card0" and styles["Quince"] == "class:card1"
    assert styles["p1"] == "class:player"


# ---- the loop ------------------------------------------------------------------------------------------------------


@pytest.fixture
def pipe() -> Iterator[PipeInput]:
    with create_pipe_input() as made:
        yield made


def test_the_loop_plays_and_ends_with_ctrl_d(pipe: PipeInput) -> None:
    console = orchard()
    pipe.send_text("earn\rrest\r\x04")
    talk(console, pipe, DummyOutput())
    assert [m.line for m in console.session.path()][1:] == ["p1: earn 1 coin", "p1: rest a while"]


def test_ctrl_c_drops_the_line_and_nothing_else(pipe: PipeInput) -> None:
    console = orchard()
    pipe.send_text("res\x03earn\rquit\r")
    talk(console, pipe, DummyOutput())
    assert [m.line for m in console.session.path()][1:] == ["p1: earn 1 coin"]


def test_the_keys_of_the_toolbar(pipe: PipeInput) -> None:
    console = orchard()
    pipe.send_text("earn\r\x1bOQ\x1bOP\x04")  # F2, F1
    talk(console, pipe, DummyOutput())
    assert console.session.here == 0 and len(console.session.history.moments) == 2


def test_what_is_pasted_is_one_situation(pipe: PipeInput) -> None:
    console = orchard()
    pipe.send_text("\x1b[200~given 2 players\n   p1 coin 9\n   p2 garden Hedge\x1b[201~\r\x04")
    talk(console, pipe, DummyOutput())
    assert execute(console, "expect p1 coin 9; p2 garden Hedge").text == "yes"


@pytest.mark.parametrize("no_color", [False, True])
def test_colours_are_left_out_where_they_are_not_wanted(
    pipe: PipeInput, no_color: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if no_color:
        monkeypatch.setenv("NO_COLOR", "1")
    screen = StringIO()
    terminal = Vt100_Output(screen, lambda: Size(rows=40, columns=100), term="xterm")
    pipe.send_text("earn\r\x04")
    talk(orchard(), pipe, terminal)
    shown = screen.getvalue()
    assert "Plum" in shown and toolbar(orchard()).split(" | ")[0].strip() in shown
    assert ("\x1b[0;33m" in shown or "\x1b[33m" in shown) is not no_color


def test_lines_without_a_terminal() -> None:
    target = StringIO()
    lines(orchard(), ["earn\n", "expect p1 coin 4\n", "quit\n", "earn\n"], target)
    shown = target.getvalue()
    assert "> earn" not in shown and "\x1b" not in shown and shown.endswith("yes\n")


def test_what_was_typed_is_remembered_for_each_set(pipe: PipeInput) -> None:
    pipe.send_text("earn\r\x04")
    talk(orchard(), pipe, DummyOutput())
    kept = list(Path(os.environ["XDG_STATE_HOME"]).rglob("orchard.history"))
    if sys.platform.startswith("linux"):
        assert kept and "earn" in kept[0].read_text(encoding="utf-8")


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")
def test_a_real_terminal(tmp_path: Path) -> None:
    environment = os.environ | {"PROMPT_TOOLKIT_NO_CPR": "1", "TERM": "xterm", "XDG_STATE_HOME": str(tmp_path)}
    command = [sys.executable, ["-m", "moot", "repl", "--set", "tests/prompt/orchard", "--players", "2"]]
    child = pexpect.spawn(*command, cwd=str(ROOT), env=environment, encoding="utf-8", timeout=20, dimensions=(40, 100))
    waits = re.compile(r"1m>\x1b\[0m.*?\x1b\[\?25h", re.DOTALL)  # drawn, and the cursor is shown again
    child.expect("rest a while")
    child.expect(waits)
    child.send("ea")
    child.expect("earn 1 coin")  # offered
    child.send("rn\r")
    child.expect("1 coin from the bank to")
    child.expect("rest a while")
    child.expect(waits)
    child.sendintr()
    child.expect(waits)
    child.sendeof()
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
