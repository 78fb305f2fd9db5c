"""Finds a house rule that nothing asks for: choosing a setting of it changes nothing."""

from __future__ import annotations

from collections.abc import Mapping

from .. import ir
from ..diagnostic import Diagnostic
from ..source import Source
from .nodes import below


def check(game: ir.Game, sources: Mapping[str, Source]) -> list[Diagnostic]:
    """Warns about each such option."""
    named = (*game.values.values(), *game.qualities.values(), *game.verbs.values(), *game.phases.values())
    whole = (*named, *game.refused, *game.cards.values(), *game.kinds.values())
    asked = {node.option for part in whole for node in below(part) if isinstance(node, ir.OptionIs)}
    found = []
    for option in game.options.values():
        if option.name not in asked:
            message = f"nothing asks for the option `{option.name}`"
            help = f"write `if option {option.name} is {option.settings[-1]}` where it matters, or leave it out"
            found.append(Diagnostic("unused-option", message, option.span, help, "warning"))
    return found
