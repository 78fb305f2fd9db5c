"""Says whether a deed may be done: what refuses it, what lifts a refusal, and what the deed needs."""

from __future__ import annotations

from moot.dsl import ir
from moot.dsl.own_verbs import USE

from ..kernel.program import E, Function, Modifier, Objection, Origin
from .cards import played
from .expressions import expr
from .guards import or_in_a_way
from .hooks import has_ways, lending, step_event
from .keys import CanFunction, HeldFunction, LeftOutFunction, LegalCastFunction, LentFunction, SeemsFunction
from .needs import need, verb_scope
from .origins import known_origin, origin, rule_origin
from .parts import tried_deed
from .scope import Scope
from .secrets import hidden, refusal
from .sorts import answer_sort
from .standing import Standing
from .terms import FALSE, TRUE, both, either, negate, num, slot
from .together import tangled
from .unit import Unit
from .values import modifier, root


def can_function(u: Unit, number: int, key: CanFunction) -> Function:
    """Compile a permission."""
    verb = u.game.verbs.get(key.verb, USE)
    sorts = tuple(_told(t) for t in (verb.doer, *(p.type for p in verb.params)))
    s, doer, args = _root(verb, sorts)
    lifts: dict[str, list[tuple[E, Origin]]] = {}
    refusals: list[Objection] = []
    for one in u.book.on(key):
        guard = _permit(u, one, s, len(args))
        if one.rule.cannot:
            said = rule_origin(u, one)
            refusals.append(Objection(said.text, guard, (), True, said, _secret(u, one)))
        elif one.rule.lift is not None:
            lifts.setdefault(one.rule.lift, []).append((guard, rule_origin(u, one)))
    for r in verb.refusals:
        cond = expr(u, r.cond, s)
        said = known_origin(u, r.span, "", verb.source)
        refusals.append(Objection(r.text, cond, tuple(lifts.get(r.text, ())), False, said, hidden(u, r.cond)))
    needs = _verb_need(u, verb, doer, args, s)
    return Function(
        number, key.verb, "permission", len(args) + 1, s.slots.count, None, (), tuple(refusals),
        None if needs == TRUE else needs, tuple(s.slots.names), origin(u, verb.span, "", verb.source),
    )  # fmt: skip


def seems_function(u: Unit, number: int, key: SeemsFunction) -> Function:
    """Compile what everybody can see of a permission: whether nothing that everybody knows refuses it."""
    verb = u.game.verbs[key.verb]
    s, doer, args = _root(verb)
    base = both(_public_refusals(u, verb, s), _verb_need(u, verb, doer, args, s, True))
    return Function(
        number, str(key), "truth", len(args) + 1, s.slots.count, base, names=tuple(s.slots.names)
    )  # fmt: skip


def lent_function(u: Unit, number: int, key: LentFunction) -> Function:
    """Compile whether a player may use an ability of a card for which somebody else acts."""
    s = root(("player", "ability"), ("player", "ability"))
    lent = either(*(_permit(u, one, s, 1) for one in lending(u)))
    return Function(number, str(key), "truth", 2, s.slots.count, lent, names=tuple(s.slots.names))


def _root(verb: ir.Verb, sorts: tuple[str, ...] = ()) -> tuple[Scope, E, tuple[E, ...]]:
    """Make the scope of a permission. Return it with the player who is asked about, and the arguments."""
    s = root(("you", *(p.name for p in verb.params)), sorts)
    return s, slot(0), tuple(slot(i + 1) for i in range(len(verb.params)))


def _told(t: ir.Type) -> str:
    """Return the sort under which the log names an argument; '' if several sorts are possible."""
    return answer_sort(t) if t.sort in ("player", "card", "ability", "enum", "number", "amount") else ""


def _secret(u: Unit, one: Standing) -> bool:
    """Return whether a permission rule reads what not everybody sees."""
    return hidden(u, (one.rule.match, one.rule.cond, one.rule.during))


