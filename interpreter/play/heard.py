"""Tell which events on the way to a question somebody goes through who steps, and what each of them is part of.

The machine notes a deed when it is done, behind all that it brought about. A person wants to hear the deed first. So
what only says that such a deed was done is no step of its own: it is told before the first event of the deed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..kernel.events import Event
from .moment import Told


@dataclass(frozen=True)
class Steps:
    """The steps through some events. `numbers`: the events that are heard of and are steps, counted from 1. `opens`:
    the deeds, from the outside in, of which an event is the first step."""

    numbers: tuple[int, ...]
    opens: dict[int, tuple[str, ...]]

    def before(self, event: int | None) -> int:
        """Return how many steps lead up to an event (None: to the question behind all of them)."""
        return len(self.numbers) if event is None else sum(number <= event for number in self.numbers)


def steps(told: Sequence[Told]) -> Steps:
    """Return the steps through what somebody heard on the way to a question."""
    chains = [_under_way(one.event) for one in told]
    numbers = [number for number, one in enumerate(told, 1) if one.text]
    opens: dict[int, tuple[str, ...]] = {}
    for number in tuple(numbers):
        within = chains[number - 1]
        if not _is_done(told[number - 1].event):
            continue
        begin = number
        while begin > 1 and chains[begin - 2][: len(within)] == within:
            if chains[begin - 2] == within and _is_done(told[begin - 2].event):
                break  # the same deed, done before
            begin -= 1
        first = next((n for n in numbers if begin <= n < number), None)
        if first is not None:
            opens[first] = (told[number - 1].text.removeprefix(NOBODY), *opens.get(first, ()))
            numbers.remove(number)
    return Steps(tuple(numbers), opens)


NOBODY = "nobody: "
"""Who does what the game itself does."""


def chain(event: Event) -> tuple[str, ...]:
    """Return what was under way when something happened, from the outside in."""
    inside_out = (name for cause in event.cause for name in (*(deed.verb for deed in cause.within), cause.program))
    return tuple(inside_out)[::-1]


def _under_way(event: Event | None) -> tuple[int, ...]:
    """Return the same, each deed and program by itself, so that two of one name are told apart."""
    if event is None:
        return ()
    inside_out = (x for cause in event.cause for x in (*(id(deed) for deed in cause.within), -cause.number))
    return tuple(inside_out)[::-1]


def _is_done(event: Event | None) -> bool:
    """Whether an event says that the innermost deed under way was done."""
    if event is None or event.kind != "note" or event.data[0] != "verb":
        return False
    names = chain(event)
    return bool(names) and names[-1] in (event.data[1], f"verb {event.data[1]}")
