"""What the words of a phrase are, taken together."""

from __future__ import annotations

from collections.abc import Sequence

from ..source import Span
from ..syntax import Atom


def cover(atoms: Sequence[Atom]) -> Span:
    """Return the stretch of text from the first of some words to the last."""
    return atoms[0].span.to(atoms[-1].span)


def exact(atoms: Sequence[Atom]) -> tuple[str, ...]:
    """Return just what is written, articles and all."""
    return tuple([a.text for a in atoms])


def written(atoms: Sequence[Atom]) -> str:
    """Return what is written as one name."""
    return " ".join([a.text for a in atoms])
