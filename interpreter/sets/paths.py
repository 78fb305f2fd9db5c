"""Paths: what they lead to, how people see them, and why one cannot be used.

A path with `..` means the file that the system finds there, following links. No name makes a function here raise, not
even a name that the system refuses to look up.
"""

from __future__ import annotations

import os
from pathlib import Path


def typed(path: Path) -> Path:
    """Return a path as a person in the current folder would type it: relative if it lies below that folder, and without
    `..`.

    Links are kept, except before a `..`: `link/..` is the folder above the link's target."""
    parts = path.parts
    if ".." in parts:
        last = len(parts) - parts[::-1].index("..")
        path = Path(os.path.realpath(Path(*parts[:last])), *parts[last:])
    try:
        here = Path.cwd()
    except OSError:  # the current folder is gone
        return path
    return path.relative_to(here) if path.is_relative_to(here) else path


def shown(path: Path) -> str:
    """Return the same as text."""
    return typed(path).as_posix()


def within(folder: str, path: str) -> str:
    """Return the rest of a shown path below a folder that contains it; the whole path if the folder does not contain
    it."""
    return path if folder == "." else path.removeprefix(f"{folder}/")


def under(path: str, above: str) -> bool:
    """Whether a shown path is the path `above` or lies below it."""
    return path == above or path.startswith(f"{above.rstrip('/')}/") or (above == "." and not path.startswith("/"))


def is_folder(path: Path) -> bool:
    """Whether a path is a folder, following links; false if the system cannot look it up."""
    return os.path.isdir(path)  # noqa: PTH112 - that of `Path` raises for some names


def is_file(path: Path) -> bool:
    """Whether a path is an ordinary file, following links; false if the system cannot look it up."""
    return os.path.isfile(path)  # noqa: PTH113 - that of `Path` raises for some names


def is_text(name: str) -> bool:
    """Whether a name can be written down: it is UTF-8 and fits on one line."""
    return name.isprintable()


def reason(trouble: Exception) -> str:
    """Say in words for people what is wrong with a file."""
    if isinstance(trouble, UnicodeDecodeError):
        return "it is not text"
    return trouble.strerror.lower() if isinstance(trouble, OSError) and trouble.strerror else "it cannot be opened"
