"""How long what is played may take: each ruling a time of its own, and what it needs beyond that out of a common purse.

The kernel bounds each single thing: how far one question goes, how often a loop turns. A text may multiply what is
bounded, and only a clock tells that. It counts this process's own work, not the hours of a machine that others use,
and runs where the system has such a clock and the work is done by the process's first thread; elsewhere nothing is cut.
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
"""Seconds of work that each may take; the heaviest ruling of a large real game takes a fifth of that."""
PURSE = 2.0
"""Seconds of work that all together may take beyond it."""
AGAIN = 0.25
"""Seconds of work after which it is said again: what is raised while Python tidies up behind the scenes is lost."""


class TooLong(Exception):
    """It would go on, but not within what it may take."""


@dataclass
class Allowance:
    """`left`: what is still in the purse."""

    left: float = PURSE
    own: float = OWN

    @contextmanager
    def one(self) -> Iterator[None]:
        """Give time for one of them; raises `TooLong` in it when it is used up."""
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
    """Whether Python collects garbage there, and would swallow what is raised."""
    callbacks = {getattr(callback, "__code__", None) for callback in gc.callbacks}
    while frame is not None:
        if frame.f_code in callbacks:
            return True
        frame = frame.f_back
    return False
