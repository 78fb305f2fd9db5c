"""Why a number is what it is, why a deed is refused, what a condition saw: the same trees the machine runs, told.

Deciding stops at the first answer; explaining looks at everything. Nothing here changes the state, and the results are
the machine's own: each explanation is built from the values that `evaluate` gives.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from .changes import Run
from .evaluate import Frame, as_set, evaluate, frame, in_force, settle
from .faults import place
from .machine import Machine
from .names import cell_name, thing, zone_name
from .program import E, Function, Library, Origin, Refused
from .state import State

LEGAL, FORBIDDEN, NOT_APPLICABLE, UNKNOWN = "legal", "forbidden", "not applicable", "unknown"


@dataclass(frozen=True, slots=True)
class Seen:
    """A condition, or a part of one: its words, the value it has (as words), and what it was made of."""

    text: str
    value: str
    holds: bool
    origin: Origin | None
    parts: tuple[Seen, ...] = ()

    def render(self, indent: int = 0) -> list[str]:
        """One line for each part, the parts further in."""
        lines = [f"{'  ' * indent}{self.text}: {self.value}"]
        for part in self.parts:
            lines += part.render(indent + 1)
        return lines


@dataclass(frozen=True, slots=True)
class Part:
    """One contribution to a value. `kind`: base, is, more, or overruled (an `is` that a higher one replaced, or the
    base that was replaced)."""

    kind: str
    amount: int
    text: str
    origin: Origin | None


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a named value is, and how it comes to be that."""

    title: str
    result: str
    parts: tuple[Part, ...]

    def render(self) -> list[str]:
        """`price of Library for p1 is 5`, then a line for each part."""
        lines = [f"{self.title} is {self.result}"]
        for part in self.parts:
            amount = f"{part.amount:+d}" if part.kind == "more" else f"{part.amount}"
            said = f"{part.text}{_at(part.origin)}"
            head = {"base": "base: ", "is": "is: ", "more": "", "overruled": "overruled: "}[part.kind]
            card = f"{part.origin.card}: " if part.origin and part.origin.card else ""
            lines.append(f"{amount:>4}  {head}{card}{said}")
        return lines


@dataclass(frozen=True, slots=True)
class Lift:
    """Something that would set a refusal aside, and whether it does."""

    text: str
    origin: Origin
    holds: bool


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing that may stand against a deed. `applies`: its condition holds; `stands`: and nothing lifts it.
    `hidden`: the asker cannot know. `seen`: the condition with the values it saw (None where hidden)."""

    text: str
    origin: Origin
    applies: bool
    stands: bool
    ban: bool
    hidden: bool
    seen: Seen | None
    lifts: tuple[Lift, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a deed is allowed: legal, forbidden, not applicable or unknown, with everything looked at."""

    title: str
    verdict: str
    reasons: tuple[Reason, ...]
    needs: Seen | None = None

    @property
    def against(self) -> tuple[Reason, ...]:
        """The reasons that stand."""
        return tuple(r for r in self.reasons if r.stands and not r.hidden)

    def render(self) -> list[str]:
        """The verdict, then each reason that stands with the values it saw, then what could not be begun."""
        lines = [f"{self.title}: {self.verdict}"]
        for r in self.reasons:
            if r.hidden:
                lines.append(f"  depends on what is hidden: {r.text}{_at(r.origin)}")
            elif r.stands:
                lines.append(f"  {'cannot' if r.ban else 'refused'}: {r.text}{_at(r.origin)}")
                if r.seen is not None:
                    lines += r.seen.render(2)
                lines += [f"    would be lifted by {place(lift.origin)}: {lift.text}" for lift in r.lifts]
            elif r.applies:
                lines += [f"  {r.text}: lifted by {place(lift.origin)}" for lift in r.lifts if lift.holds]
        if self.needs is not None and not self.needs.holds:
            lines.append("  there is nothing it could be done with")
            lines += self.needs.render(2)
        return lines


def _at(origin: Origin | None) -> str:
    return f" ({origin.path}:{origin.line})" if origin is not None and origin.path else ""


# ---- values -------------------------------------------------------------------------------------------------------


def explain_value(
    lib: Library, s: State, function: int, args: tuple[Any, ...], viewer: int | None = None
) -> Explanation:
    """How a named value of these things comes to be what it is."""
    c = Machine(lib).context(s)
    fn = lib.functions[function]
    f = frame(-1, fn.slots, args)
    base = 0 if fn.base is None else evaluate(c, fn.base, f)
    base_origin = (fn.base.origin if fn.base is not None else None) or fn.origin
    parts, said, more = [], [], 0
    for m in in_force(c, fn, f):
        amount = evaluate(c, m.amount, f)
        if m.op == "is":
            said.append((m.level, amount, m.origin))
        else:
            more += amount
            parts.append(Part("more", amount, m.origin.text, m.origin))
    top = max((level for level, _, _ in said), default=-1)
    words = (base_origin.text if base_origin else fn.name) + _summands(c, fn, f, viewer)
    first = [Part("overruled" if said else "base", base, words, base_origin)]
    first += [
        Part("is" if level == top else "overruled", x, o.text, o) for level, x, o in sorted(said, key=lambda x: x[0])
    ]
    result = (settle(fn, said) if said else base) + (more if more else 0)
    return Explanation(_title(lib, s, fn, args, viewer), str(result), (*first, *parts))


