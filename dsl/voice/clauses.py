"""Turns a clause, or a rule, of a card into what a tongue can say: first when, how often and under which condition;
then what is done."""

from __future__ import annotations

from dataclasses import replace

from .. import ir, own_verbs
from ..checks.nodes import below, is_you, meaning
from . import amounts, conditions, things
from .conditions import event
from .deeds import Course, Modal
from .joining import if_so
from .naming import rule_asides
from .restrict import narrowed, parts
from .ruling import ruled
from .scope import CARD, PLAYER, Sayers, Scope, term_of
from .tree import (
    Adj,
    Aside,
    Branches,
    Det,
    It,
    Noun,
    Offer,
    Part,
    Phrase,
    Says,
    Sentence,
    Tell,
    Term,
    There,
    Thing,
    Under,
    You,
    own,
)

SAYERS = Sayers(things.thing, conditions.says, things.described, amounts.measured, amounts.rate)
WINDOWS = {"would": "when_about", "instead": "when_about", "before": "just_before", "after": "when"}


def scope_of(game: ir.Game, card: ir.Card) -> Scope:
    """Returns the scope of a card: `this` and `you`."""
    scope = Scope(game, SAYERS)
    scope.bind_this(Noun(Term("this", card.kind), det=Det.THIS))
    scope.fix("you", You())
    return scope


def sentence(game: ir.Game, card: ir.Card, part: ir.Clause | ir.Rule) -> Sentence:
    """Returns what a clause or a rule of a card says."""
    scope = scope_of(game, card)
    return _clause(part, scope) if isinstance(part, ir.Clause) else rule(part, scope)


# ---- clauses --------------------------------------------------------------------------------------------------------


def _clause(clause: ir.Clause, scope: Scope) -> Sentence:
    conds = list(parts(clause.cond))
    lead, conds = beginning(clause, conds, scope)
    ability = clause.moment.kind == "ability"
    modal: Modal = "may" if not clause.must else "must" if ability else ""
    lead += condition(conds, scope)
    acting = who(clause.doer, scope)
    course = Course(scope, clause.doer, acting, modal, told=isinstance(acting, It))
    course.run(clause.lead, (*clause.cost, *clause.effect))
    priced = bool(clause.cost)
    if priced:
        course.run(clause.cost, clause.effect)
    body = effect(course, clause, priced)
    return Sentence(tuple(lead), body, where(clause.where, scope))


def who(doer: ir.Expr, scope: Scope) -> Thing:
    """Names the player who acts, and remembers who that is."""
    thing = scope.thing(doer)
    if not isinstance(doer, ir.Var) and not doer.type.many and not isinstance(thing, Phrase):
        name = own("owner") if isinstance(doer, ir.Owner) else PLAYER
        scope.bind("the doer", Noun(name, person=True), expr=doer)
    return thing


def effect(course: Course, clause: ir.Clause, priced: bool) -> tuple[Part, ...]:
    """Returns what is done, with what it costs before it: pay 2 gold to draw 3 cards."""
    instead = clause.moment.kind == "instead"
    if priced and instead and course.verbs and all(isinstance(stmt, ir.Nothing) for stmt in clause.effect):
        return _after(course, (Tell(Says(course.who, tuple(course.verbs), course.modal, instead=True)),))
    if priced and course.verbs:
        paying = course.verbs
        rest = Course(course.scope, course.doer, course.who).run(clause.effect).done()
        first = rest[0] if rest else None
        if isinstance(first, Tell) and isinstance(first.says, Says) and first.says.subject == course.who:
            last = replace(paying[-1], to=first.says.verbs)
            told = Says(course.who, (*paying[:-1], last), course.modal, instead=instead)
            return _after(course, (Tell(told), *rest[1:]))
        told = Says(course.who, tuple(paying), course.modal)
        return _after(course, if_so((Tell(told), *rest), course.who))
    course.run(clause.effect)
    found = course.done()
    if instead:
        found = tuple(_instead(part) if i == 0 else part for i, part in enumerate(found))
    return if_so(found, course.who) if not clause.must and len(found) > 1 else found


def _after(course: Course, found: tuple[Part, ...]) -> tuple[Part, ...]:
    course.verbs = []
    return (*course.parts, *found, *course.limits())


def _instead(part: Part) -> Part:
    match part:
        case Tell(says=Says() as says) | Offer(says=says):
            return replace(part, says=replace(says, instead=True))
        case Branches():
            return replace(part, instead=True)
        case Under(body=(first, *rest)):
            return replace(part, body=(_instead(first), *rest))
        case _:
            return part


