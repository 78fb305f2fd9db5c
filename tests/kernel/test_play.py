"""Whole games of the small bluffing game: at every decision, in the middle of whatever is going on, all the ways of
carrying a state on agree; what players are shown leaks nothing; the record tells everything."""

from __future__ import annotations

import json
import random
import re

import pytest

from moot.interpreter.kernel.chance import drawn, shuffled
from moot.interpreter.kernel.events import Event, Trail, replay, undo
from moot.interpreter.kernel.faults import NotLegal
from moot.interpreter.kernel.invariants import check_invariants
from moot.interpreter.kernel.machine import Machine, blank, new_game
from moot.interpreter.kernel.redeal import redeal
from moot.interpreter.kernel.state import State
from moot.interpreter.kernel.telling import happenings
from moot.interpreter.kernel.text import answer_texts, question_text
from moot.interpreter.kernel.view import view

from .assemble import COIN, program
from .bluff import game
from .snapshots import answer, carried_over
from .table import begin

LIB = game()
MACHINE = Machine(LIB)
CARDS = range(9)


def walk(seed: int, players: int = 3) -> list[tuple[State, list[Event]]]:
    """Every decision of a random game, and what happened on the way to each."""
    chance = random.Random(seed)
    events: list[Event] = []
    s = new_game(LIB, players, seed, CARDS, events=events)
    path = [(s.clone(), events)]
    while s.over is None:
        events = []
        MACHINE.apply(s, chance.choice(MACHINE.legal(s)), events)
        path.append((s.clone(), events))
    return path


@pytest.mark.parametrize("seed", range(20))
def test_every_way_to_carry_a_state_on_agrees(seed: int) -> None:
    path = walk(seed, 2 + seed % 2)
    lines: list[str] = []
    for (s, _), (after, _) in zip(path, path[1:], strict=False):
        check_invariants(LIB, s)
        saved = carried_over(s)
        assert saved.key() == s.key()
        replayed = new_game(LIB, s.m[0], seed, CARDS)
        answer(LIB, replayed, lines)
        assert replayed.key() == s.key()
        assert s.ask is not None
        chosen = next(a for a in s.ask.answers if _after(s, a).key() == after.key())
        for copy in (s.clone(), saved, replayed):
            MACHINE.apply(copy, chosen)
            assert copy.key() == after.key()
        lines.append(answer_texts(LIB, s)[chosen])
    assert path[-1][0].over is not None
    check_invariants(LIB, path[-1][0])


def _after(s: State, answer: int) -> State:
    copy = s.clone()
    MACHINE.apply(copy, answer)
    return copy


@pytest.mark.parametrize("seed", range(10))
def test_the_record_has_every_change(seed: int) -> None:
    before = blank(LIB, 3, seed, CARDS)
    for after, events in walk(seed):
        there, back = replay(before, events), undo(after, events)
        for field in ("z", "w", "m", "lasting", "over", "rng", "known"):
            assert getattr(there, field) == getattr(after, field)
            assert getattr(back, field) == getattr(before, field)
        for k in range(len(events)):  # between any two events nothing is lost either
            part = replay(before, events[:k])
            lying = [c for zone, cards in enumerate(part.z) if zone > 1 for c in cards]
            assert sorted(lying) == [c for c, zone in enumerate(part.w) if zone != -1]
        before = after


def test_an_event_tells_its_cause() -> None:
    causes = [event.cause for _, events in walk(3) for event in events if event.kind == "move"]
    assert any(tuple(c.program for c in cause) == ("turn", "game") for cause in causes)


def test_a_record_grows_with_what_happens_and_not_with_how_deep_it_is() -> None:
    deeper = [["unless", ["<", ["mark", COIN, 0], 100], "up"], ["put", COIN, 0, 1], ["call", 1], "up", ["ret"]]
    events: list[Event] = []
    begin([["call", 1]], programs=[program(1, "deeper", deeper)], events=events)
    trails = {}
    for event in events:
        at = event.cause
        while isinstance(at, Trail):
            trails[id(at)] = at
            at = at.outer or ()
    assert max(len(tuple(event.cause)) for event in events) == 99
    assert len(trails) < 3 * len(events)


@pytest.mark.parametrize("seed", range(12))
def test_what_a_player_cannot_know_makes_no_difference_to_the_view(seed: int) -> None:
    chance = random.Random(seed)
    changed = 0
    for s, _ in walk(seed):
        for player in range(3):
            other = redeal(LIB, s, player, chance)
            check_invariants(LIB, other)
            changed += other.z != s.z
            assert json.dumps(view(LIB, other, player)) == json.dumps(view(LIB, s, player))
    assert changed


