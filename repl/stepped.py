"""Show what a step has shown: events with their numbers, or the question to which they led."""

from __future__ import annotations

from collections.abc import Sequence

from moot.interpreter.play.session import NotDone
from moot.interpreter.play.stepping import Shown

from . import render
from .console import Console
from .output import REFUSED, Output, said


def stepped(console: Console, shown: Shown | NotDone) -> Output:
    """Show the events of a step, or the question."""
    if isinstance(shown, NotDone):
        return said(shown.render(), REFUSED)
    line = render.line_of(console.teller, shown.moment)
    if shown.returned:
        return console.moved(shown.moment)
    if not shown.told:
        began = line if shown.entered else "that was all"
        return said([began, "", console.question()])
    first = shown.number - len(shown.told) + 1
    lines = []
    for number, (told, opens) in enumerate(zip(shown.told, shown.opens, strict=True), first):
        lines += [f"       {_opened(opens)}:"] if opens else []
        lines.append(f"{number:>3}/{shown.count}  {render.event(console.session, told)}")
    return said([*([line] if shown.entered else []), *lines])


def _opened(deeds: Sequence[str]) -> str:
    """Return the deeds that begin, from the outside in, with the same doer once."""
    first, *others = deeds
    doer = first.partition(": ")[0] + ": "
    return ": ".join([first, *(other.removeprefix(doer) for other in others)])
