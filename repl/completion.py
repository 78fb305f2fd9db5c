"""Suggestions, as prompt_toolkit wants them."""

from __future__ import annotations

from collections.abc import Iterable

from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from .console import Console
from .suggest import suggestions


class ConsoleCompleter(Completer):
    """Completes from the game as it stands."""

    def __init__(self, console: Console) -> None:
        self.console = console

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        typed = document.text_before_cursor
        for one in suggestions(self.console, typed):
            yield Completion(one.text, start_position=one.start - len(typed), display_meta=one.about)
