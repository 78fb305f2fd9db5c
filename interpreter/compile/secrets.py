"""Finds what everybody knows: whether a phrase reads anything hidden, and what part of it is public.

Whether a player is asked must tell the others nothing. So only what everybody can see may decide that. A condition may
read a hand, a counter that only its owner sees, a card that was looked at, or a word that reads such a thing. Then what
it implies in public (`public`) decides whether the player is asked; the rest only closes answers, which the asked
player alone sees.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from moot.dsl import ir
from moot.dsl.source import NOWHERE

from .keys import CanFunction, CountsFunction, QualityFunction, ValueFunction, Word, abilities_word
from .scope import Scope
from .unit import Unit
from .walk import walk

Asking = ir.ValueOf | ir.QualityOf | ir.CountsAs | ir.Can | ir.HasAbilities
"""The phrases that ask for a word that rules can change."""

NOBODY_KNOWS = Scope()
"""A scope in which no name stands for anything hidden."""


# ---- what is hidden -------------------------------------------------------------------------------------------------


def hidden(u: Unit, node: Any, scope: Scope = NOBODY_KNOWS) -> bool:
    """Return whether a phrase reads what not every player can see. `scope`: what its names stand for."""
    counted = _only_counted(u, node)
    anywhere = {n.var for n in walk(node) if isinstance(n, ir.Where) and isinstance(n.of, ir.AllOf)}
    return any(_reads_hidden(u, n, scope, counted, anywhere) for n in walk(node))


def _reads_hidden(u: Unit, n: Any, scope: Scope, counted: list[ir.ZoneOf], anywhere: set[str]) -> bool:
    """Return whether a node itself reads what not every player can see. `counted`: zones of which only the number of
    cards is asked. `anywhere`: names of cards of a kind wherever they lie."""
    match n:
        case ir.ZoneOf():
            return unseen_zone(u, n) and not any(n is zone for zone in counted)
        case ir.Var():
            return n.name in scope.hidden
        case ir.Has() | ir.Counted() | ir.MarkOwner() | ir.Holder():
            return u.game.markers[n.mark].seen != "everyone"
        case ir.Kept():
            memory = u.game.values[n.name].memory
            return memory is not None and memory.seen != "everyone"
        case ir.Owner():
            named = isinstance(n.of, ir.CardNamed) or (isinstance(n.of, ir.Var) and n.of.name in anywhere)
            return named and n.of.type.name in u.book.unseen_kinds
        case ir.ValueOf() | ir.QualityOf() | ir.CountsAs() | ir.Can() | ir.HasAbilities():
            return _word_hidden(u, n)
        case ir.Abilities():
            return True
    return False


def unseen_zone(u: Unit, place: ir.ZoneOf) -> bool:
    """Return whether not everybody sees the cards in a zone."""
    return u.game.zones[place.zone].seen != "everyone"


def unseen_place(u: Unit, node: Any) -> bool:
    """Return whether a phrase mentions a zone that not everybody sees."""
    return any(isinstance(n, ir.ZoneOf) and unseen_zone(u, n) for n in walk(node))


def _only_counted(u: Unit, node: Any) -> list[ir.ZoneOf]:
    """List the hidden zones of which only the number of cards is asked; that number is public where it is counted."""
    zones = list(_sizes(node))
    for n in walk(node):
        if isinstance(n, ir.QualityOf) and isinstance(n.of, ir.ZoneOf):
            declared = u.game.qualities[n.quality]
            if _only_counts(declared.cond, declared.param.name) and not u.book.on(QualityFunction(n.quality)):
                zones.append(n.of)
    return [zone for zone in zones if isinstance(zone, ir.ZoneOf) and u.game.zones[zone.zone].counted]


def _only_counts(cond: Any, name: str) -> bool:
    """Return whether a condition asks only for the number of cards in the zone with this name."""
    here = [n for n in walk(cond) if isinstance(n, ir.Var) and n.name == name]
    counted = list(_sizes(cond))
    return all(any(n is zone for zone in counted) for n in here)


def _sizes(node: Any) -> Iterator[ir.Expr]:
    """Go through the zones of which it is asked how many cards lie there, or whether any do."""
    return (n.of.zone for n in walk(node) if isinstance(n, (ir.Size, ir.Some)) and isinstance(n.of, ir.CardsIn))


def _word_hidden(u: Unit, n: Asking) -> bool:
    """Return whether what a word asks for reads what not every player can see."""
    said: Any
    word: Word
    match n:
        case ir.ValueOf():
            word, said = ValueFunction(n.value), u.game.values[n.value].base
        case ir.QualityOf():
            word, said = QualityFunction(n.quality), u.game.qualities[n.quality].cond
        case ir.CountsAs():
            word, said = CountsFunction(n.field), None
        case ir.HasAbilities():
            word, said = abilities_word(n), None
        case ir.Can():
            word = CanFunction(n.verb)
            verb = u.game.verbs.get(n.verb)
            said = None if verb is None else (tuple(r.cond for r in verb.refusals), *_needed(u, verb))
    known = u.memo.hidden
    if word not in known:
        known[word] = False  # a word that reads itself is not hidden for that reason
        known[word] = hidden(u, (said, tuple(s.rule for s in u.book.on(word))))
    return known[word]


def deed_hidden(u: Unit, verb: str) -> bool:
    """Return whether something hidden decides if a verb can be done."""
    doer = ir.Var(type=ir.Type("player"), span=NOWHERE, name="you")
    return _word_hidden(u, ir.Can(type=ir.Type("truth"), span=NOWHERE, verb=verb, doer=doer, args=()))


def _needed(u: Unit, verb: ir.Verb) -> Iterator[ir.Expr]:
    """Go through what decides whether a verb can be done, apart from what refuses it."""
    for s in walk(tuple(step.body for step in verb.steps)):
        if isinstance(s, ir.Require):
            yield s.cond
        elif isinstance(s, ir.Choose) and s.otherwise is None and not size_known(u, s.of):
            yield s.of
        elif isinstance(s, ir.Do) and s.verb in u.game.verbs:
            yield ir.Can(type=ir.Type("truth"), span=s.span, verb=s.verb, doer=s.doer, args=())


def deciding(u: Unit, block: Sequence[ir.Stmt]) -> Iterator[Any]:
    """Go through what decides whether statements can be done: names, choices, conditions and deeds."""
    for s in block:
        match s:
            case ir.Let() | ir.Choose() | ir.Require():
                yield s
            case ir.Do() if s.verb in u.game.verbs and not (s.if_able or s.as_quality is not None):
                yield ir.Can(type=ir.Type("truth"), span=s.span, verb=s.verb, doer=s.doer, args=s.args)
            case ir.If():
                inside = tuple(deciding(u, (*s.then, *s.otherwise)))
                yield from (s.cond, *inside) if inside else ()
            case ir.Either() if s.otherwise is None:
                for b in s.branches:
                    yield b.choose
                    yield from deciding(u, b.body)


def size_known(u: Unit, of: ir.Expr, scope: Scope = NOBODY_KNOWS) -> bool:
    """Return whether everybody knows how many members a set has."""
    match of:
        case ir.CardsIn(zone=ir.ZoneOf() as zone):
            seen = not unseen_zone(u, zone) or u.game.zones[zone.zone].counted
            return seen and not hidden(u, zone.bearer, scope)
        case ir.Top():
            cards = ir.CardsIn(type=of.type, span=of.span, zone=of.zone)
            return not hidden(u, of.count, scope) and size_known(u, cards, scope)
        case ir.Without():
            return size_known(u, of.of, scope) and size_known(u, of.gone, scope)
        case ir.Var():
            return of.name not in scope.unsized
        case _:
            return not hidden(u, of, scope)


# ---- names and choices ----------------------------------------------------------------------------------------------


def learn(u: Unit, inner: Scope, name: str, of: ir.Expr, outer: Scope, told: bool = False) -> Scope:
    """Return the scope `inner` with what is known of a name for something out of a set, or for a value. `told`: what it
    is was said aloud, unless it is a card."""
    unsized, somewhere, unknown = inner.unsized, inner.anywhere, inner.hidden
    if not size_known(u, of, outer):
        unsized |= {name}
    if anywhere(of):
        somewhere |= {name}
    if hidden(u, of, outer) and not (told and of.type.sort != "card"):
        unknown |= {name}
    return replace(inner, unsized=unsized, anywhere=somewhere, hidden=unknown)


def open_to_all(u: Unit, of: ir.Expr) -> bool:
    """Return whether everybody may hear what is chosen out of a set: its members lie open, or are named wherever they
    lie."""
    source = of
    while isinstance(source, (ir.Where, ir.Without)):
        if isinstance(source, ir.Where) and any(_tells_place(u, n, source.var) for n in walk(source.cond)):
            return False
        source = source.of
    if isinstance(source, ir.Var):
        return source.type.sort != "card"
    return not unseen_place(u, source)


def _tells_place(u: Unit, n: Any, var: str) -> bool:
    """Return whether a node says that the thing in question lies in a zone which not everybody sees."""
    if not isinstance(n, ir.Among) or not isinstance(n.of, ir.Var) or n.of.name != var:
        return False
    return unseen_place(u, n.in_)


def anywhere(of: ir.Expr) -> bool:
    """Return whether these are cards of a kind wherever they lie, so that choosing one means naming it."""
    while isinstance(of, (ir.Where, ir.Without)):
        of = of.of
    return isinstance(of, ir.AllOf) and of.type.sort == "card"


# ---- the public part of a condition ---------------------------------------------------------------------------------


def public(u: Unit, cond: ir.Expr | None, scope: Scope) -> ir.Expr | None:
    """Return a condition that everybody can judge and that holds wherever this one does; None if there is none."""
    return None if cond is None else _judged(u, cond, scope, True)


def refusal(u: Unit, cond: ir.Expr, scope: Scope) -> ir.Expr | None:
    """Return a condition that everybody can judge and that holds only where this one does; None if there is none."""
    return _judged(u, cond, scope, False)


def _judged(u: Unit, e: ir.Expr, scope: Scope, wide: bool) -> ir.Expr | None:
    if not hidden(u, e, scope):
        return e
    match e:
        case ir.Not():
            of = _judged(u, e.of, scope, not wide)
            return None if of is None else replace(e, of=of)
        case ir.And() | ir.Or():
            parts = [_judged(u, part, scope, wide) for part in e.parts]
            left = tuple(part for part in parts if part is not None)
            if len(left) == len(parts) or (left and isinstance(e, ir.And) == wide):
                return replace(e, parts=left)
    return None


def public_set(u: Unit, of: ir.Expr, scope: Scope) -> ir.Expr | None:
    """Return a set that everybody can judge and that contains all members of this one; None if there is none."""
    if not hidden(u, of, scope):
        return of
    if isinstance(of, ir.Where):
        base = public_set(u, of.of, scope)
        cond = public(u, of.cond, scope)
        return base if base is None or cond is None else replace(of, of=base, cond=cond)
    if isinstance(of, ir.Without):
        return public_set(u, of.of, scope)
    return None