def _summands(c: Run, fn: Function, f: Frame, viewer: int | None) -> str:
    """What a total is made of: `: Keep 3, Docks 3`."""
    if fn.base is None or fn.base.op != "fold" or fn.base.args[0] != "total":
        return ""
    _, slot, of, body = fn.base.args
    said = []
    for x in as_set(evaluate(c, of, f)):
        f[slot + 2] = x
        said.append(f"{thing(c.lib, c.s, sort_of(c, of, fn.names), x, None)} {evaluate(c, body, f)}")
    return f": {', '.join(said)}" if said else ": nothing"


def _title(lib: Library, s: State, fn: Function, args: tuple[Any, ...], viewer: int | None) -> str:
    name = fn.name.removeprefix("value ").removeprefix("quality ")
    named = [thing(lib, s, sort, x, viewer) for (_, sort), x in zip(fn.names, args, strict=False)]
    return name + "".join(f" {'of' if i == 0 else 'for'} {x}" for i, x in enumerate(named) if x)


# ---- permissions --------------------------------------------------------------------------------------------------


def explain_permission(
    lib: Library, s: State, function: int, args: tuple[Any, ...], viewer: int | None = None
) -> Verdict:
    """Whether a deed is allowed, with every refusal looked at. `viewer`: who asks; what that player cannot see is not
    told (None: somebody who sees everything)."""
    c = Machine(lib).context(s)
    fn = lib.functions[function]
    f = frame(-1, fn.slots, args)
    reasons = tuple(_reason(c, fn, f, refused, viewer) for refused in fn.refusals)
    needs = None if fn.needs is None else explain(c, fn.needs, f, fn.names, viewer)
    if any(r.stands and not r.hidden for r in reasons):
        verdict = FORBIDDEN
    elif needs is not None and not needs.holds:
        verdict = NOT_APPLICABLE
    elif any(r.hidden for r in reasons):
        verdict = UNKNOWN
    else:
        verdict = LEGAL
    doer, *things = [thing(lib, s, sort, x, viewer) for (_, sort), x in zip(fn.names, args, strict=False)] or [""]
    deed = " ".join(x for x in (fn.name.removeprefix("can "), *things) if x)
    return Verdict(f"{doer} {deed}".strip(), verdict, reasons, needs)


def _reason(c: Run, fn: Function, f: Frame, refused: Refused, viewer: int | None) -> Reason:
    if refused.hidden and viewer is not None:
        return Reason(refused.text, refused.origin, False, False, refused.ban, True, None, ())
    applies = bool(evaluate(c, refused.cond, f))
    lifts = tuple(Lift(o.text, o, bool(evaluate(c, e, f))) for e, o in refused.lifts) if not refused.ban else ()
    stands = applies and not any(lift.holds for lift in lifts)
    seen = explain(c, refused.cond, f, fn.names, viewer)
    return Reason(refused.text, refused.origin, applies, stands, refused.ban, False, seen, lifts)


# ---- conditions ---------------------------------------------------------------------------------------------------

Names = tuple[tuple[str, str], ...]


def explain_expr(
    lib: Library, s: State, e: E, slots: tuple[Any, ...], names: Names = (), viewer: int | None = None
) -> Seen:
    """A condition as a tree of words and values; `slots` are the values around it, `names` what they are called."""
    return explain(Machine(lib).context(s), e, frame(-1, max(len(slots), len(names), 16) + 16, slots), names, viewer)


def explain(c: Run, e: E, f: Frame, names: Names, viewer: int | None) -> Seen:
    """The tree of a condition. Comparisons show both sides; `and`, `or`, `not` what they join; the rest is one line."""
    value = evaluate(c, e, f)
    if e.op == "slot" and names and e.args[0] < len(names) and names[e.args[0]][0]:
        return Seen(names[e.args[0]][0], said(c, e, value, viewer), bool(value), e.origin)
    parts: tuple[E, ...] = ()
    if e.op in ("and", "or", "not"):
        parts = e.args
    elif e.op in COMPARED:
        numbers = e.op in ("<", "<=", ">", ">=")
        parts = tuple(a for a in e.args if _telling(c, a, f) or (numbers and a.op == "slot"))
    elif e.op == "call" and (body := _plain_body(c.lib, e)) is not None:
        inner = frame(-1, body.slots, tuple(evaluate(c, a, f) for a in e.args[1:]))
        assert body.base is not None
        below = explain(c, body.base, inner, body.names, viewer)
        return Seen(text_of(c, e, f, names, viewer), said(c, e, value, viewer), bool(value), e.origin, (below,))
    below_ = tuple(explain(c, part, f, names, viewer) for part in parts)
    return Seen(text_of(c, e, f, names, viewer), said(c, e, value, viewer), bool(value), e.origin, below_)


