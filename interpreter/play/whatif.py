"""Try answers without giving them: what would happen, what would differ from now, and what would be asked next. Facts
may be supposed before them, or alone.

Somebody who sees everything tries them on a copy of the game. A player tries them in several deals of all that he does
not know (`kernel.dealing`), each the same whatever really lies there: what comes out alike in all of them is told, and
what does not is said to be unknown. So nobody learns by trying what he could learn only by answering.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ..kernel.dealing import worlds
from ..kernel.faults import Fault
from ..kernel.memory import shown_anew
from ..kernel.names import player_name
from .changed import Changed
from .history import History
from .moment import Moment, Told
from .not_done import NotDone
from .position import again
from .recalling import memory
from .session import Session
from .stated import Stated, counted, differences, stated
from .stops import Stops
from .words import Line, is_move, normal

DEALS = 24
"""Deals of the hidden cards in which a player's answer is tried."""
FEWEST, PLAYED = 4, 300
"""A line that many answers follow is tried in fewer deals: in at least four, and with about 300 answers in all."""
UNKNOWN = "unknown"
SETUP = re.compile(r"\s*\d+ players\b|nothing else\b", re.IGNORECASE)
"""How facts begin that are a whole position."""
MOST = 60
"""Answers that one line may try."""


@dataclass(frozen=True)
class Supposed:
    """What answers would lead to. `told`: each answer and its events, as in the log. `facts`: what would differ from
    now, as `p1 gold 3 → 5`. `after`: the game as it would be, for whoever shows its question; None if what is asked
    depends on what the viewer does not know. `unsure`: whether what happens does. `sees`: what the viewer would be
    shown, as `p1 would see 2 cards`; '' if nothing."""

    told: tuple[Told, ...]
    facts: tuple[str, ...]
    after: Session | None
    unsure: bool = False
    sees: str = ""


def whatif(session: Session, said: str, viewer: int | None = None) -> Supposed | NotDone:
    """Return what lines would lead to: answers or moves, with `;` between them. The session stays as it is."""
    lines = _lines(said)
    if len(lines) > MOST:
        return NotDone(f"more than {MOST} answers are too many to try at once")
    if not lines:
        return NotDone("what if what? `whatif` and an answer, or several with `;` between them")
    if session.asked is None:
        return NotDone("the game is over")
    silent = session.tell(viewer).silent()
    if silent is not None:
        return NotDone(silent)
    tried: list[_Tried] = [_Tried(one) for one in _copies(session, viewer)]
    for at, line in enumerate(lines):
        refused = _say(tried, line, viewer)
        if refused is not None:
            return _after(lines[at - 1], refused) if at else refused
    return _joined(session, tried, viewer)


def _after(line: str, refused: NotDone) -> NotDone:
    """Say after which line something cannot be done."""
    finding = refused.finding and replace(refused.finding, answer=f"after `{line}`, {refused.finding.answer}")
    return replace(refused, message=f"after `{line}`, {refused.message}", finding=finding)


