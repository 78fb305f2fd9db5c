"""`moot test --mutate`: find the changes to the cards that neither the checks nor any ruling notices."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from moot.interpreter.proof.mutate import Verdict, found, judged, sampled
from moot.interpreter.sets.card_set import CardSet, Whole
from moot.interpreter.sets.finding import Target, find_sets
from moot.interpreter.sets.law import PRINTED, Chosen

from ...trouble import Trouble
from .choosing import good
from .law import reading
from .progress import track
from .tested import selected, tested

WORDS = {
    "refused": "refused by `moot check`",
    "noticed": "noticed by a ruling",
    "same": "change nothing",
    "survived": "survived",
    "broke": "broke Moot itself",
}


def mutate(args: argparse.Namespace) -> int:
    """Judge the mutants of the sets or files that the arguments name."""
    whole: list[dict[str, Any]] = []
    survivors = 0
    found_ = [(target, reading(target.folder, args)) for target in find_sets(args.paths, every=True)]
    for target, read in selected(found_, args):
        verdicts = _verdicts(read, [good(read.under(one)) for one in _alone(read, args)], target, args)
        survived = [v for v in verdicts if v.what in ("survived", "broke")]
        survivors += len(survived)
        name = read.under(PRINTED).name
        whole.append(as_json(name, verdicts))
        if args.format == "text":
            _show(name, verdicts, survived)
    if args.format == "json":
        print(json.dumps(whole, indent=2, ensure_ascii=False))
    sys.stdout.flush()
    return 1 if survivors else 0


def _alone(read: Whole, args: argparse.Namespace) -> list[Chosen]:
    """Return the amendments under which mutants are judged: each house rule by itself, with one of its settings, where
    it has most of its rulings; each edition; the printed game."""
    found: dict[tuple[str | None, str], Chosen] = {}
    for context in tested(read, args, ()):
        rules = context.chosen.rules
        if len(rules) < 2:
            found.setdefault((context.chosen.edition, rules[0].name if rules else ""), context.chosen)
    return list(found.values())


def _verdicts(read: Whole, sets: list[CardSet], target: Target, args: argparse.Namespace) -> list[Verdict]:
    """Judge the mutants of a set: those of the printed game, and those of each list of amendments under that list."""

    def wanted(path: str) -> bool:
        return read.parts.own(path) and target.covers(path)

    drawn = sampled([(set_, m) for set_ in sets for m in found(set_, wanted)], args.sample, args.seed)
    verdicts: list[Verdict] = []
    for set_ in sets:
        mutants = [m for of, m in drawn if of is set_]
        label = ", ".join(filter(None, (set_.name, str(set_.chosen), "mutants")))
        try:
            verdicts += track(judged(set_, mutants, args.jobs), len(mutants), label) if mutants else ()
        except BrokenProcessPool:
            raise Trouble("a process was stopped, perhaps because memory ran out: try fewer `--jobs`") from None
    return verdicts


def as_json(name: str, verdicts: list[Verdict]) -> dict[str, Any]:
    """Return the figures and every survivor as plain data."""
    counts = Counter(v.what for v in verdicts)
    return {
        "game": name,
        "mutants": len(verdicts),
        **{what: counts[what] for what in WORDS},
        "share": round(counts["survived"] / len(verdicts), 4) if verdicts else 0.0,
        "survivors": [
            {
                "file": v.at.path,
                "line": v.at.line,
                "by": list(v.at.by),
                "sort": v.mutant.sort,
                "change": v.change,
            }  # fmt: skip
            for v in verdicts
            if v.what in ("survived", "broke")
        ],
    }


def _show(name: str, verdicts: list[Verdict], survived: list[Verdict]) -> None:
    for v in survived:
        broke = f": {v.by}" if v.what == "broke" else ""
        print(f"{v.at}  {v.mutant.sort}: {v.change}{broke}")
    counts = Counter(v.what for v in verdicts)
    share = f" ({100 * counts['survived'] / len(verdicts):.1f} %)" if verdicts else ""
    print(f"{name}: {len(verdicts)} mutants; " + ", ".join(f"{counts[w]} {said}" for w, said in WORDS.items()) + share)
