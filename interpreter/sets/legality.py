"""Ask the game's own text about a cast before a game begins: which cards are left out, and whether the others may
play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..kernel.evaluate import evaluate, frame
from ..kernel.machine import Machine, blank
from ..kernel.program import Library, Origin
from .card_set import CardSet


def refusals(set_: CardSet, titles: Sequence[str], players: int) -> tuple[str, ...]:
    """Return the reasons, in the words of the text, why the game refuses these cards for so many players; () if it
    allows them. A card that is left out cannot be among them."""
    lib = set_.library
    assert lib is not None
    found = []
    for text, origin in _objections(set_, lib, lib.legal_cast, titles, players):
        about = origin.card in lib.cards and origin.card not in text
        found.append(f"{origin.card}: {text}" if about else text)
    found += [f"{origin.card} {text}" for text, origin in _left_out(set_, lib, titles, players)]
    return tuple(dict.fromkeys(found))


def left_out(set_: CardSet, titles: Sequence[str], players: int) -> frozenset[str]:
    """Return those of the cards that are left out of the game because of the others, or of the number of players. All
    are judged by all that were chosen; those that are left are judged again, until none of them is left out."""
    lib = set_.library
    assert lib is not None
    left = list(titles)
    while out := {origin.card for _, origin in _left_out(set_, lib, left, players)}:
        left = [title for title in left if title not in out]
    return frozenset(titles) - frozenset(left)


def _left_out(set_: CardSet, lib: Library, titles: Sequence[str], players: int) -> list[tuple[str, Origin]]:
    return list(_objections(set_, lib, lib.left_out, titles, players))


def _objections(
    set_: CardSet,
    lib: Library,
    number: int | None,
    titles: Sequence[str],
    players: int,
) -> Iterator[tuple[str, Origin]]:
    """Go through what a function says against a cast: the words, and where they stand."""
    if number is None:
        return
    context = Machine(lib).context(blank(lib, players, 0, set_.numbers(titles)))
    function = lib.functions[number]
    for refused in function.refusals:
        if evaluate(context, refused.cond, frame(-1, function.slots)):
            yield refused.text, refused.origin
