"""Reads statements of fact. In `given` the words make something true; in `expect` the same words must be true."""

from __future__ import annotations

from collections.abc import Callable

from .. import ir
from .behind import BEHIND, behind
from .fitting import need_bearer, read_phase
from .parts import (
    Acts,
    Asked,
    Cards,
    Counter,
    Done,
    Fact,
    Holds,
    Lies,
    Marked,
    Named,
    Over,
    Place,
    Runs,
    Seat,
    Seeded,
    Subject,
    Unknown,
    ValueIs,
    Wins,
)
from .places import compare, contents, read_place, read_subject, right_kind, short_zone, whose
from .reader import Reader
from .values import can, quality, value_first, value_of

VERBS = frozenset(("is", "are", "has", "have", "with"))
SETTABLE = (Holds, Counter, Marked, Cards, Done, Acts, Seeded, *BEHIND)
ONLY_GIVEN = (Acts, Seeded, *BEHIND)


def statement(r: Reader, given: bool) -> list[Fact]:
    """Reads one whole statement and returns its facts; raises `Fault` if a word of it is left over. `given` says
    whether the statement makes a position; some facts can only be expected, and `acts` can only be given."""
    start = r.at
    facts = _whole(r, given)
    r.finish()
    for fact in facts:
        if given and not _can_be_given(r, fact):
            raise r.fault("this can be expected, but not given", span=r.span(start), code="not-given")
        if not given and isinstance(fact, ONLY_GIVEN):
            said = r.toks[start].text if not isinstance(fact, Acts) else "acts"
            raise r.fault(f"`{said}` belongs in `given`", span=r.span(start), code="not-expected")
    return facts


def _can_be_given(r: Reader, fact: Fact) -> bool:
    if isinstance(fact, ValueIs):
        kept = {value.name for value in r.v.values.values() if value.memory is not None}
        return fact.form == "value" and fact.op == "==" and fact.name in kept
    if isinstance(fact, Counter):
        return fact.op == "=="
    if isinstance(fact, Cards):
        return fact.how in ("exactly", "count", "top", "bottom") and fact.op == "=="
    return isinstance(fact, SETTABLE) and not (isinstance(fact, (Holds, Done)) and fact.negated)


def _whole(r: Reader, given: bool) -> list[Fact]:
    start = r.at
    r.ear()
    for special in (_asked, _game_over, _seats_win, _running, _seeded, behind):
        found = special(r, start)
        if found is not None:
            return [found]
    facts: list[Fact] = []
    while True:
        facts.extend(_about(r))
        if r.ended() or not (r.take(",") or r.take("and")):
            return facts
        r.take("and")


# ---- the game itself


def _asked(r: Reader, start: int) -> Fact | None:
    if r.take("nobody", "must", "answer") or r.take("nobody", "is", "asked"):
        return Asked(seat=None, span=r.span(start))
    mark = r.at
    seat = r.seat()
    if seat is not None and (r.take("must", "answer") or r.take("is", "asked")):
        return Asked(seat=Seat(seat), span=r.span(start))
    r.at = mark
    return None


def _game_over(r: Reader, start: int) -> Fact | None:
    for words, negated in ((("game", "is", "over"), False), (("game", "is", "not", "over"), True)):
        if r.take(*words):
            return Over(negated=negated, span=r.span(start))
    return None


def _seeded(r: Reader, start: int) -> Fact | None:
    if r.peek() != "seed" or not r.peek(1).isdigit():  # a place may be called a seed bag
        return None
    r.take("seed")
    number = r.number()
    if number is None:
        raise r.fault("this seed is too large")
    return Seeded(number=number, span=r.span(start))


def _seats_win(r: Reader, start: int) -> Fact | None:
    if r.take("nobody", "wins") or r.take("nobody", "has", "won"):
        return Wins(seats=(), span=r.span(start))
    mark = r.at
    seats = []
    while (seat := r.seat()) is not None:
        seats.append(Seat(seat))
        r.take(",")
        r.take("and")
    if seats and (r.take_any(("win", "wins")) or r.take("has", "won") or r.take("have", "won")):
        return Wins(seats=tuple(seats), span=r.span(start))
    r.at = mark
    return None


def _running(r: Reader, start: int) -> Fact | None:
    mark = r.at
    phase = r.phrase(r.v.phases)
    r.at = mark
    if phase is not None and (about := read_phase(r)) is not None:
        if r.take("is"):
            negated = r.take("not")
            if r.take("running"):
                return Runs(phase=about[0], title=about[1], negated=negated, span=r.span(start))
    r.at = mark
    return None


