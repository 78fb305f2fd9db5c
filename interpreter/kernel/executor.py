"""What every executor of a library does, however it does it: the reference machine, generated programs, any later one.

All of them go the same way: after the same answers the same state, the same question, the same chance, the same ticks.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Protocol

from .faults import NotLegal
from .program import Library
from .state import Question, State, advance, below

LONGEST = 100_000
"""Decisions after which a game that is played at random is held to have no end."""


class Executor(Protocol):
    """Plays games of one library. A state is changed in place; whoever wants to come back keeps a clone."""

    lib: Library

    @abstractmethod
    def run(self, s: State) -> None:
        """Go on until the state has a question or is over."""

    @abstractmethod
    def apply(self, s: State, answer: int) -> None:
        """Answer the pending question and go on to the next."""

    @abstractmethod
    def value(self, function: int, s: State, *args: Any) -> Any:
        """A named function of these arguments: a value, a truth or a permission."""

    def legal(self, s: State) -> tuple[int, ...]:
        """Every answer the pending question allows."""
        return s.ask.answers if s.ask is not None else ()

    def playout(self, s: State, rng: int, most: int = LONGEST) -> int:
        """Play on with random answers until the game is over, at most so many; how many were given. `rng` is the
        generator of the answers, apart from that of the game."""
        self.run(s)
        count = 0
        while s.ask is not None and count < most:
            rng = advance(rng)
            answers = s.ask.answers
            self.apply(s, answers[below(rng, len(answers))])
            count += 1
        return count


def asked(s: State, answer: int) -> Question:
    """The pending question, to which this must be an answer that is offered."""
    if s.ask is None or answer not in s.ask.answers:
        raise NotLegal("this is not among the answers offered")
    return s.ask
