"""Reads the table `wordings.toml`: how to answer wordings that people naturally try, and what may be written where."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from .source import Source, Span


@dataclass(frozen=True, slots=True)
class Wording:
    """A natural wrong wording. `pattern` finds it in a line, if `line` finds something in that line too. `say` answers
    it, and `shown`, a line of a real card, shows the right wording. `has`: the wording counts only where one of these
    kinds of word could have come. `loose`: parsing may have stopped behind the wording. `head`: it is a whole sentence,
    and none of the lines below one. `wrong` is a sample."""

    pattern: re.Pattern[str]
    line: re.Pattern[str] | None
    has: frozenset[str]
    loose: bool
    head: bool
    say: str
    shown: str
    wrong: str


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a sentence, recognised by the kinds of word that may come next: all of `has`, none of `lacks`, and at
    most `most`. `begins` are the kinds of word with which the line may begin; `kinds` are the kinds of word that may be
    written there instead."""

    code: str
    has: frozenset[str]
    lacks: frozenset[str]
    begins: frozenset[str]
    kinds: frozenset[str]
    most: int
    at_line_start: bool
    say: str
    shown: str | None


@dataclass(frozen=True, slots=True)
class Group:
    """A phrase for several kinds of word: it is used if one of `any` may come and none of `lacks` may."""

    any: frozenset[str]
    lacks: frozenset[str]
    say: str


@dataclass(frozen=True, slots=True)
class Meant:
    """How to answer a line that an amendment quotes, if it stands nowhere and `pattern` fits its beginning."""

    pattern: re.Pattern[str]
    say: str


@dataclass(frozen=True, slots=True)
class Table:
    """Everything in `wordings.toml`, in its order: the first entry that fits is used. `deeds` are verbs that people
    use, each with what is written instead; `everyday` are words of English that are no slip of the pen.
    In a house rule, words of `same` mean others; `starting` and `ending` speak of the beginning and the end of a game,
    and `empty` say nothing of what is changed."""

    wordings: tuple[Wording, ...]
    places: tuple[Place, ...]
    groups: tuple[Group, ...]
    changes: tuple[Meant, ...]
    deeds: Mapping[str, str]
    everyday: frozenset[str]
    same: Mapping[str, str]
    starting: frozenset[str]
    ending: frozenset[str]
    empty: frozenset[str]


@lru_cache(maxsize=1)
def table() -> Table:
    """Returns the table of `wordings.toml`, which is read once."""
    data = tomllib.loads(Path(__file__).with_name("wordings.toml").read_text(encoding="utf-8"))
    return Table(
        tuple(
            Wording(
                re.compile(w["pattern"]),
                re.compile(w["line"]) if "line" in w else None,
                frozenset(w.get("has", ())),
                w.get("loose", False),
                w.get("head", False),
                w["say"],
                w["as"],
                w["wrong"],
            )
            for w in data["wording"]
        ),
        tuple(
            Place(
                p["code"],
                frozenset(p["has"]),
                frozenset(p.get("lacks", ())),
                frozenset(p.get("begins", ())),
                frozenset(p.get("kinds", ())),
                p.get("most", 1000),
                p.get("at_line_start", False),
                p["say"],
                p.get("as"),
            )
            for p in data["place"]
        ),
        tuple(Group(frozenset(g["any"]), frozenset(g.get("lacks", ())), g["say"]) for g in data["group"]),
        tuple(Meant(re.compile(c["pattern"]), c["say"]) for c in data["change"]),
        {verb: d["say"] for d in data["deed"] for verb in d["verbs"].split()},
        frozenset(data["everyday"]["words"].split()) | {v for d in data["deed"] for v in d["verbs"].split()},
        {one: word for word, ones in data["house"]["same"].items() for one in ones.split()},
        *(frozenset(data["house"][name].split()) for name in ("starting", "ending", "empty")),
    )


def wording_at(
    source: Source, at: int, accepted: frozenset[str] | None = None, phrase: bool = False
) -> tuple[Wording, Span] | None:
    """Finds the wording that reaches a place in its line, or a loose one that lies before the place. Returns it with
    the words to underline. `accepted` are the kinds of word that the grammar would have taken there, if they are
    known. `phrase`: the source is a phrase by itself, so that a wording of whole lines is not meant."""
    line = source.place(min(at, len(source.text)))[0]
    text = source.line(line).split("#", 1)[0].rstrip()[:1000]
    start = at - source.place(at)[1] + 1
    below = _indent(text) > min((_indent(one) for one in source.text.split("\n") if one[:1] == " "), default=0)
    found = [(w, m) for w in _possible(phrase) if not (w.head and below) for m in _found(w, text, accepted)]
    here = [(w, m) for w, m in found if start + m.start() <= at <= start + m.end()]
    for wording, match in here + [(w, m) for w, m in found if w.loose and start + m.end() < at]:
        group = next((g for g in match.groupdict() if match.group(g) is not None), 0)
        words = match.group(group)
        begin = start + match.start(group) + len(words) - len(words.lstrip())
        return wording, Span(source.path, begin, max(begin + 1, start + match.end(group)))
    return None


def speaks_of_house_rules(say: str) -> bool:
    """Whether this is the answer to a wording of house rules, and not of cards."""
    return any(w.say == say and w.wrong.startswith("@house rule") for w in table().wordings)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def meant_change(line: str) -> str | None:
    """Answers a quoted line that was probably meant to change something; None if it was not."""
    return next((change.say for change in table().changes if change.pattern.search(line)), None)


def _found(wording: Wording, text: str, accepted: frozenset[str] | None) -> list[re.Match[str]]:
    if wording.line and not wording.line.search(text):
        return []
    if wording.has and accepted is not None and not wording.has & accepted:
        return []
    return list(wording.pattern.finditer(text))


def _possible(phrase: bool) -> list[Wording]:
    return [w for w in table().wordings if not (phrase and w.pattern.pattern.startswith("^"))]
