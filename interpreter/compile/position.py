"""Compiles how a posed situation begins: which phase runs which, down to the one where it begins."""

from __future__ import annotations

from collections.abc import Mapping

from ..kernel.program import PositionData
from .keys import LeavesProgram, StateProgram
from .layout import MAIN
from .soon import together
from .unit import Built, Unit


def position(u: Unit, built: Mapping[str, Built]) -> PositionData | None:
    """Return the frames of a posed situation; None if nobody can pose one. `built`: the program of each phase."""
    p = u.game.position
    if p is None:
        return None
    chain = _chain(built, MAIN, p.phase, ())
    if chain is None:
        return None
    frames = [(built[phase].program.id, pc) for phase, pc in chain]
    frames.append((built[p.phase].program.id, built[p.phase].steps[p.step]))
    under_way = dict.fromkeys([MAIN, *(phase for phase, _ in chain[1:]), p.phase])
    return PositionData(
        tuple(frames),
        tuple((u.layout.phase_cell[phase], 1) for phase in under_way),
        None if p.passed is None else built[p.passed].program.id,
        None if p.passed is None else u.program(LeavesProgram()),
        tuple((u.layout.kind_index[k], u.layout.zone_base[z]) for k, z in p.dealt),
        tuple(u.program(StateProgram(card, number)) for card, number in together(u)),
    )


def _chain(
    built: Mapping[str, Built], phase: str, goal: str, seen: tuple[str, ...]
) -> list[tuple[str, int]] | None:  # fmt: skip
    """Find how a phase comes to run another one. Return the phases on the way, and where each of them goes on
    afterwards."""
    if phase == goal:
        return []
    names = {one.program.id: name for name, one in built.items()}
    for pc, i in enumerate(built[phase].program.code):
        name = names.get(i.args[0]) if i.op == "call" else None
        if name is not None and name not in seen:
            rest = _chain(built, name, goal, (*seen, phase))
            if rest is not None:
                return [(phase, pc + 1), *rest]
    return None
