"""Reads `win by score with seat`. Without `by`, the player who does this wins."""

from __future__ import annotations

from ... import ir
from ...language import Own
from ..atoms import cover, written
from ..mistakes import fail, unknown
from ..scope import Scope
from ..terms import PLAYER
from .deed import Words, deed


@deed(
    "win",
    Own(
        "win by … with",
        "ends the game: the player with the highest value wins; another value breaks a tie",
        "",
        "^win by ",
    ),
    alone=True,
)
def win(scope: Scope, words: Words) -> ir.Stmt:
    """Reads `win by score with seat`. Without `by`, the player who does this wins."""
    by, tie = value_named(scope, words, "by"), value_named(scope, words, "with")
    words.finish(operand=False)
    if by is None:
        if tie is not None:
            fail(
                "missing-word",
                "`with` only breaks a tie; nothing says by what value a player wins",
                words.span,
                "write `win by … with …`",
            )
        if scope.doer is None:
            fail("no-doer", "who wins?", words.span, "write `win by` and a value of a player")
        return ir.Win(span=words.span, by=None, tie=None, who=scope.doer)
    return ir.Win(span=words.span, by=by, tie=tie, who=None)


def value_named(scope: Scope, words: Words, prep: str) -> str | None:
    """Reads the value of a player after a preposition; returns None if the preposition does not occur."""
    role = words.roles.pop(prep, None)
    if role is None:
        return None
    found = role.what.chain.atoms
    name, span = written(found), cover(found)
    fitting = [v.name for v in scope.vocabulary.values.values() if len(v.params) == 1 and v.params[0].type == PLAYER]
    if name not in fitting or role.what.filters:
        unknown(f"no value `{name}` of a player", span, name, fitting)
    return name
