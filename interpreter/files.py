"""A card set's folder becomes texts; nothing outside the folder is ever read.

What is true afterwards: every source is UTF-8 text of a reasonable size from a regular file inside the folder, and
every file of the set that could not be read is spoken of by one diagnostic. Paths are shown as the user would type
them from where he stands.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from dsl.diagnostic import Diagnostic
from dsl.source import Source, Span

WORDS = frozenset({".game", ".card", ".table", ".ruling"})  # files in the language of cards
DATA = frozenset({".yaml", ".yml"})
LARGEST = 256 * 1024  # bytes of one file
MOST = 4000  # files of one set
DEEPEST = 8  # folders inside folders
OUTSIDE = "this is a link out of the folder, and nothing outside it is read"
SKIPPED = frozenset({"__pycache__", "node_modules"})


def gather(folder: Path) -> tuple[dict[str, Source], list[Diagnostic]]:
    """Every text of a set, by the path it is shown with, in a stable order: the game first, then tables, cards and
    rulings by name."""
    sources: dict[str, Source] = {}
    diagnostics: list[Diagnostic] = []
    root = folder.resolve()
    for count, path in enumerate(_walk(folder, root, 0, diagnostics)):
        if count >= MOST:
            diagnostics.append(_fault("too-many-files", f"more than {MOST} files; the rest was left alone", folder))
            break
        read = read_text(path, root)
        if isinstance(read, Diagnostic):
            diagnostics.append(read)
        else:
            sources[read.path] = read
    return dict(sorted(sources.items(), key=lambda item: _order(item[0]))), diagnostics


def read_text(path: Path, root: Path | None = None) -> Source | Diagnostic:
    """The text of a file, or why it is not read. With a root, the file must lie inside it, links followed."""
    try:
        real = path.resolve(strict=True)
        if root is not None and not real.is_relative_to(root):
            return _fault("outside", OUTSIDE, path)
        with open(real, "rb", opener=_plainly) as file:
            about = os.fstat(file.fileno())
            if not stat.S_ISREG(about.st_mode):
                return _fault("unreadable", "this is not an ordinary file", path)
            if about.st_size > LARGEST:
                return _fault("too-large", f"this file is larger than {LARGEST // 1024} kB", path)
            data = file.read(LARGEST + 1)
    except FileNotFoundError:
        return _fault("unreadable", "there is no such file", path)
    except (OSError, RuntimeError, ValueError) as trouble:
        return _fault("unreadable", f"this file cannot be read: {_reason(trouble)}", path)
    if len(data) > LARGEST:
        return _fault("too-large", f"this file is larger than {LARGEST // 1024} kB", path)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as trouble:
        good = data[: trouble.start].decode("utf-8")
        line = good.count("\n") + 1
        return _fault("encoding", f"line {line} is not UTF-8 text", path, "save the file as UTF-8")
    return Source(shown(path), text)


def shown(path: Path) -> str:
    """A path as a person standing in the working folder would type it."""
    absolute = Path(os.path.abspath(path))  # noqa: PTH100 - `resolve` would follow links
    try:
        return absolute.relative_to(Path.cwd()).as_posix()
    except (ValueError, OSError):
        return absolute.as_posix()


def _plainly(path: str, flags: int) -> int:
    """Open without waiting for the other end of a pipe."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _walk(folder: Path, root: Path, depth: int, diagnostics: list[Diagnostic]) -> Iterator[Path]:
    """The files of a set beneath a folder, by name. Folders that are links are passed over: what they lead to is read
    where it stands, or lies outside."""
    try:
        entries = sorted(os.scandir(folder), key=lambda e: e.name)
    except OSError as trouble:
        diagnostics.append(_fault("unreadable", f"this folder cannot be read: {_reason(trouble)}", folder))
        return
    for entry in entries:
        path = Path(entry.path)
        if entry.name.startswith(".") or entry.name in SKIPPED:
            continue
        if entry.is_dir(follow_symlinks=False):
            if depth >= DEEPEST:
                diagnostics.append(_fault("too-deep-folder", f"more than {DEEPEST} folders inside each other", path))
            else:
                yield from _walk(path, root, depth + 1, diagnostics)
        elif entry.is_symlink() and path.is_dir():
            if not path.resolve().is_relative_to(root):
                diagnostics.append(_fault("outside", OUTSIDE, path))
        elif path.suffix in WORDS or path.suffix in DATA:
            yield path


def _reason(trouble: Exception) -> str:
    return trouble.strerror.lower() if isinstance(trouble, OSError) and trouble.strerror else "it cannot be opened"


def _order(path: str) -> tuple[int, str]:
    suffix = Path(path).suffix
    order = (".game", ".table", ".card", ".ruling", ".yaml", ".yml")
    return order.index(suffix), path


def _fault(code: str, message: str, path: Path, help: str | None = None) -> Diagnostic:
    return Diagnostic(code, message, Span(shown(path), 0, 0), help)
