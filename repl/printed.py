"""The outermost door: whatever Moot prints goes through here, whoever wrote the text.

Names, file names, comments and answers come from other people's card sets. None of them can move a cursor, turn the
direction of writing, or speak to the machine that keeps the log: hidden characters are written as escapes, and so is
the sign by which a line would become a command to it (`::error::` at its beginning, `##[group]` anywhere). What the
stream's encoding lacks is written as an escape, too. The escapes are those of JSON, which stays the same JSON.
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
TAIL = 20  # so much of a line must be known to see that a command is being completed


class Unprinted(Trouble):
    """Nothing can be printed: the other end is closed, or there is no room."""


def harmless(text: str, line: str = "") -> str:
    """Return the text as it may be printed behind what stands in the line already."""
    whole = line + visible(text)
    return COMMAND.sub(_stopped, whole)[len(line) :] if "::" in whole or "##" in whole else whole[len(line) :]


def _stopped(m: re.Match[str]) -> str:
    begun = m["begun"]
    return f"{begun}{escape(':')}" if begun is not None else f"{m['hash']}{escape('[')}"


class Printed:
    """A text stream in front of another. `quiet`: what it cannot take is dropped (nobody could be told)."""

    def __init__(self, inner: TextIO | None, quiet: bool = False) -> None:
        self.inner = inner
        self.quiet = quiet
        self.line = ""
        self.encoding: str = getattr(inner, "encoding", None) or "utf-8"

    def write(self, text: str) -> int:
        """Print it, made harmless."""
        shown = harmless(text, self.line)
        self._begin((self.line + shown).rpartition("\n")[2])
        self._put(lambda inner: inner.write(encodable(shown, self.encoding)))
        return len(text)

    def data(self, text: str) -> None:
        """Write a text that another program takes, as it is, in UTF-8."""
        self._put(lambda inner: inner.write(text) if not hasattr(inner, "buffer") else _bytes(inner, text))

    def _begin(self, line: str) -> None:
        self.line = line if len(line) <= TAIL or not line.strip() else f"…{line[-TAIL:]}"

    def flush(self) -> None:
        """See that it is there."""
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
        """Say whether somebody looks on."""
        return self.inner is not None and not self.inner.closed and self.inner.isatty()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)


def _bytes(inner: TextIO, text: str) -> None:
    inner.flush()
    inner.buffer.write(text.encode("utf-8"))
    inner.buffer.flush()


def data(text: str) -> None:
    """Write to standard output: not words for a person, but the text of a file that is handed on. What it may hold is
    for the caller to know."""
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
    """Standard output and standard error with the door in front of them."""
    before = sys.stdout, sys.stderr
    sys.stdout = cast(TextIO, Printed(before[0]))
    sys.stderr = cast(TextIO, Printed(before[1], quiet=True))
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def abandon() -> None:
    """Nobody takes what is still to be printed: drop it, so that the end of the process says nothing of it."""
    with suppress(OSError, ValueError, io.UnsupportedOperation, AttributeError):
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, sys.stdout.fileno())
        os.close(nothing)


def terminal(stream: TextIO) -> TextIO:
    """Return the stream behind the door, for a library that draws on a terminal; what it is given must be harmless."""
    inner = stream.inner if isinstance(stream, Printed) else stream
    return inner if inner is not None else io.StringIO()
