"""The prompt without a terminal: it reads lines, and prints nothing but their output."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TextIO

from .console import Console
from .open_given import Typing
from .output import QUIT, Output


def lines(console: Console, source: Iterable[str], target: TextIO) -> None:
    """Carry out lines without a prompt and without colours."""
    typing = Typing(console)
    for line in source:
        out = typing.take(line.rstrip("\n"))
        if out is not None and _quits(out, target):
            return
    if typing.open:
        _quits(typing.close(), target)


def _quits(out: Output, target: TextIO) -> bool:
    """Print an output, and return whether it is the last."""
    if out.text:
        print(out.text, file=target, flush=True)
    return out.status == QUIT


def interactive() -> bool:
    """Whether somebody sits at a terminal."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
