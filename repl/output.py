"""What a line at the prompt comes to: some text, and how it went."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

OK, REFUSED, FAILED, UNKNOWN, QUIT = "ok", "refused", "failed", "unknown", "quit"


@dataclass(frozen=True, slots=True)
class Through:
    """A line that is to be carried out through the eyes of a player (None: of somebody who sees everything)."""

    viewer: int | None
    line: str


@dataclass(frozen=True, slots=True)
class Output:
    """`status`: ok; refused (understood, but it cannot be done: everything is as it was); failed (an expectation does
    not hold); unknown (nothing that was typed is known); quit. `through`: what there is to say is what comes of that
    line."""

    text: str = ""
    status: str = OK
    through: Through | None = None

    @property
    def good(self) -> bool:
        """Whether a script may go on as if nothing had happened."""
        return self.status in (OK, QUIT)

    def reworded(self, say: Callable[[str], str]) -> Output:
        """Return the same in other words."""
        return Output(say(self.text), self.status)


def said(lines: str | Iterable[str], status: str = OK) -> Output:
    """Return an output of these lines."""
    return Output(lines if isinstance(lines, str) else "\n".join(lines), status)
