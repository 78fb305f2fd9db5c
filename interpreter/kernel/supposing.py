"""Evaluates the operators of expressions for a viewer who does not see everything.

There is one small function for each operator that reads the state or binds a name. Each gives what `evaluate` would
give in every state that looks the same to the viewer, or what is known of it. The other operators are worked out from
their arguments alone (`lifted`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol

from .changes import Run
from .evaluate import FOLDS, OPS, Frame, as_set, frame, lasting, settle
from .operators import TRUTHS
from .partly import MOST, NOTHING, Hidden, Partly, Unknown, depends, few, joined, possibly, truth, unknown, ways
from .program import E, Function, Library, Modifier
from .state import State


class Onlooker(Protocol):
    """A viewer who does not see everything: what this module asks of him. `knowing.Eyes` is one."""

    lib: Library
    s: State
    c: Run

    def sees_card(self, card: int) -> bool:
        """Return whether he knows where a card lies."""

    def sees_cell(self, cell: int) -> bool:
        """Return whether he knows what a cell holds."""

    def places(self, card: int) -> tuple[int, ...]:
        """Return the zones where a card may lie."""

    def owner(self, card: int) -> Any:
        """Return the player with whom a card lies, or what is known of it."""

    def cards(self, zone: int) -> Any:
        """Return the cards in a zone, or what is known of them."""

    def worlds(self) -> Iterable[State]:
        """Return some states that look like this one to him."""

    def value(self, e: E, f: Frame) -> Any:
        """Return the value of an expression, or what is known of it."""

    def apply(self, function: int, args: tuple[Any, ...]) -> Any:
        """Return the value of a named function for these arguments, or what is known of it."""

    def branch(self, args: tuple[Any, ...], of: Callable[[tuple[Any, ...]], Any]) -> Any:
        """Return the joined result of `of` for all that `args` may be."""


Known = Callable[[Onlooker, tuple[Any, ...], Frame, E], Any]


def _literal(value: Any) -> E:
    return E("num", (value,))


def lifted(eyes: Onlooker, a: tuple[Any, ...], f: Frame, e: E) -> Any:
    """Evaluate an operator that only looks at its arguments."""
    values = [eyes.value(x, f) if isinstance(x, E) else x for x in a]
    truthful = e.op in TRUTHS
    if not all(few(v) for v in values) or ways(values) > MOST:
        return truth(depends(*values)) if truthful else Unknown(None, depends(*values))

    def plain(these: tuple[Any, ...]) -> Any:
        args = tuple(_literal(v) if isinstance(x, E) else x for x, v in zip(a, these, strict=True))
        return OPS[e.op](eyes.c, args, f)

    found = eyes.branch(tuple(values), plain) if any(map(unknown, values)) else plain(tuple(values))
    return truth(depends(*values)) if truthful and isinstance(found, Unknown) else found


def _slot(eyes: Onlooker, a: tuple[Any, ...], f: Frame, e: E) -> Any:
    return f[a[0] + 2]


# ---- places and markers ---------------------------------------------------------------------------------------------


def _each_of(eyes: Onlooker, value: Any, of: Callable[[int], Any]) -> Any:
    """Return the result of `of` for one thing, or the joined result for all that the thing may be."""
    if isinstance(value, Unknown):
        if value.of is None or len(value.of) > 4 * MOST:
            return Unknown(None, value.on)
        return joined([of(x) for x in value.of], value.on)
    if isinstance(value, Partly):
        return Unknown(None, value.on)
    return of(value)


def _owner(eyes: Onlooker, a: tuple[Any, ...], f: Frame, e: E) -> Any:
    return _each_of(eyes, eyes.value(a[0], f), eyes.owner)


def _zone_of(eyes: Onlooker, a: tuple[Any, ...], f: Frame, e: E) -> Any:
    def one(card: int) -> Any:
        return -1 if card == -1 else joined(list(eyes.places(card)), frozenset({("card", card)}))

    return _each_of(eyes, eyes.value(a[0], f), one)


def _cards(eyes: Onlooker, a: tuple[Any, ...], f: Frame, e: E) -> Any:
    return _each_of(eyes, eyes.value(a[0], f), eyes.cards)


def _cards_of(eyes: Onlooker, a: tuple[Any, ...], f: Frame, e: E) -> Any:
    of = eyes.value(a[1], f)
    if isinstance(of, Unknown):
        return _each_of(eyes, of, lambda x: eyes.cards(a[0] + x))
    sure = as_set(of.sure if isinstance(of, Partly) else of)
    found = _union([eyes.cards(a[0] + x) for x in sure])
    if isinstance(of, Partly):
        return _perhaps(found, [eyes.cards(a[0] + x) for x in of.maybe], of.on)
    return found


def _perhaps(found: Any, more: list[Any], on: frozenset[Hidden]) -> Any:
    """Return a set to which all of the others may also belong."""
    base = found if isinstance(found, Partly) else Partly(found, (), None, on)
    extra = dict.fromkeys(x for m in more for x in possibly(m) if x not in base.sure)
    return Partly(base.sure, tuple(dict.fromkeys((*base.maybe, *extra))), None, on | depends(found, *more))


def _union(values: list[Any]) -> Any:
    if not any(map(unknown, values)):
        return tuple(dict.fromkeys(x for v in values for x in as_set(v)))
    if any(isinstance(v, Unknown) and v.of is None for v in values):
        return Unknown(None, depends(*values))
    sure = tuple(dict.fromkeys(x for v in values if not isinstance(v, Unknown)
                               for x in (v.sure if isinstance(v, Partly) else as_set(v))))  # fmt: skip
    maybe = tuple(dict.fromkeys(x for v in values if unknown(v) for x in possibly(v) if x not in sure and x != -1))
    sizes = [v.size if isinstance(v, Partly) else None if isinstance(v, Unknown) else len(as_set(v)) for v in values]
    known = None not in sizes and len(values) == 1
    return Partly(sure, maybe, sizes[0] if known else None, depends(*values))


def _top(eyes: Onlooker, a: tuple[Any, ...], f: Frame, e: E) -> Any:
    count, zone = eyes.value(a[0], f), eyes.value(a[1], f)
    if unknown(count) or unknown(zone):
        return Unknown(None, depends(count, zone))
    if zone == -1 or count <= 0:
        return ()
    held = eyes.s.z[zone][:count]
    there = eyes.cards(zone)
    if not isinstance(there, Partly):
        return held
    sure = tuple(c for c in held if eyes.sees_card(c))
    if len(sure) == len(held) and there.size is not None:
        return held
    size = None if there.size is None else min(count, there.size)
    return Partly(sure, there.maybe, size, there.on)


def _mark(eyes: Onlooker, a: tuple[Any, ...], f: Frame, e: E) -> Any:
    def one(x: int) -> Any:
        if x == -1 or eyes.sees_cell(a[0] + x):
            return OPS[e.op](eyes.c, (a[0], _literal(x)), f)
        on = frozenset({("cell", a[0] + x)})
        return truth(on) if e.op == "has" else Unknown(None, on)

    return _each_of(eyes, eyes.value(a[1], f), one)


def _mark_total(eyes: Onlooker, a: tuple[Any, ...], f: Frame, e: E) -> Any:
    of = eyes.value(a[1], f)
    unseen = [] if unknown(of) else [x for x in as_set(of) if not eyes.sees_cell(a[0] + x)]
    if unknown(of) or unseen:
        return Unknown(None, depends(of) | {("cell", a[0] + x) for x in unseen})
    return OPS["mark_total"](eyes.c, (a[0], _literal(of)), f)


def _holder(eyes: Onlooker, a: tuple[Any, ...], f: Frame, e: E) -> Any:
    unseen = [a[0] + x for x in range(a[1]) if not eyes.sees_cell(a[0] + x)]
    return Unknown(None, frozenset(("cell", x) for x in unseen)) if unseen else OPS["holder"](eyes.c, a, f)


def _cell(eyes: Onlooker, a: tuple[Any, ...], f: Frame, e: E) -> Any:
    return eyes.s.m[a[0]] if eyes.sees_cell(a[0]) else Unknown(None, frozenset({("cell", a[0])}))


# ---- sets ------------------------------------------------------------------------------------------------------------


def _set(eyes: Onlooker, a: tuple[Any, ...], f: Frame, e: E) -> Any:
    values = [eyes.value(x, f) for x in a]
    return _union(values) if any(map(unknown, values)) else OPS["set"](eyes.c, tuple(map(_literal, values)), f)


def _union_op(eyes: Onlooker, a: tuple[Any, ...], f: Frame, e: E) -> Any:
    return _union([eyes.value(x, f) for x in a])


def _size(eyes: Onlooker, a: tuple[Any, ...], f: Frame, e: E) -> Any:
    of = eyes.value(a[0], f)
    if isinstance(of, Partly):
        if of.size is not None:
            return of.size
        low, high = len(of.sure), len(of.sure) + len(of.maybe)
        return low if low == high else Unknown(tuple(range(low, high + 1)), of.on)
    return Unknown(None, of.on) if isinstance(of, Unknown) else len(as_set(of))


def _some(eyes: Onlooker, a: tuple[Any, ...], f: Frame, e: E) -> Any:
    of = eyes.value(a[0], f)
    if isinstance(of, Partly):
        if of.sure or of.size:
            return True
        return False if of.size == 0 or not of.maybe else truth(of.on)
    return truth(of.on) if isinstance(of, Unknown) else len(as_set(of)) > 0


def _where(eyes: Onlooker, a: tuple[Any, ...], f: Frame, e: E) -> Any:
    slot, of, cond = a
    things = eyes.value(of, f)
    if isinstance(things, Unknown):
        if things.of is None:
            return things
        things = Partly((), tuple(x for x in things.of if x != -1), None, things.on)
    partly = things if isinstance(things, Partly) else Partly(as_set(things), (), None, NOTHING)
    sure: list[int] = []
    maybe: list[int] = []
    on, all_ = set(depends(things)), True
    for x in (*partly.sure, *partly.maybe):
        holds = _within(eyes, slot, x, cond, f)
        if unknown(holds):
            on |= holds.on
            maybe.append(x)
            all_ = False
        elif holds:
            (sure if x in partly.sure else maybe).append(x)
        else:
            all_ = False
    if not maybe:
        return tuple(sure)
    return Partly(tuple(sure), tuple(maybe), partly.size if all_ else None, frozenset(on))


def _within(eyes: Onlooker, slot: int, x: int, body: E, f: Frame) -> Any:
    old, f[slot + 2] = f[slot + 2], x
    result = eyes.value(body, f)
    f[slot + 2] = old
    return result


def _image(eyes: Onlooker, a: tuple[Any, ...], f: Frame, e: E) -> Any:
    slot, of, body = a
    things = eyes.value(of, f)
    if isinstance(things, Unknown):
        return Unknown(None, things.on)
    sure = things.sure if isinstance(things, Partly) else as_set(things)
    found = _union([_within(eyes, slot, x, body, f) for x in sure])
    if isinstance(things, Partly):
        return _perhaps(found, [_within(eyes, slot, x, body, f) for x in things.maybe], things.on)
    return found


def _fold(eyes: Onlooker, a: tuple[Any, ...], f: Frame, e: E) -> Any:
    how, slot, of, body = a
    things = eyes.value(of, f)
    if isinstance(things, Unknown):
        return Unknown(None, things.on)
    partly = things if isinstance(things, Partly) else Partly(as_set(things), (), None, NOTHING)
    values = [_within(eyes, slot, x, body, f) for x in partly.sure]
    more = [_within(eyes, slot, x, body, f) for x in partly.maybe]
    neutral = how == "total" and all(not unknown(v) and v == 0 for v in more)
    if any(map(unknown, values)) or (more and not neutral):
        return Unknown(None, depends(things, *values, *more))
    return FOLDS[how](values) if values else 0


def _without(eyes: Onlooker, a: tuple[Any, ...], f: Frame, e: E) -> Any:
    of, out = eyes.value(a[0], f), eyes.value(a[1], f)
    if isinstance(of, Unknown) or (isinstance(out, Unknown) and out.of is None):
        return Unknown(None, depends(of, out))
    gone = set(out.sure if isinstance(out, Partly) else () if isinstance(out, Unknown) else as_set(out))
    doubtful = set(possibly(out)) - gone
    base = of if isinstance(of, Partly) else Partly(as_set(of), (), None, NOTHING)
    sure = tuple(x for x in base.sure if x not in gone and x not in doubtful)
    maybe = tuple(x for x in (*base.sure, *base.maybe) if x not in gone and x not in sure)
    return Partly(sure, maybe, None, depends(of, out)) if maybe else sure


def _first(eyes: Onlooker, a: tuple[Any, ...], f: Frame, e: E) -> Any:
    of = eyes.value(a[0], f)
    if not unknown(of):
        return OPS["first"](eyes.c, (_literal(of),), f)
    if isinstance(of, Unknown):
        return of
    some = _some(eyes, (_literal(of),), f, e)
    return Unknown(possibly(of) if some is True else (*possibly(of), -1), of.on)


def _sort(eyes: Onlooker, a: tuple[Any, ...], f: Frame, e: E) -> Any:
    slot, of, body = a
    things = eyes.value(of, f)
    if isinstance(things, Unknown):
        return Unknown(None, things.on)
    values: dict[int, Any] = {x: _within(eyes, slot, x, body, f) for x in possibly(things)}
    if isinstance(things, Partly) or any(map(unknown, values.values())):
        return Partly((), tuple(values), None, depends(things, *values.values()))
    return tuple(x for x, _ in sorted(values.items(), key=lambda pair: int(pair[1])))


def _in(eyes: Onlooker, a: tuple[Any, ...], f: Frame, e: E) -> Any:
    x, of = eyes.value(a[0], f), eyes.value(a[1], f)
    if not unknown(of) and not unknown(x):
        return x in as_set(of)
    if isinstance(x, Partly) or (isinstance(x, Unknown) and x.of is None):
        return truth(depends(x, of))
    possible = x.of if isinstance(x, Unknown) else (x,)
    assert possible is not None
    sure = of.sure if isinstance(of, Partly) else () if isinstance(of, Unknown) else as_set(of)
    if all(one in sure for one in possible):
        return True
    if not (isinstance(of, Unknown) and of.of is None) and not any(one in possibly(of) for one in possible):
        return False
    return truth(depends(x, of))


# ---- truths, names ---------------------------------------------------------------------------------------------------


def _and(eyes: Onlooker, a: tuple[Any, ...], f: Frame, e: E) -> Any:
    on: frozenset[Hidden] | None = None
    for part in a:
        holds = eyes.value(part, f)
        if unknown(holds):
            on = (on or NOTHING) | holds.on
        elif not holds:
            return False
    return True if on is None else truth(on)


def _or(eyes: Onlooker, a: tuple[Any, ...], f: Frame, e: E) -> Any:
    on: frozenset[Hidden] | None = None
    for part in a:
        holds = eyes.value(part, f)
        if unknown(holds):
            on = (on or NOTHING) | holds.on
        elif holds:
            return True
    return False if on is None else truth(on)


def _pick(eyes: Onlooker, a: tuple[Any, ...], f: Frame, e: E) -> Any:
    value = eyes.value(a[1], f)
    return eyes.branch((value,), lambda these: _within(eyes, a[0], these[0], a[2], f))


def _call(eyes: Onlooker, a: tuple[Any, ...], f: Frame, e: E) -> Any:
    return eyes.apply(a[0], tuple(eyes.value(x, f) for x in a[1:]))


def _abilities(eyes: Onlooker, a: tuple[Any, ...], f: Frame, e: E) -> Any:
    player = eyes.value(a[0], f)
    if unknown(player):
        return Unknown(None, player.on)
    m = eyes.s.m
    sure: list[int] = []
    maybe: list[int] = []
    on: set[Hidden] = set()
    for ability in eyes.lib.abilities:
        if (a[1] and not ability.must) or (ability.arg_cell is not None and m[ability.arg_cell] != ability.arg):
            continue
        if ability.used is not None and m[ability.used]:
            continue
        holds = eyes.value(ability.guard, frame(-1, max(ability.slots, 2), (player,)))
        if unknown(holds):
            maybe.append(ability.id)
            on |= holds.on
        elif holds:
            sure.append(ability.id)
    return Partly(tuple(sure), tuple(maybe), None, frozenset(on)) if maybe else tuple(sure)


def _trial(eyes: Onlooker, a: tuple[Any, ...], f: Frame, e: E) -> Any:
    """Return whether a deed can be done. It is tried in states that look like this one; if they differ, the viewer does
    not know."""
    args = tuple(eyes.value(x, f) for x in a[1:])
    on = frozenset({("deed", a[0])})
    if any(map(unknown, args)):
        return truth(on | depends(*args))
    return joined([bool(eyes.c.trial(world, a[0], args)) for world in eyes.worlds()], on)


def modifiers(eyes: Onlooker, fn: Function, f: Frame) -> Iterable[tuple[Modifier, Any, Any]]:
    """Go through the modifiers that are or may be in force: each with whether it is, and its amount."""
    for modifier in fn.modifiers:
        said: list[tuple[Modifier, tuple[Any, ...]]] = [(modifier, ())]
        if modifier.lasting is not None:
            began = enumerate(eyes.s.lasting)
            said = [(lasting(modifier, i), held) for i, (rule, _, held) in began if rule == modifier.lasting]
        for modifier, captured in said:
            for slot, value in zip(modifier.captured, captured, strict=True):
                f[slot + 2] = value
            holds = eyes.value(modifier.guard, f)
            if unknown(holds) or holds:
                yield modifier, holds, eyes.value(modifier.amount, f)


def _value(eyes: Onlooker, fn: Function, f: Frame) -> Any:
    base = 0 if fn.base is None else eyes.value(fn.base, f)
    said: list[tuple[int, Any, Any]] = []
    doubtful: list[tuple[int, Any, frozenset[Hidden]]] = []
    more: list[Any] = []
    for modifier, holds, amount in modifiers(eyes, fn, f):
        if modifier.op == "is":
            if unknown(holds):
                doubtful.append((modifier.level, amount, holds.on))
            else:
                said.append((modifier.level, amount, modifier.origin))
        else:
            more.append(joined([0, amount], holds.on) if unknown(holds) else amount)
    top = max((level for level, _, _ in said), default=-1)
    here = [value for level, value, _ in said if level == top]
    result = base if not said else here[0] if any(map(unknown, here)) else settle(fn, said)
    for level, value, on in doubtful:
        if level >= top:
            result = joined([result, value], on)
    return _sum([result, *more]) if more else result


def _sum(values: list[Any]) -> Any:
    """Add numbers, some of which may not be known."""
    total: Any = values[0]
    for value in values[1:]:
        if not unknown(total) and not unknown(value):
            total += value
        elif not (few(total) and few(value)):
            return Unknown(None, depends(total, value))
        else:
            left, right = ((v.of or ()) if isinstance(v, Unknown) else (v,) for v in (total, value))
            total = joined([x + y for x in left for y in right], depends(total, value))
    return total


def _truth(eyes: Onlooker, fn: Function, f: Frame) -> Any:
    base = False if fn.base is None else eyes.value(fn.base, f)
    on: frozenset[Hidden] | None = base.on if unknown(base) else None
    if on is None and base:
        return True
    for _, holds, _ in modifiers(eyes, fn, f):
        if not unknown(holds):
            return True
        on = (on or NOTHING) | holds.on
    return False if on is None else truth(on)


def _permission(eyes: Onlooker, fn: Function, f: Frame) -> Any:
    on: frozenset[Hidden] | None = None
    for refused in fn.refusals:
        stands = eyes.value(refused.cond, f)
        if not refused.ban and (unknown(stands) or stands):
            for lift, _ in refused.lifts:
                lifted = eyes.value(lift, f)
                if unknown(lifted):
                    stands = truth(lifted.on | depends(stands))
                elif lifted:
                    stands = False
                    break
        if unknown(stands):
            on = (on or NOTHING) | stands.on
        elif stands:
            return False
    needs = True if fn.needs is None else eyes.value(fn.needs, f)
    if not unknown(needs) and not needs:
        return False
    if unknown(needs):
        on = (on or NOTHING) | needs.on
    return True if on is None else truth(on)


FORMS: dict[str, Callable[[Onlooker, Function, Frame], Any]] = {
    "value": _value, "truth": _truth, "permission": _permission,
}  # fmt: skip

KNOWN: dict[str, Known] = {
    "slot": _slot, "owner": _owner, "zone_of": _zone_of, "cards": _cards, "cards_of": _cards_of, "top": _top,
    "mark": _mark, "has": _mark, "mark_owner": _mark, "mark_total": _mark_total, "holder": _holder, "cell": _cell,
    "set": _set, "union": _union_op, "size": _size, "some": _some, "where": _where, "image": _image, "fold": _fold,
    "without": _without, "first": _first, "sort": _sort, "in": _in, "and": _and, "or": _or,
    "pick": _pick, "call": _call, "abilities": _abilities, "trial": _trial,
}  # fmt: skip
