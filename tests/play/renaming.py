"""Replaces every word of a card set by a nonsense word, mechanically, through the syntax tree.

What stays are the words of the language itself: those of the grammar, and the nouns, verbs and describing words below,
which every game shares. Everything else is the game's, wherever it stands, and is replaced by the same nonsense word
each time; a plural by the plural of that word. So the renamed set means the same if, and only if, no part of the
program knows a word of the game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from lark import Token, Tree

from moot.dsl.parser import parse
from moot.dsl.source import Source
from moot.dsl.words import plural

LANGUAGE = frozenset((
    "game", "player", "players", "card", "cards", "zone", "number", "total", "highest", "lowest", "top", "rest",
    "left", "right", "neighbour", "owner", "seat", "bank", "active", "random", "ability", "abilities", "unused",
    "name", "copies", "order", "of", "in", "for", "by", "to", "odd", "even", "blank", "move", "put", "mark",
    "unmark", "recover", "shuffle", "show", "look", "swap", "run", "leave", "win", "use", "moved", "used",
))  # fmt: skip
ONLY_THERE = {"whether": ("reveal",), "clock": ("start", "end"), "lasts": ("end",), "lasting": ("end",)}
HEADED = ("example", "ruling")  # speak the notation of play, which is not what is renamed
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


def tokens(tree: Tree[Token], above: tuple[str, ...] = ()) -> Iterator[tuple[Token, tuple[str, ...]]]:
    """Every word of a declaration, and the shapes it stands in, innermost first."""
    for child in tree.children:
        if isinstance(child, Tree):
            yield from tokens(child, (str(child.data), *above))
        elif isinstance(child, Token):
            yield child, above


def renamed(sources: Sequence[Source]) -> tuple[list[Source], Renaming]:
    """The same set in nonsense, and how the words were replaced. Files keep their order and lose their names."""
    found: list[tuple[Source, Tree[Token]]] = []
    for source in sources:
        parsed = parse(source)
        assert not parsed.diagnostics
        found.append((source, parsed.tree))
    theirs = [t for _, tree in found for t, above in tokens(tree) if _is_theirs(t, above)]
    renaming = _renaming(theirs)
    return [Source(f"{i:03}.txt", _text(source, tree, renaming)) for i, (source, tree) in enumerate(found)], renaming


def _is_theirs(token: Token, above: tuple[str, ...]) -> bool:
    """Whether a word is the game's."""
    if any(shape in HEADED for shape in above):
        return False
    if token.type == "STRING":
        return above[:1] in (("refused",), ("lift",))
    if token.type == "NAME":
        return True
    if token.type != "WORD" or token in LANGUAGE or above[:1] == ("title",):
        return False
    return not any(token in ONLY_THERE.get(shape, ()) for shape in above)


def _renaming(theirs: Iterable[Token]) -> Renaming:
    fresh = nonsense()
    kinds: dict[str, list[str]] = {"WORD": [], "NAME": [], "STRING": []}
    for token in theirs:
        kinds[token.type].append(str(token))
    unique = {kind: list(dict.fromkeys(said)) for kind, said in kinds.items()}
    many = {plural(w): w for w in unique["WORD"] if plural(w) != w}
    words: dict[str, str] = {}
    for word in unique["WORD"]:
        if word not in many:
            new = next(fresh)
            words[word] = new if plural(word) != word else new + "s"
    for word in unique["WORD"]:
        if word in many:
            words[word] = plural(words[many[word]])
    titles = {title: next(fresh).capitalize() for title in unique["NAME"]}
    texts = {text: f'"{next(fresh)} {next(fresh)}"' for text in unique["STRING"]}
    return Renaming(words, titles, texts)


def _text(source: Source, tree: Tree[Token], renaming: Renaming) -> str:
    """The text with its words replaced. `an` becomes `a` before a word that has changed."""
    changes: list[tuple[int, int, str]] = []
    for token, above in tokens(tree):
        if _is_theirs(token, above):
            new = {"WORD": renaming.words, "NAME": renaming.titles, "STRING": renaming.texts}[token.type][str(token)]
            assert token.start_pos is not None and token.end_pos is not None
            changes.append((token.start_pos, token.end_pos, new))
    for node in tree.children:
        if isinstance(node, Tree) and node.data in HEADED:
            changes.append((node.meta.start_pos, node.meta.end_pos, ""))
        elif isinstance(node, Tree):
            inner = [c for c in node.children if isinstance(c, Tree) and c.data in HEADED]
            changes += [(c.meta.start_pos, c.meta.end_pos, "") for c in inner]
    text = source.text
    for start, end, new in sorted(changes, reverse=True):
        before = text[:start]
        if new and before.endswith("an ") and not before[:-3][-1:].isalnum():
            before = before[:-3] + "a "
        text = before + new + text[end:]
    return text
