"""The command `moot`. Each of its commands is one module of `repl.cli`, loaded when the line names it.

Exit codes: 0 nothing found; 1 something found (a mistake in a card, a ruling that does not hold); 2 the command was not
understood or could not be carried out.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

from moot.dsl.hidden import IN_A_LINE, in_a_line
from moot.dsl.nearest import bounded
from moot.interpreter.sets.paths import reason
from moot.version import VERSION

from .. import printed
from ..trouble import Trouble

COMMANDS = (
    "repl", "run", "new", "show", "text", "house", "glossary", "diff", "check", "fmt", "test", "sources", "explain",
    "simulate", "bench",
)  # fmt: skip

OK, FOUND, WRONG = 0, 1, 2


def main(argv: Sequence[str] | None = None) -> int:
    """Carry out a command and return the exit code."""
    with printed.streams():
        code = _carried_out(list(sys.argv[1:] if argv is None else argv))
        try:
            sys.stdout.flush()
        except (printed.Unprinted, BrokenPipeError):
            printed.abandon()
        return code


def _carried_out(arguments: list[str]) -> int:
    try:
        with bounded():
            return _main(arguments)
    except printed.Unprinted as trouble:
        printed.abandon()
        print(f"moot: {trouble}", file=sys.stderr)
        return WRONG
    except Trouble as trouble:
        print(f"moot: {trouble}", file=sys.stderr)
        return WRONG
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader has gone: `moot glossary | head`
        printed.abandon()
        return OK
    except OSError as trouble:  # no room, no permission, a disk that is gone
        about = f": `{trouble.filename}`" if trouble.filename else ""
        print(f"moot: {reason(trouble)}{about}", file=sys.stderr)
        return WRONG
    except ImportError:  # the door knows whether all of Moot is there
        raise
    except RecursionError:
        print("moot: something is nested too deeply", file=sys.stderr)
        return WRONG
    except Exception:
        import traceback

        traceback.print_exc()
        print("\nmoot: this is a fault in Moot itself, not in your cards; please report it", file=sys.stderr)
        return WRONG


def _main(arguments: list[str]) -> int:
    from moot.interpreter.sets.finding import NoSet

    try:
        Path.cwd()
    except OSError:
        raise Trouble("the current folder no longer exists") from None
    for said in arguments:
        if IN_A_LINE.search(said):
            raise Trouble(f"`{in_a_line(said)}` cannot be written as a line of text")
    named = arguments[0] if arguments and arguments[0] in COMMANDS else None
    parser = _parser(named)
    args = parser.parse_args(arguments)
    args.typed = arguments[1:]
    if args.command is None:
        parser.print_help()
        return WRONG
    tool = _tool(args.command)
    try:
        code: int = tool.run(args)
    except NoSet as trouble:
        raise Trouble(trouble) from None
    sys.stdout.flush()
    return code


def _parser(named: str | None) -> argparse.ArgumentParser:
    """Make the parser. If the line names a command, only that one is loaded."""
    parser = argparse.ArgumentParser(
        prog="moot", description="The rules of a card game as text that runs.", allow_abbrev=False
    )
    parser.add_argument("--version", action="version", version=f"moot {VERSION}")
    if sys.version_info >= (3, 14):
        parser.color = False  # its colours would be shown as escapes, as whatever is printed
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name in COMMANDS if named is None else (named,):
        tool = _tool(name)
        about = (tool.__doc__ or "").strip()
        sub = commands.add_parser(
            name,
            help=about.split("\n", 1)[0].rstrip("."),
            description=about,
            allow_abbrev=False,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        tool.arguments(sub)
    return parser


def _tool(name: str) -> ModuleType:
    return importlib.import_module(f"{__name__}.{name}")


if __name__ == "__main__":
    sys.exit(main())
