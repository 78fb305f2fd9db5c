"""Ctrl-C at the prompt: it drops the line that is being typed, or stops the command that is being carried out.

At any other time a signal does nothing: nobody is told of the inside of the program because a key was pressed while
something was cleared away.
"""

from __future__ import annotations

import _thread
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Timer
from typing import Any

SOON = 0.01  # seconds


class Interrupts:
    """Whether a signal may stop what is being done."""

    def __init__(self) -> None:
        self.stoppable = False

    @contextmanager
    def held(self) -> Iterator[None]:
        """Take the signals over, for as long as the context lasts."""
        before, hook = _taken(self._signalled), sys.unraisablehook
        sys.unraisablehook = lambda lost: self._lost(lost, hook)
        try:
            yield
        finally:
            sys.unraisablehook = hook
            if before is not None:
                _taken(before)

    @contextmanager
    def stopping(self) -> Iterator[None]:
        """Let the first signal stop what is done in the context: it raises `KeyboardInterrupt` there."""
        try:
            self.stoppable = True
            yield
        finally:
            self.stoppable = False

    def _signalled(self, *_: Any) -> None:
        if self.stoppable:
            self.stoppable = False
            raise KeyboardInterrupt

    def _lost(self, lost: Any, hook: Callable[[Any], Any]) -> None:
        """An interruption that arose where Python drops it arises again."""
        if lost.exc_type is KeyboardInterrupt:
            self.stoppable = True
            again = Timer(SOON, _thread.interrupt_main)  # not in here, where it would be dropped again
            again.daemon = True
            again.start()
        else:
            hook(lost)


def silent() -> None:
    """Let a signal end the process at once and without a word: nothing has begun that it could stop."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        _taken(signal.SIG_DFL)


def over() -> None:
    """Let no signal disturb the end of the process."""
    _taken(signal.SIG_IGN)


def _taken(handler: Any) -> Any:
    """Handle the signal so from now on; return how it was handled, None if that cannot be changed here."""
    with suppress(ValueError, OSError):  # only the main thread may
        return signal.signal(signal.SIGINT, handler)
    return None
