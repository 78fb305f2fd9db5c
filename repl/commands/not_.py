"""`not offered ANSWERS`: whether none of the legal answers has these words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..output import UNKNOWN, Output, said
from .command import Command

if TYPE_CHECKING:
    from ..console import Console


def run(console: Console, rest: str) -> Output:
    word, _, answers = rest.partition(" ")
    if word != "offered" or not answers.strip():
        return said("`not offered ANSWERS`", UNKNOWN)
    return console.offered(answers.strip(), negated=True)


COMMAND = Command("not", "offered ANSWERS", "whether these answers are not legal", run, "argue", "others")
