"""Say what is so in a state as single facts, so that two states can be told apart in words."""

from __future__ import annotations

from collections.abc import Iterator

from moot.dsl import ir

from ..kernel.names import kept_name, listed, player_name
from ..kernel.program import GAME_OWNER, Library, MarkDecl
from ..kernel.state import State
from .behind import designated

Facts = dict[str, str]
"""What is so, by what it is about."""


def facts(lib: Library, game: ir.Game, state: State) -> Facts:
    """Return the facts of a state that an `expect` can state, by what they are about."""
    return dict(_facts(lib, game, state))


def _facts(lib: Library, game: ir.Game, state: State) -> Iterator[tuple[str, str]]:
    dealt = {base for _, base in lib.position.dealt} if lib.position is not None else set()
    for player in range(state.m[lib.players_cell]):
        name = player_name(player)
        for mark in lib.marks:
            if mark.bearer == "player":
                yield from _marked(lib, state, mark, mark.base + player, name)
        for zone in lib.zones:
            held = state.z[zone.base + player] if zone.owner == "player" else ()
            if zone.owner == "player" and zone.base in dealt:
                yield from ((f"{name} is {lib.cards[c]}", f"{name} is {lib.cards[c]}") for c in held)
            elif zone.owner == "player":
                yield f"{zone.name} of {name}", f"{name} {zone.name} {_cards(lib, held)}"
    for zone in lib.zones:
        held = state.z[zone.base]
        if zone.owner == "table" and zone.seen != "nobody":
            yield zone.name, f"{zone.name} {_cards(lib, held)}"
        elif zone.owner == "table":
            yield zone.name, f"{zone.name} {len(held)} cards"
            if held:
                yield f"bottom of {zone.name}", f"{zone.name} bottom {lib.cards[held[-1]]}"
        elif zone.owner == "card":
            yield from _on_cards(lib, state, zone.base, zone.span, zone.name)
    for mark in lib.marks:
        if mark.bearer == "game" and mark.kept(state.m[mark.base]) >= 0:
            yield mark.name, f"{mark.name} is {kept_name(lib, state, mark, state.m[mark.base])}"
        for k in range(mark.span) if mark.bearer == "card" else ():
            if state.m[mark.base + k]:
                yield from _marked(lib, state, mark, mark.base + k, designated(lib, state, mark.first + k))
    yield "asked", _asked(state)


def _on_cards(lib: Library, state: State, base: int, span: int, name: str) -> Iterator[tuple[str, str]]:
    for zone in range(base, base + span):
        if state.z[zone]:
            bearer = designated(lib, state, -2 - lib.zone_owner[zone])
            yield f"{name} of {bearer}", f"{bearer} has {name} {_cards(lib, state.z[zone])}"


def _cards(lib: Library, cards: tuple[int, ...]) -> str:
    return ", ".join(lib.cards[c] for c in cards) or "nothing"


def _marked(lib: Library, state: State, mark: MarkDecl, at: int, bearer: str) -> Iterator[tuple[str, str]]:
    value, about = state.m[at], f"{mark.name} of {bearer}"
    if mark.counted:
        yield about, f"{bearer} has {mark.name} {value}"
    elif mark.holds:
        if mark.kept(value) >= 0:
            yield about, f"{mark.name} of {bearer} is {kept_name(lib, state, mark, value)}"
    elif mark.single:
        if value:
            yield mark.name, f"{bearer} has the {mark.name}"
    elif value:
        put = "" if value == GAME_OWNER else f" by {player_name(value - 1)}"
        yield about, f"{bearer} is {mark.name}{put}"


def _asked(state: State) -> str:
    if state.over is not None:
        won = [player_name(p) for p in state.over]
        return f"{listed(won)} {'win' if len(won) > 1 else 'wins'}" if won else "nobody wins"
    return "nobody must answer" if state.ask is None else f"{player_name(state.ask.player)} must answer"


def gone(before: Facts, now: Facts) -> Facts:
    """Return as facts that markers are no longer where they were."""
    found = {}
    for about, text in before.items():
        bearer, is_, mark = text.partition(" is ")
        if is_ and about not in now and about.endswith(f" of {bearer}") and about.startswith(mark.split(" by ")[0]):
            found[f"no {about}"] = f"{bearer} is not {mark.split(' by ')[0]}"
    return found
