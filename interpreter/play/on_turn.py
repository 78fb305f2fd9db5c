"""Say whose turn it is and whose it would have to be, where somebody asks about an answer of another player, and what
speaks against it on that turn.

That turn is posed on a copy, as `turn p2` does, and the answer is asked about there. Only somebody who sees everything
may try that.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from moot.dsl.notation import read_facts

from ..kernel.evaluate import evaluate, frame
from ..kernel.faults import Fault
from ..kernel.machine import Machine
from ..kernel.names import player_name
from ..kernel.state import State
from ..sets.card_set import CardSet
from .called import begun_by
from .changed import Change, Changed
from .changing import change
from .elsewhere import turn
from .finding import LEGAL, NO_ANSWER, NOT_APPLICABLE, Finding, Why
from .lookup import Impossible
from .whynot import whynot
from .words import Line

THEIRS = frozenset(("yours", "asked"))
"""Kinds of reasons that only say that it is another player's."""
MOST = 3
"""Turns of one player that are tried."""


@dataclass(frozen=True)
class _Posed:
    """The turn of a player, as it was posed: the command that does so, and the state."""

    command: str
    state: State


def on_turn(
    machine: Machine, set_: CardSet, state: State, player: int | None, line: Line, found: Finding
) -> Finding | None:
    """Return what is found about an answer on the turn of the player whose it is; None if it is not another's, or if
    that turn cannot be posed."""
    if state.ask is None or not found.reasons or not all(why.kind in THEIRS for why in found.reasons):
        return None
    seats = _doers(machine, state, player, line, found)
    tried = [one for seat in seats for one in _on_turn_of(machine, set_, state, seat, line, found)]
    return next((one for one in tried if one.judged), tried[0]).finding if tried else None


@dataclass(frozen=True)
class _Tried:
    """What was found on a turn; `judged`: whether the line is an answer there, legal or not."""

    finding: Finding
    judged: bool


def _on_turn_of(
    machine: Machine, set_: CardSet, state: State, seat: tuple[int, int | None], line: Line, found: Finding
) -> Iterator[_Tried]:
    """Yield what is found about an answer on each turn of a player."""
    doer, card = seat
    for posed in _turns(machine, set_, state, doer, card):
        there = whynot(machine, posed.state, doer, line)
        if there.reasons and all(why.kind in THEIRS for why in there.reasons):
            continue  # it is not his on that turn either
        against = () if there.verdict == LEGAL else tuple(w for w in there.reasons if w.text != NO_ANSWER or w.saw)
        comes_to = there.verdict if against or there.verdict == LEGAL else NO_ANSWER
        told = f"on the turn of {player_name(doer)} (`{posed.command}`): {comes_to}"
        reasons = (*_lead(machine, state, posed.state, doer, found), Why(told, "turn"), *against)
        judged = there.verdict != NOT_APPLICABLE and not there.elsewhere
        if judged or all(why.kind == "yours" for why in found.reasons):
            yield _Tried(Finding(NOT_APPLICABLE, there.answer, reasons), judged)


def _doers(
    machine: Machine, state: State, player: int | None, line: Line, found: Finding
) -> list[tuple[int, int | None]]:
    """Return the other players whose the answer would be, each with his card: those who act for the card with which the
    line begins, or for the cards that it was taken to mean; or else the one who is asked about."""
    lib, title = machine.lib, begun_by(machine.lib, line.text, line.words)
    said = {why.within.card for why in found.reasons if why.kind == "yours" and why.within is not None}
    doers: dict[int, int | None] = {}
    for ability in lib.abilities:
        if ability.you is not None and lib.cards[ability.card] in ({title} if title is not None else said):
            who = evaluate(machine.context(state), ability.you, frame(-1, max(ability.slots, 2)))
            doers.setdefault(who, ability.card)
    if player is not None and not any(who >= 0 for who in doers):
        doers[player] = None
    assert state.ask is not None
    return [(who, card) for who, card in doers.items() if who >= 0 and who != state.ask.player]


def _turns(machine: Machine, set_: CardSet, state: State, doer: int, card: int | None) -> Iterator[_Posed]:
    """Yield the turns of a player, that of a card first, as far as they can be posed."""
    changed = Changed(machine.lib, set_.words, state)
    any_of_his = list(changed.turns(doer))
    own = changed.turn_with(card) if card is not None and len(any_of_his) > 1 else ()
    for one in list(dict.fromkeys((*own, *any_of_his)))[:MOST]:
        then = _changed(machine, set_, state, one)
        if then is not None and then.ask is not None and then.ask.player == doer:
            yield _Posed(f"turn {one.said.replace(' acts', '', 1)}", then)


def _changed(machine: Machine, set_: CardSet, state: State, one: Change) -> State | None:
    facts, faults = read_facts([(one.said, 0)], set_.words, "", True)
    try:
        return None if faults else change(machine, set_, state, facts)[0]
    except (Impossible, Fault):
        return None


def _lead(machine: Machine, now: State, then: State, doer: int, found: Finding) -> tuple[Why, ...]:
    """Say whose turn it is now, and whose it would have to be."""
    here, there = turn(machine.lib, now), turn(machine.lib, then)
    asked = tuple(why for why in found.reasons if why.kind == "asked")
    if asked or not here:
        return asked or found.reasons
    needed = f" in the {there}" if there else ""
    return (Why(f"it is the {here}; this is for {player_name(doer)}{needed}", "turn"),)
