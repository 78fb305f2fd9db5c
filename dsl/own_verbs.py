"""Declares the verbs of the language itself, which cards can forbid and answer like those of a game.

A player *uses* an ability. A card *targets* what its clauses choose; nobody does this by itself: it happens when a
clause has chosen another player, a card that somebody else has, or a card by its name, and has been paid for. A card is
*moved* whenever it comes to lie in another place, whatever moves it.
"""

from __future__ import annotations

from dataclasses import replace

from . import ir
from .source import NOWHERE

TARGET, TARGETED = "target", "targeted"
PLAYER, CARD, ANYTHING = "target player", "target card", "target anything"


def _verb(key: str, words: tuple[str, ...], participle: str, doer: ir.Type, **of: ir.Type) -> ir.Verb:
    step = ir.Step(name="", participle=None, body=(ir.Nothing(span=NOWHERE),), span=NOWHERE)
    return ir.Verb(
        key=key,
        words=words,
        participle=participle,
        params=tuple([ir.Param(name=name, type=type_) for name, type_ in of.items()]),
        doer=doer,
        refusals=(),
        steps=(step,),
        source=None,
        span=NOWHERE,
    )


USE = _verb("use", ("use",), "used", ir.Type("player"), ability=ir.Type("ability"))
TARGETS = {
    PLAYER: _verb(PLAYER, (TARGET,), TARGETED, ir.Type("card"), aim=ir.Type("player")),
    CARD: _verb(CARD, (TARGET,), TARGETED, ir.Type("card"), aim=ir.Type("card")),
    ANYTHING: _verb(ANYTHING, (TARGET, "anything"), TARGETED, ir.Type("card")),
}
"""By what is targeted. `anything` is done besides each of the others."""

FROM, TO = "from", "to"
MOVED = replace(
    _verb("move card", ("move",), "moved", ir.Type("player"), card=ir.Type("card")),
    params=(
        ir.Param(name="card", type=ir.Type("card")),
        ir.Param(name=FROM, type=ir.Type("zone"), prep=FROM),
        ir.Param(name=TO, type=ir.Type("zone"), prep=TO),
    ),
)
"""A card has come to lie in another place. Only cards answer this; nobody does it by this name."""


def verb(game: ir.Game, key: str) -> ir.Verb | None:
    """Returns the verb with this key, of a game or of the language; None if there is none."""
    return game.verbs.get(key) or TARGETS.get(key) or {USE.key: USE, MOVED.key: MOVED}.get(key)
