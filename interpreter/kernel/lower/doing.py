"""Lowers instructions in a row, and those after which another frame, or none, goes on."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..analysis.facts import INTEGER, NATURAL, NEGATIVE, SETS
from ..bounds import MOST
from ..program import GAME_OWNER, E
from .loops import each
from .pieces import (
    NOBODY,
    ONE,
    UNSET,
    ZERO,
    cell,
    choose,
    compare,
    has_any,
    joined,
    kept,
    plus,
    somebody,
)
from .scope import Scope, as_set, members, stored, value
from .stretch import TICK, Plan
from .tree import (
    Begin,
    Do,
    End,
    Expr,
    Fail,
    If,
    Let,
    Num,
    Op,
    Store,
)

# ---- instructions after which another frame goes on


def end(plan: Plan, at: Scope, n: int) -> None:
    """Lower an instruction after which another frame, or none, goes on. Raises `ValueError` for any other."""
    args = plan.p.code[n].args
    match plan.p.code[n].op:
        case "ret":
            at.put(End("return"))
        case "call":
            _call(plan, at, n, args[0], args[1:])
        case "use":
            _resume_after(plan, at, n)
            at.put(End("use", (at.slot(args[0]),)))
        case "leave":
            at.put(End("leave", (Num(args[0]), Num(args[1]))))
        case "win":
            by = tuple(Num(f) for f in args[1:])
            won = Op("winners", (at.players, *by), SETS) if args[0] is None else kept(members(at, args[0]))
            at.put(End("win", (won,)))
        case other:
            raise ValueError(f"not the end of anything: {other}")


def _call(plan: Plan, at: Scope, n: int, program: int, args: tuple[E, ...]) -> None:
    p = plan.lib.programs[program]
    values = [stored(at, e) for e in args][: p.params]
    values += [NOBODY] * (p.slots - len(values))
    _resume_after(plan, at, n)
    at.put(Begin(program, tuple(values)))


def _resume_after(plan: Plan, at: Scope, n: int) -> None:
    """Lower what precedes the beginning of another program: the frame notes where it goes on. A program that may
    already be running is judged for its depth; one that cannot is counted, and judged at the next tick."""
    at.put(Do("resume", (Num(n + 1),)))
    if (plan.p.id, n) in plan.inner:
        at.put(TICK)
        at.put(Do("deep"))
    else:
        at.put(Do("count"))


# ---- instructions in a row


def plain(plan: Plan, at: Scope, n: int) -> None:
    """Lower an instruction after which the next one follows."""
    ins = plan.p.code[n]
    if ins.op in _BINDING:
        _BINDING[ins.op](plan, at, n, *ins.args)
    elif ins.op != "note":
        _CHANGING[ins.op](plan, at, *ins.args)


def _let(plan: Plan, at: Scope, n: int, slot: int, e: E) -> None:
    plan.bind(at, slot, value(at, e), n + 1)


def _random(plan: Plan, at: Scope, n: int, slot: int, over: E, count: E, single: int) -> None:
    things = members(at, over)
    many = ONE if single else value(at, count)
    got = at.temp(SETS)
    at.put(Do("random", (got, things, many)))
    one = choose(has_any(got), Op("first", (got,), INTEGER), NOBODY)
    plan.bind(at, slot, one if single else got, n + 1)


def _goal(plan: Plan, at: Scope) -> None:
    reached = Op("reached", (Num(len(plan.lib.programs)),), NATURAL)
    at.put(If(reached, (End("stop"),)))


def _hopeless(plan: Plan, at: Scope) -> None:
    at.put(If(Op("in_trial", (), NATURAL), (Fail("this cannot be done wholly", True),)))


def _move(plan: Plan, at: Scope, what: E, to: E, place: str) -> None:
    cards, zone = value(at, what), value(at, to)
    if plan.shows:
        cards, zone = at.named(cards), at.named(zone)
        known: Expr = Op("known", (), NATURAL)
        if zone.kind & NEGATIVE:
            known = joined("and", [known, somebody(zone)])
        at.put(If(known, (Do("moving", (cards, zone)),)))
    _relocate(at, cards, zone, place)


def _lay(plan: Plan, at: Scope, what: E, to: E, place: str, by: E) -> None:
    cards, zone = at.named(value(at, what)), at.named(value(at, to))
    laying = Do("laying", (cards, zone, value(at, by)))
    at.put(If(somebody(zone), (laying,)) if zone.kind & NEGATIVE else laying)
    _relocate(at, cards, zone, place)


def _relocate(at: Scope, cards: Expr, zone: Expr, place: str) -> None:
    top = "_top" if place == "top" else ""
    if cards.kind & SETS:
        at.put(Do("move_all" + top, (kept(as_set(at, cards)), zone)))
    elif cards.kind & NEGATIVE:
        cards = at.named(cards)
        at.put(If(somebody(cards), (Do("move" + top, (cards, zone)),)))
    else:
        at.put(Do("move" + top, (cards, zone)))


Side = tuple[int, E] | None
"""One end of a movement of counters: the base of the marker's cells, and the bearer; None is the bank."""


