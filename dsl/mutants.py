"""A card text with one thing changed: what a careful reader should notice, and a set of rulings must.

`mutants` finds every place where a rule could quietly say something else: a number, a comparison, may or must, a
condition or filter, a whole clause, a word in place of another of its sort. Each mutant is an edit of the text; whether
it makes sense is for the checks to say, and whether it matters for the rulings (`interpreter.proof.mutate`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from lark import Token, Tree

from . import ir
from .parser import parse, words
from .source import Source
from .stop import Word

Node = Tree[Token]
Groups = Sequence[Sequence[str]]

INSTEAD = {
    "MAY": ("must",), "MUST": ("may",), "CANNOT": ("may",), "LEAST": ("most",), "MOST": ("least",), "MORE": ("less",),
    "LESS": ("more",), "IF": ("unless",), "UNLESS": ("if",), "UP": ("down",), "DOWN": ("up",), "ANOTHER": ("a",),
    "PLUS": ("minus",), "MINUS": ("plus",), "EVEN": ("only",), "ONLY": ("even",),
}  # fmt: skip
"""What may stand in a keyword's place, by its name in the grammar."""
TURNED = {"highest": "lowest", "lowest": "highest", "left": "right", "right": "left", "top": "bottom"}
SORTS = {
    "MAY": "may or must", "MUST": "may or must", "CANNOT": "may or must", "ANOTHER": "target", "IF": "condition",
    "UNLESS": "condition", "EVEN": "condition", "ONLY": "condition",
}  # fmt: skip
STATEMENTS = {"action", "lasting", "iff", "foreach", "repeat", "ask", "whether", "either"}
BLOCKS = {"do", "cost", "instead", "branch", "choosing", "iff", "foreach", "repeat", "ask", "step"}
FILTERS = {"that_is", "that_was", "that_has", "that_one_may", "that_counts", "whose", "whose_has", "except"}
WHOLE = {"clause": "clause", "standing": "clause", "refused": "refusal"}
LEADS = {
    "after", "would", "before", "clock", "state", "during", "once", "when_if", "where_from", "where_if",
}  # fmt: skip
RULES = {"permit", "modify", "counts"}
LEFT_ALONE = {
    "source", "example", "ruling", "title", "table", "zone", "mark", "enum", "option", "players", "listed",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mutant:
    """Characters `start` to `end` of the file read `new` instead of `old`. `sort` is what kind of change that is."""

    path: str
    start: int
    end: int
    old: str
    new: str
    sort: str

    def of(self, text: str) -> str:
        """The changed text."""
        return text[: self.start] + self.new + text[self.end :]


def groups(game: ir.Game) -> list[tuple[str, ...]]:
    """Words of the game that could stand in each other's place: of one enumeration, markers and places of one shape,
    cards of one kind, values and qualities asked of the same things."""
    found: dict[object, list[str]] = {}
    for enum in game.enums.values():
        found[("enum", enum.name)] = list(enum.words)
    for marker in game.markers.values():
        if marker.card is None:
            found.setdefault(("marker", marker.on, marker.counted, marker.single), []).append(marker.name)
    for zone in game.zones.values():
        found.setdefault(("zone", zone.owner, zone.holds), []).append(zone.name)
    for value in game.values.values():
        if value.params:
            found.setdefault(("value", value.type, tuple(p.type for p in value.params)), []).append(value.name)
    for quality in game.qualities.values():
        found.setdefault(("quality", quality.param.type), []).append(quality.name)
    for card in game.cards.values():
        found.setdefault(("card", card.kind), []).append(card.title)
    found["phase"] = [name for name in game.phases if name != "game"]
    return [tuple(words) for words in found.values() if len(words) > 1]


def mutants(source: Source, alike: Groups) -> list[Mutant]:
    """Every mutant of a file, in the order of its text; none of a file that cannot be read."""
    lines = words(source)
    if lines is None:
        return []
    tree = parse(source).tree
    regions = list(_regions(tree))
    turned = _exchanged(alike)
    found: dict[tuple[int, int, str], Mutant] = {}
    for mutant in (*_of_words(source, lines, regions, turned), *_of_trees(source, tree)):
        found.setdefault((mutant.start, mutant.end, mutant.new), mutant)
    return sorted(found.values(), key=lambda m: (m.start, m.end, m.new))


# ---- single words --------------------------------------------------------------------------------------------------


def _of_words(
    source: Source, lines: Sequence[Sequence[Word]], regions: Sequence[tuple[int, int]], turned: Mapping[str, str]
) -> Iterator[Mutant]:
    for line in lines:
        tokens = [t for t in line if t.text.strip()]
        for i, token in enumerate(tokens):
            if not any(a <= token.start < b for a, b in regions):
                continue
            following = tokens[i + 1].kind if i + 1 < len(tokens) else ""
            for new, sort in _in_place_of(token.kind, token.text, following):
                yield Mutant(source.path, token.start, token.end, token.text, new, sort)
            yield from _renamed(source, tokens, i, turned)


def _in_place_of(kind: str, text: str, following: str) -> Iterator[tuple[str, str]]:
    if kind == "NUMBER":
        yield str(int(text) + 1), "number"
        if int(text) > 0:
            yield str(int(text) - 1), "number"
    elif kind in INSTEAD:
        for new in INSTEAD[kind]:
            yield new, SORTS.get(kind, "comparison")
    elif kind == "NOT":
        yield "", "condition"
    elif kind in ("IS", "ARE") and following not in ("NOT", "NO"):
        yield f"{text} not", "condition"
    elif text in TURNED:
        yield TURNED[text], "comparison"


def _renamed(source: Source, tokens: Sequence[Word], i: int, turned: Mapping[str, str]) -> Iterator[Mutant]:
    """The longest name that begins at this word, for the next of its sort."""
    for count in (3, 2, 1):
        part = tokens[i : i + count]
        if len(part) < count or any(t.kind not in ("WORD", "NAME") for t in part):
            continue
        start, end = part[0].start, part[-1].end
        text = source.text[start:end]
        if text in turned:
            yield Mutant(source.path, start, end, text, turned[text], "word")
            return


def _exchanged(alike: Groups) -> dict[str, str]:
    """For each word the next of its sort, in a circle."""
    result: dict[str, str] = {}
    for group in alike:
        for i, word in enumerate(group):
            result.setdefault(word, group[(i + 1) % len(group)])
    return result


# ---- whole phrases ---------------------------------------------------------------------------------------------------


def _of_trees(source: Source, tree: Node) -> Iterator[Mutant]:
    for parent, node in _inner(tree):
        start, end = node.meta.start_pos, node.meta.end_pos
        text = source.text
        trimmed = start + len(text[start:end].rstrip())
        if node.data in WHOLE:
            yield _cut(source, start, _line_end(text, trimmed), WHOLE[str(node.data)])
        elif node.data in FILTERS:
            yield _cut(source, start - _blanks_before(text, start), trimmed, "filter")
        elif node.data == "tail":
            yield _cut(source, start - _blanks_before(text, start), trimmed, "condition")
        elif node.data in LEADS and parent.data in ("clause", "standing"):
            comma = re.compile(r",\s*").match(text, trimmed)
            if comma and _leads(parent) > 1:
                yield _cut(source, start, comma.end(), "condition")
        elif node.data in STATEMENTS and parent.data in BLOCKS:
            yield Mutant(source.path, start, trimmed, text[start:trimmed], "nothing", "deed")
        if node.data in ("both", "any_of"):
            yield from _fewer(source, node)


def _fewer(source: Source, node: Node) -> Iterator[Mutant]:
    """One of several conditions left out."""
    parts = [c for c in node.children if isinstance(c, Tree)]
    for i, part in enumerate(parts):
        if i == 0:
            start, end = part.meta.start_pos, parts[1].meta.start_pos
        else:
            start, end = _end(source, parts[i - 1]), _end(source, part)
        yield _cut(source, start, end, "condition")


def _leads(clause: Node) -> int:
    return sum(isinstance(c, Tree) and c.data in LEADS for c in clause.children)


def _inner(tree: Node) -> Iterator[tuple[Node, Node]]:
    """Every node that means something for play, with its parent."""
    for child in tree.children:
        if isinstance(child, Tree) and child.data not in LEFT_ALONE:
            if not child.meta.empty:
                yield tree, child
            yield from _inner(child)


def _regions(tree: Node) -> Iterator[tuple[int, int]]:
    """The stretches of text whose words are uses and not declarations."""
    for parent, node in _inner(tree):
        span = (node.meta.start_pos, node.meta.end_pos)
        defines = parent.data in ("valuedef", "quality") and node.data not in ("param", "sort")
        if defines or node.data in BLOCKS | RULES | {*WHOLE, "prop", "you_are", "works"}:
            yield span


def _cut(source: Source, start: int, end: int, sort: str) -> Mutant:
    return Mutant(source.path, start, end, source.text[start:end], "", sort)


def _blanks_before(text: str, at: int) -> int:
    return len(text[:at]) - len(text[:at].rstrip(" \n,"))


def _line_end(text: str, at: int) -> int:
    found = text.find("\n", at)
    return len(text) if found < 0 else found


def _end(source: Source, node: Node) -> int:
    return int(node.meta.start_pos) + len(source.text[node.meta.start_pos : node.meta.end_pos].rstrip())


def all_mutants(sources: Iterable[Source], game: ir.Game) -> list[Mutant]:
    """Those of several files."""
    alike = groups(game)
    return [m for source in sources for m in mutants(source, alike)]
