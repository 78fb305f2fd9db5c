"""Leaves out the tests that keep a clause from answering an event that it caused itself, where they are not needed.

Events test for every clause whether it is the one under way. Once all programs are known, the test is removed for every
clause that can never run inside itself.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..kernel.bounds import bounds
from ..kernel.program import Ask, E, Function, I, Library
from .terms import TRUE, both


def settled(lib: Library) -> Library:
    """Return the library with the test whether a clause is under way only where that is possible."""
    within = bounds(lib).within

    def said(value: Any) -> Any:
        """Return a value with its expressions rewritten; the value itself if there is nothing to rewrite."""
        if isinstance(value, E):
            return expression(value)
        if isinstance(value, tuple):
            parts = tuple(said(part) for part in value)
            return value if all(a is b for a, b in zip(parts, value, strict=True)) else parts
        if isinstance(value, Ask):
            return replace(value, options=tuple(replace(o, guard=said(o.guard), of=said(o.of)) for o in value.options))
        return value

    def expression(e: E) -> E:
        if e.op == "not" and e.args[0].op == "answering" and e.args[0].args[0] not in within:
            return TRUE
        args = said(e.args)
        if args is e.args:
            return e
        return replace(both(*args), origin=e.origin) if e.op == "and" else replace(e, args=args)

    def instruction(i: I) -> I:
        args = said(i.args)
        return i if args is i.args else replace(i, args=args)

    def function(f: Function) -> Function:
        modifiers = tuple(replace(m, guard=said(m.guard), amount=said(m.amount)) for m in f.modifiers)
        refusals = tuple(
            replace(r, cond=said(r.cond), lifts=tuple((said(e), o) for e, o in r.lifts)) for r in f.refusals
        )
        return replace(f, base=said(f.base), modifiers=modifiers, refusals=refusals, needs=said(f.needs))

    return replace(
        lib,
        programs=tuple(replace(p, code=tuple(instruction(i) for i in p.code)) for p in lib.programs),
        functions=tuple(function(f) for f in lib.functions),
        abilities=tuple(replace(a, guard=said(a.guard), you=said(a.you)) for a in lib.abilities),
    )
