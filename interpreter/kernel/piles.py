"""Which moves take cards from the top of a pile, whatever lies there: everybody knows that of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from .events import Event
from .program import E, I, Library, Program
from .state import State

OF_THEM: Mapping[str, tuple[int, ...]] = {"where": (1,), "without": (0,), "sort": (1,), "union": (0, 1), "first": (0,)}
"""Operators whose result consists of members of these arguments."""


class Piles:
    """What the programs of a library say about the tops of piles."""

    def __init__(self, lib: Library) -> None:
        self.library, self.programs = lib, lib.programs
        self.named: dict[str, list[Program]] = {}
        for program in lib.programs:
            self.named.setdefault(program.name, []).append(program)
        self.tops: dict[int, frozenset[int]] = {}
        self.zones = frozenset(_piles(lib))
        """The zones of which the top is spoken of: where a card lies in one of them matters."""

    def depth(self, event: Event, count: int, drawn: int) -> int:
        """Return how many cards at the top of its pile a move of `count` cards may have taken from, as everybody knows;
        0 if from anywhere. `drawn`: how many cards from tops the programs under way spoke of before."""
        cause = next(iter(event.cause), None)
        found: list[tuple[Program, I]] = []
        for program in self.named.get(cause.program, ()) if cause is not None and cause.origin is not None else ():
            moves = (ins for ins in program.code if ins.op in ("move", "lay"))
            found += [(program, ins) for ins in moves if cause is not None and ins.origin == cause.origin]
        if not found:
            return 0
        if all(ins.args[0].op == "top" for _, ins in found):
            return count
        taken = all(_from_top(ins.args[0], self.of(program).__contains__) for program, ins in found)
        return max(drawn, count) if taken and drawn else 0

    def drawn(self, s: State) -> int:
        """Return how many cards from the top of piles the programs under way speak of."""
        most = 0
        for f in s.frames:
            for slot in self.of(self.programs[int(str(f[0]))]):
                value = f[slot + 2] if slot + 2 < len(f) else None
                most = max(most, len(value) if type(value) is tuple else 1)
        return most

    def of(self, program: Program) -> frozenset[int]:
        """Return the slots of a program that never hold anything but cards from the top of a pile."""
        if program.id not in self.tops:
            self.tops[program.id] = _tops(program)
        return self.tops[program.id]


_KNOWN: dict[int, Piles] = {}


def piles_of(lib: Library) -> Piles:
    """Return what the programs of a library say of piles. It is worked out once, and kept for a few libraries."""
    piles = _KNOWN.get(id(lib))
    if piles is None or piles.library is not lib:
        if len(_KNOWN) >= 8:
            _KNOWN.clear()
        piles = _KNOWN[id(lib)] = Piles(lib)
    return piles


def _piles(lib: Library) -> Iterator[int]:
    """Yield the zones of which the top is spoken of; all of them, where the words do not say which."""
    said = [ins.args for program in lib.programs for ins in program.code]
    for e in (e for one in (*said, lib.functions, lib.abilities) for e in _within(one) if e.op == "top"):
        of = e.args[1]
        if type(of) is not E or of.op != "zone":
            yield from (zone for decl in lib.zones for zone in range(decl.base, decl.base + decl.span))
            return
        first, whose = of.args
        decl = next((decl for decl in lib.zones if decl.base == first), None)
        yield from range(first, first + decl.span) if decl is not None and whose is not None else (first,)


def _within(said: Any) -> Iterator[E]:
    """Yield every expression in a part of a program."""
    if type(said) is E:
        yield said
        said = said.args
    elif is_dataclass(said):
        said = tuple(getattr(said, f.name) for f in fields(said))
    if isinstance(said, tuple | list):
        for part in said:
            yield from _within(part)


def _tops(program: Program) -> frozenset[int]:
    given: dict[int, list[E | None]] = {slot: [None] for slot in range(program.params)}
    for ins in program.code:
        if ins.op == "let":
            given.setdefault(ins.args[0], []).append(ins.args[1])
        elif ins.op == "ask":
            for option in ins.args[0].options:
                if option.slot is not None:
                    given.setdefault(option.slot, []).append(option.of)
        elif ins.op == "next":
            given.setdefault(ins.args[2], []).append(E("slot", (ins.args[0],)))
        elif ins.op == "random":
            given.setdefault(ins.args[0], []).append(None)
    tops = {slot for slot, values in given.items() if None not in values}
    while True:
        left = {s for s in tops if all(_from_top(value, tops.__contains__) for value in given[s])}
        if left == tops:
            return frozenset(tops)
        tops = left


def _from_top(e: Any, tops: Callable[[int], bool]) -> bool:
    """Whether an expression gives nothing but cards from the top of a pile."""
    if type(e) is not E:
        return False
    if e.op == "slot":
        return tops(e.args[0])
    if e.op == "set":
        return all(_from_top(arg, tops) for arg in e.args)
    return e.op == "top" or (e.op in OF_THEM and all(_from_top(e.args[i], tops) for i in OF_THEM[e.op]))
