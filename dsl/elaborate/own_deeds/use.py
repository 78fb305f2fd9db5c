"""Reads `use power`: an ability that was chosen. This deed of the language is also a verb, so cards can forbid it."""

from __future__ import annotations

from ... import ir
from ...language import Own
from ...source import Span
from ...vocabulary import Event, VerbHead
from ..deeds import Call, arguments
from ..scope import Scope
from ..terms import ABILITY, PLAYER
from .deed import deed

HEAD = VerbHead("use", "use", None, (ir.Param(name="ability", type=ABILITY),), PLAYER, Span("", 0, 0), False)
EVENT = Event("use", None, ABILITY, (), PLAYER)


@deed("use", Own("use", "begins an ability that was chosen", "", r"^(do +)?use \w"), participle="used")
def use(scope: Scope, found: Call) -> ir.Stmt:
    """Reads `use power`."""
    return ir.UseAbility(span=found.span, ability=arguments(scope, found)[0])
