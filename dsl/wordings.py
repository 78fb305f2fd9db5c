"""The table of `wordings.toml`: what to say to wordings that people naturally try, and what may stand where."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from .source import Source, Span


@dataclass(frozen=True, slots=True)
class Wording:
    """A natural wrong wording: `pattern` finds it in a line (in lines that `line` finds too), `say` answers it, and the
    real card line `shown` shows how it is written. `has`: only where one of these could have come.
    `loose`: the reading may have stopped behind it. `wrong` is a sample."""

    pattern: re.Pattern[str]
    line: re.Pattern[str] | None
    has: frozenset[str]
    loose: bool
    say: str
    shown: str
    wrong: str


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a sentence, known by what may come next there. `most`: no more than so many kinds of word may.
    `begins`: how the line begins; `kinds`: the kind of word that stands there instead."""

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
    """A phrase for any of some kinds of word, unless one of the kinds in `lacks` may come as well."""

    any: frozenset[str]
    lacks: frozenset[str]
    say: str


@dataclass(frozen=True, slots=True)
class Table:
    wordings: tuple[Wording, ...]
    places: tuple[Place, ...]
    groups: tuple[Group, ...]


@lru_cache(maxsize=1)
def table() -> Table:
    data = tomllib.loads(Path(__file__).with_name("wordings.toml").read_text(encoding="utf-8"))
    return Table(
        tuple(
            Wording(
                re.compile(w["pattern"]),
                re.compile(w["line"]) if "line" in w else None,
                frozenset(w.get("has", ())),
                w.get("loose", False),
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
    )


def wording_at(source: Source, at: int, accepted: frozenset[str] | None = None) -> tuple[Wording, Span] | None:
    """The wording that reaches to or over a place in its line, or lies before it if it is a loose one, and the words to
    underline. `accepted`: what the grammar would have taken there, if it is known."""
    line = source.place(min(at, len(source.text)))[0]
    text = source.line(line).split("#", 1)[0].rstrip()[:1000]
    start = at - source.place(at)[1] + 1
    found = [(w, m) for w in table().wordings for m in _found(w, text, accepted)]
    here = [(w, m) for w, m in found if start + m.start() <= at <= start + m.end()]
    for wording, match in here + [(w, m) for w, m in found if w.loose and start + m.end() < at]:
        group = next((g for g in match.groupdict() if match.group(g) is not None), 0)
        words = match.group(group)
        begin = start + match.start(group) + len(words) - len(words.lstrip())
        return wording, Span(source.path, begin, max(begin + 1, start + match.end(group)))
    return None


def _found(wording: Wording, text: str, accepted: frozenset[str] | None) -> list[re.Match[str]]:
    if wording.line and not wording.line.search(text):
        return []
    if wording.has and accepted is not None and not wording.has & accepted:
        return []
    return list(wording.pattern.finditer(text))
