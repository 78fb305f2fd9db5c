"""Find which slots of a frame can still matter: those that the code from there on may read before it binds them.

What a frame holds besides is a memory of choices that are carried out already. Two states that differ in nothing else
go on alike.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..bounds import BEGINS, successors
from ..program import Library, Program
from .flow import Uses

Needed = Sequence[Sequence[tuple[int, ...]]]
"""For each program, and each place in it where it may be suspended, the slots that are still needed."""


def needed(lib: Library) -> Needed:
    """Return the slots that are still needed by each program at each instruction that suspends it: that which asks, or
    which has begun another program."""
    left: dict[int, set[int]] = {p.id: set() for p in lib.programs}
    for p in lib.programs:
        for ins in p.code:
            if ins.op == "leave":
                left[ins.args[0]].add(ins.args[1])
    phases = {program for program, _ in lib.phases.values()}
    return tuple(_of_program(p, left[p.id], p.id in phases) for p in lib.programs)


def _of_program(p: Program, left: set[int], phase: bool) -> Sequence[tuple[int, ...]]:
    """Return the slots that are needed at each instruction. `left`: where the program goes on if another is left.
    `phase`: what the program is about is asked for by others while it runs."""
    live = _live(p)
    always: set[int] = set(range(p.params)) if phase else set()
    always = always.union(*(live[pc] for pc in left if pc < len(live)))
    return [tuple(sorted(always | live[pc])) for pc in range(len(p.code))]


def _live(p: Program) -> list[set[int]]:
    """Return the slots that may be read from each instruction on before they are bound."""
    uses = Uses(p)
    onward = [[(t, uses.writes(pc, t)) for t in _after(p, pc) if t < len(p.code)] for pc in range(len(p.code))]
    live: list[set[int]] = [set() for _ in range(len(p.code) + 1)]
    changed = True
    while changed:
        changed = False
        for pc in range(len(p.code) - 1, -1, -1):
            now = uses.reads[pc].union(*[live[t] - bound for t, bound in onward[pc]])
            if now != live[pc]:
                live[pc] = now
                changed = True
    return live


def _after(p: Program, pc: int) -> list[int]:
    """Return every place where a program may go on after an instruction, now or later."""
    ins = p.code[pc]
    if ins.op in BEGINS:
        return [pc + 1]
    if ins.op == "ask":
        none = ins.args[0].none
        return [*([] if none is None else [none]), *(o.goto for o in ins.args[0].options)]
    return successors(p, pc)
