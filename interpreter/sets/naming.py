"""Map the names of cards, words and scenarios between the languages of a card set.

The machine, rulings and saved games know one name for each thing: its title. The other names are used only between a
person and the session. `Names.say` puts names into a text that is shown. `Names.hear` replaces the names in a typed
line with titles, whatever their language, with or without accents.

A card's names are on the card (`name fr "…"`); those of a table's cards and of words are in the manifest. A name
without a language (`name "…"`) is what a card, or a word, is called in the language of the titles: so an edition calls
a card that it shares with another.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from moot.dsl.alike import foreign_letter, skeleton
from moot.dsl.diagnostic import Diagnostic
from moot.dsl.source import Span

from .nearest import meant

if TYPE_CHECKING:
    from moot.dsl import ir

    from .manifest import Manifest
    from .scenario import Scenario

Called = Mapping[str, Mapping[str, str]]  # language -> title or word -> its name there

BEFORE, AFTER = r"(?<![\w/.-])", r"(?![\w/-])(?!\.\w)"  # a name is not part of a longer word, or of a path


def folded(text: str) -> str:
    """Return the text in lower case without accents, letter for letter; hyphens become spaces."""
    return "".join(_plain(c) for c in unicodedata.normalize("NFC", text))


def _plain(letter: str) -> str:
    if letter in "-\u2010\u2011":
        return " "
    if letter in "\u2018\u2019":
        return "'"
    return unicodedata.normalize("NFKD", letter)[0].lower()[:1]


@dataclass(frozen=True)
class Names:
    """The names of a set, shown in one `language`. `titles` are the internal names; `called` has the other names, by
    language. `native`: this is the language of the titles, in which only some things have another name. `scenarios`
    pairs each scenario's id with its name in each language."""

    language: str
    titles: tuple[str, ...]
    called: Called
    scenarios: tuple[tuple[str, Mapping[str, str]], ...] = ()
    native: bool = False

    @property
    def own(self) -> Mapping[str, str]:
        """The names in this language by title or word; in that of the titles, of what has another name."""
        return self.called.get(self.language, {})

    def name(self, title: str) -> str:
        """Return the name of a card or a word."""
        return self.own.get(title, title)

    def scenario(self, id: str) -> str:
        """Return the name of a scenario. In the language of the titles this is its id."""
        names = next((names for one, names in self.scenarios if one == id), {})
        return id if self.native else names.get(self.language, id)

    def say(self, text: str) -> str:
        """Replace titles in a shown text with the names of this language. Applying it twice changes nothing more."""
        return self._shown.sub(lambda m: self.own.get(m[0], m[0]), text) if self.own else text

    def hear(self, line: str, scenarios: bool = False) -> str:
        """Replace the names in a typed line with titles, whatever language they are in. `scenarios`: names of scenarios
        too."""
        line = unicodedata.normalize("NFC", line)
        wanted, known = self._posed if scenarios else self._heard
        parts, at = [], 0
        for m in wanted.finditer(folded(line)):
            title = known.get(_spaced(m[0]))
            if title is not None and title.lower() != line[m.start() : m.end()].lower():
                parts += [line[at : m.start()], title]
                at = m.end()
        return "".join([*parts, line[at:]])

    def title(self, said: str) -> str | None:
        """Return the title or word that a name in any language means; None if there is none."""
        return self._by_name.get(_key(said))

    def scenario_id(self, said: str) -> str | None:
        """Return the id of the scenario that an id, or a name in any language, means; None if there is none."""
        return self._scenario_ids.get(_key(said))

    @cached_property
    def _by_name(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for language in (self.language, *[x for x in self.called if x != self.language]):
            for title, name in self.called.get(language, {}).items():
                found.setdefault(_key(name), title)
        return {**found, **{_key(t): t for t in self.titles}}

    @cached_property
    def _scenario_ids(self) -> dict[str, str]:
        found = {_key(name): id for id, names in self.scenarios for name in names.values()}
        return {**found, **{_key(id): id for id, _ in self.scenarios}}

    @cached_property
    def _shown(self) -> re.Pattern[str]:
        return _any_of([*self.own, *self.own.values()])

    @cached_property
    def _heard(self) -> tuple[re.Pattern[str], dict[str, str]]:
        """Return a pattern of all names, and what each means. The pattern has the titles too, so that a name inside a
        longer title is not replaced."""
        titles = {_spaced(folded(t)): t for t in self.titles}
        foreign = {_spaced(folded(name)): t for names in self.called.values() for t, name in names.items()}
        known = {**foreign, **titles}
        return _any_of(known), known

    @cached_property
    def _posed(self) -> tuple[re.Pattern[str], dict[str, str]]:
        found = {_spaced(folded(name)): id for id, names in self.scenarios for name in names.values()}
        ids = {_spaced(folded(id)): id for id, _ in self.scenarios}
        known = {**self._heard[1], **{name: id for name, id in found.items() if name not in ids}}
        return _any_of([*ids, *known]), known


def _any_of(names: Iterable[str]) -> re.Pattern[str]:
    ordered = sorted(set(names), key=lambda n: (-len(n), n))
    inner = "|".join(re.escape(n).replace(r"\ ", r"\s+") for n in ordered) or "(?!)"
    return re.compile(f"{BEFORE}(?:{inner}){AFTER}")


def _spaced(text: str) -> str:
    return " ".join(text.split())


def _key(name: str) -> str:
    """Return what all spellings of one name have in common."""
    return _spaced(re.sub(r"[^\w\s]", "", folded(name).replace("_", " ")))


# ---- from the files --------------------------------------------------------------------------------------------------


def collect(game: ir.Game | None, manifest: Manifest) -> dict[str, dict[str, str]]:
    """Return all names except the titles, by language."""
    first = manifest.languages[0]
    found: dict[str, dict[str, str]] = {language: {} for language in manifest.languages[1:]}
    for word in manifest.words:
        found.setdefault(word.language, {})[word.of] = word.name
    for title, card in game.cards.items() if game is not None else ():
        for name in card.names:
            found.setdefault(name.language or first, {})[title] = name.text
    for said, name in words_called(game):
        found.setdefault(first, {})[said] = name.text
    return {language: names for language, names in found.items() if names}


def words_called(game: ir.Game | None) -> list[tuple[str, ir.Name]]:
    """Return the words that have another name in the language of the titles."""
    return [called for enum in game.enums.values() for called in enum.called] if game is not None else []


def faults(game: ir.Game, manifest: Manifest, scenarios: Sequence[Scenario]) -> list[Diagnostic]:
    """Report names of things that do not exist, names in languages the set does not have, and names with two
    meanings."""
    words = [word for enum in game.enums.values() for word in enum.words]
    named = [(title, name) for title, card in game.cards.items() for name in card.names]
    said = [(name.language, title, name.text, name.span) for title, name in (*named, *words_called(game))]
    result = []
    for word in manifest.words:
        if word.of in game.cards or word.of in words:
            said.append((word.language, word.of, word.name, word.span))
        else:
            message = f"there is no card and no word of an enumeration `{word.of}`"
            result.append(Diagnostic("unknown-name", message, word.of_span, meant(word.of, [*game.cards, *words])))
    first, *others = manifest.languages
    taken = {skeleton(title): (title, game.cards[title].span) for title in game.cards}
    of: dict[tuple[str, str], Span] = {}
    for language, title, name, span in said:
        if language == first:
            message = f"the name of `{title}` in `{first}` is its title"
            result.append(Diagnostic("unknown-language", message, span, "delete this line"))
        elif language and language not in others:
            listed = ", ".join(f"`{x}`" for x in others) or "no other"
            message = f"this set has no names in `{language}`"
            result.append(Diagnostic("unknown-language", message, span, f"`languages` in `set.yaml`: {listed}"))
        elif (language, title) in of:
            notes = ((of[language, title], "it was written here before"),)
            message = f"`{title}` has two names" + (f" in `{language}`" if language else "")
            result.append(Diagnostic("same-name", message, span, "keep one", notes=notes))
        elif not skeleton(name):
            result.append(Diagnostic("same-name", f"`{title}` has an empty name here", span, "give it a name"))
        elif taken.setdefault(skeleton(name), (title, span))[0] != title:
            other, place = taken[skeleton(name)]
            message = f"`{name}` is `{other}` already: a name means one thing"
            result.append(Diagnostic("same-name", message, span, notes=((place, "here"),)))
        elif (at := foreign_letter(name)) is not None:
            message = f"`{name[at]}` only looks like a letter of this name: it is U+{ord(name[at]):04X}"
            result.append(Diagnostic("mixed-letters", message, span, "type the letter again"))
        of.setdefault((language, title), span)
    result += _scenario_faults(manifest, scenarios)
    return result


def _scenario_faults(manifest: Manifest, scenarios: Sequence[Scenario]) -> list[Diagnostic]:
    taken: dict[str, tuple[str, Span]] = {}
    from moot.dsl.elaborate.lookalikes import alike  # slow to load, and not needed for a set that was read before

    result = alike([(scenario.id, Span(scenario.path, 0, 0)) for scenario in scenarios], "scenario")
    for scenario in scenarios:
        for language, name in scenario.names.items():
            span = scenario.name_spans.get(language, Span(scenario.path, 0, 0))
            if language not in manifest.languages:
                listed = ", ".join(f"`{x}`" for x in manifest.languages)
                message = f"this set has no names in `{language}`"
                result.append(Diagnostic("unknown-language", message, span, f"`languages` in `set.yaml`: {listed}"))
            elif taken.setdefault(skeleton(name), (scenario.id, span))[0] != scenario.id:
                other, place = taken[skeleton(name)]
                message = f"`{name}` is the scenario `{other}` already: a name means one thing"
                result.append(Diagnostic("same-name", message, span, notes=((place, "here"),)))
    return result
