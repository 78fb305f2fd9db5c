"""The one who speaks: turns what happened, what is asked, what may be answered, what things are worth and why something
is refused into what a viewer may know. Everything that is told of a game to a person comes from here.

A viewer is a player, or None: somebody who sees everything. What a player may know follows from what he sees and was
shown (`kernel.knowing`, `kernel.telling`, `kernel.view`): a `Teller` says the same of every two games that look the
same to him. Choices are public unless they are made secretly or out of things he does not see; what is not known is
said to be unknown, and never shown as nothing, zero or no.
"""

from __future__ import annotations

from dataclasses import replace

from moot.dsl.notation import read_facts

from ..kernel.evaluate import apply
from ..kernel.events import Event
from ..kernel.knowing import Eyes
from ..kernel.machine import Machine
from ..kernel.names import player_name, zone_name
from ..kernel.program import Library
from ..kernel.telling import Witness, answered
from ..kernel.text import question_text
from ..kernel.view import View, view
from ..sets.card_set import CardSet
from .alternatives import possible
from .answers import Miss, Taken, options, resolve
from .asking import Answer, ask
from .causes import origins
from .compare import check
from .finding import Finding
from .given_text import given_text
from .history import History
from .look import Look
from .moment import Moment, Told
from .not_done import NotDone
from .why import Because, Worth, why_value
from .whynot import whynot
from .words import Line, normal

GIVEN = "given "
BEGINNING = "(the beginning)"
ANSWERS = " answers"  # whoever does not hear an answer hears that it is given


