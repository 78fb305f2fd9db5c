"""Questions whose answer lies in what has happened, or in what might have been answered."""

from __future__ import annotations

from dataclasses import replace

from dsl.notation import read_facts, read_moves
from dsl.notation.parts import Acts, Given, Ruling, When
from interpreter.answers import normal
from interpreter.kernel.events import Event
from interpreter.kernel.names import player_name, sees_zone, zone_name
from interpreter.kernel.redeal import redeal
from interpreter.kernel.text import event_text
from interpreter.nearest import nearest
from interpreter.others import possible
from interpreter.position import first_actor as actor_of
from interpreter.session import Moment, Refused, Session
from interpreter.whynot import inside

from . import render
from .causes import because

DEALS = 4


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


def why_value(session: Session, about: str, viewer: int | None) -> list[str] | None:
    """Why a value is what it is. For a player it is worked out from deals that this player cannot tell from the one
    there is: if they differ, the value depends on what is hidden."""
    if viewer is None:
        found = session.why(about)
        return None if isinstance(found, Refused) else list(found)
    told = []
    for seed in range(1, DEALS + 1):
        state = redeal(session.machine.lib, session.state, viewer, seed)
        other = replace(session, moments=[Moment(0, None, "", state, (), 0)], here=0, within=None, latest={})
        found = other.why(about, viewer)
        if isinstance(found, Refused):
            return None
        told.append(list(found))
    if any(lines != told[0] for lines in told):
        return [f"this depends on what {player_name(viewer)} cannot see"]
    return told[0]


def near_value(session: Session, about: str) -> list[str]:
    """The value that may have been meant; of one that is meant, what it must be asked of."""
    values = {" ".join(p): v for p, v in session.words.values.items()}
    if about in values:
        things = ["p1" if p.type.sort == "player" else "CARD" for p in values[about].params]
        asked = "".join(f" {'of' if i == 0 else 'for'} {x}" for i, x in enumerate(things))
        return [f"  ask `why {about}{asked}`"]
    found = next((n for w in about.split() if len(w) > 2 and (n := nearest(w, values))), None)
    return [f"  did you mean `{found}`?"] if found else [f"  the values are {', '.join(sorted(values))}"]


def where_lies(session: Session, words: str, viewer: int | None) -> list[str]:
    """Of a card that is named, where it lies, if the viewer may know."""
    lib, state = session.machine.lib, session.state
    said = normal(words)
    titles = [t for t in session.set_.titles if inside(normal(t), said)]
    if not titles:
        return []
    title = max(titles, key=len)
    zones = {state.w[c] for c, t in enumerate(lib.cards) if t == title and state.w[c] != -1}
    if not zones:
        return [f"  {title} is not in this game"]
    seen = [zone_name(lib, z) for z in sorted(zones) if sees_zone(lib, z, viewer, state)]
    return [f"  {title} lies in {' and in '.join(seen)}"] if seen else []


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
