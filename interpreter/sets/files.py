"""Read the texts of a card set's folder. Nothing outside the folder is ever read.

Afterwards every source is UTF-8 text from a regular file inside the folder. Each source, and all of them together, are
of a reasonable size. One diagnostic reports each file that could not be read, or that looks like a file of the set and
is not.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path, PurePosixPath

from moot.dsl.diagnostic import Diagnostic
from moot.dsl.source import Source, Span

from .paths import is_folder, is_text, reason, shown
from .strays import DATA, WORDS, passed_over

__all__ = ["DATA", "WORDS", "gather", "read_text", "shown", "walk"]

LARGEST = 256 * 1024  # bytes of one file
LARGEST_SET = 2 * 1024 * 1024  # letters of all files of a set
LARGEST_GAME = 384 * 1024  # letters of the files that hold its rules: game, tables, cards and amendments
MOST = 4000  # files of one set
CROWD = 20_000  # names in one folder
DEEPEST = 8  # folders inside folders
PLAYED = WORDS - {".ruling"}
OUTSIDE = "this is a link out of the folder, and nothing outside it is read"
SKIPPED = frozenset({"__pycache__", "node_modules"})


def gather(folder: Path, below: Iterable[Source] = ()) -> tuple[dict[str, Source], list[Diagnostic]]:
    """Return every text of a set, keyed by the path it is shown with. The order is stable: the game first, then tables,
    cards, amendments and rulings by name. `below`: the texts of the game that it extends; what is a reasonable size for
    a set is so for both together."""
    sources: dict[str, Source] = {}
    diagnostics: list[Diagnostic] = []
    root = folder.resolve()
    size, game = _sizes(below)
    paths: list[Path] = []
    for count, found in enumerate(walk(folder, root)):
        if count >= MOST:
            diagnostics.append(fault("too-many-files", f"more than {MOST} files; the rest was not read", folder))
            break
        if isinstance(found, Diagnostic):
            diagnostics.append(found)
        else:
            paths.append(found)
    for path in sorted(paths, key=_order):
        read = read_text(path, root)
        if isinstance(read, Diagnostic):
            diagnostics.append(read)
            continue
        size += len(read.text)
        if size > LARGEST_SET:
            most = f"the files of this set are larger than {LARGEST_SET // 1024 // 1024} MB together"
            diagnostics.append(fault("too-large", f"{most}; the rest was not read", folder))
            break
        game += _played(read)
        if game > LARGEST_GAME:
            most = f"the cards, amendments and game of this set are larger than {LARGEST_GAME // 1024} kB together"
            diagnostics.append(fault("too-large", f"{most}; the rest was not read", folder))
            break
        sources[read.path] = read
    return sources, diagnostics


def _sizes(sources: Iterable[Source]) -> tuple[int, int]:
    """Return how many letters texts have, and how many of these hold the rules of a game."""
    every = list(sources)
    return sum(len(source.text) for source in every), sum(map(_played, every))


def _played(source: Source) -> int:
    return len(source.text) if PurePosixPath(source.path).suffix in PLAYED else 0


def read_text(path: Path, root: Path | None = None) -> Source | Diagnostic:
    """Return the text of a file, or a diagnostic that says why it cannot be read. If `root` is given, the file must lie
    inside it after links are followed."""
    try:
        real = path.resolve(strict=True)
        if root is not None and not real.is_relative_to(root):
            return fault("outside", OUTSIDE, path)
        with open(real, "rb", opener=_plainly) as file:
            about = os.fstat(file.fileno())
            if not stat.S_ISREG(about.st_mode):
                return fault("unreadable", "this is not an ordinary file", path)
            if about.st_size > LARGEST:
                return _too_large(path)
            data = file.read(LARGEST + 1)
    except FileNotFoundError:
        return fault("unreadable", "there is no such file", path)
    except IsADirectoryError:
        return fault("unreadable", "this is not an ordinary file", path)
    except (OSError, RuntimeError, ValueError) as trouble:
        return fault("unreadable", f"this file cannot be read: {reason(trouble)}", path)
    if len(data) > LARGEST:
        return _too_large(path)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as trouble:
        good = data[: trouble.start].decode("utf-8")
        line = good.count("\n") + 1
        return fault("encoding", f"line {line} is not UTF-8 text", path, "save the file as UTF-8")
    return Source(shown(path), text)


def walk(folder: Path, root: Path, depth: int = 0) -> Iterator[Path | Diagnostic]:
    """Yield the files of a set below a folder, sorted by name, and diagnostics for other files. Folders that are links
    are skipped: what they lead to is either read at its own place or lies outside."""
    try:
        with os.scandir(folder) as names:
            entries = sorted(islice(names, CROWD + 1), key=lambda e: e.name)
    except (OSError, ValueError) as trouble:
        yield fault("unreadable", f"this folder cannot be read: {reason(trouble)}", folder)
        return
    if len(entries) > CROWD:
        yield fault("too-many-files", f"more than {CROWD} names in one folder; none of them was read", folder)
        return
    for entry in entries:
        path = Path(entry.path)
        inner = _is_folder(entry)
        stray = passed_over(entry.name, inner or is_folder(path))
        if stray is not None:
            yield fault("stray-file", stray[0], path, stray[1], "warning")
        if entry.name.startswith(".") or entry.name in SKIPPED:
            continue
        if not is_text(entry.name) and (inner or path.suffix in WORDS | DATA):
            yield fault("unreadable", "this name cannot be written as a line of text", path, "give it another name")
        elif inner:
            if depth >= DEEPEST:
                yield fault("too-deep-folder", f"more than {DEEPEST} folders inside each other", path)
            else:
                yield from walk(path, root, depth + 1)
        elif is_folder(path):
            if not Path(os.path.realpath(path)).is_relative_to(root):
                yield fault("outside", OUTSIDE, path)
        elif path.suffix in WORDS | DATA:
            yield path


def fault(code: str, message: str, path: Path, help: str | None = None, severity: str = "error") -> Diagnostic:
    """Make a diagnostic about a whole file or folder."""
    return Diagnostic(code, message, Span(shown(path), 0, 0), help, severity)


def _plainly(path: str, flags: int) -> int:
    """Open a file without waiting for the other end of a pipe."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:
        return False


def _too_large(path: Path) -> Diagnostic:
    return fault("too-large", f"this file is larger than {LARGEST // 1024} kB", path)


def _order(path: Path) -> tuple[int, str]:
    order = (".game", ".table", ".card", ".rule", ".edition", ".ruling", ".yaml", ".yml")
    return order.index(path.suffix), path.as_posix()