# ---- a subject and what is said of it


def _about(r: Reader) -> list[Fact]:
    start = r.at
    r.ear()
    subject = read_subject(r)
    if subject is not None:
        return _items(r, subject, start)
    for reading in (value_first, _place_first, _mark_first):
        found = reading(r, start)
        if found is not None:
            return [_unknown(r, found[0], start)] if reading is value_first else found
    raise r.unknown("card, zone, marker or value", r.v.all_words)


def _items(r: Reader, subject: Subject, start: int) -> list[Fact]:
    facts: list[Fact] = []
    while True:
        here = r.at
        facts.append(_unknown(r, _item(r, subject, start if not facts else here), here))
        last = facts[-1]
        if isinstance(last, Cards) and last.place.bearer == subject:
            facts.extend(_more(r, next(z for z in r.v.zones.values() if z.name == last.place.zone), last.place))
        mark = r.at
        if not (r.take(",") or r.take("with") or r.peek() == "and"):
            return facts
        if r.ended():
            raise r.fault("something should follow the comma")
        if _new_subject(r):
            r.at = mark
            return facts


def _new_subject(r: Reader) -> bool:
    """Whether the next words begin with a subject of their own: a player, or a card followed by `is` or `has`."""
    mark = r.at
    r.take("and")
    r.ear()
    try:
        subject = read_subject(r)
        if isinstance(subject, Named):
            return r.peek() in ("is", "has", "are", "have") or subject.owner is not None
        if subject is not None:
            return True
        value = r.phrase(r.v.values)
        if value is not None and not value.params:
            return True
        place = value or r.phrase(r.v.zones) or r.phrase(r.v.markers)
        return place is not None and r.peek() == "of"
    finally:
        r.at = mark


def _unknown(r: Reader, fact: Fact, here: int) -> Fact:
    return Unknown(of=fact, span=r.span(here)) if r.take("unknown") else fact


def _item(r: Reader, subject: Subject, start: int) -> Fact:
    r.take("and")
    verb = r.take_any(VERBS)
    negated = r.take("not") or r.take("does", "not") or r.take("did", "not")
    r.take("have")
    missing = r.take("no")
    r.ear()
    readings: tuple[Callable[[Reader, Subject, int, bool], Fact | None], ...] = (
        _acts, can, _lies, _amount, _counter, _zone, _deed, _mark, quality, value_of, _held,
    )  # fmt: skip
    for reading in readings:
        if reading is _deed and verb in ("is", "are"):
            continue  # `p1 is killed` is not what `p1 has killed` is
        found = reading(r, subject, start, negated or missing)
        if found is not None:
            return found
    known = r.v.all_words
    raise r.unknown("card, zone, marker, deed or value", known)


def _acts(r: Reader, subject: Subject, start: int, negated: bool) -> Fact | None:
    if isinstance(subject, Seat) and not negated and r.take("acts"):
        title = r.card() if r.take("as") else None
        return Acts(seat=subject, title=title, span=r.span(start))
    return None


def _lies(r: Reader, subject: Subject, start: int, negated: bool) -> Fact | None:
    if isinstance(subject, Named) and (r.take("lies", "in") or r.take("in")):
        r.ear()
        here = r.at
        place = read_place(r)
        right_kind(r, next(z for z in r.v.zones.values() if z.name == place.zone), [subject.title], here)
        return Lies(card=subject, place=place, negated=negated, span=r.span(start))
    return None


def _amount(r: Reader, subject: Subject, start: int, negated: bool) -> Fact | None:
    """Reads `3 gold`, `at least 3 gold`."""
    mark = r.at
    op = compare(r)
    number = r.number()
    if number is not None:
        marker = r.phrase(r.v.markers)
        if marker is not None and marker.counted:
            op = "!=" if negated else op
            need_bearer(r, marker, subject, mark)
            return Counter(subject=subject, mark=marker.name, op=op, number=number, span=r.span(start))
    r.at = mark
    return None


