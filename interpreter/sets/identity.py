"""Identify the rules of a set, whatever lies around them: a saved game names them so."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path

from moot.dsl.source import Source

from . import files
from .paths import under, within


def rules_hash(folders: Sequence[Path], words: Iterable[Source]) -> str:
    """Return a hash of the rules of a set: of the names and texts of its game, tables and cards. Examples do not count,
    because they change no rule. `folders`: the set's own, and those of the games below it; where these lie does not
    count either."""
    roots = [files.shown(folder) for folder in folders]
    digest = hashlib.sha256()
    for source in words:
        if not source.path.endswith(".ruling"):
            level = next((i for i, root in enumerate(roots) if under(source.path, root)), 0)
            name = f"{level or ''}/{within(roots[level], source.path)}"
            for part in (name, without_examples(source.text.replace("\r\n", "\n"))):
                data = part.encode()
                digest.update(len(data).to_bytes(8, "big") + data)
    return digest.hexdigest()[:16]


def without_examples(text: str) -> str:
    """Return a file's text without its `example` blocks, which change no rule."""
    kept: list[str] = []
    deep: int | None = None
    for line in text.split("\n"):
        indent = len(line) - len(line.lstrip(" "))
        if deep is not None and (not line.strip() or indent > deep):
            continue
        deep = indent if line.lstrip(" ").startswith('example "') else None
        if deep is None:
            kept.append(line)
    return "\n".join(kept)
