"""Tell which values decided a condition, and what they had to be.

A condition that came out wrong is followed down to the comparisons that decided it; what came out right, and what would
have changed nothing, is left out. Each line shows a value as it is and as it would have to be: `gold of p1: 2, needed:
at least 3`. Where a card's rule made the value, its line is told too. Local names do not appear: things have theirs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..kernel.evaluate import frame
from ..kernel.index import index_of
from ..kernel.knowing import Eyes, modifiers, possibly, unknown
from ..kernel.names import cell_name, thing, zone_name
from ..kernel.program import E, Library, Origin
from ..kernel.wording import COMPARED, ORDERED, Names, Words
from .alternatives import unfiltered

DENIED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}
TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
BOUND = {"<": "less than ", "<=": "at most ", ">": "more than ", ">=": "at least ", "==": "", "!=": "other than "}
LISTED = 8
"""Things that are listed where a number counts them."""
NEAR = 3
"""Things that nearly meet a condition, of which it is told what they lack."""
DEEPEST = 12
"""How far a condition is followed."""
NOTHING = E("num", (0,))
LIMITED = re.compile(r"\b(?:once|the first time)\b")
"""The words that limit how often a clause may be used."""


@dataclass(frozen=True)
class Place:
    """Where an expression is evaluated: the frame with its slots, and their names. `given`: for the first slots, the
    expressions that were given for them, each with its own place."""

    f: Any
    names: Names
    given: tuple[tuple[E, Place], ...] = ()


def clause_of(lib: Library, cell: int) -> Origin | None:
    """Return the clause of a card that can be used once only, by the cell that says whether it was; None if it cannot
    be told which of the card's clauses that is."""
    card = lib.spent[cell]
    cells = sorted(other for other, of in lib.spent.items() if of == card)
    clauses = {p.origin for p in lib.programs if p.clause and p.origin is not None and p.origin.card == lib.cards[card]}
    limited = sorted((o for o in clauses if LIMITED.search(o.text)), key=lambda o: (o.line, o.column))
    return limited[cells.index(cell)] if len(limited) == len(cells) else None


def printed(c: Eyes, e: E) -> bool:
    """Whether a condition is only about what nothing changes: what is printed on cards, or which thing it is."""
    if e.op == "call":
        fn = c.lib.functions[e.args[0]]
        return fn.base is not None and fn.base.op == "table" and not fn.modifiers
    if e.op in ("slot", "num", "table") or (e.op == "==" and e.args[0].op == "slot"):
        return True
    parts = [a for a in e.args if isinstance(a, E)]
    return e.op in (*COMPARED, "and", "or", "not") and all(printed(c, part) for part in parts)


def lacking(c: Eyes, conditions: Sequence[tuple[int, E]], value: int, f: Any) -> list[E]:
    """Return the conditions on the members of a set that one thing does not meet, each part by itself."""
    found = []
    for slot, cond in conditions:
        f[slot + 2] = value
        parts = cond.args if cond.op == "and" else (cond,)
        found += [part for part in parts if not unknown(holds := c.value(part, f)) and not holds]
    return found


def nearest(c: Eyes, conditions: Sequence[tuple[int, E]], values: Sequence[int], f: Any) -> list[int]:
    """Return the things that lack least of what is asked of them: no printed thing, if there is such, and then the
    fewest conditions."""
    lacks = {value: lacking(c, conditions, value, list(f)) for value in values}
    rank = {value: (any(printed(c, e) for e in lacks[value]), len(lacks[value])) for value in values}
    least = min(rank.values(), default=None)
    return [value for value in values if rank[value] == least]


