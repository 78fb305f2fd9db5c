"""Measures what rulings execute: which clauses, rules and refusals no example or ruling has ever used.

A clause counts as executed once an instruction of its program has run; a standing rule, refusal or exception once its
condition held when it was evaluated. Both are watched from outside: by a machine that notes where it is, and a library
whose conditions note that they held. The games played stay the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from ..kernel.evaluate import OPS, Args, Context, Frame, evaluate
from ..kernel.events import Event
from ..kernel.machine import Machine, Observe, Stop
from ..kernel.program import E, Function, Library, Origin
from ..kernel.state import State
from ..sets.card_set import CardSet
from .spec import Report, Spec, run

HELD: set[Origin] = set()
"""The conditions that held since the last `measure` began."""


def _noted(c: Context, a: Args, f: Frame) -> object:
    value = evaluate(c, a[0], f)
    if value:
        HELD.add(a[1])
    return value


class Watched(Machine):
    """A reference machine that notes every instruction it carries out."""

    def __init__(self, lib: Library) -> None:
        super().__init__(lib)
        self.seen: set[tuple[int, int]] = set()

    def watch(
        self,
        s: State,
        events: list[Event] | None = None,
        stop: Stop | None = None,
        observe: Observe | None = None,
    ) -> bool:
        """Go on as the machine does, and note each instruction. Return whether `stop` stopped it."""

        def note(f: Frame, pc: int, to: int) -> None:
            self.seen.add((f[0], pc))
            if observe is not None:
                observe(f, pc, to)

        return super().watch(s, events, stop, note)


@dataclass(frozen=True)
class Item:
    """Something that can be executed. `what`: clause, rule, refusal or exception."""

    what: str
    origin: Origin


@dataclass(frozen=True)
class Coverage:
    """Everything that can be executed, and what was executed."""

    items: tuple[Item, ...]
    executed: frozenset[Item]

    @property
    def missed(self) -> tuple[Item, ...]:
        """Return what nothing executed, by file and line."""
        rest = [i for i in self.items if i not in self.executed]
        return tuple(sorted(rest, key=lambda i: (i.origin.path, i.origin.line, i.origin.column)))


def joined(parts: Iterable[Coverage]) -> Coverage:
    """Join what was measured under several lists of amendments. Whatever stands unchanged in several of them is one
    item, and executed if it was executed under any."""
    items: dict[Item, None] = {}
    executed: set[Item] = set()
    for part in parts:
        items.update(dict.fromkeys(part.items))
        executed |= part.executed
    return Coverage(tuple(items), frozenset(executed))


def watched(lib: Library) -> Library:
    """Return the library with conditions that note when they hold."""

    def note(e: E, origin: Origin) -> E:
        return E("noted", (e, origin), e.origin)

    def one(fn: Function) -> Function:
        modifiers = tuple(replace(m, guard=note(m.guard, m.origin)) for m in fn.modifiers)
        refusals = tuple(
            replace(r, cond=note(r.cond, r.origin), lifts=tuple((note(e, o), o) for e, o in r.lifts))
            for r in fn.refusals
        )
        return replace(fn, modifiers=modifiers, refusals=tuple(refusals))

    return replace(lib, functions=tuple(one(fn) for fn in lib.functions))


def items(lib: Library) -> tuple[Item, ...]:
    """List everything of the cards and the game that can be executed, each item once; copies of a card are one item."""
    found: dict[Item, None] = {}
    for program in lib.programs:
        if program.origin is not None and program.code and program.code[0].op == "note":
            if program.code[0].args[0] == "clause":
                found[Item("clause", program.origin)] = None
    for fn in lib.functions:
        if fn.id in (lib.legal_cast, lib.left_out):
            continue
        for m in fn.modifiers:
            found[Item("rule", m.origin)] = None
        for r in fn.refusals:
            found[Item("rule" if r.ban else "refusal", r.origin)] = None
            for _, origin in r.lifts:
                found[Item("exception", origin)] = None
    return tuple(found)


def measure(set_: CardSet, spec: Spec, only: Iterable[str] = ()) -> tuple[Report, Coverage]:
    """Play the rulings and measure what they execute. `only`: the ids of the rulings to play (none: all). Return the
    results and the coverage."""
    assert set_.library is not None
    HELD.clear()
    OPS["noted"] = _noted
    try:
        machine = Watched(watched(set_.library))
        report = run(set_, spec, machine, only)
    finally:
        del OPS["noted"]
    everything = items(set_.library)
    ran = {lib_program.origin for lib_program in machine.lib.programs if (lib_program.id, 0) in machine.seen}
    executed = frozenset(i for i in everything if i.origin in HELD or (i.what == "clause" and i.origin in ran))
    return report, Coverage(everything, executed)
