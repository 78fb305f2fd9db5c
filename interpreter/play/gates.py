"""Find where the clauses of cards begin by themselves, or are offered, while something else is done.

Beside a deed stand the clauses that may answer it: each is begun by a call, and before this stand its conditions, and
the question whether its player wants it. Whoever asks why a clause did not begin looks at these places.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..kernel.program import Ask, E, Library, Opt, Program

NEXT = 2
"""How far behind the call of a clause the code goes on that leaves it out: just behind it, or behind one jump."""


@dataclass(frozen=True)
class Gate:
    """A place where a clause may begin. `program`: where that place is, `call`: the instruction that begins it, `told`:
    what it is told. `guards`: the conditions before it. `asks`: the questions whether somebody wants it, each with the
    group of answers that says so."""

    clause: Program
    program: int
    call: int
    told: tuple[E, ...]
    guards: tuple[int, ...]
    asks: tuple[tuple[int, int], ...]


def gates(lib: Library) -> Iterator[Gate]:
    """Go through all places where a clause may begin."""
    used = {p.id: clause for p in lib.programs if (clause := _used(lib, p)) is not None}
    for p in lib.programs:
        for pc, ins in enumerate(p.code) if p.clause or p.id not in used else ():
            clause = used.get(ins.args[0]) if ins.op == "call" else None
            if clause is not None:
                yield _gate(p, pc, clause)


def _used(lib: Library, p: Program) -> Program | None:
    """Return the clause that a program is, or that it carries out as something that is used; None if it is neither."""
    if p.clause or not p.name.startswith("use "):
        return p if p.clause else None
    return next((lib.programs[i.args[0]] for i in p.code if i.op == "call" and lib.programs[i.args[0]].clause), None)


def _gate(p: Program, call: int, clause: Program) -> Gate:
    guards = tuple(pc for pc in range(call) if p.code[pc].op == "unless" and call < p.code[pc].args[1] <= call + NEXT)
    asks = tuple((pc, group) for pc in range(call) for group, opt in _offers(p, pc, call) if _means(opt, clause))
    listed = tuple(pc for at, group in asks for pc in _before(p, at, p.code[at].args[0].options[group].guard))
    return Gate(clause, p.id, call, tuple(p.code[call].args[1:]), guards or listed, asks)


def _before(p: Program, ask: int, guard: E | None) -> Iterator[int]:
    """Yield the places before a question to several things at which it is looked whether one of them can be offered:
    that is how the condition of its answer begins."""
    for pc in range(ask) if guard is not None and guard.op == "and" else ():
        cond = p.code[pc].args[0] if p.code[pc].op == "unless" else None
        if cond is not None and guard is not None and cond.op == "and" and cond.args == guard.args[: len(cond.args)]:
            yield pc


def _offers(p: Program, pc: int, call: int) -> Iterator[tuple[int, Opt]]:
    ask = p.code[pc].args[0] if p.code[pc].op == "ask" else None
    if isinstance(ask, Ask):
        yield from ((group, opt) for group, opt in enumerate(ask.options) if opt.of is None and opt.goto <= call)


def _means(opt: Opt, clause: Program) -> bool:
    return opt.origin is not None and opt.origin == clause.origin
