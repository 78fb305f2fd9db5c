"""The one who speaks: turns what happened, what is asked, what may be answered, what things are worth and why something
is refused into what a viewer may know. Everything that is told of a game to a person comes from here.

A viewer is a player, or None: somebody who sees everything. What a player may know follows from what he sees and was
shown (`kernel.knowing`, `kernel.telling`, `kernel.view`): a `Teller` says the same of every two games that look the
same to him. Choices are public unless they are made secretly or out of things he does not see; what is not known is
said to be unknown, and never shown as nothing, zero or no.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from moot.dsl.notation import read_facts

from ..kernel.evaluate import apply
from ..kernel.knowing import Eyes
from ..kernel.names import player_name, zone_name
from ..kernel.program import Library
from ..kernel.telling import Witness, answered
from ..kernel.text import question_text
from ..kernel.view import View, view
from . import why as asking
from .alternatives import possible
from .answers import Miss, Taken, completions, options, resolve
from .causes import origins
from .compare import Look, check
from .moment import Moment, Told
from .refused import Refused
from .whynot import Verdict, whynot

if TYPE_CHECKING:
    from .session import Session

GIVEN = "given "


class Teller:
    """Speaks of a session to a viewer."""

    def __init__(self, session: Session, viewer: int | None = None) -> None:
        self.session, self.viewer = session, viewer

    @property
    def lib(self) -> Library:
        return self.session.machine.lib

    @property
    def eyes(self) -> Eyes:
        """What the viewer knows now."""
        return Eyes(self.lib, self.session.state, self.viewer)

    # ---- how it stands

    def view(self) -> View:
        """What the viewer knows of the state, as plain data."""
        return view(self.lib, self.session.state, self.viewer)

    def standings(self) -> list[str]:
        """When the game is over: for each player the value by which it is won, the highest first. What decides a game
        is counted before everybody."""
        lib, state = self.lib, self.session.now.state
        by = next((i.args[1] for p in lib.programs for i in p.code if i.op == "win" and i.args[1] is not None), None)
        if state.over is None or by is None:
            return []
        context = self.session.machine.context(state)
        players = range(state.m[lib.players_cell])
        results = sorted(((apply(context, by, (p,)), p) for p in players), key=lambda r: (-r[0], r[1]))
        name = lib.functions[by].name.removeprefix("value ")
        return [f"{name}: " + ", ".join(f"{player_name(p)} {result}" for result, p in results)]

    def position(self) -> list[str] | Refused:
        """Everything that is so, in the notation of positions; only for somebody who sees everything."""
        if self.viewer is not None:
            return Refused("a position tells everything there is: look with `as nobody` first")
        return asking.position(self.lib, self.session.state)

    def lies(self, title: str) -> list[str]:
        """The places in which the viewer sees a card of this title lie; empty if he sees none."""
        eyes = self.eyes
        cards = [c for c, t in enumerate(self.lib.cards) if t == title and eyes.s.w[c] != -1 and eyes.sees_card(c)]
        return [zone_name(self.lib, zone) for zone in sorted({eyes.s.w[c] for c in cards})]

    # ---- what is asked

    @property
    def decides(self) -> bool:
        """Whether the viewer may know what is asked, and answer it."""
        return self.session.asked is not None and self.viewer in (None, self.session.asked)

    def silent(self, player: int | None = None) -> str | None:
        """Why nothing is said of what a player might answer (None: whoever is asked); None if it may be said."""
        asked = self.session.asked
        if asked is None or self.viewer is None or self.viewer == asked == (asked if player is None else player):
            return None
        return f"{player_name(asked)} is asked, and you look as {player_name(self.viewer)}"

    def question(self) -> str:
        """`p1: which card to draw`; who has won when the game is over. Of another's question only that he is asked."""
        state = self.session.now.state
        if state.over is not None:
            names = " and ".join(player_name(p) for p in state.over) or "nobody"
            return f"the game is over: {names} {'win' if len(state.over) > 1 else 'wins'}"
        asked = self.session.asked
        who = player_name(-1 if asked is None else asked)
        return f"{who}: {question_text(self.lib, state)}" if self.decides else f"{who} decides"

    def legal(self) -> list[str]:
        """The legal answers, in words; none if another player is asked."""
        if not self.decides:
            return []
        return [text for _, text in options(self.session.machine, self.session.now.state)]

    def others(self) -> list[str]:
        """Everything that might be answered to the question, legal or not."""
        if not self.decides:
            return []
        there = possible(self.session.machine, self.session.now.state, self.viewer)
        return list(dict.fromkeys(o.text for o in there))

    def completions(self, typed: str) -> list[str]:
        """The legal answers that what was typed may become."""
        return completions(self.legal(), typed)

    def read(self, line: str, player: int | None = None) -> tuple[Taken, ...] | Refused:
        """The answers that a line gives, tried out; or why it is none."""
        state = self.session.now.state
        if state.ask is None:
            return Refused("the game is over")
        found = resolve(self.session.machine, state, player, line, self.viewer)
        if not isinstance(found, Miss):
            return found
        verdict = None
        if found.kind in ("unknown", "more"):
            verdict = whynot(self.session.machine, state, player, line, self.viewer)
        return Refused(found.message, found.near, verdict)

    # ---- what happened

    def line(self, moment: Moment) -> str:
        """What led to a moment: the answer, or as much of it as was said aloud; that something was posed."""
        if self.viewer is None:
            return moment.line
        if moment.line.startswith(GIVEN) or moment.player is None or moment.code is None:
            return "(something is given)" if moment.line else ""
        assert moment.parent is not None
        before = self.session.moments[moment.parent].state
        text = answered(self.lib, before, moment.code, moment.events, self.viewer)
        who = player_name(moment.player)
        return f"{who}: {text}" if text else f"{who} answers"

    def happenings(self, moment: Moment, until: int | None = None) -> list[Told]:
        """What happened on the way to a moment, event by event (the first so many); those of which the viewer may not
        hear have no text."""
        if moment.parent is None or moment.code is None:
            witness = Witness.of(self.lib, moment.state, moment.events, self.viewer)
        else:
            witness = Witness(self.lib, self.session.moments[moment.parent].state, self.viewer)
        told = []
        for event in moment.events[:until]:
            text = witness.hear(event)
            said = [o for o in origins(self.lib, event) if witness.open_title(o.card)] if text else []
            told.append(Told(text, moment.id, tuple(said), event))
        return told

    def progress(self) -> tuple[int, int]:
        """While stepping: how many of the happenings of which the viewer hears have been shown, and how many there
        are."""
        heard = [bool(one.text) for one in self.happenings(self.session.now)]
        return sum(heard[: self.session.within]), sum(heard)

    def log(self, last: int | None = None) -> list[Told]:
        """What has happened on the way here: each answer, and what it led to (of the last so many answers)."""
        told: list[Told] = []
        for moment in self.session.path()[-last if last else 0 :]:
            line = self.line(moment)
            told += [Told(line, moment.id)] if line else []
            told += [one for one in self.happenings(moment) if one.text]
        return told

    # ---- what is argued about

    def why(self, about: str, player: int | None = None) -> list[str] | None:
        """Why a value is what it is, or that the viewer cannot know it; None if the words name no value."""
        return asking.why_value(self.session, about, player, self.viewer)

    def why_last(self) -> list[str] | None:
        """Why the last thing happened that changed anything; None if nothing has happened."""
        return asking.why_last(self)

    def why_words(self, about: str) -> list[str] | None:
        """Why the last thing happened of which these words speak; None if there is none."""
        return asking.why_words(self, about)

    def whynot(self, line: str, player: int | None = None) -> Verdict | Refused:
        """Why an answer is not among the legal ones."""
        silent = self.silent(player)
        if silent is not None:
            return Refused(silent)
        return whynot(self.session.machine, self.session.now.state, player, line, self.viewer)

    def expect(self, text: str) -> list[str] | Refused:
        """Facts held against the state: for each that does not hold what is so instead, or that the viewer cannot know
        it; empty if all hold."""
        facts, faults = read_facts([(line, 0) for line in text.split("\n")], self.session.words, "", False)
        if faults:
            return Refused("this cannot be read", diagnostics=tuple(faults))
        if not facts:
            return Refused("expect what?")
        assert self.session.set_.game is not None
        look = Look(self.session.machine, self.session.set_.game, self.session.state, self.viewer)
        return [other for fact in facts if (other := check(fact, look)) is not None]
