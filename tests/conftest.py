"""What all tests have in common: they, and what they are about, stay to the end; so nothing is sought among them."""

from __future__ import annotations

import gc
import os

from hypothesis import settings

from moot.__main__ import SELDOM

settings.register_profile("the same cases always", derandomize=True, database=None)
if not os.environ.get("MOOT_LONG"):
    settings.load_profile("the same cases always")  # a change is judged by what it changes


def pytest_collection_finish() -> None:
    """Seek unreachable objects as seldom as the command does, and only among those that the tests make."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SELDOM)
