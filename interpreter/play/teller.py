"""Turn events, questions, answers, values and refusals into text that a viewer may know. Every text about a game that a
person sees comes from here.

A viewer is a player, or None: somebody who sees everything. A player's knowledge follows from what he sees and was
shown (`kernel.knowing`, `kernel.telling`, `kernel.view`). A `Teller` says the same about any two games that look the
same to its viewer. Choices are public, unless a player makes them secretly or from things that the viewer does not see.
Unknown things are reported as unknown, never as nothing, zero or no.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from moot.dsl.notation import read_facts

from ..kernel.evaluate import apply
from ..kernel.events import Event
from ..kernel.explain import Explanation
from ..kernel.knowing import Eyes
from ..kernel.machine import Machine
from ..kernel.names import listed, player_name, zone_name
from ..kernel.program import Library
from ..kernel.results import payoffs, teams
from ..kernel.state import State
from ..kernel.telling import Witness, answered
from ..kernel.text import question_text
from ..kernel.view import View, view
from ..sets.card_set import CardSet
from . import spoken
from .alternatives import possible
from .another_time import another_time
from .answer_words import strange_word
from .answers import Miss, Taken, by_number, near_answers, options, resolve
from .asking import Answer, ask, derived
from .below import read
from .causes import concerns, named, origins
from .chain import Led, chain, chose
from .compare import check
from .finding import Finding
from .heard import steps
from .history import History
from .look import Look
from .moment import Moment, Told
from .need import Need, need
from .not_done import NotDone
from .overheard import why_not
from .possessive import as_phrase
from .questions import Asker, Quality, asks_who_won, plain
from .recalling import recalled, shown
from .so import Account, Ground
from .unasked import Undone
from .whose import half_done, why_won
from .why import Because, Meanwhile, Worth, says_more, why_value
from .whynot import whynot
from .words import Line, normal

LIES = re.compile(r"(?:is )?(?:the )?(.+?) (?:is )?(?:lying )?in (.+)")
GIVEN, REDEAL = "given ", "redeal "
BEGINNING = "(the beginning)"
MOST_EVENTS = 4
"""Events since the last answer that are explained at once."""
ANSWERS = " answers"  # shown in place of an answer that the viewer may not hear


Explained = Because | Meanwhile | Worth | Quality | Account | Finding
"""What `why` may find."""


class Teller:
    """Describes a game and its history to a viewer."""

    def __init__(self, set_: CardSet, machine: Machine, history: History, viewer: int | None = None) -> None:
        self.set, self.machine, self.history, self.viewer = set_, machine, history, viewer

    @property
    def lib(self) -> Library:
        """The library that is played."""
        return self.machine.lib

    @property
    def state(self) -> State:
        """The shown state, with what the viewer remembers of it."""
        if self.viewer is None:
            return self.history.state
        return recalled(self.lib, self.history, self.viewer)

    @property
    def eyes(self) -> Eyes:
        """The viewer's present knowledge."""
        return Eyes(self.lib, self.state, self.viewer)

    def look(self, state: State | None = None) -> Look:
        """Return the viewer's look at a state (None: the shown one)."""
        assert self.set.game is not None
        if state is not None or self.viewer is None:
            return Look(self.machine, self.set.game, self.state if state is None else state, self.viewer)
        known = shown(self.lib, self.history, self.viewer)
        return Look(self.machine, self.set.game, self.state, self.viewer, known)

    # ---- the state

    def view(self) -> View:
        """Return the viewer's knowledge of the state as plain data."""
        return view(self.lib, self.state, self.viewer)

    def teams(self) -> tuple[tuple[int, ...], ...]:
        """Return the players of each team as far as the viewer knows it; none in a game without teams."""
        return teams(self.lib, self.history.now.state, self.viewer)

    def payoffs(self) -> tuple[int, ...] | None:
        """Return what each player gets, by seat; None while the game goes on, and in a game that does not say it."""
        return payoffs(self.lib, self.history.now.state)

    def standings(self) -> list[str]:
        """Return how the game was won: the first value of each player or team, the best first, then what broke the ties
        of the best; at last what each player gets. Empty while the game goes on. Everybody sees these values."""
        lib, state = self.lib, self.history.now.state
        deciding = next((i.args[1:] for p in lib.programs for i in p.code if i.op == "win" and i.args[0] is None), ())
        if state.over is None:
            return []
        context = self.machine.context(state)
        sides = teams(lib, state) or tuple((player,) for player in range(state.m[lib.players_cell]))
        told: list[str] = []
        for by in deciding:
            results = sorted(((apply(context, by, side[:1]), side) for side in sides), key=lambda r: (-r[0], r[1]))
            sign = 1 if lib.functions[by].lowest is None else -1
            told.append(f"{lib.functions[by].name}: " + ", ".join(f"{_named(side)} {sign * n}" for n, side in results))
            sides = tuple(side for n, side in results if n == results[0][0])
            if len(sides) == 1:
                break
        paid = self.payoffs()
        if paid is not None and lib.payoff not in deciding[:1]:
            told.append("payoff: " + ", ".join(f"{player_name(p)} {amount}" for p, amount in enumerate(paid)))
        return told


    def lies(self, title: str) -> list[str]:
        """Return the places where the viewer sees a card of this title; empty if he sees none."""
        eyes = self.eyes
        cards = [c for c, t in enumerate(self.lib.cards) if t == title and eyes.s.w[c] != -1 and eyes.sees_card(c)]
        return [zone_name(self.lib, zone) for zone in sorted({eyes.s.w[c] for c in cards})]

    # ---- what is asked

    @property
    def decides(self) -> bool:
        """Whether the viewer may know what is asked, and answer it."""
        return self.history.asked is not None and self.viewer in (None, self.history.asked)

    def silent(self, player: int | None = None) -> str | None:
        """Return why a player's possible answers are kept from the viewer (None: whoever is asked); None if they are
        not."""
        asked = self.history.asked
        if asked is None or self.viewer is None or self.viewer == asked == (asked if player is None else player):
            return None
        return f"{player_name(asked)} is asked, and you look as {player_name(self.viewer)}"

    def question(self) -> str:
        """Return `p1: which card to draw`; after the game, who has won. Of another player's question the viewer learns
        only that he is asked."""
        state = self.history.now.state
        if state.over is not None:
            names = _named(state.over) if state.over else "nobody"
            return f"the game is over: {names} {'win' if len(state.over) > 1 else 'wins'}"
        asked = self.history.asked
        who = player_name(-1 if asked is None else asked)
        return f"{who}: {question_text(self.lib, state)}" if self.decides else f"{who} decides"

    @property
    def by_number(self) -> bool:
        """Whether an answer may be given by its place in the list."""
        return by_number(self.lib, self.history.now.state)

    def legal(self) -> list[str]:
        """Return the texts of the legal answers; none if another player is asked."""
        if not self.decides:
            return []
        return [text for _, text in options(self.machine, self.history.now.state)]

    def near(self, line: Line) -> list[str]:
        """Return the legal answers most like these words, the nearest first; none if another player is asked."""
        return list(near_answers(line.words, list(enumerate(self.legal()))))

    def knows(self, word: str) -> bool:
        """Whether some answer of this game has a word, or one that begins so."""
        return strange_word(self.lib, word) is None

    def others(self) -> list[str]:
        """Return every possible answer to the question, legal or not."""
        if not self.decides:
            return []
        there = possible(self.machine, self.history.now.state, self.viewer)
        return list(dict.fromkeys(o.text for o in there))

    def read(self, line: Line, player: int | None = None) -> tuple[Taken, ...] | NotDone:
        """Return the answers that a line gives, tried out on a copy; or why it gives none."""
        state = self.history.now.state
        if state.ask is None:
            return NotDone("the game is over")
        found = resolve(self.machine, state, player, line, self.viewer, self.history.now.passed)
        if not isinstance(found, Miss):
            return found
        finding = None
        if found.kind in ("unknown", "more"):
            finding = whynot(self.machine, state, player, line, self.viewer)
        return NotDone(found.message, found.near, finding, offers=found.offers)

    # ---- what happened

    def line(self, moment: Moment) -> str:
        """Return what led to a moment: the answer, or the part of it that was said aloud; or that a position was
        posed."""
        if self.viewer is None:
            return moment.line
        if moment.line.startswith(REDEAL):
            return moment.line
        if moment.line.startswith(GIVEN) or moment.player is None or moment.code is None:
            return "(the position was changed)" if moment.line else ""
        before = self.history.before(moment)
        assert before is not None
        text = answered(self.lib, before, moment.code, moment.events, self.viewer)
        who = player_name(moment.player)
        return f"{who}: {text}" if text else f"{who}{ANSWERS}"

    def happenings(self, moment: Moment, until: int | None = None) -> list[Told]:
        """Return what happened on the way to a moment, event by event (with `until`, the first so many). An event that
        the viewer may not know has no text."""
        witness = self._witness(moment)
        told = []
        for event in moment.events[:until]:
            text = witness.hear(event)
            said = [o for o in origins(event) if witness.open_title(o.card)] if text else []
            told.append(Told(text, moment.id, tuple(said), event))
        return told

    def _witness(self, moment: Moment) -> Witness:
        """Return the viewer before anything happened on the way to a moment."""
        before = self.history.before(moment)
        if before is None or moment.code is None:
            return Witness.of(self.lib, moment.state, moment.events, self.viewer)
        return Witness(self.lib, before, self.viewer)

    def told(self, moment: Moment) -> list[Told]:
        """Return the events on the way to a moment that the viewer may know; while stepping through them, those that
        were shown. An event is `aside` if the answer already says it."""
        heard = moment.player is not None and not self.line(moment).endswith(ANSWERS)
        until = self.history.within if moment is self.history.now else None
        return [replace(one, aside=_aside(one.event, heard)) for one in self.happenings(moment, until) if one.text]

    def progress(self) -> tuple[int, int]:
        """Return while stepping how many steps the viewer has gone through, and how many there are."""
        through = steps(self.happenings(self.history.now))
        return through.before(self.history.within), len(through.numbers)

    def log(self, last: int | None = None) -> list[Told]:
        """Return what has happened so far: each answer and its events. `last`: only the last so many answers."""
        told: list[Told] = []
        for moment in self.history.path()[-last if last else 0 :]:
            told.append(Told(self.line(moment) or BEGINNING, moment.id))
            told += self.told(moment)
        return told

    # ---- what is argued about

    def why(self, about: str = "", player: int | None = None) -> Explained | None:
        """Explain a value, or say that the viewer cannot know it; why somebody may do something, why something is so,
        who is asked or who has won; or else explain the last event that these words describe. Without words, explain
        the last event. None if there is nothing of the kind."""
        if not about.strip():
            return self._why_last()
        about, look = as_phrase(spoken.plain(about), self.set.words), self.look()
        you = self.history.asked if self.viewer is None else self.viewer
        asker = Asker(look, self.set, you, self.history)
        special: Explained | None = self._why_won() if asks_who_won(about) else self._undone(you).answer(about)
        special = special or asker.answer(about) or self._why_happened(asker, about)
        if special is not None:
            return special
        value, levels = plain(about)
        found = derived(look, self.set, value, you) if says_more(value, self.set.words) else None
        found = found or why_value(look, self.set.words, value, player, self.history.asked)
        asks_who = found is None and about.startswith(("who ", "which player "))
        quality = (asker.who(about) if asks_who else None) or (None if found else asker.quality(value, levels))
        return (found and found.deeper(levels)) or self._since(quality, levels) or self._unchanged(asker, value)

    def _undone(self, you: int | None) -> Undone:
        """Return what explains what has not happened."""

        game = self.set.game
        assert game is not None
        return Undone(self.machine, game, self.history, self.viewer, you, lambda one: chose(game, self._led(one)))

    def _why_happened(self, asker: Asker, about: str) -> Because | Account | None:
        """Explain whose turn it is, why somebody got something, why he has so many of something, or what happened to a
        card; None if the question asks nothing of the kind."""
        if spoken.WHOSE_TURN.fullmatch(about):
            return asker.who_acts()
        counted = {" ".join(name) for name, marker in self.set.words.markers.items() if marker.counted}
        got = spoken.got(about)
        if got is not None and got[1] in counted:
            return self._why_got(*got)
        if (bare := spoken.many(about)) is not None:
            return self._why_number(*bare)
        has = spoken.HAS_MANY.fullmatch(about)
        if has is not None and has[3] in counted:
            seat = has[1] if has[1].startswith("p") or asker.you is None else player_name(asker.you)
            return self._why_so_many(seat, has[3], has[2])
        title = next((t for t in sorted(set(self.lib.cards), key=len, reverse=True) if t in about), None)
        if title is not None and (about.startswith(("did ", "was ", "were ")) or spoken.DONE_BY.fullmatch(about)):
            return self._why_words(title)
        lies = LIES.fullmatch(about)
        if title is not None and lies is not None and lies[1] == title:
            return self._why_there(title, lies[2])
        return None

    def _why_got(self, number: str, counter: str, where: str) -> Because | Account:
        """Explain why somebody got so many of something, or lost them (`where`: `to p1`, `from p1`)."""
        told = [one for moment in self.history.path() for one in self.happenings(moment) if one.text]
        like = [
            one for one in told if one.event is not None and one.event.kind == "amount"
            and set(normal(counter)) <= set(normal(one.text)) and re.search(rf"\b{where}\b", one.text)
        ]  # fmt: skip
        exact = [one for one in like if not number or number in normal(one.text)]
        if exact:
            return self.because(exact[-1])
        said = f"that has not happened: {' '.join(filter(None, (number, counter, where)))}"
        return Account(said, tuple(Ground(one.text, named(one.origins)) for one in like[-MOST_EVENTS:]))

    def _why_number(self, seat: str, number: str, where: str) -> Because | Account:
        """Explain why somebody got or gave so many, or has them, where it is not said of what: only what was counted
        out to him or by him counts, and a counter of his."""
        if where:
            return self._why_got(number, "", where)
        names = [mark.name for mark in self.lib.marks if mark.counted and mark.bearer == "player"]
        found = [one for name in names if (one := self._why_so_many(seat, name, number)) is not None]
        right = [one for one in found if not one.title.startswith("it is not ")]
        asked = " or ".join(f"`why has {seat} {number} {name}`" for name in names)
        return right[0] if len(right) == 1 else Account(f"{number} of what?{f' Ask {asked}' if names else ''}")

    def _why_so_many(self, seat: str, counter: str, number: str) -> Account | None:
        """Explain how somebody has come to so many of something: the last events that changed it."""
        found = self.ask(f"{counter} of {seat}")
        if isinstance(found, NotDone) or not found.values:
            return None
        now = found.values[0].result
        told = [
            one for moment in self.history.path() for one in self.happenings(moment)
            if one.text and one.event is not None and one.event.kind == "amount"
            and {seat, *normal(counter)} <= set(normal(one.text))
        ]  # fmt: skip
        so = f"{seat} has {now} {counter}"
        number = "0" if number == "no" else number
        wrong = "" if now == number else f"it is not {number}: "
        below = tuple(Ground(one.text, named(one.origins)) for one in told[-MOST_EVENTS:])
        return Account(f"{wrong}{so}", below or (Ground("nothing has changed it"),))

    def _why_there(self, title: str, place: str) -> Because | Account | None:
        """Explain why a card lies where somebody says that it does."""
        found = self.ask(f"{title} is in {place}")
        if isinstance(found, NotDone) or not found.values or found.values[0].result not in ("yes", "no"):
            return None
        lies = [Ground(f"{title} lies in {one}") for one in self.lies(title)]
        if found.values[0].result == "no":
            return Account(f"it is not so: {title} is in {place}", tuple(lies))
        moved = self._why_words(f"{title} to {place.removeprefix('the ')}")
        return moved or Account(f"{title} is in {place}", (Ground("it has lain there from the beginning"),))

    def _since(self, found: Quality | Account | None, levels: int) -> Quality | Account | None:
        """Add to a quality by which events the markers came about that it rests on."""
        if not isinstance(found, Quality):
            return found
        cells = read(found.rests, levels > 0)[:MOST_EVENTS]
        last = [one for cell in cells if (one := self._last_change(cell)) is not None]
        since = [line for one in last for line in self.because(one).render()]
        if levels and cells and not last:
            since = ["so it has been from the beginning"]
        return replace(found, since=tuple(f"    {line}" for line in since))

    def _last_change(self, cell: int) -> Told | None:
        """Return the last event that the viewer heard of and that changed a marker or a counter."""
        for moment in reversed(self.history.path()):
            if any(_writes(event, cell) for event in moment.events):
                told = self.happenings(moment, self.history.within if moment is self.history.now else None)
                last = [one for one in told if one.text and one.event is not None and _writes(one.event, cell)]
                if last:
                    return last[-1]
        return None

    def _why_won(self) -> Account:
        state = self.history.now.state
        if state.over is None:
            return Account("nobody has won yet")
        last = next((e for e in reversed(self.history.now.events) if e.kind == "win"), None)
        return why_won(self.machine, state, self.viewer, last, self.standings())

    def _why_last(self) -> Because | Meanwhile | Account | None:
        """Explain the last event that changed anything; while stepping, the event that was shown. In the middle of a
        deed, explain all that changed since the last answer, and why somebody is asked."""
        told = [one for one in self.happenings(self.history.now, self.history.within) if one.text]
        changed = [one for one in told if one.event is not None and one.event.kind != "note"]
        look, now = self.look(), self.history.now
        if self.history.within is None and now.player is None and now.line.startswith(GIVEN):
            asked = Asker(look, self.set, None, self.history).who_is_asked()
            return Account("this position was posed as it stands", (Ground(asked.title, None, asked.grounds),))
        if self.history.within is None and half_done(self.machine, look.game, now.state, self.viewer):
            since = tuple(self.because(one) for one in changed[-MOST_EVENTS:])
            answer = "" if now.player is None else chose(look.game, self._led(now))
            return Meanwhile(answer, since, Asker(look, self.set, None).who_is_asked())
        return self.because((changed or told)[-1]) if told else None

    def _unchanged(self, asker: Asker, value: str) -> Because | Account | None:
        """Explain the last event that these words describe; or else say that a number is as it was."""
        path = [moment.state for moment in self.history.path()]
        return self._why_words(value) or asker.unchanged(value, path)

    def _why_words(self, about: str) -> Because | None:
        """Explain the last event that these words describe."""
        words = set(normal(about.replace("?", " ")))
        cards = frozenset(c for c, title in enumerate(self.lib.cards) if set(normal(title)) <= words)
        for moment in reversed(self.history.path()):
            if cards and not any(concerns(self.lib, event, cards) for event in moment.events):
                continue
            for one in reversed(self.happenings(moment)):
                if one.event is None or one.event.kind == "note" or not one.text:
                    continue
                if words and words <= set(normal(one.text)):
                    return self.because(one)
        return None

    def because(self, told: Told) -> Because:
        """Explain one event of the log: the links to the answer or phase that it comes from."""
        moment = self.history.moments[told.moment]
        witness = self._witness(moment)
        for event in moment.events:
            if event is told.event:
                break
            witness.hear(event)
        assert told.event is not None and self.set.game is not None
        return Because(told, chain(self.machine, self.set.game, told.event, witness, self._led(moment)))

    def _led(self, moment: Moment) -> Led:
        return Led(self.history.before(moment), moment.player, self.line(moment))

    def whynot(self, line: Line, player: int | None = None) -> Finding | NotDone:
        """Explain why an answer is not among the legal ones."""
        if self.silent(player) is not None:
            heard = why_not(self.look(), player, line)
            return another_time(self.look(), self.set, self.history, player, line, heard)
        found = whynot(self.machine, self.history.now.state, player, line, self.viewer)
        return another_time(self.look(), self.set, self.history, player, line, found)

    def need(self, line: Line, player: int | None = None) -> Need | NotDone:
        """Find the smallest changes of the position that make an answer legal. Only somebody who sees everything may
        look for them."""
        if self.viewer is not None:
            return NotDone("what would help may lie where you do not see it: type `as nobody` first")
        return need(self.machine, self.set, self.history.now.state, player, line)

    def ask(self, text: str) -> Answer | NotDone:
        """Evaluate a noun phrase, a number or a condition of the cards' language. `you` in it is the viewer; for
        somebody who sees everything, it is whoever is asked."""
        text = spoken.compared(text, "is ")
        where = spoken.WHERE.fullmatch(spoken.plain(text))
        if where is not None and where[1] in self.lib.cards and (there := self.lies(where[1])):
            return Answer((Explanation("", ", ".join(there), ()),))
        return ask(self.look(), self.set, text, self.history.asked if self.viewer is None else self.viewer)

    def expect(self, text: str) -> list[str] | NotDone:
        """Compare facts with the state. For each fact that does not hold, return what holds instead, or that the viewer
        cannot know it; empty if all hold."""
        lines = [(line, 0) for line in spoken.compared(text).split("\n")]
        facts, faults = read_facts(lines, self.set.words, "", False)
        if faults:
            return NotDone("this cannot be read", diagnostics=tuple(faults))
        if not facts:
            return NotDone("expect what?")
        look = self.look()
        return [other for fact in facts if (other := check(fact, look)) is not None]


def _aside(event: Event | None, heard: bool) -> bool:
    """Whether an event need not be shown: it only says that a deed was done, and the viewer `heard` the answer that did
    it."""
    if event is None or event.kind != "note" or event.data[0] not in ("verb", "ability", "step", "clause"):
        return False
    return heard or event.data[0] == "clause" or (event.data[0] == "verb" and event.data[2] == -1)


def _writes(event: Event, cell: int) -> bool:
    return any(what == "m" and at == cell for what, at, *_ in event.writes)


def _named(players: Sequence[int]) -> str:
    return listed([player_name(p) for p in players])
