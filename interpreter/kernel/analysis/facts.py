"""What is known of every slot before a game begins: can it be negative, a truth, a set?

"Nobody" is -1, and Python's `list[-1]` is something; so every look-up would need a test. Most slots can never hold
nobody — a player bound by `each player`, a card out of a zone — and this pass proves it, over the whole library at
once: the types of arguments flow into programs and functions, results flow back, until nothing changes.

A type is a bit mask of what a thing may be; the join of two types is `|`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ..operators import BINDERS, LOOPS, OPERATORS, Nobody
from ..program import Ability, E, Function, I, Library, Program
from .flow import parts, slots_of, unset
from .inlining import small

NEGATIVE = 1
NATURAL = 2
TRUTH = 4
SET = 8
"""A set without negative members."""
ODD_SET = 16
"""A set that may have negative members."""

INTEGER = NEGATIVE | NATURAL
SETS = SET | ODD_SET


class Facts:
    """Types of the slots of every program, function and ability guard, and of what functions return."""

    def __init__(self, lib: Library) -> None:
        self.lib = lib
        self.program: list[list[int]] = [[0] * (p.slots + 1) for p in lib.programs]
        self.function: list[list[int]] = [[0] * (f.slots + 1) for f in lib.functions]
        self.ability: list[list[int]] = [[0] * (a.slots + 2) for a in lib.abilities]
        self.result: list[int] = [0] * len(lib.functions)
        self.captured: dict[int, list[int]] = {}
        self.small = small(lib)
        self.cells = [NATURAL] * lib.cells
        self.table = [NATURAL if not t or min(t) >= 0 else INTEGER for t in lib.tables]
        for p in lib.programs:
            for slot in unset(p):
                self.program[p.id][slot] |= NEGATIVE
        self._settle()
        for slots, params in [(self.function[f.id], f.params) for f in lib.functions] + [
            (self.program[p.id], p.params) for p in lib.programs
        ]:
            for i in range(params):  # nothing calls it: somebody outside may
                slots[i] = slots[i] or INTEGER
        self._settle()

    def _settle(self) -> None:
        self._changed = True
        while self._changed:
            self._changed = False
            for f in self.lib.functions:
                self._visit_function(f)
            for p in self.lib.programs:
                self._visit_program(p)
            for a in self.lib.abilities:
                self._visit_ability(a)

    def _add(self, slots: list[int], slot: int, kind: int) -> None:
        if slots[slot] | kind != slots[slot]:
            slots[slot] |= kind
            self._changed = True

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
            self._changed = True

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
            self._pass(known, kinds)
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
            kind = self.of(args[1], slots) & NEGATIVE if op == "poke" else 0
            if isinstance(args[0], int):
                self._add(self.cells, args[0], kind)
            elif kind:
                self._pass(self.cells, [INTEGER] * len(self.cells))
        elif op == "win":
            for fid in args[1:]:
                if isinstance(fid, int):
                    self._add(self.function[fid], 0, NATURAL)
        for arg in parts(args):
            self.of(arg, slots)

    # ---- expressions

    def of(self, e: E, slots: list[int]) -> int:
        """The type of an expression, noting on the way what flows into slots and parameters."""
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
        kinds = [self.of(a, slots) for a in parts(args)]
        if op == "call":
            function: int = args[0]
            self._pass(self.function[function], kinds)
            return self.result[function]
        if op == "trial":
            self._arguments(args[0], kinds)
        return self._result(op, args, kinds)

    def _result(self, op: str, args: tuple[object, ...], kinds: Sequence[int]) -> int:
        """The type of what an operator gives, from the types of its expressions (`kinds`)."""
        row = OPERATORS[op]
        gives = row.gives
        if gives.sort == "truth":
            return TRUTH
        if op in ("cell", "table"):
            assert isinstance(args[0], int)
            known = self.cells if op == "cell" else self.table
            return known[args[0]] | _negative(kinds)
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
    """The type of a thing taken as a set: a single thing is the set of it, nobody the empty set."""
    return kind & SETS | (SET if kind & (INTEGER | TRUTH) else 0)


def element(kind: int) -> int:
    """What the members of a thing of this type are."""
    return (NATURAL if kind & SETS else 0) | (NEGATIVE if kind & ODD_SET else 0)
