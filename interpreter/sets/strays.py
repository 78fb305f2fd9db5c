"""Find names in a card set's folder that look like files of the set but are not read."""

from __future__ import annotations

from difflib import SequenceMatcher
from functools import lru_cache

WORDS = frozenset({".game", ".card", ".table", ".ruling", ".rule", ".edition"})  # files in the language of cards
DATA = frozenset({".yaml", ".yml"})
NEAR = 0.75  # the similarity from which an ending counts as a slip for one of these
BACKUPS = ("~", ".orig", ".bak", ".rej")
LONGEST = 10  # most letters of an ending that can be a slip
OTHERS = (".#", "._")  # beginnings of names that editors and systems give to their own files


def passed_over(name: str, folder: bool) -> tuple[str, str] | None:
    """Return why a file or folder of this name is not read, and what to do; None if nobody would expect it to be
    read."""
    stem, dot, end = name.rpartition(".")
    ending = dot + end
    if folder:
        if not stem or ending not in WORDS | DATA:
            return None
        return "this is a folder, though it is called like a file", "put its files beside it, or give it another name"
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
    """Return the ending that was probably meant; None if there is none."""
    small = ending.lower()
    if small in WORDS | DATA:
        return small
    if len(ending) > LONGEST:
        return None
    like = {known: SequenceMatcher(None, small, known).ratio() for known in (*sorted(WORDS), ".yaml")}
    best = max(like, key=lambda known: like[known])
    return best if like[best] >= NEAR else None
