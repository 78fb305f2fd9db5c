"""A ruling with an answer that no game could have does not pass, neither as refused nor as not offered."""

from __future__ import annotations

import pytest

from moot.dsl.notation import read_ruling
from moot.dsl.parser import parse
from moot.dsl.source import Source
from moot.interpreter.kernel.machine import Machine
from moot.interpreter.play.answer_words import strange
from moot.interpreter.play.words import normal
from moot.interpreter.proof import spec

from .sets import card_set

LINES = """
  given 5 players
        p1 is Marshal, gold 3
        p2 is Merchant, city Market, Docks
  when p1 gathers gold
"""


def result(rest: str) -> spec.Result:
    set_ = card_set("citadels")
    parsed = parse(Source("x.ruling", f'ruling R1 "x"{LINES}{rest}\n'))
    ruling, faults = read_ruling(parsed.declarations[0], set_.words, "x.ruling")  # type: ignore[arg-type]
    assert ruling is not None, faults
    assert set_.library is not None
    return spec.run_one(Machine(set_.library), set_, ruling)


@pytest.mark.parametrize(
    "rest",
    [
        '       p1 Marshal moes Market of p2\n  refused because "once in your turn"',
        '       p1 Marshal moes Market of p2\n  refused because "no such answer"',
        '       p1 dances\n  refused because "no such answer"',
        "  not offered dance",
        "  not offered end the turn now",
    ],
)
def test_an_answer_with_a_word_that_no_answer_has(rest: str) -> None:
    found = result(rest)
    assert found.status == "error"
    assert "no answer in this game has the word" in found.message


@pytest.mark.parametrize(
    "rest", ['       p1 builds Keep\n  refused because "no such answer"', "  not offered Warlord, gath"]
)
def test_an_answer_that_is_only_not_here(rest: str) -> None:
    assert result(rest).status == "passed"


@pytest.mark.parametrize("name", ["citadels", "kuhn-poker"])
def test_every_answer_of_every_ruling_has_words_of_the_game(name: str) -> None:
    set_ = card_set(name)
    assert set_.library is not None
    for ruling in set_.examples:
        for part in ruling.parts:
            said = [m.words for m in getattr(part, "moves", ()) if hasattr(m, "words")]
            for line in (*said, *getattr(part, "answers", ())):
                assert not strange(set_.library, normal(line)), (ruling.id, line)