class Deciding:
    """Tells the values that decided a condition, as far as a viewer may know them."""

    def __init__(self, c: Eyes) -> None:
        self.c = c

    def lines(self, e: E, at: Place, wanted: bool, depth: int = 0) -> list[str]:
        """Return a line for each value that made a condition come out other than wanted; none if it did not."""
        held = self.c.value(e, at.f)
        if unknown(held) or bool(held) == wanted or depth > DEEPEST:
            return []
        if e.op == "not":
            return self.lines(e.args[0], at, not wanted, depth + 1)
        if e.op in ("and", "or"):
            return self._parts(e, at, wanted, depth)
        if e.op in COMPARED:
            return list(dict.fromkeys((*self._compared(e, at, wanted), *self.rules(e, at))))
        if e.op == "pick":
            inner = Place(list(at.f), at.names, at.given)
            inner.f[e.args[0] + 2] = self.c.value(e.args[1], at.f)
            return self.lines(e.args[2], inner, wanted, depth + 1)
        if e.op == "some":
            return self._some(e, at, wanted, depth)
        if e.op == "call":
            return self._call(e, at, wanted, depth)
        return [self._marked(e, at, wanted)] if e.op == "has" else []

    def lacks(self, e: E, at: Place, wanted: bool) -> int | None:
        """Return by how much a number is too small or too large, where a condition rests on that alone; else None."""
        while e.op == "not":
            e, wanted = e.args[0], not wanted
        if e.op in ("and", "or"):
            failing = [part for part in e.args if self.lines(part, at, wanted)]
            return self.lacks(failing[0], at, wanted) if len(failing) == 1 else None
        if e.op not in ORDERED:
            return None
        left, right = (self.c.value(side, at.f) for side in e.args)
        return abs(left - right) if type(left) is int and type(right) is int else None

    def _marked(self, e: E, at: Place, wanted: bool) -> str:
        """Return `Merchant is killed`, or that it is not."""
        cell = e.args[0] + self.c.value(e.args[1], at.f)
        marker, bearer = cell_name(self.c.lib, cell)
        decl = index_of(self.c.lib).cell[cell][0] if marker else None
        if decl is not None and decl.counted:
            return f"{marker} of {bearer}: {self.c.s.m[cell]}"
        if decl is not None and decl.single:
            return f"{bearer} does not have the {marker}" if wanted else f"{bearer} has the {marker}"
        return f"{bearer} is {'not ' if wanted else ''}{marker}"

    def _parts(self, e: E, at: Place, wanted: bool, depth: int) -> list[str]:
        told = [(part, self.lines(part, at, wanted, depth + 1)) for part in e.args]
        dull = [part for part, _ in told if self._dull(part)]
        keen = [line for part, lines in told if part not in dull for line in lines]
        return keen or [line for _, lines in told for line in lines]

    def _dull(self, e: E) -> bool:
        """Whether this says only that an exception does not apply."""
        return e.op == "not" and e.args[0].op == "call" and self.c.lib.functions[e.args[0].args[0]].base is None

    def _call(self, e: E, at: Place, wanted: bool, depth: int) -> list[str]:
        fn = self.c.lib.functions[e.args[0]]
        if fn.form != "truth" or fn.base is None:
            return []
        return self.lines(fn.base, self.within(e, at), wanted, depth + 1) if not fn.modifiers or wanted else []

    def within(self, call: E, at: Place) -> Place:
        """Return the place inside a function that is called."""
        fn = self.c.lib.functions[call.args[0]]
        given = tuple((a, at) for a in call.args[1:])
        return Place(frame(-1, fn.slots, tuple(self.c.value(a, at.f) for a in call.args[1:])), fn.names, given)

    # ---- sets

    def _some(self, e: E, at: Place, wanted: bool, depth: int) -> list[str]:
        source, conditions = unfiltered(e.args[0])
        if not wanted:
            return [f"{self.name(source, at)}: {self.things(e.args[0], at)}"]
        inner = Place(list(at.f), at.names, at.given)
        values = possibly(self.c.value(source, at.f))
        if not values or not conditions:
            return [f"{self.name(source, at)}: nothing"]
        sort = Words(self.c, at.f, at.names).sort(source)
        found = []
        for value in nearest(self.c, conditions, values, inner.f)[:NEAR]:
            for part in lacking(self.c, conditions, value, inner.f):
                who = thing(self.c.lib, self.c.s, sort, value, self.c.viewer)
                lines = self.lines(part, inner, True, depth + 1)
                found += [line if who in line else f"{who}: {line}" for line in lines]
        return found

    def things(self, e: E, at: Place) -> str:
        """Return the members of a set by name."""
        words = Words(self.c, at.f, at.names)
        return words.value(e, self.c.value(e, at.f))

    def said(self, text: str, at: Place) -> str:
        """Return the author's words with the things themselves in place of local names; '' if there are none."""
        shown = text
        for (name, sort), value in zip(at.names, at.f[2:], strict=False):
            local = name and sort and name not in ("this", "you", sort) and "#" not in name
            if local and isinstance(value, int) and value >= 0 and name in shown:
                it = thing(self.c.lib, self.c.s, sort, value, self.c.viewer)
                shown = re.sub(rf"\b{re.escape(name)}\b", lambda _, it=it: it, shown)  # type: ignore[misc]
        shown = shown.removeprefix("refused if ")
        return "" if shown == text else shown

    # ---- comparisons

    def name(self, e: E, at: Place) -> str:
        """Return the words for an expression, made from the things that it is about, and not the author's."""
        words = Words(self.c, at.f, at.names)
        return words.text(self._bare(e, at, words))

    def _bare(self, e: E, at: Place, words: Words) -> E:
        """Return an expression without the author's words, and with the players themselves in place of the words for
        them."""
        while e.op == "where":
            e = e.args[1]
        return E(e.op, tuple(self._inner(a, at, words) for a in e.args))

    def _inner(self, a: Any, at: Place, words: Words) -> Any:
        if isinstance(a, tuple):
            return tuple(self._inner(x, at, words) for x in a)
        if not isinstance(a, E):
            return a
        if a.op in ("owner", "holder", "call", "mark_owner") and words.sort(a) == "player":
            who = self.c.value(a, at.f)
            return self._bare(a, at, words) if unknown(who) or isinstance(who, tuple) or who < 0 else E("num", (who,))
        return self._bare(a, at, words)

    def _compared(self, e: E, at: Place, wanted: bool) -> list[str]:
        op, (left, right) = e.op, e.args
        words = Words(self.c, at.f, at.names)
        sort = words.sort(left) or words.sort(right)
        if any(x.op == "cell" for side in (left, right) for x in (side, *side.args) if isinstance(x, E)):
            return self._under_way(left)
        if op == "in" or sort == "zone":
            return self._lying(e, at, wanted, sort)
        op = op if wanted else DENIED[op]
        if left.op == "num":
            left, right, op = right, left, TURNED.get(op, op)
        if op in ORDERED and sort in ("", "number"):
            return self._measured(left, op, right, at)
        sort = sort or "number"
        is_, must = (words.value(x, self.c.value(x, at.f), sort) for x in (left, right))
        same = self.name(left, at) == is_
        if op == "!=":
            return [] if same else [f"{self.name(left, at)}: {is_}"]
        return [f"{is_}, needed: {must}" if same else f"{self.name(left, at)}: {is_}, needed: {must}"]

    def _under_way(self, note: E) -> list[str]:
        """Return `it is the turn of Witch` for a comparison with the machine's note of a phase."""
        lib = self.c.lib
        for name, (program, cell) in lib.phases.items():
            params, about = lib.programs[program], self.c.s.m[cell] - 1
            if note.op == "cell" and note.args[0] == cell and params.params and about >= 0:
                return [f"it is the {name} of {thing(lib, self.c.s, params.names[0][1], about, self.c.viewer)}"]
        return []

    def _lying(self, e: E, at: Place, wanted: bool, sort: str) -> list[str]:
        left, right = e.args
        words = Words(self.c, at.f, at.names)
        value = words.value(left, self.c.value(left, at.f), sort)
        said = value if self.name(left, at) == value else f"{self.name(left, at)}: {value}"
        if sort == "zone":
            return [said]
        if right.op in ("cards", "cards_of") and isinstance(card := self.c.value(left, at.f), int) and card >= 0:
            places = self.c.places(card)
            there = f"lies in {zone_name(self.c.lib, places[0])}" if places != (-1,) else "takes no part"
            return [f"{self.c.lib.cards[card]} {there}"] if len(places) == 1 else []
        among = f"{self.name(right, at)}: {words.value(right, self.c.value(right, at.f), sort)}"
        return [said, among] if wanted else [among]

    def _measured(self, left: E, op: str, right: E, at: Place) -> list[str]:
        """Tell a number and its bound. What is taken off the number is counted to the bound, so that both are amounts
        that somebody has or owes."""
        terms = [right]
        while left.op == "-":
            left, taken = left.args
            terms.insert(0, taken)
        named = [one for part in terms for one in self._added(*self.given_for(part, at), 1)]
        amounts = [sign * self.c.value(term, place.f) for sign, term, place in named]
        value = self.c.value(left, at.f)
        if unknown(value) or any(unknown(x) for x in amounts):
            return []
        told = [(self.name(term, place), n) for (_, term, place), n in zip(named, amounts, strict=True) if n]
        said = f"{self._number(left, at, value)}, needed: {BOUND[op]}{sum(amounts)}{_made_of(told)}"
        return [said, *(line for _, e, place in named if place is not at for line in self.rules(e, place))]

    def _added(self, e: E, at: Place, sign: int) -> Iterator[tuple[int, E, Place]]:
        """Go through the summands of an amount, each with its sign and its place. What is never below 0, and is not,
        counts as it is."""
        if e.op in ("+", "-"):
            yield from self._added(*self.given_for(e.args[0], at), sign)
            yield from self._added(*self.given_for(e.args[1], at), sign if e.op == "+" else -sign)
        elif e.op == "max" and e.args[1] == NOTHING and not unknown(n := self.c.value(e, at.f)) and n > 0:
            yield from self._added(*self.given_for(e.args[0], at), sign)
        else:
            yield sign, e, at

    def _number(self, e: E, at: Place, value: int) -> str:
        """Return `number of cards in city of p1: 2 (Tavern and Keep)`."""
        counted = f" ({self.things(e.args[0], at)})" if e.op == "size" and 0 < value <= LISTED else ""
        return f"{self.name(e, at)}: {value}{counted}"

    def given_for(self, e: E, at: Place) -> tuple[E, Place]:
        """Return the expression that was given for a slot, and its place, if it still has that value."""
        while e.op == "slot" and e.args[0] < len(at.given):
            other, place = at.given[e.args[0]]
            if self.c.value(other, place.f) != self.c.value(e, at.f):
                break
            e, at = other, place
        return e, at

    # ---- other ways

    def others(self, ways: Iterable[tuple[E, Place]]) -> list[str]:
        """Return what the other ways to do a deed lack. A way that is not the player's, or whose card is not in play,
        is none."""
        found: dict[str, None] = {}
        for way, at in ways:
            parts = way.args if way.op == "and" else (way,)
            failing = [p for p in parts if p.op != "trial" and not unknown(v := self.c.value(p, at.f)) and not v]
            inside = [part for part in failing if part.op == "or"]
            used = [part.args[0].args[0] for part in failing if self._spends(part)]
            if used and len(used) == len(failing):
                for said in (clause_of(self.c.lib, cell) for cell in used):
                    found |= {} if said is None else {f"or by {said.card}, but it has been used ({said.place})": None}
            elif inside and len(inside) == len(failing):
                found |= dict.fromkeys(self.others([(part, at) for several in inside for part in several.args]))
            elif failing and all(part.op in ("pick", "some", *ORDERED) for part in failing):
                found |= dict.fromkeys(line for part in failing for line in self._other(part, at))
        return list(found)

    def _other(self, part: E, at: Place) -> Iterator[str]:
        inner = part
        while inner.op == "pick":
            at = Place(list(at.f), at.names, at.given)
            at.f[inner.args[0] + 2] = self.c.value(inner.args[1], at.f)
            inner = inner.args[2]
        if inner.origin is None:
            return
        said = self.said(inner.origin.text, at) or inner.origin.text
        yield f"or by {self._card(inner.origin)}, but not: {said} ({inner.origin.place})"
        yield from (f"  {line}" for line in self.lines(inner, at, True))

    def _spends(self, part: E) -> bool:
        """Whether a condition only says that something was not used yet."""
        return part.op == "==" and part.args[0].op == "cell" and part.args[0].args[0] in self.c.lib.spent

    def _card(self, said: Origin) -> str:
        """Return the title of the card on which words stand."""
        clauses = (p.origin for p in self.c.lib.programs if p.clause and p.origin is not None)
        return said.card or next((o.card for o in clauses if o.path == said.path and o.line <= said.line), "")

    # ---- the rules that made a value

    def rules(self, e: E, at: Place) -> list[str]:
        """Return a line for each rule of a card that changed a value in this expression."""
        return list(dict.fromkeys(self._rules(e, at)))

    def _rules(self, e: E, at: Place) -> Iterator[str]:
        e, at = self.given_for(e, at)
        if e.op == "call":
            fn, inner = self.c.lib.functions[e.args[0]], self.within(e, at)
            for m, holds, amount in modifiers(self.c, fn, inner.f) if fn.form == "value" else ():
                if not unknown(holds) and not unknown(amount) and m.origin.card:
                    is_ = Words(self.c, inner.f, fn.names).name(fn.sort, amount)
                    change = is_ if m.op == "is" else f"{abs(amount)} {'more' if amount > 0 else 'less'}"
                    if m.op == "is" or amount:
                        yield f"{self.name(e, at)}: {change}, by {m.origin.card} ({m.origin.place})"
            if fn.base is not None and fn.base.op == "fold" and fn.form == "value":
                yield from self._of_members(fn.base, inner)
        for a in e.args:
            if isinstance(a, E) and a.op not in ("where", "some", "fold", "trial"):
                yield from self._rules(a, at)


    def _of_members(self, fold: E, at: Place) -> Iterator[str]:
        """Go through the rules that changed the parts of a total."""
        _, slot, of, body = fold.args
        members = self.c.value(of, at.f)
        for member in members if isinstance(members, tuple) and isinstance(body, E) else ():
            inner = Place(list(at.f), at.names, at.given)
            inner.f[slot + 2] = member
            yield from self._rules(body, inner)


def _made_of(told: Sequence[tuple[str, int]]) -> str:
    """Return ` = cost of Docks 3 - cost of Tavern 1`, or ` (goal)` for one amount; nothing for a mere number."""
    if len(told) == 1:
        return "" if told[0][0] == str(told[0][1]) else f" ({told[0][0]})"
    parts = [("+" if n > 0 else "-", name if name == str(abs(n)) else f"{name} {abs(n)}") for name, n in told]
    return f" = {' '.join(f'{sign} {said}' for sign, said in parts).removeprefix('+ ')}" if parts else ""