class _Tried:
    """One copy of the game, and the moments that the answers led to in it."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.gone: list[Moment] = []

    def told(self, viewer: int | None) -> list[Told]:
        """Return what the viewer would be told of these moments."""
        teller = self.session.tell(viewer)
        found: list[Told] = []
        for moment in self.gone:
            found.append(Told(teller.line(moment), moment.id))
            found += [told for told in teller.told(moment) if not told.aside]
        return found


def _lines(said: str) -> list[str]:
    """Cut a line into answers and moves. What chance picks stays with the line behind it."""
    lines: list[str] = []
    for part in filter(None, (part.strip() for part in said.replace("\n", ";").split(";"))):
        if lines and lines[-1].lower().startswith("chance picks") and ";" not in lines[-1]:
            lines[-1] += f"; {part}"
        else:
            lines.append(part)
    return lines


def _copies(session: Session, viewer: int | None) -> list[Session]:
    """Return the games in which somebody tries an answer: this one, or deals of all that he does not know."""
    if viewer is None:
        old = session.history
        own = History([*old.moments], old.here, None, {**old.latest}, {*old.joined})
        return [replace(session, history=own, stops=Stops())]
    return alike(session, viewer, DEALS)


def alike(session: Session, viewer: int, count: int) -> list[Session]:
    """Return so many games that look like this one to a player; they are the same whatever really lies where he does
    not see it. Each begins now."""
    known = memory(session.machine.lib, session.history, viewer)
    found = list(worlds(session.machine.lib, session.now.state, known, viewer, count))
    for there in found:
        again(session.machine, there)  # the question as it is put there
    return [replace(session, history=History.begun(there, ()), posed=None, stops=Stops()) for there in found]


def _say(tried: list[_Tried], line: str, viewer: int | None) -> NotDone | None:
    """Give one answer in every copy; return why that cannot be done, if it cannot."""
    refused = [_played(tried[0], line, viewer)]
    del tried[FEWEST if refused[0] is not None else max(FEWEST, PLAYED // max(len(tried[0].gone), 1)) :]
    refused += [_played(one, line, viewer) for one in tried[1:]]
    failed = [not_done for not_done in refused if not_done is not None]
    if not failed:
        return None
    if len(failed) == len(tried) and len({one.sentence for one in failed}) == 1:
        return failed[0]
    assert viewer is not None
    return NotDone(f"whether `{line}` can be answered depends on what {player_name(viewer)} does not know")


def _played(one: _Tried, text: str, viewer: int | None) -> NotDone | None:
    session, line = one.session, Line.spoken(text)
    if line.seat is not None and normal(text) in map(normal, session.legal(viewer)):
        line = Line.of(text)  # an answer that is a player
    elif viewer is None:
        session.repose(text)
    try:
        if line.seat is None and (line.words in map(normal, session.legal(viewer)) or not is_move(text)):
            done = session.answer(Line.of(text), None, viewer)
        elif line.seat is not None and line.text not in ("", "passes", "pass"):
            done = session.answer(line, line.seat - 1, viewer)
        else:
            done = session.play(text, viewer)
    except Fault as fault:
        return NotDone(f"a fault in the cards: {fault}")
    if isinstance(done, NotDone):
        return done if viewer is not None else _posed(one, text, done)
    one.gone += done
    return None


def _posed(one: _Tried, text: str, refused: NotDone) -> NotDone | None:
    """Suppose that facts are so (`Bishop is killed`), and what follows from them. Return why that cannot be, or if the
    text states no facts, what was against it as an answer."""
    session = one.session
    before = session.now.state
    moment = refused if SETUP.match(text) else session.given(text)
    if isinstance(moment, NotDone):
        return moment if moment.reasons else refused
    one.gone.append(moment)
    for said in Changed(session.machine.lib, session.words, moment.state).follows(before):
        then = session.given(said)
        one.gone += [] if isinstance(then, NotDone) else [then]
    return None


def _joined(session: Session, tried: Sequence[_Tried], viewer: int | None) -> Supposed:
    """Return what comes out alike in all copies."""
    told, unsure = _common([one.told(viewer) for one in tried])
    tellers = [one.session.tell(viewer) for one in tried]
    then = _certain([stated(teller) for teller in tellers])
    asked = {(teller.question(), tuple(teller.legal())) for teller in tellers}
    after = tried[0].session if len(asked) == 1 else None
    now = stated(session.tell(viewer))
    unknown = {name for name, fact in then.items() if fact.said in (UNKNOWN, _many(now.get(name)))}
    known = [{name: fact for name, fact in facts.items() if name not in unknown} for facts in (now, then)]
    sees = "" if after is not None or viewer is None else _sees(session, tried, viewer)
    facts = (*differences(*known), *_others(session, tried[0], viewer))
    return Supposed(tuple(told), facts, after, unsure or bool(unknown), sees)


def _others(session: Session, one: _Tried, viewer: int | None) -> Iterator[str]:
    """Yield what the one who is asked could answer besides, or no more, if facts were supposed and nothing played."""
    if viewer is not None or any(moment.player is not None for moment in one.gone):
        return
    if session.asked is None or session.asked != one.session.asked:
        return
    now, then = session.legal(), one.session.legal()
    who = player_name(session.asked)
    yield from (f"{who} could: {text}" for text in then if text not in now)
    yield from (f"{who} could not: {text}" for text in now if text not in then)


def _sees(session: Session, tried: Sequence[_Tried], viewer: int) -> str:
    """Say how many cards the viewer would be shown that he does not know, and what he would be asked."""
    questions = {one.session.question(viewer) for one in tried}
    lib, known = session.machine.lib, memory(session.machine.lib, session.history, viewer)
    many = {len(shown_anew(lib, one.session.now.state, viewer, known)) for one in tried}
    count = many.pop() if len(many) == 1 else 0
    shown = f"{player_name(viewer)} would see {counted(count)}" if count else ""
    asked = questions.pop().replace(": ", " is asked: ", 1) if len(questions) == 1 else ""
    return "; ".join(filter(None, (shown, asked)))


def _many(fact: Stated | None) -> str:
    """Return the number of cards in a place, in words; if this is all that is known then, it says nothing new."""
    return UNKNOWN if fact is None or fact.cards is None else counted(len(fact.cards))


def _common(each: Sequence[Sequence[Told]]) -> tuple[list[Told], bool]:
    """Return what all were told up to where they were told different things, and whether they were."""
    found: list[Told] = []
    for row in zip(*each, strict=False):
        if len({(told.text, told.event is None) for told in row}) > 1:
            return found, True
        found.append(row[0])
    return found, len({len(one) for one in each}) > 1


def _certain(each: Sequence[dict[str, Stated]]) -> dict[str, Stated]:
    """Return the facts of several positions; what is not the same in all of them is unknown, or the number of cards."""
    found: dict[str, Stated] = {}
    for name in dict.fromkeys(name for facts in each for name in facts):
        facts = {one[name] for one in each if name in one}
        any_ = next(iter(facts))
        if len(facts) == 1 and all(name in one for one in each):
            found[name] = any_
            continue
        counts = {None if fact.cards is None else len(fact.cards) for fact in facts}
        many = next(iter(counts))
        known = len(counts) == 1 and many is not None and all(name in one for one in each)
        said = _some([fact.cards or () for fact in facts]) if known else UNKNOWN
        found[name] = replace(any_, said=said, cards=None)
    return found


def _some(each: Sequence[Sequence[str]]) -> str:
    """Return the cards that lie in a place in any case, and how many others."""
    sure = Counter(each[0])
    for cards in each[1:]:
        sure &= Counter(cards)
    others = counted(len(each[0]) - sure.total())
    return f"{', '.join(sure.elements())} and {others} unseen" if sure else others
