"""Show a progress bar on standard error if that is a terminal, and nothing otherwise."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from moot.dsl.hidden import in_a_line

from ...printed import terminal

T = TypeVar("T")


@contextmanager
def bar(total: int, label: str) -> Iterator[Callable[[int], None]]:
    """Show a bar. The caller reports how many things are done."""
    if not sys.stderr.isatty() or total <= 0:
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    said = TextColumn("{task.description}", markup=False)  # a name is no markup
    columns = (said, BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(file=terminal(sys.stderr)), transient=True) as shown:
        task = shown.add_task(in_a_line(label), total=total)
        yield lambda done: shown.update(task, completed=done)


def track(things: Iterable[T], total: int, label: str) -> Iterator[T]:
    """Yield the things one by one and count them on the bar."""
    with bar(total, label) as progress:
        for count, thing in enumerate(things, start=1):
            yield thing
            progress(count)
