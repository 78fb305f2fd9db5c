"""Writes questions, and keeps track of what was picked secretly."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from moot.dsl import ir

from ...kernel.program import Ask, E, Opt
from ..assembler import Code
from ..expressions import expr
from ..scope import Scope
from ..secrets import hidden, public_set
from ..unit import Unit
from ..walk import walk
from ..within import Within

PUBLIC = (
    ir.If, ir.ForEach, ir.Repeat, ir.Either, ir.May, ir.Choose, ir.Let, ir.RunPhase, ir.UseAbility, ir.Show, ir.Win,
    ir.Leave, ir.Suspend, ir.Resume,
)  # fmt: skip
"""Statements that are never one player's secret, whatever they read; deeds inside some of them may be."""


def alike(u: Unit, sort: str) -> bool:
    """Return whether some answers of this sort may be one answer, because the cards look alike."""
    abilities = (h.card for (_, rung), hooks in u.book.hooks.items() if rung == "ability" for h in hooks)
    return sort == "card" or (sort == "ability" and any(u.layout.copies_of[u.layout.titles[c]] > 1 for c in abilities))


def ask(
    code: Code, w: Within, player: E, options: tuple[Opt, ...], none: int | None, auto: bool, secret: bool,
    about: str, chain: bool = False, due: bool = False,
) -> None:  # fmt: skip
    """Put a question; see `Ask` for the meaning of the arguments."""
    code.emit("ask", Ask(player, options, none, auto, secret, about, chain, w.lookahead, code.at, due))


def business(u: Unit, code: Code, s: ir.Stmt, scope: Scope) -> E | None:
    """Return the one player who may know of a statement, if it is done secretly or with what was picked secretly; else
    None. A block is judged deed by deed. What is shown, won, run or used concerns everybody."""
    if isinstance(s, PUBLIC):
        return None
    if s.business is not None:
        return code.slot_of(expr(u, s.business, scope), "", "player")
    return picker(s, scope)


def picker(node: Any, scope: Scope) -> E | None:
    """Return the player who secretly picked something that this phrase mentions; None if there is none."""
    if not scope.private:
        return None
    names = (n.name for n in walk(node) if isinstance(n, ir.Var) and n.name in scope.private)
    return next((scope.private[name] for name in names), None)


def keep(code: Code, inner: Scope, name: str, owner: E | None) -> Scope:
    """Return the scope in which a name stands for what `owner` picked secretly."""
    if owner is None:
        return inner
    private = {**inner.private, name: code.slot_of(owner, "", "player")}
    return replace(inner, private=private, hidden=inner.hidden | {name})


def whom(u: Unit, players: ir.Expr, scope: Scope) -> ir.Expr:
    """Return the players who are asked one after the other. Everybody must know who is among them."""
    if not hidden(u, players, scope):
        return players
    return public_set(u, players, scope) or ir.Players(type=players.type, span=players.span)


def only_if(may: ir.May, cond: ir.Expr) -> ir.May:
    """Return an optional statement that can only be done under a condition; what is hidden of the condition closes the
    *yes*."""
    unless = ir.Not(type=ir.Type("truth"), span=cond.span, of=cond)
    return replace(may, body=(ir.Require(span=cond.span, cond=unless, text=None), *may.body))


def if_among(may: ir.May, var: str, of: ir.Expr) -> ir.May:
    """Return an optional statement that only the members of a set can do."""
    one = ir.Var(type=ir.Type("player"), span=of.span, name=var)
    return only_if(may, ir.Among(type=ir.Type("truth"), span=of.span, of=one, in_=of))
