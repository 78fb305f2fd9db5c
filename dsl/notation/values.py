"""Reads declared values and qualities, and what a player may do: facts that are worked out; only what is kept can be
set."""

from __future__ import annotations

from .. import ir
from .fitting import fits, need, need_result
from .parts import Arg, Fact, Named, Place, Seat, Subject, ValueIs
from .places import compare, read_place, read_subject
from .reader import Reader


def value_first(r: Reader, start: int) -> list[Fact] | None:
    """Reads `score of p1 is 28`. Returns None if no value comes next; raises `Fault` if its things are missing or
    wrong."""
    mark = r.at
    value = r.phrase(r.v.values)
    if value is None:
        return None
    if value.params and r.peek() not in ("of", "for", "in", "at"):
        r.at = mark
        return None
    args: list[Arg] = []
    for _ in value.params:
        if not r.take_any(("of", "for", "in", "at", "from", "to", "on", "with", "by")):
            raise r.fault(f"`{value.name}` needs {len(value.params)} things after it")
        args.append(read_arg(r))
    for param, arg in zip(value.params, args, strict=True):
        need(r, f"`{value.name}`", param.type, arg, start)
    return [_result(r, value, tuple(args), start)]


def value_of(r: Reader, subject: Subject, start: int, negated: bool) -> Fact | None:
    """Reads `p1's score is 28`, after the subject."""
    mark = r.at
    value = r.phrase(r.v.values)
    if value is None or len(value.params) != 1:
        r.at = mark
        return None
    need(r, f"`{value.name}`", value.params[0].type, subject, start)
    return _result(r, value, (subject,), start)


def quality(r: Reader, subject: Subject | Place, start: int, negated: bool) -> Fact | None:
    """Reads a quality of the subject, such as `complete`. Returns None if none comes next."""
    found = r.phrase(r.v.qualities)
    if found is None:
        return None
    need(r, f"`{found.name}`", found.param.type, subject, start)
    return ValueIs(form="quality", name=found.name, args=(subject,), op="==", result=not negated, span=r.span(start))


def can(r: Reader, subject: Subject, start: int, negated: bool) -> Fact | None:
    """Reads `can build Library`, after the subject. Returns None if neither `can` nor `cannot` comes next."""
    cannot = r.peek() == "cannot"
    if not r.take_any(("can", "cannot")):
        return None
    verbs = r.phrase(r.v.verbs)
    if verbs is None:
        raise r.unknown("verb", r.v.spelled("verbs"))
    args: list[Arg] = [subject]
    while not r.ended() and r.peek() != ",":
        r.take_any(("to", "for", "on", "with", "from", "at", "in"))
        args.append(read_arg(r))
    counted = [v for v in verbs if len(v.params) == len(args) - 1]
    if not counted:
        raise r.fault(f"`{verbs[0].key}` needs {len(verbs[0].params)} things after it, not {len(args) - 1}")
    fitting = [v for v in counted if all(fits(r, p.type, a) for p, a in zip(v.params, args[1:], strict=True))]
    if not fitting:
        need(r, f"`{counted[0].key}`", counted[0].params[-1].type, args[-1], start)
        raise r.fault(f"`{counted[0].key}` cannot be done to such things", span=r.span(start), code="wrong-type")
    return ValueIs(form="can", name=fitting[0].key, args=tuple(args), op="==", result=not cannot, span=r.span(start))


def _result(r: Reader, value: ir.Value, args: tuple[Arg, ...], start: int) -> Fact:
    r.take_any(("is", "are", "has"))
    here = r.at
    if r.peek() == "unknown":
        return ValueIs(form="value", name=value.name, args=args, op="==", result=None, span=r.span(start))
    op = compare(r)
    result: int | str | bool | Seat | Named | None
    number = r.number()
    if number is not None:
        result = number
        _unit(r)
    elif r.take("nobody") or r.take("nothing"):
        result = None
    elif (seat := r.seat()) is not None:
        result = Seat(seat)
    elif (word := r.v.called.get(r.peek(), r.peek())) in r.v.words:
        result = word
        r.at += 1
    elif (title := r.title()) is not None:
        result = Named(title)
    else:
        raise r.unknown("number, player, card or word", r.v.all_words)
    need_result(r, value, result, here)
    return ValueIs(form="value", name=value.name, args=args, op=op, result=result, span=r.span(start))


def _unit(r: Reader) -> None:
    """Takes the unit in `is 5 gold`, a filler word that changes nothing."""
    mark = r.at
    marker = r.phrase(r.v.markers)
    if marker is not None and not marker.counted:
        r.at = mark


def read_arg(r: Reader) -> Arg:
    """Reads a player, a card or a place; raises `Fault` if none comes next."""
    r.ear()
    mark = r.at
    subject = read_subject(r)
    if isinstance(subject, Named):
        return subject
    if subject is not None:
        here = r.at
        if r.phrase(r.v.zones):
            r.at = mark
            return read_place(r)
        r.at = here
        return subject
    if r.phrase(r.v.zones):
        r.at = mark
        return read_place(r)
    raise r.unknown("player, card or zone", r.v.all_words)
