"""Carry out a script: prompt lines from a file or (`-`) from standard input.

Prints each line and its output. The exit code is 1 if an `expect` does not hold, or if a line is refused or not
understood; the latter stops the script. A script reads files only in its own folder and in the current one, and writes
none without `--saves`.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from .. import typed
from .repl import beginning, console, reach
from .support.choosing import game_arguments


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("script", metavar="SCRIPT", help="a file, or - for standard input")
    game_arguments(parser)
    beginning(parser)


def run(args: argparse.Namespace) -> int:
    """Carry out the command and return the exit code."""
    from ..dispatch import statement
    from ..files import read
    from ..output import QUIT, REFUSED, UNKNOWN
    from ..script import statements
    from ..transcript import shown

    text = typed.whole() if args.script == "-" else read(args.script)
    begun = console(args)
    begun.reach = reach(args, None if args.script == "-" else Path(args.script).expanduser().parent)
    lines = statements(text)
    good = True
    for i, line in enumerate(lines):
        out = statement(begun, line)
        print(shown(line.replace("\n", "\n  "), out), flush=True)
        expected = i + 1 < len(lines) and lines[i + 1].startswith("refused ") and begun.attempt is not None
        good = good and (out.good or expected)
        if out.status == QUIT:
            break
        if out.status in (REFUSED, UNKNOWN) and not expected:
            left = len(lines) - i - 1
            if left:
                print(f"stopped here: {left} more line{'' if left == 1 else 's'} of the script", flush=True)
            break
    return 0 if good else 1
