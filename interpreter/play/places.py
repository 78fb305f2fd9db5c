"""Names of places: where a game was left, so that one comes back to it although another game has begun since.

A `Game` is all that a session plays with: cards, cast, machine, history. It is kept whole, so that a line of play stays
what it was when the cards change. A `Place` is one moment of a game; `Places` gives names to places.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from ..kernel.machine import Machine
from ..sets.card_set import CardSet
from ..sets.cast import Cast
from .history import History
from .moment import Moment
from .not_done import NotDone
from .teller import Teller

START, NOW, END = ("start", "beginning"), ("now", "here"), ("end",)
"""Words for places that always exist: the beginning, the present moment, the last one of the present line."""
LONGEST = 40
"""Letters of a name."""
MOST = 200
"""Names that are kept."""
LEFT = "earlier"
"""The name of a game that was left without one, followed by a number if there are several."""
MOST_LEFT = 20
"""Games that are kept under such a name; then the oldest gives way."""


class Game(NamedTuple):
    """What a session plays with. Two games are one if they have the same moments. `posed`: see `Session.posed`."""

    card_set: CardSet
    cast: Cast
    machine: Machine
    history: History
    posed: str | None = None

    def tell(self, viewer: int | None = None, at: int | None = None) -> Teller:
        """Return the teller that describes this game to a player, at the moment with this number (None: the current
        one)."""
        history = self.history if at is None else replace(self.history, here=at, within=None)
        return Teller(self.card_set, self.machine, history, viewer)


class Place(NamedTuple):
    """The moment with this number in a game."""

    game: Game
    at: int

    @property
    def moment(self) -> Moment:
        """The moment itself."""
        return self.game.history.moments[self.at]

    def tell(self, viewer: int | None = None) -> Teller:
        """Return the teller that describes this place to a player."""
        return self.game.tell(viewer, self.at)

    def lies_in(self, game: Game) -> bool:
        """Whether this place is a moment of that game."""
        return self.game.history.moments is game.history.moments


@dataclass
class Places:
    """Places by their names, in the order in which they were named."""

    named: dict[str, Place] = field(default_factory=dict)

    def name(self, name: str, place: Place) -> NotDone | None:
        """Give a name to a place; it may have been the name of another. Refuse what could mean something else."""
        said = " ".join(name.split())
        if said.lower().removeprefix("the ") in (*START, *NOW, *END) or re.fullmatch(r"[0-9]+", said):
            return NotDone(f"`{said}` always means another place: choose a name of your own")
        if len(said) > LONGEST:
            return NotDone(f"a name has at most {LONGEST} letters")
        if len(self.named) >= MOST and said not in self.named:
            return NotDone(f"there are {MOST} names already")
        self.named[said] = place
        return None

    def leave(self, game: Game) -> None:
        """Keep a game that is left, so that one comes back to it: where nothing of it has a name, it gets one."""
        if len(game.history.moments) < 2 or self.of_game(game):
            return
        left = [name for name in self.named if re.fullmatch(rf"{LEFT}(?: [0-9]+)?", name)]
        if len(left) >= MOST_LEFT:
            del self.named[left[0]]
        self.name(self.free(LEFT), Place(game, game.history.here))

    def free(self, name: str) -> str:
        """Return this name, or `name 2`, `name 3` … if it is taken."""
        taken = (f"{name} {number}" if number > 1 else name for number in range(1, MOST + 2))
        return next(one for one in taken if one not in self.named)

    def of(self, word: str, game: Game) -> Place | None:
        """Return the place that a word means while this game is played: a name, a number in `tree`, `start`, `now` or
        `end`."""
        said = " ".join(word.split())
        if said in self.named:
            return self.named[said]
        common = said.lower().removeprefix("the ")
        if common in START:
            return Place(game, 0)
        if common in NOW:
            return Place(game, game.history.here)
        if common in END:
            return Place(game, [*game.history.ahead()][-1].id)
        if re.fullmatch(r"[0-9]{1,7}", said) and int(said) < len(game.history.moments):
            return Place(game, int(said))
        return None

    def of_game(self, game: Game) -> dict[str, int]:
        """Return the names of moments of one game."""
        return {name: place.at for name, place in self.named.items() if place.lies_in(game)}

    def others(self, game: Game) -> Iterator[tuple[str, Place]]:
        """Go through the names of places in other games; of several in one game, only the first."""
        seen = [game]
        for name, place in self.named.items():
            if not any(place.lies_in(one) for one in seen):
                seen.append(place.game)
                yield name, place
