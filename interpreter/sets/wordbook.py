"""Read how the words of a game are said in another language: the files `words/fr.yaml`, `words/pt.yaml` of a set."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from moot.dsl.diagnostic import Diagnostic
from moot.dsl.source import Source

from .nearest import meant

if TYPE_CHECKING:
    from moot.dsl import ir

    from .yaml_files import Node

FOLDER = "words"
SORTS = {"nouns": "noun", "describing": "describing", "deeds": "deed"}
SECTIONS = {sort: section for section, sort in SORTS.items()}

Forms = dict[tuple[str, str], str]


def is_wordbook(path: PurePosixPath) -> bool:
    """Whether a file of a set says how words are said in a language."""
    return path.suffix == ".yaml" and path.parent.name == FOLDER


def forms(sources: Mapping[str, Source], language: str) -> Forms:
    """Return what is written for each word, by its sort and name. What a set says stands in the place of what the game
    says that it extends. A file with a fault says nothing."""
    from . import schemas  # slow to load, and only sentences need it

    found: Forms = {}
    for path, source in sources.items():
        if is_wordbook(PurePosixPath(path)) and PurePosixPath(path).stem == language:
            node, _ = schemas.read(source, FOLDER)
            for sort, words in (node.inner or {}).items() if node is not None else ():
                if sort not in SORTS:
                    continue
                found |= {(SORTS[sort], word): str(form.plain) for word, form in (words.inner or {}).items()}
    return found


def words_of(game: ir.Game) -> dict[str, set[str]]:
    """Return the words of a game by their sort: nouns, describing words, deeds."""
    from moot.dsl.ir import FACE_DOWN  # who only reads what is kept does not load it

    things = {name for name, marker in game.markers.items() if marker.counted or marker.single}
    steps = [step for verb in game.verbs.values() for step in verb.steps]
    steps += [step for phase in game.phases.values() for step in phase.steps]
    return {
        "noun": {*game.kinds, *game.enums, *game.zones, *game.values, *game.phases, *things,
                 *(field.name for kind in game.kinds.values() for field in kind.fields)},
        "describing": {*(game.markers.keys() - things), *game.qualities, FACE_DOWN,
                       *(word for enum in game.enums.values() for word in enum.words)},
        "deed": {*game.verbs, *game.phases, *(step.participle or step.name for step in steps)},
    }  # fmt: skip


def strangers(node: Node, game: ir.Game, sources: Mapping[str, Source]) -> Iterator[Diagnostic]:
    """Report the words that are said in another language, and that the game does not have. A word that only house
    rules or another edition bring stands in one of the texts."""
    known = words_of(game)
    for section, words in (node.inner or {}).items():
        if section not in SORTS:
            continue
        for word, span in words.keys.items():
            if word in known[SORTS[section]]:
                continue
            other = next((SECTIONS[sort] for sort, of in known.items() if word in of), None)
            if other is not None:
                message = f"`{word}` is not one of the {section} of this game"
                yield Diagnostic("unknown-word", message, span, f"write it below `{other}`")
            elif not _stands_in(word, sources):
                message = f"this game has no word `{word}`"
                yield Diagnostic("unknown-word", message, span, meant(word, known[SORTS[section]]))


HEAD = re.compile(
    r"^\s*(?:[a-z]+:\s+)?(kind|marker|zone|value|quality|verb|phase|kept|step|has)\s+([^#\n]*)", re.MULTILINE
)
CALLED = re.compile(r'^\s*name\s.*"([^"\n]*)"', re.MULTILINE)
PARTICIPLE = re.compile(r"\(([^()]*)\)")


def _stands_in(word: str, sources: Mapping[str, Source]) -> bool:
    """Whether one of the texts declares a word: those of other editions and of house rules are no part of this game."""
    texts = (source.text for path, source in sources.items() if not path.endswith(".yaml"))
    return any(word in text and word in _declared(text) for text in texts)


def _declared(text: str) -> set[str]:
    """Return the words that the lines of a text declare: markers, verbs, the words of a kind, the participle of a step
    …"""
    found = set(CALLED.findall(text))
    for head, rest in HEAD.findall(text):
        found.update(PARTICIPLE.findall(rest))
        plain = " ".join(PARTICIPLE.sub(" ", rest).split())
        name, *others = re.split(r"\s*[:,]\s*", plain)
        found.update(others if head == "kind" else ())
        words = name.split()
        found.update(" ".join(words[:n]) for n in range(1, len(words) + 1))
    return found
