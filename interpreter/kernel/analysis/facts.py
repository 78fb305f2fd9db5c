"""Infers, before a game begins, what every slot can hold: a number below zero, a truth, a set.

"Nobody" is -1, and Python's `list[-1]` is an element; so without this pass every look-up would need a test. Most slots
can never hold nobody: for example a player bound by `each player`, or a card taken out of a zone. The pass proves it
over the whole library at once: types of arguments flow into programs and functions, and types of results flow back,
until nothing changes.

A type is a bit mask of what a value may be; the join of two types is `|`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from ..operators import BINDERS, LOOPS, OPERATORS, Nobody
from ..program import Ability, E, Function, I, Library, Program
from .flow import Uses, parts, slots_of, unset
from .inlining import small

NEGATIVE = 1
NATURAL = 2
TRUTH = 4
SET = 8
"""A set without members below zero."""
ODD_SET = 16
"""A set that may have members below zero (nobody)."""

INTEGER = NEGATIVE | NATURAL
SETS = SET | ODD_SET


class Facts:
    """The types of all slots of programs, functions and ability guards, and the types of all results of functions."""

    def __init__(self, lib: Library) -> None:
        self.lib = lib
        self.program: list[list[int]] = [[0] * (p.slots + 1) for p in lib.programs]
        self.function: list[list[int]] = [[0] * (f.slots + 1) for f in lib.functions]
        self.ability: list[list[int]] = [[0] * (a.slots + 2) for a in lib.abilities]
        self.result: list[int] = [0] * len(lib.functions)
        self.captured: dict[int, list[int]] = {}
        self.small = small(lib)
        self.cells = [NATURAL] * lib.cells
        self.below = {m.base - m.first for m in lib.marks if m.holds == "number"}
        """Where the cells of kept numbers begin: they may be below zero."""
        self.table = [NATURAL if not t or min(t) >= 0 else INTEGER for t in lib.tables]
        self.uses = [Uses(p) for p in lib.programs]
        self._parts: dict[int, tuple[E, list[E]]] = {}
        self._visits = self._all_code()
        self._depends: dict[tuple[str, int], set[int]] = {}
        self._stale = dict.fromkeys(self._visits)
        for p in lib.programs:
            for slot in unset(p, self.uses[p.id]):
                self.program[p.id][slot] |= NEGATIVE
        self._settle()
        for slots, params in [(self.function[f.id], f.params) for f in lib.functions] + [
            (self.program[p.id], p.params) for p in lib.programs
        ]:
            for i in range(params):  # nothing in the library calls it, but code outside may
                if not slots[i]:
                    self._add(slots, i, INTEGER)
        self._settle()

    # ---- code that must still be visited; it is identified by its slots

    def _all_code(self) -> dict[int, Callable[[], None]]:
        visits: dict[int, Callable[[], None]] = {}
        for f in self.lib.functions:
            visits[id(self.function[f.id])] = partial(self._visit_function, f)
        for p in self.lib.programs:
            visits[id(self.program[p.id])] = partial(self._visit_program, p)
        for a in self.lib.abilities:
            visits[id(self.ability[a.id])] = partial(self._visit_ability, a)
        return visits

    def _settle(self) -> None:
        while self._stale:
            code = next(iter(self._stale))
            del self._stale[code]
            self._visits[code]()

    def _add(self, slots: list[int], slot: int, kind: int) -> None:
        if slots[slot] | kind != slots[slot]:
            slots[slot] |= kind
            self._stale[id(slots)] = None

    def _needs(self, what: tuple[str, int], slots: list[int]) -> None:
        """Note that the code of these slots depends on a cell, a function's result, or a value that a lasting rule
        captured."""
        self._depends.setdefault(what, set()).add(id(slots))

    def _changed(self, what: tuple[str, int]) -> None:
        self._stale.update(dict.fromkeys(self._depends.get(what, ())))

    def _pass(self, slots: list[int], kinds: Iterable[int]) -> None:
        for i, kind in enumerate(kinds):
            self._add(slots, i, kind)

    def _arguments(self, program: int, kinds: Sequence[int]) -> None:
        params = self.lib.programs[program].params
        missing = [NEGATIVE] * (params - len(kinds))
        self._pass(self.program[program], [*kinds[:params], *missing])

    # ---- the three kinds of code

    def _visit_function(self, f: Function) -> None:
        slots = self.function[f.id]
        kind = 0
        if f.base is not None:
            kind |= self.of(f.base, slots)
        for mod in f.modifiers:
            if mod.lasting is not None:
                self._needs(("lasting", mod.lasting), slots)
                for slot, known in zip(mod.captured, self.captured.get(mod.lasting, ()), strict=False):
                    self._add(slots, slot, known)
            self.of(mod.guard, slots)
            amount = self.of(mod.amount, slots)
            if f.form == "value":
                kind |= amount if mod.op == "is" else NATURAL | (amount & NEGATIVE)
        for refused in f.refusals:
            self.of(refused.cond, slots)
            for lift, _ in refused.lifts:
                self.of(lift, slots)
        if f.needs is not None:
            self.of(f.needs, slots)
        if f.form != "value":
            kind = TRUTH
        if self.result[f.id] | kind != self.result[f.id]:
            self.result[f.id] |= kind
            self._changed(("result", f.id))

    def _visit_ability(self, a: Ability) -> None:
        slots = self.ability[a.id]
        self._add(slots, 0, INTEGER)
        if 1 in slots_of(a.guard):
            self._add(slots, 1, NEGATIVE)
        self.of(a.guard, slots)
        target = self.program[a.program]
        params = self.lib.programs[a.program].params
        if params > 0:
            self._add(target, 0, NATURAL if a.card >= 0 else NEGATIVE)
        if params > 1:
            self._add(target, 1, INTEGER if a.you is None else self.of(a.you, slots))

    def _visit_program(self, p: Program) -> None:
        slots = self.program[p.id]
        for ins in p.code:
            self._visit_instruction(ins, slots)

    def _visit_instruction(self, ins: I, slots: list[int]) -> None:
        op, args = ins.op, ins.args
        if op == "let":
            self._add(slots, args[0], self.of(args[1], slots))
        elif op == "next":
            self._add(slots, args[2], element(as_sets(slots[args[0]])))
            self._add(slots, args[1], NATURAL)
        elif op == "call":
            self._arguments(args[0], [self.of(e, slots) for e in args[1:]])
        elif op == "random":
            kind = self.of(args[1], slots)
            self.of(args[2], slots)
            self._add(slots, args[0], element(as_sets(kind)) | NEGATIVE if args[3] else as_sets(kind))
        elif op == "lasting":
            kinds = [slots[i] for i in args[2]]
            known = self.captured.setdefault(args[0], [0] * len(kinds))
            joined = [a | b for a, b in zip(known, kinds, strict=True)]
            if joined != known:
                self.captured[args[0]] = joined
                self._changed(("lasting", args[0]))
        elif op == "ask":
            ask = args[0]
            self.of(ask.player, slots)
            for opt in ask.options:
                if opt.of is not None:
                    kind = self.of(opt.of, slots)
                    self._add(slots, opt.slot or 0, element(as_sets(kind)))
                if opt.guard is not None:
                    self.of(opt.guard, slots)
        elif op in ("poke", "add"):
            if self.of(args[1], slots) & NEGATIVE and op == "poke":
                self._below_zero((args[0],) if isinstance(args[0], int) else range(len(self.cells)))
        elif op == "win":
            for fid in args[1:]:
                self._add(self.function[fid], 0, NATURAL)
        for arg in parts(args):
            self.of(arg, slots)

    def _below_zero(self, cells: Iterable[int]) -> None:
        """Note that these cells may hold a negative number."""
        for cell in cells:
            if not self.cells[cell] & NEGATIVE:
                self.cells[cell] |= NEGATIVE
                self._changed(("cell", cell))

    # ---- expressions

    def of(self, e: E, slots: list[int]) -> int:
        """Return the type of an expression, and note on the way which types flow into slots and parameters."""
        op = e.op
        args: tuple[Any, ...] = e.args
        if op == "num":
            return NATURAL if args[0] >= 0 else NEGATIVE
        if op == "slot":
            slot: int = args[0]
            return slots[slot]
        if op in BINDERS:
            over = args[BINDERS[op] + 1]
            kind = self.of(over, slots)
            self._add(slots, args[BINDERS[op]], element(as_sets(kind)) if op in LOOPS else kind)
            return self._result(op, args, [kind, self.of(args[-1], slots)])
        known = self._parts.get(id(e))
        if known is None:
            known = self._parts[id(e)] = e, parts(args)
        kinds = [self.of(a, slots) for a in known[1]]
        if op == "call":
            function: int = args[0]
            self._needs(("result", function), slots)
            self._pass(self.function[function], kinds)
            return self.result[function]
        if op == "cell":
            self._needs(("cell", args[0]), slots)
        if op == "trial":
            self._arguments(args[0], kinds)
        return self._result(op, args, kinds)

    def _result(self, op: str, args: tuple[object, ...], kinds: Sequence[int]) -> int:
        """Return the type of an operator's result, given the types of its expressions (`kinds`)."""
        row = OPERATORS[op]
        gives = row.gives
        if gives.sort == "truth":
            return TRUTH
        if op in ("cell", "table"):
            assert isinstance(args[0], int)
            known = self.cells if op == "cell" else self.table
            return known[args[0]] | _negative(kinds)
        if op == "mark" and args[0] in self.below:
            return INTEGER
        if op == "range":
            return ODD_SET if kinds[0] & NEGATIVE else SET
        like = 0
        if gives.like is not None:
            before = sum(not take.expression for take in row.takes[: gives.like])
            for kind in kinds if row.takes[gives.like].rest else kinds[gives.like - before :][:1]:
                like |= kind
        if gives.many:
            return SET if gives.nobody is Nobody.NEVER else as_sets(like)
        if gives.nobody is Nobody.MAYBE:
            return INTEGER if gives.like is None else element(as_sets(like)) | NEGATIVE
        if gives.nobody is Nobody.CARRIED:
            return NATURAL | _negative(kinds) if gives.like is None else like
        return NATURAL


def _negative(kinds: Sequence[int]) -> int:
    return NEGATIVE if any(kind & NEGATIVE for kind in kinds) else 0


def as_sets(kind: int) -> int:
    """Return the type of a value taken as a set: a single thing is the set of that thing, nobody the empty set."""
    return kind & SETS | (SET if kind & (INTEGER | TRUTH) else 0)


def element(kind: int) -> int:
    """Return the type of the members of a value of this type."""
    return (NATURAL if kind & SETS else 0) | (NEGATIVE if kind & ODD_SET else 0)
