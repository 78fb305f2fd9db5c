"""The entry point of the command: `moot`, or `python -m moot`."""

from __future__ import annotations

import gc
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread

SELDOM = 20_000, 20, 50
"""How seldom unreachable objects are sought, by generation. A card set is many objects that stay, with hardly a circle
among them: to look through them as often as Python does by itself takes an eighth of the time of reading it."""


def main() -> int:
    """Carry out the command and return the exit code."""
    gc.set_threshold(*SELDOM)
    try:
        with _silent():
            from moot.repl.cli import main as command

        return command()
    except ImportError as trouble:
        print(f"moot: something that Moot needs is not there ({trouble})", file=sys.stderr)
        print("moot: install Moot again, in an environment of its own (`pipx` makes one)", file=sys.stderr)
        return 2


@contextmanager
def _silent() -> Iterator[None]:
    """Let Ctrl-C end the process without a word while nothing has begun that it could stop."""
    before = signal.getsignal(signal.SIGINT)
    if before is not signal.default_int_handler or current_thread() is not main_thread():
        yield
        return
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


if __name__ == "__main__":
    sys.exit(main())
