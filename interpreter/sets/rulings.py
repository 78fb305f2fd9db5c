"""Read examples and rulings, word for word, into something that can be played (`docs/notation.md`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from moot.dsl import ir
from moot.dsl.alike import skeleton
from moot.dsl.diagnostic import Diagnostic
from moot.dsl.notation import Ruling, Vocabulary, read_ruling, vocabulary
from moot.dsl.source import Span
from moot.dsl.vocabulary import Vocabulary as Language

from .naming import Called
from .scenario import Scenario

if TYPE_CHECKING:  # cached rulings need no part that reads cards
    from moot.dsl.elaborate import Example


def words(
    game: ir.Game, scenarios: Iterable[Scenario], called: Called, language: Callable[[], Language | None]
) -> Vocabulary:
    """Return the words that rulings about a game may use: its declarations, its scenarios, its cards in every language.
    `language` returns the words that conditions of the cards' language may use."""
    names = {name: t for names in called.values() for t, name in names.items() if t in game.cards}
    return vocabulary(game, [s.id for s in scenarios], names, language)


def read(
    examples: Sequence[Example],
    game: ir.Game,
    scenarios: Iterable[Scenario],
    called: Called,
    language: Callable[[], Language | None],
) -> tuple[tuple[Ruling, ...], list[Diagnostic]]:
    """Return the examples and rulings that could be read, in the order of their files, and diagnostics for the
    others."""
    known = words(game, scenarios, called, language)
    rulings: list[Ruling] = []
    faults: list[Diagnostic] = []
    seen: dict[str, tuple[str, Span]] = {}
    for example in examples:
        ruling, said = read_ruling(example.node, known, example.source.path, example.card)
        faults += said
        if ruling is None:
            continue
        rulings.append(ruling)
        other, span = seen.setdefault(ruling.id if "/" in ruling.id else skeleton(ruling.id), (ruling.id, ruling.span))
        if span is not ruling.span:
            notes = ((span, "it was written here before"),)
            faults.append(Diagnostic("declared-twice", f"there is a `{other}` already", ruling.span, notes=notes))
    return tuple(rulings), faults
