"""Reads what the notation has no words for as a condition of the language of cards: any of them can be expected."""

from __future__ import annotations

from collections.abc import Sequence

from .. import ir
from ..diagnostic import Diagnostic
from ..source import Source, Span
from .parts import Condition
from .reader import Fault, Tok
from .vocabulary import Vocabulary


def condition(toks: Sequence[Tok], fault: Fault, v: Vocabulary, path: str) -> Condition:
    """Returns a statement as a condition. Raises `fault`, the mistake of the notation, if the words do not have the
    shape of a condition. If they do, raises that mistake or the one of the language, whichever lies further right."""
    language = v.language()
    if language is None:
        raise fault
    from ..elaborate.asked import phrase  # slow to load, and seldom needed
    from ..parser import phrase as parsed

    source = Source(path, _in_place(toks))
    node = parsed(source)
    if isinstance(node, Diagnostic):
        raise fault
    asked = phrase(source, node, language, [f"p{n}" for n in range(1, v.players + 1)])
    if isinstance(asked, tuple):
        raise fault if asked[0].span.start <= fault.diagnostic.span.start else Fault(asked[0])
    if asked.each is not None or asked.expr.type != ir.Type("truth"):
        raise fault
    span = Span(path, toks[0].start, toks[-1].end)
    return Condition(text=source.text[span.start :], cond=asked.expr, span=span)


def _in_place(toks: Sequence[Tok]) -> str:
    """Returns the words where they stood, with spaces between and before them."""
    text = ""
    for tok in toks:
        text = text.ljust(tok.start) + (f'"{tok.text}"' if tok.quoted else tok.text)
    return text
