"""Find a shortest line of play to a condition, or show that there is none within a bound.

The search is breadth first, over positions in which somebody is asked or the game is over: all positions after one
answer, then all after two, and so on. Positions that go on alike, by whatever way they were reached, are gone on from
once, and so are answers that lead to such positions. It plays with the fast executor; what it finds is played again
with the words of the answers on the reference machine, and so is proved.

A search looks at everything that is hidden, and chance decides in it as it will in this game. So only somebody who sees
everything may search: for a player, each answer of the search would tell what he cannot know.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from hashlib import blake2b
from itertools import chain
from typing import Any
from zlib import compress, decompress

from ..kernel.analysis.needed import needed
from ..kernel.executor import Executor
from ..kernel.faults import Fault
from ..kernel.machine import Machine, option
from ..kernel.names import player_name
from ..kernel.program import Ask, Library
from ..kernel.state import State
from ..sets.engine import engine
from .answers import Miss, options, resolve
from .condition import Condition, condition
from .look import Look
from .lookup import Impossible
from .not_done import NotDone
from .playing import quiet
from .session import Session
from .words import Line

WITHIN = 6
"""Answers within which a line is looked for if nobody says how many."""
DEEPEST = 100
POSITIONS = 100_000
"""Positions after which a search is given up; each takes some two kilobytes."""
PASSES = 300
"""Answers with no effect of the other players, between two answers of the one who searches a way."""
Codes = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Bounds:
    """How far to search: within how many `answers`, and by whom (None: everybody's answers are tried; else the others
    pass, and only this player's answers count). `merged`: equal positions are gone on from once."""

    answers: int = WITHIN
    by: int | None = None
    positions: int = POSITIONS
    merged: bool = True


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search is: all positions after so many answers are done (`depth`); `positions` were reached, of which
    so many were `equal` to others."""

    depth: int
    positions: int
    equal: int


@dataclass(frozen=True, slots=True)
class Way:
    """A line of play that was found, as lines that can be typed; and the answers themselves."""

    lines: tuple[str, ...]
    codes: Codes


class Search:
    """A search that is carried out as somebody iterates over it; each item says how far it is. It may be left at any
    time. `codes`: the answers of the line that was found. `done`: whether everything within the bounds was looked
    at."""

    def __init__(self, lib: Library, state: State, wanted: Callable[[State], bool], bounds: Bounds) -> None:
        self.engine: Executor = engine(lib)
        self.lib, self.wanted, self.bounds = lib, wanted, bounds
        self.codes: Codes | None = None
        self.done = False
        self.depth, self.positions, self.equal = 0, 1, 0
        self._before: list[tuple[int, Codes]] = [(-1, ())]
        self._seen: set[bytes] = set()
        self._begun = state
        self._likeness = Likeness(lib)

    @property
    def progress(self) -> Progress:
        """How far the search is."""
        return Progress(self.depth, self.positions, self.equal)

    def __iter__(self) -> Iterator[Progress]:
        begun = self._begun.clone()
        begun.work = 0
        if self.wanted(begun):
            self.codes, self.done = (), True
            return
        self._seen.add(self._likeness.digest(begun))
        layer = [(0, _Kept(begun, packed(begun)))]
        while layer and self.depth < self.bounds.answers:
            following: list[tuple[int, _Kept]] = []
            for index, kept in layer:
                for codes, then in self._after(kept.state()):
                    if self._reached(index, codes, then, following):
                        return
                    yield self.progress
                    if self.positions >= self.bounds.positions:
                        return
            self.depth += 1
            layer = following
            yield self.progress
        self.done = True

    def _reached(self, index: int, codes: Codes, then: State, following: list[tuple[int, _Kept]]) -> bool:
        """Count a position, and keep it if it is new; return whether the search is over with it."""
        self.positions += 1
        if self.wanted(then):
            self.codes = (*self._way(index), *codes)
            self.done = True
            return True
        if then.ask is None or self.depth + 1 == self.bounds.answers:
            return False  # no line goes on from here, or none within the bound
        cells = packed(then)
        if self.bounds.merged:
            like = self._likeness.digest(then, cells)
            if like in self._seen:
                self.equal += 1
                return False
            self._seen.add(like)
        self._before.append((index, codes))
        following.append((len(self._before) - 1, _Kept(then, cells)))
        return False

    def _way(self, index: int) -> Codes:
        """Return the answers that led to a position."""
        parts: list[Codes] = []
        while index > 0:
            index, codes = self._before[index]
            parts.append(codes)
        return tuple(code for part in reversed(parts) for code in part)

    def _after(self, state: State) -> Iterator[tuple[Codes, State]]:
        """Yield every position after one answer, with the answers that lead there."""
        if state.ask is None:
            return
        if self.bounds.by is not None and state.ask.player != self.bounds.by:
            yield from self._passed((), state)
            return
        for code in state.ask.answers:
            then = state.clone()
            try:
                self.engine.apply(then, code)
                codes = (code, *self._finished(then))
            except Fault:
                continue  # where the cards ask for something impossible, no line goes on
            if self.bounds.by is None:
                yield codes, then
            else:
                yield from self._passed(codes, then)

    def _passed(self, codes: Codes, state: State) -> Iterator[tuple[Codes, State]]:
        """Let the others pass until the player is asked, and yield that position; or one on the way, if it is the
        wanted one."""
        for _ in range(PASSES):
            if state.ask is None or state.ask.player == self.bounds.by or (codes and self.wanted(state)):
                break
            code = quiet(self.lib, state)
            try:
                self.engine.apply(state, code)
                codes = (*codes, code, *self._finished(state))
            except Fault:
                return
        yield codes, state

    def _finished(self, state: State) -> Codes:
        """End a choice of several things of which only the end is left, as a typed line does (`answers.finished`)."""
        codes: list[int] = []
        for _ in range(8):
            question = state.ask
            if question is None or len(question.answers) != 1:
                break
            ask: Ask = self.lib.programs[question.program].code[question.pc].args[0]
            if not (ask.chain and option(self.lib, question, question.answers[0])[0].last):
                break
            codes.append(question.answers[0])
            self.engine.apply(state, question.answers[0])
        return tuple(codes)


class Likeness:
    """Tells positions of one library apart by what can still matter in them: not by choices that lie behind, which the
    programs that are half done hold in slots that they will never read again."""

    def __init__(self, lib: Library) -> None:
        self._needed = needed(lib)

    def digest(self, state: State, cells: Cells | None = None) -> bytes:
        """Return the same for two positions that go on alike, and, but for a chance of one in 2^128, only for these.
        `cells`: what `packed` gives for the position, if that is known."""
        _, numbers = packed(state) if cells is None else cells
        lie = array("i", [*map(len, state.z), *chain.from_iterable(state.z)]).tobytes()
        frames = [(f[0], f[1], *[f[slot + 2] for slot in self._slots(f)]) for f in state.frames]
        asked = None if state.ask is None else (state.ask.player, state.ask.program, state.ask.pc)
        rest = (frames, asked, state.lasting, state.over, state.rng, sorted(state.known.items()))
        found = blake2b(repr(rest).encode(), digest_size=16)
        found.update(lie)
        found.update(numbers)
        return found.digest()

    def _slots(self, f: list[Any]) -> tuple[int, ...]:
        of = self._needed[f[0]]
        return of[f[1]] if f[1] < len(of) else tuple(range(len(f) - 2))


Cells = tuple[str, bytes]
"""The cells of a position and the places of its cards, in little room, and how each number is written."""
SMALL = "B"
"""How cells are written that fit into a byte each, as nearly all do; the places are numbers of four bytes then."""


def packed(state: State) -> Cells:
    """Return the cells and the places of a position in little room. Numbers of the cards may be larger than a
    machine's: then they are written out."""
    try:
        return SMALL, bytes(state.m) + array("i", state.w).tobytes()
    except (ValueError, OverflowError):
        numbers = [*state.m, *state.w]
    try:
        return "q", array("q", numbers).tobytes()
    except OverflowError:
        return "", repr(numbers).encode()


class _Kept:
    """A position in little room."""

    __slots__ = ("_cells", "_many", "_state", "_wide")

    def __init__(self, state: State, cells: Cells) -> None:
        """Keep a position. The state is taken over, and must not be changed by anybody else."""
        self._many, self._state = len(state.m), state
        self._wide, numbers = cells
        self._cells = compress(numbers, 1)
        if self._wide:
            state.m, state.w = [], []

    def state(self) -> State:
        """Return the position again."""
        if self._wide:
            numbers = decompress(self._cells)
            first = self._many if self._wide == SMALL else 8 * self._many
            cells = list(numbers[:first]) if self._wide == SMALL else _numbers("q", numbers[:first])
            self._state.m, self._state.w = cells, _numbers("i" if self._wide == SMALL else "q", numbers[first:])
            self._wide = ""
        return self._state


def _numbers(wide: str, written: bytes) -> list[int]:
    found = array(wide)
    found.frombytes(written)
    return found.tolist()


# ---- in a session ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sought:
    """What is looked for in a session: a condition, or (`otherwise`) a position in which it does not hold."""

    session: Session
    condition: Condition
    otherwise: bool
    search: Search

    def way(self) -> Way | NotDone | None:
        """Return the line of play that was found, after playing it again in words; None if there is none. A line that
        cannot be said, or that leads elsewhere, is not done."""
        codes = self.search.codes
        if codes is None:
            return None
        state, left, lines = self.session.now.state, codes, []
        while left:
            said = _said(self.session.machine, state, left)
            if said is None:
                return NotDone("a line was found, but it cannot be typed")
            line, state, many = said
            lines.append(line)
            left = left[many:]
        if not self.search.wanted(state):
            raise AssertionError("what a search has found does not hold when it is played: the fault is ours")
        return Way(tuple(lines), codes)


def _said(machine: Machine, state: State, codes: Codes) -> tuple[str, State, int] | None:
    """Return a line that gives the first of these answers, the state after it, and how many of them it gives."""
    if state.ask is None:
        return None
    for number, (code, text) in enumerate(options(machine, state), 1):
        if code != codes[0]:
            continue
        for words in (text, str(number)):
            found = resolve(machine, state, state.ask.player, Line.of(words))
            if isinstance(found, Miss):
                continue
            given = tuple(one.code for one in found)
            if given == codes[: len(given)]:
                return f"{player_name(state.ask.player)} {words}", found[-1].state, len(given)
    return None


def seek(session: Session, text: str, bounds: Bounds, otherwise: bool = False) -> Sought | NotDone:
    """Begin to look for a condition from the current moment on. Nothing is searched yet. The search sees everything; a
    player's is made in games that look the same to him (`whatif.alike`)."""
    if session.stepping:
        return NotDone("a search begins at a question: `finish answer` goes to it")
    found = condition(session.tell().look(), session.card_set, text)
    if isinstance(found, NotDone):
        return found
    if bounds.by is not None and bounds.by >= session.cast.players:
        return NotDone(f"there is no {player_name(bounds.by)} in this game")
    game, machine = session.card_set.game, session.machine
    assert game is not None

    def wanted(state: State) -> bool:
        try:
            return found.holds(Look(machine, game, state)) != otherwise
        except (Fault, Impossible):
            return False

    bounds = replace(bounds, answers=min(bounds.answers, DEEPEST))
    return Sought(session, found, otherwise, Search(machine.lib, session.now.state, wanted, bounds))
