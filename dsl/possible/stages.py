"""Finds when in a phase something can be done: at its start, in which of its steps, at its end.

What is asked of a phase before the first of its stages in which it can come about is never so: nobody has built
anything at the start of a turn, and a mark that ends with the turn is not there before somebody puts it in that turn.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from .. import ir, own_verbs
from .deeds import of_step
from .world import RUNGS, Unit, World

ANYTIME = (own_verbs.USE.key, own_verbs.MOVED.key, *own_verbs.TARGETS)
"""Events of the language itself, which may happen whenever something is done."""


class Stages:
    """The stages of one phase: its start, its steps and its end. `units`: the parts of the game that are done in it,
    each with the first and the last stage in which it can be. `known`: a phase that runs within itself, or goes on
    after it was suspended, has no such order."""

    def __init__(self, world: World, phase: ir.Phase) -> None:
        self.world = world
        self.phase = phase
        self.units: dict[Unit, tuple[int, int]] = {}
        this = ("phase", phase.name, 0)
        self._own = [of_step(step) for step in phase.steps]
        self.end = len(phase.steps) + 1
        self._reach(0, self._heard([("start", phase.name)]))
        for number, (step, done) in enumerate(zip(phase.steps, self._own, strict=True), 1):
            answers = self._heard((rung, f"{phase.name}/{step.name}") for rung in RUNGS)
            self._reach(number, [*answers, *world.begun_by(this, done, False)])
        self._reach(self.end, self._heard([("end", phase.name)]))
        self.known = this not in self.units and not world.resumes

    def first(self, units: Iterable[Unit]) -> float:
        """Returns the first stage in which one of these can be done."""
        return min((self.units[unit][0] for unit in units if unit in self.units), default=float("inf"))

    def first_put(self, mark: str, units: Iterable[Unit]) -> float:
        """Returns the first stage in which a marker can be put, by one of these or by a step of the phase itself."""
        own = [i for i, done in enumerate(self._own, 1) if any(put == mark for put, _, _ in done.puts)]
        return min([self.first(units), *own])

    def last(self, unit: Unit) -> int:
        """Returns the last stage in which a part of the game can be done; -1: it is never done in this phase."""
        return self.units.get(unit, (0, -1))[1]

    def _reach(self, stage: int, units: Iterable[Unit]) -> None:
        """Notes what is done in a stage, and all that follows from it."""
        waiting = [*units, *self._anytime]
        seen = set(waiting)
        while waiting:
            unit = waiting.pop()
            self.units[unit] = (self.units.get(unit, (stage, stage))[0], stage)
            further = self.world.follows(unit) - seen
            seen |= further
            waiting += further

    def _heard(self, moments: Iterable[tuple[str, str]]) -> list[Unit]:
        return [unit for moment in moments for unit in self.world.clauses.get(moment, ()) if unit in self.world.within]

    @cached_property
    def _anytime(self) -> list[Unit]:
        """The clauses that may begin in any stage: those that answer the language's own events, and those of cards that
        the phase is about. These may begin to work in it, and what they say of its start and steps waits until then."""
        kind = self.phase.param.type.name if self.phase.param is not None else None
        moments = [("start", self.phase.name), *(("after", f"{self.phase.name}/{s.name}") for s in self.phase.steps)]
        late = [unit for unit in self._heard(moments) if self.world.game.cards[unit[1]].kind == kind]
        return [*late, *self._heard((("state", ""), *((rung, event) for rung in RUNGS for event in ANYTIME)))]
