"""Choose the cards of a position: those of its scenario, and those that it names.

If a named card is missing from the scenario, it is added, or it replaces the card of its kind whose absence the game
objects to least. If the game still refuses the cast, `Impossible` gives the reasons of the game's own text.
"""

from __future__ import annotations

from collections.abc import Sequence

from moot.dsl.notation.parts import Setup

from ..kernel.names import listed
from ..sets.card_set import CardSet
from ..sets.cast import Cast, Wish, resolve
from ..sets.legality import left_out, refusals
from ..sets.scenario import Scenario
from .lookup import Impossible


def cast_of(set_: CardSet, setup: Setup, wanted: Sequence[str]) -> Cast:
    """Return the cards of the game: those of the scenario and the named ones. Raises `Impossible` if the game refuses
    them."""
    assert set_.library is not None
    chosen = set_.scenario(setup.scenario)
    if setup.scenario is None and chosen is not None and setup.players not in chosen.players and not setup.cast:
        chosen = next((s for s in set_.scenarios if setup.players in s.players), chosen)
    seed = 1 if setup.seed is None else setup.seed
    if chosen is None:
        titles: list[str] = list(set_.titles)
        id = ""
    else:
        base = _base(set_, chosen, setup, seed, wanted)
        titles = [t for t in base.titles if t in set_.titles]  # a scenario may name what is not there
        id = base.scenario
    if setup.cast:
        kinds = {_kind(set_, t) for t in setup.cast}
        titles = [t for t in titles if _kind(set_, t) not in kinds] + list(setup.cast)
    titles = [t for t in titles if t not in setup.removed]
    fixed = {*setup.cast, *setup.added, *wanted}
    for title in dict.fromkeys((*setup.added, *wanted)):
        if title not in titles:
            titles = _join(set_, titles, title, fixed, setup.players)
    titles = _playing(set_, titles, fixed, setup.players)
    reasons = refusals(set_, titles, setup.players)
    if reasons:
        raise Impossible(*reasons, told=tuple(_with_those(set_, r, titles, fixed, setup.players) for r in reasons))
    return Cast(id, setup.players, seed, set_.numbers(titles), tuple(titles))


def _base(set_: CardSet, chosen: Scenario, setup: Setup, seed: int, wanted: Sequence[str]) -> Cast:
    """Return the scenario's own cast for so many players. If the game refuses that one, return it all the same where
    the named cards may mend it."""
    mine = {t for place in (*chosen.cast, *chosen.optional) for t in place}
    mine |= {t for s in chosen.substitutes for t in s.by}
    wish = Wish(
        players=setup.players, seed=seed, with_=[t for t in wanted if t in mine],
        cast=setup.cast,
    )  # fmt: skip
    found = resolve(set_, chosen, wish)
    if isinstance(found, Cast):
        return found
    if setup.players not in chosen.players and not setup.cast:
        raise Impossible(*found.said)
    cast = list(setup.cast) or [place[0] for place in chosen.cast]
    return Cast(chosen.id, setup.players, seed, (), tuple(dict.fromkeys([*cast, *chosen.cards, *set_.always])))


def _with_those(set_: CardSet, reason: str, titles: Sequence[str], fixed: set[str], players: int) -> str:
    """Return a reason against a cast with a fewest cards that cannot be together, named ones if possible. A reason that
    names a card already, or that rests on what is missing, is returned as it is."""
    those = list(titles)
    for title in sorted(titles, key=lambda t: t in fixed):
        others = [t for t in those if t != title]
        if reason in refusals(set_, others, players):
            those = others
    return reason if not those or any(t in reason for t in those) else f"{reason}: {listed(those)}"


def _kind(set_: CardSet, title: str) -> str:
    assert set_.game is not None
    return set_.game.cards[title].kind


def _join(set_: CardSet, titles: list[str], title: str, fixed: set[str], players: int) -> list[str]:
    """Return the cast with one more card: added, or in place of the first of its kind that leaves the fewest
    refusals."""
    best = [*titles, title]
    fewest = _objections(set_, best, fixed, players)
    for other in titles:
        if fewest == 0:
            break
        if other not in fixed and _kind(set_, other) == _kind(set_, title):
            tried = [title if t == other else t for t in titles]
            count = _objections(set_, tried, fixed, players)
            if count < fewest:
                best, fewest = tried, count
    return best


def _playing(set_: CardSet, titles: Sequence[str], fixed: set[str], players: int) -> list[str]:
    """Return the cast without those that are left out, unless somebody named them."""
    out = left_out(set_, titles, players) - fixed
    return [title for title in titles if title not in out]


def _objections(set_: CardSet, titles: Sequence[str], fixed: set[str], players: int) -> int:
    return len(refusals(set_, _playing(set_, titles, fixed, players), players))
