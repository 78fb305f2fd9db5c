"""The prompt: it reads lines, gives them to the console, and prints the output.

Ctrl-C drops a line, or an open `given`, and nothing more; Ctrl-D leaves. Without a terminal, `repl.plain` does the
same.
"""

from __future__ import annotations

import os
import sys
from io import StringIO

from prompt_toolkit import PromptSession
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.output import Output as Terminal
from prompt_toolkit.output.defaults import create_output
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.shortcuts import CompleteStyle, print_formatted_text

from . import pager, printed
from .completion import ConsoleCompleter
from .console import Console
from .editor import open_in_editor
from .highlight import PLAIN, STYLE, Highlighter
from .interrupts import Interrupts
from .open_given import Typing
from .output import QUIT, Output
from .recovery import Kept, Marks
from .remembered import Faint, remembered
from .toolbar import toolbar
from .wrapping import NARROWEST, wrapped

PROMPT, MORE = "> ", "... "
HELLO = "Answer by number or in words; Tab offers what fits, `help` lists the commands."
LEAST = NARROWEST  # columns that are reckoned with, however narrow the window is


def talk(
    console: Console,
    source: Input | None = None,
    terminal: Terminal | None = None,
    paged: bool = True,
    kept: Kept | None = None,
    hello: str = HELLO,
) -> None:
    """Run the prompt until Ctrl-D or `quit`. `source` and `terminal` are those of the process unless a test gives
    others. `paged`: show long answers page by page. `kept`: where the lines are kept until the session ends."""
    interrupts, kept = Interrupts(), kept or Kept(None)
    with interrupts.held():
        shell = Shell(console, source, terminal, paged)
        console.editor = open_in_editor
        console.progress = shell.progress
        shell.fit()
        shell.show(f"{hello}\n\n{console.table()}\n", paged=False)
        while True:
            try:
                line = shell.read()
            except KeyboardInterrupt:
                if shell.typing.open:
                    shell.typing.abandon()
                    kept.note(None)
                continue
            except EOFError:
                break
            out = _carried_out(shell, line, interrupts, kept)
            if out is not None and out.status == QUIT:
                break
        kept.over()


def _carried_out(shell: Shell, line: str, interrupts: Interrupts, kept: Kept) -> Output | None:
    """Carry out a line, show what came of it, and keep it. Return None if it was stopped, or goes on."""
    shell.fit()
    marks, out, going_on = Marks(shell.console), None, shell.typing.open
    try:
        with interrupts.stopping():
            out = shell.typing.take(line)
    except KeyboardInterrupt:
        shell.typing.abandon()
        shell.show("stopped")
    worth = line if going_on or shell.typing.open else marks.to_keep(line, out)
    if worth is not None:
        kept.note(worth)
    if out is not None and out.text:
        shell.show(out.text + "\n")
    return out


class Shell:
    """Connects the console to a terminal."""

    def __init__(self, console: Console, source: Input | None, terminal: Terminal | None, paged: bool = True) -> None:
        self.console = console
        self.typing = Typing(console, waits=True)
        self.highlighter = Highlighter(console)
        self.colours = not os.environ.get("NO_COLOR")
        self.style = STYLE if self.colours else PLAIN
        self.terminal = terminal or create_output(printed.terminal(sys.stdout))
        self.pager = pager.chosen() if paged and terminal is None and sys.stdout.isatty() else None
        typed = remembered(console.session.card_set.manifest.id)
        self.prompt: PromptSession[str] = PromptSession(
            history=typed,
            completer=ConsoleCompleter(console),
            complete_style=CompleteStyle.COLUMN,
            complete_while_typing=True,
            auto_suggest=Faint(typed),
            lexer=self.highlighter if self.colours else None,
            style=self.style,
            color_depth=None if self.colours else ColorDepth.DEPTH_1_BIT,
            key_bindings=keys(),
            bottom_toolbar=lambda: toolbar(console, self.terminal.get_size().columns),
            reserve_space_for_menu=6,
            input=source,
            output=self.terminal,
        )

    def read(self) -> str:
        """Read a line."""
        prompt = MORE if self.typing.open else PROMPT
        return self.prompt.prompt(FormattedText([("class:prompt", prompt)]), handle_sigint=False)

    def fit(self) -> None:
        """Make the table as wide as the window."""
        self.console.width = max(LEAST, self.terminal.get_size().columns)

    def progress(self, text: str) -> None:
        """Show how far something long is, in a line that the next one takes the place of."""
        self.terminal.write_raw(f"\r\x1b[K{text}")
        self.terminal.flush()

    def show(self, text: str, paged: bool = True) -> None:
        """Print a text. A long one is shown by the pager."""
        size = self.terminal.get_size()
        text = wrapped(printed.harmless(text), max(LEAST, size.columns))
        if paged and self.pager is not None and text.count("\n") > size.rows - 2:
            if pager.shown(self.pager, self._for_pager(text)):
                text = ""
        self._print(text, self.terminal)

    def _for_pager(self, text: str) -> str:
        """Return a text with its colours, if the pager shows them."""
        if self.pager is None or not self.colours or not pager.coloured(self.pager):
            return text
        screen = StringIO()
        self._print(text, Vt100_Output(screen, self.terminal.get_size, term=os.environ.get("TERM")))
        return screen.getvalue().replace("\r\n", "\n")

    def _print(self, text: str, terminal: Terminal) -> None:
        if self.colours:
            print_formatted_text(FormattedText(self.highlighter.text(text)), style=self.style, output=terminal)
        else:
            print_formatted_text(text, output=terminal, color_depth=ColorDepth.DEPTH_1_BIT)


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
