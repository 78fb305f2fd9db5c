"""Evaluates expressions: from a tree and the slots of a frame to a value. Nothing here changes a state or asks a
player.

`OPS` has one small function for each operator; `operators.py` says what each operator means. Slots are those of a
frame: slot i is `f[i + 2]`, behind the program and its place in the code. A variable bound inside an expression
(`where`, `image`, `fold`, …) gets its old value back afterwards, so a frame holds only what instructions put there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from .bounds import bounded, quotient_down, quotient_up, remainder, times
from .faults import ENDLESS, Fault
from .index import Index, index_of
from .program import E, Function, Library, Modifier, Origin
from .state import State, shelf

Frame = list[Any]
Args = tuple[Any, ...]
Trial = Callable[[State, int, tuple[Any, ...]], bool]


class Context:
    """Everything that an expression may read: the library, the state, and how to try a program on a copy."""

    __slots__ = ("lib", "s", "n", "index", "trial")

    def __init__(self, lib: Library, s: State, trial: Trial) -> None:
        self.lib = lib
        self.s = s
        self.n: int = s.m[lib.players_cell]
        self.index: Index = index_of(lib)
        self.trial = trial


Op = Callable[[Context, Args, Frame], Any]


def frame(program: int, slots: int, args: tuple[Any, ...] = ()) -> Frame:
    """Return a fresh frame: the arguments in the first slots, nobody (-1) in the others."""
    return [program, 0, *args, *((-1,) * (slots - len(args)))]


def as_set(value: Any) -> tuple[int, ...]:
    """Return a set as it is, a single thing as the set of that thing, and nobody as the empty set."""
    if type(value) is tuple:
        return value
    return () if value == -1 else (int(value),)


def evaluate(c: Context, e: E, f: Frame) -> Any:
    """Return the value of an expression among the slots of a frame. Raises `Fault` where cards contradict each other or
    a value depends on itself."""
    return OPS[e.op](c, e.args, f)


# ---- plain values, players ------------------------------------------------------------------------------------------


def _num(c: Context, a: Args, f: Frame) -> Any:
    return a[0]


def _slot(c: Context, a: Args, f: Frame) -> Any:
    return f[a[0] + 2]


def _set(c: Context, a: Args, f: Frame) -> Any:
    return tuple(dict.fromkeys(x for e in a for x in as_set(OPS[e.op](c, e.args, f)) if x != -1))


def _players(c: Context, a: Args, f: Frame) -> Any:
    return tuple(range(c.n))


def _range(c: Context, a: Args, f: Frame) -> Any:
    return tuple(range(evaluate(c, a[0], f), evaluate(c, a[1], f) + 1))


def _left(c: Context, a: Args, f: Frame) -> Any:
    p = evaluate(c, a[0], f)
    return -1 if p == -1 else (p + 1) % c.n


def _right(c: Context, a: Args, f: Frame) -> Any:
    p = evaluate(c, a[0], f)
    return -1 if p == -1 else (p - 1) % c.n


def _neighbours(c: Context, a: Args, f: Frame) -> Any:
    p = evaluate(c, a[0], f)
    if p == -1 or c.n < 2:
        return ()
    return tuple(dict.fromkeys(((p + 1) % c.n, (p - 1) % c.n)))


def _seat(c: Context, a: Args, f: Frame) -> Any:
    return 1 + evaluate(c, a[0], f)


def _seats_from(c: Context, a: Args, f: Frame) -> Any:
    return (evaluate(c, a[1], f) - evaluate(c, a[0], f)) % c.n


# ---- cards, zones, marks ---------------------------------------------------------------------------------------------


def _inplay(c: Context, a: Args, f: Frame) -> Any:
    return c.s.z[c.lib.all_zone[a[0]]]


def owner_of(lib: Library, s: State, card: int) -> int:
    """Return the player in whose zone a card lies (-1: none); a card on a card has the owner of that card."""
    while card != -1:
        zone = s.w[card]
        if zone == -1:
            return -1
        owner = lib.zone_owner[zone]
        if owner >= -1:
            return owner
        card = -2 - owner
    return -1


def _owner(c: Context, a: Args, f: Frame) -> Any:
    return owner_of(c.lib, c.s, evaluate(c, a[0], f))


def _zone(c: Context, a: Args, f: Frame) -> Any:
    if a[1] is None:
        return a[0]
    x = evaluate(c, a[1], f)
    return -1 if x == -1 else a[0] + x


def _cards(c: Context, a: Args, f: Frame) -> Any:
    zone = evaluate(c, a[0], f)
    return () if zone == -1 else c.s.z[zone]


def _cards_of(c: Context, a: Args, f: Frame) -> Any:
    z, base = c.s.z, a[0]
    return tuple(card for x in as_set(evaluate(c, a[1], f)) for card in z[base + x])


def _top(c: Context, a: Args, f: Frame) -> Any:
    count = evaluate(c, a[0], f)
    zone = evaluate(c, a[1], f)
    return () if zone == -1 or count <= 0 else c.s.z[zone][:count]


def _zone_of(c: Context, a: Args, f: Frame) -> Any:
    card = evaluate(c, a[0], f)
    return -1 if card == -1 else c.s.w[card]


def _table(c: Context, a: Args, f: Frame) -> Any:
    x = evaluate(c, a[1], f)
    return -1 if x == -1 else c.lib.tables[a[0]][x]


def _mark(c: Context, a: Args, f: Frame) -> Any:
    x = evaluate(c, a[1], f)
    return 0 if x == -1 else c.s.m[a[0] + x]


def _mark_total(c: Context, a: Args, f: Frame) -> Any:
    m, base = c.s.m, a[0]
    return sum(m[base + x] for x in as_set(evaluate(c, a[1], f)))


def _has(c: Context, a: Args, f: Frame) -> Any:
    x = evaluate(c, a[1], f)
    return x != -1 and c.s.m[a[0] + x] > 0


def _mark_owner(c: Context, a: Args, f: Frame) -> Any:
    x = evaluate(c, a[1], f)
    owner = -1 if x == -1 else c.s.m[a[0] + x] - 1
    return owner if 0 <= owner < c.n else -1


def _holder(c: Context, a: Args, f: Frame) -> Any:
    m, base = c.s.m, a[0]
    return next((x for x in range(a[1]) if m[base + x] > 0), -1)


def _cell(c: Context, a: Args, f: Frame) -> Any:
    return c.s.m[a[0]]


def _shelf(c: Context, a: Args, f: Frame) -> Any:
    ((start, end),) = a[0]
    return shelf(c.s, start, end, a[1])


# ---- sets ------------------------------------------------------------------------------------------------------------


def _size(c: Context, a: Args, f: Frame) -> Any:
    return len(as_set(evaluate(c, a[0], f)))


def _with(f: Frame, slot: int, value: Any) -> Frame:
    f[slot + 2] = value
    return f


def _some(c: Context, a: Args, f: Frame) -> Any:
    if a[0].op == "where":  # the first one is enough
        slot, of, cond = a[0].args
        old = f[slot + 2]
        found = any(evaluate(c, cond, _with(f, slot, x)) for x in as_set(evaluate(c, of, f)))
        f[slot + 2] = old
        return found
    return len(as_set(evaluate(c, a[0], f))) > 0


def _each(c: Context, slot: int, of: E, body: E, f: Frame) -> list[tuple[int, Any]]:
    """List the members of a set, each with the value of the body for it."""
    things = as_set(OPS[of.op](c, of.args, f))
    op, args = OPS[body.op], body.args
    at = slot + 2
    old = f[at]
    pairs = []
    for x in things:
        f[at] = x
        pairs.append((x, op(c, args, f)))
    f[at] = old
    return pairs


def _where(c: Context, a: Args, f: Frame) -> Any:
    return tuple(x for x, holds in _each(c, a[0], a[1], a[2], f) if holds)


def _image(c: Context, a: Args, f: Frame) -> Any:
    return tuple(dict.fromkeys(y for _, image in _each(c, a[0], a[1], a[2], f) for y in as_set(image)))


def _fold(c: Context, a: Args, f: Frame) -> Any:
    values = [value for _, value in _each(c, a[1], a[2], a[3], f)]
    return FOLDS[a[0]](values) if values else 0


FOLDS: dict[str, Callable[[list[int]], int]] = {"total": sum, "highest": max, "lowest": min}


def _without(c: Context, a: Args, f: Frame) -> Any:
    out = as_set(evaluate(c, a[1], f))
    return tuple(x for x in as_set(evaluate(c, a[0], f)) if x not in out)


def _union(c: Context, a: Args, f: Frame) -> Any:
    return tuple(dict.fromkeys(x for e in a for x in as_set(OPS[e.op](c, e.args, f))))


def _first(c: Context, a: Args, f: Frame) -> Any:
    things = as_set(evaluate(c, a[0], f))
    return things[0] if things else -1


def _sort(c: Context, a: Args, f: Frame) -> Any:
    pairs = _each(c, a[0], a[1], a[2], f)
    return tuple(x for x, _ in sorted(pairs, key=lambda pair: int(pair[1])))


def _in(c: Context, a: Args, f: Frame) -> Any:
    return evaluate(c, a[0], f) in as_set(evaluate(c, a[1], f))


# ---- numbers and truths ----------------------------------------------------------------------------------------------


def _two(of: Callable[[Any, Any], Any]) -> Op:
    def op(c: Context, a: Args, f: Frame) -> Any:
        x, y = a
        return of(OPS[x.op](c, x.args, f), OPS[y.op](c, y.args, f))

    return op


def _half_up(c: Context, a: Args, f: Frame) -> Any:
    return (evaluate(c, a[0], f) + 1) // 2


def _half_down(c: Context, a: Args, f: Frame) -> Any:
    return evaluate(c, a[0], f) // 2


def _and(c: Context, a: Args, f: Frame) -> Any:
    for e in a:  # noqa: SIM110 (the loop is faster)
        if not OPS[e.op](c, e.args, f):
            return False
    return True


def _or(c: Context, a: Args, f: Frame) -> Any:
    for e in a:  # noqa: SIM110
        if OPS[e.op](c, e.args, f):
            return True
    return False


def _not(c: Context, a: Args, f: Frame) -> Any:
    return not evaluate(c, a[0], f)


def _pick(c: Context, a: Args, f: Frame) -> Any:
    at = a[0] + 2
    value = evaluate(c, a[1], f)
    old, f[at] = f[at], value
    result = evaluate(c, a[2], f)
    f[at] = old
    return result


# ---- named functions, abilities, trials ---------------------------------------------------------------------------


def _call(c: Context, a: Args, f: Frame) -> Any:
    return apply(c, a[0], tuple([OPS[e.op](c, e.args, f) for e in a[1:]]))


def _abilities(c: Context, a: Args, f: Frame) -> Any:
    player, m = evaluate(c, a[0], f), c.s.m
    found = []
    for ability in c.lib.abilities:
        if (
            (not a[1] or ability.must)
            and (ability.arg_cell is None or m[ability.arg_cell] == ability.arg)
            and (ability.used is None or not m[ability.used])
            and evaluate(c, ability.guard, frame(-1, max(ability.slots, 2), (player,)))
        ):
            found.append(ability.id)
    return tuple(found)


def _trial(c: Context, a: Args, f: Frame) -> Any:
    return c.trial(c.s, a[0], tuple([evaluate(c, e, f) for e in a[1:]]))


def _answering(c: Context, a: Args, f: Frame) -> Any:
    under_way = next((g for g in reversed(c.s.frames) if g[0] in c.index.bounds.clauses), None)
    return under_way is not None and under_way[0] == a[0] and under_way[2] == evaluate(c, a[1], f)


def apply(c: Context, function: int, args: tuple[Any, ...]) -> Any:
    """Return the value of a named function for these arguments: a value, a truth, or whether a permission is given.
    Raises `Fault` if it depends on itself."""
    fn = c.lib.functions[function]
    try:
        return FORMS[fn.form](c, fn, frame(-1, fn.slots, args))
    except RecursionError:
        raise Fault(ENDLESS, () if fn.origin is None else (fn.origin,)) from None


def in_force(c: Context, fn: Function, f: Frame) -> Iterator[Modifier]:
    """Go through the modifiers whose guard holds; meanwhile the frame holds the values that their lasting rule
    captured."""
    for modifier in fn.modifiers:
        if modifier.lasting is None:
            if evaluate(c, modifier.guard, f):
                yield modifier
            continue
        for began, (rule, _, captured) in enumerate(c.s.lasting):
            if rule == modifier.lasting:
                for slot, value in zip(modifier.captured, captured, strict=True):
                    f[slot + 2] = value
                if evaluate(c, modifier.guard, f):
                    yield lasting(modifier, began)


def lasting(modifier: Modifier, began: int) -> Modifier:
    """Return a modifier as a lasting rule that began `began`-th states it: above what cards say, and above lasting
    rules that began earlier."""
    return modifier if modifier.op != "is" else replace(modifier, level=modifier.level + 1 + began)


def settle(fn: Function, said: list[tuple[int, Any, Origin]]) -> Any:
    """Return what the `is` of the highest level says. `said`: (level, value, origin) of each `is`, at least one. Raises
    `Fault` if two of that level differ."""
    top = max(level for level, _, _ in said)
    first, *others = [(value, origin) for level, value, origin in said if level == top]
    for value, origin in others:
        if value != first[0]:
            raise Fault(f"two rules say what `{fn.name}` is, and they differ", (first[1], origin))
    return first[0]


def _value(c: Context, fn: Function, f: Frame) -> Any:
    result = 0 if fn.base is None else evaluate(c, fn.base, f)
    if not fn.modifiers:
        return result
    said, more = [], 0
    for modifier in in_force(c, fn, f):
        amount = evaluate(c, modifier.amount, f)
        if modifier.op == "is":
            said.append((modifier.level, amount, modifier.origin))
        else:
            more += amount
    if said:
        result = settle(fn, said)
    return bounded(result + more if more else result)


def _truth(c: Context, fn: Function, f: Frame) -> Any:
    if fn.base is not None and evaluate(c, fn.base, f):
        return True
    return any(True for _ in in_force(c, fn, f))


def _permission(c: Context, fn: Function, f: Frame) -> Any:
    for refused in fn.refusals:
        if evaluate(c, refused.cond, f) and (refused.ban or not any(evaluate(c, e, f) for e, _ in refused.lifts)):
            return False
    return fn.needs is None or bool(evaluate(c, fn.needs, f))


FORMS: dict[str, Callable[[Context, Function, Frame], Any]] = {
    "value": _value,
    "truth": _truth,
    "permission": _permission,
}

OPS: dict[str, Op] = {
    "num": _num, "slot": _slot, "set": _set, "players": _players, "range": _range,
    "left": _left, "right": _right, "neighbours": _neighbours, "seat": _seat, "seats_from": _seats_from,
    "inplay": _inplay, "owner": _owner, "zone": _zone, "cards": _cards, "cards_of": _cards_of, "top": _top,
    "zone_of": _zone_of, "table": _table, "mark": _mark, "mark_total": _mark_total, "has": _has,
    "mark_owner": _mark_owner, "holder": _holder, "cell": _cell, "shelf": _shelf,
    "call": _call, "size": _size, "some": _some,
    "where": _where, "image": _image, "fold": _fold, "without": _without, "union": _union, "first": _first,
    "sort": _sort,
    "+": _two(lambda x, y: x + y), "-": _two(lambda x, y: x - y), "*": _two(times),
    "%": _two(remainder), "quotient_up": _two(quotient_up), "quotient_down": _two(quotient_down),
    "max": _two(max), "min": _two(min), "half_up": _half_up, "half_down": _half_down,
    "==": _two(lambda x, y: x == y), "!=": _two(lambda x, y: x != y), "<": _two(lambda x, y: x < y),
    "<=": _two(lambda x, y: x <= y), ">": _two(lambda x, y: x > y), ">=": _two(lambda x, y: x >= y),
    "in": _in, "and": _and, "or": _or, "not": _not, "pick": _pick, "abilities": _abilities, "trial": _trial,
    "answering": _answering,
}  # fmt: skip
