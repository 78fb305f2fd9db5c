"""Play the present line again with other cards, and say what comes out differently.

The game begins again (`play.again`), and the answers of the line are given again, one by one. An answer is found by its
words, or, where a card is worded otherwise now, by its place in the question: the same clause of the same card. What
nobody is asked any more is passed over, and where there is only one answer now, it is given. The first answer that is
not possible any more ends the line; what went before is kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from ..kernel.faults import Fault
from ..kernel.machine import option
from ..kernel.names import player_name, thing
from ..kernel.program import Library
from ..kernel.state import GROUP, State
from ..sets.card_set import CardSet
from . import redealing
from .again import GIVEN, anew
from .answers import Passed, options, take
from .differing import First, first
from .finding import LEGAL, Finding
from .moment import Moment, Told
from .not_done import NotDone
from .places import Place
from .session import Session
from .words import Line

ALONE = 20
"""Single answers in a row that are given without being asked for."""
BEFORE, AFTER = "before", "after"
"""The names of the line that was played again, and of what came out, if nothing better names them."""
MANY = 4
"""Answers that are listed."""
SHORT = 30
"""Letters of house rules that name a line."""


@dataclass(frozen=True)
class Replayed:
    """A line that was played again. `session`: the new game, at its end. `given`: how many of its `all` lines could be
    given. `first`: the first event that differs. `reworded`: answers that read otherwise now, as they were and as they
    are. `stopped`: the line that cannot be given any more, and `why`. `more` and `less`: answers to the last question
    that are legal only now, and no longer."""

    session: Session
    given: int
    all: int
    first: First | None = None
    reworded: tuple[tuple[str, str], ...] = ()
    stopped: str | None = None
    why: NotDone | Finding | None = None
    more: tuple[str, ...] = ()
    less: tuple[str, ...] = ()

    @property
    def same(self) -> bool:
        """Whether everything came out as before."""
        return self.first is None and self.stopped is None

    def render(self) -> list[str]:
        """Return lines of text: the first event that differs, and where the line ends."""
        lines = [f"`{old}` is now `{new}`" for old, new in self.reworded]
        lines += [] if self.first is None else self.first.render((BEFORE, "now"))
        if self.stopped is not None:
            lines += [f"`{self.stopped}` is not possible any more, and the line ends there"]
            lines += [] if self.why is None else [f"  {line}" for line in self.why.render()]
            lines += [f"{_lines(self.given)} of {self.all} played"]
        elif self.first is None:
            lines += [f"nothing differs: {_lines(self.all)} played as before"]
            lines += [f"legal only now: {_some(self.more)}"] if self.more else []
            lines += [f"no longer legal: {_some(self.less)}"] if self.less else []
        return lines


def _some(answers: Sequence[str]) -> str:
    more = f" and {len(answers) - MANY} more" if len(answers) > MANY else ""
    return ", ".join(answers[:MANY]) + more


def _lines(count: int) -> str:
    return "1 answer" if count == 1 else f"{count} answers"


def replay(session: Session, set_: CardSet) -> Replayed | NotDone:
    """Play the line from the beginning to the current moment with these cards, in a session of its own. The given
    session stays as it is."""
    again = anew(session, set_)
    if isinstance(again, NotDone):
        return again
    return _Replay(session, again).whole()


def take_over(session: Session, replayed: Replayed, tried: bool = False) -> tuple[str, str]:
    """Go on with a line that was played again. `tried`: under rules that are not those under which other positions are
    posed. Return the name under which the old line is kept, and that of the new one."""
    session.held = replace(session.held, rules=(session.held.rules or session.card_set) if tried else None)
    names = session.places.of_game(session.game)
    old = next((name for name, at in names.items() if at == session.here), None)
    if old is None:
        old = session.places.free(BEFORE)
        session.places.name(old, Place(session.game, session.here))
    session.enter(replayed.session.game)
    rules = str(session.card_set.chosen)
    new = session.places.free(rules if rules and len(rules) <= SHORT else AFTER)
    session.places.name(new, Place(session.game, session.here))
    return old, new


@dataclass
class _Replay:
    """A line on its way. `steps`: the moments of the old line, each with those of the new one that it led to."""

    old: Session
    new: Session
    steps: list[tuple[Moment | None, list[Moment]]] = field(default_factory=list)
    passed: list[Passed] = field(default_factory=list)
    reworded: dict[str, str] = field(default_factory=dict)

    def whole(self) -> Replayed:
        path = self.old.path()
        self.steps.append((path[0], [self.new.now]))
        stopped: tuple[str, NotDone | Finding] | None = None
        count = 0
        for moment in path[1:]:
            why = self.follow(moment)
            if why is not None:
                stopped = moment.line, why
                break
            count += 1
        line, why = stopped or (None, None)
        found = first(self.told(self.old, 0), self.told(self.new, 1))
        was, now = self.old.legal(), self.new.legal()
        more, less = tuple(t for t in now if t not in was), tuple(t for t in was if t not in now)
        return Replayed(self.new, count, len(path) - 1, found, tuple(self.reworded.items()), line, why, more, less)

    def told(self, session: Session, which: int) -> Iterator[Told]:
        """Go through what was told on the old or the new way. An answer that both gave reads alike, whatever it is
        called now."""
        teller = session.tell()
        for old, new in self.steps:
            there = new if which else [] if old is None else [old]
            for moment in there:
                said = old if old is not None and new and moment is new[-1] else moment
                yield Told(said.line, moment.id)
                yield from (told for told in teller.told(moment) if not told.aside)

    # ---- one line

    def follow(self, moment: Moment) -> NotDone | Finding | None:
        """Give one line of the old way again; return why that cannot be done, if it cannot."""
        here = self.new.here
        try:
            why = self._stated(moment) if moment.player is None else self._answered(moment)
        except Fault as fault:
            why = NotDone(f"a fault in the cards: {fault}")
        if why is not None:
            self.new.goto(here)
            self._without_steps_after(here)
        elif moment.id in self.old.history.joined:
            self.new.history.join([self.new.moment(here), self.new.now])
        return why

    def _without_steps_after(self, here: int) -> None:
        while self.steps and self.steps[-1][0] is None and self.steps[-1][1][-1].id > here:
            self.steps.pop()

    def _stated(self, moment: Moment) -> NotDone | None:
        """Change the position as the old way did."""
        again = redealing.said(self.new, moment.line)
        done = again or self.new.given(moment.line.removeprefix(GIVEN).replace("; ", "\n"))
        if isinstance(done, NotDone):
            return done
        self.steps.append((moment, [done]))
        return None

    def _answered(self, moment: Moment) -> NotDone | Finding | None:
        text = moment.line.partition(": ")[2]
        for _ in range(ALONE):
            state = self.new.now.state
            code = None if state.ask is None or state.ask.player != moment.player else self._meant(state, moment, text)
            if code is not None:
                self._give(moment, state, code)
                return None
            said = (moment.player or 0, text)
            if said in self.passed:
                self.passed.remove(said)
                self.steps.append((moment, []))
                return None
            if state.ask is None or len(state.ask.answers) != 1:
                break
            self._give(None, state, state.ask.answers[0])
        return self._why(moment, text)

    def _give(self, moment: Moment | None, state: State, code: int) -> None:
        one = take(self.new.machine, state, code, moment is None)
        self.passed = list(one.passed)
        self.steps.append((moment, [self.new.took(one)]))

    def _meant(self, state: State, moment: Moment, text: str) -> int | None:
        """Return the answer that is what the old one was: by its words, or else by its place in the question."""
        offered = {said: code for code, said in options(self.new.machine, state)}
        if text in offered:
            return offered[text]
        before = self.old.history.before(moment)
        if before is None or before.ask is None or moment.code is None:
            return None
        wanted = _place(self.old.machine.lib, before, moment.code)
        alike = {said: code for said, code in offered.items() if _place(self.new.machine.lib, state, code) == wanted}
        if len(alike) != 1:
            return None
        said, code = next(iter(alike.items()))
        self.reworded[text] = said
        return code

    def _why(self, moment: Moment, text: str) -> NotDone | Finding:
        """Return why an answer is not possible any more."""
        asked, who = self.new.asked, player_name(moment.player or 0)
        if asked is None:
            return NotDone("the game is over")
        if asked != moment.player:
            return NotDone(f"{player_name(asked)} is asked, not {who}: {self.new.tell().question()}")
        found = self.new.whynot(Line.of(text), moment.player)
        if isinstance(found, Finding) and found.verdict == LEGAL:  # its words mean another answer now
            return NotDone(f"`{text}` is not offered")
        return found


def _place(lib: Library, s: State, code: int) -> tuple[object, ...]:
    """Return what an answer is, in words that stay when cards are worded otherwise: the question by its place in the
    rules, the branch of it, and what is chosen."""
    assert s.ask is not None
    program = lib.programs[s.ask.program]
    asks = [pc for pc, ins in enumerate(program.code) if ins.op == "ask"]
    opt, value = option(lib, s.ask, code)
    what: object = thing(lib, s, opt.sort, value, s.ask.player) if value != -1 else ""
    if opt.sort == "ability":
        card = lib.abilities[value].card
        own = [ability.id for ability in lib.abilities if ability.card == card]
        what = (lib.cards[card], own.index(value), len(own))
    return program.name, asks.index(s.ask.pc), len(asks), code // GROUP, what
