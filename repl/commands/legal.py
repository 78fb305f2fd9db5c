"""Show the question and its answers, numbered. With words: only the answers that contain them."""

from __future__ import annotations

from ..console import Console
from ..output import Output, said
from .command import Command


def run(console: Console, rest: str) -> Output:
    """Show the question and its answers."""
    return said(console.question(only=rest))


COMMAND = Command("legal", "[WORDS]", "show who decides, and the legal answers", run, "look", "answers", ("?",))
