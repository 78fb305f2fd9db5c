"""Reads when a clause begins, and what is known then: where its card works, and where what it is about lies."""

from __future__ import annotations

from collections.abc import Iterator

from .. import ir
from ..checks.nodes import below, is_this, is_you
from ..renaming import put_in
from . import deeds
from .about import NO, YES, About, Known
from .early import hardly, too_early
from .leaving import done_to
from .phrases import Phrases
from .terms import key
from .world import EVERYTHING


class Beginnings(Phrases):
    """Reads the first lines of clauses."""

    def beginning(self, card: ir.Card, number: int, clause: ir.Clause) -> Known | None:
        """Reads when a clause begins. Returns what is known then; None if it never begins."""
        moment = clause.moment
        within = self.asking.within("card", card.title, number)
        if within is None:
            self.tell("happens", moment.span, *self.why.never_happens(moment))
            return None
        begun = Known(self.own(card).names, {}, *within, ("card", card.title, number))
        before, after = self._subjects(moment, begun)
        names = {**begun.names, **{n: a._replace(places=None) for n, a in before.names.items()}}
        wide = Known(names, {}, *within, begun.at)
        if moment.cond is not None and self.condition(moment.cond, wide) is None:
            return None
        state = None if clause.where is not None else too_early(self.asking, card, moment)
        if state is not None and moment.subject is not None and is_itself(moment.cond, moment.subject):
            self.tell("works", moment.span, *self.why.before_it_works(moment, state))
            return None
        state = None if clause.where is not None else hardly(self.asking, card, moment)
        if state is not None and moment.subject is not None and is_itself(moment.cond, moment.subject):
            self.tell("works", moment.span, *self.why.before_its_turn(state), mild=True)
        ends = [end for at in (before, after) if at is not None for end in self._begins(card, clause, at)]
        if not ends:
            self.tell("works", moment.span, *self.why.not_then(card, clause, before, after))
            return None
        if clause.where is not None and is_you(clause.doer) and all(self._nobodys(card, end) for end in ends):
            self.tell("works", moment.span, *self.why.nobodys(ends[0].names["this"]))
            return None
        known: Known | None = ends[0] if len(ends) == 1 else self._wide(clause, begun, before)
        if known is not None and moment.kind == "after":
            known = self._done(clause, begun, after or before)
        elif known is not None:
            known = self.home(card, known)
        if known is not None and clause.cond is not None:
            known = self.condition(clause.cond, known)
        return known

    def _begins(self, card: ir.Card, clause: ir.Clause, at: Known) -> Iterator[Known]:
        """Yields what is known where a clause begins, for each way in which its card can work then."""
        for live in self.lives(card, clause.where, at):
            known = live if clause.moment.cond is None else self.asking.assume(clause.moment.cond, live)
            if known is not None:
                yield known

    def lives(self, card: ir.Card, where: ir.Where_ | None, known: Known) -> list[Known]:
        """Returns what is known where a card works, for each way in which it can work."""
        ways: list[Known | None] = []
        works = self.asking.kind(card.kind).works
        if where is None or not where.only:
            ways.append(known if works is None else self.asking.assume(works, known))
        if self.asking.shared(card.title):
            ways.append(known)
        if where is not None:
            mask = self.asking.own(card.title)
            zones = frozenset(zone for zone in where.zones if self.asking.lies(zone) & mask)
            if zones:
                ways.append(self.asking._narrowed(_this(card), About(places=zones), known))
            for state in where.states:
                if state in self.asking.game.qualities:
                    ways.append(known if self.asking.quality(state).high >= 1 else None)
                else:
                    ways.append(known if self.asking.marked(state) & mask else None)
        return [way for way in ways if way is not None]

    def home(self, card: ir.Card, known: Known) -> Known:
        """Notes that the place of the player for whom a card acts is not empty, if the card lies there."""
        places, you = known.names["this"].places, self.asking.kind(card.kind).you
        if places is None or len(places) != 1 or not isinstance(you, ir.Owner) or not is_this(you.of):
            return known
        [zone] = places
        if self.asking.zone(zone).owner != "player":
            return known
        inside = ir.CardsIn(
            type=ir.Type("card", card.kind, many=True),
            span=card.span,
            zone=ir.ZoneOf(
                type=ir.Type("zone", zone),
                span=card.span,
                zone=zone,
                bearer=ir.Var(type=ir.Type("player"), span=card.span, name="you"),
            ),
        )
        there = ir.Among(type=ir.Type("truth"), span=card.span, of=_this(card), in_=inside)
        return known.noting(key(inside), About(1)).noting(key(there), YES)

    def _nobodys(self, card: ir.Card, known: Known) -> bool:
        """Returns whether nobody acts for a card."""
        you = self.asking.kind(card.kind).you
        return you is not None and self.asking.ask(you, known).mask == 0

    def _wide(self, clause: ir.Clause, begun: Known, before: Known) -> Known | None:
        """Returns what is known at the beginning of a clause wherever its card and its subject lie."""
        names = {**begun.names, **{n: a._replace(places=None) for n, a in before.names.items()}}
        known = Known(names, {}, begun.may, begun.must, begun.at)
        return known if clause.moment.cond is None else self.asking.assume(clause.moment.cond, known)

    def _done(self, clause: ir.Clause, begun: Known, after: Known) -> Known | None:
        """Returns what is known at the beginning of a clause that answers a deed: what the deed was done to lies where
        the deed has laid it, unless another answer has moved it on."""
        known, subject = self._wide(clause, begun, after), clause.moment.subject
        places = None if subject is None or subject not in after.names else after.names[subject].places
        event = clause.moment.event or ""
        if known is None or subject is None or self.asking.verb(event.partition("/")[0]) is None:
            return known
        for one in (subject, "this") if is_itself(clause.moment.cond, subject) else (subject,):
            about = known.names[one]
            for gone in done_to(self.asking, event, one):
                known = known.noting(key(gone), NO)
            if places is not None:
                known = known.naming(one, about._replace(places=self.asking.onward(event, places)))
        for node in below((clause.cond, clause.lead)):
            if isinstance(node, ir.Happened) and node.event == event and self._just_now(node, clause.moment, known):
                known = known.noting(key(node), YES)
        return known

    def _just_now(self, e: ir.Happened, moment: ir.Moment, known: Known) -> bool:
        """Returns whether what has just happened is surely one of those things of which a question about the past
        asks."""
        running = e.span_of is None or known.must & self.asking.phases[e.span_of]
        if not running or e.measure or e.origin or e.goal or e.subject is not None:
            return False
        if e.by is None or moment.doer is None:
            return e.by is None
        doer = ir.Var(type=ir.Type("player"), span=e.span, name=moment.doer)
        if isinstance(e.by, ir.Where) and isinstance(e.by.of, ir.Players):
            return self.asking.ask(put_in(e.by.cond, e.by.var, doer), known).low >= 1
        same = ir.Is(type=ir.Type("truth"), span=e.span, op="==", left=doer, right=e.by)
        return self.asking.ask(same, known).low >= 1

    def _subjects(self, moment: ir.Moment, known: Known) -> tuple[Known, Known | None]:
        """Returns what is known of the names of a moment just before it, and just after it (None: it has no after)."""
        names = dict(known.names)
        key, _, step = (moment.event or "").partition("/")
        declared = self.asking.verb(key) or self.asking.phase(key)
        params: tuple[ir.Param, ...] = ()
        if isinstance(declared, ir.Verb):
            params = declared.params
        elif isinstance(declared, ir.Phase) and declared.param is not None:
            params = (declared.param,)
        if moment.subject is not None and moment.among is None and params:
            among = known.names["this"].mask if is_itself(moment.cond, moment.subject) else EVERYTHING
            names[moment.subject] = self.parameter(key, params[0], among)._replace(low=-1, high=float("inf"))
            if params[0].type.sort == "number":
                names[moment.subject] = self.asking.of_type(params[0].type)
        for var, name in moment.roles:
            names[var] = next((self.parameter(key, p) for p in params if p.name == name), About())
        before = Known(names, known.facts, known.may, known.must, known.at)
        if moment.kind != "after" and (moment.kind != "end" or moment.subject is None):
            return before, None
        ends = names
        if moment.subject is not None and moment.subject in names:
            ends = {**names, moment.subject: names[moment.subject]._replace(places=self._ends(key, step))}
        return before, Known(ends, known.facts, known.may, known.must, known.at)

    def _ends(self, key: str, step: str) -> frozenset[str] | None:
        """Returns where a deed, or a step of it, at last lays what it is done to; None: that is not known."""
        verb = self.asking.verb(key)
        for _ in range(20):
            if verb is None or not verb.params:
                return None
            name = verb.params[0].name
            last = [s for one in verb.steps if not step or one.name == step for s in one.body][-1:]
            match last:
                case [ir.MoveCards(cards=ir.Var(name=moved), to=ir.ZoneOf(zone=zone))] if moved == name:
                    return self.asking.places(frozenset({("zone", zone, ""), deeds.SOON}))
                case [ir.Do(verb=other, args=(ir.Var(name=moved), *_))] if moved == name:
                    other, _, step = other.partition("/")
                    verb = self.asking.verb(other)
                case _:
                    return None
        return None

    def parameter(self, key: str, param: ir.Param, among: int = EVERYTHING) -> About:
        found = self.asking.of_type(param.type)
        if param.type.sort not in ("card", "player", "bearer"):
            return found
        mask, places = self.asking.told(key, param.name, among)
        return found._replace(mask=found.mask & mask, places=places)

    def own(self, card: ir.Card) -> Known:
        return Known({"this": About(mask=self.asking.own(card.title)), "you": About(mask=1)})


def _this(card: ir.Card) -> ir.Var:
    return ir.Var(type=ir.Type("card", card.kind), span=card.span, name="this")


def is_itself(cond: ir.Expr | None, name: str, title: str = "") -> bool:
    """Returns whether a condition says of a name that it is the card itself, which may be called by its title."""
    match cond:
        case ir.And():
            return any(is_itself(part, name, title) for part in cond.parts)
        case ir.Is(op="==", left=left, right=right):
            pairs = ((left, right), (right, left))
            return any(isinstance(a, ir.Var) and a.name == name and (is_this(b) or _titled(b, title)) for a, b in pairs)
    return False


def _titled(value: ir.Expr, title: str) -> bool:
    """Whether an expression is the only card with a title."""
    return isinstance(value, ir.CardNamed) and value.title == title and not value.type.many
