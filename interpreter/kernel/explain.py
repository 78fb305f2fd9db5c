"""Why a number is what it is, and what a condition saw: the same trees the machine runs, told.

Deciding stops at the first answer; explaining looks at everything. Nothing here changes the state, and the results are
the machine's own: each explanation is built from the values that `evaluate` gives, or, for a player, from what that
player may know of them (`knowing`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from .evaluate import Frame, as_set, frame, settle
from .knowing import Eyes, Partly, Unknown, modifiers, unknown
from .names import cell_name, thing, zone_name
from .operators import OPERATORS
from .program import E, Function, Library, Origin
from .state import State


@dataclass(frozen=True, slots=True)
class Seen:
    """A condition, or a part of one: its words, the value it has (as words), and what it was made of. `unknown`: the
    viewer cannot know it."""

    text: str
    value: str
    holds: bool
    origin: Origin | None
    parts: tuple[Seen, ...] = ()
    unknown: bool = False

    def render(self, indent: int = 0) -> list[str]:
        """One line for each part, the parts further in."""
        lines = [f"{'  ' * indent}{self.text}: {self.value}"]
        for part in self.parts:
            lines += part.render(indent + 1)
        return lines


@dataclass(frozen=True, slots=True)
class Contribution:
    """One contribution to a value. `kind`: base, is, more, or overruled (an `is` that a higher one replaced, or the
    base that was replaced). `amount` is None where it cannot be known; `perhaps`: nor whether it counts at all.
    `named`: what the amount stands for, in words."""

    kind: str
    amount: int | None
    text: str
    origin: Origin | None
    perhaps: bool = False
    named: str = ""


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a named value is, and how it comes to be that. `lacks`: what the viewer does not see, if he cannot know it
    for that."""

    title: str
    result: str
    parts: tuple[Contribution, ...]
    lacks: str = ""

    def render(self) -> list[str]:
        """`price of Library for p1 is 5`, then a line for each part."""
        lines = [f"{self.title}: {self.result} ({self.lacks})" if self.lacks else f"{self.title} is {self.result}"]
        for part in self.parts:
            known = part.amount is not None and not part.perhaps
            amount = (f"{part.amount:+d}" if part.kind == "more" else part.named or f"{part.amount}") if known else "?"
            said = f"{part.text}{_at(part.origin)}"
            head = {"base": "base: ", "is": "is: ", "more": "", "overruled": "overruled: "}[part.kind]
            card = f"{part.origin.card}: " if part.origin and part.origin.card else ""
            lines.append(f"{amount:>4}  {head}{card}{said}")
        return lines


def _at(origin: Origin | None) -> str:
    return f" ({origin.path}:{origin.line})" if origin is not None and origin.path else ""


# ---- values -------------------------------------------------------------------------------------------------------


def explain_value(
    lib: Library, s: State, function: int, args: tuple[Any, ...], viewer: int | None = None, sort: str = "number"
) -> Explanation:
    """How a named value of these things comes to be what it is. `sort`: as what its result is named."""
    eyes = Eyes(lib, s, viewer)
    fn = lib.functions[function]
    f = frame(-1, fn.slots, args)

    def named(value: Any) -> str:
        return "" if unknown(value) else thing(lib, s, sort, value, viewer)

    base = 0 if fn.base is None else eyes.value(fn.base, f)
    base_origin = (fn.base.origin if fn.base is not None else None) or fn.origin
    parts: list[Contribution] = []
    said: list[tuple[int, Any, Contribution]] = []
    for m, holds, amount in modifiers(eyes, fn, f):
        kind = "is" if m.op == "is" else "more"
        part = Contribution(kind, _amount(amount), m.origin.text, m.origin, unknown(holds), named(amount))
        if kind == "is":
            said.append((m.level, amount, part))
        else:
            parts.append(part)
    top = max((level for level, _, part in said if not part.perhaps), default=-1)
    certain = [(level, amount, part.origin) for level, amount, part in said if not part.perhaps and part.origin]
    if certain and not any(unknown(amount) for _, amount, _ in certain):
        settle(fn, certain)
    words = (base_origin.text if base_origin else fn.name) + _summands(eyes, fn, f)
    first = [Contribution("overruled" if certain else "base", _amount(base), words, base_origin, named=named(base))]
    first += [
        part if level >= top else replace(part, kind="overruled")
        for level, _, part in sorted(said, key=lambda x: x[0])
    ]
    result = eyes.apply(function, args)
    title = _title(lib, s, fn, args, viewer)
    if unknown(result):
        return Explanation(title, f"{eyes.name()} cannot know it", (*first, *parts), eyes.lacks(result.on))
    return Explanation(title, named(result), (*first, *parts))


