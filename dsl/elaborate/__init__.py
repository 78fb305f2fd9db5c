"""Turns typed syntax into the typed meaning of a card set.

It takes two passes: `headers` learns every declared word of all files; then every phrase is read, each declaration on
its own. After both passes, exactly one typed reading has consumed every word of every good declaration; what could not
be read is a diagnostic at the words at fault. Nothing an author writes raises here: an exception is a bug of ours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeVar

from .. import ir, syntax
from ..diagnostic import Diagnostic
from ..parser import Parsed
from ..source import Source
from ..vocabulary import Vocabulary
from . import cards, declarations, games, headers, itself, lookalikes, shared, still_there, turning
from .headers import Item, N, tried
from .reading import READING
from .scope import Desk

__all__ = ["Elaborated", "Example", "elaborate"]


Found = TypeVar("Found")


class Example(NamedTuple):
    """An `example` block, or a ruling, as it was written: its syntax, its file, and the title of its card, if it is on
    one."""

    card: str | None
    node: syntax.Example | syntax.Ruling
    source: Source


@dataclass(frozen=True, slots=True)
class Elaborated:
    """The meaning of a set of files. `game` is None if no file declares one; if there are errors, `game` lacks what
    could not be read."""

    game: ir.Game | None
    diagnostics: tuple[Diagnostic, ...]
    examples: tuple[Example, ...]
    vocabulary: Vocabulary


def elaborate(files: Sequence[Parsed]) -> Elaborated:
    """Reads a whole set of files: one game, its cards, its rulings. Diagnostics of parsing are not repeated."""
    vocabulary = Vocabulary()
    diagnostics: list[Diagnostic] = []
    desks = [(Desk(file.source, vocabulary, diagnostics, READING), file) for file in files]
    items: list[Item] = [(desk, node) for desk, file in desks for node in file.declarations]
    items += [(Desk(file.source, vocabulary, [], READING), node) for file in files for node in file.heads]
    headers.learn(items, vocabulary)
    turning.learn(files, vocabulary)
    cards.announce(items, vocabulary)
    declarations.prepare(items, vocabulary)
    names = shared.names(vocabulary)
    verbs, phases = declarations.read(items, vocabulary, names)
    cards.read(items, vocabulary, names)
    diagnostics += lookalikes.faults(vocabulary)
    game = _one(items, syntax.Game, games.game, vocabulary, "there is another game in these files")
    position = _one(items, syntax.Position, games.position, vocabulary, "a game has only one `position`")
    if game is not None:
        game = replace(
            game,
            enums=vocabulary.enums,
            kinds=vocabulary.kinds,
            zones=vocabulary.zones,
            markers=vocabulary.markers,
            values=vocabulary.values,
            qualities=vocabulary.qualities,
            verbs=verbs,
            phases=phases,
            cards=vocabulary.cards,
            position=position,
        )
        game = still_there.leaving(itself.counting(game))
    return Elaborated(game, tuple(diagnostics), tuple(_examples(items)), vocabulary)


def _examples(items: Sequence[Item]) -> Iterator[Example]:
    """Yields the examples on cards, those of the game, and the rulings, as they are written."""
    for desk, node in items:
        match node:
            case syntax.Example() | syntax.Ruling():
                yield Example(None, node, desk.source)
            case syntax.Card(_, title, members):
                for member in members:
                    if isinstance(member, syntax.Example):
                        yield Example(title.text, member, desk.source)
            case _:
                pass


def _one(
    items: Sequence[Item],
    shape: type[N],
    read: Callable[[Desk, N, Vocabulary], Found],
    vocabulary: Vocabulary,
    twice: str,
) -> Found | None:
    """Reads the one declaration of a shape that the files may have only once. A second one is reported with the message
    `twice` and not read."""
    found: list[Found] = []
    there = False
    for desk, node in items:
        if not isinstance(node, shape):
            continue
        if there:
            desk.report("duplicate-name", twice, node.span)
            continue
        there = True
        tried(declarations.fresh(desk), lambda here, one, words: found.append(read(here, one, words)), node, vocabulary)
    return found[0] if found else None
