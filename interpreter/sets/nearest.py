"""Find the nearest correct name to a wrong one; capitals do not matter."""

from __future__ import annotations

from collections.abc import Iterable

from moot.dsl.nearest import nearest as nearest_of


def nearest(word: str, words: Iterable[str]) -> str | None:
    """Return the word that was probably meant; None if no word is near."""
    return nearest_of(word, words, 0.6, str.casefold, same=True)


def meant(word: str, words: Iterable[str]) -> str | None:
    """Return a hint with the word that was probably meant; None if no word is near."""
    found = nearest(word, words)
    return f"did you mean `{found}`?" if found else None
