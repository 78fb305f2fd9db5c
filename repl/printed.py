"""Everything that Moot prints goes through this module, whoever wrote the text.

Names, file names, comments and answers come from other people's card sets. None of them may move a cursor, change the
direction of writing, or give a command to the system that records the output. So hidden characters are written as
escapes, and so is a sign that would make a line such a command (`::error::` at its beginning, `##[group]` anywhere).
Characters that the stream's encoding lacks are written as escapes, too. The escapes are those of JSON, so that JSON
output keeps its meaning.
"""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, TextIO, cast

from moot.dsl.hidden import escape, visible

from .trouble import Trouble

COMMAND = re.compile(r"^(?P<begun>[^\S\n]*:):|(?P<hash>##[A-Za-z]{0,16})\[", re.MULTILINE)
TAIL = 20  # how much of a line must be kept to notice that it becomes a command


class Unprinted(Trouble):
    """Nothing can be printed: the other end is closed, or there is no room."""


def harmless(text: str, line: str = "") -> str:
    """Return the text in a form that is safe to print after `line`, the text already on the line."""
    whole = line + visible(text)
    return COMMAND.sub(_stopped, whole)[len(line) :] if "::" in whole or "##" in whole else whole[len(line) :]


def _stopped(m: re.Match[str]) -> str:
    begun = m["begun"]
    return f"{begun}{escape(':')}" if begun is not None else f"{m['hash']}{escape('[')}"


class Printed:
    """A text stream in front of another. `quiet`: drop what the other stream cannot take, because nobody could be
    told."""

    def __init__(self, inner: TextIO | None, quiet: bool = False) -> None:
        self.inner = inner
        self.quiet = quiet
        self.line = ""
        self.encoding: str = getattr(inner, "encoding", None) or "utf-8"

    def write(self, text: str) -> int:
        """Print a text in its safe form."""
        shown = harmless(text, self.line)
        self._begin((self.line + shown).rpartition("\n")[2])
        self._put(lambda inner: inner.write(encodable(shown, self.encoding)))
        return len(text)

    def data(self, text: str) -> None:
        """Write a text for another program unchanged, in UTF-8."""
        self._put(lambda inner: inner.write(text) if not hasattr(inner, "buffer") else _bytes(inner, text))

    def _begin(self, line: str) -> None:
        self.line = line if len(line) <= TAIL or not line.strip() else f"…{line[-TAIL:]}"

    def flush(self) -> None:
        """Make sure that everything is printed."""
        self._put(lambda inner: inner.flush())

    def _put(self, do: Any) -> None:
        try:
            if self.inner is None:
                raise OSError("it is closed")
            do(self.inner)
        except BrokenPipeError:
            if not self.quiet:
                raise
        except (OSError, ValueError) as trouble:
            if not self.quiet:
                reason = getattr(trouble, "strerror", None) or str(trouble)
                raise Unprinted(f"the output cannot be written: {reason.lower()}") from None

    def writelines(self, lines: Any) -> None:
        """Write lines one after the other."""
        for line in lines:
            self.write(line)

    def isatty(self) -> bool:
        """Whether the stream is a terminal."""
        return self.inner is not None and not self.inner.closed and self.inner.isatty()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)


def _bytes(inner: TextIO, text: str) -> None:
    inner.flush()
    inner.buffer.write(text.encode("utf-8"))
    inner.buffer.flush()


def data(text: str) -> None:
    """Write to standard output unchanged: not words for a person, but the text of a file. The caller decides what it
    may hold."""
    out: Any = sys.stdout
    out.data(text) if isinstance(out, Printed) else out.write(text)


def encodable(text: str, encoding: str) -> str:
    """Return the text with an escape for every character that an encoding lacks."""
    if text.isascii() or encoding.lower().replace("_", "-") in ("utf-8", "utf8"):
        return text
    return "".join(c if c.isascii() or _has(encoding, c) else escape(c) for c in text)


def _has(encoding: str, character: str) -> bool:
    try:
        character.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


@contextmanager
def streams() -> Iterator[None]:
    """Put a safe stream in front of standard output and of standard error, for as long as the context lasts."""
    before = sys.stdout, sys.stderr
    sys.stdout = cast(TextIO, Printed(before[0]))
    sys.stderr = cast(TextIO, Printed(before[1], quiet=True))
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def abandon() -> None:
    """Drop what is still to be printed, because nobody reads it; the end of the process then reports nothing."""
    with suppress(OSError, ValueError, io.UnsupportedOperation, AttributeError):
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, sys.stdout.fileno())
        os.close(nothing)


def terminal(stream: TextIO) -> TextIO:
    """Return the real stream, for a library that draws on a terminal. Its text must be made harmless first."""
    inner = stream.inner if isinstance(stream, Printed) else stream
    return inner if inner is not None else io.StringIO()
