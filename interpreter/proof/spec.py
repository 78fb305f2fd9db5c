"""Runs rulings and examples: each is a position, what is done in it, and what must then hold.

`interpreter.sets.rulings` reads them. `run` plays them and says for each whether it holds; if it does not, it says
which of its lines fails and what holds instead. `interpreter.proof.coverage` says which clauses none of them executed.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from moot.dsl.diagnostic import Diagnostic
from moot.dsl.notation import Ruling
from moot.dsl.notation.parts import Answer, Expect, Given, Move, Offered, Part, RefusedLine, When
from moot.dsl.source import Span

from ..kernel.events import Event
from ..kernel.faults import Fault
from ..kernel.machine import Machine
from ..kernel.state import State
from ..play.answer_words import strange
from ..play.answers import Passed, Taken, options
from ..play.by_chance import play
from ..play.changing import change
from ..play.compare import check
from ..play.finding import LEGAL, Finding, speaks_of, unposed
from ..play.look import Look
from ..play.lookup import Impossible
from ..play.playing import Stopped
from ..play.position import pose_ruling
from ..play.whynot import whynot
from ..play.words import Line, normal, select
from ..sets.card_set import CardSet
from .allowance import Allowance, TooLong


@dataclass(frozen=True)
class Spec:
    """The rulings and examples of a card set, in the order of its files. `diagnostics`: the mistakes in those that
    cannot be read."""

    rulings: tuple[Ruling, ...]
    diagnostics: tuple[Diagnostic, ...]


@dataclass(frozen=True)
class Result:
    """The result of one ruling. `status`: passed, failed (something else holds) or error (it cannot be played). `line`:
    where the ruling begins. `at`: the line that does not hold. `under`: the amendments in force."""

    id: str
    title: str
    file: str
    line: int
    status: str
    message: str = ""
    at: int = 0
    sources: tuple[str, ...] = ()
    confidence: str = "certain"
    owner: str | None = None
    seconds: float = 0.0
    under: str = ""

    def as_json(self) -> dict[str, Any]:
        """Return the result as plain data."""
        return {
            "id": self.id, "title": self.title, "file": self.file, "line": self.line, "status": self.status,
            "message": self.message, "at": self.at, "source": "; ".join(self.sources), "confidence": self.confidence,
            "under": self.under,
        }  # fmt: skip


@dataclass
class Report:
    """All results, with their counts."""

    results: list[Result] = field(default_factory=list)

    @property
    def passed(self) -> int:
        """Return how many hold."""
        return sum(1 for r in self.results if r.status == "passed")

    @property
    def failed(self) -> int:
        """Return how many do not hold, or cannot be played."""
        return len(self.results) - self.passed


# ---- running them ------------------------------------------------


class Failed(Exception):
    """A line of a ruling does not hold."""

    def __init__(self, message: str, span: Span, status: str = "failed") -> None:
        super().__init__(message)
        self.span = span
        self.status = status


def run(set_: CardSet, spec: Spec, machine: Machine | None = None, only: Iterable[str] = ()) -> Report:
    """Play all rulings. `only`: the ids of the rulings to play (none: all)."""
    assert set_.library is not None
    machine = machine or Machine(set_.library)
    wanted = set(only)
    allowance = Allowance()
    return Report([run_one(machine, set_, r, allowance) for r in spec.rulings if not wanted or r.id in wanted])


def run_one(machine: Machine, set_: CardSet, ruling: Ruling, allowance: Allowance | None = None) -> Result:
    """Play one ruling. `allowance`: the time it may take, shared with other rulings. Whatever goes wrong is in the
    result, and not raised."""
    begun = time.perf_counter()
    status, message, span = "passed", "", ruling.span
    try:
        with (allowance or Allowance()).one():
            _play(machine, set_, ruling)
    except Failed as failed:
        status, message, span = failed.status, str(failed), failed.span
    except Impossible as reason:
        status, message, span = "error", f"there is no such position: {reason}", ruling.parts[0].span
    except Fault as fault:
        status, message = "error", f"a fault of the cards: {fault}"
    except TooLong:
        status, message = "error", "this takes too long to play: the cards ask for too many steps"
    where = set_.written_at(ruling.span)
    at = set_.written_at(span).line if status != "passed" else 0
    return Result(
        ruling.id, ruling.title, where.path, where.line, status, message, at, ruling.sources, ruling.confidence,
        ruling.owner, time.perf_counter() - begun, str(set_.chosen),
    )  # fmt: skip


def _play(machine: Machine, set_: CardSet, ruling: Ruling) -> None:
    parts = ruling.parts
    if len(parts) > 1 and isinstance(parts[0], Given) and isinstance(parts[1], RefusedLine):
        _no_position(machine, set_, ruling, parts[1:])
    else:
        Play(machine, set_, ruling).all()


def _no_position(machine: Machine, set_: CardSet, ruling: Ruling, parts: Sequence[Part]) -> None:
    """Run a ruling whose position the game must refuse: compare its reasons with those of the game."""
    try:
        Play(machine, set_, ruling)
    except Impossible as reason:
        finding = unposed(reason.reasons)
    else:
        raise Failed("the game allows this position", ruling.parts[0].span)
    for part in parts:
        if not isinstance(part, RefusedLine):
            raise Failed("nothing else can be checked in a position that the game refuses", part.span, "error")
        _held_against(part, finding)


def _held_against(part: RefusedLine, finding: Finding) -> None:
    """Compare the reasons that a ruling names with the real ones. Raises `Failed` if they differ."""
    for said in part.reasons:
        if not any(speaks_of(said, why) for why in finding.reasons):
            raise Failed(f"it was refused because: {_listed([w.render() for w in finding.reasons])}", part.span)
    if part.only:
        reasons = finding.reasons
        others = [w.render() for w in reasons if not any(speaks_of(said, w) for said in part.reasons)]
        if others:
            raise Failed(f"there are other reasons: {_listed(others)}", part.span)


class Play:
    """One ruling being played: its present state and what has happened so far."""

    def __init__(self, machine: Machine, set_: CardSet, ruling: Ruling) -> None:
        assert set_.game is not None
        self.machine = machine
        self.set = set_
        self.game = set_.game
        self.ruling = ruling
        posed = pose_ruling(machine, set_, ruling)
        self.state: State = posed.state
        self.events: list[Event] = list(posed.events)
        self.reasons: tuple[Move, str] | None = None
        self.passed: tuple[Passed, ...] = ()

    def all(self) -> None:
        """Play every part. Raises `Failed` at the first that does not hold."""
        parts = self.ruling.parts
        begun = False
        for i, part in enumerate(parts):
            if isinstance(part, Given):
                if begun:
                    self.state, events = change(self.machine, self.set, self.state, part.facts)
                    self.events += events
                    self.passed = ()
                continue
            begun = True
            following = parts[i + 1] if i + 1 < len(parts) else None
            self.part(part, following)

    def part(self, part: Part, following: Part | None) -> None:
        """Play one part. `following`: the next part, which may say that the last move is refused. Raises `Failed` if it
        does not hold."""
        match part:
            case When(moves=moves):
                refused = isinstance(following, RefusedLine)
                self.moves(moves[:-1] if refused else moves)
                self.attempt = moves[-1] if refused and moves else None
            case Expect():
                self.expect(part)
            case RefusedLine():
                self.refused(part)
            case Offered():
                self.offered(part)

    attempt: Move | None = None

    def moves(self, moves: Sequence[Move]) -> None:
        """Carry out moves. Raises `Failed` at the first that cannot be carried out."""
        for move, played in play(self.machine, self.state, moves, None, self.passed):
            if isinstance(played, Stopped):
                raise Failed(played.message + self._because(move), move.span)
            self._took(played.taken)

    def _because(self, move: Move) -> str:
        """Return the reasons why a line is not an answer, as an addition to the message."""
        if not isinstance(move, Answer):
            return ""
        finding = whynot(self.machine, self.state, move.seat.number - 1, Line.of(move.words))
        said = [w.render() for w in finding.reasons if w.kind not in ("none", "called", "asked")]
        return f" ({'; '.join(said[:3])})" if said else ""

    def _took(self, taken: Sequence[Taken]) -> None:
        for one in taken:
            self.events += one.events
        if taken:
            self.state, self.passed = taken[-1].state, taken[-1].unsaid

    def expect(self, part: Expect) -> None:
        """Check the facts in the state. Raises `Failed` for one that does not hold."""
        viewer = None if part.viewer is None else part.viewer.number - 1
        look = Look(self.machine, self.game, self.state, viewer)
        for fact in part.facts:
            other = check(fact, look)
            if other is not None:
                raise Failed(other, fact.span)

    def refused(self, part: RefusedLine) -> None:
        """Check that the last move is refused, for the reasons named. Raises `Failed` if not."""
        move = self.attempt
        if not isinstance(move, Answer):
            raise Failed("only an answer can be refused", part.span, "error")
        finding = whynot(self.machine, self.state, move.seat.number - 1, Line.of(move.words))
        if finding.verdict == LEGAL:
            raise Failed(f"this is legal: {finding.answer}", move.span)
        self._known(move.words, move.span)
        _held_against(part, finding)

    def _known(self, said: str, span: Span) -> None:
        """Check that the words of an answer exist in this game. Without that check, a misspelt answer would count as
        refused, or as not offered."""
        words = strange(self.machine.lib, normal(said))
        if words:
            raise Failed(f"no answer in this game has the word `{words[0]}`: `{said}`", span, "error")

    def offered(self, part: Offered) -> None:
        """Check that answers are offered, or are not. Raises `Failed` if not so."""
        offered = options(self.machine, self.state)
        texts = [text for _, text in offered]
        fitting: set[str] = set()
        for said in part.answers:
            self._known(said, part.span)
            fits = [text for _, text in select(normal(said), offered)]
            if part.negated and fits:
                raise Failed(f"this is offered: {_listed(fits)}", part.span)
            if not part.negated and not fits:
                raise Failed(f"`{said}` is not offered; there are: {_listed(texts)}", part.span)
            fitting |= set(fits if not part.only else fits[:1] if len(fits) == 1 else fits)
        if part.only:
            others = [text for text in texts if text not in fitting]
            if others:
                raise Failed(f"these are offered too: {_listed(others)}", part.span)


def _listed(texts: Sequence[str]) -> str:
    return "; ".join(texts[:6]) + (" …" if len(texts) > 6 else "") if texts else "nothing"
