"""Keep card sets that were read before, and the libraries compiled from them.

The key of an entry covers everything the entry depends on: the texts, the paths they are shown with, the program and
the Python that runs it. Entries are pickles, and reading a pickle can run code. So `dsl.kept` returns only entries that
this user's Moot has written itself.
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
    """A value that an entry keeps as bytes; it is unpickled when somebody first asks for it."""

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
    """Return the key of the entry for these texts, read from a folder with these names."""
    digest = hashlib.sha256(f"{VERSION} {sys.version} {PROGRAM}".encode())
    digest.update("\0".join(folder).encode("utf-8", "surrogateescape"))
    for path, source in sources.items():
        data = source.text.encode()
        digest.update(f"\0{path}\0{len(data)}\0".encode("utf-8", "surrogateescape") + data)
    return digest.hexdigest()


def fetch(name: str, kind: type[T]) -> T | None:
    """Return the entry of this name; None if there is none, or if it is not of this `kind`."""
    data = kept.fetch(name)
    try:
        found = None if data is None else pickle.loads(data)
    except Exception:  # written by a different program with the same key
        return None
    return found if isinstance(found, kind) else None


def store(name: str, value: object) -> None:
    """Keep a value under this name. A value that cannot be pickled is not kept."""
    if os.environ.get(OFF):
        return
    with contextlib.suppress(RecursionError, pickle.PicklingError):
        kept.store(name, pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL))


def _program() -> str:
    """Return a digest of the program: its files and when each was last changed, as they were when this module was
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
