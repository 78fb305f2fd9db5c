"""Follows what a player can remember of a line of play: in which places each card may lie, for all that he has seen.

`State.known` keeps what was shown to a player. What goes from a place that he sees to one that he does not see is his
to remember: that is done here. For each card there is the set of places where it may lie. A card that he sees lies
there. Cards that leave a hidden place unseen may be any that may lie there. Where he sees a place, no other card lies
in it. The set never excludes the true place, and depends only on what he sees and is told.

Cards are dealt again (`dealt`) by exchanging two at a time, as long as each may lie where the other lay. Where phases
are about cards of a kind, so that they are called out, what has happened since must also come out the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from .events import Event, write
from .faults import Fault
from .machine import Machine, answer_question, option
from .names import sees_card, sees_zone
from .program import Library
from .redeal import fixed, movable, redeal, renamed
from .state import GROUP, MASK, State, advance, below, seeded
from .telling import happenings

ROUNDS = 6
"""How often each hidden card is exchanged with another one, on average."""
CALLED = 10
"""Exchanges that are tried of cards that are called out."""
LONGEST = 40
"""Answers that are given again to see whether anything would have come out otherwise."""


class Step(NamedTuple):
    """One answer of a line of play: the answer (None: the position was changed), what happened, and the state then."""

    answer: int | None
    events: Sequence[Event]
    state: State


class Memory:
    """What a player can remember at the end of a line of play. `may`: the places where each card may lie. `seen`: for
    each card how many steps of the line had been gone when he last knew where it lay."""

    def __init__(self, lib: Library, line: Sequence[Step], player: int) -> None:
        self.lib, self.line, self.player = lib, line, player
        self.s = line[0].state.clone()
        self.may: dict[int, set[int]] = {}
        self.seen: dict[int, int] = {}
        self._begin()
        for number, step in enumerate(line[1:], 1):
            if step.answer is None and not step.events:
                self.s = step.state.clone()
                self._begin(number)
                continue
            for event in step.events:
                self._happen(event, number)
            self.s = step.state.clone()
            self._look(number)

    def _begin(self, number: int = 0) -> None:
        """Begin with what is seen now, and with what was remembered of cards that lie where they may lie."""
        hidden: dict[int, set[int]] = {}
        for card, zone in enumerate(self.s.w):
            if zone != -1 and not self._sees(card):
                hidden.setdefault(self.lib.card_kind[card], set()).add(zone)
        before = self.may
        self.may = {card: set(hidden.get(self.lib.card_kind[card], ())) for card, z in enumerate(self.s.w) if z != -1}
        self.may.update((card, may) for card, may in before.items() if self.s.w[card] in may)
        self.seen = dict.fromkeys(self.may, number)
        self._look(number)

    def _sees(self, card: int) -> bool:
        return sees_card(self.lib, self.s, card, self.player)

    def _happen(self, event: Event, number: int) -> None:
        moved = {card: (old, new) for what, card, old, new in event.writes if what == "w" and -1 not in (old, new)}
        before = {card for card in moved if self._sees(card)}
        held = {old: len(self.s.z[old]) for old, _ in moved.values()}
        write(self.s, event.writes)
        ways: dict[int, list[int]] = {}
        for card, (old, new) in moved.items():
            if card in before or self._sees(card):
                self._lies(card, new, number)
            ways.setdefault(old, []).append(new)
        after = {}
        for card, places in self.may.items():
            if card in moved and (card in before or self._sees(card)):
                continue
            reached = {new for old in places for new in ways.get(old, ())}
            gone = {old for old in places if len(ways.get(old, ())) == held.get(old)}
            if reached:
                after[card] = (places - gone) | reached
        self.may.update(after)
        if moved or event.kind == "show":
            self._look(number)

    def _lies(self, card: int, zone: int, number: int) -> None:
        self.may[card] = {zone}
        self.seen[card] = number

    def _look(self, number: int) -> None:
        """Take note of everything that is seen now."""
        known = fixed(self.lib, self.s, self.player) if self.s.ask is not None else set()
        open_ = {zone for zone in set(self.s.w) if zone != -1 and sees_zone(self.lib, zone, self.player, self.s)}
        for card, places in self.may.items():
            if card in known or self._sees(card):
                self._lies(card, self.s.w[card], number)
            elif not places.isdisjoint(open_):
                self.may[card] = (places - open_) | {self.s.w[card]}


def dealt(memory: Memory, seed: int) -> State:
    """Return the state at the end of a line with everything that the player cannot know dealt again. It is the same for
    the same seed. It may be what really lies there: if it never were, that would tell the player something."""
    rng, cards = _exchanged(memory, seeded(seed))
    return redeal(memory.lib, memory.line[-1].state, memory.player, rng & MASK, cards)


def _exchanged(memory: Memory, rng: int) -> tuple[int, dict[int, int]]:
    """Exchange cards two at a time; return the generator's next state, and for each card the one that takes its
    place."""
    lib, s = memory.lib, memory.line[-1].state
    called, kept = _called(memory), fixed(lib, s, memory.player)
    at: dict[int, int] = {}
    for kind in range(len(lib.kinds)):
        cards = movable(lib, s, memory.player, kind, kept)
        chain = {card: card for card in cards}
        for _ in range(0 if len(cards) < 2 else CALLED if kind in called else ROUNDS * len(cards)):
            rng = advance(rng)
            one = cards[below(rng, len(cards))]
            rng = advance(rng)
            other = cards[below(rng, len(cards))]
            x, y = chain[one], chain[other]
            if one == other or s.w[one] not in memory.may[y] or s.w[other] not in memory.may[x]:
                continue
            chain[one], chain[other] = y, x
            if kind in called and not _holds(memory, chain):
                chain[one], chain[other] = x, y
        at.update(chain)
    return rng, at


def _called(memory: Memory) -> set[int]:
    """Return the kinds of which it was called out who has which card: those that phases were about."""
    found: set[int] = set()
    for step in memory.line:
        for event in step.events:
            if event.kind == "note" and event.data[0] == "start" and len(event.data) > 2:
                program = memory.lib.phases[event.data[1]][0]
                if memory.lib.programs[program].names[0][1] == "card":
                    found.add(memory.lib.card_kind[event.data[2]])
    return found


def _holds(memory: Memory, chain: Mapping[int, int]) -> bool:
    """Return whether everything since the player last saw one of these cards comes out the same for him with them
    exchanged."""
    lib, line, player = memory.lib, memory.line, memory.player
    mapping = {card: other for card, other in chain.items() if card != other}
    since = max((memory.seen[card] for card in mapping), default=len(line))
    since = max(since, len(line) - 1 - LONGEST)
    if since >= len(line) - 1:
        return True
    machine, s = Machine(lib), _named(lib, line[since].state, mapping)
    for before, step in zip(line[since:], line[since + 1 :], strict=False):
        if step.answer is None or s.ask is None or before.state.ask is None:
            return False
        answer = _answer(lib, before.state, step.answer, mapping)
        if s.ask.player != before.state.ask.player or answer not in s.ask.answers:
            return False
        events: list[Event] = []
        try:
            answer_question(lib, s, answer)
            machine.run(s, events)
        except Fault:
            return False
        if _heard(lib, s, events, player) != _heard(lib, step.state, step.events, player):
            return False
    asked = line[-1].state.ask
    return (s.ask is None) == (asked is None) and (s.ask is None or asked is None or s.ask.player == asked.player)


def _heard(lib: Library, after: State, events: Sequence[Event], player: int) -> list[str]:
    return [text for text in happenings(lib, after, events, player) if text]


def _named(lib: Library, s: State, mapping: Mapping[int, int]) -> State:
    """Return a state with other cards in the same places, the pending question included."""
    there = renamed(lib, s, mapping)
    if s.ask is not None:
        there.ask = s.ask._replace(answers=tuple(_answer(lib, s, a, mapping) for a in s.ask.answers))
    return there


def _answer(lib: Library, s: State, answer: int, mapping: Mapping[int, int]) -> int:
    assert s.ask is not None
    opt, value = option(lib, s.ask, answer)
    if opt.sort != "card" or value == -1:
        return answer
    return answer // GROUP * GROUP + mapping.get(value, value) + 1

