"""Answer what somebody asks about another player's answers, from what he himself knows.

What is public at a table may be argued about by all: whether the one who is asked may do something, and what forbids
it. The question is put in several games that look the same to the viewer (`kernel.dealing`), each time with no more
than what he sees. What comes out alike in all of them, and rests on nothing that he does not see, is told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from ..kernel.dealing import worlds
from ..kernel.knowing import Eyes, possibly, unknown
from ..kernel.machine import Machine, option
from ..kernel.names import player_name
from ..kernel.partly import Partly
from ..kernel.state import State
from .answers import Miss, Taken, resolve
from .finding import LEGAL, UNKNOWN, Finding, Why
from .look import Look
from .position import again
from .so import Account
from .whynot import whynot
from .words import Line, inside, normal

WORLDS = 8
"""Games in which the question is put."""
Told = TypeVar("Told", bound=Account | Finding)


def why_not(look: Look, player: int | None, line: Line) -> Finding:
    """Explain why another player cannot answer this, or that he can, as far as the viewer knows."""

    def found(world: State) -> Finding:
        taken = resolve(look.machine, world, player, line)
        if isinstance(taken, Miss):
            return _against(look, world, player, line)
        said = ", ".join(one.text for one in taken if not one.forced) or line.text
        return Finding(LEGAL, said) if _all_seen(look, world, taken) else _unknown(look, line)

    return _agreed(look, found) or _unknown(look, line)


def why_so(
    look: Look, player: int | None, line: Line, legal: Callable[[Look, Sequence[Taken]], Account]
) -> Account | Finding:
    """Explain why another player may answer this, or why he may not, as far as the viewer knows. `legal`: explains an
    answer that is legal."""

    def found(world: State) -> Account | Finding:
        taken = resolve(look.machine, world, player, line)
        if isinstance(taken, Miss):
            return _against(look, world, player, line)
        return legal(replace(look, state=world), taken) if _all_seen(look, world, taken) else _unknown(look, line)

    return _agreed(look, found) or _unknown(look, line)


def _against(look: Look, world: State, player: int | None, line: Line) -> Finding:
    """Explain what is against an answer. If it is none, but names a card that may lie elsewhere, nobody knows."""
    finding = whynot(look.machine, world, player, line, look.viewer)
    lie = [title for title in _unseen(look) if inside(normal(title), line.words)]
    return _unknown(look, line, f"where {lie[0]} lies") if finding.nothing and lie else finding


def _unseen(look: Look) -> list[str]:
    """Return the titles of the cards that may lie in several places for all that the viewer knows."""
    may = look.memory.may if look.memory is not None else {}
    return list(dict.fromkeys(look.lib.cards[card] for card in sorted(may) if len(may[card]) > 1))


def _unknown(look: Look, line: Line, what: str = "") -> Finding:
    who = player_name(-1 if look.viewer is None else look.viewer)
    told = f"{who} does not know {what}" if what else f"it depends on what {who} does not see"
    return Finding(UNKNOWN, line.text, (Why(told, "hidden"),))


def _agreed(look: Look, find: Callable[[State], Told]) -> Told | None:
    """Return what is found in all games that look the same to the viewer; None if it is not the same."""
    first: Told | None = None
    for world in _worlds(look):
        told = find(world)
        if first is None:
            first = told
        elif told.render() != first.render():
            return None
    return first


def _worlds(look: Look) -> Iterator[State]:
    assert look.viewer is not None and look.memory is not None
    for world in worlds(look.lib, look.state, look.memory, look.viewer, WORLDS):
        again(look.machine, world)  # the question as it is put there
        yield world


def _all_seen(look: Look, world: State, taken: Sequence[Taken]) -> bool:
    """Whether the viewer sees everything on which it rests that these answers are legal."""
    before = world
    for one in taken:
        if not _seen(look.machine, before, one, look.viewer):
            return False
        before = one.state
    return True


def _seen(machine: Machine, before: State, one: Taken, viewer: int | None) -> bool:
    if before.ask is None or one.forced:
        return True
    opt, value = option(machine.lib, before.ask, one.code)
    eyes, f = Eyes(machine.lib, before, viewer), list(before.frames[-1])
    if opt.guard is not None and eyes.value(opt.guard, f) is not True:
        return False
    if opt.of is None:
        return True
    among = eyes.value(opt.of, f)
    return value in (among.sure if isinstance(among, Partly) else () if unknown(among) else possibly(among))
