"""Lets a card hear what takes it away, or takes away the cards that it speaks of.

`when this is destroyed` comes after the deed, and then the card no longer lies where it works; `when a district in your
city is destroyed` speaks of a place where the district no longer lies. So what such a clause is about is looked at
twice: just before the deed, and after it, for what has only come with the deed. Only where cards lie is looked at
twice, and only around a deed that moves cards of the kinds that the clause asks about; other clauses cost nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from moot.dsl import ir
from moot.dsl.own_verbs import FROM, MOVED

from ..kernel.program import E
from . import soon
from .assembler import Code
from .guards import given, speaks_of
from .hooks import Happening, Heard, Key
from .scope import Scope
from .standing import Hook
from .terms import NONE, slot
from .unit import Unit
from .walk import parted, walk


def before(
    u: Unit, code: Code, event: Happening, s: Scope, kinds: frozenset[str] = frozenset()
) -> dict[Key, Heard]:  # fmt: skip
    """Note, just before a deed, which clauses speak of it although it may take away what they speak of. `kinds`: of the
    cards that are moved, if the deed is a move and nothing else."""
    moved = kinds or frozenset(_moved(u, event.event, set()))
    hooks = [h for h in u.book.at(event.event, "after") if moved and soon.asked_of(u, h) & moved]
    return {(h.card, h.number): _noted(u, code, h, event, s) for h in hooks}


def _noted(u: Unit, code: Code, hook: Hook, event: Happening, s: Scope) -> Heard:
    """Note whether one clause speaks of the deed, and who acts for its card."""
    told = given(u, hook, event, s)
    you = told["you"] if told["you"] == NONE else code.new_slot(told["you"], "you", "player")
    told["you"] = you
    whole, seen = (_of_which(u, code, hook, event, told, s, public) for public in (False, True))
    leaves = any(param == FROM for _, param in hook.clause.moment.roles) and event.event == MOVED.key
    return Heard(whole, seen, you, NONE if you == NONE else slot(code.scope.slot("you", "player")), leaves)


def _of_which(
    u: Unit, code: Code, hook: Hook, event: Happening, told: Mapping[str, E], s: Scope, public: bool
) -> E:  # fmt: skip
    """Note whether a clause speaks of a deed; of a deed done to several things, note of which of them it speaks."""
    if not event.each:
        return code.new_slot(speaks_of(u, hook, told, s, public))
    one = slot(s.slot("", "card"))
    subject = hook.clause.moment.subject
    about = dict(told) if subject is None else {**told, subject: one}
    if event.event == MOVED.key:
        about |= {var: E("zone_of", (one,)) for var, param in hook.clause.moment.roles if param == FROM}
    return code.new_slot(E("where", (one.args[0], event.subject, speaks_of(u, hook, about, s, public))))


def of_one(event: Happening, one: Happening) -> Happening:
    """Return what happens to one of several things, with what was noted of that one."""
    heard = {
        key: replace(h, whole=E("in", (one.subject, h.whole)), seen=E("in", (one.subject, h.seen)))
        for key, h in event.heard.items()
    }
    return replace(one, heard=heard)


def whose(u: Unit, code: Code, hooks: list[Hook], event: Happening, s: Scope) -> None:
    """Find out who acts for cards that may be gone: whoever did before the deed, if their clauses spoke of it then."""
    for hook in hooks:
        heard = event.heard.get((hook.card, hook.number))
        if heard is None or heard.you == NONE:
            continue
        now = code.label()
        code.emit("let", heard.you.args[0], given(u, hook, replace(event, heard={}), s)["you"])
        code.unless(heard.whole, now)
        code.emit("let", heard.you.args[0], heard.had)
        code.place(now)


def _moved(u: Unit, event: str, seen: set[str]) -> Iterator[str]:
    """Go through the kinds of cards that a deed, or one step of it, moves, with the deeds inside it."""
    name, only = parted(event)
    verb = u.game.verbs.get(name)
    if verb is None or event in seen:
        return
    seen.add(event)
    for node in walk(tuple(step.body for step in verb.steps if not only or step.name == only)):
        yield from _moves(u, node, seen)


def _moves(u: Unit, node: Any, seen: set[str]) -> Iterator[str]:
    match node:
        case ir.MoveCards():
            yield from soon.kinds(u, node.cards.type)
        case ir.Swap() if node.what != "seats":
            yield from u.game.kinds
        case ir.Do():
            yield from _moved(u, node.verb, seen)
