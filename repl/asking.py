"""Questions whose answer lies in what has happened, or in what might have been answered."""

from __future__ import annotations

from dsl.notation import read_facts, read_moves
from dsl.notation.parts import Acts, Given, Ruling, When
from interpreter.answers import normal
from interpreter.kernel.events import Event
from interpreter.kernel.text import event_text
from interpreter.nearest import nearest
from interpreter.others import possible
from interpreter.position import first_actor as actor_of
from interpreter.session import Moment, Session

from . import render
from .causes import because


def why_last(session: Session, viewer: int | None) -> list[str] | None:
    """Why the last thing happened that changed anything (while stepping: the event that was shown)."""
    moment = session.now
    events = moment.events[: session.within]
    for wanted in (lambda e: e.kind != "note", lambda e: True):
        for event in reversed(events):
            if wanted(event) and event_text(session.machine.lib, moment.state, event, viewer):
                return _told(session, moment, event, viewer)
    return None


def why_words(session: Session, about: str, viewer: int | None) -> list[str] | None:
    """Why the last thing happened that these words speak of."""
    words = set(normal(about.replace("?", " ")))
    for moment in reversed(session.path()):
        for event in reversed(moment.events):
            if event.kind == "note":
                continue
            text = event_text(session.machine.lib, moment.state, event, viewer)
            if text and words and words <= set(normal(text)):
                return _told(session, moment, event, viewer)
    return None


def _told(session: Session, moment: Moment, event: Event, viewer: int | None) -> list[str]:
    lib = session.machine.lib
    after = [f"  after: {render.line_of(moment, viewer)}"] if moment.line else []
    return [event_text(lib, moment.state, event, viewer), *because(lib, event), *after]


def near_value(session: Session, about: str) -> list[str]:
    """The value that may have been meant."""
    names = [" ".join(p) for p in session.words.values]
    found = next((n for w in about.split() if len(w) > 2 and (n := nearest(w, names))), None)
    return [f"  did you mean `{found}`?"] if found else [f"  the values are {', '.join(sorted(names))}"]


def others(session: Session) -> list[str]:
    """Everything that might be answered to the question, legal or not."""
    if session.now.state.ask is None:
        return []
    return list(dict.fromkeys(o.text for o in possible(session.machine, session.now.state)))


def first_actor(session: Session, posed: str, line: str) -> Acts | None:
    """Who acts first by this line, where the position leaves that open."""
    facts, _ = read_facts([(one, 0) for one in posed.split("\n")], session.words, "", True)
    moves, faults = read_moves([(line, 0)], session.words, "")
    if faults or any(isinstance(f, Acts) for f in facts):
        return None
    acts = actor_of(Ruling("", "", (), "", None, (Given(facts=facts), When(moves=moves))), facts)
    return acts if acts is not None and acts.seat.number <= session.game.players else None
