"""Compare two states of one game that came about in different ways: whether they go on alike.

Copies of a card may stand for each other. So each card of one state is paired with the card that lies in its place in
the other, and everything that is said of cards is compared pair by pair. What the programs under way keep in their
slots is not compared: both states are played on for a while instead.
"""

from __future__ import annotations

from itertools import pairwise

from ..kernel.faults import Fault
from ..kernel.index import index_of
from ..kernel.machine import Machine, answer_question
from ..kernel.program import Library
from ..kernel.state import State
from ..kernel.text import answer_texts, question_text
from ..kernel.view import view
from .behind import limited
from .playing import quiet

AHEAD = 24
"""Answers for which both states are played on."""


def differs(machine: Machine, one: State, other: State) -> str | None:
    """Return how two states differ in what they are or in how they go on; None if they do not."""
    lib = machine.lib
    pairs = _pairs(lib, one, other)
    if pairs is None:
        return "cards lie in other places"
    cards = sorted(pairs)
    if any(lib.cards[a] == lib.cards[b] and pairs[a] > pairs[b] for a, b in pairwise(cards)):
        return "copies are numbered in another order"
    return _now(lib, one, other) or _cells(lib, one, other, pairs) or _later(machine, one, other)


def _pairs(lib: Library, one: State, other: State) -> dict[int, int] | None:
    """Return for each card of one state the card in its place in the other; None if the places hold other titles."""
    pseudo = set(lib.all_zone.values())
    pairs: dict[int, int] = {}
    for zone, (mine, theirs) in enumerate(zip(one.z, other.z, strict=True)):
        if zone in pseudo:
            continue
        if [lib.cards[c] for c in mine] != [lib.cards[c] for c in theirs]:
            return None
        pairs.update(zip(mine, theirs, strict=True))
    return pairs


def _now(lib: Library, one: State, other: State) -> str | None:
    if one.over != other.over:
        return "one game is over"
    if one.rng != other.rng:
        return "chance decides otherwise"
    if (one.ask is None) != (other.ask is None):
        return "one asks nobody"
    if [f[:2] for f in one.frames] != [f[:2] for f in other.frames]:
        return "other things are half done"
    return _asked(lib, one, other)


def _asked(lib: Library, one: State, other: State) -> str | None:
    if one.ask is None or other.ask is None:
        return None
    if one.ask.player != other.ask.player or question_text(lib, one) != question_text(lib, other):
        return f"{question_text(lib, one)} is asked, not {question_text(lib, other)}"
    if list(answer_texts(lib, one).values()) != list(answer_texts(lib, other).values()):
        return "other answers are legal"
    return None


def _cells(lib: Library, one: State, other: State, pairs: dict[int, int]) -> str | None:
    """Compare the cells, those of cards pair by pair, and what is known of cards and lasts."""
    of = _of_cards(lib)
    for at, value in enumerate(one.m):
        there = at
        if at in of:
            first, card, width, rest = of[at]
            if card not in pairs:
                continue
            there = first + pairs[card] * width + rest
        elif at in lib.spent and lib.spent[at] in pairs:
            there = limited(lib, pairs[lib.spent[at]])[limited(lib, lib.spent[at]).index(at)]
        if not _alike(lib, at, value, other.m[there], pairs):
            return f"cell {at} holds {value}, not {other.m[there]}"
    if {pairs.get(c, c): mask for c, mask in one.known.items()} != dict(other.known):
        return "players have seen other cards"
    if [rule[:2] for rule in one.lasting] != [rule[:2] for rule in other.lasting]:
        return "other rules last"
    for player in range(one.m[lib.players_cell]):
        if view(lib, one, player) != view(lib, other, player):
            return f"p{player + 1} sees something else"
    return None


def _alike(lib: Library, at: int, value: int, there: int, pairs: dict[int, int]) -> bool:
    found = index_of(lib).cell.get(at)
    if value > 0 and found is not None and found[0].holds == "card":
        value = pairs.get(value - 1, value - 1) + 1
    return value == there


def _of_cards(lib: Library) -> dict[int, tuple[int, int, int, int]]:
    """Return for each cell that is about a card: where the cells of its sort would begin with card 0, the card, how
    many cells a card has, and which of them it is."""
    found: dict[int, tuple[int, int, int, int]] = {}
    for decl in lib.marks:
        for k in range(decl.span) if decl.bearer == "card" else ():
            found[decl.base + k] = (decl.base - decl.first, decl.first + k, 1, 0)
            if decl.known >= 0:
                found[decl.known + k] = (decl.known - decl.first, decl.first + k, 1, 0)
    for base, width in lib.records:
        for card in range(len(lib.cards)):
            for k in range(width):
                found[base + card * width + k] = (base, card, width, k)
    return found


def _later(machine: Machine, one: State, other: State) -> str | None:
    """Play both states on without effect, and compare what is asked on the way."""
    lib, left, right = machine.lib, one.clone(), other.clone()
    for _ in range(AHEAD):
        if left.ask is None or right.ask is None:
            break
        said = _asked(lib, left, right)
        if said is not None:
            return f"later {said}"
        try:
            for state in (left, right):
                answer_question(lib, state, quiet(lib, state))
                machine.run(state)
        except Fault:
            return None
    return None if left.over == right.over else "one game ends otherwise"
