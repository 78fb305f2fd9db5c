"""Choose a game, its cards and its players: the arguments that several commands share, and what they mean."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from moot.interpreter.sets import finding as sets
from moot.interpreter.sets.card_set import CardSet, Whole
from moot.interpreter.sets.cast import Cast, NoGame, Wish, bare, resolve
from moot.interpreter.sets.nearest import meant
from moot.interpreter.sets.opening import opened
from moot.interpreter.sets.scenario import Scenario

from ...trouble import Trouble
from .law import knowing, law_arguments, refused, under
from .numbers import SEEDS, whole


def set_argument(parser: argparse.ArgumentParser) -> None:
    """Add the argument `--set`. A command that does not ask for house rules (`law_arguments`) gets none."""
    parser.set_defaults(house=[], edition=None)
    parser.add_argument("--set", metavar="PATH", help="a game's folder, or the short name of one that came with Moot")


def language_argument(parser: argparse.ArgumentParser) -> None:
    """Add the argument `--lang`."""
    parser.add_argument("--lang", metavar="LANGUAGE", help="show names in this language, by its two letters")


def language_of(args: argparse.Namespace, set_: CardSet) -> str | None:
    """Return the language that the arguments ask for. Raises `Trouble` if the set has no names in it."""
    known = set_.manifest.languages
    if args.lang is not None and args.lang not in known:
        raise Trouble(f"{set_.name} has no names in `{args.lang}`; it has them in {', '.join(known)}")
    language: str | None = args.lang
    return language


def game_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that choose a game."""
    set_argument(parser)
    add = parser.add_argument
    add("--scenario", metavar="ID", help="a scenario of the set (default: its first game)")
    add("--players", metavar="N", type=whole(1, 100), help="the number of players")
    add("--seed", metavar="S", type=whole(-SEEDS, SEEDS), default=1, help="the seed of all random numbers (default: 1)")
    add("--nine", "--optional", dest="optional", action="store_true", help="include the scenario's optional parts")
    add("--with", dest="with_", metavar="CARD", action="append", default=[], help="use this substitute, not the first")
    add("--cast", metavar="CARDS", help="use another cast: card titles, separated by commas")
    add("--cards", metavar="CARDS", help="use other cards instead of the scenario's own choice")
    law_arguments(parser)
    language_argument(parser)


def playable(args: argparse.Namespace) -> tuple[CardSet, Cast]:
    """Return the card set and the game that the arguments ask for. Raises `Trouble` if no such game is possible."""
    set_, scenario = chosen_scenario(args)
    cast = resolve(set_, scenario, wish_of(args))
    if isinstance(cast, NoGame):
        names = set_.names(language_of(args, set_))
        raise Trouble(names.say(f"no such game is possible: {cast}"))
    language_of(args, set_)
    return set_, cast


def wish_of(args: argparse.Namespace) -> Wish:
    """Return the wishes for a scenario that the arguments contain."""
    return Wish(
        players=args.players,
        seed=args.seed,
        optional=args.optional,
        cast=_listed(args.cast),
        cards=_listed(args.cards),
        with_=args.with_,
    )


def chosen_scenario(args: argparse.Namespace) -> tuple[CardSet, Scenario]:
    """Return the named scenario, in whichever set it is; without a name, the first game of the set. Raises
    `Trouble`."""
    named = args.scenario or args.house or args.edition
    wholes = knowing(folders(args) if named else folders(args)[:1], args)
    if args.scenario:
        wholes = [_having(wholes, args)]
    first = good(under(wholes[0], args))
    found = opened(first, args.scenario)
    if isinstance(found, NoGame):
        raise refused(found, wholes[0])
    return found.set, found.scenario or bare(found.set)


def _having(wholes: list[Whole], args: argparse.Namespace) -> Whole:
    """Return the set that has the named scenario. If that belongs to an edition, the arguments ask for it from now on.
    Raises `Trouble` if there is no such scenario."""
    for read in wholes:
        for edition, id in read.scenarios():
            if id == args.scenario and args.edition in (None, edition):
                args.edition = edition
                return read
    for read in wholes:
        id_ = under(read, args).names().scenario_id(args.scenario)
        if id_ is not None:
            args.scenario = id_
            return read
    known = sorted({id for read in wholes for edition, id in read.scenarios() if args.edition in (None, edition)})
    hint = meant(args.scenario, known) or f"there are {', '.join(known)}"
    raise Trouble(f"there is no scenario `{args.scenario}` ({hint})")


def good(set_: CardSet) -> CardSet:
    """Return a set that can be played. Raises `Trouble` if its cards have an error; a ruling or another scenario may
    have one."""
    if not set_.playable:
        from moot.dsl.diagnostic import told

        count = len(set_.hindrances)
        what = "something is" if count == 1 else f"{count} things are"
        with_ = f" under {set_.chosen}" if set_.chosen else ""
        shown = told(set_.hindrances[:5], set_.written, set())
        raise Trouble(f"{what} wrong with the cards in `{set_.path}`{with_}\n\n{shown}")
    return set_


def sets_of(args: argparse.Namespace) -> list[CardSet]:
    """Return all sets that the arguments reach, whatever errors they have; under amendments, those that can be played
    so. Raises `Trouble` if the amendments that the arguments name make a game of none."""
    found = [under(read, args) for read in knowing(folders(args), args)]
    amended = [set_ for set_ in found if set_.chosen]
    if amended and not any(set_.playable for set_ in amended):
        good(amended[0])
    return [set_ for set_ in found if set_.playable or not set_.chosen]


def folders(args: argparse.Namespace) -> list[Path]:
    """Return the folders of the sets that the arguments reach."""
    return list(dict.fromkeys(t.folder for t in sets.find_sets(meant_by(args.set), or_ours=True)))


def meant_by(said: str | None) -> list[Path]:
    """Return the path that `--set` means. A short name means an installed set, unless a file or folder here has that
    name."""
    if not said:
        return []
    return [(None if os.path.lexists(said) else sets.named(said)) or Path(said)]


def _listed(titles: str | None) -> tuple[str, ...]:
    return tuple(t.strip() for t in titles.split(",") if t.strip()) if titles else ()
