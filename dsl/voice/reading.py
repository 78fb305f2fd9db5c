"""Reads a whole card aloud: each clause and each rule as a sentence, with what it leaves unsaid."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .. import ir
from ..source import Span
from . import clauses
from .notes import called, notes
from .tongue import Tongue
from .tree import Aside, Sentence


@dataclass(frozen=True, slots=True)
class Told:
    """One clause, rule or condition of a card in words. `unsaid`: what its words leave unsaid."""

    span: Span
    text: str
    unsaid: tuple[str, ...] = ()


def read(game: ir.Game, card: ir.Card, tongue: Tongue) -> list[Told]:
    """Returns everything that a card says, from the top."""
    parts: list[ir.Clause | ir.Rule] = sorted([*card.clauses, *card.rules], key=lambda part: part.span.start)
    found = list(_conditions(game, card, tongue))
    for part in parts:
        unsaid = [tongue.NOTES[key] for key in notes(part)]
        names = [tongue.NOTES["quoted"].format(name) for name in called(part)]
        unsaid += [tongue.NOTES["called"].format(", ".join(names))] if names else []
        found.append(Told(part.span, tongue.say(clauses.sentence(game, card, part)), tuple(unsaid)))
    return found


def _conditions(game: ir.Game, card: ir.Card, tongue: Tongue) -> Iterator[Told]:
    """Yields when a card cannot be part of a game, or is left out of one."""
    for key, refusals in (("not_chosen_if", card.refused), ("left_out_if", card.left_out)):
        for refusal in refusals:
            scope = clauses.scope_of(game, card)
            said = scope.says(refusal.cond)
            yield Told(refusal.span, tongue.say(Sentence((), (), (Aside(key, said),))))

