"""Defines what every executor of a library does: the reference machine, generated programs, any later one.

After the same answers all of them have the same state, the same question, the same random numbers and the same
ticks.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Protocol

from .faults import NotLegal
from .program import Library
from .state import Question, State, advance, below

LONGEST = 100_000
"""After this many decisions, a game that is played at random counts as endless."""


class Executor(Protocol):
    """Plays games of one library. It changes a state in place; to come back to a state, keep a clone. Its methods raise
    `Fault` where the cards ask for something impossible."""

    lib: Library

    @abstractmethod
    def run(self, s: State) -> None:
        """Go on until the state has a question or the game is over."""

    @abstractmethod
    def apply(self, s: State, answer: int) -> None:
        """Give an answer to the pending question and go on to the next. Raises `NotLegal` if the answer is not
        offered."""

    @abstractmethod
    def value(self, function: int, s: State, *args: Any) -> Any:
        """Return the value of a named function for these arguments: a value, a truth or a permission."""

    def legal(self, s: State) -> tuple[int, ...]:
        """Return every answer that the pending question allows; none if the game is over."""
        return s.ask.answers if s.ask is not None else ()

    def playout(self, s: State, rng: int, most: int = LONGEST) -> int:
        """Play on with random answers until the game is over, or until `most` answers were given; return their number.
        `rng`: the generator of the answers, apart from that of the game."""
        self.run(s)
        count = 0
        while s.ask is not None and count < most:
            rng = advance(rng)
            answers = s.ask.answers
            self.apply(s, answers[below(rng, len(answers))])
            count += 1
        return count


def asked(s: State, answer: int) -> Question:
    """Return the pending question. Raises `NotLegal` if `answer` is not among the answers it offers."""
    if s.ask is None or answer not in s.ask.answers:
        raise NotLegal("this is not among the answers offered")
    return s.ask
