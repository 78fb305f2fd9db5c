"""No pattern of the grammar takes long, whatever a line holds."""

from __future__ import annotations

import time

import pytest

from moot.dsl.parser import parse
from moot.dsl.source import Source

SOON = 10  # seconds; each takes some hundredths of a second


@pytest.mark.parametrize(
    "line",
    [
        "always your score is 1 or " + "averylongwordwithoutanend" * 12 + " is",
        "always your score is 1 or " + "one two three four five six seven eight nine ten " * 30 + "may",
        "always your score is 1 " + "or more than that " * 60,
        "always your score is 1 or" + " " * 4000 + "is",
        'always you may build "' + "a " * 4000,
    ],
    ids=("a long word", "many words", "many times or", "many spaces", "an open text"),
)
def test_a_hostile_line_is_answered_soon(line: str) -> None:
    began = time.monotonic()
    parse(Source("x.card", f"district X\n  cost 1\n  {line}\n"))
    assert time.monotonic() - began < SOON
