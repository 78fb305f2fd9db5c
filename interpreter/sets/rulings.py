"""Read examples and rulings, word for word, into something that can be played (`docs/notation.md`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from moot.dsl import ir
from moot.dsl.alike import skeleton
from moot.dsl.diagnostic import Diagnostic
from moot.dsl.notation import Ruling, Vocabulary, read_ruling, vocabulary
from moot.dsl.notation.parts import Answer, Given, Move, Offered, Part, RefusedLine, Setup, When
from moot.dsl.source import Span
from moot.dsl.vocabulary import Vocabulary as Language

from .law import Chosen, Law
from .naming import Called, Names, words_called
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
    hear = _hearing(game, called)
    rulings: list[Ruling] = []
    faults: list[Diagnostic] = []
    seen: dict[str, tuple[str, Span]] = {}
    for example in examples:
        ruling, said = read_ruling(example.node, known, example.source.path, example.card)
        faults += said
        if ruling is None:
            continue
        rulings.append(_in_titles(ruling, hear) if hear is not None else ruling)
        other, span = seen.setdefault(ruling.id if "/" in ruling.id else skeleton(ruling.id), (ruling.id, ruling.span))
        if span is not ruling.span:
            notes = ((span, "it was written here before"),)
            faults.append(Diagnostic("declared-twice", f"there is a `{other}` already", ruling.span, notes=notes))
    return tuple(rulings), faults


def unmet(rulings: Iterable[Ruling], scenarios: Iterable[Scenario], law: Law, chosen: Chosen) -> list[Diagnostic]:
    """Report rulings in a scenario whose house rules are not in force in them."""
    missing = {s.id: said for s in scenarios if (said := s.unmet(law, chosen)) is not None}
    help = "write a line `house: …` in the ruling"
    facts = (f for ruling in rulings for part in ruling.parts if isinstance(part, Given) for f in part.facts)
    setups = (f for f in facts if isinstance(f, Setup) and f.scenario in missing)
    return [Diagnostic("missing-house-rule", missing[f.scenario or ""], f.span, help) for f in setups]


def _hearing(game: ir.Game, called: Called) -> Callable[[str], str] | None:
    """Return the function that puts titles in place of other names of the same language; None if nothing has one."""
    if not any(not name.language for card in game.cards.values() for name in card.names) and not words_called(game):
        return None
    return Names("", tuple(game.cards), called).hear


def _in_titles(ruling: Ruling, hear: Callable[[str], str]) -> Ruling:
    """Return a ruling whose answers name things by their titles, as the machine does."""

    def heard(part: Part) -> Part:
        match part:
            case When(moves=moves):
                return replace(part, moves=tuple([_move(move, hear) for move in moves]))
            case Offered(answers=answers):
                return replace(part, answers=tuple(map(hear, answers)))
            case RefusedLine(reasons=reasons):
                return replace(part, reasons=tuple(map(hear, reasons)))
            case _:
                return part

    return replace(ruling, parts=tuple(map(heard, ruling.parts)))


def _move(move: Move, hear: Callable[[str], str]) -> Move:
    return replace(move, words=hear(move.words)) if isinstance(move, Answer) else move