def _counter(r: Reader, subject: Subject, start: int, negated: bool) -> Fact | None:
    mark = r.at
    marker = r.phrase(r.v.markers)
    if marker is None or not marker.counted:
        r.at = mark
        return None
    need_bearer(r, marker, subject, mark)
    if negated:
        return Counter(subject=subject, mark=marker.name, op="==", number=0, span=r.span(start))
    r.take_any(("is", "are"))
    if r.peek() == "unknown":
        return Counter(subject=subject, mark=marker.name, op="==", number=0, span=r.span(start))
    if r.take("nothing"):
        return Counter(subject=subject, mark=marker.name, op="==", number=0, span=r.span(start))
    op = compare(r)
    number = r.number()
    if number is None:
        raise r.no_number(f"a number should follow `{marker.name}`")
    return Counter(subject=subject, mark=marker.name, op=op, number=number, span=r.span(start))


def _zone(r: Reader, subject: Subject, start: int, negated: bool) -> Fact | None:
    mark = r.at
    zone = r.phrase(r.v.zones)
    if zone is None:
        return None
    if zone.owner is None or (zone.owner == "player") != isinstance(subject, Seat):
        raise r.fault(f"{whose(zone)} has a `{zone.name}`", span=r.span(mark))
    return contents(r, zone, Place(zone.name, subject), start, negated)


def _deed(r: Reader, subject: Subject, start: int, negated: bool) -> Fact | None:
    mark = r.at
    verbs = r.phrase(r.v.deeds)
    if verbs is None or not isinstance(subject, Seat):
        r.at = mark
        return None
    title = None if r.ended() or r.peek() in (",", "and") else r.title()
    return Done(seat=subject, verbs=verbs, title=title, negated=negated, span=r.span(start))


def _mark(r: Reader, subject: Subject, start: int, negated: bool) -> Fact | None:
    mark = r.at
    marker = r.phrase(r.v.markers)
    if marker is None:
        return None
    need_bearer(r, marker, subject, mark)
    by = None
    if r.take("by") or r.take("from"):
        number = 0 if r.take("nobody") else r.seat()
        if number is None:
            raise r.fault("a player should follow `by`")
        by = Seat(number)
    return Marked(subject=subject, mark=marker.name, by=by, negated=negated, span=r.span(start))


def _held(r: Reader, subject: Subject, start: int, negated: bool) -> Fact | None:
    if not isinstance(subject, Seat):
        return None
    titles = []
    while (title := r.title()) is not None:
        titles.append(title)
        mark = r.at
        if not r.take("and"):
            break
        r.ear()
        if r.title() is None:
            r.at = mark
            break
        r.at = mark + 1
        r.ear()
    return Holds(seat=subject, titles=tuple(titles), negated=negated, span=r.span(start)) if titles else None


# ---- places, markers and values as subjects


def _place_first(r: Reader, start: int) -> list[Fact] | None:
    mark = r.at
    zone = r.phrase(r.v.zones) or short_zone(r)
    if zone is None:
        r.at = mark
        return None
    if zone.owner is not None or r.peek() == "of":
        r.at = mark
        place = read_place(r)
    else:
        place = Place(zone.name)
    negated = False
    while r.take_any(("is", "are", "has", "have")):
        negated = r.take("not")
    said = quality(r, place, start, negated)
    if said is not None:
        return [said]
    return [_unknown(r, contents(r, zone, place, start, negated), start), *_more(r, zone, place)]


MORE = frozenset(("includes", "include", "without", "top", "bottom", "unknown"))


def _more(r: Reader, zone: ir.Zone, place: Place) -> list[Fact]:
    """Reads `…, without X, bottom Y`: more about the same place."""
    facts: list[Fact] = []
    while r.peek() == "," and r.peek(1) in MORE:
        r.take(",")
        start = r.at
        facts.append(_unknown(r, contents(r, zone, place, start, False), start))
    return facts


def _mark_first(r: Reader, start: int) -> list[Fact] | None:
    """Reads `crown p5`, `gold of p1 is 3`."""
    marker = r.phrase(r.v.markers)
    if marker is None:
        return None
    r.take("of")
    r.take_any(("is", "has"))
    negated = r.take("not")
    r.take("with")
    subject = read_subject(r)
    if subject is None:
        raise r.fault(f"a player or card should follow `{marker.name}`")
    need_bearer(r, marker, subject, start)
    if not marker.counted:
        return [_unknown(r, Marked(subject=subject, mark=marker.name, negated=negated, span=r.span(start)), start)]
    r.take_any(("is", "are"))
    op = compare(r)
    number = r.number()
    if number is None and r.peek() != "unknown":
        raise r.no_number("a number should come here")
    fact = Counter(subject=subject, mark=marker.name, op=op, number=number or 0, span=r.span(start))
    return [_unknown(r, fact, start)]
