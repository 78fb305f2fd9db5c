"""A number behind a command."""

from __future__ import annotations

import re

from ..output import UNKNOWN, Output, said

MOST = 1_000_000


def number(text: str) -> int | None:
    """Return the whole number that was typed; None if it is none, or larger than anything here is."""
    return int(text) if re.fullmatch(r"[0-9]{1,7}", text) else None


def counted(rest: str, default: int | None) -> int | None | Output:
    """Say how often: the number that was typed, the default if there is none, or that it is none."""
    if not rest:
        return default
    found = number(rest)
    return found if found is not None and 1 <= found <= MOST else said(f"`{rest}` is no number", UNKNOWN)