COMPARED = {"==": "is", "!=": "is not", "<": "<", "<=": "at most", ">": ">", ">=": "at least", "in": "among"}
TRUTHS = {*COMPARED, "and", "or", "not", "has", "some", "trial", "answering"}


def _telling(c: Run, e: E, f: Frame) -> bool:
    """Whether one side of a comparison is worth a line: not what is plain anyway, nor a note of the machine's own."""
    if e.op == "mark":
        return cell_name(c.lib, e.args[0] + max(evaluate(c, e.args[1], f), 0))[0] != ""
    return e.op not in ("num", "slot", "cell") and not (e.op in ("+", "-") and e.args[0].op == "cell")


def _plain_body(lib: Library, e: E) -> Function | None:
    """A quality that is nothing but its condition: worth looking into."""
    fn = lib.functions[e.args[0]]
    return fn if fn.form == "truth" and fn.base is not None and not fn.modifiers else None


def sort_of(c: Run, e: E, names: Names) -> str:
    """What sort of thing an expression is, where its operator tells."""
    if e.op == "slot":
        return names[e.args[0]][1] if e.args[0] < len(names) else ""
    if e.op in TRUTHS or (e.op == "call" and c.lib.functions[e.args[0]].form != "value"):
        return "truth"
    if e.op in ("owner", "holder", "mark_owner", "left", "right", "neighbours", "players"):
        return "player"
    if e.op in ("inplay", "cards", "cards_of", "top"):
        return "card"
    if e.op in ("zone", "zone_of"):
        return "zone"
    if e.op == "abilities":
        return "ability"
    if e.op in ("where", "best", "sort"):
        return sort_of(c, e.args[1], names)
    if e.op in ("first", "without", "union") and e.args:
        return sort_of(c, e.args[0], names)
    return "number"


def said(c: Run, e: E, value: Any, viewer: int | None) -> str:
    """A value in words."""
    sort = sort_of(c, e, ())
    bare = e.op in ("image", "set", "pick", "table", "cell", "slot") and sort in ("", "number")
    if bare or (type(value) is tuple and sort == "number"):
        return f"{len(value)} of them" if type(value) is tuple else str(value)
    return thing(c.lib, c.s, sort, value, viewer)


def text_of(c: Run, e: E, f: Frame, names: Names, viewer: int | None) -> str:
    """The author's words; where there are none, words made from the tree."""
    if e.origin is not None and e.origin.text:
        denied = e.op == "not" and not re.search(r"\b(not|no|nor|unless|nothing|nobody)\b", e.origin.text)
        return f"not: {e.origin.text}" if denied else str(e.origin.text)

    def sub(x: E) -> str:
        return text_of(c, x, f, names, viewer)

    lib, s, a = c.lib, c.s, e.args
    if e.op == "num":
        return str(a[0])
    if e.op == "slot":
        sort = sort_of(c, e, names)
        name = thing(lib, s, sort, f[a[0] + 2], viewer) if sort else ""
        return name or (names[a[0]][0] if a[0] < len(names) else "it")
    if e.op in COMPARED:
        return f"{sub(a[0])} {COMPARED[e.op]} {sub(a[1])}"
    if e.op in ("and", "or"):
        return f" {e.op} ".join(sub(x) for x in a) or ("always" if e.op == "and" else "never")
    if e.op == "not":
        return f"not: {sub(a[0])}"
    if e.op in ("+", "-", "*"):
        return f"{sub(a[0])} {e.op} {sub(a[1])}"
    if e.op == "call":
        fn = lib.functions[a[0]]
        things = [sub(x) for x in a[1:]]
        return str(fn.name.split(" ", 1)[-1]) + (f" of {', '.join(things)}" if things else "")
    if e.op in ("mark", "has", "mark_owner"):
        bearer = evaluate(c, a[1], f)
        mark = cell_name(lib, a[0] + max(bearer, 0))[0] or "what has happened"
        return f"{mark} of {sub(a[1])}" if e.op == "mark" else f"{sub(a[1])} {mark}"
    if e.op == "zone" and a[1] is None:
        return zone_name(lib, a[0])
    if e.op in ("where", "best", "sort", "image", "fold", "pick"):
        return (
            f"{a[0] if e.op == 'fold' else PLAIN.get(e.op, '')} {sub(next(x for x in a if isinstance(x, E)))}".strip()
        )
    return f"{PLAIN.get(e.op, e.op.replace('_', ' '))} {', '.join(sub(x) for x in a if isinstance(x, E))}".strip()


PLAIN = {
    "size": "number of", "some": "there is", "owner": "owner of", "zone_of": "place of", "cards": "cards in",
    "where": "those of", "half_up": "half of", "half_down": "half of", "seat": "seat of",
    "nplayers": "number of players", "inplay": "all cards", "players": "all players", "best": "the best of",
    "image": "what there is of", "answering": "this is caused by",
}  # fmt: skip
