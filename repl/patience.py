"""How long a line at the prompt may take before it is given up."""

from __future__ import annotations

import time
from collections.abc import Callable

SECONDS = 4.0


def patience(seconds: float = SECONDS) -> Callable[[], bool]:
    """Return a function that says whether to go on; from so many seconds on it says no."""
    end = time.monotonic() + seconds
    return lambda: time.monotonic() < end
