"""Change a position in the middle of a game: other facts, or another player's turn.

Whose turn it is is no cell that could be set. A turn that comes later is gone on to: those before it are passed over as
where a position begins, so that whoever was called is revealed. For an earlier one the present position is written down
without what ends with the turn that is running, and is posed again where the other turn begins.
"""

from __future__ import annotations

from collections.abc import Sequence

from moot.dsl import ir
from moot.dsl.notation import read_facts
from moot.dsl.notation.parts import Acts, Fact, Remembers

from ..kernel.events import Event
from ..kernel.machine import Machine
from ..kernel.names import listed, player_name
from ..kernel.program import Library
from ..kernel.state import State
from ..sets.card_set import CardSet
from ..sets.cast import Cast
from .behind import behind_text, copies_text
from .given_text import given_text, setup_text
from .lookup import Impossible, in_game, player_of
from .position import add, first_given, pass_to, pose


def change(machine: Machine, set_: CardSet, state: State, facts: Sequence[Fact]) -> tuple[State, tuple[Event, ...]]:
    """Return a copy of the state in which more facts are true, and what happens from there to the next question. Raises
    `Impossible`."""
    others = [fact for fact in facts if not isinstance(fact, Acts)]
    if any(isinstance(fact, Remembers) for fact in facts):
        raise Impossible("what a player remembers can be said only where a position begins")
    then = add(machine, set_, state, others)
    acts = next((fact for fact in facts if isinstance(fact, Acts)), None)
    return (then, ()) if acts is None else _turned(machine, set_, then, acts)


def _turned(machine: Machine, set_: CardSet, state: State, acts: Acts) -> tuple[State, tuple[Event, ...]]:
    """Return the state in which the turn of a player has just begun, and what happened in it so far."""
    assert set_.game is not None
    lib = machine.lib
    phase = _turn(lib)
    about = _whose(lib, state, phase, acts)
    before = _without(lib, state, phase)
    later = _gone_on(machine, set_.game, before, phase, acts)
    if later is not None:
        return later
    titles = tuple(dict.fromkeys(lib.cards[c] for c in in_game(lib, state)))
    cast = Cast("", state.m[lib.players_cell], 1, set_.numbers(titles), titles)
    text = [
        f"{setup_text(set_, cast)}, at the start of the {phase} of {about}, nothing else",
        *given_text(lib, set_.game, before), *behind_text(lib, set_.game, before),
        *copies_text(lib, before), f"chance stands at {before.rng:x}",
    ]  # fmt: skip
    facts, faults = read_facts([(line, 0) for line in text], set_.words, "", True)
    setup = first_given(facts)
    if faults or setup is None:
        raise Impossible("this position cannot be said in words")
    posed = pose(machine, set_, setup, facts)
    return posed.state, posed.events


def _gone_on(
    machine: Machine, game: ir.Game, state: State, phase: str, acts: Acts
) -> tuple[State, tuple[Event, ...]] | None:
    """Return the state in which the turn of a player comes later, with the turns before it passed over as where a
    position begins, and what happened on the way; None if it does not come before somebody else is asked."""
    lib, there, events = machine.lib, state.clone(), list[Event]()
    program, cell = lib.phases[phase]
    depth = next((i for i, f in enumerate(there.frames) if f[0] == program), None)
    if depth is None or lib.position is None or lib.position.passed != program:
        return None
    del there.frames[depth:]
    there.ask, there.m[cell] = None, 0
    try:
        pass_to(machine, game, there, (), acts, events)
    except Impossible:
        return None
    machine.run(there, events)
    return there, tuple(events)


def _turn(lib: Library) -> str:
    """Return the phase that is the turn of a player, or of a card that a player has."""
    about = {name: _sort(lib, name) for name in lib.phases}
    passed = lib.position.passed if lib.position is not None else None
    found = [name for name, (program, _) in lib.phases.items() if program == passed and about[name]]
    found = found or [name for name, sort in about.items() if sort == "player"]
    if len(found) != 1:
        raise Impossible("this game has no phase that is the turn of a player")
    return found[0]


def _sort(lib: Library, phase: str) -> str:
    program = lib.programs[lib.phases[phase][0]]
    return program.names[0][1] if program.params and program.names else ""


def _whose(lib: Library, state: State, phase: str, acts: Acts) -> str:
    """Return what the turn of a player is about, in words."""
    player = player_of(state, lib, acts.seat)
    if _sort(lib, phase) == "player":
        return player_name(player)
    dealt = lib.position.dealt if lib.position is not None else ()
    held = [lib.cards[c] for _, base in dealt for c in state.z[base + player]]
    if acts.title is not None and acts.title not in held:
        raise Impossible(f"p{acts.seat.number} is {listed(held) if held else 'nobody'}, not {acts.title}")
    if acts.title is None and len(held) != 1:
        said = f"is {listed(held)}: say as which of them" if held else "has no such card"
        raise Impossible(f"p{acts.seat.number} {said}")
    return acts.title or held[0]


def _without(lib: Library, state: State, phase: str) -> State:
    """Return a copy of the state without what ends with a phase."""
    then = state.clone()
    for ins in lib.programs[lib.phases[phase][0]].code:
        if ins.op == "clear":
            for first, end in ins.args[0]:
                then.m[first:end] = [0] * (end - first)
    then.lasting = tuple(rule for rule in then.lasting if rule[1] != lib.until.get(phase))
    return then
