"""Take the lines of a prompt one by one. A `given` that is not finished goes on in the lines below it.

A line that ends in a comma or a semicolon goes on in the next one. Where a person types, so does a `given` that says
only how many play: until an empty line, a full stop, or a line that begins with a command. What is typed on the way is
read at once: what cannot be read is refused, and the `given` stays as it was.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from moot.interpreter.play.more import faults, only_how_many

from . import commands
from .commands import given
from .console import Console
from .dispatch import LONGEST, execute
from .output import UNKNOWN, Output, said
from .titles import titled

GOES_ON = (",", ";")
STILL_OPEN = "(the position is still open: go on, or end it with an empty line)"
LEFT_OUT = "was refused, and is no part of the position: type it again, or an empty line to go without it"


@dataclass
class Typing:
    """The lines that are being typed. `waits`: a person types, who can be asked for more. `carried`: the first of them
    ends in a comma or a semicolon, so the first that does not is the last. `refused`: the line above, if it was."""

    console: Console
    waits: bool = False
    lines: list[str] = field(default_factory=list)
    carried: bool = False
    refused: str = ""

    @property
    def open(self) -> bool:
        """Whether a `given` waits for its next line."""
        return bool(self.lines)

    def take(self, line: str) -> Output | None:
        """Carry out a line, or what it finishes. Return None if the next line goes on with it."""
        if self.open:
            return self._more(line)
        if "\n" in line.strip() or len(line) > LONGEST or not self._opens(line.strip()):
            return execute(self.console, line)
        self.lines, self.carried, self.refused = [line.strip()], line.rstrip().endswith(GOES_ON), ""
        return None

    def close(self) -> Output:
        """Carry out what has been typed so far."""
        lines, self.lines = self.lines, []
        return execute(self.console, "\n  ".join([*lines[:-1], lines[-1].rstrip(" ,;")]))

    def abandon(self) -> None:
        """Forget what has been typed so far."""
        self.lines = []

    def _opens(self, line: str) -> bool:
        if _command(line) is not given.COMMAND or self._faults([line]):
            return False
        rest = line.partition(" ")[2].rstrip(" ,;")
        return line.endswith(GOES_ON) or (self.waits and only_how_many(rest, self.console.session.words))

    def _more(self, line: str) -> Output | None:
        text, refused, self.refused = line.strip(), self.refused, ""
        if not text:
            return said(f"`{refused}` {LEFT_OUT}", UNKNOWN) if refused and self.waits else self.close()
        ended = re.search(r"[^.…]\.$", text) is not None
        text = text.removesuffix(".") if ended else text
        lines = self._joined(text)
        if lines is None and _command(text) is not None:
            return self._after(text)
        if lines is None:
            self.refused = text
            return said([*self._faults([*self.lines, text]), STILL_OPEN], UNKNOWN)
        if sum(map(len, lines)) > LONGEST:
            return said([f"a position has at most {LONGEST:,} letters", STILL_OPEN], UNKNOWN)
        self.lines = lines
        return self.close() if ended or (self.carried and not text.endswith(GOES_ON)) else None

    def _joined(self, text: str) -> list[str] | None:
        """Return the lines with one more; None if it cannot be read. A comma in front of it may be one too many."""
        *others, last = self.lines
        tries = ([*others, last, text], [*others, last.rstrip(" ,"), text])
        return next((lines for lines in tries if not self._faults(lines)), None)

    def _after(self, text: str) -> Output | None:
        """Carry out what has been typed, and then a command. Not the command if the position is refused."""
        first = self.close()
        if not first.good:
            return first
        second = self.take(text)
        if second is None:
            return first
        return Output("\n\n".join(filter(None, (first.text, second.text))), second.status)

    def _faults(self, lines: list[str]) -> list[str]:
        session = self.console.session
        text = "\n".join(lines).partition(" ")[2].rstrip(" ,;")
        return faults(titled(session, self.console.viewer, text, given.COMMAND), session.words)


def _command(line: str) -> commands.Command | None:
    words = line.split(None, 1)
    return commands.named(words[0].lower()) if words else None
