"""Pose a position: turn the facts of a `given` into a game.

The game's own text does the work. A game with the right cards is played from the seed to where positions begin (the
`position` block of the game file, or the place that the `given` names). On the way players take the cards that they
should have, where that is possible. Then the stated facts are made true. Phases before the first actor's are passed
over: a phase that asks nobody anything is run, and any other is replaced by what the game says it leaves behind.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from moot.dsl import ir
from moot.dsl.notation import Vocabulary, read_moves
from moot.dsl.notation.parts import (
    Acts,
    Answer,
    Cards,
    Counter,
    Done,
    Fact,
    Given,
    Holds,
    Marked,
    Ruling,
    Seat,
    Setup,
    ValueIs,
    When,
    named,
)

from ..kernel.evaluate import frame, owner_of
from ..kernel.events import Event
from ..kernel.machine import Machine, Stop, answer_question, blank, option
from ..kernel.program import Library
from ..kernel.state import State, advance, below, seeded
from ..sets.card_set import CardSet
from ..sets.cast import Cast
from .casting import cast_of
from .declaring import brings, check, declarers
from .lookup import Impossible, in_game
from .placing import place
from .standing import said, settle, stand, target
from .words import normal

MOST_ANSWERS = 5000
"""Answers after which a position that does not come about is given up."""
DRAFTS = 6
"""How often the cards are dealt anew to come nearer to what is wanted."""

__all__ = ["Impossible", "Posed", "add", "cast_of", "first_actor", "pose", "start"]


@dataclass(frozen=True)
class Posed:
    """A position: its state, how it came about, and the events from there to the first question."""

    state: State
    cast: Cast
    events: tuple[Event, ...] = ()


# ---- play to where positions begin ------------------------------------------------


def _at(machine: Machine, begin: tuple[str, str | None] | None) -> Stop | None:
    """Return a test on frames for where a position begins; None for the very start of the game."""
    lib = machine.lib
    if begin is not None:
        phase, step = begin
        program = lib.phases[phase][0]
        if step is not None:
            if (phase, step) not in lib.step_pcs:
                raise Impossible(f"the {phase} has no step {step}")
            return lambda f: f[0] == program and f[1] == lib.step_pcs[phase, str(step)]
        return None if program == lib.main else lambda f: f[0] == program and f[1] == 0
    if lib.position is None:
        return None
    target = lib.position.frames[-1]
    return lambda f: (f[0], f[1]) == target


class _Dice:
    """Random numbers that are not the game's own: they deal what the text leaves open."""

    def __init__(self, seed: int) -> None:
        self.rng = seeded(seed)

    def below(self, n: int) -> int:
        """Return a random number from 0 to `n` - 1."""
        self.rng = advance(self.rng)
        return below(self.rng, n)


def _reach(machine: Machine, state: State, stop: Stop, wanted: Mapping[int, int], dice: _Dice, begin: str) -> None:
    """Play until `stop` with random answers. Players take the cards they should have (`wanted`: card -> player), and
    leave those of others."""
    for _ in range(MOST_ANSWERS):
        if machine.watch(state, stop=stop):
            return
        question = state.ask
        if question is None:
            raise Impossible(f"the game never reaches {begin}")
        ranked: dict[int, list[int]] = {}
        for code in question.answers:
            opt, value = option(machine.lib, question, code)
            who = wanted.get(value) if opt.sort == "card" else None
            ranked.setdefault(1 if who is None else 0 if who == question.player else 2, []).append(code)
        best = ranked[min(ranked)]
        answer_question(machine.lib, state, best[dice.below(len(best))])
    raise Impossible(f"the game does not reach {begin}")


def _singles(machine: Machine, state: State) -> None:
    """Give each single marker to player 1; a fact of the position may move it."""
    for decl in machine.lib.marks:
        if decl.single and decl.bearer == "player" and any(state.m[decl.base : decl.base + decl.span]):
            state.m[decl.base : decl.base + decl.span] = [1] + [0] * (decl.span - 1)


def _entered(machine: Machine) -> Stop:
    """Return a test for the first phase that runs inside the game: at that point set-up is over."""
    inner = {program for program, _ in machine.lib.phases.values()} - {machine.lib.main}
    return lambda f: f[0] in inner and f[1] == 0


def start(machine: Machine, set_: CardSet, cast: Cast) -> State:
    """Make a game in which nothing has happened yet."""
    return blank(machine.lib, cast.players, cast.seed, cast.cards)


