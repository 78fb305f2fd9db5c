"""Says in every clause at whom it is aimed, where some card answers or forbids that.

What a clause chooses is aimed at as soon as it has chosen and paid: another player, a card that somebody else has in
the open, a card that is named wherever it lies. So the deed `target …` is written there; what follows in the block is
done only if that deed is. Where a rule can forbid it, only what may be targeted can be chosen; and whatever else the
clause would do to others, it does only to those whom its card may target.

Nothing of this is in a game in which no card speaks of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from moot.dsl import ir
from moot.dsl.own_verbs import ANYTHING, CARD, PLAYER, TARGETS
from moot.dsl.source import NOWHERE

from .walk import walk

TRUTH = ir.Type("truth")
A_PLAYER = ir.Type("player")
OURS = frozenset(TARGETS)


def aim(game: ir.Game) -> ir.Game:
    """Return the game in which each clause says at whom it is aimed."""
    spoken, banned = _spoken(game)
    if not spoken:
        return game
    verbs = {**game.verbs, **TARGETS}
    cards = {
        title: replace(card, clauses=tuple(_Aim(game, card.kind, spoken, banned).clause(c) for c in card.clauses))
        for title, card in game.cards.items()
    }
    return replace(game, verbs=verbs, cards=cards)


def _spoken(game: ir.Game) -> tuple[frozenset[str], frozenset[str]]:
    """Return which of the verbs some card speaks of, and which some rule forbids."""
    spoken, banned = set(), set()
    for node in walk(game.cards):
        match node:
            case ir.Moment(event=key) | ir.Happened(event=key) if key in OURS:
                spoken.add(key)
            case ir.Rule(form="permit", name=key) if key in OURS:
                spoken.add(key)
                banned.add(key)
    return frozenset(spoken), frozenset(banned)


class _Aim:
    """Writes at whom the clauses of cards of one kind are aimed. `spoken`: the verbs of which some card speaks;
    `banned`: those that a rule forbids."""

    def __init__(self, game: ir.Game, kind: str, spoken: frozenset[str], banned: frozenset[str]) -> None:
        self.game, self.spoken, self.banned = game, spoken, banned
        self.this = ir.Var(type=ir.Type("card", kind), span=NOWHERE, name="this")
        self.doer: ir.Expr = ir.Nobody(type=A_PLAYER, span=NOWHERE)

    def clause(self, clause: ir.Clause) -> ir.Clause:
        """Return a clause that says at whom it is aimed."""
        self.doer = clause.doer
        lead = tuple(self._limited(s) if isinstance(s, ir.Choose) else s for s in clause.lead)
        aims = [aim for s in clause.lead if isinstance(s, ir.Choose) for aim in self._aims(s)]
        return replace(clause, lead=lead, effect=(*aims, *self._block(clause.effect)))

    def _block(self, block: Sequence[ir.Stmt]) -> ir.Block:
        found: list[ir.Stmt] = []
        for s in block:
            found.append(self._inside(s))
            if isinstance(s, ir.Choose):
                found += self._aims(s)
        return tuple(found)

    def _inside(self, s: ir.Stmt) -> ir.Stmt:
        """Return a statement with what is said of the choices inside it."""
        match s:
            case ir.Choose():
                return self._limited(s)
            case ir.If():
                return replace(s, then=self._block(s.then), otherwise=self._block(s.otherwise))
            case ir.ForEach():
                return replace(s, of=self._those(s.of), body=self._block(s.body))
            case ir.Repeat():
                return replace(s, body=self._block(s.body))
            case ir.May():
                return replace(s, doer=self._those(s.doer), body=self._block(s.body))
            case ir.Either():
                other = None if s.otherwise is None else self._block(s.otherwise)
                return replace(s, branches=tuple(map(self._branch, s.branches)), otherwise=other)
            case _:
                return self._where_allowed(s)

    def _branch(self, b: ir.Branch) -> ir.Branch:
        if b.choose is None:
            return replace(b, body=self._block(b.body))
        return replace(b, choose=self._limited(b.choose), body=(*self._aims(b.choose), *self._block(b.body)))

    # ---- what is chosen

    def _limited(self, choose: ir.Choose) -> ir.Choose:
        """Return a choice of what the card may target."""
        return replace(choose, of=self._those(choose.of)) if self._named(choose) is not None else choose

    def _those(self, of: ir.Expr) -> ir.Expr:
        """Return those of a set that the card may target."""
        key = {"player": PLAYER, "card": CARD}.get(of.type.sort, "")
        if key not in self.banned or not of.type.many:
            return of
        one = ir.Var(type=replace(of.type, many=False), span=of.span, name="it#aim")
        return ir.Where(type=of.type, span=of.span, var=one.name, of=of, cond=self._may(key, one))

    def _may(self, key: str, one: ir.Expr) -> ir.Expr:
        """Return the condition that a thing may be targeted, or belongs to the player who acts."""
        may = ir.Can(type=TRUTH, span=NOWHERE, verb=key, doer=self.this, args=(one,))
        return ir.Or(type=TRUTH, span=NOWHERE, parts=(ir.Not(type=TRUTH, span=NOWHERE, of=self._others(key, one)), may))

    def _others(self, key: str, one: ir.Expr) -> ir.Expr:
        """Return the condition that a thing is not, or does not belong to, the player who acts."""
        who = one if key == PLAYER else ir.Owner(type=A_PLAYER, span=NOWHERE, of=one)
        return ir.Is(type=TRUTH, span=NOWHERE, op="!=", left=who, right=self.doer)

    def _named(self, choose: ir.Choose) -> str | None:
        """Return the verb for what is chosen; None if nobody is told whom it concerns, or it concerns nobody."""
        if choose.secret or choose.chooser != self.doer:
            return None
        if choose.of.type.sort == "player":
            return PLAYER
        if choose.of.type.sort != "card":
            return None
        return CARD if self._anywhere(choose.of) or self._open(choose.of) else None

    def _anywhere(self, of: ir.Expr) -> bool:
        return isinstance(of, ir.AllOf) or (isinstance(of, (ir.Where, ir.Without)) and self._anywhere(of.of))

    def _open(self, of: ir.Expr) -> bool:
        """Return whether these are cards in places that everybody sees."""
        places = [n for n in walk(of) if isinstance(n, ir.ZoneOf)]
        return bool(places) and all(self.game.zones[place.zone].seen == "everyone" for place in places)

    def _aims(self, choose: ir.Choose) -> Iterator[ir.Stmt]:
        """Go through the deeds by which what was chosen is aimed at."""
        key = self._named(choose)
        if key is None or not self.spoken & {key, ANYTHING}:
            return
        name = choose.name if choose.single else "it#aim"
        one = ir.Var(type=replace(choose.of.type, many=False), span=NOWHERE, name=name)
        deeds = self._deeds(key, one)
        if key == PLAYER or not self._anywhere(choose.of):
            deeds = (ir.If(span=NOWHERE, cond=self._others(key, one), then=deeds),)
        if choose.single:
            yield from deeds
        else:
            many = ir.Var(type=choose.of.type, span=NOWHERE, name=choose.name)
            yield ir.ForEach(span=NOWHERE, var=one.name, of=many, by=None, body=deeds)

    def _deeds(self, key: str, one: ir.Expr) -> ir.Block:
        aimed = ((verb, args) for verb, args in ((key, (one,)), (ANYTHING, ())) if verb in self.spoken)
        return tuple(ir.Do(span=NOWHERE, verb=verb, doer=self.this, args=args, decides=True) for verb, args in aimed)

    # ---- whom it concerns besides

    def _where_allowed(self, s: ir.Stmt) -> ir.Stmt:
        """Return a deed that is done only if the card may target the players whom it concerns."""
        if PLAYER not in self.banned:
            return s
        concerned = dict.fromkeys(p for p in _concerned(s) if p != self.doer)
        may = tuple(self._may(PLAYER, p) for p in concerned)
        if not may:
            return s
        cond = may[0] if len(may) == 1 else ir.And(type=TRUTH, span=NOWHERE, parts=may)
        return ir.If(span=s.span, cond=cond, then=(s,))


def _concerned(s: ir.Stmt) -> Iterator[ir.Expr]:
    """Go through the players whose gold, cards or markers a deed changes, or who have to do it."""
    match s:
        case ir.Do():
            yield from (e for e in (s.doer, *s.args) if e.type.sort == "player" and not e.type.many)
        case ir.MoveAmount():
            yield from (e for e in (s.source, s.to) if e is not None and e.type == A_PLAYER)
        case ir.MoveSingle(to=on) | ir.Put(on=on) | ir.Mark(on=on):
            if on.type == A_PLAYER:
                yield on
        case ir.MoveCards() | ir.Swap() | ir.Show() | ir.Shuffle():
            for n in walk(s):
                if isinstance(n, ir.ZoneOf) and n.bearer is not None and n.bearer.type == A_PLAYER:
                    yield n.bearer
        case _:
            pass
