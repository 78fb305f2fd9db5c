"""Find the smallest changes of a position that make an answer legal, by trying.

The reasons against the answer say which conditions fail, and what those read says what might be changed
(`remedies.py`). Each change is posed on a copy, and the answer is asked for again: if it is legal then, the change is
one that helps; if fewer reasons are left, it is tried together with others. What is found is made smaller as long as it
helps. The number of tries is bounded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from moot.dsl.notation import read_facts

from ..kernel.evaluate import evaluate, frame
from ..kernel.faults import Fault
from ..kernel.machine import Machine
from ..kernel.names import listed
from ..kernel.program import Library
from ..kernel.state import State
from .answer_words import names_a_thing
from .called import begun_by
from .changed import Change, merged
from .changing import change
from .finding import LEGAL, NOT_APPLICABLE, Finding, Why
from .lookup import Impossible
from .remedies import Remedies
from .unchanging import why_always
from .whynot import done_with, whynot
from .words import Line, Words, normal

if TYPE_CHECKING:
    from ..sets.card_set import CardSet

TRIES = 150
"""Positions that are tried for one answer."""
MOST = 3
"""Ways that are told, and changes of which one consists."""
WIDE = 24
"""Changes that are tried in one position."""
FOUND = 6
"""Ways that are found before the smallest of them are taken."""
NEAR = 8
"""Numbers between the present one and one that helps, up to which each is tried."""

Changes = dict[tuple[str, int], Change]


@dataclass(frozen=True)
class Need:
    """What would make an answer legal. `finding`: what is found about it now. `ways`: changes of the position, the
    smallest first, each a line that can be pasted after `set`. `tried`: how many positions were tried. `never`: reasons
    that hold in every position. `missing`: cards that would help, but are not in this game."""

    finding: Finding
    ways: tuple[str, ...]
    tried: int
    never: tuple[Why, ...] = ()
    missing: tuple[str, ...] = ()

    @property
    def means_nothing(self) -> bool:
        """Whether the words are those of no answer, now or at another time."""
        return self.finding.verdict == NOT_APPLICABLE and not self.tried

    def render(self) -> list[str]:
        """Return the ways as lines, or that there is none."""
        answer = self.finding.answer
        if self.finding.verdict == LEGAL:
            return [f"{answer}: legal as it is"]
        if self.ways:
            after = "after" if len(self.ways) == 1 else "after any one of these"
            return [f"{answer}: legal {after}", *(f"  set {way}" for way in self.ways)]
        if self.never:
            return [f"{answer}: no position makes this legal", *(f"  {why.render()}" for why in self.never)]
        lines = [f"{answer}: no change was found that makes this legal (tried: {self.tried})"]
        help_ = f"  {listed(self.missing)} would help, but {'are' if len(self.missing) > 1 else 'is'} not in this game"
        return [*lines, help_] if self.missing else lines


def need(
    machine: Machine, set_: CardSet, state: State, player: int | None, line: Line, tries: int = TRIES, most: int = MOST
) -> Need:
    """Return the smallest changes that make these words a legal answer. The position is seen whole."""
    player = _acting(machine, state, line) if player is None else player
    finding = whynot(machine, state, player, line)
    if finding.verdict == NOT_APPLICABLE and len(deeds := done_with(machine, state, player, line)) == 1:
        line, finding = deeds[0]
    if finding.verdict == LEGAL:
        return Need(finding, (), 0)
    never = tuple(why for why in finding.reasons if why_always(machine.lib, why))
    if never:
        return Need(finding, (), 0, never)
    return _found(_Search(machine, set_, state, player, line, tries), state, finding, most)


def _found(search: _Search, state: State, finding: Finding, most: int) -> Need:
    """Return the smallest of the changes that a search finds."""
    ways: dict[frozenset[tuple[str, int]], tuple[Changes, str]] = {}  # of several about the same, the smallest
    for changes, answer in sorted(_ways(search, state, finding), key=lambda way: size(way[0])):
        ways.setdefault(frozenset(changes), (changes, answer))
    told = list(ways.values())[:most]
    lib = search.machine.lib
    named = {word for word in _behind_card(lib, search.line) if names_a_thing(lib, word)}
    if told and not named <= set(normal(finding.answer)):
        finding = replace(finding, answer=told[0][1])
    return Need(finding, tuple(merged(way) for way, _ in told), search.tried, missing=tuple(search.missing))


def _ways(search: _Search, state: State, finding: Finding) -> list[tuple[Changes, str]]:
    """Return changes that make an answer legal, each made as small as it can be, with the answer as it is then."""
    ways: list[tuple[Changes, str]] = []
    waiting: list[tuple[State, Finding, Changes]] = [(state, finding, {})]  # each with the changes that led to it
    for _ in range(MOST):
        further: list[tuple[State, Finding, Changes]] = []
        for here, found, made in waiting:
            for changes, then, next_ in search.around(here, found, made):
                if next_.verdict == LEGAL:
                    ways.append((changes, next_.answer))
                elif _closer(next_, found):
                    further.append((then, next_, changes))
                if len(ways) >= FOUND:
                    break
        if ways:
            break
        waiting = sorted(further, key=lambda one: len(one[1].reasons))[:4]
    return [(search.smallest(changes), answer) for changes, answer in ways]


def size(changes: Changes) -> tuple[int, int]:
    """Return how large changes are: how many, and by how much."""
    return len(changes), sum(one.many for one in changes.values())


def _behind_card(lib: Library, line: Line) -> Words:
    """Return the words of a line behind the card with which it begins; all of them if it begins with none."""
    title = begun_by(lib, line.text, line.words)
    return line.words if title is None else line.words[len(normal(title)) :]


def _acting(machine: Machine, state: State, line: Line) -> int | None:
    """Return the player who uses the card with which a line begins that says what it does; None if there is none."""
    title, behind = begun_by(machine.lib, line.text, line.words), _behind_card(machine.lib, line)
    title = None if not behind or names_a_thing(machine.lib, behind[0]) else title
    for ability in machine.lib.abilities if title is not None else ():
        if machine.lib.cards[ability.card] == title and ability.you is not None and state.w[ability.card] >= 0:
            player = evaluate(machine.context(state), ability.you, frame(-1, max(ability.slots, 2)))
            return player if isinstance(player, int) and player >= 0 else None
    return None


class _Search:
    """Tries changes of one position."""

    def __init__(
        self, machine: Machine, set_: CardSet, state: State, player: int | None, line: Line, tries: int
    ) -> None:
        self.machine, self.set, self.state = machine, set_, state
        self.player, self.line, self.left, self.tries = player, line, tries, tries
        self.seen: dict[frozenset[Change], tuple[State, Finding] | None] = {}
        self.missing: dict[str, None] = {}

    @property
    def tried(self) -> int:
        """How many positions were tried."""
        return self.tries - self.left

    def around(self, state: State, found: Finding, made: Changes) -> Iterator[tuple[Changes, State, Finding]]:
        """Yield the positions after each change that might help, with what is found about the answer there."""
        remedies = Remedies(self.machine.lib, self.set.words, state)
        thought = [c for why in found.reasons for c in remedies.of(why)]
        if any(why.kind == "asked" for why in found.reasons) and self.player is not None:
            thought += remedies.turns(self.player)
        self.missing |= remedies.missing
        for one in list(dict.fromkeys(thought))[:WIDE]:
            changes = {**made, one.about: one}
            if frozenset(changes.values()) in self.seen:
                continue
            tried = self._tried(changes)
            if tried is not None:
                yield changes, *tried

    def smallest(self, changes: Changes) -> Changes:
        """Return changes that still help after as little as possible: without what is not needed, and with numbers as
        near as can be to the present ones."""
        for about in list(changes) if len(changes) > 1 else ():
            fewer = {other: one for other, one in changes.items() if other != about}
            changes = fewer if fewer and self._helps(fewer) else changes
        for about, one in list(changes.items()):
            for number in self._nearer(one):
                many = abs(number - self.state.m[about[1]])
                less = Change(about, f"{one.said.rpartition(' ')[0]} {number}", number, many)
                if self._helps({**changes, about: less}):
                    changes = {**changes, about: less}
                    break
        return changes

    def _nearer(self, one: Change) -> Sequence[int]:
        """Return the numbers between the present one and that of a change, the nearest to the present one first."""
        if one.to is None:
            return ()
        now = self.state.m[one.about[1]]
        step = 1 if one.to > now else -1
        return range(now + step, one.to, step)[:NEAR]

    def _helps(self, changes: Changes) -> bool:
        tried = self._tried(changes)
        return tried is not None and tried[1].verdict == LEGAL

    def _tried(self, changes: Changes) -> tuple[State, Finding] | None:
        """Return the position with the changes made, and what is found about the answer in it; None if there is no such
        position, or if enough were tried."""
        these = frozenset(changes.values())
        if these not in self.seen:
            if self.left <= 0:
                return None
            self.left -= 1
            self.seen[these] = self._posed(merged(changes))
        return self.seen[these]

    def _posed(self, said: str) -> tuple[State, Finding] | None:
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
