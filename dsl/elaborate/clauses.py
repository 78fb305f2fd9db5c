"""Reads a clause of a card: window, place, frequency, condition, who may or must, and the slots below."""

from __future__ import annotations

import re
from dataclasses import replace

from lark import Token, Tree

from .. import ir
from ..source import Span
from . import conditions, effects, moments, phrases, statements
from .scope import PLAYER, Mistake, Node, Noun, Scope, conjunction, fail, says, tree, uncounted

RANK = {
    "after": 0,
    "would": 0,
    "before": 0,
    "clock": 0,
    "state": 0,
    "where_from": 1,
    "where_if": 1,
    "during": 2,
    "once": 3,
    "when_if": 4,
}
ORDER = "window, place, `during`, `once in`, `if`"


def clause(scope: Scope, node: Node) -> ir.Clause:
    children = [c for c in node.children if isinstance(c, Tree)]
    body_node, force_node, who = children[-1], children[-2], children[-3]
    leads = children[:-3]
    check_order(scope, leads)
    span = scope.desk.span(node)
    window: moments.Window | None = None
    limit: ir.Phase | None = None
    limit_cond: ir.Expr | None = None
    once_span: Span | None = None
    conds: list[ir.Expr] = []
    places = [lead for lead in leads if RANK[str(lead.data)] == 1]
    broken = False
    for lead in leads:
        try:
            match str(lead.data):
                case "after" | "would" | "before":
                    window = moments.event(scope, lead)
                case "state":
                    window = moments.state(scope, lead)
                case "clock":
                    which, phase, cond = moments.clock(scope, tree(lead.children[0]))
                    at = scope.desk.span(lead)
                    window = moments.Window(ir.Moment(kind=which, span=at, phase=phase.name, cond=cond))  # type: ignore[arg-type]
                case "during":
                    found = moments.during(scope, tree(lead.children[0]))
                    if found is not None:
                        conds.append(found)
                case "once":
                    once_span = scope.desk.span(lead)
                    limit, limit_cond = moments.whole_phase(scope, tree(lead.children[0]))
                case "when_if":
                    conds.append(conditions.condition(scope, tree(lead.children[0])))
            if window is not None:
                scope.it = window.it or scope.it
                scope.they = window.they or scope.they
        except Mistake as error:
            scope.desk.note(error)
            broken = True
            declare_names(scope, lead)
    where = moments.where(scope, places)
    if limit is not None and window is None:
        assert once_span is not None
        window = moments.Window(ir.Moment(kind="ability", span=once_span, phase=limit.name, cond=limit_cond))
        limit_cond = None
    if window is None and not broken:
        at = scope.desk.span(leads[0]) if leads else span
        spoken = next((p.name for p in scope.vocabulary.phases.values() if p.param is not None), "…")
        help = f"begin with `once in your {spoken}`, `when …`, `before …`, `at …` or `as soon as …`"
        fail("missing-window", "it is not said when this can be done", at, help)
    if limit_cond is not None:
        conds.insert(0, limit_cond)
    doer, must = who_acts(scope, who, force_node)
    body, cost, instead = slots(scope, body_node, doer, must)
    if window is None:
        raise Mistake(None)
    moment = window.moment
    if instead is not None:
        if moment.kind != "would":
            fail("misplaced-word", "`instead` needs a window with `would be`", scope.desk.span(instead))
        if doer is not None and doer.many and not must:
            fail("who-picks", "one of them takes its place", scope.desk.span(who), "say which player `may`")
        moment = replace(moment, kind="instead")
    return ir.Clause(
        moment=moment,
        limit=limit.name if limit is not None else None,
        cond=conjunction(conds, span),
        where=where,
        doer=doer.set() if doer is not None else ir.Nobody(type=PLAYER, span=span),
        must=must,
        body=body,
        cost=cost,
        label=label(scope, body_node),
        span=span,
    )


