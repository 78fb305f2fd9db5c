"""Says what must be possible before something may begin.

A clause, a branch or a verb can only begin if its choices have candidates, its conditions hold and its costs can be
paid. All of it is asked of the position before anything is done. What a cost takes away is remembered, so two payments
from one purse must both be there. Where a step can be met in other ways, and cannot be met plainly, the ways are tried
on a copy of the position.

With `public`, a function asks only for what everybody can see; where that does not hold, the thing cannot be done.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from moot.dsl import ir
from moot.dsl.words import with_article

from ..kernel.program import E, Origin
from .bearers import mark_base
from .expressions import arguments, can, expr, seems
from .hooks import bans
from .origins import origin
from .parts import part_need
from .scope import Scope, Spent
from .secrets import hidden, learn, public_set, refusal, size_known
from .sorts import answer_sort
from .terms import NONE, TRUE, both, either, negate, num
from .together import asks_for_amounts, due, taken, tangled
from .unit import Unit

NOTHING: Spent = {}
ARTICLES = frozenset(("a", "an", "another", "any", "one", "the"))


def prefix(u: Unit, clause: ir.Clause) -> ir.Block:
    """Return the statements of a clause that must be possible: its lead, its cost, and what is due after it."""
    return (*clause.lead, *clause.cost, *due(u, clause))


def block_need(u: Unit, block: Sequence[ir.Stmt], s: Scope, public: bool = False) -> E:
    """Say what must hold for all of these statements to be done; tangled ones are tried."""
    if not tangled(u, block):
        return need(u, block, s, NOTHING, public)
    return need(u, ir.leading(tuple(block)), s, NOTHING, True) if public else part_need(u, block, s)


def unrefused(u: Unit, cond: ir.Expr, s: Scope, at: Origin | None, text: str | None) -> E:
    """Say that a `refused` line does not refuse. An explanation gives the reason that its author wrote, if he wrote
    one."""
    e = negate(expr(u, cond, s))
    if at is None or e.op == "num" or (text is None and e.origin is not None):
        return e
    return replace(e, origin=replace(at, text=text or at.text))


def need(u: Unit, block: Sequence[ir.Stmt], s: Scope, spent: Spent = NOTHING, public: bool = False) -> E:
    """Say what must hold for these statements to be done. `spent`: what was taken before them."""
    if not block:
        return TRUE
    first, rest = block[0], block[1:]
    match first:
        case ir.Let():
            return _let(u, first, rest, s, spent, public)
        case ir.PickRandom():
            return _pick_random(u, first, rest, s, spent, public)
        case ir.Choose():
            return _choose(u, first, rest, s, spent, public)
        case ir.Require():
            refused = refusal(u, first.cond, s) if public else first.cond
            here = TRUE if refused is None else unrefused(u, refused, s, origin(u, first.span, s.card), first.text)
        case ir.Do():
            here, spent = _do(u, first, s, spent, public)
        case ir.If():
            here = _if(u, first, s, spent, public)
        case ir.Either():
            here = TRUE if first.otherwise is not None else _either(u, first, s, spent, public)
        case _:
            here = TRUE
    return both(here, need(u, rest, s, spent, public))


def _let(u: Unit, let: ir.Let, rest: Sequence[ir.Stmt], s: Scope, spent: Spent, public: bool) -> E:
    value = expr(u, let.value, s)
    if value.op in ("num", "slot"):
        inner = learn(u, s.given({let.name: value}), let.name, let.value, s)
        return need(u, rest, inner, spent, public)
    inner, n = s.bind(let.name, answer_sort(let.value.type))
    then = need(u, rest, learn(u, inner, let.name, let.value, s), spent, public)
    return TRUE if then == TRUE else E("pick", (n, value, then))


def _pick_random(u: Unit, pick: ir.PickRandom, rest: Sequence[ir.Stmt], s: Scope, spent: Spent, public: bool) -> E:
    of = expr(u, pick.of, s)
    one = E("first", (of,)) if pick.single else of
    inner = learn(u, s.given({pick.name: one}), pick.name, pick.of, s)
    found = TRUE
    if pick.single:
        found = likely(u, pick.of, s) if public else E("some", (of,))
    return both(found, need(u, rest, inner, spent, public))


def _if(u: Unit, s: ir.If, scope: Scope, spent: Spent, public: bool) -> E:
    cond = expr(u, s.cond, scope)
    then = need(u, s.then, scope, spent, public)
    other = need(u, s.otherwise, scope, spent, public)
    if public and hidden(u, s.cond, scope):
        return either(then, other)
    return TRUE if then == other == TRUE else either(both(cond, then), both(negate(cond), other))


def _either(u: Unit, choice: ir.Either, s: Scope, spent: Spent, public: bool) -> E:
    return either(*(branch(u, b, s, spent, public) for b in choice.branches))


def branch(u: Unit, b: ir.Branch, s: Scope, spent: Spent = NOTHING, public: bool = False) -> E:
    """Say what must hold for a branch of an `either`."""
    block = b.body if b.choose is None else (b.choose, *b.body)
    if tangled(u, block):
        return need(u, ir.leading(block), s, spent, True) if public else part_need(u, block, s)
    return need(u, block, s, spent, public)


# ---- choices --------------------------------------------------------------------------------------------------------


def _choose(u: Unit, c: ir.Choose, rest: Sequence[ir.Stmt], s: Scope, spent: Spent, public: bool) -> E:
    if c.otherwise is not None:
        return TRUE
    if public and hidden(u, c.of, s):
        return both(_perhaps(u, c, s), need(u, rest, _unseen_pick(c, s), spent, public))
    of = expr(u, c.of, s)
    if c.single:
        inner, n = s.bind(c.name, answer_sort(c.of.type))
        candidates = _narrowed(n, of, need(u, rest, inner, spent, public))
        if isinstance(c.of, ir.WordsOf) and candidates == of:
            return TRUE
        return E("some", (candidates,), _there(u, "is", c))
    enough = TRUE
    if c.least is not None:
        least = expr(u, c.least, s)
        if least != num(0):
            enough = E(">=", (E("size", (of,)), least), _there(u, "are", c))
    inner, n = s.bind(c.name, answer_sort(c.of.type))
    then = need(u, rest, replace(inner, picked=inner.picked | {c.name}), spent, public)
    return both(enough, TRUE if then == TRUE else E("pick", (n, of, then)))


def _there(u: Unit, verb: str, c: ir.Choose) -> Origin | None:
    """Return the words for what a choice needs: `there is a district in your city`."""
    at = origin(u, c.of.span)
    if at is None:
        return None
    bare = verb == "is" and at.text.partition(" ")[0] not in ARTICLES
    return replace(at, text=f"there {verb} {with_article(at.text) if bare else at.text}")


def candidates(u: Unit, c: ir.Choose, of: E, rest: Sequence[ir.Stmt], s: Scope) -> E:
    """Return the candidates of a choice: the members of the set with which the rest can be done."""
    inner, n = s.bind(c.name, answer_sort(c.of.type))
    then = part_need(u, rest, inner) if tangled(u, rest) else need(u, rest, inner)
    return _narrowed(n, of, then)


def _narrowed(n: int, of: E, then: E) -> E:
    return of if then == TRUE else E("where", (n, of, then))


def _perhaps(u: Unit, c: ir.Choose, s: Scope) -> E:
    """Say, as far as everybody knows, whether there is enough to choose from."""
    if c.single:
        return likely(u, c.of, s)
    if c.least is None or hidden(u, c.least, s):
        return TRUE
    least = expr(u, c.least, s)
    return TRUE if least == num(0) else likely(u, c.of, s, least)


def _unseen_pick(c: ir.Choose, s: Scope) -> Scope:
    """Return the scope with a chosen name of which not everybody knows what there was to choose from."""
    inner = s.given({c.name: NONE})
    picked = inner.picked if c.single else inner.picked | {c.name}
    return replace(inner, hidden=inner.hidden | {c.name}, unsized=inner.unsized | {c.name}, picked=picked)


def likely(u: Unit, of: ir.Expr, s: Scope, least: E | None = None) -> E:
    """Say, as far as everybody knows, whether a set has a member (or at least `least`). It holds wherever the set
    really has one."""
    seen = public_set(u, of, s)
    if seen is None and size_known(u, of, s):
        seen = of
    if seen is not None:
        found = expr(u, seen, s)
        return E("some", (found,)) if least is None else E(">=", (E("size", (found,)), least))
    if isinstance(of, (ir.Where, ir.Without)) or (isinstance(of, ir.Image) and least is None):
        return likely(u, of.of, s, least)
    return TRUE


# ---- deeds ----------------------------------------------------------------------------------------------------------


def verb_scope(verb: ir.Verb, doer: E, args: tuple[E, ...], s: Scope) -> Scope:
    """Make a scope for the verb's own words."""
    own = replace(s, card="")
    return own.fresh({"you": doer, **{p.name: a for p, a in zip(verb.params, args, strict=True)}})


