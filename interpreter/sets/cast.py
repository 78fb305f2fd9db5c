"""Make a cast: the cards and settings of one game, from a scenario and the player's wishes.

`resolve` returns the cast, or the reasons why there is none. This module does not decide which casts are legal: the
game's own text does (`sets.legality`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from moot.dsl.diagnostic import Diagnostic

from .card_set import CardSet
from .nearest import nearest
from .scenario import Choice, Scenario

DRAWS = 400  # draws of a random cast before giving up, if the rules refuse each


@dataclass(frozen=True, slots=True)
class Wish:
    """What the person asks for. `cast` and `cards` replace those of the scenario. `with_` names cards that the cast
    should contain, such as a substitute other than the first. `optional`: include the optional parts."""

    players: int | None = None
    seed: int = 0
    optional: bool = False
    cast: Sequence[str] = ()
    cards: Sequence[str] = ()
    with_: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Cast:
    """The cast of a game that can begin: the library's numbers of its cards, their titles, and the settings of its
    options."""

    scenario: str
    players: int
    seed: int
    cards: tuple[int, ...]
    titles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NoGame:
    """The reasons why no such game is possible, each a sentence. `help` says what the person can do. `diagnostics`:
    what is wrong in the files."""

    reasons: tuple[str, ...]
    help: str | None = None
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def said(self) -> tuple[str, ...]:
        """The reasons; the last one ends with the help."""
        return (*self.reasons[:-1], self.reasons[-1] + (f" ({self.help})" if self.help else ""))

    @property
    def told(self) -> tuple[str, ...]:
        """What is wrong in the files, each in a sentence, or else the reasons."""
        found = dict.fromkeys(f"{d.message} ({d.span.path})" for d in self.diagnostics if d.severity == "error")
        return tuple(found)[:3] or self.said

    def __str__(self) -> str:
        return "; ".join(self.said)


def resolve(set_: CardSet, scenario: Scenario, wish: Wish) -> Cast | NoGame:
    """Return the cards and settings of one game. If the rules refuse a random draw, it is repeated. If the game needs
    the optional parts, they are added without being asked for."""
    from .legality import (  # loads the machine, which a command that only reads cards does not need
        left_out,
        refusals,
    )

    players = wish.players if wish.players is not None else _usual(scenario)
    impossible = _impossible(set_, scenario, wish, players)
    if impossible is not None:
        return impossible
    chance = Random(wish.seed)
    drawn = scenario.cards if scenario.pick is not None and not wish.cards else ()
    refused: NoGame | None = None
    for _ in range(DRAWS if _is_random(scenario) else 1):
        for chosen in _choices(set_, scenario, wish, players, chance):
            chosen = _playing(chosen, drawn, lambda titles: left_out(set_, titles, players), chance)
            reasons = refusals(set_, chosen, players)
            if not reasons:
                cards = set_.numbers(chosen)
                return Cast(scenario.id, players, wish.seed, cards, tuple(chosen))
            refused = refused or NoGame(reasons)
    return refused or NoGame(("no cast can be made",))


def _impossible(set_: CardSet, scenario: Scenario, wish: Wish, players: int) -> NoGame | None:
    """Say why a scenario cannot be played so, whatever cards are drawn; None if it may be."""
    assert set_.game is not None
    if not wish.cast and players not in scenario.players:
        return NoGame((f"`{scenario.id}` is for {_counts(scenario.players)} players, not {players}",))
    if not set_.game.least_players <= players <= set_.game.most_players:
        low, high = set_.game.least_players, set_.game.most_players
        return NoGame((f"{set_.game.name} is for {low} to {high} players, not {players}",))
    unmet = scenario.unmet(set_.law, set_.chosen)
    if unmet is not None:
        return NoGame((unmet,))
    if scenario.pick is not None and not wish.cards and scenario.pick > len(scenario.cards):
        few = f"only {len(scenario.cards)} of its cards are in this game"
        return NoGame((f"`{scenario.id}` picks {scenario.pick} cards, and {few}",))
    if wish.optional and not scenario.optional and not wish.cast:
        return NoGame((f"`{scenario.id}` has no optional card",), "name a whole cast instead")
    return _unknown(set_, [*wish.cast, *wish.cards, *wish.with_])


def recast(set_: CardSet, before: CardSet, cast: Cast) -> Cast | NoGame:
    """Return the cast of a game as it can be played under other amendments than `before`. Cards that these amendments
    leave out go, and those that they bring come. If the rules refuse that, the scenario makes the cast anew."""
    from .legality import left_out, refusals

    kept = [title for title in cast.titles if title in set_.titles and title not in before.always]
    titles = list(dict.fromkeys([*kept, *set_.always]))
    out = left_out(set_, titles, cast.players)
    titles = [title for title in titles if title not in out]
    reasons = refusals(set_, titles, cast.players)
    if not reasons:
        return Cast(cast.scenario, cast.players, cast.seed, set_.numbers(titles), tuple(titles))
    scenario = set_.scenario(cast.scenario) if cast.scenario else None
    if scenario is None:
        return NoGame(reasons)
    return resolve(set_, scenario, Wish(players=cast.players, seed=cast.seed))


def bare(set_: CardSet) -> Scenario:
    """Return a scenario for a set that has none: all its cards, for every number of players that the game allows."""
    assert set_.game is not None
    players = tuple(range(set_.game.least_players, set_.game.most_players + 1))
    return Scenario(set_.manifest.id, {"en": set_.name}, None, players, cards=set_.titles)


def _choices(set_: CardSet, scenario: Scenario, wish: Wish, players: int, chance: Random) -> list[list[str]]:
    """Return the casts to try, the likeliest first: without the optional parts (unless they were asked for), then with
    them."""
    with_ = [set_.title(t) or t for t in wish.with_]
    if wish.cast:
        casts = [[set_.title(t) or t for t in wish.cast]]
    else:
        cast = [_pick(place, with_, chance) for place in scenario.cast]
        extra = [_pick(place, with_, chance) for place in scenario.optional]
        casts = [[*cast, *extra]] if wish.optional else [cast, [*cast, *extra]] if extra else [cast]
        casts = [[_substituted(t, scenario, players, with_) for t in c] for c in casts]
    if wish.cards:
        others = [set_.title(t) or t for t in wish.cards]
    elif scenario.pick is not None:
        others = sorted(chance.sample(scenario.cards, scenario.pick), key=scenario.cards.index)
    else:
        others = list(scenario.cards)
    return [list(dict.fromkeys([*c, *others, *set_.always])) for c in casts]


def _playing(
    chosen: list[str], drawn: Sequence[str], out: Callable[[list[str]], frozenset[str]], chance: Random
) -> list[str]:
    """Return a cast without the cards that are left out. `drawn`: the cards of which some were drawn; another one is
    drawn in place of each of these."""
    gone = out(chosen)
    kept = [title for title in chosen if title not in gone]
    wanted = len(kept) + sum(title in drawn for title in gone)
    for title in chance.sample(drawn, len(drawn)) if gone and drawn else ():
        if len(kept) == wanted:
            break
        if title not in chosen and not out([*kept, title]):
            kept.append(title)
    return kept


def _pick(place: Choice, with_: Sequence[str], chance: Random) -> str:
    drawn = chance.choice(place)
    return next((title for title in place if title in with_), drawn)


def _substituted(title: str, scenario: Scenario, players: int, with_: Sequence[str]) -> str:
    for substitute in scenario.substitutes:
        if substitute.title == title and players in substitute.players:
            return next((other for other in substitute.by if other in with_), substitute.by[0])
    return title


def _is_random(scenario: Scenario) -> bool:
    return scenario.pick is not None or any(len(place) > 1 for place in (*scenario.cast, *scenario.optional))


def _unknown(set_: CardSet, titles: Sequence[str]) -> NoGame | None:
    unknown = [t for t in titles if set_.title(t) is None]
    if not unknown:
        return None
    close = nearest(unknown[0], set_.titles)
    return NoGame(tuple(f"no card is called `{t}`" for t in unknown), f"did you mean `{close}`?" if close else None)


def _usual(scenario: Scenario) -> int:
    """Return the number of players if nobody names one: five, or the nearest number that the scenario allows."""
    return min(scenario.players, key=lambda n: (abs(n - 5), n), default=5)


def _counts(players: Sequence[int]) -> str:
    """Return `2, 4 to 7`."""
    if not players:
        return "other numbers of"
    runs: list[list[int]] = []
    for n in sorted(players):
        if runs and n == runs[-1][-1] + 1:
            runs[-1].append(n)
        else:
            runs.append([n])
    parts = [str(r[0]) if len(r) == 1 else f"{r[0]} to {r[-1]}" if len(r) > 2 else f"{r[0]} or {r[1]}" for r in runs]
    return ", ".join(parts[:-1]) + (" or " if len(parts) > 1 else "") + parts[-1]
