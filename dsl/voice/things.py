"""Turns what a phrase stands for into the parts of a sentence: players, cards, places, amounts, numbers.

`thing` is the total match over the phrases of the meaning (`ir.AnyExpr`). **To add a node**: add its class to
`ir.AnyExpr`; mypy then names this match. Give it a case: a `Noun` if it can be described, else a `Phrase` with a new
key, which each tongue says in its table `THINGS` (a test names the tongue that lacks it). A condition (a truth) gets
its case in `conditions.says` instead, and a set, if it can be chosen from, one in `described`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never, cast

from .. import ir
from .conditions import event
from .restrict import restricted, without
from .scope import CARD, Scope, term_of
from .tree import (
    Adj,
    Count,
    Det,
    Gap,
    It,
    Noun,
    Number,
    Phrase,
    Place,
    Says,
    Several,
    Someone,
    Term,
    Thing,
    Title,
    Verb,
    own,
)


def thing(expr: ir.Expr, scope: Scope) -> Thing:
    """Returns what to call what a phrase stands for."""
    e = cast(ir.AnyExpr, expr)
    match e:
        case ir.Num():
            return amount(e.type, Number(e.value)) if e.type.sort == "amount" else Number(e.value)
        case ir.Word():
            return Adj(Term("describing", e.word))
        case ir.Var():
            return scope.name(e.name)
        case ir.Nobody():
            return Phrase({"bank": "bank", "player": "nobody"}.get(e.type.sort, "nothing"), ())
        case ir.CardNamed():
            return titled(e, scope)
        case ir.Active():
            return scope.active(e.what)
        case ir.ZoneOf():
            return place(e, scope)
        case (
            ir.ValueOf() | ir.Counted() | ir.Kept() | ir.Owner() | ir.MarkOwner() | ir.Seat() | ir.NameOf()
            | ir.Holder()
        ):  # fmt: skip
            return owned(e, scope)
        case ir.AbilityCard():
            return Phrase("ability_card", (thing(e.of, scope),))
        case ir.Arith() | ir.Quotient() | ir.AtLeast() | ir.AtMost() | ir.Fold() | ir.Size():
            return reckoned(e, scope)
        case (
            ir.Players() | ir.AllOf() | ir.WordsOf() | ir.Numbers() | ir.Neighbour() | ir.Side() | ir.CardsIn()
            | ir.Top() | ir.Where() | ir.Image() | ir.Without() | ir.Together()
            | ir.Abilities()
        ):  # fmt: skip
            return described(e, scope, Det.ALL if e.type.many else Det.THE, many=e.type.many)
        case ir.Happened() if e.measure is not None:
            return paid(e, scope)
        case (
            ir.Has() | ir.Is() | ir.Among() | ir.CountsAs() | ir.And() | ir.Or() | ir.Not() | ir.Some()
            | ir.QualityOf() | ir.Can() | ir.Running() | ir.Happened() | ir.IsOptional() | ir.HasAbilities()
        ):  # fmt: skip
            return Phrase("whether", (scope.says(e),))
        case _ as never:
            assert_never(never)


def titled(e: ir.CardNamed, scope: Scope) -> Thing:
    """Returns a card by its title."""
    card = scope.game.cards.get(e.title)
    return Title(e.title, CARD if card is None else Term("noun", card.kind))


def amount(type_: ir.Type, number: Thing) -> Noun:
    """Returns so much of what is counted."""
    many = not (isinstance(number, Number) and number.value == 1)
    return Noun(term_of(type_), many, Det.BARE, Count("exactly", number))


# ---- what belongs to something --------------------------------------------------------------------------------------

Owned = ir.ValueOf | ir.Counted | ir.Kept | ir.Owner | ir.MarkOwner | ir.Seat | ir.NameOf | ir.Holder


def owned(e: Owned, scope: Scope) -> Thing:
    """Returns what belongs to a player or a card: its owner, its name, its cost, the gold on it."""
    match e:
        case ir.Owner():
            return Noun(own("owner"), det=Det.THE, owner=thing(e.of, scope), person=True)
        case ir.MarkOwner():
            return Phrase("marker_of", (thing(e.bearer, scope), Adj(Term("describing", e.mark))))
        case ir.Seat():
            return Noun(own("seat"), det=Det.THE, owner=thing(e.of, scope))
        case ir.NameOf():
            return Noun(own("name"), det=Det.THE, owner=thing(e.of, scope))
        case ir.Holder():
            return Phrase("holder", (Noun(Term("noun", e.mark), det=Det.THE),))
        case ir.Counted():
            return counted(e, scope)
        case ir.Kept():
            noun = Noun(Term("noun", e.name), det=Det.THE)
            return noun if e.bearer is None else replace(noun, owner=thing(e.bearer, scope))
        case ir.ValueOf():
            return valued(e, scope)
        case _ as never:
            assert_never(never)


def counted(e: ir.Counted, scope: Scope) -> Noun:
    """Returns the amount that a player has, or that lies on a card."""
    noun = Noun(Term("noun", e.mark), True, Det.THE, mass=True)
    bearer = thing(e.bearer, scope)
    if scope.person(e.bearer):
        return replace(noun, owner=bearer)
    return replace(noun, places=(Place("on", bearer),))


def valued(e: ir.ValueOf, scope: Scope) -> Thing:
    """Returns a value of the game by its name, with what it is of and whom it is for."""
    type_, name = e.type, Term("noun", e.value)
    noun = Noun(name, type_.many, Det.THE, person=type_.sort == "player")
    if not e.args:
        return noun
    owner, named = thing(e.args[0], scope), dict(scope.last)
    for_whom = tuple(Place("for", thing(arg, scope)) for arg in e.args[1:])
    scope.last = named  # it is still what the value is of
    return replace(noun, owner=owner, places=for_whom)


def place(e: ir.ZoneOf, scope: Scope) -> Thing:
    """Returns a place for cards, and whose it is."""
    noun = Noun(Term("noun", e.zone), det=Det.THE)
    if e.bearer is None:
        return noun
    if isinstance(e.bearer, ir.Players):
        return replace(noun, det=Det.ANY)
    if e.bearer.type.many:
        whose = described(e.bearer, scope, Det.A, many=False)
        return replace(noun, owner=whose)
    return replace(noun, owner=thing(e.bearer, scope))


def paid(e: ir.Happened, scope: Scope) -> Thing:
    """Returns the amount that was paid in an event."""
    noun = Noun(Term("noun", str(e.measure)), True, Det.THE, mass=True)
    span = None if e.span_of is None else Term("noun", e.span_of)
    who: Thing = Someone() if e.by is None else thing(e.by, scope)
    if e.subject is not None:
        what = Verb(own("pay_for"), (None, thing(e.subject, scope)), passive=True)
        if e.by is None:
            return replace(noun, rels=(Says(Gap(), (what,), tense="past", span=span),))
        what = replace(what, args=(Gap(), *what.args[1:]), passive=False)
    else:
        done = event(e.event.split("/")[0], None, who, scope)
        what = Verb(own("pay"), (Gap(),), to=done.verbs)
    return replace(noun, rels=(Says(who, (what,), tense="past", span=span),))


# ---- what is reckoned -----------------------------------------------------------------------------------------------

Reckoned = ir.Arith | ir.Quotient | ir.AtLeast | ir.AtMost | ir.Fold | ir.Size


def reckoned(e: Reckoned, scope: Scope) -> Thing:
    """Returns a number that is worked out."""
    match e:
        case ir.Arith():
            key = {"+": "sum", "-": "difference", "*": "product", "%": "remainder"}[e.op]
            sides = (e.left, e.right)
            return Phrase(key, tuple(whole(side, scope) if e.op in "*%" else thing(side, scope) for side in sides))
        case ir.Quotient(by=ir.Num(value=2)):
            return Phrase("half_up" if e.up else "half_down", (thing(e.of, scope),))
        case ir.Quotient():
            return Phrase("quotient_up" if e.up else "quotient_down", (whole(e.of, scope), whole(e.by, scope)))
        case ir.AtLeast():
            return Phrase("never_below", (thing(e.of, scope), Number(e.low)))
        case ir.AtMost():
            return Phrase("never_above", (thing(e.of, scope), thing(e.high, scope)))
        case ir.Size():
            return Noun(own("number"), det=Det.THE, of=described(e.of, scope, Det.BARE, many=True))
        case ir.Fold():
            return folded(e, scope)
        case _ as never:
            assert_never(never)


def whole(e: ir.Expr, scope: Scope) -> Thing:
    """Returns a number as a part of a product: what is added or taken away stands in brackets."""
    said = thing(e, scope)
    return Phrase("brackets", (said,)) if isinstance(e, ir.Arith) and e.op in "+-" else said


def folded(e: ir.Fold, scope: Scope) -> Thing:
    """Returns the total, the highest or the lowest of what each of several things has."""
    of = described(e.of, scope, Det.GENERIC, many=True)
    name = _plain_value(e.body, e.var)
    if name is not None:
        return Noun(name, det=Det.THE, mass=isinstance(e.body, ir.Counted), adjs=(Adj(own(e.op)),), of=of)
    _fix_one(e.var, e.of, scope)
    return Phrase(e.op, (thing(e.body, scope), of))


def nearest(expr: ir.Neighbour, one: Thing, scope: Scope) -> Thing:
    """Returns the next player to a side of whom something is true."""
    if not isinstance(one, Noun) or expr.side == "both":
        return one
    beside_whom = Place(expr.side, thing(expr.of, scope))
    return replace(one, adjs=(Adj(own("next")), *one.adjs), places=(beside_whom, *one.places))


def _plain_value(body: ir.Expr, var: str) -> Term | None:
    """Returns the noun of a value that is read of a variable and of nothing else."""
    match body:
        case ir.ValueOf(value=value, args=(ir.Var(name=name),)) if name == var:
            return Term("noun", value)
        case ir.Counted(mark=mark, bearer=ir.Var(name=name)) if name == var:
            return Term("noun", mark)
        case ir.NameOf(of=ir.Var(name=name)) if name == var:
            return own("name")
        case _:
            return None


def _fix_one(var: str, of: ir.Expr, scope: Scope) -> None:
    """Lets a variable stand for each one of a set, which was just named."""
    noun = term_of(replace(of.type, many=False))
    scope.bind(var, Noun(noun, person=of.type.sort == "player"))


# ---- sets -----------------------------------------------------------------------------------------------------------


def described(
    expr: ir.Expr, scope: Scope, det: Det, many: bool, count: Count | None = None, other: bool = False
) -> Thing:
    """Describes the things of a set as one of them, as some, or as all: `a district in your city`."""
    person = expr.type.sort == "player"
    made = Noun(term_of(expr.type), many, det, count, other, person=person)
    match expr:
        case ir.Players() | ir.AllOf() | ir.WordsOf():
            return made
        case ir.Where():
            base = described(expr.of, scope, det, many, count, other)
            return restricted(base, expr, scope)
        case ir.CardsIn():
            return in_zone(expr, made, scope)
        case ir.Neighbour(places=ir.Expr() as places):
            return Phrase(f"places_{expr.side}", (thing(places, scope), thing(expr.of, scope)))
        case ir.Neighbour(among=ir.Expr() as among):
            return nearest(expr, described(among, scope, Det.THE, many=False), scope)
        case ir.Neighbour():
            key = "neighbour" if expr.side == "both" else f"{expr.side}_neighbour"
            return beside(replace(made, term=own(key), owner=thing(expr.of, scope)), expr.type.many)
        case ir.Side():
            key = "partner" if expr.same else "opponent"
            return beside(replace(made, term=own(key), owner=thing(expr.of, scope)), expr.type.many)
        case ir.Without():
            base = described(expr.of, scope, det, many, count, other)
            return excepted(base, thing(expr.gone, scope))
        case ir.Together(parts=parts):
            all_ = Several(tuple(thing(part, scope) for part in parts))
            return Phrase("each_of", (all_,)) if det is Det.EACH else all_
        case ir.Image():
            return images(expr, made, scope)
        case ir.Top():
            if not many and det is Det.A and expr.type.many and not _is_one(expr.count):
                return Phrase("one_of", (described(expr, scope, Det.THE, many=True),))
            if count is not None:
                return some_of(count, described(expr, scope, Det.THE, many=True))
            if many and not isinstance(expr.count, ir.Num):
                return top_of(expr, made, scope)
            top = Count("exactly", thing(expr.count, scope)) if many else None
            if _is_one(expr.count):
                made, top = replace(made, many=False), None
            det = Det.THE if det in (Det.ALL, Det.BARE) else det
            made = replace(made, term=CARD, adjs=(Adj(own("top")),))
            return replace(made, count=top, det=det, of=thing(expr.zone, scope))
        case ir.Numbers():
            return Phrase("numbers", (thing(expr.low, scope), thing(expr.high, scope)))
        case ir.Abilities():
            key = "unused_ability" if expr.only_must else "ability"
            return replace(made, term=own(key), owner=thing(expr.of, scope))
        case _:
            return one_of(expr, made, scope)


def top_of(e: ir.Top, made: Noun, scope: Scope) -> Thing:
    """Returns as many cards from the top of a place as a number says that is worked out."""
    cards = replace(made, term=CARD, det=Det.BARE, adjs=(Adj(own("top")),), of=thing(e.zone, scope))
    number = thing(e.count, scope)
    if number == Phrase("that_number", ()):
        return Phrase("that_many", (cards,))
    return Phrase("as_many_as", (cards, number))


def _is_one(count: ir.Expr) -> bool:
    return isinstance(count, ir.Num) and count.value == 1


def beside(made: Noun, several: bool) -> Thing:
    """Returns a neighbour or a partner of somebody, who may have `several`: each of your neighbours."""
    if not several:
        return replace(made, det=Det.THE)
    if made.det not in (Det.ANY, Det.EACH) or made.many or made.count is not None:
        return made
    return Phrase("each_of", (replace(made, det=Det.THE, many=True),))


def in_zone(e: ir.CardsIn, made: Noun, scope: Scope) -> Noun:
    """Returns cards by where they lie. Where not everybody sees them, they are cards; where everybody does, they are
    what they are."""
    zone = scope.game.zones.get(e.zone.type.name or "")
    hidden = zone is not None and zone.seen != "everyone"
    return replace(made, term=CARD if hidden else made.term, places=(Place("in", thing(e.zone, scope)),))


def one_of(expr: ir.Expr, made: Noun, scope: Scope) -> Thing:
    """Returns one, or some, of things that have a name already."""
    if isinstance(expr, ir.Var):
        entity = scope.entities.get(expr.name)
        described_here = made.det in (Det.EACH, Det.A) or made.count is not None
        if entity is not None and entity.first and entity.expr is not None and described_here:
            entity.first = None
            first = described(entity.expr, scope, made.det, made.many, made.count)
            scope.note(entity, first)
            return first
    whole = thing(expr, scope)
    if made.count is None:
        return Phrase("one_of", (whole,)) if not made.many and made.det is not Det.EACH else (
            Phrase("each_of", (whole,)) if made.det is Det.EACH else whole
        )  # fmt: skip
    return some_of(made.count, whole)


def some_of(count: Count, whole: Thing) -> Phrase:
    """Returns so many of things that have a name."""
    return Phrase("some_of", (count.amount if count.how == "exactly" else Phrase(count.how, (count.amount,)), whole))


def excepted(base: Thing, gone: Thing) -> Thing:
    """Returns things without some of them."""
    if isinstance(base, It):
        base = Noun(base.term, base.many, Det.THAT, person=base.person)
    if isinstance(base, Noun):
        return without(base, gone)
    return Phrase("except", (base, gone))


def images(e: ir.Image, made: Noun, scope: Scope) -> Thing:
    """Returns what is read of each of several things, each only once: the different types of districts. One of them is
    what is read of one thing: the type of a district."""
    name = _plain_value(e.body, e.var)
    if name is not None and not made.many and made.count is None and made.det is not Det.EACH:
        of_one = described(e.of, scope, Det.NO if made.det is Det.NO else Det.A, many=False)
        return replace(made, term=name, det=Det.THE, owner=of_one)
    of = described(e.of, scope, Det.BARE, many=True)
    if name is not None:
        return replace(made, term=name, adjs=(Adj(own("different")),), of=of)
    _fix_one(e.var, e.of, scope)
    return Phrase("images", (thing(e.body, scope), of))
