"""Explains why a number has its value and what a condition read, from the same trees that the machine runs.

Deciding stops at the first answer; explaining looks at everything. Nothing here changes the state. Each explanation is
built from the values that `evaluate` gives or, for a player, from what that player may know of them (`knowing`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from .evaluate import Frame, as_set, frame, settle
from .knowing import Eyes, Partly, modifiers, unknown
from .memory import Memory
from .names import thing, titled
from .program import E, Function, Library, Origin
from .state import State
from .wording import COMPARED, ORDERED, Names, Words, renamed


@dataclass(frozen=True, slots=True)
class Seen:
    """A condition, or a part of one: its words, its value (in words), and its parts. `unknown`: whether the viewer
    cannot know the value."""

    text: str
    value: str
    holds: bool
    origin: Origin | None
    parts: tuple[Seen, ...] = ()
    unknown: bool = False

    def render(self, indent: int = 0) -> list[str]:
        """Return one line for each part; deeper parts are indented further."""
        lines = [f"{'  ' * indent}{self.text}: {self.value}"]
        for part in self.parts:
            lines += part.render(indent + 1)
        return lines


@dataclass(frozen=True, slots=True)
class Contribution:
    """One contribution to a value. `kind`: base, is, more, or overruled (a base, or an `is`, that a higher `is`
    replaced). `amount`: None for a set, and where it cannot be known. `perhaps`: whether it is unknown if it counts at
    all. `named`: what the amount stands for, in words."""

    kind: str
    amount: int | None
    text: str
    origin: Origin | None
    perhaps: bool = False
    named: str = ""


@dataclass(frozen=True, slots=True)
class Explanation:
    """A named value with everything that contributes to it. `lacks`: what the viewer would have to see to know it."""

    title: str
    result: str
    parts: tuple[Contribution, ...]
    lacks: str = ""

    def render(self) -> list[str]:
        """Return `price of Library for p1 is 5`, or what the viewer lacks to know it, then a line for each
        contribution."""
        lines = [f"{self.title}: {self.result} ({self.lacks})" if self.lacks else f"{self.title} is {self.result}"]
        for part in self.parts:
            known = not part.perhaps and (part.amount is not None or part.named != "")
            amount = (f"{part.amount:+d}" if part.kind == "more" else part.named or f"{part.amount}") if known else "?"
            plain = {f"{part.amount}": "otherwise" if part.kind == "overruled" else "to begin with"}
            said = f"{plain.get(part.text, part.text)}{_at(part.origin)}"
            head = {"is": "instead: ", "overruled": "would be: "}.get(part.kind, "")
            head = "" if part.text in plain else head
            card = f"{part.origin.card}: " if part.origin and part.origin.card else ""
            lines.append(f"{amount:>4}  {head}{card}{said}")
        return lines


def _at(origin: Origin | None) -> str:
    return f" ({origin.place})" if origin is not None and origin.path else ""


# ---- values -------------------------------------------------------------------------------------------------------


def explain_value(
    lib: Library, s: State, function: int, args: tuple[Any, ...], viewer: int | None = None, sort: str = "number",
    memory: Memory | None = None,
) -> Explanation:  # fmt: skip
    """Explain the value of a function for these arguments. `viewer`: the player who is told (None: somebody who sees
    everything), and `memory` what he remembers. `sort`: the sort by which the result is named."""
    eyes = Eyes(lib, s, viewer, memory)
    fn = lib.functions[function]
    f = frame(-1, fn.slots, args)
    w = Words(eyes, f, fn.names)

    def named(value: Any) -> str:
        return "" if unknown(value) else thing(lib, s, sort, value, viewer)

    base = 0 if fn.base is None else eyes.value(fn.base, f)
    base_origin = _printed(lib, fn, args) or (fn.base.origin if fn.base is not None else None) or fn.origin
    parts: list[Contribution] = []
    said: list[tuple[int, Any, Contribution]] = []
    for m, holds, amount in modifiers(eyes, fn, f):
        kind = "is" if m.op == "is" else "more"
        said_so = renamed(w, m.origin.text, True)
        part = Contribution(kind, _amount(amount), said_so, m.origin, unknown(holds), named(amount))
        if kind == "is":
            said.append((m.level, amount, part))
        else:
            parts.append(part)
    top = max((level for level, _, part in said if not part.perhaps), default=-1)
    certain = [(level, amount, part.origin) for level, amount, part in said if not part.perhaps and part.origin]
    if certain and not any(unknown(amount) for _, amount, _ in certain):
        settle(fn, certain)
    words = renamed(w, base_origin.text if base_origin else fn.name, True) + _summands(eyes, fn, f)
    first = [Contribution("overruled" if certain else "base", _amount(base), words, base_origin, named=named(base))]
    first += [
        part if level >= top else replace(part, kind="overruled") for level, _, part in sorted(said, key=lambda x: x[0])
    ]
    result = eyes.apply(function, args)
    title = _title(lib, s, fn, args, viewer)
    if unknown(result):
        return Explanation(title, f"{eyes.name()} cannot know it", (*first, *parts), eyes.lacks(result.on))
    return Explanation(title, named(result), (*first, *parts))


def _printed(lib: Library, fn: Function, args: tuple[Any, ...]) -> Origin | None:
    """Return where the field of a card is printed that a function reads; None if it reads something else, or if nothing
    is printed there."""
    if fn.base is None or fn.base.op != "table" or args[0] < 0:
        return None
    return lib.printed.get((fn.base.args[0], lib.definition[args[0]]))


def _amount(value: Any) -> int | None:
    return None if unknown(value) or isinstance(value, tuple) else int(value)


def _summands(c: Eyes, fn: Function, f: Frame) -> str:
    """Return what a total is made of: `: Keep 3, Docks 3`."""
    if fn.base is None or fn.base.op != "fold" or fn.base.args[0] != "total":
        return ""
    _, slot, of, body = fn.base.args
    things = c.value(of, f)
    words = Words(c, f, fn.names)
    said = []
    for x in things.sure if isinstance(things, Partly) else () if unknown(things) else as_set(things):
        f[slot + 2] = x
        amount = c.value(body, f)
        said.append(f"{words.name(words.sort(of), x)} {'?' if unknown(amount) else amount}")
    if unknown(things):
        said.append("and what is hidden")
    return f": {', '.join(said)}" if said else ": nothing"


def _title(lib: Library, s: State, fn: Function, args: tuple[Any, ...], viewer: int | None) -> str:
    name = fn.name.removeprefix("value ").removeprefix("quality ")
    named = [titled(lib, s, sort, x, viewer) for (_, sort), x in zip(fn.names, args, strict=False)]
    return name + "".join(f" {'of' if i == 0 else 'for'} {x}" for i, x in enumerate(named) if x)


# ---- conditions ---------------------------------------------------------------------------------------------------


def explain(c: Eyes, e: E, f: Frame, names: Names) -> Seen:
    """Explain a condition as a tree. Comparisons show both sides; `and`, `or` and `not` show their operands; any other
    expression is one line. `names`: the names and sorts of the slots of `f`."""
    return _seen(Words(c, f, names), e, "")


def text_of(c: Eyes, e: E, f: Frame, names: Names) -> str:
    """Return an expression in words: the author's, or words made from the tree."""
    return Words(c, f, names).text(e)


