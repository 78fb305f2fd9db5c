"""Declares the verb of the language that says at whom, or at what, a card is aimed.

Nobody does this deed by itself: it happens when a clause of a card has chosen another player, a card that somebody
else has, or a card by its name, and has been paid for. A rule can forbid it (`rank 8 characters cannot target you`).
A clause can answer it or take its place (`when a player would be targeted by a rank 8 character`).
"""

from __future__ import annotations

from . import ir
from .source import NOWHERE

WORD, PARTICIPLE = "target", "targeted"
PLAYER, CARD, ANYTHING = "target player", "target card", "target anything"


def _verb(key: str, words: tuple[str, ...], of: ir.Type | None) -> ir.Verb:
    body = (ir.Nothing(span=NOWHERE),)
    return ir.Verb(
        key=key,
        words=words,
        participle=PARTICIPLE,
        params=(ir.Param(name="aim", type=of),) if of is not None else (),
        doer=ir.Type("card"),
        refusals=(),
        steps=(ir.Step(name="", participle=None, body=body, span=NOWHERE),),
        source=None,
        span=NOWHERE,
    )


VERBS = {
    PLAYER: _verb(PLAYER, (WORD,), ir.Type("player")),
    CARD: _verb(CARD, (WORD,), ir.Type("card")),
    ANYTHING: _verb(ANYTHING, (WORD, "anything"), None),
}
"""By what is aimed at. `anything` is done besides each of the others."""
