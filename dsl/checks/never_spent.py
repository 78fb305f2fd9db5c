"""Finds clauses that replace a deed again and again: the deed is refused once it has been done, and what was replaced
has not been done.

Only what is certain is reported: an optional clause about one's own deed that costs nothing, asks nothing and may be
used any number of times.
"""

from __future__ import annotations

from collections.abc import Mapping

from .. import ir
from ..diagnostic import Diagnostic
from ..source import Source
from .nodes import below


def check(game: ir.Game, sources: Mapping[str, Source]) -> list[Diagnostic]:
    """Warns about each such clause."""
    found = []
    for card in game.cards.values():
        for clause in card.clauses:
            verb = game.verbs.get(clause.moment.event or "")
            reason = None if verb is None or not _free(clause) else _only_once(verb)
            if verb is not None and reason is not None:
                deed = " ".join(verb.words)
                message = f"what is replaced has not been done, so `{deed}` can be replaced again and again"
                help = _instead(verb) or (
                    f"limit it: `once in …`; nothing else stops it, for `{deed}` is refused only when it was done"
                )
                notes = ((reason.span, "this refuses it after it was done"),)
                found.append(Diagnostic("never-spent", message, clause.span, help, "warning", notes))
    return found


def _instead(verb: ir.Verb) -> str | None:
    """Returns what says that something is done in place of all that a verb does, and yet counts as that verb."""
    words = [step.participle for step in verb.steps if step.participle is not None]
    if len(verb.steps) != 1 or not words:
        return None
    return f"write `would be {words[0]}`: what is done in place of that step counts as `{' '.join(verb.words)}`"


def _only_once(verb: ir.Verb) -> ir.Refusal | None:
    """Returns the refusal that lets a deed be done only once in a phase."""

    def asks(refusal: ir.Refusal) -> bool:
        cond = refusal.cond
        return isinstance(cond, ir.Happened) and cond.event == verb.key and cond.span_of is not None

    return next((refusal for refusal in verb.refusals if asks(refusal)), None)


def _free(clause: ir.Clause) -> bool:
    """Whether a clause replaces a deed without a limit, a condition, a cost, or an effect on its own card."""
    asks = clause.must or clause.limit is not None or clause.cond is not None or clause.lead or clause.cost
    own = any(isinstance(n, ir.Var) and n.name == "this" for n in below(clause.effect))
    return clause.moment.kind == "instead" and not asks and not own
