"""Deals again what a player does not know, so that everything that he has seen, and can remember, stays as it is.

Cards are dealt again by exchanging two at a time, as long as each may lie where the other lay (`memory.py`). Where
phases are about cards of a kind, so that they are called out, what has happened since must also come out the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from .events import Event
from .faults import Fault
from .machine import Machine, answer_question, option
from .memory import Memory, Places, Step
from .program import Library
from .redeal import canonical, fixed, movable, redeal, renamed
from .state import GROUP, MASK, State, advance, below, seeded
from .telling import happenings

ROUNDS = 6
"""How often each hidden card is exchanged with another one, on average."""
CALLED = 10
"""Exchanges that are tried of cards that are called out."""
LONGEST = 40
"""Answers that are given again to see whether anything would have come out otherwise."""


def dealt(lib: Library, line: Sequence[Step], memory: Memory, player: int, seed: int) -> State:
    """Return the state at the end of a line with everything that the player cannot know dealt again. It is the same for
    the same seed. It may be what really lies there: if it never were, that would tell the player something."""
    rng, cards = Dealer(lib, line, memory, player).exchanged(seeded(seed))
    return redeal(lib, line[-1].state, player, rng & MASK, cards)


def worlds(lib: Library, s: State, memory: Memory, player: int, count: int) -> Iterator[State]:
    """Yield so many states that look like this one to a player who remembers this. They are the same for all states
    that do, so that nothing which is found out by them tells him more than he knows. The first is the one in which the
    cards lie in the order of their numbers, as far as they may."""
    first = canonical(lib, s, player, _in_order(lib, s, memory, player))
    yield first
    dealer = Dealer(lib, (Step(None, (), first),), memory, player)
    for seed in range(1, count):
        rng, cards = dealer.exchanged(seeded(seed))
        yield redeal(lib, first, player, rng & MASK, cards)


def _in_order(lib: Library, s: State, memory: Memory, player: int) -> dict[int, int]:
    """Return for each hidden card the one that takes its place, if the cards lie in order as far as they may."""
    kept = fixed(lib, s, player) | memory.exact
    found: dict[int, int] = {}
    for kind in sorted(set(lib.card_kind)):
        cards = movable(lib, s, player, kind, kept)
        spots: dict[int, list[int]] = {}
        for card in sorted(cards, key=lambda c: (s.w[c], s.z[s.w[c]].index(c))):
            spots.setdefault(s.w[card], []).append(card)
        lying = {zone: set(there) for zone, there in spots.items()}
        for zone in sorted(lying):
            _fill(lying, zone, memory.may)
        for zone, there in spots.items():
            found.update(zip(there, sorted(lying[zone]), strict=True))
    return found


def _fill(lying: dict[int, set[int]], zone: int, may: Mapping[int, Places]) -> None:
    """Let the cards with the lowest numbers that may lie in a place lie there, if all others can lie in later places;
    what lies in earlier ones stays."""
    settled: set[int] = set()
    later = {z for z in lying if z > zone}
    for card in sorted(set[int]().union(*(lying[z] for z in (zone, *later)))):
        if len(settled) == len(lying[zone]):
            return
        at = next(z for z in (zone, *later) if card in lying[z])
        if at == zone or zone in may[card] and _makes_room(lying, card, zone, at, settled, later, may):
            settled.add(card)


def _makes_room(
    lying: dict[int, set[int]], card: int, zone: int, at: int, settled: set[int], later: set[int],
    may: Mapping[int, Places],
) -> bool:  # fmt: skip
    """Move a card from the place `at` to a place, and another one out of it, by way of others if need be; return
    whether that is possible. `settled`: the cards that stay there."""
    came: dict[int, tuple[int, int]] = {}  # to each place: a card that can go there, and where that lies
    todo = [zone]
    while todo and at not in came:
        here = todo.pop(0)
        for one in sorted(lying[here] - settled - {card}):
            for to in sorted(may[one] & later - came.keys()):
                came[to] = one, here
                todo.append(to)
    if at not in came:
        return False
    to = at
    lying[at].discard(card)
    while to != zone:
        one, here = came[to]
        lying[here].discard(one)
        lying[to].add(one)
        to = here
    lying[zone].add(card)
    return True


class Dealer:
    """Deals again at the end of a line what a player does not know."""

    def __init__(self, lib: Library, line: Sequence[Step], memory: Memory, player: int) -> None:
        self.lib, self.line, self.memory, self.player = lib, line, memory, player

    def exchanged(self, rng: int) -> tuple[int, dict[int, int]]:
        """Exchange cards two at a time; return the generator's next state, and for each card the one that takes its
        place."""
        lib, s, may = self.lib, self.line[-1].state, self.memory.may
        called, kept = self.called(), fixed(lib, s, self.player) | self.memory.exact
        at: dict[int, int] = {}
        for kind in sorted(set(lib.card_kind)):
            cards = movable(lib, s, self.player, kind, kept)
            chain = {card: card for card in cards}
            for _ in range(0 if len(cards) < 2 else CALLED if kind in called else ROUNDS * len(cards)):
                rng = advance(rng)
                one = cards[below(rng, len(cards))]
                rng = advance(rng)
                other = cards[below(rng, len(cards))]
                x, y = chain[one], chain[other]
                if one == other or s.w[one] not in may[y] or s.w[other] not in may[x]:
                    continue
                chain[one], chain[other] = y, x
                if kind in called and not self.holds(chain):
                    chain[one], chain[other] = x, y
            at.update(chain)
        return rng, at

    def called(self) -> set[int]:
        """Return the kinds of which it was called out who has which card: those that phases were about."""
        found: set[int] = set()
        for step in self.line:
            for event in step.events:
                if event.kind == "note" and event.data[0] == "start" and len(event.data) > 2:
                    program = self.lib.phases[event.data[1]][0]
                    if self.lib.programs[program].names[0][1] == "card":
                        found.add(self.lib.card_kind[event.data[2]])
        return found

    def holds(self, chain: Mapping[int, int]) -> bool:
        """Return whether everything since the player last saw one of these cards comes out the same for him with them
        exchanged."""
        lib, line, player = self.lib, self.line, self.player
        mapping = {card: other for card, other in chain.items() if card != other}
        since = max((self.memory.seen[card] for card in mapping), default=len(line))
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
