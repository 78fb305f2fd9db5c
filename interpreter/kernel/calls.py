"""Says what everybody has heard when cards were called out one after the other, each in a phase of its own.

A program that goes through cards and runs a phase about each of them calls them out. Whoever has a card that is called
does something then, as a rule, or is asked something. So it is known afterwards where a card that was called cannot
lie. That follows from the state alone: the program that goes on calling knows which cards it has called, and the phase
about a card can be run again, with the card in one place or another, to hear whether that makes a difference.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from .events import Event
from .faults import Fault
from .machine import Machine
from .program import E, Library, Program
from .redeal import canonical, movable, renamed
from .state import State
from .telling import happenings


class Calling(NamedTuple):
    """A program under way that calls out cards. `depth`: its frame. `pc`: where it takes the next one. `cards`, `at`:
    the slots that hold all cards, and how many were taken. `called`: the cards whose phase has ended."""

    depth: int
    pc: int
    cards: int
    at: int
    called: tuple[int, ...]


def callings(lib: Library, s: State) -> Iterator[Calling]:
    """Yield the programs under way that call out cards."""
    for depth, f in enumerate(s.frames):
        number, here = f[0], f[1]
        assert isinstance(number, int) and isinstance(here, int)
        for pc, cards, at, end in _loops(lib, lib.programs[number]):
            held, taken = f[cards + 2], f[at + 2]
            if isinstance(held, tuple) and isinstance(taken, int) and here > pc and taken > 0:
                yield Calling(depth, pc, cards, at, held[: taken - 1] if here < end else held[:taken])


def _loops(lib: Library, program: Program) -> Iterator[tuple[int, int, int, int]]:
    """Yield where a program takes the next of several cards and runs a phase about it: the place, the slots of the
    cards and of how many were taken, and where it goes on after the last."""
    phases = {number for number, _ in lib.phases.values()}
    for pc, ins in enumerate(program.code):
        if ins.op != "next":
            continue
        cards, at, slot, end = ins.args
        for inner in program.code[pc + 1 : end]:
            of = inner.args[1] if inner.op == "call" and len(inner.args) > 1 else None
            called = lib.programs[inner.args[0]] if inner.op == "call" else program
            if called.id in phases and called.names[:1] and called.names[0][1] == "card" and of == E("slot", (slot,)):
                yield pc, cards, at, end


def called(lib: Library, s: State) -> dict[int, Calling]:
    """Return the cards that were called out by the programs under way, each with the one that called it."""
    return {card: calling for calling in callings(lib, s) for card in calling.called}


class Caller:
    """Calls cards out again, as they are heard by a player who knows only what he sees."""

    def __init__(self, lib: Library, s: State, player: int) -> None:
        self.lib, self.s, self.player = lib, s, player
        self.world = canonical(lib, s, player)

    def alike(self, calling: Calling, card: int, places: frozenset[int]) -> frozenset[int]:
        """Return those of the places in which the call of a card sounds as it does where the card lies."""
        really = self.heard(calling, card, self.s.w[card])
        return frozenset(zone for zone in places if zone == self.s.w[card] or self.heard(calling, card, zone) == really)

    def heard(self, calling: Calling, card: int, zone: int) -> object:
        """Return what the player hears when this card is called and lies in this place."""
        there = self._lying(card, zone)
        if there is None:
            return None
        del there.frames[calling.depth + 1 :]
        f = there.frames[-1]
        f[calling.cards + 2], f[calling.at + 2], f[1] = (card,), 0, calling.pc
        there.ask = None
        events: list[Event] = []

        def over(f: list[object]) -> bool:
            done = len(there.frames) == calling.depth + 1 and f[1] == calling.pc
            return done and f[calling.at + 2] == 1

        try:
            Machine(self.lib).watch(there, events, over)
        except Fault:
            return None
        heard = tuple(text for text in happenings(self.lib, there, events, self.player) if text)
        return heard, None if there.ask is None else there.ask.player

    def _lying(self, card: int, zone: int) -> State | None:
        """Return a state in which a card lies in a place; None if nothing there could be exchanged with it."""
        world = self.world
        if world.w[card] == zone:
            return world.clone()
        others = movable(self.lib, world, self.player, self.lib.card_kind[card], set())
        other = next((one for one in others if world.w[one] == zone), None)
        return None if other is None else renamed(self.lib, world, {card: other, other: card})
