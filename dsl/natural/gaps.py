"""Finds the words of a sentence that cannot be read, where all the others can: they are left open in its right text.

A gap is a mark in the text. To know whether the rest is right, something of its kind is put there that any game can
read.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher

from ..diagnostic import Diagnostic
from ..source import Source, Span
from .members import Line, Member, laid_out
from .words import Words

OPEN, CLOSE = "\ue000", "\ue001"
MARK = re.compile(f"{OPEN}[a-z]+ ([0-9]+){CLOSE}")
NAME = "left-open"
WORD = re.compile(r"[\w'’-]+")
EVENT = re.compile(r"^(?:when|before|as soon as|the first time) ")
MOST = 40  # gaps of one sentence


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of part that may be left open. `called` names it; `stand_in` is one that can be read in any game, and
    `example` one that a designer might write. `laid` has its place while the sentence is laid out, and `shown` after
    that."""

    called: str
    stand_in: Callable[[Words], str]
    example: Callable[[Words], str]
    laid: str = NAME
    shown: str = "…"


def _a_card(words: Words) -> str:
    held = words.held("card")
    return f"a card in your {held}" if held else ""


def _a_moment(_: Words) -> str:
    return "at the end of your turn"


def _each(words: Words) -> str:
    return _a_card(words).removeprefix("a ")


def _cards(words: Words) -> str:
    return _each(words).replace("card ", "cards ", 1)


def _counting(words: Words) -> str:
    held = words.held("card")
    return f"if number of cards in your {held} is at least 3" if held else "if this is …"


@dataclass(frozen=True, slots=True)
class Gap:
    """A part of a sentence that is left open, with its words."""

    kind: Kind
    text: str

    @property
    def likeliest(self) -> tuple[int, int]:
        """What orders gaps: the fewest words that are not understood come first."""
        return len(self.text), list(KINDS.values()).index(self.kind)


KINDS = {
    "deed": Kind("what is done", lambda _: "nothing", lambda _: ""),
    "condition": Kind("a condition", lambda _: "1 is 1", _counting, f"{NAME} is {NAME}"),
    "opens": Kind("when it happens", _a_moment, _a_moment, f"at the end of {NAME}", "when …"),
    "cards": Kind("cards", _a_card, _a_card),
    "every": Kind("what is counted", _each, _each),
    "counted": Kind("what is counted", _cards, _cards),
    "player": Kind("a player", lambda _: "a player", lambda _: "another player"),
    "who": Kind("who acts", lambda _: "each player", lambda _: "each other player"),
    "number": Kind("a number", lambda _: "1", lambda _: "2"),
}


@dataclass(slots=True)
class Gaps:
    """The parts of one sentence that are left open."""

    said: list[tuple[str, str]] = field(default_factory=list)

    def left_open(self, kind: str, text: str) -> str:
        """Returns the mark of a part that cannot be read; nothing if parts of its kind are never left open."""
        if kind not in KINDS or OPEN in text or len(self.said) >= MOST or (kind == "opens" and not EVENT.match(text)):
            return ""
        if (kind, text) not in self.said:
            self.said.append((kind, text))
        return f"{OPEN}{kind} {self.said.index((kind, text))}{CLOSE}"

    def gap(self, lines: tuple[Line, ...]) -> Gap | None:
        """Returns the one gap in a sentence; None if there is none, or more than one."""
        found = {mark for line in lines for mark in MARK.findall(line.text)}
        if len(found) != 1:
            return None
        kind, text = self.said[int(found.pop())]
        return Gap(KINDS[kind], text)


def filled(lines: tuple[Line, ...], text: str) -> tuple[Line, ...]:
    """Returns a sentence with this text in its gap."""
    return tuple(replace(line, text=MARK.sub(text, line.text)) for line in lines)


def as_written(text: str, gap: str) -> str:
    """Returns the words of a sentence that a gap stands for, as their author wrote them; nothing if they are not found.
    The gap was made plain, so not every word of it need be there."""
    words = list(WORD.finditer(text))
    said = [word[0].lower() for word in words]
    blocks = SequenceMatcher(None, said, [word.lower() for word in WORD.findall(gap)], False).get_matching_blocks()
    same = [block for block in blocks if block.size]
    return text[words[same[0].a].start() : words[same[-1].a + same[-1].size - 1].end()] if same else ""


def unread(
    source: Source, member: Member, gap: Gap, lines: tuple[Line, ...], at_fault: Diagnostic, words: Words
) -> Diagnostic | None:
    """Returns the answer that shows a sentence but for its gap. What is at fault in the gap is told, if it is known.
    Nothing is shown if all but the gap was right as it was written."""
    if filled(lines, gap.text) == member.lines:
        return None
    span = member.words(source, as_written(source.text[member.start : member.end], gap.text), 0)
    shown = laid_out(member, filled(lines, gap.kind.laid)).replace(gap.kind.laid, gap.kind.shown)
    if _names_it(at_fault, span):
        return replace(at_fault, help=f"{at_fault.help or ''}; the rest is written so:\n{shown}".lstrip("; "))
    example = gap.kind.example(words)
    hint = f"for `…` write {gap.kind.called}" + (f", as in `{example}`" if example else "")
    said = f"`{source.text[span.start : span.end]}` is not understood; the rest is written so"
    return Diagnostic("wording", said, span, f"{hint}:\n{shown}")


def _names_it(at_fault: Diagnostic, gap: Span) -> bool:
    """Whether a mistake says what is at fault in a gap: its first word, which is a verb, or a wording in it."""
    inside = gap.start <= at_fault.span.start and at_fault.span.end <= gap.end and at_fault.span != gap
    verb = at_fault.code == "unknown-word" and at_fault.span.start == gap.start
    return inside and (verb or at_fault.code == "wording")