def _amount(plan: Plan, at: Scope, mark: int, e: E, source: Side, to: Side) -> None:
    wanted = value(at, e)
    giver = None if source is None else value(at, source[1])
    taker = None if to is None else value(at, to[1])
    base = 0 if to is None else to[0]
    risky = any(x is not None and x.kind & NEGATIVE for x in (giver, taker))
    if risky or (taker is not None and taker.kind & SETS):
        right = UNSET if taker is None else kept(taker)
        if source is None or giver is None:
            at.put(Do("amount", (wanted, NOBODY, Num(base), right)))
        elif giver.kind & NEGATIVE:
            giver = at.named(giver)
            at.put(If(somebody(giver), (Do("amount", (wanted, plus(source[0], giver), Num(base), right)),)))
        else:
            at.put(Do("amount", (wanted, plus(source[0], giver), Num(base), right)))
        return
    target = None if taker is None else plus(base, taker)
    if source is not None and giver is not None:
        _from(at, plus(source[0], at.named(giver)), wanted, target)
    elif target is not None:
        _to(at, target, wanted)


def _from(at: Scope, source: Expr, wanted: Expr, target: Expr | None) -> None:
    """Lower the taking of counters from a cell, as many as it holds, to another cell or to the bank."""
    wanted = at.named(wanted)
    have = at.temp(INTEGER)
    at.put(Let(have, cell(source)))
    at.put(If(compare(">", have, wanted), (Let(have, wanted),)))
    with at.when(compare(">", have, ZERO)) as inside:
        inside.put(Store(source, have, "-"))
        if target is not None:
            _more(inside, target, have)


def _to(at: Scope, target: Expr, wanted: Expr) -> None:
    """Lower the taking of counters from the bank."""
    if not isinstance(wanted, Num):
        wanted = at.named(wanted)
        with at.when(compare(">", wanted, ZERO)) as inside:
            _more(inside, target, wanted)
    elif wanted.value > 0:
        _more(at, target, wanted)


def _more(at: Scope, target: Expr, by: Expr) -> None:
    """Lower the growth of one cell, up to the most that it can hold."""
    after = at.temp(INTEGER)
    at.put(Let(after, Op("+", (cell(target), by), INTEGER)))
    at.put(If(compare(">", after, Num(MOST)), (Do("excess", (target,)),)))
    at.put(Store(target, after))


def _single(plan: Plan, at: Scope, base: int, count: int, e: E) -> None:
    at.put(Do("single", (Num(base), Num(base + count), value(at, e))))


def _put(plan: Plan, at: Scope, base: int, e: E, amount: E) -> None:
    bearer, by = value(at, e), value(at, amount)
    if not bearer.kind & NEGATIVE:
        _changed(at, plus(base, bearer), by)
        return
    bearer = at.named(bearer)
    with at.when(somebody(bearer)) as inside:
        _changed(inside, plus(base, bearer), by)


def _changed(at: Scope, target: Expr, by: Expr) -> None:
    """Lower the growth or shrinking of one cell, which never falls below 0."""
    if not by.kind & NEGATIVE:
        _more(at, target, by)
        return
    after = at.temp(INTEGER)
    at.put(Let(after, Op("+", (cell(target), by), INTEGER)))
    at.put(Store(target, choose(compare(">", after, ZERO), after, ZERO)))
    at.put(If(compare(">", after, Num(MOST)), (Do("excess", (target,)),)))


def _mark(plan: Plan, at: Scope, base: int, over: E, by: E) -> None:
    owner = at.named(value(at, by))
    held: Expr
    if isinstance(owner, Num):
        held = Num(GAME_OWNER if owner.value < 0 else owner.value + 1)
    else:
        held = Op("+", (owner, ONE), NATURAL)
        if owner.kind & NEGATIVE:
            held = choose(somebody(owner), held, Num(GAME_OWNER))
    with each(at, over) as (here, x):
        here.put(Store(plus(base, x), held))


