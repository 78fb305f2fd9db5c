"""Questions whose answer lies in what might have been asked or answered."""

from __future__ import annotations

from moot.dsl.notation import read_facts, read_moves
from moot.dsl.notation.parts import Acts, Given, Ruling, When
from moot.interpreter.play.answers import normal
from moot.interpreter.play.position import first_actor as actor_of
from moot.interpreter.play.session import Session
from moot.interpreter.play.whynot import inside
from moot.interpreter.sets.nearest import nearest


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
    title = card_named(session, words)
    if title is None:
        return []
    if title not in session.cast.titles:
        return [f"  {title} is not in this game"]
    seen = session.tell(viewer).lies(title)
    return [f"  {title} lies in {' and in '.join(seen)}"] if seen else []


def card_named(session: Session, words: str) -> str | None:
    """The card of the set that the words speak of."""
    said = normal(words)
    return max((t for t in session.set_.titles if inside(normal(t), said)), key=len, default=None)


def first_actor(session: Session, posed: str, line: str) -> Acts | None:
    """Who acts first by this line, where the position leaves that open."""
    facts, _ = read_facts([(one, 0) for one in posed.split("\n")], session.words, "", True)
    moves, faults = read_moves([(line, 0)], session.words, "")
    if faults or any(isinstance(f, Acts) for f in facts):
        return None
    acts = actor_of(Ruling("", "", (), "", None, (Given(facts=facts), When(moves=moves))), facts)
    return acts if acts is not None and acts.seat.number <= session.cast.players else None
