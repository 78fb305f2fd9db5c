"""A number behind a command."""

from __future__ import annotations

from repl.output import UNKNOWN, Output, said


def counted(rest: str, default: int | None) -> int | None | Output:
    """The number that was typed, the default if there is none, or that it is none."""
    if not rest:
        return default
    if rest.isdecimal() and 1 <= int(rest) <= 1_000_000:
        return int(rest)
    return said(f"`{rest}` is no number", UNKNOWN)
