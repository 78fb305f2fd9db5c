"""Lowers questions: the list of answers, and what happens when there is only one, or none."""

from __future__ import annotations

from collections.abc import Callable

from ..analysis.facts import INTEGER, NATURAL, NEGATIVE, SET
from ..program import Ask, Opt
from ..state import GROUP
from .loops import each
from .pieces import FALSE, NOBODY, ONE, TRUE, choose, compare, has_any, joined
from .scope import Scope, cond, members, value
from .stretch import Plan
from .tree import (
    Append,
    Body,
    Do,
    Each,
    Expr,
    Fail,
    If,
    Let,
    Local,
    Num,
    Op,
    Suspend,
    Truth,
)

Onward = Callable[[Scope, int], None]
"""A function that lowers going on at an instruction, in a scope."""
NOTHING_LEFT = Fail("there is nothing left to choose", True)


def ask(plan: Plan, at: Scope, n: int, onward: Onward) -> None:
    """Lower a question: it is put to the player, or its only answer is taken."""
    ask: Ask = plan.p.code[n].args[0]
    answers = Local(f"q{n}", SET, True)
    _answers(at, answers, ask)
    if ask.lookahead is not None:
        wanted = joined("and", [has_any(answers), Op("not", (Op("in_trial", (), NATURAL),), NATURAL)])
        ahead = (Num(ask.lookahead), Num(n), answers, Truth(bool(ask.chain)))
        at.put(If(wanted, (Do("resume", (Num(n),)), Let(answers, Op("ahead", ahead, SET, True)))))
    always = sum(o.guard is None and o.of is None for o in ask.options)
    certain = ask.lookahead is None and always > 0
    if certain and (not ask.auto or always > 1):
        _suspend(plan, at, n, ask, answers)
        return
    several = compare(">", Op("size", (answers,), NATURAL), ONE)
    with at.when(several if ask.auto else has_any(answers)) as inside:
        _suspend(plan, inside, n, ask, answers)
    if not ask.auto:
        _nothing(at, ask, onward)
    elif certain:
        _take(plan, at, n, ask, answers, onward)
    else:
        yes, no = at.inner(), at.inner()
        _take(plan, yes, n, ask, answers, onward)
        _nothing(no, ask, onward)
        if yes.out or no.out:
            at.put(If(has_any(answers), tuple(yes.out), tuple(no.out)))


def _nothing(at: Scope, ask: Ask, onward: Onward) -> None:
    """Lower what happens if there is no answer."""
    if ask.none is None:
        at.put(NOTHING_LEFT)
    else:
        onward(at, ask.none)


def _answers(at: Scope, answers: Local, ask: Ask) -> None:
    """Lower the list of the answers, group by group."""
    certain = 0  # how many groups at the beginning are always offered
    while certain < len(ask.options) and ask.options[certain].guard is None and ask.options[certain].of is None:
        certain += 1
    at.put(Let(answers, Op("list", tuple(Num(group * GROUP) for group in range(certain)), SET, True)))
    for group in range(certain, len(ask.options)):
        opt = ask.options[group]
        test = TRUE if opt.guard is None else cond(at, opt.guard)
        if test == TRUE:
            _group(at, answers, ask, opt, group)
        elif test != FALSE:
            with at.when(test) as inside:
                _group(inside, answers, ask, opt, group)


def _group(at: Scope, answers: Local, ask: Ask, opt: Opt, group: int) -> None:
    """Lower the answers of one group."""
    base = group * GROUP + 1

    def offered(x: Expr) -> Append:
        return Append(answers, Op("+", (x, Num(base)), NATURAL))

    one = Local("x", NATURAL)
    if opt.of is None:
        at.put(Append(answers, Num(base - 1)))
    elif opt.anywhere:
        cards = members(at, opt.of)
        at.put(Each(one, Op("named", (cards, value(at, ask.player)), SET, True), (offered(one),)))
    elif opt.dedupe:
        things = at.named(members(at, opt.of))
        several = compare(">", Op("size", (things,), NATURAL), ONE)
        word = "apart" if opt.sort == "ability" else "distinct"
        at.put(Each(one, choose(several, Op(word, (things,), SET, True), things), (offered(one),)))
    else:
        with each(at, opt.of) as (here, x):
            here.put(offered(x))


def _suspend(plan: Plan, at: Scope, n: int, ask: Ask, answers: Local) -> None:
    player = value(at, ask.player)
    if player.kind & NEGATIVE:
        player = at.named(player)
        nobody = compare("==", player, NOBODY)
        at.put(If(nobody, (Fail("there is nobody to decide this", False),)))
    at.put(Suspend((plan.p.id, n), player, answers))


def _take(plan: Plan, at: Scope, n: int, ask: Ask, answers: Local, onward: Onward) -> None:
    """Lower the taking of the only answer."""
    only = Local(f"c{n}", NATURAL)
    several = len(ask.options) > 1
    if several or any(o.slot is not None for o in ask.options):
        at.put(Let(only, Op("first", (answers,), NATURAL)))
    suites: list[Body] = []
    for group, opt in enumerate(ask.options):
        inside = at.inner() if several else at
        if opt.slot is not None:
            kind = NATURAL if opt.of is not None else INTEGER
            plan.bind(inside, opt.slot, Op("-", (only, Num(group * GROUP + 1)), kind), opt.goto)
        onward(inside, opt.goto)
        suites.append(tuple(inside.out))
    if several:
        other = suites[-1]
        for group in range(len(suites) - 2, -1, -1):
            other = (If(compare("<", only, Num((group + 1) * GROUP)), suites[group], other),)
        at.put(other[0])
