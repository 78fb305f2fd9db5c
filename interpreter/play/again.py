"""Begin the present game again with other cards: under other house rules, or with a card's text as it is now.

A game that was posed is posed again; any other begins with the same seed and, as far as the rules allow, the same
cards. Nothing here changes a session but `ruled`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from moot.dsl.diagnostic import render
from moot.dsl.source import Source

from ..kernel.faults import Fault
from ..sets.card_set import CardSet, whole
from ..sets.cast import NoGame, recast
from ..sets.law import Unchosen
from ..sets.opening import opened
from ..sets.paths import shown
from ..sets.paths import under as within
from .moment import Moment
from .not_done import NotDone
from .places import Place
from .session import Session, start

GIVEN = "given "
MOST = 5
"""Mistakes in the cards that are shown."""


def under(session: Session, said: Iterable[str], beside: Sequence[Source] = ()) -> CardSet | NotDone:
    """Return the cards of a session's game as they are under other house rules (none: the printed ones), in the same
    edition and scenario. The house rules of the scenario stay in force. `beside`: the texts of house rules from outside
    the set's folder."""
    set_ = session.card_set
    whole_ = set_.whole.beside(beside, set_.chosen.edition)
    chosen = whole_.law.chosen(said, set_.chosen.edition)
    if isinstance(chosen, Unchosen):
        return NotDone(chosen.reason, reasons=(chosen.help,) if chosen.help else (), diagnostics=chosen.diagnostics)
    found = opened(whole_.under(chosen), session.cast.scenario if session.cast.scenario in set_.lying else None)
    return NotDone(f"{chosen} cannot be played", reasons=found.told) if isinstance(found, NoGame) else found.set


def reread(session: Session) -> CardSet | NotDone:
    """Read the folder of a session's cards anew, under the same house rules and in the same edition. If there is a
    mistake in it, return that with its diagnostics. House rules from outside the folder stay as they were read."""
    before = session.card_set
    folders = [shown(folder) for folder in before.whole.folders]
    beside = [s for path, s in before.whole.parts.rules.items() if not any(within(path, f) for f in folders)]
    now = whole(before.path, beside, before.chosen.edition).under(before.chosen)
    if now.library is None:
        few = [d for d in now.hindrances if d.severity == "error"][:MOST]
        return NotDone(f"the cards have mistakes now, so nothing has changed\n\n{render(few, now.written)}")
    return now


def anew(session: Session, set_: CardSet) -> Session | NotDone:
    """Begin the game of a session again with these cards: the position that was posed, or else a game with the same
    seed."""
    cast = recast(set_, session.card_set, session.cast)
    if isinstance(cast, NoGame):
        return NotDone(f"no such game is possible under {set_.chosen or 'no house rule'}", reasons=cast.said)
    try:
        began = start(set_, cast, session.language, replace(session.held, rules=None))
    except Fault as fault:
        return NotDone(f"a fault in the cards: {fault}")
    began.places = session.places
    posed = session.moment(0).line
    if posed.startswith(GIVEN):
        done = began.given(posed.removeprefix(GIVEN).replace("; ", "\n"))
        if isinstance(done, NotDone):
            return done
    return began


def showing(session: Session, place: Place) -> Session:
    """Return a session that shows another place; the given one stays where it is."""
    other = replace(session)
    other.enter(place.game._replace(history=replace(place.game.history, here=place.at, within=None)))
    return other


def ruled(session: Session, said: Iterable[str], beside: Sequence[Source] = ()) -> Moment | NotDone:
    """Begin the game of a session again under other house rules, as `under` reads them, and go there."""
    set_ = under(session, said, beside)
    began = set_ if isinstance(set_, NotDone) else anew(session, set_)
    if isinstance(began, NotDone):
        return began
    session.places.leave(session.game)
    session.enter(began.game)
    session.held = replace(session.held, rules=None)
    return session.now
