"""Runs the programs of a library, one instruction after another, from question to question: the reference machine.

It defines what programs mean. `run` goes on until a player must decide or the game is over; `apply` gives the answer
and runs on. What is half done is in the state's frames, never on Python's stack, so at every question the state can be
copied, saved and compared. If a `Fault` is raised, the state is left where the fault was found, for inspection; to go
on afterwards, keep a clone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, NoReturn

from .bounds import LOOKED_AHEAD, TICKS, TRIES, round_and_round, too_deep
from .changes import CHANGES, Run, origins, winners
from .evaluate import Frame, apply, as_set, evaluate, frame
from .events import Event
from .executor import Executor, asked
from .faults import ENDLESS, Fault, Stuck
from .known import apart, named
from .names import lies_apart
from .program import Ask, Library, Opt, Origin
from .state import GROUP, Question, State, code, seeded

FRAMES = -1  # the frames have changed: go on with the innermost
STOP = -2  # a question is pending, or the game is over
ENOUGH = -3  # the trial has reached its goal

Step = Callable[[Run, tuple[Any, ...], Frame, int], int]


# ---- control: where a program goes on ---------------------------------------------------------------------------


def _let(r: Run, a: tuple[Any, ...], f: Frame, pc: int) -> int:
    f[a[0] + 2] = evaluate(r, a[1], f)
    return pc + 1


def _jump(r: Run, a: tuple[Any, ...], f: Frame, pc: int) -> int:
    return int(a[0])


def _unless(r: Run, a: tuple[Any, ...], f: Frame, pc: int) -> int:
    return pc + 1 if evaluate(r, a[0], f) else int(a[1])


def _next(r: Run, a: tuple[Any, ...], f: Frame, pc: int) -> int:
    things, at = as_set(f[a[0] + 2]), f[a[1] + 2]
    if at >= len(things):
        return int(a[3])
    tick(r)
    f[a[2] + 2] = things[at]
    f[a[1] + 2] = at + 1
    return pc + 1


def _call(r: Run, a: tuple[Any, ...], f: Frame, pc: int) -> int:
    args = tuple([evaluate(r, e, f) for e in a[1:]])
    f[1] = pc + 1
    _push(r, a[0], args, (f[0], pc) in r.index.bounds.inner)
    return FRAMES


def _use(r: Run, a: tuple[Any, ...], f: Frame, pc: int) -> int:
    """Begin the program of an ability. Its arguments are the ability's card and the player who uses it."""
    f[1] = pc + 1
    ability = r.lib.abilities[f[a[0] + 2]]
    user = -1
    if ability.you is not None:
        user = evaluate(r, ability.you, frame(-1, max(ability.slots, 2)))
    _push(r, ability.program, (ability.card, user), (f[0], pc) in r.index.bounds.inner)
    return FRAMES


def _push(r: Run, program: int, args: tuple[Any, ...], inner: bool) -> None:
    """Begin a program. `inner`: it may already be running, and so could run inside itself without end. One that cannot
    is counted, and judged at the next tick."""
    if inner:
        tick(r)
        if too_deep(r.lib, r.s):
            raise round_and_round(r.lib, r.s, r.index.bounds.clauses)
    else:
        r.s.work += 1
    p = r.lib.programs[program]
    r.s.frames.append(frame(program, p.slots, args[: p.params]))


def _ret(r: Run, a: tuple[Any, ...], f: Frame, pc: int) -> int:
    r.s.frames.pop()
    return FRAMES


def _leave(r: Run, a: tuple[Any, ...], f: Frame, pc: int) -> int:
    tick(r)
    frames = r.s.frames
    depth = _innermost(r.s, a[0])
    if depth is None:
        raise Fault(f"`{r.lib.programs[a[0]].name}` cannot be left: it is not under way", origins(r))
    del frames[depth + 1 :]
    frames[depth][1] = a[1]
    return FRAMES


def _innermost(s: State, program: int) -> int | None:
    return next((d for d in range(len(s.frames) - 1, -1, -1) if s.frames[d][0] == program), None)


