"""Finds what takes too long to work out or to do: definitions that ask for others several times, which ask for others
in turn; things counted for each of many things; loops within loops; endless chains of definitions.

`weight` says how much that is at most. Play bounds how many steps a resolution takes; this check bounds each step.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import fields

from .. import ir
from ..diagnostic import Diagnostic
from ..source import Source, Span
from .nodes import Declared, Doing, Once, bodies_of, declared, doing
from .weight import ALWAYS, CHAIN, HEAVIEST, LABOUR, LONGEST, OFFERED, Key, Scale

TRIALS = 20_000  # answers that are tried to find out whether the choices of a clause can be made
FEWER = "do a thing several times with a number or with `for each`"
ONCE = "ask for each definition once, as with `let`, and count fewer things inside others"
LESS = "choose fewer things in a row, or let less depend on all of them"


def check(game: ir.Game, sources: Mapping[str, Source]) -> list[Diagnostic]:
    """Reports each definition, phrase, deed and clause that is too heavy."""
    scale = Scale(game)
    known = scale.known()
    found = [_told_of(game, key, weight) for key, weight in scale.over.items() if key[0] != "deed"]
    chained = [_span(game, key) for key in scale.chained if key[0] != "deed"]
    found += [_chain(span) for span in dict.fromkeys(chained)]
    found += [d for refusal in game.refused for d in _heavy(scale, refusal.span, (refusal.cond,))]
    found += [d for one in declared(game) for d in _phrases(one, scale, known=known)]
    if found:
        return found
    found = [_told_of(game, key, weight) for key, weight in scale.over.items()]
    found += [d for one in doing(game) for d in _deeds(one, scale, known=known)]
    return [*found, *_asked_always(game, scale, known)]


def _told_of(game: ir.Game, key: Key, weight: int) -> Diagnostic:
    span = _span(game, key)
    if key[0] == "length":
        return Diagnostic("too-heavy", f"this comes to too many deeds: more than {LONGEST:,}", span, FEWER)
    return _told(span, weight, FEWER, "do") if key[0] == "deed" else _told(span, weight)


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


@Once[Declared, list[Diagnostic]]
def _phrases(one: Declared, scale: Scale) -> list[Diagnostic]:
    """Returns the phrases of a declaration that take too long to work out. Definitions have been weighed."""
    found: list[Diagnostic] = []
    if isinstance(one, ir.Kind):
        found += _heavy(scale, one.span, (one.works, one.you))
    if isinstance(one, ir.Card):
        for rule in one.rules:
            found += _heavy(scale, rule.span, (rule,))
        for refusal in (*one.refused, *one.left_out):
            found += _heavy(scale, refusal.span, (refusal.cond,))
        for clause in one.clauses:
            found += _heavy(scale, clause.span, (clause.cond, clause.doer, clause.moment.cond, clause.moment.among))
    for body in bodies_of(one) if isinstance(one, Doing) else ():
        for s in _statements(body):
            found += _heavy(scale, s.span, tuple([getattr(s, f.name) for f in fields(s)]))
    return found


def _heavy(scale: Scale, span: Span, parts: tuple[object, ...]) -> list[Diagnostic]:
    weight = scale.phrase(parts)
    return [_told(span, weight)] if weight > HEAVIEST else []


def _statements(block: object) -> Iterator[ir.Stmt]:
    if isinstance(block, ir.Stmt):
        yield block
    if isinstance(block, tuple):
        for part in block:
            yield from _statements(part)
    elif isinstance(block, ir.Stmt | ir.Branch):
        for f in fields(block):
            yield from _statements(getattr(block, f.name))


@Once[Doing, list[Diagnostic]]
def _deeds(one: Doing, scale: Scale) -> list[Diagnostic]:
    """Returns the steps of a phase and the clauses of a card that take too long to do, or of which it takes too long to
    find out whether they can begin: whether what they choose and pay is possible. Verbs have been weighed."""
    found: list[Diagnostic] = []
    if isinstance(one, ir.Phase):
        blocks = [(step.span, step.body) for step in one.steps]
    else:
        blocks = [(clause.span, clause.body) for clause in one.clauses] if isinstance(one, ir.Card) else []
    for span, body in blocks:
        if (w := scale.labour(body)) > LABOUR:
            found.append(_told(span, w, "do less for each of several things", "do"))
    for clause in one.clauses if isinstance(one, ir.Card) else ():
        needed = (*clause.lead, *clause.cost)
        tried, weight = scale.choices(needed, lambda s: 1), scale.choices(needed, scale.labour)
        if tried > TRIALS or weight > LABOUR:
            found.append(_told(clause.span, max(tried, weight), LESS))
    return found


def _asked_always(game: ir.Game, scale: Scale, known: Hashable) -> Iterator[Diagnostic]:
    """Yields the clause with which too much must be asked after every deed, and that with which too much must be asked
    whenever somebody may use an ability."""
    watched = offered = 0
    for card in game.cards.values():
        for clause, weight in _conditions(card, scale, known=known):
            more = card.copies * weight
            if clause.moment.kind == "state":
                watched += more
                if watched > ALWAYS >= watched - more:
                    help = "use `when …`, or ask about fewer things"
                    yield _together(clause.span, "watch", watched, "after every deed", help)
            else:
                offered += more
                if offered > OFFERED >= offered - more:
                    yield _together(clause.span, "offer", offered, "at every choice", "ask about fewer things")


def _together(span: Span, what: str, total: int, when: str, help: str) -> Diagnostic:
    message = f"this takes too long to {what}: with it there are about {total // 1000},000 questions {when}"
    return Diagnostic("too-heavy", message, span, help)


@Once[ir.Card, list[tuple[ir.Clause, int]]]
def _conditions(card: ir.Card, scale: Scale) -> list[tuple[ir.Clause, int]]:
    """Returns the clauses of a card, each with what must be asked to know whether it can begin."""
    return [(c, scale.phrase((c.moment.cond, c.moment.among, c.cond))) for c in card.clauses]
