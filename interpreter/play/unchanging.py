"""Tell whether a condition comes out so in every position: it rests on what is printed, or on what it is about."""

from __future__ import annotations

from ..kernel.evaluate import evaluate
from ..kernel.knowing import Eyes
from ..kernel.program import E, Function, Library
from ..kernel.state import State
from ..kernel.wording import COMPARED
from .deciding import Deciding, Place, printed
from .finding import Why


def why_always(lib: Library, why: Why) -> bool:
    """Whether a reason against an answer holds in every position."""
    if why.cause is None or why.about or why.of is not None or why.ways:
        return False
    return always(Eyes(lib, why.cause.state, None), why.cause.cond, why.cause.at)


def always(c: Eyes, e: E, at: Place, wanted: bool = True) -> bool:
    """Whether a condition comes out other than wanted in every position: it rests on what is printed, or on which thing
    it is about."""
    if bool(evaluate(c.c, e, at.f)) == wanted:
        return False
    if _printed(c, e):
        return True
    if e.op == "not":
        return always(c, e.args[0], at, not wanted)
    if e.op in ("and", "or"):
        one_is_enough = (e.op == "and") == wanted
        wrong = [part for part in e.args if bool(evaluate(c.c, part, at.f)) != wanted]
        return (any if one_is_enough else all)(always(c, part, at, wanted) for part in wrong)
    if e.op == "pick":
        inner = Place(list(at.f), at.names, at.given)
        inner.f[e.args[0] + 2] = evaluate(c.c, e.args[1], at.f)
        return always(c, e.args[2], inner, wanted)
    if e.op != "call":
        return False
    fn: Function = c.lib.functions[e.args[0]]
    if fn.form != "truth" or fn.modifiers or fn.base is None:
        return False
    return always(c, fn.base, Deciding(c).within(e, at), wanted)


def _printed(c: Eyes, e: E) -> bool:
    """Whether a condition is only about what is printed, and no card in the game changes that."""
    if e.op == "call":
        fn = c.lib.functions[e.args[0]]
        table = fn.base is not None and fn.base.op == "table"
        return table and all(takes_no_part(c.lib, c.s, m.origin.card) for m in fn.modifiers)
    if e.op in COMPARED:
        return printed(c, e) or all(_printed(c, part) for part in e.args)
    return printed(c, e)


def takes_no_part(lib: Library, state: State, title: str) -> bool:
    """Whether there is such a card, but not in this game."""
    copies = [c for c, name in enumerate(lib.cards) if name == title]
    return bool(copies) and all(state.w[c] == -1 for c in copies)
