"""What players know of cards that lie hidden from them: where it comes from, how far it goes, when it is lost.

At the test table (`table.DEAL`) the deck holds the cards 0–3 and is seen by nobody, p1's hand holds 4 and 5, p2's hand
6, each seen by its owner. A row is a sentence, lines of code, and what is known then: card -> players.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from moot.interpreter.kernel import generate
from moot.interpreter.kernel.events import Event, replay, undo
from moot.interpreter.kernel.machine import blank
from moot.interpreter.kernel.names import sees_card
from moot.interpreter.kernel.redeal import redeal
from moot.interpreter.kernel.state import State, code
from moot.interpreter.kernel.view import view

from .assemble import DECK, DISCARD, FACE, HAND, ROW, ask, opt
from .snapshots import carried_over
from .table import begin

P1, P2, P3 = 0, 1, 2
LOOK = ["show", ["cards", ["zone", HAND, P1]], P2, 0]  # p2 looks at p1's hand
PEEK = ["show", ["top", 2, DECK], P1, 0]  # p1 looks at the two uppermost cards of the deck
LAID = [["turn", FACE, 4, 1], ["move", 4, ["zone", ROW, P1], "end"]]  # p1 lays a card of his hand face down
Known = dict[int, set[int]]

ROWS: list[tuple[str, list[Any], Known]] = [
    ("nothing is known before anything is shown", [], {}),
    ("who looks at a hand knows it", [LOOK], {4: {P2}, 5: {P2}}),
    ("what is shown to everybody is known to those who did not see it", [["show", 6, None, 0]], {6: {P1, P3}}),
    ("what lies open needs no remembering", [["show", 7, None, 0]], {}),
    ("shown to nobody", [["show", 4, -1, 0]], {}),
    ("a truth shown tells of no card", [["show", ["some", ["cards", ["zone", HAND, P1]]], None, 1]], {}),
    ("a card laid open leaves the others known", [LOOK, ["move", 4, ["zone", ROW, P1], "end"]], {5: {P2}}),
    ("and is hidden when it is taken back", [LOOK, ["move", 4, ["zone", ROW, P1], "end"],
     ["move", 4, ["zone", HAND, P1], "end"]], {5: {P2}}),
    ("a card more in the hand leaves the others known", [LOOK, ["move", 0, ["zone", HAND, P1], "end"]],
     {4: {P2}, 5: {P2}}),
    ("one card of two put away unseen: it may be either", [LOOK, ["move", 4, DECK, "end"]], {}),
    ("who takes it has seen which", [LOOK, ["move", 4, ["zone", HAND, P2], "end"]], {5: {P2}}),
    ("and who did not see it cannot tell", [["show", ["cards", ["zone", HAND, P1]], P3, 0],
     ["move", 4, ["zone", HAND, P2], "end"]], {}),
    ("the whole hand moves, and it is known where", [LOOK, ["move", ["cards", ["zone", HAND, P1]], DECK, "top"]],
     {4: {P2}, 5: {P2}}),
    ("shuffled: forgotten", [PEEK, ["shuffle", DECK]], {}),
    ("another place is shuffled", [LOOK, ["shuffle", DECK]], {4: {P2}, 5: {P2}}),
    ("one draws out of a known pile: who does not see it cannot tell what is left",
     [PEEK, ["move", ["top", 1, DECK], ["zone", HAND, P3], "end"]], {}),
    ("who draws himself can", [PEEK, ["move", ["top", 1, DECK], ["zone", HAND, P1], "end"]], {1: {P1}}),
    ("hands exchanged take it along", [LOOK, ["swap", "zones", ["zone", HAND, P1], ["zone", HAND, P3]]],
     {4: {P2}, 5: {P2}}),
    ("seats exchanged take it along", [["show", 6, P1, 0], ["swap", "seats", P2, P3]], {6: {P1}}),
    ("two hidden cards exchanged: forgotten where there were others",
     [["show", ["set", 4, 5, 6], P3, 0], ["swap", "cards", 4, 6]], {6: {P3}}),
    ("a hidden card exchanged for an open one", [LOOK, ["swap", "cards", 4, 7]], {5: {P2}}),
    ("everything that moves together is gone from sight", [["show", 0, None, 0], ["move", ["inplay", 0], DECK, "end"],
     ["shuffle", DECK]], {}),
    ("turned face down where it lay open: who saw it knows it", [["turn", FACE, 7, 1]], {7: {P1, P2, P3}}),
    ("turned up again it needs no remembering", [["turn", FACE, 7, 1], ["turn", FACE, 7, 0]], {}),
    ("laid down out of the hand: only its player knows it", [*LAID], {4: {P1}}),
    ("who had looked at the hand cannot say which of two it was", [LOOK, *LAID], {4: {P1}}),
    ("who looks at it knows it", [*LAID, ["show", 4, P3, 0]], {4: {P1, P3}}),
    ("from place to place it is followed", [*LAID, ["move", 4, ["zone", ROW, P2], "end"]], {4: {P1}}),
    ("another card laid beside it changes nothing", [*LAID, ["move", 5, ["zone", ROW, P1], "end"]], {4: {P1}}),
    ("put away it is forgotten", [*LAID, ["move", 4, DECK, "end"], ["turn", FACE, 4, 0]], {}),
    ("shuffled with what lies there: forgotten", [*LAID, ["shuffle", ["zone", ROW, P1]]], {}),
    ("seats exchanged: each takes along what he knows", [LOOK, ["swap", "seats", P2, P3]], {4: {P3}, 5: {P3}}),
]  # fmt: skip


def masks(known: Known) -> dict[int, int]:
    return {card: sum(1 << p for p in players) for card, players in known.items()}


@pytest.mark.parametrize(("lines", "known"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_what_is_known(lines: list[Any], known: Known) -> None:
    events: list[Event] = []
    lib, s = begin(lines, events=events)
    assert dict(s.known) == masks(known)
    other = blank(lib, 3, 1, range(9))
    generate.load(lib).run(other)
    assert other.key() == s.key(), "the generated programs remember something else"
    first = blank(lib, 3, 1, range(9))
    assert dict(replay(first, events).known) == dict(s.known)
    assert dict(undo(s, events).known) == {}
    assert carried_over(s).key() == s.clone().key() == s.key()


def test_what_is_known_is_part_of_the_state() -> None:
    assert begin([LOOK])[1].key() != begin([])[1].key()


def looked() -> tuple[Any, State]:
    return begin([LOOK])


def test_a_known_card_is_seen_by_who_knows_it() -> None:
    lib, s = looked()
    assert [sees_card(lib, s, 4, p) for p in range(3)] == [True, True, False]
    assert view(lib, s, P2)["zones"]["hand of p1"] == ["b", "c"]
    assert view(lib, s, P3)["zones"]["hand of p1"] == 2


def test_a_known_card_is_not_dealt_anew() -> None:
    lib, s = looked()
    for seed in range(30):
        assert set(redeal(lib, s, P2, seed).z[HAND + P1]) == {4, 5}
    assert {frozenset(redeal(lib, s, P3, seed).z[HAND + P1]) for seed in range(30)} != {frozenset((4, 5))}


def test_who_has_looked_has_seen_what_lies_there_in_a_new_deal_too() -> None:
    lib, s = looked()
    for seed in range(30):
        there = redeal(lib, s, P3, seed)
        assert dict(there.known) == dict.fromkeys(there.z[HAND + P1], 1 << P2)
        assert view(lib, there, P3) == view(lib, s, P3)


def test_which_hidden_card_was_moved_makes_no_difference() -> None:
    seen = []
    for card in (4, 5):
        lib, s = begin([LOOK, ["move", card, DECK, "end"]])
        seen.append(json.dumps(view(lib, s, P2)))
    assert seen[0] == seen[1]


def test_what_lies_open_moves_as_before() -> None:
    lib, s = begin([["show", 7, P2, 0], ["move", 7, DISCARD, "end"]])
    assert not s.known and sees_card(lib, s, 7, P2)


@pytest.mark.parametrize(("player", "told"), [(P1, [0, 3, 4, 5, 6, 7]), (P2, [0, 3, 5, 6, 7])])
def test_a_title_is_named_once_whatever_lies_where(player: int, told: list[int]) -> None:
    """p1 holds one b himself; where the other lies, and the three a, he does not see."""
    name = ask(player, opt("{}", "end", of=["inplay", 0], slot=0, sort="card", dedupe=True, anywhere=True))
    lib, s = begin([name])
    other = blank(lib, 3, 1, range(9))
    generate.load(lib).run(other)
    assert other.key() == s.key()
    assert s.ask is not None
    assert s.ask.answers == tuple(code(0, card) for card in told)
    for seed in range(20):
        there = redeal(lib, s, player, seed)
        assert there.ask is not None and there.ask.answers == s.ask.answers
