"""Finds a question or an answer that its player could not read, because it is made of the words of the rule.

Made-up words are poor where they have an expression in brackets that is no mere count or half, or the name of what a
`for each` goes through, or more than eighteen words; a choice is poor also where it is put again for each of several
and does not say for which, and where another choice beside it has the same words. A name (`as "…"`) is the author's
and is not judged.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from .. import ir
from ..diagnostic import Diagnostic
from ..source import NOWHERE, Source, Span
from .nodes import Doing, Once, below, doing, meaning

MOST = 18
"""Words of a question or an answer that can be read at a glance."""
BRACKETS = re.compile(r"\((?!number of |half of )\S+(?: \S+)+\)")
NARROWED = re.compile(r" (?:that|whose|except) ")


def check(game: ir.Game, sources: Mapping[str, Source]) -> list[Diagnostic]:
    """Warns about each poor question or answer that has no name."""
    return [found for one in doing(game) for found in _within(one, sources)]


@Once[Doing, list[Diagnostic]]
def _within(one: Doing, sources: Mapping[str, Source]) -> list[Diagnostic]:
    found: list[Diagnostic] = []
    if isinstance(one, ir.Card):
        for clause in one.clauses:
            if clause.span.path in sources and not clause.of:
                found += [*_clause(clause, sources), *_body(clause.body, sources)]
        return found
    for step in one.steps:
        found += _body(step.body, sources)
    return found


def _clause(clause: ir.Clause, sources: Mapping[str, Source]) -> Iterator[Diagnostic]:
    asked = clause.moment.kind == "ability" or not clause.must
    one_choice = len(clause.effect) == 1 and isinstance(clause.effect[0], ir.Either) and not clause.lead
    if clause.named or not asked or one_choice or clause.doer.type.many:
        return
    nodes = [n for n in below(clause.body) if isinstance(n, (ir.Choose, ir.Let))]
    said = clause.label
    for node in reversed(nodes):
        of = node.of if isinstance(node, ir.Choose) else node.value
        noun = NARROWED.split(_words(of.span, sources))[0]
        said = re.sub(rf"\b{re.escape(node.name.partition('#')[0])}\b", lambda _, noun=noun: noun, said)  # type: ignore[misc]
    yield from _judged("this answer", said, clause.span, _loops(clause.body), sources, 'write `as "…"` below it')


def _body(body: ir.Block, sources: Mapping[str, Source]) -> Iterator[Diagnostic]:
    loops = _loops(body)
    choices = [n for n in below(body) if isinstance(n, ir.Choose) and n.label is None and n.chooser is not None]
    inside = {id(b.choose) for n in below(body) if isinstance(n, ir.Either) for b in n.branches if b.choose is not None}
    asked = [c for c in choices if id(c) not in inside]
    for at, choice in enumerate(asked):
        said, help = _words(choice.span, sources).partition(":")[2].strip(), 'write `…, as "…"` behind it'
        yield from _judged("this question", said, choice.span, frozenset(), sources, help)
        var = _asked_again(body, choice)
        if var is not None and not _mentions(choice, var):
            again = f"this question does not say for which `{var.partition('#')[0]}` it is put"
            yield Diagnostic("poor-name", again, choice.span, help, "warning")
        if any(meaning(other.of) == meaning(choice.of) for other in asked[:at] if other.chooser == choice.chooser):
            twice = "this question has the same words as one before it"
            yield Diagnostic("poor-name", twice, choice.span, help, "warning")
    for node in below(body):
        if isinstance(node, ir.Either):
            for branch in node.branches:
                if branch.label is None:
                    yield from _block("this answer", branch.body, loops, sources, 'begin it with `as "…"`')
        elif isinstance(node, ir.May) and node.label is None:
            yield from _block("this question", node.body, loops, sources, 'write `as "…"` as the first line below it')


def _block(
    what: str, body: ir.Block, loops: frozenset[str], sources: Mapping[str, Source], help: str
) -> Iterator[Diagnostic]:
    deeds = [s for s in body[len(ir.leading(body)) :] if s.span is not NOWHERE]
    if deeds and not isinstance(deeds[0], (ir.If, ir.Repeat)):
        yield from _judged(what, _words(deeds[0].span, sources), deeds[0].span, loops, sources, help)


def _judged(
    what: str, said: str, span: Span, loops: frozenset[str], sources: Mapping[str, Source], help: str
) -> Iterator[Diagnostic]:
    """Yields why words cannot be read by a player."""
    said = re.sub(r"\((\S+)\)", r"\1", said)
    local = next((w for w in re.findall(r"[\w-]+", said) if w in loops), None)
    why = None
    if BRACKETS.search(said):
        why = f"{what} would have brackets in it: `{said}`"
    elif local is not None:
        why = f"{what} would say `{local}`, which means nothing to its player: `{said}`"
    elif len(said.split()) > MOST:
        why = f"{what} would have {len(said.split())} words: `{said}`"
    if why is not None and span.path in sources:
        yield Diagnostic("poor-name", why, span, help, "warning")


def _loops(body: ir.Block) -> frozenset[str]:
    """Returns the names of what is gone through in a body, which stand for nothing before it begins."""
    names = (n.var for n in below(body) if isinstance(n, ir.ForEach))
    return frozenset(name.partition("#")[0] for name in names if name[:1].isalpha())


def _asked_again(body: ir.Block, choice: ir.Choose) -> str | None:
    """Returns the name of what a choice is put for, one after the other, if the same player is asked each time."""
    for loop in below(body):
        named = isinstance(loop, ir.ForEach) and loop.var.partition("#")[0] not in ("", "it")
        if isinstance(loop, ir.ForEach) and named and any(n is choice for n in below(loop.body)):
            chooser = choice.chooser
            if not (isinstance(chooser, ir.Var) and chooser.name == loop.var):
                return loop.var
    return None


def _mentions(choice: ir.Choose, var: str) -> bool:
    return any(isinstance(n, ir.Var) and n.name == var for n in below(choice.of))


def _words(span: Span, sources: Mapping[str, Source]) -> str:
    source = sources.get(span.path)
    if source is None or span is NOWHERE:
        return ""
    lines = (re.sub(r"\s*#.*", "", line) for line in source.text[span.start : span.end].splitlines())
    return " ".join(" ".join(lines).split())