def _do(u: Unit, s: ir.Do, scope: Scope, spent: Spent, public: bool) -> tuple[E, Spent]:
    """Say what must hold for a deed to be done; return that and what is spent after it."""
    verb = u.game.verbs.get(s.verb)
    if verb is None or (public and hidden(u, (s.doer, s.args), scope)):
        return TRUE, spent
    doer = expr(u, s.doer, scope)
    args = arguments(u, s.args, verb.params, scope)
    if s.as_quality is not None or s.if_able:
        return TRUE, spent
    inner = verb_scope(verb, doer, args, scope)
    said = [r for r in verb.refusals if r.text not in s.lifted]
    if spent and not bans(u, s.verb) and verb.refusals and asks_for_amounts(u, verb):
        allowed = _not_refused(u, verb, said, replace(inner, spent=spent), public)
    elif s.lifted:
        allowed = _not_refused(u, verb, said, inner, public)
    elif public:
        allowed = seems(u, s.verb, doer, args)
    else:
        allowed = can(u, s.verb, doer, args)
    return allowed, _taken(u, verb, inner, spent)


def _not_refused(u: Unit, verb: ir.Verb, said: Sequence[ir.Refusal], s: Scope, public: bool) -> E:
    """Say that none of these refuses a deed; an explanation names one by its words, as if the deed had been asked
    for."""
    parts = []
    for r in said:
        cond = refusal(u, r.cond, s) if public else r.cond
        if cond is not None:
            parts.append(unrefused(u, cond, s, origin(u, r.span, "", verb.source), r.text))
    return both(*parts)


def _taken(u: Unit, verb: ir.Verb, inner: Scope, spent: Spent) -> Spent:
    """Return `spent` with what a verb itself takes added to it."""
    for step in verb.steps:
        for s in step.body:
            if isinstance(s, ir.MoveAmount) and s.source is not None and taken(s):
                key = (mark_base(u, s.mark, s.source.type), expr(u, s.source, inner))
                amount = expr(u, s.amount, inner)
                spent = {**spent, key: E("+", (spent[key], amount)) if key in spent else amount}
    return spent
