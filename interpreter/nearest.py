"""The nearest right word to a wrong one."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def nearest(word: str, words: Iterable[str]) -> str | None:
    """The word that was probably meant, capitals aside; None if none is near."""
    folded = {w.casefold(): w for w in words}
    if word.casefold() in folded:
        return folded[word.casefold()]
    close = get_close_matches(word.casefold()[:80], folded, n=1, cutoff=0.6)
    return folded[close[0]] if close else None


def meant(word: str, words: Iterable[str]) -> str | None:
    """The same as a hint."""
    found = nearest(word, words)
    return f"did you mean `{found}`?" if found else None
