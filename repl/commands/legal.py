"""The question and its answers, numbered. With words: those in which they occur."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..output import Output, said
from .command import Command

if TYPE_CHECKING:
    from ..console import Console


def run(console: Console, rest: str) -> Output:
    return said(console.question(only=rest))


COMMAND = Command("legal", "[WORDS]", "whose decision it is, and the legal answers", run, "look", "answers", ("?",))
