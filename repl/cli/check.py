"""Find everything wrong with a card set.

Without a path: the folder `cards`, or the set around the current folder. A path may be a file, a game's folder, or a
folder of games. Cards are always read together with their whole set; the findings are only those at the path. The exit
code is 1 if there is an error; with --strict, if there is any finding.

House rules and editions are read together with the cards that they amend: each alone, and house rules that change the
same declaration in pairs. With `--house` or `--edition`, only these are read with the cards.

With `--fix`, what is wrong and has one sure right text is mended in the files first. What is told then is what is left.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sized

from moot.dsl.diagnostic import Diagnostic, as_json, told
from moot.interpreter.sets import checking
from moot.interpreter.sets.card_set import CardSet
from moot.interpreter.sets.finding import beside, find_sets
from moot.interpreter.sets.law import PRINTED

from .support.law import fitting, law_arguments, reading, ways

MOST = 20  # times that a set is mended


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("paths", metavar="PATH", nargs="*")
    parser.add_argument("--strict", action="store_true", help="count warnings as findings, too")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="how to write the output")
    parser.add_argument("--fix", action="store_true", help="mend what has one sure right text, and then check")
    law_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Carry out the command and return the exit code."""
    mended = list(_mended(args)) if args.fix else []
    blocks, objects, clashes, said = [], [], [], []
    errors = warnings = sure = 0
    known: set[str] = set()
    for set_, found, together, part in _found(args):
        wrong = sum(d.severity == "error" for d in found)
        errors += wrong
        warnings += len(found) - wrong
        sure += _promised(set_, found) if args.format == "text" else 0
        sources = set_.written if set_ else {}
        if args.format == "json":
            objects += as_json(found, sources)
            clashes += as_json(together, sources)
        elif found:
            blocks.append(told(found, sources, known))
        elif set_ is not None:
            said.append(f"{set_.name}: {_size(set_)}, nothing wrong{part}")
        if args.format == "text" and set_ is not None and together:
            said.append(f"  {_counts(together, 'pair')} of house rules:")
            said += [f"    {d.message}" for d in together]
    if args.format == "json":
        counts = {"version": 1, "errors": errors, "warnings": warnings}
        print(json.dumps({**counts, "diagnostics": objects, "together": clashes}, indent=2))
    else:
        print("".join(f"{path}: {_counts(range(count), 'mistake')} mended\n" for path, count in mended), end="")
        for block in blocks:
            print(f"{block}\n")
        if errors or warnings:
            said.append(f"{_counts(range(errors), 'error')}, {_counts(range(warnings), 'warning')}")
        if sure:
            said.append(f"`moot check --fix` mends {'it' if errors + warnings == 1 else f'{sure} of them'}")
        print("\n".join(said))
    return 1 if errors or (warnings and args.strict) else 0


def _promised(set_: CardSet | None, found: list[Diagnostic]) -> int:
    """Return how many of these mistakes `--fix` would mend. What reads everyday sentences is only loaded for one."""
    if set_ is None or not any(d.fixes for d in found):
        return 0
    from .support.mending import promised

    return promised(set_.whole, found)


def _mended(args: argparse.Namespace) -> Iterator[tuple[str, int]]:
    """Mend the printed game of each set. Yield the files that have changed, and how many mistakes were mended in each.
    A declaration tells one mistake at a time, so it goes on while there is one."""
    from .support.mending import mended

    counts: Counter[str] = Counter()
    for _ in range(MOST):
        changed = False
        for target in find_sets(args.paths, or_ours=False, every=True):
            read = reading(target.folder, args)
            told = read.under(PRINTED).diagnostics if read.under(PRINTED).errors else checking.checked(read).faults
            here = [d for d in told if target.covers(d.span.path)]
            for path, count in mended(read, here).items():
                counts[path] += count
                changed = True
        if not changed:
            break
    yield from counts.items()


Found = tuple[CardSet | None, list[Diagnostic], list[Diagnostic], str]


def _found(args: argparse.Namespace) -> Iterator[Found]:
    """Yield each set, or part of one, with its diagnostics and with what is said of house rules together; and last the
    diagnostics of files beside the sets."""
    some = bool(args.house or args.edition)
    targets = [(target, reading(target.folder, args)) for target in find_sets(args.paths, or_ours=some, every=True)]
    wanted = set(map(id, fitting([read for _, read in targets], args))) if some else set()
    for target, read in targets:
        if some and id(read) not in wanted:
            continue
        found = checking.under(read, ways(read, args)) if some else checking.checked(read)
        part = f" in {target.only}" if target.only else ""
        outside = {path for path in read.parts.rules if not target.covers(path)} if some else set()
        here = [d for d in found.faults if target.covers(d.span.path) or d.span.path in outside]
        yield read.under(PRINTED), here, [d for d in found.together if target.covers(d.span.path)], part
    yield None, [] if some else beside(args.paths), [], ""


def _size(set_: CardSet) -> str:
    """Say how much there is in a set: how much of its own, if it extends a game."""
    law, own = set_.law, set_.whole.parts.own
    cards = [card for card in set_.game.cards.values() if own(card.path)] if set_.game is not None else []
    rules = [one for one in law.rules.values() if own(one.path)]
    editions = [one for one in law.editions.values() if own(one.path)]
    parts: list[tuple[Sized, str]] = [(cards, "card"), (rules, "house rule"), (editions, "edition")]
    size = ", ".join(_counts(things, word) for things, word in parts if things or word == "card")
    return f"{size} on top of {set_.game.name}" if set_.whole.bases and set_.game is not None else size


def _counts(things: Sized, word: str) -> str:
    count = len(things)
    return f"{count} {word}" if count == 1 else f"{count} {word}s"
