"""Read how the words of a game are said in another language: the files `words/fr.yaml`, `words/pt.yaml` of a set."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePosixPath

from moot.dsl.source import Source

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
