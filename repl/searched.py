"""Search for a line of play, show how far the search is, and say what it has found.

A search is bounded by answers, by positions and by seconds. Ctrl-C ends it as the bounds do. A player searches in
several games that look the same to him, so that he is told no more than he could find out himself.
"""

from __future__ import annotations

import re
import time
from collections.abc import Sequence

from moot.interpreter.play.search import POSITIONS, WITHIN, Bounds, Progress, Sought, seek
from moot.interpreter.play.session import NotDone, Session
from moot.interpreter.play.whatif import alike

from .console import Console
from .output import FAILED, OK, REFUSED, UNKNOWN, Output, said

SECONDS = 4.0  # of a search, if nobody says how many
LONGEST = 3600
GAMES = 6  # games that look the same to a player in which he searches
STOPPED = "because you stopped it"
SHOWN = 0.25  # seconds between two lines of progress
WITHIN_WORDS = re.compile(r"\s+within\s+(?:the next\s+)?(\d{1,6})(?:\s+(?:answers?|moves?))?$", re.IGNORECASE)
FOR_WORDS = re.compile(r"\s+for\s+(\d{1,6})\s+seconds?$", re.IGNORECASE)
BY_WORDS = re.compile(r"\s+by\s+p(\d{1,2})$", re.IGNORECASE)


def searched(console: Console, text: str, otherwise: bool = False) -> Output:
    """Search for a condition (`otherwise`: for a position in which it does not hold)."""
    missing = console.missing(text)
    if missing:
        return said(missing, UNKNOWN)
    limit = FOR_WORDS.search(text)
    seconds = SECONDS if limit is None else float(min(int(limit[1]), LONGEST))
    text = text if limit is None else text[: limit.start()]
    if console.viewer is not None and not console.session.stepping:
        return _from_seat(console, text, seconds, otherwise)
    sought = _sought(console.session, text, otherwise)
    if isinstance(sought, NotDone):
        return said(sought.render(), UNKNOWN if sought.diagnostics else REFUSED)
    stopped = _carried_out(console, sought, seconds)
    way = sought.way()
    if isinstance(way, NotDone):
        return said(way.render(), REFUSED)
    if way is None:
        return _none(sought, stopped, otherwise)
    after = f"after {_answers(len(way.codes))}" if way.codes else "already now"
    head = f"# this is not so {after}" if otherwise else f"# this is so {after}"
    return said([*way.lines, f"{head} ({_looked(sought.search.progress)})"], FAILED if otherwise else "ok")


def _from_seat(console: Console, text: str, seconds: float, otherwise: bool) -> Output:
    """Search in several games that look the same to the viewer, and say in what they agree."""
    viewer = console.viewer or 0
    found: list[tuple[str, ...] | None] = []
    stopped, deepest = "", 0
    for there in alike(console.session, viewer, GAMES):
        sought = _sought(there, text, otherwise)
        if isinstance(sought, NotDone):
            return said(sought.render(), UNKNOWN if sought.diagnostics else REFUSED)
        stopped = _carried_out(console, sought, seconds / GAMES) or stopped
        way = sought.way()
        if isinstance(way, NotDone):
            return said(way.render(), REFUSED)
        found.append(None if way is None else way.lines)
        deepest = sought.search.depth if stopped else sought.search.bounds.answers
        if stopped == STOPPED:
            break
    return _agreeing(found, _answers(deepest) + (f"; the search ended {stopped}" if stopped else ""), viewer, otherwise)


def _agreeing(found: Sequence[tuple[str, ...] | None], within: str, viewer: int, otherwise: bool) -> Output:
    """Say what was found in several games that look the same to a player. `within`: how far it was looked."""
    unseen = f"what {_seat(viewer)} does not know"
    each = f"in each of {len(found)} games that look the same to {_seat(viewer)}"
    many = sum(one is not None for one in found)
    status = FAILED if otherwise and (many or ";" in within) else OK
    lines = found[0]
    if lines is not None and all(one == lines for one in found):
        return said([*lines, f"# this is {'not ' if otherwise else ''}so, {each}"], status)
    if many and otherwise:
        return said(f"this depends on {unseen}: it comes otherwise in {many} of {len(found)} such games", status)
    if many:
        which = "which line of play leads to this" if many == len(found) else "whether a line of play leads to this"
        of = f"there is one in {many} of {len(found)} games that look the same"
        return said(f"{which} depends on {unseen}: {of}", status)
    told = "yes: this is so, whatever is answered," if otherwise else "there is no line of play to this"
    return said(f"{told} within {within}, {each}", status)


def _sought(session: Session, text: str, otherwise: bool) -> Sought | NotDone:
    """Read a search. What is said at its end of the bounds is no part of the condition, but `by p1` may be."""
    within, by = WITHIN, None
    for _ in range(2):
        bound, player = WITHIN_WORDS.search(text), BY_WORDS.search(text)
        if bound is not None:
            within, text = int(bound[1]), text[: bound.start()]
        elif player is not None and by is None:
            plain = seek(session, text, Bounds(within), otherwise)
            if not isinstance(plain, NotDone):
                return plain
            by, text = int(player[1]) - 1, text[: player.start()]
    return seek(session, text, Bounds(within, by), otherwise)


def _carried_out(console: Console, sought: Sought, seconds: float) -> str:
    """Search, within some seconds; return why the search ended before its time ('' if it did not)."""
    began = told = time.monotonic()
    try:
        for progress in sought.search:
            now = time.monotonic()
            if now - told >= SHOWN:
                told = now
                console.progress(f"{_looked(progress)}, all after {_answers(progress.depth)}")
            if now - began > seconds:
                return f"after {seconds:.0f} seconds, and `for 60 seconds` searches longer"
    except KeyboardInterrupt:
        return STOPPED
    finally:
        console.progress("")
    return "" if sought.search.done else f"after {POSITIONS:,} positions"


def _none(sought: Sought, stopped: str, otherwise: bool) -> Output:
    """Say that there is no such line within the bounds, or that the search has ended before it could say so."""
    search, looked = sought.search, _looked(sought.search.progress)
    whose = "" if search.bounds.by is None else f" of {_seat(search.bounds.by)}"
    if not stopped:
        within = f"within {_answers(search.bounds.answers)}{whose}"
        if otherwise:
            return said(f"yes: this is so {within}, whatever is answered ({looked})")
        return said(f"there is no line of play to this {within} ({looked})")
    within = f"within {_answers(search.depth)}{whose}"
    what = f"this is so {within}" if otherwise else f"there is no line of play to this {within}"
    return said(
        f"{what}; further on nobody knows: the search ended {stopped} ({looked})", FAILED if otherwise else "ok"
    )


def _seat(player: int) -> str:
    """Return `p2` for the second player."""
    return f"p{player + 1}"


def _answers(number: int) -> str:
    return "1 answer" if number == 1 else f"{number} answers"


def _looked(progress: Progress) -> str:
    if progress.positions == 1:
        return "1 position"
    met = f", {progress.equal:,} of them met before" if progress.equal else ""
    return f"{progress.positions:,} positions{met}"
