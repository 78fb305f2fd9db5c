"""The words that answers in a game can contain. A line with any other word is a slip."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..kernel.index import index_of
from ..kernel.names import ORDINALS
from ..kernel.program import Ask, Library
from .words import ASIDE, Words, normal

OWN = "yes no done nothing the second third fourth way with coming above below left right"
SLOT = re.compile(r"\{[^}]*\}")
BY_PLACE = f"face-down card {' '.join(ORDINALS)}"
"""The words for cards that a player knows by their places alone."""

_WORDS: dict[int, tuple[Library, frozenset[str]]] = {}


def words_of(lib: Library) -> frozenset[str]:
    """Return every word of every answer. The results are cached for the few games a process reads."""
    found = _WORDS.get(id(lib))
    if found is None or found[0] is not lib:
        if len(_WORDS) >= 8:
            _WORDS.clear()
        said = (word for text in _texts(lib) for word in normal(text.replace("{}", " ")))
        found = _WORDS[id(lib)] = (lib, frozenset(said) | ASIDE)
    return found[1]


def _texts(lib: Library) -> Iterator[str]:
    yield from _named(lib)
    yield from (str(ability.label) for ability in lib.abilities)
    for program in lib.programs:
        if program.clause:
            yield program.name
        for instruction in program.code:
            if instruction.op == "ask":
                ask: Ask = instruction.args[0]
                yield SLOT.sub(" ", ask.about)
                yield from (option.label for option in ask.options)


def strange(lib: Library, typed: Words) -> tuple[str, ...]:
    """Return the typed words that no answer contains and no word of an answer begins with."""
    known = words_of(lib)
    return tuple(w for w in typed if not (w in known or w.isdigit() or _begins(w, known) or _player(lib, w)))


def strange_word(lib: Library, line: str) -> str | None:
    """Return the first word of a line that no answer contains, as it was typed; None if there is none."""
    return next((word for word in line.split() if strange(lib, normal(word))), None)


def names_something(lib: Library, word: str) -> bool:
    """Whether a word may name a thing: a card, a player, a number, a place, a marker or a word of a card."""
    there = frozenset(w for text in _named(lib) for w in normal(text))
    return word.isdigit() or _player(lib, word) or word in there or _begins(word, there)


def names_a_thing(lib: Library, word: str) -> bool:
    """Whether a word may name what an answer chooses: the same without the markers, which say what is done to it."""
    there = frozenset(w for text in _things(lib) for w in normal(text))
    return word.isdigit() or _player(lib, word) or word in there or _begins(word, there)


def _named(lib: Library) -> Iterator[str]:
    yield from _things(lib)
    yield from (mark.name for mark in lib.marks)


def _things(lib: Library) -> Iterator[str]:
    yield OWN
    if index_of(lib).apart or any(index_of(lib).face_down):
        yield BY_PLACE
    yield from lib.cards
    yield from lib.kinds
    yield from (word for words in lib.words.values() for word in words)
    yield from (zone.name for zone in lib.zones)


def _begins(word: str, known: frozenset[str]) -> bool:
    return len(word) > 1 and any(k.startswith(word) for k in known)


def _player(lib: Library, word: str) -> bool:
    return re.fullmatch(r"p[0-9]{1,2}", word) is not None and 1 <= int(word[1:]) <= lib.max_players
