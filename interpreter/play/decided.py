"""Tell which decisions were taken for the players where somebody only plays on.

Playing on gives at each question an answer that ends or declines, or else one that must be given before the end, or
else the first that is listed. Where the player could have answered otherwise, that is a decision.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..kernel.machine import option
from .moment import Moment
from .teller import Teller


@dataclass(frozen=True)
class Decided:
    """A decision that was taken for a player. `line`: what was answered, as far as the viewer heard it. `question`:
    what was asked. `declined`: the other answers, where this one ends or declines. `of`: how many there were. What the
    viewer may not know is left out: then there are none of these."""

    line: str
    question: str = ""
    declined: tuple[str, ...] = ()
    of: int = 0

    def render(self) -> str:
        """Return `p1: p3 (which player to visit: the first of 4)`."""
        if self.declined:
            more = f" and {len(self.declined) - 1} more" if len(self.declined) > 1 else ""
            return f"{self.line} (declines `{self.declined[0]}`{more})"
        first = f"the first of {self.of}"
        told = f"{self.question}: {first}" if self.question else first
        return f"{self.line} ({told})" if self.of else self.line


PLAIN = ("choose one", "what to do")
"""Questions that say nothing."""


def decided(teller: Teller, moments: Sequence[Moment]) -> list[Decided]:
    """Return the decisions by which these moments were reached, as far as the viewer may know them."""
    return [one for moment in moments if (one := _decided(teller, moment)) is not None]


def _decided(teller: Teller, moment: Moment) -> Decided | None:
    before, lib = teller.history.before(moment), teller.lib
    if before is None or before.ask is None or moment.code is None or len(before.ask.answers) < 2:
        return None
    assert moment.parent is not None
    line, then = teller.line(moment), replace(teller.history, here=moment.parent, within=None)
    asker = Teller(teller.set, teller.machine, then, teller.viewer)
    offered, question = asker.legal(), asker.question().partition(": ")[2]
    if not offered:
        return Decided(line)
    if option(lib, before.ask, moment.code)[0].last:
        return Decided(line, declined=tuple(text for text in offered if not line.endswith(f": {text}")))
    return Decided(line, "" if question in PLAIN else question, (), len(offered))
