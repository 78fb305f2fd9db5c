"""Counts what the cards do in play: how often each clause, choice, rule and refusal came up, and how often in vain.

Everything is watched from outside, by a reference machine that looks at each instruction, and in a library whose
conditions note that they held. The games stay the same, and take longer.

what       came up                                       in vain
clause     it was begun                                  nothing changed because of it
choice     somebody had to choose                        there was nothing to choose
rule       it held                                       the value would have been the same without it
refusal    it refused                                    never
exception  it set a refusal aside                        never
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace

from ..kernel.changes import Run
from ..kernel.evaluate import OPS, Args, Context, Frame, as_set, evaluate
from ..kernel.events import Event
from ..kernel.machine import Machine, Observe, Stop
from ..kernel.program import Ask, E, Function, Library, Modifier, Objection, Origin, Program
from ..kernel.state import State

SILENT = frozenset(("note", "poke", "clear", "random"))
"""Kinds of events that are no effect by themselves: the machine's own notes, and what chance picks."""
TOLD = frozenset(("show", "win"))
"""Kinds of events that are an effect even if no zone and no marker changes."""


@dataclass(frozen=True, slots=True)
class Item:
    """Something of the cards that can come up. `what`: clause, choice, rule, refusal or exception."""

    what: str
    origin: Origin

    @property
    def files(self) -> tuple[str, ...]:
        """The file in which its words stand, and those of the amendments that changed them."""
        return (self.origin.path, *(place.rpartition(":")[0] for place in self.origin.by))


@dataclass(frozen=True, slots=True)
class Count:
    """How often something came up, and how often that was in vain. A clause that is still under way when a ruling ends
    counts as it stands then."""

    times: int = 0
    in_vain: int = 0

    def __add__(self, other: Count) -> Count:
        """Add what was counted in two runs."""
        return Count(self.times + other.times, self.in_vain + other.in_vain)


Counts = Mapping[Item, Count]
"""Everything that can come up -> how often it did."""
WORST = ("clause", "exception", "refusal", "rule", "choice")


def troubles(counts: Counts) -> list[tuple[Item, Count]]:
    """Return what never came up, what always was in vain, and where somebody had to choose and there was nothing to
    choose; the worst first."""

    def order(one: tuple[Item, Count]) -> tuple[object, ...]:
        item, count = one
        at = item.origin
        share = count.in_vain / max(1, count.times)
        return count.times > 0, WORST.index(item.what), -share, -count.in_vain, at.path, at.line, at.column

    return sorted(((item, count) for item, count in counts.items() if _troubled(item, count)), key=order)


def of_cards(counts: Counts, titles: Container[str]) -> Counts:
    """Return what was counted of these cards, and of the game itself. A rule that lasts belongs to the card whose file
    it stands in."""
    owners: dict[str, set[str]] = {}
    for item in counts:
        if item.origin.card:
            owners.setdefault(item.origin.path, set()).add(item.origin.card)

    def plays(at: Origin) -> bool:
        return any(title in titles for title in ([at.card] if at.card else owners.get(at.path, ()))) or (
            not at.card and at.path not in owners
        )

    return {item: count for item, count in counts.items() if item.origin.path and plays(item.origin)}


def _troubled(item: Item, count: Count) -> bool:
    if item.what == "choice":
        return count.in_vain > 0
    return count.in_vain == count.times


def joined(parts: Iterable[Counts]) -> dict[Item, Count]:
    """Add what was counted in several runs. Whatever stands unchanged in several card sets is one item."""
    found: dict[Item, Count] = {}
    for part in parts:
        for item, count in part.items():
            found[item] = found.get(item, Count()) + count
    return found


class _Mark:
    """A running count."""

    __slots__ = ("times", "in_vain")

    def __init__(self) -> None:
        self.times = 0
        self.in_vain = 0


