"""How long the machine looks for trouble. MOOT_LONG=20 looks twenty times as long, and elsewhere each time."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, Phase, settings

LONG = int(os.environ.get("MOOT_LONG", "0"))


def looks(examples: int) -> settings:
    """So many cases in a bounded run: always the same ones, so that a change is judged by what it changes."""
    return settings(
        max_examples=examples * max(1, LONG),
        derandomize=not LONG,
        database=None,
        deadline=None,
        phases=[Phase.explicit, Phase.generate],  # a seed has nothing to shrink
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
