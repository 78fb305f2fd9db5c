"""The prompt where nobody sits at a terminal: lines come in, and nothing goes out but what they come to."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TextIO

from .console import Console
from .dispatch import execute
from .output import QUIT


def lines(console: Console, source: Iterable[str], target: TextIO) -> None:
    """Carry out lines: no prompt, no colours."""
    for line in source:
        out = execute(console, line.rstrip("\n"))
        if out.text:
            print(out.text, file=target, flush=True)
        if out.status == QUIT:
            return


def interactive() -> bool:
    """Say whether somebody sits at a terminal."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
