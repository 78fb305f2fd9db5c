"""Find the answers that a typed line means.

`resolve` reads a whole line: one answer, or a chain of answers that follow from each other. It tries the line on a copy
of the game. It cuts the line where the words of one answer end and those of the next begin, and tries another cut if
the rest fits nothing. It never guesses: a line with two meanings is refused.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher

from ..kernel.evaluate import Frame, evaluate
from ..kernel.events import Event
from ..kernel.faults import Fault
from ..kernel.knowing import Eyes
from ..kernel.machine import Machine, answer_question, option
from ..kernel.program import Ask, Library
from ..kernel.state import Question, State
from ..kernel.state import code as answer_code
from ..kernel.text import answer_texts
from .alternatives import possible
from .answer_words import strange
from .called import is_thing, lead, meant
from .possessive import by_its_owner
from .readings import by_its_doer
from .words import ASIDE, Line, Options, Words, named, normal

TRIES = 1000
"""Answers that are tried out before a line is given up."""
MOST_WORDS = 200
"""Words of one line that count; no chain of answers that somebody types has more."""
DEEPEST = 250
"""Answers that one line gives, those that nobody has to say among them."""

Passed = tuple[int, str]
"""The player who would have answered, and the only answer there was."""


def by_number(lib: Library, state: State) -> bool:
    """Return whether a number means the answer at that place of the list. Where numbers are asked for, it is the number
    itself."""
    question = state.ask
    return question is None or all(option(lib, question, code)[0].sort != "number" for code in question.answers)


def _numbered(typed: Words, offered: Options) -> int | None:
    """Return the answer with this number in the list, if the line is a number and not itself the words of an answer."""
    if len(typed) != 1 or not re.fullmatch(r"\d{1,5}", typed[0]) or any(normal(t) == typed for _, t in offered):
        return None
    return offered[int(typed[0]) - 1][0] if 1 <= int(typed[0]) <= len(offered) else None


@dataclass(frozen=True)
class Taken:
    """One answer that was given. `state` is the state after it. `forced`: nobody typed it, it was the only answer.
    `passed` are the single answers that were given after it without a question; up to `named` of them the line says."""

    player: int
    code: int
    text: str
    state: State
    events: tuple[Event, ...]
    forced: bool = False
    passed: tuple[Passed, ...] = ()
    named: int = 0

    @property
    def unsaid(self) -> tuple[Passed, ...]:
        """The single answers after it that the line does not name."""
        return self.passed[self.named :]


@dataclass(frozen=True)
class Way:
    """One way to read a line up to some point: the answers so far, and the words that are left."""

    taken: tuple[Taken, ...]
    state: State
    left: Words


@dataclass(frozen=True)
class Miss:
    """The reason why a line means nothing here. `kind`: `over`, `asked` (another player is asked), `early` (the line
    says more than its player can know yet), `unknown`, `several`, `more` (words are left over), `fault`. `near`:
    answers it may have meant. `ways`: how far it could be read, the furthest first."""

    kind: str
    message: str
    near: tuple[str, ...] = ()
    taken: tuple[Taken, ...] = ()
    left: Words = field(default=())
    ways: tuple[Way, ...] = field(default=())

    @property
    def offers(self) -> bool:
        """Whether the message itself names the answers that are near."""
        return self.kind in ("several", "asked")


def options(machine: Machine, state: State) -> list[tuple[int, str]]:
    """Return the legal answers with their texts, in order."""
    return list(answer_texts(machine.lib, state).items())


def take(machine: Machine, state: State, code: int, forced: bool = False) -> Taken:
    """Give an answer on a copy of the game."""
    assert state.ask is not None
    text, player = answer_texts(machine.lib, state)[code], state.ask.player
    then = state.clone()
    events: list[Event] = []
    answer_question(machine.lib, then, code)
    passed = _run_on(machine, then, events)
    return Taken(player, code, text, then, tuple(events), forced, tuple(passed))


def _run_on(machine: Machine, state: State, events: list[Event]) -> list[Passed]:
    """Run to the next question, and return the single answers that were given on the way without asking anybody."""
    passed: list[Passed] = []
    programs = machine.lib.programs

    def note(f: Frame, pc: int, to: int) -> None:
        ins = programs[f[0]].code[pc]
        if ins.op != "ask" or to < 0:
            return
        ask: Ask = ins.args[0]
        found = next(((group, opt) for group, opt in enumerate(ask.options) if opt.goto == to), None)
        if found is not None:
            group, opt = found
            answer = answer_code(group, -1 if opt.slot is None else f[opt.slot + 2])
            player = evaluate(machine.context(state), ask.player, f)
            state.ask = Question(player, f[0], pc, (answer,))
            passed.append((player, answer_texts(machine.lib, state)[answer]))
            state.ask = None

    machine.watch(state, events, observe=note)
    return passed


def resolve(
    machine: Machine,
    state: State,
    player: int | None,
    line: Line,
    viewer: int | None = None,
    before: Sequence[Passed] = (),
) -> tuple[Taken, ...] | Miss:
    """Return the answers that a line gives, in order. `player` (from 0) is who says it (None: whoever is asked). Trying
    a line out must not tell a player what he could not know before he answers: for a `viewer` the line ends where he
    learns something. `before`: the single answers just given without a question. A line that fits nothing here may name
    them first, or alone; then it gives no answer."""
    line = by_its_owner(machine.lib, line)
    line = next(by_its_doer(machine.lib, line), line)
    found = _resolved(machine, state, player, line, viewer)
    if isinstance(found, Miss) and before:
        who = player if player is not None else viewer
        at, _ = _past(before, line.words, 0, before[0][0] if who is None else who)
        if at == len(line.words):
            return ()
        again = _resolved(machine, state, player, Line(line.text, line.words[at:], line.seat), viewer) if at else found
        return found if isinstance(again, Miss) else again
    return found


def _resolved(
    machine: Machine, state: State, player: int | None, line: Line, viewer: int | None
) -> tuple[Taken, ...] | Miss:
    typed = line.words
    if state.ask is None:
        return Miss("over", "the game is over" if state.over is not None else "nobody is asked anything")
    who = state.ask.player if player is None else player
    if not typed:
        return Miss("unknown", "no answer was given", near_answers(typed, options(machine, state)))
    if len(typed) > MOST_WORDS:
        return Miss("unknown", f"no answer has more than {MOST_WORDS} words; give them one after the other")
    if viewer is not None and not (viewer == who == state.ask.player):
        return Miss("asked", f"p{state.ask.player + 1} is asked, and you look as p{viewer + 1}")
    search = _Search(machine, who, typed, viewer)
    try:
        listed = who == state.ask.player and by_number(machine.lib, state)
        numbered = _numbered(typed, options(machine, state)) if listed else None
        if numbered is not None:
            one = take(machine, state, numbered)
            return finished(machine, one.state, (one,))
        search.go(state, 0, ())
    except Fault as fault:
        return Miss("fault", str(fault))
    if len(search.found) == 1:
        return next(iter(search.found.values()))
    if search.found:
        chains = tuple(", ".join(t.text for t in f if not t.forced) for f in search.found.values())
        return Miss("several", f"`{line.text}` could be {' or '.join(f'`{c}`' for c in chains[:4])}", chains)
    return search.miss(state, line.text)


def finished(machine: Machine, state: State, taken: tuple[Taken, ...]) -> tuple[Taken, ...]:
    """End a choice of several things if its only answer left is that it is done."""
    for _ in range(8):
        question = state.ask
        if question is None or len(question.answers) != 1:
            break
        ask: Ask = machine.lib.programs[question.program].code[question.pc].args[0]
        opt, _value = option(machine.lib, question, question.answers[0])
        if not (ask.chain and opt.last):
            break
        one = take(machine, state, question.answers[0], True)
        taken, state = (*taken, one), one.state
    return taken


class _Search:
    """Tries every way to cut a line into answers, and stops at the first that leaves no doubt."""

    def __init__(self, machine: Machine, player: int, typed: Words, viewer: int | None) -> None:
        self.viewer = viewer
        self.early: str | None = None  # an answer after which the viewer learns something, with words left over
        self.machine = machine
        self.player = player
        self.own = f"p{player + 1}"  # a player's own things are listed without his name
        self.typed = typed
        self.found: dict[object, tuple[Taken, ...]] = {}
        self.left = TRIES
        self.others: dict[int, set[Words]] = {}
        self.kept: list[State] = []
        self.ways: list[Way] = []
        self.ambiguous: tuple[str, ...] = ()

    def go(self, state: State, at: int, taken: tuple[Taken, ...]) -> bool:
        """Whether the words from `at` on could be read in at least one way."""
        if at == len(self.typed):
            taken = finished(self.machine, state, taken)
            self.found.setdefault(taken[-1].state.key() if taken else state.key(), taken)
            return True
        if state.ask is None or len(taken) > DEEPEST:
            return self._note(state, at, taken)
        offered = options(self.machine, state)
        if state.ask.player == self.player:
            before = lead(self.machine.lib, state, offered)
            for end in range(_furthest(self.typed, at, offered, before | {self.own}), at, -1):
                said = self.typed[at:end]
                fits = meant(said, offered, self.own, before, self._things(state, offered))
                if fits and all(normal(text) != said for _, text in fits) and said in self._others(state):
                    break  # these are exactly the words of an answer that is not offered now
                if len(fits) > 1:
                    self.ambiguous = self.ambiguous or tuple(text for _, text in fits)
                count = len(self.found)
                for code, _ in fits:
                    self._try(state, code, end, taken, False)
                if len(self.found) > count:
                    return True
        forced = len(offered) == 1 and not self._says_another(state, at, offered)
        if forced and self._try(state, offered[0][0], at, taken, True):
            return True
        return self._note(state, at, taken)

    def _things(self, state: State, offered: Options) -> Options:
        """Return the answers that are only the name of a thing."""
        assert state.ask is not None
        lib, ask = self.machine.lib, state.ask
        return [(code, text) for code, text in offered if is_thing(option(lib, ask, code)[0])]

    def _says_another(self, state: State, at: int, offered: Options) -> bool:
        """Whether the words from `at` on mean an answer to this question that is not offered now, so that the only one
        that is must not be taken in its place."""
        if state.ask is None or state.ask.player != self.player:
            return False
        texts, before = {text for _, text in offered}, lead(self.machine.lib, state, offered)
        there = [o for o in possible(self.machine, state, self.viewer) if o.text not in texts]
        others = [(i, o.text) for i, o in enumerate(there)]
        things = [(i, o.text) for i, o in enumerate(there) if is_thing(o.opt)]
        ends = (self.typed[at:end] for end in range(at + 1, len(self.typed) + 1))
        return any(
            meant(said, others, self.own, before, things)
            and not meant(said, offered, self.own, before, self._things(state, offered))
            for said in ends
        )

    def _others(self, state: State) -> set[Words]:
        """Return the words of every possible answer, legal or not."""
        key = id(state)
        if key not in self.others:
            self.others[key] = {normal(o.text) for o in possible(self.machine, state, self.viewer)}
            self.kept.append(state)
        return self.others[key]

    def _try(self, state: State, code: int, at: int, taken: tuple[Taken, ...], forced: bool) -> bool:
        self.left -= 1
        if self.left < 0:
            return False
        one = take(self.machine, state, code, forced)
        if self.viewer is not None and self._learns(state, one):
            if at < len(self.typed):
                self.early = self.early or one.text
                return False
            self.found.setdefault(one.state.key(), (*taken, one))
            return True
        later, count = _past(one.passed, self.typed, at, self.player)
        if later > at and self.go(one.state, later, (*taken, replace(one, named=count))):
            return True
        return self.go(one.state, at, (*taken, one))

    def _learns(self, before: State, one: Taken) -> bool:
        """Whether the viewer knows more after an answer than before it, or another player is asked."""
        assert self.viewer is not None
        if one.state.ask is None or one.state.ask.player != self.viewer:
            return True
        if any(event.kind in ("random", "show", "shuffle") for event in one.events):
            return True
        then, now = (Eyes(self.machine.lib, s, self.viewer) for s in (before, one.state))
        asked = [option(self.machine.lib, one.state.ask, a) for a in one.state.ask.answers]
        offered = {card for opt, card in asked if opt.sort == "card" and card != -1}
        return any(card in offered or now.sees_card(card) for card in then.hidden)

    def _note(self, state: State, at: int, taken: tuple[Taken, ...]) -> bool:
        """Remember how far the line could be read, for the message."""
        if len(self.ways) < 30:
            self.ways.append(Way(taken, state, self.typed[at:]))
        return False

    def miss(self, state: State, line: str) -> Miss:
        """Return the reason why the line means nothing here, from the furthest that it could be read."""
        self.ways.sort(key=lambda w: len(w.left))
        furthest = self.ways[0] if self.ways else Way((), state, self.typed)
        there, taken, rest = furthest.state, furthest.taken, furthest.left
        at = len(self.typed) - len(rest)
        ways = tuple(self.ways[:8])
        asked = there.ask
        said = tuple(t for t in taken if not t.forced)
        if self.early is not None:
            message = f"answer `{self.early}` first: its result is not known yet"
            return Miss("early", message, (self.early,), (), self.typed)
        odd = bool(said) and bool(strange(self.machine.lib, rest))
        if asked is None and not odd:
            return Miss(
                "over", "the game is over" + (" before the end of this line" if at else ""), (), taken, rest, ways
            )
        if asked is not None and asked.player != self.player and not odd:
            offered = [text for _, text in options(self.machine, there)]
            after = f" after `{said[-1].text}`" if said else ""
            message = f"p{asked.player + 1} is asked{after}, not p{self.player + 1}: {_listed(offered)}"
            return Miss("asked", message, tuple(offered), taken, rest, ways)
        offered_ = options(self.machine, there)
        near = near_answers(rest, offered_)
        if self.ambiguous and not said:
            shown = " or ".join(f"`{t}`" for t in self.ambiguous[:4])
            return Miss("several", f"`{line}` could be {shown}", self.ambiguous, taken, rest, ways)
        words = _as_typed(line, rest)
        if said:
            message = f"after `{said[-1].text}` no answer fits `{words}`"
            return Miss("more", message, near, taken, rest, ways)
        return Miss("unknown", f"no answer `{line}`", near, taken, rest, ways)


def _as_typed(line: str, rest: Words) -> str:
    """Return the end of a line that has these words, as somebody wrote it."""
    parts = line.split()
    ends = (" ".join(parts[at:]) for at in range(len(parts) - 1, -1, -1))
    return next((end for end in ends if normal(end) == rest), " ".join(rest))


def _furthest(typed: Words, at: int, offered: Options, aside: Set[str]) -> int:
    """Return how far the words of one answer can reach from `at`: an answer cannot take more words than it has, besides
    those that may stand `aside`."""
    left = max(len(normal(text)) for _, text in offered)
    for end in range(at, len(typed)):
        left -= typed[end] not in ASIDE and typed[end] not in aside
        if left < 0:
            return end
    return len(typed)


def _past(passed: Sequence[Passed], typed: Words, at: int, player: int) -> tuple[int, int]:
    """Skip the words that name single answers which nobody was asked for; a line may name them anyway. Return where the
    next words begin, and how many of the answers lie before them."""
    count, own = 0, f"p{player + 1}"
    for number, (whose, text) in enumerate(passed, 1):
        for end in range(_furthest(typed, at, [(0, text)], {own}), at, -1) if whose == player else ():
            if named(typed[at:end], [(0, text)], own):
                at, count = end, number
                break
    return at, count


def _listed(texts: Sequence[str], most: int = 4) -> str:
    shown = ", ".join(f"`{t}`" for t in texts[:most])
    return shown + (" …" if len(texts) > most else "")


def near_answers(typed: Words, offered: Options) -> tuple[str, ...]:
    """Return the answers most like the typed words, the nearest first. Answers that share no word or half-word are left
    out. At most three."""
    line = " ".join(typed)
    scored = []
    for _, text in offered:
        words = normal(text)
        shared = sum(1 for w in typed if any(w == a or (len(w) > 2 and a.startswith(w)) for a in words))
        ratio = SequenceMatcher(None, line, " ".join(words)).ratio()
        best = max((SequenceMatcher(None, w, a).ratio() for w in typed for a in words), default=0.0)
        if shared or ratio > 0.6 or best > 0.75:
            scored.append((-shared, -ratio, text))
    return tuple(text for _, _, text in sorted(scored)[:3])
