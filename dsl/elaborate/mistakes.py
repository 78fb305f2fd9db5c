"""An author's mistake: where the reading of a statement stops, and what is said of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NoReturn

from ..diagnostic import Diagnostic, Fix
from ..nearest import nearest
from ..source import Span
from ..words import listed


class Mistake(Exception):
    """Reading stops here: the author's mistake, or None if it was reported where it was made."""

    def __init__(self, diagnostic: Diagnostic | None) -> None:
        super().__init__(diagnostic.message if diagnostic else "reported elsewhere")
        self.diagnostic = diagnostic


def fail(code: str, message: str, span: Span, help: str | None = None, fix: str | None = None) -> NoReturn:
    """Stop reading with a mistake. `fix` is what could stand in place of the words."""
    raise Mistake(mistake(code, message, span, help, fix))


def wrong(code: str, message: str, span: Span, help: str | None = None, fix: str | None = None) -> Mistake:
    """The same, to be raised where nothing can follow."""
    return Mistake(mistake(code, message, span, help, fix))


def unknown(
    message: str,
    span: Span,
    word: str,
    fitting: Iterable[str],
    lead: str = "it could be",
    code: str = "unknown-word",
) -> NoReturn:
    """A word that is none of those that fit: the nearest is suggested, or else some are listed."""
    raise unknown_word(message, span, word, fitting, lead, code)


def unknown_word(
    message: str,
    span: Span,
    word: str,
    fitting: Iterable[str],
    lead: str = "it could be",
    code: str = "unknown-word",
) -> Mistake:
    """Return the mistake of a word that is none of those that fit."""
    fitting = [w for w in dict.fromkeys(fitting) if w]
    near = nearest(word, fitting)
    return wrong(code, message, span, f"did you mean `{near}`?" if near else f"{lead} {listed(fitting)}", near)


def mistake(code: str, message: str, span: Span, help: str | None = None, fix: str | None = None) -> Diagnostic:
    """Return a diagnostic; `fix` is what could stand in place of the words."""
    fixes = (Fix(f"write `{fix}`", span, fix),) if fix is not None else ()
    return Diagnostic(code, message, span, help, fixes=fixes)
