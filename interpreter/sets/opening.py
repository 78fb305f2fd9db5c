"""Open a game: with which scenario it is played, and under which amendments that is.

Everything that begins a game asks here, whoever chose and however: what `moot check` refuses is not played. A ruling,
or a scenario that nobody asks for, may have a fault.
"""

from __future__ import annotations

from dataclasses import dataclass

from moot.dsl.diagnostic import Diagnostic

from .card_set import CardSet
from .cast import NoGame
from .law import Chosen, Unchosen
from .scenario import Scenario


@dataclass(frozen=True, slots=True)
class Opened:
    """What is played: the set under all amendments that are in force, and the scenario (None: the set has none)."""

    set: CardSet
    scenario: Scenario | None


def opened(set_: CardSet, id: str | None = None) -> Opened | NoGame:
    """Return what is played with a scenario of a set (None: its first). The house rules of the scenario are in force
    besides those of the set."""
    if set_.library is None:
        return _mistakes(set_)
    wanted = id or set_.manifest.scenario or next(iter(set_.lying), None)
    if wanted is None:
        return Opened(set_, None)
    scenario, faults = set_.scenario(wanted), _faults(set_, wanted)
    if wanted not in set_.lying:
        return NoGame((f"there is no scenario `{wanted}`",), None, faults)
    if scenario is None or faults:
        return NoGame((f"the scenario `{wanted}` has a mistake",), None, faults)
    chosen = set_.law.allowed(set_.chosen.also(scenario.house))
    if isinstance(chosen, Unchosen):
        return NoGame((chosen.reason,), chosen.help, chosen.diagnostics)
    under = set_.under(chosen)
    if under.library is None:
        return _mistakes(under)
    return Opened(under, under.scenario(scenario.id) or scenario)


def without(set_: CardSet, id: str | None) -> Chosen:
    """Return the amendments in force, apart from those that a scenario brings."""
    scenario = set_.scenario(id) if id else None
    brought = scenario.house if scenario is not None else ()
    return Chosen(tuple(rule for rule in set_.chosen.rules if rule not in brought), set_.chosen.edition)


def _mistakes(set_: CardSet) -> NoGame:
    under = f" under {set_.chosen}" if set_.chosen else ""
    return NoGame((f"there are mistakes in the cards{under}",), "`moot check` lists them", set_.hindrances)


def _faults(set_: CardSet, wanted: str) -> tuple[Diagnostic, ...]:
    """Return what is wrong with a scenario, or with the place where the set says that its games begin with it."""
    file, named = set_.lying.get(wanted), set_.manifest.scenario_span if wanted == set_.manifest.scenario else None
    return tuple(
        d for d in set_.errors
        if (d.span.path == file if file else d.code == "unknown-scenario" and d.span == named)
    )  # fmt: skip
