"""What was typed before, and the faint text that offers it again.

Each card set has a file of its own, with a bounded number of lines of a bounded length: a position that somebody pasted
is not typed again from memory. The faint text comes only from the lines of this session.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from prompt_toolkit.auto_suggest import AutoSuggest, Suggestion
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.document import Document
from prompt_toolkit.history import History

from . import own_files

LINES = 1000  # of a file
LONGEST = 300  # letters of a line that is kept
FAINT = 100  # letters of a line that is offered
ROOM = 2 * LINES * LONGEST  # bytes that are read
BEGINS = "+"  # before each line, in the form of prompt_toolkit


class Remembered(History):
    """The lines typed with these cards, the newest first. `path`: where they are kept; None: nowhere."""

    def __init__(self, path: Path | None) -> None:
        super().__init__()
        self.path = path
        self.typed: list[str] = []

    def load_history_strings(self) -> Iterable[str]:
        """Return the lines that are kept, the newest first, each once."""
        lines = _lines(own_files.tail(self.path, ROOM)) if self.path is not None else []
        return list(dict.fromkeys(reversed(lines)))[:LINES]

    def store_string(self, string: str) -> None:
        """Keep a line."""
        line = string.strip()
        if not line or "\n" in line or len(line) > LONGEST:
            return
        self.typed = [line, *self.typed[: LINES - 1]]
        if self.path is None:
            return
        own_files.append(self.path, f"\n{BEGINS}{line}\n")
        if own_files.size(self.path) > ROOM:
            lines = _lines(own_files.tail(self.path, ROOM))[-LINES // 2 :]
            own_files.replace(self.path, "".join(f"\n{BEGINS}{one}\n" for one in lines))

    def append_string(self, string: str) -> None:
        """Remember a line, unless it is too long to be typed again."""
        if len(string) <= LONGEST and "\n" not in string.strip():
            super().append_string(string)


def _lines(text: str) -> list[str]:
    lines = (line.removeprefix(BEGINS) for line in text.split("\n") if line.startswith(BEGINS))
    return [line for line in lines if line and len(line) <= LONGEST and line.isprintable()]


class Faint(AutoSuggest):
    """Offers the rest of the latest line of this session that began in the same way."""

    def __init__(self, remembered: Remembered) -> None:
        self.remembered = remembered

    def get_suggestion(self, buffer: Buffer, document: Document) -> Suggestion | None:
        """Return the rest of a line."""
        begun = document.text
        if not begun.strip() or "\n" in begun:
            return None
        lines = (line for line in self.remembered.typed if line.startswith(begun) and len(line) <= FAINT)
        found = next((line for line in lines if line != begun), None)
        return None if found is None else Suggestion(found[len(begun) :])


def remembered(name: str) -> Remembered:
    """Return what was typed before with the cards of this name."""
    folder = own_files.folder()
    return Remembered(None if folder is None else folder / f"{name}.history")
