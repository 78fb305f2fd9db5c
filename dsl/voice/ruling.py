"""Turns a rule that holds into a sentence: what is more or less, what nobody may do, what counts as what."""

from __future__ import annotations

from dataclasses import replace

from .. import ir, own_verbs
from .conditions import is_so, means
from .restrict import narrowed, parts
from .scope import CARD, PLAYER, Scope, term_of
from .tree import Adj, Aside, Det, Noun, Number, Place, Says, Term, Thing, Verb, own


def ruled(rule: ir.Rule, scope: Scope) -> Says:
    """Returns the sentence of a rule, without the conditions under which it holds."""
    match rule.form:
        case "permit":
            return permitted(rule, scope)
        case "value":
            return valued(rule, scope)
        case "counts":
            return counting(rule, scope)
        case "quality":
            return is_so(about(rule, 0, scope), Adj(Term("describing", rule.name)))
        case "abilities":
            taker = about(rule, 0, scope) if rule.doer is None else standing(rule, rule.doer, ir.Type("player"), scope)
            return Says(taker, (Verb(own("have_abilities"), (about(rule, len(rule.args) - 1, scope),)),))


# ---- what a rule is about -------------------------------------------------------------------------------------------


def about(rule: ir.Rule, at: int, scope: Scope) -> Thing:
    """Returns the things that an argument of a rule stands for: `this district`, `any trade district in your city`."""
    return standing(rule, rule.args[at], type_of(rule, at, scope.game), scope)


def standing(rule: ir.Rule, var: str, type_: ir.Type, scope: Scope, det: Det = Det.EACH) -> Thing:
    """Returns the things that a variable of a rule stands for."""
    conds = [c for c in parts(rule.match) if _speaks_of(c, var)]
    for cond in conds:
        match cond:
            case ir.Is(op="==", left=ir.Var(name=name), right=right) if name == var:
                if not right.type.many:
                    return _named(var, right, scope)
            case ir.Among(of=ir.Var(name=name), in_=of) if name == var:
                rest = [c for c in conds if c is not cond]
                return _bound(var, narrowed(scope.described(of, det, many=False), var, rest, scope), scope)
    base = Noun(term_of(type_), det=det, person=type_.sort == "player")
    return _bound(var, narrowed(base, var, conds, scope), scope)


def _named(var: str, right: ir.Expr, scope: Scope) -> Thing:
    if isinstance(right, ir.Var) and right.name in scope.entities:
        scope.alias(var, scope.entities[right.name])
        return scope.name(var)
    return _bound(var, scope.thing(right), scope)


def _bound(var: str, thing: Thing, scope: Scope) -> Thing:
    """Lets a variable stand for what was just named."""
    if isinstance(thing, Noun):
        scope.bind(var, Noun(thing.term, thing.many, person=thing.person))
    return thing


def _speaks_of(cond: ir.Expr, var: str) -> bool:
    match cond:
        case ir.Is(left=ir.Var(name=name)) | ir.Among(of=ir.Var(name=name)) if name == var:
            return True
        case _:
            return var in _variables(cond)


def _variables(value: object) -> set[str]:
    found: set[str] = set()
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, tuple):
            waiting += one
        elif isinstance(one, ir.Expr):
            if isinstance(one, ir.Var):
                found.add(one.name)
            waiting += [getattr(one, name) for name in type(one).__dataclass_fields__ if name not in ("span", "type")]
    return found


def type_of(rule: ir.Rule, at: int, game: ir.Game) -> ir.Type:
    """Returns the type of what an argument of a rule stands for."""
    match rule.form:
        case "permit":
            return the_verb(game, rule.name).params[at].type
        case "abilities":
            return ir.Type("card", rule.name)
        case "quality":
            return game.qualities[rule.name].param.type
        case "value" if rule.name in game.values:
            return game.values[rule.name].params[at].type
        case _:
            kind = next((k.name for k in game.kinds.values() if any(f.name == rule.name for f in k.fields)), None)
            return ir.Type("card", kind)


def the_verb(game: ir.Game, key: str) -> ir.Verb:
    """Returns a verb of the game, or of the language."""
    found = own_verbs.verb(game, key)
    assert found is not None
    return found


# ---- each form ------------------------------------------------------------------------------------------------------


def permitted(rule: ir.Rule, scope: Scope) -> Says:
    """Returns what somebody cannot do, or may do in spite of a refusal."""
    verb = the_verb(scope.game, rule.name)
    who: Thing = Noun(PLAYER, det=Det.NO if rule.cannot else Det.ANY, person=True)
    if rule.doer is not None:
        who = standing(rule, rule.doer, verb.doer, scope, Det.A if rule.cannot else Det.ANY)
        if rule.cannot and isinstance(who, Noun) and who.det is Det.A and who.owner is None:
            who = replace(who, det=Det.NO) if who.person else _all(who, rule.doer, scope)
    args: list[Thing | None] = []
    for i in range(min(len(rule.args), len(verb.params))):
        args.append(_object(rule, i, verb.params[i].type, scope))
    done = Verb(Term("deed", rule.name), tuple(args))
    if rule.cannot:
        none = isinstance(who, Noun) and who.det is Det.NO
        return Says(who, (replace(done, args=tuple(map(_some, args))) if none else done,), "may" if none else "cannot")
    return Says(who, (replace(done, asides=lifting(rule, scope)),), "may")


