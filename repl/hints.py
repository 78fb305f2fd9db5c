"""Give hints for a question that means nothing here: which value, card or place it may be about."""

from __future__ import annotations

from moot.interpreter.play.session import Session
from moot.interpreter.play.words import inside, normal
from moot.interpreter.sets.nearest import nearest


def near_value(session: Session, about: str) -> list[str]:
    """Name the value that was probably meant; if a value is named, say what it must be asked of."""
    values = {" ".join(p): v for p, v in session.words.values.items()}
    if about in values:
        things = ["p1" if p.type.sort == "player" else "CARD" for p in values[about].params]
        asked = "".join(f" {'of' if i == 0 else 'for'} {x}" for i, x in enumerate(things))
        return [f"  ask `why {about}{asked}`"]
    found = next((n for w in about.split() if len(w) > 2 and (n := nearest(w, values))), None)
    return [f"  did you mean `{found}`?"] if found else [f"  the values are {', '.join(sorted(values))}"]


def where_lies(session: Session, words: str, viewer: int | None) -> list[str]:
    """Say where a named card lies, if the viewer may know."""
    title = card_named(session, words)
    if title is None:
        return []
    if title not in session.cast.titles:
        return [f"  {title} is not in this game"]
    seen = session.tell(viewer).lies(title)
    return [f"  {title} lies in {' and in '.join(seen)}"] if seen else []


def card_named(session: Session, words: str) -> str | None:
    """Return the card of the set that the words name; None if they name none."""
    said = normal(words)
    return max((t for t in session.card_set.titles if inside(normal(t), said)), key=len, default=None)
