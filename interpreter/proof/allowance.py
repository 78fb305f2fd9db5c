"""Limits how long rulings may be played: each has a time of its own, and beyond that shares a common purse of time.

The kernel bounds each single thing: how far one question goes, how often a loop runs. A text may multiply what is
bounded, and only a clock can notice that. The clock counts this process's own work, so other work on the machine does
not matter. It runs where the system has such a clock and the process's first thread does the work; elsewhere nothing is
interrupted.
"""

from __future__ import annotations

import gc
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType

OWN = 1.0
"""Seconds of work that each ruling may take; the heaviest ruling of a large real game takes a fifth of that."""
PURSE = 2.0
"""Seconds of work that all rulings together may take beyond that."""
AGAIN = 0.25
"""Seconds of work after which the signal comes again, because an exception is lost while Python collects garbage."""


class TooLong(Exception):
    """A ruling would go on, but not within the time it may take."""


@dataclass
class Allowance:
    """The time that rulings may take, in seconds. `left`: what is still in the common purse. `own`: the time that each
    ruling has for itself."""

    left: float = PURSE
    own: float = OWN

    @contextmanager
    def one(self) -> Iterator[None]:
        """Give time for one ruling. Raises `TooLong` inside the `with` block when it is used up."""
        if not hasattr(signal, "SIGVTALRM") or threading.current_thread() is not threading.main_thread():
            yield
            return
        before = signal.signal(signal.SIGVTALRM, _over)
        begun = time.process_time()
        signal.setitimer(signal.ITIMER_VIRTUAL, self.own + self.left, AGAIN)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            signal.signal(signal.SIGVTALRM, before)
            self.left = max(0.0, self.left - max(0.0, time.process_time() - begun - self.own))


def _over(number: int, frame: FrameType | None) -> None:
    if not _tidies_up(frame):
        raise TooLong


def _tidies_up(frame: FrameType | None) -> bool:
    """Return whether Python collects garbage at this frame, and would swallow an exception."""
    callbacks = {getattr(callback, "__code__", None) for callback in gc.callbacks}
    while frame is not None:
        if frame.f_code in callbacks:
            return True
        frame = frame.f_back
    return False
