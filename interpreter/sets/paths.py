"""Paths: what they lead to, how they are shown to people, and why one cannot be used.

A path that holds `..` is the file it names, links followed as the system follows them. No name makes anything here
raise: there are names that the system refuses even to look for.
"""

from __future__ import annotations

import os
from pathlib import Path


def typed(path: Path) -> Path:
    """Return a path as a person standing in the working folder would type it: relative beneath that folder, and without
    `..`.

    Links are kept, but one that stands before a `..` is followed: `link/..` is the folder above what it leads to."""
    parts = path.parts
    if ".." in parts:
        last = len(parts) - parts[::-1].index("..")
        path = Path(os.path.realpath(Path(*parts[:last])), *parts[last:])
    try:
        here = Path.cwd()
    except OSError:  # the working folder is gone
        return path
    return path.relative_to(here) if path.is_relative_to(here) else path


def shown(path: Path) -> str:
    """Return the same as text."""
    return typed(path).as_posix()


def within(folder: str, path: str) -> str:
    """Return the rest of a path, as it is shown, beneath a folder of which it is part; the whole path if it is not."""
    return path if folder == "." else path.removeprefix(f"{folder}/")


def under(path: str, above: str) -> bool:
    """Say whether a path, as it is shown, is another or lies beneath it."""
    return path == above or path.startswith(f"{above.rstrip('/')}/") or (above == "." and not path.startswith("/"))


def is_folder(path: Path) -> bool:
    """Say whether there is a folder, links followed; what cannot even be looked at is none."""
    return os.path.isdir(path)  # noqa: PTH112 - that of `Path` raises for some names


def is_file(path: Path) -> bool:
    """Say whether there is an ordinary file, links followed; what cannot even be looked at is none."""
    return os.path.isfile(path)  # noqa: PTH113 - that of `Path` raises for some names


def is_text(name: str) -> bool:
    """Say whether a name can be written down: it is UTF-8, and fits on one line."""
    return name.isprintable()


def reason(trouble: Exception) -> str:
    """Say what is wrong with a file, for people."""
    if isinstance(trouble, UnicodeDecodeError):
        return "it is no text"
    return trouble.strerror.lower() if isinstance(trouble, OSError) and trouble.strerror else "it cannot be opened"
