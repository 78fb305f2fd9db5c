"""Joins deeds into sentences: what is chosen together, what depends on what, what is told of several at once."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from .. import ir
from ..checks.nodes import below, meaning
from .naming import again
from .scope import Scope
from .tree import (
    Aside,
    Both,
    Count,
    Det,
    Noun,
    Offer,
    Only,
    Part,
    Phrase,
    Saying,
    Says,
    Several,
    Tell,
    Term,
    Thing,
    Under,
    Verb,
    own,
)


def is_choice(verb: Verb) -> bool:
    """Whether a deed is a plain choice, which can be told together with another."""
    return verb.term == own("choose") and not verb.manner and not verb.asides


def both(one: Thing | None, other: Thing | None) -> Several:
    """Returns two things that are chosen together."""
    parts = one.parts if isinstance(one, Several) else (one,)
    return Several(tuple(part for part in (*parts, other) if part is not None))


def if_so(parts: tuple[Part, ...], who: Thing) -> tuple[Part, ...]:
    """Returns parts of which all but the first depend on that somebody does it."""
    if len(parts) == 1 or isinstance(parts[1], Only):
        return parts
    first, then, *rest = parts
    assert not isinstance(then, Only | Offer)
    done: Saying = Says(again(who), (Verb(own("do_so")),))
    lead = then.lead
    if isinstance(then, Under) and not then.otherwise and lead[:1] and lead[0].key == "if":
        also = cast(Saying, lead[0].of)
        more = also.parts if isinstance(also, Both) and also.word == "and" else (also,)
        done, lead = Both((done, *more), "and"), lead[1:]
    return (first, replace(then, lead=(Aside("if", done), *lead)), *rest)


def taken_off(amount: ir.Expr) -> tuple[bool, ir.Expr]:
    """Returns whether an amount is below zero, so that it is taken off and not put on; and how large it is."""
    match amount:
        case ir.Arith(op="-", left=ir.Num(value=0), right=right):
            return True, right
        case ir.Num(value=value) if value < 0:
            return True, replace(amount, value=-value)
        case _:
            return False, amount


def does(stmt: ir.Stmt, name: str) -> bool:
    """Whether a local name stands for the one who does a deed, so that each player can be told to do it."""
    match stmt:
        case (
            ir.Do(doer=ir.Var(name=doer)) | ir.May(doer=ir.Var(name=doer)) | ir.Either(doer=ir.Var(name=doer))
            | ir.Choose(chooser=ir.Var(name=doer)) | ir.MoveCards(doer=ir.Var(name=doer))
            | ir.Swap(doer=ir.Var(name=doer))
        ):  # fmt: skip
            return doer == name
        case ir.Let() | ir.PickRandom():
            return True
        case _:
            return isinstance(stmt.business, ir.Var) and stmt.business.name == name


def asks(block: ir.Block, name: str) -> bool:
    """Whether deeds ask what a local name stands for."""
    return any(isinstance(node, ir.Var) and node.name == name for node in below(block))


def plainly(course: tuple[Part, ...]) -> tuple[Part, ...]:
    """Returns a course of which nobody says that it is secret: the choice between courses says so already."""
    return tuple(
        replace(part, says=replace(part.says, verbs=tuple(replace(verb, manner=()) for verb in part.says.verbs)))
        if isinstance(part, Tell) and isinstance(part.says, Says)
        else part
        for part in course
    )


def also(part: Part | None, more: Tell) -> Tell | None:
    """Returns one sentence for two that hold as long; None if they do not."""
    if isinstance(part, Tell) and part.lead == more.lead and part.lead and not part.tail and not more.tail:
        return replace(part, says=Both((part.says, more.says), "and"))
    return None


def together(verbs: list[Verb], more: Verb) -> Verb | None:
    """Returns one verb for two of which each says what somebody becomes; None if they say something else."""
    last = verbs[-1] if verbs else None
    if last is None or not last.term == more.term == own("become"):
        return None
    return replace(last, args=(both(last.args[0], more.args[0]),))


def ending(stmt: ir.Win) -> Tell:
    """Returns which of all players wins, and who does of those who are equal."""
    values = [Noun(Term("noun", one.name), det=Det.BARE) for one in stmt.by]
    first, who = stmt.by[0], {"": "player", "team": "team", "total": "team_total"}
    winner = Phrase(f"{who[first.teams]}_with_{'lowest' if first.lowest else 'highest'}", (values[0],))
    ties = tuple(
        Aside(("tie_total" if one.teams == "total" else "tie") + ("_lowest" if one.lowest else ""), value)
        for one, value in zip(stmt.by[1:], values[1:], strict=True)
    )
    return Tell(Says(winner, (Verb(own("win")),)), tail=ties)


def laid(stmt: ir.Put, scope: Scope) -> tuple[bool, Thing]:
    """Returns whether something is taken off, and not put on, and how much of it."""
    off, size = taken_off(stmt.amount)
    if off and isinstance(size, ir.Counted) and size.mark == stmt.mark and meaning(size.bearer) == meaning(stmt.on):
        return off, Noun(Term("noun", stmt.mark), True, Det.ALL, mass=True)
    return off, scope.measured(size, Term("noun", stmt.mark))


def amount_of(stmt: ir.MoveAmount, scope: Scope) -> Thing:
    """Returns how much goes from one to another: so much, up to so much, all that lies there."""
    term, amount, source = Term("noun", stmt.mark), stmt.amount, stmt.source
    every = Noun(term, True, Det.ALL, mass=True)
    if isinstance(amount, ir.Counted) and source is not None and amount.mark == stmt.mark:
        if meaning(amount.bearer) == meaning(source):
            return every
    what = scope.measured(amount, term)
    if stmt.up_to and isinstance(what, Noun) and what.count is not None:
        return replace(what, count=Count("up_to", what.count.amount))
    return Phrase("up_to", (what,)) if stmt.up_to and what != every else what
