"""A line of play is recorded as a ruling that holds, and that other answers would break."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.dsl import syntax
from moot.dsl.notation import Ruling, read_ruling
from moot.dsl.parser import parse
from moot.dsl.source import Source
from moot.interpreter.play.answers import options
from moot.interpreter.play.not_done import NotDone
from moot.interpreter.play.session import Session, start
from moot.interpreter.proof.record import record
from moot.interpreter.proof.spec import run_one
from moot.repl.console import Console
from moot.repl.dispatch import execute
from moot.repl.files import Reach
from tests.play.sets import card_set, game
from tests.properties.sizes import looks
from tests.properties.test_random_play import any_setup

from .sessions import console

LINE = [
    "given 5 players; p1 is Warlord, gold 6, city Tavern; p2 is Merchant, city Keep, Temple, Docks; p1 acts",
    "gather gold",
    "p1 Warlord destroys Docks of p2",
]


def read(session: Session, text: str) -> Ruling:
    node = parse(Source("a.ruling", text)).declarations[0]
    assert isinstance(node, syntax.Ruling)
    ruling, faults = read_ruling(node, session.card_set.words, "a.ruling")
    assert ruling is not None, faults
    return ruling


def played(*lines: str, reach: Reach | None = None) -> Console:
    playing = console("--players 5")
    playing.reach = reach
    for line in lines:
        assert execute(playing, line).good, line
    return playing


def test_a_line_is_recorded_with_its_sources_and_what_it_changed() -> None:
    session = played(*LINE).session
    text = record(session, "warlord-pays", "one less")
    assert not isinstance(text, NotDone)
    assert 'ruling WarlordPays "one less"' in text and 'source "2021 Warlord"' in text
    assert "p2 city Keep, Temple" in text and "district deck bottom Docks" in text
    assert run_one(session.machine, session.card_set, read(session, text)).status == "passed"


def test_another_answer_breaks_it() -> None:
    """Whatever else is answered at the end, an expectation does not hold."""
    session = played(*LINE).session
    text = record(session, "a", "another answer")
    assert not isinstance(text, NotDone) and text.count("p1: Docks of p2") == 1
    before = session.path()[-2]
    for _, other in options(session.machine, before.state):
        ruling = read(session, text.replace("p1: Docks of p2", f"p1: {other}"))
        again = run_one(session.machine, session.card_set, ruling)
        assert (again.status == "passed") is (other == "Docks of p2"), other


@given(st.integers(0, 10**6))
@looks(6)
def test_any_line_of_play_is_recorded_and_holds(seed: int) -> None:
    session = start(card_set("citadels"), any_setup(seed))
    session.random(Random(seed).randint(1, 90))
    text = record(session, "any-line")
    assert not isinstance(text, NotDone), text
    result = run_one(session.machine, session.card_set, read(session, text))
    assert result.status == "passed", f"{result.message}\n{text}"


@pytest.mark.parametrize("name", ["crazy-eights", "go-fish", "goofspiel", "kuhn-poker", "leduc-poker"])
def test_lines_of_other_games_are_recorded(name: str) -> None:
    session = game(name, 2)
    session.random(3)
    text = record(session, "line")
    assert not isinstance(text, NotDone), text
    assert run_one(session.machine, session.card_set, read(session, text)).status == "passed"


# ---- files ----------------------------------------------------------------------------------------------------------


def test_one_kind_of_file_is_never_written_under_the_name_of_the_other(tmp_path: Path) -> None:
    playing = played(*LINE, reach=Reach(tmp_path))
    assert not execute(playing, "save line.ruling").good
    assert not execute(playing, "record line.moot").good
    assert list(tmp_path.iterdir()) == []
    assert execute(playing, "record line").good and execute(playing, "record line.ruling").good
    assert execute(playing, "save line").good
    text = (tmp_path / "line.ruling").read_text("utf-8")
    assert not execute(playing, "save line.ruling").good
    assert (tmp_path / "line.ruling").read_text("utf-8") == text
    (tmp_path / "other.ruling").write_text('ruling R1 "mine"\n', "utf-8")
    assert "choose another name" in execute(playing, "record other").text


@pytest.mark.parametrize("name", ["../out", "/tmp/out-of-reach", "sub/../../out"])
def test_a_script_records_only_where_it_may(name: str, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    playing = played(*LINE, reach=Reach(tmp_path / "in"))
    assert not execute(playing, f"record {name}").good
    assert not execute(played(*LINE, reach=Reach()), "record line").good
    assert not list(tmp_path.rglob("*.ruling")) and not Path("/tmp/out-of-reach.ruling").exists()


def test_what_cannot_be_recorded_is_told(tmp_path: Path) -> None:
    playing = console("--players 5")
    playing.reach = Reach(tmp_path)
    assert "nothing has been done" in execute(playing, "record line").text
    assert re.search("under which name", execute(playing, "record").text)
    execute(playing, "1")
    assert "type `as nobody` first" in execute(playing, "as p2 record line").text
