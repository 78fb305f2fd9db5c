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
        "ends the game: the player with the highest value or counter wins, after `by lowest` with the lowest; each "
        "`then` breaks a tie that is left. "
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
        found = [measure(scope, said) for said in (first.what, *following)]
        lowest = tuple([name for name, low in found if low])
        return ir.Win(span=words.span, by=tuple([name for name, _ in found]), who=None, lowest=lowest)
    if following:
        help = "write `win by …, then …`"
        fail("missing-word", "nothing says by what value a player wins", following[0].span, help)
    if scope.doer is None:
        fail("no-doer", "who wins?", words.span, "write `win by` and a value of a player")
    return ir.Win(span=words.span, by=(), who=scope.doer)


def measure(scope: Scope, said: syntax.NounPhrase) -> tuple[str, bool]:
    """Reads a value of a player, or a counter that lies on players; before it, perhaps `lowest`. Returns its name, and
    whether the lowest is best."""
    found = said.chain.atoms
    low = found[0].text == "lowest" and len(found) > 1
    found = found[1:] if low or (found[0].text == "highest" and len(found) > 1) else found
    name, span = written(found), cover(found)
    values, markers = scope.vocabulary.values.values(), scope.vocabulary.markers.values()
    fitting = [v.name for v in values if len(v.params) == 1 and v.params[0].type == PLAYER]
    fitting += [m.name for m in markers if m.counted and "player" in m.on]
    if name not in fitting or said.filters or said.name is not None:
        unknown(f"no value or counter `{name}` of a player", span, name, fitting)
    return name, low