def _win(r: Run, a: tuple[Any, ...], f: Frame, pc: int) -> int:
    who = winners(r, a, f)
    r.commit("win", (who,), [("over", 0, r.s.over, who)])
    r.s.frames.clear()
    return STOP


def _goal(r: Run, a: tuple[Any, ...], f: Frame, pc: int) -> int:
    return ENOUGH if r.trying and len(r.s.frames) == r.floor + 1 else pc + 1


def _hopeless(r: Run, a: tuple[Any, ...], f: Frame, pc: int) -> int:
    if r.trying:
        raise Stuck("this cannot be done wholly", origins(r))
    return pc + 1


def _change(change: Callable[[Run, tuple[Any, ...], Frame], None]) -> Step:
    def step(r: Run, a: tuple[Any, ...], f: Frame, pc: int) -> int:
        change(r, a, f)
        return pc + 1

    return step


# ---- questions ------------------------------------------------------------------------------------------------------


def answers(r: Run, ask: Ask, f: Frame) -> tuple[int, ...]:
    """Return every answer to a question, before any look-ahead: groups in order, candidates in the order of their
    set."""
    found: list[int] = []
    for group, opt in enumerate(ask.options):
        if opt.guard is not None and not evaluate(r, opt.guard, f):
            continue
        if opt.of is None:
            found.append(code(group))
            continue
        things = as_set(evaluate(r, opt.of, f))
        if opt.anywhere:
            things = tuple(named(r.lib, r.s, things, evaluate(r, ask.player, f)))
        elif opt.dedupe:
            things = _apart(r, things) if opt.sort == "ability" else tuple(distinct(r, things))
        found += [code(group, x) for x in things]
    return tuple(found)


def distinct(r: Run, cards: tuple[int, ...]) -> list[int]:
    """Return the cards without those that look like an earlier one: same title, same zone, same markers, and nothing
    lying on either."""
    s, kept, seen = r.s, [], set()
    for card in cards:
        if not (any(s.z[zone] for zone in r.index.card_zones[card]) or lies_apart(r.lib, s, card)):
            look = (r.lib.definition[card], s.w[card], tuple([s.m[cell] for cell in r.index.card_cells[card]]))
            if look in seen:
                continue
            seen.add(look)
        kept.append(card)
    return kept


def _apart(r: Run, abilities: tuple[int, ...]) -> tuple[int, ...]:
    return apart(r.lib, abilities, lambda cards: distinct(r, cards))


def _ask(r: Run, a: tuple[Any, ...], f: Frame, pc: int) -> int:
    ask: Ask = a[0]
    offered = answers(r, ask, f)
    if ask.lookahead is not None and not r.trying and offered:
        offered = _ahead(r, ask.lookahead, pc, offered, ask.chain)
    if not offered:
        if ask.none is None:
            raise Stuck("there is nothing left to choose", origins(r))
        return ask.none
    if ask.auto and len(offered) == 1:
        return take(f, ask, offered[0])
    player = evaluate(r, ask.player, f)
    if player == -1:
        raise Fault("there is nobody to decide this", origins(r))
    r.s.ask = Question(player, f[0], pc, offered)
    return STOP


def _ahead(r: Run, program: int, pc: int, offered: tuple[int, ...], chain: bool) -> tuple[int, ...]:
    """Return those answers after which the program under way can still reach its end. In a chain of picks the first
    answer of group 0 stands for all of that group, as in a trial."""
    depth = _innermost(r.s, program)
    if depth is None:
        return offered
    kept: list[int] = []
    left = [LOOKED_AHEAD]
    first = offered[0]
    for answer in offered:
        if chain and answer != first and answer < GROUP and first < GROUP:
            if first in kept:
                kept.append(answer)
            continue
        copy = r.s.clone()
        f = copy.frames[-1]
        f[1] = take(f, r.lib.programs[f[0]].code[pc].args[0], answer)  # type: ignore[call-overload]
        if reachable(r.lib, copy, depth, left):
            kept.append(answer)
    return tuple(kept)


def option(lib: Library, question: Question, answer: int) -> tuple[Opt, int]:
    """Return the option to which an answer belongs, and the thing chosen (-1: none)."""
    group, value = divmod(answer, GROUP)
    ask: Ask = lib.programs[question.program].code[question.pc].args[0]
    return ask.options[group], value - 1