class Teller:
    """Speaks of a game and its history to a viewer."""

    def __init__(self, set_: CardSet, machine: Machine, history: History, viewer: int | None = None) -> None:
        self.set, self.machine, self.history, self.viewer = set_, machine, history, viewer

    @property
    def lib(self) -> Library:
        """What is played."""
        return self.machine.lib

    @property
    def eyes(self) -> Eyes:
        """What the viewer knows now."""
        return Eyes(self.lib, self.history.state, self.viewer)

    # ---- how it stands

    def view(self) -> View:
        """Return what the viewer knows of the state, as plain data."""
        return view(self.lib, self.history.state, self.viewer)

    def standings(self) -> list[str]:
        """Say how the game was won: for each player the value that decides it, the highest first; empty before it is
        over. What decides a game is counted before everybody."""
        lib, state = self.lib, self.history.now.state
        by = next((i.args[1] for p in lib.programs for i in p.code if i.op == "win" and i.args[1] is not None), None)
        if state.over is None or by is None:
            return []
        context = self.machine.context(state)
        players = range(state.m[lib.players_cell])
        results = sorted(((apply(context, by, (p,)), p) for p in players), key=lambda r: (-r[0], r[1]))
        name = lib.functions[by].name.removeprefix("value ")
        return [f"{name}: " + ", ".join(f"{player_name(p)} {result}" for result, p in results)]

    def position(self) -> list[str] | NotDone:
        """Return everything that is so, in the notation of positions; only for somebody who sees everything."""
        if self.viewer is not None:
            return NotDone("a position tells everything there is: look with `as nobody` first")
        return given_text(self.lib, self.history.state)

    def lies(self, title: str) -> list[str]:
        """Return the places in which the viewer sees a card of this title lie; empty if he sees none."""
        eyes = self.eyes
        cards = [c for c, t in enumerate(self.lib.cards) if t == title and eyes.s.w[c] != -1 and eyes.sees_card(c)]
        return [zone_name(self.lib, zone) for zone in sorted({eyes.s.w[c] for c in cards})]

    # ---- what is asked

    @property
    def decides(self) -> bool:
        """Whether the viewer may know what is asked, and answer it."""
        return self.history.asked is not None and self.viewer in (None, self.history.asked)

    def silent(self, player: int | None = None) -> str | None:
        """Say why nothing is said of what a player might answer (None: whoever is asked); None if it may be said."""
        asked = self.history.asked
        if asked is None or self.viewer is None or self.viewer == asked == (asked if player is None else player):
            return None
        return f"{player_name(asked)} is asked, and you look as {player_name(self.viewer)}"

    def question(self) -> str:
        """Return `p1: which card to draw`; who has won when the game is over. Of another's question only that he is
        asked."""
        state = self.history.now.state
        if state.over is not None:
            names = " and ".join(player_name(p) for p in state.over) or "nobody"
            return f"the game is over: {names} {'win' if len(state.over) > 1 else 'wins'}"
        asked = self.history.asked
        who = player_name(-1 if asked is None else asked)
        return f"{who}: {question_text(self.lib, state)}" if self.decides else f"{who} decides"

    def legal(self) -> list[str]:
        """Return the legal answers, in words; none if another player is asked."""
        if not self.decides:
            return []
        return [text for _, text in options(self.machine, self.history.now.state)]

    def others(self) -> list[str]:
        """Return everything that might be answered to the question, legal or not."""
        if not self.decides:
            return []
        there = possible(self.machine, self.history.now.state, self.viewer)
        return list(dict.fromkeys(o.text for o in there))

    def read(self, line: Line, player: int | None = None) -> tuple[Taken, ...] | NotDone:
        """Return the answers that a line gives, tried out; or why it is none."""
        state = self.history.now.state
        if state.ask is None:
            return NotDone("the game is over")
        found = resolve(self.machine, state, player, line, self.viewer)
        if not isinstance(found, Miss):
            return found
        finding = None
        if found.kind in ("unknown", "more"):
            finding = whynot(self.machine, state, player, line, self.viewer)
        return NotDone(found.message, found.near, finding, offers=found.offers)

    # ---- what happened

    def line(self, moment: Moment) -> str:
        """Say what led to a moment: the answer, or as much of it as was said aloud; that something was posed."""
        if self.viewer is None:
            return moment.line
        if moment.line.startswith(GIVEN) or moment.player is None or moment.code is None:
            return "(something is given)" if moment.line else ""
        before = self.history.before(moment)
        assert before is not None
        text = answered(self.lib, before, moment.code, moment.events, self.viewer)
        who = player_name(moment.player)
        return f"{who}: {text}" if text else f"{who}{ANSWERS}"

    def happenings(self, moment: Moment, until: int | None = None) -> list[Told]:
        """Say what happened on the way to a moment, event by event (the first so many); those of which the viewer may
        not hear have no text."""
        before = self.history.before(moment)
        if before is None or moment.code is None:
            witness = Witness.of(self.lib, moment.state, moment.events, self.viewer)
        else:
            witness = Witness(self.lib, before, self.viewer)
        told = []
        for event in moment.events[:until]:
            text = witness.hear(event)
            said = [o for o in origins(self.lib, event) if witness.open_title(o.card)] if text else []
            told.append(Told(text, moment.id, tuple(said), event))
        return told

    def told(self, moment: Moment) -> list[Told]:
        """Say what there is to tell of the way to a moment: the events of which the viewer hears. `aside` are those
        that the answer has told already."""
        heard = moment.player is not None and not self.line(moment).endswith(ANSWERS)
        return [replace(one, aside=_aside(one.event, heard)) for one in self.happenings(moment) if one.text]

    def progress(self) -> tuple[int, int]:
        """Say while stepping how many of the happenings of which the viewer hears have been shown, and how many there
        are."""
        heard = [bool(one.text) for one in self.happenings(self.history.now)]
        return sum(heard[: self.history.within]), sum(heard)

    def log(self, last: int | None = None) -> list[Told]:
        """Say what has happened on the way here: each answer, and what it led to (of the last so many answers)."""
        told: list[Told] = []
        for moment in self.history.path()[-last if last else 0 :]:
            told.append(Told(self.line(moment) or BEGINNING, moment.id))
            told += self.told(moment)
        return told

    # ---- what is argued about

    def why(self, about: str = "", player: int | None = None) -> Because | Worth | None:
        """Say why a value is what it is, or that the viewer cannot know it; else why the last thing happened of
        which these words speak; without words: why the last thing happened. None if there is no such value and no
        such thing."""
        if not about.strip():
            return self._why_last()
        assert self.set.game is not None
        look = Look(self.machine, self.set.game, self.history.state, self.viewer)
        return why_value(look, self.set.words, about, player, self.history.asked) or self._why_words(about)

    def _why_last(self) -> Because | None:
        """Say why the last thing happened that changed anything (while stepping: the event that was shown)."""
        told = [one for one in self.happenings(self.history.now, self.history.within) if one.text]
        changed = [one for one in told if one.event is not None and one.event.kind != "note"]
        return self._because((changed or told)[-1]) if told else None

    def _why_words(self, about: str) -> Because | None:
        """Say why the last thing happened that these words speak of."""
        words = set(normal(about.replace("?", " ")))
        for moment in reversed(self.history.path()):
            for one in reversed(self.happenings(moment)):
                if one.event is None or one.event.kind == "note" or not one.text:
                    continue
                if words and words <= set(normal(one.text)):
                    return self._because(one)
        return None

    def _because(self, told: Told) -> Because:
        return Because(told, self.line(self.history.moments[told.moment]))

    def whynot(self, line: Line, player: int | None = None) -> Finding | NotDone:
        """Say why an answer is not among the legal ones."""
        silent = self.silent(player)
        if silent is not None:
            return NotDone(silent)
        return whynot(self.machine, self.history.now.state, player, line, self.viewer)

    def ask(self, text: str) -> Answer | NotDone:
        """What a noun phrase, a number or a condition of the language comes to. `you` in it is the viewer; to somebody
        who sees everything, whoever is asked."""
        assert self.set.game is not None
        look = Look(self.machine, self.set.game, self.history.state, self.viewer)
        return ask(look, self.set, text, self.history.asked if self.viewer is None else self.viewer)

    def expect(self, text: str) -> list[str] | NotDone:
        """Hold facts against the state: say for each that does not hold what is so instead, or that the viewer cannot
        know it; empty if all hold."""
        facts, faults = read_facts([(line, 0) for line in text.split("\n")], self.set.words, "", False)
        if faults:
            return NotDone("this cannot be read", diagnostics=tuple(faults))
        if not facts:
            return NotDone("expect what?")
        assert self.set.game is not None
        look = Look(self.machine, self.set.game, self.history.state, self.viewer)
        return [other for fact in facts if (other := check(fact, look)) is not None]


def _aside(event: Event | None, heard: bool) -> bool:
    """Say whether an event need not be told: that a deed was done, to somebody who `heard` the answer that did it."""
    if event is None or event.kind != "note" or event.data[0] not in ("verb", "ability", "step", "clause"):
        return False
    return heard or event.data[0] == "clause" or (event.data[0] == "verb" and event.data[2] == -1)
