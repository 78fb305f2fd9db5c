"""Gather what a page shows of a dispute: each step of the line that is played, what was asked there, and the texts.

Everything is what the viewer may know, in plain words; nothing here knows of HTML.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from moot.interpreter.play.session import Moment, Session

from .. import render
from ..asked import Asked
from ..console import Console
from ..table import Seat, Table
from .texts import Piece, Text, Texts

WIDE = 10_000
"""Letters of a line that is not to be wrapped: the page wraps by itself."""
BEGINNING = "the beginning"


@dataclass(frozen=True, slots=True)
class Question:
    """Something that was asked: the words, through whose eyes ('' for somebody who sees everything), and the answer."""

    line: str
    eyes: str
    answer: tuple[tuple[Piece, ...], ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One moment. `number`: in the tree. `line`: what led here. `events`: what happened on the way. `where`: the
    phases that run, and what is played. `seats`, `common` and `elsewhere` are the table. `decides`: who is asked what,
    or how the game has ended. `answers` are legal now, and `chosen` is the one that leads to the next step."""

    number: int
    line: str
    events: tuple[tuple[Piece, ...], ...]
    where: str
    seats: tuple[Seat, ...]
    common: tuple[str, ...]
    elsewhere: tuple[str, ...]
    decides: str
    answers: tuple[str, ...]
    chosen: str
    questions: tuple[Question, ...]


@dataclass(frozen=True, slots=True)
class Dispute:
    """A page. `begins`: the first lines of what is posed. `here`: the number of the present moment. `aside`: what was
    asked on other lines of play, each with that line. `texts`: the words of the game that are cited. `lines`: what to
    type to come to the present moment; empty for a viewer who may not know all of it."""

    title: str
    eyes: str
    begins: tuple[str, ...]
    here: int
    steps: tuple[Step, ...]
    aside: tuple[tuple[str, Question], ...]
    texts: tuple[Text, ...]
    lines: tuple[str, ...]


def dispute(console: Console) -> Dispute:
    """Return the page of the present line of play, from its beginning to its last moment, as its viewer knows it."""
    session, viewer = console.session, console.viewer
    texts = Texts(session)
    here = [one for one in console.asked if one.place.lies_in(session.game)]
    heard = [one for one in here if viewer is None or one.viewer == viewer]
    questions = [(one.place.at, _question(session, one, texts)) for one in heard]  # their texts come first
    moments = [*session.path(), *session.ahead()[1:]]
    steps = tuple(_step(session, viewer, m, moments, [q for at, q in questions if at == m.id], texts) for m in moments)
    numbers = {m.id for m in moments}
    aside = ((session.moment(at), q) for at, q in questions if at not in numbers)
    begins = moments[0].line if viewer is None else ""
    return Dispute(
        session.card_set.name,
        "" if viewer is None else session.seats[viewer],
        tuple(part.strip() for part in begins.split(";") if part.strip()),
        session.here,
        steps,
        tuple((session.names.say(render.line_of(console.teller, moment)), q) for moment, q in aside),
        texts.cited(),
        tuple(m.line for m in session.path() if m.line) if viewer is None else (),
    )


def _step(
    session: Session,
    viewer: int | None,
    moment: Moment,
    path: Sequence[Moment],
    asked: Sequence[Question],
    texts: Texts,
) -> Step:
    there = session.at(moment.id)
    teller, say = there.tell(viewer), session.names.say
    table = Table(there, viewer, WIDE)
    told = [one for one in teller.told(moment) if not one.aside]
    events = tuple(texts.linked(f"{say(one.text.removeprefix(': '))} {one.at}".rstrip()) for one in told)
    seats, common = tuple(table.seats()), tuple(line.strip() for line in table.common())  # before what lies elsewhere
    decides, *answers = render.question(there, viewer, (), WIDE)
    after = next((m for m in path if m.parent == moment.id), None)
    return Step(
        moment.id,
        BEGINNING if moment.parent is None else say(render.line_of(teller, moment)),
        events,
        table.heading(),
        seats,
        common,
        tuple(line.strip() for line in table.elsewhere()),
        say(decides),
        tuple(there.shown(viewer)) or tuple(map(say, answers)),
        "" if after is None else say(teller.line(after).partition(": ")[2]),
        tuple(asked),
    )


def _question(session: Session, one: Asked, texts: Texts) -> Question:
    eyes = "" if one.viewer is None else session.seats[one.viewer]
    return Question(one.line, eyes, tuple(texts.linked(line) for line in one.answer.split("\n")))
