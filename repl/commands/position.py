"""Everything that is so, in words that `given` takes: a dispute to keep, or to send to somebody."""

from __future__ import annotations

from typing import TYPE_CHECKING

from moot.interpreter.play.session import Refused

from ..output import REFUSED, Output, said
from .command import Command

if TYPE_CHECKING:
    from ..console import Console


def run(console: Console, rest: str) -> Output:
    lines = console.teller.position()
    return said(lines.render(), REFUSED) if isinstance(lines, Refused) else said(lines)


COMMAND = Command("position", "", "everything that is so, as a `given`", run, "look")
