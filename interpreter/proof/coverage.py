"""Measures what rulings execute: which clauses, rules and refusals no example or ruling has ever used, and which came
up in vain (see `counting`)."""

from __future__ import annotations

from collections.abc import Iterable

from ..sets.card_set import CardSet
from .counting import Counting, Counts, counting
from .spec import Report, Spec, run


def measure(set_: CardSet, spec: Spec, only: Iterable[str] = ()) -> tuple[Report, Counts]:
    """Play the rulings and count what they execute. `only`: the ids of the rulings to play (none: all). Return the
    results and the counts."""
    assert set_.library is not None
    with counting():
        machine = Counting(set_.library)
        report = run(set_, spec, machine, only)
    return report, machine.counts
