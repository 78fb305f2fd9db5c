"""Names in a card set's folder that look like those of its files and are not, so that what they hold is not read."""

from __future__ import annotations

from difflib import SequenceMatcher
from functools import lru_cache

WORDS = frozenset({".game", ".card", ".table", ".ruling"})  # files in the language of cards
DATA = frozenset({".yaml", ".yml"})
NEAR = 0.75  # how like one of these an ending must be to be a slip for it
SLIPS = {".rule": ".ruling", ".rules": ".ruling"}  # less like it, and likely all the same
BACKUPS = ("~", ".orig", ".bak", ".rej")
LONGEST = 10  # letters of an ending that can be a slip
OTHERS = (".#", "._")  # how names begin that editors and systems give to files of their own


def passed_over(name: str, folder: bool) -> tuple[str, str] | None:
    """Say why what is called so is not read, and what to do; None if nobody would have thought that it is."""
    stem, dot, end = name.rpartition(".")
    ending = dot + end
    if folder:
        if not stem or ending not in WORDS | DATA:
            return None
        return "this is a folder, though it is called like a file", "put its files beside it, or call it otherwise"
    if name.startswith(OTHERS):
        return None
    if name.startswith("."):
        meant = name.lstrip(".")
        hidden = ending in WORDS and meant != end
        return ("this file is not read: its name begins with a dot", f"call it `{meant}`") if hidden else None
    if not stem or ending in WORDS | DATA or name.endswith(BACKUPS):
        return None
    inner = "." + stem.rpartition(".")[2]
    if end.lower() == "txt" and inner in WORDS | DATA and stem != inner:
        return f"this file is not read: its name ends in `{ending}`", f"call it `{stem}`"
    wanted = _slip(ending)
    return (f"this file is not read: its name ends in `{ending}`", f"call it `{stem}{wanted}`") if wanted else None


@lru_cache(maxsize=256)
def _slip(ending: str) -> str | None:
    """Return the ending that this one is a slip for."""
    small = ending.lower()
    if small in WORDS | DATA:
        return small
    if small in SLIPS:
        return SLIPS[small]
    if len(ending) > LONGEST:
        return None
    like = {known: SequenceMatcher(None, small, known).ratio() for known in (*sorted(WORDS), ".yaml")}
    best = max(like, key=lambda known: like[known])
    return best if like[best] >= NEAR else None
