"""Makes the words of answers from the author's words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from moot.dsl import ir
from moot.dsl.source import NOWHERE

from .origins import with_names, words
from .scope import Scope
from .standing import Hook
from .unit import Unit
from .walk import walk

NAMELESS = Scope()
"""A scope without names."""
OWN = ("this", "you")
"""The names that are words of the language, and are said as they are."""


def clause_label(u: Unit, hook: Hook) -> str:
    """Name a clause by its card and its main deed, with what local names stand for: `Warlord: destroy a district in any
    city`."""
    title = u.layout.titles[hook.card]
    label = _deed(u, hook.clause)
    named = [n for n in walk(hook.clause.body) if isinstance(n, (ir.Choose, ir.Let))]
    for node in reversed(named):
        label = re.sub(rf"\b{re.escape(node.name.partition('#')[0])}\b", _always(_noun(u, node)), label)
    label = re.sub(r"\bthis\b", title, label.replace("(", "").replace(")", ""))
    return f"{title}: {label}"


def _noun(u: Unit, named: ir.Choose | ir.Let) -> str:
    """Quote what a local name stands for, without what narrows it."""
    said = named.of if isinstance(named, ir.Choose) else named.value
    return re.split(r" (?:that|whose|except) ", words(u, said.span))[0]


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


def spoken(u: Unit, node: ir.Expr | ir.Stmt, s: Scope, nouns: Mapping[str, str] | None = None) -> str:
    """Quote an author's words, with `{n}` in place of each local name that stands for one player or card, in slot n,
    unless it was picked secretly. `nouns`: what stands in place of names that stand for nothing yet."""

    def say(var: ir.Var) -> str | None:
        held = s.vars.get(var.name)
        told = var.type.sort in ("player", "card") and not var.type.many and var.name not in (*OWN, *s.private)
        if told and held is not None and held.op == "slot":
            return f"{{{held.args[0]}}}"
        return (nouns or {}).get(var.name)

    return with_names(u, node, say)


def block_label(u: Unit, block: Sequence[ir.Stmt], scope: Scope = NAMELESS) -> str:
    """Quote the first deed of a block."""
    lead = ir.leading(block)
    nouns = {n.name: _noun(u, n) for n in lead if isinstance(n, (ir.Choose, ir.Let))}
    for s in block[len(lead) :]:
        if s.span is NOWHERE:  # nobody wrote this
            continue
        return spoken(u, s, scope, nouns).partition(" otherwise ")[0]
    return "do it"


def branch_label(u: Unit, b: ir.Branch, scope: Scope) -> str:
    """Quote a branch, with `{}` in place of the chosen thing."""
    label = block_label(u, b.body, scope) if b.body else "choose {}"
    if b.choose is None or not b.choose.single:
        return label
    if b.body and isinstance(b.body[0], ir.UseAbility):
        return "{}"
    found, n = re.subn(rf"\b{re.escape(b.choose.name.partition('#')[0])}\b", "{}", label, count=1)
    return found if n else label + ": {}"
