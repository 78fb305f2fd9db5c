"""Reads nouns that the files declare: kinds of cards, places, counters, named values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from .. import ir
from ..source import Span
from ..vocabulary import Entry
from ..words import plural
from .cursor import Begun, Cursor
from .history import history
from .mistakes import fail
from .noun import Noun
from .terms import fits, says


def kind(c: Cursor, name: str | None, many: bool | None, var: str) -> Noun:
    """Reads cards of a kind: all of them, or those `in` a place, or those `of` (or `in`) a set."""
    here = c.atoms[c.i - 1].span
    var = var or c.scope.desk.unnamed()
    if not c.glue("in", "of") or c.text(1) == "order":
        base = ir.AllOf(type=ir.Type("card", name, True), span=here, kind=name)
        return Noun(base, here, var, plural=many, everything=True)
    place = c.take_of()
    t = place.base.type
    if t.sort == "zone":
        holds = c.vocabulary.zones[t.name].holds if t.name else None
        if name is not None and holds is not None and name != holds:
            fail("wrong-type", f"`{t.name}` holds {plural(holds)}, not {plural(name)}", here)
        cards = ir.CardsIn(type=ir.Type("card", holds or name, True), span=here.to(place.span), zone=place.set())
        return Noun(cards, cards.span, var, plural=many)
    if t.sort != "card" or not t.many:
        fail("wrong-type", f"cards lie in a place, not in {says(t)}", place.span)
    if name is not None and t.name is not None and name != t.name:
        fail("wrong-type", f"these are {plural(t.name)}, not {plural(name)}", here)
    return Noun(place.set(), here.to(place.span), var, plural=many)


# ---- places ----------------------------------------------------------------------------------------------------------


def zone(c: Cursor, entry: Entry, span: Span, det: str | None, possessor: ir.Expr | None, var: str) -> Noun:
    """Reads a place: one that belongs to nobody, that of one card or player, or those of several."""
    zone = c.vocabulary.zones[entry.name]
    if zone.owner is None:
        if possessor is not None or c.glue("of"):
            fail("misplaced-word", f"the `{zone.name}` belongs to nobody", span)
        base = ir.ZoneOf(type=ir.Type("zone", zone.name), span=span, zone=zone.name, bearer=None)
        return Noun(base, span, var)
    many = None
    if possessor is not None:
        bearer, several = possessor, False
        _one_place(zone, entry, possessor.type.many, span)
    elif c.glue("of"):
        of = c.take_of()
        bearer, several = of.set(), of.many
        _one_place(zone, entry, several, span)
        span = span.to(of.span)
    else:
        bearer, several, many = _of_all(zone, entry, det, span), True, entry.plural
    _belongs(zone, bearer)
    base = ir.ZoneOf(type=ir.Type("zone", zone.name, several), span=span, zone=zone.name, bearer=bearer)
    return Noun(base, span, var or c.scope.desk.unnamed(), plural=many)


def _one_place(zone: ir.Zone, entry: Entry, several: bool, span: Span) -> None:
    """Reports the plural of a place where one card or player has only one."""
    if entry.plural and not several:
        fail("wrong-number", f"one {zone.owner} has only one `{zone.name}`", span)


def _of_all(zone: ir.Zone, entry: Entry, det: str | None, span: Span) -> ir.Expr:
    """Returns all who have such a place, where no owner is named: `any hand`, `hands`."""
    if det not in ("a", "an", "any", "all", "each") and not entry.plural:
        help = f"write `your {zone.name}`, or `{zone.name} of` and the {zone.owner}"
        fail("missing-word", f"whose `{zone.name}`?", span, help)
    if zone.owner == "player":
        return ir.Players(type=ir.Type("player", None, True), span=span)
    return ir.AllOf(type=ir.Type("card", zone.owner, True), span=span, kind=zone.owner)


def _belongs(zone: ir.Zone, bearer: ir.Expr) -> None:
    """Reports a place of a thing that has no such place. A card may be asked for the place of its owner."""
    t = bearer.type
    if t.sort == "card" and (zone.owner == "player" or t.name is None):
        return
    if (t.name or t.sort) != zone.owner:
        fail("wrong-type", f"a `{zone.name}` belongs to a {zone.owner}, not to {says(t)}", bearer.span)


# ---- counters and single markers -------------------------------------------------------------------------------------


def marker(c: Cursor, name: str, span: Span, begun: Begun, possessor: ir.Expr | None) -> Noun:
    """Reads a single marker, or an amount of a counter: a number of it, what somebody has, what was paid, or all."""
    found, var = c.vocabulary.markers[name], begun.var
    if found.single:
        if possessor is not None or c.glue("of"):
            fail("misplaced-word", f"there is only one `{name}`", span, f"write `the {name}`")
        return Noun(ir.Nobody(type=ir.Type("mark", name), span=span), span, var)
    if not found.counted:
        fail("missing-word", "a noun is missing after this describing word", span)
    amount = ir.Type("amount", name)
    if begun.count is not None:
        return Noun(replace(begun.count, type=amount), span, var)
    if possessor is not None:
        return Noun(ir.Counted(type=amount, span=span, mark=name, bearer=possessor), span, var)
    if c.glue("of"):
        return _counted(c, amount, name, span, var)
    told = history(c, name, span)
    if told is not None:
        return Noun(told, told.span, var)
    return Noun(ir.Num(type=amount, span=span, value=0), span, var, det=begun.article, all_of=name)


def _counted(c: Cursor, amount: ir.Type, name: str, span: Span, var: str) -> Noun:
    """Reads `gold of you`; several players or cards have one amount each."""
    bearer = c.take_of()
    full = span.to(bearer.span)
    if not bearer.many:
        return Noun(ir.Counted(type=amount, span=full, mark=name, bearer=bearer.base), full, var)
    v = c.scope.desk.unnamed()
    one = ir.Var(type=bearer.item, span=bearer.span, name=v)
    body = ir.Counted(type=amount, span=span, mark=name, bearer=one)
    total = ir.Counted(type=amount, span=full, mark=name, bearer=bearer.set())
    return Noun(total, full, var, mapped=(v, bearer.set(), body), told_of=bearer)


# ---- values and properties -------------------------------------------------------------------------------------------


def value(c: Cursor, entry: Entry, start: int, possessor: ir.Expr | None, var: str) -> Noun:
    """Reads a named value or a property, with the things that `of` and `for` name."""
    value = c.vocabulary.values[entry.name]
    name_span = c.span_from(start)
    nouns = _asked_of(c, value, start, possessor)
    span = c.span_from(start)
    if c.pattern and start == 0:
        base = ir.ValueOf(type=value.type, span=span, value=value.name, args=())
        return Noun(base, span, var, call=(value.name, nouns))
    several = [n for n in nouns if n.many]
    if not several:
        if entry.plural:
            fail("wrong-number", f"this is only one `{value.name}`", name_span, f"write `{value.name}`")
        args = tuple([n.base for n in nouns])
        return Noun(ir.ValueOf(type=value.type, span=span, value=value.name, args=args), span, var)
    if len(several) > 1:
        fail("wrong-type", f"only one part of `{value.name}` can be several things", span)
    noun = several[0]

    def of_one(one: ir.Expr) -> ir.Expr:
        args = tuple([one if n is noun else n.base for n in nouns])
        return ir.ValueOf(type=value.type, span=span, value=value.name, args=args)

    return mapped(c, noun, of_one, start, var)


def _asked_of(c: Cursor, value: ir.Value, start: int, possessor: ir.Expr | None) -> list[Noun]:
    """Reads the arguments of a value: one noun for each of its parameters."""
    name_span = c.span_from(start)
    given: dict[str, Noun] = {}
    if possessor is not None:
        first = next((p for p in value.params if fits(p.type, possessor.type)), None)
        if first is None:
            fail("wrong-type", f"{says(possessor.type)} has no `{value.name}`", name_span)
        given[first.name] = Noun(possessor, possessor.span)
    while c.glue("of", "in", "for"):
        prep = c.text()
        p = next((p for p in value.params if p.name not in given and p.prep == prep), None)
        if p is None:
            break
        noun = c.take_of()
        if not fits(p.type, noun.item):
            fail("wrong-type", f"`{value.name}` needs {says(p.type)}, not {says(noun.item)}", noun.span)
        given[p.name] = noun
    for p in value.params:
        if p.name not in given:
            prep = p.prep or "of"
            help = f"write `{prep}` and {says(p.type)}"
            fail("missing-word", f"`{value.name}` {prep} what?", c.span_from(start), help)
    return [given[p.name] for p in value.params]


def mapped(c: Cursor, noun: Noun, of_one: Callable[[ir.Expr], ir.Expr], start: int, var: str) -> Noun:
    """Returns a noun that has one result for each of several things."""
    span = c.span_from(start)
    v = c.scope.desk.unnamed()
    body = of_one(ir.Var(type=noun.item, span=noun.span, name=v))
    things = noun.set()
    t = ir.Type(body.type.sort, body.type.name, True)
    image = ir.Image(type=t, span=span, var=v, of=things, body=body)
    return Noun(image, span, var or c.scope.desk.unnamed(), plural=True, mapped=(v, things, body), told_of=noun)
