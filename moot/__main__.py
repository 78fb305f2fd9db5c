"""The entry point of the command: `moot`, or `python -m moot`."""

from __future__ import annotations

import sys


def main() -> int:
    """Carry out the command and return the exit code."""
    try:
        from moot.repl.cli import main as command

        return command()
    except ImportError as trouble:
        print(f"moot: something that Moot needs is not there ({trouble})", file=sys.stderr)
        print("moot: install Moot again, in an environment of its own (`pipx` makes one)", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
