"""`moot repl` and `moot run`: the same lines from a file or a pipe, and what the exit code says of them."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from moot.dsl.kept import OFF
from moot.interpreter.play.session import begin
from moot.interpreter.proof import spec
from moot.interpreter.sets.cast import NoGame
from moot.repl import cli
from moot.repl.console import Console
from moot.repl.dispatch import execute, statement
from moot.repl.script import statements

from .sessions import ROOT, card_set, console

SMALL = ("--set", "tests/prompt/orchard", "--players", "2")


def run(script: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> tuple[int, str]:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(script.encode())))
    code = cli.main(["run", "-", *SMALL])
    return code, capsys.readouterr().out


@pytest.mark.parametrize(
    ("script", "code"),
    [
        ("earn\nexpect p1 coin 4\n", 0),
        ("expect p1 coin 4\n", 1),
        ("dance\n", 1),
        ("whynot dance\n", 1),
        ("given p1 coin 0\nplant Plum\n", 1),
        ('given p1 coin 0\nplant Plum\nrefused because "not enough coins"\n', 0),
        ('given p1 coin 0\nplant Plum\nrefused because "too late"\n', 1),
        ("# nothing but a comment\n\n", 0),
        ("given 2 players\n      p1 coin 7   # two lines, one statement\nexpect p1 coin 7\n", 0),
        ("quit\nexpect p1 coin 99\n", 0),
    ],
)
def test_a_script_ends_with_its_exit_code(
    script: str, code: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(script, capsys, monkeypatch)[0] == code


def test_a_script_is_shown_with_what_comes_of_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, out = run("earn\nexpect p1 coin 4\n  p1 hat\n", capsys, monkeypatch)
    assert out.startswith("> earn\np1: earn 1 coin\n") and out.endswith("> expect p1 coin 4\n>   p1 hat\nyes\n\n")


def test_a_script_is_cut_into_statements() -> None:
    text = 'ruling R1 "x # y"\n  source "s"\n  given 2 players # n\n        p1 coin 1\n\n  when p1 earns\n'
    text += "  expect x\nstate\n"
    assert statements(text) == ["given 2 players\np1 coin 1", "when p1 earns", "expect x", "state"]


def test_a_position_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "dispute"
    file.write_text("2 players\n  p1 coin 8\n  p2 garden Hedge\n", encoding="utf-8")
    begun = console(f"--set tests/prompt/orchard --players 2 --position {file}")
    assert execute(begun, "expect p1 coin 8; p2 garden Hedge").text == "yes"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--position", "nowhere"), "no such file"),
        (("--load", "nowhere"), "no such file"),
        (("--load", "tests/prompt/orchard/set.yaml"), "has no header"),
        (("--position", "tests/prompt/orchard/common.table"), "common.table"),
        (("--players", "9"), "no such game is possible"),
    ],
)
def test_what_cannot_be_begun(arguments: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["repl", *SMALL, *arguments]) == 2
    assert said in capsys.readouterr().err


def test_a_game_that_was_kept(tmp_path: Path) -> None:
    begun = console("--set tests/prompt/orchard --players 2")
    execute(begun, "earn")
    execute(begun, f"save {tmp_path / 'kept'}")
    again = console(f"--set tests/prompt/orchard --load {tmp_path / 'kept'}")
    assert again.session.state.key() == begun.session.state.key()


def test_a_game_that_was_kept_says_itself_of_which_cards_it_is(tmp_path: Path) -> None:
    """Two sets are in reach; the kept game is one of the second."""
    begun = console("--set cards/kuhn-poker --players 2")
    execute(begun, f"save {tmp_path / 'kept'}")
    again = console(f"--load {tmp_path / 'kept'}")
    assert again.session.card_set.name == begun.session.card_set.name


def test_the_scripted_first_game(capsys: pytest.CaptureFixture[str]) -> None:
    """What `make play` shows without a terminal: a decision, an answer, a why, a whynot, a final score."""
    assert cli.main(["run", "cards/citadels/scripts/first-game.moot"]) == 0
    out = capsys.readouterr().out
    for said in ("\np1: ", "\n  1  ", "p1 chose ", ".card:", "forbidden", "the game is over: "):
        assert said in out


def test_what_was_read_before_is_ready_without_reading_it_again(tmp_path: Path) -> None:
    """With what is kept, the prompt loads nothing that reads cards; without a terminal, nothing that draws on one."""
    heavy = "('moot.dsl.parser', 'moot.dsl.elaborate', 'moot.dsl.checks', 'jsonschema', 'rich', 'prompt_toolkit')"
    loaded = f"print([m for m in {heavy} if m in sys.modules])"
    script = f"import sys; from moot.repl.cli import main; main(['repl']); {loaded}"
    own = {"XDG_CACHE_HOME": str(tmp_path / "cache"), "XDG_STATE_HOME": str(tmp_path / "state")}
    env = {name: value for name, value in os.environ.items() if name != OFF} | own
    command = [sys.executable, "-c", script]
    for _ in range(2):  # the first fills the cache
        none = subprocess.DEVNULL
        out = subprocess.run(command, cwd=ROOT, stdin=none, capture_output=True, check=True, text=True, env=env)
    assert out.stdout.endswith("[]\n")


def test_rulings_can_be_typed() -> None:
    """Line by line at the prompt every fifth ruling of a file comes to what `moot test` says of it."""
    set_ = card_set("cards/citadels")
    if set_.library is None:
        pytest.skip("the cards are at fault")
    results = {r.id: r for r in spec.run(set_, spec.Spec(set_.examples, ())).results}
    others = []
    for path, source in set_.sources.items():
        if not path.endswith(".ruling"):
            continue
        for text in re.split(r"(?m)^(?=ruling )", source.text)[1::5]:
            id = text.split()[1]
            if id in results and _typed(set_, text) != (results[id].status == "passed"):
                others.append(f"{id}: {results[id].status}")
    assert not others


def _typed(set_: object, text: str) -> bool:
    session = begin(card_set("cards/citadels"))
    assert not isinstance(session, NoGame)
    begun = Console(session)
    lines = statements(text)
    for i, line in enumerate(lines):
        out = statement(begun, line)
        expected = i + 1 < len(lines) and lines[i + 1].startswith("refused ") and begun.attempt is not None
        if not out.good and not expected:
            return False
    return True
