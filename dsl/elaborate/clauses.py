"""Reads a clause of a card: window, place, frequency, condition, who may or must, and the slots below."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NoReturn

from .. import ir, syntax
from . import conditions, costs, effects, moments, phrases, statements
from .mistakes import Mistake, fail
from .noun import Noun, uncounted
from .scope import Scope
from .terms import PLAYER, TRUTH, conjunction, says

Place = syntax.WhereFrom | syntax.WhereIf
ORDER = "what happens, from where, `during`, `once in`, `if`"


def rank(lead: syntax.Lead) -> int:
    """Returns the position that a lead has among the others."""
    match lead:
        case syntax.Happening() | syntax.At() | syntax.AsSoonAs():
            return 0
        case syntax.WhereFrom() | syntax.WhereIf():
            return 1
        case syntax.During():
            return 2
        case syntax.OnceIn():
            return 3
        case syntax.Provided():
            return 4


@dataclass(slots=True)
class Leads:
    """The leads of a clause: its window, how often it counts within which phase, its conditions. `during`: a phase
    during which it counts, with its condition; `during_at`: where that stands among the conditions. `broken` says that
    one of the leads could not be read, which has been reported."""

    window: moments.Window | None = None
    once: syntax.OnceIn | None = None
    limit: ir.Phase | None = None
    limit_cond: ir.Expr | None = None
    during: tuple[syntax.During, ir.Phase, ir.Expr | None] | None = None
    during_at: int = -1
    conds: list[ir.Expr] = field(default_factory=list)
    broken: bool = False


def clause(scope: Scope, node: syntax.Clause) -> ir.Clause:
    """Reads a clause of a card."""
    check_order(scope, node.leads)
    span = node.span
    leads = leads_of(scope, node.leads)
    where = moments.where(scope, [lead for lead in node.leads if isinstance(lead, Place)])
    window, limit, conds = leads.window, leads.limit, leads.conds
    if leads.once is not None and limit is not None and window is None:
        if leads.once.first:
            often = f"the first time in a {limit.name}"
            help = f"write `once in your {limit.name}`, or say what happens: `when …, {often}, …`"
            fail("missing-window", "the first time that what happens?", leads.once.span, help)
        moment = ir.Moment(kind="ability", span=leads.once.span, phase=limit.name, cond=leads.limit_cond)
        window = moments.Window(moment)
    elif leads.limit_cond is not None:
        conds.insert(0, leads.limit_cond)
    elif leads.during is not None and window is None and node.force.text == "may":  # as often as the player likes
        while_, phase, of = leads.during
        conds.pop(leads.during_at)
        window = moments.Window(ir.Moment(kind="ability", span=while_.span, phase=phase.name, cond=of))
    if window is None and not leads.broken:
        missing_window(scope, node)
    doer, must = who_acts(scope, node)
    first = first_to(scope, window, node, doer, must) if window is not None and doer is not None else None
    if first is not None:
        window, doer = first
    lead, cost, effect = slots(scope, node.body, doer, must)
    if window is None:
        raise Mistake(None)
    return ir.Clause(
        moment=in_its_place(window.moment, node),
        limit=limit.name if limit is not None else None,
        first=leads.once is not None and leads.once.first,
        cond=conjunction(conds, span),
        where=where,
        doer=doer.set() if doer is not None else ir.Nobody(type=PLAYER, span=span),
        must=must,
        lead=lead,
        cost=cost,
        effect=effect,
        label=statements.called(node.body.called) or label(scope, node.body),
        named=node.body.called is not None,
        span=span,
    )


def leads_of(scope: Scope, nodes: Sequence[syntax.Lead]) -> Leads:
    """Reads the leads, which come before who acts. A mistake loses one lead only. Names in a window are declared in the
    scope."""
    leads = Leads()
    for lead in nodes:
        try:
            match lead:
                case syntax.Happening():
                    leads.window = moments.event(scope, lead)
                case syntax.AsSoonAs():
                    leads.window = moments.state(scope, lead)
                case syntax.At(chain):
                    which, phase, cond = moments.clock(scope, chain)
                    leads.window = moments.Window(ir.Moment(kind=which, span=lead.span, phase=phase.name, cond=cond))
                case syntax.During(chain):
                    found = moments.during(scope, chain)
                    if found is not None:
                        leads.during, leads.during_at = (lead, *moments.whole_phase(scope, chain)), len(leads.conds)
                        leads.conds.append(found)
                case syntax.OnceIn(chain=chain):
                    leads.once = lead
                    leads.limit, leads.limit_cond = moments.whole_phase(scope, chain)
                case syntax.Provided():
                    leads.conds.append(conditions.provided(scope, lead))
                case syntax.WhereFrom() | syntax.WhereIf():
                    pass  # read together
            if leads.window is not None:
                scope.it = leads.window.it or scope.it
                scope.they = leads.window.they or scope.they
        except Mistake as error:
            scope.desk.note(error)
            leads.broken = True
            declare_names(scope, lead)
    return leads


def missing_window(scope: Scope, node: syntax.Clause) -> NoReturn:
    """Reports that nothing says when a clause counts."""
    at = node.leads[0].span if node.leads else node.span
    spoken = next((p.name for p in scope.vocabulary.phases.values() if p.param is not None), "…")
    help = f"begin with `once in your {spoken}`, `when …`, `before …`, `at …` or `as soon as …`"
    fail("missing-window", "nothing says when this can be done", at, help)


def in_its_place(moment: ir.Moment, node: syntax.Clause) -> ir.Moment:
    """Returns the moment of a clause. If the clause has an `instead`, the moment replaces what would be done."""
    slot = replacing(node)
    if slot is None:
        return moment
    if moment.kind != "would":
        fail("misplaced-word", "`instead` needs a `when …` with `would be`", slot.span)
    return replace(moment, kind="instead")


def replacing(node: syntax.Clause) -> syntax.Instead | None:
    """Returns what a clause does in place of its event; None if it takes the place of nothing."""
    return next((e for e in reversed(node.body.effects) if isinstance(e, syntax.Instead)), None)


def first_to(
    scope: Scope, window: moments.Window, node: syntax.Clause, doer: Noun, must: bool
) -> tuple[moments.Window, Noun] | None:
    """Reads `any marked player may … instead`: they are asked in turn, and the first who says yes does it. Returns the
    window in which one of them is asked, and that one. Returns None for other clauses."""
    if must or not doer.many or replacing(node) is None:
        return None
    moment, var = window.moment, scope.desk.unnamed()
    one = ir.Var(type=PLAYER, span=doer.span, name=var)
    among = ir.Among(type=TRUTH, span=doer.span, of=one, in_=doer.set())
    conds = [*([] if moment.cond is None else [moment.cond]), among]
    asked = replace(moment, roles=(*moment.roles, (var, ir.ASKED)), cond=conjunction(conds, moment.span))
    return replace(window, moment=asked), Noun(one, doer.span)


def check_order(scope: Scope, leads: Sequence[syntax.Lead]) -> None:
    """Reports leads in the wrong order. There may be several places and several conditions."""
    last = -1
    for lead in leads:
        now = rank(lead)
        if now < last or (now == last and now not in (1, 4)):
            fail("wrong-order", "these words come too late", lead.span, f"the order is {ORDER}")
        last = now


def declare_names(scope: Scope, lead: syntax.Lead) -> None:
    """Declares the names of a broken window, so that their uses are not reported as further mistakes."""
    for node in syntax.walk(lead):
        if isinstance(node, (syntax.NounPhrase, syntax.PassiveRole)):
            if node.name is not None and node.name.text not in scope.locals:
                scope.declare(node.name, None)


def who_acts(scope: Scope, node: syntax.Clause) -> tuple[Noun | None, bool]:
    """Reads who acts, and whether they must. Returns None for the player if that cannot be read."""
    must = node.force.text == "must"
    try:
        if node.force.text == "cannot":
            fail("misplaced-word", "`cannot` makes a rule, and a rule has no lines below it", node.force.span)
        noun = phrases.noun_phrase(scope, node.who)
        uncounted(noun, "nothing says who picks these", "write `each`")
        if isinstance(noun.base, ir.Nobody):
            fail("wrong-type", "a player must act here, not nobody", noun.span)
        if noun.item.sort != "player":
            fail("wrong-type", f"only a player can act, not {says(noun.item)}", noun.span)
        if noun.many and noun.det not in ("any", "each", "all"):
            fail("who-picks", "which of them?", noun.span, "write `each`")
        return noun, must
    except Mistake as error:
        scope.desk.note(error)
        return None, must


def slots(scope: Scope, node: syntax.Body, doer: Noun | None, must: bool) -> tuple[ir.Block, ir.Block, ir.Block]:
    """Reads the body: the names, choices and conditions at its beginning, its cost, its effect."""
    inner = scope.inner()
    result: list[ir.Stmt] = []
    wrap: str | None = None
    if doer is None:
        inner.doer = ir.Nobody(type=PLAYER, span=node.span)
    elif doer.many:
        wrap = scope.desk.unnamed()
        inner.doer = inner.they = ir.Var(type=PLAYER, span=doer.span, name=wrap)
    else:
        inner.doer = statements.named(scope, doer.base, result)
        if not (isinstance(inner.doer, ir.Var) and inner.doer.name == "you"):
            inner.they = inner.doer
    effects.in_one(scope.desk, node.effects, "`when …, you may`")
    for slot in node.before:
        result.extend(statements.careful(inner, slot))
    paid = 0
    if node.cost is not None:
        result.extend(costs.whole(statements.block(inner, node.cost.body)))
        paid = len(result)
    for effect in node.effects:
        if isinstance(effect, syntax.Either):
            result.extend(statements.careful(inner, effect))
        else:
            result.extend(statements.block(inner, effect.body))
    if wrap is not None and doer is not None:
        each: ir.Stmt = ir.ForEach(span=node.span, var=wrap, of=doer.set(), by=None, body=tuple(result))
        if not must:
            each = ir.May(span=node.span, doer=doer.set(), body=tuple(result), var=wrap)
        return (), (), (each,)
    lead = ir.leading(result)
    return lead, tuple(result[len(lead) : paid]), tuple(result[max(len(lead), paid) :])


def label(scope: Scope, node: syntax.Body) -> str:
    """Returns the words of the main deed."""
    match node.effects[0]:
        case syntax.Either(branches, otherwise):
            ways = [*branches, otherwise] if otherwise is not None else branches
            return " or ".join([_first(scope, way) for way in ways])
        case effect:
            return _first(scope, effect)


def _first(scope: Scope, node: syntax.Node) -> str:
    deeds = [n.span for n in syntax.walk(node) if isinstance(n, (syntax.Action, syntax.Whether, syntax.Lasting))]
    if not deeds:
        return "nothing"
    span = min(deeds, key=lambda s: s.start)
    return re.sub(r"\s+", " ", scope.desk.source.text[span.start : span.end]).strip()
