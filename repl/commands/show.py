"""Show a card: its words as in its file, the place of that file, and what the card need not say."""

from __future__ import annotations

from moot.interpreter.sets.nearest import meant

from ..console import Console
from ..output import REFUSED, Output, said
from .command import Command


def run(console: Console, rest: str) -> Output:
    """Show a card."""
    set_ = console.session.card_set
    title = set_.title(rest) if rest else None
    if title is None or set_.game is None:
        if not rest:
            return said("which card?", REFUSED)
        hint = meant(rest, set_.titles)
        return said(f"no card is called `{rest}`{f': {hint}' if hint else '; Tab after `show` lists them'}", REFUSED)
    from ..cli import show as show_  # slow to load: it makes sentences

    return said(show_.text(set_, set_.game.cards[title], set_.names()).rstrip())


COMMAND = Command("show", "CARD", "show a card, word for word", run, "look", "cards")
