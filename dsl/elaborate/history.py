"""Reads how much of a counter was spent on a deed: `the gold you paid to build this turn`, `the gold paid for plan`."""

from __future__ import annotations

from .. import ir
from ..source import Span
from .cursor import Cursor
from .mistakes import fail, unknown
from .pronouns import pronoun
from .terms import fits, says


def history(c: Cursor, marker: str, span: Span) -> ir.Expr | None:
    """Reads what was paid, after the name of a counter. Returns None if no such words come here."""
    a, after = c.at(), c.at(1)
    if a is None:
        return None
    by: ir.Expr | None = None
    if a.kind == "pron" and a.text in ("you", "they") and after is not None and after.kind == "word":
        by = pronoun(c, c.take(), "").base
    start = c.i
    verb = c.take()
    if verb.kind != "word":
        c.i = start
        if by is not None:
            c.unknown(verb, [], "a participle")
        return None
    subject: ir.Expr | None = None
    if c.text() == "to" and by is not None:
        key = _deed(c)
    else:
        key, subject = _event(c, verb.text, verb.span)
    phase = c.take_span()
    whole = span.to(c.atoms[c.i - 1].span)
    return ir.Happened(
        type=ir.Type("amount", marker), span=whole, event=key, span_of=phase, by=by, subject=subject, measure=marker
    )


def _deed(c: Cursor) -> str:
    """Reads `to build`. Returns the key of the verb."""
    c.take()
    deed = c.take()
    heads = c.vocabulary.by_word.get(deed.text)
    if not heads:
        unknown(f"no verb `{deed.text}`", deed.span, deed.text, c.vocabulary.by_word)
    return heads[0].key


def _event(c: Cursor, participle: str, at: Span) -> tuple[str, ir.Expr | None]:
    """Reads `for plan` after `paid`. Returns the event, and the thing it was done to."""
    if c.glue("for"):
        c.take()
        participle += " for"
    events = c.vocabulary.events.get(participle)
    if not events:
        unknown(f"nothing can be `{participle}`", at, participle, c.vocabulary.events)
    event = events[0]
    if c.end or c.phase_words() is not None:
        return event.key, None
    of = c.nested(c)
    if event.object is None or not fits(event.object, of.base.type):
        fail("wrong-type", f"{says(of.base.type)} cannot be `{participle}`", of.span)
    return event.key, of.base
