"""A marker that a card declares is put and asked for on that card, or it is told which of the two is missing."""

from __future__ import annotations

import pytest

from moot.dsl import checks
from moot.dsl.diagnostic import render
from moot.dsl.elaborate import elaborate
from moot.dsl.parser import parse
from moot.dsl.source import Source

from .test_elaborate import rules

CARD = "character Sample\n  rank 3\n"
STAINED = "  marker stained on district, until the end of the round, seen by everyone\n"
GRAIN = "  marker grain on character, counted, seen by everyone\n"
SEALED = """\
  marker sealed on character, until the end of the round, seen by everyone
  only if sealed, once in your turn, you may
    do      gain 1 gold
  once in your turn, you may
    do      mark this as sealed
"""
TURN = "  once in your turn, you may\n"
PUT = "    choose  site: a district in your city\n    do      mark site as stained\n"
ASKED = "  during your turn, any stained district is outside the building limit\n"


def told(text: str) -> str:
    """What the passes say of a card together."""
    source = Source("x.txt", text)
    files = [*rules(), parse(source)]
    found = elaborate(files)
    assert found.game is not None and found.diagnostics == ()
    said = checks.run(found.game, {f.source.path: f.source for f in files})
    return render([d for d in said if d.span.path == "x.txt"], {source.path: source})


def test_one_that_is_never_asked_for() -> None:
    assert told(CARD + STAINED + TURN + PUT).splitlines() == [
        "error[marker-never-asked]: nothing on this card asks for `stained`",
        "  --> x.txt:3:10",
        "   |",
        " 3 |   marker stained on district, until the end of the round, seen by everyone",
        "   |          ^^^^^^^ use it, or leave the marker out",
    ]


def test_one_that_is_never_put() -> None:
    assert told(CARD + STAINED + ASKED).splitlines() == [
        "error[marker-never-put]: nothing is ever marked as `stained`",
        "  --> x.txt:3:10",
        "   |",
        " 3 |   marker stained on district, until the end of the round, seen by everyone",
        "   |          ^^^^^^^ write `mark … as stained`",
    ]


def test_a_counter_is_put_in_another_way() -> None:
    text = CARD + GRAIN + "  always your score is 1 more for each grain of this\n"
    assert "write `put 1 grain on`" in told(text)


@pytest.mark.parametrize("line", [
    "    do      put 1 grain on this\n",
    "    do\n      put 1 grain on this\n      move all grain from this to the bank\n",
    "    do      move 1 grain from the bank to this\n",
])  # fmt: skip
def test_to_move_a_counter_is_not_to_ask_for_it(line: str) -> None:
    assert "error[marker-never-asked]" in told(CARD + GRAIN + TURN + line)


@pytest.mark.parametrize("text", [
    STAINED + TURN + PUT + ASKED,
    GRAIN + TURN + "    refused if grain of this is at least 2\n    do      put 1 grain on this\n",
    GRAIN + TURN + "    do\n      put 1 grain on this\n      move (grain of this) grain from this to the bank\n",
    SEALED,
])  # fmt: skip
def test_one_that_is_put_and_asked_for(text: str) -> None:
    assert told(CARD + text) == ""
