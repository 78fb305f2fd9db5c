"""What a line at the prompt comes to: some text, and how it went."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

OK, REFUSED, FAILED, UNKNOWN, QUIT = "ok", "refused", "failed", "unknown", "quit"


@dataclass(frozen=True, slots=True)
class Output:
    """`status`: ok; refused (understood, but it cannot be done: everything is as it was); failed (an expectation does
    not hold); unknown (nothing that was typed is known); quit."""

    text: str = ""
    status: str = OK

    @property
    def good(self) -> bool:
        """Whether a script may go on as if nothing had happened."""
        return self.status in (OK, QUIT)

    def said(self, say: Callable[[str], str]) -> Output:
        """The same in other words."""
        return Output(say(self.text), self.status)


def said(lines: str | Iterable[str], status: str = OK) -> Output:
    """An output of these lines."""
    return Output(lines if isinstance(lines, str) else "\n".join(lines), status)
