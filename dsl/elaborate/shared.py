"""Shares what was read of a declaration with the next set in which it stands unchanged.

A set under house rules differs from the printed game in a few declarations. What the others say depends on two things
only: on their own words and the place where these stand, and on the *names* of the set: what every word that the files
declare is, without what is said about it. Mistakes are not shared: where anything is wrong, all is read.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from typing import TypeVar

from .. import ir, syntax
from ..recent import Recent
from ..source import NOWHERE
from ..vocabulary import Vocabulary
from .scope import Desk

T = TypeVar("T", ir.Card, ir.Value, ir.Verb, ir.Phase)
Key = tuple[str, int, str, object]  # the file, where the words begin, the words, and what stands for the names

CARDS: Recent[Key, ir.Card | None] = Recent(4_000)
VALUES: Recent[Key, ir.Value | None] = Recent(1_000)
VERBS: Recent[Key, ir.Verb | None] = Recent(1_000)
PHASES: Recent[Key, ir.Phase | None] = Recent(200)
TYPES: Recent[Hashable, tuple[tuple[str, ir.Type], ...]] = Recent(200)
NAMES: Recent[Hashable, object] = Recent(200)
"""Something that stands for the same names each time, so that they are compared only once."""


def read(
    kept: Recent[Key, T | None], desk: Desk, node: syntax.Node, names: object, anew: Callable[[], T | None]
) -> T | None:
    """Returns what a declaration says: what is remembered of the same words among the same names, or else what `anew`
    reads. None if it cannot be read."""
    if desk.diagnostics:
        return anew()
    return kept.get(_key(desk, node, names), anew, good=lambda read: not desk.diagnostics)


def _key(desk: Desk, node: syntax.Node, names: object) -> Key:
    return desk.source.path, node.span.start, desk.source.text[node.span.start : node.span.end], names


def types(
    values: Sequence[tuple[Desk, syntax.ValueDef]], vocabulary: Vocabulary, infer: Callable[[], None]
) -> None:
    """Finds the types of all values: what is remembered of the same values among the same names, or else what `infer`
    finds."""

    def make() -> tuple[tuple[str, ir.Type], ...]:
        infer()
        return tuple((name, value.type) for name, value in vocabulary.values.items())

    among = names(vocabulary)
    for name, found in TYPES.get((among, *(_key(desk, node, among) for desk, node in values)), make):
        known = vocabulary.values[name]
        if known.type != found:
            vocabulary.values[name] = replace(known, type=found)


def names(vocabulary: Vocabulary) -> object:
    """Returns what stands for the names of a set: the same thing for the same names, wherever they are declared, and
    whatever is said about them. (Only one thing counts that is said: that a quality is to have a marker, because `the
    crowned player` may then be one.)"""
    v = vocabulary
    known = (
        tuple(replace(one, span=NOWHERE, called=()) for one in v.enums.values()),
        tuple((one.name, one.fields, one.you is not None) for one in v.kinds.values()),
        tuple(replace(one, span=NOWHERE, card=None) for one in v.zones.values()),
        tuple(replace(one, span=NOWHERE, card=None) for one in v.markers.values()),
        tuple(
            (x.name, x.params, x.type, x.field, x.only_more_or_less, x.memory) for x in v.values.values()
        ),
        tuple((one.name, one.param, _marker(one.cond)) for one in v.qualities.values()),
        tuple((h.key, h.word, h.words, h.params, h.doer, h.uses_you) for h in (*v.verbs.values(), *v.step_heads)),
        tuple((p.name, p.param, tuple((s.name, s.participle) for s in p.steps)) for p in v.phases.values()),
        tuple((one.title, one.kind, one.copies) for one in v.cards.values()),
        tuple((word, tuple(head.key for head in heads)) for word, heads in v.by_word.items()),
        tuple((word, tuple(events)) for word, events in v.events.items()),
        tuple((verb, tuple(texts)) for verb, texts in v.refusals.items()),
        tuple((word, tuple(lists)) for word, lists in v.enum_words.items()),
        tuple(v.called.items()),
        frozenset(v.unclear),
        v.lexicon(),
    )
    return NAMES.get(known, object)


def _marker(cond: ir.Expr | None) -> str | None:
    return cond.mark if isinstance(cond, ir.Has) else None
