"""Says of a clause what its words leave unsaid: who is asked, how often, when its chance is gone, what is secret."""

from __future__ import annotations

from collections.abc import Iterator

from .. import ir
from ..checks.nodes import below

ASKED = (ir.Choose, ir.Either, ir.May)


def notes(part: ir.Clause | ir.Rule) -> Iterator[str]:
    """Yields the keys of the notes on a clause or a rule; each tongue says them in its table `NOTES`."""
    if isinstance(part, ir.Rule):
        yield {True: "banned", False: "lifted"}[part.cannot] if part.form == "permit" else "holds"
        return
    yield _asked(part)
    if any(isinstance(s, ir.Stmt) and s.business is not None for s in below(part.body)):
        yield "unseen"


def called(part: ir.Clause | ir.Rule) -> list[str]:
    """Returns the names that the author gave to the clause and to the questions in it, in the order of its text."""
    if isinstance(part, ir.Rule):
        return []
    asked = (s.label for s in below(part.body) if isinstance(s, (ir.Choose, ir.Branch, ir.May)))
    named = [part.label] if part.named else []
    return list(dict.fromkeys([*named, *(label for label in asked if label is not None)]))


def _asked(clause: ir.Clause) -> str:
    """Returns whether a clause is automatic or optional, when its player is asked, and when its chance is gone."""
    once = "once" if clause.limit else "always"
    if clause.moment.kind == "ability":
        return f"ability_{'must' if clause.must else 'may'}_{once}"
    if clause.must:
        choice = any(isinstance(s, ASKED) for s in below(clause.body))
        return f"{'chosen' if choice else 'automatic'}_{once}"
    if clause.first:
        return "asked_first"
    if clause.moment.kind in ("would", "instead"):
        return f"{'way' if clause.moment.kind == 'would' else 'instead'}_{once}"
    return f"asked_{once}"
