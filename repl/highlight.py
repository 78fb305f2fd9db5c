"""Colour text: cards by the first word printed on them, players, commands, and places in files.

The palette follows the order in which a game declares the words of an enumeration. The word printed on a card decides
its colour, and nothing here knows what those words are.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.lexers import Lexer
from prompt_toolkit.styles import Style

from . import commands
from .console import Console

PALETTE = ("ansiyellow", "ansibrightblue", "ansigreen", "ansired", "ansimagenta", "ansicyan")

STYLE = Style.from_dict(
    {
        **{f"card{i}": colour for i, colour in enumerate(PALETTE)},
        "card": "bold",
        "player": "bold ansicyan",
        "number": "bold",
        "command": "ansibrightcyan",
        "at": "ansibrightblack",
        "no": "ansired",
        "bottom-toolbar": "noreverse bg:ansibrightblack ansiwhite",
        "bottom-toolbar.key": "bold",
        "prompt": "bold",
    }
)
PLAIN = Style.from_dict({"bottom-toolbar": "noreverse", "bottom-toolbar.text": "noreverse"})


class Highlighter(Lexer):
    """Colours text, typed or printed."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.set_hash = ""
        self.pattern = re.compile("")
        self.classes: dict[str, str] = {}

    def text(self, text: str) -> StyleAndTextTuples:
        """Colour printed text."""
        return [part for i, line in enumerate(text.split("\n")) for part in self._line(line, i > 0)]

    def lex_document(self, document: Document) -> Callable[[int], StyleAndTextTuples]:
        """Colour typed text."""
        lines = document.lines

        def line(number: int) -> StyleAndTextTuples:
            if number >= len(lines):
                return []
            word, space, rest = lines[number].partition(" ")
            if commands.named(word) is not None:
                return [("class:command", word), ("", space), *self._line(rest, False)]
            return self._line(lines[number], False)

        return line

    def _line(self, line: str, broken: bool) -> StyleAndTextTuples:
        self._learn()
        parts: StyleAndTextTuples = [("", "\n")] if broken else []
        at = 0
        for m in self.pattern.finditer(line):
            parts += [("", line[at : m.start()])] if m.start() > at else []
            kind = m.lastgroup or ""
            style = self.classes.get(m[0], "card") if kind == "card" else kind
            parts.append((f"class:{style}", m[0]))
            at = m.end()
        return parts + ([("", line[at:])] if at < len(line) else [])

    def _learn(self) -> None:
        """Learn the cards of this set and their colours."""
        set_ = self.console.session.card_set
        if set_.hash == self.set_hash:
            return
        self.set_hash = set_.hash
        names = self.console.session.names
        titles = sorted({*set_.titles, *map(names.name, set_.titles)}, key=len, reverse=True)
        cards = "|".join(re.escape(t) for t in titles) or "(?!)"
        self.pattern = re.compile(
            rf"(?P<at>\((?:[^()]*, )?[\w./-]+\.(?:card|game|table|ruling|rule|edition):\d+\))|(?P<player>\bp\d\b)"
            rf"|(?P<number>^ {{1,2}}\d+(?=  ))|(?P<no>^no: .*)|(?P<card>(?<![\w-])(?:{cards})(?![\w-]))"
        )
        game = set_.game
        words = [w for e in game.enums.values() for w in e.words] if game is not None else []
        for title, card in game.cards.items() if game is not None else ():
            printed = next((v for _, v in card.fields if isinstance(v, str) and v in words), None)
            if printed is not None:
                style = f"card{words.index(printed) % len(PALETTE)}"
                self.classes[title] = self.classes[names.name(title)] = style
