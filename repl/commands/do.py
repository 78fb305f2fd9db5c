"""Answer the question: by number, or by enough of an answer's words that only one fits.

`do` is only needed if an answer begins like a command. One line may hold several answers that follow each other. If an
answer is not legal, it is refused with the reasons, and nothing changes.
"""

from __future__ import annotations

from moot.interpreter.play.session import Line

from ..console import Console
from ..output import Output, said
from .command import Command


def run(console: Console, rest: str) -> Output:
    """Answer, or show the question again."""
    return console.answer(Line.of(rest)) if rest else said(console.question())


COMMAND = Command("do", "ANSWER", "answer, by number or by words (`do` may be left out)", run, "play", "answers")
