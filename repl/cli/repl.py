"""Play at a prompt: step through a game, argue about it, go back and try something else."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from ..trouble import Trouble
from .support.choosing import game_arguments, language_of, playable

if TYPE_CHECKING:
    from ..console import Console
    from ..files import Reach
    from ..recovery import Lost


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    game_arguments(parser)
    beginning(parser)
    parser.add_argument("--no-pager", action="store_true", help="never show long answers page by page")
    parser.add_argument("--recover", action="store_true", help="take up the latest session that ended in the middle")


def beginning(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that say how the game begins, and which files the lines of a script may write."""
    parser.add_argument("--position", metavar="FILE", help="begin with the `given` lines in a file")
    parser.add_argument("--load", metavar="FILE", help="continue a saved game")
    parser.add_argument("--saves", metavar="FOLDER", help="where a script or a pipe may save games (default: nowhere)")
    parser.add_argument(
        "--absolute-paths", action="store_true", help="name the files of the cards by their whole paths"
    )


def run(args: argparse.Namespace) -> int:
    """Carry out the command and return the exit code."""
    from .. import plain, typed

    if plain.interactive():
        from ..interrupts import over, silent

        silent()
        _talked(args)
        over()
        return 0
    if args.recover:
        raise Trouble("a session is taken up again at a terminal")
    begun = console(args)
    begun.reach = reach(args)
    plain.lines(begun, typed.lines(), sys.stdout)
    return 0


def _talked(args: argparse.Namespace) -> None:
    """Let a person play at the terminal: a new game, or a session that ended in the middle."""
    from .. import recovery
    from ..shell import HELLO, talk

    lost = recovery.lost() if args.recover else None
    if args.recover and lost is None:
        raise Trouble("no session has ended in the middle")
    arguments = list(lost.arguments) if lost is not None else _typed(args)
    begun = console(args if lost is None else _parsed(lost))
    name = begun.session.card_set.manifest.id
    kept = recovery.begun(name, arguments)
    if lost is not None:
        good = recovery.again(begun, lost, kept)
        hello = f"The session is taken up again: {good} of {len(lost.lines)} lines."
    else:
        left = recovery.lost(name)
        hello = f"{HELLO}\n{_offer(len(left.lines))}" if left is not None else HELLO
    talk(begun, paged=not args.no_pager, kept=kept, hello=hello)


def _offer(lines: int) -> str:
    what = "line" if lines == 1 else "lines"
    ended = f"A session with these cards ended in the middle, after {lines} {what}"
    return f"{ended}: `moot repl --recover` takes it up again."


def _typed(args: argparse.Namespace) -> list[str]:
    """Return the arguments as they were typed."""
    typed: list[str] = args.typed
    return [a for a in typed if a != "--recover"]


def _parsed(lost: Lost) -> argparse.Namespace:
    """Return the arguments with which a session began, in the folder where it began. Raises `Trouble`."""
    parser = argparse.ArgumentParser(exit_on_error=False, allow_abbrev=False)
    arguments(parser)
    try:
        os.chdir(lost.folder)
        return parser.parse_args(lost.arguments)
    except (argparse.ArgumentError, SystemExit, OSError, ValueError):
        raise Trouble("the session that ended in the middle cannot be begun again from here") from None


def reach(args: argparse.Namespace, folder: Path | None = None) -> Reach:
    """Return which files the lines of a script or pipe may use. `folder`: the script's folder."""
    from ..files import Reach

    saves = Path(args.saves).expanduser() if args.saves else None
    if saves is not None and not saves.is_dir():
        raise Trouble(f"there is no folder `{args.saves}`")
    return Reach(saves, tuple(f for f in (Path(), folder) if f is not None))


def console(args: argparse.Namespace) -> Console:
    """Return a console with the game, the position or the saved game that the arguments ask for."""
    from moot.interpreter.play.session import Held, start

    from ..console import Console

    if args.load:
        found = _loaded(args)
    else:
        set_, setup = playable(args)
        chosen = setup.titles if args.cast or args.cards or args.with_ or args.optional else ()
        held = Held(args.scenario, args.seed, tuple(chosen), setup.players)
        found = Console(start(set_, setup, language_of(args, set_), held))
    found.absolute = args.absolute_paths
    if args.position:
        _pose(found, args.position)
    return found


def _pose(console: Console, name: str) -> None:
    """Carry out the lines of a position. The word `given` may be left out."""
    from ..dispatch import statement
    from ..files import read
    from ..script import statements

    for line in statements(read(name)):
        out = statement(console, line if line.split()[0] in ("given", "when") else f"given {line}")
        if not out.good:
            raise Trouble(f"{name}: {out.text}")


def _loaded(args: argparse.Namespace) -> Console:
    from moot.interpreter.play import saving
    from moot.interpreter.play.session import NotDone

    from ..console import Console
    from ..files import read
    from .support.choosing import sets_of

    text = read(args.load)
    sets = [set_ for set_ in sets_of(args) if set_.library is not None]
    named = [s for s in sets if s.name == saving.game_of(text)] or sets
    if not named:
        raise Trouble("the cards cannot be read; `moot check` says why")
    found = saving.load(named[0], text, args.load, language_of(args, named[0]))
    if isinstance(found, NotDone):
        raise Trouble("\n".join(found.render()))
    for remark in found.remarks:
        print(f"moot: {remark}", file=sys.stderr)
    return Console(found.session)
