"""Compiles statements to instructions: one module for each family, one function for each kind of statement.

Statements contain blocks, and blocks contain statements. `write` is handed down to them (`Within.write`), so no family
has to import this module.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from moot.dsl import ir

from ..assembler import Code
from ..origins import said_at
from ..scope import Scope
from ..unit import Unit
from ..walk import walk
from ..within import Within
from . import choices, control, deeds, moves, names, phases
from .asking import business

S = TypeVar("S", bound=ir.Stmt)
Emit = Callable[[Unit, Code, Any, Within], Scope]


def write(u: Unit, code: Code, block: Sequence[ir.Stmt], w: Within) -> Scope:
    """Write statements in order. Return the scope with the names they introduced."""
    for i, statement in enumerate(block):
        w = replace(w, rest=block[i + 1 :])
        with code.saying(said_at(u, statement.span, w.scope.card, code.at)):
            owner = business(u, code, statement, w.scope)
            start = code.here
            scope = DO[type(statement)](u, code, statement, w)
            if owner is not None:
                code.keep_secret(start, owner)
        done = w.offered is not None and any(isinstance(n, ir.Do) and n.verb in u.game.verbs for n in walk(statement))
        w = replace(w, scope=scope, offered=None if done else w.offered)
    return w.scope


def _on(kind: type[S], emit: Callable[[Unit, Code, S, Within], Scope]) -> tuple[type[ir.Stmt], Emit]:
    return kind, emit


DO: Mapping[type[ir.Stmt], Emit] = dict(
    (
        _on(ir.Do, deeds.do),
        _on(ir.MoveCards, moves.move_cards),
        _on(ir.Turn, moves.turn),
        _on(ir.MoveAmount, moves.move_amount),
        _on(ir.Recover, moves.recover),
        _on(ir.MoveSingle, moves.move_single),
        _on(ir.Put, moves.put),
        _on(ir.Remember, moves.remember),
        _on(ir.Mark, moves.mark),
        _on(ir.UnmarkAll, moves.unmark_all),
        _on(ir.Shuffle, moves.shuffle),
        _on(ir.Show, moves.show),
        _on(ir.Swap, moves.swap),
        _on(ir.RunPhase, phases.run_phase),
        _on(ir.Leave, phases.leave),
        _on(ir.Suspend, phases.suspend),
        _on(ir.Resume, phases.resume),
        _on(ir.UseAbility, phases.use_ability),
        _on(ir.Win, moves.win),
        _on(ir.Nothing, moves.nothing),
        _on(ir.Lasting, moves.lasting),
        _on(ir.Let, names.let),
        _on(ir.PickRandom, names.pick_random),
        _on(ir.Choose, names.choose),
        _on(ir.If, control.when),
        _on(ir.ForEach, control.for_each),
        _on(ir.Repeat, control.repeat),
        _on(ir.Either, choices.either),
        _on(ir.May, choices.may),
        _on(ir.Require, control.require),
    )
)
"""The function that writes each kind of statement."""
