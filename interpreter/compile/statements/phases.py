"""Writes statements that run and leave phases, and use abilities."""

from __future__ import annotations

from moot.dsl import ir

from ...kernel.program import E
from .. import inside, soon
from ..assembler import Code
from ..expressions import active, expr
from ..hooks import Happening, uses
from ..keys import PhaseProgram
from ..scope import Scope
from ..unit import Unit
from ..windows import around
from ..within import Within


def run_phase(u: Unit, code: Code, s: ir.RunPhase, w: Within) -> Scope:
    """Run a phase."""
    args = () if s.arg is None else (expr(u, s.arg, w.scope),)
    code.emit("call", u.program(PhaseProgram(s.phase)), *args)
    return w.scope


def leave(u: Unit, code: Code, s: ir.Leave, w: Within) -> Scope:
    """Leave a phase. The place of its end is filled in once all phases are compiled (see `library`)."""
    code.emit("leave", s.phase, 0)
    return w.scope


def suspend(u: Unit, code: Code, s: ir.Suspend, w: Within) -> Scope:
    """Leave a phase, and keep what was noted in it for the one that resumes it."""
    inside.keep(u, code, s.phase)
    code.emit("leave", s.phase, 0)
    return w.scope


def resume(u: Unit, code: Code, s: ir.Resume, w: Within) -> Scope:
    """Go on with what was noted in the phase that was suspended."""
    inside.take_up(u, code, s.phase)
    soon.look(u, code, soon.ending(u, s.phase))
    return w.scope


def use_ability(u: Unit, code: Code, s: ir.UseAbility, w: Within) -> Scope:
    """Begin an ability. Its chance is spent even if another clause takes its place."""
    ability = code.slot_of(expr(u, s.ability, w.scope), "", "ability")
    code.emit("used", ability.args[0], 1)
    if uses(u):
        doer = code.slot_of(active(u, "player", w.scope), "", "player")
        around(u, code, Happening("use", doer, ability, {"ability": ability}), w, lambda _: _use(code, ability))
    else:
        _use(code, ability)
    return w.scope


def _use(code: Code, ability: E) -> None:
    code.emit("note", "ability", "use", ability)
    code.emit("use", ability.args[0])
