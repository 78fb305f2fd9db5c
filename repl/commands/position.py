"""Everything that is so, in words that `given` takes: a dispute to keep, or to send to somebody."""

from __future__ import annotations

from typing import TYPE_CHECKING

from repl.output import REFUSED, Output, said

from .command import Command

if TYPE_CHECKING:
    from repl.console import Console


def run(console: Console, rest: str) -> Output:
    if console.viewer is not None:
        return said("a position tells everything there is: look with `as nobody` first", REFUSED)
    return said(console.session.position())


COMMAND = Command("position", "", "everything that is so, as a `given`", run, "look")
