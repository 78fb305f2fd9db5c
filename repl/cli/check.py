"""Find everything wrong with a card set.

Without a path: the folder `cards`, or the set around the current folder. A path may be a file, a game's folder, or a
folder of games. Cards are always read together with their whole set; the findings are only those at the path. The exit
code is 1 if there is an error; with --strict, if there is any finding.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator

from moot.dsl.diagnostic import Diagnostic, as_json, render
from moot.interpreter.sets.card_set import CardSet, load
from moot.interpreter.sets.finding import beside, find_sets


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("paths", metavar="PATH", nargs="*")
    parser.add_argument("--strict", action="store_true", help="count warnings as findings, too")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="how to write the output")


def run(args: argparse.Namespace) -> int:
    """Carry out the command and return the exit code."""
    blocks, objects, said = [], [], []
    errors = warnings = 0
    for set_, found, part in _found(args.paths):
        wrong = sum(d.severity == "error" for d in found)
        errors += wrong
        warnings += len(found) - wrong
        sources = set_.sources if set_ else {}
        if args.format == "json":
            objects += as_json(found, sources)
        elif found:
            blocks.append(render(found, sources))
        elif set_ is not None:
            said.append(f"{set_.name}: {_counts(set_.titles, 'card')}, nothing wrong{part}")
    if args.format == "json":
        print(json.dumps({"version": 1, "errors": errors, "warnings": warnings, "diagnostics": objects}, indent=2))
    else:
        for block in blocks:
            print(f"{block}\n")
        if errors or warnings:
            said.append(f"{_counts(range(errors), 'error')}, {_counts(range(warnings), 'warning')}")
        print("\n".join(said))
    return 1 if errors or (warnings and args.strict) else 0


def _found(paths: list[str]) -> Iterator[tuple[CardSet | None, list[Diagnostic], str]]:
    """Yield each set, or part of one, with its diagnostics, and last those of files beside the sets."""
    for target in find_sets(paths, every=True):
        set_ = load(target.folder)
        part = f" in {target.only}" if target.only else ""
        yield set_, [d for d in set_.diagnostics if target.covers(d.span.path)], part
    yield None, beside(paths), ""


def _counts(things: object, word: str) -> str:
    count = len(things)  # type: ignore[arg-type]
    return f"{count} {word}" if count == 1 else f"{count} {word}s"
