"""Write a state down as the lines of a `given` that poses it."""

from __future__ import annotations

from ..kernel.names import cell_name, kept_name, player_name, zone_name
from ..kernel.program import GAME_OWNER, Library
from ..kernel.state import State


def given_text(lib: Library, state: State) -> list[str]:
    """Return the lines that describe a state: one for each player, for each zone of the table, and for each card that
    has something on it."""
    players = state.m[lib.players_cell]
    lines = [f"{players} players"]
    dealt = {base for _, base in lib.position.dealt} if lib.position is not None else set()
    for p in range(players):
        said: list[str] = []
        for decl in lib.zones:
            if decl.owner != "player":
                continue
            held = state.z[decl.base + p]
            if decl.base in dealt:
                if held:
                    said.insert(0, f"is {' and '.join(lib.cards[c] for c in held)}")
            else:
                said.append(f"{decl.name} {_cards(lib, held)}")
        said += [text for at in _player_cells(lib, p) if (text := _mark(lib, state, at))]
        lines.append(f"{player_name(p)} {', '.join(said)}" if said else f"{player_name(p)} has nothing")
    for decl in lib.zones:
        for zone in range(decl.base, decl.base + decl.span):
            if decl.owner == "table":
                lines.append(f"{decl.name} {_cards(lib, state.z[zone])}")
            elif decl.owner == "card" and state.z[zone]:
                bearer = zone_name(lib, zone).rpartition(" of ")[2]
                lines.append(f"{bearer} has {decl.name} {_cards(lib, state.z[zone])}")
    for mark in lib.marks:
        if mark.bearer == "game" and state.m[mark.base]:
            lines.append(f"{mark.name} {kept_name(lib, state, mark, state.m[mark.base])}")
        if mark.bearer == "card":
            for at in range(mark.base, mark.base + mark.span):
                if state.m[at]:
                    lines.append(f"{cell_name(lib, at)[1]} {_said(lib, state, at)}")
    return lines


def _cards(lib: Library, cards: tuple[int, ...]) -> str:
    return ", ".join(lib.cards[c] for c in cards) or "nothing"


def _player_cells(lib: Library, player: int) -> list[int]:
    return [m.base + player for m in lib.marks if m.bearer == "player"]


def _mark(lib: Library, state: State, at: int) -> str:
    decl = next(m for m in lib.marks if m.base <= at < m.base + m.span)
    if decl.counted:
        return f"{decl.name} {state.m[at]}"
    if decl.holds:
        return f"{decl.name} {kept_name(lib, state, decl, state.m[at])}" if state.m[at] else ""
    return f"has {decl.name}" if state.m[at] else ""


def _said(lib: Library, state: State, at: int) -> str:
    decl = next(m for m in lib.marks if m.base <= at < m.base + m.span)
    if decl.counted:
        return f"has {decl.name} {state.m[at]}"
    value = state.m[at]
    if decl.holds:
        return f"has {decl.name} {kept_name(lib, state, decl, value)}"
    return f"is {decl.name}" + ("" if value == GAME_OWNER or decl.single else f" by {player_name(value - 1)}")