def _public_refusals(u: Unit, verb: ir.Verb, s: Scope) -> E:
    """Say that no refusal applies that everybody can judge, considering what could lift it."""
    open_: list[E] = []
    lifts: dict[str, list[E]] = {}
    closed: set[str] = set()
    for one in u.book.on(CanFunction(verb.key)):
        secret = _secret(u, one)
        if one.rule.cannot and not secret:
            open_.append(negate(_permit(u, one, s, len(verb.params))))
        elif one.rule.lift is not None and secret:
            closed.add(one.rule.lift)
        elif one.rule.lift is not None:
            lifts.setdefault(one.rule.lift, []).append(_permit(u, one, s, len(verb.params)))
    for r in verb.refusals:
        cond = None if r.text in closed else refusal(u, r.cond, s)
        if cond is not None:
            open_.append(either(negate(expr(u, cond, s)), *lifts.get(r.text, ())))
    return both(*open_)


def _verb_need(u: Unit, verb: ir.Verb, doer: E, args: tuple[E, ...], s: Scope, public: bool = False) -> E:
    """Say what the steps of a verb need, apart from its refusals."""
    inner = verb_scope(verb, doer, args, s)
    parts = []
    for step in verb.steps:
        event = step_event(verb.key, step)
        if tangled(u, step.body) and not has_ways(u, event):
            parts.append(TRUE if public else tried_deed(u, verb, doer, args))
        else:
            parts.append(or_in_a_way(u, need(u, step.body, inner, public=public), event, doer, args, s))
    return or_in_a_way(u, both(*parts), verb.key, doer, args, s)


# ---- rules of permission --------------------------------------------------------------------------------------------


def _permit(u: Unit, one: Standing, s: Scope, arity: int) -> E:
    """Say when a permission rule applies. The doer is slot 0, the arguments follow."""
    if one.lasting is not None:
        things = tuple(slot(i) for i in range(arity + 1))
        return E("call", (u.function(HeldFunction(one.lasting)), *things), origin(u, one.rule.span))
    return modifier(u, one, s, _asked(one.rule)).guard


def _asked(rule: ir.Rule) -> tuple[str, ...]:
    """List what a permission is asked about: the doer, and the arguments."""
    return (rule.doer if rule.doer is not None else "it#doer", *rule.args)


def held_function(u: Unit, number: int, key: HeldFunction) -> Function:
    """Compile whether the lasting permission rule with this number applies."""
    one = u.book.lasting[key.rule]
    names = _asked(one.rule)
    s = root(names)
    m = modifier(u, one, s, names)
    held = Modifier(m.guard, "holds", TRUE, m.level, m.origin, m.lasting, m.captured)
    return Function(
        number, str(key), "truth", len(names), s.slots.count, FALSE, (held,), names=tuple(s.slots.names)
    )  # fmt: skip


# ---- who may play together ------------------------------------------------------------------------------------------


def legal_function(u: Unit, number: int, key: LegalCastFunction) -> Function:
    """Compile which cards and players may play together."""
    s = Scope()
    refusals = []
    for r in u.game.refused:
        refusals.append(Objection(r.text, expr(u, r.cond, s), (), False, known_origin(u, r.span)))
    for card in u.game.cards.values():
        refusals += [_objection(u, card, r, s) for r in card.refused]
    return Function(number, str(key), "permission", 0, s.slots.count, None, (), tuple(refusals))


def left_out_function(u: Unit, number: int, key: LeftOutFunction) -> Function:
    """Compile which cards are left out: each has an objection to itself."""
    s = Scope()
    objections = tuple(_objection(u, card, r, s) for card in u.game.cards.values() for r in card.left_out)
    return Function(number, str(key), "permission", 0, s.slots.count, None, (), objections)


def _objection(u: Unit, card: ir.Card, r: ir.Refusal, s: Scope) -> Objection:
    """Compile what a card that takes part says against a cast."""
    first = u.layout.index[card.title]
    said = known_origin(u, r.span, card.title, card.source)
    cond = both(played(u, first), expr(u, r.cond, s.fresh({"this": num(first)})))
    return Objection(r.text or said.text, cond, (), False, said)
