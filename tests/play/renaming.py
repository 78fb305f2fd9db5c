"""Replaces every word of a card set by a nonsense word, mechanically, through the typed syntax.

What stays are the words of the language itself, which every game shares: those of the grammar, of `dsl.language`, and
its deeds. Everything else is the game's, wherever it stands, and is replaced by the same nonsense word
each time; a plural by the plural of that word. So the renamed set means the same if, and only if, no part of the
program knows a word of the game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from moot.dsl import language, syntax
from moot.dsl.elaborate.own_deeds import DEEDS
from moot.dsl.parser import parse
from moot.dsl.source import Source
from moot.dsl.syntax import Node, Word
from moot.dsl.words import plural

ONLY_THERE: dict[type[Node], tuple[str, ...]] = {
    syntax.Whether: ("reveal",),
    syntax.At: ("start", "end"),
    syntax.Lasts: ("end",),
    syntax.Lasting: ("end",),
}
RIGHT_THERE = {syntax.Action: ("turn",)}  # `turn it face up`: the word of the deed, not those behind it
SHARED = language.OWN | language.THERE | {word for deed in DEEDS for word in (deed.word, deed.participle) if word}
LANGUAGE = SHARED - {word for words in (*ONLY_THERE.values(), *RIGHT_THERE.values()) for word in words}
HEADED = (syntax.Example, syntax.Ruling)  # speak the notation of play, which is not what is renamed
CONSONANTS, VOWELS, LAST = "bdfgklmnprtvw", "aeiou", "bdfgklmnprt"


@dataclass(frozen=True)
class Renaming:
    """`words`: the nonsense word for each word; `titles` and `texts`: the same for names of cards and refusals."""

    words: dict[str, str]
    titles: dict[str, str]
    texts: dict[str, str]

    def says(self, text: str) -> str:
        """What the program calls a thing of the game, in nonsense: a verb, a phase, a step, or a clause of a card."""
        for title in sorted(self.titles, key=len, reverse=True):
            if text == title or text.startswith(f"{title} "):
                return self.titles[title] + text[len(title) :]
        return re.sub(r"[a-z][a-z0-9-]*", lambda m: self.words.get(m[0], m[0]), text)


def nonsense() -> Iterator[str]:
    """Words that mean nothing, begin with a consonant and have a regular plural."""
    for a in CONSONANTS:
        for b in VOWELS:
            for c in CONSONANTS:
                for d in VOWELS:
                    yield f"{c}{b}{a}{d}{LAST[(CONSONANTS.index(a) + VOWELS.index(d)) % len(LAST)]}{b}k"


def words_within(node: Node, above: tuple[type[Node], ...] = ()) -> Iterator[tuple[Word, tuple[type[Node], ...]]]:
    """Every word of a declaration, and the shapes it stands in, innermost first."""
    above = (type(node), *above)
    for child in syntax.children(node):
        if isinstance(child, Word):
            yield child, above
        else:
            yield from words_within(child, above)


def renamed(sources: Sequence[Source]) -> tuple[list[Source], Renaming]:
    """The same set in nonsense, and how the words were replaced. Files keep their order and lose their names."""
    found: list[tuple[Source, tuple[syntax.Declaration, ...]]] = []
    for source in sources:
        parsed = parse(source)
        assert not parsed.diagnostics
        found.append((source, parsed.declarations))
    theirs = [w for _, nodes in found for node in nodes for w, above in words_within(node) if _is_theirs(w, above)]
    renaming = _renaming(theirs)
    return [Source(f"{i:03}.txt", _text(source, nodes, renaming)) for i, (source, nodes) in enumerate(found)], renaming


def _is_theirs(word: Word, above: tuple[type[Node], ...]) -> bool:
    """Whether a word is the game's."""
    if any(shape in HEADED for shape in above):
        return False
    if word.kind == "text":
        return above[0] in (syntax.Refused, syntax.Lift)
    if word.kind == "name":
        return True
    if word.kind != "word" or word.text in LANGUAGE or above[0] is syntax.Title and above[1] is not syntax.Enum:
        return False
    if word.text in RIGHT_THERE.get(above[0], ()):
        return False
    return not any(word.text in ONLY_THERE.get(shape, ()) for shape in above)


def _renaming(theirs: Iterable[Word]) -> Renaming:
    fresh = nonsense()
    kinds: dict[str, list[str]] = {"word": [], "name": [], "text": []}
    for said in theirs:
        kinds[said.kind].append(said.text)
    unique = {kind: list(dict.fromkeys(said)) for kind, said in kinds.items()}
    many = {plural(w): w for w in unique["word"] if plural(w) != w}
    words: dict[str, str] = {}
    for word in unique["word"]:
        if word not in many:
            new = next(fresh)
            words[word] = new if plural(word) != word else new + "s"
    for word in unique["word"]:
        if word in many:
            words[word] = plural(words[many[word]])
    titles = {title: next(fresh).capitalize() for title in unique["name"]}
    texts = {text: f'"{next(fresh)} {next(fresh)}"' for text in unique["text"]}
    return Renaming(words, titles, texts)


def _text(source: Source, declarations: Sequence[syntax.Declaration], renaming: Renaming) -> str:
    """The text with its words replaced. `an` becomes `a` before a word that has changed."""
    new = {"word": renaming.words, "name": renaming.titles, "text": renaming.texts}
    changes: list[tuple[int, int, str]] = []
    for declaration in declarations:
        for word, above in words_within(declaration):
            if _is_theirs(word, above):
                changes.append((word.span.start, word.span.end, new[word.kind][word.text]))
        members = declaration.members if isinstance(declaration, syntax.Card) else (declaration,)
        changes += [(m.span.start, m.span.end, "") for m in members if isinstance(m, HEADED)]
    text = source.text
    for start, end, other in sorted(changes, reverse=True):
        before = text[:start]
        if other and before.endswith("an ") and not before[:-3][-1:].isalnum():
            before = before[:-3] + "a "
        text = before + other + text[end:]
    return text