def pose(
    machine: Machine, set_: CardSet, setup: Setup, facts: Sequence[Fact], wanted: Sequence[str] = (),
    first: Acts | None = None,
) -> Posed:  # fmt: skip
    """Build a position and run it to its first question. `wanted`: all cards that are named. `first`: the player who
    acts first. Raises `Impossible`."""
    assert set_.game is not None
    brought = {t: word for t, word in declarers(set_.game, facts).items() if t not in setup.removed}
    try:
        cast = cast_of(set_, setup, list(dict.fromkeys((*wanted, *brought))))
    except Impossible as reason:
        raise reason.with_remark(brings(brought, wanted)) from None
    check(set_.game, facts, cast.titles)
    first = next((f for f in facts if isinstance(f, Acts)), first)
    if setup.about is not None or setup.exact:
        return _stood(machine, set_, setup, cast, facts)
    state = _begin(machine, set_, setup, cast, facts)
    place(machine.lib, set_.game, state, facts, refill=True)
    events: list[Event] = []
    if setup.begin is None:
        state = _become_true(machine, state, events)
    if setup.begin is None and first is not None and machine.lib.position is not None:
        pass_to(machine, set_.game, state, facts, first, events)
    machine.run(state, events)
    return Posed(state, cast, tuple(events))


def _stood(machine: Machine, set_: CardSet, setup: Setup, cast: Cast, facts: Sequence[Fact]) -> Posed:
    """Build a position that stands in the middle of a phase, or in which nothing else is so than what is stated."""
    assert set_.game is not None
    events: list[Event] = []
    if setup.begin is None:
        state = _begin(machine, set_, setup, cast, facts)
    else:
        state = standing(machine, set_, setup, cast, facts)
    settle(machine, set_.game, state, setup, facts)
    machine.run(state, events)
    return Posed(state, cast, tuple(events))


def standing(machine: Machine, set_: CardSet, setup: Setup, cast: Cast, facts: Sequence[Fact]) -> State:
    """Return a game that has come to the moment at which a position stands. Raises `Impossible` if it does not."""
    assert set_.game is not None
    target(machine.lib, start(machine, set_, cast), setup)
    main = next(name for name, (program, _) in machine.lib.phases.items() if program == machine.lib.main)
    for begin in (None, (main, None)):  # where positions begin; else the very start
        state = _begin(machine, set_, replace(setup, begin=begin, about=None), cast, facts)
        found = stand(machine, set_.game, state, setup, facts if begin is None else ())
        if found is not None:
            return found
    raise Impossible(f"the game does not come to {said(setup)} in this position")


def _begin(machine: Machine, set_: CardSet, setup: Setup, cast: Cast, facts: Sequence[Fact]) -> State:
    """Play to the moment where positions begin, before any fact is made true."""
    assert set_.game is not None
    stop = _at(machine, setup.begin)
    state = start(machine, set_, cast)
    if stop is None:
        machine.run(state)
        return state
    wanted = _dealt(machine, facts)
    name = "where positions begin" if setup.begin is None else " ".join(x for x in setup.begin if x)
    entered = _entered(machine)
    if machine.watch(state, stop=lambda f: entered(f) or stop(f)) and not stop(state.frames[-1]):
        _singles(machine, state)
        singles = [f for f in facts if isinstance(f, Marked) and set_.game.markers[f.mark].single]
        place(machine.lib, set_.game, state, singles)
    best: tuple[int, State] | None = None
    for attempt in range(DRAFTS):
        tried = state.clone()
        if attempt:
            tried.rng = advance(seeded(cast.seed * 1009 + attempt))
        _reach(machine, tried, stop, wanted, _Dice(cast.seed * 1009 + attempt), name)
        wrong = sum(1 for card, player in wanted.items() if owner_of(machine.lib, tried, card) != player)
        if best is None or wrong < best[0]:
            best = (wrong, tried)
        if wrong == 0:
            break
    assert best is not None
    return best[1]


def _dealt(machine: Machine, facts: Sequence[Fact]) -> dict[int, int]:
    """Return the player who should be dealt each card."""
    lib = machine.lib
    return {
        lib.cards.index(title): fact.seat.number - 1
        for fact in facts
        if isinstance(fact, Holds)
        for title in fact.titles
        if title in lib.cards
    }


