"""Games kept in files, and taken up again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.session import Refused

from .output import REFUSED, Output, said

if TYPE_CHECKING:
    from .console import Console


def save(console: Console, name: str) -> Output:
    """Write the game down."""
    from interpreter import saving

    path = Path(name).expanduser()
    try:
        path.write_text(saving.save(console.session), encoding="utf-8")
    except (OSError, ValueError) as trouble:
        return said(f"`{name}` cannot be written: {reason(trouble)}", REFUSED)
    count = len(console.session.moments) - 1
    return said(f"{count} answer{'' if count == 1 else 's'} kept in {name}; `load {name}` goes on with it")


def load(console: Console, name: str) -> Output:
    """Take up a game that was kept."""
    from interpreter import saving

    try:
        text = Path(name).expanduser().read_text(encoding="utf-8")
    except (OSError, ValueError) as trouble:
        return said(f"`{name}` cannot be read: {reason(trouble)}", REFUSED)
    found = saving.load(console.session.set_, text, name)
    if isinstance(found, Refused):
        return said(found.render(), REFUSED)
    console.begin(found.session)
    return said([*found.remarks, console.table()])


def reason(trouble: Exception) -> str:
    """What went wrong with a file, for people."""
    if isinstance(trouble, UnicodeDecodeError):
        return "this is no text"
    return (getattr(trouble, "strerror", None) or str(trouble)).lower()
