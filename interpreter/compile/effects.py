"""Whether something could come of it at all.

What a player *may* do is not offered if it can change nothing, whatever is chosen: no gold for what is not there, no
cards from an empty deck, nothing of nobody. The answer is read off the words: a condition that is at least as wide as
the truth, `TRUE` where the words do not tell, and never narrower by what somebody cannot see.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from moot.dsl import ir

from ..kernel.program import IDLE, E, Origin
from .expressions import FALSE, NONE, TRUE, Scope, both, either, negate, num
from .layout import walk
from .needs import Needs


@dataclass(frozen=True)
class Known:
    """What everybody knows of local names: of `sizes` how many they stand for, of `dark` ones nothing."""

    sizes: frozenset[str] = frozenset()
    dark: frozenset[str] = frozenset()
    within: tuple[str, ...] = ()  # the verbs that are being looked into
    alone: bool = False  # as if no card answered a deed, and nobody asked for it later

    def but(self, name: str, how: str) -> Known:
        """With a name that stands for something else now."""
        return replace(
            self,
            sizes=self.sizes - {name} | ({name} if how == "sizes" else set()),
            dark=self.dark - {name} | ({name} if how == "dark" else set()),
        )


class Effects(Needs):
    """Expressions for what could change."""

    @abstractmethod
    def noticed(self, key: str) -> E:
        """Whether something in this game may answer an event, or ask for it later."""

    def effective(self, clause: ir.Clause, scope: Scope, origin: Origin | None) -> E:
        """Whether something could come of an optional clause."""
        if clause.must or clause.moment.kind == "instead":
            return TRUE
        return self.effective_block(clause.body, scope, origin)

    def effective_block(self, block: Sequence[ir.Stmt], scope: Scope, origin: Origin | None) -> E:
        """Whether something could come of these statements; where nothing ever does, that was meant."""
        if self._block(tuple(block), scope, Known(dark=scope.hidden, alone=True)) in (TRUE, FALSE):
            return TRUE
        found = self._block(tuple(block), scope, Known(dark=scope.hidden))
        if found == TRUE:
            return TRUE
        return replace(found, origin=None if origin is None else replace(origin, text=IDLE))

    # -- statements
    def _block(self, block: ir.Block, s: Scope, known: Known) -> E:
        if not block:
            return FALSE
        first, rest = block[0], block[1:]
        match first:
            case ir.Let():
                inner = s.inner()
                slot = inner.bind(first.name, self.answer_sort(first.value.type))
                then = self._block(rest, inner, known.but(first.name, self._how(first.value, known)))
                return then if then in (TRUE, FALSE) else E("pick", (slot, self.expr(first.value, s), then))
            case ir.PickRandom():
                return self._picked(first, rest, s, known)
            case ir.Choose():
                return self._chosen(first, rest, s, known)
            case _:
                return either(self._one(first, s, known), self._block(rest, s, known))

    def _picked(self, p: ir.PickRandom, rest: ir.Block, s: Scope, known: Known) -> E:
        inner = s.inner()
        slot = inner.bind(p.name, self.answer_sort(p.of.type))
        of = self.expr(p.of, s)
        then = self._block(rest, inner, known.but(p.name, "dark" if p.single else self._how(p.of, known)))
        some = self._some_of(p.of, s, known) if p.single else TRUE
        if then in (TRUE, FALSE):
            return both(some, then)
        return both(some, E("pick", (slot, E("first", (of,)) if p.single else of, then)))

    def _chosen(self, c: ir.Choose, rest: ir.Block, s: Scope, known: Known) -> E:
        """Of one thing: whether there is one with which something changes. Of several: with all of them, or none."""
        if c.otherwise is not None:
            return TRUE
        how = self._how(c.of, known)
        of = self.expr(c.of, s)
        inner = s.inner()
        slot = inner.bind(c.name, self.answer_sort(c.of.type))
        if c.single:
            then = self._block(rest, inner, known.but(c.name, "dark" if how != "plain" else how))
            return then if then in (TRUE, FALSE) else E("some", (E("where", (slot, of, then)),))
        then = self._block(rest, inner, known.but(c.name, how))
        if then in (TRUE, FALSE):
            return then
        nothing = E("set", ())
        most = TRUE if c.most is None else self._more_than_none(c.most, s, known)
        every = both(most, E("pick", (slot, of, then)))
        none = FALSE if c.least is not None and c.least == c.most else E("pick", (slot, nothing, then))
        return either(every, none)

    def _one(self, st: ir.Stmt, s: Scope, known: Known) -> E:
        match st:
            case ir.Require() | ir.Nothing():
                return FALSE
            case ir.Do():
                return self._verb(st, s, known)
            case ir.MoveCards():
                return self._some_of(st.cards, s, known)
            case ir.MoveAmount():
                there = TRUE
                if st.source is not None and not self._unknown(st.source, known):
                    bearer = self.expr(st.source, s)
                    if bearer != NONE and self.game.markers[st.mark].seen == "everyone" and not st.source.type.many:
                        there = E(">", (E("mark", (self.mark_base(st.mark, st.source.type), bearer)), num(0)))
                to = TRUE if st.to is None else self._some_of(st.to, s, known)
                return both(self._more_than_none(st.amount, s, known), there, to)
            case ir.Recover():
                return self._more_than_none(st.paid, s, known)
            case ir.Put():
                return self._more_than_none(st.amount, s, known)
            case ir.Mark():
                return self._some_of(st.on, s, known)
            case ir.Show():
                return TRUE if st.what.type.sort == "truth" else self._some_of(st.what, s, known)
            case ir.Swap() if st.what == "zones":
                return either(*(self._lies(z, s, known) for z in (st.left, st.right)))
            case ir.If():
                then, other = self._block(st.then, s, known), self._block(st.otherwise, s, known)
                if then == other or self._unknown(st.cond, known):
                    return either(then, other)
                cond = self.expr(st.cond, s)
                return either(both(cond, then), both(negate(cond), other))
            case ir.ForEach():
                how = self._how(st.of, known)
                inner = s.inner()
                slot = inner.bind(st.var, self.answer_sort(st.of.type))
                then = self._block(st.body, inner, known.but(st.var, "dark" if how != "plain" else how))
                if then in (TRUE, FALSE) or how == "dark":
                    return both(then, self._some_of(st.of, s, known))
                return E("some", (E("where", (slot, self.expr(st.of, s), then)),))
            case ir.Either():
                branches = (b.body if b.choose is None else (b.choose, *b.body) for b in st.branches)
                every = [*branches, *(() if st.otherwise is None else (st.otherwise,))]
                return either(*(self._block(b, s, known) for b in every))
            case _:
                return TRUE

    def _verb(self, st: ir.Do, s: Scope, known: Known) -> E:
        verb = self.game.verbs.get(st.verb)
        if verb is None or verb.key in known.within or st.as_quality is not None:
            return TRUE
        keys = [verb.key, *(f"{verb.key}/{step.name}" for step in verb.steps)]
        noticed = FALSE if known.alone else either(*(self.noticed(k) for k in keys))
        if noticed == TRUE:
            return TRUE
        given = {p.name: self.argument(a, p, s) for p, a in zip(verb.params, st.args, strict=True)}
        how = {p.name: self._how(a, known) for p, a in zip(verb.params, st.args, strict=True)}
        inside = Known(
            frozenset(n for n, h in how.items() if h == "sizes"),
            frozenset(n for n, h in how.items() if h == "dark"),
            (*known.within, verb.key),
            known.alone,
        )
        inner = s.fresh({"you": self.expr(st.doer, s), **given})
        return either(*(self._block(step.body, inner, inside) for step in verb.steps), noticed)

    # -- what is known of an expression
    def _how(self, node: ir.Expr, known: Known) -> str:
        """What everybody knows of this: all of it (`plain`), how many there are (`sizes`), or nothing (`dark`)."""
        match node:
            case ir.Var():
                return "dark" if node.name in known.dark else "sizes" if node.name in known.sizes else "plain"
            case ir.CardsIn(zone=ir.ZoneOf() as place) | ir.Top(zone=ir.ZoneOf() as place):
                zone = self.game.zones[place.zone]
                if zone.seen == "everyone" and not self._unknown(node, known):
                    return "plain"
                inside = (place.bearer, node.count if isinstance(node, ir.Top) else None)
                return "sizes" if zone.counted and not self._unknown(inside, known) else "dark"
            case _:
                return "dark" if self._unknown(node, known) else "plain"

    def _unknown(self, node: Any, known: Known) -> bool:
        """Whether this reads something that not everybody knows."""
        names = [n.name for n in walk(node) if isinstance(n, ir.Var)]
        counted = [n.of.name for n in walk(node) if isinstance(n, ir.Size) and isinstance(n.of, ir.Var)]
        loose = [n for n in names if n in known.sizes]
        if any(n in known.dark for n in names) or len(loose) > sum(n in known.sizes for n in counted):
            return True
        return self.hidden(node)

    def _some_of(self, node: ir.Expr, s: Scope, known: Known) -> E:
        """Whether this stands for anything."""
        if not node.type.many or self._how(node, known) == "dark":
            return TRUE
        found = self.expr(node, s)
        return TRUE if found.op == "set" and found.args else E("some", (found,))

    def _lies(self, zone: ir.Expr, s: Scope, known: Known) -> E:
        if not isinstance(zone, ir.ZoneOf) or zone.type.many or self._unknown(zone.bearer, known):
            return TRUE
        decl = self.game.zones[zone.zone]
        if not (decl.counted or decl.seen == "everyone"):
            return TRUE
        return E("some", (E("cards", (self.expr(zone, s),)),))

    def _more_than_none(self, amount: ir.Expr, s: Scope, known: Known) -> E:
        if self._unknown(amount, known):
            return TRUE
        found = self.expr(amount, s)
        if found.op == "num":
            return TRUE if found.args[0] > 0 else FALSE
        return E(">", (found, num(0)))


__all__ = ["Effects"]
