"""A condition that is looked at again and again while a game is played: after each event, or in each position.

It reads what `expect` reads (facts of the notation) and what `ask` reads (conditions of the cards' language), for
somebody who sees everything or for a player. A player for whom it is unknown is told that it does not hold.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..sets.card_set import CardSet
from .asking import Reading, reading
from .look import Look
from .lookup import Impossible
from .not_done import NotDone


@dataclass(frozen=True)
class Condition:
    """A condition as it was typed and as it was read."""

    text: str
    reading: Reading

    def holds(self, look: Look) -> bool:
        """Return whether it holds, as far as the viewer knows. Where it cannot be asked, it does not."""
        try:
            return self.reading.holds(look, asked(look)) is True
        except Impossible:
            return False

    def weight(self, look: Look) -> int:
        """Return how many questions of the cards' language it may take, at most."""
        return self.reading.weight(look)


def asked(look: Look) -> int | None:
    """Return the player whom a phrase calls `you`: the viewer, or whoever is asked if he sees everything."""
    if look.viewer is not None:
        return look.viewer
    return look.state.ask.player if look.state.ask is not None else None


def condition(look: Look, set_: CardSet, text: str) -> Condition | NotDone:
    """Read a condition for a position. The result can be asked in every position of the same game."""
    said = " ".join(text.split())
    found = reading(look, set_, said, asked(look)) if said else NotDone("which condition?")
    if isinstance(found, NotDone):
        return found
    if not found.truth:
        return NotDone(f"`{said}` is no condition: it comes to something else than yes or no")
    return Condition(said, found)
