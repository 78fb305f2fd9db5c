"""Represents an author's mistake, at which the reading of a statement stops."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NoReturn

from ..diagnostic import Diagnostic, Fix
from ..nearest import nearest
from ..source import Span
from ..wordings import table
from ..words import listed


class Mistake(Exception):
    """Stops the reading. `diagnostic` is the author's mistake, or None if it is reported already."""

    def __init__(self, diagnostic: Diagnostic | None) -> None:
        super().__init__(diagnostic.message if diagnostic else "reported elsewhere")
        self.diagnostic = diagnostic


def fail(code: str, message: str, span: Span, help: str | None = None, fix: str | None = None) -> NoReturn:
    """Stops the reading with a mistake. `fix` is a text that could replace the words."""
    raise Mistake(mistake(code, message, span, help, fix))


def wrong(code: str, message: str, span: Span, help: str | None = None, fix: str | None = None) -> Mistake:
    """Returns the mistake that `fail` raises, for a caller that raises it itself."""
    return Mistake(mistake(code, message, span, help, fix))


def unknown(
    message: str, span: Span, word: str, fitting: Iterable[str], code: str = "unknown-word"
) -> NoReturn:
    """Stops the reading at a word that fits nothing here. Suggests the nearest of the words that fit, or lists some."""
    raise unknown_word(message, span, word, fitting, code)


def unknown_word(
    message: str, span: Span, word: str, fitting: Iterable[str], code: str = "unknown-word"
) -> Mistake:
    """Returns the mistake that `unknown` raises."""
    fitting = [w for w in dict.fromkeys(fitting) if w]
    near = meant(word, fitting)
    return wrong(code, message, span, f"did you mean `{near}`?" if near else f"it could be {listed(fitting)}", near)


def meant(word: str, fitting: Iterable[str]) -> str | None:
    """Returns the one of the words that fit for which an author most likely wrote another; None if none is near, or if
    it is a word of everyday English, which is no slip of the pen."""
    return None if word in table().everyday else nearest(word, fitting)


def mistake(code: str, message: str, span: Span, help: str | None = None, fix: str | None = None) -> Diagnostic:
    """Returns a diagnostic; `fix` is a text that could replace the words."""
    fixes = (Fix(f"write `{fix}`", span, fix),) if fix is not None else ()
    return Diagnostic(code, message, span, help, fixes=fixes)
