"""Finds what the answer to a phrase can be, whatever happens in the game: a range, and the things it may stand for."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from .. import ir
from ..renaming import put_in
from .about import ANY, NO, TRUTH, YES, About, Known, bounded, compared, joined, met, product
from .answers import Answers
from .sets import emptied, origins, others, parts
from .terms import key
from .world import EVERYTHING, PLAYERS

TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}
AGAINST = {"<": ">=", ">": "<=", "<=": ">", ">=": "<", "==": "!=", "!=": "=="}


class Asking(Answers):
    """Answers questions about phrases."""

    # ---- phrases ----------------------------------------------------------------------------------------------------

    def ask(self, e: ir.Expr, known: Known) -> About:
        """Returns what is known of the answer to a phrase."""
        form = FORMS.get(type(e))
        found = self.of_type(e.type) if form is None else form(self, e, known)
        if known.facts and type(e) in NOTED:
            fact = known.facts.get(key(e))
            if fact is not None:
                found = met(found, fact)
        return found

    def _inside(self, e: ir.ZoneOf | ir.Expr, t: ir.Type) -> About:
        """Returns what is known of the cards in a place."""
        mask = self.of_type(t).mask
        if not isinstance(e, ir.ZoneOf):
            return About(0, self.most(mask), mask)
        mask &= self.lies(e.zone)
        return About(0, self.most(mask), mask, frozenset({e.zone}))

    def _where(self, e: ir.Where, known: Known) -> About:
        of = self.ask(e.of, known)
        if of.none():
            return of._replace(low=0, high=0)
        inner = self.assume(e.cond, known.naming(e.var, of.one()))
        if inner is None or emptied(e) or self._held_by_another(e, known):
            return of._replace(low=0, high=0, mask=0)
        one = inner.names[e.var]
        high = min(of.high, self.most(one.mask)) if e.type.sort in ("card", "player") else of.high
        if self._only_one(e.cond, e.var):
            high = min(high, 1)
        return About(0, high, one.mask, one.places, one.words)

    def _held_by_another(self, e: ir.Where, known: Known) -> bool:
        """Returns whether a marker of which there is one is asked for on others than the one that is known to have
        it."""
        has = [
            key(ir.Has(type=e.cond.type, span=e.span, mark=mark, bearer=other))
            for other in others(e.cond, e.var)
            for mark in self._single(e.cond, e.var)
        ]
        return any(known.facts.get(one, TRUTH).low >= 1 for one in has)

    def _only_one(self, cond: ir.Expr, name: str) -> bool:
        """Returns whether a condition can hold of one thing only: there is one marker of its sort."""
        return bool(self._single(cond, name))

    def _single(self, cond: ir.Expr, name: str) -> list[str]:
        """Returns the markers, of which there is one each, that a thing of that name has by a condition."""
        found: list[str] = []
        for part in parts(cond):
            match part:
                case ir.Has(bearer=ir.Var(name=bearer)) if bearer == name and self.marker(part.mark).single:
                    found.append(part.mark)
                case ir.QualityOf(of=ir.Var(name=bearer)) if bearer == name and not self.given(part.quality):
                    said = self.declared(part.quality)
                    if said.cond is not None and part.quality not in self._opened:
                        self._opened.add(said.name)
                        found += self._single(said.cond, said.param.name)
                        self._opened.discard(said.name)
        return found

    def _image(self, e: ir.Image, known: Known) -> About:
        of = self.ask(e.of, known)
        body = self.ask(e.body, known.naming(e.var, of.one()))
        high = product(of.range, (0, max(0, body.high)))[1] if e.body.type.many else of.high
        return About(0 if e.body.type.many else min(of.low, 1), high, body.mask, body.places, body.words)

    def _fold(self, e: ir.Fold, known: Known) -> About:
        of = self.ask(e.of, known)
        if of.none():
            return NO
        body = self.ask(e.body, known.naming(e.var, of.one()))
        if e.op == "total":
            return About(*product(body.range, (max(0, of.low), of.high)))
        none = of.low <= 0  # then it is 0
        return About(min(body.low, 0) if none else body.low, max(body.high, 0) if none else body.high)

    def _arith(self, e: ir.Arith, known: Known) -> About:
        left, right = self.ask(e.left, known), self.ask(e.right, known)
        if e.op == "-" and key(e.left) == key(e.right):
            return NO
        if e.op == "+":
            return About(left.low + right.low, left.high + right.high)
        if e.op == "-":
            return About(left.low - right.high, left.high - right.low)
        if e.op == "*":
            return About(*product(left.range, right.range))
        return About(0, max(0, right.high - 1)) if left.low >= 0 and right.low >= 0 else ANY

    def _quotient(self, e: ir.Quotient, known: Known) -> About:
        of, by = self.ask(e.of, known), self.ask(e.by, known)
        if by.low != by.high or by.low <= 0:
            return About(0, of.high) if of.low >= 0 and by.low >= 0 else ANY
        more = by.low - 1 if e.up else 0
        low, high = (end if math.isinf(end) else (end + more) // by.low for end in of.range)
        return About(low, high)

    # ---- truths -----------------------------------------------------------------------------------------------------

    def _is(self, e: ir.Is, known: Known) -> About:
        left, right = self.ask(e.left, known), self.ask(e.right, known)
        if key(e.left) == key(e.right):
            return YES if e.op in ("==", "<=", ">=") else NO
        if e.left.type.sort in ("number", "amount") and e.right.type.sort in ("number", "amount"):
            return About(*compared(e.op, left.range, right.range))
        if e.op not in ("==", "!="):
            return TRUTH
        if e.left.type.sort in ("name", "zone", "ability", "phase", "bank") or isinstance(e.right, ir.Nobody):
            return TRUTH
        both = met(left, right)
        apart = both.mask == 0 and left.mask and right.mask or both.words == frozenset()
        if not apart:
            return TRUTH
        return NO if e.op == "==" else YES

    def _among(self, e: ir.Among, known: Known) -> About:
        both = met(self.ask(e.of, known).one(), self.ask(e.in_, known).one())
        if self.ask(e.in_, known).none() or both.none():
            return NO
        if isinstance(e.in_, ir.Where) and self.assume(put_in(e.in_.cond, e.in_.var, e.of), known) is None:
            return NO
        return TRUTH

    def _has(self, e: ir.Has, known: Known) -> About:
        return (
            TRUTH if self.ask(e.bearer, known).mask & self.marked(e.mark) and not self.taken_off(e.mark, known) else NO
        )

    def taken_off(self, mark: str, known: Known) -> bool:
        """Returns whether a marker surely is on nothing then: it is gone, or not put yet."""
        return self.gone(mark, known.at) or self.over(mark, known.may)

    def _counted(self, e: ir.Counted, known: Known) -> About:
        there = self.ask(e.bearer, known).mask & self.marked(e.mark) and not self.taken_off(e.mark, known)
        return About(0, math.inf) if there else NO

    def _counts(self, e: ir.CountsAs, known: Known) -> About:
        word = self.ask(e.word, known).words
        return TRUTH if word is None or self.counting(e.field, word) & self.ask(e.card, known).mask else NO

    def _and(self, e: ir.And, known: Known) -> About:
        inner: Known | None = known
        sure = True
        for part in e.parts:
            assert inner is not None
            sure = sure and self.ask(part, inner).low >= 1
            inner = self.assume(part, inner)
            if inner is None:
                return NO
        return YES if sure else TRUTH

    def _or(self, e: ir.Or, known: Known) -> About:
        parts = [self.ask(part, known) for part in e.parts]
        return About(max(p.low for p in parts), max(p.high for p in parts))

    def _not(self, e: ir.Not, known: Known) -> About:
        of = self.ask(e.of, known)
        return About(1 - min(1, of.high), 1 - max(0, of.low))

    def _some(self, e: ir.Some, known: Known) -> About:
        of = self.ask(e.of, known)
        return NO if of.none() else YES if of.low >= 1 else TRUTH

    def _quality_of(self, e: ir.QualityOf, known: Known) -> About:
        found = self.quality(e.quality)
        said = self.says(e)
        if said is None:
            return found
        self._opened.add(e.quality)
        inner = self.ask(said, known)
        self._opened.discard(e.quality)
        return About(max(found.low, inner.low), found.high if self.given(e.quality) else min(found.high, inner.high))

    def _running(self, e: ir.Running, known: Known) -> About:
        bit = self.phases[e.phase]
        if not known.may & bit:
            return NO
        return YES if e.of is None and known.must & bit else TRUTH

    def _happened(self, e: ir.Happened, known: Known) -> About:
        running = e.span_of is None or known.may & self.phases[e.span_of]
        if not running or not self.happens(e.event) or self.not_yet(e.event, e.span_of, known.at):
            return NO
        return TRUTH if e.measure is None else About(0, math.inf)

    def _owner(self, e: ir.Owner, known: Known) -> About:
        """Returns nobody for what lies where it is nobody's."""
        places = self.ask(e.of, known).places
        nobodys = places and all(self.game.zones[place].owner is None for place in places)
        return About(mask=0) if nobodys else self.of_type(e.type)

    def _active(self, e: ir.Active, known: Known) -> About:
        """Returns nobody if no phase that is about such a thing can run."""
        for name, phase in self.game.phases.items():
            param = phase.param
            if param is not None and known.may & self.phases[name]:
                if e.what == "player" or param.type.name == e.what:
                    return self.of_type(e.type)
        return self.of_type(e.type)._replace(mask=0)

    def met(self, about: About, word: str) -> bool:
        """Returns whether an answer can be this word."""
        return about.words is None or word in about.words

    def _value_of(self, e: ir.ValueOf, known: Known) -> About:
        if self.game.values[e.value].field is None or not e.args:
            return self.value(e.value)
        mask = self.ask(e.args[0], known).mask
        titles = self.titles
        found = [about for title, about in self.field(e.value).items() if mask & titles[title]]
        return joined(found) if found else self.of_type(e.type)

    # ---- what follows from an answer --------------------------------------------------------------------------------

    def assume(self, e: ir.Expr, known: Known, yes: bool = True) -> Known | None:
        """Returns what is known if a condition holds (`yes`), or if it does not; None if that can never be."""
        match e:
            case ir.Not():
                return self.assume(e.of, known, not yes)
            case ir.And() | ir.Or() if isinstance(e, ir.And) == yes:
                for part in e.parts:
                    inner = self.assume(part, known, yes)
                    if inner is None:
                        return None
                    known = inner
                return known
            case ir.And() | ir.Or():
                left = [one for part in e.parts if (one := self.assume(part, known, yes)) is not None]
                return None if not left else left[0] if len(left) == 1 else known
        about = self.ask(e, known)
        if about.high < 1 if yes else about.low >= 1:
            return None
        known = known.noting(key(e), YES if yes else NO) if type(e) in NOTED else known
        return self._follows(e, known, yes)

    def _follows(self, e: ir.Expr, known: Known, yes: bool) -> Known | None:
        """Returns what follows of the names in a condition."""
        match e:
            case ir.Some():
                return _sized(e.of, YES._replace(high=math.inf) if yes else NO, known)
            case ir.QualityOf():
                said = self.says(e) if not yes or not self.given(e.quality) else None
                if said is None:
                    return known
                self._opened.add(e.quality)
                inner = self.assume(said, known, yes)
                self._opened.discard(e.quality)
                return inner
            case ir.Has() if yes:
                return self._narrowed(e.bearer, About(mask=self.marked(e.mark)), known)
            case ir.Among() if yes:
                return self._narrowed(e.of, self.ask(e.in_, known).one(), known)
            case ir.CountsAs() if yes:
                words = self.ask(e.word, known).words
                mask = EVERYTHING if words is None else self.counting(e.field, words)
                return self._narrowed(e.card, About(mask=mask), known)
            case ir.Is():
                op = e.op if yes else AGAINST[e.op]
                inner = self._compared(e.left, op, e.right, known)
                return None if inner is None else self._compared(e.right, TURNED[op], e.left, inner)
            case ir.Running() if yes:
                known = Known(known.names, known.facts, known.may, known.must | self.phases[e.phase], known.at)
                return known if e.of is None else self._runs(e.phase, e.of, known)
        return known

    def _runs(self, phase: str, of: ir.Expr, known: Known) -> Known | None:
        """Returns what follows if a phase runs for something: it runs for one thing at a time."""
        about = met(known.facts.get(phase, ANY), self.ask(of, known))
        return None if about.mask == 0 else known.noting(phase, about)

    def _compared(self, left: ir.Expr, op: str, right: ir.Expr, known: Known) -> Known | None:
        """Returns what follows of the left side of a comparison."""
        by = self.ask(right, known)
        if left.type.sort in ("number", "amount"):
            low, high = bounded(op, self.ask(left, known).range, by.range)
            if low > high:
                return None
            if isinstance(left, ir.ValueOf) and left.args and self.game.values[left.value].field is not None:
                mask = 0
                for title, about in self.field(left.value).items():
                    if compared(op, about.range, by.range)[1]:
                        mask |= self.titles[title]
                inner = self._narrowed(left.args[0], About(mask=mask), known)
                if inner is None:
                    return None
                known = inner
            if isinstance(left, ir.Size):
                known = _sized(left.of, About(low, high), known)
            return known.noting(key(left), About(low, high)) if type(left) in NOTED else known
        if op != "==" or isinstance(right, ir.Nobody):
            return known
        if isinstance(left, ir.ValueOf) and left.args and self.game.values[left.value].field is not None:
            mask = 0
            for title, about in self.field(left.value).items():
                if not met(about, by).none():
                    mask |= self.titles[title]
            inner = self._narrowed(left.args[0], About(mask=mask), known)
            return None if inner is None else inner.noting(key(left), by.one())
        if type(left) in NOTED:
            both = met(self.ask(left, known), by.one())
            return None if both.mask == 0 or both.words == frozenset() else known.noting(key(left), both)
        return self._narrowed(left, by.one(), known)

    def _narrowed(self, e: ir.Expr, by: About, known: Known) -> Known | None:
        """Returns the same, and a name stands for nothing else than this."""
        if not isinstance(e, ir.Var):
            return known
        before = known.names.get(e.name) or self.of_type(e.type)
        after = met(before, by)
        return None if after.none() else known.naming(e.name, after)


