"""Tell what two editions, or two lists of house rules, disagree on, as a list of rules.

Without a second list the first is compared with the printed game. A list names an edition, house rules, or both:
`moot diff 2006`, `moot diff 2006 "2006, short-game"`, `moot diff "first-crown 3"`.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any

from moot.dsl.amend.differences import Change, Difference, differences
from moot.interpreter.sets.card_set import CardSet, Whole
from moot.interpreter.sets.card_set import whole as reading
from moot.interpreter.sets.law import PRINTED, Chosen, Unchosen

from ..rule_files import beside, names
from ..trouble import Trouble
from .support.choosing import folders, good, set_argument
from .support.law import refused

WORDS = (".game", ".table", ".card", ".rule")
SAID = {"was": "was", "gone": "no longer", "new": "new"}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "lists", metavar="LIST", nargs="+", help="an edition, house rules, or both, with commas between"
    )
    set_argument(parser)
    parser.add_argument("--format", choices=("text", "json"), default="text", help="how to write the output")


def run(args: argparse.Namespace) -> int:
    """Carry out the command and return the exit code."""
    if len(args.lists) > 2:
        raise Trouble("two lists are compared, not more (put a list with commas or spaces in quotes)")
    before, after = _compared(args)
    found = differences(_texts(before), _texts(after))
    if args.format == "json":
        print(json.dumps({**_named(before, after), "differences": [_plain(one) for one in found]}, indent=2))
    else:
        print("\n".join(_lines(before, after, found)))
    return 0


def _compared(args: argparse.Namespace) -> tuple[CardSet, CardSet]:
    """Return what the lists make of the first game that knows them. Raises `Trouble` if none does."""
    wrong: Unchosen | None = None
    for folder in folders(args):
        whole = reading(folder, beside(args.lists))
        made = [_chosen(whole, said) for said in args.lists]
        if all(isinstance(one, Chosen) for one in made):
            sets = [whole.under(one) for one in made if isinstance(one, Chosen)]
            sets = list(map(good, sets))
            return (sets[0], sets[1]) if len(sets) == 2 else (whole.under(PRINTED), sets[0])
        wrong = wrong or next(one for one in made if isinstance(one, Unchosen))
    raise refused(wrong, whole) if wrong is not None else Trouble("there is no game here")


def _chosen(whole: Whole, text: str) -> Chosen | Unchosen:
    """Return the amendments of a list. The word `printed` stands for none."""
    said = [name for name in names([text]) if name != "printed"]
    editions = [name for name in said if name in whole.law.editions]
    if len(editions) > 1:
        return Unchosen(f"`{editions[0]}` and `{editions[1]}` are both editions", "a list has one of them")
    return whole.law.chosen([name for name in said if name not in editions], editions[0] if editions else None)


def _texts(set_: CardSet) -> Iterator[Any]:
    """Go through the texts that are played."""
    for path, source in set_.sources.items():
        if PurePosixPath(path.partition(" (")[0]).suffix in WORDS:
            yield source


def _named(before: CardSet, after: CardSet) -> dict[str, str]:
    return {"before": str(before.chosen) or "printed", "after": str(after.chosen) or "printed"}


def _plain(one: Difference) -> dict[str, Any]:
    return dataclasses.asdict(one)


# ---- as text -------------------------------------------------------------------------------------------------------


def _lines(before: CardSet, after: CardSet, found: tuple[Difference, ...]) -> Iterator[str]:
    """Yield the differences as text: those that say something else, those that are new, those that are gone."""
    names = _named(before, after)
    yield f"{after.name}: {names['after']}, compared with {names['before']}"
    for one in found:
        if one.kind == "changed":
            yield f"\n{_name(one)}"
            for change in one.changes:
                yield from _rule(change)
    for one in found:
        if one.kind == "new":
            yield f"\n{_name(one)}: new"
            for change in one.changes:
                yield f"  {change.now}"
    gone = [_name(one) for one in found if one.kind == "gone"]
    if gone:
        yield f"\nno longer there: {', '.join(gone)}"
    if not found:
        yield "they say the same"


def _name(one: Difference) -> str:
    return one.name if one.sort in ("card", "game") else f"{one.sort} {one.name}"


def _rule(change: Change) -> Iterator[str]:
    if not change.now:
        yield f"  no longer: {change.was[0]}"
        return
    yield f"  {change.now}"
    for field, said in SAID.items():
        for words in getattr(change, field):
            yield f"      {said}: {words}"
