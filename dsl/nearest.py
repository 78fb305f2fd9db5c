"""Finds the nearest right word to a wrong one: the `did you mean` of every message.

A hint is a courtesy, and a file may hold thousands of wrong words. So all the hints of one run together compare a fixed
number of letters and no more. `bounded` begins such a run; mistakes beyond the bound are reported without a hint.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

LETTERS = 1_000_000  # compared in one run: a second or two, and hundreds of hints among hundreds of cards
LONGEST = 80  # letters of a word that are looked at

_left: ContextVar[list[int] | None] = ContextVar("letters", default=None)


@contextmanager
def bounded(letters: int = LETTERS) -> Iterator[None]:
    """Begins a run of its own, such as a command or a line at the prompt. Its hints compare at most `letters`
    letters."""
    token = _left.set([letters])
    try:
        yield
    finally:
        _left.reset(token)


@contextmanager
def within_run() -> Iterator[None]:
    """Joins the run that has begun, or begins one if there is none."""
    if _left.get() is not None:
        yield
    else:
        with bounded():
            yield


def affordable(letters: int) -> bool:
    """Whether the run may still compare this many letters; if so, they are counted."""
    left = _left.get()
    if left is None:
        return letters <= LETTERS
    left[0] -= letters
    return left[0] >= 0


def nearest(
    word: str, among: Iterable[str], cutoff: float = 0.7, fold: Callable[[str], str] = str, same: bool = False
) -> str | None:
    """Returns the word among these that was most likely meant; None if none is near enough.

    `cutoff` is the least likeness, from 0 to 1. `fold` is applied to all words before they are compared. With `same`, a
    word with the same fold as `word` may be the result.
    """
    word = fold(word[:LONGEST])
    left = _left.get()
    if left is not None and left[0] <= 0:
        return None
    by_fold = {fold(w[:LONGEST]): w for w in among}
    if same and word in by_fold:
        return by_fold[word]
    by_fold.pop(word, None)
    if not affordable(sum(map(len, by_fold)) + len(word) * len(by_fold)):
        return None
    from difflib import SequenceMatcher  # only who errs waits for it

    held = SequenceMatcher()
    held.set_seq2(word)
    best, found = cutoff, None
    for near, said in by_fold.items():
        held.set_seq1(near)
        if held.real_quick_ratio() >= best and held.quick_ratio() >= best:
            ratio = held.ratio()
            if ratio > best or (found is None and ratio >= best):
                best, found = ratio, said
    return found
