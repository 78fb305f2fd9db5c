"""Checks what must hold in every state of every game, whatever the cards say. Tests call it; play does not."""

from __future__ import annotations

from .program import Library
from .state import State


class Broken(AssertionError):
    """The state is impossible: the machine is at fault (or, for a negative counter, the compiler)."""


def check_invariants(lib: Library, s: State) -> None:
    """Check that a state is possible. Raises `Broken`, with everything that is wrong, if it is not."""
    wrong = list(_cards(lib, s)) + list(_cells(lib, s)) + list(_question(s))
    if wrong:
        raise Broken("; ".join(wrong))


def _cards(lib: Library, s: State) -> list[str]:
    wrong = []
    pseudo = set(lib.all_zone.values())
    where: dict[int, list[int]] = {}
    for zone, held in enumerate(s.z):
        if zone not in pseudo:
            for card in held:
                where.setdefault(card, []).append(zone)
    playing = {card for zone in pseudo for card in s.z[zone]}
    for card, zones in where.items():
        if len(zones) > 1:
            wrong.append(f"{lib.cards[card]} lies in {len(zones)} places")
        elif s.w[card] != zones[0]:
            wrong.append(f"{lib.cards[card]} is noted as lying elsewhere than it does")
        if card not in playing:
            wrong.append(f"{lib.cards[card]} takes no part in this game and lies somewhere")
    for card, zone in enumerate(s.w):
        if zone != -1 and card not in where:
            wrong.append(f"{lib.cards[card]} is lost")
    return wrong


def _cells(lib: Library, s: State) -> list[str]:
    numbers = {cell for mark in lib.marks if mark.holds == "number" for cell in range(mark.base, mark.base + mark.span)}
    wrong = [f"cell {cell} is negative" for cell, value in enumerate(s.m) if value < 0 and cell not in numbers]
    for mark in lib.marks:
        held = s.m[mark.base : mark.base + mark.span]
        if mark.single and (sum(map(bool, held)) > 1 or max(held, default=0) > 1):
            wrong.append(f"there is more than one {mark.name}")
        if mark.bearer == "player" and any(held[s.m[lib.players_cell] :]):
            wrong.append(f"{mark.name} lies on a player who does not play")
    return wrong


def _question(s: State) -> list[str]:
    if s.ask is None:
        return [] if s.over is not None else ["nobody is to decide, and the game is not over"]
    if not s.ask.answers:
        return ["a question without an answer"]
    if len(set(s.ask.answers)) < len(s.ask.answers):
        return ["a question offers one answer twice"]
    return []
