"""Reports a value that has a name of the language's own and is not what the language takes it for.

`payoff` is what a game that is over was worth to a player; `team` is the team in which a player is.
"""

from __future__ import annotations

from .. import ir
from ..source import Span
from ..vocabulary import Vocabulary
from .mistakes import Mistake, fail
from .terms import PLAYER, says

SORTS = {ir.PAYOFF: ("number", "amount"), ir.TEAM: ("number", "enum", "player", "card")}
"""What each of these values can be."""


def fitting(value: ir.Value) -> None:
    """Reports such a value if it is not asked of one player, or is not of the right type."""
    if value.name not in SORTS:
        return
    if [param.type for param in value.params] != [PLAYER]:
        help = f"write `value {value.name} of somebody: a player is` and what it is"
        fail("wrong-type", f"the `{value.name}` is asked of one player", value.span, help)
    if value.type.many or value.type.sort not in SORTS[value.name]:
        right = "a number" if value.name == ir.PAYOFF else "a number, a word of a list, a card or a player"
        fail("wrong-type", f"the `{value.name}` of a player is {right}, not {says(value.type)}", value.span)


def not_printed(name: str, span: Span) -> None:
    """Reports such a name as that of something printed on cards."""
    if name in SORTS:
        fail("duplicate-name", f"the `{name}` is asked of a player, and is not on a card", span, "choose another word")


def teams(vocabulary: Vocabulary) -> ir.Value | None:
    """Returns the value that says in which team a player is; None in a game without teams. Stops where it is wrong:
    that is told at its declaration."""
    found = vocabulary.values.get(ir.TEAM)
    if found is not None and [param.type for param in found.params] != [PLAYER]:
        raise Mistake(None)
    return found
