"""The amendments that a command asks for: `--house` and `--edition`, and what they mean in a card set."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from pathlib import Path

from moot.dsl.diagnostic import Diagnostic
from moot.dsl.source import Source
from moot.interpreter.sets import files
from moot.interpreter.sets.card_set import CardSet, Whole, whole
from moot.interpreter.sets.finding import Target
from moot.interpreter.sets.law import Chosen, Context, InForce, Unchosen

from ...trouble import Trouble

FILE = re.compile(r"(.*\.rule)(?:[ =](.+))?")


def law_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments `--house` and `--edition`."""
    add = parser.add_argument
    add(
        "--house", metavar="RULES", action="append", default=[],
        help="play with these house rules, with commas between them: `late-start, how-many 3` (see `moot house`); "
        "a path such as `./my.rule` names a file that amends this one game",
    )  # fmt: skip
    add("--edition", metavar="NAME", help="play this edition (default: the printed game)")


def reading(folder: Path, args: argparse.Namespace) -> Whole:
    """Return the texts of a folder, with the house rules from elsewhere that the arguments name."""
    return whole(folder, _beside(args))


def under(read: Whole, args: argparse.Namespace) -> CardSet:
    """Return what is played under the amendments that the arguments ask for. Raises `Trouble`."""
    return read.under(chosen(read, args))


def chosen(read: Whole, args: argparse.Namespace) -> Chosen:
    """Return the amendments that the arguments ask for. Raises `Trouble` if this set has none of that name, or if one
    of them cannot be read."""
    found = read.law.chosen(_names(args), args.edition)
    if isinstance(found, Unchosen):
        raise Trouble(_unreadable(read, args) or found)
    return found


def _unreadable(read: Whole, args: argparse.Namespace) -> str | None:
    """Say what is wrong in the files of the amendments that the arguments name; None if nothing is."""
    from moot.dsl.diagnostic import render

    named = {InForce.said(text).name for text in _names(args)} | {args.edition}
    faults = [d for d in read.law.diagnostics if d.severity == "error" and Path(d.span.path).stem in named]
    if not faults:
        return None
    what = "something is" if len(faults) == 1 else f"{len(faults)} things are"
    return f"{what} wrong with this amendment\n\n{render(faults[:5], read.parts.all)}"


def knowing(folders: Sequence[Path], args: argparse.Namespace) -> list[Whole]:
    """Return the texts of those folders that have the amendments that the arguments name. Raises `Trouble` if none of
    them has."""
    every = [reading(folder, args) for folder in folders]
    fitting = [read for read in every if isinstance(read.law.chosen(_names(args), args.edition), Chosen)]
    if not fitting and every:
        chosen(every[0], args)
    return fitting


def _said(args: argparse.Namespace) -> list[str]:
    """Return the house rules as they were typed, one by one."""
    return [part.strip() for said in args.house for part in said.split(",") if part.strip()]


def _names(args: argparse.Namespace) -> list[str]:
    """Return the house rules by name, also those that were named by a path."""
    names = []
    for text in _said(args):
        file = FILE.fullmatch(text)
        names.append(text if file is None else f"{Path(file[1]).stem} {file[2] or ''}")
    return names


def _beside(args: argparse.Namespace) -> list[Source]:
    """Read the house rules that were named by a path."""
    found = []
    for text in _said(args):
        file = FILE.fullmatch(text)
        if file is not None:
            read = files.read_text(Path(file[1]).expanduser())
            if isinstance(read, Diagnostic):
                raise Trouble(f"`{file[1]}`: {read.message}")
            found.append(read)
    return found


def tested(read: Whole, args: argparse.Namespace, only: Sequence[str]) -> list[Context]:
    """Return the amendments under which a set has rulings; of these, the ones that the arguments select. A house rule
    that is named without its setting stands for all its settings."""
    said = [InForce.said(text) for text in _names(args)]
    return [
        context
        for context in read.law.contexts
        if context.has(only)
        and (args.edition is None or context.chosen.edition == args.edition)
        and all(any(r.name == s.name and s.setting in ("", r.setting) for r in context.chosen.rules) for s in said)
    ]


def selected(targets: Sequence[tuple[Target, Whole]], args: argparse.Namespace) -> list[tuple[Target, Whole]]:
    """Return the sets that have rulings under the amendments that the arguments select. Raises `Trouble` if none
    has."""
    found = [(target, read) for target, read in targets if tested(read, args, ())]
    if targets and not found:
        law = targets[0][1].law
        for name in {InForce.said(text).name for text in _names(args)}:
            if name not in law.rules:
                raise Trouble(law.wrong(InForce(name)))
        if args.edition is not None and args.edition not in law.editions:
            raise Trouble(law.chosen((), args.edition))
        raise Trouble("no ruling is played under these amendments")
    return found
