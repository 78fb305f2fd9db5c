"""Check that answers are not legal: `not offered ANSWERS` holds if no legal answer has these words."""

from __future__ import annotations

from ..console import Console
from ..output import UNKNOWN, Output, said
from .command import Command


def run(console: Console, rest: str) -> Output:
    """Check that none of these answers is legal."""
    word, _, answers = rest.partition(" ")
    if word != "offered" or not answers.strip():
        return said("`not offered ANSWERS`", UNKNOWN)
    return console.offered(answers.strip(), negated=True)


COMMAND = Command("not", "offered ANSWERS", "check that these answers are not legal", run, "argue", "not")
