"""Every line of play that was tried, with the numbers that `goto` takes. `*` is where you are.

What was answered one after the other without an alternative is drawn as one stretch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import render
from ..output import Output, said
from .command import Command

if TYPE_CHECKING:
    from ..console import Console


def run(console: Console, rest: str) -> Output:
    return said(render.tree(console.session, console.branches, console.viewer))


COMMAND = Command("tree", "", "every line of play that was tried", run, "history")