def take(f: Frame, ask: Ask, answer: int) -> int:
    """Bind what was chosen, and return where the program goes on."""
    group, value = divmod(answer, GROUP)
    opt = ask.options[group]
    if opt.slot is not None:
        f[opt.slot + 2] = value - 1
    return opt.goto


STEPS: dict[str, Step] = {
    "let": _let, "jump": _jump, "unless": _unless, "next": _next, "call": _call, "use": _use, "ret": _ret,
    "ask": _ask, "leave": _leave, "win": _win, "goal": _goal, "hopeless": _hopeless,
    **{name: _change(change) for name, change in CHANGES.items()},
}  # fmt: skip


# ---- running --------------------------------------------------------------------------------------------------------


class Ended(Enum):
    """Why a run ended: no more frames than asked for are left, the game is over, or a trial has reached its goal; a
    player is asked; or it was told to stop."""

    DONE = "done"
    ASKED = "asked"
    STOPPED = "stopped"


Stop = Callable[[Frame], bool]
"""Called with the innermost frame before each instruction; returns whether to stop there."""
Observe = Callable[[Frame, int, int], None]
"""Called after each instruction with the frame, the place of the instruction, and the place where the program goes on
(below 0: not in this frame)."""


def go(r: Run, floor: int = 0, stop: Stop | None = None, observe: Observe | None = None) -> Ended:
    """Run to the next question, until no more than `floor` frames are left, or until `stop` says so."""
    s, programs, heads = r.s, r.lib.programs, r.index.bounds.heads
    frames = s.frames
    r.floor = floor
    try:
        while len(frames) > floor:
            f: Frame = frames[-1]
            instructions, counted = programs[f[0]].code, heads[f[0]]
            pc: int = f[1]
            while pc >= 0:
                f[1] = pc
                if stop is not None and stop(f):
                    return Ended.STOPPED
                if pc in counted:
                    tick(r)
                ins = instructions[pc]
                to = STEPS[ins.op](r, ins.args, f, pc)
                if observe is not None:
                    observe(f, pc, to)
                pc = to
            if pc == STOP:
                return Ended.ASKED if s.over is None else Ended.DONE
            if pc == ENOUGH:
                return Ended.DONE
    except RecursionError:
        raise Fault(ENDLESS, origins(r)) from None
    if not frames and s.over is None:
        r.commit("win", ((),), [("over", 0, None, ())])
    return Ended.DONE


def tick(r: Run) -> None:
    """Count a tick. Raises `Fault` after too many ticks without a question: the resolution has no end."""
    r.s.work += 1
    if r.s.work > TICKS:
        _endless(r)


def _endless(r: Run) -> NoReturn:
    """Watch the resolution a little longer, then raise a `Fault` that names the lines it goes through."""
    r.s.work = 0
    names: dict[str, None] = {}
    lines: dict[Origin, None] = {}
    left = iter(range(1000))

    def stop(f: Frame) -> bool:
        program = r.lib.programs[f[0]]
        names[program.name] = None
        where = program.code[f[1]].origin or program.origin
        if where is not None:
            lines[where] = None
        return next(left, None) is None

    go(r, r.floor, stop)
    raise Fault(f"this never ends: {' → '.join(list(names)[:12])}", tuple(lines)[:12])


def _worth_trying(lib: Library, question: Question) -> tuple[int, ...]:
    """Return the answers that are tried. Cards of one multi-pick count as alike: only how many are taken is tried."""
    ask: Ask = lib.programs[question.program].code[question.pc].args[0]
    offered = question.answers
    return offered[:1] + tuple(x for x in offered[1:] if x >= GROUP) if ask.chain else offered


