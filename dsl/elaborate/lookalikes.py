"""Finds declared names that a person would confuse, and titles with a letter of another script."""

from __future__ import annotations

from collections.abc import Iterator

from ..alike import foreign_letter, skeleton
from ..diagnostic import Diagnostic
from ..source import Span
from ..vocabulary import Vocabulary

Name = tuple[str, Span]


def faults(vocabulary: Vocabulary) -> list[Diagnostic]:
    """Compares titles with titles, verbs with verbs, and all other words of the game with each other. One spelling may
    be declared in two senses if the language can tell them apart; two spellings that look the same are reported."""
    titles = [(title, card.span) for title, card in vocabulary.cards.items()]
    found = [*alike(titles, "title"), *alike(list(_words(vocabulary)), "word")]
    found += alike([(key, verb.span) for key, verb in vocabulary.verbs.items()], "verb")
    for title, span in titles:
        at = foreign_letter(title)
        if at is not None:
            message = f"`{title[at]}` only looks like a letter of this title: it is U+{ord(title[at]):04X}"
            place = Span(span.path, span.start + at, span.start + at + 1)
            found.append(Diagnostic("mixed-letters", message, place, "type the letter again"))
    return found


def _words(vocabulary: Vocabulary) -> Iterator[Name]:
    for enum in vocabulary.enums.values():
        yield from ((word, enum.span) for word in (enum.name, *enum.words))
    tables = (
        vocabulary.kinds, vocabulary.zones, vocabulary.markers, vocabulary.values, vocabulary.qualities,
        vocabulary.phases,
    )  # fmt: skip
    for table in tables:
        for name, declared in table.items():
            yield name, declared.span


def alike(names: list[Name], what: str) -> list[Diagnostic]:
    """Returns a diagnostic for each name that looks like an earlier one but is spelt differently. `what` says what the
    names are."""
    first: dict[str, Name] = {}
    found = []
    for name, span in names:
        other, place = first.setdefault(skeleton(name), (name, span))
        if other != name:
            message = f"`{name}` and `{other}` look like the same {what}"
            notes = ((place, f"`{other}` is here"),)
            found.append(Diagnostic("look-alike", message, span, "call it something else", notes=notes))
    return found
