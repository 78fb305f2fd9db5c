"""Finds what takes too long to work out or to do: definitions that ask for others several times, which ask for others
in turn; things counted for each of many things; loops within loops; endless chains of definitions.

`weight` says how much that is at most. Play bounds how many steps a resolution takes; this check bounds each step.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields

from .. import ir
from ..diagnostic import Diagnostic
from ..source import Source, Span
from .nodes import bodies
from .weight import ALWAYS, CHAIN, HEAVIEST, LABOUR, LONGEST, Key, Scale

TRIALS = 20_000  # answers that are tried to find out whether the choices of a clause can be made
FEWER = "do a thing several times with a number or with `for each`"
ONCE = "ask for each definition once, as with `let`, and count fewer things inside others"
LESS = "choose fewer things in a row, or let less depend on all of them"


def check(game: ir.Game, sources: Mapping[str, Source]) -> list[Diagnostic]:
    """Reports each definition, phrase, deed and clause that is too heavy."""
    scale = Scale(game)
    for key in _definitions(game):
        scale.definition(key)
    found = [
        Diagnostic("too-heavy", f"this comes to too many deeds: more than {LONGEST:,}", _span(game, key), FEWER)
        if key[0] == "length"
        else _told(_span(game, key), weight)
        for key, weight in scale.over.items()
    ]
    found += [_chain(span) for span in dict.fromkeys(_span(game, key) for key in scale.chained)]
    found += [_told(span, w) for span, parts in _said(game) if (w := scale.phrase(parts)) > HEAVIEST]
    return found or [*_deeds(game, scale), *_choices(game, scale), *_asked_always(game, scale)]


def _definitions(game: ir.Game) -> Iterator[Key]:
    yield from (("value", name) for name in game.values)
    yield from (("quality", name) for name in game.qualities)
    for name in game.verbs:
        yield from (("verb", name), ("length", name))


def _span(game: ir.Game, key: Key) -> Span:
    form, name = key
    if form in ("value", "counts"):  # a card counts as something by one of its fields, which is a value
        return game.values[name].span
    return game.qualities[name].span if form == "quality" else game.verbs[name].span


def _told(span: Span, weight: int, help: str = ONCE, what: str = "work out") -> Diagnostic:
    much = f"about {weight // 1000},000" if weight < 1_000_000 else "more than a million"
    return Diagnostic("too-heavy", f"this takes too long to {what}: {much} questions", span, help)


def _chain(span: Span) -> Diagnostic:
    message = f"this goes through more than {CHAIN} definitions, of which each needs the next"
    return Diagnostic("too-heavy", message, span, "let one of them say what several say now")


def _said(game: ir.Game) -> Iterator[tuple[Span, tuple[object, ...]]]:
    """Yields everything else that is worked out, with its place: what cards say and what is done."""
    for card in game.cards.values():
        for rule in card.rules:
            yield rule.span, (rule,)
        for refusal in (*card.refused, *card.left_out):
            yield refusal.span, (refusal.cond,)
        for clause in card.clauses:
            yield clause.span, (clause.cond, clause.doer, clause.moment.cond, clause.moment.among)
    for refusal in game.refused:
        yield refusal.span, (refusal.cond,)
    for kind in game.kinds.values():
        yield kind.span, (kind.works, kind.you)
    for body in bodies(game):
        for s in _statements(body):
            yield s.span, tuple(getattr(s, f.name) for f in fields(s))


def _statements(block: object) -> Iterator[ir.Stmt]:
    if isinstance(block, ir.Stmt):
        yield block
    if isinstance(block, tuple):
        for part in block:
            yield from _statements(part)
    elif isinstance(block, ir.Stmt | ir.Branch):
        for f in fields(block):
            yield from _statements(getattr(block, f.name))


def _deeds(game: ir.Game, scale: Scale) -> Iterator[Diagnostic]:
    """Yields the verbs, the steps of phases and the clauses that take too long to do."""
    for name, verb in game.verbs.items():
        scale.definition(("deed", name))
        if ("deed", name) in scale.over:
            yield _told(verb.span, scale.over["deed", name], FEWER, "do")
    blocks = [(step.span, step.body) for phase in game.phases.values() for step in phase.steps]
    blocks += [(clause.span, clause.body) for card in game.cards.values() for clause in card.clauses]
    for span, body in blocks:
        if (w := scale.labour(body)) > LABOUR:
            yield _told(span, w, "do less for each of several things", "do")


def _choices(game: ir.Game, scale: Scale) -> Iterator[Diagnostic]:
    """Yields the clauses of which it takes too long to find out whether they can begin: whether what they choose and
    pay is possible."""
    for card in game.cards.values():
        for clause in card.clauses:
            needed = (*clause.lead, *clause.cost)
            tried, weight = scale.choices(needed, lambda s: 1), scale.choices(needed, scale.labour)
            if tried > TRIALS or weight > LABOUR:
                yield _told(clause.span, max(tried, weight), LESS)


def _asked_always(game: ir.Game, scale: Scale) -> Iterator[Diagnostic]:
    """Yields the clause with which too much must be asked after every deed."""
    total = 0
    for card in game.cards.values():
        for clause in card.clauses:
            if clause.moment.kind == "state":
                total += card.copies * scale.phrase((clause.moment.cond, clause.moment.among, clause.cond))
                if total > ALWAYS:
                    message = "this takes too long to watch: with it there are"
                    message = f"{message} about {total // 1000},000 questions after every deed"
                    yield Diagnostic("too-heavy", message, clause.span, "use `when …`, or ask about fewer things")
                    return
