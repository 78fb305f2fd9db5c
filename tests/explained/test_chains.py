"""What must hold of every chain of links: it ends at an answer, a phase or the beginning, and each sentence that it
names has begun, and speaks of what has just happened."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from moot.dsl import ir
from moot.interpreter.kernel.events import Event
from moot.interpreter.kernel.program import Origin
from moot.interpreter.play.answers import take
from moot.interpreter.play.chain import ANSWER, BEGINNING, CLAUSE, DEED, PHASE, Link
from moot.interpreter.play.moment import Told
from moot.interpreter.play.session import Session, start
from moot.interpreter.sets.card_set import CardSet
from tests.play.sets import card_set
from tests.properties.sizes import looks
from tests.properties.test_random_play import any_setup

LATEST = 12  # moments of each game that are explained


def line_of(set_: CardSet, clause: ir.Clause) -> tuple[str, int]:
    """Where a sentence is written, counted from its text and not from what was compiled."""
    text = set_.sources[clause.span.path].text
    return clause.span.path, text.count("\n", 0, clause.span.start) + 1


def clauses_at(set_: CardSet, origin: Origin) -> list[tuple[str, int, ir.Clause]]:
    """The sentences that are written at this place, with their card and number."""
    game = set_.game
    assert game is not None
    found = [(title, n, c) for title, card in game.cards.items() for n, c in enumerate(card.clauses)]
    return [one for one in found if line_of(set_, one[2]) == (origin.path, origin.line)]


def speaks_of(clause: ir.Clause, next_: Link | None, last: Link) -> bool:
    """Whether the moment of a sentence is the deed that the next link names, or the phase in which the chain ends."""
    moment = clause.moment
    if moment.kind in ("ability", "start", "end"):
        return moment.phase is None or last.name == moment.phase or moment.kind != "ability"
    if moment.event is None or moment.event.startswith(("mark:", "move", "target", "use")):
        return True
    verb = moment.event.partition("/")[0]
    return next_ is not None and ((next_.kind == DEED and next_.name == verb) or (verb == last.name))


def explained(session: Session, told: Told) -> tuple[Link, ...]:
    return session.tell().because(told).links


def game(seed: int) -> Session:
    """A game played at random."""
    set_ = card_set("citadels")
    session = start(set_, any_setup(seed))
    chance = Random(seed)
    while session.now.state.ask is not None:
        session.took(take(session.machine, session.now.state, chance.choice(session.now.state.ask.answers)))
    return session


def begun(events: tuple[Event, ...]) -> set[str]:
    return {str(e.data[1]) for e in events if e.kind == "note" and e.data[0] == "clause"}


@given(st.integers(0, 10**6))
@looks(2)
def test_every_chain_ends_and_names_what_has_begun(seed: int) -> None:
    session = game(seed)
    chance = Random(seed)
    path = session.path()
    for moment in [path[0], path[-1], *chance.sample(path[1:], min(LATEST, len(path) - 1))]:
        earlier = {note for one in path[max(0, moment.depth - 12) : moment.depth] for note in begun(one.events)}
        for i, told in enumerate(session.tell().happenings(moment)):
            assert told.event is not None
            links = explained(session, told)
            last = links[-1]
            assert last.kind in (ANSWER, PHASE, BEGINNING), told.text
            assert last.kind == BEGINNING or moment.player is not None
            for link, next_ in zip(links, (*links[1:], None), strict=True):
                if link.kind != CLAUSE:
                    continue
                assert link.origin is not None
                there = clauses_at(session.card_set, link.origin)
                assert there, link
                so_far = earlier | begun(moment.events[: i + 1])
                assert any(f"{title} {n}" in so_far for title, n, _ in there), f"{link} has not begun (seed {seed})"
                assert any(speaks_of(c, next_, last) for _, _, c in there), f"{link} before {next_} (seed {seed})"
