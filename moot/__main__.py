"""The entry point of the command: `moot`, or `python -m moot`."""

from __future__ import annotations

import gc
import sys

SELDOM = 20_000, 20, 50
"""How seldom unreachable objects are sought, by generation. A card set is many objects that stay, with hardly a circle
among them: to look through them as often as Python does by itself takes an eighth of the time of reading it."""


def main() -> int:
    """Carry out the command and return the exit code."""
    gc.set_threshold(*SELDOM)
    try:
        from moot.repl.cli import main as command

        return command()
    except ImportError as trouble:
        print(f"moot: something that Moot needs is not there ({trouble})", file=sys.stderr)
        print("moot: install Moot again, in an environment of its own (`pipx` makes one)", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
