"""Lists what a player may know of a state. It is a whitelist: what is not put in here stays hidden."""

from __future__ import annotations

from typing import Any

from .index import index_of
from .names import (
    bearer_name,
    by_place,
    kept_name,
    player_name,
    rule_card,
    rule_name,
    rule_thing,
    rule_time,
    sees_card,
    sees_mark,
    sees_zone,
    tells_apart,
    thing,
    zone_name,
)
from .program import Library, MarkDecl
from .results import payoffs, teams
from .state import State
from .text import answer_texts, question_text

View = dict[str, Any]


def view(lib: Library, s: State, player: int | None = None) -> View:
    """Return the state as this player (None: somebody who sees everything) knows it: plain data, the same for all
    states that differ only in what the player cannot know.

    zones      name -> titles (top first) if the player sees them, else their number if that is public, else left
               out; if he knows only some: these, in no order of the place, and `?` for each of the others
    marks      marker -> bearer -> amount, or who put it, for the markers the player knows of; `?` for a player's
               counter that he does not see
    phases     the phases under way, outermost first, and what each is about
    teams      the players of each team, in a game with teams, without those of whom the player does not know it
    winners    who has won, once the game is over
    payoffs    what each player gets then, if the game says so
    decision   who decides; for that player also the question and its answers
    """
    seen: View = {
        "players": s.m[lib.players_cell],
        "zones": _zones(lib, s, player),
        "marks": _marks(lib, s, player),
        "phases": _phases(lib, s),
        "lasting": [f"{rule_time(lib, end)}: {_rule(lib, s, rule, held, player)}" for rule, end, held in s.lasting],
    }
    if player is not None:
        seen["you"] = player_name(player)
    if lib.team is not None:
        seen["teams"] = [[player_name(p) for p in team] for team in teams(lib, s, player)]
    if s.over is not None:
        seen["winners"] = [player_name(p) for p in s.over]
    paid = payoffs(lib, s)
    if paid is not None:
        seen["payoffs"] = {player_name(p): amount for p, amount in enumerate(paid)}
    if s.ask is not None:
        seen["decision"] = _decision(lib, s, player)
    return seen


def _rule(lib: Library, s: State, rule: int, held: tuple[Any, ...], player: int | None) -> str:
    """Return the words of a lasting rule, with the names of what it keeps as far as this player knows them."""

    def named(at: int, sort: str) -> str | None:
        value = held[at]
        if sort == "card":
            seen = value >= 0 and (player is None or (s.w[value] != -1 and sees_card(lib, s, value, player)))
            return rule_card(lib, value, seen)
        return rule_thing(lib, s, sort, value, player)

    return rule_name(lib, rule, named)


def _plays(lib: Library, s: State, owner: int) -> bool:
    return owner < s.m[lib.players_cell]


def _zones(lib: Library, s: State, player: int | None) -> View:
    seen: View = {}
    index = index_of(lib)
    for zone, (decl, bearer) in index.zone.items():
        name = zone_name(lib, zone)
        if decl.owner == "player" and not _plays(lib, s, bearer):
            continue
        if decl.owner == "card":
            if not s.z[zone]:
                continue
            if lib.definition.count(lib.definition[bearer]) > 1:  # tell copies apart by where they lie
                name = f"{name} in {zone_name(lib, s.w[bearer])}"
                if not sees_zone(lib, s.w[bearer], player, s):
                    continue
        if tells_apart(lib, zone, player, s):
            held: Any = [lib.cards[card] if sees_card(lib, s, card, player) else "?" for card in s.z[zone]]
        else:
            held = [lib.cards[card] for card in sorted(s.z[zone]) if sees_card(lib, s, card, player)]
            if not held and not decl.counted:
                continue
            if decl.counted:
                unseen = len(s.z[zone]) - len(held)
                held = held + ["?"] * unseen if held else unseen
        while name in seen:
            name += ", another"
        seen[name] = held
    return seen


def _marks(lib: Library, s: State, player: int | None) -> View:
    seen: View = {}
    for cell in _by_bearer(lib, s, player):
        mark, bearer = index_of(lib).cell[cell]
        value = s.m[cell]
        if mark.bearer == "player" and not _plays(lib, s, bearer):
            continue
        if mark.bearer == "player" and mark.counted and not sees_mark(lib, s, mark, bearer, value, player):
            seen.setdefault(mark.name, {})[player_name(bearer)] = "?"
            continue
        if not value or not sees_mark(lib, s, mark, bearer, value, player):
            continue
        if mark.bearer == "game":
            seen[mark.name] = _held(lib, s, mark, value)
            continue
        name = bearer_name(lib, s, cell, player)
        if (
            mark.bearer == "card"
            and not by_place(lib, s, bearer, player)
            and lib.definition.count(lib.definition[bearer]) > 1
        ):
            if not sees_zone(lib, s.w[bearer], player, s):
                continue  # the viewer does not know which of several copies it is
            name = f"{name} in {zone_name(lib, s.w[bearer])}"
        bearers = seen.setdefault(mark.name, {})
        while name in bearers:
            name += ", another"
        bearers[name] = _held(lib, s, mark, value)
    return seen


def _held(lib: Library, s: State, mark: MarkDecl, value: int) -> int | str | bool:
    """Return what a cell says of a marker or a kept value: how many, what, who put it, or that it is there."""
    if mark.holds:
        return mark.kept(value) if mark.holds == "number" else kept_name(lib, s, mark, value)
    return value if mark.counted else True if mark.single else _putter(lib, s, value)


def _by_bearer(lib: Library, s: State, player: int | None) -> list[int]:
    """List the cells marker by marker; among the bearers of one, cards that the player knows by their places come last,
    place by place."""
    index = index_of(lib)

    def order(cell: int) -> tuple[int, ...]:
        mark, bearer = index.cell[cell]
        if mark.bearer != "card" or not s.m[cell] or not by_place(lib, s, bearer, player):
            return (mark.base, -1, cell)
        return (mark.base, s.w[bearer], s.z[s.w[bearer]].index(bearer))

    return sorted(index.cell, key=order)


def _putter(lib: Library, s: State, value: int) -> str:
    return player_name(value - 1) if _plays(lib, s, value - 1) else "the game"


def _phases(lib: Library, s: State) -> list[str]:
    under_way = []
    for name, (program, cell) in lib.phases.items():
        if s.m[cell] > 0:
            p = lib.programs[program]
            about = thing(lib, s, p.names[0][1], s.m[cell] - 1) if p.params and p.names else ""
            under_way.append(f"{name} of {about}" if about else name)
    return under_way


def _decision(lib: Library, s: State, player: int | None) -> View:
    assert s.ask is not None
    decision: View = {"player": player_name(s.ask.player)}
    if player is None or player == s.ask.player:
        decision["question"] = question_text(lib, s)
        decision["answers"] = list(answer_texts(lib, s).values())
    return decision
