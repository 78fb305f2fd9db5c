"""The prompt: it reads lines, gives them to the console, and prints the output.

Ctrl-C drops a line, or an open `given`, and nothing more; Ctrl-D leaves. Without a terminal, `repl.plain` does the
same.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from prompt_toolkit import PromptSession
from prompt_toolkit.auto_suggest import AutoSuggestFromHistory
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.output import Output as Terminal
from prompt_toolkit.output.defaults import create_output
from prompt_toolkit.shortcuts import CompleteStyle, print_formatted_text

from . import printed
from .completion import ConsoleCompleter
from .console import Console
from .highlight import PLAIN, STYLE, Highlighter
from .open_given import Typing
from .output import QUIT
from .toolbar import toolbar

PROMPT, MORE = "> ", "... "
HELLO = "Answer by number or in words; Tab offers what fits, `help` lists the commands."


def talk(console: Console, source: Input | None = None, terminal: Terminal | None = None) -> None:
    """Run the prompt until Ctrl-D or `quit`. `source` and `terminal` are those of the process unless a test gives
    others."""
    shell = Shell(console, source, terminal)
    shell.show(f"{HELLO}\n\n{console.table()}\n")
    while True:
        try:
            line = shell.read()
        except KeyboardInterrupt:
            shell.typing.abandon()
            continue
        except EOFError:
            return
        try:
            out = shell.typing.take(line)
        except KeyboardInterrupt:
            shell.show("stopped")
            continue
        if out is None:
            continue
        if out.text:
            shell.show(out.text + "\n")
        if out.status == QUIT:
            return


class Shell:
    """Connects the console to a terminal."""

    def __init__(self, console: Console, source: Input | None, terminal: Terminal | None) -> None:
        self.console = console
        self.typing = Typing(console, waits=True)
        self.highlighter = Highlighter(console)
        self.colours = not os.environ.get("NO_COLOR")
        self.style = STYLE if self.colours else PLAIN
        self.terminal = terminal or create_output(printed.terminal(sys.stdout))
        self.prompt: PromptSession[str] = PromptSession(
            history=history(console.session.card_set.manifest.id),
            completer=ConsoleCompleter(console),
            complete_style=CompleteStyle.COLUMN,
            complete_while_typing=True,
            auto_suggest=AutoSuggestFromHistory(),
            lexer=self.highlighter if self.colours else None,
            style=self.style,
            color_depth=None if self.colours else ColorDepth.DEPTH_1_BIT,
            key_bindings=keys(),
            bottom_toolbar=lambda: toolbar(console),
            reserve_space_for_menu=6,
            input=source,
            output=self.terminal,
        )

    def read(self) -> str:
        """Read a line."""
        return self.prompt.prompt(FormattedText([("class:prompt", MORE if self.typing.open else PROMPT)]))

    def show(self, text: str) -> None:
        """Print a text."""
        text = printed.harmless(text)
        if self.colours:
            print_formatted_text(FormattedText(self.highlighter.text(text)), style=self.style, output=self.terminal)
        else:
            print_formatted_text(text, output=self.terminal, color_depth=ColorDepth.DEPTH_1_BIT)


def keys() -> KeyBindings:
    """Return the keys that the toolbar names."""
    bindings = KeyBindings()

    @bindings.add("f1")
    def _help(event: KeyPressEvent) -> None:
        _type(event, "help")

    @bindings.add("f2")
    def _undo(event: KeyPressEvent) -> None:
        _type(event, "undo")

    return bindings


def _type(event: KeyPressEvent, line: str) -> None:
    event.current_buffer.text = line
    event.current_buffer.validate_and_handle()


def history(name: str) -> History:
    """Return what was typed before with these cards. It is kept in the user's own folder if that is possible."""
    from platformdirs import user_state_path

    try:
        folder = user_state_path("moot", appauthor=False)
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{name}.history"
        with Path(path).open("a", encoding="utf-8"):
            return FileHistory(str(path))
    except OSError:
        return InMemoryHistory()
