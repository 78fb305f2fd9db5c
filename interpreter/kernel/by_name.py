"""Which choices offer cards by their names alone, and which slots hold such a card: whoever names *another character*
among all that there are is not told where any of them lies."""

from __future__ import annotations

from typing import Any

from .piles import OF_THEM
from .program import E, I, Library, Program

Slot = tuple[int, int]
"""A program and the number of one of its slots."""


class ByName:
    """What the programs of a library take from all cards of the game, and not from the place where a card lies."""

    def __init__(self, lib: Library) -> None:
        self.library = lib
        self._named: set[Slot] = set()
        known = -1
        while known < len(self._named):
            known = len(self._named)
            for program in lib.programs:
                for ins in program.code:
                    self._follow(program, ins)

    def slots(self, program: int) -> frozenset[int]:
        """Return the slots of a program that may hold a card which was only named."""
        return frozenset(slot for of, slot in self._named if of == program)

    def offers(self, program: int, of: E) -> bool:
        """Return whether a set in a program may have cards that are only named."""
        return self._takes(program, of)

    def _follow(self, program: Program, ins: I) -> None:
        if ins.op == "let":
            self._holds(program.id, ins.args[0], ins.args[1])
        elif ins.op == "ask":
            for option in ins.args[0].options:
                if option.slot is not None and option.of is not None:
                    self._holds(program.id, option.slot, option.of)
        elif ins.op == "next":
            self._holds(program.id, ins.args[2], E("slot", (ins.args[0],)))
        elif ins.op == "random":
            self._holds(program.id, ins.args[0], ins.args[1])
        elif ins.op == "call":
            for slot, given in enumerate(ins.args[1:]):
                if self._takes(program.id, given):
                    self._named.add((ins.args[0], slot))

    def _holds(self, program: int, slot: int, value: Any) -> None:
        if self._takes(program, value):
            self._named.add((program, slot))

    def _takes(self, program: int, e: Any) -> bool:
        if type(e) is not E:
            return False
        if e.op == "slot":
            return (program, e.args[0]) in self._named
        if e.op == "set":
            return any(self._takes(program, arg) for arg in e.args)
        return e.op == "inplay" or (e.op in OF_THEM and any(self._takes(program, e.args[i]) for i in OF_THEM[e.op]))


_KNOWN: dict[int, ByName] = {}


def by_name_of(lib: Library) -> ByName:
    """Return what the programs of a library name. It is worked out once, and kept for a few libraries."""
    found = _KNOWN.get(id(lib))
    if found is None or found.library is not lib:
        if len(_KNOWN) >= 8:
            _KNOWN.clear()
        found = _KNOWN[id(lib)] = ByName(lib)
    return found