def _unmark(plan: Plan, at: Scope, base: int, over: E) -> None:
    with each(at, over) as (here, x):
        here.put(Store(plus(base, x), ZERO))


def _keep(plan: Plan, at: Scope, base: int, bearer: E, number: E) -> None:
    who, what = at.named(value(at, bearer)), at.named(value(at, number))
    with at.when(somebody(who)) as inside:
        target = plus(base, who)
        inside.put(If(compare(">", what, Num(MOST)), (Do("excess", (target,)),)))
        inside.put(If(compare(">", Num(-MOST), what), (Do("excess", (target,)),)))
        inside.put(Store(target, what))


def _turn(plan: Plan, at: Scope, base: int, what: E, down: int) -> None:
    at.put(Do("turn", (Num(base), kept(members(at, what)), Num(int(down)))))


def _which(at: Scope, cell: int | E) -> Expr:
    return value(at, cell) if isinstance(cell, E) else Num(cell)


def _poke(plan: Plan, at: Scope, cell: int | E, e: E) -> None:
    at.put(Store(_which(at, cell), stored(at, e)))


def _add(plan: Plan, at: Scope, cell: int | E, e: E) -> None:
    at.put(Store(_which(at, cell), stored(at, e), "+"))


def _used(plan: Plan, at: Scope, slot: int, used: int) -> None:
    which = at.named(Op("used", (at.slot(slot),), INTEGER))
    at.put(If(somebody(which), (Store(which, Num(int(used))),)))


def _clear(plan: Plan, at: Scope, ranges: tuple[tuple[int, int], ...], until: int) -> None:
    for a, b in together(ranges):
        at.put(Do("zero", (Num(a), Num(b))) if b - a > 1 else Store(Num(a), ZERO))
    at.put(Do("end_rules", (Num(int(until)),)))


def _restore(plan: Plan, at: Scope, held: int, ranges: tuple[tuple[int, int], ...], until: int) -> None:
    ((start, end),) = ranges
    at.put(Do("restore", (at.slot(held), Num(start), Num(end), Num(int(until)))))


def _expire(plan: Plan, at: Scope, until: int, things: E | None, then: int) -> None:
    which = UNSET if things is None else kept(members(at, things))
    at.put(Do("expire", (Num(int(until)), which, Num(int(then)))))


def together(ranges: tuple[tuple[int, int], ...]) -> list[tuple[int, int]]:
    """Join ranges of cells that are next to each other. Each range is (first, one after the last)."""
    out: list[tuple[int, int]] = []
    for a, b in sorted(ranges):
        if a >= b:
            continue
        if out and a <= out[-1][1]:
            out[-1] = (out[-1][0], max(b, out[-1][1]))
        else:
            out.append((a, b))
    return out


def _shuffle(plan: Plan, at: Scope, e: E) -> None:
    zone = at.named(value(at, e))
    at.put(Do("shuffle", (zone,)))
    if plan.shows:
        at.put(If(Op("known", (), NATURAL), (Do("mixed", (zone,)),)))


def _show(plan: Plan, at: Scope, what: E, to: E | None, truth: int, said: str = "") -> None:
    if truth:
        return
    player = NOBODY if to is None else at.named(value(at, to))
    if to is not None and player.kind & NEGATIVE:
        with at.when(somebody(player)) as inside:
            inside.put(Do("show", (kept(members(inside, what)), player)))
    else:
        at.put(Do("show", (kept(members(at, what)), player)))


def _swap(plan: Plan, at: Scope, what: str, a: E, b: E) -> None:
    kind = ("cards", "zones", "seats").index(what)
    at.put(Do("swap", (Num(kind), value(at, a), value(at, b))))


def _lasting(plan: Plan, at: Scope, rule: int, until: int, slots: tuple[int, ...]) -> None:
    at.put(Do("begin_rule", (Num(int(rule)), Num(int(until)), *(at.slot(i) for i in slots))))


_BINDING: Mapping[str, Callable[..., None]] = {"let": _let, "random": _random}
"""Instructions that bind a slot; the code after them decides whether the frame must show it."""
_CHANGING: Mapping[str, Callable[..., None]] = {
    "goal": _goal, "hopeless": _hopeless, "move": _move, "lay": _lay, "amount": _amount, "single": _single, "put": _put,
    "mark": _mark, "unmark": _unmark, "turn": _turn, "keep": _keep, "poke": _poke, "add": _add, "used": _used,
    "clear": _clear, "restore": _restore, "expire": _expire, "shuffle": _shuffle, "show": _show,
    "swap": _swap, "lasting": _lasting,
}  # fmt: skip
