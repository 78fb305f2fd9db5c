"""Read and write files from the prompt.

A person at a terminal may name any file. Lines of a script or pipe may come from a stranger: they save games only in
the folder that the person allowed, and read only files that are near (`Reach`).
"""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from pathlib import Path

from .trouble import Trouble

LONGEST = 120  # letters of the name of a file
SHOWN = 40  # letters of a name in a message
LARGEST = 4 * 1024 * 1024  # bytes of a save, a position or a script
ALLOW = "`--saves FOLDER` on the command line allows it in that folder"


@dataclass(frozen=True)
class Sort:
    """A sort of file that is written at the prompt: how each begins, what it is called, and how its name ends ('':
    anyhow)."""

    begins: bytes
    name: str
    ending: str = ""


SAVE = Sort(b"moot: 1\n", "a saved game")
RULING = Sort(b"# recorded at the prompt\n", "a recorded ruling", ".ruling")
OF_A_SET = (".ruling", ".card", ".table", ".game", ".rule", ".edition", ".yaml")
"""How the names of files end that belong to a card set."""
PAGE = Sort(
    b'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="generator" content="Moot">',
    "a page of a dispute",
)


class Odd(Exception):
    """A file is not what it should be. The message says what it is."""


@dataclass(frozen=True)
class Reach:
    """Which files the lines of a script or pipe may use. `saves`: the folder where they may save games. `near`: other
    folders from which they may read."""

    saves: Path | None = None
    near: tuple[Path, ...] = ()

    def to_write(self, name: str) -> Path:
        """Return the path of this name in the folder for saved games. Raises `Odd`."""
        if self.saves is None:
            raise Odd(f"a script may not write files: {ALLOW}")
        path = self.saves / name
        if not path.resolve().is_relative_to(self.saves.resolve()):
            raise Odd(f"it lies outside `{self.saves}`")
        return path

    def to_read(self, name: str) -> Path:
        """Return the path of this name: in the folder for saved games, in the current folder, or next to the script.
        Raises `Odd`."""
        folders = [f for f in (self.saves, *self.near) if f is not None]
        for folder in folders:
            path = folder / name
            if path.exists() and any(path.resolve().is_relative_to(f.resolve()) for f in folders):
                return path
        if any((folder / name).exists() for folder in folders):
            raise Odd("a script reads only files in its own folder or in the current one")
        raise Odd("no such file or directory")


def named(name: str) -> Path:
    """Return the path that somebody means by this name. Raises `Odd` for a name that is a slip, or that another
    program would take for something else (`-rf`, a hidden file)."""
    last = name.replace(os.sep, "/").rpartition("/")[2]
    if not name.strip(" '\"`"):
        raise Odd("a file needs a name")
    if not name.isprintable():
        raise Odd("the name has a character that cannot be seen")
    if name[0] in "'\"`":
        raise Odd("write the name without quotes")
    if ".." in name.replace(os.sep, "/").split("/"):
        raise Odd("`..` leads out of this folder: write the whole path, from `/` or `~` on")
    if not last or last in (".", "~"):
        raise Odd("this is a folder: name a file")
    if name.startswith("-") or not (last[0].isalnum() or last[0] == "_"):
        raise Odd("begin the name with a letter or a number")
    if len(last) > LONGEST:
        raise Odd(f"the name has more than {LONGEST} letters")
    if Path(name).expanduser().is_dir():
        raise Odd("this is a folder: name a file")
    return Path(name).expanduser()


def to_write(name: str, reach: Reach | None) -> Path:
    """Return the path to which a line of this reach writes a file of this name. Raises `Odd`, and what a path can
    raise."""
    allowed = None if reach is None else reach.to_write(name)
    path = named(name)
    path = path if allowed is None else allowed
    if not path.parent.is_dir():
        raise Odd(f"there is no folder `{shown(str(path.parent))}`")
    return path


def to_read(name: str, reach: Reach | None) -> Path:
    """Return the path from which a line of this reach reads a file of this name. Raises `Odd`, and what a path can
    raise."""
    allowed = None if reach is None else reach.to_read(name)
    path = named(name)
    return path if allowed is None else allowed


def shown(name: str) -> str:
    """Return a name as it is told: cut short, and without what cannot be seen."""
    plain = "".join(c if c.isprintable() else "?" for c in name)
    return plain if len(plain) <= SHOWN else f"{plain[: SHOWN - 1]}…"


def replaceable(path: Path, sort: Sort) -> bool:
    """Whether the path holds a file of this sort, which may be replaced; false if it holds nothing. Raises `Odd` for
    any other file."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise Odd("this is not an ordinary file")
    except FileNotFoundError:
        return False
    with path.open("rb") as file:
        if file.read(len(sort.begins)) != sort.begins:
            raise Odd(f"there is already a file here that is not {sort.name}; choose another name")
    return True


def read(name: str) -> str:
    """Return the text of a file that the person named."""
    try:
        return text_of(Path(name).expanduser())
    except (OSError, ValueError, RuntimeError, Odd) as trouble:
        raise Trouble(f"`{name}` cannot be read: {reason(trouble)}") from None


def text_of(path: Path) -> str:
    """Return the text of an ordinary file of a bounded size. This never waits for the other end of a pipe. Raises
    `Odd`."""
    with open(path, "rb", opener=_plainly) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise Odd("this is not an ordinary file")
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise Odd(f"it is larger than {LARGEST // 1024 // 1024} MB")
    return data.decode("utf-8-sig")


def _plainly(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def reason(trouble: Exception) -> str:
    """Say in words for people what went wrong with a file."""
    if isinstance(trouble, UnicodeDecodeError):
        return "this is not text"
    if isinstance(trouble, Odd):
        return str(trouble)
    return (getattr(trouble, "strerror", None) or str(trouble)).lower()