def reachable(lib: Library, s: State, floor: int, shared: list[int]) -> bool:
    """Return whether some sequence of answers leads to no more than `floor` frames. The search is depth first and uses
    up the state. `shared`: how many answers may still be tried, by this trial and by later ones."""
    left = min(TRIES, shared[0])

    def advance(state: State) -> bool | Iterator[tuple[State, int]]:
        try:
            if go(Run(lib, state, attempt_with(lib), None, True), floor) is Ended.DONE:
                return True
        except Stuck:
            return False
        question = state.ask
        assert question is not None
        return iter([(state, answer) for answer in _worth_trying(lib, question)])

    first = advance(s)
    if isinstance(first, bool):
        return first
    open_ = [first]
    while open_:
        branch = next(open_[-1], None)
        if branch is None:
            open_.pop()
            continue
        if left == 0:
            return False
        left -= 1
        shared[0] -= 1
        state, answer = branch
        copy = state.clone()
        answer_question(lib, copy, answer)
        result = advance(copy)
        if result is True:
            return True
        if not isinstance(result, bool):
            open_.append(result)
    return False


def attempt_with(lib: Library) -> Callable[[State, int, tuple[Any, ...]], bool]:
    """Return the function with which expressions try a program: on a copy of the current state."""

    def attempt(s: State, program: int, args: tuple[Any, ...]) -> bool:
        copy = s.clone()
        copy.ask = None
        floor = len(copy.frames)
        p = lib.programs[program]
        copy.frames.append(frame(program, p.slots, args))
        return reachable(lib, copy, floor, [TRIES])

    return attempt


def answer_question(lib: Library, s: State, answer: int) -> None:
    """Take an answer without running on. The caller has checked that it is offered (`executor.asked`)."""
    question = s.ask
    assert question is not None
    f: Frame = s.frames[-1]
    f[1] = take(f, lib.programs[question.program].code[question.pc].args[0], answer)
    s.ask = None
    s.work = 0


class Machine(Executor):
    """The reference executor of a library. It alone keeps a record of events, and can be watched."""

    def __init__(self, lib: Library) -> None:
        self.lib = lib
        self._attempt = attempt_with(lib)

    def run(self, s: State, events: list[Event] | None = None) -> None:
        """Go on until the state has a question or the game is over. What happens is appended to `events`."""
        self.watch(s, events)

    def watch(
        self,
        s: State,
        events: list[Event] | None = None,
        stop: Stop | None = None,
        observe: Observe | None = None,
    ) -> bool:
        """Go on until the state has a question, the game is over, or `stop` says so; return whether `stop` did."""
        if s.ask is not None or s.over is not None:
            return False
        return go(Run(self.lib, s, self._attempt, events, False), 0, stop, observe) is Ended.STOPPED

    def apply(self, s: State, answer: int, events: list[Event] | None = None) -> None:
        """Give an answer to the pending question and go on to the next. Raises `NotLegal` if the answer is not
        offered."""
        asked(s, answer)
        answer_question(self.lib, s, answer)
        self.run(s, events)

    def value(self, function: int, s: State, *args: Any) -> Any:
        """Return the value of a named function for these arguments: a value, a truth or a permission."""
        return apply(self.context(s), function, args)

    def context(self, s: State) -> Run:
        """Return a context in which expressions can be evaluated on a state."""
        return Run(self.lib, s, self._attempt, None, False)


def blank(
    lib: Library,
    players: int,
    seed: int,
    cards: Sequence[int],
    setup: Mapping[int, int] | None = None,
) -> State:
    """Return a game whose program has not begun: all zones are empty. `cards`: the cards that take part. `setup`: cells
    and their values."""
    s = State([()] * lib.zone_count, [-1] * len(lib.cards), [0] * lib.cells, [], None, (), None, seeded(seed), {})
    for kind, zone in lib.all_zone.items():
        s.z[zone] = tuple(sorted(card for card in cards if lib.card_kind[card] == kind))
    s.m[lib.players_cell] = players
    for cell, value in (setup or {}).items():
        s.m[cell] = value
    s.frames.append(frame(lib.main, lib.programs[lib.main].slots))
    return s


def new_game(
    lib: Library,
    players: int,
    seed: int,
    cards: Sequence[int],
    setup: Mapping[int, int] | None = None,
    events: list[Event] | None = None,
) -> State:
    """Return a game at its first question. The arguments are those of `blank`; what happens is appended to `events`."""
    s = blank(lib, players, seed, cards, setup)
    Machine(lib).run(s, events)
    return s
