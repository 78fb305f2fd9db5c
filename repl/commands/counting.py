"""Read the number after a command."""

from __future__ import annotations

import re

from ..output import UNKNOWN, Output, said

MOST = 1_000_000


def number(text: str) -> int | None:
    """Return the whole number that was typed; None if it is not a number or too large."""
    return int(text) if re.fullmatch(r"[0-9]{1,7}", text) else None


def counted(rest: str, default: int | None) -> int | None | Output:
    """Return the typed number of times, the default if nothing was typed, or an output that says that it is no
    number."""
    if not rest:
        return default
    found = number(rest)
    return found if found is not None and 1 <= found <= MOST else said(f"`{rest}` is no number", UNKNOWN)
