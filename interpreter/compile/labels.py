"""Makes the words of answers from the author's words."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from moot.dsl import ir
from moot.dsl.source import NOWHERE

from .origins import words
from .standing import Hook
from .unit import Unit
from .walk import walk


def clause_label(u: Unit, hook: Hook) -> str:
    """Name a clause by its card and its main deed, with what local names stand for: `Warlord: destroy a district in any
    city`."""
    title = u.layout.titles[hook.card]
    label = _deed(u, hook.clause)
    named = [n for n in walk(hook.clause.body) if isinstance(n, (ir.Choose, ir.Let))]
    for node in reversed(named):
        said = node.of if isinstance(node, ir.Choose) else node.value
        noun = re.split(r" (?:that|whose|except) ", words(u, said.span))[0]
        label = re.sub(rf"\b{re.escape(node.name.partition('#')[0])}\b", _always(noun), label)
    label = re.sub(r"\bthis\b", title, label.replace("(", "").replace(")", ""))
    return f"{title}: {label}"


def _always(noun: str) -> Callable[[re.Match[str]], str]:
    """Return a replacement function for `re.sub` that always gives `noun`, taken literally."""
    return lambda _: noun


def _deed(u: Unit, clause: ir.Clause) -> str:
    """Quote a clause's first deed, and its cost if that is short."""
    costs = [words(u, s.span) for s in clause.cost]
    if len(costs) == 1 and len(costs[0].split()) < 5:
        lasts = bool(clause.effect) and isinstance(clause.effect[0], ir.Lasting)
        return costs[0] if lasts else f"{costs[0]} to {clause.label}"
    return clause.label


def block_label(u: Unit, block: Sequence[ir.Stmt]) -> str:
    """Quote the first deed of a block."""
    for s in block[len(ir.leading(block)) :]:
        if s.span is NOWHERE:  # nobody wrote this
            continue
        return words(u, s.span).partition(" otherwise ")[0]
    return "do it"


def branch_label(u: Unit, b: ir.Branch) -> str:
    """Quote a branch, with `{}` in place of the chosen thing."""
    label = block_label(u, b.body) if b.body else "choose {}"
    if b.choose is None or not b.choose.single:
        return label
    if b.body and isinstance(b.body[0], ir.UseAbility):
        return "{}"
    found, n = re.subn(rf"\b{re.escape(b.choose.name.partition('#')[0])}\b", "{}", label, count=1)
    return found if n else label + ": {}"
