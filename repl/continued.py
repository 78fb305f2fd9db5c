"""Suggest what may follow a command that has words of its own: `break delete 2`, `why may p1 …`, `find … within 3`.

Each place in such a line has its own words. What else may stand there (answers, phrases, moments) is suggested as
everywhere; `Place` says which of these a place has.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from moot.interpreter.play import stepping

from .console import Console


@dataclass(frozen=True, slots=True)
class Place:
    """What may stand at the end of a line. `begins`: where the words of this place begin. `words`: words of the
    command's own, each with what it means (''). `then`: what else may stand there, as in `Command.follows`."""

    begins: int
    words: tuple[tuple[str, str], ...] = ()
    then: str = ""


def place(console: Console, follows: str, rest: str) -> Place | None:
    """Return the place at the end of what follows a command; None if the command has no words of its own."""
    made = PLACES.get(follows)
    return None if made is None else made(console, rest)


def _plain(*words: str) -> tuple[tuple[str, str], ...]:
    return tuple((word, "") for word in words)


def _behind(rest: str, *heads: str) -> int:
    """Return where the words behind one of these beginnings begin; 0 if the line has none of them."""
    return next((len(head) for head in heads if rest.startswith(head)), 0)


def _listed(all_: list[str]) -> tuple[tuple[str, str], ...]:
    return (*((str(number), text) for number, text in enumerate(all_, 1)), ("all", ""))


def _breaks(console: Console, rest: str) -> Place:
    there = [one.told() for one in console.session.stops.breaks]
    if at := _behind(rest, "delete "):
        return Place(at, _listed(there))
    if at := _behind(rest, "on window of ", "window of "):
        return Place(at, then="cards")
    if at := _behind(rest, "on before ", "on after ", "on instead of ", "before ", "after ", "instead of "):
        return Place(at, _plain(*(" ".join(verb) for verb in console.session.words.verbs)))
    windows = _plain("window of ", "before ", "after ", "instead of ")
    if at := _behind(rest, "on "):
        return Place(at, windows, "phrases")
    return Place(0, (("on ", ""), *([("delete ", "")] if there else []), *windows), "phrases")


def _watches(console: Console, rest: str) -> Place:
    there = [one.text for one in console.watches.watched]
    if at := _behind(rest, "delete "):
        return Place(at, _listed(there))
    return Place(0, _plain("delete ") if there else (), "phrases")


def _steps(console: Console, rest: str) -> Place:
    return Place(0, _plain(stepping.ANSWER, "back", stepping.WINDOW))


def _step(console: Console, rest: str) -> Place:
    return Place(0, _plain("back", stepping.WINDOW), "answers")


def _finish(console: Console, rest: str) -> Place:
    if console.session.stepping:
        return Place(0, _plain(stepping.ANSWER, "back"))
    running = console.session.view(console.viewer)["phases"]
    return Place(0, _plain(*dict.fromkeys(one.partition(" of ")[0] for one in reversed(running)), "back"))


def _back(console: Console, rest: str) -> Place:
    at = _behind(rest, "to ")
    return Place(at, then="moments") if at else Place(0, _plain("to "))


def _why(console: Console, rest: str) -> Place:
    asked = re.match(r"(?:may|can|cannot|can't|may not) (?:(p\d) )?", rest)
    if asked is None:
        return Place(0, _plain("may ", "cannot ", "does ", "is "), "values")
    if asked[1]:
        return Place(asked.start(1), then="others")
    return Place(asked.end(), _plain(*(f"{seat} " for seat in console.session.seats)), "others")


def _who(console: Console, rest: str) -> Place:
    at = _behind(rest, "is the ")
    return Place(at, then="values") if at else Place(0, _plain("is asked", "has won", "is the "))


def _until(console: Console, rest: str) -> Place:
    words = console.session.words
    phases = [" ".join(phase) for phase in words.phases]
    starts = [*console.session.seats, *(f"the {phase}" for phase in phases), *(" ".join(step) for step in words.steps)]
    return Place(0, _plain(*starts, *(f"the {phase} ends" for phase in phases)), "phrases")


def _pass(console: Console, rest: str) -> Place:
    at = _behind(rest, "until ")
    if not at:
        return Place(0, _plain("until "))
    found = _until(console, rest[at:])
    return Place(at, found.words, found.then)


def _bounded(console: Console, rest: str) -> Place:
    """A condition, then `within N answers`, then whose answers."""
    bound = re.search(r" within (\d+ (?:answers )?)?", rest)
    if bound is None:
        begun = rest.rfind(" ") + 1
        whole = len(rest[:begun].split()) > 2 and rest[begun:] != "" and "within".startswith(rest[begun:])
        if whole:
            return Place(begun, _plain("within "))
        return Place(0, _plain(f"{rest}within ") if len(rest.split()) > 2 and rest.endswith(" ") else (), "phrases")
    if not bound[1]:
        return Place(bound.end(), _plain(*(f"{number} answers" for number in range(1, 5))))
    by = _behind(rest[bound.end() :], "by ")
    more = ("by ", *([] if " for " in rest else ["for 60 seconds "]), *([] if "answers" in bound[1] else ["answers "]))
    words = _plain(*console.session.seats) if by else _plain(*more)
    return Place(bound.end() + by, words)


def _diff(console: Console, rest: str) -> Place:
    return Place(rest.rfind(" ") + 1, then="moments")


def _turn(console: Console, rest: str) -> Place:
    turn = re.match(r"p\d (as )?", rest)
    if turn is None:
        return Place(0, _plain(*console.session.seats))
    return Place(turn.end(), then="cards") if turn[1] else Place(turn.end(), _plain("as "))


def _not(console: Console, rest: str) -> Place:
    at = _behind(rest, "offered ")
    return Place(at, then="others") if at else Place(0, _plain("offered "))


PLACES: dict[str, Callable[[Console, str], Place]] = {
    "back": _back,
    "because": lambda console, rest: Place(0, _plain("because ")),
    "bounded": _bounded,
    "breaks": _breaks,
    "diff": _diff,
    "end": lambda console, rest: Place(0, _plain("end")),
    "finish": _finish,
    "not": _not,
    "pass": _pass,
    "step": _step,
    "steps": _steps,
    "turn": _turn,
    "until": _until,
    "watches": _watches,
    "who": _who,
    "why": _why,
}
"""The commands with words of their own, by what follows them."""


def own_words(found: Place, rest: str) -> Iterator[tuple[str, str]]:
    """Yield the words of a place that go on with what was typed there, each with what it means."""
    begun = rest[found.begins :].lower()
    yield from ((word, about) for word, about in found.words if word.lower().startswith(begun) and word != begun)
