"""`moot test --mutate`: find the changes to the cards that neither the checks nor any ruling notices."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from moot.interpreter.proof.mutate import Verdict, found, judged, sampled
from moot.interpreter.sets.finding import find_sets

from ...trouble import Trouble
from .choosing import good
from .progress import track

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
    for target in find_sets(args.paths, every=True):
        set_ = good(target.folder)
        only = [p for p in set_.sources if target.only is not None and target.covers(p)]
        mutants = sampled(found(set_, only), args.sample, args.seed) if only or target.only is None else []
        try:
            verdicts = list(track(judged(set_, mutants, args.jobs), len(mutants), f"{set_.name}, mutants"))
        except BrokenProcessPool:
            raise Trouble("a process was stopped, perhaps because memory ran out: try fewer `--jobs`") from None
        survived = [v for v in verdicts if v.what in ("survived", "broke")]
        survivors += len(survived)
        whole.append(as_json(set_.name, verdicts))
        if args.format == "text":
            _show(set_.name, verdicts, survived)
    if args.format == "json":
        print(json.dumps(whole, indent=2, ensure_ascii=False))
    sys.stdout.flush()
    return 1 if survivors else 0


def as_json(name: str, verdicts: list[Verdict]) -> dict[str, Any]:
    """Return the figures and every survivor as plain data."""
    counts = Counter(v.what for v in verdicts)
    return {
        "game": name,
        "mutants": len(verdicts),
        **{what: counts[what] for what in WORDS},
        "share": round(counts["survived"] / len(verdicts), 4) if verdicts else 0.0,
        "survivors": [
            {"file": v.mutant.path, "line": v.line, "sort": v.mutant.sort, "change": v.change}
            for v in verdicts
            if v.what in ("survived", "broke")
        ],
    }


def _show(name: str, verdicts: list[Verdict], survived: list[Verdict]) -> None:
    for v in survived:
        broke = f": {v.by}" if v.what == "broke" else ""
        print(f"{v.mutant.path}:{v.line}  {v.mutant.sort}: {v.change}{broke}")
    counts = Counter(v.what for v in verdicts)
    share = f" ({100 * counts['survived'] / len(verdicts):.1f} %)" if verdicts else ""
    print(f"{name}: {len(verdicts)} mutants; " + ", ".join(f"{counts[w]} {said}" for w, said in WORDS.items()) + share)
