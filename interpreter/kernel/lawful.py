"""Finds what breaks the laws of `program.py`, and the rows of `operators.py`, in a library.

It finds a compiler's bugs before a game does. It is for tests, not for players: the tests check every library that they
compile.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .analysis.facts import SETS, Facts
from .operators import INSTRUCTIONS, OPERATORS, Goes, Take, taken
from .program import Ask, E, Function, Library, Program


def broken(lib: Library) -> list[str]:
    """List every breach of a law, in words: the program or function, the operator or instruction, and what is wrong."""
    found = []
    for p in lib.programs:
        found += [f"{p.name}: {slip}" for slip in _program(lib, p)]
    for f in lib.functions:
        found += [f"{f.name}: {slip}" for e in _of_function(f) for slip in _expression(lib, e, f.slots)]
    for a in lib.abilities:
        over = [e for e in (a.guard, a.you) if e is not None]
        found += [f"{a.label}: {slip}" for e in over for slip in _expression(lib, e, max(a.slots, 2))]
    return found or list(_mixed(lib))


def _of_function(f: Function) -> Iterator[E]:
    yield from (e for e in (f.base, f.needs) if e is not None)
    for m in f.modifiers:
        yield from (m.guard, m.amount)
    for refused in f.refusals:
        yield refused.cond
        yield from (lift for lift, _ in refused.lifts)


def _program(lib: Library, p: Program) -> Iterator[str]:
    for pc, ins in enumerate(p.code):
        row = INSTRUCTIONS.get(ins.op)
        if row is None:
            yield f"no such instruction: {ins.op}"
            continue
        for slip in _arguments(lib, row.takes, ins.args, p.slots, len(p.code)):
            yield f"{pc} {ins.op}: {slip}"
    last = INSTRUCTIONS.get(p.code[-1].op) if p.code else None
    if last is None or last.goes in (Goes.ON, Goes.EITHER, Goes.INTO):
        yield "its code runs out"
    for start, end, owner in p.secret:
        if not 0 <= start <= end <= len(p.code):
            yield f"secret from {start} to {end}"
        yield from _expression(lib, owner, p.slots)


def _expression(lib: Library, e: E, slots: int) -> Iterator[str]:
    row = OPERATORS.get(e.op)
    if row is None:
        yield f"no such operator: {e.op}"
        return
    for slip in _arguments(lib, row.takes, e.args, slots, 0):
        yield f"{e.op}: {slip}"


def _arguments(lib: Library, takes: tuple[Take, ...], args: tuple[Any, ...], slots: int, code: int) -> Iterator[str]:
    least = sum(not (take.optional or take.rest) for take in takes)
    if len(args) < least or (len(args) > len(takes) and not (takes and takes[-1].rest)):
        yield f"{len(args)} arguments"
    last: Any = None
    for take, arg in taken(takes, args):
        if arg is None:
            if not take.optional:
                yield f"{take.name} is missing"
        elif take.expression or (take.kind == "cell-or-e" and isinstance(arg, E)):
            yield from _expression(lib, arg, slots) if isinstance(arg, E) else [f"{take.name} is no expression"]
        elif take.kind == "there":
            if not 0 <= arg < len(lib.programs[last].code):
                yield f"{take.name} is {arg}"
        else:
            yield from _plain(lib, take, arg, slots, code)
        last = arg


def _plain(lib: Library, take: Take, arg: Any, slots: int, code: int) -> Iterator[str]:
    """Check an argument that is no expression: whether what it names exists."""
    if take.kind == "ask":
        yield from _ask(lib, arg, slots, code)
    elif take.kind == "heap":
        yield from _expression(lib, arg[1], slots)
    elif take.kind == "ranges":
        yield from (f"{take.name} {a}–{b}" for a, b in arg if not 0 <= a <= b <= lib.cells)
    elif take.kind == "slots":
        yield from (f"{take.name} {slot}" for slot in arg if not 0 <= slot < slots)
    elif take.kind == "word":
        if not isinstance(arg, str):
            yield f"{take.name} is no word"
    elif take.kind in _numbered(lib, slots, code):
        if not isinstance(arg, int) or not 0 <= arg < _numbered(lib, slots, code)[take.kind]:
            yield f"{take.name} is {arg}"
    elif take.kind == "n" and not isinstance(arg, int):
        yield f"{take.name} is no integer"


def _numbered(lib: Library, slots: int, code: int) -> dict[str, int]:
    """Return, for each kind of argument that is a number, how many such things there are."""
    return {
        "cell": lib.cells, "cell-or-e": lib.cells, "zones": lib.zone_count, "table": len(lib.tables),
        "mark": len(lib.marks), "rule": len(lib.lasting_names), "function": len(lib.functions),
        "program": len(lib.programs), "slot": slots, "held": slots, "pc": code, "cards-kind": len(lib.kinds),
    }  # fmt: skip


def _ask(lib: Library, ask: Ask, slots: int, code: int) -> Iterator[str]:
    yield from _expression(lib, ask.player, slots)
    for place in (ask.none, *(opt.goto for opt in ask.options)):
        if place is not None and not 0 <= place < code:
            yield f"goes on at {place}"
    if ask.lookahead is not None and not 0 <= ask.lookahead < len(lib.programs):
        yield f"looks ahead to {ask.lookahead}"
    for opt in ask.options:
        if (opt.slot is None) != (opt.of is None) or (opt.slot is not None and not 0 <= opt.slot < slots):
            yield f"an answer is put into slot {opt.slot}"
        for e in (opt.guard, opt.of):
            if e is not None:
                yield from _expression(lib, e, slots)


def _mixed(lib: Library) -> Iterator[str]:
    """Find slots that hold sets at one time and single things at another."""
    facts = Facts(lib)
    kinds = [(p.name, facts.program[p.id]) for p in lib.programs]
    kinds += [(f.name, facts.function[f.id]) for f in lib.functions]
    kinds += [(a.label, facts.ability[a.id]) for a in lib.abilities]
    for name, slots in kinds:
        mixed = [i for i, kind in enumerate(slots) if kind & SETS and kind & ~SETS]
        yield from (f"{name}: slot {i} holds sets and single things" for i in mixed)
