"""Write a state down as the lines of a `given` that poses it."""

from __future__ import annotations

from moot.dsl import ir
from moot.dsl.notation.parts import Setup

from ..kernel.names import kept_name, player_name
from ..kernel.program import GAME_OWNER, Library, MarkDecl
from ..kernel.state import State
from ..sets.card_set import CardSet
from ..sets.cast import Cast
from .behind import designated
from .casting import cast_of
from .lookup import Impossible, usual_owner


def given_text(lib: Library, game: ir.Game, state: State) -> list[str]:
    """Return the lines that say what lies on the table: one for each player, for each zone of the table, and for each
    card that has something on it. An empty place, or none of a counter, is not named if only a card brings it."""
    lines = []
    brought = {name for table in (game.zones, game.markers) for name, one in table.items() if one.card is not None}
    dealt = {base for _, base in lib.position.dealt} if lib.position is not None else set()
    for p in range(state.m[lib.players_cell]):
        said: list[str] = []
        for decl in lib.zones:
            if decl.owner != "player":
                continue
            held = state.z[decl.base + p]
            if decl.base in dealt:
                if held:
                    said.insert(0, f"is {' and '.join(lib.cards[c] for c in held)}")
            elif held or decl.name not in brought:
                said.append(f"{decl.name} {_cards(lib, held)}")
        marks = [m for m in lib.marks if m.bearer == "player" and (state.m[m.base + p] or m.name not in brought)]
        said += [text for m in marks if (text := _mark(lib, game, state, m, m.base + p))]
        lines.append(f"{player_name(p)} {', '.join(said)}" if said else f"{player_name(p)} has nothing")
    for decl in lib.zones:
        for zone in range(decl.base, decl.base + decl.span):
            if decl.owner == "table" and (state.z[zone] or decl.name not in brought):
                lines.append(f"{decl.name} {_cards(lib, state.z[zone])}")
            elif decl.owner == "card" and state.z[zone]:
                bearer = designated(lib, state, -2 - lib.zone_owner[zone])
                lines.append(f"{bearer} has {decl.name} {_cards(lib, state.z[zone])}")
    for mark in lib.marks:
        if mark.bearer == "game":
            lines.append(f"{mark.name} {_kept(lib, state, mark, mark.base)}")
        if mark.bearer == "card":
            for at in range(mark.base, mark.base + mark.span):
                if state.m[at]:
                    bearer = designated(lib, state, mark.first + at - mark.base)
                    lines.append(f"{bearer} {_mark(lib, game, state, mark, at)}")
    return lines


def setup_text(set_: CardSet, cast: Cast) -> str:
    """Return how many play with which cards: those of the scenario, or else all of them by name."""
    words = f"{cast.players} players" + (f", {cast.scenario}" if cast.scenario in set_.words.scenarios else "")
    seed = "" if cast.seed == 1 else f", seed {cast.seed}"
    scenario = cast.scenario if cast.scenario in set_.words.scenarios else None
    try:
        usual = cast_of(set_, Setup(players=cast.players, scenario=scenario, seed=cast.seed), ())
    except Impossible:
        usual = None
    if usual is not None and set(usual.titles) == set(cast.titles):
        return words + seed
    return f"{words}{seed}, cast {', '.join(cast.titles)}"


def _cards(lib: Library, cards: tuple[int, ...]) -> str:
    return ", ".join(lib.cards[c] for c in cards) or "nothing"


def _kept(lib: Library, state: State, decl: MarkDecl, at: int) -> str:
    value = decl.kept(state.m[at])
    return "nobody" if value < 0 and decl.holds != "number" else kept_name(lib, state, decl, state.m[at])


def _mark(lib: Library, game: ir.Game, state: State, decl: MarkDecl, at: int) -> str:
    """Return what a cell says of its bearer; nothing if it says nothing."""
    value = state.m[at]
    if decl.counted:
        return f"has {decl.name} {value}" if decl.bearer == "card" else f"{decl.name} {value}"
    if not value:
        return ""
    if decl.holds:
        return f"has {decl.name} {_kept(lib, state, decl, at)}"
    if decl.single:
        return f"has {decl.name}"
    put = " by nobody" if value == GAME_OWNER else f" by {player_name(value - 1)}"
    return f"is {decl.name}" + ("" if value == usual_owner(lib, game, state, decl.name) else put)
