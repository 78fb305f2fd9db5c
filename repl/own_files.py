"""The files that the prompt keeps for its user: what was typed, and what an unfinished session had come to.

They lie in the user's own state folder and nobody else can read them. Each has a bounded size. If anything about a file
or its folder is not as it should be, nothing is kept, and nothing is said about it.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

OTHERS = 0o077
PLAIN = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


def folder(*below: str) -> Path | None:
    """Return the user's state folder, or one below it, and make it if need be; None if there is none that is the
    user's own."""
    from platformdirs import user_state_path  # only the prompt waits for it

    try:
        found = user_state_path("moot", appauthor=False).joinpath(*below)
        if not found.is_absolute():
            return None
        found.mkdir(parents=True, exist_ok=True, mode=0o700)
        about = found.stat()
        if hasattr(os, "getuid"):
            if about.st_uid != os.getuid():
                return None
            if about.st_mode & OTHERS:
                found.chmod(0o700)
        return found
    except (OSError, ValueError, RuntimeError):
        return None


def tail(path: Path, most: int) -> str:
    """Return the text of a file, or the last `most` bytes of it; '' if it is no ordinary file of the user's."""
    try:
        with os.fdopen(os.open(path, os.O_RDONLY | PLAIN), "rb") as file:
            about = os.fstat(file.fileno())
            if not _ours(about):
                return ""
            file.seek(max(0, about.st_size - most))
            return file.read(most).decode("utf-8", "replace")
    except OSError:
        return ""


def append(path: Path, text: str) -> bool:
    """Write a text behind a file, which is made if need be. Return whether it was written."""
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | PLAIN, 0o600), "ab") as file:
            about = os.fstat(file.fileno())
            if not _ours(about):
                return False
            if hasattr(os, "fchmod") and about.st_mode & OTHERS:
                os.fchmod(file.fileno(), 0o600)
            file.write(text.encode("utf-8", "replace"))
            return True
    except OSError:
        return False


def size(path: Path) -> int:
    """Return the bytes of a file; 0 if there is none."""
    try:
        return path.lstat().st_size
    except OSError:
        return 0


def replace(path: Path, text: str) -> None:
    """Put a text in place of a file's, in one step."""
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    with suppress(OSError):
        fresh.unlink(missing_ok=True)
        if append(fresh, text):
            fresh.replace(path)


def remove(path: Path) -> None:
    """Remove a file if it is there."""
    with suppress(OSError):
        path.unlink(missing_ok=True)


def _ours(about: os.stat_result) -> bool:
    mine = not hasattr(os, "getuid") or about.st_uid == os.getuid()
    return mine and stat.S_ISREG(about.st_mode) and about.st_nlink == 1
