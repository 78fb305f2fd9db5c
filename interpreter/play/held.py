"""What was chosen when a session began holds for every position that is posed in it later.

The choice is written into the text of a position that does not say it. So the log, the tree and a saved game show
everything that the position rests on.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from moot.dsl.notation.parts import Setup

from ..sets.card_set import CardSet

HOW_MANY = re.compile(r"(?m)(^|;)(\s*(?:the\s+)?\d+\s+players?\b)", re.IGNORECASE)
SEED = 1
"""The seed of a position that names none."""


@dataclass(frozen=True, slots=True)
class Held:
    """The scenario (None: the first one of the set) and the seed with which a session began. `cast`: its cards, if they
    were chosen one by one; they hold for as many `players`. `rules`: the cards under the rules that were in force when
    a line was played again under others; None: those of the present game."""

    scenario: str | None = None
    seed: int = SEED
    cast: tuple[str, ...] = ()
    players: int = 0
    rules: CardSet | None = None

    def written(self, text: str, setup: Setup) -> str:
        """Return the text of a position with what was chosen at the start, where it does not say otherwise."""
        said = ""
        if self.scenario is not None and setup.scenario is None:
            said += f", {self.scenario}"
        if self.seed != SEED and setup.seed is None:
            said += f", seed {self.seed}"
        if self.cast and setup.scenario is None and not setup.cast and setup.players == self.players:
            said += f", cast {', '.join(self.cast)}"
        return HOW_MANY.sub(lambda m: f"{m[0]}{said}", text, count=1) if said else text


NOTHING_HELD = Held()
"""What holds where nothing was chosen."""
