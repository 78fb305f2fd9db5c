"""Finds the line to which something new belongs, and what of a line is narrowed."""

from __future__ import annotations

from .. import syntax
from ..source import Span
from .quotes import Fault, Place
from .rows import Part, Row

BRANCHES = ("EITHER", "OR", "OTHERWISE")


def family(place: Place | None, part: Part) -> Row | None:
    """Returns the line `either` that a new branch belongs to: that of a quoted branch, or the only one of a quoted
    sentence, or of the declaration."""
    row = part.root if place is None else place.slot or place.row
    if row.lead == "EITHER":
        return row
    if row.lead == "OR" and row.parent is not None:
        above = row.parent.below[: row.parent.below.index(row)]
        return next((other for other in reversed(above) if other.lead == "EITHER"), None)
    found = [inner for inner in row.under() if inner.lead == "EITHER" and not inner.tested]
    return found[0] if len(found) == 1 else None


def headed(place: Place, change: syntax.Added) -> Row:
    """Returns the line below which a refusal stands: the first line of a sentence, or a branch."""
    row = place.slot or place.row
    if row.lead in BRANCHES:
        return row.inline or row
    if isinstance(row.shape, syntax.Clause):
        return row
    help = "quote the first line of a sentence, or a branch; before a deed it is written with `first:`"
    raise Fault("cannot-change", "nothing can be refused here", change.word.span, help)


def such_things(shape: syntax.Node | None) -> syntax.NounPhrase | None:
    """Returns the phrase that a filter narrows: what is chosen, or what an event happens to."""
    match shape:
        case syntax.Choose() | syntax.Choosing():
            return shape.what
        case syntax.Clause():
            events = [lead.subject for lead in shape.leads if isinstance(lead, syntax.Happening)]
            return events[0] if len(events) == 1 else None
        case _:
            return None


def effect_of(place: Place | None, word: Span) -> Row:
    """Returns the first line of a quoted sentence that says what is done: its cost stands before it."""
    row = None if place is None else place.slot or place.row
    while row is not None and not isinstance(row.shape, syntax.Clause):
        row = row.parent
    if row is None:
        raise Fault("cannot-change", "only a sentence has a cost", word, "quote a line of that sentence above it")
    if any(slot.lead == "COST" for slot in row.below):
        help = "quote its deed, and put another one behind it with `then: …`"
        raise Fault("cannot-change", "this sentence has a cost already", word, help)
    return next(slot for slot in row.below if slot.lead in ("DO", "INSTEAD", "EITHER"))
