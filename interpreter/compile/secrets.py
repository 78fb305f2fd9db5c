"""What everybody knows, and what only some do: whether a phrase reads anything hidden, and what of it is public.

Whether somebody is asked must tell the others nothing. So what decides that is only ever what everybody can see: where
a condition reads a hand, a counter seen by its owner, a card that was looked at, or a word that reads such a thing,
what is left of it is what it implies in public (`public`), and the rest only closes answers, which the asked player
alone sees.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from moot.dsl import ir
from moot.dsl.source import NOWHERE, Source

from ..kernel.program import E
from .expressions import TRUE, Expressions, Scope
from .layout import Layout, walk


class Secrets(Expressions):
    """Tells the public from the hidden."""

    def __init__(self, game: ir.Game, layout: Layout, sources: Mapping[str, Source]) -> None:
        super().__init__(game, layout, sources)
        self._hidden: dict[str, bool] = {}
        self._unseen_kinds = {
            zone.holds for zone in game.zones.values() if zone.seen != "everyone" and zone.owner is not None
        }

    @abstractmethod
    def rules_on(self, name: str) -> tuple[ir.Rule, ...]:
        """The standing rules about a value, a quality or a permission."""

    # -- whether
    def hidden(self, node: Any, scope: Scope | None = None) -> bool:
        """Whether this reads what not every player can see. `scope`: what its names stand for."""
        names = frozenset() if scope is None else scope.hidden
        counted = self._only_counted(node)
        anywhere = {n.var for n in walk(node) if isinstance(n, ir.Where) and isinstance(n.of, ir.AllOf)}
        for n in walk(node):
            match n:
                case ir.ZoneOf():
                    if self.game.zones[n.zone].seen != "everyone" and not any(n is zone for zone in counted):
                        return True
                case ir.Var():
                    if n.name in names:
                        return True
                case ir.Has() | ir.Counted() | ir.MarkOwner() | ir.Holder():
                    if self.game.markers[n.mark].seen != "everyone":
                        return True
                case ir.Owner():
                    named = isinstance(n.of, ir.CardNamed) or (isinstance(n.of, ir.Var) and n.of.name in anywhere)
                    if named and n.of.type.name in self._unseen_kinds:
                        return True
                case ir.ValueOf() | ir.QualityOf() | ir.CountsAs() | ir.Can():
                    if self._word_hidden(n):
                        return True
                case ir.Abilities():
                    return True
        return False

    def _only_counted(self, node: Any) -> list[ir.ZoneOf]:
        """The hidden places that are only asked how much lies there, which is public where it is counted."""
        zones = [n.of.zone for n in walk(node) if isinstance(n, (ir.Size, ir.Some)) and isinstance(n.of, ir.CardsIn)]
        for n in walk(node):
            if isinstance(n, ir.QualityOf) and isinstance(n.of, ir.ZoneOf):
                declared = self.game.qualities[n.quality]
                if _only_counts(declared.cond, declared.param.name) and not self.rules_on(f"quality {n.quality}"):
                    zones.append(n.of)
        return [zone for zone in zones if isinstance(zone, ir.ZoneOf) and self.game.zones[zone.zone].counted]

    def _word_hidden(self, n: ir.ValueOf | ir.QualityOf | ir.CountsAs | ir.Can) -> bool:
        said: Any
        match n:
            case ir.ValueOf():
                name = f"value {n.value}"
                said = self.game.values[n.value].base
            case ir.QualityOf():
                name = f"quality {n.quality}"
                said = self.game.qualities[n.quality].cond
            case ir.CountsAs():
                name, said = f"counts {n.field}", None
            case ir.Can():
                name = f"can {n.verb}"
                verb = self.game.verbs.get(n.verb)
                said = None if verb is None else (tuple(r.cond for r in verb.refusals), *self._needed(verb))
        if name not in self._hidden:
            self._hidden[name] = False  # a word that reads itself hides nothing by that
            self._hidden[name] = self.hidden((said, self.rules_on(name)))
        return self._hidden[name]

    def deed_hidden(self, verb: str) -> bool:
        """Whether something hidden decides if a verb can be done."""
        doer = ir.Var(type=ir.Type("player"), span=NOWHERE, name="you")
        return self._word_hidden(ir.Can(type=ir.Type("truth"), span=NOWHERE, verb=verb, doer=doer, args=()))

    def _needed(self, verb: ir.Verb) -> list[Any]:
        """What decides whether a verb can be done, besides what refuses it."""
        found: list[Any] = []
        for s in walk(tuple(step.body for step in verb.steps)):
            if isinstance(s, ir.Require):
                found.append(s.cond)
            elif isinstance(s, ir.Choose) and s.otherwise is None and not self.size_known(s.of):
                found.append(s.of)
            elif isinstance(s, ir.Do) and s.verb in self.game.verbs:
                found.append(ir.Can(type=ir.Type("truth"), span=s.span, verb=s.verb, doer=s.doer, args=()))
        return found

    def size_known(self, of: ir.Expr, scope: Scope | None = None) -> bool:
        """Whether everybody knows how many there are in a set."""
        match of:
            case ir.CardsIn(zone=ir.ZoneOf() as zone):
                decl = self.game.zones[zone.zone]
                return (decl.seen == "everyone" or decl.counted) and not self.hidden(zone.bearer, scope)
            case ir.Top():
                cards = ir.CardsIn(type=of.type, span=of.span, zone=of.zone)
                return not self.hidden(of.count, scope) and self.size_known(cards, scope)
            case ir.Without():
                return self.size_known(of.of, scope) and self.size_known(of.gone, scope)
            case ir.Var():
                return scope is None or of.name not in scope.unsized
            case _:
                return not self.hidden(of, scope)

    def learn(self, inner: Scope, name: str, of: ir.Expr, outer: Scope, told: bool = False) -> None:
        """A name for something out of a set, or for a value. `told`: what it is was said aloud, unless it is a card."""
        if not self.size_known(of, outer):
            inner.unsized |= {name}
        if self.anywhere(of):
            inner.anywhere |= {name}
        if self.hidden(of, outer) and not (told and of.type.sort != "card"):
            inner.hidden |= {name}

    def open(self, of: ir.Expr) -> bool:
        """Whether everybody may hear what is chosen out of these: they lie before everybody, or are named wherever they
        lie."""
        source = of
        while isinstance(source, (ir.Where, ir.Without)):
            if isinstance(source, ir.Where) and any(self._tells_place(n, source.var) for n in walk(source.cond)):
                return False
            source = source.of
        if isinstance(source, ir.Var):
            return source.type.sort != "card"
        return not self.unseen_place(source)

    def _tells_place(self, n: Any, var: str) -> bool:
        """Whether this says of the thing in question that it lies in a place which not everybody sees."""
        if not isinstance(n, ir.Among) or not isinstance(n.of, ir.Var) or n.of.name != var:
            return False
        return any(isinstance(z, ir.ZoneOf) and self.game.zones[z.zone].seen != "everyone" for z in walk(n.in_))

    def anywhere(self, of: ir.Expr) -> bool:
        """Whether these are cards of a kind wherever they lie, so that choosing one is naming it."""
        while isinstance(of, (ir.Where, ir.Without)):
            of = of.of
        return isinstance(of, ir.AllOf) and of.type.sort == "card"

    # -- what of it is public
    def public(self, cond: ir.Expr | None, scope: Scope) -> ir.Expr | None:
        """A condition that everybody can judge, and that holds wherever this one does (None: nothing is known)."""
        return None if cond is None else self._judged(cond, scope, True)

    def refusal(self, cond: ir.Expr, scope: Scope) -> ir.Expr | None:
        """A condition that everybody can judge, and that holds only where this one does (None: there is none)."""
        return self._judged(cond, scope, False)

    def _judged(self, e: ir.Expr, scope: Scope, wide: bool) -> ir.Expr | None:
        if not self.hidden(e, scope):
            return e
        match e:
            case ir.Not():
                of = self._judged(e.of, scope, not wide)
                return None if of is None else replace(e, of=of)
            case ir.And() | ir.Or():
                parts = [self._judged(part, scope, wide) for part in e.parts]
                left = tuple(part for part in parts if part is not None)
                if len(left) == len(parts) or (left and isinstance(e, ir.And) == wide):
                    return replace(e, parts=left)
        return None

    def public_set(self, of: ir.Expr, scope: Scope) -> ir.Expr | None:
        """A set that everybody can judge, and that has all the members of this one (None: there is none)."""
        if not self.hidden(of, scope):
            return of
        if isinstance(of, ir.Where):
            base = self.public_set(of.of, scope)
            cond = self.public(of.cond, scope)
            return base if base is None or cond is None else replace(of, of=base, cond=cond)
        if isinstance(of, ir.Without):
            return self.public_set(of.of, scope)
        return None

    def likely(self, of: ir.Expr, scope: Scope, least: E | None = None) -> E:
        """What everybody knows of whether a set has a member (or so many): it is so where the set has."""
        seen = self.public_set(of, scope)
        if seen is None and self.size_known(of, scope):
            seen = of
        if seen is not None:
            set_ = self.expr(seen, scope)
            return E("some", (set_,)) if least is None else E(">=", (E("size", (set_,)), least))
        if isinstance(of, (ir.Where, ir.Without)) or (isinstance(of, ir.Image) and least is None):
            return self.likely(of.of, scope, least)
        return TRUE


def _only_counts(cond: Any, name: str) -> bool:
    """Whether a place of this name is only asked how many cards lie there."""
    here = [n for n in walk(cond) if isinstance(n, ir.Var) and n.name == name]
    counted = [
        n.of.zone for n in walk(cond) if isinstance(n, (ir.Size, ir.Some)) and isinstance(n.of, ir.CardsIn)
    ]
    return all(any(n is zone for zone in counted) for n in here)
