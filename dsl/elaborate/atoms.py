"""Looks at several words of a phrase together."""

from __future__ import annotations

from collections.abc import Sequence

from ..source import Span
from ..syntax import Atom


def cover(atoms: Sequence[Atom]) -> Span:
    """Returns the stretch of text from the first of some words to the last."""
    return atoms[0].span.to(atoms[-1].span)


def exact(atoms: Sequence[Atom]) -> tuple[str, ...]:
    """Returns the words exactly as written, articles included."""
    return tuple([a.text for a in atoms])


def written(atoms: Sequence[Atom]) -> str:
    """Returns the words as one name."""
    return " ".join([a.text for a in atoms])
