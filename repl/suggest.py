"""Suggest what may be typed next: legal answers, commands, cards and words of this game.

A suggestion replaces the text from some place on. Words may be cut short anywhere: `dest tav p2` finds `Warlord:
destroy Tavern of p2`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from moot.interpreter.sets.naming import folded

from . import commands
from .console import Console
from .continued import own_words, place
from .next_words import Words

MOST = 60


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A suggestion: `text` replaces everything from `start` on. `about` is shown beside it."""

    text: str
    start: int
    about: str = ""


def suggestions(console: Console, typed: str) -> list[Suggestion]:
    """Return what the line may become, the likeliest first."""
    lead = len(typed) - len(typed.lstrip())
    word, space, rest = typed.lstrip().partition(" ")
    found: list[Suggestion] = []
    command = commands.named(word) if space else None
    asked = console.session.asked
    if command is not None:
        found += _after(console, command, rest, lead + len(word) + 1)
    elif space and asked is not None and word.rstrip(":") == console.session.seats[asked]:
        found += [Suggestion(t, lead + len(word) + 1) for t in fitting(_shown(console), rest)]
    if command is None:
        found += [Suggestion(t, lead) for t in fitting(_shown(console), typed)]
    if not space:
        found += [Suggestion(c.name, lead, c.help) for c in commands.REGISTRY if c.name.startswith(word.lower())]
    unique = {(s.text, s.start): s for s in reversed(found)}
    return list(reversed(unique.values()))[:MOST]


def _shown(console: Console) -> list[str]:
    """Return the legal answers if the viewer may know them."""
    return console.session.shown(console.viewer)


def fitting(texts: Iterable[str], typed: str) -> list[str]:
    """Return the texts that contain every typed word or a word it begins: first those in this order, then the
    others."""
    parts = folded(typed).split()
    ordered, other = [], []
    for text in dict.fromkeys(texts):
        words = _words(text)
        if _in_order(parts, words):
            ordered.append(text)
        elif all(any(w.startswith(p) for w in words) for p in parts):
            other.append(text)
    return ordered + other


def _words(text: str) -> list[str]:
    return [w for part in folded(text).split() for w in (part.strip(":,()"),) if w]


def _in_order(parts: list[str], words: list[str]) -> bool:
    rest = iter(words)
    return all(any(w.startswith(p.strip(":,()")) for w in rest) for p in parts)


def _after(console: Console, command: commands.Command, rest: str, at: int) -> Iterator[Suggestion]:
    """Yield what may follow a command."""
    own = place(console, command.follows, rest)
    if own is not None:
        yield from (Suggestion(word, at + own.begins, about) for word, about in own_words(own, rest))
        if own.then:
            there = replace(command, name="", follows=own.then)
            yield from _after(console, there, rest[own.begins :], at + own.begins)
        return
    session = console.session
    what = command.follows
    players = list(session.seats)
    seat = rest.partition(" ")[0]
    if what == "others" and " " in rest and seat in players and players.index(seat) != session.asked:
        verbs = [" ".join(verb) for verb in session.words.verbs]
        spoken = fitting([*verbs, *_titles(console)], rest.partition(" ")[2])
        yield from (Suggestion(text, at + len(seat) + 1) for text in spoken)
    elif what == "others" and " " in rest and seat in players:
        theirs = fitting(map(session.names.say, console.teller.others()), rest.partition(" ")[2])
        yield from (Suggestion(text, at + len(seat) + 1) for text in theirs)
    elif what in ("answers", "others"):
        others = map(session.names.say, console.teller.others())
        yield from (Suggestion(t, at) for t in fitting(_shown(console) if what == "answers" else others, rest))
    elif what == "cards":
        yield from (Suggestion(t, at) for t in fitting(_titles(console), rest))
    elif what == "under" and rest.startswith("under "):
        yield from _rules(console, rest[6:], at + 6)
    elif what == "under":
        yield from (Suggestion(word, at) for word in ("under ",) if word.startswith(rest))
    elif what == "rules":
        yield from _rules(console, rest, at)
    elif what == "commands":
        yield from (Suggestion(c.name, at, c.help) for c in commands.REGISTRY if c.name.startswith(rest))
    elif what == "words":
        words = [w for w in session.words.all_words if w not in session.card_set.titles]
        yield from (Suggestion(t, at) for t in fitting(words, rest))
    elif what == "moments":
        places = {"start": 0} | {name: place.at for name, place in session.places.named.items()}
        yield from (Suggestion(n, at, f"moment {m}") for n, m in places.items() if n.startswith(rest))
    elif what in ENDINGS:
        yield from _files(rest, at, ENDINGS[what])
    elif what == "players" and " " not in rest:
        named = [*players, "nobody"] if command.name == "as" else players
        if command.name == "state" and console.viewer is not None:
            named = [session.seats[console.viewer]]
        yield from (Suggestion(p, at) for p in named if p.startswith(rest))
    elif what == "players":
        who, _, more = rest.partition(" ")
        inner = suggestions(console, more) if command.name == "as" else []
        if command.name == "when" and session.asked is not None and who.rstrip(":") == session.seats[session.asked]:
            inner = [Suggestion(t, 0) for t in fitting(_shown(console), more)]
        yield from (Suggestion(s.text, at + len(who) + 1 + s.start, s.about) for s in inner)
    elif what in ("values", "facts", "phrases"):
        yield from _word(console, players, what, rest, at)


def _rules(console: Console, rest: str, at: int) -> Iterator[Suggestion]:
    """Yield the house rules that may come after the last comma, each with its sentence."""
    set_ = console.session.card_set
    last = rest.rpartition(",")[2].lstrip()
    for rule in set_.law.rules.values():
        if rule.edition in (None, set_.chosen.edition):
            for way in rule.ways:
                if (text := str(way.rules[0])).startswith(last):
                    yield Suggestion(text, at + len(rest) - len(last), rule.title)


def _titles(console: Console) -> list[str]:
    return [console.session.names.name(title) for title in console.session.card_set.titles]


def _word(console: Console, players: list[str], what: str, rest: str, at: int) -> Iterator[Suggestion]:
    """Return the next word of a statement, the likeliest first. The last few typed words may begin a longer name."""
    for text, over in Words(console.session, what).after(rest):
        yield Suggestion(text, at + len(rest) - over)
    words = console.session.words
    tables = [words.values] if what == "values" else [words.zones, words.markers, words.values, words.qualities]
    names = [*players, *[" ".join(p) for t in tables for p in t], *_titles(console)]
    if what == "phrases":
        from moot.dsl.language import OWN  # a part of the reader, which the start of the prompt does without

        names += sorted(OWN)
    last = rest.rpartition(" ")[2]
    start = at + len(rest) - len(last)
    if last or not rest.strip():
        yield from (Suggestion(n, start) for n in dict.fromkeys(names) if folded(n).startswith(folded(last)))


ENDINGS: dict[str, tuple[str, ...]] = {"files": (), "pages": (".html", ".htm"), "rulings": (".ruling",)}
"""How the files end that a command writes or reads; () for any."""


def _files(rest: str, at: int, endings: tuple[str, ...] = ()) -> Iterator[Suggestion]:
    folder, _, begun = rest.rpartition("/")
    try:
        inside = sorted(Path(folder + "/" if folder or rest.startswith("/") else ".").iterdir())
    except (OSError, ValueError):
        return
    for path in inside:
        fits = not endings or path.name.lower().endswith(endings) or path.is_dir()
        if fits and path.name.startswith(begun) and (begun or not path.name.startswith(".")):
            yield Suggestion(path.name + ("/" if path.is_dir() else ""), at + len(rest) - len(begun))