def _become_true(machine: Machine, state: State, events: list[Event]) -> State:
    """Return the state after what happens as soon as something is so that the position says. What asks somebody waits
    for the next change."""
    position = machine.lib.position
    depth = len(state.frames)
    for number in position.soon if position is not None else ():
        program, there, happened = machine.lib.programs[number], state.clone(), list[Event]()
        there.frames.append(frame(program.id, program.slots))
        if machine.watch(there, happened, _over(there, depth)):
            state = there
            events += happened
    return state


def _over(state: State, depth: int) -> Stop:
    return lambda f: len(state.frames) <= depth


# ---- pass over those who come before ------------------------------------------------


def pass_to(
    machine: Machine, game: ir.Game, state: State, facts: Sequence[Fact], first: Acts, events: list[Event]
) -> None:
    """Play to the phase in which the first actor acts, and to the first question in it. Raises `Impossible`."""
    lib = machine.lib
    position = lib.position
    assert position is not None
    if position.passed is None:
        if any(isinstance(fact, Acts) for fact in facts):
            raise Impossible(
                "a position of this game cannot say who acts first: its `position` block needs a line such as "
                "`passed turn of taker: nothing`"
            )
        return
    fleeting = _fleeting(game, facts)
    passed = position.passed
    while machine.watch(state, events, lambda f: f[0] == passed and f[1] == 0):
        part = int(state.frames[-1][2])  # type: ignore[call-overload]
        whose = part if _of_players(game) else owner_of(lib, state, part)
        titled = first.title is None or not _of_players(game) and first.title == lib.cards[part]
        if whose == first.seat.number - 1 and titled and _asks(machine, state):
            place(lib, game, state, fleeting)
            _after(machine, game, state, fleeting, events)
            return
        _pass_one(machine, state, part, whose, events)
    raise Impossible(f"{first.title or f'p{first.seat.number}'} does not get to act in this position")


def _of_players(game: ir.Game) -> bool:
    """Whether the phase that is passed over is the turn of a player, and not of a card."""
    position = game.position
    param = game.phases[position.passed].param if position is not None and position.passed is not None else None
    return param is not None and param.type.sort == "player"


def _asks(machine: Machine, state: State) -> bool:
    """Whether anybody is asked anything before the innermost frame is done."""
    trial = state.clone()
    depth = len(trial.frames)
    return not machine.watch(trial, stop=lambda f: len(trial.frames) < depth) and trial.ask is not None


def _pass_one(machine: Machine, state: State, part: int, whose: int, events: list[Event]) -> None:
    """Pass over one phase: run it if it asks nobody anything, else replace it by what the game says it leaves behind.
    `whose`: the player whose it is, -1 for nobody."""
    lib = machine.lib
    assert lib.position is not None
    depth = len(state.frames)
    if not _asks(machine, state):
        machine.watch(state, events, lambda f: len(state.frames) < depth)
        return
    state.frames.pop()
    if lib.position.leaves is not None and whose >= 0:
        program = lib.programs[lib.position.leaves]
        state.frames.append(frame(program.id, program.slots, (part,)))
        machine.watch(state, events, lambda f: len(state.frames) < depth)


def _fleeting(game: ir.Game, facts: Sequence[Fact]) -> list[Fact]:
    """Return the facts about things that do not outlast a phase: they hold at the moment at which the first actor
    acts."""
    found: list[Fact] = []
    for fact in facts:
        if isinstance(fact, Done) or _until(game, fact) not in (None, "game"):
            found.append(fact)
    return found


def _until(game: ir.Game, fact: Fact) -> str | None:
    """Return the phase at whose end it is over what a fact says; None if it lasts."""
    match fact:
        case Counter() | Marked():
            return game.markers[fact.mark].until
        case ValueIs() if fact.form == "value":
            memory = game.values[fact.name].memory
            return None if memory is None else memory.until
        case _:
            return None


def _after(machine: Machine, game: ir.Game, state: State, fleeting: Sequence[Fact], events: list[Event]) -> None:
    """Run to the first question, and make sure that fleeting facts still hold there."""
    machine.run(state, events)
    if fleeting and state.ask is not None:
        place(machine.lib, game, state, fleeting)
        again(machine, state, events)


def again(machine: Machine, state: State, events: list[Event] | None = None) -> None:
    """Ask the pending question again after something was changed by hand."""
    if state.ask is not None:
        state.ask = None
        machine.run(state, events)


