"""The words of a game, as a tongue needs them: nouns with their plural, describing words, deeds.

English is the language in which cards are written, so its forms follow from the declarations. For another language a
card set has a file `words/fr.yaml`: each word of the game, and how a native writes it (`forms`). A word that has no
form there is said as the game calls it, in quotes, and `lacking` remembers it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .. import ir, own_verbs
from .tree import Term


@dataclass(slots=True)
class Words:
    """The words of a game in one language. `forms`: what a native writes for each word, by sort; `titles`: what cards
    are called. `lacking`: the words that were needed and have no form."""

    game: ir.Game
    forms: Mapping[tuple[str, str], str] = field(default_factory=dict)
    titles: Mapping[str, str] = field(default_factory=dict)
    lacking: dict[Term, None] = field(default_factory=dict)

    def form(self, term: Term) -> str | None:
        """Returns what a native writes for a word; None, and remembers it, if nobody wrote it."""
        name = self.participle(term.name) if "/" in term.name else term.name
        found = self.forms.get((term.sort, name))
        if found is None:
            self.lacking[term] = None
        return found

    def title(self, title: str) -> str:
        """Returns what a card is called."""
        return self.titles.get(title, title)

    # ---- what follows from the declarations

    def pattern(self, key: str) -> str:
        """Returns how a deed is written in English: `pay {0} to {1}`. Of a step, the word of the step."""
        verb = own_verbs.verb(self.game, key)
        if verb is not None:
            slots = (f"{p.prep} {{{i}}}" if p.prep else f"{{{i}}}" for i, p in enumerate(verb.params))
            return " ".join([*verb.words, *slots])
        participle = self.participle(key)
        name = key.split("/")[-1]
        if active(name, participle):
            return " ".join([name, *participle.split()[1:], "{0}"])
        return f"be {participle}"

    def participle(self, key: str) -> str:
        """Returns the word for a deed's having happened."""
        name, _, step = key.partition("/")
        declared = self.game.verbs.get(name) or self.game.phases.get(name)
        if declared is not None and step:
            return next((s.participle for s in declared.steps if s.name == step and s.participle), step)
        verb = own_verbs.verb(self.game, key)
        return (verb.participle if verb is not None else None) or f"{key.split()[0]}ed"


def active(name: str, participle: str) -> bool:
    """Whether the name of a step is the verb of its participle: `pay (paid for)`, but not `scoring (scored)`."""
    return name[:2] == participle[:2] and not name.endswith("ing")

