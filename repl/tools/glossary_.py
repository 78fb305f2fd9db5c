"""Every word of a game with a sentence and an example, taken from the game's own text."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from dsl import ir
from dsl.source import Span
from interpreter.library import CardSet

from .choosing import set_argument, sets_of


@dataclass(frozen=True, slots=True)
class Entry:
    """A word, what sort of word it is, what it means, what the author remarked, and a line that uses it."""

    word: str
    sort: str
    meaning: str
    remark: str
    example: str
    file: str
    line: int


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("words", metavar="WORD", nargs="*", help="only these")
    set_argument(parser)
    parser.add_argument("--format", choices=("text", "json"), default="text")


def run(args: argparse.Namespace) -> int:
    found = [e for set_ in sets_of(args) for e in entries(set_) if not args.words or e.word in args.words]
    if args.format == "json":
        print(json.dumps([asdict(e) for e in found], indent=2, ensure_ascii=False))
    for entry in found if args.format == "text" else ():
        print(f"{entry.word}  ({entry.sort})\n    {entry.meaning}")
        if entry.remark:
            print(f"    {entry.remark}")
        print(f"    {entry.example}\n" if entry.example else "")
    return 0 if found or not args.words else 1


def entries(set_: CardSet) -> list[Entry]:
    """The glossary of a set, in the order of the alphabet."""
    if set_.game is None:
        return []
    result = []
    for word, sort, meaning, span in _declared(set_.game):
        remark, file, line = _remark(set_, span)
        result.append(Entry(word, sort, meaning, remark, _example(set_, word, file, line), file, line))
    return sorted(result, key=lambda e: (e.word.casefold(), e.sort))


def _declared(game: ir.Game) -> Iterator[tuple[str, str, str, Span]]:
    for enum in game.enums.values():
        yield enum.name, "words", f"one of {_or(enum.words)}", enum.span
        for word in enum.words:
            yield word, enum.name, f"a {enum.name}", enum.span
    for kind in game.kinds.values():
        count = sum(card.kind == kind.name for card in game.cards.values())
        fields = ", ".join(f"{f.name} ({_type(f.type)})" for f in kind.fields) or "nothing"
        yield kind.name, "kind of card", f"a card on which is printed: {fields}; there are {count}", kind.span
    for zone in game.zones.values():
        whose = f"of each {zone.owner}" if zone.owner else "on the table"
        seen = {"everyone": "everyone sees", "nobody": "nobody sees", "owner": "its owner sees"}[zone.seen]
        count_ = "; how many lie there is public" if zone.counted else ""
        meaning = f"a place {whose} for cards of kind {zone.holds}; {seen} what lies there{count_}"
        yield zone.name, "place", meaning, zone.span
    for marker in game.markers.values():
        number = "there is one of it" if marker.single else "it is counted" if marker.counted else "it is there or not"
        until = f"; cleared at the end of the {marker.until}" if marker.until and marker.until != "game" else ""
        by = f", declared by {marker.card}" if marker.card else ""
        meaning = f"lies on {_or(marker.on)}; {number}; seen by {marker.seen}{until}{by}"
        yield marker.name, "marker", meaning, marker.span
    for value in game.values.values():
        of = ", ".join(f"{p.name} ({_type(p.type)})" for p in value.params)
        yield value.name, "value", f"a {_type(value.type)}" + (f" asked of {of}" if of else ""), value.span
    for quality in game.qualities.values():
        how = "when the game's text says so" if quality.cond is not None else "only when a card says so"
        yield quality.name, "quality", f"holds of a {_type(quality.param.type)} {how}", quality.span
    for verb in game.verbs.values():
        forms = f"; when it has happened: {verb.participle}" if verb.participle else ""
        with_ = ", ".join(f"{p.prep + ' ' if p.prep else ''}{p.name} ({_type(p.type)})" for p in verb.params)
        meaning = f"done by a {_type(verb.doer)}" + (f", with {with_}" if with_ else "") + forms
        yield verb.key, "deed", meaning, verb.span
    for phase in game.phases.values():
        about = f" of a {_type(phase.param.type)}" if phase.param else ""
        steps = ", ".join(step.name for step in phase.steps if step.name)
        meaning = f"a stretch of the game{about}" + (f"; its steps: {steps}" if steps else "")
        yield phase.name, "phase", meaning, phase.span
    for option in game.options.values():
        yield option.name, "option", f"a house rule: {_or(option.settings)}; the first is the default", option.span


def _remark(set_: CardSet, span: Span) -> tuple[str, str, int]:
    """The comment at the end of the declaration's first line, and where that is."""
    source = set_.sources.get(span.path)
    if source is None:
        return "", span.path, 1
    line = source.place(span.start)[0]
    _, hash_, remark = source.line(line).partition("  #")
    return remark.strip(" #") if hash_ else "", source.path, line


def _example(set_: CardSet, word: str, file: str, declared: int) -> str:
    """The shortest line of a card that uses the word; else one of the game file."""
    pattern = re.compile(rf"(?<![\w-]){re.escape(word)}(?:s|es)?(?![\w-])")
    best: tuple[bool, int, str, int, str] | None = None
    for path, source in set_.sources.items():
        if not path.endswith((".card", ".game")):
            continue
        for number, line in enumerate(source.text.splitlines(), start=1):
            words = line.split("#", 1)[0].strip()
            if not pattern.search(words) or (path, number) == (file, declared) or words.startswith(("source", "name")):
                continue
            found = (not path.endswith(".card"), len(words), path, number, words)
            best = min(best, found) if best else found
    return f"{best[4]}    {best[2]}:{best[3]}" if best else ""


def _type(type_: Any) -> str:
    name = type_.name or type_.sort
    return f"{name}s" if type_.many else str(name)


def _or(words: Any) -> str:
    words = [str(w) for w in words]
    return " or ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)