def test_a_view_is_a_whitelist() -> None:
    s = walk(1)[0][0]
    assert s.ask is not None
    seat = s.ask.player
    mine, theirs = view(LIB, s, seat), view(LIB, s, (seat + 1) % 3)
    assert mine["zones"][f"hand of p{seat + 1}"] == [LIB.cards[c] for c in s.z[4 + seat]]
    assert theirs["zones"][f"hand of p{seat + 1}"] == 2
    assert "cards under of d" not in mine["zones"]
    assert mine["decision"]["answers"]
    assert set(theirs["decision"]) == {"player"}
    assert mine["phases"] == [f"turn of p{seat + 1}"]


def test_a_redeal_gives_every_hand_its_chance() -> None:
    s = walk(1)[0][0]
    chance = random.Random(1)
    assert s.ask is not None
    seat, other = s.ask.player, (s.ask.player + 1) % 3
    hands = {tuple(sorted(redeal(LIB, s, seat, chance).z[4 + other])) for _ in range(200)}
    assert len(hands) == 15  # every pair out of the six cards that are not mine
    shown = s.z[4 + other][0]
    s.known = {shown: 1 << seat}
    assert all(redeal(LIB, s, seat, chance).w[shown] == 4 + other for _ in range(50))


# ---- words --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(10))
def test_answers_have_different_words(seed: int) -> None:
    for s, _ in walk(seed):
        texts = answer_texts(LIB, s)
        assert len(set(texts.values())) == len(texts)
        assert not any(re.search(r"\d", re.sub(r"\bp[123]\b", "", text)) for text in texts.values())


def test_a_game_in_words() -> None:
    s = new_game(LIB, 2, 7, CARDS)
    told = [question_text(LIB, s)]
    for line in ("swear", "exchange", "throw e", "throw a", "done", "use X: pay for the strongest card"):
        events: list[Event] = []
        told.append(", ".join(answer_texts(LIB, s).values()))
        assert line in answer_texts(LIB, s).values(), told
        answer(LIB, s, [line], events)
        told += [text for text in happenings(LIB, s, events) if text]
    told.append(", ".join(answer_texts(LIB, s).values()))
    assert told == TOLD


TOLD = [
    "what p2 does",
    "play a, play c, swear, exchange, use X: pay for the strongest card, pass",
    "p2: sworn",
    "turn of p2: end",
    "turn of p1: start",
    "play e, play a, swear, exchange, use X: pay for the strongest card, pass",
    "throw e, throw a",
    "throw a, done",
    "done",
    "e and a from hand of p1 to the discard",
    "a and b from the deck to hand of p1",
    "turn of p1: end",
    "turn of p2: start",
    "play a, play c, exchange, use X: pay for the strongest card, pass",
    "1 coin from p2 to p1",
    "d from the deck to row of p1",
    "shown to p1: X",
    "turn of p2: end",
    "turn of p1: start",
    "play a, play b, swear, exchange, use X: pay for the strongest card, pass",
]


def test_what_others_are_told() -> None:
    s = new_game(LIB, 2, 7, CARDS)
    told: list[list[str]] = []
    for line in ("swear", "exchange", "throw e", "done", "use X: pay for the strongest card"):
        events: list[Event] = []
        answer(LIB, s, [line], events)
        heard = [happenings(LIB, s, events, viewer) for viewer in (0, 1)]
        told += [[one, two] for e, one, two in zip(events, *heard, strict=True) if e.kind in ("move", "mark", "show")]
    assert told == [
        ["", "p2: sworn"],
        ["e from hand of p1 to the discard", "e from hand of p1 to the discard"],
        ["a from the deck to hand of p1", "1 card from the deck to hand of p1"],
        ["d from the deck to row of p1", "d from the deck to row of p1"],
        ["shown to p1: X", "something is shown to p1"],
    ]


def test_an_answer_that_was_not_offered_is_not_taken() -> None:
    s = new_game(LIB, 2, 7, CARDS)
    before = s.key()
    with pytest.raises(NotLegal):
        MACHINE.apply(s, 99_999)
    assert s.key() == before


# ---- chance -----------------------------------------------------------------------------------------------------


def test_chance_is_even() -> None:
    counts: dict[object, int] = {}
    rng = 12345
    for _ in range(6000):
        rng, order = shuffled(rng, (2, 0, 1))
        rng, got = drawn(rng, (5, 4, 3), 2)
        counts[order] = counts.get(order, 0) + 1
        counts["drawn", got] = counts.get(("drawn", got), 0) + 1
    assert len(counts) == 12
    assert all(850 < n < 1150 for n in counts.values())
