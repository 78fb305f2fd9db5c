"""Reads `win by score, then gold`. Without `by`, the player who does this wins."""

from __future__ import annotations

from ... import ir, syntax
from ...language import Own
from ..atoms import cover, written
from ..mistakes import fail, unknown
from ..scope import Scope
from ..terms import PLAYER
from .deed import Words, deed


@deed(
    "win",
    Own(
        "win by … , then",
        "ends the game: the player with the highest value or counter wins; each `then` breaks a tie that is left. "
        "Without `by`, who does this wins",
        "then",
        "^win by .*, then ",
    ),
    alone=True,
)
def win(scope: Scope, words: Words) -> ir.Stmt:
    """Reads `win by score, then gold`. Without `by`, the player who does this wins."""
    first, following = words.roles.pop("by", None), words.next_ones()
    words.finish(operand=False)
    if first is not None:
        by = tuple([measure(scope, said) for said in (first.what, *following)])
        return ir.Win(span=words.span, by=by, who=None)
    if following:
        help = "write `win by …, then …`"
        fail("missing-word", "nothing says by what value a player wins", following[0].span, help)
    if scope.doer is None:
        fail("no-doer", "who wins?", words.span, "write `win by` and a value of a player")
    return ir.Win(span=words.span, by=(), who=scope.doer)


def measure(scope: Scope, said: syntax.NounPhrase) -> str:
    """Reads a value of a player, or a counter that lies on players. Returns its name."""
    found = said.chain.atoms
    name, span = written(found), cover(found)
    values, markers = scope.vocabulary.values.values(), scope.vocabulary.markers.values()
    fitting = [v.name for v in values if len(v.params) == 1 and v.params[0].type == PLAYER]
    fitting += [m.name for m in markers if m.counted and "player" in m.on]
    if name not in fitting or said.filters or said.name is not None:
        unknown(f"no value or counter `{name}` of a player", span, name, fitting)
    return name
