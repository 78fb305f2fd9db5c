"""The amendments that a command asks for: `--house` and `--edition`, and what they mean in a card set."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from moot.interpreter.sets.card_set import CardSet, Whole, whole
from moot.interpreter.sets.cast import NoGame
from moot.interpreter.sets.law import Chosen, Unchosen

from ...rule_files import beside, names
from ...trouble import Trouble

UNKNOWN = ("unknown-card", "unknown-word")  # what an amendment of another game is told


def law_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments `--house` and `--edition`."""
    add = parser.add_argument
    add(
        "--house", metavar="RULES", action="append", default=[],
        help="play with these house rules, with commas between them: `short-game, wall-beside-itself` "
        "(see `moot house`); a path such as `./my.rule` names a file that amends this one game",
    )  # fmt: skip
    add("--edition", metavar="NAME", help="play this edition (default: the printed game)")


def reading(folder: Path, args: argparse.Namespace) -> Whole:
    """Return the texts of a folder, with the house rules from elsewhere that the arguments name."""
    return whole(folder, beside(args.house), args.edition)


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
    from moot.dsl.diagnostic import told

    shown = told([d for d in why.diagnostics if d.severity == "error"][:5], read.parts.all, set())
    return Trouble(f"{why}\n\n{shown}" if shown else why)


def ways(read: Whole, args: argparse.Namespace) -> tuple[Chosen, ...]:
    """Return the amendments that the arguments ask for; a house rule that is named without its setting stands for all
    its settings. Raises `Trouble` as `chosen` does."""
    found = read.law.ways(names(args.house), args.edition)
    if isinstance(found, Unchosen):
        raise refused(found, read)
    return found


def knowing(folders: Sequence[Path], args: argparse.Namespace) -> list[Whole]:
    """Return the texts of those folders that have the amendments that the arguments name. Raises `Trouble` if none of
    them has."""
    return fitting([reading(folder, args) for folder in folders], args)


def fitting(every: Sequence[Whole], args: argparse.Namespace) -> list[Whole]:
    """Return those games that have the amendments that the arguments name. A house rule that was named by a path is one
    of the games that it can amend, or of that which it fits best. Raises `Trouble` if no game has them."""
    said = [(read, read.law.ways(names(args.house), args.edition)) for read in every]
    known = [(read, found[0]) for read, found in said if not isinstance(found, Unchosen)]
    if not known and every:
        ways(every[0], args)
    if len(known) < 2 or not beside(args.house):
        return [read for read, _ in known]
    wrong = [(_misfit(read, one), read) for read, one in known]
    least = min(faults for faults, _ in wrong)
    best = [read for faults, read in wrong if faults == least]
    return best if least == (0, 0) else best[:1]


def _misfit(read: Whole, one: Chosen) -> tuple[int, int]:
    """Return how badly house rules from elsewhere fit a game: how many names in them it does not have, and how many
    faults there are."""
    elsewhere = {path for path in read.parts.rules if not path.startswith(f"{read.folder}/")}
    found = [d.code for d in read.under(one).diagnostics if d.severity == "error" and d.span.path in elsewhere]
    return sum(code in UNKNOWN for code in found), len(found)
