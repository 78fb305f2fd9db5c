"""Name the files of the cards in explanations: by their places in the card set, or by their whole paths.

A card set keeps its files by the paths that a person in the current folder would type, which are long, and differ from
folder to folder. At the prompt everybody knows which set is played.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from moot.interpreter.sets.paths import shown

ENDINGS = "card|game|table|ruling|rule|edition|yaml"


def cited(folder: Path, absolute: bool) -> Callable[[str], str]:
    """Return a function that rewrites the places in a text. `folder`: that of the card set. `absolute`: name whole
    paths, not `districts/keep.card:5`."""
    known = shown(folder)
    if known == ".":
        return str if not absolute else _rewriting("", f"{_whole(folder)}/")
    return _rewriting(f"{known}/", f"{_whole(folder)}/" if absolute else "")


@lru_cache(maxsize=8)
def _rewriting(before: str, after: str) -> Callable[[str], str]:
    """Return a function that puts `after` in place of `before` where the place of a line follows."""
    if before == after:
        return str
    place = re.compile(rf"(?<![\w./-]){re.escape(before)}(?=(?:[\w.-]+/)*[\w.-]+\.(?:{ENDINGS}):[0-9])")
    return lambda text: place.sub(lambda _: after, text)


@lru_cache(maxsize=8)
def _whole(folder: Path) -> str:
    return Path(os.path.realpath(folder)).as_posix()
