"""Run the examples and rulings of a card set.

Without a path: those of the folder `cards`, or of the set around the current folder. Rulings of house rules and
editions are run under these; with `--house` or `--edition`, only those that are played so.

With `--coverage`, also list the clauses, rules and refusals that none of them executed, what came up and never changed
anything, and the choices that had nothing to choose from; with `--strict`, too, the exit code is 1 if there is a clause
that none of them began, or that never changed anything. With `--mutate`, change the
cards one thing at a time and list the changes that neither `moot check` nor any ruling notices.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from typing import Any

from moot.interpreter.proof.counting import Counts, joined, troubles
from moot.interpreter.sets.card_set import CardSet, Whole
from moot.interpreter.sets.finding import Target, find_sets
from moot.interpreter.sets.law import PRINTED
from moot.interpreter.sets.naming import Names

from .support.choosing import good, language_argument, language_of
from .support.counted import as_json, lines
from .support.law import law_arguments, reading
from .support.numbers import SEEDS, whole
from .support.tested import selected, tested


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("paths", metavar="PATH", nargs="*")
    parser.add_argument("--only", metavar="ID", action="append", default=[], help="run only this ruling")
    parser.add_argument("--coverage", action="store_true", help="list what nothing executed, or only in vain")
    parser.add_argument("--strict", action="store_true", help="with --coverage: every clause must have been of use")
    parser.add_argument("--mutate", action="store_true", help="list the changes that nothing notices")
    parser.add_argument("--sample", metavar="N", type=whole(1, 10_000_000), help="with --mutate: try only N changes")
    parser.add_argument("--jobs", metavar="N", type=whole(1, 64), help="with --mutate: try N changes at a time")
    parser.add_argument("--seed", metavar="S", type=whole(-SEEDS, SEEDS), default=1, help="with --sample: the seed")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="how to write the output")
    law_arguments(parser)
    language_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Carry out the command and return the exit code."""
    if args.mutate:
        from .support.mutating import mutate

        return mutate(args)
    whole: dict[str, Any] = {"passed": 0, "failed": 0, "cases": []}
    counted: list[Counts] = []
    sets = find_sets(args.paths, or_ours=bool(args.house), every=True)
    found = [(target, reading(target.folder, args)) for target in sets]
    targets = [(target, read, good(read.under(PRINTED))) for target, read in selected(found, args)]
    if targets and all(args.lang not in set_.manifest.languages for _, _, set_ in targets):
        language_of(args, targets[0][2])
    for target, read, set_ in targets:
        report, counts = _run(read, target, args)
        whole["passed"] += report.passed
        whole["failed"] += report.failed
        whole["cases"] += [result.as_json() for result in report.results]
        counted.append(counts)
        if args.format == "text":
            _show(set_, report, set_.names(args.lang))
            if args.coverage:
                print("\n".join(lines(counts)) or "every clause, rule and refusal was executed")
    if args.coverage:
        counts = joined(counted)
        whole["counts"], whole["missed"] = as_json(counts.items()), as_json(troubles(counts))
    if args.format == "json":
        print(json.dumps(whole, indent=2, ensure_ascii=False))
    idle = args.strict and any(item.what == "clause" for item, _ in troubles(joined(counted)))
    return 1 if whole["failed"] or idle or (args.only and not whole["cases"]) else 0


def unreadable(set_: CardSet, target: Target) -> list[Any]:
    """Report the faults of the rulings themselves, and of amendments. A faulty ruling cannot be played, so it does not
    hold; a ruling under a faulty house rule neither."""
    from moot.interpreter.proof.spec import Result

    found = []
    faults = set_.errors if set_.chosen else (*set_.errors, *(d for d in set_.law.diagnostics if d.severity == "error"))
    for d in faults:
        source = set_.written.get(d.span.path)
        if set_.whole.parts.own(d.span.path) and target.covers(d.span.path) and source is not None:
            line = source.place(d.span.start)[0]
            name = f"{d.span.path}:{line}"
            found.append(Result(name, d.code, d.span.path, line, "error", d.message, line, under=str(set_.chosen)))
    return found


def _run(read: Whole, target: Target, args: argparse.Namespace) -> tuple[Any, Counts]:
    """Run the rulings of a set, each under the amendments that it is played under. Return the results, and what was
    counted of the set's own texts."""
    from moot.interpreter.proof import coverage, spec

    report, covered, told = spec.Report(), [], set()
    for context in tested(read, args, args.only):
        set_ = read.under(context.chosen)
        if set_.library is not None:
            wanted = [r for r in set_.examples if target.covers(set_.written_at(r.span).path)]
            some = spec.Spec(tuple(r for r in wanted if not args.only or r.id in args.only), ())
            if args.coverage:
                done, part = coverage.measure(set_, some)
                covered.append(part)
            else:
                done = spec.run(set_, some)
            report.results += done.results
        for fault in unreadable(set_, target) if set_.library is None or not args.only else []:
            if (fault.id, fault.message) not in told:
                told.add((fault.id, fault.message))
                report.results.append(fault)
    own = {
        item: count
        for item, count in joined(covered).items()
        if any(read.parts.own(path) and target.covers(path) for path in item.files)
    }
    return report, own


def _show(set_: CardSet, report: Any, names: Names) -> None:
    for result in report.results:
        if result.status != "passed":
            under = f"  (under {result.under})" if result.under else ""
            print(names.say(f"{result.status}  {result.id}  {result.title}{under}"))
            print(f"    {result.file}:{result.at or result.line}  {names.say(result.message)}\n")
    by_confidence = Counter(r.confidence for r in report.results if r.status == "passed")
    sorts = ", ".join(f"{count} {word}" for word, count in by_confidence.most_common())
    failed = f", {report.failed} failed" if report.failed else ""
    amended = sum(1 for r in report.results if r.status == "passed" and r.under)
    of_these = f"; {amended} of them under amendments" if amended else ""
    called = set_.manifest.names.get(names.language, set_.name)
    print(f"{called}: {report.passed} passed{f' ({sorts})' if sorts else ''}{failed}{of_these}")
