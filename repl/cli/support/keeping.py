"""Keep the sentences of a card in the file of a set's words: `words/en.yaml`, `words/fr.yaml` …"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from moot.interpreter.sets.card_set import CardSet
from moot.interpreter.sets.files import read_text
from moot.interpreter.sets.wordbook import FOLDER

from ...trouble import Trouble
from ...writing import write_whole

HEADING = "texts:"


def keep(set_: CardSet, language: str, title: str, said: Sequence[str]) -> str:
    """Write the sentences of a card into the file of a language, in the place of those that it keeps for that card, and
    return the path of the file. Raises `Trouble` under house rules: what is kept is the card as it is printed."""
    if set_.chosen:
        raise Trouble(f"what is kept is the card as it is printed, and not under {set_.chosen}")
    path = Path(set_.path) / FOLDER / f"{language}.yaml"
    found = read_text(path) if path.exists() else None
    before = found.text.splitlines() if found is not None and hasattr(found, "text") else []
    path.parent.mkdir(exist_ok=True)
    write_whole(path, "\n".join(with_texts(before, title, said)) + "\n")
    return str(path)


def with_texts(lines: Sequence[str], title: str, said: Sequence[str]) -> list[str]:
    """Return the lines of a file in which a card has these sentences."""
    key = f"  {title}:" if title.replace(" ", "").isalnum() else f"  {json.dumps(title, ensure_ascii=False)}:"
    new = [key, *(f"    - {json.dumps(text, ensure_ascii=False)}" for text in said)]
    kept = list(lines)
    if HEADING not in kept:
        return [*kept, *([""] if kept else []), HEADING, *new]
    first = kept.index(HEADING) + 1
    if key in kept[first:]:
        at = kept.index(key, first)
        end = next((i for i in range(at + 1, len(kept)) if not kept[i].startswith("    ")), len(kept))
        return [*kept[:at], *new, *kept[end:]]
    return [*kept[:first], *new, *kept[first:]]
