"""Which rulings a command plays: those that are played under the amendments that it asks for."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from moot.interpreter.sets.card_set import Whole
from moot.interpreter.sets.finding import Target
from moot.interpreter.sets.law import Context, InForce

from ...rule_files import names
from ...trouble import Trouble
from .choosing import good
from .law import fitting, ways


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
    if not args.house and args.edition is None:
        return list(targets)
    fits = fitting([read for _, read in targets], args)
    known = set(map(id, fits))
    found = [(target, read) for target, read in targets if id(read) in known and tested(read, args, ())]
    if fits and not found:
        raise _untested(fits[0], args)
    return found


def _untested(read: Whole, args: argparse.Namespace) -> Trouble:
    """Return the error that says why no ruling is played under the amendments that the arguments select: what is wrong
    with one of them, or what a ruling needs to be played so."""
    every = ways(read, args)
    for one in every:
        good(read.under(one))
    rules = ", ".join(every[0].names)
    needed = f"a ruling is played under the house rules that its line `house: {rules}` names"
    if len(every[0].rules) < 2:
        needed = f"a ruling is played under the house rule in whose file it stands, or with a line `house: {rules}`"
    if every[0].edition is not None:
        within = f"in the folder of the edition {every[0].edition}"
        needed = f"{needed}; it lies {within}" if rules else f"its rulings lie {within}"
    return Trouble(f"no ruling is played under {every[0]} ({needed})")
