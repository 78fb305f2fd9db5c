"""Whether the game's own text allows a cast: its `refused` lines and those of the cards, asked before a game begins."""

from __future__ import annotations

from ..kernel.evaluate import Context, evaluate, frame
from ..kernel.program import Library


def reasons(lib: Library, context: Context) -> list[str]:
    """The refusals that hold of the cards and players of a game that has not begun, as its text words them."""
    if lib.legal_cast is None:
        return []
    function = lib.functions[lib.legal_cast]
    found = []
    for refused in function.refusals:
        if evaluate(context, refused.cond, frame(-1, function.slots)):
            card = refused.origin.card
            about = card in lib.cards and card not in refused.text
            found.append(f"{card}: {refused.text}" if about else refused.text)
    return list(dict.fromkeys(found))
