"""Writes statements that give a name: to a value, to what chance picks, to what a player picks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from moot.dsl import ir

from ...kernel.program import E, Opt
from ..assembler import Code, option
from ..expressions import expr
from ..labels import choice_label, spoken
from ..needs import candidates
from ..scope import Scope
from ..secrets import anywhere, deciding, hidden, learn, open_to_all, size_known
from ..sorts import answer_sort
from ..terms import num, slot
from ..unit import Unit
from ..within import Within
from .asking import alike, ask, business, keep, picker


def let(u: Unit, code: Code, s: ir.Let, w: Within) -> Scope:
    """Name a value."""
    value = expr(u, s.value, w.scope)
    inner, n = w.scope.bind(s.name, answer_sort(s.value.type))
    inner = keep(code, learn(u, inner, s.name, s.value, w.scope), s.name, picker(s.value, w.scope))
    inner = replace(inner, words={**inner.words, s.name: spoken(u, s.value, w.scope)})
    code.emit("let", n, value)
    return inner


def pick_random(u: Unit, code: Code, s: ir.PickRandom, w: Within) -> Scope:
    """Name what is picked at random."""
    of, count = expr(u, s.of, w.scope), expr(u, s.count, w.scope)
    inner, n = w.scope.bind(s.name, answer_sort(s.of.type))
    inner = keep(code, learn(u, inner, s.name, s.of, w.scope), s.name, business(u, code, s, w.scope))
    code.emit("random", n, of, count, int(s.single))
    if s.single:
        code.unless(E(">=", (slot(n), num(0))), w.abort)
    return inner


def choose(u: Unit, code: Code, s: ir.Choose, w: Within) -> Scope:
    """Name what a player picks."""
    return _choose_one(u, code, s, w) if s.single else _choose_some(u, code, s, w)


def _bears_on(w: Within) -> Sequence[ir.Stmt]:
    """Return the statements after a choice that decide what can be chosen: names, choices and conditions, and what is
    due after them."""
    return (*ir.leading(w.rest), *w.due)


def _bound(u: Unit, code: Code, s: ir.Choose, chooser: E, w: Within) -> tuple[Scope, int]:
    """Give the name of a choice its slot. Return the scope with the name, and the slot."""
    inner, n = w.scope.bind(s.name, answer_sort(s.of.type))
    inner = learn(u, inner, s.name, s.of, w.scope, not s.secret)
    return keep(code, inner, s.name, chooser if s.secret else None), n


def _each_of(u: Unit, code: Code, s: ir.Choose, goto: int, n: int, of: E) -> Opt:
    """Offer each member of a set."""
    sort = answer_sort(s.of.type)
    return option(
        goto, "{}", slot=n, of=of, sort=sort, dedupe=alike(u, sort), origin=code.at,
        open=open_to_all(u, s.of), anywhere=anywhere(s.of),
    )  # fmt: skip


def _choose_one(u: Unit, code: Code, s: ir.Choose, w: Within) -> Scope:
    chooser, of = expr(u, s.chooser, w.scope), expr(u, s.of, w.scope)
    rest = _bears_on(w)
    found = candidates(u, s, of, rest, w.scope)
    inner, n = _bound(u, code, s, chooser, w)
    go = code.label()
    none = w.abort if s.otherwise is None else code.label()
    opt = _each_of(u, code, s, go, n, found)
    auto = not hidden(u, (s.of, *deciding(u, rest)), w.scope)
    about, due = choice_label(u, s, w.scope), s.otherwise is None
    if not auto and found == of and size_known(u, s.of, w.scope):
        several = code.label()  # if everybody knows that there is only one, nobody is asked
        code.unless(E("==", (E("size", (of,)), num(1))), several)
        ask(code, w, chooser, (opt,), none, True, s.secret, about, due=due)
        code.place(several)
    ask(code, w, chooser, (opt,), none, auto, s.secret, about, due=due)
    if s.otherwise is not None:
        code.place(none)
        w.write(u, code, s.otherwise, w)
        code.emit("jump", w.abort)
    code.place(go)
    return inner


# ---- several things, one after another ------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Chain:
    """A choice of several things: who picks, out of which set, the slot of what was picked so far, and how many things
    must and may be picked. `fixed`: the number is given beforehand. `sized`: everybody knows how many there are to pick
    from."""

    s: ir.Choose
    chooser: E
    of: E
    picked: E
    least: E | None
    most: E | None
    fixed: bool
    sized: bool
    about: str


def _choose_some(u: Unit, code: Code, s: ir.Choose, w: Within) -> Scope:
    chooser, of = expr(u, s.chooser, w.scope), expr(u, s.of, w.scope)
    inner, n = _bound(u, code, s, chooser, w)
    inner = replace(inner, unsized=inner.unsized - {s.name}, picked=inner.picked | {s.name})  # their number is public
    one = code.scope.slot("", answer_sort(s.of.type))
    of = code.slot_of(of, "", answer_sort(s.of.type))
    chain = _Chain(
        s, chooser, of, slot(n),
        least=None if s.least is None else code.slot_of(expr(u, s.least, w.scope)),
        most=None if s.most is None else code.slot_of(expr(u, s.most, w.scope)),
        fixed=s.least is not None and s.least == s.most,
        sized=size_known(u, s.of, w.scope),
        about=choice_label(u, s, w.scope),
    )  # fmt: skip
    again, add, end = code.label(), code.label(), code.label()
    _at_once(code, chain, end)
    code.emit("let", n, E("set", ()))
    code.place(again)
    _whether_more(code, chain, end, w)
    _next(u, code, chain, one, add, end, w)
    code.place(add)
    code.emit("let", n, E("union", (chain.picked, E("set", (slot(one),)))))
    code.emit("jump", again)
    code.place(end)
    return inner


def _at_once(code: Code, chain: _Chain, end: int) -> None:
    """Take all things without asking, where all must be taken."""
    if chain.fixed and chain.least is not None and chain.sized:
        code.emit("let", chain.picked.args[0], chain.of)
        code.unless(E(">", (E("size", (chain.of,)), num(1) if chain.s.ordered else chain.least)), end)


def _whether_more(code: Code, chain: _Chain, end: int, w: Within) -> None:
    """End the choice where no more things may or can be picked."""
    taken = E("size", (chain.picked,))
    if chain.most is not None:
        code.unless(E("<", (taken, chain.most)), end)
    if not chain.fixed and chain.sized:
        more = code.label()
        code.unless(E(">=", (taken, E("size", (chain.of,)))), more)
        done = (option(end, "done", last=True),)
        ask(code, w, chain.chooser, done, end, True, chain.s.secret, chain.about, True)
        code.place(more)


def _next(u: Unit, code: Code, chain: _Chain, one: int, add: int, end: int, w: Within) -> None:
    """Ask for the next thing."""
    s = chain.s
    left = E("without", (chain.of, chain.picked))
    options = [_each_of(u, code, s, add, one, left)]
    if not chain.fixed:
        few = chain.least in (None, num(0))
        enough = None if few else E(">=", (E("size", (chain.picked,)), chain.least))
        options.append(option(end, "done", guard=enough, last=True))
    auto = not hidden(u, s.of, w.scope)
    if not auto and chain.sized:
        several = code.label()  # if everybody knows that only one is left, nobody is asked
        code.unless(E("==", (E("size", (left,)), num(1))), several)
        ask(code, w, chain.chooser, tuple(options), end, True, s.secret, chain.about, True)
        code.place(several)
    ask(code, w, chain.chooser, tuple(options), end, auto, s.secret, chain.about, True)