def _amount(value: Any) -> int | None:
    return None if unknown(value) else int(value)


def _summands(c: Eyes, fn: Function, f: Frame) -> str:
    """What a total is made of: `: Keep 3, Docks 3`."""
    if fn.base is None or fn.base.op != "fold" or fn.base.args[0] != "total":
        return ""
    _, slot, of, body = fn.base.args
    things = c.value(of, f)
    said = []
    for x in things.sure if isinstance(things, Partly) else () if unknown(things) else as_set(things):
        f[slot + 2] = x
        amount = c.value(body, f)
        said.append(f"{thing(c.lib, c.s, sort_of(c, of, fn.names), x, None)} {'?' if unknown(amount) else amount}")
    if unknown(things):
        said.append("and what is hidden")
    return f": {', '.join(said)}" if said else ": nothing"


def _title(lib: Library, s: State, fn: Function, args: tuple[Any, ...], viewer: int | None) -> str:
    name = fn.name.removeprefix("value ").removeprefix("quality ")
    named = [thing(lib, s, sort, x, viewer) for (_, sort), x in zip(fn.names, args, strict=False)]
    return name + "".join(f" {'of' if i == 0 else 'for'} {x}" for i, x in enumerate(named) if x)


# ---- conditions ---------------------------------------------------------------------------------------------------

Names = tuple[tuple[str, str], ...]


def explain(c: Eyes, e: E, f: Frame, names: Names) -> Seen:
    """The tree of a condition. Comparisons show both sides; `and`, `or`, `not` what they join; the rest is one line."""
    value = c.value(e, f)
    holds, open_ = not unknown(value) and bool(value), unknown(value)
    if e.op == "slot" and names and e.args[0] < len(names) and names[e.args[0]][0]:
        return Seen(names[e.args[0]][0], said(c, e, value), holds, e.origin, (), open_)
    parts: tuple[E, ...] = ()
    if e.op in ("and", "or", "not"):
        parts = e.args
    elif e.op in COMPARED:
        parts = tuple(a for a in e.args if _telling(c, a, f) or (e.op in ORDERED and a.op == "slot"))
    elif e.op == "call" and (body := _plain_body(c.lib, e)) is not None:
        inner = frame(-1, body.slots, tuple(c.value(a, f) for a in e.args[1:]))
        assert body.base is not None
        below = explain(c, body.base, inner, body.names)
        return Seen(text_of(c, e, f, names), said(c, e, value), holds, e.origin, (below,), open_)
    below_ = tuple(explain(c, part, f, names) for part in parts)
    return Seen(text_of(c, e, f, names), said(c, e, value), holds, e.origin, below_, open_)


ORDERED = ("<", "<=", ">", ">=")
COMPARED = ("==", "!=", *ORDERED, "in")
"""Operators that hold one thing against another: an explanation shows both."""


def _telling(c: Eyes, e: E, f: Frame) -> bool:
    """Whether one side of a comparison is worth a line: not what is plain anyway, nor a note of the machine's own."""
    if e.op == "mark":
        return _marker(c, e, f) != ""
    return e.op not in ("num", "slot", "cell") and not (e.op in ("+", "-") and e.args[0].op == "cell")


