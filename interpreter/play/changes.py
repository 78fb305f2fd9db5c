"""The history of a value: each event after which a phrase came to something else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from .asking import Reading, reading
from .condition import asked
from .course import places_of
from .heard import steps
from .look import Look
from .moment import Moment, Told
from .not_done import NotDone
from .session import Session
from .spoken import happened
from .words import inside, normal

NOTHING_YET = ""


@dataclass(frozen=True)
class Change:
    """A phrase came to something else: `before` (empty at the beginning) and `after`. `event`: after which of the
    events that the viewer heard of on the way to the moment (None: at its question). `told`: that event."""

    moment: int
    event: int | None
    told: Told | None
    before: str
    after: str

    @property
    def place(self) -> str:
        """The place as a person types it: `12.3`, or `12` for the question itself."""
        return str(self.moment) if self.event is None else f"{self.moment}.{self.event}"


def read(session: Session, phrase: str, viewer: int | None) -> Reading | NotDone:
    """Read a phrase that is to be asked at many places."""
    here = session.tell(viewer).look()
    return reading(here, session.card_set, phrase, asked(here))


def value(found: Reading, here: Look) -> str:
    """Return what a phrase comes to, in one line."""
    answer = found.answer(here, asked(here))
    if isinstance(answer, NotDone):
        return answer.sentence
    results = [f"({one.lacks})" if one.lacks else one.result for one in answer.values]
    named = [f"{name} {result}" for name, result in zip(answer.of, results, strict=True)] if answer.of else results
    return ", ".join(named) or "nothing"


def changes(
    session: Session, phrase: str, viewer: int | None = None, patient: Callable[[], bool] = lambda: True
) -> list[Change] | NotDone:
    """Return each change of a phrase from the beginning to the current moment; the first says what it was then.
    `patient` is asked at each moment whether to go on."""
    found = read(session, phrase, viewer)
    if isinstance(found, NotDone):
        return found
    told: list[Change] = []
    for moment in session.path():
        told += followed(session, found, [moment], viewer, told[-1].after if told else NOTHING_YET)
        if not patient():
            return NotDone("this takes too long to work out for so many answers: ask for less at once")
    return told


def when_did(
    session: Session, text: str, viewer: int | None = None, patient: Callable[[], bool] = lambda: True
) -> tuple[str, list[Change]] | NotDone:
    """Return what a question *when did …* is about, and the changes of that. A card that is named and has no value is
    followed through the events that name it."""
    title = max((t for t in session.cast.titles if inside(normal(t), normal(text))), key=len, default=None)
    first: NotDone | None = None
    for phrase in dict.fromkeys(happened(text)):
        if title is not None and normal(phrase) == normal(title):
            continue
        found = changes(session, phrase, viewer, patient)
        if not isinstance(found, NotDone):
            return phrase, found
        first = first or found
    first = first or NotDone(f"nothing that has happened mentions {title}")
    met = [] if title is None else list(_named(session, title, viewer))
    return first if title is None or not met else (title, met)


def _named(session: Session, title: str, viewer: int | None) -> Iterator[Change]:
    """Yield the events that name a card, as far as the viewer heard of them."""
    words = normal(title)
    for moment in session.path():
        heard = [one for one in session.tell(viewer).happenings(moment) if one.text]
        for number, one in enumerate(heard, 1):
            if one.event is not None and one.event.kind != "note" and inside(words, normal(one.text)):
                yield Change(moment.id, number, one, NOTHING_YET, NOTHING_YET)


def followed(
    session: Session, found: Reading, moments: Sequence[Moment], viewer: int | None, before: str
) -> Iterator[Change]:
    """Yield each change of a phrase on the way through these moments. `before`: what it came to before them."""
    game = session.card_set.game
    assert game is not None
    for moment in moments:
        told: list[Told] | None = None
        for place in places_of(session.history, moment):
            now = value(found, Look(session.machine, game, place.state, viewer))
            if now == before:
                continue
            told = session.tell(viewer).happenings(moment) if told is None else told
            number, event = _heard(told, place.event)
            yield Change(moment.id, number, event, before, now)
            before = now


def _heard(told: Sequence[Told], event: int | None) -> tuple[int | None, Told | None]:
    """Return the number of the step that an event is, as somebody counts who steps, and what was heard there; of one
    that was not heard of, the last before it."""
    through = steps(told)
    number = through.before(event) if event is not None else 0
    return (number, told[through.numbers[number - 1] - 1]) if number else (None, None)
