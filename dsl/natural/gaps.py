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
NO_DEED = re.compile(
    r"^(?:an?|all|any|each|every|(?:an)?other|the|th(?:is|at|ese|ose|ey)|you|your|their|its?|no|nobody|"
    r"once|twice|[0-9]+ times|when|if|unless|at|during|until|before|after|while)\b"
)
RELATIVE = re.compile(r"\b(?:that|who|which) (?:is|are|has|have)\b|\bwhose [\w ]+? (?:is|are)\b")
HOLDS = re.compile(
    r"^(?!(?:when|if|unless|at|before|after|during|each time|once)\b)[^,;.:]*?"
    r"\b(?:cannot|can['’]?t|can not|may not|must not|"
    r"nobody|no one|no (?:other )?players?|is|are|has|have|costs?|counts?|worth|always|never|plays? with)\b"
)
OFFERED = re.compile(r"\byou (?:may|can) (?!not\b)|\bonce\b|\b(?:per|each|every) (?:turn|round)\b|\bmust (?!not\b)")
NOBODY = re.compile(r"^(?:this|it|there|your (?!.*(?:neighbour|partner))|all |the [A-Z]|[^ ]+ (?:cost|is|are)\b)")
ABILITY = "once in your turn, "
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


def holds_always(said: str, words: Words) -> bool:
    """Whether a sentence says what holds all the time, and offers nothing: nothing that is done in a turn is meant."""
    text = RELATIVE.sub("", f"{said[:1].lower()}{said[1:]}")
    begins = words.pattern(r"(?:<verb>|look at|choose)\b").match(text)
    return begins is None and HOLDS.match(text) is not None and OFFERED.search(text) is None


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
        if kind not in KINDS or OPEN in text or len(self.said) >= MOST:
            return ""
        if (kind == "opens" and not EVENT.match(text)) or (kind == "deed" and NO_DEED.match(text)):
            return ""
        if kind == "who" and NOBODY.match(text):
            return ""
        if (kind, text) not in self.said:
            self.said.append((kind, text))
        return f"{OPEN}{kind} {self.said.index((kind, text))}{CLOSE}"

    def among(self, lines: tuple[Line, ...]) -> tuple[Gap, ...]:
        """Returns the gaps in a sentence, the first one first."""
        found = dict.fromkeys(int(mark) for line in lines for mark in MARK.findall(line.text))
        return tuple(Gap(KINDS[self.said[n][0]], self.said[n][1]) for n in found)

    def filled(self, lines: tuple[Line, ...], text: Callable[[Gap], str]) -> tuple[Line, ...]:
        """Returns a sentence with a text in each of its gaps."""

        def fill(mark: re.Match[str]) -> str:
            kind, said = self.said[int(mark[1])]
            return text(Gap(KINDS[kind], said))

        return tuple(replace(line, text=MARK.sub(fill, line.text)) for line in lines)


def likeliest(gaps: tuple[Gap, ...]) -> tuple[int, int, int]:
    """Returns what orders sentences with gaps: the fewest words that are not understood come first."""
    kinds = list(KINDS.values())
    return len(gaps), sum(len(gap.text) for gap in gaps), kinds.index(gaps[0].kind)


def as_written(text: str, gap: str) -> str:
    """Returns the words of a sentence that a gap stands for, as their author wrote them; nothing if they are not found.
    The gap was made plain, so not every word of it need be there."""
    words = list(WORD.finditer(text))
    said = [word[0].lower() for word in words]
    blocks = SequenceMatcher(None, said, [word.lower() for word in WORD.findall(gap)], False).get_matching_blocks()
    same = [block for block in blocks if block.size]
    return text[words[same[0].a].start() : words[same[-1].a + same[-1].size - 1].end()] if same else ""


def unread(
    source: Source, member: Member, gaps: Gaps, lines: tuple[Line, ...], at_fault: Diagnostic, words: Words
) -> Diagnostic | None:
    """Returns the answer that shows a sentence but for its gaps. What is at fault in a gap is told, if it is known.
    Nothing is shown if all but the gaps was right as it was written."""
    if gaps.filled(lines, lambda gap: gap.text) == member.lines:
        return None
    found = gaps.among(lines)
    written = source.text[member.start : member.end]
    spans = [member.words(source, as_written(written, gap.text), 0) for gap in found]
    shown = laid_out(member, gaps.filled(lines, lambda gap: gap.kind.laid))
    for gap in found:
        shown = shown.replace(gap.kind.laid, gap.kind.shown)
    if len(found) == 1 and _names_it(at_fault, spans[0]):
        return replace(at_fault, help=f"{at_fault.help or ''}; the rest is written so:\n{shown}".lstrip("; "))
    example = found[0].kind.example(words)
    hint = f"for `…` write {found[0].kind.called}" + (f", as in `{example}`" if example else "")
    hint = hint if len(found) == 1 else "for each `…` write what you mean"
    said = " and ".join(f"`{source.text[span.start : span.end]}`" for span in spans)
    said += f" {'is' if len(found) == 1 else 'are'} not understood; the rest is written so"
    return Diagnostic("wording", said, spans[0], f"{hint}:\n{shown}")


def _names_it(at_fault: Diagnostic, gap: Span) -> bool:
    """Whether a mistake says what is at fault in a gap: its first word, which is a verb, or a wording in it."""
    inside = gap.start <= at_fault.span.start and at_fault.span.end <= gap.end and at_fault.span != gap
    verb = at_fault.code == "unknown-word" and at_fault.span.start == gap.start
    return inside and (verb or at_fault.code == "wording")
