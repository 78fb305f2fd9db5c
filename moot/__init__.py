"""The door of the command: it sees that the rooms behind it are Moot's own, and opens them.

`dsl`, `interpreter` and `repl` are names that other packages have as well. One that is installed into the same
environment is put over Moot without a word, and takes some of it away when it goes. So each room says whose it is.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterator

ROOMS = ("dsl", "interpreter", "repl")
OWNER = "moot"
REMEDY = "install Moot again, in an environment of its own (`pipx` makes one)"


def main() -> int:
    """Carry out the command; the result is the exit code."""
    strange = list(_strange())
    if strange:
        return _refused(strange)
    try:
        from repl.cli import main as command

        return command()
    except ImportError as trouble:
        damaged = list(_damaged())
        if damaged:
            return _refused(damaged)
        print(f"moot: something that Moot needs is not there ({trouble}): {REMEDY}", file=sys.stderr)
        return 2


def _refused(files: list[str]) -> int:
    named = ", ".join(files[:3]) + (f" and {len(files) - 3} more" if len(files) > 3 else "")
    what = "is not Moot's" if len(files) == 1 else "are not Moot's"
    print(f"moot: {named} {what}: another package was put over it or in its way", file=sys.stderr)
    print(f"moot: {REMEDY}", file=sys.stderr)
    return 2


def _strange() -> Iterator[str]:
    """Rooms that are not Moot's, or not those of this door."""
    house = os.path.dirname(os.path.dirname(__file__))  # noqa: PTH120 - nothing more is loaded than is needed
    for name in ROOMS:
        try:
            room = importlib.import_module(name)
        except Exception:  # whatever another's code does
            yield os.path.join(house, name)  # noqa: PTH118
            continue
        file = room.__file__ or os.path.join(house, name)  # noqa: PTH118
        if getattr(room, "PART_OF", None) != OWNER or os.path.dirname(os.path.dirname(file)) != house:  # noqa: PTH120
            yield file


def _damaged() -> Iterator[str]:
    """Files of the installation that are no longer what was installed."""
    from base64 import urlsafe_b64encode
    from hashlib import sha256
    from importlib.metadata import PackageNotFoundError, files

    try:
        listed = files(OWNER) or []
    except PackageNotFoundError:
        return
    for file in listed:
        if file.hash is None or file.hash.mode != "sha256" or file.suffix != ".py":
            continue
        path = file.locate()
        try:
            with open(path, "rb") as opened:  # noqa: PTH123
                found = urlsafe_b64encode(sha256(opened.read()).digest()).rstrip(b"=").decode()
        except OSError:
            found = ""
        if found != file.hash.value:
            yield str(path)
