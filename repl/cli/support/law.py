"""The amendments that a command asks for: `--house` and `--edition`, and what they mean in a card set."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from moot.interpreter.sets.card_set import CardSet, Whole, whole
from moot.interpreter.sets.cast import NoGame
from moot.interpreter.sets.finding import Target
from moot.interpreter.sets.law import Chosen, Context, InForce, Unchosen

from ...rule_files import beside, names
from ...trouble import Trouble


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
    return whole(folder, beside(args.house))


def under(read: Whole, args: argparse.Namespace) -> CardSet:
    """Return what is played under the amendments that the arguments ask for. Raises `Trouble`."""
    return read.under(chosen(read, args))


def chosen(read: Whole, args: argparse.Namespace) -> Chosen:
    """Return the amendments that the arguments ask for. Raises `Trouble` if this set has none of that name, or if one
    of them cannot be read."""
    found = read.law.chosen(names(args.house), args.edition)
    if isinstance(found, Unchosen):
        raise refused(found, read)
    return found


def refused(why: Unchosen | NoGame, read: Whole) -> Trouble:
    """Return the error that says why a choice is none, with what is wrong in the files."""
    from moot.dsl.diagnostic import render

    shown = render([d for d in why.diagnostics if d.severity == "error"][:5], read.parts.all)
    return Trouble(f"{why}\n\n{shown}" if shown else why)


def knowing(folders: Sequence[Path], args: argparse.Namespace) -> list[Whole]:
    """Return the texts of those folders that have the amendments that the arguments name. Raises `Trouble` if none of
    them has."""
    every = [reading(folder, args) for folder in folders]
    fitting = [read for read in every if isinstance(read.law.chosen(names(args.house), args.edition), Chosen)]
    if not fitting and every:
        chosen(every[0], args)
    return fitting


def tested(read: Whole, args: argparse.Namespace, only: Sequence[str]) -> list[Context]:
    """Return the amendments under which a set has rulings; of these, the ones that the arguments select. A house rule
    that is named without its setting stands for all its settings."""
    said = [InForce.said(text) for text in names(args.house)]
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
        for name in {InForce.said(text).name for text in names(args.house)}:
            if name not in law.rules:
                raise Trouble(law.wrong(InForce(name)))
        if args.edition is not None and args.edition not in law.editions:
            raise Trouble(law.chosen((), args.edition))
        raise Trouble("no ruling is played under these amendments")
    return found
