"""Reads words for a thing already named: `you`, `it`, `this`; and words that say whose something is: `your`, `its`."""

from __future__ import annotations

from dataclasses import replace

from .. import ir
from ..syntax import Atom
from .cursor import Cursor
from .mistakes import fail
from .noun import Noun


def pronoun(c: Cursor, a: Atom, var: str) -> Noun:
    """Reads `you`, `they`, `it`, `this`, `nobody`, `nothing`."""
    scope = c.scope
    found: ir.Expr | None
    match a.text:
        case "you":
            found, help = scope.you, "nobody acts here"
        case "they" | "them":
            found, help = scope.they, "`they` is the player whom `may`, `must` or `by` named last"
        case "it":
            found, help = scope.it, "`it` is the thing that an event, a `that …` or a rule is about"
        case "this":
            found, help = scope.this, "`this` is the card that the sentence is written on"
        case _:
            if c.atoms[0] is not a:  # `gold of nobody`, `city of nobody`: it is no one's
                fail("wrong-type", f"`{a.text}` cannot have anything", a.span, "write whose it is")
            sort = "player" if a.text == "nobody" else "card"
            return Noun(ir.Nobody(type=ir.Type(sort), span=a.span), a.span, var)
    if found is None:
        fail("no-such-thing", f"`{a.text}` means nothing here", a.span, help)
    return Noun(replace(found, span=a.span), a.span, var)


def possessor(c: Cursor, a: Atom) -> ir.Expr:
    """Reads `your`, `their`, `its`. Returns the player or thing that has what follows."""
    pronoun = {"your": "you", "their": "they", "its": "it"}[a.text]
    found = {"you": c.scope.you, "they": c.scope.they, "it": c.scope.it}[pronoun]
    if found is None:
        fail("no-such-thing", f"`{a.text}` means nobody here", a.span, f"there is no `{pronoun}` here")
    return replace(found, span=a.span)
