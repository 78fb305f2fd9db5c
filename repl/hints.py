"""Give hints for a question that means nothing here: which value, card or place it may be about."""

from __future__ import annotations

import re
from itertools import islice

from moot.interpreter.play.session import NotDone, Session
from moot.interpreter.play.spoken import nearest_form
from moot.interpreter.play.words import inside, normal
from moot.interpreter.sets.nearest import nearest

LONGEST = 100  # letters of a line that may be a phrase
FEW = 4  # answers that are named with the question
PLAIN = ("choose one", "what to do")  # questions that say nothing


def near_value(session: Session, about: str) -> list[str]:
    """Name the value that was probably meant; if a value is named, say what it must be asked of."""
    values = {" ".join(p): v for p, v in session.words.values.items()}
    if about in values:
        things = ["p1" if p.type.sort == "player" else "CARD" for p in values[about].params]
        asked = "".join(f" {'of' if i == 0 else 'for'} {x}" for i, x in enumerate(things))
        return [f"  ask `why {about}{asked}`"]
    found = next((n for w in about.split() if len(w) > 2 and (n := nearest(w, values))), None)
    of_player = [n for n, v in sorted(values.items()) if [p.type.sort for p in v.params] == ["player"]]
    usual = [f"  a value is asked for so: `why {name} of p1`" for name in of_player[-1:]]
    return [f"  did you mean `{found}`?"] if found else usual


def near_question(session: Session, about: str, viewer: int | None) -> list[str]:
    """Name the nearest question that can be answered, made of the names in one that cannot; else nothing."""
    for form in islice(dict.fromkeys(nearest_form(about, session.words)), 8):
        if form != about and not isinstance(session.why(form, viewer, viewer), NotDone):
            return [f"  did you mean `why {form}`?"]
    return []


def meant_otherwise(session: Session, line: str, viewer: int | None) -> str:
    """Say how a line that is no answer is asked: a phrase is asked for its value, and an answer that is not possible
    now for what forbids it; '' if it is neither. Numbers are said to be none of those in the list."""
    if re.fullmatch(r"[-+]?[0-9][0-9.,]*", line):
        many = len(session.legal(viewer))
        return f"the answers are numbered 1 to {many}" if many and session.tell(viewer).by_number else ""
    words = line.split()
    verbs = sorted({verb[0] for verb in session.words.verbs})
    verb = words[0].lower() if words and words[0].lower() in verbs else nearest(words[0], verbs) if words else None
    if verb is not None and len(words) > 1 and abs(len(verb) - len(words[0])) < 2:
        return f"`whynot {' '.join([verb, *words[1:]])}` says why not now"
    if len(words) > 1 and len(line) <= LONGEST and not isinstance(session.tell(viewer).ask(line), NotDone):
        return f"did you mean `ask {line}`?"
    return ""


def of_the_game(session: Session, line: str) -> bool:
    """Whether a line begins with a word of this game's answers, or a player, so that it is no command with a slip."""
    words = line.split(None, 1)
    return bool(words) and session.tell(None).knows(words[0])


def asked(session: Session, viewer: int | None) -> str:
    """Say what is asked now: the answers, if they are few, or else the question with the first of them."""
    teller = session.tell(viewer)
    answers, question = session.shown(viewer), teller.question()
    who, _, about = question.partition(": ")
    if not answers:
        return question
    some = ", ".join(f"`{text}`" for text in answers[:FEW]) + (" …" if len(answers) > FEW else "")
    return f"{who} is asked: {some}" if about in PLAIN else f"{who} is asked {about}: {some}"


def is_phrase(session: Session, line: str, viewer: int | None) -> bool:
    """Whether a line can only be a phrase of the cards' language: it says of what something is, it has a value, and it
    begins with no word of an answer that is offered, nor with the title of a card."""
    said = normal(line)
    if " of " not in line or len(line) > LONGEST or not said:
        return False
    if any(said[: len(words)] == words for words in map(normal, session.card_set.titles)):
        return False
    offered = {normal(text)[0] for text in session.legal(viewer) if normal(text)}
    return said[0] not in offered and not isinstance(session.tell(viewer).ask(line), NotDone)


def where_lies(session: Session, words: str, viewer: int | None) -> list[str]:
    """Say where a named card lies, if the viewer may know."""
    title = card_named(session, words)
    if title is not None:  # what is done by a card, is done to another
        title = card_named(session, words.replace(title, " ")) or title
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
