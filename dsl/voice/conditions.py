"""Turns a condition into a sentence.

`says` is the total match over the phrases of the meaning that are true or not. **To add a node** that is a truth: give
it a case here, in words of the tongue's own (`own("…")`), which each tongue says in its table `DEEDS`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never, cast

from .. import ir, own_verbs
from ..checks.nodes import is_you, meaning
from .restrict import describes, gaps, parts, relatives
from .scope import CARD, Scope, term_of
from .tree import (
    Adj,
    Both,
    Bound,
    Count,
    Det,
    Gap,
    Noun,
    Number,
    Phrase,
    Place,
    Saying,
    Says,
    Someone,
    Term,
    There,
    Thing,
    Verb,
    own,
)

OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}
COUNTED: dict[str, Bound] = {
    "<": "fewer_than", "<=": "at_most", ">": "more_than", ">=": "at_least", "==": "precisely",
}  # fmt: skip
COMPARED = {"<": "be_less", "<=": "be_at_most", ">": "be_more", ">=": "be_at_least", "==": "be"}


def says(expr: ir.Expr, scope: Scope) -> Saying:
    """Returns a condition as a sentence."""
    e = cast(ir.AnyExpr, expr)
    match e:
        case ir.Has():
            return borne(e, scope)
        case ir.QualityOf():
            return is_so(scope.thing(e.of), Adj(Term("describing", e.quality)))
        case ir.CountsAs():
            return is_so(scope.thing(e.card), scope.thing(e.word))
        case ir.Is():
            return compared(e, scope)
        case ir.Among():
            return among(e, scope)
        case ir.And() | ir.Or():
            return together(e, scope)
        case ir.Not():
            return denied(scope.says(e.of))
        case ir.Some(of=ir.Abilities(of=who) as of):
            term = own("unused_ability" if of.only_must else "ability")
            return has(scope.thing(who), Noun(term))
        case ir.Some(of=ir.Where(of=ir.Var()) as where):
            return one_is_so(where, scope)
        case ir.Some():
            return There(scope.described(e.of, Det.A, many=False))
        case ir.Can():
            return can(e, scope)
        case ir.Running():
            return running(e, scope)
        case ir.Happened():
            return happened(e, scope)
        case ir.IsOptional():
            return is_so(scope.thing(e.of), Adj(own("optional")))
        case ir.HasAbilities():
            return Says(scope.thing(e.taker), (Verb(own("have_abilities"), (scope.thing(e.giver),)),))
        case (
            ir.Num() | ir.Word() | ir.CardNamed() | ir.Var() | ir.Nobody() | ir.Players() | ir.AllOf() | ir.WordsOf()
            | ir.Numbers() | ir.Neighbour() | ir.Side() | ir.Seat() | ir.Owner() | ir.MarkOwner() | ir.Active()
            | ir.ZoneOf() | ir.CardsIn() | ir.Top() | ir.ValueOf() | ir.Counted() | ir.Kept() | ir.Holder() | ir.Size()
            | ir.Where() | ir.Image() | ir.Fold() | ir.Without() | ir.Together() | ir.Arith() | ir.Quotient()
            | ir.AtLeast() | ir.AtMost() | ir.NameOf() | ir.Abilities() | ir.AbilityCard()
        ):  # fmt: skip
            return There(scope.thing(e))
        case _ as never:
            assert_never(never)


def is_so(subject: Thing, what: Thing) -> Says:
    """Returns the sentence that something is so."""
    return Says(subject, (Verb(own("be"), (what,)),))


def one_is_so(where: ir.Where, scope: Scope) -> Saying:
    """Says that one of several things that have a name is so: `one of them is noble`."""
    before = scope.kept()
    of = scope.described(where.of, Det.A, many=False)
    if isinstance(of, Phrase) and of.key == "one_of":
        said = relatives(Noun(term_of(replace(where.type, many=False))), where.var, list(parts(where.cond)), scope)
        if len(said) == 1 and isinstance(said[0], Says):
            printed = said[0].verbs[0].args[0] if said[0].verbs[0].args else None
            if isinstance(printed, Adj) and printed.number is not None:  # the cost of one of them is 3
                verb = Verb(own("be_number"), (Number(printed.number),))
                return replace(said[0], subject=Noun(printed.term, det=Det.THE, owner=of), verbs=(verb,))
            if isinstance(said[0].subject, Gap):
                return replace(said[0], subject=of)
            if isinstance(said[0].subject, Noun) and isinstance(said[0].subject.owner, Gap):
                return replace(said[0], subject=replace(said[0].subject, owner=of))
    before()
    return There(scope.described(where, Det.A, many=False))


def means(subject: Thing, what: ir.Expr, scope: Scope) -> Says:
    """Returns the sentence that says what a value is."""
    numeric = what.type.sort in ("number", "amount")
    key = "be" if not numeric else "be_number" if isinstance(what, ir.Num) else "be_equal"
    return Says(subject, (Verb(own(key), (scope.thing(what),)),))


def has(subject: Thing, what: Thing) -> Says:
    """Returns the sentence that somebody has something."""
    return Says(subject, (Verb(own("have"), (what,)),))


def denied(said: Saying) -> Saying:
    """Returns the sentence that denies a sentence."""
    match said:
        case Both():
            return Both(tuple(map(denied, said.parts)), "or" if said.word == "and" else "and")
        case Says(subject=Noun(det=Det.A, owner=None) as any_one, tense="past", denied=False):
            return replace(said, subject=replace(any_one, det=Det.NO))  # no card was moved
        case There(of=Phrase(key="one_of") as one, denied=False):
            return replace(said, of=replace(one, key="none_of"), denied=True)
        case There(of=Phrase(key="none_of") as one):
            return replace(said, of=replace(one, key="one_of"), denied=False)
        case Says(subject=Phrase(key="one_of" | "none_of") as one):
            return replace(said, subject=of_none(one, said.denied), denied=False)
        case Says(subject=Noun(owner=Phrase(key="one_of" | "none_of") as one) as what):
            return replace(said, subject=replace(what, owner=of_none(one, said.denied)), denied=False)
        case There() | Says():
            return replace(said, denied=not said.denied)
        case _ as never:
            assert_never(never)


def of_none(one: Phrase, is_not: bool) -> Phrase:
    """Returns whom a sentence is about that denies what is said of one of several: none of them is so; each of them is,
    if it was said that one of them is not."""
    return replace(one, key="one_of" if one.key == "none_of" else "each_of" if is_not else "none_of")


# ---- each sort ------------------------------------------------------------------------------------------------------


def borne(e: ir.Has, scope: Scope) -> Saying:
    """Says that a marker lies on something."""
    bearer = scope.thing(e.bearer)
    if describes(e.mark, scope):
        return is_so(bearer, Adj(Term("describing", e.mark)))
    single = scope.game.markers[e.mark].single
    noun = Noun(Term("noun", e.mark), det=Det.THE) if single else Noun(Term("noun", e.mark), True, Det.BARE, mass=True)
    if scope.person(e.bearer):
        return has(bearer, noun)
    return There(replace(noun, places=(Place("on", bearer),)))


def compared(e: ir.Is, scope: Scope) -> Saying:
    """Says how two things compare."""
    if e.op == "!=":
        return denied(compared(replace(e, op="=="), scope))
    found = counted(e, scope) or has_much(e, scope) or alike(e, scope) or parity(e, scope)
    if found is not None:
        return found
    if isinstance(e.right, ir.Nobody) and isinstance(e.left, ir.Owner):
        return Says(scope.thing(e.left.of), (Verb(own("ownerless")),))
    if isinstance(e.right, ir.Var) and (is_you(e.right) or isinstance(e.left, ir.ValueOf) and scope.person(e.right)):
        who = scope.thing(e.left)
        return is_so(scope.thing(e.right), who) if gaps(who) == 0 else is_so(who, scope.thing(e.right))
    key = COMPARED[e.op]
    if key == "be" and e.right.type.sort in ("number", "amount"):
        numbered = isinstance(e.left, ir.Seat) or e.left.type == ir.Type("number") and isinstance(e.left, ir.Var)
        key = "be_equal" if not isinstance(e.right, ir.Num) else "be_numbered" if numbered else "be_number"
    elif key in ("be_at_least", "be_at_most") and not isinstance(e.right, ir.Num):
        key += "_as"
    left, named = scope.thing(e.left), dict(scope.last)
    right = scope.thing(e.right)
    if key == "be" and isinstance(e.right, ir.Active):
        scope.last = named  # it is still who it was
    return Says(left, (Verb(own(key), (right,)),))


def counted(e: ir.Is, scope: Scope) -> Saying | None:
    """Says how many things there are, or how much somebody has; None if the comparison asks for something else."""
    none = isinstance(e.right, ir.Num) and e.right.value == 0 and e.op in ("==", "<=")
    some = isinstance(e.right, ir.Num) and (e.right.value, e.op) in ((0, ">"), (1, ">="))
    match e.left:
        case ir.Size(of=of):
            if none or some:
                there = scope.says(ir.Some(type=ir.Type("truth"), span=of.span, of=of))
                return denied(there) if none else there
            if not isinstance(e.right, ir.Num):
                return None
            one = e.right.value == 1
            count = Count(COUNTED[e.op], scope.thing(e.right))
            return There(scope.described(of, Det.BARE, many=not one, count=count))
        case ir.Counted(mark=mark, bearer=bearer) if isinstance(e.right, ir.Num):
            noun = Noun(Term("noun", mark), e.right.value != 1, Det.BARE)
            who = scope.thing(bearer)
            if not scope.person(bearer):
                return lying(noun, who, e.op, e.right.value, none)
            if none:
                return replace(has(who, replace(noun, mass=True, many=True)), denied=True)
            return has(who, replace(noun, count=Count(COUNTED[e.op], Number(e.right.value))))
    return None


def lying(noun: Noun, on: Thing, op: str, number: int, none: bool) -> There:
    """Says how much lies on a card."""
    noun = replace(noun, places=(Place("on", on),))
    if none:
        return There(replace(noun, mass=True, many=True), denied=True)
    return There(replace(noun, count=Count(COUNTED[op], Number(number))))


def has_much(e: ir.Is, scope: Scope) -> Saying | None:
    """Says that somebody has at least as much as was named before; None if the comparison asks for something else."""
    match e.left, e.right:
        case ir.Counted(bearer=bearer), ir.Var(name=name) if scope.person(bearer) and scope.named(name):
            who = scope.thing(bearer)
            much = scope.thing(e.right)
            if isinstance(much, Phrase):
                return has(who, much if e.op == "==" else Phrase(COUNTED[e.op], (much,)))
        case _:
            pass
    return None


def alike(e: ir.Is, scope: Scope) -> Saying | None:
    """Says that two things have the same name, or the same value; None if the comparison asks for something else."""
    match e.left, e.right:
        case ir.NameOf(of=left), ir.NameOf(of=right):
            term = own("name")
        case ir.ValueOf(value=a, args=(left,)), ir.ValueOf(value=b, args=(right,)) if a == b and e.op == "==":
            term = Term("noun", a)
        case _:
            return None
    return Says(scope.thing(left), (Verb(own("have_same"), (Noun(term, det=Det.BARE), scope.thing(right))),))


def parity(e: ir.Is, scope: Scope) -> Saying | None:
    """Says that a number is odd, or even, which is what it is minus twice its half; None if it is not asked."""
    match e.left, e.right:
        case (
            ir.Arith(op="-", left=number, right=ir.Arith(op="*", left=ir.Num(value=2), right=ir.Quotient(of=half))),
            ir.Num(value=0 | 1 as rest),
        ) if meaning(number) == meaning(half):
            return is_so(scope.thing(number), Adj(own("odd" if rest else "even")))
        case _:
            return None


def among(e: ir.Among, scope: Scope) -> Saying:
    """Says that a thing is one of several."""
    of = scope.thing(e.of)
    match e.in_:
        case ir.CardsIn(zone=zone):
            return Says(of, (Verb(own("be_in"), (scope.thing(zone),)),))
        case ir.Numbers(low=low, high=high):
            return Says(of, (Verb(own("be_between"), (scope.thing(low), scope.thing(high))),))
        case ir.CardNamed(title=title, type=type_):
            one = ir.CardNamed(type=replace(type_, many=False), span=e.span, title=title)
            return is_so(of, scope.thing(one))
        case _:
            return is_so(of, scope.described(e.in_, Det.A, many=False))


def together(e: ir.And | ir.Or, scope: Scope) -> Saying:
    """Says that all conditions hold, or one of them. What is said of one subject is said in one sentence."""
    word = "and" if isinstance(e, ir.And) else "or"
    found = [scope.says(part) for part in sorted(e.parts, key=lambda part: isinstance(part, ir.And | ir.Or))]
    if len(found) == 1:
        return found[0]
    return Both(tuple(found), "and" if word == "and" else "or")


def can(e: ir.Can, scope: Scope) -> Says:
    """Says that somebody may do a deed."""
    return Says(scope.thing(e.doer), (deed(e.verb, e.args, scope),), modal="may")


def running(e: ir.Running, scope: Scope) -> Says:
    """Says that a phase is under way."""
    noun = Noun(Term("noun", e.phase), det=Det.THE)
    if e.of is not None:
        noun = replace(noun, owner=scope.thing(e.of))
    return Says(noun, (Verb(own("be_running")),))


# ---- what happened --------------------------------------------------------------------------------------------------


def happened(e: ir.Happened, scope: Scope) -> Says:
    """Says that something has happened in a phase, or in the game."""
    span = None if e.span_of is None else Term("noun", e.span_of)
    subject, by = (None if of is None else _one_of(of, scope) for of in (e.subject, e.by))
    said = event(e.event, subject, by, scope)
    if e.origin is not None or e.goal is not None:
        what = said.verbs[0].args[0] if said.verbs[0].args else None
        ends = tuple(None if place is None else scope.thing(place) for place in (e.origin, e.goal))
        said = replace(said, verbs=(replace(said.verbs[0], args=(what, *ends)),))
    return replace(said, tense="past", span=span)


def _one_of(of: ir.Expr, scope: Scope) -> Thing:
    """Says a thing; of several, that it is any one of them: what has happened to one of them has happened."""
    return scope.described(of, Det.A, many=False) if of.type.many else scope.thing(of)


def event(key: str, subject: Thing | None, by: Thing | None, scope: Scope) -> Says:
    """Returns the sentence of an event: a verb, a step of one or of a phase, or a marker that changes its place."""
    if key.startswith("mark:"):
        what = Noun(Term("noun", key.removeprefix("mark:")), det=Det.THE)
        return Says(what, (Verb(own("move_marker"), (None,), passive=True),))
    term = Term("deed", key)
    what_for = subject if subject is not None else objects(key, scope)
    if by is None and what_for is not None:
        return Says(what_for, (Verb(term, (None,), passive=True),))
    return Says(by if by is not None else Someone(), (Verb(term, () if what_for is None else (what_for,)),))


def objects(key: str, scope: Scope) -> Thing | None:
    """Returns what an event is done to when nobody says what: a district, the game; None if it is done to nothing."""
    name = key.split("/")[0]
    phase = scope.game.phases.get(name)
    if phase is not None:
        return Noun(Term("noun", name), det=Det.THE)
    verb = own_verbs.verb(scope.game, name)
    if verb is None or not verb.params or verb.params[0].prep is not None:
        return None
    type_ = verb.params[0].type
    if type_.sort == "amount":
        return Noun(term_of(type_), True, mass=True)
    return scope.described(ir.AllOf(type=replace(type_, many=True), span=verb.span, kind=type_.name), Det.A, many=False)


# ---- deeds ----------------------------------------------------------------------------------------------------------


def deed(key: str, args: tuple[ir.Expr, ...], scope: Scope) -> Verb:
    """Returns a deed of the game with what it is done to. A bank that nobody named is left out."""
    verb = scope.game.verbs[key]
    given: list[Thing] = []
    for param, arg in zip(verb.params, args, strict=False):
        if isinstance(arg, ir.Nobody) and arg.type.sort == "bank":
            continue
        others = zip(verb.params, args, strict=False)
        given.append(argument(param, arg, [other for p, other in others if p.prep == "from"], scope))
    return Verb(Term("deed", key), tuple(given))


def argument(param: ir.Param, arg: ir.Expr, sources: list[ir.Expr], scope: Scope) -> Thing:
    """Returns what a deed is done to: so much gold, so many cards, or a thing. All that lies where it comes from is all
    of it."""
    if param.type.sort == "amount" and param.type.name is not None:
        term = Term("noun", param.type.name)
        if isinstance(arg, ir.Counted) and arg.mark == param.type.name:
            if any(meaning(arg.bearer) == meaning(source) for source in sources):
                return Noun(term, True, Det.ALL, mass=True)
        return scope.measured(arg, term)
    if param.type.sort == "number" and param.type.name is not None:
        return scope.measured(arg, CARD)
    if arg.type.many and isinstance(arg, ir.Where | ir.CardsIn | ir.AllOf | ir.Players):
        return scope.described(arg, Det.ALL, many=True)
    return scope.thing(arg)