def _object(rule: ir.Rule, at: int, type_: ir.Type, scope: Scope) -> Thing | None:
    """Returns to what a rule lets nobody do something, or everybody."""
    behind = type_.sort == "bearer" or the_verb(scope.game, rule.name).params[at].prep is not None
    if behind and not any(_speaks_of(cond, rule.args[at]) for cond in parts(rule.match)):
        return None
    if type_.sort == "number" and type_.name is not None:
        return Noun(CARD, True)
    if type_.sort not in ("card", "player", "bearer", "ability"):
        return Noun(term_of(type_), True, mass=True) if type_.sort == "amount" else None
    if not rule.cannot:
        return standing(rule, rule.args[at], type_, scope, Det.ANY)
    thing = standing(rule, rule.args[at], type_, scope, Det.A)
    return _all(thing, rule.args[at], scope) if isinstance(thing, Noun) and thing.det is Det.A else thing


def _all(noun: Noun, var: str, scope: Scope) -> Noun:
    """Returns all of a sort, of which a rule speaks."""
    scope.bind(var, Noun(noun.term, True, person=noun.person))
    return replace(noun, det=Det.GENERIC, many=True)


def _some(thing: Thing | None) -> Thing | None:
    """Returns some of a sort, which nobody may do it to: the denial stands with the one who does it."""
    return replace(thing, det=Det.A) if isinstance(thing, Noun) and thing.det is Det.GENERIC else thing


def lifting(rule: ir.Rule, scope: Scope) -> tuple[Aside, ...]:
    """Returns the refusal that a rule sets aside, by its condition."""
    verb = the_verb(scope.game, rule.name)
    for refusal in verb.refusals:
        if refusal.text == rule.lift:
            inner = replace_scope(rule, verb, scope)
            return (Aside("even_if", inner.says(refusal.cond)),)
    return ()


def replace_scope(rule: ir.Rule, verb: ir.Verb, scope: Scope) -> Scope:
    """Returns the scope of a verb: its parameters stand for what the rule is about."""
    inner = Scope(scope.game, scope.sayers, dict(scope.entities), dict(scope.last))
    for param, arg in zip(verb.params, rule.args, strict=False):
        if arg in scope.entities:
            inner.alias(param.name, scope.entities[arg])
        else:
            inner.bind(param.name, Noun(term_of(param.type), person=param.type.sort == "player"))
    if rule.doer is not None and rule.doer in scope.entities:
        inner.alias("you", scope.entities[rule.doer])
    return inner


def valued(rule: ir.Rule, scope: Scope) -> Says:
    """Returns what a value is, or how much more or less it is."""
    subject = Noun(Term("noun", rule.name), det=Det.THE)
    if rule.args:
        things = [about(rule, i, scope) for i in range(len(rule.args))]
        subject = replace(subject, owner=things[0], places=tuple(Place("for", t) for t in things[1:]))
    amount = rule.amount
    assert amount is not None
    if rule.op != "more" and isinstance(amount, ir.Var) and amount.name == "you":
        return Says(scope.thing(amount), (Verb(own("be"), (subject,)),))
    if rule.op != "more":
        return means(subject, amount, scope)
    less, size = magnitude(amount)
    number, each = more(size, scope)
    key = "less" if less else "more"
    term = own(f"be_{key}_by" if isinstance(number, Number) else f"be_much_{key}")
    return Says(subject, (Verb(term, (number,), asides=each),))


def more(size: ir.Expr, scope: Scope) -> tuple[Thing, tuple[Aside, ...]]:
    """Returns by how much a value changes, and for each of which things."""
    rate, each = scope.rate(size)
    if each is None:
        return Number(size.value) if isinstance(size, ir.Num) else scope.thing(size), ()
    return Number(rate), (Aside("for_each", each),)


def magnitude(amount: ir.Expr) -> tuple[bool, ir.Expr]:
    """Returns whether an amount is below zero, and how large it is."""
    match amount:
        case ir.Num() if amount.value < 0:
            return True, replace(amount, value=-amount.value)
        case ir.Arith(op="*", left=ir.Num(value=value), right=right) if value < 0:
            if value == -1:
                return True, right
            return True, replace(amount, left=ir.Num(type=amount.type, span=amount.span, value=-value))
        case _:
            return False, amount


def counting(rule: ir.Rule, scope: Scope) -> Says:
    """Returns what cards count as."""
    subject = about(rule, 0, scope)
    if rule.amount is not None:
        return Says(subject, (Verb(own("count_as"), (scope.thing(rule.amount),)),))
    kind = next(f.type.name for k in scope.game.kinds.values() for f in k.fields if f.name == rule.name)
    return Says(subject, (Verb(own("count_as"), (Noun(Term("noun", str(kind)), det=Det.ANY),)),))