def _seen(w: Words, e: E, wanted: str) -> Seen:
    value = w.eyes.value(e, w.f)
    holds, open_ = not unknown(value) and bool(value), unknown(value)
    text = w.text(e, wanted)
    below: tuple[Seen, ...] = ()
    if e.op == "slot" and e.args[0] < len(w.names) and w.names[e.args[0]][0]:
        text = w.names[e.args[0]][0]
    elif e.op == "not":
        (denied,) = (_seen(w, part, "truth") for part in e.args)
        if text in (f"not: {denied.text}", f"unless {denied.text}"):
            return denied
        below = denied.parts if denied.text in text else (denied,)  # no words are told with two values
    elif e.op in ("and", "or"):
        below = tuple(_seen(w, part, "truth") for part in e.args)
    elif e.op in COMPARED:
        sort = next((sort for sort in map(w.sort, e.args) if sort), "")
        below = tuple(_side(w, part, sort, text) for part in e.args if _telling(w, e, part))
    elif e.op == "call" and (body := _plain_body(w.eyes.lib, e)) is not None:
        inner = frame(-1, body.slots, tuple(w.eyes.value(a, w.f) for a in e.args[1:]))
        assert body.base is not None
        below = (explain(w.eyes, body.base, inner, body.names),)
    return Seen(text, w.value(e, value, wanted), holds, e.origin, below, open_)


def _side(w: Words, e: E, sort: str, whole: str) -> Seen:
    """Explain one side of a comparison. Where the author said both in the same words, it has others."""
    said = _seen(w, e, sort)
    return replace(said, text=w.text(replace(e, origin=None), sort)) if said.text == whole else said


def _telling(w: Words, e: E, part: E) -> bool:
    """Return whether one side of a comparison is worth a line. Constants, obvious values and the machine's own notes
    are not."""
    if any(x.op == "cell" for x in e.args):
        return False
    if part.op == "slot":
        return e.op in ORDERED
    if part.op == "mark":
        return w.marker(part) != ""
    return part.op != "num" and not (part.op in ("+", "-") and part.args[0].op == "cell")


def _plain_body(lib: Library, e: E) -> Function | None:
    """Return the function of a quality that consists of its condition alone, which is worth looking into; else None."""
    fn = lib.functions[e.args[0]]
    return fn if fn.form == "truth" and fn.base is not None and not fn.modifiers else None