Form = Callable[[Asking, Any, Known], About]

FORMS: dict[type, Form] = {
    ir.Num: lambda a, e, k: About(e.value, e.value),
    ir.Word: lambda a, e, k: About(words=frozenset({e.word})),
    ir.CardNamed: lambda a, e, k: About(
        0 if e.type.many else -math.inf, a.copies.get(e.title, 1), a.titles.get(e.title, EVERYTHING)
    ),
    ir.Var: lambda a, e, k: k.names.get(e.name) or a.of_type(e.type),
    ir.Nobody: lambda a, e, k: About(mask=0),
    ir.Players: lambda a, e, k: About(*a.players, PLAYERS),
    ir.Side: lambda a, e, k: a.ask(e.among, k) if e.type.many else a.of_type(e.type),
    ir.CardsIn: lambda a, e, k: a._inside(e.zone, e.type),
    ir.Top: lambda a, e, k: _top(a, e, k),
    ir.ValueOf: Asking._value_of,
    ir.Counted: Asking._counted,
    ir.Has: Asking._has,
    ir.Holder: lambda a, e, k: a.of_type(e.type)._replace(mask=a.of_type(e.type).mask & a.marked(e.mark)),
    ir.Size: lambda a, e, k: _size(a.ask(e.of, k)),
    ir.Where: Asking._where,
    ir.Image: Asking._image,
    ir.Fold: Asking._fold,
    ir.Without: lambda a, e, k: NO if key(e.gone) in map(key, origins(e.of)) else a.ask(e.of, k)._replace(low=0),
    ir.Arith: Asking._arith,
    ir.Quotient: Asking._quotient,
    ir.AtLeast: lambda a, e, k: About(max(a.ask(e.of, k).low, e.low), max(a.ask(e.of, k).high, e.low)),
    ir.AtMost: lambda a, e, k: _at_most(a.ask(e.of, k), a.ask(e.high, k)),
    ir.Seat: lambda a, e, k: About(1, a.players[1]),
    ir.Is: Asking._is,
    ir.Among: Asking._among,
    ir.CountsAs: Asking._counts,
    ir.And: Asking._and,
    ir.Or: Asking._or,
    ir.Not: Asking._not,
    ir.Some: Asking._some,
    ir.QualityOf: Asking._quality_of,
    ir.Running: Asking._running,
    ir.Happened: Asking._happened,
    ir.Active: Asking._active,
    ir.Owner: Asking._owner,
}
"""What is known of each sort of phrase. Of any other one, only its type is known."""

NOTED = frozenset({
    ir.Has, ir.Counted, ir.QualityOf, ir.Happened, ir.Is, ir.Among, ir.CountsAs, ir.Can, ir.Some, ir.ValueOf,
    ir.Size, ir.Running, ir.Seat, ir.CardsIn, ir.Where, ir.Without,
})  # fmt: skip
"""The phrases whose answers are remembered as long as nothing changes."""


def _top(a: Asking, e: ir.Top, known: Known) -> About:
    found = a._inside(e.zone, e.type)
    return found._replace(high=max(0, min(found.high, a.ask(e.count, known).high)))


def _sized(of: ir.Expr, size: About, known: Known) -> Known:
    """Returns what is known if a set has so many things. What it is taken from has no fewer."""
    while type(of) in NOTED:
        known = known.noting(key(of), size)
        if not isinstance(of, ir.Where | ir.Without):
            break
        of, size = of.of, About(size.low, math.inf)
    return known


def _size(of: About) -> About:
    return NO if of.none() else About(max(0, of.low), of.high)


def _at_most(of: About, high: About) -> About:
    return About(min(of.low, high.low), min(of.high, high.high))
