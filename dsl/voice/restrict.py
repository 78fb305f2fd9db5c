"""Describes things by what is true of them: adjectives, places, `another`, and relative clauses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from .. import ir
from .scope import CARD, Scope
from .tree import Adj, Both, Det, Gap, It, Noun, Phrase, Place, Saying, Says, Term, There, Thing, Verb, ends, own


def parts(cond: ir.Expr | None) -> Iterator[ir.Expr]:
    """Yields the conditions that all have to hold. A denied `or` is several denials."""
    match cond:
        case None:
            return
        case ir.And():
            for part in cond.parts:
                yield from parts(part)
        case ir.Not(of=ir.Or(parts=either)):
            for part in either:
                yield from parts(replace(cond, of=part))
        case _:
            yield cond


def restricted(base: Thing, where: ir.Where, scope: Scope) -> Thing:
    """Describes the things of a set for which a condition holds."""
    return narrowed(base, where.var, list(parts(where.cond)), scope)


def narrowed(base: Thing, var: str, conds: list[ir.Expr], scope: Scope) -> Thing:
    """Describes things by conditions about one of them."""
    if not isinstance(base, Noun):
        if not conds:
            return base
        return Phrase("that", (base, _asides(var, conds, scope)))
    noun, left = base, []
    for cond in conds:
        changed = _adjective(noun, var, cond, scope)
        if changed is None:
            left.append(cond)
        else:
            noun = changed
    rels = relatives(noun, var, left, scope)
    return replace(noun, rels=tuple(sorted((*noun.rels, *rels), key=ends)))


def _asides(var: str, conds: list[ir.Expr], scope: Scope) -> Phrase:
    noun = Noun(own("thing"))
    return Phrase("rel", (replace(noun, rels=relatives(noun, var, conds, scope)),))


def _adjective(noun: Noun, var: str, cond: ir.Expr, scope: Scope) -> Noun | None:
    """Returns a noun with what one condition says of it; None if that takes a relative clause."""
    about_place = _of_place(noun, var, cond)
    if about_place is not None:
        return about_place
    adjective = quality(var, cond, scope)
    if adjective is not None:
        if adjective.number is not None and noun.term == CARD:
            noun = replace(noun, term=kind_with(adjective.term.name, scope))
        return replace(noun, adjs=(*noun.adjs, adjective))
    match cond:
        case ir.Is(op="==", left=ir.AbilityCard(of=ir.Var(name=name)), right=right) if name == var:
            return replace(noun, of=scope.thing(right))
        case ir.Among(of=ir.AbilityCard(of=ir.Var(name=name)), in_=of) if name == var:
            return replace(noun, of=scope.described(of, Det.A, many=False))
        case ir.Among(of=ir.Var(name=name), in_=ir.CardsIn(zone=zone)) if name == var:
            return replace(noun, places=(*noun.places, Place("in", scope.thing(zone))))
        case ir.Not(of=ir.Is(op="==", left=ir.Var(name=name), right=right)) if name == var:
            if isinstance(right, ir.Var) and right.name in ("this", "you") and not noun.but:
                return replace(noun, other=True)
            if isinstance(right, ir.Var):
                return without(noun, scope.thing(right))
        case ir.Not(of=ir.Among(of=ir.Var(name=name), in_=ir.Var() as gone)) if name == var:
            return without(noun, scope.thing(gone))
    return None


def without(noun: Noun, gone: Thing) -> Noun:
    """Returns a noun without some of what it stands for: *the other cards*, *other cards except that district*."""
    if noun.many and noun.det is Det.THAT:
        if isinstance(gone, It) and gone.many or isinstance(gone, Noun) and gone.many and gone.det is Det.THAT:
            return replace(noun, det=Det.THE, other=True)  # those of them that were not picked
    named = Noun(gone.term, gone.many, Det.THAT) if isinstance(gone, It) and not gone.person else gone
    return replace(noun, but=(*noun.but, named))


def _of_place(noun: Noun, var: str, cond: ir.Expr) -> Noun | None:
    """Returns a noun whose place is described by a condition about that place; None if it is about something else."""
    inner = cond.of if isinstance(cond, ir.Not) else cond
    if not (isinstance(inner, ir.QualityOf) and isinstance(inner.of, ir.ZoneOf) and noun.places):
        return None
    bearer, last = inner.of.bearer, noun.places[-1]
    here = isinstance(bearer, ir.Var) and bearer.name == var
    if not here or not isinstance(last.of, Noun) or last.of.term != Term("noun", inner.of.zone):
        return None
    said = Says(Gap(), (Verb(own("be"), (Adj(Term("describing", inner.quality)),)),), denied=inner is not cond)
    place = replace(last, of=replace(last.of, rels=(*last.of.rels, said)))
    return replace(noun, places=(*noun.places[:-1], place))


def quality(var: str, cond: ir.Expr, scope: Scope) -> Adj | None:
    """Returns the describing word that a condition says of a variable; None if it says something else."""
    match cond:
        case ir.IsOptional(of=ir.Var(name=name)) if name == var:
            return Adj(own("optional"))
        case ir.Has(mark=mark, bearer=ir.Var(name=name)) if name == var and describes(mark, scope):
            return Adj(Term("describing", mark))
        case ir.QualityOf(quality=word, of=ir.Var(name=name)) if name == var:
            return Adj(Term("describing", word))
        case ir.CountsAs(card=ir.Var(name=name), word=ir.Word(word=word)) if name == var:
            return Adj(Term("describing", word))
        case ir.Is(op="==", left=ir.ValueOf(value=value, args=(ir.Var(name=name),)), right=right) if name == var:
            if isinstance(right, ir.Word):
                return Adj(Term("describing", right.word))
            if isinstance(right, ir.Num) and right.type.sort == "number" and scope.game.values[value].field:
                return Adj(Term("noun", value), right.value)
    return None


def kind_with(name: str, scope: Scope) -> Term:
    """Returns the noun of the only cards that have a field; that of any card, if several sorts have it."""
    kinds = [kind.name for kind in scope.game.kinds.values() if any(f.name == name for f in kind.fields)]
    return Term("noun", kinds[0]) if len(kinds) == 1 else CARD


def describes(mark: str, scope: Scope) -> bool:
    """Whether a marker is a describing word, and no thing that one has."""
    marker = scope.game.markers.get(mark)
    return marker is None or not (marker.counted or marker.single)


# ---- relative clauses -----------------------------------------------------------------------------------------------


def relatives(noun: Noun, var: str, conds: list[ir.Expr], scope: Scope) -> tuple[Saying, ...]:
    """Returns conditions as relative clauses; those that cannot be one say `it` of the noun."""
    found: list[Saying] = []
    before = scope.entities.get(var)
    for cond in conds:
        word = quality(var, cond.of, scope) if isinstance(cond, ir.Not) else None
        if word is not None:
            found.append(Says(Gap(), (Verb(own("be"), (word,)),), denied=True))
            continue
        restore = scope.kept()
        scope.gap(var)
        said = _had(scope.says(cond))
        if not relative(said):
            restore()
            scope.bind(var, replace(noun, many=False))
            said = Says(Gap(), (Verb(own("such_that"), (Phrase("whether", (scope.says(cond),)),)),))
        found.append(said)
    if before is None:
        scope.entities.pop(var, None)
    else:
        scope.entities[var] = before
    return tuple(joined(found))


def _had(said: Saying) -> Saying:
    """Returns what there is in a place of the noun as what that place has: `whose hand has at least 4 cards`."""
    match said:
        case There(of=Noun(places=(Place(where="in", of=Noun(owner=Gap()) as place), *others)) as what):
            return Says(place, (Verb(own("have"), (replace(what, places=tuple(others)),)),), denied=said.denied)
        case _:
            return said


def joined(sayings: list[Saying]) -> Iterator[Saying]:
    """Yields sentences; what is denied of one thing in several of them is denied in one: neither red nor blue."""
    denied = [s for s in sayings if isinstance(s, Says) and is_denial(s)]
    for one in sayings:
        if not (isinstance(one, Says) and one in denied):
            yield one
    if denied:
        words = tuple(arg for one in denied for arg in one.verbs[0].args)
        yield replace(denied[0], verbs=(replace(denied[0].verbs[0], args=words),))


def is_denial(said: Says) -> bool:
    """Whether a sentence only denies describing words of a gap."""
    verb = said.verbs[0]
    plain = said.denied and said.tense == "now" and not said.modal
    return plain and isinstance(said.subject, Gap) and verb.term == own("be") and all(
        isinstance(arg, Adj) for arg in verb.args
    )  # fmt: skip


def relative(said: Saying) -> bool:
    """Whether a sentence can be a relative clause: its gap is the subject, whose the subject is, or one object."""
    if isinstance(said, Both):
        return all(map(relative, said.parts))
    if not isinstance(said, Says):
        return False
    inside = gaps(said.verbs)
    if isinstance(said.subject, Gap):
        return inside == 0
    if isinstance(said.subject, Noun) and isinstance(said.subject.owner, Gap):
        return inside == 0
    objects = [arg for verb in said.verbs for arg in verb.args if isinstance(arg, Gap)]
    return gaps(said.subject) == 0 and inside == len(objects) == 1 == len(said.verbs) and (
        isinstance(said.verbs[0].args[0], Gap)
    )  # fmt: skip


def gaps(value: object) -> int:
    """Counts the gaps in parts of a sentence."""
    if isinstance(value, Gap):
        return 1
    if isinstance(value, tuple):
        return sum(map(gaps, value))
    slots = getattr(type(value), "__dataclass_fields__", {})
    return sum(gaps(getattr(value, name)) for name in slots)