def _marker(c: Eyes, e: E, f: Frame) -> str:
    """The marker that an expression reads; nothing for a note of the machine's own."""
    bearer = c.value(e.args[1], f)
    if isinstance(bearer, Unknown) and bearer.of:
        bearer = max(bearer.of)
    return cell_name(c.lib, e.args[0] + (0 if unknown(bearer) else max(bearer, 0)))[0]


def _plain_body(lib: Library, e: E) -> Function | None:
    """A quality that is nothing but its condition: worth looking into."""
    fn = lib.functions[e.args[0]]
    return fn if fn.form == "truth" and fn.base is not None and not fn.modifiers else None


def sort_of(c: Eyes, e: E, names: Names) -> str:
    """What sort of thing an expression is, where its operator tells."""
    if e.op not in OPERATORS:
        return sort_of(c, e.args[0], names)
    if e.op == "slot":
        return names[e.args[0]][1] if e.args[0] < len(names) else ""
    if e.op == "call" and c.lib.functions[e.args[0]].form != "value":
        return "truth"
    gives = OPERATORS[e.op].gives
    if gives.like is not None and gives.like < len(e.args):
        return sort_of(c, e.args[gives.like], names)
    return gives.sort or "number"


def said(c: Eyes, e: E, value: Any) -> str:
    """A value in words."""
    if isinstance(value, Unknown):
        return f"{c.name()} cannot know it ({c.lacks(value.on)})"
    sort = sort_of(c, e, ())
    if isinstance(value, Partly):
        if value.size is not None and sort in ("", "number"):
            return f"{value.size} of them"
        sure = f"{thing(c.lib, c.s, sort, value.sure, c.viewer)} and " if value.sure else ""
        return f"{sure}what {c.name()} does not see"
    bare = e.op in ("image", "set", "pick", "table", "cell", "slot") and sort in ("", "number")
    if bare or (type(value) is tuple and sort == "number"):
        return f"{len(value)} of them" if type(value) is tuple else str(value)
    return thing(c.lib, c.s, sort, value, c.viewer)


def text_of(c: Eyes, e: E, f: Frame, names: Names) -> str:
    """The author's words; where there are none, words made from the tree."""
    if e.origin is not None and e.origin.text:
        denied = e.op == "not" and not re.search(r"\b(not|no|nor|unless|nothing|nobody)\b", e.origin.text)
        return f"not: {e.origin.text}" if denied else str(e.origin.text)

    def sub(x: E) -> str:
        return text_of(c, x, f, names)

    lib, s, a = c.lib, c.s, e.args
    if e.op == "num":
        return str(a[0])
    if e.op == "slot":
        sort = sort_of(c, e, names)
        held = f[a[0] + 2]
        name = thing(lib, s, sort, held, c.viewer) if sort and not unknown(held) else ""
        return name or (names[a[0]][0] if a[0] < len(names) else "it")
    if e.op in ("and", "or"):
        return f" {e.op} ".join(sub(x) for x in a) or ("always" if e.op == "and" else "never")
    if e.op == "call":
        fn = lib.functions[a[0]]
        things = [sub(x) for x in a[1:]]
        return str(fn.name.split(" ", 1)[-1]) + (f" of {', '.join(things)}" if things else "")
    if e.op == "zone":
        return zone_name(lib, a[0]) if a[1] is None else f"zone {sub(a[1])}"
    if e.op not in OPERATORS:  # somebody watches a condition (`coverage`): it is told as what it is
        return sub(a[0])
    words = OPERATORS[e.op].words
    if "{marker}" in words:
        words = words.replace("{marker}", _marker(c, e, f) or "what has happened")
    said = [sub(x) if isinstance(x, E) else str(x) for x in a]
    listed = ", ".join(sub(x) for x in a if isinstance(x, E))
    return words.replace("{…}", listed).format(*said).strip()
