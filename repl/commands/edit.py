"""Open the file of a card, or of a house rule, in your editor ($VISUAL or $EDITOR), so that you can change it.

`reload` then plays the present line again with it. In a script, and where no editor is set, this only says which file
it is.
"""

from __future__ import annotations

from moot.interpreter.sets.nearest import meant

from ..console import Console
from ..output import REFUSED, UNKNOWN, Output, said
from .command import Command


def run(console: Console, rest: str) -> Output:
    """Open a card's file."""
    if not rest:
        return said("which card?", UNKNOWN)
    set_ = console.session.card_set
    path, line = _file(console, rest)
    if path is None:
        hint = meant(rest, [*set_.titles, *set_.law.rules])
        return said(f"no card and no house rule is called `{rest}`" + (f": {hint}" if hint else ""), REFUSED)
    where = f"{rest} is in {path}, line {line}"
    if console.editor is None:
        return said(f"{where}; change it there, then `reload`")
    return said(f"{where}; {console.editor(path) or '`reload` plays this line again with it'}")


def _file(console: Console, name: str) -> tuple[str | None, int]:
    """Return the file in which a card or a house rule is written, and the line."""
    set_ = console.session.card_set
    title = set_.title(name)
    if title is not None and set_.game is not None:
        at = set_.written_at(set_.game.cards[title].span)
        return at.path, at.line
    rule = set_.law.rules.get(name)
    return (None, 0) if rule is None else (rule.path, 1)


COMMAND = Command("edit", "CARD", "open a card's file in your editor", run, "files", "cards")
