"""Writes statements in which a player decides what is done: one branch of several, or whether to do it at all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from moot.dsl import ir

from ...kernel.program import E, Opt
from ..assembler import Code, option
from ..cards import stirred
from ..effects import effective_block
from ..expressions import arguments, can, expr, seems
from ..keys import VerbProgram
from ..labels import block_label, branch_label
from ..needs import block_need, branch, candidates, verb_scope
from ..origins import said_at, words
from ..parts import call_part, menu
from ..scope import Scope
from ..secrets import anywhere, deciding, hidden, learn, open_to_all
from ..sorts import answer_sort
from ..terms import FALSE, TRUE, both, negate, num
from ..terms import either as either_of
from ..together import tangled
from ..unit import Unit
from ..within import Offered, Within
from .asking import alike, ask, if_among, keep, whom
from .control import going_round


@dataclass(frozen=True)
class _Offer:
    """A branch of a choice as it is offered: where its code begins, the names known in it, its answers, and the deeds
    that begin with one of their own branches taken (where that code begins, and the branch)."""

    branch: ir.Branch
    label: int
    scope: Scope
    options: tuple[Opt, ...]
    unfolded: tuple[tuple[int, int], ...] = ()


def either(u: Unit, code: Code, s: ir.Either, w: Within) -> Scope:
    """Let a player take one of several branches."""
    doer = expr(u, s.doer, w.scope)
    labels = [code.label() for _ in s.branches]
    other, end = code.label(), code.label()
    if w.taken is not None:
        code.go_to(w.taken, labels)  # the branch was taken before this program began
        w = replace(w, taken=None)
    secret = hidden(u, tuple((b.choose, *deciding(u, b.body)) for b in s.branches), w.scope)
    offers = [_offer(u, code, s, b, label, doer, w) for label, b in zip(labels, s.branches, strict=True)]
    options = tuple(o for offer in offers for o in offer.options)
    none = w.abort if s.otherwise is None else other
    perhaps = _perhaps_several(u, s, w.scope) if secret else FALSE
    if perhaps not in (TRUE, FALSE):
        alone = code.label()
        code.unless(perhaps, alone)
        ask(code, w, doer, options, none, False, s.secret, "choose one", due=s.otherwise is None)
        code.place(alone)
    ask(code, w, doer, options, none, perhaps != TRUE, s.secret, "choose one", due=s.otherwise is None)
    for offer in offers:
        code.place(offer.label)
        _do_branch(u, code, offer, end, w)
        code.emit("jump", end)
    for offer in offers:
        for label, taken in offer.unfolded:
            code.place(label)
            do = offer.branch.body[0]
            assert isinstance(do, ir.Do)
            args = arguments(u, do.args, u.game.verbs[do.verb].params, w.scope)
            code.emit("call", u.program(VerbProgram(do.verb)), doer, *args, num(taken))
            code.emit("jump", end)
    code.place(other)
    if s.otherwise:
        w.write(u, code, s.otherwise, w)
    code.place(end)
    return w.scope


def _perhaps_several(u: Unit, s: ir.Either, scope: Scope) -> E:
    """Say that, as far as everybody can see, more than one branch may be possible, or more than one answer to one."""
    if any(b.choose is not None and b.choose.single for b in s.branches):
        return TRUE
    seen = [branch(u, b, scope, public=True) for b in s.branches]
    return either_of(*(both(one, other) for one, other in combinations(seen, 2)))


def _offer(u: Unit, code: Code, s: ir.Either, b: ir.Branch, label: int, doer: E, w: Within) -> _Offer:
    """Make the answers with which a branch is taken."""
    origin = said_at(u, b.span, w.scope.card, code.at)
    last = b is s.branches[-1] and len(s.branches) > 2
    only = b.body[0] if len(b.body) == 1 and b.choose is None else None
    if isinstance(only, ir.Do) and only.verb in u.game.verbs and not only.lifted and only.doer == s.doer:
        choice = menu(u.game.verbs[only.verb])
        if choice is not None:
            found = [(code.label(), *one) for one in _unfolded(u, only, choice, w.scope)]
            options = tuple(
                option(deed, text, guard=None if guard == TRUE else guard, origin=origin)
                for deed, _, guard, text in found
            )
            return _Offer(b, label, w.scope, options, tuple((deed, j) for deed, j, _, _ in found))
    if b.choose is None or not b.choose.single:
        guard = branch(u, b, w.scope)
        said = branch_label(u, b, w.scope, s.doer)
        answer = option(label, said, guard=None if guard == TRUE else guard, last=last, origin=origin)
        return _Offer(b, label, w.scope, (answer,))
    of, sort = b.choose.of, answer_sort(b.choose.of.type)
    things = candidates(u, b.choose, expr(u, of, w.scope), b.body, w.scope)
    inner, n = w.scope.bind(b.choose.name, sort)
    inner = learn(u, inner, b.choose.name, of, w.scope, not s.secret)
    inner = keep(code, inner, b.choose.name, doer if s.secret else None)
    answer = option(
        label, branch_label(u, b, w.scope, s.doer), slot=n, of=things, sort=sort, dedupe=alike(u, sort),
        must=isinstance(of, ir.Abilities) and of.only_must, last=last, origin=origin,
        open=open_to_all(u, of), anywhere=anywhere(of),
    )  # fmt: skip
    return _Offer(b, label, inner, (answer,))


def _unfolded(u: Unit, do: ir.Do, choice: ir.Either, s: Scope) -> Iterator[tuple[int, E, str]]:
    """Go through the branches of a verb that is a choice, as answers: their numbers, what each needs, and its words.
    The verb itself is number 0 where a card has something to do first."""
    verb = u.game.verbs[do.verb]
    doer = expr(u, do.doer, s)
    args = arguments(u, do.args, verb.params, s)
    allowed = can(u, do.verb, doer, args)
    inner = verb_scope(verb, doer, args, s)
    card_first = stirred(u, verb, s)
    found = [
        (j, both(negate(card_first), allowed, branch(u, b, inner)), branch_label(u, b, inner))
        for j, b in enumerate(choice.branches, 1)
    ]
    if card_first != FALSE:
        yield 0, both(card_first, allowed), words(u, do.span)
    yield from found


def _do_branch(u: Unit, code: Code, offer: _Offer, end: int, w: Within) -> None:
    """Do the branch that was taken."""
    b, offered = offer.branch, w.offered
    body = b.body
    if b.choose is not None and b.choose.single:
        offered = _chosen_for(u, b.choose, offer.scope)
    elif b.choose is not None:
        body = (b.choose, *b.body)
    if tangled(u, body):
        call_part(u, code, body, offer.scope)
    else:
        w.write(u, code, body, replace(w.at(offer.scope, w.else_strict(end)), offered=offered))


def _chosen_for(u: Unit, c: ir.Choose, s: Scope) -> Offered | None:
    """Return the deed for which the candidates were picked (`a card in their hand that they may build`)."""
    if not isinstance(c.of, ir.Where) or not isinstance(c.of.cond, ir.Can):
        return None
    cond, inner = c.of.cond, s.given({c.of.var: s.vars[c.name]})
    args = arguments(u, cond.args, u.game.verbs[cond.verb].params, inner)
    return Offered(cond.verb, expr(u, cond.doer, inner), args)


# ---- whether at all -------------------------------------------------------------------------------------------------


def may(u: Unit, code: Code, s: ir.May, w: Within) -> Scope:
    """Let a player, or each of several, decide whether to do something."""
    if not s.doer.type.many:
        _ask_whether(u, code, s, expr(u, s.doer, w.scope), w)
        return w.scope
    assert s.var is not None
    var = s.var
    everybody = whom(u, s.doer, w.scope)
    one = s if everybody is s.doer else if_among(s, var, s.doer)

    def each(inner: Scope, again: int) -> None:
        _ask_whether(u, code, one, inner.vars[var], w.at(inner, again))

    code.loop(going_round(u, code, everybody, w.scope), var, "player", w.scope, each)
    return w.scope


def _ask_whether(u: Unit, code: Code, s: ir.May, doer: E, w: Within) -> None:
    """Ask one player."""
    w = replace(w.at(w.scope if s.var is None else w.scope.given({s.var: doer}), w.abort), strict=None, bound=None)
    first = s.body[0] if s.body else None
    if isinstance(first, ir.Do) and first.as_quality is not None:
        _ask_whether_as(u, code, s, first, u.layout.as_cell[first.as_quality], doer, w)
        return
    end = code.label()
    seen, needs = block_need(u, s.body, w.scope, True), block_need(u, s.body, w.scope)
    code.unless(both(seen, effective_block(u, s.body, w.scope, code.at)), end)
    _put(u, code, s, doer, None if needs in (TRUE, seen) else needs, end, w)
    if tangled(u, s.body):
        call_part(u, code, s.body, w.scope)
    else:
        w.write(u, code, s.body, w.at(w.scope, end))
    code.place(end)


def _ask_whether_as(u: Unit, code: Code, s: ir.May, first: ir.Do, cell: int, doer: E, w: Within) -> None:
    """Ask one player about a deed done `as` something; the player has that quality while he is asked."""
    reset, end = code.label(), code.label()
    code.emit("poke", cell, E("+", (expr(u, first.args[0], w.scope), num(1))))
    who = expr(u, first.doer, w.scope)
    args = arguments(u, first.args, u.game.verbs[first.verb].params, w.scope)
    seen, needs = seems(u, first.verb, who, args), can(u, first.verb, who, args)
    code.unless(seen, reset)
    _put(u, code, s, doer, None if needs in (TRUE, seen) else needs, reset, w)
    code.emit("poke", cell, num(0))
    w.write(u, code, s.body, w.at(w.scope, end))
    code.emit("jump", end)
    code.place(reset)
    code.emit("poke", cell, num(0))
    code.place(end)


def _put(u: Unit, code: Code, s: ir.May, doer: E, allowed: E | None, no: int, w: Within) -> None:
    """Put the question; after *yes* the code goes on here."""
    asked = s.doer if s.var is None else ir.Var(type=s.doer.type, span=s.doer.span, name=s.var)
    yes, label = code.label(), block_label(u, s.body, w.scope, asked, s.label)
    options = (option(yes, "yes, " + label, guard=allowed, origin=code.at), option(no, "no", last=True))
    ask(code, w, doer, options, no, False, s.secret, label)
    code.place(yes)
