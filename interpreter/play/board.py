"""The board of a game, as its text declares it: the zones, markers, options and phases, for whoever draws a table.

What lies there is told by a view (`kernel.view`); here is only what does not change.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..kernel.program import Library


@dataclass(frozen=True, slots=True)
class BoardZone:
    """A zone. `owner`: player, card or table; `open`: everybody sees what lies in it; `counted`: everybody sees how
    many lie in it; `dealt`: a player *is* the card that lies in it."""

    name: str
    owner: str
    open: bool
    counted: bool
    dealt: bool


@dataclass(frozen=True, slots=True)
class BoardMark:
    """A marker. `bearer`: player or card; `counted`: there may be several on one bearer."""

    name: str
    bearer: str
    counted: bool


@dataclass(frozen=True, slots=True)
class Board:
    """Everything in the order of the game file. `defaults`: each option with its first setting; `main`: the phase that
    is the game itself."""

    zones: tuple[BoardZone, ...]
    marks: tuple[BoardMark, ...]
    defaults: Mapping[str, str]
    main: str


def board(lib: Library) -> Board:
    """Read off a library what its game declares."""
    dealt = {base for _, base in lib.position.dealt} if lib.position is not None else set()
    return Board(
        tuple(BoardZone(z.name, z.owner, z.seen == "everyone", z.counted, z.base in dealt) for z in lib.zones),
        tuple(BoardMark(m.name, m.bearer, m.counted) for m in lib.marks),
        {name: settings[0] for name, _, settings in lib.options},
        next((name for name, (program, _) in lib.phases.items() if program == lib.main), ""),
    )
