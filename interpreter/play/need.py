"""Find the smallest changes of a position that make an answer legal, by trying.

The reasons against the answer say which conditions fail, and what those read says what might be changed
(`remedies.py`). Each change is posed on a copy, and the answer is asked for again: if it is legal then, the change is
one that helps; if fewer reasons are left, it is tried together with others. The number of tries is bounded.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from moot.dsl.notation import read_facts

from ..kernel.faults import Fault
from ..kernel.machine import Machine
from ..kernel.state import State
from .changing import change
from .finding import LEGAL, Finding
from .lookup import Impossible
from .remedies import Change, Remedies, merged, turn
from .whynot import whynot
from .words import Line

if TYPE_CHECKING:
    from ..sets.card_set import CardSet

TRIES = 150
"""Positions that are tried for one answer."""
MOST = 3
"""Ways that are told, and changes of which one consists."""
WIDE = 24
"""Changes that are tried in one position."""

Changes = dict[tuple[str, int], Change]


@dataclass(frozen=True)
class Need:
    """What would make an answer legal. `finding`: what is found about it now. `ways`: changes of the position, the
    smallest first, each a line that can be pasted after `set`. `tried`: how many positions were tried."""

    finding: Finding
    ways: tuple[str, ...]
    tried: int

    def render(self) -> list[str]:
        """Return the ways as lines, or that there is none."""
        if self.finding.verdict == LEGAL:
            return [f"{self.finding.answer}: legal as it is"]
        if not self.ways:
            return [f"{self.finding.answer}: no change was found that makes this legal (tried: {self.tried})"]
        return [f"{self.finding.answer}: legal after", *(f"  set {way}" for way in self.ways)]


def need(
    machine: Machine, set_: CardSet, state: State, player: int | None, line: Line, tries: int = TRIES, most: int = MOST
) -> Need:
    """Return the smallest changes that make these words a legal answer. The position is seen whole."""
    finding = whynot(machine, state, player, line)
    if finding.verdict == LEGAL:
        return Need(finding, (), 0)
    search = _Search(machine, set_, state, player, line, tries)
    ways: list[Changes] = []
    waiting: list[tuple[State, Finding, Changes]] = [(state, finding, {})]  # each with the changes that led to it
    for _ in range(MOST):
        further: list[tuple[State, Finding, Changes]] = []
        for here, found, made in waiting:
            for changes, then, next_ in search.around(here, found, made):
                if next_.verdict == LEGAL:
                    ways.append(changes)
                elif _closer(next_, found):
                    further.append((then, next_, changes))
                if len(ways) >= most:
                    break
        if ways:
            break
        waiting = sorted(further, key=lambda one: len(one[1].reasons))[:4]
    return Need(finding, tuple(merged(changes) for changes in ways[:most]), tries - search.left)


class _Search:
    """Tries changes of one position."""

    def __init__(
        self, machine: Machine, set_: CardSet, state: State, player: int | None, line: Line, tries: int
    ) -> None:
        self.machine, self.set, self.state = machine, set_, state
        self.player, self.line, self.left = player, line, tries
        self.seen: set[frozenset[Change]] = set()

    def around(self, state: State, found: Finding, made: Changes) -> Iterator[tuple[Changes, State, Finding]]:
        """Yield the positions after each change that might help, with what is found about the answer there."""
        remedies = Remedies(self.machine.lib, self.set.words, state)
        thought = [c for why in found.reasons if why.cause is not None for c in remedies.of(why.cause)]
        if any(why.kind == "asked" for why in found.reasons) and self.player is not None:
            thought.append(turn(self.player))
        for one in list(dict.fromkeys(thought))[:WIDE]:
            changes = {**made, one.about: one}
            these = frozenset(changes.values())
            if these in self.seen:
                continue
            if self.left <= 0:
                return
            self.seen.add(these)
            self.left -= 1
            tried = self._posed(merged(changes))
            if tried is not None:
                yield changes, *tried

    def _posed(self, said: str) -> tuple[State, Finding] | None:
        """Return the position with the changes made, and what is found about the answer in it; None if there is no such
        position."""
        facts, faults = read_facts([(said, 0)], self.set.words, "", True)
        if faults:
            return None
        try:
            then, _ = change(self.machine, self.set, self.state, facts)
            return then, whynot(self.machine, then, self.player, self.line)
        except (Impossible, Fault):
            return None


def _closer(then: Finding, before: Finding) -> bool:
    """Whether fewer reasons are left, or others than before."""
    said = {(w.text, w.at) for w in before.reasons}
    left = {(w.text, w.at) for w in then.reasons}
    return bool(left) and left != said and any(w.cause is not None for w in then.reasons)
