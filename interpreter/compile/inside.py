"""Lets a phase run inside another of its kind (a turn inside a turn, an extra turn), and lets it be suspended.

While the inner one runs, the outer one waits: its history, its markers, and the chances that were used in it are laid
aside. They come back when the inner one is over, and so does what the outer one is about. So only phases that some text
may run while they run already take any more instructions.

What a suspended phase had noted lies on the shelf as the value of a lasting rule, until another phase of its kind takes
it up.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from moot.dsl import ir
from moot.dsl.source import NOWHERE

from ..kernel.program import E, Function, Modifier
from .assembler import Code
from .keys import ShelfFunction
from .layout import MAIN
from .origins import known_origin
from .terms import TRUE, num, slot
from .unit import Unit
from .walk import walk

NOTHING_LASTS = -2
"""A phase number that no lasting rule has: with it `clear` clears cells and ends no rule."""


@dataclass(frozen=True)
class Outer:
    """What is kept of the phase around. `cell`: the slot with what that phase is about, 0 if there is none. `kept`: the
    slot with all that it had noted."""

    cell: E
    kept: E


def may_be(u: Unit, phase: ir.Phase) -> bool:
    """Return whether a phase may be run while it is running."""
    return phase.name != MAIN and any(name == phase.name for name in _run_inside(u, phase.name, set()))


def _run_inside(u: Unit, phase: str, seen: set[str]) -> Iterator[str]:
    """Go through the phases that may be run while one is running: by its steps, or by a verb or a card."""
    seen.add(phase)
    if u.memo.run is None:
        u.memo.run = _run_by((u.game.verbs, u.game.cards))
    for name in (*_run_by(u.game.phases[phase]), *u.memo.run):
        yield name
        if name not in seen:
            yield from _run_inside(u, name, seen)


def _run_by(node: Any) -> list[str]:
    return [n.phase for n in walk(node) if isinstance(n, ir.RunPhase)]


def begin(u: Unit, code: Code, phase: ir.Phase) -> Outer:
    """Lay aside what was noted in the phase around, if there is one."""
    ranges, alone = (u.layout.clears[phase.name],), code.label()
    running = code.new_slot(E("cell", (u.layout.phase_cell[phase.name],)))
    outer = Outer(running, code.new_slot(E("shelf", (ranges, u.layout.until[phase.name]))))
    code.unless(E(">", (outer.cell, num(0))), alone)
    code.emit("clear", ranges, NOTHING_LASTS)
    code.place(alone)
    return outer


def end(u: Unit, code: Code, phase: ir.Phase, outer: Outer | None) -> None:
    """Forget what was noted in a phase that is over. If there is one around, take up again what was noted there."""
    ranges, until = (u.layout.clears[phase.name],), u.layout.until[phase.name]
    if outer is None:
        code.emit("clear", ranges, until)
        return
    alone, done = code.label(), code.label()
    code.unless(E(">", (outer.cell, num(0))), alone)
    code.emit("restore", outer.kept.args[0], ranges, until)
    code.emit("jump", done)
    code.place(alone)
    code.emit("clear", ranges, until)
    code.place(done)


# ---- suspended phases -----------------------------------------------------------------------------------------------


def suspended(game: ir.Game) -> list[str]:
    """List the phases that are suspended somewhere. Behind the lasting rules of the cards each has one of its own."""
    deeds = (n for n in walk((game.verbs, game.phases, game.cards)) if isinstance(n, ir.Suspend))
    return list(dict.fromkeys(n.phase for n in deeds))


def _rule(u: Unit, phase: str) -> int:
    return len(u.book.lasting) + suspended(u.game).index(phase)


def _never_ends(u: Unit, phase: str) -> int:
    """Return the number by which nothing ends what is kept of a suspended phase, except another of its kind."""
    return NOTHING_LASTS - 1 - u.layout.until[phase]


def keep(u: Unit, code: Code, phase: str) -> None:
    """Keep what was noted in a phase, in place of what was kept before."""
    until = _never_ends(u, phase)
    kept = code.new_slot(E("shelf", ((u.layout.clears[phase],), u.layout.until[phase])))
    code.emit("clear", (), until)
    code.emit("lasting", _rule(u, phase), until, kept.args)


def take_up(u: Unit, code: Code, phase: str) -> None:
    """Take up what was kept of a suspended phase, if there is any."""
    if phase not in suspended(u.game):
        return
    kept = code.new_slot(E("call", (u.function(ShelfFunction(phase)),)))
    none = code.label()
    code.unless(E("some", (kept,)), none)
    code.emit("restore", kept.args[0], (u.layout.clears[phase],), u.layout.until[phase])
    code.emit("clear", (), _never_ends(u, phase))
    code.place(none)


def shelf_function(u: Unit, number: int, key: ShelfFunction) -> Function:
    """Compile what is kept of a suspended phase; nothing if none is."""
    kept = Modifier(TRUE, "is", slot(0), 2, known_origin(u, NOWHERE), _rule(u, key.phase), (0,))
    return Function(number, str(key), "value", 0, 1, E("set", ()), (kept,), names=(("kept", ""),))
