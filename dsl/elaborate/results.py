"""Reports a value that has a name of the language's own and is not what the language takes it for.

`payoff` is what a game that is over was worth to a player.
"""

from __future__ import annotations

from .. import ir
from ..source import Span
from .mistakes import fail
from .terms import PLAYER, says

OF_PLAYERS = (ir.PAYOFF,)


def fitting(value: ir.Value) -> None:
    """Reports such a value if it is not asked of one player, or is not of the right type."""
    if value.name not in OF_PLAYERS:
        return
    if [param.type for param in value.params] != [PLAYER]:
        help = f"write `value {value.name} of winner: a player is` and what it is"
        fail("wrong-type", f"the `{value.name}` is asked of one player", value.span, help)
    if value.type.many or value.type.sort not in ("number", "amount"):
        fail("wrong-type", f"the `{value.name}` of a player is a number, not {says(value.type)}", value.span)


def not_printed(name: str, span: Span) -> None:
    """Reports such a name as that of something printed on cards."""
    if name in OF_PLAYERS:
        fail("duplicate-name", f"the `{name}` is asked of a player, and is not on a card", span, "choose another word")
