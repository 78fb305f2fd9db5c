"""Carry out moves one after another, also where somebody says what chance picks in one of them.

Chance decides by the generator in the state. So a move in which chance picks what it shall is found by trying: the move
is made from one seed after another. The seed is all that has to be kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from moot.dsl.notation.parts import Chance, Move

from ..kernel.machine import Machine
from ..kernel.names import listed, thing
from ..kernel.program import Library
from ..kernel.state import State, seeded
from .answers import Passed, Taken
from .playing import Stopped, do

SEEDS = 3000
"""Seeds after which it is taken that chance cannot pick this."""
ENOUGH = 50
"""Seeds after which it is taken that a move leaves no more to chance than was seen."""


@dataclass(frozen=True)
class Played:
    """The answers of one move; the last one's state is where it stops. `seed`: the seed from which chance decided, if
    somebody said what it picks."""

    taken: tuple[Taken, ...]
    seed: int | None = None


@dataclass
class _Seen:
    """What chance was seen to pick: the names for each place, and how many there were at most."""

    names: list[dict[str, None]] = field(default_factory=list)

    def add(self, picked: Sequence[str]) -> None:
        while len(self.names) < len(picked):
            self.names.append({})
        for there, name in zip(self.names, picked, strict=False):
            there[name] = None

    def why(self, picks: Chance) -> str:
        """Return why chance does not pick these."""
        if len(self.names) < len(picks.picks):
            many = {0: "nothing", 1: "one thing"}.get(len(self.names), f"{len(self.names)} things")
            return f"chance picks {many} in this line, not {listed(picks.picks)}"
        for wanted, there in zip(picks.picks, self.names, strict=False):
            if wanted.lower() not in map(str.lower, there):
                *some, last = sorted(there, key=lambda name: (len(name), name))[:12]
                among = f"{', '.join(some)} or {last}" if some else f"only {last}"
                return f"chance picks {among} here, not {wanted}"
        return f"chance does not pick {listed(picks.picks)} in {SEEDS:,} tries"


def play(
    machine: Machine,
    state: State,
    moves: Sequence[Move],
    viewer: int | None = None,
    before: Sequence[Passed] = (),
) -> Iterator[tuple[Move, Played | Stopped]]:
    """Yield each move and what it does, one after another, up to the first that cannot be carried out. Somebody who
    looks as a player (`viewer`) answers for that player only, and does not say what chance picks. `before`: the single
    answers just given without a question, which the first move may name."""
    picks: Chance | None = None
    for move in moves:
        if isinstance(move, Chance):
            picks = move
            continue
        played = _one(machine, state, move, viewer, picks, before)
        yield move, played
        if isinstance(played, Stopped):
            return
        picks = None
        if played.taken:
            state, before = played.taken[-1].state, played.taken[-1].unsaid
    if picks is not None:
        yield picks, Stopped(f"the line in which {picks.text} should follow: `{picks.text}; p1 …`")


def _one(
    machine: Machine,
    state: State,
    move: Move,
    viewer: int | None,
    picks: Chance | None,
    before: Sequence[Passed],
) -> Played | Stopped:
    if picks is not None:
        return _by_chance(machine, state, picks, move, viewer)
    taken = do(machine, state, move, viewer, before)
    return taken if isinstance(taken, Stopped) else Played(taken)


def _by_chance(machine: Machine, state: State, picks: Chance, move: Move, viewer: int | None) -> Played | Stopped:
    """Carry out a move in which chance picks what it shall."""
    if viewer is not None:
        return Stopped("who looks as a player cannot say what chance picks: type `as nobody` first")
    wanted, seen = [pick.lower() for pick in picks.picks], _Seen()
    for seed in range(SEEDS):
        tried = state.clone()
        tried.rng = seeded(seed)
        taken = do(machine, tried, move)
        if isinstance(taken, Stopped):
            return taken
        picked = [name for one in taken for name in _picked(machine.lib, one)]
        if [name.lower() for name in picked[: len(wanted)]] == wanted:
            return Played(taken, seed)
        seen.add(picked)
        if seed >= ENOUGH and len(seen.names) < len(wanted):
            break
    return Stopped(seen.why(picks))


def _picked(lib: Library, taken: Taken) -> Iterator[str]:
    """Yield the names of what chance picked on the way, one by one."""
    for event in taken.events:
        if event.kind == "random":
            chosen, _, sort = event.data
            yield from (_name(lib, taken.state, sort, one) for one in chosen)


def _name(lib: Library, state: State, sort: str, one: Any) -> str:
    return lib.cards[one] if sort == "card" else thing(lib, state, sort, one)
