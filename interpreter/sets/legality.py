"""Ask the game's own text whether it allows a cast: its `refused` lines and those of the cards, before a game
begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..kernel.evaluate import evaluate, frame
from ..kernel.machine import Machine, blank
from .card_set import CardSet


def refusals(set_: CardSet, titles: Sequence[str], players: int, options: Mapping[str, str]) -> tuple[str, ...]:
    """Return the reasons, in the words of the text, why the game refuses these cards for so many players; () if it
    allows them."""
    lib = set_.library
    assert lib is not None
    if lib.legal_cast is None:
        return ()
    context = Machine(lib).context(blank(lib, players, 0, set_.numbers(titles), dict(options)))
    function = lib.functions[lib.legal_cast]
    found = []
    for refused in function.refusals:
        if evaluate(context, refused.cond, frame(-1, function.slots)):
            card = refused.origin.card
            about = card in lib.cards and card not in refused.text
            found.append(f"{card}: {refused.text}" if about else refused.text)
    return tuple(dict.fromkeys(found))
