"""The board of a game, as its text declares it: zones, markers and phases, for a front end that draws a table.

A board never changes during a game. A view (`kernel.view`) says what lies on it.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..kernel.program import Library


@dataclass(frozen=True, slots=True)
class BoardZone:
    """A zone. `owner`: player, card or table. `open`: everybody sees its cards. `counted`: everybody sees how many
    cards it has. `dealt`: a player *is* the card in it."""

    name: str
    owner: str
    open: bool
    counted: bool
    dealt: bool


@dataclass(frozen=True, slots=True)
class BoardMark:
    """A marker or a kept value. `bearer`: player, card or game. `counted`: one bearer may have several. `kept`: it is a
    value that is set."""

    name: str
    bearer: str
    counted: bool
    kept: bool = False


@dataclass(frozen=True, slots=True)
class Board:
    """All declarations in the order of the game file. `main`: the phase that is the whole game."""

    zones: tuple[BoardZone, ...]
    marks: tuple[BoardMark, ...]
    main: str


def board(lib: Library) -> Board:
    """Return what the game of a library declares."""
    dealt = {base for _, base in lib.position.dealt} if lib.position is not None else set()
    return Board(
        tuple(
            BoardZone(z.name, z.owner, z.seen == "everyone", z.counted or z.seen == "others", z.base in dealt)
            for z in lib.zones
        ),
        tuple(BoardMark(m.name, m.bearer, m.counted, bool(m.holds)) for m in lib.marks),
        next((name for name, (program, _) in lib.phases.items() if program == lib.main), ""),
    )
