"""Syntax trees become the typed meaning of a card set.

Two passes: `headers` learns every declared word of all files; then every phrase is read, each declaration on its own.
Afterwards every word of every good declaration has been consumed by exactly one typed reading; what could not be read
is a diagnostic at the words at fault. Nothing an author writes raises here: an exception is a bug of ours.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from lark import Token, Tree

from .. import ir
from ..diagnostic import Diagnostic
from ..parser import Parsed
from ..source import Source
from ..vocabulary import Vocabulary
from . import cards, declarations, games, headers, lookalikes
from .scope import Desk, Mistake, Node

__all__ = ["Elaborated", "Example", "elaborate"]


class Example(NamedTuple):
    """An `example` block, or a ruling, as it was written: the card it stands on, its tree, its file."""

    card: str | None
    tree: Tree[Token]
    source: Source


@dataclass(frozen=True, slots=True)
class Elaborated:
    """`game` is None if no file declares one; if there are errors, it lacks what could not be read."""

    game: ir.Game | None
    diagnostics: tuple[Diagnostic, ...]
    examples: tuple[Example, ...]
    vocabulary: Vocabulary


def elaborate(files: Sequence[Parsed]) -> Elaborated:
    """Read a whole set of files: one game, its cards, its rulings. Diagnostics of parsing are not repeated."""
    vocabulary = Vocabulary()
    diagnostics: list[Diagnostic] = []
    items: list[tuple[Desk, Node]] = []
    examples: list[Example] = []
    for file in files:
        desk = Desk(file.source, vocabulary, diagnostics)
        for node in file.tree.children:
            assert isinstance(node, Tree)
            items.append((desk, node))
            if node.data in ("example", "ruling"):
                examples.append(Example(None, node, file.source))
            elif node.data == "card":
                title = str(node.children[1])
                found = [c for c in node.children if isinstance(c, Tree) and c.data == "example"]
                examples.extend(Example(title, c, file.source) for c in found)
    headers.learn(items, vocabulary)
    cards.announce(items, vocabulary)
    verbs, phases = declarations.read(items, vocabulary)
    cards.read(items, vocabulary)
    diagnostics += lookalikes.faults(vocabulary)
    game = _game(items, vocabulary)
    position = _position(items, vocabulary)
    if game is not None:
        game = replace(
            game,
            enums=vocabulary.enums,
            kinds=vocabulary.kinds,
            zones=vocabulary.zones,
            markers=vocabulary.markers,
            values=vocabulary.values,
            qualities=vocabulary.qualities,
            options=vocabulary.options,
            verbs=verbs,
            phases=phases,
            cards=vocabulary.cards,
            position=position,
        )
    return Elaborated(game, tuple(diagnostics), tuple(examples), vocabulary)


def _game(items: Sequence[tuple[Desk, Node]], vocabulary: Vocabulary) -> ir.Game | None:
    found: ir.Game | None = None
    for desk, node in items:
        if node.data == "game":
            if found is not None:
                desk.report("duplicate-name", "there is another game in these files", desk.span(node))
                continue
            found = games.game(declarations.fresh(desk), node, vocabulary)
    return found


def _position(items: Sequence[tuple[Desk, Node]], vocabulary: Vocabulary) -> ir.Position | None:
    found: ir.Position | None = None
    for desk, node in items:
        if node.data == "position":
            try:
                if found is not None:
                    desk.report("duplicate-name", "a game has one `position`", desk.span(node))
                found = games.position(declarations.fresh(desk), node, vocabulary)
            except Mistake as error:
                desk.note(error)
    return found
