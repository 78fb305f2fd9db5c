"""List what the machine runs for a card. Names replace the machine's numbers wherever a number has a name."""

from __future__ import annotations

import dataclasses
from typing import Any

from ..kernel.operators import OPERATORS, taken
from ..kernel.program import Library
from .card_set import CardSet

DULL = {"span", "origin"}
SIGNS = {*(name for name in OPERATORS if not name.isidentifier()), "in", "and", "or"}
"""Operators that are written between what they join."""


def listing(set_: CardSet, title: str) -> list[str]:
    """List a card's programs, its part in named values and permissions, and its abilities."""
    library = set_.library
    assert library is not None
    code = Code(library).code
    lines: list[str] = []
    for one in library.programs:
        if one.origin is not None and one.origin.card == title:
            lines.append(f"program {one.id}  {one.name}")
            for pc, i in enumerate(one.code):
                args = list(i.args)
                if i.op == "call":
                    args = [library.programs[args[0]].name, *args[1:]]
                lines.append(f"  {pc:>3}  {i.op:<8} {'  '.join(code(a) for a in args)}".rstrip())
    for function in library.functions:
        mine = [m for m in function.modifiers if m.origin.card == title]
        refused = [r for r in function.refusals if r.origin.card == title]
        if mine or refused:
            lines.append(f"{function.form}  {function.name}")
        for m in mine:
            lines += [f"  {m.op} {code(m.amount)}", f"      when {code(m.guard)}"]
        for r in refused:
            lines += [f"  refused {r.text!r}", f"      when {code(r.cond)}"]
    for ability in library.abilities:
        if library.cards[ability.card] == title:
            force = "must" if ability.must else "may"
            lines.append(f"ability  {force}: {ability.label}  (program {ability.program})")
            lines.append(f"      when {code(ability.guard)}")
    return lines


class Code:
    """Writes the expressions of one library."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.functions = {f.id: f.name for f in library.functions}
        self.zones = {z.base: z.name for z in library.zones}
        self.marks = {m.base - m.first: m.name for m in library.marks}
        self.cells = {cell: f"the {name}" for name, (_, cell) in library.phases.items()}

    def code(self, value: Any) -> str:
        """Return the text of an expression, or of anything else that an instruction holds."""
        if hasattr(value, "op") and hasattr(value, "args"):
            return self.expression(value.op, value.args)
        if isinstance(value, tuple):
            return "[" + " ".join(map(self.code, value)) + "]"
        if dataclasses.is_dataclass(value) and not isinstance(value, type):
            fields = [(f.name, getattr(value, f.name)) for f in dataclasses.fields(value) if f.name not in DULL]
            said = [f"{name} {self.code(v)}" for name, v in fields if v not in (None, "", (), False)]
            return "{" + ", ".join(said) + "}"
        return str(value)

    def expression(self, op: str, args: tuple[Any, ...]) -> str:
        """Return the text of an operator with its arguments."""
        if op == "num":
            return str(args[0])
        if op == "slot":
            return f"#{args[0]}"
        if op in SIGNS and len(args) > 1:
            return "(" + f" {op} ".join(map(self.code, args)) + ")"
        named = [(self.named(take.kind, arg), arg) for take, arg in taken(OPERATORS[op].takes, args) if arg is not None]
        inner = [name if name is not None else self.code(arg) for name, arg in named]
        return f"{op}({', '.join(inner)})" if inner else op

    def named(self, kind: str, number: Any) -> str | None:
        """Return the name behind a number, for an argument of this `kind`; None if it has no name."""
        names: dict[str, dict[int, str]] = {
            "function": self.functions, "zones": self.zones, "base": self.marks, "cell": self.cells,
        }  # fmt: skip
        return names[kind].get(number) if kind in names else None
