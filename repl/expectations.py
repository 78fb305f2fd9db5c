"""Check expectations: `expect`, `offered` and `refused because` mean the same at the prompt as in a ruling."""

from __future__ import annotations

import re
from collections.abc import Sequence

from moot.dsl.notation import read_texts
from moot.dsl.notation.reader import Fault
from moot.interpreter.play.session import LEGAL, Finding, NotDone, Session
from moot.interpreter.play.words import normal, select

from .output import FAILED, UNKNOWN, Output, said


def expect(session: Session, text: str, viewer: int | None) -> Output:
    """Compare each fact with the state, or for a `viewer` with what that player can know of it."""
    others = session.tell(viewer).expect(text)
    if isinstance(others, NotDone):
        faults = [d.message + (f" ({d.help})" if d.help else "") for d in others.diagnostics]
        return said(faults or others.message, UNKNOWN)
    if others:
        return said([f"no: {other}" for other in others], FAILED)
    return said("yes")


def offered(session: Session, text: str, negated: bool = False) -> Output:
    """Check that answers with these words are legal; with `only`, that there are no others."""
    only, wanted, faults = _texts(session, text, not negated)
    if faults:
        return faults
    there = list(enumerate(session.legal()))
    fitting: set[str] = set()
    for one in wanted:
        fits = [t for _, t in select(normal(one), there)]
        if negated and fits:
            return said(f"no: this is offered: {'; '.join(fits)}", FAILED)
        if not negated and not fits:
            return said(f"no: `{one}` is not offered", FAILED)
        fitting |= set(fits)
    others = [t for _, t in there if t not in fitting] if only else []
    if others:
        return said(f"no: these are offered too: {'; '.join(others)}", FAILED)
    return said("yes")


def _texts(session: Session, text: str, may_be_only: bool = False) -> tuple[bool, Sequence[str], Output | None]:
    """Read a list of reasons or answers, separated by commas; or say what is wrong with it."""
    try:
        only, texts = read_texts([(line, 0) for line in text.split("\n")], session.words, "", may_be_only)
    except Fault as fault:
        return False, (), said(fault.diagnostic.message, UNKNOWN)
    return only, texts, None


def refused(session: Session, attempt: Finding | None, rest: str) -> Output:
    """Check that the line before was refused for the named reasons; with `only`, for no others."""
    m = re.fullmatch(r"(only )?because (.+)", rest, re.DOTALL)
    if m is None:
        return said("`refused because REASON`, or `refused only because`", UNKNOWN)
    if attempt is None or attempt.verdict == LEGAL:
        return said("no: the last line was not refused", FAILED)
    _, wanted, faults = _texts(session, m[2])
    if faults:
        return faults
    reasons = "; ".join(w.render() for w in attempt.reasons)
    for one in wanted:
        if not any(session.speaks_of(one, why) for why in attempt.reasons):
            return said(f"no: it was refused because: {reasons}", FAILED)
    if m[1] and any(not any(session.speaks_of(one, why) for one in wanted) for why in attempt.reasons):
        return said(f"no: there are other reasons: {reasons}", FAILED)
    return said("yes")
