"""Card sets that were read before, and what was made of them.

An entry is found by everything it depends on: the texts, the paths they are shown with, the program itself and the
Python it runs on. Entries are pickles, which can run code when they are read: `dsl.kept` hands out only what this
user's Moot has written itself.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Generic, TypeVar

from moot.dsl import kept
from moot.dsl.kept import OFF
from moot.dsl.source import Source
from moot.version import VERSION

__all__ = ["OFF", "Later", "fetch", "key", "store"]

T = TypeVar("T")


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
    """Return what an entry for these texts is called, read from a folder that is called so."""
    digest = hashlib.sha256(f"{VERSION} {sys.version} {PROGRAM}".encode())
    digest.update("\0".join(folder).encode("utf-8", "surrogateescape"))
    for path, source in sources.items():
        data = source.text.encode()
        digest.update(f"\0{path}\0{len(data)}\0".encode("utf-8", "surrogateescape") + data)
    return digest.hexdigest()


def fetch(name: str, kind: type[T]) -> T | None:
    """Return the entry, if there is one of this kind."""
    data = kept.fetch(name)
    try:
        found = None if data is None else pickle.loads(data)
    except Exception:  # written by a program that was otherwise and called itself the same
        return None
    return found if isinstance(found, kind) else None


def store(name: str, value: object) -> None:
    """Keep a value."""
    with contextlib.suppress(RecursionError, pickle.PicklingError):
        kept.store(name, pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL))


def _program() -> str:
    """Say what identifies the program: its files and when each was last changed, as they were when this one was
    loaded."""
    root = Path(__file__).resolve().parents[2]
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