def condition(conds: list[ir.Expr], scope: Scope) -> list[Aside]:
    """Returns `if` with all conditions, or `unless` with one that is denied."""
    found: list[Aside] = []
    if conds:
        whole = conds[0] if len(conds) == 1 else ir.And(type=conds[0].type, span=conds[0].span, parts=tuple(conds))
        found.append(Aside("if", scope.says(whole)))
    return found


# ---- when -----------------------------------------------------------------------------------------------------------


def beginning(clause: ir.Clause, conds: list[ir.Expr], scope: Scope) -> tuple[list[Aside], list[ir.Expr]]:
    """Returns when a clause begins and how often, and the conditions that are left to say."""
    moment = clause.moment
    inside = list(parts(moment.cond))
    if moment.kind in ("ability", "start", "end"):
        phase = moment.phase or clause.limit or "game"
        noun, inside = phased(phase, inside, moment.subject, scope)
        key = {"start": "at_start", "end": "at_end"}.get(moment.kind, "once_in" if clause.limit else "during")
        if moment.kind == "ability" and clause.limit not in (None, phase):
            return [Aside("during", noun), once(clause.limit or phase, [], scope)[0]], [*inside, *conds]
        lead = [Aside(key, noun)] if key != "once_in" or noun.owner is not None else [
            Aside("once_per", replace(noun, det=Det.BARE))
        ]  # fmt: skip
        if clause.limit and moment.kind != "ability":
            lead.append(once(clause.limit, conds, scope, clause.first)[0])
        return lead, [*inside, *conds]
    if moment.kind == "state":
        lead, left = state(moment, inside, scope)
    else:
        lead, left = happening(moment, inside, scope)
    conds = [*left, *conds]
    if clause.limit is not None:
        limited, conds = once(clause.limit, conds, scope, clause.first)
        lead.append(limited)
    running, conds = during(conds, scope)
    return [*lead, *running], conds


def during(conds: list[ir.Expr], scope: Scope) -> tuple[list[Aside], list[ir.Expr]]:
    """Returns `during your turn`, and the conditions that are left to say."""
    phase = next((c.phase for c in conds if isinstance(c, ir.Running)), None)
    if phase is None:
        return [], conds
    noun, left = phased(phase, conds, None, scope)
    return [Aside("during", noun if noun.owner is not None else replace(noun, det=Det.THIS))], left


def once(phase: str, conds: list[ir.Expr], scope: Scope, first: bool = False) -> tuple[Aside, list[ir.Expr]]:
    """Returns `once in your turn`, or `the first time in your turn`, and the conditions that are left to say."""
    noun, left = phased(phase, conds, None, scope)
    often = "first" if first else "once"
    if noun.owner is None:
        return Aside(f"{often}_per", replace(noun, det=Det.BARE)), left
    return Aside(f"{often}_in", noun), left


def phased(phase: str, conds: list[ir.Expr], subject: str | None, scope: Scope) -> tuple[Noun, list[ir.Expr]]:
    """Returns a phase with what it is of, `your turn`, and the conditions that are left to say."""
    noun = Noun(Term("noun", phase), det=Det.THE)
    left: list[ir.Expr] = []
    for cond in conds:
        match cond:
            case ir.Running(phase=name, of=of) if name == phase:
                if of is not None:
                    this = isinstance(of, ir.Var) and of.name == "this"
                    noun = replace(noun, owner=You() if this else scope.thing(of))
            case ir.Is(op="==", left=ir.Active(what="player"), right=right) if is_you(right):
                noun = replace(noun, owner=You())
            case ir.Is(op="==", left=ir.Var(name=name), right=ir.Var(name="this")) if name == subject:
                noun = replace(noun, owner=You())
            case _:
                left.append(cond)
    if subject is not None and noun.owner is None:
        param = scope.game.phases[phase].param
        type_ = param.type if param is not None else ir.Type("card")
        about = [c for c in left if _reads(c, subject)]
        found = narrowed(Noun(term_of(type_), person=type_.sort == "player"), subject, about, scope)
        noun = replace(noun, owner=found)
        left = [c for c in left if c not in about]
        scope.bind(subject, Noun(term_of(type_), person=type_.sort == "player"))
    return noun, left


def _reads(cond: ir.Expr, name: str) -> bool:
    return any(isinstance(node, ir.Var) and node.name == name for node in below(cond))


