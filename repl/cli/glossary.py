"""Explain every word of a game with a sentence and an example from its own text, and the language's own words.

The words of the game come first, then (unless you name words) those of the language. The lines that show a word in use
come from the cards, not from examples or rulings.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import PurePath
from typing import Any

from moot.dsl import ir
from moot.dsl.source import Span
from moot.interpreter.sets.card_set import CardSet

from .support.choosing import set_argument, sets_of
from .support.law import law_arguments

SLOT = re.compile(r"^(cost|do|choose|let|instead|either|or) +")
SAYS = re.compile(r"(example|ruling|source|name|table) ")


@dataclass(frozen=True, slots=True)
class Entry:
    """A word, its sort, its meaning, the author's remark, and a line that uses it. `declared`: the line that declares
    it. A word of the language itself has no file."""

    word: str
    sort: str
    meaning: str
    remark: str
    example: str
    file: str
    line: int
    declared: str = ""


@dataclass(frozen=True, slots=True)
class Usage:
    """A line of a card or of the game file in which words are used."""

    words: str
    path: str
    number: int

    @property
    def shown(self) -> str:
        """The line and its place."""
        return f"{self.words}    {self.path}:{self.number}"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("words", metavar="WORD", nargs="*", help="explain only these words")
    set_argument(parser)
    law_arguments(parser)
    parser.add_argument("--format", choices=("text", "json"), default="text", help="how to write the output")


def run(args: argparse.Namespace) -> int:
    """Carry out the command and return the exit code."""
    sets = [set_ for set_ in sets_of(args) if set_.game is not None]
    wanted = {word.casefold() for word in (*args.words, " ".join(args.words)) if word}
    found = [e for set_ in sets for e in entries(set_) if not wanted or e.word.casefold() in wanted]
    found += [e for e in own(sets) if not wanted or names(e, wanted)]
    if args.format == "json":
        print(json.dumps([asdict(e) for e in found], indent=2, ensure_ascii=False))
    for entry in found if args.format == "text" else ():
        print("\n".join(said(entry)) + "\n")
    return 0 if found or not wanted else 1


def said(entry: Entry) -> list[str]:
    """Return an entry as lines of text."""
    lines = [f"{entry.word}  ({entry.sort})", f"    {entry.meaning}"]
    lines += [f"    {entry.remark}"] if entry.remark else []
    lines += [f"    declared: {entry.declared}    {entry.file}:{entry.line}"] if entry.declared else []
    return [*lines, *([f"    in use: {entry.example}"] if entry.example else [])]


def names(entry: Entry, wanted: set[str]) -> bool:
    """Return whether an entry about the language's own words is about one of these."""
    return entry.word in wanted or bool(wanted & set(re.split(r"[ ,]+", entry.word)))


def entries(set_: CardSet) -> list[Entry]:
    """Return the words that a set declares, in alphabetical order."""
    if set_.game is None:
        return []
    found = list(_declared(set_.game))
    lines = list(_lines(set_))
    longer = sorted({word for word, _, _, _ in found if " " in word}, key=len, reverse=True)
    result = []
    for word, sort, meaning, span in found:
        declared, remark, file, line = _declaration(set_, span)
        use = _use(lines, word, [w for w in longer if word in w and w != word], (file, line))
        result.append(Entry(word, sort, meaning, remark, use, file, line, declared))
    return sorted(result, key=lambda e: (e.word.casefold(), e.sort))


def own(sets: list[CardSet]) -> list[Entry]:
    """Return the words of the language itself, with lines from these sets."""
    from moot.dsl.reference import sections  # a part of the reader, which a kept set does without

    lines = [line for set_ in sets for line in _lines(set_)]
    return [
        Entry(one.phrase, sort, one.meaning, "", found.shown if found else "", "", 0)
        for sort, section in sections().items()
        for one in section
        for found in [shortest(lines, re.compile(one.search))]
    ]


NAME = re.compile(r',? *\bas +"[^"]*"')
"""What a line says a question is called; its words are a player's, and explain none of the language's."""
ORDER = {".card": 0, ".game": 1, ".rule": 2}
"""The files from which a line in use may come: the first are preferred."""


def shortest(lines: list[Usage], pattern: re.Pattern[str]) -> Usage | None:
    """Return the shortest line that matches the pattern, from a card if possible."""
    fitting = [line for line in lines if pattern.search(NAME.sub("", line.words))]
    fitting = fitting or [line for line in lines if pattern.search(line.words)]
    rank = {line: ORDER.get(PurePath(line.path).suffix, len(ORDER)) for line in fitting}
    goes_on = {line: line.words.endswith(",") for line in fitting}
    return min(fitting, key=lambda f: (rank[f], goes_on[f], len(f.words), f.path, f.number), default=None)


SEES = {
    "everyone": "everyone sees",
    "nobody": "nobody sees",
    "owner": "its owner sees",
    "others": "everyone but its owner sees",
}


