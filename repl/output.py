"""The result of a line at the prompt: some text, and a status."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

OK, REFUSED, FAILED, UNKNOWN, QUIT = "ok", "refused", "failed", "unknown", "quit"


@dataclass(frozen=True, slots=True)
class Through:
    """A line to carry out through the eyes of a player (None: of somebody who sees everything)."""

    viewer: int | None
    line: str


@dataclass(frozen=True, slots=True)
class Output:
    """The result of a line. `status`: ok; refused (understood but impossible; nothing changed); failed (an expectation
    does not hold); unknown (the line was not understood); quit. `through`: a line to carry out, whose result this
    becomes."""

    text: str = ""
    status: str = OK
    through: Through | None = None

    @property
    def good(self) -> bool:
        """Whether a script may go on as if nothing had happened."""
        return self.status in (OK, QUIT)

    def reworded(self, say: Callable[[str], str]) -> Output:
        """Return the same with other words: `say` of the text."""
        return Output(say(self.text), self.status)


def said(lines: str | Iterable[str], status: str = OK) -> Output:
    """Return an output of these lines."""
    return Output(lines if isinstance(lines, str) else "\n".join(lines), status)