def state(moment: ir.Moment, conds: list[ir.Expr], scope: Scope) -> tuple[list[Aside], list[ir.Expr]]:
    """Returns `as soon as` with a condition; one about one of several players is said of that player."""
    if moment.subject is None or moment.among is None:
        whole = ir.And(type=conds[0].type, span=moment.span, parts=tuple(conds)) if len(conds) > 1 else conds[0]
        return [Aside("as_soon_as", scope.says(whole))], []
    subject = moment.subject
    about = [c for c in conds if not (isinstance(c, ir.Among) and meaning(c.in_) == meaning(moment.among))]
    base = scope.described(moment.among, Det.A, many=False)
    type_ = moment.among.type
    noun = Noun(term_of(type_), person=type_.sort == "player")
    if not about:
        scope.bind(subject, noun)
        return [Aside("as_soon_as", There(base))], []
    scope.bind(subject, noun, lambda: base)
    whole = ir.And(type=about[0].type, span=moment.span, parts=tuple(about)) if len(about) > 1 else about[0]
    return [Aside("as_soon_as", scope.says(whole))], []


def happening(moment: ir.Moment, conds: list[ir.Expr], scope: Scope) -> tuple[list[Aside], list[ir.Expr]]:
    """Returns `when` with an event, and the conditions that say neither to what it happens nor who does it."""
    assert moment.event is not None
    variables = [v for v in (moment.subject, moment.doer, *(var for var, _ in moment.roles)) if v]
    own_conds = {v: [c for c in conds if _of_one(c, v, variables)] for v in variables}
    left = [c for c in conds if all(c not in of for of in own_conds.values())]
    by = None if moment.doer is None else party(moment.doer, _doer_type(moment, scope), own_conds, scope)
    type_ = _subject_type(moment.event, scope.game)
    subject = None if moment.subject is None else party(moment.subject, type_, own_conds, scope)
    said = event(moment.event, subject, by, scope)
    said = with_roles(said, moment, own_conds, scope)
    if moment.kind in ("would", "instead"):
        said = replace(said, tense="about")
    return [Aside(WINDOWS[moment.kind], said)], left


def with_roles(said: Says, moment: ir.Moment, own_conds: dict[str, list[ir.Expr]], scope: Scope) -> Says:
    """Adds the further parameters of an event: to whom, from where."""
    verb = own_verbs.verb(scope.game, (moment.event or "").split("/")[0])
    for var, name in moment.roles:
        if name == ir.ASKED:
            asked(var, own_conds[var], scope)
    if not moment.roles or verb is None:
        return said
    args: list[Thing | None] = list(said.verbs[0].args)
    for var, name in moment.roles:
        at = next((i for i, p in enumerate(verb.params) if p.name == name), None)
        if at is not None:
            args += [None] * (at + 1 - len(args))
            named = verb is own_verbs.MOVED
            args[at] = (
                place(var, own_conds[var], scope) if named else party(var, verb.params[at].type, own_conds, scope)
            )
    return replace(said, verbs=(replace(said.verbs[0], args=tuple(args)),))


def place(var: str, conds: list[ir.Expr], scope: Scope) -> Thing:
    """Returns the place from which, or to which, a card is moved."""
    for cond in conds:
        match cond:
            case ir.Is(op="==", left=ir.Var(name=name), right=right) if name == var:
                return scope.thing(right)
            case ir.Among(of=ir.Var(name=name), in_=among) if name == var:
                if not isinstance(among, ir.ZoneOf) or among.bearer is None:
                    return scope.described(among, Det.ANY, many=False)
                whose = scope.described(among.bearer, Det.A, many=False)
                return Noun(Term("noun", among.zone), det=Det.THE, owner=whose)
    raise AssertionError("a move names a place")


def asked(var: str, conds: list[ir.Expr], scope: Scope) -> None:
    """Lets a variable stand for whoever of several players does it first."""
    among = next(c.in_ for c in conds if isinstance(c, ir.Among))
    scope.bind(var, Noun(PLAYER, person=True), lambda: scope.described(among, Det.ANY, many=False))


