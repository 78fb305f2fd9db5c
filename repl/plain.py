"""The prompt without a terminal: it reads lines, and prints nothing but their output."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TextIO

from .console import Console
from .dispatch import execute
from .output import QUIT


def lines(console: Console, source: Iterable[str], target: TextIO) -> None:
    """Carry out lines without a prompt and without colours."""
    for line in source:
        out = execute(console, line.rstrip("\n"))
        if out.text:
            print(out.text, file=target, flush=True)
        if out.status == QUIT:
            return


def interactive() -> bool:
    """Whether somebody sits at a terminal."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
