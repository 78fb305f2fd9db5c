"""A progress bar on standard error, where that is a terminal; elsewhere nothing."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")


def track(things: Iterable[T], total: int, label: str) -> Iterator[T]:
    """The things as they come, counted."""
    if not sys.stderr.isatty() or total <= 0:
        yield from things
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn(label), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=total)
        for thing in things:
            yield thing
            progress.advance(task)
