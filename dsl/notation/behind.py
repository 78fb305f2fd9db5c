"""Reads what is so behind the cards and markers that lie on a table: rules that have been used, what the game has
counted, rules that last for a while, and what a player has seen. `position` writes these; a person seldom needs to."""

from __future__ import annotations

import re

from .fitting import need_bearer
from .parts import Copies, Counted, Fact, Lasting, Named, Remembers, Seat, Seeded, Seen, Subject, TurnedUp, Used
from .places import read_place, read_subject
from .reader import Reader

Value = int | str | Seat | Named | None
BEHIND = (Used, Counted, Lasting, Seen, Remembers, TurnedUp, Copies)


def behind(r: Reader, start: int) -> Fact | None:
    """Reads one such statement. Returns None, and takes no word, if there is none here."""
    for reading in (_chance, _counted, _copies, _lasting, _turned_up, _seen, _remembers, _used):
        mark = r.at
        found = reading(r, start)
        if found is not None:
            return found
        r.at = mark
    return None


def _chance(r: Reader, start: int) -> Fact | None:
    """Reads `chance stands at 5f3a`, in sixteens."""
    if not r.take("chance", "stands", "at"):
        return None
    if not re.fullmatch(r"[0-9a-f]{1,16}", r.peek()):
        raise r.fault("a number in sixteens should come here, of at most 16 digits")
    r.at += 1
    return Seeded(number=int(r.toks[r.at - 1].text, 16), exact=True, span=r.span(start))


def _counted(r: Reader, start: int) -> Fact | None:
    """Reads `counted "build in gold since turn" of Tavern by p1 3`."""
    if r.peek() != "counted" or not _quoted(r, 1):
        return None
    key = r.toks[r.at + 1].text
    r.at += 2
    subject = _subject(r) if r.take("of") else None
    origin, goal, by = (_player(r) if r.take(word) else None for word in ("from", "to", "by"))
    number = r.number()
    if number is None:
        raise r.no_number("how often should come here")
    return Counted(key=key, subject=subject, origin=origin, goal=goal, by=by, number=number, span=r.span(start))


def _player(r: Reader) -> Seat:
    number = r.seat()
    if number is None:
        raise r.fault("a player should come here")
    return Seat(number)


def _copies(r: Reader, start: int) -> Fact | None:
    """Reads `copies of Tavern 2 1 3, Docks 2 1`."""
    if not r.take("copies", "of"):
        return None
    order: list[tuple[str, tuple[int, ...]]] = []
    while not order or r.take(","):
        title, numbers = r.card(), []
        while (number := r.number()) is not None:
            numbers.append(number)
        if sorted(numbers) != list(range(1, len(numbers) + 1)) or not numbers:
            raise r.fault(f"the numbers of the copies of {title} should come here: each once, from 1 on")
        order.append((title, tuple(numbers)))
    return Copies(order=tuple(order), span=r.span(start))


def _lasting(r: Reader, start: int) -> Fact | None:
    """Reads `until the end of the game "type of this is chosen" for Keep, noble`, or `lasting "…"`."""
    until = None
    if r.take("until"):
        until = _end(r)
    elif not r.take("lasting"):
        return None
    if not _quoted(r):
        raise r.fault("the words of the rule should come here, in quotes")
    words = r.toks[r.at].text
    r.at += 1
    values = [_kept(r)] if r.take("for") else []
    while values and r.take(","):
        values.append(_kept(r))
    return Lasting(words=words, until=until, values=tuple(values), span=r.span(start))


def _end(r: Reader) -> str:
    """Reads when a rule is over: `the end of the round`, `the end of the next round`, `it leaves the city`."""
    mark = r.at
    if r.take("the", "end", "of"):
        r.ear()
        if r.peek() != "next":
            phase = r.phrase(r.v.phases)
            if phase is None:
                raise r.unknown("phase", r.v.spelled("phases"))
            return f"the end of the {phase.name}"
    r.at = mark
    words: list[str] = []
    while r.peek() and not _quoted(r):
        words.append(r.toks[r.at].text)
        r.at += 1
    return " ".join(words)


def _kept(r: Reader) -> Value | tuple[Value, ...]:
    """Reads one thing that a rule keeps, or several: `together Tavern and Market`, `together nothing`."""
    if not r.take("together"):
        return _value(r)
    if r.take("nothing"):
        return ()
    values = [_value(r)]
    while r.take("and"):
        values.append(_value(r))
    return tuple(values)


def _value(r: Reader) -> Value:
    number = r.number()
    if number is not None:
        return number
    if r.take("nobody"):
        return None
    if r.peek() in r.v.words:
        r.at += 1
        return r.toks[r.at - 1].text.lower()
    return _subject(r)


def _turned_up(r: Reader, start: int) -> Fact | None:
    """Reads `everybody has seen signed of Bishop`."""
    if not r.take("everybody", "has", "seen"):
        return None
    mark = r.at
    marker = r.phrase(r.v.markers)
    if marker is None:
        raise r.unknown("marker", r.v.spelled("markers"))
    r.need("of")
    subject = _subject(r)
    need_bearer(r, marker, subject, mark)
    return TurnedUp(mark=marker.name, subject=subject, span=r.span(start))


def _seen(r: Reader, start: int) -> Fact | None:
    """Reads `p2 has seen Tavern of p3's hand`."""
    seat = r.seat()
    if seat is None or not r.take("has", "seen") or r.phrase(r.v.deeds) is not None:
        return None
    return Seen(seat=Seat(seat), card=_card(r), span=r.span(start))


def _remembers(r: Reader, start: int) -> Fact | None:
    """Reads `p2 remembers exactly Tavern in district deck`, `p2 infers Docks, Keep in p1's hand or p3's hand`."""
    seat = r.seat()
    verb = None if seat is None else r.take_any(("remembers", "infers"))
    if seat is None or verb is None:
        return None
    exactly = r.take("exactly")
    cards = [_card(r)]
    while r.take(","):
        cards.append(_card(r))
    if not r.take("in"):
        raise r.fault("where they lie should follow: `in`, and a place")
    places = [read_place(r)]
    while r.take("or"):
        places.append(read_place(r))
    return Remembers(
        seat=Seat(seat), cards=tuple(cards), places=tuple(places), exactly=exactly, infers=verb == "infers",
        span=r.span(start),
    )  # fmt: skip


def _card(r: Reader) -> Named:
    card = _subject(r)
    if not isinstance(card, Named):
        raise r.fault("a card should come here")
    return card


def _used(r: Reader, start: int) -> Fact | None:
    """Reads `King has used rule 2`."""
    card = read_subject(r)
    if not isinstance(card, Named) or not r.take("has", "used", "rule"):
        return None
    number = r.number()
    if number is None:
        raise r.no_number("which of its rules should come here: 1, 2 …")
    return Used(card=card, number=number, span=r.span(start))


def _subject(r: Reader) -> Subject:
    r.ear()
    found = read_subject(r, alone=False)
    if found is None:
        raise r.unknown("player or card", r.v.spelled("titles"))
    return found


def _quoted(r: Reader, ahead: int = 0) -> bool:
    return r.at + ahead < len(r.toks) and r.toks[r.at + ahead].quoted