def _declared(game: ir.Game) -> Iterator[tuple[str, str, str, Span]]:
    for enum in game.enums.values():
        yield enum.name, "words", f"one of {_or(enum.words)}", enum.span
        for word in enum.words:
            yield word, enum.name, f"before a noun: what counts as {word}; by itself: the {enum.name}", enum.span
    for kind in game.kinds.values():
        count = sum(card.kind == kind.name for card in game.cards.values())
        fields = ", ".join(f"{f.name} ({_type(f.type)})" for f in kind.fields) or "nothing"
        titles = "one title" if count == 1 else f"{count} titles"
        yield kind.name, "kind of card", f"a card on which is printed: {fields}; there are {titles}", kind.span
    for zone in game.zones.values():
        whose = f"of each {zone.owner}" if zone.owner else "on the table"
        seen = SEES[zone.seen]
        count_ = "; how many lie there is public" if zone.counted and zone.seen != "everyone" else ""
        meaning = f"a place {whose} for cards of kind {zone.holds}; {seen} what lies there{count_}"
        yield zone.name, "place", meaning, zone.span
    for marker in game.markers.values():
        number = "there is one of it" if marker.single else "it is counted" if marker.counted else "it is there or not"
        until = f"; cleared at the end of the {marker.until}" if marker.until and marker.until != "game" else ""
        by = f"; {marker.card} brings it" if marker.card else ""
        seen = {"everyone": "everyone", "nobody": "nobody", "owner": "whoever put it there"}[marker.seen]
        yield marker.name, "marker", f"lies on a {_or(marker.on)}; {number}; seen by {seen}{until}{by}", marker.span
    for value in game.values.values():
        if value.field is not None:
            meaning = f"{_a(value.type)}, printed on each {value.field}; cards can change it"
            yield value.name, "printed", meaning, value.span
            continue
        of = " and ".join(_a(p.type) for p in value.params)
        only = "; cards make it more or less" if value.only_more_or_less else "; cards can change it"
        yield value.name, "value", _a(value.type) + (f", asked of {of}" if of else "") + only, value.span
    for quality in game.qualities.values():
        how = "follows from the position" if quality.cond is not None else "only where a card says so"
        yield quality.name, "quality", f"describes {_a(quality.param.type)}; {how}", quality.span
    for verb in game.verbs.values():
        yield verb.key, "deed", _deed(verb), verb.span
    for phase in game.phases.values():
        about = f" of {_a(phase.param.type)}" if phase.param else ""
        yield phase.name, "phase", f"a stretch of the game{about}{_steps(phase.steps)}", phase.span


def _deed(verb: ir.Verb) -> str:
    with_ = " ".join(f"{p.prep + ' ' if p.prep else ''}{_a(p.type)}" for p in verb.params)
    parts = [f"done by {_a(verb.doer)}" + (f": {verb.words[0]} {with_}" if with_ else "")]
    parts += [f"when it has happened: {verb.participle}"] if verb.participle else []
    parts += ["refused: " + ", ".join(f'"{r.text}"' for r in verb.refusals)] if verb.refusals else []
    return "; ".join(parts) + (_steps(verb.steps) if len(verb.steps) > 1 else "")


def _steps(steps: tuple[ir.Step, ...]) -> str:
    named = [s.name + (f" ({s.participle})" if s.participle else "") for s in steps if s.name]
    return f"; its steps: {', '.join(named)}" if named else ""


def _declaration(set_: CardSet, span: Span) -> tuple[str, str, str, int]:
    """Return the declaration's first line, the comment at its end, and where it was written."""
    source = set_.sources.get(span.path)
    if source is None:
        return "", "", span.path, 1
    words, hash_, remark = source.line(source.place(span.start)[0]).partition(" #")
    at = source.written(span)
    return words.strip(), remark.strip(" #") if hash_ else "", at.path, at.line


def _lines(set_: CardSet) -> Iterator[Usage]:
    """Return the lines in which a set uses its words, and those of its house rules, without examples and free text."""
    played = {path: set_.sources[path] for path in set_.texts}
    for path, source in {**played, **set_.whole.parts.rules}.items():
        if path.endswith(".table"):
            continue
        start = 0
        inside = -1  # the indentation of the example that is being skipped
        for line in source.text.splitlines(keepends=True):
            span, start = Span(path, start, start + len(line)), start + len(line)
            words = line.split(" #", 1)[0].strip()
            indent = len(line) - len(line.lstrip())
            if not words or words.startswith("#") or (inside >= 0 and indent > inside):
                continue
            inside = indent if words.startswith(("example ", "ruling ")) else -1
            if not SAYS.match(words):
                at = source.written(span)
                yield Usage(words, at.path, at.line)


def _use(lines: list[Usage], word: str, longer: list[str], declared: tuple[str, int]) -> str:
    """Return the shortest line that uses a word by itself, not as part of a longer one."""
    pattern = re.compile(rf"(?<![\w-]){re.escape(word)}(?:s|es)?(?![\w-])")
    free = []
    for line in lines:
        words = SLOT.sub("", re.sub(r'"[^"]*"', '""', line.words))
        for other in longer:
            words = words.replace(other, "")
        if pattern.search(words) and (line.path, line.number) != declared:
            free.append(line)
    found = shortest(free, pattern)
    return found.shown if found else ""


def _type(type_: ir.Type) -> str:
    """Return a type in words."""
    if type_.sort == "bearer" and type_.name:
        return _or(type_.name.split())
    name = type_.name or {"truth": "yes or no"}.get(type_.sort, type_.sort)
    return f"{name}s" if type_.many else str(name)


def _a(type_: ir.Type) -> str:
    """Return a type with its article: `a player`, `cards`, `an amount of …`."""
    name = _type(type_)
    if type_.sort == "amount":
        return f"an amount of {name}"
    if type_.sort == "number" and type_.name:
        return f"a number of {type_.name}s"
    if type_.many or type_.sort == "bank":
        return name
    return f"an {name}" if name[0] in "aeiou" else f"a {name}"


def _or(words: Any) -> str:
    words = [str(w) for w in words]
    return " or ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)
