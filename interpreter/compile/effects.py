"""Says whether an optional effect could change anything at all.

A choice is not offered if it can change nothing, whatever is chosen: paying gold for what does not exist, drawing from
an empty deck, taking from nobody. The answer follows from the words. It is a condition that is at least as wide as the
truth, `TRUE` where the words do not tell, and never made narrower by anything that some player cannot see.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from moot.dsl import ir, own_verbs

from ..kernel.program import IDLE, E, Origin
from .bearers import mark_base
from .cards import noticed
from .expressions import arguments, expr
from .hooks import events_of
from .needs import verb_scope
from .scope import Scope
from .secrets import hidden
from .sorts import answer_sort
from .terms import FALSE, NONE, TRUE, both, either, negate, num
from .unit import Unit
from .walk import walk

How = Literal["plain", "sizes", "dark"]
"""What everybody knows of something: all of it (`plain`), how many there are (`sizes`), or nothing (`dark`)."""


@dataclass(frozen=True)
class Known:
    """What everybody knows of local names. `sizes`: how many things a name stands for. `dark`: names of which nothing
    is known. `within`: the verbs that are being looked into. `alone`: assume that no card answers a deed and nobody
    asks about it later."""

    sizes: frozenset[str] = frozenset()
    dark: frozenset[str] = frozenset()
    within: tuple[str, ...] = ()
    alone: bool = False

    def but(self, name: str, how: How) -> Known:
        """Return the same, except that `name` stands for something else now."""
        return replace(
            self,
            sizes=self.sizes - {name} | ({name} if how == "sizes" else set()),
            dark=self.dark - {name} | ({name} if how == "dark" else set()),
        )

    def but_one(self, name: str, of: How) -> Known:
        """Return the same, except that `name` stands for one thing of a set now."""
        return self.but(name, "plain" if of == "plain" else "dark")


def effective(u: Unit, clause: ir.Clause, s: Scope, origin: Origin | None) -> E:
    """Say whether an optional clause could change anything."""
    if clause.must or clause.moment.kind == "instead":
        return TRUE
    return effective_block(u, clause.body, s, origin)


def effective_block(u: Unit, block: Sequence[ir.Stmt], s: Scope, origin: Origin | None) -> E:
    """Say whether these statements could change anything. If they never can, that was intended, and the answer is
    yes."""
    if _block(u, tuple(block), s, Known(dark=s.hidden, alone=True)) in (TRUE, FALSE):
        return TRUE
    found = _block(u, tuple(block), s, Known(dark=s.hidden))
    if found == TRUE:
        return TRUE
    return replace(found, origin=None if origin is None else replace(origin, text=IDLE))


# ---- statements -----------------------------------------------------------------------------------------------------


def _block(u: Unit, block: ir.Block, s: Scope, known: Known) -> E:
    if not block:
        return FALSE
    first, rest = block[0], block[1:]
    match first:
        case ir.Let():
            inner, n = s.bind(first.name, answer_sort(first.value.type))
            then = _block(u, rest, inner, known.but(first.name, _how(u, first.value, known)))
            return then if then in (TRUE, FALSE) else E("pick", (n, expr(u, first.value, s), then))
        case ir.PickRandom():
            return _picked(u, first, rest, s, known)
        case ir.Choose():
            return _chosen(u, first, rest, s, known)
        case _:
            return either(_one(u, first, s, known), _block(u, rest, s, known))


def _picked(u: Unit, p: ir.PickRandom, rest: ir.Block, s: Scope, known: Known) -> E:
    inner, n = s.bind(p.name, answer_sort(p.of.type))
    of = expr(u, p.of, s)
    then = _block(u, rest, inner, known.but(p.name, "dark" if p.single else _how(u, p.of, known)))
    some = _some_of(u, p.of, s, known) if p.single else TRUE
    if then in (TRUE, FALSE):
        return both(some, then)
    return both(some, E("pick", (n, E("first", (of,)) if p.single else of, then)))


def _chosen(u: Unit, c: ir.Choose, rest: ir.Block, s: Scope, known: Known) -> E:
    """Say whether a choice could change anything. If one thing is chosen: whether some candidate could; if several:
    whether all of them together could, or none."""
    if c.otherwise is not None:
        return TRUE
    how = _how(u, c.of, known)
    of = expr(u, c.of, s)
    inner, n = s.bind(c.name, answer_sort(c.of.type))
    if c.single:
        then = _block(u, rest, inner, known.but_one(c.name, how))
        return then if then in (TRUE, FALSE) else E("some", (E("where", (n, of, then)),))
    then = _block(u, rest, inner, known.but(c.name, how))
    if then in (TRUE, FALSE):
        return then
    most = TRUE if c.most is None else _more_than_none(u, c.most, s, known)
    every = both(most, E("pick", (n, of, then)))
    none = FALSE if c.least is not None and c.least == c.most else E("pick", (n, E("set", ()), then))
    return either(every, none)


def _one(u: Unit, st: ir.Stmt, s: Scope, known: Known) -> E:
    match st:
        case ir.Require() | ir.Nothing():
            return FALSE
        case ir.Do(verb=verb) if verb in own_verbs.TARGETS:
            return FALSE
        case ir.Do():
            return _verb(u, st, s, known)
        case ir.MoveCards(cards=things) | ir.Mark(on=things) | ir.Turn(cards=things):
            return _some_of(u, things, s, known)
        case ir.MoveAmount():
            return _amount(u, st, s, known)
        case ir.Recover(paid=amount) | ir.Put(amount=amount):
            return _more_than_none(u, amount, s, known)
        case ir.Show():
            return TRUE if st.what.type.sort == "truth" else _some_of(u, st.what, s, known)
        case ir.Swap(what="zones"):
            return either(*(_lies(u, z, s, known) for z in (st.left, st.right)))
        case ir.If():
            return _if(u, st, s, known)
        case ir.ForEach():
            return _for_each(u, st, s, known)
        case ir.Either():
            branches = (b.body if b.choose is None else (b.choose, *b.body) for b in st.branches)
            every = [*branches, *(() if st.otherwise is None else (st.otherwise,))]
            return either(*(_block(u, b, s, known) for b in every))
        case _:
            return TRUE


def _amount(u: Unit, st: ir.MoveAmount, s: Scope, known: Known) -> E:
    there = TRUE
    if st.source is not None and not _unknown(u, st.source, known):
        bearer = expr(u, st.source, s)
        if bearer != NONE and u.game.markers[st.mark].seen == "everyone" and not st.source.type.many:
            there = E(">", (E("mark", (mark_base(u, st.mark, st.source.type), bearer)), num(0)))
    to = TRUE if st.to is None else _some_of(u, st.to, s, known)
    return both(_more_than_none(u, st.amount, s, known), there, to)


def _if(u: Unit, st: ir.If, s: Scope, known: Known) -> E:
    then, other = _block(u, st.then, s, known), _block(u, st.otherwise, s, known)
    if then == other or _unknown(u, st.cond, known):
        return either(then, other)
    cond = expr(u, st.cond, s)
    return either(both(cond, then), both(negate(cond), other))


def _for_each(u: Unit, st: ir.ForEach, s: Scope, known: Known) -> E:
    how = _how(u, st.of, known)
    inner, n = s.bind(st.var, answer_sort(st.of.type))
    then = _block(u, st.body, inner, known.but_one(st.var, how))
    if then in (TRUE, FALSE) or how == "dark":
        return both(then, _some_of(u, st.of, s, known))
    return E("some", (E("where", (n, expr(u, st.of, s), then)),))


def _verb(u: Unit, st: ir.Do, s: Scope, known: Known) -> E:
    verb = u.game.verbs.get(st.verb)
    if verb is None or verb.key in known.within or st.as_quality is not None:
        return TRUE
    answered = FALSE if known.alone else either(*(noticed(u, event, s) for event in events_of(verb)))
    if answered == TRUE:
        return TRUE
    args = arguments(u, st.args, verb.params, s)
    how = {p.name: _how(u, a, known) for p, a in zip(verb.params, st.args, strict=True)}
    inside = Known(
        frozenset(n for n, h in how.items() if h == "sizes"),
        frozenset(n for n, h in how.items() if h == "dark"),
        (*known.within, verb.key),
        known.alone,
    )
    inner = verb_scope(verb, expr(u, st.doer, s), args, s)
    return either(*(_block(u, step.body, inner, inside) for step in verb.steps), answered)


# ---- what everybody knows of an expression --------------------------------------------------------------------------


def _how(u: Unit, node: ir.Expr, known: Known) -> How:
    """Return what everybody knows of the value of a phrase."""
    match node:
        case ir.Var():
            return "dark" if node.name in known.dark else "sizes" if node.name in known.sizes else "plain"
        case ir.CardsIn(zone=ir.ZoneOf() as place) | ir.Top(zone=ir.ZoneOf() as place):
            zone = u.game.zones[place.zone]
            if zone.seen == "everyone" and not _unknown(u, node, known):
                return "plain"
            inside = (place.bearer, node.count if isinstance(node, ir.Top) else None)
            return "sizes" if zone.counted and not _unknown(u, inside, known) else "dark"
        case _:
            return "dark" if _unknown(u, node, known) else "plain"


def _unknown(u: Unit, node: Any, known: Known) -> bool:
    """Return whether a phrase reads something that not everybody knows."""
    names = [n.name for n in walk(node) if isinstance(n, ir.Var)]
    counted = [n.of.name for n in walk(node) if isinstance(n, ir.Size) and isinstance(n.of, ir.Var)]
    loose = [n for n in names if n in known.sizes]
    if any(n in known.dark for n in names) or len(loose) > sum(n in known.sizes for n in counted):
        return True
    return hidden(u, node)


def _some_of(u: Unit, node: ir.Expr, s: Scope, known: Known) -> E:
    """Ask whether a phrase stands for anything."""
    if not node.type.many or _how(u, node, known) == "dark":
        return TRUE
    found = expr(u, node, s)
    return TRUE if found.op == "set" and found.args else E("some", (found,))


def _lies(u: Unit, zone: ir.Expr, s: Scope, known: Known) -> E:
    """Ask whether any card lies in a zone."""
    if not isinstance(zone, ir.ZoneOf) or zone.type.many or _unknown(u, zone.bearer, known):
        return TRUE
    decl = u.game.zones[zone.zone]
    if not (decl.counted or decl.seen == "everyone"):
        return TRUE
    return E("some", (E("cards", (expr(u, zone, s),)),))


def _more_than_none(u: Unit, amount: ir.Expr, s: Scope, known: Known) -> E:
    """Ask whether an amount is more than 0."""
    if _unknown(u, amount, known):
        return TRUE
    found = expr(u, amount, s)
    if found.op == "num":
        return TRUE if found.args[0] > 0 else FALSE
    return E(">", (found, num(0)))
