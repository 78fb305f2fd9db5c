"""What opens a sentence of everyday English, and what comes of it: the parts that all kinds of sentences share."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from .english import English
from .members import Line

THIS = re.compile(r"\bof this is\b|^[^:]*: (?:if|unless) this (?:is|was|has)\b")
IT = r"^((?:(?!\b(?:<cards>|<place>)).)*?)\bit\b"
FROM = "only from "


@dataclass(frozen=True, slots=True)
class Lead:
    """What opens a sentence: the event or moment, how often, and on what condition. `perhaps`: a turn may be nobody's,
    as that of a card that nobody has."""

    when: str = ""
    often: str = ""
    condition: str = ""
    place: str = ""
    sure: bool = True
    say: str = ""
    own: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    perhaps: bool = field(default=False, compare=False)

    def head(self, who: str) -> str:
        """Returns the first line, before who acts or what holds."""
        when, condition = self.when, self.condition
        if when.endswith(" another turn"):
            when = when.replace("another turn", "a turn")
            mine = condition.replace("if ", " and ", 1) if condition else ""
            others = self.perhaps and when.startswith("at the start") and who.startswith("you ")
            whose = "another player" if others else "not you"
            condition = f"if the active player is {whose}{mine}"
        elif when == "at the start of a turn" and self.perhaps and who.startswith("you ") and "unless" not in condition:
            mine = condition.replace("if ", "if the active player is not nobody and ", 1)
            condition = mine or "unless the active player is nobody"
        if when.endswith(" a turn"):
            condition = re.sub(r"\btheir ([\w-]+)", r"\1 of the active player", condition)
            condition = re.sub(r"\b(?:they have|them have)\b", "the active player has", condition)
            condition = re.sub(r"\b(?:they|them|that player)\b", "the active player", condition)
        often = self.often
        if when.startswith("when ") and not when.endswith((" by you", " this")):  # it may happen in any turn
            often = often.replace("your turn", "a turn")
        return "".join(f"{part}, " for part in (when, self.place, often, condition) if part) + who


@dataclass(frozen=True, slots=True)
class Told:
    """A right text for a whole sentence, and what answers it."""

    lines: tuple[Line, ...]
    say: str
    sure: bool


def of_this(lead: Lead, text: str, english: English) -> str:
    """Returns what a sentence says, in which `it` is the card itself, where it begins with what lies on that."""
    counted = THIS.search(f"{lead.when}: {lead.condition}") and not re.search(r"\ban? [a-z]", lead.when)
    return english.words.pattern(IT).sub(r"\1this", text) if counted else text


def rows_of(texts: Iterable[str]) -> list[Line]:
    """Returns lines that stand by themselves, with those below them."""
    rows = [row for text in texts for row in text.split("\n")]
    return [Line(len(row) - len(row.lstrip()), row.lstrip()) for row in rows]
