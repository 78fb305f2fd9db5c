"""What was worked out before, kept in the user's own cache folder.

An entry is found by everything it depends on: the texts, the paths they are shown with, the program itself and the
Python it runs on. Nothing here is ever needed: whatever goes wrong, the work is done again. Entries are pickles, which
can run code when they are read, so the folder must belong to the user, and nobody else may write there.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Generic, TypeVar

from dsl.source import Source

from .version import VERSION

T = TypeVar("T")
KEPT = 24  # entries; the oldest go
OFF = "MOOT_NO_CACHE"  # environment variable that turns it off


class Later(Generic[T]):
    """A value that is kept as bytes inside an entry, and read when it is first asked for."""

    def __init__(self, value: T) -> None:
        self._value = value

    def __getstate__(self) -> bytes:
        return pickle.dumps(self.value, protocol=pickle.HIGHEST_PROTOCOL)

    def __setstate__(self, data: bytes) -> None:
        self._data: bytes | None = data

    @property
    def value(self) -> T:
        """The value itself."""
        data = self.__dict__.pop("_data", None)
        if data is not None:
            self._value = pickle.loads(data)
        return self._value


def key(sources: Mapping[str, Source], folder: Sequence[str] = ()) -> str:
    """What an entry for these texts is called, read from a folder that is called so."""
    digest = hashlib.sha256(f"{VERSION} {sys.version} {PROGRAM}".encode())
    digest.update("\0".join(folder).encode("utf-8", "surrogateescape"))
    for path, source in sources.items():
        data = source.text.encode()
        digest.update(f"\0{path}\0{len(data)}\0".encode("utf-8", "surrogateescape") + data)
    return digest.hexdigest()


def fetch(name: str, kind: type[T]) -> T | None:
    """The entry, if there is one of this kind."""
    try:
        folder = _folder()
        if folder is None:
            return None
        found = pickle.loads((folder / f"{name}.pickle").read_bytes())
    except Exception:  # a damaged entry may raise anything
        return None
    return found if isinstance(found, kind) else None


def store(name: str, value: object) -> None:
    """Keep a value. Nobody sees a half-written entry."""
    with contextlib.suppress(Exception):
        folder = _folder()
        if folder is None:
            return
        data = pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)
        with tempfile.NamedTemporaryFile(dir=folder, delete=False) as file:
            file.write(data)
        Path(file.name).replace(folder / f"{name}.pickle")
        entries = sorted(folder.glob("*.pickle"), key=lambda p: p.stat().st_mtime)
        for old in entries[:-KEPT]:
            old.unlink()


def _program() -> str:
    """What identifies the program: its files and when each was last changed, as they were when this one was loaded."""
    root = Path(__file__).resolve().parent.parent
    digest = hashlib.sha256(str(root).encode())
    for room in ("dsl", "interpreter", "schemas"):
        for folder, _, names in sorted(os.walk(root / room)):
            if folder.endswith("__pycache__"):
                continue
            for name in sorted(names):
                about = os.stat(os.path.join(folder, name))  # noqa: PTH116, PTH118 - many of them, at every start
                digest.update(f"{name} {about.st_mtime_ns} {about.st_size}\0".encode())
    return digest.hexdigest()


PROGRAM = _program()


def _folder() -> Path | None:
    if os.environ.get(OFF):
        return None
    import platformdirs

    folder = Path(platformdirs.user_cache_dir("moot", appauthor=False)) / "sets"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    about = folder.stat()
    if hasattr(os, "getuid") and (about.st_uid != os.getuid() or about.st_mode & 0o022):
        return None
    return folder