def add(machine: Machine, set_: CardSet, state: State, facts: Sequence[Fact]) -> State:
    """Return a copy of the state in which more facts are true, and what comes about as soon as they are."""
    assert set_.game is not None
    then = state.clone()
    _dealt_before(machine.lib, then, facts)
    check(set_.game, facts, (machine.lib.cards[c] for c in in_game(machine.lib, then)))
    place(machine.lib, set_.game, then, facts)
    if then.ask is not None:
        then.ask = None
        then = _become_true(machine, then, [])
        machine.run(then)
    return then


def _dealt_before(lib: Library, state: State, facts: Sequence[Fact]) -> None:
    """Raise `Impossible` if a change deals cards of a kind while a phase about such a card is running, and does not say
    whose that card is."""
    dealt = {base for _, base in lib.position.dealt} if lib.position is not None else set()
    zones = {decl.name for decl in lib.zones if decl.base in dealt}
    said = {title for fact in facts if isinstance(fact, Holds) for title in fact.titles}
    for fact in facts:
        if not isinstance(fact, Holds) and not (isinstance(fact, Cards) and fact.place.zone in zones):
            continue
        for name, (program, at) in lib.phases.items():
            sorts = lib.programs[program].names[:1]
            if state.m[at] > 0 and lib.programs[program].params and sorts and sorts[0][1] == "card":
                card = lib.cards[state.m[at] - 1]
                if card in said:
                    continue
                raise Impossible(f"who is what is settled before the {name} of {card}, which is running")


# ---- who acts first ------------------------------------------------


def first_actor(ruling: Ruling, facts: Sequence[Fact]) -> Acts | None:
    """Return who acts first: the player of the first line that is played, with the card that the line names, if he has
    it."""
    for fact in facts:
        if isinstance(fact, Acts):
            return fact
    for move in _moves(ruling):
        if not isinstance(move, Answer):
            return None
        held = [t for f in facts if isinstance(f, Holds) and f.seat == move.seat for t in f.titles]
        words = normal(move.words)
        title = None
        if len(held) > 1:
            title = next((t for t in held if _begins(words, normal(t))), None)
        return Acts(seat=Seat(move.seat.number), title=title)
    return None


def first_in(facts: Sequence[Fact], line: str, words: Vocabulary, players: int) -> Acts | None:
    """Return who acts first in a position according to a line that is played in it, if the position leaves that
    open."""
    moves, faults = read_moves([(line, 0)], words, "")
    if faults or any(isinstance(f, Acts) for f in facts):
        return None
    acts = first_actor(Ruling("", "", (), "", None, (Given(facts=tuple(facts)), When(moves=moves))), facts)
    return acts if acts is not None and acts.seat.number <= players else None


def _begins(words: Sequence[str], title: Sequence[str]) -> bool:
    return any(tuple(words[i : i + len(title)]) == tuple(title) for i in range(len(words) - len(title) + 1))


def _moves(ruling: Ruling) -> Iterator[object]:
    for part in ruling.parts:
        if isinstance(part, When):
            yield from part.moves


def _said_anew(fact: Fact, later: Sequence[Fact]) -> bool:
    """Whether a later `given` is about the same place."""
    return isinstance(fact, Cards) and any(isinstance(f, Cards) and f.place == fact.place for f in later)


def first_given(facts: Sequence[Fact]) -> Setup | None:
    """Return the line that says how many play."""
    return next((f for f in facts if isinstance(f, Setup)), None)


def pose_ruling(machine: Machine, set_: CardSet, ruling: Ruling, default_players: int | None = None) -> Posed:
    """Return the position in which a ruling begins: its first `given` lines, up to the first line that is played."""
    facts: list[Fact] = []
    everything: list[Fact] = []
    begun = False
    for part in ruling.parts:
        if isinstance(part, Given):
            everything.extend(part.facts)
            if not begun:
                facts = [f for f in facts if not _said_anew(f, part.facts)] + list(part.facts)
        elif facts:
            begun = True
    setup = first_given(facts)
    if setup is None:
        if default_players is None:
            raise Impossible("the number of players is missing")
        setup = Setup(players=default_players)
    setup = replace(setup, added=tuple(setup.added))
    wanted = [t for t in dict.fromkeys(named(tuple(everything))) if t not in setup.removed]
    return pose(machine, set_, setup, facts, wanted, first_actor(ruling, facts))