def check_order(scope: Scope, leads: list[Node]) -> None:
    last = -1
    for lead in leads:
        rank = RANK[str(lead.data)]
        if rank < last or (rank == last and rank not in (1, 4)):  # several places, several conditions
            fail("wrong-order", "these words stand too late", scope.desk.span(lead), f"the order is {ORDER}")
        last = rank


def declare_names(scope: Scope, node: Node) -> None:
    """The names a broken window would have given: their uses are not mistakes of their own."""
    for binder in node.find_data("binder"):
        token = binder.children[0]
        assert isinstance(token, Token)
        if str(token) not in scope.locals:
            scope.declare(token, None)


def who_acts(scope: Scope, who: Node, force_node: Node) -> tuple[Noun | None, bool]:
    force = str(force_node.children[0])
    try:
        if force == "cannot":
            fail("misplaced-word", "`cannot` is said in a rule, without a block", scope.desk.span(force_node))
        noun = phrases.noun_phrase(scope, who)
        uncounted(noun, "it is not said who picks these", "write `each`")
        if isinstance(noun.base, ir.Nobody):
            fail("wrong-type", "somebody acts, not nobody", noun.span)
        if noun.item.sort != "player":
            fail("wrong-type", f"a player acts, not {says(noun.item)}", noun.span)
        if noun.many and noun.det not in ("any", "each", "all"):
            fail("who-picks", "which of them?", noun.span, "write `each`")
        return noun, force == "must"
    except Mistake as error:
        scope.desk.note(error)
        return None, force == "must"


def slots(scope: Scope, node: Node, doer: Noun | None, must: bool) -> tuple[ir.Block, int, Node | None]:
    """The body, how many of its statements are the cost, and the `instead` slot if there is one."""
    inner = scope.inner()
    before: list[ir.Stmt] = []
    wrap: str | None = None
    if doer is None:
        inner.doer = ir.Nobody(type=PLAYER, span=scope.desk.span(node))
    elif doer.many:
        wrap = scope.desk.unnamed()
        inner.doer = inner.they = ir.Var(type=PLAYER, span=doer.span, name=wrap)
    else:
        inner.doer = statements.named(scope, doer.base, before)
        if not (isinstance(inner.doer, ir.Var) and inner.doer.name == "you"):
            inner.they = inner.doer
    effects.in_one(scope.desk, node.children, "`when …, you may`")
    cost = 0
    instead: Node | None = None
    result: list[ir.Stmt] = list(before)
    for child in node.children:
        if not isinstance(child, Tree):
            continue
        if child.data in ("cost", "do", "instead"):
            stmts = statements.block(inner, list(child.children))
            result.extend(stmts)
            if child.data == "cost":
                cost = len(stmts)
            if child.data == "instead":
                instead = child
        else:
            result.extend(statements.careful(inner, child))
    if wrap is not None and doer is not None:
        span = scope.desk.span(node)
        each: ir.Stmt = ir.ForEach(span=span, var=wrap, of=doer.set(), by=None, body=tuple(result))
        if not must:
            each = ir.May(span=span, doer=doer.set(), body=tuple(result), var=wrap)
        return (each,), 0, instead
    return tuple(result), cost, instead


def label(scope: Scope, node: Node) -> str:
    """The words of the main deed."""
    effects = [c for c in node.children if isinstance(c, Tree) and c.data in ("do", "instead", "either")]
    if not effects:
        return ""
    first = effects[0]
    if first.data == "either":
        parts = [_first(scope, b) for b in first.children if isinstance(b, Tree)]
        return " or ".join(p for p in parts if p)
    return _first(scope, first)


def _first(scope: Scope, node: Node) -> str:
    deeds = [t for shape in ("action", "whether", "lasting") for t in node.find_data(shape)]
    if not deeds:
        return "nothing"
    span = min((scope.desk.span(deed) for deed in deeds), key=lambda s: s.start)
    return re.sub(r"\s+", " ", scope.desk.source.text[span.start : span.end]).strip()
