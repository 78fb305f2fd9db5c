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
    scenario = set_.scenario(id)
    faults = _faults(set_, id or set_.manifest.scenario, scenario)
    if faults:
        return NoGame((f"the scenario `{id or set_.manifest.scenario}` has a mistake",), None, faults)
    if scenario is None:
        none = id is None and not set_.lying
        return Opened(set_, None) if none else NoGame((f"there is no scenario `{id or ''}`",))
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
    return NoGame((f"there are mistakes in the cards{under}",), "`moot check` lists them", set_.errors)


def _faults(set_: CardSet, wanted: str | None, scenario: Scenario | None) -> tuple[Diagnostic, ...]:
    """Return what is wrong with the scenario that is wanted, or with the place where the set names it."""
    file = scenario.path if scenario is not None else set_.lying.get(wanted or "")
    span = set_.manifest.scenario_span
    return tuple(
        d for d in set_.errors
        if d.span.path == file or scenario is None and d.code == "unknown-scenario" and d.span == span
    )  # fmt: skip
