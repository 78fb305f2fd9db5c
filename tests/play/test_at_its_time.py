"""What is not to be answered now is judged at its own time: on the turn of the player whose it is, or where it was."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moot.interpreter.kernel.program import Ask
from moot.interpreter.play.chances import chances
from moot.interpreter.play.finding import FORBIDDEN, LEGAL, Finding
from moot.interpreter.play.session import NotDone, Session
from moot.interpreter.play.words import Line, normal

from .sets import game

ON_TURN = re.compile(r"on the turn of (p\d+) \(`turn ([^`]+)`\): (.+)")


def wander(session: Session, seed: int, steps: int) -> None:
    chance = random.Random(seed)
    for _ in range(steps):
        if legal := session.legal():
            assert not isinstance(session.answer(chance.choice(legal)), NotDone)


def found(session: Session, line: str) -> Finding:
    finding = session.whynot(Line.of(line))
    assert isinstance(finding, Finding)
    return finding


@settings(deadline=None, max_examples=5)
@given(st.integers(0, 2**32))
def test_what_is_said_of_another_turn_is_so_on_that_turn(seed: int) -> None:
    session = game("citadels", seed % 50)
    wander(session, seed, 12 + seed % 30)
    before = session.now.state.key() if session.asked is not None else None
    lib = session.machine.lib
    abilities = [a for a in lib.abilities if session.now.state.w[a.card] >= 0]
    for ability in random.Random(seed).sample(abilities, min(5, len(abilities))):
        if session.asked is None:
            return
        finding = found(session, ability.label)
        told = [m for why in finding.reasons if (m := ON_TURN.fullmatch(why.text)) is not None]
        assert session.now.state.key() == before
        if not told or told[0][3] not in (LEGAL, FORBIDDEN):
            continue
        seat, card = re.fullmatch(r"(p\d+)((?: as .+)?)", told[0][2]).groups()  # type: ignore[union-attr]
        assert not isinstance(session.given(f"{seat} acts{card}"), NotDone)
        assert session.asked == int(told[0][1][1:]) - 1
        assert found(session, ability.label).verdict == told[0][3]
        session.undo(1)


@settings(deadline=None, max_examples=5)
@given(st.integers(0, 2**32))
def test_what_is_offered_may_be_named_by_its_own_words(seed: int) -> None:
    """`yes, CARD: DEED` is meant by `CARD: DEED`, and by `DEED`; nothing else is offered so."""
    session, chance = game("citadels", seed % 50), random.Random(seed)
    for _ in range(60):
        legal = session.legal()
        offers = [text.removeprefix("yes, ") for text in legal if text.startswith("yes, ")]
        for offer in offers:
            assert found(session, offer).verdict == LEGAL
            if len(offers) == 1 and len(normal(offer.partition(": ")[2])) > 1:
                assert found(session, offer.partition(": ")[2]).verdict == LEGAL
        if legal:
            session.answer(chance.choice(legal))


@pytest.mark.parametrize("name", ["citadels", "go-fish"])
def test_a_chance_begins_its_clause_or_asks_about_it(name: str) -> None:
    lib = game(name, 1).machine.lib
    for clause in (p for p in lib.programs if p.clause):
        for one in chances(lib, clause):
            assert one.conditions
            code = one.host.code
            assert any(ins.op == "call" and ins.args[0] == clause.id for ins in code[one.at :])
            if one.asks is not None:
                ask: Ask = code[one.asks].args[0]
                assert one.at < one.asks and one.offer in ask.options
