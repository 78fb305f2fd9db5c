"""Read numbers of the command line, each within sensible bounds."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable

SEEDS = 10**17  # a seed has as many digits as a kept game may give it
NUMBER = re.compile(r"-?[0-9]{1,18}", re.ASCII)
SHOWN = 24  # letters of the wrong text that a message repeats


def whole(least: int, most: int) -> Callable[[str], int]:
    """Return a reader for `type=`: a whole number from `least` to `most`."""

    def number(text: str) -> int:
        if not NUMBER.fullmatch(text) or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"`{_short(text)}` is no whole number from {least:,} to {most:,}")
        return int(text)

    return number


def decimal(least: float, most: float) -> Callable[[str], float]:
    """Return a reader for `type=`: a number from `least` to `most` that may have decimals."""

    def number(text: str) -> float:
        try:
            found = float(text)
        except ValueError:
            found = float("nan")
        if not least <= found <= most:  # false for everything that is no number
            raise argparse.ArgumentTypeError(f"`{_short(text)}` is no number from {least:g} to {most:g}")
        return found

    return number


def _short(text: str) -> str:
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
