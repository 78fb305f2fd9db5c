"""Represents a deed of the language: its word, the sentences that say what it does, and the reader of its words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from ... import ir, syntax
from ...language import Own
from .. import deeds, phrases
from ..cursor import Cursor
from ..mistakes import fail
from ..noun import Noun
from ..nouns import reader
from ..phases import phase_at
from ..scope import Scope

Said = TypeVar("Said")


@dataclass(frozen=True, slots=True)
class Deed(Generic[Said]):
    """One of the deeds that the language provides.

    `read` makes the statement from the words of the deed, and `rows` are its lines in the glossary. `alone` says that
    nothing may come right after its word. `participle` names the event that it was done, if a clause can answer that
    event.
    """

    word: str
    read: Callable[[Scope, Said], ir.Stmt]
    rows: tuple[Own, ...]
    alone: bool = False
    participle: str = ""


def deed(
    word: str, *rows: Own, alone: bool = False, participle: str = ""
) -> Callable[[Callable[[Scope, Said], ir.Stmt]], Deed[Said]]:
    """Makes a deed of the function that reads it. For the parameters see `Deed`."""
    return lambda read: Deed(word, read, rows, alone, participle)


class Words:
    """The words of one deed. A reader asks for each of them; `finish` makes sure that none is left."""

    def __init__(self, scope: Scope, node: syntax.Action) -> None:
        self.scope, self.span, self.verb, self.operand = scope, node.span, node.verb, node.operand
        roles, named = deeds.split(node)
        self.roles = {r.prep.text: r for r in roles}
        self.following = deeds.next_ones(node)
        self.as_value = named.value if named is not None else None
        self.face = node.face
        if node.able is not None:
            help = "leave out `if … can`: what there is moves"
            fail("misplaced-word", f"`{self.verb}` is never refused", node.able.span, help)
        if node.lift is not None:
            fail("misplaced-word", f"`{self.verb}` is never refused", node.lift.reason.span)

    def noun(self) -> Noun:
        """Reads what the deed is done to."""
        if self.operand is None:
            fail("missing-word", f"`{self.verb}` what?", self.verb.span)
        return phrases.operand(self.scope, self.operand)

    def role(self, prep: str) -> Noun | None:
        """Reads the words after a preposition; returns None if it does not occur."""
        found = self.roles.pop(prep, None)
        return phrases.noun_phrase(self.scope, found.what) if found else None

    def needed(self, prep: str) -> Noun:
        """Reads the words after a preposition that must occur."""
        found = self.role(prep)
        if found is None:
            help = f"write `{prep}` and where or whom"
            fail("missing-word", f"`{self.verb}` needs `{prep}`", self.verb.span, help)
        return found

    def faced(self) -> str | None:
        """Reads `face up` or `face down`; returns `up`, `down` or None."""
        face, self.face = self.face, None
        return None if face is None else face.text.split()[-1]

    def next_ones(self) -> list[syntax.NounPhrase]:
        """Returns what comes after each `, then`."""
        found = [one.what for one in self.following]
        self.following = []
        return found

    def finish(self, operand: bool = True, as_: bool = False) -> None:
        """Reports words that nothing has asked for. `operand` and `as_` say whether the deed may have these."""
        for role in self.roles.values():
            fail("misplaced-word", f"`{self.verb}` takes no `{role.prep}` here", role.span)
        deeds.nothing_next(self.verb, self.following)
        if self.face is not None:
            fail("misplaced-word", f"`{self.verb}` does not say how a card lies", self.face.span, "leave it out")
        if not operand and self.operand is not None:
            fail("misplaced-word", f"this cannot come right after `{self.verb}`", self.operand.span)
        if not as_ and self.as_value is not None:
            fail("misplaced-word", f"`{self.verb}` takes no `as`", self.as_value.span)


def phase_named(scope: Scope, words: Words) -> tuple[ir.Phase, Cursor]:
    """Reads the phase at the beginning of an operand: `the turn`. Returns it with a cursor after it."""
    if not isinstance(words.operand, syntax.Chain):
        fail("missing-word", f"`{words.verb}` which phase?", words.span)
    c = reader(scope, words.operand.atoms)
    if c.text() == "the":
        c.take()
    if c.end:
        fail("missing-word", f"`{words.verb}` which phase?", words.span)
    return phase_at(c), c
