"""Read standard input: UTF-8 text of a bounded size. Anything else raises a `Trouble` that says what is wrong."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import BinaryIO

from .trouble import Trouble

LARGEST = 4 * 1024 * 1024  # bytes in all, where all of it is wanted
LONGEST = 64 * 1024  # bytes of one line


def whole() -> str:
    """Read all of standard input."""
    source = _bytes()
    data = source.read(LARGEST + 1) if source is not None else b""
    if len(data) > LARGEST:
        raise Trouble(f"the input is larger than {LARGEST // 1024 // 1024} MB")
    return _text(data, "the input")


def lines() -> Iterator[str]:
    """Read line by line as the lines come."""
    source = _bytes()
    number = 0
    while source is not None and (data := source.readline(LONGEST + 1)):
        number += 1
        if len(data) > LONGEST:
            raise Trouble(f"line {number} of the input is longer than {LONGEST // 1024} kB")
        yield _text(data, f"line {number} of the input")


def _bytes() -> BinaryIO | None:
    """Return the bytes of standard input; nothing if it is closed."""
    return None if sys.stdin is None or sys.stdin.closed else sys.stdin.buffer


def _text(data: bytes, what: str) -> str:
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise Trouble(f"{what} is not UTF-8 text") from None