def party(var: str, type_: ir.Type, own_conds: dict[str, list[ir.Expr]], scope: Scope) -> Thing:
    """Returns who does something, or to what it is done: you, this district, another player."""
    type_, conds = _kind_said(var, type_, own_conds.get(var, []))
    if type_.sort == "bearer" and any(_of_player(cond, var, scope.game) for cond in conds):
        type_ = ir.Type("player")
    for cond in conds:
        match cond:
            case ir.Is(op="==", left=ir.Var(name=name), right=ir.Var(name=other)) if name == var:
                if other in scope.entities:
                    scope.alias(var, scope.entities[other])
                    return scope.name(other)
            case ir.Is(
                op="==", left=ir.Var(name=name), right=ir.Owner() | ir.ValueOf() | ir.CardNamed() as right
            ) if name == var:  # fmt: skip
                named = scope.thing(right)
                scope.bind(var, Noun(term_of(type_), person=type_.sort == "player"))
                return named
    if type_.sort == "number" and type_.name is not None and all(_some(cond, var) for cond in conds):
        scope.bind(var, Noun(own("number")))
        return Noun(CARD, True)
    noun = Noun(term_of(type_), person=type_.sort == "player")
    if type_.sort == "amount":
        noun = replace(noun, many=True, mass=True)
    thing: Thing = narrowed(noun, var, conds, scope)
    scope.bind(var, replace(noun, many=False))
    return thing


def _some(cond: ir.Expr, var: str) -> bool:
    """Whether a condition only says of a number that it is more than none."""
    match cond:
        case ir.Is(op=">", left=ir.Var(name=name), right=ir.Num(value=0)):
            return name == var
        case _:
            return False


def _of_player(cond: ir.Expr, var: str, game: ir.Game) -> bool:
    """Whether a condition about what bears something is one about players: that it is you, or another, or rich."""
    inner = cond.of if isinstance(cond, ir.Not) else cond
    match inner:
        case ir.Is(left=ir.Var(name=name), right=right) | ir.Among(of=ir.Var(name=name), in_=right) if name == var:
            return right.type.sort == "player"
        case ir.Has(mark=mark, bearer=ir.Var(name=name)) if name == var:
            return game.markers[mark].on == ("player",)
        case ir.QualityOf(quality=word, of=ir.Var(name=name)) if name == var:
            return game.qualities[word].param.type.sort == "player"
        case _:
            return False


def _kind_said(var: str, type_: ir.Type, conds: list[ir.Expr]) -> tuple[ir.Type, list[ir.Expr]]:
    """Returns the type of a variable and its conditions, without one that only says of what kind its card is."""
    for cond in conds:
        match cond:
            case ir.Among(of=ir.Var(name=name), in_=ir.AllOf(type=said)) if name == var:
                return replace(said, many=False), [c for c in conds if c is not cond]
            case ir.Among(of=ir.Var(name=name, type=said)) if name == var and type_.sort == "card" == said.sort:
                return said, conds
    return type_, conds


def _of_one(cond: ir.Expr, var: str, variables: list[str]) -> bool:
    """Whether a condition speaks of one variable of an event, and of none that was named before it."""
    read = [v for v in variables if _reads(cond, v)]
    return bool(read) and read[0] == var


def _doer_type(moment: ir.Moment, scope: Scope) -> ir.Type:
    verb = own_verbs.verb(scope.game, (moment.event or "").split("/")[0])
    return verb.doer if verb is not None else ir.Type("player")


def _subject_type(event: str, game: ir.Game) -> ir.Type:
    name = event.split("/")[0]
    verb = own_verbs.verb(game, name)
    if verb is not None and verb.params:
        return verb.params[0].type
    if name in game.phases:
        param = game.phases[name].param
        return param.type if param is not None else ir.Type("phase", name)
    return ir.Type("card")


# ---- where ----------------------------------------------------------------------------------------------------------


def where(place: ir.Where_ | None, scope: Scope) -> tuple[Aside, ...]:
    """Returns the further places and states in which a clause works, or the only ones."""
    if place is None:
        return ()
    scope.last.clear()
    this = scope.name("this")
    found = []
    for zone in place.zones:
        noun = Noun(Term("noun", zone), det=Det.THE)
        if scope.game.zones[zone].owner is not None:
            noun = replace(noun, owner=You())
        found.append(Aside("works_only_in" if place.only else "works_even_in", noun))
    for name in place.states:
        said = conditions.is_so(this, Adj(Term("describing", name)))
        found.append(Aside("works_only_if" if place.only else "works_even_if", said))
    return tuple(found)


# ---- rules ----------------------------------------------------------------------------------------------------------


def rule(part: ir.Rule, scope: Scope) -> Sentence:
    """Returns what a rule says."""
    lead, left = during(list(parts(part.during)), scope)
    said = ruled(part, scope)
    tail = (*condition(left, scope), *rule_asides(part, scope))
    return Sentence(tuple(lead), (Tell(said, tail=tail),), where(part.where, scope))

