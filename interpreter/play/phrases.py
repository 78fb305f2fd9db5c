"""Evaluate phrases of the cards' language in a position. A phrase becomes a function of the seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from moot.dsl import ir
from moot.dsl.source import Source

from ..kernel.evaluate import Frame, frame
from ..kernel.explain import Explanation, Seen, explain, explain_value
from ..kernel.knowing import Eyes
from ..kernel.names import player_name
from ..kernel.program import Library
from .look import Look
from .lookup import Impossible

YOU = "you"
HEAVIEST = 8_000_000  # questions that a phrase may take: about three seconds
FEW = 64  # compiled phrases that are kept: somebody who watches the game asks the same after each event


@dataclass(frozen=True)
class Seated:
    """A compiled phrase. Its free variables are the seats (`p1`), `you`, and perhaps one more thing. `library` is the
    game's, with the phrase added as the function of this `number`."""

    look: Look
    library: Library
    number: int
    you: int | None
    weight: int = 0
    """How many questions it may take, at most."""

    @cached_property
    def eyes(self) -> Eyes:
        """The viewer's knowledge."""
        return Eyes(self.library, self.look.state, self.look.viewer, self.look.memory)

    @property
    def sort(self) -> str:
        """The sort of the phrase's value: `number`, `card`, …"""
        fn = self.library.functions[self.number]
        return "truth" if fn.form == "truth" else fn.sort

    def value(self, *more: int) -> Any:
        """Return the value of the phrase, or what the viewer knows of it. `more`: the value of the additional
        variable."""
        return self.eyes.apply(self.number, self._arguments(more))

    def explained(self, *more: int) -> Explanation:
        """Return the same as words."""
        look = self.look
        of = self._arguments(more)
        return explain_value(self.library, look.state, self.number, of, look.viewer, self.sort, look.memory)

    @property
    def arguments(self) -> tuple[int, ...]:
        """What is given for its free variables."""
        return self._arguments(())

    def frame(self) -> Frame:
        """Return the slots over which the phrase is written."""
        return frame(-1, self.library.functions[self.number].slots, self._arguments(()))

    def seen(self) -> Seen:
        """Return the values that a condition read, part by part."""
        fn = self.library.functions[self.number]
        assert fn.base is not None
        return explain(self.eyes, fn.base, frame(-1, fn.slots, self._arguments(())), fn.names)

    def _arguments(self, more: tuple[int, ...]) -> tuple[int, ...]:
        return (*range(self.look.game.most_players), -1 if self.you is None else self.you, *more)


_KNOWN: list[tuple[Library, ir.Expr, int, Sequence[tuple[str, str]], Seated]] = []


def seated(
    look: Look, source: Source, phrase: ir.Expr, you: int | None, more: Sequence[tuple[str, str]] = ()
) -> Seated:
    """Compile a phrase of a source for a position. `more`: a variable besides the seats, with its sort. Raises
    `Impossible` if the phrase names a player who does not play, or asks for something that the game keeps no record
    of."""
    players = len(seats(look))
    for lib, known, many, also, found in _KNOWN:
        if lib is look.lib and known is phrase and many == players and also == more:
            return replace(found, look=look, you=you)
    made = _compiled(look, source, phrase, you, more)
    _KNOWN[:] = [*_KNOWN[1 - FEW :], (look.lib, phrase, players, more, made)]
    return made


def _compiled(look: Look, source: Source, phrase: ir.Expr, you: int | None, more: Sequence[tuple[str, str]]) -> Seated:
    from moot.dsl.checks.weight import scale

    from ..compile import expression  # loads the compiler, which play itself does not need
    from ..compile.walk import walk

    names = [(player_name(p), "player") for p in range(look.game.most_players)] + [(YOU, "player")]
    there = {*seats(look), YOU}
    for node in walk(phrase):
        if isinstance(node, ir.Var) and node.name in dict(names) and node.name not in there:
            raise Impossible(f"there is no {node.name} in this game")
    weight = scale(look.game).phrase(phrase)
    if weight > HEAVIEST:
        raise Impossible("this takes too long to work out: ask for less at once, or for one part after the other")
    found = expression(look.game, {source.path: source}, look.lib, phrase, [*names, *more])
    if found is None:
        raise Impossible("no rule asks whether this has happened, so nobody keeps count of it")
    return Seated(look, found.library, found.function, you, weight)


def seats(look: Look) -> Sequence[str]:
    """Return the names of the players in this game."""
    return [player_name(p) for p in range(look.state.m[look.lib.players_cell])]
