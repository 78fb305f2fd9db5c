"""The prompt without a terminal: a line goes in, text comes out. Everything one can do with a game is here.

A line is an answer, word for word as it is offered; or a command (`repl.commands`); or a line of the notation
(`p1 builds …`); or an answer that is meant by some of its words. Nothing here prints or waits; whatever cannot be done
says why, and leaves the game as it was.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

from moot.dsl.nearest import bounded
from moot.interpreter.kernel.faults import Fault
from moot.interpreter.kernel.names import player_name
from moot.interpreter.play.answers import FILLERS, normal, options, take
from moot.interpreter.play.session import Moment, Refused, Session
from moot.interpreter.play.teller import Teller
from moot.interpreter.play.whynot import Verdict, unposed
from moot.interpreter.sets.naming import folded
from moot.interpreter.sets.nearest import nearest

from . import asking, commands, holding, render, table
from .files import Reach
from .hearing import SEAT, heard
from .output import OK, REFUSED, UNKNOWN, Output, said
from .refusal import refusal
from .script import statements

LONGEST = 10_000  # letters of a line
DIGITS = re.compile(r"\d{19,}")


class Console:
    """A session at the prompt. `viewer`: through whose eyes (None: from above, everything). `attempt`: what was said
    of the last answer that was refused. `branches`: names of moments. `reach`: which files its lines may write and
    read (None: a person types them, and may name any)."""

    def __init__(self, session: Session, width: int = table.WIDTH, reach: Reach | None = None) -> None:
        self.width = width
        self.reach = reach
        self.session = session
        self.begin(session)

    def begin(self, session: Session) -> None:
        """Another game."""
        session.language = session.language or self.session.language
        self.session = session
        self.viewer: int | None = None
        self.attempt: Verdict | None = None
        self.branches: dict[str, int] = {}
        self.posed: str | None = None

    # ---- a line

    def execute(self, text: str) -> Output:
        """One line, or several that were pasted: further ones stand further in, or are lines of their own."""
        outputs = []
        for line in statements(text) or [""]:
            out = self.statement(line)
            outputs.append(out)
            if not out.good or out.status != OK:
                break
        shown = [o.text for o in outputs if o.text]
        return Output("\n\n".join(shown), outputs[-1].status)

    def statement(self, line: str) -> Output:
        """One statement, which may go over several lines. Names may be typed in any language; what is shown has those
        of the session's own, but for the words of a card, which stand as in its file."""
        with bounded():
            return self._said(line)

    def _said(self, line: str) -> Output:
        endless = self._endless(line)
        if endless is not None:
            return said(endless, UNKNOWN)
        line = heard(self.session, self.viewer, line.strip())
        out = self._statement(line)
        command = commands.named(line.split(None, 1)[0].lower()) if line else None
        return out if command is not None and command.follows == "cards" else out.said(self.session.names.say)

    def _statement(self, line: str) -> Output:
        if line.startswith("#"):
            return Output()
        if not line:
            return said(self.table())
        before, self.attempt = self.attempt, None
        try:
            return self._meant(line, before)
        except Fault as fault:
            return said(f"a fault of the cards: {fault}", REFUSED)

    def _endless(self, line: str) -> str | None:
        """Why a line is not worth reading: no game has such a number, and nobody types such a line."""
        if len(line) > LONGEST:
            return f"this line has more than {LONGEST:,} letters"
        command = commands.named(line.split(None, 1)[0].lower()) if line.strip() else None
        number = DIGITS.search(line)
        if number is None or (command is not None and command.follows == "files"):
            return None
        return f"`{number[0][:12]}…` is larger than any number here"

    def _meant(self, line: str, before: Verdict | None) -> Output:
        word = line.split(None, 1)[0]
        rest = line[len(word) :]
        if line[0] == "?":
            word, rest = "?", line[1:]
        forced = word.startswith(":")
        command = commands.named(word.lstrip(":").lower())
        if not forced and normal(line) in [normal(t) for t in self.teller.legal()] and word != "?":
            return self.answer(line)
        if command is not None:
            if command.name == "refused":
                self.attempt = before
            return command.run(self, rest.strip())
        if SEAT.fullmatch(line) or self._is_move(line):
            return self.move(line)
        return self.answer(line)

    def _is_move(self, line: str) -> bool:
        words = line.split()
        return words[0].lower() == "everyone" or (len(words) > 1 and words[-1] == "ends")

    # ---- playing

    def answer(self, line: str, player: int | None = None) -> Output:
        """Answer the question."""
        silent = self.teller.silent(player)
        if silent is not None:
            who = player_name((self.session.asked if player is None else player) or 0)
            return said(f"{silent}: `as {who} {line}` answers for {who}", REFUSED)
        done = self.session.answer(line, player, self.viewer)
        if isinstance(done, Refused):
            verdict = done.verdict or self.session.whynot(line, player, self.viewer)
            self.attempt = None if isinstance(verdict, Refused) else verdict
            return refusal(done, line)
        return self.moved(done)

    @property
    def teller(self) -> Teller:
        """The one who speaks to whoever looks."""
        return self.session.tell(self.viewer)

    def offered(self, text: str, negated: bool = False) -> Output:
        """Whether answers are legal."""
        silent = self.teller.silent()
        return said(silent, REFUSED) if silent is not None else holding.offered(self.session, text, negated)

    def move(self, line: str) -> Output:
        """A line of the notation."""
        self._who_begins(line)
        m = SEAT.fullmatch(line)
        if m and m[2].strip() and m[2].strip() not in ("passes", "pass"):
            if 1 <= int(m[1]) <= self.session.cast.players:
                return self.answer(m[2].strip(), int(m[1]) - 1)
            return said(f"there is no p{m[1]}: {self.players()}", UNKNOWN)
        done = self.session.play(line, self.viewer)
        if isinstance(done, Refused):
            return said(done.render(), UNKNOWN if done.diagnostics else REFUSED)
        return self.moved(done) if done else said(self.question())

    def _who_begins(self, line: str) -> None:
        """In a position nobody has played in yet, the first line that is played says who acts first."""
        if self.viewer is not None:
            return  # who is passed over on the way is called out: that is for somebody who sees everything
        if self.posed is not None and self.session.here == 0:
            acts = asking.first_actor(self.session, self.posed, line)
            if acts is not None and (acts.title is not None or acts.seat.number - 1 != self.session.asked):
                said_ = f"p{acts.seat.number} acts" + (f" as {acts.title}" if acts.title else "")
                before = self.session.moments[0]
                again = self.session.given(f"{self.posed}\n{said_}")
                if isinstance(again, Refused) or self.session.asked != acts.seat.number - 1:
                    self.session.moments = [before]
        self.posed = None

    def chance(self, times: int) -> Output:
        """Random answers. The same place always leads to the same ones."""
        session = self.session
        picker = Random(f"{session.cast.seed} {session.here} {session.now.depth}")
        gone: list[Moment] = []
        while session.asked is not None and len(gone) < times:
            state = session.now.state
            code, _ = picker.choice(options(session.machine, state))
            gone.append(session.took(take(session.machine, state, code)))
        return self.moved(gone)

    def moved(self, done: Moment | Sequence[Moment] | Refused) -> Output:
        """What there is to say after going somewhere."""
        if isinstance(done, Refused):
            return said(done.render(), REFUSED)
        if isinstance(done, Moment):
            lines = [f"{done.id}  {render.line_of(self.teller, done)}"]
        else:
            lines = render.gone(self.session, done, self.viewer)
        return said([*lines, "", self.question()])

    # ---- asking and arguing

    def why(self, about: str) -> Output:
        """Why it happened, or why a value is what it is."""
        if not about:
            return said(self.teller.why_last() or "nothing has happened yet")
        found = self.teller.why(about, self.viewer)
        if found is not None:
            return said(found)
        event = self.teller.why_words(about)
        if event is not None:
            return said(event)
        title = asking.card_named(self.session, about)
        if title is not None and title not in self.session.cast.titles:
            return said(f"{title} is not in this game", UNKNOWN)
        hint = asking.near_value(self.session, about)
        known = hint and hint[0].startswith("  ask")
        what = f"`{about}` of what?" if known else f"`{about}` is no value of this game, and nothing of it has happened"
        return said([what, *hint], UNKNOWN)

    def whynot(self, line: str) -> Output:
        """Which words forbid an answer."""
        m = SEAT.fullmatch(line)
        player = int(m[1]) - 1 if m else None
        words = m[2].strip() if m and m[2].strip() else line
        verdict = self.session.whynot(words, player, self.viewer)
        if isinstance(verdict, Refused):
            return said(verdict.render(), REFUSED)
        if all(w.kind == "none" for w in verdict.reasons) and verdict.reasons:
            near = nearest(words, [other for other in self.teller.others() if normal(other) != normal(words)])
            text = f"there is no such answer here as `{words}`"
            lies = asking.where_lies(self.session, words, self.viewer)
            return said([text, *lies, *([f"  did you mean `{near}`?"] if near and not lies else [])], UNKNOWN)
        return said(verdict.render())

    def given(self, text: str) -> Output:
        """Pose a position, or change this one."""
        here = len(self.session.moments)
        done = self.session.given(text, self.viewer)
        if isinstance(done, Refused):
            self.attempt = None if done.diagnostics else unposed(done.message.partition(": ")[2])
            return said(done.render(), UNKNOWN if done.diagnostics else REFUSED)
        if len(self.session.moments) == 1 and (here > 1 or done.id == 0):
            self.branches, self.posed, self.attempt = {}, text, None
        return said(self.table())

    def expect(self, text: str) -> Output:
        """Whether something is so."""
        return holding.expect(self.session, text, self.viewer)

    # ---- showing

    def table(self, viewer: int | None | str = "") -> str:
        """The table with the question."""
        who = self.viewer if isinstance(viewer, str) else viewer
        lines = table.table(self.session, who, self.width)
        if self.session.within is not None:
            number, count = self.session.tell(who).progress()
            return "\n".join([*lines, "", f"(after event {number} of {count}: `step` goes on)"])
        return "\n".join([*lines, "", *render.question(self.session, who, None, self.width)])

    def question(self, only: str = "") -> str:
        """The question and its answers (those with these words)."""
        fitting = None
        if only:
            words = tuple(w for w in normal(folded(only)) if w not in FILLERS)
            both = [(t, normal(folded(f"{t} {self.session.names.say(t)}"))) for t in self.teller.legal()]
            fitting = [t for t, said in both if all(any(a.startswith(w) for a in said) for w in words)]
        return "\n".join(render.question(self.session, self.viewer, fitting, self.width))

    def log(self, last: int | None = None) -> str:
        """What has happened."""
        return "\n".join(render.log(self.session, self.viewer, last))

    def looks(self) -> str:
        """Through whose eyes."""
        if self.viewer is None:
            return "from above: everything is seen"
        return f"through the eyes of {player_name(self.viewer)}: what that player may know"

    def players(self) -> str:
        """`p1 to p5`."""
        return f"p1 to p{self.session.cast.players}"

    def viewer_named(self, word: str) -> tuple[int | None] | None:
        """The player of this name (in brackets, because nobody is one too)."""
        if word in ("nobody", "everyone", "all"):
            return (None,)
        m = re.fullmatch(r"p?(\d)", word)
        return (int(m[1]) - 1,) if m and 1 <= int(m[1]) <= self.session.cast.players else None
