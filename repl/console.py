"""The prompt without a terminal: everything that a person can do with a game is here.

`repl.dispatch` decides what a line is and calls it. Nothing here prints or waits. If something cannot be done, the
output says why and the game is unchanged.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from moot.interpreter.play.places import Place
from moot.interpreter.play.replaying import Replayed, take_over
from moot.interpreter.play.session import LEGAL, Finding, Line, Moment, NotDone, Session, Teller, unposed
from moot.interpreter.play.watching import Watches
from moot.interpreter.play.words import FILLERS, normal
from moot.interpreter.sets.naming import folded

from . import expectations, hints, render, table
from .asked import Asked, keep
from .files import Reach
from .output import REFUSED, UNKNOWN, Output, said
from .refusal import no_answer, refusal


class Console:
    """A session at the prompt. `viewer`: through whose eyes the person looks (None: sees everything). `attempt`: what
    was found about the last refused answer. `asked`: the questions about this game, with their answers. `posing`: what
    an indented line goes on with, after a `given`. `watches`: the phrases that are watched. `aside`: this line looks
    through other eyes than the rest. `reach`: the files that its lines may write and read (None: a person types them
    and may name any file). `absolute`: name the files of the cards by their whole paths. `editor`: opens a file for
    somebody at a terminal, and says what went wrong (None: nobody is there). `progress`: shows
    how far something long is, and '' when it has ended."""

    def __init__(self, session: Session, width: int = table.WIDTH, reach: Reach | None = None) -> None:
        self.width = width
        self.reach = reach
        self.absolute = False
        self.editor: Callable[[str], str | None] | None = None
        self.progress: Callable[[str], None] = lambda text: None
        self.begin(session)

    def begin(self, session: Session) -> None:
        """Switch to another game."""
        self.session = session
        self.viewer: int | None = None
        self.attempt: Finding | None = None
        self.asked: list[Asked] = []
        self.posing = ""
        self.watches = Watches()
        self.aside = False

    @property
    def teller(self) -> Teller:
        """The teller for the present viewer."""
        return self.session.tell(self.viewer)

    # ---- playing

    def answer(self, line: Line, player: int | None = None, commands: Sequence[str] = ()) -> Output:
        """Answer the question. `commands`: the commands that the line may have meant, if it is no answer."""
        silent = self.teller.silent(player)
        if silent is not None:
            who = self.session.seats[(self.session.asked if player is None else player) or 0]
            return said(f"{silent}: `as {who} {line.text}` answers for {who}", REFUSED)
        done = self.session.answer(line, player, self.viewer)
        if isinstance(done, NotDone):
            finding = done.finding or self.session.whynot(line, player, self.viewer)
            self.attempt = None if isinstance(finding, NotDone) else finding
            ours = () if hints.of_the_game(self.session, line.text) else commands
            return refusal(done, line.text, ours, lambda: hints.meant_otherwise(self.session, line.text, self.viewer))
        if not done:
            return said(["this was the only answer, and has been given", "", self.question()])
        return self.moved(done)

    def offered(self, text: str, negated: bool = False) -> Output:
        """Check that answers are legal, or (`negated`) that none of them is."""
        silent = self.teller.silent()
        return said(silent, REFUSED) if silent is not None else expectations.offered(self.session, text, negated)

    def move(self, text: str) -> Output:
        """Play a line of the notation: `p1 builds …`, `the … ends`. If nobody has played in a position yet, the line
        also decides who acts first."""
        before = self.session.mark
        if self.viewer is None:  # players who are passed over are named only to somebody who sees everything
            self.session.repose(text)
        out = self._moved_by(text)
        if not out.good:
            self.session.back_to(before)
        return out

    def _moved_by(self, text: str) -> Output:
        line = Line.spoken(text)
        if line.seat is not None and line.text not in ("", "passes", "pass"):
            missing = self.missing(text)
            return said(missing, UNKNOWN) if missing else self.answer(line, line.seat - 1)
        done = self.session.play(text, self.viewer)
        if isinstance(done, NotDone):
            return said(done.render(), UNKNOWN if done.diagnostics else REFUSED)
        return self.played_on(done) if done else said(self.question())

    def played_on(self, done: Sequence[Moment]) -> Output:
        """Show the moment to which the players came with no effect, and what was decided for them on the way."""
        out, decisions = self.moved(done), render.decisions(self.teller, done)
        return Output("\n\n".join(filter(None, ("\n".join(decisions), out.text))), out.status)

    def chance(self, times: int) -> Output:
        """Give this many random answers. From the same moment they are always the same."""
        return self.moved(self.session.random(times, self.viewer))

    def moved(self, done: Moment | Sequence[Moment] | NotDone) -> Output:
        """Show the moment that the session has reached."""
        if isinstance(done, NotDone):
            return said(done.render(), REFUSED)
        if isinstance(done, Moment):
            lines = [f"{done.id}  {render.line_of(self.teller, done)}"]
        else:
            lines = render.gone(self.session, done, self.viewer)
        hit = self.session.stops.hit if not isinstance(done, Moment) else None
        stop = [] if hit is None else ["", f"stopped at breakpoint {hit.number} ({hit.at.told()})"]
        return said([*lines, *stop, "", self.place() or self.question()])

    def place(self) -> str:
        """Say after which event the session is while stepping; '' at a question."""
        if not self.session.stepping:
            return ""
        number, count = self.teller.progress()
        who = self.session.answering
        whose = "" if who is None else f" of the answer of {self.session.seats[who]}"
        return f"(after event {number} of {count}{whose}: `step` goes on)"

    def news(self) -> list[str]:
        """Return what the watched phrases have come to since they were shown last."""
        if self.aside:
            return []
        return [f"watched: {one.render()}" for one in self.watches.news(self.session, self.viewer)]

    def replayed(self, found: Replayed, tried: bool = False) -> Output:
        """Go on with a line that was played again, and show what came out differently. `tried`: under rules that are
        not those under which other positions are posed."""
        (old, new), self.attempt = take_over(self.session, found, tried), None
        chosen = self.session.card_set.chosen
        head = f"this line, played again under {chosen}" if chosen else "this line, played again"
        more = f"this line is `{new}`, the one before is `{old}`: `diff {old} {new}`, `goto {old}`"
        return said([head, *found.render(), more, "", self.question()])

    # ---- asking and arguing

    def why(self, about: str) -> Output:
        """Explain why something happened, or why a value is what it is."""
        missing = self.missing(about)
        if missing:
            return said(missing, UNKNOWN)
        found = self.session.why(about, self.viewer, self.viewer)
        if not isinstance(found, NotDone):
            return said(found.render())
        if not about:
            return said(found.message)
        title = hints.card_named(self.session, about)
        if title is not None and title not in self.session.cast.titles:
            return said(f"{title} is not in this game", UNKNOWN)
        near = hints.near_question(self.session, about, self.viewer)
        hint = near or hints.near_value(self.session, about)
        known = hint and hint[0].startswith("  ask")
        unknown = f"`{about}` is no value of this game, and nothing that has happened mentions it"
        what = f"`{about}` of what?" if known else unknown
        return said([what, *hint], UNKNOWN)

    def ask(self, text: str) -> Output:
        """Evaluate a phrase of the cards' language."""
        found = self.teller.ask(text)
        return said(found.render(), UNKNOWN) if isinstance(found, NotDone) else said(found.render())

    def whynot(self, text: str) -> Output:
        """Explain which words forbid an answer."""
        line, missing = self.spoken(text)
        if missing:
            return said(missing, UNKNOWN)
        player = None if line.seat is None else line.seat - 1
        finding = self.session.whynot(line, player, self.viewer)
        if isinstance(finding, NotDone):
            return said(finding.render(), REFUSED)
        if finding.nothing:
            return said(no_answer(self.session, self.viewer, line, finding), UNKNOWN)
        allowed = ["  `why may …` says what allows it"] if finding.verdict == LEGAL else []
        return said([*finding.render(), *allowed])

    def spoken(self, text: str) -> tuple[Line, str]:
        """Read a line that may begin with the player who says it; and say which player does not play, '' if all do."""
        line = Line.spoken(text)
        return (line if line.text else Line.of(text)), self.missing(text)

    def given(self, text: str) -> Output:
        """Pose a position, or change this one."""
        done = self.session.given(text, self.viewer)
        if isinstance(done, NotDone):
            self.attempt = unposed(done.reasons) if done.reasons else None
            return said(done.render(), UNKNOWN if done.diagnostics else REFUSED)
        if done.id == 0:  # the game begins again
            self.asked, self.attempt = [], None
        return said(self.table())

    def expect(self, text: str) -> Output:
        """Check whether facts hold."""
        return expectations.expect(self.session, text, self.viewer)

    def keep(self, line: str, out: Output) -> None:
        """Keep a question that was asked, with its answer, for whoever is shown the dispute later."""
        if out.status != UNKNOWN:
            answer = out.reworded(self.session.names.say).text
            keep(self.asked, Asked(Place(self.session.game, self.session.here), self.viewer, line, answer))

    # ---- showing

    def table(self) -> str:
        """Return the table with the question."""
        lines = table.table(self.session, self.viewer, self.width)
        if self.session.stepping:
            return "\n".join([*lines, "", self.place()])
        return "\n".join([*lines, "", *render.question(self.session, self.viewer, None, self.width)])

    def question(self, only: str = "") -> str:
        """Return the question and its answers. `only`: just the answers with these words."""
        fitting = None
        if only:
            words = tuple(w for w in normal(folded(only)) if w not in FILLERS)
            both = [(t, normal(folded(f"{t} {self.session.names.say(t)}"))) for t in self.teller.legal()]
            fitting = [t for t, said in both if all(any(a.startswith(w) for a in said) for w in words)]
        return "\n".join(render.question(self.session, self.viewer, fitting, self.width))

    def log(self, last: int | None = None) -> str:
        """Return what has happened so far."""
        return "\n".join(render.log(self.session, self.viewer, last))

    def looks(self) -> str:
        """Say through whose eyes the person looks."""
        if self.viewer is None:
            return "you see everything"
        return f"through the eyes of {self.session.seats[self.viewer]}: what that player may know"

    def players(self) -> str:
        """Return `p1 to p5`."""
        return f"p1 to p{self.session.cast.players}"

    def missing(self, text: str) -> str:
        """Say which player a line names who does not play; '' if it names none."""
        named = re.findall(r"\bp([0-9]{1,2})\b", text)
        there = range(1, self.session.cast.players + 1)
        return next((f"there is no p{n}: the players are {self.players()}" for n in named if int(n) not in there), "")

    def viewer_named(self, word: str) -> tuple[int | None] | None:
        """Return the player of this name, in a tuple of one, because somebody who sees everything is None; None if
        there is no such player."""
        if word in ("nobody", "everyone", "all"):
            return (None,)
        m = re.fullmatch(r"p?(\d)", word)
        return (int(m[1]) - 1,) if m and 1 <= int(m[1]) <= self.session.cast.players else None
