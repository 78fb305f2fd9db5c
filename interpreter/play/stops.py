"""Breakpoints: what a person waits for while the game is played. Play stops there, also in the middle of what an answer
leads to, and can be stepped on from there.

A breakpoint is a condition (play stops where it becomes true), a card (where it acts, or something is done to it), a
window (where a sentence of a card answers a deed), or the words of an event. What a player may not know stops nobody
who looks as that player.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from moot.dsl import ir
from moot.dsl.notation import Vocabulary

from ..kernel.events import Event
from ..kernel.program import Library
from .condition import Condition, condition
from .course import Place, places_of
from .moment import Told
from .not_done import NotDone
from .spoken import as_heard
from .teller import Teller
from .words import Words, normal

HEAVIEST = 50_000  # questions that a condition may take which is asked after each event
MOST = 50
"""Breakpoints and watched phrases that can be kept."""
WINDOW = re.compile(r"(?:(?:a|any|each|every|the) )?windows?(?: (?:of|for|on|around) (.+))?", re.IGNORECASE)
TIMED = re.compile(r"(before|instead of|after|when|as soon as) (.+)", re.IGNORECASE)
RUNGS = {
    "before": ("before", "would", "start"), "instead of": ("instead", "would"), "after": ("after", "end"),
    "when": ("before", "would", "instead", "after", "start", "end"), "as soon as": ("state",),
}  # fmt: skip
"""How a window is called, and the moments of clauses that open it."""
WINDOWS = ("before", "would", "instead", "after", "start", "end", "state")


@dataclass(frozen=True)
class Break:
    """A breakpoint. `kind`: condition, card, window or event. `card`: the title of the card. `words`: the words that an
    event must have. `clauses`: the sentences (`TITLE 0`, as events call them) with which a window opens; None: any."""

    text: str
    kind: str
    condition: Condition | None = None
    card: str = ""
    words: Words = ()
    clauses: frozenset[str] | None = None

    def told(self) -> str:
        """Return `card TITLE`, `event gold p1`."""
        return f"{self.kind}: {self.text}"


@dataclass(frozen=True)
class Hit:
    """A breakpoint at which play has stopped. `event`: how many events of the last answer have happened; None at the
    next question."""

    number: int
    at: Break
    event: int | None


@dataclass
class Stops:
    """The breakpoints of a session, and where the last answer was stopped."""

    breaks: list[Break] = field(default_factory=list)
    hit: Hit | None = None
    read_in: Library | None = None
    """The library in which the breakpoints were read; in another they are read again."""

    def add(self, teller: Teller, text: str) -> Break | NotDone:
        """Add a breakpoint; one that is there already is not added twice."""
        if len(self.breaks) >= MOST:
            return NotDone(f"there are {MOST} breakpoints already")
        found, self.read_in = read(teller, text), teller.lib
        if isinstance(found, Break) and found.text not in [one.text for one in self.breaks]:
            self.breaks.append(found)
        return found

    def remove(self, number: int) -> Break | NotDone:
        """Delete the breakpoint with this number, from 1."""
        if not 1 <= number <= len(self.breaks):
            return NotDone(f"there is no breakpoint {number}" + ("" if self.breaks else ": there are none"))
        return self.breaks.pop(number - 1)

    def clear(self) -> int:
        """Delete all breakpoints, and return how many there were."""
        gone, self.breaks = len(self.breaks), []
        return gone

    def stopped(self, teller: Teller) -> bool:
        """Look for the first breakpoint on the way to the current moment; stop there, and return whether there is
        one."""
        if self.breaks and self.read_in is not teller.lib:
            again = [(one, read(teller, one.text)) for one in self.breaks]
            self.breaks = [found if isinstance(found, Break) else one for one, found in again]
            self.read_in = teller.lib
        self.hit = self._first(teller) if self.breaks else None
        if self.hit is not None:
            teller.history.within = self.hit.event
        return self.hit is not None

    def _first(self, teller: Teller) -> Hit | None:
        history, moment = teller.history, teller.history.now
        told, before = teller.happenings(moment), history.before(moment)
        asked = [one.condition for one in self.breaks]
        held = [c is not None and before is not None and c.holds(teller.look(before)) for c in asked]
        for place in places_of(history, moment, True):
            changed = place.event is None or bool(moment.events[place.event - 1].writes)
            for i, one in enumerate(self.breaks):
                if one.condition is not None:
                    if not changed:
                        continue
                    held[i], so = one.condition.holds(teller.look(place.state)), held[i]
                    met = held[i] and not so
                else:
                    met = _meets(one, told, place)
                if met:
                    return Hit(i + 1, one, place.event)
        return None


def _meets(one: Break, told: Sequence[Told], place: Place) -> bool:
    """Return whether an event is the one that somebody waits for. Of what he may not know he hears nothing."""
    if place.event is None:
        return False
    told_now = told[place.event - 1]
    event = told_now.event
    assert event is not None
    if one.kind == "window":
        return any(_opened(one, told[at].event) for at in _since_heard(told, place.event)) and bool(told_now.text)
    if not told_now.text:
        return False
    words = normal(told_now.text)
    if one.kind == "card":
        titled = normal(one.card)
        acts = any(origin.card == one.card for origin in told_now.origins)
        return acts or any(words[i : i + len(titled)] == titled for i in range(len(words)))
    rest = iter(words)
    return all(word in rest for word in one.words)


def _since_heard(told: Sequence[Told], event: int) -> range:
    """Return the places of an event and of those right before it that nobody hears of: a window opens silently."""
    first = event - 1
    while first > 0 and not told[first - 1].text:
        first -= 1
    return range(first, event)


def _opened(one: Break, event: Event | None) -> bool:
    if event is None or event.kind != "note" or event.data[0] != "clause":
        return False
    return one.clauses is not None and event.data[1] in one.clauses


# ---- what a person waits for ----------------------------------------------------------------------------------------


def read(teller: Teller, text: str) -> Break | NotDone:
    """Read what a person waits for: a window, a card by its title, a condition, or the words of an event."""
    said = " ".join(text.split())
    game = teller.set.game
    assert game is not None
    if not said:
        return NotDone("stop on what? an event, a card, a window or a condition")
    window = _window(game, teller, said)
    if window is not None:
        return window
    title = next((t for t in game.cards if normal(t) == normal(said)), None)
    if title is not None:
        return Break(title, "card", card=title)
    found = condition(teller.look(), teller.set, said)
    if isinstance(found, Condition):
        if found.weight(teller.look()) > HEAVIEST:
            return NotDone("this takes too long to look at after each event: ask for less at once")
        return Break(said, "condition", condition=found)
    for heard in as_heard(said):
        words = normal(heard)
        strange = [word for word in words if word not in _heard_words(teller.set.words)]
        if words and not strange:
            return Break(said, "event", words=words)
    return found if found.diagnostics or not strange else NotDone(f"no event has the word `{strange[0]}`")


def _window(game: ir.Game, teller: Teller, said: str) -> Break | NotDone | None:
    """Read `window`, `window of CARD`, `before DEED`; None if the words name no window."""
    about, timed = WINDOW.fullmatch(said), TIMED.fullmatch(said)
    if about is None and timed is None:
        return None
    rungs = WINDOWS if timed is None else RUNGS[timed[1].lower()]
    what = normal((about[1] if about is not None else timed[2] if timed is not None else "") or "")
    found = frozenset(
        f"{card.title} {number}"
        for card in game.cards.values()
        for number, clause in enumerate(card.clauses)
        if clause.moment.kind in rungs and (not what or what in (normal(card.title), *_deed(clause.moment)))
    )
    if found:
        return Break(said, "window", clauses=found)
    if timed is not None and timed[1].lower() == "when":
        return None
    if about is not None or condition(teller.look(), teller.set, said):
        return NotDone(f"no card of this game has such a window: `{said}`")
    return None


def _deed(moment: ir.Moment) -> tuple[Words, ...]:
    """Return how the deed, the marker or the phase of a window may be called."""
    event = (moment.event or moment.phase or "").removeprefix("mark:")
    verb, _, step = event.partition("/")
    return (normal(verb), normal(step), normal(event.replace("/", " "))) if step else (normal(verb),)


def _heard_words(words: Vocabulary) -> frozenset[str]:
    """Return every word that may occur in what is told of an event."""
    tables = (words.titles, words.zones, words.markers, words.verbs, words.deeds, words.phases, words.kinds)
    named = {word for table in tables for phrase in table for word in normal(" ".join(phrase))}
    seats = {f"p{number}" for number in range(1, words.players + 1)}
    return frozenset(named | seats | words.words | set(normal("start end bank random shuffled shown no longer cards")))
