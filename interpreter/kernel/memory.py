"""Follows what a player knows along a line of play: in which places each card may lie, for all that he has seen.

This is the one notion of it: what a seat is shown, what is refused to it, what is dealt again (`dealing.py`) and what a
position says of it all come from here. `State.known` keeps what was shown where it lies, which the cards of a game can
ask for. A person at a table remembers more: a card that left his hand or the table before his eyes, one that he was
asked about, one that he put under a pile; that a card lies in one of two hands.

For each card there is the set of places where it may lie. A card that he sees lies there. Cards that leave a hidden
place unseen may be any that may lie there. Where he sees a place, or knows all of its cards, no other lies in it. What
is drawn from the top of a pile is no secret, so what he knows to lie deeper stays known. The set never excludes the
true place, and depends only on what he sees and is told.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from .calls import Caller, called
from .events import Event
from .index import index_of
from .names import by_place, sees_card, tells_apart
from .piles import Piles, piles_of
from .program import Library
from .redeal import asked_about, fixed
from .state import State
from .telling import Witness

Places = frozenset[int]


class Step(NamedTuple):
    """One answer of a line of play: the answer (None: the position was changed), what happened, and the state then."""

    answer: int | None
    events: Sequence[Event]
    state: State


@dataclass(frozen=True, slots=True)
class Memory:
    """What a player knows at one moment. `may`: the places where each card of the game may lie. `sure`: the cards of
    which he has seen in which place they lie, and needs no guess. `exact`: those of them that he does not see although
    he knows just where they lie, also which of a pile they are. `seen`: for each card how many steps of the line had
    been gone when he last knew where it lay. `called`: the cards that have been called out (`calls.py`), so that he has
    heard where they do not lie."""

    may: Mapping[int, Places]
    sure: frozenset[int]
    exact: frozenset[int]
    seen: Mapping[int, int]
    called: frozenset[int] = frozenset()

    def knows(self, card: int) -> bool:
        """Return whether the player knows in which place a card lies."""
        return len(self.may.get(card, ())) == 1


def begun(lib: Library, s: State, viewer: int, number: int = 0, before: Memory | None = None) -> Memory:
    """Return what a player knows where a line begins, or where the position was changed: what he sees now, and what he
    remembered of cards that lie where they may lie. `number`: how many steps have been gone."""
    hidden: dict[int, set[int]] = {}
    for card, zone in enumerate(s.w):
        if zone != -1 and not sees_card(lib, s, card, viewer):
            hidden.setdefault(lib.card_kind[card], set()).add(zone)
    anywhere = {kind: frozenset(zones) for kind, zones in hidden.items()}
    nowhere: Places = frozenset()
    may = {card: anywhere.get(lib.card_kind[card], nowhere) for card, zone in enumerate(s.w) if zone != -1}
    if before is not None:
        may.update((card, places) for card, places in before.may.items() if s.w[card] in places)
    sure, exact = (before.sure, before.exact) if before is not None else (frozenset[int](), frozenset[int]())
    still = frozenset(card for card in sure if card in may and may[card] == {s.w[card]})
    there = _Onlooker(lib, s, viewer, Memory(may, still, exact & still, dict.fromkeys(may, number)))
    there.look(s, number)
    return there.memory(card for card in exact & still if not sees_card(lib, s, card, viewer))


def after(
    lib: Library, memory: Memory, before: State, step: Step, number: int, viewer: int, until: int | None = None
) -> Memory:
    """Return what a player knows after a step of the line (with `until`, after the first so many of its events), who
    knew `memory` before it. `number`: how many steps have been gone with this one."""
    if step.answer is None and not step.events:
        return begun(lib, step.state, viewer, number, memory)
    there = _Onlooker(lib, before, viewer, memory)
    his = before.ask is not None and before.ask.player == viewer
    asked = set(fixed(lib, before, viewer)) if his else set()
    drawn = there.piles.drawn(before)
    for event in step.events[:until]:
        there.happen(event, number, drawn, asked)
        if event.kind == "random" and event.data[2] == "card":
            asked -= set(event.data[1])  # chance has taken one of them: nobody saw which
    if until is None:
        there.look(step.state, number)
    s = there.witness.s
    return there.memory(c for c in there.witness.followed if s.w[c] != -1 and not there.witness.sees(c))


def remembering(lib: Library, s: State, viewer: int, memory: Memory) -> State:
    """Return the state with what the player remembers of it among what is known: of a pile, only the cards of which he
    knows which they are."""
    piles = piles_of(lib).zones
    cards = set(memory.exact)
    cards |= {card for card in memory.sure if s.w[card] not in piles and not by_place(lib, s, card, viewer)}
    more = [card for card in sorted(cards) if not sees_card(lib, s, card, viewer)]
    if not more:
        return s
    there = s.clone()
    there.known = {**s.known, **{card: s.known.get(card, 0) | 1 << viewer for card in more}}
    return there


def shown_anew(lib: Library, s: State, viewer: int, memory: Memory) -> list[int]:
    """Return the cards that a player sees in a state, and not everybody, or that he is asked about, and of which he did
    not know where they lie when he remembered this."""
    others = [player for player in range(s.m[lib.players_cell]) if player != viewer]
    cards = [card for card, zone in enumerate(s.w) if zone != -1 and sees_card(lib, s, card, viewer)]
    found = {card for card in cards if not all(sees_card(lib, s, card, other) for other in others)}
    if s.ask is not None and s.ask.player == viewer:
        found |= asked_about(lib, s, viewer)
    return [card for card in sorted(found) if card in memory.may and not memory.knows(card)]


class _Onlooker:
    """A player before whom a step of the line happens, event by event."""

    def __init__(self, lib: Library, before: State, viewer: int, memory: Memory) -> None:
        self.lib, self.viewer, self.piles = lib, viewer, piles_of(lib)
        self.witness = Witness(lib, before, viewer)
        self.witness.followed |= memory.exact
        self.may, self.sure, self.seen = dict(memory.may), set(memory.sure), dict(memory.seen)
        self.called = memory.called

    def memory(self, exactly: Iterable[int]) -> Memory:
        """Return what he knows now. `exactly`: the hidden cards of which he knows just where they lie."""
        exact = frozenset(exactly)
        return Memory(self.may, exact | self.sure, exact, self.seen, self.called)

    def happen(self, event: Event, number: int, drawn: int, asked: Collection[int]) -> None:
        """Let an event happen before him. `drawn`: how many cards from the top of piles the programs under way spoke of
        before. `asked`: the cards that he was asked about, which he moves himself."""
        witness = self.witness
        moved = {card: (old, new) for what, card, old, new in event.writes if what == "w" and -1 not in (old, new)}
        held = {old: len(witness.s.z[old]) for old, _ in moved.values()}
        counts = {old: witness.counts(old) for old in held}
        seen = {card for card in moved if witness.sees(card)}
        _follow(witness, event, self.piles, drawn, asked)
        seen |= {card for card in moved if witness.sees(card)}
        ways: dict[int, list[int]] = {}
        for card, (old, new) in moved.items():
            ways.setdefault(old, []).append(new)
            if card in seen:
                self._lies(card, new, number)
        if moved:
            emptied = {old for old, to in ways.items() if counts[old] and len(to) == held[old]}
            self._reached({old: frozenset(to) for old, to in ways.items()}, emptied, seen & moved.keys())
            for card in witness.followed:
                if witness.s.w[card] != -1:
                    self._lies(card, witness.s.w[card], number)
        if moved or event.kind == "show":
            self.look(witness.s, number)

    def _reached(self, ways: Mapping[int, Places], emptied: set[int], seen: set[int]) -> None:
        """Let the cards that may have been moved lie where they may have come to."""
        known: dict[Places, Places] = {}
        for card, places in self.may.items():
            if card in seen or places.isdisjoint(ways):
                continue
            if places not in known:
                known[places] = (places - emptied) | frozenset[int]().union(*(ways.get(old, ()) for old in places))
            self.may[card] = known[places]
            if len(known[places]) > 1:
                self.sure.discard(card)

    def _lies(self, card: int, zone: int, number: int) -> None:
        self.may[card] = frozenset({zone})
        self.seen[card] = number
        self.sure.add(card)

    def look(self, s: State, number: int) -> None:
        """Take note of everything that he sees in a state."""
        asked = asked_about(self.lib, s, self.viewer)
        for card in self.may:
            if s.w[card] != -1 and sees_card(self.lib, s, card, self.viewer):
                self._lies(card, s.w[card], number)
            elif card in asked:
                self.may[card], self.seen[card] = frozenset({s.w[card]}), number
        if s.ask is not None:
            self._hear(s)
        closed = self._closed(s)
        while closed:
            for card, places in self.may.items():
                if len(places) > 1 and not places.isdisjoint(closed):
                    self.may[card] = places - closed
            closed = self._closed(s)

    def _hear(self, s: State) -> None:
        """Take note of where the cards cannot lie that have been called out since he looked last."""
        callings = called(self.lib, s)
        new = [card for card in callings if card not in self.called and len(self.may.get(card, ())) > 1]
        if new:
            caller = Caller(self.lib, s, self.viewer)
            self.may.update((card, caller.alike(callings[card], card, self.may[card])) for card in new)
        self.called = frozenset(callings)

    def _closed(self, s: State) -> set[int]:
        """Return the places of which he knows each card, and how many there are: no other card lies there."""
        held: dict[int, int] = {}
        for places in self.may.values():
            if len(places) == 1:
                (zone,) = places
                held[zone] = held.get(zone, 0) + 1
        open_ = frozenset[int]().union(*{places for places in self.may.values() if len(places) > 1})
        return {zone for zone in open_ if held.get(zone, 0) == len(s.z[zone]) and self._counts(s, zone)}

    def _counts(self, s: State, zone: int) -> bool:
        entry = index_of(self.lib).zone.get(zone)
        return tells_apart(self.lib, zone, self.viewer, s) or (entry is not None and entry[0].counted)


def _follow(witness: Witness, event: Event, piles: Piles, drawn: int, asked: Collection[int]) -> None:
    """Let an event happen before a witness, who keeps in mind what he knows of piles, and what he moves himself."""
    if event.kind != "move":
        witness.happen(event)
        return
    cards, sources, zone, _ = event.data
    kept, s = set(witness.followed), witness.s
    held = {source: s.z[source] for source in sources if source != -1}
    handled = set(cards) <= set(asked) and set(cards) <= kept
    deep = 0
    if len(held) == 1 and witness.counts(sources[0]) and not handled:
        deep = piles.depth(event, len(cards), drawn)
    seen = {card for card in cards if witness.sees(card)}
    witness.happen(event)
    seen |= {card for card in cards if witness.sees(card)}
    if set(cards) <= seen:
        return
    if handled:
        witness.followed |= kept
    elif deep:
        below = {card for i, card in enumerate(held[sources[0]]) if i >= deep and s.w[card] == sources[0]}
        witness.followed |= kept & below
