"""Offer suggestions in the form that prompt_toolkit needs."""

from __future__ import annotations

from collections.abc import Iterable

from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from moot.dsl.hidden import in_a_line

from .console import Console
from .suggest import suggestions


class ConsoleCompleter(Completer):
    """Completes lines from the game in its present state."""

    def __init__(self, console: Console) -> None:
        self.console = console

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """Yield what may come at the cursor."""
        typed = document.text_before_cursor
        for one in suggestions(self.console, typed):
            shown, about = in_a_line(one.text), in_a_line(one.about)
            yield Completion(one.text, one.start - len(typed), shown, about)
