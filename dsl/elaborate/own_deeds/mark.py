"""Reads `mark plan as built`, and `unmark plan as built`, which takes the marker off."""

from __future__ import annotations

from ... import ir, syntax
from ...language import Own
from .. import worth
from ..adjectives import bears
from ..atoms import written
from ..mistakes import fail, unknown
from ..scope import Scope
from ..terms import PLAYER, says
from .deed import Words, deed


@deed(
    "mark",
    Own(
        "mark … as",
        "puts a marker on a thing, or on each of several; it belongs to whoever puts it there",
        "as",
        r"^(do +)?mark .* as ",
    ),
)
def mark(scope: Scope, words: Words) -> ir.Stmt:
    """Reads `mark plan as built`."""
    return marking(scope, words, off=False)


@deed(
    "unmark",
    Own(
        "unmark … as",
        "takes a marker off; `as anything`, every marker that other players have put there",
        "",
        "^unmark ",
    ),
)
def unmark(scope: Scope, words: Words) -> ir.Stmt:
    """Reads `unmark plan as built`, `unmark plan as anything`."""
    if isinstance(words.as_value, syntax.Chain) and written(words.as_value.atoms) == "anything":
        return unmark_all(scope, words)
    return marking(scope, words, off=True)


def unmark_all(scope: Scope, words: Words) -> ir.Stmt:
    """Reads what every marker of others is taken off."""
    noun = words.noun()
    words.finish(as_=True)
    value = worth.value(scope, noun)
    if value.type.sort not in ("player", "card") or (value.type.sort == "card" and value.type.name is None):
        fail("wrong-type", f"markers lie on a player, or on a card of some kind, not on {says(value.type)}", noun.span)
    if scope.doer is None:
        fail("no-doer", "who takes them off?", words.verb.span, "say who `must`, and write this below it")
    return ir.UnmarkAll(span=words.span, on=value, doer=scope.doer)


def marking(scope: Scope, words: Words, off: bool) -> ir.Stmt:
    """Reads what is marked, and as what. `off` says that the marker is taken off."""
    noun = words.noun()
    verb = words.verb.text
    if words.as_value is None:
        fail("missing-word", f"`{verb}` needs `as`", words.verb.span, "write `as` and a marker")
    name = written(words.as_value.atoms) if isinstance(words.as_value, syntax.Chain) else ""
    marker = scope.vocabulary.markers.get(name)
    plain = [m.name for m in scope.vocabulary.markers.values() if not m.counted and not m.single]
    at = words.as_value.span
    if marker is None:
        unknown(f"no marker `{name}`", at, name, plain)
    if marker.counted or marker.single:
        fail(
            "wrong-type",
            f"`{verb}` does not work with `{name}`",
            at,
            f"write `put 1 {name} on`" if marker.counted else f"write `move the {name} to`",
        )
    words.finish(as_=True)
    value = worth.value(scope, noun)
    if not bears(marker, value.type):
        fail("wrong-type", f"`{name}` needs a {' or '.join(marker.on)}, not {says(value.type)}", noun.span)
    owner: ir.Expr = scope.doer or ir.Nobody(type=PLAYER, span=words.span)
    return ir.Mark(span=words.span, mark=name, on=value, owner=owner, off=off)