class Counting(Machine):
    """A reference machine that counts. It plays inside `with counting():` only."""

    def __init__(self, lib: Library) -> None:
        self._marks: dict[Item, _Mark] = {}
        super().__init__(self._noting(lib))
        self._clauses = {p.id: self._mark("clause", p.origin) for p in lib.programs if p.origin and _is_clause(p)}
        self._choices = [self._choices_in(p) for p in lib.programs]
        self._acted: dict[int, Frame] = {}

    @property
    def counts(self) -> Counts:
        """Return what was counted up to now."""
        return {item: Count(mark.times, max(0, mark.in_vain)) for item, mark in self._marks.items()}

    def watch(
        self,
        s: State,
        events: list[Event] | None = None,
        stop: Stop | None = None,
        observe: Observe | None = None,
    ) -> bool:
        """Go on as the machine does, and count. Return whether `stop` stopped it."""
        record: list[Event] = [] if events is None else events
        seen = len(record)
        self._acted = {id(f): f for f in s.frames if id(f) in self._acted}

        def before(f: Frame) -> bool:
            nonlocal seen
            if len(record) > seen:
                if any(_effect(event) for event in record[seen:]):
                    self._act(s)
                seen = len(record)
            if f[1] == 0 and f[0] in self._clauses:
                self._begin(f)
            elif self.lib.programs[f[0]].code[f[1]].op in ("leave", "win", "restore"):
                self._act(s)
            return stop is not None and stop(f)

        def after(f: Frame, pc: int, to: int) -> None:
            choice = self._choices[f[0]].get(pc)
            if choice is not None:
                choice.times += 1
                choice.in_vain += self._nothing(s, f, pc, to)
            if observe is not None:
                observe(f, pc, to)

        return super().watch(s, record, before, after)

    # ---- clauses

    def _begin(self, f: Frame) -> None:
        """Count that a clause begins; it is in vain until something happens."""
        mark = self._clauses[f[0]]
        mark.times += 1
        mark.in_vain += 1
        self._acted.pop(id(f), None)

    def _act(self, s: State) -> None:
        """Note that all clauses under way have an effect. Those around a clause that had one before had it too. A copy
        of the state, with frames of its own, counts again."""
        frames: list[Frame] = s.frames
        for f in reversed(frames):
            mark = self._clauses.get(f[0])
            if mark is not None:
                if id(f) in self._acted:
                    return
                self._acted[id(f)] = f
                mark.in_vain -= 1

    # ---- choices

    def _choices_in(self, program: Program) -> dict[int, _Mark]:
        """Find the places in a program where somebody must choose: the questions, and the tests whether there is
        something to choose for a clause that must begin (see `compile.clauses.run`)."""
        found = {}
        for pc, ins in enumerate(program.code):
            if ins.origin is None:
                continue
            asked = ins.op == "ask" and ins.args[0].due
            if asked or (ins.op == "unless" and not program.clause and Item("clause", ins.origin) in self._marks):
                found[pc] = self._mark("choice", ins.origin)
        return found

    def _nothing(self, s: State, f: Frame, pc: int, to: int) -> bool:
        """Return whether there was nothing to choose. `to`: where the program went on."""
        ins = self.lib.programs[f[0]].code[pc]
        if ins.op == "ask":
            ask: Ask = ins.args[0]
            return to == ask.none and all(o.goto != to for o in ask.options)
        return to != pc + 1 and _lacking(Run(self.lib, s, self._attempt, None, False), ins.args[0], f)

    # ---- rules and refusals

    def _mark(self, what: str, origin: Origin) -> _Mark:
        return self._marks.setdefault(Item(what, origin), _Mark())

    def _noting(self, lib: Library) -> Library:
        """Return the library with conditions that note when they hold."""
        functions = [fn if fn.id in (lib.legal_cast, lib.left_out) else self._function(fn) for fn in lib.functions]
        return replace(lib, functions=tuple(functions))

    def _function(self, fn: Function) -> Function:
        modifiers = tuple(self._modifier(fn, m) for m in fn.modifiers)
        return replace(fn, modifiers=modifiers, refusals=tuple(self._refusal(r) for r in fn.refusals))

    def _modifier(self, fn: Function, m: Modifier) -> Modifier:
        if not m.origin.line:  # a rule of the language itself, which nobody wrote
            return m
        mark = self._mark("rule", m.origin)
        without = E("num", (0,)) if m.op == "more" or fn.base is None else fn.base
        amount = m.amount
        if fn.form == "value":
            amount = E("compared", (m.amount, without, mark), m.amount.origin)
        return replace(m, guard=_noted(m.guard, mark), amount=amount)

    def _refusal(self, r: Objection) -> Objection:
        cond = _noted(r.cond, self._mark("rule" if r.ban else "refusal", r.origin))
        lifts = tuple((_noted(e, self._mark("exception", origin)), origin) for e, origin in r.lifts)
        return replace(r, cond=cond, lifts=lifts)


def _is_clause(program: Program) -> bool:
    return bool(program.code) and program.code[0].op == "note" and program.code[0].args[0] == "clause"


def _effect(event: Event) -> bool:
    return event.kind in TOLD or (event.kind not in SILENT and bool(event.writes))


def _lacking(c: Context, e: E, f: Frame) -> bool:
    """Return whether a condition fails because there is nothing, or not enough, to choose."""
    if e.op == "and":
        failed = next((part for part in e.args if not evaluate(c, part, f)), None)
        return failed is not None and _lacking(c, failed, f)
    if e.op == "pick":
        named = list(f)
        named[e.args[0] + 2] = evaluate(c, e.args[1], f)
        return _lacking(c, e.args[2], named)
    if e.op == "some":
        return not as_set(evaluate(c, e.args[0], f))
    return e.op == ">=" and e.args[0].op == "size"


# ---- operators that note ------------------------------------------------------------------------------------------


def _noted(e: E, mark: _Mark) -> E:
    return E("noted", (e, mark), e.origin)


def _holds(c: Context, a: Args, f: Frame) -> object:
    value = evaluate(c, a[0], f)
    if value:
        a[1].times += 1
    return value


def _compared(c: Context, a: Args, f: Frame) -> object:
    value = evaluate(c, a[0], f)
    if value == evaluate(c, a[1], f):
        a[2].in_vain += 1
    return value


@contextmanager
def counting() -> Iterator[None]:
    """Let conditions note that they hold, inside the `with` block."""
    OPS["noted"], OPS["compared"] = _holds, _compared
    try:
        yield
    finally:
        del OPS["noted"], OPS["compared"]
