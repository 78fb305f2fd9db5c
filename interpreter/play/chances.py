"""Find where in the programs a clause of a card gets its chance, and what must hold there.

A clause that has its own time (`when …`, `before …`) is begun inside the program of that deed or phase. What stands
before it there are its conditions: that its moment has come, and what its sentence asks for. A player who may use it is
asked first; that answer may have a condition more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..kernel.program import Ask, E, Library, Opt, Program

AROUND = frozenset(("unless", "poke", "ask", "hopeless"))
"""What may stand between the conditions of a clause and the clause."""
BEGUN = frozenset(("let", "poke", "unless", "hopeless"))
"""What may stand between an answer that uses a clause and the clause."""


@dataclass(frozen=True)
class Chance:
    """Where a clause gets its chance: the program `host`, and the place `at` where it is looked whether it does.
    `conditions`: what must hold. `asks`: the place of the question whether to use it (None: nobody is asked), and
    `offer` the answer that does."""

    host: Program
    at: int
    clause: Program
    conditions: tuple[E, ...]
    asks: int | None = None
    offer: Opt | None = None

    @property
    def ask(self) -> Ask | None:
        """The question whether to use it."""
        return None if self.asks is None else self.host.code[self.asks].args[0]


def chances(lib: Library, clause: Program) -> Iterator[Chance]:
    """Go through the places where a clause gets its chance."""
    for host in lib.programs:
        for pc, ins in enumerate(host.code):
            if ins.op == "call" and ins.args[0] == clause.id and host is not clause:
                found = _straight(host, pc, clause) or _from_menu(host, pc, clause)
                if found is not None:
                    yield found


def _straight(host: Program, call: int, clause: Program) -> Chance | None:
    """Return the chance of a clause that has its conditions right before it; None if it has none there."""
    first, asks, offer = call, None, None
    conditions: list[E] = []
    at = call - 1
    while at >= 0 and host.code[at].op in AROUND:
        ins = host.code[at]
        if ins.op == "unless" and ins.args[1] > call:
            first = at
            conditions.insert(0, ins.args[0])
        if ins.op == "ask":
            taken = next((opt for opt in ins.args[0].options if at < opt.goto <= call and not opt.last), None)
            if taken is None:
                break
            asks, offer = at, taken
            conditions += [] if taken.guard is None else [taken.guard]
        at -= 1
    return Chance(host, first, clause, tuple(conditions), asks, offer) if conditions else None


def _from_menu(host: Program, call: int, clause: Program) -> Chance | None:
    """Return the chance of a clause that is one of several to choose from; None if it is none."""
    begins = call
    while begins > 0 and host.code[begins - 1].op in BEGUN:
        begins -= 1
    for at, ins in enumerate(host.code[:begins]):
        for opt in ins.args[0].options if ins.op == "ask" else ():
            if begins <= opt.goto <= call and opt.guard is not None:
                return Chance(host, at - 1, clause, (opt.guard,), at, opt)
    return None


def offered_by(lib: Library, program: int, pc: int) -> Iterator[Chance]:
    """Go through the chances that a question offers."""
    for clause in lib.programs:
        if clause.clause:
            yield from (one for one in chances(lib, clause) if one.host.id == program and one.asks == pc)
