"""Keep what is typed in a session until it ends, so that one that ended in the middle can be taken up again.

A session's file holds the arguments of `moot repl` and the lines that changed something. It lies in the user's state
folder, is locked as long as the session lasts, and is removed when it ends with `quit` or Ctrl-D. Whatever is left
there unlocked ended in the middle. To take it up again the lines are typed again; no file is written meanwhile.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import commands, own_files
from .console import Console
from .files import Reach
from .open_given import Typing
from .output import Output

FOLDER, ENDING = "sessions", ".session"
LINES = 5000  # of a session
LONGEST = 10_000  # letters of a line
ROOM = 2 * 1024 * 1024  # bytes of a file
FILES = 8  # sessions that are kept; the oldest go
LOOKING = ("look", "argue")  # commands that need not be typed again if they changed nothing
VERSION = 1


@dataclass(frozen=True)
class Lost:
    """A session that ended in the middle: its file, the folder and arguments that it began with, and its lines. None
    among them stands for Ctrl-C, which drops a `given` that was not finished."""

    path: Path
    set: str
    folder: str
    arguments: tuple[str, ...]
    lines: tuple[str | None, ...]


class Kept:
    """The file of the present session. `path`: None if nothing can be kept."""

    def __init__(self, path: Path | None, lock: int | None = None) -> None:
        self.path, self.lock, self.count = path, lock, 0

    def note(self, line: str | None) -> None:
        """Keep a line; None: what was begun is dropped."""
        long = len(line or "") > LONGEST
        if self.path is None or long or self.count >= LINES or own_files.size(self.path) > ROOM:
            return
        self.count += 1
        if not own_files.append(self.path, json.dumps(line) + "\n"):
            self.path = None

    def over(self) -> None:
        """Forget the session: it has ended as it should."""
        if self.path is not None:
            own_files.remove(self.path)
        if self.lock is not None:
            os.close(self.lock)
        self.path = self.lock = None


def begun(set_: str, arguments: Sequence[str]) -> Kept:
    """Begin to keep a session of the card set of this name."""
    folder = own_files.folder(FOLDER)
    if folder is None:
        return Kept(None)
    for old in _oldest_first(folder)[: -FILES + 1]:
        if not _in_use(old):
            own_files.remove(old)
    path = folder / f"{os.getpid()}-{os.urandom(4).hex()}{ENDING}"
    head = {"moot": VERSION, "set": set_, "folder": str(Path.cwd()), "arguments": list(arguments)}
    if not own_files.append(path, json.dumps(head) + "\n"):
        return Kept(None)
    return Kept(path, _locked(path))


def lost(set_: str | None = None) -> Lost | None:
    """Return the latest session that ended in the middle, with the cards of this name (None: with any); None if none
    did. One in which nothing was changed is no loss."""
    folder = own_files.folder(FOLDER)
    for path in reversed(_oldest_first(folder)) if folder is not None else ():
        if not _in_use(path):
            found = _read(path)
            if found is None or not found.lines:
                own_files.remove(path)
            elif set_ in (None, found.set):
                return found
    return None


def again(console: Console, found: Lost, kept: Kept) -> int:
    """Type the lines of a session again; return how many of them could be carried out. Its file is removed: from now on
    the present session has the lines."""
    before, console.reach = console.reach, Reach(near=(Path(Path.cwd().anchor),))
    typing, good = Typing(console, waits=True), 0
    try:
        for line in found.lines:
            out = None if line is None else typing.take(line)
            if line is None:
                typing.abandon()
            good += out is None or out.good
            kept.note(line)
    finally:
        console.reach = before
    own_files.remove(found.path)
    return good


class Marks:
    """What a session had come to before a line was typed."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.before = self._now()
        self.tried = console.session.tried

    def _now(self) -> tuple[Any, ...]:
        console = self.console
        session = console.session
        place = session.here, session.tried, session.stepping, session.cast, id(session)
        return *place, console.viewer, [(name, at.at) for name, at in session.places.named.items()], console.posing

    def to_keep(self, line: str, out: Output | None) -> str | None:
        """Return what must be typed to come to where the session is now; None if nothing. `out`: what came of the line
        (None: it was stopped)."""
        words = line.split()
        command = commands.named(words[0].lower()) if words else None
        same = self._now() == self.before
        if out is None:
            gone = self.console.session.tried - self.tried
            return f"{words[0]} {gone}" if command is not None and command.name == "random" and gone > 0 else None
        if not words or (same and (not out.good or (command is not None and command.group in LOOKING))):
            return None
        writes = command is not None and command.group == "files" and same
        return None if writes else line


def _oldest_first(folder: Path) -> list[Path]:
    with suppress(OSError):
        return sorted(folder.glob(f"*{ENDING}"), key=lambda path: (path.lstat().st_mtime, path.name))
    return []


def _read(path: Path) -> Lost | None:
    """Read what is kept of a session; None if that is not what was written there."""
    try:
        first, *rest = own_files.tail(path, ROOM + LONGEST).splitlines() or [""]
        head = json.loads(first)
        lines = []
        for text in rest[:LINES]:
            with suppress(ValueError):  # a last line that was not written to its end
                line = json.loads(text)
                lines += [line] if line is None or isinstance(line, str) else []
        if head["moot"] != VERSION:
            return None
        arguments = tuple(str(a) for a in head["arguments"])
        return Lost(path, str(head["set"]), str(head["folder"]), arguments, tuple(lines))
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def _locked(path: Path) -> int | None:
    """Lock a file as long as the process lives; return what holds the lock."""
    try:
        import fcntl

        handle = os.open(path, os.O_RDWR | own_files.PLAIN)
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return handle
    except (ImportError, OSError):
        return None


def _in_use(path: Path) -> bool:
    """Whether a living session has locked a file."""
    handle = _locked(path)
    if handle is None:
        return os.name == "posix"
    os.close(handle)
    return False
