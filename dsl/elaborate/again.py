"""Reads one card again with other words, among all that a set declares."""

from __future__ import annotations

from copy import copy
from dataclasses import fields, replace

from .. import syntax
from ..diagnostic import Diagnostic
from ..parser import parse
from ..source import Source
from ..vocabulary import Vocabulary
from . import cards, declarations, headers
from .headers import Item
from .reading import READING
from .scope import Desk


class Again:
    """Reads cards that are only tried out. The words of the set stay as they are."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary

    def reads(self, source: Source) -> bool:
        """Whether a text is one card, and every word of it has a meaning."""
        return self.faults(source) == []

    def faults(self, source: Source) -> list[Diagnostic] | None:
        """Returns what is wrong with a text that is one card; None if it is something else."""
        parsed = parse(source)
        if parsed.diagnostics:
            return list(parsed.diagnostics)
        card = parsed.declarations[0] if len(parsed.declarations) == 1 else None
        if not isinstance(card, syntax.Card):
            return None
        found: list[Diagnostic] = []
        words = _copied(self._vocabulary)
        desk = Desk(source, words, found, READING)
        items: list[Item] = [(desk, card)]
        _learn(desk, card, words)
        cards.announce(items, words)
        read = cards.card(desk, card, words)
        return found if read is not None or found else None


def _learn(desk: Desk, card: syntax.Card, words: Vocabulary) -> None:
    """Enters the words of a card's own, except those that were read with it already."""
    before = words.cards.pop(card.title.text, None)
    known: set[str] = set()
    if before is not None:
        known |= {m.name for m in words.markers.values() if m.span.path == before.path}
        known |= {z.name for z in words.zones.values() if z.span.path == before.path}
        known |= {v.name for v in words.values.values() if v.span.path == before.path}
    new = tuple(m for m in card.members if not _declares(m, known))
    items: list[Item] = [(desk, replace(card, members=new))]
    headers.first(items, syntax.Zone, headers.zone, words)
    headers.first(items, syntax.Mark, headers.mark, words)
    headers.first(items, syntax.Kept, headers.kept, words)
    headers.first(items, syntax.ValueDef, headers.valuedef, words)
    declarations.prepare(items, words)


def _declares(member: syntax.Member, names: set[str]) -> bool:
    """Whether a line of a card declares one of these names."""
    match member:
        case syntax.Zone(said) | syntax.Mark(said) | syntax.Kept(said) | syntax.ValueDef(said):
            return syntax.joined(said.words) in names
        case _:
            return False


def _copied(vocabulary: Vocabulary) -> Vocabulary:
    """Returns a vocabulary that can learn words without teaching them to the other."""
    other = copy(vocabulary)
    for f in fields(vocabulary):
        table = copy(getattr(vocabulary, f.name))
        if isinstance(table, dict):
            table = {key: copy(one) if isinstance(one, list) else one for key, one in table.items()}
        setattr(other, f.name, table)
    return other
